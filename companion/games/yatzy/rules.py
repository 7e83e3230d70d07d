"""Legal moves, what a box would score, what follows from a move, and the fold of events."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations
from random import Random
from typing import assert_never

from companion.announce import Message, message
from companion.errors import IllegalMove

from . import model as m
from .boxes import DICE, FIVE_ALIKE, JOKERS, UPPER, Dice, box_name, is_five_alike


def offers(now: m.State, player: int, dice: Dice) -> dict[str, tuple[int, int]]:
    """Box -> points and extra points: everything that a player may do with the dice."""
    sheet, column = now.rules.boxes, now.columns[player]
    free = sheet.open(column)
    joker = is_five_alike(dice) and FIVE_ALIKE not in free and now.rules.extra > 0
    extra = now.rules.extra if joker and column[sheet.boxes.index(FIVE_ALIKE)] else 0
    if joker:
        own = UPPER[dice[0] - 1]
        below = tuple(box for box in free if box not in UPPER)
        free = (own,) if own in free else below or free
    patterns = JOKERS if joker else {}
    return {box: (patterns.get(box) or sheet.points(box, dice), extra) for box in free}


def keeps(dice: Dice) -> tuple[Dice, ...]:
    """Everything that can be kept of a roll, if something is thrown again."""
    return tuple(dict.fromkeys(k for n in range(DICE) for k in combinations(dice, n)))


def legal(now: m.State) -> tuple[m.Move, ...]:
    """All legal moves: throws, boxes of this turn, boxes of earlier ones."""
    return () if now.over else tuple(_legal(now))


def _legal(now: m.State) -> Iterator[m.Move]:
    me = now.turn
    if now.plays:
        if now.rolls == 0:
            yield m.Throw(me)
        elif now.rolls < m.MOST_ROLLS:
            yield from (m.Throw(me, kept) for kept in keeps(now.dice))
        if now.dice:
            yield from (m.Fill(me, box) for box in offers(now, me, now.dice))
    for owed in now.owed:
        found = offers(now, owed.player, owed.dice)
        yield from (m.Fill(owed.player, box, owed.turn) for box in found)


def refusal(now: m.State, move: m.Move) -> Message | None:
    """Why a move is not legal; None if it is."""
    if now.over:
        return message("session.over")
    match move:
        case m.Throw(player, kept, dice):
            return _no_throw(now, player, kept, dice)
        case m.Fill(player, box, turn):
            return _no_box(now, player, box, _dice_of(now, player, turn))


def _no_throw(now: m.State, player: int, kept: Dice, dice: Dice | None) -> Message | None:  # fmt: skip
    if player != now.turn or not now.plays:
        return message("yatzy.not-yours")
    if now.rolls >= m.MOST_ROLLS:
        return message("yatzy.no-more-rolls", count=m.MOST_ROLLS)
    if now.rolls == 0 and kept:
        return message("yatzy.all-five")
    if Counter(kept) - Counter(now.dice) or len(kept) >= DICE:
        return message("yatzy.not-kept")
    if dice is not None and (not are_dice(dice) or Counter(kept) - Counter(dice)):
        return message("yatzy.no-dice")
    return None


def are_dice(values: Dice) -> bool:
    """Whether these are the values of five dice."""
    return len(values) == DICE and {*values} <= {*range(1, 7)}


def _no_box(now: m.State, player: int, box: str, dice: Dice) -> Message | None:
    if box not in now.rules.boxes.boxes:
        return message("yatzy.no-box", box=box[:20])
    if not dice:
        return message("yatzy.roll-first")
    if box not in now.rules.boxes.open(now.columns[player]):
        return message("yatzy.filled", box=box_name(box))
    if box not in offers(now, player, dice):
        return message("yatzy.joker-elsewhere", box=box_name(box))
    return None


def _dice_of(now: m.State, player: int, turn: int | None) -> Dice:
    if turn is None:
        return now.dice if player == now.turn else ()
    found = (o.dice for o in now.owed if (o.turn, o.player) == (turn, player))
    return next(found, ())


def decide(now: m.State, move: m.Move, chance: Random) -> tuple[m.Event, ...]:
    """The events of a move and everything that follows. Raises IllegalMove."""
    refused = refusal(now, move)
    if refused is not None:
        raise IllegalMove(refused.key, reasons=(refused,), **refused.params)
    match move:
        case m.Throw(player, kept, dice):
            thrown = (chance.randint(1, 6) for _ in range(DICE - len(kept)))
            shown = tuple(sorted((*kept, *thrown) if dice is None else dice))
            return (m.DiceRolled(player, now.rolls + 1, shown),)
        case m.Fill(player, box, turn):
            points, extra = offers(now, player, _dice_of(now, player, turn))[box]
            number = now.turns if turn is None else turn
            filled = m.BoxFilled(player, box, points, extra, number)
            return (filled, *following(evolve(now, filled), ends=turn is None))


def left_open(now: m.State) -> tuple[m.Event, ...]:
    """The turn ends without a word about its box."""
    owed = m.BoxOwed(now.turn, now.turns, now.dice)
    first = (owed,) if now.dice else ()
    return (*first, *following(reduce(evolve, first, now), ends=True))


def following(now: m.State, *, ends: bool) -> tuple[m.Event, ...]:
    """What follows once a box is filled or owed; ``ends``: whether a turn has ended with it."""
    if all(None not in column for column in now.columns):
        return (counted(now),)
    if not ends:
        return ()
    seats = [(now.turn + ahead) % now.players for ahead in range(1, now.players + 1)]
    seat = next((s for s in seats if now.turns_left(s) > 0), seats[0])
    return (m.TurnBegan(seat),)


def counted(now: m.State) -> m.SheetsCounted:
    """Everybody's points, and who has most."""
    most = max(now.points)
    winners = tuple(seat for seat, points in enumerate(now.points) if points == most)
    return m.SheetsCounted(now.points, winners)


def evolve(now: m.State, event: m.Event) -> m.State:
    """The state after one event."""
    match event:
        case m.DiceRolled(_, number, dice):
            return replace(now, rolls=number, dice=tuple(sorted(dice)))
        case m.BoxFilled(player, box, points, extra, turn):
            owed = tuple(each for each in now.owed if each.turn != turn)
            extras = tuple(e + extra * (n == player) for n, e in enumerate(now.extras))
            return replace(_written(now, player, box, points), extras=extras, owed=owed)
        case m.BoxOwed():
            return replace(now, owed=(*now.owed, event))
        case m.TurnBegan(player):
            return replace(now, turn=player, turns=now.turns + 1, rolls=0, dice=())
        case m.SheetsCounted(_, winners):
            return replace(now, winners=winners)
        case m.DiceWere(dice):
            return replace(now, dice=tuple(sorted(dice)))
        case m.BoxWas(player, box, points):
            return replace(_written(now, player, box, points), winners=())
        case _:
            assert_never(event)


def _written(now: m.State, player: int, box: str, points: int | None) -> m.State:
    columns = list(now.columns)
    columns[player] = now.rules.boxes.written(columns[player], box, points)
    return replace(now, columns=tuple(columns))
