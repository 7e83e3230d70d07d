"""What the players did, as seen by a camera: rolls, cards from the display, and how unseen turns end."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.announce import message
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import DISPLAY, KEPT, TRAY, displayed
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table import rolling, state
from companion.games.nicht_lustig.table.dice_seen import SEEN
from companion.games.nicht_lustig.table.taking import missing, moved, read_on
from companion.kit import table as kit
from companion.table import Observation, Settled, Step, Table

LISTED: Final = 6
"""At most this many missing cards are listed."""
MISSING: Final = frozenset({"lustig.problem.missing", "lustig.problem.missing-many"})


def observe(recorder: state.Recorder, seen: Observation) -> None:
    """Process a look; a glimpse is ignored here."""
    if not isinstance(seen, Settled) or recorder.table_state.paused:
        return
    if recorder.table_state.stage != "play":
        check(recorder)
        if not _goes_on(recorder.table_state):
            return
        _in_the_middle(recorder, seen.table)
    if recorder.state.now != "over":
        _played(recorder, recorder.table_state.steps, still=not seen.steps)


def _goes_on(table_state: state.TableState) -> bool:
    """Whether people are in the middle of an unobserved game: only missing cards are wrong, and most dice have been thrown."""
    keys = {problem.code for problem in table_state.problems or ()}
    missing = len(keys) == 1 and keys <= MISSING
    fallen = [s for s in table_state.steps if s.zone == TRAY and s.sign == "+"]
    most = 2 * len(fallen) > len(p.DICE)
    return table_state.stage == "set-up" and missing and most


def _in_the_middle(recorder: state.Recorder, table: Table) -> None:
    """The display is what lies there; the owners of the other cards are unknown."""
    recorder.record(e.GameJoined(tuple(sorted(displayed(table) & {*p.TARGETS}))))
    recorder.record(kit.StageBegan("play"))


def check(recorder: state.Recorder) -> None:
    """Check whether the display is as it must be before the game begins, or continues."""
    table = recorder.table_state.table
    if recorder.check(_problems(recorder.table_state, table)):
        recorder.record(kit.StageBegan("play"))
        # Cards taken in the turn under way may have been laid back.
        read_on(recorder, displayed(table))


def _problems(table_state: state.TableState, table: Table) -> Iterator[kit.Problem]:
    display = table_state.state.display
    lying = [code.rpartition("-") for code in table[DISPLAY]]
    lost = missing(table_state, displayed(table))
    strange = tuple(face for face, _, _ in lying if face not in display)
    turned = tuple(face for face, _, side in lying if side == "2")
    absent = "missing" if len(lost) <= LISTED else "missing-many"
    told = ((absent, lost), ("strange", strange), ("turned", turned))
    for name, cards in told:
        if cards:
            names = p.named(cards)
            text = message(f"lustig.problem.{name}", cards=names, count=len(cards))
            yield kit.Problem(text)


def _played(recorder: state.Recorder, steps: Sequence[Step], *, still: bool) -> None:
    """Cards that left before dice came belong to the previous roll, the others to this one; ``still``: nothing at all has changed."""
    came = (n for n, s in enumerate(steps) if s.zone in (TRAY, KEPT) and s.sign == "+")
    first = next(came, len(steps))
    moved(recorder, steps[:first])
    there = recorder.table_state
    dice = SEEN.moved(steps, there.table, in_hand=there.in_hand)
    if dice:
        rolling.at_rest(recorder, dice)
    elif still:
        rolling.taken_off(recorder)
    moved(recorder, steps[first:])
