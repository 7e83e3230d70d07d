"""Verdicts on claims, and the reasons that they consist of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.announce import Message, Param, message
from companion.games.dumm_gelaufen.deck.cards import Card


class VerdictAnswer(Enum):
    """Whether a hand solves a murphy card; it depends where only the table can say."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a verdict rests on.

    ``answer`` is what it alone would make of the claim: NO speaks against
    it, DEPENDS asks the people, YES is a notice that changes nothing.
    """

    code: str
    cards: tuple[Card, ...]
    text: Message
    answer: VerdictAnswer = VerdictAnswer.NO


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a murphy card is solved, and every reason at once.

    ``ruling`` names the setting that a *depends* hangs on, if one does;
    ``unconfirmed`` is set where the card's text is taken over from the other
    edition.
    """

    task: str
    answer: VerdictAnswer
    reasons: tuple[Reason, ...] = ()
    ruling: str = ""
    unconfirmed: bool = False


NEVER_IN_A_HAND: Final = frozenset({"at-once-in-hand", "not-a-hand-card"})
"""Reasons that hold regardless of the cards that were not shown."""

RULING_OF: Final = {
    "both-copies": "{task}_twin",
    "mac-single": "m04_single",
    "four-of-a-value": "m15_four",
    "twin-in-run": "m16_twin",
    "one-colour": "m21_one_colour",
}
"""Open question -> the setting with the table's preferred answer."""


def reason(
    code: str,
    cards: Iterable[Card] = (),
    answer: VerdictAnswer = VerdictAnswer.NO,
    **params: Param,
) -> Reason:
    """A reason with its sentence, ``verdict.<code>``; the cards' names fill the gap ``cards``."""
    shown = tuple(cards)
    if shown:
        params["cards"] = tuple(card.name for card in shown)
    return Reason(code, shown, message(f"verdict.{code}", **params), answer)


def weigh(task: str, found: Iterable[Reason], unconfirmed: bool = False) -> Verdict:
    """The verdict that follows from some reasons.

    One reason against a claim makes it *no* whatever else is open, so
    questions are dropped then; one question makes it *depends*.
    """
    reasons = tuple(found)
    said = [reason.answer for reason in reasons]
    if VerdictAnswer.NO in said:
        told = tuple(r for r in reasons if r.answer is not VerdictAnswer.DEPENDS)
        return Verdict(task, VerdictAnswer.NO, told, "", unconfirmed)
    if VerdictAnswer.DEPENDS in said:
        ruling = next((RULING_OF[r.code] for r in reasons if r.code in RULING_OF), "")
        named = ruling.format(task=task.lower())
        return Verdict(task, VerdictAnswer.DEPENDS, reasons, named, unconfirmed)
    return Verdict(task, VerdictAnswer.YES, reasons, "", unconfirmed)
