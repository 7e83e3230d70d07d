"""Why no foreign symbol becomes a card: how true, next-best and foreign scores are spread.

.venv/bin/python -m benchmarks.margins [--patches 50000] [--plots docs/pictures]

Sheets of our own and of foreign symbols under every condition from good to
hopeless are searched; every place that looks like a symbol to the finders
counts. The quantiles come as Markdown on standard output, the spread as
margins.png in ``--plots``.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.codes import Modules, foreign, sheet, some_conditions
from companion.games.dumm_gelaufen.mat import MAT, pieces
from vision.lens import STRAIGHT
from vision.match.levels import level_of
from vision.match.sampling import Pyramid
from vision.match.search import (
    EXPECTED,
    FITS,
    LEAST_MARGIN,
    LEAST_SCORE,
    MARGIN_SHARE,
    SCORE_SHARE,
    FoundSymbols,
    search,
)
from vision.match.symbols import Deck, deck_of
from vision.pose import Pose
from vision.tags import MODULES, symbol

Rows = NDArray[np.float64]
"""A row a place: fit of the fixed modules, score, margin, whether it was read, whether rightly."""


def looks(
    deck: Deck, patches: int, make: Callable[[np.random.Generator], tuple[Modules, str]]
) -> Rows:
    """At least so many places found on sheets of symbols; ``make`` gives a symbol and its payload."""
    rng = np.random.default_rng(1)
    rows: list[NDArray[np.float64]] = []
    while sum(map(len, rows)) < patches:
        seen = some_conditions(rng)
        made = [make(rng) for _ in range(150)]
        laid = sheet((modules for modules, _ in made), seen, rng)
        size = (laid.picture.shape[1], laid.picture.shape[0])
        plane = Pose(np.eye(3), STRAIGHT, size, MAT)
        side = MODULES * seen.px_per_module
        found = search(level_of(Pyramid(laid.picture), plane, side), deck)
        names = np.array([name for _, name in made])[: len(laid.middles)]
        rows.append(_rows(deck, found, laid.middles, names, seen.px_per_module))
    return np.concatenate(rows)


def _rows(
    deck: Deck, found: FoundSymbols, middles: Rows, names: NDArray[np.str_], px: float
) -> Rows:
    apart = np.linalg.norm(found.at.middle[:, None] - middles[None], axis=2)
    there = names[apart.argmin(axis=1)]
    read = np.array(deck.payloads)[found.matches.card]
    right = (there == read) & (apart.min(axis=1) < 2 * px)
    told = found.matches
    return np.column_stack([found.fit, told.score, told.margin, found.sure, right])


def table(true: Rows, strange: Rows) -> Iterator[str]:
    """Scores and margins by how well the fixed modules fit."""
    yield "| fit | own symbols | score: 0.1 %, 1 %, median | margin: 0.1 %, 1 %, median | foreign places | score: 99 %, most | margin: 99 %, most | needed: score, margin |"
    yield "|---" * 8 + "|"
    for low, high in zip((0.6, 0.7, 0.8, 0.9, 0.95), (0.7, 0.8, 0.9, 0.95, 1.0), strict=True):
        ours, others = (rows[(rows[:, 0] >= low) & (rows[:, 0] < high)] for rows in (true, strange))
        expected = float(np.interp((low + high) / 2, FITS, EXPECTED))
        needed = (
            max(LEAST_SCORE, SCORE_SHARE * expected),
            max(LEAST_MARGIN, MARGIN_SHARE * expected),
        )
        cells = (
            f"{low:.2f} to {high:.2f}",
            str(len(ours)),
            _quantiles(ours[:, 1], 0.001, 0.01, 0.5),
            _quantiles(ours[:, 2], 0.001, 0.01, 0.5),
            str(len(others)),
            _quantiles(others[:, 1], 0.99, 1.0),
            _quantiles(others[:, 2], 0.99, 1.0),
            "{:.2f}, {:.2f}".format(*needed),
        )
        yield "| " + " | ".join(cells) + " |"


def verdict(true: Rows, strange: Rows) -> Iterator[str]:
    """How many passed each test, and both."""
    expected = np.interp(strange[:, 0], FITS, EXPECTED)
    like = strange[:, 1] > np.maximum(LEAST_SCORE, SCORE_SHARE * expected)
    alone = strange[:, 2] > np.maximum(LEAST_MARGIN, MARGIN_SHARE * expected)
    count = len(strange)
    yield f"Of {count} foreign places {like.sum()} pass the test of the score, {alone.sum()} that of the margin, **{int((like & alone).sum())} both**."
    product = like.mean() * alone.mean()
    yield (f"Were the two independent, one in {1 / product:.0e} would pass." if product else "")
    sure = true[:, 3] > 0
    wrong = int((sure & (true[:, 4] == 0)).sum())
    yield f"Of {len(true)} places on sheets of our own symbols {sure.sum()} are read, **{wrong} of them for another card**."


def _quantiles(values: NDArray[np.float64], *shares: float) -> str:
    if not len(values):
        return "-"
    return ", ".join(f"{value:.2f}" for value in np.quantile(values, shares))


def plot(true: Rows, strange: Rows, path: Path) -> None:
    """Score and margin of every place, and where the line is."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(9, 6), layout="constrained")
    right = true[true[:, 4] == 1]
    for rows, label, colour in (
        (strange, "foreign symbols", "tab:red"),
        (right, "cards' own symbols", "tab:blue"),
    ):
        expected = np.interp(rows[:, 0], FITS, EXPECTED)
        share = rows[:, 1:3] / expected[:, None]
        axis.plot(*share[:8000].T, ".", ms=2, alpha=0.4, color=colour, label=label)
    axis.axvline(SCORE_SHARE, color="black", lw=1)
    axis.axhline(MARGIN_SHARE, color="black", lw=1)
    axis.set_xlabel("score, in shares of what a card's own symbol has at this sharpness")
    axis.set_ylabel("margin to the next card, in the same shares")
    axis.legend(markerscale=5)
    axis.grid(alpha=0.3)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--patches", type=int, default=50_000)
    parser.add_argument("--plots", type=Path)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    names = sorted(pieces().payloads)
    deck = deck_of(names)

    def own(rng: np.random.Generator) -> tuple[Modules, str]:
        name = str(rng.choice(names))
        return symbol(name), name

    strange = looks(deck, given.patches, lambda rng: (foreign(rng), ""))
    true = looks(deck, given.patches // 2, own)
    print("\n".join(table(true, strange)) + "\n")
    print("\n".join(verdict(true, strange)))
    if given.plots:
        plot(true, strange, given.plots / "margins.png")


if __name__ == "__main__":
    main()
