"""The edge of the program: messages become sentences in every language."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from companion.announce import Announcement, Message
from companion.words import LANGUAGES, words

DEFAULT = "de"
"""The language of a page if the browser accepts none of ours."""

_log = logging.getLogger(__name__)


def texts(said: Message) -> dict[str, str]:
    """The message in every language."""
    return {language: sentence(language, said) for language in LANGUAGES}


def sentence(language: str, said: Message) -> str:
    """The message in one language; if its words are missing, its key, and a line in the log.

    A missing word is a bug, but no reason to stop a game.
    """
    try:
        return words(language)(said)
    except (KeyError, IndexError, ValueError):
        _log.error("no words in %s for %s", language, said.key)
        return said.key


def worded(value: Any) -> Any:
    """JSON values in which every message, as an object or as its own JSON, is replaced by its texts."""
    match value:
        case Message():
            return texts(value)
        case {"key": str(), "params": Mapping(), **rest} if not rest:
            return texts(Message.from_json(value))
        case Mapping():
            return {key: worded(v) for key, v in value.items()}
        case str():
            return value
        case Sequence():
            return [worded(v) for v in value]
        case _:
            return value


def announcement_json(said: Announcement) -> dict[str, Any]:
    """An announcement as pages receive it: its text in every language."""
    return {
        "kind": said.kind,
        "player": said.player,
        "params": worded(said.params),
        "text": worded(said.text),
    }


def language_for(asked: str | None, accepted: Sequence[str]) -> str:
    """The language for a page: the one in its address, else the first of ours that the browser accepts."""
    wanted = ((tag or "")[:2].lower() for tag in (asked, *accepted))
    return next((tag for tag in wanted if tag in LANGUAGES), DEFAULT)
