"""Parsing requests strictly: anything malformed is refused in one sentence."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, Final, NoReturn

from flask import Request

from companion import inputs
from web.refusals import HttpError
from web.wording import language_for

BIGGEST: Final = 2**53
"""The largest integer that every JSON parser represents exactly."""
DEEPEST: Final = 8
"""How deeply values may be nested; a correction of the whole table goes 4 deep."""
MOST_ITEMS: Final = 256
"""In one list or object; no table has that many pieces."""


def json_body(asked: Request, *takes: str, more: bool = False) -> dict[str, Any]:
    """The JSON object of a request, {} without a body; only with keys that it ``takes`` (``more``: a game says which others). Raises HttpError 400 or 415.

    ``seq``, ``player`` and ``key`` are of their kind wherever they stand, whether anybody asks for them or not.
    """
    data = asked.get_data(cache=False)
    if not data:
        return {}
    if asked.mimetype != "application/json":
        raise HttpError(415, "web.not-json")
    body = _parsed(data)
    if not isinstance(body, dict) or not (more or body.keys() <= set(takes)):
        raise HttpError(400, "web.malformed")
    enveloped(body)
    number(body, "player")
    return body


def number(body: Mapping[str, Any], name: str, most: int = BIGGEST) -> int | None:
    """An integer from 0 to ``most``, or None if it is absent. Raises HttpError 400."""
    value = body.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise HttpError(400, "web.field", field=name)
    return value


def whether(body: Mapping[str, Any], name: str) -> bool:
    """A truth value, False if it is absent. Raises HttpError 400."""
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise HttpError(400, "web.field", field=name)
    return value


def enveloped(body: Mapping[str, Any], phone: str | None = None) -> inputs.Envelope:
    """The state of the table that a request refers to (``seq``), and the ``key`` under which it counts only once. Raises HttpError 400."""
    key = None if body.get("key") is None else text(body, "key", 64)
    return inputs.Envelope(number(body, "seq"), key, phone)


def text(body: Mapping[str, Any], name: str, most: int = 200) -> str:
    """A text of at most ``most`` characters. Raises HttpError 400."""
    value = body.get(name)
    if not isinstance(value, str) or len(value) > most:
        raise HttpError(400, "web.field", field=name)
    return value


def texts(body: Mapping[str, Any], name: str, most: int = 120) -> list[str]:
    """A list of at most ``most`` short texts. Raises HttpError 400."""
    value = body.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise HttpError(400, "web.field", field=name)
    if not all(isinstance(each, str) and len(each) <= 40 for each in value):
        raise HttpError(400, "web.field", field=name)
    return value


def an_object(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A JSON object. Raises HttpError 400."""
    value = body.get(name)
    if not isinstance(value, dict):
        raise HttpError(400, "web.field", field=name)
    return value


def language_asked(asked: Request) -> str:
    """The language of a request for a page."""
    return language_for(asked.args.get("lang"), tuple(asked.accept_languages.values()))


def digits(given: str | None, name: str) -> int | None:
    """An integer from a query or header, None if it is absent. Raises HttpError 400."""
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 15):
        raise HttpError(400, "web.field", field=name)
    return int(given)


def _parsed(data: bytes) -> Any:
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
        _bounded(value, DEEPEST)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # lone surrogates fail
        return value
    except (ValueError, RecursionError) as error:
        raise HttpError(400, "web.malformed") from error


def _bounded(value: Any, deep: int) -> None:
    """Raise ValueError if values are nested deeper or are more numerous than any request needs."""
    match value:
        case int() if abs(value) > BIGGEST:
            raise ValueError("too large")
        case dict():
            inner = list(value.values())
        case list():
            inner = value
        case _:
            return
    if not deep or len(inner) > MOST_ITEMS:
        raise ValueError("too deep, or too many")
    for each in inner:
        _bounded(each, deep - 1)


def _finite(number: str) -> float:
    """A finite number: ``1e999`` would be infinite."""
    value = float(number)
    if not isfinite(value):
        raise ValueError(number)
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
