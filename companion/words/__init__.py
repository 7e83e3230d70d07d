"""What people read, in German, English and Dutch: one TOML file a language, and the wording of messages."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from itertools import takewhile
from string import Formatter
from typing import Any, Final

from companion.announce import Message, Param, message

LANGUAGES = ("de", "en", "nl")
SHARED = ""
"""In place of a game's name: the sentences that belong to no game."""
_packages = {SHARED: __name__}


def add(game: str, package: str) -> None:
    """Register a game's package of ``<language>.toml`` files."""
    if _packages.get(game) != package:
        _packages[game] = package
        forget()


def forget(games: Iterable[str] = ()) -> None:
    """Drop what was registered for some games, and read everything anew."""
    for game in games:
        _packages.pop(game, None)
    for known in (words, brought_by, fault, formerly, _read):
        known.cache_clear()


class Words:
    """One language: words messages, recursively."""

    def __init__(self, language: str) -> None:
        self.language = language

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        """All there are, read when the first is said. A game whose sentences have a ``fault`` has none."""
        found: dict[str, str] = {}
        for game in _packages:
            found.update(brought_by(game, self.language))
        return found

    def __call__(self, text: Message) -> str:
        """The message in this language.

        Raises KeyError for a key that no file has, and for a gap in the
        sentence that the message does not fill.
        """
        text = as_now(text)
        params = {name: self._param(value) for name, value in text.params.items()}
        return self.sentences[text.key].format_map(params)

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


_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), "\ufffd") | {9: " ", 10: " "}
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
    """A number as people write it: the gap ``{count:card|cards}`` takes the first word for 1 and \u22121, the second for all others."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, either, many = spec.partition("|")
        if not either:
            return super().__format__(spec)
        return one if self in ("1", "\u22121") else many


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
    return Words(language)


def zone_name(game: str, zone: str, on: str = "scan") -> Message | str:
    """What a zone of a game's mat is called, ``on`` it (``print``) or of it: as its game says, else as games do; without a sentence as it stands on a board."""
    keys = f"{game}.zone.{zone}", f"{on}.zone.{zone}"
    known = words("en").sentences
    return next((message(key) for key in keys if key in known), zone)


@cache
def brought_by(game: str, language: str) -> Mapping[str, str]:
    """The sentences of a game, or the shared ones; empty for a game without any, or with a ``fault``."""
    if game not in _packages:
        return {}
    if game == SHARED:
        return _read(_packages[game], language)
    try:
        # Whatever is shipped with the program has been checked: no command waits for two more languages.
        usable = is_shipped(game) or fault(game) is None
        return _read(_packages[game], language) if usable else {}
    except _Unreadable:
        return {}


def is_shipped(game: str) -> bool:
    """Whether a game's sentences come with the program itself."""
    return _packages[game].startswith(f"{__name__.partition('.')[0]}.")


@cache
def fault(game: str) -> Message | None:
    """Why a game's sentences cannot be used; None if they can: three languages with the same keys and gaps, none of them another's."""
    try:
        said = {language: _read(_packages[game], language) for language in LANGUAGES}
    except _Unreadable as error:
        found: Message = error.args[0]
        return found
    return _differing(said) or _taken(game, said["en"])


def missing(game: str) -> Message | None:
    """The first file of sentences that a game lacks; nothing is read."""
    for language in LANGUAGES:
        if not files(_packages[game]).joinpath(f"{language}.toml").is_file():
            return message("game.fault.words-missing", file=f"{language}.toml")
    return None


class _Unreadable(Exception):
    """A file of sentences that is none; its argument is the message that says why."""


@cache
def _read(package: str, language: str) -> Mapping[str, str]:
    """The sentences of a file. Raises _Unreadable."""
    name = f"{language}.toml"
    try:
        text = files(package).joinpath(name).read_text("utf-8")
        said = _sentences(text)
    except (FileNotFoundError, ModuleNotFoundError, NotADirectoryError):
        raise _Unreadable(message("game.fault.words-missing", file=name)) from None
    except (Exception, SystemExit) as error:  # another package may raise anything
        why = " ".join(str(error).split())[:200] or type(error).__name__
        wrong = message("game.fault.words-unreadable", file=name, why=why)
        raise _Unreadable(wrong) from error
    odd = next((key for key, text in said.items() if _gaps(text) is None), None)
    if odd is not None:
        raise _Unreadable(message("game.fault.words-odd", file=name, sentence=odd))
    return said


def _differing(said: Mapping[str, Mapping[str, str]]) -> Message | None:
    """What one language has and another lacks."""
    keys = {key for sentences in said.values() for key in sentences}
    for language, sentences in said.items():
        lacking = sorted(keys - sentences.keys())
        if lacking:
            file = f"{language}.toml"
            return message("game.fault.words-lacking", file=file, sentence=lacking[0])
        for key, sentence in sentences.items():
            if _gaps(sentence) != _gaps(said["en"][key]):
                return message("game.fault.words-gaps", sentence=key, language=language)
    return None


def _gaps(sentence: object) -> set[str] | None:
    """The gaps of a sentence; None if it is no text, or has a brace that belongs to none."""
    if not isinstance(sentence, str):
        return None
    try:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
    except ValueError:
        return None


def _taken(game: str, sentences: Mapping[str, str]) -> Message | None:
    """The first sentence that an earlier game has, or the house."""
    for other in takewhile(lambda each: each != game, _packages):
        both = sentences.keys() & brought_by(other, "en").keys()
        if both:
            owner = other or "murphy"
            return message("game.fault.words-taken", sentence=min(both), other=owner)
    return None


def language_of_locale() -> str:
    """The language that the environment asks for if it is one of ``LANGUAGES``, else English.

    Its variables are read in POSIX's order; the locale need not be installed.
    """
    asked = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, asked), "")[:2].lower()
    return name if name in LANGUAGES else "en"


@cache
def _sentences(text: str) -> Mapping[str, str]:
    """Key -> sentence. Files outlive the games that are looked for again: the same text is parsed once."""
    return dict(_leaves(tomllib.loads(text), ""))


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


# Keys of former times ----------------------------------------------------------------


@cache
def formerly() -> Mapping[str, Mapping[str, str]]:
    """A key that journals have -> the ``key`` of the sentence that is said instead, and what gaps with other names are called now.

    They stand in the ``formerly.toml`` of the shared sentences, and of games that come
    with the program.
    """
    found: dict[str, Mapping[str, str]] = {}
    for package in map(_packages.__getitem__, filter(is_shipped, _packages)):
        file = files(package).joinpath("formerly.toml")
        if file.is_file():
            for old, now in tomllib.loads(file.read_text("utf-8")).items():
                found[old] = {"key": now} if isinstance(now, str) else now
    return found


def as_now(text: Message) -> Message:
    """A message as this version words it."""
    now = formerly().get(text.key)
    if now is None:
        return text
    params = {now.get(name, name): value for name, value in text.params.items()}
    return Message(now["key"], params)
