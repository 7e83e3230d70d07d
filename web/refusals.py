"""Error responses: a status and one sentence, never what was sent."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.announce import Message, Param
from companion.errors import CompanionError, IllegalMove, JournalError, PictureError, StaleMove
from web.wording import texts

_HARMLESS = re.compile(r"[\w .,:+-]{0,60}")


class HttpError(CompanionError):
    """A response with an error status; ``wait`` is Retry-After in seconds."""

    def __init__(
        self,
        status: int,
        key: str,
        *,
        wait: float | None = None,
        more: Mapping[str, Any] | None = None,
        **params: Param,
    ) -> None:
        super().__init__(key, **params)
        self.status = status
        self.wait = wait
        self.more = more or {}


def status_of(error: CompanionError) -> int:
    """The HTTP status for one of the project's own errors."""
    match error:
        case HttpError():
            return error.status
        case IllegalMove() | StaleMove():
            return 409
        case PictureError():
            return 422
        case JournalError():
            return 503
        case _:
            return 400


def body_of(error: CompanionError) -> dict[str, Any]:
    """The JSON of an error response (web/routes/api.py, "Words")."""
    said = _without_echo(error.message)
    body: dict[str, Any] = {"error": said.key, "text": texts(said)}
    if isinstance(error, IllegalMove):
        body["reasons"] = [
            {"code": reason.key, "text": texts(_without_echo(reason))} for reason in error.reasons
        ]
    if isinstance(error, HttpError):
        body |= error.more
    return body


def _without_echo(said: Message) -> Message:
    # Of a path its last part says enough.
    shown = {k: Path(str(v)).name if k == "path" else v for k, v in said.params.items()}
    return Message(said.key, {k: _harmless(v) for k, v in shown.items()})


def _harmless(value: Param) -> Param:
    match value:
        case str():
            return value if _HARMLESS.fullmatch(value) else "…"
        case Message():
            return _without_echo(value)
        case tuple():
            return tuple(_harmless(v) for v in value)
        case _:
            return value
