"""The painted table of this game: robots decide, hands do it, and its players answer what no camera sees."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Final

from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import BASE, CAMP, COPIES, SUMMIT, our_board
from companion.games.lauf_rauf.mat import (
    DICE_COLOUR,
    DISCARD,
    GHOST,
    MAT,
    SUPPLY,
    TRAY,
    caps,
    pawn_names,
)
from companion.games.lauf_rauf.notation import move_text
from companion.games.lauf_rauf.robots import Played, Robot, greedy_robot, whole_game
from companion.games.lauf_rauf.rules.fold import evolve
from companion.kit.painted import Gesture, Held, Reach, ScriptConfig, Wait, free_place
from companion.mat import Mat, Point
from companion.rules import Json
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, PaintedPawn, Placed, Thing
    from vision.printing.faces import PrintedFace


# What stands and lies there ----------------------------------------------------------


APART_MM: Final = 30.0
"""The least distance between thrown dice, centre to centre."""
EDGE_MM: Final = 18.0
"""And from the tray's edge."""
IN_CAMP_MM: Final = ((-15.0, -15.0), (15.0, -15.0), (-15.0, 15.0))
"""How far the three pawns of a camp are from its zone's middle."""


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die: what it shows, its position (mm), its rotation (degrees)."""

    value: int
    at: Point
    turn: float


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the mat; ``pawns``: name -> place, in the terms of the rules."""

    pawns: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[FallenDie, ...] = ()
    discard: tuple[str, ...] = ()
    """Cards by their codes, the top one last."""

    def __hash__(self) -> int:
        return hash((tuple(self.pawns.items()), self.dice, self.discard))

    def name_at(self, colour: str, place: str) -> str:
        """A pawn of a colour at a place."""
        return next(n for n in pawn_names(colour) if self.pawns[n] == place)

    def moved(self, name: str, to: str) -> Board:
        """The board after a pawn has moved; a ghost on it moves along, or home if the pawn is hit."""
        pawns = dict(self.pawns)
        if pawns[name] == pawns[GHOST] != SUMMIT and name != GHOST:
            pawns[GHOST] = SUMMIT if to == BASE else to
        pawns[name] = to
        return replace(self, pawns=pawns)


def set_out(colours: tuple[str, ...]) -> Board:
    """All pawns in base, the ghost on its summit."""
    names = (name for colour in colours for name in pawn_names(colour))
    return Board({**dict.fromkeys(names, BASE), GHOST: SUMMIT})


def spot(name: str, place: str) -> Point:
    """The position of a pawn, mm; never exactly in the middle."""
    x, y = _middle(name, place)
    chance = Random(f"{name}/{place}")
    return x + chance.gauss(0, 0.8), y + chance.gauss(0, 0.8)


def _middle(name: str, place: str) -> Point:
    plan = our_board()
    if place == SUMMIT:
        return plan.ghost
    if place in plan.points:
        return plan.points[place]
    colour, _, number = name.partition("-")
    if place == BASE:
        return plan.colours[colour].base[int(number) - 1]
    assert place == CAMP
    x, y = MAT[f"camp-{colour}"].middle
    right, down = IN_CAMP_MM[int(number) - 1]
    return x + right, y + down


def thrown(board: Board, values: m.Pair, seed: str, kept: int | None) -> Board:  # fmt: skip
    """The board after a throw; ``kept`` is the value of the die that was left alone."""
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    left = list(values)
    for die in stay:
        left.remove(die.value)
    chance, dice = Random(seed), list(stay)
    for value in left:
        at = free_place(
            MAT[TRAY], [die.at for die in dice], chance, edge=EDGE_MM, apart=APART_MM
        )
        dice.append(FallenDie(value, at, chance.uniform(0, 90)))
    return replace(board, dice=tuple(dice))


def pile_spot(zone: str) -> Point:
    """The middle of the supply or the discard."""
    assert zone in (SUPPLY, DISCARD)
    return MAT[zone].middle


