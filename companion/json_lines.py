"""Questions and answers as JSON lines: every line gets an answer in its place, even a malformed one."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.errors import CompanionError, InputError
from companion.words import Words

_CONTROLS: Final = {code: f"\\u{code:04x}" for code in range(127, 160)}
"""Control characters that JSON may contain literally but a terminal would obey; they occur only in strings, where the escape means the same."""

Answering = Callable[[Any], Mapping[str, Any]]
"""A line's JSON value -> its answer. May raise CompanionError."""


def answers(lines: Iterable[bytes], answer: Answering, words: Words) -> Iterator[bytes]:
    """One line of JSON for every line of UTF-8: the answer, or ``{"error", "code"}``."""
    for line in lines:
        yield as_line(answered(line, answer, words))


def answered(line: bytes, answer: Answering, words: Words) -> Mapping[str, Any]:
    """The answer to one line; errors become answers, too."""
    try:
        return answer(_parsed(line))
    except CompanionError as error:
        return {"error": words(error.message), "code": error.message.key}


def as_line(answer: Mapping[str, Any]) -> bytes:
    """An answer as a line of JSON, without the line break."""
    # A lone surrogate in the input cannot be encoded; escaped, it is valid JSON.
    return as_text(answer).encode("utf-8", "backslashreplace")


def as_text(value: Any) -> str:
    """JSON on one line, readable for people and harmless to terminals."""
    return json.dumps(value, ensure_ascii=False).translate(_CONTROLS)


def packed(value: Any) -> bytes:
    """JSON on one line, as it is sent to pages and brokers."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate in a name must not lose the message.
    return text.encode("utf-8", "replace")


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
    """An object whose names are all different; JSON would silently drop all but the last duplicate."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counted = Counter(name for name, _ in pairs)
        raise InputError("lines.named-twice", name=counted.most_common(1)[0][0][:40])
    return found
