"""How long games of Lauf Rauf! last among robots: writes that section of docs/statistics.md, and its plot.

python -m benchmarks.mountain [--games N] [--seed S]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import matplotlib

from benchmarks.games import (
    ASCENT,
    BAR,
    DOCS,
    PICTURES,
    RIVAL,
    length_bar,
    plain,
)
from companion.games.lauf_rauf.robots.whole_games import LaufReport, simulated

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 - the backend is chosen before

PLAYERS: Final = (2, 3, 4)
KINDS: Final = (("with", "greedy", -0.17, BAR), ("without", "beginner", 0.17, RIVAL))
"""Whether the cards are played, which robot plays so; where its bars stand in the plot, and their colour."""
PLOT: Final = "statistics-ascent.png"

Found = dict[tuple[str, int], LaufReport]
"""By robot and number of players."""


def played(count: int, seed: int) -> Found:
    """All kinds of games."""
    keys = [(robot, players) for _, robot, _, _ in KINDS for players in PLAYERS]
    return {(r, n): simulated("", n, r, count, seed) for r, n in keys}


def plot(found: Found) -> None:
    """Turns of a game by players, with and without cards."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    for cards, robot, shift, colour in KINDS:
        for players in PLAYERS:
            label = f"{cards} cards" if players == PLAYERS[0] else None
            length_bar(axes, found[robot, players], players + shift, colour, label)
    plain(axes, "Turns of a game of Lauf Rauf!: half of the games, and 90 of 100")
    axes.set_xlabel("players")
    axes.set_xticks(PLAYERS)
    axes.set_ylim(0)
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    figure.savefig(PICTURES / PLOT, dpi=110)
    plt.close(figure)


def section(found: Found, count: int, seed: int) -> Iterator[str]:
    """The section in Markdown."""
    yield ASCENT
    yield ""
    yield f"![Turns of a game by players, with and without cards](pictures/{PLOT})"
    yield ""
    yield f"{count} games each among robots that take what brings them furthest and roll again where that is little (seed {seed}). A turn is one player's."
    yield "Made anew by `python -m benchmarks.mountain`."
    yield ""
    yield "| players | cards | finished | mean | half at most | 95 of 100 at most | hits a game | ghosts a game | wins by seat |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for players in PLAYERS:
        for cards, robot, _, _ in KINDS:
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
    plot(found)
    page = DOCS / "statistics.md"
    before, _, _ = page.read_text("utf-8").partition(ASCENT)
    told = "\n".join(section(found, options.games, options.seed))
    page.write_text(f"{before}{told}\n", "utf-8")


if __name__ == "__main__":
    main()
