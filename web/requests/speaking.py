"""Who makes a request, and how the game's response to it is handled."""

from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError
from companion.inputs import Envelope
from companion.rules import Json
from companion.session.session import Outcome
from web.access.guard import Guard
from web.refusals import HttpError
from web.requests.request_body import enveloped, number
from web.services import Services

SAID: Final = ("player", "seq", "key")
"""Keys allowed in every submission."""


def said_by(guard: Guard, body: Json) -> Envelope:
    """What a session is told with everything that somebody says: a seat takes back its own phone's last word only. Raises HttpError 400."""
    return enveloped(body, guard.visitor.id)


def speaker(services: Services, guard: Guard, body: Json) -> int | None:
    """Who makes the request: the seat itself, or whom the host names (nobody: the table). Raises HttpError."""
    players = services.players
    named = number(body, "player", len(players) - 1)
    seat = services.seats.of(guard.visitor, players)
    if guard.is_host:
        return seat if named is None else named
    if seat is None:
        raise HttpError(403, "web.seat-first")
    if named not in (None, seat):
        raise HttpError(403, "web.own-seat")
    return seat


def own(guard: Guard, move: Json, by: int | None) -> Json:
    """A move that names nobody but the player making the request; the host may make anybody's. Raises HttpError 403."""
    if not guard.is_host and move.get("player") not in (None, by):
        raise HttpError(403, "web.own-seat")
    return move


def sensible(call: Callable[[], Outcome]) -> Outcome:
    """The call's outcome; what makes no sense to the game is refused like any other malformed request.

    A game raises ValueError for values of the wrong shape, before it changes anything;
    this raises HttpError 400 in its place, and what else the call raises.
    """
    try:
        return call()
    except CompanionError:
        raise
    except ValueError as error:
        raise HttpError(400, "web.malformed") from error
