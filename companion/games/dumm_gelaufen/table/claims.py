"""Claims at the table: a murphy card and cards in the claim zone, judged when nobody adds any more."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from random import Random
from typing import Final

from companion import errors
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.knowledge.plausible import HELD_BACK
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.games.dumm_gelaufen.rules.moves import play
from companion.games.dumm_gelaufen.table import beliefs
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import CLAIM
from companion.games.dumm_gelaufen.table.state import Recorder, TableState
from companion.games.dumm_gelaufen.table.turns import Doubt, ask_about, turns
from companion.games.dumm_gelaufen.tracker import evidence, likelihoods, succession
from companion.games.dumm_gelaufen.tracker.replay import NO_CHANCE, to_move
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
    table_state: TableState,
    arms: Iterable[Bearing] | None = (),
    hand: tuple[d.Card, ...] = (),
    laid: float = inf,
) -> int:
    """Whose cards lie in the claim zone (docs/commands.md), inferred from arms, from who could claim when they were ``laid``, and from the whole ``hand`` once it lies there."""
    if table_state.called and 0 <= table_state.now - table_state.called[1] < CALLED:
        return table_state.called[0]
    due, seating = (_due(table_state, laid), beliefs.likely_hypotheses(table_state)[0].seating)
    arms = tuple(arms or ())

    def likely(seat: int) -> float:
        reaches = sum(seating.likely(seat, arm) for arm in arms)
        return reaches + OUT_OF_TURN * (seat != due) + _strange(table_state, seat, hand)

    return max((due, *table_state.state.others(due)), key=likely)


def _strange(table_state: TableState, seat: int, hand: tuple[d.Card, ...]) -> float:
    """How much speaks against somebody's having no number cards but these: others hold some, or he has more, or fewer."""
    if not hand:
        return 0.0
    others = succession.strange_hand(
        beliefs.likely_hypotheses(table_state)[0], seat, hand, beliefs.known(table_state)
    )
    fewest, most = table_state.state.hands[seat].size
    wrong = likelihoods.MISTAKEN * (len(hand) > most)
    return others + wrong + likelihoods.short(max(0, fewest - len(hand)))


def _due(table_state: TableState, laid: float) -> int:
    """Who could claim when the cards were laid, by what was seen: once the next one's exchange has begun, he may when it is over."""
    for _, number in beliefs.begun_after(table_state, laid):
        turn = beliefs.likely_hypotheses(beliefs.as_of(table_state, number))[0].turn
        return _offered(table_state.base) if turn.untouched else turn.player
    turn = beliefs.likely_hypotheses(table_state)[0].turn
    begun = bool(turn.taken) or turn.acted
    may = isinstance(table_state.state.pending, m.MayClaim) and not begun
    return _offered(table_state.state) if may or turn.untouched else turn.player


def _offered(state: m.State) -> int:
    """Who may claim between two turns: whoever completed his exchange, else whose turn it is."""
    pending = state.pending
    return pending.player if isinstance(pending, m.MayClaim) else to_move(state)


def claimed(recorder: Recorder, visits: Sequence[Visit] = (), *, over: bool = False) -> None:
    """Track what lies in the claim zone, and judge it when it has not changed for a while; ``visits`` are those to it."""
    table_state = recorder.table_state
    cards = table_state.table[CLAIM]
    before = () if table_state.claim is None else table_state.claim.cards
    unjudged = table_state.claim is not None and not table_state.claim.judged
    if _are_put_back(before, cards) and (unjudged or _is_amended(table_state, cards)):
        # What lay there was all; a card may be read only now that another has gone from it.
        whole = tuple(dict.fromkeys((*before, *cards)))
        if whole != before:
            _seen(recorder, whole, visits)
        _judge(recorder)
        before = whole
    if set(cards) != set(before):
        _seen(recorder, cards, visits)
    claim = recorder.table_state.claim
    if claim is None or claim.judged or CLAIM in table_state.table.covered:
        return
    if over or recorder.table_state.at - claim.at >= _patience(recorder.table_state, claim):
        _judge(recorder)
        _tell_lack(recorder)


def _tell_lack(recorder: Recorder) -> None:
    """Tell once, of cards that nobody adds to and that could not be judged, what has to lie with them."""
    claim = recorder.table_state.claim
    if claim is None or claim.judged:
        return
    tasks, hand = _parts(recorder.table_state, claim)
    if len(tasks) == 1 or not (tasks or hand):
        return
    lacks = c.ClaimLacks(claim.player, "murphys" if tasks else "no-murphy")
    if lacks != claim.lacks:
        recorder.record(lacks)


