"""What part somebody has in the evening: whoever has one comes before whoever only looks, wherever something runs short."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias


class Standing(IntEnum):
    """Of a browser, by its cookie; the higher one comes first."""

    VISITOR = 0
    SEATED = 1
    HOST = 2


Headers: TypeAlias = Mapping[str, str]
"""A request's headers as in WSGI, without ``HTTP_``."""


@dataclass(frozen=True, slots=True)
class Door:
    """What an application says of a request before its body is read."""

    refuses: Callable[[str, Headers], int | None]
    """A path and headers -> the status with which a request with a body is refused; None: it is accepted."""
    standing: Callable[[Headers], Standing]
    """Headers -> what part in the evening whoever sends them has."""
    waits: Callable[[str], bool] = lambda path: False
    """Whether what only looks, at a path, may have to wait for others; all that is written may."""


def all_visitors(headers: Headers) -> Standing:
    """The standing of everybody where nobody has a part."""
    return Standing.VISITOR
