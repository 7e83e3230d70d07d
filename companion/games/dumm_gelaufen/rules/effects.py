"""The consequences of an action card and of the answers to it (rules, C)."""

from __future__ import annotations

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.action_events import (
    ActionObeyed,
    CardDemanded,
    CardDenied,
    CardPassed,
    HandsSwapped,
    TaskOpened,
    TaskReplaced,
    TasksSwapped,
)
from companion.games.dumm_gelaufen.model.actions import finished, victims
from companion.games.dumm_gelaufen.model.events import (
    CardLaid,
    CardsTaken,
    TaskStackReshuffled,
)
from companion.games.dumm_gelaufen.model.moves import Choose, Lay, Take
from companion.games.dumm_gelaufen.model.places import DRAW
from companion.games.dumm_gelaufen.model.sight import buried
from companion.games.dumm_gelaufen.model.state import Obey, State
from companion.games.dumm_gelaufen.rules.course import Course, at_once


def obey(course: Course, pending: Obey) -> bool:
    """Carry out the parts that need no decision; returns whether the card is complete with that."""
    match pending.card.face:
        case "A01" if course.state.rulings.a01_blind:
            _take_from_everybody(course, pending)
        case "A02":
            _new_task(course, pending.by)
        case "A03":
            _open_task(course, pending.by)
        case "A04":
            if _others_to_draw(course.state, pending.card):
                _ordered_draw(course, pending.by, pending.count)
        case _:
            if not finished(course.state, pending):
                return False
    course.tell(ActionObeyed(pending.by, pending.card))
    return True


def _take_from_everybody(course: Course, pending: Obey) -> None:
    for whom in victims(course.state, pending):
        card = _blindly(course, whom)
        course.tell(CardPassed(whom, pending.by, card))


def _blindly(course: Course, whom: int) -> Card | None:
    """A card of a fanned hand, taken unseen; at a real table nobody else sees which, though the hand be known."""
    hand = course.state.hands[whom]
    return course.pick(hand.known) if course.state.simulated else None


def _new_task(course: Course, player: int) -> None:
    """A new murphy card before the old one is returned, so that it cannot come straight back."""
    restack(course, 1)
    stack = course.state.murphys.stack
    if stack is None:
        course.tell(TaskReplaced(player))
    elif stack:
        course.tell(TaskReplaced(player, stack[0]))


def restack(course: Course, needed: int) -> None:
    """Shuffle the returned murphy cards into the stack if it is known to hold fewer than needed (A9)."""
    murphys = course.state.murphys
    if murphys.stack is None or len(murphys.stack) >= needed:
        return
    back = [card for card in murphys.returned if card is not None]
    if back:
        course.rng.shuffle(back)
        course.tell(TaskStackReshuffled((*murphys.stack, *back)))


def _open_task(course: Course, player: int) -> None:
    murphys = course.state.murphys
    if player not in murphys.opened:
        course.tell(TaskOpened(player, murphys.held[player]))


def _ordered_draw(course: Course, player: int, count: int) -> None:
    """Draw as a card orders; at-once cards among them are obeyed afterwards, or go unused (A6)."""
    drawn = course.draw(player, count)
    if course.state.rulings.at_once_from_effects == "bin":
        course.throw_away(player, at_once(drawn))


def _others_to_draw(state: State, obeyed: Card) -> bool:
    """Whether a draw can bring anything but the very card that orders it, which would then go round for ever."""
    if state.draw is None:
        return True
    return any(card is not obeyed for card in (*state.draw, *buried(state)))


def answered(course: Course, pending: Obey, move: Choose | Lay | Take) -> None:
    """The consequences of a legal answer to an action card."""
    match move:
        case Lay(player, place, card):
            course.tell(CardLaid(player, place, card))
        case Take():
            _freely_taken(course, move)
        case Choose():
            _chosen(course, pending, move)


def _freely_taken(course: Course, move: Take) -> None:
    """One card of the three of K12; drawn at-once cards wait until all three are taken."""
    (at,) = move.cards
    if at.place == DRAW:
        _ordered_draw(course, move.player, 1)
    else:
        course.tell(CardsTaken(move.player, move.cards))


def _chosen(course: Course, pending: Obey, move: Choose) -> None:
    player, whom = move.player, move.whom
    match pending.card.face:
        case "A05" | "K02" if whom is not None:
            course.tell(HandsSwapped(player, whom))
        case "K01" if whom is not None:
            course.tell(TasksSwapped(player, whom))
        case "K05" if whom is not None:
            _ordered_draw(course, whom, 1)
        case "K03" if whom is not None:
            for card in move.cards:
                course.tell(CardPassed(player, whom, card))
        case "A01" if whom is not None:
            course.tell(CardPassed(whom, player, move.cards[0]))
        case "K12" if whom is not None:
            course.tell(CardPassed(whom, player, _blindly(course, whom)))
        case "K10" if whom is not None:
            course.tell(CardDemanded(player, whom, move.face))
            _handed_over(course, pending.by, whom, move.face)
        case _:
            course.tell(CardPassed(player, pending.by, move.cards[0]))


def _handed_over(course: Course, taker: int, giver: int, face: str) -> None:
    """What a demand brings at once: nothing where there is no such card, the card where there is one.

    With several copies, or where nobody sees the hand, the one who was asked
    says.
    """
    hand = course.state.hands[giver]
    if not hand.all_known:
        return
    copies = [card for card in hand.numbers if card.face == face]
    if not copies:
        course.tell(CardDenied(giver, face))
    elif len(copies) == 1:
        course.tell(CardPassed(giver, taker, copies[0]))


def none_left(state: State, pending: Obey) -> CardDenied | ActionObeyed:
    """The consequence of the answer "no more"."""
    if pending.card.face in ("K06", "K10", "K11"):
        return CardDenied(pending.player, pending.detail)
    return ActionObeyed(pending.by, pending.card)
