"""The legal moves at a moment, and where pawns move: what blocks them, and which ones they push (rules, F1)."""

from collections.abc import Iterator
from typing import Final

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m

# Ways --------------------------------------------------------------------------------


def passes_ghost(state: m.State, field: str, steps: int) -> bool:
    """Whether a path would lead past the ghost's pawn; it may end there."""
    return state.ghost in state.board.way(field, steps)[:-1]


def climbs_past_ghost(state: m.State, field: str) -> bool:
    """Whether the ghost's pawn is between a field and the turn-off, or on it: a climbing pawn would pass that, too."""
    return state.ghost in state.board.way(field, to_climb_field(state, field))


def to_climb_field(state: m.State, field: str) -> int:
    """The steps from a field to the player's own climb field on the same ring."""
    board = state.board
    level = board.level(field)
    assert level is not None
    return board.distance(field, board.colours[state.colour].climb[level])


def steps(state: m.State, move: m.PawnMove) -> tuple[m.PawnStep, ...]:
    """What a legal move does to the pawns, the player's own first."""
    me, own = state.colour, state.board.colours[state.colour]
    match move:
        case m.StartPawn(card):
            to = own.climb[b.MIDDLE if card else b.LOWER]
            return (me, b.BASE, to), *_pushed(state, to, 1)
        case m.RunPawn(field, total, card):
            on = -total if card else total
            to = state.board.ahead(field, on)
            back = card is not None and state.rulings.pushing == "with-the-runner"
            return (me, field, to), *_pushed(state, to, -1 if back else 1, field)
        case m.ClimbPawn(field):
            if state.board.level(field) == b.MIDDLE:
                return ((me, field, b.CAMP),)
            to = own.climb[b.MIDDLE]
            return (me, field, to), *_pushed(state, to, 1)
        case m.HitPawn(field, target):
            hit = state.occupied[target]
            return (me, field, target), (hit, target, b.BASE)


def _pushed(state: m.State, field: str, on: int, left: str | None = None) -> Iterator[m.PawnStep]:
    """Pawns pushed one field ahead, each by the one before; ``left`` is a field just vacated."""
    lying = {f: c for f, c in state.occupied.items() if f != left}
    while field in lying:
        further = state.board.ahead(field, on)
        yield lying.pop(field), field, further
        field = further


# Moves -------------------------------------------------------------------------------


SEVEN: Final = 7
START_TOTAL: Final = 10


def legal(state: m.State) -> tuple[m.Move, ...]:
    """All legal moves; the outcomes of throws and turned-up cards are left to chance."""
    if state.winner is not None:
        return ()
    if not state.rolls:
        return (m.ThrowPair(),)
    ghost = tuple(ghost_moves(state))
    if ghost and state.rulings.ghost_on_seven == "has-to":
        return ghost
    actions = tuple(_actions(state))
    leaving = () if _has_to_run(state, actions) else (m.LeaveIt(),)
    return (*ghost, *actions, *rolling(state, state.hand), *leaving)


def ghost_moves(state: m.State) -> Iterator[m.MoveGhost]:
    """For a seven in the first roll: from its summit onto any pawn on the middle ring, from a pawn back to the summit."""
    if is_first_seven(state):
        places = state.haunted if state.ghost == b.SUMMIT else (b.SUMMIT,)
        yield from map(m.MoveGhost, places)


def is_first_seven(state: m.State) -> bool:
    """Whether the turn's only roll so far is a seven."""
    return len(state.rolls) == 1 and sum(state.dice) == SEVEN


def playable(state: m.State, kind: str) -> b.Cards:
    """The cards that the player may play as a kind."""
    if state.rulings.action_cards == "without-cards":
        return ()
    return b.serving(state.hand, kind)


def may_be_hit(state: m.State, target: str) -> bool:
    """Whether a pawn on a field may be hit: not on climb fields."""
    whose = state.occupied.get(target)
    if whose is None or state.board.is_climb_field(target):
        return False
    return whose != state.colour or state.rulings.own_pawns == "may-be-hit"


