"""``python -m companion.app.conformance GAME...`` tries the laws of every game (companion/kit/conformance) on games that are found, or on all of them.

Those that need what only the top floor has are here: the painted table, the commands.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from click.testing import CliRunner

from companion import errors
from companion.app.cli import murphy
from companion.app.painted.clear_sight import ClearSight
from companion.games import game, games, left_out, names
from companion.games.package import GamePackage
from companion.kit.conformance import LAWS as BASE
from companion.kit.conformance import THOROUGH, Effort, Law, Trial
from companion.kit.conformance.law import law, laws_in


def trial_of(package: GamePackage, **how: Any) -> Trial:
    """A game on trial, its painted table looked at."""
    return Trial(package, sight=ClearSight, **how)


def _murphy(*words: str, said: str = "") -> tuple[int, str, str]:
    """The status of a command, what it prints, and what it complains of; whatever it raises counts as 1."""
    ran = CliRunner().invoke(murphy, [*words], input=said)
    wrong = "" if ran.exception is None else repr(ran.exception)
    return ran.exit_code, ran.stdout, f"{ran.stderr.strip()[-200:]} {wrong}".strip()


@law("Run the command by hand: it says what is missing in the package.")
def murphy_knows_the_game(trial: Trial) -> Iterator[str]:
    """`murphy games` lists the game, and the game's own commands open."""
    package = trial.package
    _, told, _ = _murphy("games", "--json")
    listed = [line["game"] for line in map(json.loads, told.splitlines())]
    if package.name not in listed:
        yield f"`murphy games` lists only {', '.join(listed)}"
    for name in package.commands:
        status, _, wrong = _murphy(name, "--help")
        if status:
            yield f"`murphy {name} --help`: {wrong}"


@law("Run the command by hand: it says what is missing in the package.", "robots")
def murphy_simulates_it(trial: Trial) -> Iterator[str]:
    """`murphy simulate` plays a game of few."""
    few = str(trial.package.players[0])
    line = ("simulate", "--game", trial.package.name, "--games", "1", "--players", few)
    status, told, wrong = _murphy(*line)
    if status or not told.strip():
        yield f"`murphy {' '.join(line)}`: {wrong}"


@law(
    "Mend the example, or what answers the line (`legal`, `score` of the package).",
    "examples.asked",
)
def murphy_answers_lines(trial: Trial) -> Iterator[str]:
    """`murphy legal` and `murphy score` answer the game's example lines, each in its place."""
    for command, lines in trial.examples.asked.items():
        asked = "".join(f"{json.dumps(line)}\n" for line in lines)
        status, told, wrong = _murphy(command, "--game", trial.package.name, "--lines", said=asked)
        answers = [json.loads(line) for line in told.splitlines()]
        if status or len(answers) != len(lines):
            yield f"`murphy {command}`: {len(answers)} answers to {len(lines)} lines: {wrong}"
        for line, answer in zip(lines, answers, strict=False):
            if "error" in answer:
                yield f"`murphy {command}` to {json.dumps(line)[:80]}: {answer['error']}"


@law("Run the command by hand, and look at the sheet.", "prints")
def murphy_prints_it(trial: Trial) -> Iterator[str]:
    """`murphy print` makes a sheet of everything that the game says it prints."""
    package = trial.package
    with TemporaryDirectory() as folder:
        for what in package.prints:
            line = ("print", what, "--game", package.name)
            sheet = Path(folder) / f"{what}.pdf"
            status, _, wrong = _murphy(*line, "-o", str(sheet))
            if status or not sheet.exists() or sheet.read_bytes()[:5] != b"%PDF-":
                yield f"`murphy {' '.join(line)}`: {wrong}"


LAWS: Final[tuple[Law, ...]] = (*BASE, *laws_in(globals()))
"""All laws."""


def main() -> int:
    """Try every law, print those that are broken and what to do; 0 if all hold."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.app.conformance",
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
    except errors.CompanionError as error:
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
