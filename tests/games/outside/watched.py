"""Kniffel, which another package brings, and a table of it as a camera would tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion import games
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Outcome, Session
from companion.table import Settled, Step, Table
from tests.games.installed import installed

HERE = Path(__file__).parent / "kniffel" / "kniffel"


@contextmanager
def kniffel_installed(place: Path) -> Iterator[GamePackage]:
    """The game, brought by another package."""
    (place / "kniffel").symlink_to(HERE, target_is_directory=True)
    with installed(place, {"kniffel": "kniffel:GAME"}, "murphy-kniffel"):
        yield games.game("kniffel")


def codes(text: str) -> tuple[str, ...]:
    """``2355?``: the last one cannot be read."""
    return tuple("white" if v == "?" else f"white-{v}" for v in text)


class WatchedDice:
    """A session that is shown what settles; the mat is empty at first."""

    url = ""
    """Where its pages are served, if they are."""

    def __init__(
        self,
        package: GamePackage,
        *players: str,
        begins: dict[str, str] | None = None,
        **setup: Any,
    ) -> None:
        """``begins``: what lies there at the first look."""
        names = list(players) or ["Ann", "Bob"]
        self.session: Session[Any] = Session(
            package.played(), Journal(None), setup={"players": names, **setup}
        )
        self.zones: dict[str, tuple[str, ...]] = {}
        self.frame = 0
        self.shows(**(begins or {}))

    @property
    def now(self) -> Any:
        """What the rules say."""
        return self.session.state.state

    @property
    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        return self.session.view()

    def shows(self, moved: str = "", covered: str = "", **zones: str) -> Outcome:
        """The table settles with these zones changed; ``moved``: dice of the tray that lie elsewhere and show the same."""
        steps: list[Step] = []
        for zone, text in zones.items():
            before, after = self.zones.get(zone, ()), codes(text)
            steps += [Step("-", zone, c) for c in (Counter(before) - Counter(after)).elements()]
            steps += [Step("+", zone, c) for c in (Counter(after) - Counter(before)).elements()]
            self.zones[zone] = after
        steps += [Step(sign, "tray", code) for code in codes(moved) for sign in ("-", "+")]
        self.frame += 5
        table = Table(
            {zone: lie for zone, lie in self.zones.items() if lie}, frozenset(covered.split())
        )
        return self.session.observe(Settled(self.frame, self.frame / 10, table, tuple(steps)))

    def rolls(self, tray: str, kept: str = "") -> None:
        """The dice that are not on the strip are taken up and thrown."""
        if self.zones.get("tray"):
            self.shows(tray="", kept=kept)
        self.shows(tray=tray, kept=kept)

    def taps(self, choice: str) -> None:
        """Somebody answers the last question."""
        self.session.answer(self.view["questions"][-1]["id"], choice)

    def told(self) -> list[str]:
        """The kinds of what was announced, oldest first."""
        return [news["kind"] for news in self.view["announcements"]]

    def troubles(self) -> list[str]:
        """What is wrong."""
        return [wrong["reason"] for wrong in self.view["troubles"]]
