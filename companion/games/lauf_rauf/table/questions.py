"""Questions to the players: what no camera can see, such as cards turned up for a double, or what could not be read."""

from companion.announce import Message, message
from companion.errors import IllegalMove
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import legality, outcomes, refusals
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table import pieces_seen
from companion.games.lauf_rauf.table.state import Recorder, TableState, tolerant
from companion.kit.questions import Choice, Question

# Cards turned up: one for a double, for two sixes until a kind comes that the player has


def may_turn(table_state: TableState) -> bool:
    """Whether the dice allow a card."""
    playing = table_state.goes_on and table_state.whole
    return playing and m.TurnUpCard() in legality.legal(tolerant(table_state.state))


def may_come(table_state: TableState) -> b.Cards:
    """The possible kinds of the next card."""
    return tuple(kind for kind in b.KINDS if _fits(table_state, (*table_state.turned, kind)))


def turn_up(recorder: Recorder, kinds: b.Cards) -> None:
    """One or more cards that somebody turned up; if more have to follow, they are kept until then. Raises IllegalMove."""
    turned = (*recorder.table_state.turned, *kinds)
    refused = refusals.refusal(tolerant(recorder.state), m.TurnUpCard(turned))
    if refused is None:
        recorder.see(m.TurnUpCard(turned))
    elif _goes_on(recorder.table_state, turned):
        recorder.record(e.CardsTurned(turned))
    else:
        raise IllegalMove.of(refused)


def _fits(table_state: TableState, turned: b.Cards) -> bool:
    whole = refusals.refusal(tolerant(table_state.state), m.TurnUpCard(turned)) is None
    return whole or _goes_on(table_state, turned)


def _goes_on(table_state: TableState, turned: b.Cards) -> bool:
    """Whether these are new kinds on a double of sixes, so that another card follows."""
    state = table_state.state
    if not may_turn(table_state) or state.dice != (refusals.SIX, refusals.SIX):
        return False
    new = len(set(turned)) == len(turned) and not set(turned) & set(state.hand)
    more = len(turned) < state.supply + state.thrown_away
    return new and more and set(turned) <= set(state.unseen)


# Questions ---------------------------------------------------------------------------


def questions(table_state: TableState) -> tuple[Question[m.Move], ...]:
    """The open question to whoever's turn it is, of which there is at most one."""
    topic = _topic(table_state)
    if topic is None:
        return ()
    now = table_state.state
    counts = table_state.turns, len(now.rolls), len(table_state.turned)
    id = "-".join(map(str, (topic.replace("-", ""), *counts)))
    text = message(f"lauf.question.{topic}", player=table_state.names[now.turn])
    moves = _moves(table_state, topic)
    choices = tuple(Choice(str(move), _text(move), move) for move in moves)
    yours = message(f"lauf.question.{topic}.you") if topic in ("card", "with") else None
    return (Question(id, "take", now.turn, text, choices, yours=yours),)


def _topic(table_state: TableState) -> str | None:
    if not table_state.goes_on or table_state.state.winner is not None:
        return None
    camera = table_state.setup.camera
    wrong = {wrong.reason for wrong in table_state.violations if camera}
    if "unseen" in wrong:
        return "both-dice"
    if "dice" in wrong:
        dice = pieces_seen.dice_lying(table_state.table)
        if len(dice.unread) == pieces_seen.DICE:
            return "both-dice"
        return "dice" if len(dice.shown) == 1 else None
    if table_state.turned or (camera and may_turn(table_state)):
        return "card"
    return "with" if len(shown_moves(table_state)) > 1 else None


def _moves(table_state: TableState, topic: str) -> tuple[m.Move, ...]:
    """The choices of the open question, as the moves they stand for."""
    match topic:
        case "dice":
            known = pieces_seen.half_read(table_state.table) or 1
            again = None if _both(table_state) else _thrown_again(table_state, known)
            shown = [(known, value) for value in range(1, 7)]
            return tuple(m.ThrowPair(again, pair) for pair in shown)
        case "both-dice":
            return tuple(m.ThrowPair(None, pair) for pair in pieces_seen.PAIRS)
        case "card":
            return tuple(m.TurnUpCard((kind,)) for kind in may_come(table_state))
        case _:
            return tuple(one.move for one in shown_moves(table_state))


def _both(table_state: TableState) -> bool:
    """Whether both dice were thrown, as far as anybody saw."""
    moved = max(len(table_state.left), len(table_state.came))
    return not table_state.state.rolls or moved > 1


def _thrown_again(table_state: TableState, known: int) -> int | None:
    one, other = table_state.state.dice
    return other if known == one else one if known == other else None


def shown_moves(table_state: TableState) -> tuple[outcomes.SeenMove, ...]:
    """The complete moves that the board shows, if any; cards that came to the discard decide between them."""
    state = tolerant(table_state.state)
    if not table_state.sees_pawns or not state.rolls:
        return ()
    seen = pieces_seen.pawns_seen(state, table_state.table)
    if seen is None or seen == state.placement:
        return ()
    found = tuple(one for one in outcomes.explained(state, seen) if not one.left)
    played = tuple(one for one in found if _card(one) in table_state.shown)
    plain = tuple(one for one in found if _card(one) is None)
    return (played or plain)[:1] or found


def _card(seen: outcomes.SeenMove) -> str | None:
    return None if isinstance(seen.move, m.MoveGhost) else seen.move.card


def _text(move: m.Move) -> Message | str:
    """What people tap for a move: the dice, the card, or that it was made without one."""
    match move:
        case m.ThrowPair(_, (one, other)):
            return message("lauf.choice.dice", one=one, other=other)
        case m.TurnUpCard((kind,)):
            return b.kind_name(kind)
        case m.MoveGhost():
            return message("lauf.choice.ghost")
        case _:
            card = getattr(move, "card", None)
            return b.kind_name(card) if card else message("lauf.choice.plain")
