"""What it means for a turn that cards went and came: taken, laid, put back, picked up again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.dumm_gelaufen.model.places import MAC, At
from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn


def meant(
    turn: PartialTurn, gone: tuple[At, ...], new: tuple[At, ...], *, righted: bool
) -> Iterator[tuple[PartialTurn, float]]:
    """The turn with these taken and laid: all of them, or with what was taken put back.

    Where something was wrong, undoing it is what everybody expects (``righted``).
    """
    undone = likelihoods.RIGHTED if righted else likelihoods.RECONSIDERED
    again = _common(gone, turn.laid)
    laid = _without(turn.laid, again)
    taken = turn.taken + _without(gone, again)
    score = undone * len(again)
    if laid and len(gone) > len(again) and not turn.played:
        score += likelihoods.ASTRAY
    yield but(turn, taken=taken, laid=laid + new), score
    back = _common(new, turn.taken)
    if back and not _digs(taken, back):
        rest, score = _without(new, back), score + undone * len(back)
        visits = turn.visits - 2 * len(back)
        taken, laid = _without(taken, back), laid + rest
        yield but(turn, taken=taken, laid=laid, visits=visits), score


def _digs(taken: tuple[At, ...], back: tuple[At, ...]) -> bool:
    """Whether a card from below one of those put back would be left in the hand."""
    last = min((taken.index(at) for at in back if at in taken), default=0)
    places = {at.place for at in back if at.place != MAC}
    return any(at.place in places and at not in back for at in taken[last + 1 :])


def _common(cards: tuple[At, ...], others: tuple[At, ...]) -> tuple[At, ...]:
    """The cards that are among the others too; unread ones are as many as there are."""
    if set(cards).isdisjoint(others):
        return ()
    there = Counter(others) & Counter(cards)
    return tuple(there.elements())


def _without(cards: tuple[At, ...], fewer: tuple[At, ...]) -> tuple[At, ...]:
    left = list(cards)
    for at in fewer:
        left.remove(at)
    return tuple(left)
