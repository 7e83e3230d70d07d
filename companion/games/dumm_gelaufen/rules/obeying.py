"""Action cards being obeyed: what comes of one by itself, and of an answer to what it asks for (rules, C)."""

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.rules import actions
from companion.games.dumm_gelaufen.rules.course import Course, at_once

# A card by itself --------------------------------------------------------------------


def obey(course: Course, pending: m.Obey) -> bool:
    """Carry out the parts that need no decision; returns whether the card is complete with that."""
    match pending.card.face:
        case "A01" if course.state.rulings.a01_blind:
            _take_from_everybody(course, pending)
        case "A02":
            _new_task(course, pending.by)
        case "A03":
            murphys = course.state.murphys
            if pending.by not in murphys.opened:
                course.record(m.TaskOpened(pending.by, murphys.held[pending.by]))
        case "A04":
            if _others_to_draw(course.state, pending.card):
                _ordered_draw(course, pending.by, pending.count)
        case _:
            if not actions.finished(course.state, pending):
                return False
    course.record(m.ActionObeyed(pending.by, pending.card))
    return True


def _take_from_everybody(course: Course, pending: m.Obey) -> None:
    for whom in actions.victims(course.state, pending):
        hands = course.state.hands
        fewest, most = hands[whom].size
        if fewest:
            course.record(m.CardPassed(whom, pending.by, _blindly(course, whom)))
            continue
        # Whether he has a card to give nobody knows.
        least, at_most = hands[pending.by].size
        course.record(m.HandCounted(whom, 0, most - 1))
        course.record(m.HandCounted(pending.by, least, at_most + 1))


def _blindly(course: Course, whom: int) -> d.Card | None:
    """A card of a fanned hand, taken unseen; at a real table nobody else sees which, though the hand be known."""
    hand = course.state.hands[whom]
    if not course.state.simulated:
        return None
    return hand.known[int(course.chance.random() * len(hand.known))]


def _new_task(course: Course, player: int) -> None:
    """A new murphy card before the old one is returned, so that it cannot come straight back."""
    restack(course, 1)
    stack = course.state.murphys.stack
    if stack is None:
        course.record(m.TaskReplaced(player))
    elif stack:
        course.record(m.TaskReplaced(player, stack[0]))


def restack(course: Course, needed: int) -> None:
    """Shuffle the returned murphy cards into the stack if it is known to hold fewer than needed (A9)."""
    murphys = course.state.murphys
    if murphys.stack is None or len(murphys.stack) >= needed:
        return
    back = [card for card in murphys.returned if card is not None]
    if back:
        course.chance.shuffle(back)
        course.record(m.TaskStackReshuffled((*murphys.stack, *back)))


def _ordered_draw(course: Course, player: int, count: int) -> None:
    """Draw as a card orders; at-once cards among them are obeyed afterwards, or go unused (A6)."""
    drawn = course.draw(player, count)
    if course.state.rulings.at_once_from_effects == "bin":
        course.throw_away(player, at_once(drawn))


def _others_to_draw(state: m.State, obeyed: d.Card) -> bool:
    """Whether a draw can bring anything but the very card that orders it, which would then go round for ever."""
    if state.draw is None:
        return True
    return any(card is not obeyed for card in (*state.draw, *h.buried(state)))


# An answer ---------------------------------------------------------------------------


def answered(course: Course, pending: m.Obey, move: m.Choose | m.Lay | m.Take) -> None:
    """The consequences of a legal answer to an action card."""
    match move:
        case m.Lay(player, place, card):
            course.record(m.CardLaid(player, place, card))
        case m.Take(player, (at,)) if at.place == d.DRAW:
            # One of the three of K12; drawn at-once cards wait until all three are taken.
            _ordered_draw(course, player, 1)
        case m.Take(player, cards):
            course.record(m.CardsTaken(player, cards))
        case m.Choose():
            _chosen(course, pending, move)


def _chosen(course: Course, pending: m.Obey, move: m.Choose) -> None:
    player, whom = move.player, move.whom
    match pending.card.face:
        case "A05" | "K02" if whom is not None:
            course.record(m.HandsSwapped(player, whom))
        case "K01" if whom is not None:
            course.record(m.TasksSwapped(player, whom))
        case "K05" if whom is not None:
            _ordered_draw(course, whom, 1)
        case "K03" if whom is not None:
            for card in move.cards:
                course.record(m.CardPassed(player, whom, card))
        case "A01" if whom is not None:
            course.record(m.CardPassed(whom, player, move.cards[0]))
        case "K12" if whom is not None:
            course.record(m.CardPassed(whom, player, _blindly(course, whom)))
        case "K10" if whom is not None:
            course.record(m.CardDemanded(player, whom, move.face))
            _handed_over(course, pending.by, whom, move.face)
        case _:
            course.record(m.CardPassed(player, pending.by, move.cards[0]))


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
        course.record(m.CardDenied(giver, face))
    elif len(copies) == 1:
        course.record(m.CardPassed(giver, taker, copies[0]))


def none_left(pending: m.Obey) -> m.CardDenied | m.ActionObeyed:
    """The consequence of the answer "no more"."""
    if pending.card.face in ("K06", "K10", "K11"):
        return m.CardDenied(pending.player, pending.detail)
    return m.ActionObeyed(pending.by, pending.card)
