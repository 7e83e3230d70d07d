"""A past game that is shared without names: nobody's is left, in nothing that the journal or the pages tell of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.summaries import package_of
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.journal.ledger import peek
from companion.journal.ledger_rows import Row, proved
from companion.session.past import PastGame, alone, games_in, retold, without_names
from companion.session.session import Session
from tests.games.dumm_gelaufen.table.test_by_tap import MAC, TWO_FOR_ONE
from tests.games.dumm_gelaufen.table.test_old_journals import NAMELESS
from tests.games.lauf_rauf.seen import WatchedMountain
from tests.games.nicht_lustig.seen import WatchedTable
from web.routes.history_cache import HistoryCache
from web.wording import worded

PEOPLE = ["Xanthippe", "Zebedäus", "Ypsilanti-Müller"]
"""Names that are no part of any sentence."""


def by_camera(path: Path) -> PastGame:
    """An evening of *Dumm gelaufen* with questions, an answer, a correction, a move taken back."""
    with Journal(path) as journal:
        journal.load(NAMELESS.read_text("utf-8").splitlines())
    return PastGame(tuple(replace(row, data=_renamed(row.data)) for row in peek(path)))


def _renamed(text: str) -> str:
    for old, new in zip(("Ann", "Bob", "Cem"), PEOPLE, strict=True):
        text = text.replace(f'"{old}"', f'"{new}"')
    return text


def by_tap(path: Path) -> PastGame:
    """Moves by tap, a card that is demanded and denied, a claim that the table turns down, one move taken back."""
    with Journal(path) as journal:
        setup = {"players": PEOPLE, "edition": "classic", "camera": False}
        session = Session(TABLE_GAME, journal, setup=setup)
        session.correct(
            {"event": "table-corrected", "mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
        )
        exchange = {"move": "exchange", "player": 0, **TWO_FOR_ONE}
        came = session.submit(exchange, by=0)
        session.undo(came.entry)
        session.submit(exchange, by=0)
        session.submit({"move": "claim", "player": 0, "task": "M10-1", "cards": ["R07-2"]})
        session.answer(session.view()["questions"][0]["id"], "refuse")
        session.submit({"move": "play-action", "player": 1, "card": "K10-1"})
        session.submit({"move": "choose", "player": 1, "whom": 2, "cards": [], "face": "Y09"})
        session.submit({"move": "pass", "player": 2}, by=2)
    return _kept(path)


def _kept(path: Path) -> PastGame:
    (past,) = games_in(peek(path))
    return past


def dice_unread(path: Path) -> PastGame:
    """*Nicht lustig* with a die that is asked for, and a turn given to somebody else."""
    table = WatchedTable(*PEOPLE, journal=Journal(path), game="nicht-lustig").begin()
    table.rolls("3? 12 45 1")
    (question,) = table.session.view()["questions"]
    table.session.answer(question["id"], question["choices"][0]["id"])
    table.session.correct({"do": "turn", "player": 1})
    table.close()
    return _kept(path)


def pawns_awry(path: Path) -> PastGame:
    """*Lauf Rauf!* with a pawn where no move leads, and a turn given to somebody else."""
    table = WatchedMountain(*PEOPLE, journal=Journal(path), game="lauf-rauf")
    table.looks()
    table.rolls("46")
    table.moves("red-1", "M3")
    table.moves("red-1", "L0")
    table.session.correct({"do": "turn", "player": 2})
    table.close()
    return _kept(path)


def said_of(told: Any) -> str:
    """All texts in JSON values, in one."""
    return json.dumps(worded(told), ensure_ascii=False)


@pytest.mark.parametrize("played", [by_camera, by_tap, dice_unread, pawns_awry])
def test_nobody_is_named(tmp_path: Path, played: Callable[[Path], PastGame]) -> None:
    """Letters stand for people in questions, answers, corrections, claims, troubles, and the names are there where they are wanted."""
    past = played(tmp_path / "game")
    package = package_of(past)

    def pages(game: Any) -> str:
        session = retold(game, package.played())
        assert package.pages is not None
        part = package.pages(lambda: session.state, dict)
        entries, more = HistoryCache(session).page(part, 0, 10_000)
        assert not more
        assert len(entries) > 2
        return said_of([entries, session.game.view(session.state)])

    nameless = without_names(past)
    rows = said_of([json.loads(row.data) for row in nameless.rows])
    named, left = said_of([json.loads(row.data) for row in past.rows]), pages(nameless)

    assert all(name in named for name in PEOPLE)
    assert not [name for name in PEOPLE if name in rows or name in left]


def test_nobody_is_named_who_was_called_otherwise(tmp_path: Path) -> None:
    """Names that were typed in during a game are letters, too, wherever they are said."""
    path = tmp_path / "game"
    past = by_tap(path)
    with Journal(path) as journal:
        called = Session(TABLE_GAME, journal)
        called.correct({"do": "name", "player": 1, "name": " Trude "})
        called.correct({"event": "turn-given", "player": 1})
    past = _kept(path)
    nameless = without_names(past)
    rows = said_of([json.loads(row.data) for row in nameless.rows])

    assert "Trude" in said_of([json.loads(row.data) for row in past.rows])
    assert "Trude" not in rows
    assert ["A", "B", "C"] == [
        player["name"] for player in retold(nameless, TABLE_GAME).view()["players"]
    ]


def test_whoever_is_called_like_a_word_of_the_game(tmp_path: Path) -> None:
    """Only where people are told of: what was chosen, seen and moved stays what it was, and the game is told to its end."""
    past = by_tap(tmp_path / "game")
    data = past.rows[0].data.replace(PEOPLE[0], "exchange").replace(PEOPLE[1], "refuse")
    called = PastGame((replace(past.rows[0], data=data), *past.rows[1:]))

    told, nameless = (retold(each, TABLE_GAME) for each in (called, without_names(called)))

    assert ["A", "B", "C"] == [p["name"] for p in nameless.view()["players"]]
    assert [c.input for c in told.history] == [c.input for c in nameless.history]


def game_of(*told: tuple[str, Any], first: int = 1) -> PastGame:
    """A game with these entries, by hand."""
    rows = (
        Row(number, 5.0, kind, json.dumps(data), number, b"")
        for number, (kind, data) in enumerate(told, first)
    )
    return PastGame(tuple(rows))


def saying(key: str, **params: Any) -> dict[str, Any]:
    return {"key": key, "params": params}


NAMED = {"correction": {"do": "name", "player": 1, "name": "  Cem  Z "}}
STRANGER = {"correction": {"do": "name", "player": 0, "name": "Dan"}}


@pytest.mark.parametrize(
    ("kind", "told", "shared"),
    [
        ("announcement", {"text": saying("x", player="Ann", n=3)}, {"text": saying("x", player="A", n=3)}),
        ("announcement", saying("x", who=["Ann", "R07", 2]), saying("x", who=["A", "R07", 2])),
        ("event", [saying("x", what=saying("y", who="Bob"))], [saying("x", what=saying("y", who="B"))]),
        ("announcement", saying("x", player="Cem Z"), saying("x", player="B")),
        # What is no message, and what is nobody's name.
        ("submission", {"move": "Ann", "cards": ["Bob"]}, {"move": "Ann", "cards": ["Bob"]}),
        ("event", {**saying("x", who="Ann"), "more": 1}, {**saying("x", who="Ann"), "more": 1}),
        ("event", {"key": 7, "params": {"who": "Ann"}}, {"key": 7, "params": {"who": "Ann"}}),
        ("announcement", saying("Ann", who="Anna"), saying("Ann", who="Anna")),
        # By which name somebody is called from then on.
        ("correction", NAMED, {"correction": {"do": "name", "player": 1, "name": "B"}}),
        ("event", {"event": "named", "player": 1, "name": "Cem Z"}, {"event": "named", "player": 1, "name": "B"}),
        ("event", {"event": "named", "player": 1, "name": "Eve"}, {"event": "named", "player": 1, "name": "B"}),
        ("event", {"event": "laid", "name": "Cem Z"}, {"event": "laid", "name": "Cem Z"}),
        ("correction", STRANGER, {"correction": {"do": "name", "player": 0, "name": "A"}}),
    ],
)  # fmt: skip
def test_whose_name_becomes_which_letter(kind: str, told: Any, shared: Any) -> None:
    """Of each player by seat, under whatever name; only what messages say of people, and what names them."""
    setup = {"players": ["Ann", "Bob"], "edition": "x"}
    others = [each for each in (NAMED, STRANGER) if each != told]
    past = game_of(("game", setup), (kind, told), *(("correction", each) for each in others))
    begun, first, *_ = without_names(past).rows

    assert {"players": ["A", "B"], "edition": "x"} == json.loads(begun.data)
    assert shared == json.loads(first.data)
    assert (kind, 2, 5.0) == (first.kind, first.seq, first.at)


def test_whoever_takes_anothers_name_keeps_the_own_letter() -> None:
    """Names that stood at the wrong seats: before they were put right, and after."""
    called = [(0, "Cem"), (1, "Ann"), (0, "Bob")]
    words = [{"correction": {"do": "name", "player": seat, "name": name}} for seat, name in called]
    said = ("announcement", saying("x", who=["Ann", "Bob"]))
    named = ("event", {"event": "named", "player": 1, "name": "Ann"})
    past = game_of(
        ("game", {"players": ["Ann", "Bob"]}),
        said,
        *(("correction", each) for each in words),
        named,
        said,
    )
    _, before, *corrections, event, after = (json.loads(r.data) for r in without_names(past).rows)

    assert (["A", "B"], ["B", "A"]) == (before["params"]["who"], after["params"]["who"])
    assert ["A", "B", "A"] == [each["correction"]["name"] for each in corrections]
    assert "B" == event["name"]


@pytest.mark.parametrize(
    ("players", "robots", "letters"),
    [
        (["Robo", "Ann"], ["Robo"], ["A"]),
        (["Ann", "Robo"], ["Robo", "Otto"], ["B"]),
        (["Ann", "Bob"], [], []),
    ],
)
def test_a_robot_stays_one(players: list[str], robots: list[str], letters: list[str]) -> None:
    """Under its letter: the game is told as it was played, and nobody's name is left."""
    past = game_of(("game", {"players": players, "robots": robots}))

    assert {"players": ["A", "B"], "robots": letters} == without_names(past).setup


