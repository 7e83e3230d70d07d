"""Sessions of every game, as their robots play them and a camera would tell of it: what was announced, and how the table stood after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, TypeAlias

from companion import games
from companion.app.painted.performance import FPS, moments, performed
from companion.gamekit.painted import Casting, Reach
from companion.games.package import Prompter
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Outcome, Session
from companion.table import Settled, Step, Table
from tests.games.dumm_gelaufen.evening import seen
from tests.games.dumm_gelaufen.evening import setup as evening_of
from tests.games.lauf_rauf import test_lauf_painted as lauf
from tests.games.nicht_lustig.test_lustig_painted import Reader

PLAYERS = ["Ann", "Bob", "Cem"]


@dataclass(frozen=True, slots=True)
class Said:
    """What one look came to: announcements as the journal has them, the public view after them."""

    news: tuple[Json, ...]
    view: Json


def sittings(steps: int, seed: int) -> dict[str, list[Said]]:
    """Name of a game -> its first so many looks of which something was announced."""
    casting = Casting(seed, len(PLAYERS))
    ways = {"dumm-gelaufen": _murphy, "lauf-rauf": _ascent, "nicht-lustig": _evening}
    return {name: list(islice(_told(name, way(casting)), steps)) for name, way in ways.items()}  # fmt: skip


Came: TypeAlias = tuple[Session[Any], Outcome]


def _told(name: str, came: Iterator[Came]) -> Iterator[Said]:
    for session, outcome in came:
        if outcome.announcements:
            news = tuple(said.to_json() for said in outcome.announcements)
            yield Said(news, {**session.view(), "game": name})


def _session(name: str, setup: Json) -> Session[Any]:
    return Session(games.game(name).played(), Journal(None), setup=setup)


def _murphy(casting: Casting) -> Iterator[Came]:
    session = _session("dumm-gelaufen", evening_of(casting))
    for look in seen(casting, 10**6):
        yield session, session.observe(look)


def _ascent(casting: Casting) -> Iterator[Came]:
    return _watched("lauf-rauf", casting, lauf.zones, lauf.steps_between)


def _evening(casting: Casting) -> Iterator[Came]:
    read = Reader(casting.seed, flickers=0.0)
    return _watched("nicht-lustig", casting, read.zones, read.steps_between)


def _watched(
    name: str,
    casting: Casting,
    zones: Callable[[Any], dict[str, tuple[str, ...]]],
    changed: Callable[[Any, Any], tuple[Step, ...]],
) -> Iterator[Came]:
    """A painted game without pictures; what no camera sees is answered."""
    package = games.game(name)
    assert package.painted is not None
    game, session = package.painted(), _session(name, {"players": PLAYERS})
    prompter = game.prompter(performed(game, casting))
    for now, later in pairwise(moments(game, casting)):
        if now.act is later.act:
            continue
        if isinstance(now.act, Reach):
            lies = {
                zone: codes for zone, codes in zones(now.act.after).items() if codes
            }
            steps = changed(now.before, now.act.after)
            look = Settled(now.frame, now.frame / FPS, Table(lies), steps)
            yield session, session.observe(look)
        yield from _answered(session, prompter, now.frame)


def _answered(session: Session[Any], prompter: Prompter, frame: int) -> Iterator[Came]:
    for question in session.view()["questions"]:
        said = prompter.answer(question, frame)
        if said is not None:
            yield session, session.answer(question["id"], said)
