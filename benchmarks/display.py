"""How long games of Nicht lustig last among robots: writes that section of docs/statistics.md, and its plot.

python -m benchmarks.display [--games N] [--random N] [--seed S]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import matplotlib

from benchmarks.games import (
    ASCENT,
    BAR,
    DISPLAY,
    DOCS,
    PICTURES,
    RIVAL,
    length_bar,
    plain,
)
from companion.games.nicht_lustig.robots.whole_games import LustigReport, simulated

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 - the backend is chosen before

PLAYERS: Final = (2, 3, 4)
ROBOTS: Final = (("greedy", -0.17, BAR), ("random", 0.17, RIVAL))
"""Which robot plays; where its bars stand in the plot, and their colour."""
PLOT: Final = "statistics-display.png"
KINDS: Final = "RYLPD"

Found = dict[tuple[str, int], LustigReport]
"""By robot and number of players."""


def played(counts: dict[str, int], seed: int) -> Found:
    """All kinds of games, so many by robot."""
    keys = [(robot, players) for robot in counts for players in PLAYERS]
    return {(r, n): simulated("", n, r, counts[r], seed) for r, n in keys}


def plot(found: Found) -> None:
    """Turns of a game by players, for each robot."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    for robot, shift, colour in ROBOTS:
        for players in PLAYERS:
            label = f"{robot} robots" if players == PLAYERS[0] else None
            length_bar(axes, found[robot, players], players + shift, colour, label)
    plain(axes, "Turns of a game of Nicht lustig: half of the games, and 90 of 100")
    axes.set_xlabel("players")
    axes.set_xticks(PLAYERS)
    axes.set_ylim(0)
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    figure.savefig(PICTURES / PLOT, dpi=110)
    plt.close(figure)


def section(found: Found, seed: int) -> Iterator[str]:
    """The section in Markdown."""
    yield DISPLAY
    yield ""
    yield f"![Turns of a game by players, greedy robots and random ones](pictures/{PLOT})"
    yield ""
    yield f"Greedy robots reckon exactly which dice to throw again for the most points, over all that the rolls left can show; random ones do anything legal (seed {seed})."
    yield "A turn is one player's; targets are those taken in a game, from others too. Made anew by `python -m benchmarks.display`."
    yield ""
    yield "| players | robots | games | mean | half at most | 95 of 100 at most | points of a player | Deaths a game | Riebmann, Yetis, Lemmings, Professors, Dinosaurs a game | wins by seat |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"
    for players in PLAYERS:
        for robot, _, _ in ROBOTS:
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
    plot(found)
    page = DOCS / "statistics.md"
    before, _, after = page.read_text("utf-8").partition(ASCENT)
    before, _, _ = before.partition(DISPLAY)
    told = "\n".join(section(found, options.seed))
    page.write_text(f"{before}{told}\n\n{ASCENT}{after}", "utf-8")


if __name__ == "__main__":
    main()
