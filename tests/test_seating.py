"""Who sits where: names as they are typed, whoever begins first, as many as the game is for."""

from typing import Any

import pytest

from companion.errors import InputError
from companion.seating import LONGEST_NAME, can_play, seated, turned
from companion.words import words

LONG = "x" * LONGEST_NAME
PLAYERS = ["Ann", "Bob", "Cem"]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["Ann", "Bob"], ["Ann", "Bob"]),
        (["  Ann ", "Jo\tAnn  Müller"], ["Ann", "Jo Ann Müller"]),
        ([LONG, "B"], [LONG, "B"]),
    ],
)
def test_names_as_they_are_typed(typed: list[str], names: list[str]) -> None:
    """Without blanks too many; 40 characters are not too long, nor is one too short."""
    assert names == seated(typed)


@pytest.mark.parametrize(
    ("typed", "trouble"),
    [
        ([], "setup.no-players"),
        ("Ann", "setup.no-players"),
        (None, "setup.no-players"),
        (["Ann", " "], "setup.name"),
        (["Ann", 7], "setup.name"),
        (["Ann", LONG + "x"], "setup.name"),
        (["Ann", "B\x07b"], "setup.name"),
        (["Ann", "Bob", "ann"], "setup.same-name"),
    ],
)
def test_names_that_nobody_could_tell_apart(typed: object, trouble: str) -> None:
    """None, too long, not to be shown, or the same but for small letters."""
    with pytest.raises(InputError) as refused:
        seated(typed)

    assert trouble == refused.value.message.key


@pytest.mark.parametrize("first", [0, 1, 2])
def test_whoever_begins_is_first(first: int) -> None:
    """The others sit round the table as before; where nobody is named it is the first."""
    assert first == PLAYERS.index(turned({"players": PLAYERS, "first": first})[0])
    assert ["Cem", "Ann", "Bob"] == turned({"players": PLAYERS, "first": 2})
    assert PLAYERS == turned({"players": PLAYERS})


@pytest.mark.parametrize("first", [-1, 3, True, "1", None, 1.0])
def test_who_does_not_sit_there_does_not_begin(first: Any) -> None:
    with pytest.raises(InputError) as refused:
        turned({"players": PLAYERS, "first": first})

    assert "setup.no-first" == refused.value.message.key


@pytest.mark.parametrize(("count", "fits"), [(1, False), (2, True), (5, True), (6, False)])
def test_a_game_is_for_so_many(count: int, fits: bool) -> None:
    """The fewest, the most, and how many there are, are said."""
    if fits:
        can_play(count, (2, 5))
        return
    with pytest.raises(InputError) as refused:
        can_play(count, (2, 5))
    assert {"fewest": 2, "most": 5, "count": count} == refused.value.message.params


def test_a_game_for_two_is_for_two() -> None:
    """Not for two to two."""
    can_play(2, (2, 2))
    with pytest.raises(InputError) as refused:
        can_play(3, (2, 2))
    assert "2 players" in words("en")(refused.value.message)
