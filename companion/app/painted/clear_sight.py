"""A painted game as a camera that misses nothing would tell it: from its boards, without a picture, a thousand times as fast."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Final, Generic

from companion import mat, rules
from companion.app.painted import performance
from companion.app.painted.painter import seats_at
from companion.games.package import GamePackage, PaintedGame
from companion.household import NOTHING_TAUGHT
from companion.kit.painted import Answers, Reach, ScriptConfig, T
from companion.table import Observation, Settled, Step, Table, Visit
from companion.words import words
from vision.painting.layout import Lying, PaintedDie, PaintedPawn, Slab
from vision.pawn_caps import PawnCaps

UNDER_MM: Final = 8.0
"""A pawn nearer than this to one that was set down later is hidden under it."""
ROW_MM: Final = 40.0
"""Cards of a grid whose middles differ less in height lie in one row."""


@dataclass(frozen=True, slots=True)
class TrueMoment(Generic[T]):
    """One act of a painted game: the step it belongs to, its last frame, and what it shows; None where nobody touches the table."""

    step: T
    frame: int
    seen: Observation | None


@dataclass(frozen=True, slots=True)
class Readable:
    """Something that can be read: what it is called, what makes it this one, and where it lies (mm)."""

    code: str
    self: object
    at: mat.Point


def _decided_once(game: PaintedGame[T, Any], config: ScriptConfig) -> PaintedGame[T, Any]:
    """A painted game of which every step is decided once, however many follow its script."""
    ahead, steps = game.script(config), list[T]()

    def script(config: ScriptConfig) -> Iterator[T]:
        for number in count():
            if number == len(steps):
                steps.append(next(ahead))
            yield steps[number]

    return replace(game, script=script)


class ClearSight:
    """Sees the boards of one painted game; ``unread``: how likely a die lies so that nobody can read it."""

    def __init__(self, package: GamePackage, config: ScriptConfig, unread: float = 0.0) -> None:
        assert package.painted is not None
        self.game = _decided_once(package.painted(), config)
        self.config = config
        self._mat: mat.Mat = self.game.mat
        self._faces = self.game.faces(config, words("en"))
        self._codes = {
            payload: face.code
            for payload, face in package.pieces(config.edition or None).faces.items()
            if not face.piece.marks
        }
        self._pawns = _pawns(package)
        self._unread = unread
        self._answers: Answers[Any] = self.game.answers(performance.performed(self.game, config))

    def answer(self, question: rules.Json, frame: int) -> str | None:
        """The id of the choice that the players would tap, as of a frame; None if they would not."""
        return self._answers.answer(question, frame)

    def moments(self) -> Iterator[TrueMoment[Any]]:
        """Every act of the games, without end."""
        frame, board = 0, self.game.empty
        pieces = self._pieces(board)
        for step in self.game.script(self.config):
            for act in self.game.gestures(step, board, self.config.seed):
                frame += performance.frames_of(act, performance.FPS)
                seen = None
                if isinstance(act, Reach):
                    board = performance.changed(act, board, performance.seconds(act))
                    before, pieces = pieces, self._pieces(board)
                    seen = self._settled(act, frame - 1, before, pieces)
                yield TrueMoment(step, frame - 1, seen)

    def _pieces(self, board: Any) -> Mapping[str, list[Readable]]:
        """Everything that can be read of a board, by zones in which something lies."""
        found: dict[str, list[Readable]] = defaultdict(list)
        for thing in self.game.lying(board, self._faces):
            zone = None if isinstance(thing, Slab) else self._mat.zone_at(*thing.at)
            piece = None if zone is None else self._piece(thing)
            if zone is None:
                continue
            if isinstance(thing, PaintedPawn):
                there, at = found[zone], thing.at
                found[zone] = [p for p in there if math.dist(p.at, at) > UNDER_MM]
            if piece is not None:
                found[zone].append(piece)
        return {
            zone: list(_in_order(self._mat[zone], there)) for zone, there in found.items() if there
        }

    def _piece(self, thing: object) -> Readable | None:
        match thing:
            case Lying(face, at, up=True) if face.payload in self._codes:
                code = self._codes[face.payload]
                return Readable(code, code, at)
            case PaintedDie(at, value, colour):
                # Where it fell decides whether it is read, however often one looks.
                hidden = Random(f"{self.config.seed}/{at}").random() < self._unread
                return Readable(colour if hidden else f"{colour}-{value}", thing, at)
            case PaintedPawn(at, marker):
                return Readable(self._pawns[marker], marker, at)
            case _:
                return None

    def _settled(
        self,
        act: Reach[Any],
        frame: int,
        before: Mapping[str, list[Readable]],
        after: Mapping[str, list[Readable]],
    ) -> Settled:
        at = frame / performance.FPS
        zone = self._mat.zone_at(*act.at)
        visits = tuple[Visit, ...]()
        if zone is not None:
            bearing = self._bearing(act.seat)
            visits = (Visit(zone, at - 1.0, at - 0.5, bearing=bearing),)
        table = {z: tuple(p.code for p in there) for z, there in after.items()}
        return Settled(frame, at, Table(table), tuple(steps_between(before, after)), visits)

    def _bearing(self, seat: int) -> float:
        """The direction from which a seat reaches in."""
        (x, y), (right, down) = (seats_at(self._mat, self.config.players)[seat], self._mat.middle)
        return round(math.degrees(math.atan2(x - right, down - y)) % 360, 1)


def _pawns(package: GamePackage) -> Mapping[int, str]:
    """Marker -> the name of the pawn that wears it."""
    caps = (d for d in package.finders(NOTHING_TAUGHT) if isinstance(d, PawnCaps))
    return {marker: name for cap in caps for marker, name in cap.names.items()}


def _in_order(zone: mat.Zone, there: list[Readable]) -> Iterator[Readable]:
    """As a zone's kind lists them; of a pile only the top shows."""
    match zone.kind:
        case mat.ZoneKind.PILE:
            yield there[-1]
        case mat.ZoneKind.ROW | mat.ZoneKind.SPREAD:
            yield from sorted(there, key=lambda piece: piece.at[0])
        case mat.ZoneKind.GRID:
            yield from sorted(there, key=lambda p: (p.at[1] // ROW_MM, p.at[0]))
        case _:
            yield from sorted(there, key=lambda piece: piece.code)


def steps_between(
    before: Mapping[str, list[Readable]], after: Mapping[str, list[Readable]]
) -> Iterator[Step]:
    """What changed: what left first, then what came; a die that lies elsewhere has done both."""
    for sign, these, others in (("-", before, after), ("+", after, before)):
        for zone, there in these.items():
            known = Counter(piece.self for piece in others.get(zone, ()))
            for piece in there:
                if not known[piece.self]:
                    yield Step("+" if sign == "+" else "-", zone, piece.code)
