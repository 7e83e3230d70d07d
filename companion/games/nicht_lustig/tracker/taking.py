"""Cards that go from the display and come back to it: what the dice allow is taken."""

from __future__ import annotations

from collections.abc import Sequence

from companion.announce import message
from companion.games.nicht_lustig.deck.cards import CARDS, TARGETS, card_name
from companion.games.nicht_lustig.mat import DISPLAY
from companion.games.nicht_lustig.model.decisions import StopRolling, TakeTargets
from companion.games.nicht_lustig.model.happened import CardMoved
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
from companion.sitting import Irregularity
from companion.table import Step


def moved(minutes: LustigMinutes, steps: Sequence[Step]) -> None:
    """Tell what the display lost and got back."""
    for step in steps:
        face = step.card.rpartition("-")[0]
        if step.zone != DISPLAY or face not in CARDS:
            continue
        if step.sign == "-":
            _went(minutes, face)
        else:
            _came_back(minutes, face)


def taken_before(minutes: LustigMinutes) -> None:
    """The roll is known now: what went before is taken, if the dice say so."""
    early = minutes.sitting.gone
    if early:
        minutes.tell("gone", cards=[])
    for face in early:
        minutes.relent(f"taken-{face}")
        _went(minutes, face)


def _went(minutes: LustigMinutes, face: str) -> None:
    """A card went from the display: taken, if the dice say so; it may be the first of several."""
    now, picked = minutes.situation, minutes.sitting.picked
    if face not in now.display or face in picked or face not in TARGETS:
        return
    if minutes.sitting.unread is not None or now.dice is None:
        _early(minutes, face)
        return
    if now.now == "roll":
        minutes.decide(StopRolling(now.turn))
    wanted = tuple(sorted((*picked, face)))
    sets = [m.faces for m in legal(minutes.situation) if isinstance(m, TakeTargets)]
    if wanted not in sets:
        _complain(minutes, face, "taken")
        return
    minutes.tell("picked", cards=list(wanted))
    if not any(set(wanted) < set(faces) for faces in sets):
        minutes.decide(TakeTargets(minutes.situation.turn, wanted))


def _early(minutes: LustigMinutes, face: str) -> None:
    """A card went before anybody knows what was rolled: what is asked for, or no roll was seen at all."""
    minutes.tell("gone", cards=[*minutes.sitting.gone, face])
    if minutes.sitting.unread is None:
        _complain(minutes, face, "not-rolled")


def _complain(minutes: LustigMinutes, face: str, why: str) -> None:
    text = message(f"lustig.wrong.{why}", card=card_name(face))
    minutes.complain(Irregularity(f"taken-{face}", minutes.situation.turn, text))


def _came_back(minutes: LustigMinutes, face: str) -> None:
    sitting = minutes.sitting
    minutes.relent(f"taken-{face}")
    now = sitting.situation
    if face in TARGETS and face not in now.display and now.owner(face) is None:
        # It was not seen when a game was joined in the middle.
        minutes.facts((CardMoved(face, DISPLAY),))
    for event, cards in (("gone", sitting.gone), ("picked", sitting.picked)):
        if face in cards:
            minutes.tell(event, cards=[card for card in cards if card != face])
