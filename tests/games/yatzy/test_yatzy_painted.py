"""The painted game through the real reader: a session makes of it what the robots played."""

from collections import Counter
from itertools import islice
from typing import Any, Final

import pytest

from companion.app.painted.show import Show, Stand
from companion.games.package import GamePackage
from companion.games.yatzy import GAME
from companion.games.yatzy.boxes import DICE
from companion.games.yatzy.mat import COLOUR, TRAY
from companion.games.yatzy.painted import PAINTED
from companion.journal.journal import Journal
from companion.kit.painted import FallenDie, Reach, ScriptConfig, Thing
from companion.kit.score_sheets.model import Throw
from companion.session.session import Session
from companion.table import Settled, Step, Table
from tests.games.by_camera import CameraGame, end_of, spoilt


@pytest.mark.slow
@pytest.mark.parametrize("package", [GAME, GAME.without_mat()], ids=["mat", "plain"])
def test_the_first_turn_is_seen(package: GamePackage) -> None:
    """On a mat of A4, and where none lies: Ann's sheet is the robot's."""
    played = CameraGame(package, ScriptConfig(2, 2))
    for seen in played.told():
        if played.session.state.turns == 1:
            assert seen.moment.step.after.sheets == played.session.state.state.sheets
            break
    assert [] == played.session.view()["troubles"]


def test_players_think_once_about_all_dice_of_a_roll() -> None:
    """One answer follows the other; before the first they leave people time to see what is asked."""
    show = Show(Stand(GAME, ScriptConfig(2, 2)))
    session: Session[Any] = Session(GAME.played(), Journal(None), setup={"players": ["Ann", "Bob"]})
    fallen = Table({TRAY: (COLOUR,) * DICE})
    steps = (Step("+", TRAY, COLOUR),) * DICE
    for look in (Settled(19, 1.9, Table({})), Settled(47, 4.7, fallen, steps)):
        show.begins_game(look)
        session.observe(look)

    def asked(now: float) -> int:
        show.answer(session, now)
        return (session.view()["lying"] or []).count(None)

    assert [5, 5, 4, 3, 2, 1, 0] == [asked(now) for now in (4.7, 7.6, 7.7, 8, 8.3, 8.6, 8.9)]
    thrown = next(s.after for s in PAINTED.script(ScriptConfig(2, 2)) if s.move)
    assert thrown.dice == session.state.state.dice


def test_what_is_not_kept_is_taken_up_before_it_is_thrown() -> None:
    """In between only those lie there that stay, as they lay."""
    board: tuple[FallenDie, ...] = PAINTED.empty
    stayed = []
    for step in islice(PAINTED.script(ScriptConfig(2, 2)), 8):
        acts = [*PAINTED.gestures(step, board, 2)]
        shown = [act.after for act in acts if isinstance(act, Reach)]
        if isinstance(step.move, Throw) and board and step.move.kept:
            stayed.append(sorted(die.value for die in shown[-2]))
            assert [*step.move.kept] == stayed[-1]
        board = shown[-1] if shown else board
    assert stayed


def test_a_late_answer_is_about_the_roll_that_was_asked_about() -> None:
    """Also once the dice have been thrown again."""
    steps = list(islice(PAINTED.script(ScriptConfig(2, 2)), 4))
    *beside, unread = steps[1].after.dice
    choices = [{"id": f"{COLOUR}-{value}"} for value in range(1, 7)]
    asked = {"id": "die", "topic": "die", "beside": beside, "choices": choices}
    answers = PAINTED.answers((step, 10 * step.number) for step in steps)
    assert Counter(beside) - Counter(steps[2].after.dice)
    assert f"{COLOUR}-{unread}" == answers.answer(asked, 25)


@pytest.mark.prove
@pytest.mark.parametrize(("seed", "players"), [(2, 1), (3, 2), (4, 4)])
def test_a_whole_game_is_seen(seed: int, players: int) -> None:
    """To the last box."""
    played = CameraGame(GAME, ScriptConfig(seed, players))
    assert end_of(played).sheets == played.session.state.state.sheets


CUBE: Final = Thing("cube", (42.0, 192.0), 20.0, (250, 250, 250))
"""Something white in the tray's corner, of about the size of a die."""


@pytest.mark.prove
@pytest.mark.parametrize(("seed", "players"), [(6, 2), (7, 3)])
def test_a_whole_game_is_seen_without_a_mat(seed: int, players: int) -> None:
    """To the last box, with nothing but dice on a table."""
    played = CameraGame(GAME.without_mat(), ScriptConfig(seed, players))
    assert end_of(played).sheets == played.session.state.state.sheets


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(2))
def test_leaning_dice_and_a_cube_at_once(seed: int) -> None:
    """A tenth of the dice leans, and something white lies in the tray all the while."""
    played = CameraGame(spoilt(GAME, CUBE), ScriptConfig(seed, 2))
    assert end_of(played).sheets == played.session.state.state.sheets
