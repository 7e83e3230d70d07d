"""Positions of every game: what is written is read again, and whatever else is written gets a sentence."""

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.errors import IllegalMove, NotationError
from companion.games import games
from companion.kit.line import Line, line
from companion.kit.positions import Engine, Position
from companion.words import LANGUAGES, words

ENGINES: list[Engine[Any]] = [g.engine() for g in games() if g.engine]
EVERY_GAME = pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.name)
FEW = settings(max_examples=12, deadline=None)
SEEDS, MOVES = st.integers(0, 10_000), st.integers(0, 60)


@cache
def played(game: Engine[Any], seed: int, moves: int) -> Position[Any, Any]:
    """A position some way into a game by chance."""
    rng = Random(seed)
    position: Position[Any, Any] = game.deal(2 + seed % 3, seed)
    for _ in range(moves):
        legal = position.legal()
        if position.over or not legal:
            break
        position = position.play(rng.choice(legal))
    return position


def refused(game: Engine[Any], told: Any) -> None:
    """It is a position, or is refused by the one error, in a sentence of every language."""
    try:
        game.position(told)
    except NotationError as error:
        said = [words(language)(error.message) for language in LANGUAGES]
    else:
        return
    assert all(10 < len(sentence) < 600 for sentence in said)


@EVERY_GAME
@FEW
@given(SEEDS, MOVES)
def test_a_position_reads_back(game: Engine[Any], seed: int, moves: int) -> None:
    """As text, as JSON, by its ``repr``; so does what each seat sees of it, and every move that it lists."""
    position = played(game, seed, moves)

    for each in (position, *(position.seen_by(n) for n in range(position.players))):
        assert each == game.position(str(each))
        assert each == game.position(json.loads(json.dumps(each.to_json())))
        again = eval(repr(each), {"companion": companion})
        assert (each, each.seed) == (again, again.seed)
        assert "\n" not in str(each)
    for move in position.legal():
        assert move == position.move(move) == position.move(str(move))


@EVERY_GAME
def test_every_beginning_of_a_text(game: Engine[Any]) -> None:
    """Up to each character: a sentence, or a position of which less is known."""
    text = str(played(game, 7, 25))
    for end in range(len(text)):
        refused(game, text[:end])


@EVERY_GAME
@settings(max_examples=120, deadline=None)
@given(
    SEEDS, st.integers(0, 2000), st.integers(0, 3), st.sampled_from('[](),=?"-019 ARx\\:{}\n\0é')
)
def test_a_slip_of_the_pen(game: Engine[Any], seed: int, at: int, gone: int, typed: str) -> None:
    """A character that is another, one too many, some too few."""
    text = str(played(game, seed % 5, 30))
    at %= len(text)

    refused(game, text[:at] + typed + text[at + gone :])


WRONG: list[Any] = [
    None,
    True,
    -1,
    7,
    10**30,
    0.5,
    "",
    "x",
    "?",
    "?3",
    "?5-2",
    [],
    [None],
    [[]],
    {},
    {"x": 1},
    "R1",
    "9" * 400,
]


@pytest.mark.slow
@EVERY_GAME
@settings(max_examples=120, deadline=None)
@given(SEEDS, st.data())
def test_a_value_of_another_kind(game: Engine[Any], seed: int, data: st.DataObject) -> None:
    """Anywhere in the JSON; what is refused is refused likewise where it is written on a line."""
    told = json.loads(json.dumps(played(game, seed % 5, 30).to_json()))
    at: Any = told
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = data.draw(st.sampled_from(WRONG))
    refused(game, told)


@EVERY_GAME
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x",
        "=",
        "a=",
        "a=[",
        "a=b(",
        "a=(",
        "turn=0 turn=0",
        "turn",
        "turn=[" * 2000,
        "a=" + "(b=" * 2000,
        '"',
        'a="\\x"',
        "no-such=1",
        "{",
        "{}",
        "a:b",
        "turn=?",
        "9" * 5000,
    ],
)
def test_what_is_no_position(game: Engine[Any], text: str) -> None:
    """The error says where, and what is expected there."""
    with pytest.raises(NotationError, match=" "):
        game.position(text)


