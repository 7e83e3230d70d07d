"""Robots among people: the companion rolls for them, at once and the same again, and nobody else sits there."""

from typing import Any

import pytest

from companion import libraries
from companion.errors import InputError, LibraryError
from companion.games.yatzy import GAME
from companion.games.yatzy.pages import advice
from companion.games.yatzy.setup import agreed
from companion.journal.journal import Journal
from companion.session.session import Session
from tests.games.outside.watched import WatchedDice

ROLL = {"move": "roll", "player": 0, "dice": [1, 2, 2, 4, 6]}


def session(*players: str, robots: tuple[str, ...] = ("Robo",)) -> Session[Any]:
    """A table without a camera; the clock goes on by a second a look."""
    times = iter(range(1000, 9000))
    setup = {"players": players, "robots": robots, "camera": False}
    return Session(GAME.played(), Journal(None, clock=lambda: float(next(times))), setup=setup)


def plays(table: Session[Any], box: str, player: int = 0) -> Any:
    """A person's turn of one roll; what was announced of its box."""
    table.submit({**ROLL, "player": player})
    return table.submit({"move": "box", "player": player, "box": box})


def test_a_robot_plays_at_once() -> None:
    """Its whole turn follows the box before it: rolled and written, told in one sentence, shown until a person rolls."""
    table = session("Ann", "Robo", "Ben")
    news = plays(table, "chance").announcements
    view = table.view()

    assert ["filled", "robot"] == [n.kind for n in news if n.kind != "five-alike"]
    (turn,) = view["robots"]
    assert turn["rolls"][-1] == list(news[-1].params["rolls"][-1])
    assert turn["points"] == view["players"][1]["sheet"][turn["box"]]
    assert 2 == view["turn"]["player"]
    assert [False, True, False] == [p["robot"] for p in view["players"]]
    table.submit({**ROLL, "player": 2})
    assert [] == table.view()["robots"]


def test_it_is_taken_back_with_the_move_before_it() -> None:
    """And rolls the same again, whichever box is written then, and whatever is put right of an earlier roll."""
    table = session("Ann", "Robo")
    first = table.submit(ROLL)
    before = table.view()
    written = table.submit({"move": "box", "player": 0, "box": "chance"})
    (turn,) = table.view()["robots"]
    table.undo(written.entry)
    assert before["players"] == table.view()["players"]
    table.submit({"move": "box", "player": 0, "box": "pair"})
    assert [turn] == table.view()["robots"]
    table.correct({"do": "box", "player": 0, "box": "pair", "points": None})
    assert [turn] == table.view()["robots"]
    assert first.entry is not None


def test_robots_one_after_another_to_the_end() -> None:
    """One person and two robots: their sheets are full when the person's is."""
    table = session("Ann", "Robo", "Bot", robots=("Robo", "Bot"))
    for box in table.state.state.form.boxes:
        plays(table, box)
    now = table.state.state

    assert now.over
    assert 0 == table.view()["round"]
    assert all(None not in sheet for sheet in now.sheets)
    assert min(now.points[1:]) > now.points[0]


def test_a_box_of_a_robot_that_is_emptied_at_the_end_is_filled_again() -> None:
    """It is the robot's turn then, and nobody sits there to end it."""
    table = session("Ann", "Robo")
    for box in table.state.state.form.boxes:
        plays(table, box)
    table.correct({"do": "box", "player": 1, "box": "chance", "points": None})
    assert table.state.state.over
    assert None not in table.state.state.sheets[1]


def test_a_person_begins() -> None:
    """Whoever sits first."""
    table = session("Robo", "Bot", "Ann", robots=("Robo", "Bot"))
    assert 2 == table.view()["turn"]["player"]
    plays(table, "chance", 2)
    assert 2 == len(table.view()["robots"])


def test_who_skips_the_box_is_asked_and_the_robot_plays() -> None:
    """Handing the turn on ends it as ever; a robot that is handed a turn plays it."""
    table = session("Ann", "Robo", "Ben")
    table.submit(ROLL)
    table.correct({"do": "done"})
    view = table.view()
    assert ["owed-0"] == [asked["id"] for asked in view["questions"]]
    assert (2, 1) == (view["turn"]["player"], len(view["robots"]))
    table.correct({"do": "turn", "player": 1})
    assert 2 == sum(p is not None for p in table.view()["players"][1]["sheet"].values())


def test_under_a_camera_the_next_throw_is_the_next_persons() -> None:
    """Nobody wrote: the first person is asked, the robot has played, and what is thrown is the next person's."""
    table = WatchedDice(GAME, "Ann", "Robo", "Ben", robots=("Robo",))
    for dice in ("12346", "22346", "33346"):
        table.rolls(dice)
    table.rolls("11156")
    view = table.view

    assert (2, 1, [1, 1, 1, 5, 6]) == (view["turn"]["player"], view["rolls"], view["dice"])
    assert ["owed-0", "box-2-1"] == [asked["id"] for asked in view["questions"]]
    assert 1 == sum(p is not None for p in view["players"][1]["sheet"].values())


def test_who_rolls_on_when_every_box_is_owed_owes_no_more() -> None:
    """All have rolled for their last boxes and nobody tapped: what is rolled then is of no turn."""
    table = session("Ann", robots=())
    first, *boxes = table.state.state.form.boxes
    for box in boxes:
        plays(table, box)
    table.submit(ROLL)
    table.correct({"do": "done"})
    watched = WatchedDice(GAME, "Ann")
    watched.session = table
    for dice in ("12346", "22346", "33346"):
        watched.rolls(dice)

    (asked,) = table.view()["questions"]
    assert [first] == [choice["id"] for choice in asked["choices"]]


@pytest.mark.parametrize(
    ("given", "players", "robots"),
    [
        ({"plays": ["robot", "person", "robot"]}, ["Ann", "Ben", "Cem"], ["Ann", "Cem"]),
        ({"plays": ["person", "robot"], "first": 1}, ["Ben", "Cem", "Ann"], ["Ben"]),
        ({"robots": ["Cem", "Dia"]}, ["Ann", "Ben", "Cem"], ["Cem"]),
        ({"plays": ["person"] * 3}, ["Ann", "Ben", "Cem"], None),
    ],
)
def test_what_is_agreed(given: Any, players: list[str], robots: list[str]) -> None:
    """By seat from the form, by name from the game before."""
    agreed = GAME.setup({"players": ["Ann", "Ben", "Cem"], **given})

    assert players == agreed["players"]
    assert robots == agreed.get("robots")


@pytest.mark.parametrize(
    "given", [{"plays": ["robot", "robot"]}, {"plays": "robot"}, {"plays": ["person", "ghost"]}]
)
def test_what_cannot_be_agreed(given: Any) -> None:
    """Robots alone, and what says nothing of the kind."""
    with pytest.raises(InputError):
        GAME.setup({"players": ["Ann", "Ben"], **given})


def test_without_numpy_nobody_asks_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that nobody looks at need none: the pages say so, and no robot sits down whose turn would never end."""
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    table = session("Ann", "Ben", robots=())
    table.submit(ROLL)

    with pytest.raises(LibraryError) as asked:
        advice(table.state)
    with pytest.raises(LibraryError) as seated:
        agreed({"players": ["Ann", "Robo"], "plays": ["person", "robot"]})
    assert ["yatzy.no-expert"] * 2 == [each.value.message.key for each in (asked, seated)]
    assert ["Ann", "Ben"] == agreed({"players": ["Ann", "Ben"]})["players"]
