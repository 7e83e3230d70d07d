"""What is learnt from: painted pictures as they come in, and places on photographs; needs torch."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.dice_training.faces import SYMBOL
from benchmarks.dice_training.painting import OTHERS
from benchmarks.dice_training.pictures import EDGE, LEAN, MOST, SEEN, THERE, TOLD, VALUE, X, Y
from benchmarks.dice_training.places import SIZE
from vision.pictures import read_picture

if TYPE_CHECKING:
    from torch import Tensor

ASIDE = 3
"""The first files are not learnt from: they say how well it is learnt."""
SORTED = 50
"""What came in is drawn from some steps later: to sort it out waits for the device."""
LEVEL, LEANING, HIDDEN = range(3)
LEANS = (3.0, 10.0)
"""A die is level up to so many degrees, and leans from so many on: what lies between is not asked."""
HIDES = (0.08, 0.16)
"""A face is open of which less is hidden, and covered of which more is: what lies between is not asked."""
LEAST = 0.2
"""A die of whose top less is seen is not asked for."""
WHOLE = 0.75
"""A die that is nearer to the picture's border, in edges, is hidden by that and by no hand."""


@dataclass(slots=True)
class Part:
    """Pictures with their truth, on the device."""

    image: Tensor
    """Shape (n, 3, SIZE, SIZE), bytes."""
    dice: Tensor
    """Shape (n, MOST, TOLD)."""
    white: Tensor
    """Shape (n, 3), 0 to 1."""
    other: Tensor
    """Shape (n, OTHERS, 5)."""

    @staticmethod
    def of(file: Path, device: str) -> Part:
        import torch

        read = np.load(file)
        image = np.ascontiguousarray(read["image"].transpose(0, 3, 1, 2))
        rest = (torch.from_numpy(read[name]) for name in ("dice", "white", "other"))
        dice, white, other = (one.to(device) for one in rest)
        return Part(torch.from_numpy(image).to(device), dice, white, other)


class Pool:
    """Pictures as painters write them into a folder; the oldest go when there are more than ``most``."""

    def __init__(self, folder: Path, device: str, most: int) -> None:
        import torch

        self._folder, self._device, self._most = folder, device, most
        self._known: set[Path] = set()
        self._new: list[Part] = []
        self._lock = threading.Lock()
        self._aside: list[Part] = []
        shape = most, MOST, TOLD
        self.image = torch.zeros((most, 3, SIZE, SIZE), dtype=torch.uint8, device=device)
        self.dice = torch.zeros(shape, device=device)
        self.white = torch.ones((most, 3), device=device)
        self.other = torch.zeros((most, OTHERS, 5), device=device)
        self.count, self.seen, self._at = 0, 0, 0
        self._taken, self._unsorted = 0, False
        self.kinds: list[Tensor] = []
        self.others = torch.zeros((0, 2), dtype=torch.long, device=device)

    def watch(self) -> None:
        """Read what is in the folder and not known yet; for a thread."""
        for file in sorted(self._folder.glob("*.npz")):
            if file in self._known:
                continue
            part = Part.of(file, self._device)
            self._known.add(file)
            aside = int(file.stem) < ASIDE
            with self._lock:
                (self._aside if aside else self._new).append(part)

    def take(self) -> None:
        """Take in what was read."""
        with self._lock:
            new, self._new = self._new, []
        for part in new:
            n = len(part.image)
            at = self._at if self._at + n <= self._most else 0
            here = slice(at, at + n)
            self.image[here], self.dice[here] = part.image, part.dice
            self.white[here], self.other[here] = part.white, part.other
            self._at, self.seen = at + n, self.seen + n
            self.count = max(self.count, at + n)
        self._unsorted |= bool(new)
        if self._unsorted and (not self.kinds or self._taken % SORTED == 0):
            self._unsorted = False
            self.kinds, self.others = sorted_out(self.dice[: self.count], self.other[: self.count])
        self._taken += 1

    def aside(self) -> Part | None:
        """What is not learnt from."""
        import torch

        with self._lock:
            parts = list(self._aside)
        if not parts:
            return None
        names = ("image", "dice", "white", "other")
        return Part(*(torch.cat([getattr(p, name) for p in parts]) for name in names))


def sorted_out(dice: Tensor, other: Tensor) -> tuple[list[Tensor], Tensor]:
    """The level, leaning and hidden dice of pictures, and what is none: which picture's which, shape (n, 2) each."""
    import torch

    edge = dice[..., EDGE] * WHOLE
    inside = torch.stack(
        [(edge < dice[..., k]) & (dice[..., k] < SIZE - edge) for k in (X, Y)]
    ).all(0)
    there = (dice[..., THERE] > 0) & (dice[..., SEEN] > LEAST)
    hidden = 1 - dice[..., SEEN] > HIDES[1]
    leaning = dice[..., LEAN] > LEANS[0]
    kinds = (there & ~hidden & ~leaning, there & ~hidden & leaning, there & hidden & inside)
    level, leaning, hidden = (kind.nonzero() for kind in kinds)
    # Symbols are of more kinds than pips are: each is drawn twice as often.
    symbols = (kinds[LEVEL] & (dice[..., VALUE] == SYMBOL)).nonzero()
    others = (other[..., 4] > 0).nonzero()
    return [torch.cat([level, symbols]), leaning, hidden], others


def watching(pool: Pool, until: threading.Event) -> threading.Thread:
    """A thread that reads what painters write."""

    def watch() -> None:
        while not until.wait(0.2):
            pool.watch()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def photographs_of(folder: Path, device: str) -> Photographs | None:
    """Places on photographs (benchmarks/dice_training/photographs.py); None where there are none."""
    import torch

    file = folder / "places.npz"
    if not file.exists():
        return None
    read = np.load(file)
    names = [str(name) for name in read["name"]]
    pictures = {name: read_picture(folder / name) for name in set(names)}
    cuts = np.stack(list(_patches(pictures, names, read["at"])))
    image = np.ascontiguousarray(cuts.transpose(0, 3, 1, 2))
    value = torch.from_numpy(read["value"]).long().to(device)
    white = torch.from_numpy(read["white"]).float().to(device)
    return Photographs(torch.from_numpy(image).to(device), value, white)


@dataclass(slots=True)
class Photographs:
    """Places on photographs, each upright in the middle of a picture of its own, its edge ``AMID``."""

    image: Tensor
    value: Tensor
    """Shape (n,), 0 to 6, or none."""
    white: Tensor


AMID = 32.0
"""The edge of a photographed die in its picture, px."""


def _patches(
    pictures: dict[str, np.ndarray], names: list[str], at: np.ndarray
) -> Iterator[np.ndarray]:
    import cv2

    for name, (x, y, edge, turn) in zip(names, at, strict=True):
        scale, angle = AMID / edge, np.radians(turn)
        c, s = np.cos(angle) * scale, np.sin(angle) * scale
        onto = np.array([[c, s], [-s, c]])
        to = np.column_stack([onto, np.full(2, (SIZE - 1) / 2) - onto @ (x, y)])
        kind = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
        yield cv2.warpAffine(
            pictures[name], to, (SIZE, SIZE), flags=kind, borderMode=cv2.BORDER_REPLICATE
        )
