"""What a game at a table remembers between inputs, common to all games; each game's own sitting adds to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar

from companion.announce import Message
from companion.rules import Input, Json
from companion.table import Settled, Step, Table

Stage: TypeAlias = Literal["set-up", "play", "rebuild"]
DiceCodes: TypeAlias = tuple[str, ...]
"""Dice as reported, one code per die: ``black-4``; ``black`` if it cannot be read."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something on the table that the rules do not allow; ``thrown`` and ``values`` are a roll that people may accept."""

    reason: str
    player: int
    text: Message
    thrown: tuple[str, ...] = ()
    values: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As an event's values; ``irregularity`` is the inverse."""
        who = {"reason": self.reason, "player": self.player}
        roll = {"thrown": list(self.thrown), "values": list(self.values)}
        return who | roll | {"text": self.text.to_json()}


def irregularity(told: Json) -> Irregularity:
    """What ``to_json`` wrote."""
    text = Message.from_json(told["text"])
    rolled = tuple(told.get("thrown", ())), tuple(told.get("values", ()))
    return Irregularity(told["reason"], told["player"], text, *rolled)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One moment at a table.

    ``entry`` and ``now`` are the number and time of the input being processed,
    ``since`` when the turn began, ``turns`` how many there have been.
    """

    stage: Stage = "set-up"
    entry: int = 0
    now: float = 0.0
    since: float = 0.0
    turns: int = 0
    table: Table = field(default_factory=Table)
    steps: tuple[Step, ...] = ()
    """What the last look showed to have changed."""
    left: DiceCodes = ()
    """Dice that left their places since the last rest."""
    came: DiceCodes = ()
    """Dice that have come to rest since then."""
    problems: tuple[Message, ...] | None = None
    """What is missing before the game can begin or continue; None: not checked yet."""
    irregular: tuple[Irregularity, ...] = ()
    did: tuple[int, ...] = ()
    """The entries that changed the game, to be undone one by one."""
    paused: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        return self.stage == "play" and not self.paused

    def public(self) -> dict[str, Any]:
        """Its part of the public view."""
        return {
            "covered": sorted(self.table.covered),
            "setup": self._set_up(),
            "troubles": [wrong.to_json() for wrong in self.irregular],
            "paused": self.paused,
        }

    def _set_up(self) -> dict[str, Any] | None:
        if self.stage == "play" or self.problems is None:
            return None
        told = [{"code": p.key, "text": p.to_json()} for p in self.problems]
        return {"ok": not told, "problems": told}


T = TypeVar("T", bound=Sitting)


def heard(sitting: T, said: Input) -> T:
    """The sitting after registering an input, without conclusions; the same object if nothing changes."""
    if said.seen is None:
        return replace(sitting, entry=said.seq, now=said.at)
    if not isinstance(said.seen, Settled):
        return sitting
    there = replace(sitting, entry=said.seq, now=said.at, table=said.seen.table)
    return replace(there, steps=changes(sitting.table, said.seen))


def changes(before: Table, seen: Settled) -> tuple[Step, ...]:
    """What a look shows to have changed since the table ``before``, in chronological order.

    A camera that has just started reports everything on the table as new: what lies
    in a zone as it lay before is no change.
    """
    moved = {step.zone for step in seen.steps}
    as_before = {zone for zone in moved if _is_as_before(zone, before, seen)}
    return tuple(step for step in seen.steps if step.zone not in as_before)


def _is_as_before(zone: str, before: Table, seen: Settled) -> bool:
    """Whether all that lies in a zone is said to have come, and is what lay there: a die that lies there is readable or not."""
    steps, now = [s for s in seen.steps if s.zone == zone], Counter(seen.table[zone])
    came = Counter(step.card for step in steps if step.sign == "+")
    gone, fresh = Counter(before[zone]) - now, now - Counter(before[zone])
    unread = Counter(code.partition("-")[0] for code in gone.elements())
    return came == now and len(steps) == came.total() and fresh == unread


def remembered(sitting: T, event: Json) -> T:
    """The sitting after one event, as far as all games share it."""
    match event:
        case {"event": "dice", "left": left, "came": came}:
            return replace(sitting, left=tuple(left), came=tuple(came))
        case {"event": "stage", "stage": stage}:
            there = replace(sitting, stage=stage, problems=None, since=sitting.now)
            return replace(there, left=(), came=(), irregular=())
        case {"event": "set-up" | "rebuild", "problems": problems}:
            return replace(sitting, problems=tuple(map(Message.from_json, problems)))
        case {"event": "illegal"}:
            wrong = irregularity(event)
            others = (w for w in sitting.irregular if w.reason != wrong.reason)
            return replace(sitting, irregular=(*others, wrong))
        case {"event": "legal-again"}:
            others = (w for w in sitting.irregular if w != irregularity(event))
            return replace(sitting, irregular=tuple(others))
        case {"event": "did", "entry": entry}:
            return replace(sitting, did=(*sitting.did, entry))
        case {"event": "paused", "paused": paused}:
            return replace(sitting, paused=paused)
        case _:
            return sitting
