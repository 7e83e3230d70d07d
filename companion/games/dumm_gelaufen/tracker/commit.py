"""Whether a turn that is over waits for what comes next before it is settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.tracker import likelihoods, turn_transitions
from companion.tracking.beam import posterior, share

SURE: Final = 0.985
"""From this posterior on a turn is called sure: sixty-six to one."""
ASK: Final = 0.85
"""Below this posterior the people are asked: six to one."""
OPEN: Final = 0.935
"""Below this posterior a turn waits for what comes next: fifteen to one."""
PATIENT: Final = 2
"""Until so many turns are over what follows may still tell."""
RARE: Final = 0.001
"""What is no likelier than this is no rival, and keeps nothing waiting though all that was seen of the next turn are hands that moved nothing."""
FIRST: Final = 6
"""After so many reaches it is known from where somebody reaches."""


def may_still_tell(hypotheses: Sequence[t.Hypothesis], sure: float, known: t.Context) -> bool:
    """Whether what comes next may still tell what the first turn was.

    ``sure`` is the posterior of the first turn's best candidate.
    """
    best = hypotheses[0]
    turns = len(best.closed)
    if turns < PATIENT and sure < OPEN:
        return True
    if turns < t.LAG and sure < ASK and _can_wait(hypotheses):
        return True
    if turns == 0 and _may_be_read(hypotheses):
        return True
    if turns and _draws_may_tell(best, known):
        return True
    # The turn before may go on by a hypothesis that reads it alike so far.
    going_on = share(hypotheses, lambda hypothesis: not hypothesis.closed)
    open_yet = max(1 - sure, going_on) > RARE
    return turns == 1 and open_yet and _only_reached(best.turn)


def _can_wait(hypotheses: Sequence[t.Hypothesis]) -> bool:
    """Whether a doubt can wait: what an action card did to the hands is known once its turn is settled, and what was wrong can be put right at first only."""
    best = hypotheses[0]
    if best.turn.played or any(turn.played for turn in best.closed):
        return False
    wrong = share(hypotheses, lambda each: any(turn.wrong for turn in each.closed[:1]))
    return wrong < 1 - SURE


def _may_be_read(hypotheses: Sequence[t.Hypothesis]) -> bool:
    """Whether an unread card may lie on top of a pile that shows another one, or nothing: a moment later it may be read."""
    return share(hypotheses, lambda h: None in (*h.mac, *h.left[:1], *h.right[:1])) > 1 - SURE


def _draws_may_tell(best: t.Hypothesis, known: t.Context) -> bool:
    """Whether draws since an action card may be of somebody who ran short, while it is not known from where everybody reaches."""
    open_cards = best.turn.taken or best.turn.laid
    strangers = len(best.closed) <= len(known.seats) and not best.seating.known(FIRST)
    first = best.closed[0]
    played = bool(first.played) and not open_cards and strangers
    return played and may_have_run_short(first, known)


def may_have_run_short(turn: t.PartialTurn | t.TurnCandidate, known: t.Context) -> bool:
    """Whether somebody may still draw because the action card took his last cards (rules, A6)."""
    return any(likelihoods.may_be_short(left) for _, left in known.losers(turn, first=True))


def _only_reached(turn: t.PartialTurn) -> bool:
    """Whether all that was seen of a turn are hands that moved nothing open: hands come to rest there, too."""
    reached = turn.drew > 0 or turn.visits > 0
    return reached and not (turn.taken or turn.acted or turn.thrown)


NEAR: Final = log(SURE / (1 - SURE))
"""A name is left open while a hypothesis no farther behind than this has none."""
KNOWN: Final = 1 - exp(likelihoods.MISTAKEN)
"""No turn is surer than this: what people did may be nothing that any hypothesis has."""
SAME: Final = ("same",)
"""The outcome of every hypothesis that says of the first turn what the best one says."""


@dataclass(frozen=True, slots=True)
class BestCandidate:
    """The best candidate for the first turn not settled, how likely it is, and its rivals.

    ``waits``: what comes next may still tell. ``illegal`` is how likely it is
    that the rules do not allow it, whatever it was.
    """

    candidate: t.TurnCandidate
    posterior: float
    rivals: tuple[t.TurnCandidate, ...]
    waits: bool = False
    illegal: float = 0.0
    in_sight: float = 0.0
    """How likely what was seen of it is, however many cards nobody saw."""
    short: tuple[t.TurnCandidate, ...] = ()
    """The same turn as nearly as likely, but for who drew because he had run short."""

    @property
    def legal(self) -> tuple[t.TurnCandidate, ...]:
        """The rivals that the rules allow."""
        return tuple(rival for rival in self.rivals if rival.wrong is None)


def found(
    hypotheses: Sequence[t.Hypothesis],
    known: t.Context,
    number: int,
    covered: Collection[str] = (),
    *,
    over: bool = False,
) -> BestCandidate | None:
    """The first turn that is not settled, if it is over: its end was seen, or nothing more can come.

    ``hypotheses`` are of a belief after ``number`` pieces of evidence; ``covered``
    are the zones that a hand is, or just was, over.
    Unless everything is ``over``, a candidate that is not far ahead of its
    rivals waits.
    """
    first = _first(hypotheses[0], known, number)
    if first is None:
        return None
    first = _as_known(first, hypotheses)
    # Whether a turn is over does not matter where it was the same either way.
    read = {
        id(each): _first(each, known, number) or provisional(each, known, number)
        for each in hypotheses
    }
    candidates = [candidate for candidate in read.values() if candidate]
    illegal = {key for key, candidate in read.items() if candidate and candidate.wrong}

    def outcome(hypothesis: t.Hypothesis) -> tuple[object, ...] | None:
        return _outcome(read[id(hypothesis)], first)

    def with_unseen(hypothesis: t.Hypothesis) -> tuple[object, ...]:
        candidate = read[id(hypothesis)]
        return outcome(hypothesis), candidate and candidate.unseen

    shares, unseen = posterior(hypotheses, outcome), posterior(hypotheses, with_unseen)
    sure = shares.get(SAME, 0.0)
    whole = unseen.get((SAME, first.unseen), 0.0)
    waits = may_still_tell(hypotheses, min(sure, whole), known)
    likely = {candidate.what: candidate for candidate in reversed(candidates)}
    near = (likely[what] for what, p in shares.items() if what in likely and p > RARE)
    alike = (c for c in candidates if unseen[_outcome(c, first), c.unseen] > 1 - ASK)
    return BestCandidate(
        candidate=first,
        posterior=sure * KNOWN,
        rivals=tuple(near),
        waits=(waits or _is_hidden(first, covered)) and not over,
        illegal=share(hypotheses, lambda each: id(each) in illegal),
        in_sight=share(hypotheses, lambda each: _is_seen_so(read[id(each)], first)) * KNOWN,
        short=tuple(_short(first, alike)),
    )


def _is_seen_so(candidate: t.TurnCandidate | None, first: t.TurnCandidate) -> bool:
    """Whether a hypothesis says of what was seen of the first turn what the best one says."""
    if candidate is None:
        return False
    return _is_alike(candidate, first) or candidate.seen == first.seen


def _outcome(
    candidate: t.TurnCandidate | None, first: t.TurnCandidate
) -> tuple[object, ...] | None:
    """What the first turn was by a hypothesis, the same for all that say what the best one says."""
    if candidate is None:
        return None
    return SAME if _is_alike(candidate, first) else candidate.what


def _is_hidden(turn: t.TurnCandidate, covered: Collection[str]) -> bool:
    """Whether a turn looks wrong and a zone that it was made in is covered: more of it may be seen."""
    return turn.wrong is not None and not turn.places.isdisjoint(covered)


def _is_alike(candidate: t.TurnCandidate, first: t.TurnCandidate) -> bool:
    """Whether a candidate says the same as the first turn's, but for names or the order."""
    return candidate.same(first) or candidate.names(first)


