"""What the players did, as seen by a camera: rolls, cards from the display, and how unseen turns end."""

from dataclasses import replace
from typing import Final

from companion.announce import Message, message
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import DISPLAY, KEPT, TRAY, displayed
from companion.games.nicht_lustig.table import events as e
from companion.games.nicht_lustig.table.rolling import at_rest, taken_off
from companion.games.nicht_lustig.table.state import Recorder, TableState
from companion.games.nicht_lustig.table.taking import missing, moved, read_on
from companion.kit import table as kit
from companion.table import Observation, Settled, Table

LISTED: Final = 6
"""At most this many missing cards are listed."""
MISSING: Final = frozenset({"lustig.problem.missing", "lustig.problem.missing-many"})


def observe(recorder: Recorder, seen: Observation) -> None:
    """Process a look; a glimpse is ignored here."""
    if not isinstance(seen, Settled) or recorder.table_state.paused:
        return
    seen = replace(seen, steps=recorder.table_state.steps)
    if recorder.table_state.stage != "play":
        check(recorder, seen.table)
        if _goes_on(recorder, seen):
            _in_the_middle(recorder, seen.table)
            _played(recorder, seen)
    elif recorder.state.now != "over":
        _played(recorder, seen)
    recorder.done()


def _goes_on(recorder: Recorder, seen: Settled) -> bool:
    """Whether people are in the middle of an unobserved game: only missing cards are wrong, and most dice have been thrown."""
    stage, problems = recorder.table_state.stage, recorder.table_state.problems or ()
    keys = {problem.key for problem in problems}
    missing = len(keys) == 1 and keys <= MISSING
    fallen = [s for s in seen.steps if s.zone == TRAY and s.sign == "+"]
    return stage == "set-up" and missing and 2 * len(fallen) > len(p.DICE)


def _in_the_middle(recorder: Recorder, table: Table) -> None:
    """The display is what lies there; the owners of the other cards are unknown."""
    recorder.record(e.GameJoined(tuple(sorted(displayed(table) & {*p.TARGETS}))))
    recorder.record(kit.StageBegan("play"))


def check(recorder: Recorder, table: Table) -> None:
    """Check whether the display is as it must be before the game begins, or continues."""
    stage = recorder.table_state.stage
    problems = tuple(_set_up_problems(recorder.table_state, table))
    if problems == recorder.table_state.problems:
        return
    checked = kit.SetUpChecked if stage == "set-up" else kit.RebuildChecked
    recorder.record(checked(problems))
    if not problems:
        recorder.record(kit.StageBegan("play"))
        # Cards taken in the turn under way may have been laid back.
        read_on(recorder, displayed(table))


def _set_up_problems(table_state: TableState, table: Table) -> list[Message]:
    display = table_state.state.display
    lying = [code.rpartition("-") for code in table[DISPLAY]]
    lost = missing(table_state, displayed(table))
    strange = tuple(face for face, _, _ in lying if face not in display)
    turned = tuple(face for face, _, side in lying if side == "2")
    absent = "missing" if len(lost) <= LISTED else "missing-many"
    told = ((absent, lost), ("strange", strange), ("turned", turned))
    return [
        message(f"lustig.problem.{name}", cards=p.named(cards), count=len(cards))
        for name, cards in told
        if cards
    ]


def _played(recorder: Recorder, seen: Settled) -> None:
    """Cards that left before dice came belong to the previous roll, the others to this one."""
    first = next((n for n, s in enumerate(seen.steps) if s.zone in (TRAY, KEPT) and s.sign == "+"), len(seen.steps))  # fmt: skip
    moved(recorder, seen.steps[:first])
    dice = [step for step in seen.steps if step.zone in (TRAY, KEPT)]
    if dice:
        at_rest(recorder, dice, seen.table)
    elif not seen.steps:
        taken_off(recorder, seen.table)
    moved(recorder, seen.steps[first:])
