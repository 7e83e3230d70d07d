"""Sessions of every game, as their robots play them and a camera would tell of it: what was announced, and how the table stood after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from companion import games
from companion.app.painted.clear_sight import ClearSight
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.rules import Json
from companion.session.session import Outcome, Session

PLAYERS: Final = ("Ann", "Bob", "Cem")


@dataclass(frozen=True, slots=True)
class Said:
    """What one look came to: announcements as the journal has them, the public view after them."""

    news: tuple[Json, ...]
    view: Json


def sittings(steps: int, seed: int) -> dict[str, list[Said]]:
    """Name of a game -> its first so many looks of which something was announced."""
    config = ScriptConfig(seed, len(PLAYERS))
    painted = (package for package in games.games() if package.painted and package.rules)
    return {p.name: list(islice(_told(p, config), steps)) for p in painted}


Came: TypeAlias = tuple[Session[Any], Outcome]


def _told(package: GamePackage, config: ScriptConfig) -> Iterator[Said]:
    for session, outcome in _watched(package, config):
        if outcome.announcements:
            news = tuple(said.to_json() for said in outcome.announcements)
            yield Said(news, {**session.view(), "game": package.name})


def _watched(package: GamePackage, config: ScriptConfig) -> Iterator[Came]:
    """A painted game without pictures; what no camera sees is answered."""
    sight = ClearSight(package, config)
    setup = package.setup({"players": [*PLAYERS], "edition": package.edition})
    session: Session[Any] = Session(package.played(), Journal(None), setup=setup)
    for moment in sight.moments():
        if moment.seen is not None:
            yield session, session.observe(moment.seen)
        for question in session.view()["questions"]:
            said = sight.answer(question, moment.frame)
            if said is not None:
                yield session, session.answer(question["id"], said)
