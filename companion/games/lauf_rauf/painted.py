"""The painted table of this game: robots decide, hands do it, and its players answer what no camera sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.lauf_rauf import mat
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import BASE, CAMP, COPIES, SUMMIT, our_board
from companion.games.lauf_rauf.robots import GAMES, Robot, greedy_robot
from companion.games.lauf_rauf.rules.fold import evolve
from companion.games.package import PaintedGame
from companion.kit import painted as kit
from companion.mat import Point
from companion.rules import Json
from companion.words import Words

if TYPE_CHECKING:
    from vision.painting.layout import PaintedDie, PaintedPawn, Placed
    from vision.printing.faces import PrintedFace


# What stands and lies there ----------------------------------------------------------


IN_CAMP_MM: Final = ((-15.0, -15.0), (15.0, -15.0), (-15.0, 15.0))
"""How far the three pawns of a camp are from its zone's middle."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the mat; ``pawns``: name -> place, in the terms of the rules."""

    pawns: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[kit.FallenDie, ...] = ()
    discard: tuple[str, ...] = ()
    """Cards by their codes, the top one last."""

    def __hash__(self) -> int:
        return hash((tuple(self.pawns.items()), self.dice, self.discard))

    def name_at(self, colour: str, place: str) -> str:
        """A pawn of a colour at a place."""
        return next(n for n in mat.pawn_names(colour) if self.pawns[n] == place)

    def moved(self, name: str, to: str) -> Board:
        """The board after a pawn has moved; a ghost on it moves along, or home if the pawn is hit."""
        pawns = dict(self.pawns)
        if pawns[name] == pawns[mat.GHOST] != SUMMIT and name != mat.GHOST:
            pawns[mat.GHOST] = SUMMIT if to == BASE else to
        pawns[name] = to
        return replace(self, pawns=pawns)


def set_out(colours: tuple[str, ...]) -> Board:
    """All pawns in base, the ghost on its summit."""
    names = (name for colour in colours for name in mat.pawn_names(colour))
    return Board({**dict.fromkeys(names, BASE), mat.GHOST: SUMMIT})


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
    x, y = mat.MAT[f"camp-{colour}"].middle
    right, down = IN_CAMP_MM[int(number) - 1]
    return x + right, y + down


def thrown(board: Board, values: m.Pair, seed: str, kept: int | None) -> Board:
    """The board after a throw; ``kept`` is the value of the die that was left alone."""
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    left = list(values)
    for die in stay:
        left.remove(die.value)
    fallen = ((mat.DICE_COLOUR, value) for value in left)
    return replace(board, dice=kit.thrown(stay, fallen, mat.MAT[mat.TRAY], seed))


def pile_spot(zone: str) -> Point:
    """The middle of the supply or the discard."""
    assert zone in (mat.SUPPLY, mat.DISCARD)
    return mat.MAT[zone].middle


# The script and its gestures ---------------------------------------------------------


ScriptStep: TypeAlias = kit.ScriptStep[m.State, m.Move, m.Event]
"""One decision and its outcome."""


def script(config: kit.ScriptConfig, robot: Robot = greedy_robot) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    start = m.start(config.players, colours=config.chosen or None)
    return kit.script(config, partial(GAMES.played, start, robot))


ROLLED: Final = 4.0
"""Seconds for which everybody looks at a roll: an unreadable die is asked about meanwhile."""
TALKING: Final = 5.0
"""Seconds for something that happens off the table, and is asked about."""


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[kit.Gesture[Board]]:
    """What people at the table would do for a step, given the table before it."""
    if step.move is None:
        yield kit.Reach(0, mat.MAT.middle, set_out(step.after.colours))
        yield kit.Wait(kit.BETWEEN)
        return
    done, now = False, step.before
    for event in step.events:
        if isinstance(event, m.CardTurnedUp) and now.supply == 0:
            # The discard is the new supply.
            board = replace(board, discard=())
        for act in _of(event, step, now, board, f"{seed}/{step.number}"):
            board = act.after if isinstance(act, kit.Reach) else board
            done = True
            yield act
        now = evolve(now, event)
    if not done:
        yield kit.Wait(kit.BETWEEN)
    if step.after.winner is not None:
        yield kit.Wait(kit.AFTER_GAME)


def _of(
    event: m.Event, step: ScriptStep, now: m.State, board: Board, seed: str
) -> Iterator[kit.Gesture[Board]]:
    seat = step.before.turn
    match event:
        case m.PairThrown():
            yield from _thrown(event, step, board, seed)
        case m.PawnsMoved(_, _, steps):
            yield from _moved(steps, seat, board)
        case m.GhostMoved(_, to):
            yield kit.Reach(seat, spot(mat.GHOST, to), board.moved(mat.GHOST, to))
            yield kit.Wait(kit.BETWEEN)
        case m.CardPlayed(_, card) | m.CardSacrificed(_, card):
            yield from _discarded(card, seat, board)
        case m.CardTurnedUp(_, card):
            yield from _turned_up(now, board, card)


