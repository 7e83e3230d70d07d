"""The painted game: what robots play with everything known is what a session makes of what a camera could see of it."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, takewhile
from random import Random
from typing import TypeAlias

import pytest

from companion.app.painted.performance import Moment, moments
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.painted import PAINTED, Board, ScriptStep, script
from companion.games.nicht_lustig.robots import Robot, greedy_robot, random_robot
from companion.games.nicht_lustig.table import TABLE_GAME
from companion.games.nicht_lustig.table.state import TableState
from companion.journal.journal import Journal
from companion.kit.painted import Answers, FallenDie, Reach, ScriptConfig
from companion.session.session import Session
from companion.table import Settled, Step, Table


class Reader:
    """What a camera reads of a board: two of a colour are not told apart, and some lie so that they are not read.

    ``flickers``: how often a die that lies still is read otherwise while others
    are in the hand: it is in its shadow, or no longer beside one that hid it.
    """

    def __init__(self, seed: int, flickers: float) -> None:
        self._chance, self._flickers = Random(seed), flickers
        self._otherwise: set[FallenDie] = set()

    def code(self, die: FallenDie) -> str:
        """A die as it is told."""
        colour = die.name.partition("-")[0]
        hidden = (die.turn % 10 < 2) != (die in self._otherwise)
        return colour if hidden else f"{colour}-{die.value or 'symbol'}"

    def zones(self, board: Board) -> dict[str, tuple[str, ...]]:
        """The whole board."""
        display = tuple(f"{card}-1" for card in board.display)
        return {"display": display, "tray": tuple(sorted(map(self.code, board.dice)))}

    def steps_between(self, before: Board, after: Board) -> tuple[Step, ...]:
        """What changed; a die that lies elsewhere has left and come."""
        old = {die: self.code(die) for die in before.dice}
        gone = {*before.dice} - {*after.dice}
        fallen = {*after.dice} - {*before.dice}
        self._look(gone, fallen, [die for die in after.dice if die in old])
        new = {die: self.code(die) for die in after.dice}
        left = Counter(before.display) - Counter(after.display)
        came = Counter(after.display) - Counter(before.display)
        changed = [Step("-", "display", f"{c}-1") for c in left]
        changed += [Step("+", "display", f"{c}-1") for c in came]
        changed += [Step("-", "tray", c) for d, c in old.items() if new.get(d) != c]
        changed += [Step("+", "tray", c) for d, c in new.items() if old.get(d) != c]
        return tuple(changed)

    def _look(self, gone: set[FallenDie], fallen: set[FallenDie], still: list[FallenDie]) -> None:
        if fallen:
            self._otherwise.clear()
        elif gone and still and self._chance.random() < self._flickers:
            self._otherwise.add(self._chance.choice(still))


def public(state: m.State) -> object:
    """Who has which targets and specials, and what is left; where a Death went that nobody was asked about is assumed only."""
    areas = [(sorted((*a.open, *a.scored, *a.under)), sorted(a.specials)) for a in state.areas]
    return areas, state.display, state.now


@pytest.mark.parametrize("seed", [3])
def test_a_whole_game_by_what_is_seen_and_asked(seed: int) -> None:
    """At the end everybody has the same targets for robots and session; only what no camera sees or reads is answered."""
    told = watched(random_robot, seed)
    assert told.truth == told.seen
    assert told.unread > 10
    assert told.answers < told.gestures / 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        1,
        33,
        pytest.param(106, marks=pytest.mark.prove),
        pytest.param(12, marks=pytest.mark.prove),
        pytest.param(92, marks=pytest.mark.prove),
    ],
)
def test_dice_that_are_not_read_cost_no_game(seed: int) -> None:
    """Every fifth die is unread, its value asked for, and which of two it is never seen; also where others flicker meanwhile."""
    shown = game(greedy_robot, seed)
    for flickers in (0, 0.3):
        told = understood(shown, seed, flickers)
        assert told.truth == told.seen


@pytest.mark.prove
def test_many_games_by_what_is_seen_and_asked() -> None:
    """Sixty, half of them with dice that flicker."""
    told = {seed: watched(greedy_robot, seed, seed % 2 * 0.3) for seed in range(60)}
    assert [] == [seed for seed, game in told.items() if game.truth != game.seen]


@dataclass(frozen=True)
class Watched:
    """A game as it was played, and as it was understood."""

    truth: object
    seen: object
    unread: int
    answers: int
    gestures: int


Shown: TypeAlias = tuple[Moment[ScriptStep, Board], ...]
"""What a camera could see of a game, moment by moment."""


def game(robot: Robot, seed: int) -> Shown:
    """A game of three robots."""
    painted = replace(PAINTED, script=partial(script, robot=robot))
    shown = moments(painted, ScriptConfig(seed, 3))
    return tuple(takewhile(lambda move: move.step.game == 0, shown))


def watched(robot: Robot, seed: int, flickers: float = 0) -> Watched:
    """A game of three robots before a session that sees, and asks."""
    return understood(game(robot, seed), seed, flickers)


def understood(shown: Shown, seed: int, flickers: float) -> Watched:
    """A game before a session that sees, and asks."""
    reader = Reader(seed, flickers)
    done = [move for move, after in pairwise(shown) if move.act is not after.act]
    firsts = {move.step.number: (move.step, move.frame) for move in reversed(shown)}
    steps = [*reversed(firsts.values()), (replace(done[-1].step, number=10**6), END)]
    answers = PAINTED.answers(iter(steps))
    with Journal(None) as journal:
        setup = {"players": ["Ann", "Bob", "Cem"]}
        session: Session[TableState] = Session(TABLE_GAME, journal, setup=setup)
        frame, unread, given = 0, 0, 0
        for moment in done:
            if isinstance(moment.act, Reach):
                frame = moment.frame
                session.observe(seen(moment, reader))
            unread += sum("-" not in reader.code(die) for die in moment.board.dice)
            given += answered(session, answers, frame)
        given += answered(session, answers, END - 1)
        truth = done[-1].step
        known = public(session.state.state)
    return Watched(public(truth.after), known, unread, given, len(done))


END = 10**9
"""The frame after a game."""


def answered(session: Session[TableState], answers: Answers[ScriptStep], frame: int) -> int:
    """How many of its questions people answer now."""
    count = 0
    for question in session.view()["questions"]:
        said = answers.answer(question, frame)
        if said is not None:
            session.answer(question["id"], said)
            count += 1
    return count


def seen(moment: Moment[ScriptStep, Board], reader: Reader) -> Settled:
    """What settles once an act is done."""
    assert isinstance(moment.act, Reach)
    after = moment.act.after
    steps = reader.steps_between(moment.before, after)
    table = Table({zone: lying for zone, lying in reader.zones(after).items() if lying})
    return Settled(moment.frame, moment.frame / 10, table, steps)
