"""Make the tables of the best solo play anew: `python -m benchmarks.yatzy.solve [SHEET-EXTRA...]`.

Positions with one open box more are worth the mean over everything that three rolls may
bring, backwards from the full sheet. Prints what a game is worth before its first roll;
published is 254.5896 for thirteen boxes and a hundred points where a joker may go
into any open box (Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999);
here it must go into its own upper box first.
"""

import argparse
import time
from pathlib import Path
from typing import Final

import numpy as np

from companion.games.yatzy import expert as ex
from companion.games.yatzy.boxes import BONUS_FROM, KINDS, Kind
from companion.games.yatzy.expert.throws import again, thrown

TABLES: Final = Path(ex.__file__).parent / "tables"
TABLES_OF: Final = ("thirteen-100", "thirteen-50", "thirteen-0", "yatzy-0")
CHUNK: Final = 8192


def solved(kind: Kind, extra: int) -> ex.Expert:
    """The expert, worked out."""
    there = ex.reached(kind, extra)
    worth = np.zeros(there.shape, np.float32)
    worth[0, :, BONUS_FROM] = kind.bonus
    expert = ex.Expert(kind, extra, worth)
    opened = np.array([bits.bit_count() for bits in range(len(worth))])
    for count in range(1, len(kind.form.boxes) + 1):
        rows = np.argwhere(there & (opened == count)[:, None, None])
        for at in range(0, len(rows), CHUNK):
            is_open, first, upper = rows[at : at + CHUNK].T
            spots = ex.Spots(is_open, upper, first)
            mean = thrown(again(again(expert.turn(spots))))[0][0]
            worth[is_open, first, upper] = mean
    return expert


def main() -> None:
    """Solve, store, print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("kinds", nargs="*", default=TABLES_OF)
    for kind in given.parse_args().kinds:
        sheet, extra = kind.split("-")
        began = time.process_time()
        found = solved(KINDS[sheet], int(extra))
        stored = ex.packed(found)
        (TABLES / f"{kind}.xz").write_bytes(stored)
        seconds = time.process_time() - began
        print(f"{kind}: {found.worth[-1, 0, 0]:.4f} points, {len(stored):,} bytes, {seconds:.0f} s")


if __name__ == "__main__":
    main()
