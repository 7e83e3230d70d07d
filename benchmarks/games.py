"""Statistics of thousands of games between robots: writes docs/statistics.md and its plots.

    python -m benchmarks.games [--games N] [--seed S]

The same numbers give the same page, but for the time it took.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import matplotlib

from companion.games.dumm_gelaufen.robots import TASK_FACES, Statistics, simulated
from companion.kit.robots import ManyGames, Simulation
from companion.words import words

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 - the backend is chosen before

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURES: Final = DOCS / "pictures"
PLAYERS: Final = range(2, 7)
INK, BAR, PALE, RIVAL = "#222222", "#2f6f8f", "#a9c6d4", "#c2703d"

DISPLAY: Final = "## How long a game of Nicht lustig lasts"
"""The last section but one; benchmarks/display.py writes it."""
ASCENT: Final = "## How long a game of Lauf Rauf! lasts"
"""The page's last section; benchmarks/mountain.py writes it."""

Key = tuple[str, str, int]
"""Edition, robot, players."""


def one(key: Key, count: int, seed: int) -> Statistics:
    """The statistics of one kind of game."""
    edition, robot, players = key
    return simulated(Simulation(players, robot, count, seed, edition))


def played(count: int, seed: int, workers: int) -> dict[Key, Statistics]:
    """All kinds: both editions among greedy robots; random ones, a fiftieth as many, in the classic."""
    greedy = [(e, "greedy", n) for e in ("classic", "newer") for n in PLAYERS]
    chance = [("classic", "random", n) for n in PLAYERS]
    counts = [count] * len(greedy) + [max(10, count // 50)] * len(chance)
    keys: list[Key] = [*greedy, *chance]
    with ProcessPoolExecutor(workers) as pool:
        found = pool.map(one, keys, counts, [seed] * len(keys))
        return dict(zip(keys, found, strict=True))


# Plots ----------------------------------------------------------------------------


def plain(axes: Axes, title: str) -> None:
    """A title, no box, ink for what is read."""
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK, labelsize=9)


def plot_lengths(found: dict[Key, Statistics], path: Path) -> None:
    """Turns of a game by players, in both editions."""
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    for shift, edition, colour in ((-0.17, "classic", BAR), (0.17, "newer", RIVAL)):
        for players in PLAYERS:
            label = edition if players == 2 else None
            some = found[edition, "greedy", players]
            length_bar(axes, some, players + shift, colour, label)
    plain(axes, "Turns of a game, greedy robots: half of the games, and 90 of 100")
    axes.set_xlabel("players")
    axes.set_ylim(0)
    axes.legend(frameon=False, fontsize=9)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def length_bar(axes: Axes, some: ManyGames, at: float, colour: str, label: str | None) -> None:
    """The middle half of some games' turns as a bar, 5 to 95 % as a line, the median as a tick."""
    low, q1, mid, q3, high = (some.percentile(s) for s in (0.05, 0.25, 0.5, 0.75, 0.95))
    axes.plot([at, at], [low, high], color=colour, linewidth=1)
    axes.bar(at, q3 - q1, 0.28, q1, color=colour, label=label)
    axes.plot([at - 0.14, at + 0.14], [mid, mid], color="white", linewidth=2)


def plot_tasks(some: Statistics, path: Path) -> None:
    """Which murphy cards win rounds."""
    name = words("en")
    total = sum(some.claims.values())
    ranked = sorted(TASK_FACES, key=lambda face: some.claims[face])
    figure, axes = plt.subplots(figsize=(7, 5.2), layout="constrained")
    shares = [100 * some.claims[face] / total for face in ranked]
    labels = [f"{face}  {name.sentences[f'card.{face}']}" for face in ranked]
    bars = axes.barh(labels, shares, color=BAR)
    axes.bar_label(bars, fmt="%.1f", padding=3, fontsize=8, color=INK)
    axes.axvline(100 / len(TASK_FACES), color=RIVAL, linewidth=1)
    plain(axes, "Rounds won by each murphy card, % (line: all alike), four greedy robots")
    figure.savefig(path, dpi=110)
    plt.close(figure)


def plot_seats(found: dict[Key, Statistics], path: Path) -> None:
    """Whether the seat matters: each seat's share of wins with its 95 % interval, and the fair share."""
    figure, row = plt.subplots(1, len(PLAYERS), figsize=(9, 2.9), sharey=True, layout="constrained")
    for axes, players in zip(row, PLAYERS, strict=True):
        some = found["classic", "greedy", players]
        shares = [100 * wins / some.finished for wins in some.wins]
        errors = [100 * interval(wins, some.finished) for wins in some.wins]
        seats = range(1, players + 1)
        axes.bar(seats, shares, color=PALE)
        axes.errorbar(seats, shares, errors, fmt="none", ecolor=INK, elinewidth=1)
        axes.axhline(100 / players, color=RIVAL, linewidth=1)
        axes.set_xticks(list(seats))
        plain(axes, f"{players} players")
        axes.set_xlabel("seat")
    row[0].set_ylabel("% of games won", fontsize=9)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def plot_dry(found: dict[Key, Statistics], path: Path) -> None:
    """How often the draw pile runs dry in a game."""
    figure, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
    left = [0.0] * len(PLAYERS)
    shades = (PALE, "#79a8bd", BAR, INK)
    for times, colour in enumerate(shades):
        widths = [100 * share_dry(found["classic", "greedy", n], times) for n in PLAYERS]
        label = f"{times} times" if times < 3 else "3 or more"
        axes.barh([str(n) for n in PLAYERS], widths, left=left, color=colour, label=label)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    plain(axes, "Games in which the draw pile ran dry so often, %, by players")
    axes.legend(frameon=False, fontsize=8, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.12))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def interval(wins: int, games_: int) -> float:
    """Half the width of the normal 95 % interval of a share."""
    share = wins / games_
    return 1.96 * math.sqrt(share * (1 - share) / games_)


