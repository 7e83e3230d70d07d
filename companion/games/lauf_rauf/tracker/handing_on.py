"""Whose move a board shows if it is not the current player's: somebody passed, or a turn went unseen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.lauf_rauf.model.events import NothingDone, PairThrown, PawnsWere
from companion.games.lauf_rauf.model.moves import LeaveIt
from companion.games.lauf_rauf.model.standing import Standing
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.outcomes import Placement, explained, placement
from companion.games.lauf_rauf.tracker.asking import shown_moves
from companion.games.lauf_rauf.tracker.pawns_seen import pawns_seen
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import tolerant
from companion.games.lauf_rauf.tracker.taking_back import want_back


def passed(recorder: LaufRecorder, shown: Placement) -> bool:
    """Whether the board shows the next player's move, or part of it, by rolls after one at
    which the turn could have ended: then they were that player's.
    """
    now = tolerant(recorder.standing)
    for count in range(1, len(now.rolls)):
        later = _taken_over(now, 1, count)
        left = replace(now, rolls=now.rolls[:-count])
        found = explained(later, shown) if LeaveIt() in legal(left) else ()
        if found and not found[0].left:
            _seen_to_pass(recorder, later, shown)
        if found:
            return True
    return False


def _seen_to_pass(recorder: LaufRecorder, later: Standing, shown: Placement) -> None:
    if recorder.sitting.takes_back:
        want_back(recorder, shown)
    else:
        _hand_on(recorder, later)
        recorder.tell("by-board")


def stands(recorder: LaufRecorder) -> bool:
    """Whether the pawns may stay where they are although no move results in this: then the turn is over.

    If it is another player's move with these dice, that player's turn is over, and
    those in between went unseen.
    """
    now = tolerant(recorder.standing)
    seen = pawns_seen(now, recorder.sitting.table)
    if seen is None or seen == placement(now):
        return False
    recorder.relent()
    later = next(_anybody(now, seen), None)
    if later is None:
        recorder.end(PawnsWere(seen.pawns, seen.ghost))
    else:
        _hand_on(recorder, later)
    return True


def _anybody(now: Standing, seen: Placement) -> Iterator[Standing]:
    """The other players' standings, the next one's first, in which the board's move is legal with the last of the rolls."""
    for ahead in range(1, len(now.colours)):
        for count in range(1, len(now.rolls) + 1):
            later = _taken_over(now, ahead, count)
            if any(not one.left for one in explained(later, seen)):
                yield later


def _taken_over(now: Standing, ahead: int, count: int) -> Standing:
    """The same if the last rolls belong to the player so many seats on."""
    seat = (now.turn + ahead) % len(now.colours)
    return replace(now, turn=seat, rolls=now.rolls[-count:], sacrificed=0)


def _hand_on(recorder: LaufRecorder, later: Standing) -> None:
    """The dice went to another player, who rolled this and made the board's move."""
    while recorder.standing.turn != later.turn:
        recorder.end(NothingDone(recorder.standing.colour))
    for number, shows in enumerate(later.rolls, 1):
        recorder.facts((PairThrown(later.colour, number, shows),))
    recorder.relent()
    recorder.see(shown_moves(recorder.sitting)[0].move)
