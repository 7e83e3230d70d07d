"""A painted game as a companion sees it: real pictures, the real reader and settler, players who say only what they are asked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from companion.app.camera.pipeline import TableLook, looks
from companion.app.camera.sources import reader_for, settler_of
from companion.app.painted.painter import layout, stage_of, view_of
from companion.app.painted.performance import FPS, Moment, moments
from companion.app.painted.show import Show, Stand
from companion.games.package import GamePackage, PaintedGame
from companion.journal.journal import Journal
from companion.kit.painted import Gesture, Reach, ScriptConfig, Thing
from companion.session.session import Session
from companion.table import Observation
from vision.frame import Frame, Trouble
from vision.painting.layout import PaintedDie
from vision.painting.scene import paint
from vision.pictures import grey_of

HAND: Final = (9,)
"""Frames of a reach that are looked at: the hand over what it has just changed."""
SETTLING: Final = (0, 2, 4, 6, 8)
"""Frames of a wait that are looked at: enough for a zone to settle; then one every half second."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look told a session."""

    moment: Moment[Any, Any]
    observation: Observation


class CameraGame:
    """One painted game, skimmed: a still table is painted once, and looked at as often as it takes to settle."""

    def __init__(self, package: GamePackage, config: ScriptConfig, *, hands: bool = False) -> None:
        """``hands``: whether the hands that reach in are looked at, too."""
        self._hands = hands
        assert package.painted is not None
        self.package, self.config = package, config
        self.show = Show(Stand(package, config))
        names = ("Ann", "Bob", "Cem", "Dan")[: config.players]
        setup = package.setup({"players": [*names], "edition": package.edition})
        self.session: Session[Any] = Session(package.played(), Journal(None), setup=setup)
        self._moments: dict[int, Moment[Any, Any]] = {}

    def told(self) -> Iterator[Seen]:
        """Everything that the session is told until the second game begins; its players answer meanwhile."""
        lies = self.package.mat
        for look in looks(
            self._frames(),
            reader_for(self.package, None, mat_instead=lies),
            settler_of(self.package, lies),
        ):
            assert isinstance(look, TableLook)
            moment = self._moments.pop(look.frame.number)
            for observation in look.observations:
                self.show.begins_game(observation)
                self.session.observe(observation)
                yield Seen(moment, observation)
            self.show.answer(self.session, look.frame.at)

    def _frames(self) -> Iterator[Frame | Trouble]:
        assert self.package.painted is not None
        game = self.package.painted()
        stage = stage_of(game, self.config, "en")
        bare = self.package.mat is not None and self.package.mat.plain
        view = view_of(game, "en", self.package.drawn(), bare=bare)
        still: tuple[Gesture[Any] | None, Frame | None] = (None, None)
        for moment in moments(game, self.config):
            if moment.step.game:
                return
            if not self._is_looked_at(moment):
                continue
            self._moments[moment.frame] = moment
            at = moment.frame / FPS
            act, frame = still
            if frame is None or act is not moment.act or isinstance(act, Reach):
                shown = layout(moment.act, moment.before, moment.into, stage)
                colour = paint(shown, view, np.random.default_rng((self.config.seed, moment.frame)))
                frame = Frame(moment.frame, at, grey_of(colour), colour)
            still = moment.act, frame
            yield replace(frame, number=moment.frame, at=at)

    def _is_looked_at(self, moment: Moment[Any, Any]) -> bool:
        into = round(moment.into * FPS)
        if isinstance(moment.act, Reach):
            return self._hands and into in HAND
        return into in SETTLING or into % 5 == 0


def end_of(played: CameraGame) -> Any:
    """The last state of the robots' game, followed to its end."""
    last = None
    for seen in played.told():
        last = seen.moment.step.after
    return last


# Spoilt tables ---------------------------------------------------------------------


LEANS: Final = 24.0
"""How far a die leans that nobody is to read, degrees."""


def spoilt(package: GamePackage, *things: Thing, every: int = 10) -> GamePackage:
    """The package with a painted table on which one die of so many leans on something, and ``things`` lie all the while."""

    def change(game: PaintedGame[Any, Any]) -> PaintedGame[Any, Any]:
        def lying(board: Any, faces: Any) -> Iterator[PaintedDie]:
            for die in game.lying(board, faces):
                assert isinstance(die, PaintedDie)
                tilted = int(100 * die.turn) % every == 0
                yield replace(die, lean=LEANS) if tilted else die

        return replace(game, lying=lying, things=things)

    return with_painted(package, change)


def with_painted(
    package: GamePackage, change: Callable[[PaintedGame[Any, Any]], PaintedGame[Any, Any]]
) -> GamePackage:
    """The package with another painted table."""
    assert package.painted is not None
    game = change(package.painted())
    return replace(package, painted=lambda: game)
