"""Every game that is found keeps the laws, wherever it comes from (companion/kit/conformance)."""

from functools import cache

import pytest

from companion.app.conformance import LAWS, trial_of
from companion.games import games
from companion.games.package import GamePackage
from companion.kit.conformance import THOROUGH, Effort, Law, Trial

GAMES = pytest.mark.parametrize("package", games(), ids=lambda package: package.name)

ONE_AT_ONCE = pytest.mark.parametrize(
    "package",
    [
        *(pytest.param(package, marks=pytest.mark.slow) for package in games()[:-1]),
        games()[-1],
    ],
    ids=lambda package: package.name,
)
"""One of them in every run, all with `make slow`."""


QUICK = Effort(games=0)
"""Whole games of robots are for `make prove`; one of few is played by the command."""


@cache
def tried(package: GamePackage, *, thorough: bool = False) -> Trial:
    """One trial of each game, for all laws."""
    effort = THOROUGH if thorough else QUICK
    return trial_of(package, among=games(), effort=effort)


@ONE_AT_ONCE
def test_it_keeps_the_laws(package: GamePackage) -> None:
    """In a part of some games; in one test, since what a game is tried with is made once."""
    said = "\n".join(filter(None, (law.told(tried(package)) for law in LAWS)))
    assert not said, said
    # Dice that are not read are asked about in another game, of as many as can play.
    seated = {len(evening.setup["players"]) for evening in tried(package).seen}
    assert ({*package.players} if package.dice.dice else {package.players[0]}) == seated


@ONE_AT_ONCE
def test_nothing_is_left_untried(package: GamePackage) -> None:
    """A game of the house has examples for every part that it has."""
    lacking = {law.lacks(tried(package)) or "" for law in LAWS}
    # Without cards no piece has a place in its states.
    cards = set() if package.payloads else {"examples.pieces"}

    assert [] == [need for need in lacking - cards if need.startswith("examples.")]


@pytest.mark.prove
@GAMES
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_law_holds_in_whole_games(package: GamePackage, law: Law) -> None:
    """To the end, among few and many."""
    said = law.told(tried(package, thorough=True))
    assert not said, said
