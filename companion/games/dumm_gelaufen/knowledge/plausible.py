"""Public evidence against a claimed hand: cards that cannot be in it, cards that must be, and its size (rules, B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card, CardKind
from companion.games.dumm_gelaufen.deck.verdicts import Reason, VerdictAnswer, reason
from companion.games.dumm_gelaufen.knowledge.charts import Chart
from companion.games.dumm_gelaufen.knowledge.constraints import Holder
from companion.games.dumm_gelaufen.knowledge.task_places import STACK
from companion.games.dumm_gelaufen.model.moves import Claim
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW, LEFT, MAC, RIGHT
from companion.games.dumm_gelaufen.model.task_cards import READS_MAC

HELD_BACK: Final = frozenset({"not-shown", "fewer-than-held"})
"""Reasons that ask the claimant to show the remaining cards."""

IN_HANDS: Final = (CardKind.NUMBER, CardKind.KEEP)


def doubts(known: Chart, claim: Claim) -> Iterator[Reason]:
    """Everything that speaks against these cards being all the number cards of the claimant.

    What lies on the table in sight speaks against the claim; what is only
    concluded asks the people, for something may have gone unseen. A hand
    held back is asked for. M04 reads Mac's row: its hand need not be shown.
    """
    yield from _elsewhere(known, claim)
    if claim.task.face != READS_MAC:
        yield from _held_back(known, claim)
    if claim.task.face != READS_MAC and claim.counted:
        yield from _miscounted(known, claim)
    yield from _task(known, claim)


def _elsewhere(known: Chart, claim: Claim) -> Iterator[Reason]:
    seats = frozenset(known.sizes)
    lying: list[Card] = []
    with_others: list[Card] = []
    nowhere: list[Card] = []
    for card in claim.cards:
        where = known.cards.get(card, frozenset())
        if claim.player in where or not where:
            continue
        if _in_sight(where):
            lying.append(card)
        elif where <= seats - {DRAW}:
            with_others.append(card)
        else:
            nowhere.append(card)
    if lying:
        yield reason("lies-elsewhere", lying, _remembered(claim, lying))
    if with_others:
        yield reason("with-somebody-else", with_others, VerdictAnswer.DEPENDS)
    if nowhere:
        yield reason("not-in-this-hand", nowhere, VerdictAnswer.DEPENDS)


def _remembered(claim: Claim, shown: Iterable[Card]) -> VerdictAnswer:
    """Evidence from memory about the cards shown: a question for the players if it is contradicted by what lies open."""
    return (
        VerdictAnswer.DEPENDS if set(shown) <= set(claim.unsure) else VerdictAnswer.NO
    )


def _in_sight(where: frozenset[Holder]) -> bool:
    return len(where) == 1 and where <= {MAC, LEFT, RIGHT, ACTIONS}


def _held_back(known: Chart, claim: Claim) -> Iterator[Reason]:
    missing = [
        card
        for card in sorted(known.surely_with(claim.player), key=str)
        if card.kind is CardKind.NUMBER and card not in (*claim.cards, *claim.unsure)
    ]
    if missing:
        yield reason("not-shown", missing, VerdictAnswer.DEPENDS)


def _miscounted(known: Chart, claim: Claim) -> Iterator[Reason]:
    """Cards shown and kept actions held back make up the hand (rules, B)."""
    few, most = known.sizes[claim.player]
    shown = [card for card in claim.cards if card.kind in IN_HANDS]
    count = len(shown) + (claim.kept or 0)
    if count > most:
        answer = _remembered(claim, shown)
        yield reason("more-than-held", (), answer, count=count, most=most)
    # Nobody has said how many kept actions he holds back: at most all that may be there.
    spare = 0 if claim.kept is not None else _kept_at_most(known, claim)
    if count + spare < few:
        yield reason(
            "fewer-than-held", (), VerdictAnswer.DEPENDS, count=count, fewest=few
        )


def _kept_at_most(known: Chart, claim: Claim) -> int:
    return sum(
        card.kind is CardKind.KEEP and card not in claim.cards
        for card, where in known.cards.items()
        if claim.player in where
    )


def _task(known: Chart, claim: Claim) -> Iterator[Reason]:
    where = known.tasks.get(claim.task, frozenset())
    if any(isinstance(holder, tuple) for holder in where):
        yield reason("already-won", (claim.task,))
    elif where and not where & {claim.player, STACK}:
        # One that nobody has shown may have come to him unseen (rules, claim-zone plausibility).
        yield reason("task-elsewhere", (claim.task,), VerdictAnswer.DEPENDS)
