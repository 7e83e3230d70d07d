"""How long games of two kinds last, by players: a plot of them beside each other, and the section of docs/statistics.md about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import matplotlib

from benchmarks.games import BAR, DOCS, PICTURES, RIVAL, length_bar, plain
from companion.kit.robots import ManyGames

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 - the backend is chosen before

PLAYERS: Final = (2, 3, 4)
SIDES: Final = ((-0.17, BAR), (0.17, RIVAL))
"""Where the bars of either kind stand in the plot, and their colour."""


def plot(game: str, kinds: Mapping[str, Mapping[int, ManyGames]], name: str) -> None:
    """Turns of a game by players, for two kinds of games by their labels; ``name`` is the picture's."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    for (label, found), (shift, colour) in zip(kinds.items(), SIDES, strict=True):
        for players in PLAYERS:
            once = label if players == PLAYERS[0] else None
            length_bar(axes, found[players], players + shift, colour, once)
    plain(axes, f"Turns of a game of {game}: half of the games, and 90 of 100")
    axes.set_xlabel("players")
    axes.set_xticks(PLAYERS)
    axes.set_ylim(0)
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    figure.savefig(PICTURES / name, dpi=110)
    plt.close(figure)


def write(heading: str, section: Iterable[str]) -> None:
    """Put a section in the place of the one with this heading; the rest of the page stays."""
    page = DOCS / "statistics.md"
    before, _, rest = page.read_text("utf-8").partition(heading)
    _, next_one, after = rest.partition("\n## ")
    told = "\n".join((heading, *section))
    page.write_text(f"{before}{told}\n{next_one}{after}", "utf-8")
