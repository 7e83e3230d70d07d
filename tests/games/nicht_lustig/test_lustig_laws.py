"""Laws that hold at every moment of every game of Nicht lustig."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalMove
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.pieces import CARDS, DICE, DiceRoll, dice_from_json
from companion.games.nicht_lustig.programs import NichtLustig
from companion.games.nicht_lustig.robots import Played, whole_game
from companion.games.nicht_lustig.rules.fold import evolve
from companion.games.nicht_lustig.rules.legality import legal
from companion.games.nicht_lustig.rules.moves import decide
from companion.kit.codec import Codec

GAMES = settings(max_examples=2, deadline=None)
RULES = st.fixed_dictionaries({r.name: st.sampled_from(r.values) for r in m.OPEN_RULES})
SEEDS = st.integers(0, 2**32)
ROLLS = st.lists(st.integers(0, 5), min_size=7, max_size=7).map(lambda v: DiceRoll(tuple(v)))  # fmt: skip


def any_move(now: m.State, chance: Random) -> m.Move:
    """Whatever is legal, each as likely."""
    return chance.choice(legal(now))


def moments(seed: int, players: int, rules: dict[str, object]) -> Iterator[Played]:
    """A whole game at random."""
    return whole_game(players, any_move, Random(seed), m.Rulings.from_json(rules))


EVENTS: Codec[m.Event] = Codec("event", m.EVENTS)


@GAMES
@given(SEEDS, st.integers(2, 4), RULES)
def test_every_card_is_in_one_place(
    seed: int, players: int, rules: dict[str, object]
) -> None:
    """At every moment of every game, however it is played; and every game ends with the reckoning."""
    after = None
    for played in moments(seed, players, rules):
        after = played.after
        assert sorted(CARDS) == sorted(m.everywhere(after))

    assert after is not None
    assert "over" == after.now


@GAMES
@given(SEEDS, RULES)
def test_a_journal_tells_the_same_game(seed: int, rules: dict[str, object]) -> None:
    """Moves and events are JSON and back; folded again they come to the same moments."""
    for played in islice(moments(seed, 3, rules), seed % 3, None, 3):
        told = json.loads(json.dumps([EVENTS.to_json(e) for e in played.events]))

        assert played.move == m.MOVES.from_json(json.loads(json.dumps(m.MOVES.to_json(played.move))))  # fmt: skip
        assert played.after == reduce(
            evolve, map(EVENTS.from_json, told), played.before
        )


@GAMES
@given(SEEDS, RULES)
def test_positions_read_back(seed: int, rules: dict[str, object]) -> None:
    """A position's line and its JSON say all there is; so does a move's text."""
    game = NichtLustig()
    for played in islice(moments(seed, 2, rules), seed % 9, None, 9):
        position = game.at(played.before)

        assert position == game.position(str(position))
        assert position == game.position(json.loads(json.dumps(position.to_json())))


@GAMES
@given(SEEDS, st.data())
def test_legal_and_decide_agree(seed: int, data: st.DataObject) -> None:
    """What may be decided elsewhere in the game is refused here unless it is legal here too."""
    steps = list(moments(seed, 3, {}))
    now = data.draw(st.sampled_from(steps)).before
    move = data.draw(st.sampled_from(steps)).move
    if move in legal(now):
        decide(now, move, Random(1))
    else:
        with pytest.raises(IllegalMove):
            decide(now, move, Random(1))


@given(ROLLS)
def test_dice_read_back(dice: DiceRoll) -> None:
    """As JSON, a symbol as such or as an ordinary die's six."""
    told = json.dumps(dice.to_json())

    assert dice == dice_from_json(json.loads(told))
    assert dice == dice_from_json(json.loads(told.replace('"symbol"', "6")))


def test_the_same_seed_throws_the_same() -> None:
    """Positions go the same way by the same moves."""
    one, other = (NichtLustig().deal(players=2, seed=5) for _ in range(2))

    assert one.play("roll").state == other.play("roll").state
    assert DICE == one.state.free
