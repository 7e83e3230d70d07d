"""What the players did, by what a camera saw: rolls, cards from the display, and how turns end unseen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.announce import Message, message
from companion.games.nicht_lustig.deck.cards import (
    CARDS,
    DUCK,
    TARGETS,
    Faces,
    card_name,
    named,
)
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll
from companion.games.nicht_lustig.mat import DISPLAY, KEPT, TRAY
from companion.games.nicht_lustig.model.decisions import (
    RollProfessors,
    StopRolling,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.model.happened import DiceWere
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.rules.points import professor_dice
from companion.games.nicht_lustig.rules.refusals import refusal
from companion.games.nicht_lustig.tracker import dice_seen
from companion.games.nicht_lustig.tracker.dice_seen import DiceLying, Throw
from companion.games.nicht_lustig.tracker.minutes import Minutes
from companion.games.nicht_lustig.tracker.sitting import Irregularity
from companion.games.nicht_lustig.tracker.unseen import complete
from companion.table import Observation, Settled, Step, Table

OF_ROLLS = ("dice", "kept-again", "no-more-rolls", "all-seven")
"""What may be wrong with a roll."""


def concluded(minutes: Minutes, seen: Observation) -> None:
    """Tell what a look says; a glimpse says nothing here."""
    if not isinstance(seen, Settled) or minutes.sitting.paused:
        return
    if minutes.sitting.stage != "play":
        check(minutes, seen.table)
    elif minutes.situation.now != "over":
        _played(minutes, seen)
    minutes.done()


def check(minutes: Minutes, table: Table) -> None:
    """Whether the display lies as it must before the game begins, or goes on."""
    stage = minutes.sitting.stage
    problems = tuple(_problems(minutes.situation.display, table))
    if problems == minutes.sitting.problems:
        return
    told = [problem.to_json() for problem in problems]
    minutes.tell(stage, ok=not told, problems=told)
    if not problems:
        minutes.tell("stage", stage="play")


def _problems(display: Faces, table: Table) -> list[Message]:
    lying = [code.rpartition("-") for code in table[DISPLAY]]
    there = {face for face, _, _ in lying}
    missing = tuple(face for face in display if face not in there)
    strange = tuple(face for face, _, _ in lying if face not in display)
    turned = tuple(face for face, _, side in lying if side == "2")
    told = (("missing", missing), ("strange", strange), ("turned", turned))
    return [
        message(f"lustig.problem.{name}", cards=named(cards), count=len(cards))
        for name, cards in told
        if cards
    ]


def _played(minutes: Minutes, seen: Settled) -> None:
    """Cards that went before dice came belong to what the dice before said, the others to what they say now."""
    first = next((n for n, s in enumerate(seen.steps) if s.zone in (TRAY, KEPT) and s.sign == "+"), len(seen.steps))  # fmt: skip
    _cards(minutes, seen.steps[:first])
    dice = [step for step in seen.steps if step.zone in (TRAY, KEPT)]
    if dice and not seen.table.covered & {TRAY, KEPT}:
        _dice(minutes, dice, seen.table)
    elif dice:
        _noted(minutes, dice)
    _cards(minutes, seen.steps[first:])


# Dice --------------------------------------------------------------------------


def _noted(minutes: Minutes, steps: Sequence[Step]) -> None:
    sitting = minutes.sitting
    left, came = dice_seen.gone_and_come(steps, sitting.left, sitting.came)
    minutes.tell("dice", left=list(left), came=list(came))


def _dice(minutes: Minutes, steps: Sequence[Step], table: Table) -> None:
    """The tray has come to rest: a roll, a die nudged, dice taken up, or something that hinders reading."""
    lifted = len(minutes.sitting.left) > len(minutes.sitting.came)
    _noted(minutes, steps)
    left, came = minutes.sitting.left, minutes.sitting.came
    dice = dice_seen.lying(table)
    if minutes.situation.now == "reckon":
        _professors(minutes, dice, came)
        return
    fell = any(step.zone == TRAY and step.sign == "+" for step in steps)
    wrong = dice_seen.faults(dice, came, fell, minutes.situation.dice is None)
    if wrong is not None:
        if fell or not any(w.reason == "dice" for w in minutes.sitting.irregular):
            minutes.complain(_irregular(minutes, "dice", wrong))
        return
    minutes.relent("dice")
    if dice.count < len(DICE) or not came:
        return
    minutes.tell("dice", left=[], came=[])
    if not lifted and dice_seen.is_nudge(left, came):
        minutes.tell("nudged", dice=list(came))
        return
    _thrown(minutes, dice, left, came)


def _irregular(minutes: Minutes, reason: str, text: Message) -> Irregularity:
    return Irregularity(reason, minutes.situation.turn, text)


def _thrown(minutes: Minutes, dice: DiceLying, left: Sequence[str], came: Sequence[str]) -> None:  # fmt: skip
    now = minutes.situation
    if len(came) == len(DICE) and now.rolls and (now.now != "roll" or now.rolls >= most_rolls(now)):  # fmt: skip
        complete(minutes)
        now = minutes.situation
    duck = UseSpecial(now.turn, DUCK)
    if duck in legal(now):
        minutes.decide(duck)
        now = minutes.situation
    first = now.rolls == 0
    throw = dice_seen.thrown_of(now.dice, now.free, dice, tuple(left), tuple(came))
    values = throw.values
    if not first and now.dice is not None:
        _as_they_lie(minutes, throw)
    refused = _refused(minutes, ThrowDice(now.turn, throw.thrown, values))
    if refused is None:
        minutes.relent(*OF_ROLLS)
        minutes.decide(ThrowDice(minutes.situation.turn, throw.thrown, values))
        return
    reason = refused.key.removeprefix("lustig.")
    known = reason if reason in OF_ROLLS else "no-more-rolls"
    text = message(f"lustig.wrong.{known}")
    player = minutes.situation.turn
    minutes.complain(Irregularity(known, player, text, throw.thrown, values))


def _refused(minutes: Minutes, throw: ThrowDice) -> Message | None:
    now = minutes.situation
    if now.now != "roll":
        return message("lustig.no-more-rolls")
    return refusal(now, throw)


def _as_they_lie(minutes: Minutes, throw: Throw) -> None:
    """Dice that were not thrown and show something else were turned, or read wrongly before."""
    now = minutes.situation.dice
    assert now is not None
    triples = zip(DICE, now.values, throw.values, strict=True)
    lie = tuple(old if name in throw.thrown else new for name, old, new in triples)
    if lie != now.values:
        minutes.facts((DiceWere(DiceRoll(lie).values),))


def _professors(minutes: Minutes, dice: DiceLying, came: Sequence[str]) -> None:
    """At the end as many dice as somebody has professors, whatever their colours; seats roll in their order."""
    now = minutes.situation
    waiting = [n for n, rolled in enumerate(now.professors) if rolled is None]
    asked = professor_dice(now.areas[waiting[0]], now.rules) if waiting else 0
    alone = tuple(value for _, value in dice.values)
    read = [dice_seen.VALUES.get(code.partition("-")[2]) for code in came]
    fallen = tuple(value for value in read if value is not None)
    shown = next((each for each in (alone, fallen) if len(each) == asked), None)
    if not waiting or not came or dice.unread or shown is None:
        return
    minutes.tell("dice", left=[], came=[])
    minutes.decide(RollProfessors(waiting[0], shown))


# Cards --------------------------------------------------------------------------


def _cards(minutes: Minutes, steps: Sequence[Step]) -> None:
    for step in steps:
        face = step.card.rpartition("-")[0]
        if step.zone != DISPLAY or face not in CARDS:
            continue
        if step.sign == "-":
            _went(minutes, face)
        else:
            _came_back(minutes, face)


def _went(minutes: Minutes, face: str) -> None:
    """A card went from the display: taken, if the dice say so; it may be the first of several."""
    now, picked = minutes.situation, minutes.sitting.picked
    if face not in now.display or face in picked or face not in TARGETS:
        return
    if now.now == "roll" and now.rolls:
        minutes.decide(StopRolling(now.turn))
    wanted = tuple(sorted((*picked, face)))
    sets = [m.faces for m in legal(minutes.situation) if isinstance(m, TakeTargets)]
    if wanted not in sets:
        text = message("lustig.wrong.taken", card=card_name(face))
        minutes.complain(_irregular(minutes, f"taken-{face}", text))
        return
    minutes.tell("picked", cards=list(wanted))
    if not any(set(wanted) < set(faces) for faces in sets):
        minutes.decide(TakeTargets(minutes.situation.turn, wanted))


def _came_back(minutes: Minutes, face: str) -> None:
    picked = minutes.sitting.picked
    minutes.relent(f"taken-{face}")
    if face in picked:
        minutes.tell("picked", cards=[card for card in picked if card != face])
