"""The expert: its tables against the rules, and what it does with dice that everybody would keep."""

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from companion.games.yatzy import expert as ex
from companion.games.yatzy import rules
from companion.games.yatzy.boxes import DICE, FIVE_ALIKE
from companion.games.yatzy.expert.throws import ROLLS, chances
from companion.games.yatzy.setup import Rulings
from companion.kit.odds import Dice, keeps
from companion.kit.score_sheets.model import Sheet, State

KINDS = {
    "thirteen-100": Rulings(sheet="thirteen"),
    "thirteen-50": Rulings(sheet="thirteen", further="fifty-more"),
    "thirteen-0": Rulings(sheet="thirteen", further="as-any-roll"),
    "yatzy-0": Rulings(sheet="yatzy"),
}


def expert_of(played: Rulings) -> ex.Expert:
    return ex.expert(played.sheet, played.extra)


def columns(played: Rulings, chance: Random, most: int) -> Sheet:
    """A sheet as chance fills it, with ``most`` boxes open."""
    kind = played.kind
    is_open = chance.sample(kind.form.boxes, most)
    return tuple(
        None
        if box in is_open
        else chance.choice((0, 50))
        if box == FIVE_ALIKE
        else kind.points(box, tuple(sorted(chance.choices(range(1, 7), k=DICE))))
        for box in kind.form.boxes
    )


def state_of(played: Rulings, column: Sheet) -> State[Rulings]:
    return replace(rules.RULES.start(1, played), sheets=(column,))


def still_to_come(played: Rulings, column: Sheet) -> float:
    expert = expert_of(played)
    spots = expert.spots(column)
    return float(expert.worth[spots.open, spots.first, spots.upper][0])


@pytest.mark.parametrize("named", KINDS)
def test_writing_is_worth_what_the_rules_give_and_what_is_then_to_come(named: str) -> None:
    """Whatever is open, whatever lies there: the best box by the rules, jokers included."""
    played, chance = KINDS[named], Random(named)
    kind, expert = played.kind, expert_of(played)
    for _ in range(30):
        column = columns(played, chance, chance.randint(1, len(kind.form.boxes)))
        now = state_of(played, column)
        worth = expert.turn(expert.spots(column))[:, 0]
        for roll in (*chance.sample(ROLLS, 5), *((value,) * DICE for value in range(1, 7))):
            by_rules = max(
                sum(points) + still_to_come(played, kind.form.written(column, box, points[0]))
                for box, points in rules.offers(now, 0, roll).items()
            )
            assert worth[ROLLS.index(roll)] == pytest.approx(by_rules, abs=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_holds_what_three_rolls_bring(kind: str) -> None:
    """With one box open, worked out the long way: every keep, every throw."""
    played, chance = KINDS[kind], Random(kind)
    for _ in range(2):
        column = columns(played, chance, 1)
        now = state_of(played, column)
        last = {roll: _last(played, now, roll) for roll in ROLLS}
        before = _long_way(_long_way(last))
        mean = (
            sum(before[tuple(sorted(faces))] for faces in product(range(1, 7), repeat=DICE))
            / 6**DICE
        )
        assert still_to_come(played, column) == pytest.approx(mean, abs=1 / ex.FINENESS)


def _last(played: Rulings, now: State[Rulings], roll: Dice) -> float:
    ((box, points),) = rules.offers(now, 0, roll).items()
    written = played.kind.form.written(now.sheets[0], box, points[0])
    return sum(points) + played.kind.form.bonus(written)


def _long_way(worth: dict[Dice, float]) -> dict[Dice, float]:
    """What each roll is worth if what was not kept may be thrown again."""
    means: dict[Dice, float] = {}
    for roll in ROLLS:
        for kept in keeps(roll):
            if kept not in means:
                thrown = [*product(range(1, 7), repeat=DICE - len(kept))]
                means[kept] = sum(worth[tuple(sorted((*kept, *faces)))] for faces in thrown) / len(
                    thrown
                )
    return {roll: max(worth[roll], *(means[kept] for kept in keeps(roll))) for roll in ROLLS}


def test_a_game_is_worth_what_was_published() -> None:
    """Thirteen boxes and a hundred: 254.5896 where a joker may go anywhere (Verhoeff, How to Maximize Your Score in Solitaire Yahtzee, 1999), a little less where it may not."""
    played = KINDS["thirteen-100"]
    assert still_to_come(played, played.kind.form.empty) == pytest.approx(254.5896, rel=1e-4)


@pytest.mark.parametrize(
    ("is_open", "dice", "rolls", "wanted"),
    [
        ("five-alike", (2, 3, 3, 3, 6), 2, ((3, 3, 3), "five-alike")),
        ("sixes", (1, 6, 6, 6, 6), 1, ((6, 6, 6, 6), "sixes")),
        ("large-straight", (1, 2, 3, 4, 5), 2, ((1, 2, 3, 4, 5), "large-straight")),
        ("chance", (1, 2, 4, 5, 6), 1, ((4, 5, 6), "chance")),
        ("full-house", (2, 2, 5, 5, 6), 1, ((2, 2, 5, 5), "full-house")),
    ],
)
def test_what_everybody_would_keep(
    is_open: str, dice: Dice, rolls: int, wanted: tuple[Dice, str]
) -> None:
    played = KINDS["thirteen-0"]
    column = tuple(None if box == is_open else 0 for box in played.kind.form.boxes)
    advice = expert_of(played).best(column, dice, rolls)
    assert wanted == (advice.kept, advice.box)


def test_chances() -> None:
    """A six among five dice in two rolls; five alike from three; what lies there already."""
    aims = np.array([[6 in roll, len({*roll}) == 1] for roll in ROLLS], float)
    assert chances((1, 2, 3, 4, 5), 2, aims)[0] == pytest.approx(1 - (5 / 6) ** 10)
    assert chances((1, 2, 2, 2, 3), 1, aims)[1] == pytest.approx(1 / 36)
    assert [1, 0] == list(chances((1, 2, 3, 4, 6), 0, aims))
