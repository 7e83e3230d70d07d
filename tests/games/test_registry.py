"""Which games there are, and how one is found."""

import pickle

import pytest

from companion.errors import InputError
from companion.games import by_payload, game, games, names
from companion.games.dumm_gelaufen import GAME
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.words import LANGUAGES, words


def test_a_game_is_found_by_its_name() -> None:
    """The folder's name, with hyphens, is what options call it."""
    assert game("dumm-gelaufen") is GAME
    assert "dumm-gelaufen" in names()


@pytest.mark.parametrize("name", ["", "chess", "dumm_gelaufen", "package", "x" * 999])
def test_no_such_game(name: str) -> None:
    """Another name is refused in a sentence that names those there are."""
    with pytest.raises(InputError) as refused:
        game(name)

    for language in LANGUAGES:
        assert "dumm-gelaufen" in words(language)(refused.value.message)


@pytest.mark.parametrize("found", games(), ids=lambda found: found.name)
def test_a_package_says_who_it_is(found: object) -> None:
    """A package is under its own name, and a process that is told of it loads the same one."""
    assert isinstance(found, type(GAME))
    assert game(found.name) is found
    assert pickle.loads(pickle.dumps(found)) is found
    assert all(found.title(language) for language in LANGUAGES)
    fewest, most = found.players
    assert 1 <= fewest <= most


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("DG1-R07-2", "dumm-gelaufen"),
        ("DG2-MAC-1", "dumm-gelaufen"),
        ("https://example.org", None),
        ("", None),
    ],
)
def test_a_payload_tells_the_game(text: str, name: str | None) -> None:
    """How a tag begins tells whose it is; a foreign code is nobody's."""
    found = by_payload(text)

    assert name == (found and found.name)


@pytest.mark.parametrize("package", games(), ids=lambda package: package.name)
def test_at_a_table_sit_as_many_as_may_play(package: GamePackage) -> None:
    """One fewer or one more is no set-up of a journal."""
    fewest, most = package.players

    def begun(count: int) -> None:
        players = [f"P{seat}" for seat in range(count)]
        Session(package.played(), Journal(None), setup={"players": players})

    for count in (fewest, most):
        begun(count)
    for count in (fewest - 1, most + 1):
        with pytest.raises(ValueError, match=f"{fewest} to {most}"):
            begun(count)