# The script: robots play game after game, the same for the same seed -----------------


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One decision and its outcome; setting up a game is a step, too, without a move."""

    number: int
    """From 0, through all games."""
    game: int
    """From 0."""
    colours: tuple[str, ...]
    played: Played | None = None


def script(config: ScriptConfig, robot: Robot) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    number, game = 0, 0
    while True:
        colours: tuple[str, ...] = ()
        chance, chosen = Random(f"{config.seed}/{game}"), config.chosen or None
        for played in whole_game(config.players, robot, chance, colours=chosen):
            if not colours:
                colours = played.before.colours
                yield ScriptStep(number, game, colours)
            number += 1
            yield ScriptStep(number, game, colours, played)
        number, game = number + 1, game + 1


# Gestures ----------------------------------------------------------------------------


BETWEEN: Final = 0.9
"""Seconds without a hand after each reach: enough for a zone to settle."""
ROLLED: Final = 4.0
"""Seconds for which everybody looks at a roll: an unreadable die is asked about meanwhile."""
TALKING: Final = 5.0
"""Seconds for something that happens off the table, and is asked about."""
AFTER_GAME: Final = 8.0


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[Gesture[Board]]:
    """What people at the table would do for a step, given the table before it."""
    if step.played is None:
        yield Reach(0, MAT.middle, set_out(step.colours))
        yield Wait(BETWEEN)
        return
    done, now = False, step.played.before
    for event in step.played.events:
        if isinstance(event, m.CardTurnedUp) and now.supply == 0:
            # The discard is the new supply.
            board = replace(board, discard=())
        for act in _of(event, step.played, now, board, f"{seed}/{step.number}"):
            board = act.after if isinstance(act, Reach) else board
            done = True
            yield act
        now = evolve(now, event)
    if not done:
        yield Wait(BETWEEN)
    if step.played.after.winner is not None:
        yield Wait(AFTER_GAME)


def _of(
    event: m.Event,
    played: Played,
    now: m.State,
    board: Board,
    seed: str,
) -> Iterator[Gesture[Board]]:
    seat = played.before.turn
    match event:
        case m.PairThrown():
            yield from _thrown(event, played, board, seed)
        case m.PawnsMoved(_, _, steps):
            yield from _moved(steps, seat, board)
        case m.GhostMoved(_, to):
            yield Reach(seat, spot(GHOST, to), board.moved(GHOST, to))
            yield Wait(BETWEEN)
        case m.CardPlayed(_, card) | m.CardSacrificed(_, card):
            yield from _discarded(card, seat, board)
        case m.CardTurnedUp(_, card):
            yield from _turned_up(now, board, card)


def _thrown(
    event: m.PairThrown, played: Played, board: Board, seed: str
) -> Iterator[Gesture[Board]]:
    """The dice are picked up, if they are on the table, and thrown."""
    move, seat = played.move, played.before.turn
    again = move.again if isinstance(move, m.ThrowPair) else None
    kept = None if again is None else played.before.kept(again)
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    gathered = replace(board, dice=stay)
    if gathered != board:
        yield Reach(seat, MAT[TRAY].middle, gathered)
        yield Wait(BETWEEN)
    yield Reach(seat, MAT[TRAY].middle, thrown(gathered, event.shows, seed, kept))
    yield Wait(ROLLED)


def _moved(
    steps: tuple[tuple[str, str, str], ...], seat: int, board: Board
) -> Iterator[Gesture[Board]]:
    """Pawns that have to make room go first."""
    for colour, origin, to in reversed(steps):
        name = board.name_at(colour, origin)
        board = board.moved(name, to)
        yield Reach(seat, spot(name, to), board)
        yield Wait(BETWEEN)


def _discarded(card: str, seat: int, board: Board) -> Iterator[Gesture[Board]]:
    """A card is laid on the discard, face up."""
    codes = (f"{card}-{copy}" for copy in range(1, COPIES + 1))
    code = next(code for code in codes if code not in board.discard)
    after = replace(board, discard=(*board.discard, code))
    yield Reach(seat, pile_spot(DISCARD), after, brings=Held(code))
    yield Wait(BETWEEN)


def _turned_up(now: m.State, board: Board, card: str) -> Iterator[Gesture[Board]]:
    """Somebody takes the top card and says what it is; if they already have that kind, it goes to the discard."""
    seat = now.turn
    yield Reach(seat, pile_spot(SUPPLY), board, takes=Held())
    yield Wait(TALKING)
    if card in now.hand:
        yield from _discarded(card, seat, board)


# Answers -----------------------------------------------------------------------------


KEPT: Final = 4
"""How many decisions are remembered."""


class Answers:
    """Follows the same plot as the painter."""

    def __init__(self, steps: Iterator[tuple[ScriptStep, int]]) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(steps)
        self._lately: deque[ScriptStep] = deque(maxlen=KEPT)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap; None if the question is not about a decision of theirs."""
        while self._next[1] <= frame:
            self._lately.append(self._next[0])
            self._next = next(self._steps)
        offered = {choice["id"] for choice in question["choices"]}
        played = [step.played for step in reversed(self._lately) if step.played]
        # A roll may have to be told while the next one is already under way.
        asked = played if "dice" in question["id"] else played[:1]
        told = (text for one in asked for text in _told(one, question["id"]))
        return next((text for text in told if text in offered), None)