def _thrown(
    event: m.PairThrown, step: ScriptStep, board: Board, seed: str
) -> Iterator[kit.Gesture[Board]]:
    """Both dice are thrown, or one again."""
    again = step.move.again if isinstance(step.move, m.ThrowPair) else None
    kept = None if again is None else step.before.kept(again)
    stay = tuple(die for die in board.dice if die.value == kept)[:1]
    gathered = replace(board, dice=stay)
    fallen = thrown(gathered, event.shows, seed, kept)
    yield from kit.throw(
        step.before.turn, mat.MAT[mat.TRAY].middle, board, gathered, fallen, ROLLED
    )


def _moved(steps: tuple[m.PawnStep, ...], seat: int, board: Board) -> Iterator[kit.Gesture[Board]]:
    """Pawns that have to make room go first."""
    for colour, origin, to in reversed(steps):
        name = board.name_at(colour, origin)
        board = board.moved(name, to)
        yield kit.Reach(seat, spot(name, to), board)
        yield kit.Wait(kit.BETWEEN)


def _discarded(card: str, seat: int, board: Board) -> Iterator[kit.Gesture[Board]]:
    """A card is laid on the discard, face up."""
    codes = (f"{card}-{copy}" for copy in range(1, COPIES + 1))
    code = next(code for code in codes if code not in board.discard)
    after = replace(board, discard=(*board.discard, code))
    yield kit.Reach(seat, pile_spot(mat.DISCARD), after, brings=kit.Held(code))
    yield kit.Wait(kit.BETWEEN)


def _turned_up(now: m.State, board: Board, card: str) -> Iterator[kit.Gesture[Board]]:
    """Somebody takes the top card and says what it is; if they already have that kind, it goes to the discard."""
    seat = now.turn
    yield kit.Reach(seat, pile_spot(mat.SUPPLY), board, takes=kit.Held())
    yield kit.Wait(TALKING)
    if card in now.hand:
        yield from _discarded(card, seat, board)


# Answers -----------------------------------------------------------------------------


class Answers(kit.Answers[ScriptStep]):
    """What its players answer: about the latest decision, or what was thrown."""

    def likely(self, question: Json, frame: int) -> Iterable[str]:
        """What they might answer, the likeliest first."""
        played = [step for step, _ in self.seen(frame) if step.move]
        # A roll may have to be told while the next one is already under way.
        asked = played if "dice" in question["id"] else played[:1]
        return (text for one in asked for text in _told(one, question["id"]))


def _told(step: ScriptStep, question: str) -> tuple[str, ...]:
    """The possible answers given by one decision."""
    topic, _, rolls, number = question.split("-")
    match topic:
        case "card" if isinstance(step.move, m.TurnUpCard):
            cards = [e.card for e in step.events if isinstance(e, m.CardTurnedUp)]
            return tuple(f"card = {card}" for card in cards[int(number) :][:1])
        case "dice" | "bothdice":
            thrown = (e for e in step.events if isinstance(e, m.PairThrown))
            pairs = (e.shows for e in thrown if e.number == int(rolls) + 1)
            shown = [(a, b) for pair in pairs for a, b in permutations(pair)]
            again = ("both", *range(1, 7))
            return tuple(f"roll {x} = {a} {b}" for a, b in shown for x in again)
        case "with" if step.move is not None:
            return (str(step.move),)
        case _:
            return ()


# The table ---------------------------------------------------------------------------


SUPPLY_CARDS = 12
"""How many cards the painted supply shows: nobody counts them."""


def faces(config: kit.ScriptConfig, words: Words) -> Mapping[str, PrintedFace]:
    """Every card, printed in a language."""
    from companion.games.lauf_rauf.sheets import faces

    return {face.code: face for face in faces(words)}


def lying(
    board: Board, faces: Mapping[str, PrintedFace]
) -> Iterator[Placed | PaintedDie | PaintedPawn]:
    """The supply face down, the discard, the dice, and the pawns; the ghost last, over the pawn that carries it."""
    from companion.games.lauf_rauf.sheets import INKS
    from vision.painting.layout import PaintedPawn, fallen, pile

    deck = list(faces.values())[:SUPPLY_CARDS]
    yield from pile(deck, pile_spot(mat.SUPPLY), 1, up=False)
    shown = [faces[code] for code in board.discard]
    yield from pile(shown, pile_spot(mat.DISCARD), 2)
    yield from fallen(board.dice)
    for marker, piece in mat.caps().items():
        if piece.name in board.pawns:
            at = _stands(board, piece.name)
            ink = INKS.get(piece.name.partition("-")[0], (240, 238, 230))
            yield PaintedPawn(at, marker, ink, Random(piece.name).uniform(-30, 30))


def _stands(board: Board, name: str) -> Point:
    """Where a pawn stands; the ghost where the pawn under it does."""
    place = board.pawns[name]
    under = (n for n, other in board.pawns.items() if n != mat.GHOST and other == place)
    carrier = next(under, None) if name == mat.GHOST else None
    return spot(carrier or name, place)


PAINTED: Final[PaintedGame[ScriptStep, Board]] = PaintedGame(
    mat=mat.MAT,
    empty=Board(),
    script=script,
    gestures=gestures,
    answers=Answers,
    faces=faces,
    lying=lying,
)
"""Whole games among copies of one robot; what paints is imported by whoever paints."""
