"""Laws that hold at every moment of every game of Nicht lustig."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import robots
from companion.games.nicht_lustig.pieces import CARDS, DiceRoll, dice_from_json
from companion.games.nicht_lustig.rules.legality import legal
from companion.kit.robots import PlayedMove
from companion.kit.setup import open_rules

GAMES = settings(max_examples=2, deadline=None)
RULES = st.fixed_dictionaries({r.name: st.sampled_from(r.values) for r in open_rules(m.Rulings)})
SEEDS = st.integers(0, 2**32)
ROLLS = st.lists(st.integers(0, 5), min_size=7, max_size=7).map(lambda v: DiceRoll(tuple(v)))


def any_move(now: m.State, chance: Random) -> m.Move:
    """Whatever is legal, each as likely."""
    return chance.choice(legal(now))


def moments(
    seed: int, players: int, rules: dict[str, object]
) -> Iterator[PlayedMove[m.State, m.Move, m.Event]]:
    """A whole game at random."""
    return robots.GAMES.played(m.start(players, m.Rulings.from_json(rules)), any_move, Random(seed))


@GAMES
@given(SEEDS, st.integers(2, 4), RULES)
def test_every_card_is_in_one_place(seed: int, players: int, rules: dict[str, object]) -> None:
    """At every moment of every game, however it is played; and every game ends with the reckoning."""
    after = None
    for played in moments(seed, players, rules):
        after = played.after
        assert sorted(CARDS) == sorted(m.everywhere(after))

    assert after is not None
    assert "over" == after.now


@given(ROLLS)
def test_dice_read_back(dice: DiceRoll) -> None:
    """As JSON, a symbol as such or as an ordinary die's six."""
    told = json.dumps(dice.to_json())

    assert dice == dice_from_json(json.loads(told))
    assert dice == dice_from_json(json.loads(told.replace('"symbol"', "6")))
