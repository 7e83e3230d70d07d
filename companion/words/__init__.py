"""What people read, in German, English and Dutch: one TOML file a language, and the wording of messages."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Final

from companion.announce import Message, Param

LANGUAGES = ("de", "en", "nl")
SHARED = ""
"""In place of a game's name: the sentences that belong to no game."""
_packages = {SHARED: __name__}


def add(game: str, package: str) -> None:
    """Register a game's package of ``<language>.toml`` files."""
    if game not in _packages:
        _packages[game] = package
        words.cache_clear()
        brought_by.cache_clear()


class Words:
    """One language: words messages, recursively."""

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self.sentences = sentences

    def __call__(self, said: Message) -> str:
        """The message in this language.

        Raises KeyError for a key that no file has, and for a gap in the
        sentence that the message does not fill.
        """
        params = {name: self._param(value) for name, value in said.params.items()}
        return self.sentences[said.key].format_map(params)

    def say(self, key: str, **params: Param) -> str:
        """A message given as key and keywords, worded."""
        return self(Message(key, params))

    def worded(self, value: Any) -> Any:
        """JSON values in which every message, as object or as its own JSON, has become its sentence."""
        match value:
            case Message():
                return self(value)
            case {"key": str(), "params": dict(), **rest} if not rest:
                return self(Message.from_json(value))
            case dict():
                return {key: self.worded(each) for key, each in value.items()}
            case list() | tuple():
                return [self.worded(each) for each in value]
            case _:
                return value

    def _param(self, value: Param) -> str:
        match value:
            case Message():
                return self(value)
            case tuple():
                return _Listed.of(tuple(map(self._param, value)), self.sentences)
            case int() | float():
                return _Number(number(value, self.language))
            case _:
                return value.translate(_CONTROLS)


_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), "\ufffd") | {
    9: " ",
    10: " ",
}
"""What a name or a path may hold that a terminal would obey."""


class _Listed(str):
    """Several things one after the other: the gap ``{cards:and}`` has a word before the last one, ``{cards}`` has none."""

    __slots__ = ("ended",)
    ended: str

    @classmethod
    def of(cls, things: tuple[str, ...], sentences: Mapping[str, str]) -> _Listed:
        """The things, joined as a language joins them."""
        separator, word = sentences["list.separator"], sentences["list.and"]
        listed = cls(separator.join(things))
        most = [separator.join(things[:-1])] if things[1:] else []
        listed.ended = f" {word} ".join((*most, *things[-1:]))
        return listed

    def __format__(self, spec: str) -> str:
        return self.ended if spec == "and" else super().__format__(spec)


class _Number(str):
    """A number as people write it: the gap ``{count:card|cards}`` takes the first word for 1, the second for all others."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, either, many = spec.partition("|")
        if not either:
            return super().__format__(spec)
        return one if self == "1" else many


_EXACT: Final = 10**15
"""From here on whole numbers are rounded: Python refuses to write those of thousands of digits."""


def number(value: float, language: str) -> str:
    """A number as people write it: 1,5 in German and Dutch, 1.5 in English, 2 for 2.0; \u2212 before what is below zero."""
    if isinstance(value, int):
        text = str(value) if abs(value) < _EXACT else f"{Decimal(value):.12g}"
    else:
        text = f"{value:.12g}"
    text = text.replace("-", "\u2212", 1) if value < 0 else text
    return text if language == "en" else text.replace(".", ",")


@cache
def words(language: str) -> Words:
    """The words of one of ``LANGUAGES``; KeyError for another."""
    if language not in LANGUAGES:
        raise KeyError(language)
    sentences: dict[str, str] = {}
    for game in _packages:
        sentences.update(brought_by(game, language))
    return Words(language, sentences)


@cache
def brought_by(game: str, language: str) -> Mapping[str, str]:
    """The sentences of a game, or the shared ones; empty for a game without any."""
    if game not in _packages:
        return {}
    text = files(_packages[game]).joinpath(f"{language}.toml").read_text("utf-8")
    return _flat(tomllib.loads(text))


def language_of_locale() -> str:
    """The language that the environment asks for if it is one of ``LANGUAGES``, else English.

    Its variables are read in POSIX's order; the locale need not be installed.
    """
    asked = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, asked), "")[:2].lower()
    return name if name in LANGUAGES else "en"


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    return dict(_leaves(tree, prefix))


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