def share_dry(some: Statistics, times: int) -> float:
    """The share of games whose draw pile ran dry so often; from 3 on all together."""
    if times < 3:
        return some.dry[times] / some.games
    return sum(n for t, n in some.dry.items() if t >= 3) / some.games


def mean_dry(some: Statistics) -> float:
    """How often the draw pile runs dry in a game, on average."""
    return sum(times * count for times, count in some.dry.items()) / some.games


# The page -------------------------------------------------------------------------


def page(found: dict[Key, Statistics], count: int, seed: int) -> str:
    """The page in Markdown."""
    return "\n".join(_page(found, count, seed)) + "\n"


def _page(found: dict[Key, Statistics], count: int, seed: int) -> Iterator[str]:
    four = found["classic", "greedy", 4]
    yield "# Statistics of the game"
    yield ""
    yield f"Results of {count} games between greedy robots for each number of players and both editions (seed {seed})."
    yield "A greedy robot takes cards that its murphy card needs, lays those that it does not, and looks no turn ahead: not a"
    yield "strong player, but one with a goal, as people have. Generated by `python -m benchmarks.games`; single"
    yield "figures by `murphy simulate`."
    yield ""
    yield "## How long a game lasts"
    yield ""
    yield "![Turns of a game by players](pictures/statistics-length.png)"
    yield ""
    yield "| players | edition | mean | median | 95th percentile | rounds per game | turns per round |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: |"
    for edition in ("classic", "newer"):
        for players in PLAYERS:
            yield _length_row(found[edition, "greedy", players], players, edition)
    yield ""
    yield (
        "Robots that play random legal moves need far longer: on average "
        + ", ".join(f"{found['classic', 'random', n].mean:.0f} turns with {n}" for n in PLAYERS)
        + f" ({found['classic', 'random', 4].games} games each, classic edition)."
    )
    yield ""
    yield "## Which murphy cards win"
    yield ""
    yield "![Rounds won by each murphy card](pictures/statistics-tasks.png)"
    yield ""
    yield f"Shares of {sum(four.claims.values())} rounds of four players, by the card with which they were won. A hard card seldom"
    yield "wins, because the other players are faster."
    yield ""
    yield "## Does the seat matter?"
    yield ""
    yield "![Share of wins by seat](pictures/statistics-seats.png)"
    yield ""
    yield "Seat 1 begins with eight cards, the last seat is dealt the most. Bars: share of games won, with its 95 %"
    yield "confidence interval; line: the share if the seat did not matter."
    yield ""
    yield "| players | chi-square | degrees of freedom | critical value at 5 % |"
    yield "| ---: | ---: | ---: | ---: |"
    for players in PLAYERS:
        some = found["classic", "greedy", players]
        yield f"| {players} | {chi_square(some):.1f} | {players - 1} | {CHI_SQUARE_95[players - 1]} |"
    yield ""
    yield verdict_on_seats(found)
    yield ""
    yield "## How often the draw pile runs out"
    yield ""
    yield "![How often the draw pile runs out](pictures/statistics-dry.png)"
    yield ""
    yield "| players | times per game, classic | newer | games in which it never does, classic |"
    yield "| ---: | ---: | ---: | ---: |"
    for players in PLAYERS:
        one_, other = (found[e, "greedy", players] for e in ("classic", "newer"))
        yield f"| {players} | {mean_dry(one_):.2f} | {mean_dry(other):.2f} | {100 * share_dry(one_, 0):.1f} % |"


def _length_row(some: Statistics, players: int, edition: str) -> str:
    rounds = sum(some.claims.values()) / some.games
    cells = (
        f"{some.mean:.1f}",
        str(some.percentile(0.5)),
        str(some.percentile(0.95)),
        f"{rounds:.2f}",
        f"{some.mean / rounds:.1f}",
    )
    return f"| {players} | {edition} | " + " | ".join(cells) + " |"


CHI_SQUARE_95: Final = {1: 3.84, 2: 5.99, 3: 7.81, 4: 9.49, 5: 11.07}
"""What chi-square stays below in 95 of 100 cases, by degrees of freedom."""


def chi_square(some: Statistics) -> float:
    """The chi-square statistic of the wins by seat against equal shares."""
    fair = some.finished / len(some.wins)
    return sum((wins - fair) ** 2 / fair for wins in some.wins)


def verdict_on_seats(found: dict[Key, Statistics]) -> str:
    """The result of the chi-square tests in a sentence."""
    uneven = [
        str(players)
        for players in PLAYERS
        if chi_square(found["classic", "greedy", players]) > CHI_SQUARE_95[players - 1]
    ]
    if not uneven:
        return "For no number of players does a seat win significantly more often than the others."
    return f"With {', '.join(uneven)} players the wins differ significantly between seats."


def main() -> None:
    """Play, plot, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    found = played(options.games, options.seed, options.workers)
    PICTURES.mkdir(parents=True, exist_ok=True)
    plot_lengths(found, PICTURES / "statistics-length.png")
    plot_tasks(found["classic", "greedy", 4], PICTURES / "statistics-tasks.png")
    plot_seats(found, PICTURES / "statistics-seats.png")
    plot_dry(found, PICTURES / "statistics-dry.png")
    written = DOCS / "statistics.md"
    _, heading, rest = written.read_text("utf-8").partition(DISPLAY)
    text = page(found, options.games, options.seed)
    written.write_text(f"{text}\n{heading}{rest}", "utf-8")


if __name__ == "__main__":
    main()
