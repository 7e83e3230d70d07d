"""`legal` and `score` answer what the rules come to when they are told a second time, at moments of every kind."""

import json
from random import Random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.nicht_lustig.programs import NichtLustig
from tests.games.nicht_lustig import oracle

VALUES = (1, 2, 3, 4, 5, "symbol")
QUICK = settings(max_examples=150, deadline=None)


def dealt(seed: int) -> dict[str, Any]:
    """Cards strewn over the places where they can lie, few or many of them with the players."""
    chance = Random(seed)
    areas: list[dict[str, Any]] = [
        {"open": [], "scored": [], "covered": {}, "deaths": [], "specials": []}
        for _ in range(chance.randint(2, 4))
    ]
    display, share = [], chance.random()
    for card in oracle.TAKEN_FROM:
        if chance.random() > share:
            display.append(card)
            continue
        scored = card[0] == "D" or chance.random() < 0.5
        chance.choice(areas)["scored" if scored else "open"].append(card)
    for card in oracle.DEATHS:
        if chance.random() < share:
            area = chance.choice(areas[: chance.randint(1, len(areas))])
            under = [c for c in area["scored"] if c[0] != "D"]
            if under and chance.random() < 0.7:
                area["scored"].remove(under[0])
                area["covered"][under[0]] = card
            else:
                area["deaths"].append(card)
    for face in (f for pair in oracle.OF_DICE.values() for f in pair):
        if chance.random() < share:
            chance.choice(areas)["specials"].append(face)
    return {"turn": chance.randrange(len(areas)), "display": display, "areas": areas}


def rolled(seed: int) -> dict[str, Any]:
    """Seven dice; often with pairs, since little is taken otherwise."""
    chance = Random(seed)
    few = chance.sample(VALUES, chance.randint(1, 6))
    dice: dict[str, Any] = {c: [chance.choice(few), chance.choice(few)] for c in oracle.COLOURS}
    return dice | {"pink": chance.choice(VALUES)}


SEEDS = st.integers(0, 2**32)


@QUICK
@given(SEEDS, SEEDS)
@example(0, 0)
def test_a_last_roll_brings_what_trying_out_says(cards: int, dice: int) -> None:
    """Scorings, every set that may be taken, the forced Death and where it goes, specials."""
    asked = {"position": dealt(cards), "dice": rolled(dice)}

    assert oracle.legal(asked["position"], asked["dice"]) == NichtLustig().legal(
        json.loads(json.dumps(asked))
    )


@QUICK
@given(SEEDS, SEEDS)
def test_the_end_is_reckoned_as_by_hand(cards: int, dice: int) -> None:
    """Points by seat, and who has won; a tie goes to who has fewer Deaths."""
    areas, chance = dealt(cards)["areas"], Random(dice)
    counts = (sum(card[0] == "P" for card in area["scored"]) for area in areas)
    professors = [[chance.randrange(6) for _ in range(count)] for count in counts]

    assert oracle.score(areas, professors) == NichtLustig().score(
        {"areas": areas, "professors": professors}
    )