@EVERY_GAME
@pytest.mark.parametrize(
    "told", ["", "dance", "0", "fly L3 x", None, 7, {}, {"move": []}, {"move": "fly"}, ["pass"]]
)
def test_what_is_no_move(game: Engine[Any], told: Any) -> None:
    """The same error names moves that are some."""
    position = game.deal()

    with pytest.raises(NotationError) as error:
        position.play(told)

    assert any(like in str(error.value) for like in position.game.like)
    assert not isinstance(error.value, IllegalMove)


@EVERY_GAME
def test_a_mistake_is_found(game: Engine[Any]) -> None:
    """By its place in the text, and its field; in JSON by the field."""
    text = str(game.deal())
    name, _, _ = text.partition("=")
    at = len(text) + 7
    for wrong, said in (
        (f"{text} {name}=1", "twice"),
        (f"{text} sky=[", f"{at}"),
        (f"{text} sky=1", "“sky”"),
    ):
        with pytest.raises(NotationError, match=said):
            game.position(wrong)


@pytest.mark.parametrize(
    ("game", "right", "wrong", "said"),
    [
        ("lauf-rauf", "supply=20", "supply=99", "from 0 to 20"),
        ("dumm-gelaufen", "round=1", "round=0", "1 or more"),
    ],
)
def test_how_far_a_number_goes_is_said(game: str, right: str, wrong: str, said: str) -> None:
    """Up to how many, where there is a most; else from where on."""
    engine: Engine[Any] = companion.game(game)
    text = str(engine.deal())

    assert right in text
    with pytest.raises(NotationError, match=said):
        engine.position(text.replace(right, wrong))


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"a": 0, "b": -3, "c": True, "d": False, "e": None}, "a=0 b=-3 c=yes d=no e=?"),
        ({"a": [None, None, "R1", None]}, "a=[?2,R1,?]"),
        ({"a": [], "b": {}, "c": [[]], "d": [{}]}, "a=[] b=() c=[[]] d=[()]"),
        ({"a": {"b": {"c": 1}}, "d": {"e": 1, "f": {}}}, "a=b(c=1) d=(e=1 f=())"),
        (
            {"a": "yes", "b": "3", "c": "?", "d": "two words", "e": "", "f": "?2"},
            'a="yes" b="3" c="?" d="two words" e="" f="?2"',
        ),
    ],
)
def test_values_on_a_line(told: Any, text: str) -> None:
    """Whatever JSON holds but fractions; blanks do not matter."""
    assert text == line(told)
    assert told == Line(text).fields
    assert told == Line(f"  {text}\n").fields


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**8), 10**8) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[a-z]{1,3}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), JSON, max_size=4))
def test_any_values_on_a_line(told: Any) -> None:
    """What is written is read again."""
    assert told == Line(line(told)).fields


@pytest.mark.parametrize(
    ("game", "old", "said"),
    [
        ("dumm-gelaufen", "classic hands:R1/?8 now:turn", "At character 9, “=” is expected"),
        ("nicht-lustig", "areas:[{},{}] now:roll", "docs/notation.md"),
        ("lauf-rauf", '{"turn":"red","pawns":{}}', "docs/notation.md"),
        ("dumm-gelaufen", {"hands": [["?8"], ["?9"]], "opened": "0,1"}, "“opened” is a list"),
        ("dumm-gelaufen", {"hands": [["?8"], ["?9"]], "now": "over;winner=?"}, "“over;winner=?”"),
    ],
)  # fmt: skip
def test_what_was_written_before_version_0_2(game: str, old: Any, said: str) -> None:
    """It is no longer read: the error names what is wrong with it, or where it is said how a position is written."""
    with pytest.raises(NotationError, match=re.escape(said)):
        companion.game(game).position(old)


USUAL: dict[str, dict[str, Any]] = {
    "dumm-gelaufen": {"players": 3, "seed": 1, "edition": "classic"},
    "lauf-rauf": {"players": 4, "seed": 1},
    "nicht-lustig": {"players": 3, "seed": 1},
    "yatzy": {"players": 2, "seed": 1},
}
"""What is dealt where nothing is said."""


@EVERY_GAME
def test_a_deal_is_the_usual_one_where_nothing_is_said(game: Engine[Any]) -> None:
    """As many players as the examples of the documentation, the first seed, the classic edition."""
    usual = game.deal(**USUAL[game.name])

    assert (usual, usual.seed) == (game.deal(), game.deal().seed)
