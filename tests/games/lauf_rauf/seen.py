"""A table of Lauf Rauf! as a camera would tell of it: what settles, written short."""

from collections import Counter
from typing import Any

from companion.games.lauf_rauf.mat import GHOST, pawn_names
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.session.session import Outcome, Session
from companion.table import Settled, Step, Table

Zones = dict[str, tuple[str, ...]]


def die(value: str) -> str:
    """``4`` as a die's code; ``?`` is one that cannot be read."""
    return "white" if value == "?" else f"white-{value}"


class WatchedMountain:
    """A session that is shown what settles; every look is half a second after the one before."""

    def __init__(self, *players: str, journal: Journal | None = None, **setup: Any) -> None:
        names = list(players) or ["Ann", "Bob"]
        self.journal = journal or Journal(None)
        self.session: Session[Any] = Session(
            TABLE_GAME, self.journal, setup={"players": names, **setup}
        )
        self.pawns: dict[str, str] = {GHOST: "summit"}
        for colour in self.now.colours:
            for n, name in enumerate(pawn_names(colour), 1):
                self.pawns[name] = f"base-{colour}-{n}"
        self.tray: tuple[str, ...] = ()
        self.discard: tuple[str, ...] = ()
        self.told: Zones = {}
        self.frame = 0

    @property
    def now(self) -> Any:
        """What the rules say."""
        return self.session.state.state

    def looks(self, covered: tuple[str, ...] = ()) -> Outcome:
        """The table settles, with these zones under a hand; under the ghost no cap is seen."""
        zones: dict[str, list[str]] = {}
        haunted = self.pawns[GHOST]
        for name, place in self.pawns.items():
            if place and (name == GHOST or place != haunted):
                zones.setdefault(place, []).append(name)
        zones["tray"], zones["discard"] = list(self.tray), list(self.discard)
        after = {zone: tuple(sorted(codes)) for zone, codes in zones.items() if codes}
        steps = _steps(self.told, after)
        self.told = after
        self.frame += 5
        seen = Settled(self.frame, self.frame / 10, Table(after, frozenset(covered)), steps)
        return self.session.observe(seen)

    def moves(self, pawn: str, place: str) -> Outcome:
        """A pawn, or the ghost, is set elsewhere."""
        self.pawns[pawn] = place
        return self.looks()

    def rolls(self, values: str) -> Outcome:
        """The dice are taken up and fall: ``34``."""
        if self.tray:
            self.tray = ()
            self.looks()
        self.tray = tuple(map(die, values))
        return self.looks()

    def rolls_one(self, value: str, becomes: str) -> Outcome:
        """The die that shows a value is taken up and falls again."""
        kept = list(self.tray)
        kept.remove(die(value))
        self.tray = tuple(kept)
        self.looks()
        self.tray = (*kept, die(becomes))
        return self.looks()

    def nudges(self, values: str) -> Outcome:
        """Dice lie elsewhere and show what they showed; nobody was seen to take them up."""
        steps = tuple(Step(sign, "tray", die(v)) for v in values for sign in ("-", "+"))
        self.frame += 5
        seen = Settled(self.frame, self.frame / 10, Table(self.told), steps)
        return self.session.observe(seen)

    def kinds(self) -> list[str]:
        """The kinds of what was announced, oldest first."""
        return [news["kind"] for news in self.session.view()["announcements"]]

    def faults(self) -> list[str]:
        """What is wrong now."""
        return [wrong.reason for wrong in self.session.state.violations]

    def close(self) -> None:
        self.journal.close()


def _steps(before: Zones, after: Zones) -> tuple[Step, ...]:
    found = []
    for zone in {**before, **after}:
        old, new = Counter(before.get(zone, ())), Counter(after.get(zone, ()))
        found += [Step("-", zone, code) for code in (old - new).elements()]
        found += [Step("+", zone, code) for code in (new - old).elements()]
    return tuple(sorted(found, key=lambda step: step.sign == "+"))
