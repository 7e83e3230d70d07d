"""Evenings of the real game without a picture: robots play, an onlooker sees, a session is told."""

from collections.abc import Callable, Iterator
from itertools import islice

from companion.games.dumm_gelaufen.painted.script import ScriptStep, script
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Draft, Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import Observation
from tests.games.dumm_gelaufen.onlooker import CLEAR, Noise, Onlooker

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fin")


def steps(config: ScriptConfig) -> Iterator[ScriptStep]:
    """What happens that evening."""
    return script(config, random_robot)


def seen(config: ScriptConfig, count: int, *, noise: Noise = CLEAR) -> Iterator[Observation]:
    """What is seen of the first steps of an evening."""
    onlooker = Onlooker(config.players, noise, config.seed)
    for step in islice(steps(config), count):
        yield from onlooker.watch(step)


def setup(config: ScriptConfig, *, camera: bool = True) -> dict[str, object]:
    """The set-up of an evening's game."""
    players = list(NAMES[: config.players])
    return {"players": players, "edition": config.edition or "classic", "camera": camera}


def session(
    config: ScriptConfig,
    count: int = 0,
    *,
    journal: Journal | None = None,
    camera: bool = True,
    noise: Noise = CLEAR,
    clock: Callable[[], float] = lambda: 1000.0,
) -> Session[TableState]:
    """A session that has seen the first steps of an evening."""
    kept = Journal(None, clock=clock) if journal is None else journal
    told = Session(TABLE_GAME, kept, setup=setup(config, camera=camera), clock=clock)
    for observation in seen(config, count, noise=noise):
        told.observe(observation)
    return told


def again(told: Session[TableState]) -> Session[TableState]:
    """The same evening on a journal of its own."""
    copy = Journal(None)
    for entry in told.journal.after(0):
        copy.append((Draft(entry.kind, entry.data),), at=entry.at)
    return Session(TABLE_GAME, copy, clock=lambda: 1000.0)