def has_cards_to_turn(state: m.State) -> bool:
    """Whether there is a card in the supply, or in the discard that becomes the supply."""
    return state.supply + state.thrown_away > 0


def _actions(state: m.State) -> Iterator[m.Move]:
    yield from _starts(state)
    yield from _runs(state)
    yield from _climbs(state)
    yield from _hits(state)
    yield from _card(state)


def rolling(state: m.State, hand: b.Cards) -> Iterator[m.Move]:
    """Both dice or one of them as long as there are rolls; then one of these cards for two more."""
    if state.rolls_left > 0:
        yield m.ThrowPair()
        yield from (m.ThrowPair(value) for value in sorted(set(state.dice)))
    elif state.rulings.action_cards == "with-cards":
        yield from map(m.SacrificeCard, hand)


def _has_to_run(state: m.State, actions: tuple[m.Move, ...]) -> bool:
    """Whether running is the only possible action after the last roll.

    The last roll is the one after which no rolls are left; with the alternative ruling
    it is the one after which nobody rolls, so that leaving rolls unused makes it the
    last.
    """
    if state.rulings.run_compulsion == "no-roll-left" and any(rolling(state, state.hand)):
        return False
    return bool(actions) and all(isinstance(action, m.RunPawn) for action in actions)


def _starts(state: m.State) -> Iterator[m.StartPawn]:
    if b.BASE not in state.mine:
        return
    enough = sum(state.dice) >= START_TOTAL
    if enough:
        yield m.StartPawn()
    if enough or state.rulings.start_card == "any-total":
        yield from map(m.StartPawn, playable(state, b.START))


def _runs(state: m.State) -> Iterator[m.RunPawn]:
    total, cards = sum(state.dice), playable(state, b.BACK)
    for field in state.running:
        if not passes_ghost(state, field, total):
            yield m.RunPawn(field, total)
        if not passes_ghost(state, field, -total):
            yield from (m.RunPawn(field, total, card) for card in cards)


def _climbs(state: m.State) -> Iterator[m.ClimbPawn]:
    cards = playable(state, b.CLIMB)
    for field in filter(lambda f: may_climb(state, f), state.running):
        asked = to_climb_field(state, field) + 1
        if asked == sum(state.dice):
            yield m.ClimbPawn(field)
        if differ(state) and asked == max(state.dice):
            yield from (m.ClimbPawn(field, card) for card in cards)


def may_climb(state: m.State, field: str) -> bool:
    """Whether a pawn could climb from its field if the dice allowed it."""
    board, level = state.board, state.board.level(field)
    if level is None or field not in board.colours[state.colour].outlined[level]:
        return False
    if field == state.ghost or climbs_past_ghost(state, field):
        return False
    # The camp is open only once the player has no pawn in base.
    above = level == b.MIDDLE and b.BASE in state.mine
    return not above and not board.is_climb_field(field)


def _hits(state: m.State) -> Iterator[m.HitPawn]:
    """First roll only, with two different dice, by the smaller one."""
    if len(state.rolls) > 1 or not differ(state):
        return
    far, cards = min(state.dice), playable(state, b.HIT)
    for field in state.running:
        ahead, behind = (state.board.ahead(field, n) for n in (far, -far))
        if may_be_hit(state, ahead) and not passes_ghost(state, field, far):
            yield m.HitPawn(field, ahead)
        if may_be_hit(state, behind) and not passes_ghost(state, field, -far):
            yield from (m.HitPawn(field, behind, card) for card in cards)


def differ(state: m.State) -> bool:
    """Whether the dice do not show the same."""
    one, other = state.dice
    return one != other


def _card(state: m.State) -> Iterator[m.TurnUpCard]:
    plays = state.rulings.action_cards == "with-cards"
    if plays and not differ(state) and has_cards_to_turn(state):
        yield m.TurnUpCard()
