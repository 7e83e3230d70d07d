"""JSON values as one line of text, and back: the grammar of docs/notation.md."""

import json
import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final, TypeAlias

from companion.announce import Message, message
from companion.errors import NotationError, quoted
from companion.rules import Json

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands: names of fields, numbers in lists."""


UNSEEN: Final = "?"
_WORDS: Final = {"yes": True, "no": False, UNSEEN: None}
_DEEPEST: Final = 12
_TOKEN: Final = re.compile(r'[][(),=]|"(?:[^"\\]|\\.)*"|[^][(),="\s]+|"')
_PLAIN: Final = re.compile(r'[^][(),="\s]+')
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_RUN: Final = re.compile(r"\?([0-9]{1,3})")


def line(data: Json) -> str:
    """JSON values as one line: ``turn=0 hands=[[R4-1,?2],[?9]] now=roll(player=0 number=2)``; ``parsed`` is the inverse."""
    return " ".join(f"{name}={_written(value)}" for name, value in data.items())


def _written(value: Any) -> str:
    match value:
        case None:
            return UNSEEN
        case bool():
            return "yes" if value else "no"
        case str():
            return value if _is_plain(value) else json.dumps(value)
        case list():
            runs = (list(run) for _, run in groupby(value, lambda each: each is None))
            return f"[{','.join(part for run in runs for part in _run(run))}]"
        case dict():
            match [*value.items()]:
                case [(name, dict(inner))]:
                    return f"{name}({line(inner)})"
            return f"({line(value)})"
    return str(value)


def _run(values: list[Any]) -> Iterable[str]:
    """Unseen things are counted."""
    many = values[0] is None and len(values) > 1
    return (f"{UNSEEN}{len(values)}",) if many else map(_written, values)


def _is_plain(word: str) -> bool:
    """Whether a text is written without quotation marks."""
    means_more = word in _WORDS or _NUMBER.fullmatch(word) or _RUN.fullmatch(word)
    return not means_more and _PLAIN.fullmatch(word) is not None


class Line:
    """A line of text, read: its fields, and at which character each value begins. Raises NotationError."""

    def __init__(self, text: str) -> None:
        self.begins: dict[Path, int] = {}
        found = _TOKEN.finditer(text)
        self._tokens = [(each.start(), each.group()) for each in found]
        self._tokens.append((len(text.rstrip()), ""))
        self._next = 0
        self.fields = self._fields((), "")

    def _take(self, *wanted: str) -> str:
        """The next token, one of those wanted if any are."""
        token = self._tokens[self._next][1]
        if (wanted and token not in wanted) or not token:
            raise self._unexpected(message("notation.a.sign", sign=" / ".join(wanted)))
        self._next += 1
        return token

    def _is_next(self, sign: str) -> bool:
        return self._tokens[self._next][1] == sign

    def _unexpected(self, expected: Message) -> NotationError:
        at, token = self._tokens[self._next]
        key = "notation.unexpected" if token else "notation.ends"
        return NotationError(key, at=at + 1, found=quoted(token, 40), expected=expected)

    def _word(self, expected: str) -> str:
        if not _PLAIN.fullmatch(self._tokens[self._next][1]):
            raise self._unexpected(message(expected))
        return self._take()

    def _fields(self, path: Path, end: str) -> dict[str, Any]:
        read: dict[str, Any] = {}
        while not self._is_next(end):
            at = self._tokens[self._next][0]
            name = self._word("notation.a.field")
            if name in read:
                raise NotationError("notation.twice", at=at + 1, name=name[:40])
            self._take("=")
            read[name] = self._value((*path, name))
        return read

    def _value(self, path: Path) -> Any:
        self.begins[path], token = self._tokens[self._next]
        if len(path) > _DEEPEST:
            raise self._unexpected(message("notation.a.flatter-value"))
        if token[:1] == '"' != token:
            return self._quoted()
        if token == "[":
            return self._list(path)
        name = "" if token == "(" else self._word("notation.a.value")
        if not self._is_next("("):
            return _plain_value(name)
        self._take()
        inner = self._fields((*path, name) if name else path, ")")
        self._take(")")
        return {name: inner} if name else inner

    def _quoted(self) -> str:
        try:
            return str(json.loads(self._tokens[self._next][1]))
        except ValueError:
            raise self._unexpected(message("notation.a.value")) from None
        finally:
            self._next += 1

    def _list(self, path: Path) -> list[Any]:
        read: list[Any] = []
        self._take()
        while not self._is_next("]"):
            if read:
                self._take(",", "]")
            value = self._value((*path, len(read)))
            run = _RUN.fullmatch(value) if isinstance(value, str) else None
            read += [value] if run is None else [None] * int(run[1])
        self._take()
        return read


def _plain_value(word: str) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if _NUMBER.fullmatch(word) else word
