"""How long games of Lauf Rauf! last among robots: writes that section of docs/statistics.md, and its plot.

python -m benchmarks.mountain [--games N] [--seed S]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from benchmarks.games import ASCENT
from benchmarks.lengths import PLAYERS, plot, write
from companion.games.lauf_rauf.robots.whole_games import LaufReport, simulated

KINDS: Final = {"with": "greedy", "without": "beginner"}
"""Whether the cards are played, and which robot plays so."""
PLOT: Final = "statistics-ascent.png"

Found = dict[tuple[str, int], LaufReport]
"""By robot and number of players."""


def played(count: int, seed: int) -> Found:
    """All kinds of games."""
    keys = [(robot, players) for robot in KINDS.values() for players in PLAYERS]
    return {(r, n): simulated("", n, r, count, seed) for r, n in keys}


def section(found: Found, count: int, seed: int) -> Iterator[str]:
    """What stands below the heading, in Markdown."""
    yield ""
    yield f"![Turns of a game by players, with and without cards](pictures/{PLOT})"
    yield ""
    yield f"{count} games each among robots that take what brings them furthest and roll again where that is little (seed {seed}). A turn is one player's."
    yield "Made anew by `python -m benchmarks.mountain`."
    yield ""
    yield "| players | cards | finished | mean | half at most | 95 of 100 at most | hits a game | ghosts a game | wins by seat |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for players in PLAYERS:
        for cards, robot in KINDS.items():
            yield _row(found[robot, players], players, cards)


def _row(some: LaufReport, players: int, cards: str) -> str:
    half, most = (some.percentile(share) for share in (0.5, 0.95))
    seats = ", ".join(map(str, some.wins))
    return f"| {players} | {cards} | {some.finished} | {some.mean:.1f} | {half} | {most} | {some.hits:.1f} | {some.ghosts:.1f} | {seats} |"


def main() -> None:
    """Play, plot, write; the rest of the page stays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = played(options.games, options.seed)
    kinds = {f"{c} cards": {n: found[r, n] for n in PLAYERS} for c, r in KINDS.items()}
    plot("Lauf Rauf!", kinds, PLOT)
    write(ASCENT, section(found, options.games, options.seed))


if __name__ == "__main__":
    main()
