"""Everything that can go wrong, by layer; each error says what, where, and what to do next.

An error carries a :class:`~companion.announce.Message`, which is put into words at the
edge like everything people read.
"""

import json
from typing import Self

from companion.announce import Message, Param
from companion.words import words


class CompanionError(Exception):
    """The root of the project's own errors."""

    def __init__(self, key: str, **params: Param) -> None:
        super().__init__(key, params)
        self.message = Message(key, params)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.message)

    def __str__(self) -> str:
        """The sentence in English, or the bare message if it has no words."""
        return _in_english(self.message)


def _in_english(text: Message) -> str:
    try:
        return words("en")(text)
    except KeyError:
        return f"{text.key} {dict(text.params)}"


def _rebuilt(kind: type[CompanionError], message: Message) -> CompanionError:
    return kind(message.key, **message.params)


class AccountError(CompanionError):
    """An account of this machine that does not exist, or may not do what is asked."""


class UpdateError(CompanionError, RuntimeError):
    """A new version could not be fetched, or was rolled back."""


class CardFolderError(CompanionError):
    """A memory card's boot partition, or a stick, that cannot be used or written."""


class CardError(CompanionError, ValueError):
    """A code or payload that is not a card, or not a card of this edition."""


class EditionError(CompanionError, ValueError):
    """An edition that does not exist or whose file is wrong."""


class InputError(CompanionError, ValueError):
    """A request that lacks what it must contain, or contains something else."""


class GameError(CompanionError):
    """A game that cannot be loaded, or a part of it."""


class NotationError(InputError):
    """A text, or JSON, that is no position or no move: where it is wrong, and what is expected there."""


class IllegalMove(CompanionError, ValueError):
    """A move that the rules refuse; ``reasons`` has all of them, the message is the first."""

    def __init__(self, key: str, *, reasons: tuple[Message, ...] = (), **params: Param) -> None:
        super().__init__(key, **params)
        self.reasons = reasons or (self.message,)

    @classmethod
    def of(cls, first: Message, *more: Message) -> Self:
        """The refusal that some reasons make together."""
        return cls(first.key, reasons=(first, *more), **first.params)

    def __str__(self) -> str:
        """Every reason in English."""
        return "; ".join(_in_english(reason) for reason in self.reasons)


class StaleMove(CompanionError):
    """A submission based on an older state of the table than the current one."""


class SettingsError(CompanionError, ValueError):
    """A configuration that cannot be used."""


class JournalError(CompanionError):
    """A journal that cannot be opened, read or written."""


class PictureError(CompanionError):
    """A picture that cannot be read."""


class CameraError(CompanionError):
    """A camera or other source that gives no frames."""


class BrokerError(CompanionError):
    """A broker that cannot be reached or refuses what it is sent."""


class LibraryError(CompanionError, ImportError):
    """An optional library that is not installed."""


def reason_of(error: BaseException) -> str:
    """Why something failed, in the words of TLS or of the system: where they have none, the error's own, or its name."""
    told = getattr(error, "verify_message", None) or getattr(error, "strerror", None)
    return told or str(error) or type(error).__name__


def quoted(value: object, most: int = 80) -> str:
    """A value as an error quotes it: text as it is, everything else as JSON, or as its type if JSON cannot hold it; long values are cut off."""
    if not isinstance(value, str):
        try:
            value = json.dumps(value, ensure_ascii=False, default=str, skipkeys=True)
        except (ValueError, RecursionError):  # contains itself, too deep, too long
            value = type(value).__name__
    return value if len(value) <= most else f"{value[: most - 1]}…"
