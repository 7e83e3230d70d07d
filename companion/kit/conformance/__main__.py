"""``python -m companion.kit.conformance GAME...``: try the laws on games that are found, or on all of them."""

from __future__ import annotations

import argparse
import sys

from companion.app.conformance import LAWS, trial_of
from companion.errors import CompanionError
from companion.games import game, games, left_out, names
from companion.kit.conformance import THOROUGH, Effort, Law, Trial


def main() -> int:
    """Try every law, print those that are broken and what to do; 0 if all hold."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.kit.conformance",
        description="Try the laws that every game keeps.",
    )
    parser.add_argument("game", nargs="*", help=f"{', '.join(names())}; none: all")
    parser.add_argument("--thorough", action="store_true", help="whole games: minutes")
    parser.add_argument("--seed", type=int, default=1, help="of robots and chance")
    asked = parser.parse_args()
    effort = THOROUGH if asked.thorough else Effort()
    broken = [] if asked.game else [str(error) for error in left_out()]
    try:
        found = tuple(map(game, asked.game)) or games()
    except CompanionError as error:
        parser.error(str(error))
    print(*broken, sep="\n", end="\n" if broken else "")
    for package in found:
        trial = trial_of(package, among=games(), effort=effort, seed=asked.seed)
        broken += filter(None, [_told(law, trial) for law in LAWS])
    return min(len(broken), 1)


def _told(law: Law, trial: Trial) -> str:
    """Print how one law stands; what is said of it where it is broken."""
    lacks, said = law.lacks(trial), law.told(trial)
    how = "holds" if lacks is None else f"not tried, as the game has no {lacks}"
    print(said or f"{trial.package.name}: {law.name}: {how}", flush=True)
    return said


if __name__ == "__main__":
    sys.exit(main())
