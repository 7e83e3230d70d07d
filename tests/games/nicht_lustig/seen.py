"""A table of Nicht lustig as a camera would tell of it: what settles, written short."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.nicht_lustig.pieces import TARGETS
from companion.games.nicht_lustig.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.session.session import Outcome, Session
from companion.table import Settled, Step, Table

COLOURS = ("black", "black", "red", "red", "white", "white", "pink")


def codes(text: str) -> tuple[str, ...]:
    """``23 34 31 4`` as dice; ``*`` a symbol, ``?`` one that cannot be read, ``_`` one that does not lie there."""
    pairs = zip(COLOURS, text.replace(" ", ""), strict=True)
    shown = ((c, "symbol" if v == "*" else v) for c, v in pairs if v != "_")
    return tuple(c if v == "?" else f"{c}-{v}" for c, v in shown)


class WatchedTable:
    """A session that is shown what settles; every look is half a second after the one before."""

    def __init__(self, *players: str, journal: Journal | None = None, **setup: Any) -> None:
        names = list(players) or ["Ann", "Bob"]
        self.journal = journal or Journal(None)
        self.session: Session[Any] = Session(
            TABLE_GAME, self.journal, setup={"players": names, **setup}
        )
        self.zones: dict[str, tuple[str, ...]] = {}
        self.frame = 0

    @property
    def now(self) -> Any:
        """What the rules say."""
        return self.session.state.state

    def begin(self) -> WatchedTable:
        """The display is laid out."""
        self.shows(display=tuple(f"{face}-1" for face in TARGETS))
        return self

    def shows(
        self, moved: tuple[str, ...] = (), covered: tuple[str, ...] = (), **zones: tuple[str, ...]
    ) -> Outcome:
        """The table settles with these zones changed; ``moved``: dice of the tray that lie elsewhere and show the same; ``covered``: zones under a hand."""
        steps = [
            step
            for zone, cards in zones.items()
            for step in _steps(zone, self.zones.get(zone, ()), cards)
        ]
        steps += [Step(sign, "tray", code) for code in moved for sign in ("-", "+")]
        self.zones |= zones
        self.frame += 5
        lying = {zone: cards for zone, cards in self.zones.items() if cards}
        table = Table(lying, frozenset(covered))
        return self.session.observe(Settled(self.frame, self.frame / 10, table, tuple(steps)))

    def rolls(self, text: str, thrown: str = "1111111") -> Outcome:
        """Somebody takes up the dice marked 1 and throws them; those marked 0 stay in the tray."""
        stay = _marked(self.zones.get("tray", ()), thrown)
        self.shows(tray=stay)
        after = codes(text)
        moved = tuple((Counter(after) - (Counter(after) - Counter(stay))).elements())
        assert len(moved) == len(stay), "a die that was not thrown shows something else"
        return self.shows(tray=after)

    def takes(self, *faces: str) -> Outcome:
        """Cards go from the display."""
        gone = {f"{face}-1" for face in faces}
        left = tuple(code for code in self.zones["display"] if code not in gone)
        return self.shows(display=left)

    def told(self) -> list[str]:
        """The kinds of what was announced, oldest first."""
        return [news["kind"] for news in self.session.view()["announcements"]]

    def close(self) -> None:
        self.journal.close()


def _marked(lying: tuple[str, ...], thrown: str) -> tuple[str, ...]:
    ordered = sorted(lying, key=lambda code: COLOURS.index(code.partition("-")[0]))
    return tuple(c for c, mark in zip(ordered, thrown, strict=False) if mark == "0")


def _steps(zone: str, before: tuple[str, ...], after: tuple[str, ...]) -> list[Step]:
    gone = (Counter(before) - Counter(after)).elements()
    came = (Counter(after) - Counter(before)).elements()
    return [*(Step("-", zone, c) for c in gone), *(Step("+", zone, c) for c in came)]