def _are_put_back(before: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """Whether the cards of a claim are being taken back: several of them leave, and no more come, or the murphy card leaves."""
    gone = [code for code in before if code not in cards]
    return len(gone) > max(1, len(set(cards) - set(before))) or _has_murphy(gone)


def _has_murphy(codes: Iterable[str]) -> bool:
    cards = map(evidence.card_of, codes)
    return any(card is not None and card.kind is d.CardKind.TASK for card in cards)


def _is_amended(table_state: TableState, cards: tuple[str, ...]) -> bool:
    """Whether a card of a claim that was judged shows only now that others go from it, and nothing else has happened."""
    claim = table_state.claim
    if claim is None or set(cards) <= set(claim.shown):
        return False
    return _goes_back(table_state, cards) and _is_last(table_state, claim)


def _patience(table_state: TableState, claim: c.LaidClaim) -> float:
    """Seconds without a further card before a claim is judged."""
    fewest, _ = table_state.state.hands[claim.player].size
    return QUIET if len(claim.shown) > fewest else PATIENT


def _seen(recorder: Recorder, cards: tuple[str, ...], visits: Sequence[Visit]) -> None:
    table_state, arms = recorder.table_state, evidence.arms_of(visits)
    if not cards and table_state.claim is not None and table_state.claim.judged:
        recorder.record(c.ClaimTakenBack(table_state.claim.player))
    grows = _grows(table_state, cards)
    goes = _goes_back(table_state, cards)
    before = c.going_on(table_state.claim, grows=grows, goes_back=goes)
    called = table_state.called is not None or (before is not None and before.arms is None)
    seen_arms = None if called else ((before and before.arms) or ()) + arms
    # Whoever lays his cards out in time has claimed in time (rules, A8), however
    # late the arms of those who play on let them be read: the first hand counts.
    laid = visits[0].began if visits else table_state.at - evidence.SETTLING
    if before is not None:
        laid, whose = before.laid, before.player
    else:
        whose = claimant(table_state, seen_arms, laid=laid)
    if grows:
        recorder.close(_of_rule)
    seen = cards, table_state.at, whose, laid
    recorder.record(c.ClaimSeen(*seen, seen_arms, grows=grows, judged=goes))


def _goes_back(table_state: TableState, cards: tuple[str, ...]) -> bool:
    """Whether what lies there is left of a claim that was judged: nothing else, or some of it has gone and no other murphy card come."""
    claim = table_state.claim
    if claim is None or not claim.judged:
        return False
    new = [code for code in cards if code not in claim.shown]
    return not new or not (_has_murphy(new) or set(claim.cards) <= set(cards))


def _grows(table_state: TableState, cards: tuple[str, ...]) -> bool:
    """Whether cards are laid to a claim that was judged without them, before anything else happened."""
    claim = table_state.claim
    return (
        claim is not None
        and _is_last(table_state, claim)
        and set(claim.cards) <= set(cards)
        and not set(cards) <= set(claim.shown)
    )


def _is_last(table_state: TableState, claim: c.LaidClaim) -> bool:
    """Whether nothing has happened since a claim was judged, and nobody has said anything about the game, so that it may be judged anew."""
    if claim.before is None or claim.after != table_state.state:
        return False
    undecided = claim.before.round == table_state.state.round
    return undecided and beliefs.likely_hypotheses(table_state)[0].turn.untouched


def _of_rule(question: e.Question) -> bool:
    return question.topic == "rule"


def claimed_by(recorder: Recorder, player: int) -> None:
    """Somebody says that the claim is his: of the cards that lie there, or that he is about to lay out."""
    table_state, claim = recorder.table_state, recorder.table_state.claim
    if claim is not None and claim.judged and claim.player == player:
        # He has heard what came of it.
        return
    anew = (
        claim is not None
        and table_state.goes_on
        and not claim.gone
        and _is_last(table_state, claim)
    )
    if claim is None or (claim.judged and not anew):
        recorder.record(c.ClaimCalled(player))
        return
    if anew:
        recorder.close(_of_rule)
    seen = c.ClaimSeen(claim.cards, claim.at, player, claim.laid, grows=anew)
    recorder.record(seen)


def _judge(recorder: Recorder) -> None:
    claim = recorder.table_state.claim
    if claim is None:
        return
    tasks, hand = _parts(recorder.table_state, claim)
    if len(tasks) == 1 and (hand or tasks[0].face == d.READS_MAC):
        whose = claim.player
        if claim.arms:
            whose = claimant(recorder.table_state, claim.arms, hand, claim.laid)
        if whose != claim.player:
            seen = claim.cards, claim.at, whose, claim.laid, claim.arms
            recorder.record(c.ClaimSeen(*seen))
        since = _played_on(recorder.table_state, whose, claim.laid)
        recorder.record(c.HandShown(hand))
        doubts = turns(recorder, over=True, until=since, asks=False)
        if claim.arms:
            # Only now the turn before is told: who may claim is known.
            whose = claimant(recorder.table_state, claim.arms, hand, claim.laid)
        unsure = (*hand, *_unsure(recorder.table_state))
        counted = all(told.sure for told in recorder.table_state.turns)
        shown = m.Claim(whose, tasks[0], hand, None, unsure, counted)
        judge(recorder, shown, doubts, since, laid=True)


def _parts(
    table_state: TableState, claim: c.LaidClaim
) -> tuple[tuple[d.Card, ...], tuple[d.Card, ...]]:
    """The Murphy cards of a claim, and its other cards."""
    cards = [card for code in claim.cards if (card := evidence.card_of(code))]
    tasks = tuple(card for card in cards if card.kind is d.CardKind.TASK)
    hand = tuple(card for card in cards if card.kind is not d.CardKind.TASK)
    return tasks, (*hand, *_beneath(table_state, claim))


def _beneath(table_state: TableState, claim: c.LaidClaim) -> Iterator[d.Card]:
    """The number cards that were laid to a claim, and lie under others by now: they lie nowhere else."""
    lying = {code for cards in table_state.table.zones.values() for code in cards}
    for code in claim.shown:
        card = evidence.card_of(code)
        number = card is not None and card.kind is d.CardKind.NUMBER
        if card is not None and number and code not in {*claim.cards, *lying}:
            yield card


def _played_on(table_state: TableState, claims: int, laid: float) -> int | None:
    """The number of the first evidence of others' turns that come after a claim: they began after it was laid, or one of them goes on."""
    later = beliefs.begun_after(table_state, laid)
    number = next((n for player, n in later if player != claims), None)
    return beliefs.under_way(table_state, claims) if number is None else number


def _unsure(table_state: TableState) -> Iterator[d.Card]:
    """The cards that moved in turns that were not told for sure."""
    for turn in table_state.turns:
        if not turn.sure:
            yield from (at.card for at in turn.candidate.moved if at.card is not None)


def judge(
    recorder: Recorder,
    claim: m.Claim,
    doubts: Iterable[Doubt],
    since: int | None = None,
    *,
    laid: bool = False,
) -> None:
    """Judge a claim, and ask about the turns before it that are in doubt, unless it wins the round: then nothing follows from what they were.

    The evidence ``since`` a number is of the turn after it.
    """
    if _verdict(recorder, claim, since, laid=laid) != "yes":
        ask_about(recorder, doubts)


def _verdict(recorder: Recorder, claim: m.Claim, since: int | None, *, laid: bool) -> c.VerdictName:
    """The verdict on a claim, which is told with what follows from it."""
    state = recorder.state
    told = claim.player, claim.task.face, claim.cards
    try:
        events = play(state, claim, Random(NO_CHANCE))[1]
    except errors.IllegalMove as refusal:
        unjudged = (c.ReasonTold(why.key.rpartition(".")[2], (), why) for why in refusal.reasons)
        recorder.record(c.ClaimJudged(*told, "depends", tuple(unjudged)))
        return "depends"
    verdict = judged(state, claim)
    found = [*verdict.reasons]
    if laid and not any(why.code in HELD_BACK for why in found):
        found += _covered(recorder.table_state, claim)
    reasons = tuple(c.ReasonTold(why.code, why.cards, why.text) for why in found)
    recorder.record(c.ClaimJudged(*told, verdict.answer.value, reasons))
    recorder.record(e.FactsStated(events, rules=True, since=since))
    if recorder.state.over:
        recorder.record(e.StageBegan("over"))
    return verdict.answer.value


def _covered(table_state: TableState, claim: m.Claim) -> Iterator[d.Reason]:
    """That cards may lie under others: fewer are seen than the hand has, unless the rest are kept actions."""
    fewest, _ = table_state.state.hands[claim.player].size
    if claim.task.face != d.READS_MAC and len(claim.cards) < fewest:
        count = len(claim.cards)
        yield d.reason("may-be-covered", (), d.VerdictAnswer.YES, count=count, fewest=fewest)
