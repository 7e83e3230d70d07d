"""Games as other packages bring them: found by their entry points, as pip leaves those on the path."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns

from companion import games
from companion.games.package import GamePackage

TOYS = Path(__file__).parent / "toys"
INIT = "__init__.py"
EDIT = Callable[[Path], object]
"""What is done to a game's folder."""


def in_file(name: str, old: str, new: str) -> EDIT:
    """One text in a file of the game in place of another."""

    def edit(folder: Path) -> None:
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    return edit


def appended(name: str, text: str) -> EDIT:
    """A text at the end of a file of the game."""

    def edit(folder: Path) -> None:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return edit


def toy_in(place: Path, package: str = "high_card") -> Path:
    """A copy of the toy's folder, under a name of its own."""
    folder = place / package
    copytree(TOYS / "high_card", folder, ignore=ignore_patterns("__pycache__"))
    return folder


@contextmanager
def installed(
    place: Path, entries: Mapping[str, str], distribution: str = "murphy-toys"
) -> Iterator[None]:
    """A distribution in a folder on the path for as long: name of a game -> ``package:GAME``; what it holds lies there."""
    told = place / f"{distribution.replace('-', '_')}-1.0.dist-info"
    told.mkdir()
    lines = (f"{name} = {value}\n" for name, value in entries.items())
    points = f"[murphy.games]\n{''.join(lines)}"
    (told / "entry_points.txt").write_text(points, "utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n"
    (told / "METADATA").write_text(metadata, "utf-8")
    sys.path.insert(0, str(place))
    games.look_again()
    try:
        yield
    finally:
        sys.path.remove(str(place))
        brought = {value.partition(":")[0].partition(".")[0] for value in entries.values()}
        for module in [m for m in sys.modules if m.partition(".")[0] in brought]:
            del sys.modules[module]
        games.look_again()


@contextmanager
def toy_installed(place: Path) -> Iterator[GamePackage]:
    """The toy, brought by another package."""
    toy_in(place)
    with installed(place, {"high-card": "high_card:GAME"}):
        yield games.game("high-card")


@contextmanager
def broken_toy(place: Path, edit: EDIT) -> Iterator[None]:
    """The toy, brought by another package with something done to it."""
    edit(toy_in(place))
    with installed(place, {"high-card": "high_card:GAME"}):
        yield
