"""docs/adding-a-game.md as somebody follows it: its steps, the files they show, what is typed, and what is said to come of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.places import ROOT

PAGE: Final = ROOT / "docs/adding-a-game.md"
FENCE: Final = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
HEADING: Final = re.compile(r"^## (?=Step \d+: (.+)$)", re.M)
TYPED: Final = ("console", "sh", "pycon", "text")
"""Boxes that are no files."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the page: its language, the name behind that, and what stands in it."""

    language: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its title, and its boxes in order."""

    title: str
    boxes: tuple[Box, ...]

    def of(self, language: str) -> Iterator[Box]:
        """Its boxes of one language."""
        return (box for box in self.boxes if box.language == language)

    def write(self, folder: Path) -> None:
        """Write and change the files of this step, as the page says it."""
        begun: set[str] = set()
        for box in self.boxes:
            path = folder / box.name
            if box.language == "diff":
                path.write_text(changed(path.read_text("utf-8"), box.text), "utf-8")
            elif box.language not in TYPED:
                path.parent.mkdir(parents=True, exist_ok=True)
                assert box.name in begun or not path.exists(), f"{box.name} is there"
                before = f"{path.read_text('utf-8')}\n\n" if box.name in begun else ""
                path.write_text(before + box.text, "utf-8")
                begun.add(box.name)


def steps() -> tuple[Step, ...]:
    """All steps in order."""
    _, *parts = re.split(r"^(?=## )", PAGE.read_text("utf-8"), flags=re.M)
    titled = ((HEADING.match(part), part) for part in parts)
    return tuple(
        Step(title[1], tuple(Box(*box) for box in FENCE.findall(part)))
        for title, part in titled
        if title
    )


def changed(text: str, box: str) -> str:
    """A file with the changes of a box: lines with ``-`` go, lines with ``+`` come, the others tell where. Raises ValueError if that is no one place."""
    for place in re.split(r"^@@\n", box, flags=re.M):
        lines = place.splitlines()
        before, after = (
            "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("", " ", sign))
            for sign in "-+"
        )
        if text.count(before) != 1:
            raise ValueError(f"not in one place: {before!r}")
        text = text.replace(before, after)
    return text


def typed(box: Box) -> Iterator[tuple[str, str]]:
    """What is typed in a terminal, and what is said to come of it."""
    for part in re.split(r"^\$ ", box.text, flags=re.M)[1:]:
        command, _, told = part.partition("\n")
        yield command, told


def finished(folder: Path, last: int | None = None) -> Path:
    """The files of the whole game, or as they are after a step, in a folder."""
    for step in steps()[:last]:
        step.write(folder)
    return folder
