"""Pages without a broker, an archive, updates and dice: for tests that are about none of these."""

from typing import TypedDict

from companion.announce import Message
from companion.archived_games import ArchiveContents
from companion.errors import JournalError
from companion.journal.ledger_rows import Row
from companion.rules import Json
from web.services import Household, Teachable, Tellable, Updatable


class NoBroker:
    """If no broker can be set."""

    def to_json(self) -> Json:
        """That there is none."""
        return {"reach": "off", "text": Message("broker.reach.off")}

    def tried(self, given: Json) -> Message:
        """Nothing was tried."""
        return Message("broker.none")


class NoArchive:
    """If there is no archive."""

    def ask(self) -> ArchiveContents:
        """Nothing."""
        return ArchiveContents(share=1.0)

    def past(self, game: str, *, names: bool = True) -> None:
        """Raises JournalError: there is none."""
        raise JournalError("archive.no-game")

    def exported(self, game: str) -> tuple[Row, ...]:
        """Raises JournalError: there is none."""
        raise JournalError("archive.no-game")

    def erase(self, game: str) -> None:
        """There is nothing to erase."""


class NoUpdates:
    """If there is no source of newer versions."""

    def to_json(self) -> Json:
        """That there is nothing."""
        return {"busy": False, "text": None, "news": [], "go": False}

    def look(self) -> None:
        """Nothing is looked for."""

    def go(self) -> None:
        """There is nothing to go on to."""


class NoDice:
    """If no dice can be taught."""

    def to_json(self) -> Json:
        """That there are none."""
        return {"colours": [], "camera": False, "sets": [], "used": "", "lesson": None}

    def act(self, what: str, name: str, die: int | None) -> Json:
        """There is nothing to do."""
        return self.to_json()


class Unwired(TypedDict):
    """What ``Services`` cannot do without."""

    broker: Tellable
    archive: Household
    updates: Updatable
    dice: Teachable


def unwired(archive: Household | None = None) -> Unwired:
    """What ``Services`` is to be given for them."""
    return {
        "broker": NoBroker(),
        "archive": archive or NoArchive(),
        "updates": NoUpdates(),
        "dice": NoDice(),
    }
