"""Claims (rules, A8): when they are allowed, what refutes them, and their consequences."""

from collections.abc import Iterator
from dataclasses import replace

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck import tasks
from companion.games.dumm_gelaufen.knowledge import learning, plausible
from companion.games.dumm_gelaufen.rules.course import Course
from companion.games.dumm_gelaufen.rules.obeying import restack


def may_be_claimed(state: m.State) -> bool:
    """Whether claims are judged now at all; outside the window the table has to agree."""
    return isinstance(state.pending, m.BETWEEN)


def in_window(state: m.State, player: int) -> bool:
    """Whether this is the moment that the table's ruling names for a claim."""
    match state.rulings.claim_window:
        case "after_exchange":
            return isinstance(state.pending, m.MayClaim) and player == state.turn
        case "own_turn":
            return player == state.turn
        case _:
            return True


def claims(state: m.State) -> Iterator[m.Claim]:
    """Every player's claim of the card he holds, with the hand he is known to hold, in the window or not."""
    if not may_be_claimed(state):
        return
    for player in (state.turn, *state.others(state.turn)):
        task = state.murphys.held[player]
        if task is not None:
            yield m.Claim(player, task, state.hands[player].numbers)


def wrong_claim(state: m.State, move: m.Claim) -> list[Message]:
    """Why a claim is not judged at all; a wrong claim is judged."""
    wrong: list[Message] = []
    if not may_be_claimed(state):
        wrong.append(message("illegal.not-now"))
    if move.task.kind is not d.CardKind.TASK or move.task.face not in state.edition.asked:
        return [*wrong, message("illegal.not-your-murphy-card", card=move.task.name)]
    held = state.murphys.held[move.player]
    if state.simulated and held is not move.task:
        wrong.append(message("illegal.not-your-murphy-card", card=move.task.name))
    wrong += _wrong_cards(state, move)
    if (
        move.task.face != tasks.READS_MAC
        and _holds_back(state, move)
        and not is_lasting(state, move)
    ):
        wrong.append(message("illegal.show-the-rest"))
    return wrong


def _wrong_cards(state: m.State, move: m.Claim) -> Iterator[Message]:
    if len(set(move.cards)) < len(move.cards):
        twice = next(c for c in move.cards if move.cards.count(c) > 1)
        yield message("illegal.same-card-twice", card=twice.name)
    if state.hands[move.player].all_known:
        for card in move.cards:
            if card not in state.hands[move.player].known:
                yield message("illegal.not-in-hand", card=card.name)


def _holds_back(state: m.State, move: m.Claim) -> bool:
    """Whether number cards of the claimant are surely not among those shown."""
    hand, shown = state.hands[move.player], set(move.cards)
    if any(card not in shown for card in hand.numbers):
        return hand.all_known
    if move.kept is None:
        return False
    kept = max(move.kept, len(hand.kept))
    numbers = sum(card.kind is d.CardKind.NUMBER for card in move.cards)
    return numbers + kept < hand.size[0]


def judged(state: m.State, move: m.Claim) -> tasks.Verdict:
    """The verdict on a claim: the murphy card's own, and what the table knows.

    While part of the hand is held back the answer is "show the rest", not "no",
    unless no further card could help.
    """
    found = tasks.verdict(move.task.face, move.cards, state.mac, state.edition)
    better: tuple[tasks.Reason, ...] = ()
    if state.history is not None and not state.simulated:
        # What everybody could see; in a simulation the cards shown are the hand.
        better = tuple(plausible.doubts(learning.charted(state.history), move))
    held_back = any(said.code in plausible.HELD_BACK for said in better)
    asks = held_back and not tasks.lasting(found, move.cards, state.edition)
    reasons = [*(() if asks else found.reasons), *better]
    sure = tasks.weigh(found.task, reasons, found.unconfirmed)
    if sure.answer is not tasks.VerdictAnswer.NO and not in_window(state, move.player):
        late = tasks.reason("outside-the-window", (), tasks.VerdictAnswer.DEPENDS)
        if sure.answer is tasks.VerdictAnswer.DEPENDS:
            late = replace(late, text=message("verdict.outside-the-window-too"))
        reasons.append(late)
        return tasks.weigh(found.task, reasons, found.unconfirmed)
    return sure


def is_lasting(state: m.State, move: m.Claim) -> bool:
    """Whether these cards are no solution, and none with any others."""
    found = tasks.verdict(move.task.face, move.cards, state.mac, state.edition)
    return tasks.lasting(found, move.cards, state.edition)


def claim(course: Course, move: m.Claim) -> None:
    """Judge a claim, and do what follows."""
    found = judged(course.state, move)
    told = (move.player, move.task, move.cards)
    match found.answer:
        case tasks.VerdictAnswer.YES:
            accept(course, *told)
        case tasks.VerdictAnswer.NO:
            course.record(m.ClaimRefused(*told, found.reasons))
        case tasks.VerdictAnswer.DEPENDS:
            course.record(m.ClaimPutToTheTable(*told, found.reasons))


def rule(course: Course, pending: m.InDoubt, *, accepted: bool) -> None:
    """Do what the table says about a claim in doubt."""
    told = (pending.claimant, pending.task, pending.cards)
    if accepted:
        accept(course, *told)
    else:
        course.record(m.ClaimRefused(*told, pending.reasons))


def leaning(state: m.State, pending: m.InDoubt) -> bool:
    """Which way the table's rulings lean in a claim in doubt: what robots play, and what is offered first."""
    rulings = state.rulings
    for said in pending.reasons:
        name = tasks.RULING_OF.get(said.code, "").format(task=pending.task.face.lower())
        if name and getattr(rulings, name) == "reject":
            return False
    return not any(said.code == "outside-the-window" for said in pending.reasons)


def accept(course: Course, player: int, task: d.Card, cards: tuple[d.Card, ...]) -> None:
    """End the round: the winner keeps his card, and everybody gets a new one, or the game is over (A9)."""
    course.record(m.ClaimAccepted(player, task, cards))
    course.record(m.RoundWon(player, task))
    if len(course.state.murphys.won[player]) >= m.WINS:
        course.record(m.GameWon(player))
        return
    following = course.state.after(player)
    deal_tasks(course, following)
    course.record(m.RoundBegan(course.state.round + 1, following))


def deal_tasks(course: Course, first: int) -> None:
    """A murphy card for everybody, from ``first`` on; the stack is renewed when it is too small (A9, D)."""
    seats = (first, *course.state.others(first))
    if course.state.rulings.murphy_unfulfilled == "box":
        restack(course, len(seats))
    for player in seats:
        restack(course, 1)
        stack = course.state.murphys.stack
        course.record(m.TaskDealt(player, stack[0] if stack else None))
