"""What the rules of games with score sheets share: rolling, filling boxes, whose turn it is, and who has most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from random import Random
from typing import Final, Generic, assert_never

from companion.announce import Message, message
from companion.errors import IllegalMove
from companion.kit.odds import FACES, Dice, keeps, rolls
from companion.kit.score_sheets import model as m

DICE: Final = 5
ROLLS: Final = 3
HIGHEST: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRules(Generic[m.R]):
    """The rules of a game: what it says itself is its sheet, and what dice bring on it."""

    name: str
    """The game's name."""
    box_name: Callable[[str], Message]
    """What a box is called: the sentence ``<name>.box.<box>``, which the pages say, too."""
    form: Callable[[m.R], m.Form]
    """The sheet that is played on under some rulings."""
    offers: Callable[[m.State[m.R], int, Dice], Mapping[str, m.Offer]]
    """A player's dice -> every box that they may be written into."""
    dice: int = DICE
    rolls: int = ROLLS
    """The most rolls of a turn."""
    highest: int = HIGHEST
    """The most points that can stand in a box."""

    def start(self, players: int, rulings: m.R) -> m.State[m.R]:
        """A game before the first roll."""
        form = self.form(rulings)
        return m.State(
            form=form, rulings=rulings, sheets=(form.empty,) * players, extras=(0,) * players
        )

    # What may be done ----------------------------------------------------------------

    def legal(self, now: m.State[m.R]) -> tuple[m.Move, ...]:
        """All legal moves: throws, boxes of this turn, boxes of earlier ones."""
        return () if now.over else tuple(self._legal(now))

    def _legal(self, now: m.State[m.R]) -> Iterator[m.Move]:
        me = now.turn
        if now.plays:
            if now.rolls == 0:
                yield m.Throw(me)
            elif now.rolls < self.rolls:
                # Of a roll that nobody could read nothing is kept.
                yield from (m.Throw(me, kept) for kept in keeps(now.dice) or ((),))
            if now.dice:
                yield from (m.Fill(me, box) for box in self.offers(now, me, now.dice))
        for owed in now.owed:
            found = self.offers(now, owed.player, owed.dice)
            yield from (m.Fill(owed.player, box, owed.turn) for box in found)

    def most_in(self, now: m.State[m.R], player: int, box: str) -> int:
        """The most points that dice bring in a box of an empty sheet, or of this player's with the box open; ``highest`` where none may be written there."""
        start = self.start(now.players, now.rulings)
        found = (
            self.offers(then, player, dice).get(box)
            for then in (start, _written(now, player, box, None))
            for dice in rolls(self.dice)
        )
        return max((offer.points for offer in found if offer), default=self.highest)

    def values(self, rulings: m.R) -> Mapping[str, Sequence[int]]:
        """Box -> the points that dice bring there on an empty sheet, and 0; all up to ``highest`` where none may be written."""
        return _values(self, rulings)

    def refusal(self, now: m.State[m.R], move: m.Move) -> Message | None:
        """Why a move is not legal; None if it is."""
        if now.over:
            return message("session.over")
        match move:
            case m.Throw():
                return self._no_throw(now, move)
            case m.Fill():
                return self._no_box(now, move)

    def _no_throw(self, now: m.State[m.R], move: m.Throw) -> Message | None:
        kept, dice = move.kept, move.dice
        if move.player != now.turn or not now.plays:
            return message("score.not-yours")
        if now.rolls >= self.rolls:
            return message("score.no-more-rolls", count=self.rolls)
        if now.rolls == 0 and kept:
            return message("score.all-dice")
        if Counter(kept) - Counter(now.dice) or len(kept) >= self.dice:
            return message("score.not-kept")
        if dice is not None and (not self.are_dice(dice) or Counter(kept) - Counter(dice)):
            return message("score.no-dice", count=self.dice)
        return None

    def are_dice(self, values: Dice) -> bool:
        """Whether these are what all dice can show."""
        return len(values) == self.dice and {*values} <= {*FACES}

    def _no_box(self, now: m.State[m.R], move: m.Fill) -> Message | None:
        player, box, dice = move.player, move.box, now.dice_of(move.player, move.turn)
        if box not in now.form.boxes:
            return message("score.no-box", box=box[:20])
        if not dice:
            return message("score.roll-first")
        if now.points_in(player, box) is not None:
            return message("score.is-filled", box=self.box_name(box))
        if box not in self.offers(now, player, dice):
            return message("score.not-offered", box=self.box_name(box))
        return None

    # What follows --------------------------------------------------------------------

    def decide(self, now: m.State[m.R], move: m.Move, chance: Random) -> tuple[m.Event, ...]:
        """The events of a move and everything that follows. Raises IllegalMove."""
        refused = self.refusal(now, move)
        if refused is not None:
            raise IllegalMove.of(refused)
        match move:
            case m.Throw(player, kept, dice):
                thrown = (chance.randint(1, 6) for _ in range(self.dice - len(kept)))
                shown = tuple(sorted((*kept, *thrown) if dice is None else dice))
                return (m.DiceRolled(player, now.rolls + 1, shown),)
            case m.Fill(player, box, turn):
                offer = self.offers(now, player, now.dice_of(player, turn))[box]
                number = now.turns if turn is None else turn
                filled = m.BoxFilled(player, box, *offer, number)
                after = self.evolve(now, filled)
                return (filled, *self.following(after, ends=turn is None))

    def left_open(self, now: m.State[m.R]) -> tuple[m.Event, ...]:
        """The turn ends without a word about its box; who has none left owes none."""
        owed = m.BoxOwed(now.turn, now.turns, now.dice)
        first = (owed,) if now.dice and now.plays else ()
        return (*first, *self.following(reduce(self.evolve, first, now), ends=True))

    def following(self, now: m.State[m.R], *, ends: bool) -> tuple[m.Event, ...]:
        """What follows once a box is filled or owed, or somebody has left; ``ends``: whether a turn has ended with it."""
        if now.is_full:
            return (self.counted(now),)
        if not ends:
            return ()
        around = [(now.turn + n) % now.players for n in range(1, now.players + 1)]
        seats = [seat for seat in around if seat in now.playing]
        seat = next((s for s in seats if now.turns_left(s) > 0), seats[0])
        return (m.TurnBegan(seat),)

    def leaving(self, now: m.State[m.R], player: int) -> tuple[m.Event, ...]:
        """A player leaves: who had the turn has it no longer, and nobody waits for the boxes that are open."""
        left = m.PlayerLeft(player)
        return (left, *self.following(self.evolve(now, left), ends=player == now.turn))

    def coming_back(self, now: m.State[m.R], player: int) -> tuple[m.Event, ...]:
        """Who had left plays on, at once if nobody else has a box to fill."""
        back = m.PlayerBack(player)
        return (back,) if now.plays else (back, m.TurnBegan(player))

    def counted(self, now: m.State[m.R]) -> m.SheetsCounted:
        """Everybody's points, and who has most of those who have not left."""
        most = max(now.points[seat] for seat in now.playing)
        winners = tuple(seat for seat in now.playing if now.points[seat] == most)
        return m.SheetsCounted(now.points, winners)

    def evolve(self, now: m.State[m.R], event: m.Event) -> m.State[m.R]:
        """The state after one event."""
        match event:
            case m.DiceRolled(_, number, dice):
                return replace(now, rolls=number, dice=tuple(sorted(dice)))
            case m.BoxFilled(player, box, points, extra, turn):
                return _settled(_written(now, player, box, points), player, turn, extra)
            case m.BoxOwed():
                return replace(now, owed=(*now.owed, event))
            case m.TurnBegan(player):
                turns = now.turns + 1
                return replace(now, turn=player, turns=turns, rolls=0, dice=())
            case m.SheetsCounted(_, winners):
                return replace(now, winners=winners)
            case m.DiceWere(dice):
                return replace(now, dice=tuple(sorted(dice)))
            case m.BoxWas(player, box, points, turn, extra):
                there = _settled(_written(now, player, box, points), player, turn, -extra)
                return replace(there, winners=())
            case m.PlayerLeft(player):
                owed = tuple(each for each in now.owed if each.player != player)
                return replace(now, owed=owed, left_game=now.left_game | {player})
            case m.PlayerBack(player):
                return replace(now, left_game=now.left_game - {player})
            case _:
                assert_never(event)


@lru_cache
def _values(rules: SheetRules[m.R], rulings: m.R) -> Mapping[str, Sequence[int]]:
    now = rules.start(1, rulings)
    found = [rules.offers(now, 0, dice) for dice in rolls(rules.dice)]
    brings = {box: {o[box].points for o in found if box in o} for box in now.form.boxes}
    every = range(rules.highest + 1)
    return {box: sorted({0, *(points or every)}) for box, points in brings.items()}


def _settled(now: m.State[m.R], player: int, turn: int | None, extra: int) -> m.State[m.R]:
    """A turn owes its box no longer, and a player has so many more points beside the boxes."""
    owed = tuple(each for each in now.owed if each.turn != turn)
    extras = tuple(e + extra * (s == player) for s, e in enumerate(now.extras))
    return replace(now, extras=extras, owed=owed)


def _written(now: m.State[m.R], player: int, box: str, points: int | None) -> m.State[m.R]:
    sheets = list(now.sheets)
    sheets[player] = now.form.written(sheets[player], box, points)
    return replace(now, sheets=tuple(sheets))
