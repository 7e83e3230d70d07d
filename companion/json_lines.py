"""Questions and answers as JSON lines: each line is answered in its place, a malformed one too."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.errors import CompanionError, InputError
from companion.words import Words

_CONTROLS: Final = {code: f"\\u{code:04x}" for code in range(127, 160)}
"""What JSON may hold as it is and a terminal obeys; all of it stands in strings, where its escape is the same."""

Answering = Callable[[Any], Mapping[str, Any]]
"""A line's JSON value -> its answer. Raises CompanionError."""


def answers(lines: Iterable[bytes], answer: Answering, said: Words) -> Iterator[bytes]:
    """One line of JSON for every line of UTF-8: the answer, or ``{"error", "code"}``."""
    for line in lines:
        yield as_line(answered(line, answer, said))


def answered(line: bytes, answer: Answering, said: Words) -> Mapping[str, Any]:
    """What one line is answered; whatever is wrong with it is an answer too."""
    try:
        return answer(_parsed(line))
    except CompanionError as error:
        return {"error": said(error.message), "code": error.message.key}


def as_line(answer: Mapping[str, Any]) -> bytes:
    """An answer as a line of JSON, without its end."""
    # A lone surrogate from the input cannot be encoded; its escape is JSON again.
    return as_text(answer).encode("utf-8", "backslashreplace")


def as_text(value: Any) -> str:
    """JSON that people can read and no terminal obeys, on one line."""
    return json.dumps(value, ensure_ascii=False).translate(_CONTROLS)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8-sig").rstrip(), object_pairs_hook=_object)
    except CompanionError:
        raise
    except json.JSONDecodeError as error:
        raise InputError("lines.not-json", at=error.pos + 1) from None
    except UnicodeDecodeError as error:
        raise InputError("lines.not-utf-8", at=error.start + 1) from None
    except (ValueError, RecursionError):
        raise InputError("lines.too-much") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different: of two alike one would be lost without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counted = Counter(name for name, _ in pairs)
        raise InputError("lines.named-twice", name=counted.most_common(1)[0][0][:40])
    return found
