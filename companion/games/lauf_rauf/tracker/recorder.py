"""What one input leads to in this game, and the sitting after each event."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from random import Random

from companion.announce import Message
from companion.gamekit.sitting import Irregularity, remembered
from companion.gamekit.table_recorder import TableRecorder
from companion.games.lauf_rauf.model.events import (
    LAUF_EVENTS,
    CampFilled,
    DicePassedOn,
    LaufEvent,
    PairThrown,
    PawnsMoved,
    PawnsWere,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.model.moves import LaufMove
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.outcomes import Placement
from companion.games.lauf_rauf.rules.rulebook import decide, turn_over
from companion.games.lauf_rauf.tracker.sitting import LaufSitting, in_force, tolerant
from companion.rules import Json


class LaufRecorder(TableRecorder[LaufSitting, LaufEvent]):
    """What is concluded within one call of the game."""

    __slots__ = ()

    def __init__(self, sitting: LaufSitting) -> None:
        super().__init__(sitting, after, LAUF_EVENTS, _said)

    @property
    def standing(self) -> Standing:
        """The current state of the rules."""
        return self.sitting.standing

    def decide(self, move: LaufMove) -> None:
        """A move that somebody entered, including the outcomes of chance. Raises IllegalMove."""
        self.facts(decide(in_force(self.sitting), move, Random(0)))

    def see(self, move: LaufMove) -> None:
        """A move that was seen: if the ghost was not moved, it was forgotten. Raises IllegalMove."""
        self.facts(decide(tolerant(self.standing), move, Random(0)))

    def end(self, *deed: LaufEvent) -> None:
        """A fact, independent of the rules, that ends a turn."""
        self.facts((*deed, turn_over(reduce(evolve, deed, self.standing))))

    def put_right(self, pawns: PawnsWere) -> None:
        """Correct the pawns; the turn continues, unless this put somebody's last one into its camp."""
        before = self.standing.winner
        self.facts((pawns,))
        now = self.standing.winner
        if now is not None and before is None:
            self.facts((CampFilled(now),))

    def wrong(self, reason: str, text: Message) -> None:
        """Report once that something breaks the rules."""
        self.complain(Irregularity(reason, self.standing.turn, text))


def _said(sitting: LaufSitting) -> tuple[object, ...]:
    """The state of the game as far as it can be undone."""
    return sitting.standing, sitting.turned


def after(sitting: LaufSitting, event: Json) -> LaufSitting:
    """What is remembered once an event has happened; the rules' own are folded into the game."""
    match event:
        case {"event": str(name)} if name in LAUF_EVENTS:
            return _fact(sitting, LAUF_EVENTS.from_json(event))
        case {"event": "lost-roll", "count": count}:
            return replace(sitting, lost=count)
        case {"event": "nudged"}:
            return replace(sitting, nudged=not sitting.standing.rolls)
        case {"event": "called"}:
            return replace(sitting, called=True)
        case {"event": "turning", "cards": cards}:
            return replace(sitting, turned=tuple(cards))
        case {"event": "shown", "cards": cards}:
            return replace(sitting, shown=tuple(cards))
        case {"event": "by-board"}:
            return replace(sitting, by_board=sitting.entry)
        case {"event": "taken-back"}:
            return replace(sitting, takes_back=True)
        case {"event": "unwanted", "pawns": pawns, "ghost": ghost}:
            there = (
                None if ghost is None else Placement(tuple(map(tuple, pawns)), ghost)
            )
            return replace(sitting, takes_back=False, taken_back=there)
        case {"event": "under-way", "left": left}:
            return replace(sitting, under_way=tuple((c, a, b) for c, a, b in left))
        case {"event": "stage"}:
            return _staged(sitting, event)
        case _:
            return remembered(sitting, event)


def _staged(sitting: LaufSitting, event: Json) -> LaufSitting:
    """The sitting in another stage: dice that nobody could read still lie there."""
    there = replace(remembered(sitting, event), under_way=())
    unread = tuple(wrong for wrong in sitting.irregular if wrong.reason == "dice")
    if not unread:
        return there
    return replace(there, irregular=unread, left=sitting.left, came=sitting.came)


def _fact(sitting: LaufSitting, event: LaufEvent) -> LaufSitting:
    there = replace(sitting, standing=evolve(sitting.standing, event))
    if isinstance(event, PawnsMoved):
        return replace(there, before=sitting.standing)
    if isinstance(event, PairThrown):
        there = replace(there, takes_back=False, taken_back=None)
        return replace(there, nudged=False, before=None)
    if not isinstance(event, DicePassedOn):
        return there
    fresh = replace(there, called=False, turned=(), shown=(), under_way=())
    return replace(
        fresh, nudged=False, lost=0, since=sitting.now, turns=sitting.turns + 1
    )