@pytest.mark.parametrize(
    ("kinds", "games"),
    [
        ("", []),
        ("game", [(1, 1)]),
        ("event game event", [(2, 3)]),
        ("game event game event event", [(1, 2), (3, 5)]),
        ("erased erased game event", [(3, 4)]),
        ("game event erased erased game", [(1, 2), (5, 5)]),
        ("game event erased event", [(1, 2)]),
    ],
)
def test_which_entries_are_a_game(kinds: str, games: list[tuple[int, int]]) -> None:
    """From the one that began it to the last before another begins; what was erased is of none."""
    rows = game_of(*((kind, {"of": kind}) for kind in kinds.split())).rows
    found = [*games_in(rows)]

    assert games == [(past.numbers[0], past.numbers[-1]) for past in found]
    assert len({past.id for past in found}) == len({past.rows[0].data for past in found})


def test_a_game_alone_keeps_its_numbers() -> None:
    """What was before it is erased, and what is left is whole."""
    past = game_of(("game", {"players": ["Ann"]}), ("event", {"of": 4}), first=4)
    rows = [*alone(past)]

    assert [(1, "erased"), (2, "erased"), (3, "erased"), (4, "game"), (5, "event")] == [
        (row.seq, row.kind) for row in rows
    ]
    assert rows == [*proved(rows)]
    assert past.id == PastGame(tuple(rows[3:])).id
    assert 16 == len(past.id)


@pytest.mark.parametrize("setup", [[], "Ann", 7])
def test_a_game_without_a_set_up_is_none(setup: Any) -> None:
    """It says so."""
    with pytest.raises(ValueError, match="set-up"):
        game_of(("game", setup)).setup  # noqa: B018
