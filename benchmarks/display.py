"""How long games of Nicht lustig last among robots: writes that section of docs/statistics.md, and its plot.

python -m benchmarks.display [--games N] [--random N] [--seed S]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from benchmarks.games import DISPLAY
from benchmarks.lengths import PLAYERS, plot, write
from companion.games.nicht_lustig.robots.whole_games import LustigReport, simulated

ROBOTS: Final = ("greedy", "random")
PLOT: Final = "statistics-display.png"
KINDS: Final = "RYLPD"

Found = dict[tuple[str, int], LustigReport]
"""By robot and number of players."""


def played(counts: dict[str, int], seed: int) -> Found:
    """All kinds of games, so many by robot."""
    keys = [(robot, players) for robot in counts for players in PLAYERS]
    return {(r, n): simulated("", n, r, counts[r], seed) for r, n in keys}


def section(found: Found, seed: int) -> Iterator[str]:
    """What stands below the heading, in Markdown."""
    yield ""
    yield f"![Turns of a game by players, greedy robots and random ones](pictures/{PLOT})"
    yield ""
    yield f"Greedy robots reckon exactly which dice to throw again for the most points, over all that the rolls left can show; random ones do anything legal (seed {seed})."
    yield "A turn is one player's; targets are those taken in a game, from others too. Made anew by `python -m benchmarks.display`."
    yield ""
    yield "| players | robots | games | mean | half at most | 95 of 100 at most | points of a player | Deaths a game | Riebmann, Yetis, Lemmings, Professors, Dinosaurs a game | wins by seat |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"
    for players in PLAYERS:
        for robot in ROBOTS:
            yield _row(found[robot, players], players, robot)


def _row(some: LustigReport, players: int, robot: str) -> str:
    half, most = (some.percentile(share) for share in (0.5, 0.95))
    taken = ", ".join(f"{some.kinds[kind] / some.games:.1f}" for kind in KINDS)
    seats = ", ".join(map(str, some.wins))
    return f"| {players} | {robot} | {some.games} | {some.mean:.1f} | {half} | {most} | {some.points:.1f} | {some.deaths:.1f} | {taken} | {seats} |"


def main() -> None:
    """Play, plot, write; the rest of the page stays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts = {"greedy": options.games, "random": options.random}
    found = played(counts, options.seed)
    kinds = {f"{r} robots": {n: found[r, n] for n in PLAYERS} for r in ROBOTS}
    plot("Nicht lustig", kinds, PLOT)
    write(DISPLAY, section(found, options.seed))


if __name__ == "__main__":
    main()
