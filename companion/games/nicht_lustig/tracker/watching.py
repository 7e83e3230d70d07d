"""What the players did, as seen by a camera: rolls, cards from the display, and how unseen turns end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.announce import Message, message
from companion.games.nicht_lustig.deck.cards import TARGETS, named
from companion.games.nicht_lustig.deck.dice import DICE
from companion.games.nicht_lustig.mat import DISPLAY, KEPT, TRAY, displayed
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
from companion.games.nicht_lustig.tracker.rolling import at_rest, taken_off
from companion.games.nicht_lustig.tracker.sitting import LustigSitting
from companion.games.nicht_lustig.tracker.taking import missing, moved, read_on
from companion.table import Observation, Settled, Table

LISTED: Final = 6
"""At most this many missing cards are listed."""
MISSING: Final = frozenset({"lustig.problem.missing", "lustig.problem.missing-many"})


def concluded(minutes: LustigMinutes, seen: Observation) -> None:
    """Process a look; a glimpse is ignored here."""
    if not isinstance(seen, Settled) or minutes.sitting.paused:
        return
    seen = replace(seen, steps=minutes.sitting.steps)
    if minutes.sitting.stage != "play":
        check(minutes, seen.table)
        if _goes_on(minutes, seen):
            _in_the_middle(minutes, seen.table)
            _played(minutes, seen)
    elif minutes.situation.now != "over":
        _played(minutes, seen)
    minutes.done()


def _goes_on(minutes: LustigMinutes, seen: Settled) -> bool:
    """Whether people are in the middle of an unobserved game: only missing cards are wrong, and most dice have been thrown."""
    stage, problems = minutes.sitting.stage, minutes.sitting.problems or ()
    keys = {problem.key for problem in problems}
    missing = len(keys) == 1 and keys <= MISSING
    fallen = [s for s in seen.steps if s.zone == TRAY and s.sign == "+"]
    return stage == "set-up" and missing and 2 * len(fallen) > len(DICE)


def _in_the_middle(minutes: LustigMinutes, table: Table) -> None:
    """The display is what lies there; the owners of the other cards are unknown."""
    minutes.tell("midway", display=sorted(displayed(table) & {*TARGETS}))
    minutes.tell("stage", stage="play")


def check(minutes: LustigMinutes, table: Table) -> None:
    """Check whether the display is as it must be before the game begins, or continues."""
    stage = minutes.sitting.stage
    problems = tuple(_problems(minutes.sitting, table))
    if problems == minutes.sitting.problems:
        return
    told = [problem.to_json() for problem in problems]
    minutes.tell(stage, ok=not told, problems=told)
    if not problems:
        minutes.tell("stage", stage="play")
        # Cards taken in the turn under way may have been laid back.
        read_on(minutes, displayed(table))


def _problems(sitting: LustigSitting, table: Table) -> list[Message]:
    display = sitting.situation.display
    lying = [code.rpartition("-") for code in table[DISPLAY]]
    lost = missing(sitting, displayed(table))
    strange = tuple(face for face, _, _ in lying if face not in display)
    turned = tuple(face for face, _, side in lying if side == "2")
    absent = "missing" if len(lost) <= LISTED else "missing-many"
    told = ((absent, lost), ("strange", strange), ("turned", turned))
    return [
        message(f"lustig.problem.{name}", cards=named(cards), count=len(cards))
        for name, cards in told
        if cards
    ]


def _played(minutes: LustigMinutes, seen: Settled) -> None:
    """Cards that left before dice came belong to the previous roll, the others to this one."""
    first = next((n for n, s in enumerate(seen.steps) if s.zone in (TRAY, KEPT) and s.sign == "+"), len(seen.steps))  # fmt: skip
    moved(minutes, seen.steps[:first])
    dice = [step for step in seen.steps if step.zone in (TRAY, KEPT)]
    if dice:
        at_rest(minutes, dice, seen.table)
    elif not seen.steps:
        taken_off(minutes, seen.table)
    moved(minutes, seen.steps[first:])
