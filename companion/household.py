"""What a household keeps in the state folder: texts under names it chose, and what its dice look like."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote, unquote

from companion import errors, visible, whole_file
from companion.codec import reader, writer
from companion.pieces import DiceSet

# Texts -------------------------------------------------------------------------------


LONGEST_NAME: Final = 40
MOST: Final = 50
"""The most texts of one kind: a longer list would not be scrolled."""
LONGEST_FILE: Final = 240
"""Bytes of a file name; file systems allow 255."""


class KeptTexts:
    """The texts of one folder, by name; without a folder there are none, and none can be stored."""

    def __init__(self, folder: Path | None, ending: str = ".toml") -> None:
        self._folder, self._ending = folder, ending

    def names(self) -> tuple[str, ...]:
        """The stored names, sorted."""
        return tuple(sorted(self._names()))

    def check(self, name: str) -> None:
        """Raises InputError if no text can be stored under this name, SettingsError if none can be stored at all."""
        self._path(name)

    def read(self, name: str) -> str | None:
        """The text with a name; None if there is none that can be read."""
        try:
            return None if self._folder is None else _read(self._path(name))
        except (OSError, ValueError):
            return None

    def keep(self, name: str, text: str) -> None:
        """Store a text, replacing one of the same name, atomically. Raises InputError for the name, SettingsError."""
        path = self._path(name)
        if not visible.is_visible(name):
            raise errors.InputError("kept.name", most=LONGEST_NAME)
        if name not in self.names() and len(self.names()) >= MOST:
            raise errors.InputError("kept.too-many", most=MOST)
        try:
            whole_file.put(path, text)
        except OSError as error:
            raise _unwritten(path, error) from error

    def forget(self, name: str) -> None:
        """Delete it; deleting it again is no error. Raises InputError for the name, SettingsError."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise _unwritten(path, error) from error

    def _path(self, name: str) -> Path:
        # A lone surrogate is not printable, and cannot be percent-encoded.
        fits = name.strip() == name and 0 < len(name) <= LONGEST_NAME
        file = f"{quote(name, safe=' ')}{self._ending}" if name.isprintable() else ""
        if not (fits and 0 < len(file) <= LONGEST_FILE):
            raise errors.InputError("kept.name", most=LONGEST_NAME)
        if self._folder is None:
            raise errors.SettingsError("kept.nowhere")
        return self._folder / file

    def _names(self) -> Iterator[str]:
        if self._folder is not None and self._folder.is_dir():
            for path in self._folder.glob(f"*{self._ending}"):
                yield unquote(path.name.removesuffix(self._ending))


def _read(path: Path) -> str:
    """A file's text, cached as long as the file is unchanged."""
    now = path.stat()
    return _text(path, now.st_ino, now.st_ctime_ns, now.st_size)


@lru_cache(2 * MOST)
def _text(path: Path, inode: int, changed: int, size: int) -> str:
    return path.read_text("utf-8")


def _unwritten(path: Path, error: OSError) -> errors.SettingsError:
    why = errors.reason_of(error)
    return errors.SettingsError("kept.unwritten", where=str(path), why=why)


# Dice --------------------------------------------------------------------------------


FACES: Final = ("1", "2", "3", "4", "5", "6", "symbol")
"""The faces a die may show."""
KIND: Final = "dice"
"""The subfolder of the state folder in which sets are stored."""
PLAIN: Final = "plain"
"""Ordinary dice, which need no teaching; no set may have this name."""
Look: TypeAlias = tuple[float, float, float]
"""A die relative to something white: logarithms of luma, red/green and blue/green."""


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One face of a die that was shown on its own."""

    look: Look
    side: str
    sure: bool = True
    """Whether it was read with certainty; otherwise ``side`` is the closest match."""


@dataclass(frozen=True, slots=True)
class TaughtDie:
    """A die of a set: its colour's name, what it looks like on the faces that were shown, and those faces."""

    colour: str
    looks: tuple[Look, ...] = ()
    faces: tuple[str, ...] = ()

    def after(self, shown: ShownFace) -> TaughtDie:
        """The die after one more face; showing a face again refines its look."""
        faces = self.faces if shown.side in self.faces else (*self.faces, shown.side)
        return replace(self, looks=(*self.looks, shown.look), faces=faces)


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """How the dice of a household's set look, colour by colour."""

    dice: tuple[TaughtDie, ...]

    @property
    def looks(self) -> Mapping[str, tuple[Look, ...]]:
        """Colour -> looks of its dice, if any face of them was shown."""
        seen: dict[str, tuple[Look, ...]] = {}
        for die in self.dice:
            seen[die.colour] = (*seen.get(die.colour, ()), *die.looks)
        return {colour: looks for colour, looks in seen.items() if looks}


NOTHING_TAUGHT: Final = TaughtSet(())
"""Dice are recognised by the names of their colours."""


def untaught(dice: DiceSet) -> TaughtSet:
    """A game's dice before anything was shown of them."""
    return TaughtSet(tuple(TaughtDie(die.colour) for die in dice.dice))


as_stored, _read_set = writer(TaughtSet), reader(TaughtSet)
"""A set as JSON values, and back."""


def taught_set(given: Mapping[str, Any]) -> TaughtSet:
    """The set that was stored. Raises ValueError if it is none."""
    told = _read_set(given)
    if not all(set(die.faces) <= set(FACES) for die in told.dice):
        raise ValueError("no faces of a die")
    return told


class TaughtSets:
    """The sets stored in a state folder, by name."""

    def __init__(self, state: Path | None) -> None:
        self._texts = KeptTexts(None if state is None else state / KIND, ".json")

    def names(self) -> tuple[str, ...]:
        """The stored names, sorted."""
        return self._texts.names()

    def read(self, name: str) -> TaughtSet:
        """The looks of a set that was taught. Raises InputError if there is none of that name, or its file is invalid."""
        try:
            return taught_set(json.loads(self._texts.read(name) or ""))
        except ValueError as error:
            known = self.names()
            key = "dice.no-set" if known else "dice.no-sets"
            raise errors.InputError(key, name=name[:40], known=known) from error

    def check(self, name: str) -> None:
        """Raises InputError if no set can have this name, SettingsError if none can be stored."""
        if name == PLAIN:
            raise errors.InputError("dice.plain", name=name)
        self._texts.check(name)

    def keep(self, name: str, taught: TaughtSet) -> None:
        """Store a set, replacing one of the same name. Raises InputError for the name, SettingsError."""
        self._texts.keep(name, json.dumps(as_stored(taught)))

    def forget(self, name: str) -> None:
        """Delete it; deleting it again is no error. Raises InputError for the name, SettingsError."""
        self._texts.forget(name)