def _short(first: t.TurnCandidate, alike: Iterable[t.TurnCandidate]) -> Iterator[t.TurnCandidate]:
    """The candidates that say of others that they drew because they had run short."""
    told = {first.refilled}
    for candidate in alike:
        if candidate.same(first) and candidate.refilled not in told:
            told.add(candidate.refilled)
            yield m.changed(first, refilled=candidate.refilled)


def _first(hypothesis: t.Hypothesis, known: t.Context, number: int) -> t.TurnCandidate | None:
    if hypothesis.closed:
        return hypothesis.closed[0]
    whole = turn_transitions.whole(hypothesis.turn, hypothesis.mac, len(known.seats))
    if whole and not may_have_run_short(hypothesis.turn, known):
        return provisional(hypothesis, known, number)
    return None


def provisional(hypothesis: t.Hypothesis, known: t.Context, number: int) -> t.TurnCandidate | None:
    """What the turn under way is for now, if it may well be over."""
    turn = hypothesis.turn
    if not turn.played and not turn.laid:
        return None
    likely = list(turn_transitions.closings(turn, hypothesis.mac, known.prior))
    if not likely:
        return None
    candidate, score = max(likely, key=lambda pair: pair[1])
    if candidate.wrong is not None or score < turn_transitions.UNLIKELY:
        return None
    return m.changed(candidate, ended=number)


def wanted(
    hypotheses: Sequence[t.Hypothesis], known: t.Context, number: int
) -> tuple[t.TurnCandidate, ...]:
    """The turns as they are read now, the one under way among them if it may be over."""
    best = hypotheses[0]
    now = provisional(best, known, number)
    closed = best.closed
    if closed:
        closed = (_as_known(closed[0], hypotheses), *closed[1:])
    return closed if now is None else (*closed, now)


def _as_known(first: t.TurnCandidate, hypotheses: Sequence[t.Hypothesis]) -> t.TurnCandidate:
    """The first turn's best candidate, with the names only of those cards that no hypothesis not far behind leaves open."""
    best = hypotheses[0]
    near = (
        hypothesis
        for hypothesis in hypotheses
        if hypothesis.closed and best.score - hypothesis.score < NEAR
    )
    alike = [hypothesis.closed[0] for hypothesis in near if hypothesis.closed[0].names(first)]
    taken = _known(first.taken, [candidate.taken for candidate in alike])
    laid = _known(first.laid, [candidate.laid for candidate in alike])
    return m.changed(first, taken=taken, laid=laid)


def _known(cards: tuple[d.At, ...], alike: Sequence[tuple[d.At, ...]]) -> tuple[d.At, ...]:
    """The cards, without the names of those that others, in the same order, leave open."""
    unnamed = {n for others in alike for n, at in enumerate(others) if at.card is None}
    return tuple(d.At(at.place) if n in unnamed else at for n, at in enumerate(cards))
