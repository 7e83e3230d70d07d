"""Cards that leave the display and return to it: what the dice allow is taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from companion.announce import message
from companion.gamekit.sitting import Irregularity
from companion.games.nicht_lustig.deck.cards import (
    CARDS,
    TARGETS,
    Faces,
    card_name,
    is_dinosaur,
)
from companion.games.nicht_lustig.mat import DISPLAY
from companion.games.nicht_lustig.model.decisions import StopRolling, TakeTargets
from companion.games.nicht_lustig.model.happened import CardMoved, TargetsTaken
from companion.games.nicht_lustig.rules.following import rolled_sets, scoring
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder
from companion.games.nicht_lustig.tracker.sitting import LustigSitting
from companion.table import Step

TAKEN: Final = "taken-"
"""Violations that concern a card."""


def moved(recorder: LustigRecorder, steps: Sequence[Step]) -> None:
    """Process what the display lost and got back."""
    for step in steps:
        face = step.card.rpartition("-")[0]
        if step.zone != DISPLAY or face not in CARDS:
            continue
        if step.sign == "-":
            _went(recorder, face)
        else:
            _came_back(recorder, face)


def taken_before(recorder: LustigRecorder) -> None:
    """The roll is known now: cards that left before are taken, if the dice allow it."""
    early = recorder.sitting.gone
    if early:
        recorder.tell("gone", cards=[])
    for face in early:
        recorder.relent(f"{TAKEN}{face}")
        _went(recorder, face)


def read_on(recorder: LustigRecorder, there: Collection[str]) -> None:
    """The display lies as it should: what went from it is taken as far as the dice allow it, and has left it otherwise."""
    sitting = recorder.sitting
    for face in (*sitting.picked, *sitting.gone):
        if face in there:
            _came_back(recorder, face)
    for face in missing(recorder.sitting, there):
        now, picked = recorder.situation, recorder.sitting.picked
        if now.dice is not None and tuple(sorted((*picked, face))) in rolled_sets(now):
            _went(recorder, face)
    lost = missing(recorder.sitting, there)
    if lost:
        display = recorder.situation.display
        recorder.tell("midway", display=[face for face in display if face not in lost])


def missing(sitting: LustigSitting, there: Collection[str]) -> Faces:
    """The targets that the display lacks, but for those that left it in this turn."""
    told = (w.reason.removeprefix(TAKEN) for w in sitting.irregular)
    left = {*there, *sitting.picked, *sitting.gone, *told}
    return tuple(face for face in sitting.situation.display if face not in left)


def looked_at_again(recorder: LustigRecorder, taken: Iterable[Irregularity]) -> None:
    """The dice are known better now, and may allow what they did not before."""
    for wrong in taken:
        recorder.relent(wrong.reason)
        _went(recorder, wrong.reason.removeprefix(TAKEN))


def _went(recorder: LustigRecorder, face: str) -> None:
    """A card left the display: taken, if the dice allow it; it may be the first of several."""
    now, picked = recorder.situation, recorder.sitting.picked
    if face not in now.display or face in picked or face not in TARGETS:
        return
    if recorder.sitting.unread is not None or now.dice is None:
        _early(recorder, face)
        return
    wanted, sets = tuple(sorted((*picked, face))), rolled_sets(now)
    if wanted not in sets:
        _complain(recorder, face, "taken", now.turn)
        return
    if now.now == "roll":
        recorder.decide(StopRolling(now.turn))
    recorder.tell("picked", cards=list(wanted))
    if not any(set(wanted) < set(faces) for faces in sets):
        recorder.decide(TakeTargets(recorder.situation.turn, wanted))


def _early(recorder: LustigRecorder, face: str) -> None:
    """A card left before the roll was known: there is an open question, or no roll was seen at all."""
    sitting = recorder.sitting
    if sitting.unread is None and not sitting.left and sitting.thrower is not None:
        # The dice of the previous turn are still there.
        _complain(recorder, face, "taken", sitting.thrower)
        return
    recorder.tell("gone", cards=[*sitting.gone, face])
    if sitting.unread is None:
        _complain(recorder, face, "not-rolled", recorder.situation.turn)


def _complain(recorder: LustigRecorder, face: str, why: str, player: int) -> None:
    text = message(f"lustig.wrong.{why}", card=card_name(face))
    recorder.complain(Irregularity(f"{TAKEN}{face}", player, text))


def counts(recorder: LustigRecorder, wrong: Irregularity) -> None:
    """A card is accepted although the dice do not allow it: as taken in that player's turn, if it is still under way."""
    now, player = recorder.situation, wrong.player
    card = wrong.reason.removeprefix(TAKEN)
    recorder.relent(wrong.reason)
    if player != now.turn or now.dice is None or now.now not in ("roll", "take"):
        recorder.state(CardMoved(card, place_of(card), player))
        return
    if now.now == "roll":
        recorder.facts(scoring(now))
    recorder.state(
        TargetsTaken(player, tuple(sorted((*recorder.sitting.picked, card))))
    )


def wrongly_taken(recorder: LustigRecorder, *, before: bool = False) -> tuple[Irregularity, ...]:  # fmt: skip
    """Cards taken against the dice in this turn, or in earlier ones, and not laid back."""
    return tuple(
        wrong
        for wrong in recorder.sitting.irregular
        if wrong.reason.startswith(TAKEN)
        and (wrong.player != recorder.situation.turn) == before
    )


def played_on(recorder: LustigRecorder) -> None:
    """The next turn is under way: whatever was taken before and not laid back is accepted."""
    for wrong in wrongly_taken(recorder, before=True):
        counts(recorder, wrong)


def place_of(card: str) -> str:
    """In which state a target lies in front of the player who has just taken it."""
    return "scored" if is_dinosaur(card) else "open"


def _came_back(recorder: LustigRecorder, face: str) -> None:
    sitting = recorder.sitting
    recorder.relent(f"{TAKEN}{face}")
    now = sitting.situation
    if face in TARGETS and face not in now.display and now.owner(face) is None:
        # It was not seen when a game was joined under way.
        recorder.facts((CardMoved(face, DISPLAY),))
    for event, cards in (("gone", sitting.gone), ("picked", sitting.picked)):
        if face in cards:
            recorder.tell(event, cards=[card for card in cards if card != face])
