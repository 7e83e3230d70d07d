"""Claims at the table: a murphy card and cards in the claim zone, judged when nobody adds any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from random import Random
from typing import Any, Final

from companion.announce import message
from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.verdicts import (
    Reason,
    Verdict,
    VerdictAnswer,
    reason,
)
from companion.games.dumm_gelaufen.knowledge.plausible import HELD_BACK
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.moves import Claim
from companion.games.dumm_gelaufen.model.state import InDoubt, MayClaim, Over, State
from companion.games.dumm_gelaufen.model.task_cards import READS_MAC
from companion.games.dumm_gelaufen.referee.beliefs import (
    as_of,
    begun_after,
    known,
    likely_hypotheses,
    under_way,
)
from companion.games.dumm_gelaufen.referee.problems import CLAIM
from companion.games.dumm_gelaufen.referee.recorder import Recorder
from companion.games.dumm_gelaufen.referee.sitting import DummSitting, LaidClaim
from companion.games.dumm_gelaufen.referee.turn_records import (
    Choice,
    Question,
    question_to_json,
)
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.games.dumm_gelaufen.rules.rulebook import play
from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.conditioning import strange_hand
from companion.games.dumm_gelaufen.tracker.evidence import (
    SETTLING,
    arms_of,
    card_of,
)
from companion.games.dumm_gelaufen.tracker.replay_events import NO_CHANCE, to_move
from companion.table import Visit
from companion.tracking.bearings import Bearing

OUT_OF_TURN: Final = -3.0
"""A claim by somebody who may not claim now, as a logarithm: one in twenty."""
CALLED: Final = 60.0
"""Seconds for which cards laid out are whose who said before that he claims."""
QUIET: Final = 1.5
"""Seconds without a change in the claim zone after which a whole hand is judged."""
PATIENT: Final = 4.0
"""The same while cards of the hand are still missing: hands are laid out in several goes."""


def claimant(
    sitting: DummSitting,
    arms: Iterable[Bearing] | None = (),
    hand: tuple[Card, ...] = (),
    laid: float = inf,
) -> int:
    """Whose cards lie in the claim zone (docs/commands.md), inferred from arms, from who could claim when they were ``laid``, and from the whole ``hand`` once it lies there."""
    if sitting.called and 0 <= sitting.now - sitting.called[1] < CALLED:
        return sitting.called[0]
    due, seating = _due(sitting, laid), likely_hypotheses(sitting)[0].seating
    arms = tuple(arms or ())

    def likely(seat: int) -> float:
        reaches = sum(seating.likely(seat, arm) for arm in arms)
        return reaches + OUT_OF_TURN * (seat != due) + _strange(sitting, seat, hand)

    return max((due, *sitting.state.others(due)), key=likely)


def _strange(sitting: DummSitting, seat: int, hand: tuple[Card, ...]) -> float:
    """How much speaks against somebody's having no number cards but these: others hold some, or he has more, or fewer."""
    if not hand:
        return 0.0
    others = strange_hand(likely_hypotheses(sitting)[0], seat, hand, known(sitting))
    fewest, most = sitting.state.hands[seat].size
    wrong = likelihoods.MISTAKEN * (len(hand) > most)
    return others + wrong + likelihoods.short(max(0, fewest - len(hand)))


def _due(sitting: DummSitting, laid: float) -> int:
    """Who could claim when the cards were laid, by what was seen: once the next one's exchange has begun, he may when it is over."""
    for _, number in begun_after(sitting, laid):
        turn = likely_hypotheses(as_of(sitting, number))[0].turn
        return _offered(sitting.base) if turn.untouched else turn.player
    turn = likely_hypotheses(sitting)[0].turn
    pending = sitting.state.pending
    begun = bool(turn.taken) or turn.acted
    if isinstance(pending, MayClaim) and (sitting.open or not begun):
        return pending.player
    return to_move(sitting.state) if turn.untouched else turn.player


def _offered(state: State) -> int:
    """Who may claim between two turns: whoever completed his exchange, else whose turn it is."""
    pending = state.pending
    return pending.player if isinstance(pending, MayClaim) else to_move(state)


