"""Sessions of every game, as their robots play them and a camera would tell of it: what was announced, and how the table stood after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, TypeAlias

from companion import games
from companion.app.painted.performance import FPS, moments, performed
from companion.journal.journal import Journal
from companion.kit.painted import Answers, Reach, ScriptConfig
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
    config = ScriptConfig(seed, len(PLAYERS))
    ways = {"dumm-gelaufen": _murphy, "lauf-rauf": _ascent, "nicht-lustig": _evening}
    return {name: list(islice(_told(name, way(config)), steps)) for name, way in ways.items()}  # fmt: skip


Came: TypeAlias = tuple[Session[Any], Outcome]


def _told(name: str, came: Iterator[Came]) -> Iterator[Said]:
    for session, outcome in came:
        if outcome.announcements:
            news = tuple(said.to_json() for said in outcome.announcements)
            yield Said(news, {**session.view(), "game": name})


def _session(name: str, setup: Json) -> Session[Any]:
    return Session(games.game(name).played(), Journal(None), setup=setup)


def _murphy(config: ScriptConfig) -> Iterator[Came]:
    session = _session("dumm-gelaufen", evening_of(config))
    for look in seen(config, 10**6):
        yield session, session.observe(look)


def _ascent(config: ScriptConfig) -> Iterator[Came]:
    return _watched("lauf-rauf", config, lauf.zones, lauf.steps_between)


def _evening(config: ScriptConfig) -> Iterator[Came]:
    read = Reader(config.seed, flickers=0.0)
    return _watched("nicht-lustig", config, read.zones, read.steps_between)


def _watched(
    name: str,
    config: ScriptConfig,
    zones: Callable[[Any], dict[str, tuple[str, ...]]],
    changed: Callable[[Any, Any], tuple[Step, ...]],
) -> Iterator[Came]:
    """A painted game without pictures; what no camera sees is answered."""
    package = games.game(name)
    assert package.painted is not None
    game, session = package.painted(), _session(name, {"players": PLAYERS})
    answers = game.answers(performed(game, config))
    for now, later in pairwise(moments(game, config)):
        if now.act is later.act:
            continue
        if isinstance(now.act, Reach):
            lies = {
                zone: codes for zone, codes in zones(now.act.after).items() if codes
            }
            steps = changed(now.before, now.act.after)
            look = Settled(now.frame, now.frame / FPS, Table(lies), steps)
            yield session, session.observe(look)
        yield from _answered(session, answers, now.frame)


def _answered(
    session: Session[Any], answers: Answers[Any], frame: int
) -> Iterator[Came]:
    for question in session.view()["questions"]:
        said = answers.answer(question, frame)
        if said is not None:
            yield session, session.answer(question["id"], said)