def _told(played: Played, question: str) -> tuple[str, ...]:
    """The possible answers given by one decision."""
    topic, _, rolls, number = question.split("-")
    match topic:
        case "card" if isinstance(played.move, m.TurnUpCard):
            cards = [e.card for e in played.events if isinstance(e, m.CardTurnedUp)]
            return tuple(f"card = {card}" for card in cards[int(number) :][:1])
        case "dice" | "bothdice":
            thrown = (e for e in played.events if isinstance(e, m.PairThrown))
            pairs = (e.shows for e in thrown if e.number == int(rolls) + 1)
            return tuple(f"roll {what} = {a} {b}" for one, other in pairs for a, b in ((one, other), (other, one)) for what in ("both", *range(1, 7)))  # fmt: skip
        case "with":
            return (move_text(played.move),)
        case _:
            return ()


# The table ---------------------------------------------------------------------------


SUPPLY_CARDS = 12
"""How many cards the painted supply shows: nobody counts them."""


@dataclass(frozen=True, slots=True)
class Painted:
    """Whole games among copies of one robot; what paints is imported by whoever paints."""

    robot: Robot = greedy_robot

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        return MAT

    @property
    def empty(self) -> Board:
        """Nothing stands there."""
        return Board()

    @property
    def things(self) -> tuple[Thing, ...]:
        """Nothing else lies about."""
        return ()

    def script(self, config: ScriptConfig) -> Iterator[ScriptStep]:
        """The steps of all games, without end."""
        return script(config, self.robot)

    def gestures(
        self, step: ScriptStep, board: Board, seed: int
    ) -> Iterator[Gesture[Board]]:
        """What hands do for a step."""
        return gestures(step, board, seed)

    def answers(self, steps: Iterator[tuple[ScriptStep, int]]) -> Answers:
        """Answers for the players of these steps."""
        return Answers(steps)

    def faces(self, config: ScriptConfig, words: Words) -> Mapping[str, PrintedFace]:
        """Every card, printed in a language."""
        from companion.games.lauf_rauf.sheets import faces

        return {face.code: face for face in faces(words)}

    def lying(
        self, board: Board, faces: Mapping[str, PrintedFace]
    ) -> Iterator[Placed | PaintedDie | PaintedPawn]:
        """The supply face down, the discard, the dice, and the pawns; the ghost last, over the pawn that carries it."""
        from companion.games.lauf_rauf.sheets import INKS
        from vision.painting.layout import PaintedDie, PaintedPawn, pile

        deck = list(faces.values())[:SUPPLY_CARDS]
        yield from pile(deck, pile_spot(SUPPLY), 1, up=False)
        shown = [faces[code] for code in board.discard]
        yield from pile(shown, pile_spot(DISCARD), 2)
        for die in board.dice:
            yield PaintedDie(die.at, str(die.value), DICE_COLOUR, die.turn)
        for marker, piece in caps().items():
            if piece.name in board.pawns:
                at = spot(piece.name, board.pawns[piece.name])
                ink = INKS.get(piece.name.partition("-")[0], (240, 238, 230))
                yield PaintedPawn(self._shared(board, piece.name, at), marker, ink, Random(piece.name).uniform(-30, 30))  # fmt: skip

    def _shared(
        self, board: Board, name: str, at: tuple[float, float]
    ) -> tuple[float, float]:
        """The ghost stands where the pawn under it stands."""
        place = board.pawns[name]
        under = (n for n, other in board.pawns.items() if n != GHOST and other == place)
        carrier = next(under, None) if name == GHOST else None
        return at if carrier is None else spot(carrier, place)

    def askew(self, card: str) -> float:
        """As people lay cards."""
        return Random(card).gauss(0, 1.5)