def claimed(
    recorder: Recorder,
    settle: Callable[[int | None], None],
    visits: Sequence[Visit] = (),
    *,
    over: bool = False,
) -> None:
    """Track what lies in the claim zone, and judge it when it has not changed for a while; ``visits`` are those to it."""
    sitting = recorder.sitting
    cards = sitting.table[CLAIM]
    before = () if sitting.claim is None else sitting.claim.cards
    unjudged = sitting.claim is not None and not sitting.claim.judged
    if unjudged and _are_put_back(before, cards):
        # What lay there was all; a card may be read only now that another has gone from it.
        whole = tuple(dict.fromkeys((*before, *cards)))
        if whole != before:
            _seen(recorder, whole, visits)
        _judge(recorder, settle)
        before = whole
    if set(cards) != set(before):
        _seen(recorder, cards, visits)
    claim = recorder.sitting.claim
    if claim is None or claim.judged or CLAIM in sitting.table.covered:
        return
    if over or recorder.sitting.at - claim.at >= _patience(recorder.sitting, claim):
        _judge(recorder, settle)


def _are_put_back(before: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """Whether the cards of a claim are being taken back: some of them leave and none comes, or the murphy card leaves."""
    gone = [card_of(code) for code in before if code not in cards]
    murphy = any(card and card.kind is CardKind.TASK for card in gone)
    return set(cards) < set(before) or murphy


def _patience(sitting: DummSitting, claim: LaidClaim) -> float:
    """Seconds without a further card before a claim is judged."""
    fewest, _ = sitting.state.hands[claim.player].size
    return QUIET if len(claim.cards) > fewest else PATIENT


def _seen(recorder: Recorder, cards: tuple[str, ...], visits: Sequence[Visit]) -> None:
    sitting, arms = recorder.sitting, arms_of(visits)
    if not cards and sitting.claim is not None and sitting.claim.judged:
        recorder.tell("put-back", player=sitting.claim.player)
    grows = _grows(sitting, cards)
    goes = _goes_back(sitting, cards)
    goes_on = sitting.claim is not None and (grows or goes or not sitting.claim.judged)
    before = sitting.claim if goes_on else None
    called = sitting.called is not None or (before is not None and before.arms is None)
    seen_arms = None if called else ((before and before.arms) or ()) + arms
    # Whoever lays his cards out in time has claimed in time (rules, A8), however
    # late the arms of those who play on let them be read: the first hand counts.
    laid = visits[0].began if visits else sitting.at - SETTLING
    if before is not None:
        laid, whose = before.laid, before.player
    else:
        whose = claimant(sitting, seen_arms, laid=laid)
    if grows:
        _close(recorder, "rule")
    seen = {"cards": list(cards), "at": sitting.at, "laid": laid, "player": whose}
    recorder.tell("claim-seen", **seen, arms=seen_arms, grows=grows, judged=goes)


def _goes_back(sitting: DummSitting, cards: tuple[str, ...]) -> bool:
    """Whether cards of a claim that was judged are being taken back."""
    claim = sitting.claim
    return claim is not None and claim.judged and set(cards) < set(claim.cards)


def _grows(sitting: DummSitting, cards: tuple[str, ...]) -> bool:
    """Whether cards are laid to a claim that was judged without them, before anything else happened."""
    claim = sitting.claim
    return (
        claim is not None and _is_last(sitting, claim) and set(claim.cards) < set(cards)
    )


def _is_last(sitting: DummSitting, claim: LaidClaim) -> bool:
    """Whether nothing has happened since a claim was judged, and nobody has said anything about the game, so that it may be judged anew."""
    if claim.before is None or claim.after != sitting.state:
        return False
    undecided = claim.before.round == sitting.state.round
    return undecided and likely_hypotheses(sitting)[0].turn.untouched


def _stands(sitting: DummSitting, claim: LaidClaim) -> bool:
    """Whether a claim that was judged lies there as it did then, in a game that goes on."""
    plays = sitting.phase == "play" and not sitting.is_paused
    return plays and not claim.gone


def claimed_by(recorder: Recorder, player: int) -> None:
    """Somebody says that the claim is his: of the cards that lie there, or that he is about to lay out."""
    sitting, claim = recorder.sitting, recorder.sitting.claim
    if claim is not None and claim.judged and claim.player == player:
        # He has heard what came of it.
        return
    anew = claim is not None and _stands(sitting, claim) and _is_last(sitting, claim)
    if claim is None or (claim.judged and not anew):
        recorder.tell("called", player=player)
        return
    if anew:
        _close(recorder, "rule")
    told = {"cards": list(claim.cards), "at": claim.at, "laid": claim.laid}
    recorder.tell("claim-seen", **told, player=player, grows=anew)


def _close(recorder: Recorder, topic: str) -> None:
    for question in recorder.sitting.questions:
        if question.topic == topic:
            recorder.tell("question-closed", id=question.id)


def _judge(recorder: Recorder, settle: Callable[[int | None], None]) -> None:
    claim = recorder.sitting.claim
    if claim is None:
        return
    cards = [card for code in claim.cards if (card := card_of(code))]
    tasks = [card for card in cards if card.kind is CardKind.TASK]
    hand = tuple(card for card in cards if card.kind is not CardKind.TASK)
    if len(tasks) == 1 and (hand or tasks[0].face == READS_MAC):
        whose = claim.player
        if claim.arms:
            whose = claimant(recorder.sitting, claim.arms, hand, claim.laid)
        if whose != claim.player:
            seen = {"cards": list(claim.cards), "at": claim.at, "laid": claim.laid}
            recorder.tell("claim-seen", **seen, player=whose, arms=claim.arms)
        since = _played_on(recorder.sitting, whose, claim.laid)
        recorder.tell("hand-shown", cards=[card.code for card in hand])
        settle(since)
        if claim.arms:
            # Only now the turn before is told: who may claim is known.
            whose = claimant(recorder.sitting, claim.arms, hand, claim.laid)
        unsure = (*hand, *_unsure(recorder.sitting))
        counted = all(told.sure for told in recorder.sitting.told)
        shown = Claim(whose, tasks[0], hand, None, unsure, counted)
        tell_claim(recorder, shown, since, laid=True)


def _played_on(sitting: DummSitting, claims: int, laid: float) -> int | None:
    """The number of the first evidence of others' turns that come after a claim: they began after it was laid, or one of them goes on."""
    later = begun_after(sitting, laid)
    number = next((n for player, n in later if player != claims), None)
    return under_way(sitting, claims) if number is None else number


def _unsure(sitting: DummSitting) -> Iterator[Card]:
    """The cards that moved in turns that were not told for sure."""
    for told in sitting.told:
        if not told.sure:
            moved = (*told.candidate.taken, *told.candidate.laid)
            yield from (at.card for at in moved if at.card is not None)


def tell_claim(
    recorder: Recorder, claim: Claim, since: int | None = None, *, laid: bool = False
) -> None:
    """Judge a claim and tell the verdict, and what follows from it; the evidence ``since`` a number is of the turn after it."""
    state = recorder.sitting.state
    try:
        events = play(state, claim, Random(NO_CHANCE))[1]
    except IllegalMove as refusal:
        _tell_unjudged(recorder, claim, refusal)
        return
    covered = tuple(_covered(recorder.sitting, claim)) if laid else ()
    _tell_verdict(recorder, claim, judged(state, claim), covered)
    facts = [fact_to_json(event) for event in events]
    recorder.tell("facts", facts=facts, rules=True, since=since)
    if isinstance(recorder.sitting.state.pending, Over):
        recorder.tell("phase", phase="over")
    elif isinstance(recorder.sitting.state.pending, InDoubt):
        _ask_the_table(recorder, claim)


def _covered(sitting: DummSitting, claim: Claim) -> Iterator[Reason]:
    """That cards may lie under others: fewer are seen than the hand has, unless the rest are kept actions."""
    fewest, _ = sitting.state.hands[claim.player].size
    if claim.task.face != READS_MAC and len(claim.cards) < fewest:
        count = len(claim.cards)
        yield reason(
            "may-be-covered", (), VerdictAnswer.YES, count=count, fewest=fewest
        )


def _tell_verdict(
    recorder: Recorder, claim: Claim, verdict: Verdict, besides: tuple[Reason, ...]
) -> None:
    told = [*verdict.reasons]
    if not any(said.code in HELD_BACK for said in told):
        told += besides
    reasons = [
        {
            "code": reason.code,
            "cards": [card.code for card in reason.cards],
            "text": reason.text.to_json(),
        }
        for reason in told
    ]
    recorder.tell(
        "claim", **_told(claim), verdict=verdict.answer.value, reasons=reasons
    )


def _tell_unjudged(recorder: Recorder, claim: Claim, refusal: IllegalMove) -> None:
    reasons = [
        {"code": said.key.rpartition(".")[2], "cards": [], "text": said.to_json()}
        for said in refusal.reasons
    ]
    recorder.tell("claim", **_told(claim), verdict="depends", reasons=reasons)


def _told(claim: Claim) -> dict[str, Any]:
    hand = [card.code for card in claim.cards]
    return {"player": claim.player, "task": claim.task.face, "hand": hand}


def _ask_the_table(recorder: Recorder, claim: Claim) -> None:
    choices = (("accept", "choice.accept"), ("refuse", "choice.refuse"))
    question = Question(
        id=f"claim-{recorder.sitting.entry}",
        about=0,
        topic="rule",
        player=claim.player,
        text=message("question.rule", card=claim.task.name),
        choices=tuple(Choice(id, message(key)) for id, key in choices),
    )
    recorder.tell("question", **question_to_json(question))
