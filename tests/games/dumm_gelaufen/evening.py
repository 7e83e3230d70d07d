"""Evenings of the real game without a picture: robots play, an onlooker sees, a session is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from companion.gamekit.painted import Casting
from companion.games.dumm_gelaufen.game import MURPHY
from companion.games.dumm_gelaufen.painted.plot import PlotStep, plot
from companion.games.dumm_gelaufen.referee.sitting import DummSitting
from companion.games.dumm_gelaufen.robots.players import random_robot
from companion.journal.journal import Draft, Journal
from companion.session.session import Session
from companion.table import Observation
from tests.games.dumm_gelaufen.onlooker import CLEAR, Noise, Onlooker

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fin")


def steps(casting: Casting) -> Iterator[PlotStep]:
    """What happens that evening."""
    return plot(casting, random_robot)


def seen(
    casting: Casting, count: int, *, noise: Noise = CLEAR
) -> Iterator[Observation]:
    """What is seen of the first steps of an evening."""
    onlooker = Onlooker(casting.players, noise, casting.seed)
    for step in islice(steps(casting), count):
        yield from onlooker.watch(step)


def setup(casting: Casting, *, camera: bool = True) -> dict[str, object]:
    """The set-up of an evening's game."""
    players = list(NAMES[: casting.players])
    return {
        "players": players,
        "edition": casting.edition or "classic",
        "camera": camera,
    }


def session(
    casting: Casting,
    count: int = 0,
    *,
    journal: Journal | None = None,
    camera: bool = True,
    noise: Noise = CLEAR,
    clock: Callable[[], float] = lambda: 1000.0,
) -> Session[DummSitting]:
    """A session that has seen the first steps of an evening."""
    kept = Journal(None, clock=clock) if journal is None else journal
    told = Session(MURPHY, kept, setup=setup(casting, camera=camera), clock=clock)
    for observation in seen(casting, count, noise=noise):
        told.observe(observation)
    return told


def again(told: Session[DummSitting]) -> Session[DummSitting]:
    """The same evening on a journal of its own."""
    copy = Journal(None)
    for entry in told.journal.after(0):
        copy.append((Draft(entry.kind, entry.data),), at=entry.at)
    return Session(MURPHY, copy, clock=lambda: 1000.0)
