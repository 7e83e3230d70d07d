"""Which Death a player gets who took nothing, and what it may cover (rules, F2 Turn 3)."""

from __future__ import annotations

from companion.games.nicht_lustig.deck.cards import (
    DEATHS,
    LEMMING,
    Faces,
    death_of,
    is_dinosaur,
    of_kind,
)
from companion.games.nicht_lustig.deck.rulings import HouseRules
from companion.games.nicht_lustig.model.situation import PlayerArea, Situation


def deaths(situation: Situation, pink: int) -> Faces:
    """The Deaths, or the Poodle, of which one must be taken; empty if the player has all of them.

    The pink die's one, wherever it lies; if the player has that already, another from
    the middle; if there is none, anybody's.
    """
    mine = situation.area.all_deaths
    named = death_of(pink)
    if named not in mine:
        return (named,)
    middle = tuple(death for death in situation.middle if death in DEATHS)
    return middle or tuple(death for death in DEATHS if death not in mine)


def onto(area: PlayerArea, rules: HouseRules) -> Faces:
    """The scored cards that a Death may cover, sorted: lemmings first, never a dinosaur; empty: it lies open."""
    lying = area.scored if rules.deaths_on_a_card == "one-death" else (*area.scored, *area.under)  # fmt: skip
    lemmings = of_kind(lying, LEMMING)
    others = (card for card in lying if not is_dinosaur(card))
    return tuple(sorted(lemmings or others))


def laid_open(area: PlayerArea, scored: Faces, rules: HouseRules) -> tuple[tuple[str, str], ...]:  # fmt: skip
    """Death and card for each open Death that covers what its owner has just scored (ruling ``open_death``)."""
    if rules.open_death == "stays":
        return ()
    there = onto(PlayerArea(scored=scored), rules)
    rest = (
        card for card in sorted(scored) if card not in there and not is_dinosaur(card)
    )
    return tuple(zip(area.deaths, (*there, *rest), strict=False))
