"""Why a move is illegal, in words."""

from collections.abc import Iterator

from companion.announce import Message, message
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import fold, legality

SIX: int = 6


def refusal(state: m.State, move: m.Move) -> Message | None:
    """Why a move is illegal now; None if it is legal."""
    match move:
        case m.ThrowPair(again, (_, _)) if m.ThrowPair(again) in legality.legal(state):
            return None if _falls(state, move) else message("lauf.no-dice")
        case m.TurnUpCard(tuple()) if m.TurnUpCard() in legality.legal(state):
            return None if _turns(state, move) else message("lauf.no-such-cards")
        case _ if move in legality.legal(state):
            return None
        case _:
            return _before_anything(state, move) or _reason(state, move)


def asked_again(state: m.State, card: str) -> bool:
    """Whether another card is turned up after this one: a new kind, on a double of sixes."""
    return state.dice == (SIX, SIX) and card not in state.hand


def hindrances(state: m.State) -> tuple[Message, ...]:
    """What keeps the player from a move that the dice suggest, each reason once; nothing if the ghost has to be moved first."""
    can = legality.legal(state)
    if not state.rolls or _before_anything(state, m.LeaveIt()):
        return ()
    return tuple(dict.fromkeys(_hindrances(state, can)))


def _hindrances(state: m.State, can: tuple[m.Move, ...]) -> Iterator[Message]:
    at_once = state.rulings.huckauf == "at-once"
    if at_once and legality.is_first_seven(state) and not any(legality.ghost_moves(state)):
        yield message("lauf.ghost-stays")
    if not any(isinstance(move, m.PawnMove) for move in can) and b.BASE in state.mine:
        yield message("lauf.start-ten")
    for move in _suggested(state):
        if move not in can:
            yield _reason(state, move)


def _suggested(state: m.State) -> Iterator[m.Move]:
    """The moves without a card whose distance fits the dice: runs, climbs, in the first roll hits of others, and a card for a double."""
    board, total, near = state.board, sum(state.dice), min(state.dice)
    for field in state.running:
        yield m.RunPawn(field, total)
        level = board.level(field)
        mine = board.colours[state.colour].outlined
        outlined = level is not None and field in mine[level]
        if outlined and legality.to_climb_field(state, field) + 1 == total:
            yield m.ClimbPawn(field)
        there = board.ahead(field, near)
        hits = state.occupied.get(there, state.colour) != state.colour
        if hits and len(state.rolls) == 1:
            yield m.HitPawn(field, there)
    if not legality.differ(state) and state.rulings.action_cards == "with-cards":
        yield m.TurnUpCard()


def _before_anything(state: m.State, move: m.Move) -> Message | None:
    if state.winner is not None:
        return message("session.over")
    if not state.rolls:
        return message("lauf.roll-first")
    has_to = state.rulings.ghost_on_seven == "has-to"
    if any(legality.ghost_moves(state)) and has_to and not isinstance(move, m.MoveGhost):
        return message("lauf.ghost-first")
    return None


def _reason(state: m.State, move: m.Move) -> Message:
    match move:
        case m.ThrowPair(again):
            if state.rolls_left <= 0:
                return message("lauf.no-more-rolls", count=len(state.rolls))
            return message("lauf.no-such-die", value=again or 0)
        case m.MoveGhost():
            can = any(legality.ghost_moves(state))
            return message("lauf.ghost-elsewhere" if can else "lauf.no-seven")
        case m.SacrificeCard(card):
            return _no_card(state, card, card) or message("lauf.rolls-left")
        case m.TurnUpCard():
            if legality.differ(state):
                return message("lauf.no-card")
            left = legality.has_cards_to_turn(state)
            return message("lauf.without-cards" if left else "lauf.cards-out")
        case m.LeaveIt():
            return message("lauf.has-to-run")
        case m.StartPawn(card):
            return _no_card(state, card, b.START) or _no_start(state)
        case m.RunPawn():
            return _no_card(state, move.card, b.BACK) or _no_run(state, move)
        case m.ClimbPawn():
            return _no_card(state, move.card, b.CLIMB) or _no_climb(state, move)
        case m.HitPawn():
            return _no_card(state, move.card, b.HIT) or _no_hit(state, move)


def _no_card(state: m.State, card: str | None, kind: str) -> Message | None:
    if card is None or card in legality.playable(state, kind):
        return None
    if state.rulings.action_cards == "without-cards":
        return message("lauf.without-cards")
    key = "lauf.wrong-card" if card in state.hand else "lauf.not-owned"
    return message(key, card=b.kind_name(card))


def _no_start(state: m.State) -> Message:
    return message("lauf.start-ten" if b.BASE in state.mine else "lauf.none-in-base")


def _no_run(state: m.State, move: m.RunPawn) -> Message:
    total = sum(state.dice)
    if move.field not in state.running:
        return message("lauf.no-pawn", field=move.field[:20])
    if move.total != total:
        return message("lauf.run-total", total=total)
    return message("lauf.past-ghost")


def _no_climb(state: m.State, move: m.ClimbPawn) -> Message:
    field, board = move.field, state.board
    if field not in state.running:
        return message("lauf.no-pawn", field=field[:20])
    if field == state.ghost:
        return message("lauf.carrier-climbs")
    level = board.level(field)
    assert level is not None
    if field not in board.colours[state.colour].outlined[level]:
        return message("lauf.no-approach", field=field)
    if level == b.MIDDLE and b.BASE in state.mine:
        return message("lauf.base-first")
    if legality.climbs_past_ghost(state, field):
        return message("lauf.past-ghost")
    key = "lauf.climb-die" if move.card else "lauf.climb-total"
    return message(key, number=legality.to_climb_field(state, field) + 1)


def _no_hit(state: m.State, move: m.HitPawn) -> Message:
    if len(state.rolls) > 1:
        return message("lauf.hit-first-roll")
    if not legality.differ(state):
        return message("lauf.hit-double")
    if move.field not in state.running:
        return message("lauf.no-pawn", field=move.field[:20])
    if move.target not in state.occupied:
        return message("lauf.nobody-there", field=move.target[:20])
    if state.board.is_climb_field(move.target):
        return message("lauf.hit-climb-field")
    far = min(state.dice) * (-1 if move.card else 1)
    if state.board.ahead(move.field, far) != move.target:
        return message("lauf.hit-distance", number=abs(far))
    past = legality.passes_ghost(state, move.field, far)
    return message("lauf.past-ghost" if past else "lauf.own-spared")


def _falls(state: m.State, move: m.ThrowPair) -> bool:
    """Whether two dice are shown, of which the one that was not thrown is unchanged."""
    shows = move.shows
    if shows is None or not set(shows) <= set(range(1, SIX + 1)):
        return False
    return move.again is None or state.kept(move.again) in shows


def _turns(state: m.State, move: m.TurnUpCard) -> bool:
    """Whether these cards can have been turned up, and the sequence ends with them."""
    more = True
    for card in move.turned or ():
        state = fold.reshuffled(state)
        if not more or card not in state.unseen or not state.supply:
            return False
        more = asked_again(state, card)
        state = fold.evolve(state, m.CardTurnedUp(state.colour, card))
    ends = not more or not legality.has_cards_to_turn(state)
    return bool(move.turned) and ends
