"""Laws that hold at every moment of every game of Lauf Rauf!, and a second telling of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf import robots
from companion.games.lauf_rauf.board import ALL, COLOURS, KINDS
from companion.games.lauf_rauf.programs import LaufRauf
from companion.games.lauf_rauf.rules.legality import legal
from companion.kit.robots import PlayedMove
from companion.kit.setup import open_rules
from tests.games.lauf_rauf.retold import told

GAMES = settings(max_examples=2, deadline=None)
MOVES = 40
RULES = st.fixed_dictionaries({r.name: st.sampled_from(r.values) for r in open_rules(m.Rulings)})
SEEDS = st.integers(0, 2**32)


def moments(
    seed: int, players: int, rules: dict[str, str]
) -> Iterator[PlayedMove[m.State, m.Move, m.Event]]:
    """A whole game at random."""
    return robots.GAMES.played(
        m.start(players, m.Rulings.from_json(rules)), robots.random_robot, Random(seed)
    )


@GAMES
@given(SEEDS, st.integers(2, 4), RULES)
def test_every_piece_is_in_one_place(seed: int, players: int, rules: dict[str, str]) -> None:
    """Twenty cards, three pawns a colour, one pawn on a field, and the ghost on its summit or on a pawn."""
    for played in islice(moments(seed, players, rules), MOVES):
        after = played.after
        held = [kind for hand in after.hands for kind in hand]
        fields = [p for own in after.pawns for p in own if p not in ("base", "camp")]

        assert len(ALL) == after.supply + len(held) + len(after.discard)
        assert Counter(ALL) == Counter((*held, *after.discard, *after.unseen))
        assert all(len(set(hand)) == len(hand) for hand in after.hands)
        assert {3} == set(map(len, after.pawns))
        assert len(set(fields)) == len(fields)
        assert after.ghost in ("summit", *fields)


def anything(chance: Random) -> dict[str, Any]:
    """A question of `murphy legal` at random: any colours, pawns anywhere, rolls as they may be."""
    playing = chance.sample(COLOURS, chance.randint(2, 4))
    fields = [f"{r}{n}" for r, size in (("L", 40), ("M", 24)) for n in range(size)]
    chance.shuffle(fields)
    near = chance.sample(fields, 18)

    def place() -> str:
        return chance.choice(("base", "camp", "field", "field", "field"))

    pawns = {
        c: [near.pop() if p == "field" else p for p in (place(), place(), place())] for c in playing
    }
    on = [f for own in pawns.values() for f in own if f[0] in "LM"]
    cards = {c: chance.sample(KINDS, chance.randint(0, 3)) for c in playing}
    ghost = chance.choice(["summit", *on])
    rolls = [[chance.randint(1, 6), chance.randint(1, 6)] for _ in range(chance.randint(0, 5))]
    position = {"turn": playing[0], "pawns": pawns, "ghost": ghost, "cards": cards}
    return {"position": position | {"supply": 4}, "rolls": rolls}


@pytest.mark.prove
@given(SEEDS, st.integers(2, 4), RULES)
@settings(max_examples=100, deadline=None)
def test_every_piece_is_in_one_place_to_the_end(
    seed: int, players: int, rules: dict[str, str]
) -> None:
    """So it is in longer games, too."""
    for played in islice(moments(seed, players, rules), 2_000):
        now, move, after = played.before, played.move, played.after
        held = [kind for hand in after.hands for kind in hand]

        assert move in legal(now)
        assert Counter(ALL) == Counter((*held, *after.discard, *after.unseen))
        assert after.ghost in ("summit", *after.occupied)


@pytest.mark.parametrize("count", [200, pytest.param(100_000, marks=pytest.mark.prove)])
def test_two_tellings_agree(count: int) -> None:
    """On random positions the rules as they are told twice allow the same."""
    chance = Random(count)
    for _ in range(count):
        asked = anything(chance)

        assert told(asked) == LaufRauf().legal(asked)["actions"], asked
