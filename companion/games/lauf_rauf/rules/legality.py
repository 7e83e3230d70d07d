"""The legal moves at a moment (rules, F1 Turn)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.lauf_rauf.board.cards import (
    BACK,
    CLIMB,
    HIT,
    START,
    LaufCards,
    serving,
)
from companion.games.lauf_rauf.board.plan import BASE, MIDDLE, SUMMIT
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    LeaveIt,
    MoveGhost,
    RunPawn,
    SacrificeCard,
    StartPawn,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.walking import (
    climbs_past_ghost,
    passes_ghost,
    to_climb_field,
)

SEVEN: Final = 7
START_TOTAL: Final = 10


def legal(standing: Standing) -> tuple[LaufMove, ...]:
    """All legal moves; the outcomes of throws and turned-up cards are left to chance."""
    if standing.winner is not None:
        return ()
    if not standing.rolls:
        return (ThrowPair(),)
    ghost = tuple(ghost_moves(standing))
    if ghost and standing.rules.ghost_on_seven == "has-to":
        return ghost
    actions = tuple(_actions(standing))
    leaving = () if _has_to_run(standing, actions) else (LeaveIt(),)
    return (*ghost, *actions, *_rolling(standing), *leaving)


def ghost_moves(standing: Standing) -> Iterator[MoveGhost]:
    """For a seven in the first roll: from its summit onto any pawn on the middle ring, from a pawn back to the summit."""
    if is_first_seven(standing):
        places = standing.haunted if standing.ghost == SUMMIT else (SUMMIT,)
        yield from map(MoveGhost, places)


def is_first_seven(standing: Standing) -> bool:
    """Whether the turn's only roll so far is a seven."""
    return len(standing.rolls) == 1 and sum(standing.dice) == SEVEN


def playable(standing: Standing, kind: str) -> LaufCards:
    """The cards that the player may play as a kind."""
    if standing.rules.action_cards == "without-cards":
        return ()
    return serving(standing.hand, kind)


def may_be_hit(standing: Standing, target: str) -> bool:
    """Whether a pawn on a field may be hit: not on climb fields."""
    whose = standing.occupied.get(target)
    if whose is None or standing.board.is_climb_field(target):
        return False
    return whose != standing.colour or standing.rules.own_pawns == "may-be-hit"


def has_cards_to_turn(standing: Standing) -> bool:
    """Whether there is a card in the supply, or in the discard that becomes the supply."""
    return standing.supply + standing.thrown_away > 0


def _actions(standing: Standing) -> Iterator[LaufMove]:
    yield from _starts(standing)
    yield from _runs(standing)
    yield from _climbs(standing)
    yield from _hits(standing)
    yield from _card(standing)


def _rolling(standing: Standing) -> Iterator[LaufMove]:
    """Both dice or one of them as long as there are rolls; then a card for two more."""
    if standing.rolls_left > 0:
        yield ThrowPair()
        yield from (ThrowPair(value) for value in sorted(set(standing.dice)))
    elif standing.rules.action_cards == "with-cards":
        yield from map(SacrificeCard, standing.hand)


def _has_to_run(standing: Standing, actions: tuple[LaufMove, ...]) -> bool:
    """Whether running is the only possible action after the last roll.

    The last roll is the one after which no rolls are left; with the alternative ruling
    it is the one after which nobody rolls, so that leaving rolls unused makes it the
    last.
    """
    if standing.rules.run_compulsion == "no-roll-left" and any(_rolling(standing)):
        return False
    return bool(actions) and all(isinstance(action, RunPawn) for action in actions)


def _starts(standing: Standing) -> Iterator[StartPawn]:
    if BASE not in standing.mine:
        return
    enough = sum(standing.dice) >= START_TOTAL
    if enough:
        yield StartPawn()
    if enough or standing.rules.start_card == "any-total":
        yield from map(StartPawn, playable(standing, START))


def _runs(standing: Standing) -> Iterator[RunPawn]:
    total, cards = sum(standing.dice), playable(standing, BACK)
    for field in standing.running:
        if not passes_ghost(standing, field, total):
            yield RunPawn(field, total)
        if not passes_ghost(standing, field, -total):
            yield from (RunPawn(field, total, card) for card in cards)


def _climbs(standing: Standing) -> Iterator[ClimbPawn]:
    cards = playable(standing, CLIMB)
    for field in filter(lambda f: may_climb(standing, f), standing.running):
        asked = to_climb_field(standing, field) + 1
        if asked == sum(standing.dice):
            yield ClimbPawn(field)
        if differ(standing) and asked == max(standing.dice):
            yield from (ClimbPawn(field, card) for card in cards)


def may_climb(standing: Standing, field: str) -> bool:
    """Whether a pawn could climb from its field if the dice allowed it."""
    board, level = standing.board, standing.board.level(field)
    if level is None or field not in board.colours[standing.colour].outlined[level]:
        return False
    if field == standing.ghost or climbs_past_ghost(standing, field):
        return False
    # The camp is open only once the player has no pawn in base.
    above = level == MIDDLE and BASE in standing.mine
    return not above and not board.is_climb_field(field)


def _hits(standing: Standing) -> Iterator[HitPawn]:
    """First roll only, with two different dice, by the smaller one."""
    if len(standing.rolls) > 1 or not differ(standing):
        return
    far, cards = min(standing.dice), playable(standing, HIT)
    for field in standing.running:
        ahead, behind = (standing.board.ahead(field, n) for n in (far, -far))
        if may_be_hit(standing, ahead) and not passes_ghost(standing, field, far):
            yield HitPawn(field, ahead)
        if may_be_hit(standing, behind) and not passes_ghost(standing, field, -far):
            yield from (HitPawn(field, behind, card) for card in cards)


def differ(standing: Standing) -> bool:
    """Whether the dice do not show the same."""
    one, other = standing.dice
    return one != other


def _card(standing: Standing) -> Iterator[TurnUpCard]:
    plays = standing.rules.action_cards == "with-cards"
    if plays and not differ(standing) and has_cards_to_turn(standing):
        yield TurnUpCard()
