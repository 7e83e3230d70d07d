"""The painted table in a companion: its current frame, and players who answer questions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion import errors, rules, table
from companion.app.painted.performance import FPS, performed
from companion.games.package import GamePackage, PaintedGame
from companion.kit.painted import ScriptConfig
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.journal.journal import Entry
    from companion.session.session import Session
    from vision.frame import Frames

THINKING_SECONDS: Final = 3.0
"""How long the players leave a question open, so that people see it."""
FOLLOWING_SECONDS: Final = 0.3
"""How often they look for a question that has been open for so long."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Which show it is, and its next frame: everything needed to resume it."""

    package: GamePackage
    config: ScriptConfig
    fps: float = FPS
    frame: int = 0

    def __call__(self, settings: Settings) -> Frames:
        """The frames from here on, in real time; called in the camera process, the only one that paints."""
        from companion.app.painted.painter import painted, real_time, view_of

        game, lang = painted_game(self.package), settings.lang or "en"
        return painted(
            game,
            self.config,
            fps=self.fps,
            start=self.frame,
            lang=lang,
            view=view_of(game, lang, self.package.drawn(), bare=settings.no_mat),
            pace=real_time(settings.speed),
        )


def painted_game(package: GamePackage) -> PaintedGame[Any, Any]:
    """What a game's robots, hands and cards look like. Raises InputError for a game that brings no painted table."""
    if package.painted is None:
        raise errors.InputError("game.not-painted", name=package.name)
    return package.painted()


def stand_of(package: GamePackage, entries: Iterable[Entry]) -> Stand | None:
    """Where the show was according to a journal: the seed of its game's set-up, the last frame seen."""
    stand = None
    for entry in entries:
        if entry.kind == "game":
            stand = _begun(package, entry.data)
        elif entry.kind == "observation" and stand is not None:
            stand = replace(stand, frame=entry.data["frame"] + 1)
    return stand


def _begun(package: GamePackage, setup: rules.Json) -> Stand | None:
    told = setup.get("painted")
    if told is None:
        return None
    config = config_of(package, setup, told["seed"])
    return Stand(package, config, told["fps"], told["frame"])


def config_of(package: GamePackage, setup: rules.Json, seed: int) -> ScriptConfig:
    """Who plays the painted games of a set-up, and with what."""
    edition = setup.get("edition", package.edition)
    chosen = setup.get(package.each)
    return ScriptConfig(seed, len(setup["players"]), edition, tuple(chosen or ()))


class Show:
    """Follows the show beside the companion: begins its next game when the painter does, and answers for its players."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        game = painted_game(stand.package)
        self._steps = performed(game, stand.config, fps=stand.fps)
        self._ahead = next(self._steps)
        self._game = 0
        self._answers = game.answers(performed(game, stand.config, fps=stand.fps))
        self._asked: dict[str, float] = {}
        self._lock = threading.Lock()
        self._frame = stand.frame
        self._game_at(stand.frame)

    def setup(self) -> dict[str, Any]:
        """What a game's set-up records about the show."""
        seed, fps = self.stand.config.seed, self.stand.fps
        return {"painted": {"seed": seed, "fps": fps, "frame": self._frame}}

    def begins_game(self, observation: table.Observation) -> bool:
        """Whether an observation is the first of another game than the previous ones."""
        with self._lock:
            before, self._frame = self._game, observation.frame
            return self._game_at(observation.frame) != before

    def answer(self, session: Session[Any], now: float) -> None:
        """Answer questions that have been open long enough, according to what the players really did."""
        questions = session.view().get("questions", ())
        self._asked = {about(q): self._asked.get(about(q), now) for q in questions}
        for question in questions:
            if now - self._asked[about(question)] >= THINKING_SECONDS:
                self._answer(session, question)

    def _answer(self, session: Session[Any], question: dict[str, Any]) -> None:
        with self._lock:
            choice = self._answers.answer(question, self._frame)
        if choice is None:
            return
        try:
            session.answer(question["id"], choice, by=question["player"])
        except errors.CompanionError:
            # Somebody was quicker, or the table has moved on: nothing is left to answer.
            self._asked.pop(about(question), None)

    def _game_at(self, frame: int) -> int:
        while self._ahead[1] <= frame:
            self._game = self._ahead[0].game
            self._ahead = next(self._steps)
        return self._game


def about(question: rules.Json) -> str:
    """What the players think about: a question, or all dice of a colour that a roll asks for, one after another."""
    id = str(question["id"])
    return id.rpartition("-")[0] if question["topic"] == "die" else id


def playing_along(
    show: Callable[[], Show | None],
    session: Session[Any],
    stop: Callable[[bool], None],
    clock: Callable[[], float],
) -> Callable[[threading.Event], None]:
    """A follower's turn that lets the players of the current show answer, a few times a second, and ``stop`` while the game is paused or the table is to be laid out again: they lay nothing back."""

    def turn(ended: threading.Event) -> None:
        now = session.view()
        stop(now.get("paused", False) or now.get("phase") == "rebuild")
        if (shown := show()) is not None:
            shown.answer(session, clock())
        if not session.journal.after(now["seq"], FOLLOWING_SECONDS):
            # A closed journal returns at once.
            ended.wait(0.05)

    return turn
