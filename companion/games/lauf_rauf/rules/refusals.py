"""Why a move is illegal, in words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.announce import Message, message
from companion.games.lauf_rauf.board.cards import (
    BACK,
    CLIMB,
    HIT,
    START,
    kind_name,
)
from companion.games.lauf_rauf.board.plan import BASE, MIDDLE
from companion.games.lauf_rauf.model.events import CardTurnedUp
from companion.games.lauf_rauf.model.evolve import evolve, reshuffled
from companion.games.lauf_rauf.model.moves import (
    ClimbPawn,
    HitPawn,
    LaufMove,
    LeaveIt,
    MoveGhost,
    PawnMove,
    RunPawn,
    SacrificeCard,
    StartPawn,
    ThrowPair,
    TurnUpCard,
)
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import (
    differ,
    ghost_moves,
    has_cards_to_turn,
    is_first_seven,
    legal,
    playable,
)
from companion.games.lauf_rauf.rules.walking import (
    climbs_past_ghost,
    passes_ghost,
    to_climb_field,
)

SIX: int = 6


def refusal(standing: Standing, move: LaufMove) -> Message | None:
    """Why a move is illegal now; None if it is legal."""
    match move:
        case ThrowPair(again, (_, _)) if ThrowPair(again) in legal(standing):
            return None if _falls(standing, move) else message("lauf.no-dice")
        case TurnUpCard(tuple()) if TurnUpCard() in legal(standing):
            return None if _turns(standing, move) else message("lauf.no-such-cards")
        case _ if move in legal(standing):
            return None
        case _:
            return _before_anything(standing, move) or _reason(standing, move)


def asked_again(standing: Standing, card: str) -> bool:
    """Whether another card is turned up after this one: a new kind, on a double of sixes."""
    return standing.dice == (SIX, SIX) and card not in standing.hand


def hindrances(standing: Standing) -> tuple[Message, ...]:
    """What keeps the player from a move that the dice suggest, each reason once; nothing if the ghost has to be moved first."""
    can = legal(standing)
    if not standing.rolls or _before_anything(standing, LeaveIt()):
        return ()
    return tuple(dict.fromkeys(_hindrances(standing, can)))


def _hindrances(standing: Standing, can: tuple[LaufMove, ...]) -> Iterator[Message]:
    at_once = standing.rules.huckauf == "at-once"
    if at_once and is_first_seven(standing) and not any(ghost_moves(standing)):
        yield message("lauf.ghost-stays")
    if not any(isinstance(move, PawnMove) for move in can) and BASE in standing.mine:
        yield message("lauf.start-ten")
    for move in _suggested(standing):
        if move not in can:
            yield _reason(standing, move)


def _suggested(standing: Standing) -> Iterator[LaufMove]:
    """The moves without a card whose distance fits the dice: runs, climbs, in the first roll hits of others, and a card for a double."""
    board, total, near = standing.board, sum(standing.dice), min(standing.dice)
    for field in standing.running:
        yield RunPawn(field, total)
        level = board.level(field)
        outlined = level is not None and field in board.colours[standing.colour].outlined[level]  # fmt: skip
        if outlined and to_climb_field(standing, field) + 1 == total:
            yield ClimbPawn(field)
        there = board.ahead(field, near)
        hits = standing.occupied.get(there, standing.colour) != standing.colour
        if hits and len(standing.rolls) == 1:
            yield HitPawn(field, there)
    if not differ(standing) and standing.rules.action_cards == "with-cards":
        yield TurnUpCard()


def _before_anything(standing: Standing, move: LaufMove) -> Message | None:
    if standing.winner is not None:
        return message("lauf.over")
    if not standing.rolls:
        return message("lauf.roll-first")
    has_to = standing.rules.ghost_on_seven == "has-to"
    if any(ghost_moves(standing)) and has_to and not isinstance(move, MoveGhost):
        return message("lauf.ghost-first")
    return None


def _reason(standing: Standing, move: LaufMove) -> Message:
    match move:
        case ThrowPair(again):
            left = standing.rolls_left > 0
            return message("lauf.no-such-die", value=again or 0) if left else message("lauf.no-more-rolls", count=len(standing.rolls))  # fmt: skip
        case MoveGhost():
            can = any(ghost_moves(standing))
            return message("lauf.ghost-elsewhere" if can else "lauf.no-seven")
        case SacrificeCard(card):
            return _no_card(standing, card, card) or message("lauf.rolls-left")
        case TurnUpCard():
            left = has_cards_to_turn(standing) and not differ(standing)
            return message("lauf.no-card" if differ(standing) else "lauf.cards-out") if not left else message("lauf.without-cards")  # fmt: skip
        case LeaveIt():
            return message("lauf.has-to-run")
        case StartPawn(card):
            return _no_card(standing, card, START) or _no_start(standing)
        case RunPawn():
            return _no_card(standing, move.card, BACK) or _no_run(standing, move)
        case ClimbPawn():
            return _no_card(standing, move.card, CLIMB) or _no_climb(standing, move)
        case HitPawn():
            return _no_card(standing, move.card, HIT) or _no_hit(standing, move)


def _no_card(standing: Standing, card: str | None, kind: str) -> Message | None:
    if card is None or card in playable(standing, kind):
        return None
    if standing.rules.action_cards == "without-cards":
        return message("lauf.without-cards")
    key = "lauf.wrong-card" if card in standing.hand else "lauf.not-owned"
    return message(key, card=kind_name(card))


def _no_start(standing: Standing) -> Message:
    return message("lauf.start-ten" if BASE in standing.mine else "lauf.none-in-base")


def _no_run(standing: Standing, move: RunPawn) -> Message:
    total = sum(standing.dice)
    if move.field not in standing.running:
        return message("lauf.no-pawn", field=move.field[:20])
    if move.total != total:
        return message("lauf.run-total", total=total)
    return message("lauf.past-ghost")


def _no_climb(standing: Standing, move: ClimbPawn) -> Message:
    field, board = move.field, standing.board
    if field not in standing.running:
        return message("lauf.no-pawn", field=field[:20])
    if field == standing.ghost:
        return message("lauf.carrier-climbs")
    level = board.level(field)
    assert level is not None
    if field not in board.colours[standing.colour].outlined[level]:
        return message("lauf.no-approach", field=field)
    if level == MIDDLE and BASE in standing.mine:
        return message("lauf.base-first")
    if climbs_past_ghost(standing, field):
        return message("lauf.past-ghost")
    key = "lauf.climb-die" if move.card else "lauf.climb-total"
    return message(key, number=to_climb_field(standing, field) + 1)


def _no_hit(standing: Standing, move: HitPawn) -> Message:
    if len(standing.rolls) > 1:
        return message("lauf.hit-first-roll")
    if not differ(standing):
        return message("lauf.hit-double")
    if move.field not in standing.running:
        return message("lauf.no-pawn", field=move.field[:20])
    if move.target not in standing.occupied:
        return message("lauf.nobody-there", field=move.target[:20])
    if standing.board.is_climb_field(move.target):
        return message("lauf.hit-climb-field")
    far = min(standing.dice) * (-1 if move.card else 1)
    if standing.board.ahead(move.field, far) != move.target:
        return message("lauf.hit-distance", number=abs(far))
    return message("lauf.past-ghost" if passes_ghost(standing, move.field, far) else "lauf.own-spared")  # fmt: skip


def _falls(standing: Standing, move: ThrowPair) -> bool:
    """Whether two dice are shown, of which the one that was not thrown is unchanged."""
    shows = move.shows
    if shows is None or not set(shows) <= set(range(1, SIX + 1)):
        return False
    return move.again is None or standing.kept(move.again) in shows


def _turns(standing: Standing, move: TurnUpCard) -> bool:
    """Whether these cards can have been turned up, and the sequence ends with them."""
    more = True
    for card in move.turned or ():
        standing = reshuffled(standing)
        if not more or card not in standing.unseen or not standing.supply:
            return False
        more = asked_again(standing, card)
        standing = evolve(standing, CardTurnedUp(standing.colour, card))
    ends = not more or not has_cards_to_turn(standing)
    return bool(move.turned) and ends
