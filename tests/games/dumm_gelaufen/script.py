"""Scripted rounds: what hands do at a table, line by line, and what is to be told of it.

A script says how the table lies, then what happens and, after ``>``, the lines
that `murphy watch` must tell for it: no more of those events, no fewer::

    mac R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1
    left Y01-1
    right Y02-1
    take mac R01-1
    take mac R02-1
    lay mac G10-1
    > move player=0 area=mac taken=R01-1,R02-1 laid=G10-1 sure=true

``take``, ``lay`` and ``draw`` are a hand each that comes, stops and goes, one that ``hold``s over a zone stays until it ``leave``s. Where arms
``cross`` a zone again and again, it settles, and what happened in it is told, once they ``part``. An ``order`` is the host's. Where it is ``dim``, no edges are seen beside the top of a pile. Lines of ``table`` are left out of account.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app.looking.watcher import Watcher
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.session.session import Session
from companion.table import Glimpse, Observation, Settled, Step, Table, Visit
from companion.tracking.bearings import MIDDLES
from tests.games.dumm_gelaufen.onlooker import sticks_out

NAMES = ("Ann", "Bob", "Cem")
SIDES = {"Ann": "bottom", "Bob": "left", "Cem": "right"}
DEALT = """
mac R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1
left Y01-1
right Y02-1
begin
"""
ZONES = {"left": "open-left", "right": "open-right"}


def place_of(zone: str) -> str:
    """The name of a zone that scripts call by a shorter one."""
    return ZONES.get(zone, zone)


@dataclass
class Stage:
    """The table, and the time that passes."""

    zones: dict[str, list[str]] = field(default_factory=dict)
    unseen: list[Visit] = field(default_factory=list)
    told: Table = field(default_factory=Table)
    unknown: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    at: float = 0.0
    side: Any = None
    beside: set[str] = field(default_factory=set)
    covered: set[str] = field(default_factory=set)
    crossed: set[str] = field(default_factory=set)
    piles: dict[str, set[str]] = field(default_factory=dict)
    dim: bool = False

    def perform(self, words: list[str]) -> Iterator[Observation]:
        """What a settler tells of one line of a script."""
        match words:
            case [("mac" | "left" | "right" | "actions" | "claim") as zone, *cards]:
                self.zones[place_of(zone)] = cards
            case ["begin"]:
                yield self.settled()
            case ["arm", side]:
                self.side = side
            case ["take", zone, *cards]:
                for card in cards:
                    self.zones[place_of(zone)].remove(card)
                yield from self.reach(zone, takes=tuple(cards))
            case ["lay", zone, *cards]:
                for card in cards:
                    self.lay(place_of(zone), card)
                yield from self.reach(zone, brings=tuple(cards))
            case ["dim"]:
                self.dim = True
            case ["beside", zone]:
                self.beside.add(place_of(zone))
            case ["hold", zone]:
                self.covered.add(place_of(zone))
            case ["leave", zone]:
                self.covered.discard(place_of(zone))
                yield self.settled()
            case ["cross", zone]:
                self.crossed.add(place_of(zone))
            case ["part", zone]:
                self.crossed.discard(place_of(zone))
                yield self.settled()
            case ["draw"]:
                yield from self.reach("draw")
            case ["reach", zone]:
                yield from self.reach(zone)
            case ["clear", zone]:
                cards = self.zones.pop(place_of(zone))
                yield from self.reach(zone, takes=tuple(cards))
            case ["glimpse", card]:
                bearing = MIDDLES.get(self.side)
                yield Glimpse(int(self.at * 10), self.at, "actions", card, bearing)
            case ["unknown", *texts]:
                self.unknown = tuple(texts)
                yield self.settled()
            case ["twice", *cards]:
                self.twice = tuple(cards)
                yield self.settled()
            case ["wait", seconds]:
                self.at += float(seconds)
                yield self.settled()
            case _:
                raise ValueError(f"nobody can do this: {words}")

    def lay(self, zone: str, card: str) -> None:
        """A card comes to the right end of a row, or on top of a pile."""
        there = self.zones.setdefault(zone, [])
        there.insert(len(there) if zone in ("mac", "claim") else 0, card)

    def reach(
        self, zone: str, brings: tuple[str, ...] = (), takes: tuple[str, ...] = ()
    ) -> Iterator[Observation]:
        """A hand comes, stops and goes, with cards or without; then the zone settles."""
        name = place_of(zone)
        self.unseen.append(Visit(name, self.at + 0.5, self.at + 1.0, self.side))
        self.at += 2.0
        yield self.settled()

    def settled(self) -> Settled:
        """The table as it lies now: of a pile its top, and the card below it where that lies ``beside`` it."""
        before = self.told
        visits = tuple(visit for visit in self.unseen if visit.zone not in self.crossed)
        self.unseen = [visit for visit in self.unseen if visit.zone in self.crossed]
        shown = {z: self.shown(z) for z, c in self.zones.items() if c}
        shown |= {zone: before[zone] for zone in self.crossed}
        zones = {zone: cards for zone, cards in shown.items() if cards}
        self.told = Table(zones, frozenset(self.covered | self.crossed))
        steps = [*self.steps(before, "-"), *self.steps(before, "+")]
        return Settled(
            int(self.at * 10),
            self.at,
            self.told,
            tuple(steps),
            visits,
            self.unknown,
            self.twice,
            dict(self.edges(steps)),
        )

    def edges(self, steps: list[Step]) -> Iterator[tuple[str, bool]]:
        """Of the piles that have a new top, whether something new sticks out beside it."""
        for zone in ("open-left", "open-right"):
            now, moved = (set(self.zones.get(zone, ())), [s for s in steps if s.zone == zone])
            out = sticks_out(self.piles.get(zone, set()), now, self.told[zone], moved)
            self.piles[zone] = now
            if out is not None and not self.dim:
                yield zone, out

    def shown(self, zone: str) -> tuple[str, ...]:
        """What of a zone can be seen."""
        cards = self.zones[zone]
        if zone in ("mac", "claim"):
            return tuple(cards)
        return tuple(cards[: 1 + (zone in self.beside)])

    def steps(self, before: Table, sign: Any) -> Iterator[Step]:
        """What is new since, or gone."""
        old, new = (self.told, before) if sign == "-" else (before, self.told)
        for zone in sorted({*old.zones, *new.zones}):
            cards = (card for card in new[zone] if card not in old[zone])
            yield from (Step(sign, zone, card) for card in cards)


@dataclass
class Script:
    """A script being played; ``told`` are the lines told since they were last asked for."""

    stage: Stage = field(default_factory=Stage)
    watcher: Watcher = field(default_factory=lambda: Watcher(GAME, NAMES, "classic"))
    told: list[dict[str, Any]] = field(default_factory=list)

    def play(self, line: str) -> None:
        """Perform one line."""
        words = line.split()
        if words == ["end"]:
            self.told += self.watcher.finished()
            return
        if words[0] == "order":
            self.session.correct({"do": words[1]})
            return
        for seen in self.stage.perform(words):
            self.told += map(self.named, self.watcher.lines_about(seen))

    def named(self, line: dict[str, Any]) -> dict[str, Any]:
        """A line about something wrong with the cards that its announcement names; any other as it is."""
        if line["event"] != "illegal":
            return line
        news = reversed(self.session.view()["announcements"])
        wrong = (n["params"] for n in news if n["kind"] == "illegal")
        named: dict[str, Any] = next(w for w in wrong if w["reason"] == line["reason"])
        return line | named

    def play_all(self, text: str) -> None:
        """Perform line after line."""
        for line in filter(None, text.splitlines()):
            self.play(line)

    @property
    def session(self) -> Session[TableState]:
        """The session that has seen it."""
        assert self.watcher.session is not None
        return self.watcher.session

    def heard(self) -> list[dict[str, Any]]:
        """What was told, tables left out."""
        told, self.told = self.told, []
        return [line for line in told if line["event"] != "table"]


def dealt(*parts: str) -> Script:
    """A script in which the cards are dealt (8, 9 and 10 of them), and then these parts are played."""
    script = Script()
    for part in (DEALT, *parts):
        script.play_all(part)
    return script


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a script with their numbers, without what is only for readers."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        plain = line.split("#")[0].strip()
        if plain:
            yield number, plain


def expected(line: str) -> dict[str, Any]:
    """What a line after ``>`` asks of the line that is told."""
    event, *pairs = line.removeprefix(">").split()
    return {"event": event} | dict(_pair(pair) for pair in pairs)


def _pair(pair: str) -> tuple[str, Any]:
    key, _, value = pair.partition("=")
    if key in ("taken", "laid", "cards", "hand"):
        return key, [None if v == "?" else v for v in value.split(",") if v]
    if value in ("true", "false"):
        return key, value == "true"
    return key, int(value) if value.isdecimal() else value


def fits(told: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a line that was told is the one wanted, in all that is asked of it."""
    for key, value in wanted.items():
        if key == "codes":
            there = told.get("problems") or told.get("reasons") or ()
            if {each["code"] for each in there} != set(value.split(",")):
                return False
        elif key == "choices":
            if len(told["choices"]) != value:
                return False
        elif told.get(key) != value:
            return False
    return True
