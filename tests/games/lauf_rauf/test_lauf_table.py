"""Lauf Rauf! at a table: by taps, and by what a camera sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.announce import Message
from companion.errors import CompanionError, IllegalMove, InputError
from companion.games.lauf_rauf.board import board_from_toml, board_toml, our_board
from companion.games.lauf_rauf.pages import pages
from companion.games.lauf_rauf.setup import Setup, agreed, form
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.games.lauf_rauf.table.announcements import BY_DICE, announce
from companion.games.lauf_rauf.table.events import EVENTS
from companion.games.lauf_rauf.table.state import evolve, start
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.words import words
from tests.games.lauf_rauf.seen import WatchedMountain, die
from web.game_pages import Call


class TappedTable:
    """A session without a camera."""

    def __init__(self, journal: Journal, **rulings: str) -> None:
        setup = {"players": ["Ann", "Bob"], "camera": False, "rulings": rulings}
        self.session: Session[Any] = Session(TABLE_GAME, journal, setup=setup)

    @property
    def view(self) -> dict[str, Any]:
        return self.session.view()

    def taps(self, *moves: str) -> list[str]:
        """Moves, one after the other; the kinds of what was announced."""
        said = [self.session.submit({"move": move}) for move in moves]
        return [news.kind for came in said for news in came.announcements]

    def stands(self, seat: int, *places: str) -> None:
        """The host says where a seat's pawns are."""
        for pawn, place in enumerate(places):
            now = self.view["pawns"][seat]
            spot = now.index("base") if "base" in now else pawn
            self.session.correct({"do": "put", "player": seat, "pawn": spot, "place": place})


@pytest.fixture
def tapped() -> Iterator[TappedTable]:
    with Journal(None) as journal:
        yield TappedTable(journal)


@pytest.fixture
def watched() -> Iterator[WatchedMountain]:
    with closing(WatchedMountain()) as table:
        table.looks()
        yield table


# By taps ---------------------------------------------------------------------------


def test_a_turn_by_taps(tapped: TappedTable) -> None:
    """Dice, what they allow, a pawn's move, and it is the next one's turn."""
    assert ["rolled", "moved"] == tapped.taps("roll both = 5 6", "start")

    assert ["L0", "base", "base"] == tapped.view["pawns"][0]
    assert 1 == tapped.view["turn"]["player"]
    assert ["roll"] == [can["kind"] for can in tapped.view["can"]]


def test_what_a_roll_allows_is_shown_with_all_its_steps(tapped: TappedTable) -> None:
    """A pawn that is pushed is told with the move that pushes it."""
    tapped.stands(0, "L35", "M1")
    tapped.stands(1, "L38")
    tapped.taps("roll both = 1 2")

    found = {can["move"]: can for can in tapped.view["can"] if "steps" in can}
    assert [["red", "L35", "L38"], ["green", "L38", "L39"]] == found["run L35 3"]["steps"]


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        (["start"], "lauf.roll-first"),
        (["roll both"], "session.say-dice"),
        (["roll both = 2 3", "start"], "lauf.start-ten"),
        (["roll both = 2 2", "card"], "lauf.say-card"),
        (["fly"], "lauf.no-move"),
    ],
)
def test_what_may_not_be_done_is_refused(tapped: TappedTable, moves: list[str], key: str) -> None:
    """In a sentence, and nothing has changed."""
    tapped.taps(*moves[:-1])
    before = tapped.session.state.state

    with pytest.raises(IllegalMove) as refused:
        tapped.taps(moves[-1])

    assert key == refused.value.message.key
    assert before == tapped.session.state.state


def test_cards_on_two_sixes_come_one_by_one(tapped: TappedTable) -> None:
    """They are asked for until a kind comes that one has already, and taken back together."""
    tapped.taps("roll both = 6 6", "card = STA")
    assert ["STA"] == tapped.view["turning"]

    (asked,) = tapped.view["questions"]
    tapped.session.answer(asked["id"], "card = JOK")
    assert ["card", "card", "card-again"][:1] == tapped.taps("card = STA")[:1]

    assert ["JOK", "STA"] == tapped.view["players"][0]["hand"]
    assert ["STA"] == tapped.view["discard"]


def test_whoever_takes_cards_moves_no_pawn(tapped: TappedTable) -> None:
    """After the first card on two sixes only more cards come; taken back, everything may be done again."""
    tapped.taps("roll both = 6 6")
    before = tapped.view["can"]
    assert {"card", "start", "roll"} <= {one["kind"] for one in before}

    tapped.taps("card = STA")
    assert [{"move": "card", "kind": "card"}] == tapped.view["can"]
    for move in ("start", "roll both = 1 2", "pass"):
        with pytest.raises(IllegalMove, match="turn up more"):
            tapped.taps(move)

    tapped.session.undo()
    assert (before, []) == (tapped.view["can"], tapped.view["turning"])


def test_undo_takes_back_tap_by_tap(tapped: TappedTable) -> None:
    """The move first, then the roll, then nothing."""
    tapped.taps("roll both = 5 6", "start")

    tapped.session.undo()
    assert ([5, 6], "base") == (tapped.view["dice"], tapped.view["pawns"][0][0])
    tapped.session.undo()
    assert tapped.view["dice"] is None
    with pytest.raises(IllegalMove):
        tapped.session.undo()


def test_a_game_goes_on_from_its_journal(tmp_path: Any) -> None:
    """Everything is there the next day, in the middle of a turn."""
    file = tmp_path / "game"
    with Journal(file) as journal:
        table = TappedTable(journal)
        table.taps("roll both = 5 6", "start", "roll both = 1 2")
        before = table.view
    with Journal(file) as journal:
        again: Session[Any] = Session(TABLE_GAME, journal)
        assert before == again.view()


@pytest.mark.parametrize(
    ("huckauf", "told", "may_run"),
    [("at-once", True, False), ("on-call", False, True), ("never", False, True)],
)
def test_the_ghost_is_announced_as_the_table_wants_it(
    huckauf: str, told: bool, may_run: bool
) -> None:
    """At once, when somebody calls, or by the people alone."""
    with Journal(None) as journal:
        table = TappedTable(journal, huckauf=huckauf)
        table.stands(0, "M1")

        assert told == ("huckauf" in table.taps("roll both = 3 4"))
        assert may_run == any(can["kind"] == "run" for can in table.view["can"])
        assert (huckauf == "on-call") == table.view["can_call"]
        if huckauf == "on-call":
            came = table.session.correct({"do": "huckauf"})
            assert ["huckauf"] == [news.kind for news in came.announcements]
            assert {"ghost"} == {can["kind"] for can in table.view["can"]}


def test_a_call_is_offered_after_the_first_roll_only() -> None:
    """Whatever it shows, so that the offer gives no seven away; after a second roll nobody may call any more."""
    with Journal(None) as journal:
        table = TappedTable(journal, huckauf="on-call")
        offered = [table.view["can_call"]]
        for values in ("1 2", "3 4"):
            table.taps(f"roll both = {values}")
            offered.append(table.view["can_call"])

        assert [False, True, False] == offered


def test_the_referee_of_the_rolls_alone() -> None:
    """Rolls are counted, what they allow is said, a card buys two more, and the turn ends by tap."""
    with Journal(None) as journal:
        table = TappedTable(journal, referee="dice-only")

        assert "huckauf" in table.taps("roll both = 3 4")
        assert [["ghost", 7], ["run", 7], ["climb", 7], ["hit", 3]] == table.view["allowed"]
        table.taps("roll both = 5 5", "roll 5 = 5 1", "buy", "roll both = 6 6")
        assert (4, 5) == (table.view["rolls"], table.view["most"])
        assert ["start", "run", "climb", "card"] == [k for k, _ in table.view["allowed"]]
        with pytest.raises(IllegalMove):
            table.taps("start")
        assert ["passed"] == table.taps("pass")
        assert 1 == table.view["turn"]["player"]
        texts = [news["text"]["key"] for news in table.view["announcements"]]
        for known, key in BY_DICE.items():
            assert (f"lauf.told.{key}" in texts, f"lauf.told.{known}" in texts) == (True, False)


@pytest.mark.parametrize(
    ("correction", "key"),
    [
        ({"do": "put", "player": 9, "pawn": 0, "place": "L1"}, "session.no-correction"),
        ({"do": "put", "player": 0, "pawn": 0, "place": "Z1"}, "lauf.no-place"),
        ({"do": "ghost", "place": "L1"}, "lauf.no-ghost"),
        ({"do": "hand", "player": 0, "cards": ["STA", "STA"]}, "lauf.kind-twice"),
        ({"do": "hand", "player": 0, "cards": [7]}, "session.no-correction"),
        ({"do": "hand", "player": 0, "cards": ["STA", "TSA"]}, "lauf.no-such-card"),
        ({"do": "dice", "values": [1, 2]}, "session.no-correction"),
        ({"do": "turn", "player": 5}, "session.no-correction"),
        ({"do": "lay-out"}, "session.no-correction"),
        ({"do": "done"}, "session.no-correction"),
        ({"do": "huckauf"}, "session.no-correction"),
        ({"do": "stands"}, "session.settled"),
        ({"do": "nonsense"}, "session.no-correction"),
        ({}, "session.no-correction"),
    ],
)
def test_corrections_that_cannot_be(
    tapped: TappedTable, correction: dict[str, Any], key: str
) -> None:
    """They are refused with the reason, and nothing has changed."""
    before = tapped.view
    with pytest.raises(IllegalMove, match=" ") as refused:
        tapped.session.correct(correction)
    assert (key, before) == (refused.value.message.key, tapped.view)


def test_whose_pawn_is_hit_is_told(tapped: TappedTable) -> None:
    """By name, and by the colour that people see."""
    tapped.stands(0, "L3")
    tapped.stands(1, "L5")
    tapped.taps("roll both = 2 4", "hit L3 L5")
    (told,) = [n for n in tapped.session.view()["announcements"] if n["kind"] == "moved"]
    said = words("en")(Message.from_json(told["text"]))
    assert (
        "Ann moves from L3 to L5 and hits the pawn there; Bob (green) goes back to base camp"
        == said
    )


RED, GREEN = ["L3", "M2", "camp"], ["L5", "base", "base"]
SAID: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "Ann rolls 3 and 4 (roll 1)": (
        {"event": "rolled", "colour": "red", "number": 1, "shows": [3, 4]},
        {"kind": "rolled", "number": 1, "dice": [3, 4], "rolled": [3, 4]},
    ),
    "Huckauf! A seven in the first roll: Ann has to move the ghost": (
        {"event": "called"},
        {"kind": "huckauf"},
    ),
    "Ann puts the ghost on the pawn on M2": (
        {"event": "ghost", "colour": "red", "to": "M2"},
        {"kind": "ghost", "to": "M2"},
    ),
    "Ann sends the ghost back to the summit": (
        {"event": "ghost", "colour": "red", "to": "summit"},
        {"kind": "ghost", "to": "summit"},
    ),
    "Bob starts on L20": (
        {"event": "moved", "colour": "green", "how": "start", "steps": [["green", "base", "L20"]]},
        {"kind": "moved", "player": 1, "how": "start"},
    ),
    "Ann runs from L3 to L5; Bob (green) is pushed to L6": (
        {
            "event": "moved",
            "colour": "red",
            "how": "run",
            "steps": [["red", "L3", "L5"], ["green", "L5", "L6"]],
        },
        {"from": "L3", "to": "L5", "steps": [["red", "L3", "L5"], ["green", "L5", "L6"]]},
    ),
    "Ann climbs from L3 to M0": (
        {"event": "moved", "colour": "red", "how": "climb", "steps": [["red", "L3", "M0"]]},
        {"how": "climb"},
    ),
    "Ann climbs from M2 to the summit camp": (
        {"event": "moved", "colour": "red", "how": "climb", "steps": [["red", "M2", "camp"]]},
        {"to": "camp"},
    ),
    "Ann plays the joker": (
        {"event": "played", "colour": "red", "card": "JOK"},
        {"kind": "played", "card": "JOK"},
    ),
    "Ann discards a card for two more rolls: the joker": (
        {"event": "sacrificed", "colour": "red", "card": "JOK"},
        {"kind": "sacrificed"},
    ),
    "Bob gets the joker": (
        {"event": "card", "colour": "green", "card": "JOK"},
        {"kind": "card", "player": 1},
    ),
    "Ann has the joker already; it goes to the discard pile": (
        {"event": "card", "colour": "red", "card": "JOK"},
        {"kind": "card", "player": 0},
    ),
    "Ann ends the turn without a move": ({"event": "passed", "colour": "red"}, {"kind": "passed"}),
    "Bob has all three pawns in the summit camp and wins": (
        {"event": "won", "colour": "green"},
        {"kind": "game-won", "player": 1, "winners": [1]},
    ),
    "Corrected: Cards of Bob: no card": (
        {"event": "hand-was", "colour": "green", "cards": []},
        {"kind": "corrected"},
    ),
    "Corrected: red from L3 to L4, the ghost to L4": (
        {"event": "pawns-were", "pawns": [["L4", "M2", "camp"], GREEN], "ghost": "L4"},
        {"kind": "corrected"},
    ),
    "The table was corrected": (
        {"event": "pawns-were", "pawns": [RED, GREEN], "ghost": "summit"},
        {"kind": "corrected"},
    ),
    "Corrected: it is Bob’s turn": (
        {"event": "given", "player": 1},
        {"kind": "corrected", "player": 1},
    ),
    "A roll that could not be read counts all the same": (
        {"event": "lost-roll", "count": 1},
        {"kind": "lost-roll"},
    ),
    "Dice were nudged, and not rolled": (
        {"event": "nudged", "dice": ["white-3"]},
        {"kind": "nudged"},
    ),
    "The game pauses": ({"event": "paused", "paused": True}, {"kind": "pause"}),
    "The game goes on": ({"event": "paused", "paused": False}, {"kind": "pause"}),
}


@pytest.mark.parametrize("said", SAID)
def test_everything_that_happens_is_said(said: str) -> None:
    """In one sentence, of whose doing it was, with what a page shows beside it."""
    event, wanted = SAID[said]
    before = start(Setup(("Ann", "Bob"), camera=False))
    for known in (
        {"event": "pawns-were", "pawns": [RED, GREEN], "ghost": "summit"},
        {"event": "hand-was", "colour": "red", "cards": ["JOK"]},
    ):
        before = evolve(before, EVENTS.from_json(known))

    news, *_ = announce(before, EVENTS.from_json(event))

    told = {"kind": news.kind, "player": news.player, **news.params}
    assert said == words("en")(news.text)
    assert wanted == {key: told[key] for key in wanted}


def test_how_far_everybody_has_come_is_told_with_the_end() -> None:
    """Pawns in camp, and percent of all fields: nothing at the base, all of them in camp, the middle ring after the lower one."""
    before = start(Setup(("Ann", "Bob"), camera=False))
    pawns = [["camp", "camp", "camp"], ["L20", "M12", "base"]]
    stand = {"event": "pawns-were", "pawns": pawns, "ghost": "summit"}
    before = evolve(before, EVENTS.from_json(stand))
    (news,) = announce(before, EVENTS.from_json({"event": "won", "colour": "red"}))

    # A green pawn that has just started has come one of 66 fields, one that has just climbed 41.
    assert [[3, 100], [0, round(100 * (1 + 41) / (3 * 66))]] == news.params["came"]


def test_the_table_is_right(tapped: TappedTable) -> None:
    """Pawns, ghost, cards, dice and turn are put right by the host."""
    tapped.stands(0, "M3")
    tapped.taps("roll both = 1 1")
    tapped.session.correct({"do": "ghost", "place": "M3"})
    tapped.session.correct({"do": "hand", "player": 0, "cards": ["JOK"]})
    tapped.session.correct({"do": "dice", "values": [2, 3]})

    said = [
        words("en")(Message.from_json(n["text"]))
        for n in tapped.session.view()["announcements"]
        if n["kind"] == "corrected"
    ]
    assert [
        "Corrected: red from base camp to M3",
        "Corrected: the ghost to M3",
        "Corrected: Cards of Ann: the joker",
        "Corrected: the dice show 2 and 3",
    ] == said
    view = tapped.view
    assert ("M3", ["JOK"], [2, 3], 19) == (
        view["ghost"],
        view["players"][0]["hand"],
        view["dice"],
        view["supply"],
    )
    tapped.session.correct({"do": "turn", "player": 1})
    assert 1 == tapped.view["turn"]["player"]
    assert "Corrected: it is Bob’s turn" == words("en")(
        Message.from_json(tapped.session.view()["announcements"][-1]["text"])
    )


def test_who_may_say_what(tapped: TappedTable) -> None:
    """Whose turn it is, that it is over, and the call are anybody's; pawns are the host's to put right."""
    part = pages(lambda: tapped.session.state, dict)

    assert part.anybodys({"do": "done"})
    assert part.anybodys({"do": "turn", "player": 1})
    assert part.anybodys({"do": "huckauf"})
    assert not part.anybodys({"do": "put", "player": 0, "pawn": 0, "place": "camp"})
    assert not part.anybodys({"do": "turn", "player": 1, "more": 2})
    assert [{"move": "roll both"}] == list(part.legal(0))
    assert [] == list(part.legal(1))
    board = next(r.answer for r in part.routes if r.path == "/api/board")
    told: Any = board(Call({}, {}, None, tuple))
    assert 64 == len(told["fields"])
    assert our_board() == board_from_toml(told["file"])


def other_board() -> str:
    """Our board under other names."""
    text = board_toml(our_board())
    return re.sub(r"\bL(\d+)\b", r"A\1", text).replace('"ours"', '"theirs"')


def test_another_board_is_agreed_before_a_game() -> None:
    """It is told to the pages and kept in the journal; its pawns are moved by tap where there is no camera."""
    setup = agreed({"players": ["Ann", "Bob"], "board": other_board()})
    with Journal(None) as journal:
        session: Session[Any] = Session(TABLE_GAME, journal, setup={**setup, "camera": False})
        assert "play" == session.view()["phase"]
        session.submit({"move": "roll both = 5 6"})
        session.submit({"move": "start"})
        assert ("theirs", "A0") == (session.view()["board"], session.view()["pawns"][0][0])
        assert TappedTable(Journal(None)).view["board_mark"] != session.view()["board_mark"]
        of_before = pages(lambda: None, dict).past(session.state)["plan"]
        assert ("theirs", True) == (of_before["name"], "A0" in of_before["fields"])


@pytest.mark.parametrize("board", ["", "name = 1", 7, other_board().replace("A5", "A6")])
def test_a_board_that_is_none_is_refused(board: object) -> None:
    """Before a game begins on it."""
    with pytest.raises(CompanionError, match=" "):
        agreed({"players": ["Ann", "Bob"], "board": board})


def test_everybody_plays_the_colour_of_their_own_pawns() -> None:
    """In the order in which they play; kept in the journal, and asked for by number of players."""
    chosen = ["yellow", "blue", "red"]
    setup = agreed({"players": ["Ann", "Bob", "Cem"], "first": 1, "colours": chosen})
    assert (["Bob", "Cem", "Ann"], ["blue", "red", "yellow"]) == (
        setup["players"],
        setup["colours"],
    )
    with Journal(None) as journal:
        session: Session[Any] = Session(TABLE_GAME, journal, setup={**setup, "camera": False})
        session.submit({"move": "roll both = 5 6"})
        session.submit({"move": "start"})
        assert (setup["colours"], "L10") == (
            session.view()["colours"],
            session.view()["pawns"][0][0],
        )

    assert ("red", "green") == tuple(form("")["each"]["usual"]["2"])


@pytest.mark.parametrize(
    "colours",
    ["red", ["red"], ["red", "red"], ["red", "pink"], ["red", 7], ["red", "blue", "green"]],
    ids=str,
)
def test_colours_that_nobody_can_play_are_refused(colours: object) -> None:
    """Each has another one, and all are on the board."""
    with pytest.raises(InputError, match="do not fit the number"):
        agreed({"players": ["Ann", "Bob"], "colours": colours})


# By what a camera sees ---------------------------------------------------------------


def test_the_game_begins_when_the_pawns_stand() -> None:
    """Until then it is said which are missing."""
    with closing(WatchedMountain()) as table:
        table.pawns["red-2"] = ""
        table.looks()
        (problem,) = table.session.view()["setup"]["problems"]
        assert "lauf.problem.missing" == problem["code"]

        table.moves("red-2", "base-red-2")

        assert "play" == table.session.view()["phase"]


def test_rolls_and_a_start_are_seen(watched: WatchedMountain) -> None:
    """A re-roll of one die counts; the pawn's move ends the turn."""
    watched.rolls("36")
    watched.rolls_one("3", "5")
    assert ((3, 6), (6, 5)) == tuple(
        tuple(r) for r in (watched.now.rolls[0], sorted(watched.now.rolls[1], reverse=True))
    )

    watched.moves("red-1", "L0")

    assert ("green", ("L0", "base", "base")) == (watched.now.colour, watched.now.pawns[0])


def test_a_nudged_die_is_no_roll(watched: WatchedMountain) -> None:
    """It shows what it showed, and nobody took it up."""
    watched.rolls("34")
    told = watched.nudges("3")

    assert ["nudged"] == [news.kind for news in told.announcements]
    assert 1 == len(watched.now.rolls)


@pytest.mark.parametrize("looks", ["3? 34", "?? 34", "3? ??", "?4 34 3?"])
def test_a_die_in_its_place_that_is_not_read_is_no_roll(
    watched: WatchedMountain, looks: str
) -> None:
    """Nothing is told, and nothing is asked for, also not for the next player."""
    watched.rolls("34")
    before = watched.kinds()
    for look in looks.split():
        watched.tray = tuple(map(die, look))
        watched.looks()

    assert (before, [], 1) == (watched.kinds(), watched.faults(), len(watched.now.rolls))
    watched.rolls("12")
    assert ((3, 4), (1, 2)) == watched.now.rolls


@pytest.mark.parametrize("looks", ["4 ? 46", "4 ? ?6"])
def test_a_die_that_is_not_read_beside_one_in_the_hand_lies_still(
    watched: WatchedMountain, looks: str
) -> None:
    """Nothing is missed, and only the other one was thrown again."""
    watched.rolls("34")
    before = watched.kinds()
    for look in looks.split():
        watched.tray = tuple(map(die, look))
        watched.looks()
    watched.tray = (die("4"), die("6"))
    watched.looks()
    thrown = [e for record in watched.session.history for e in record.events if "again" in e]

    assert [*before, "rolled"] == watched.kinds()
    assert [None, 3] == [event["again"] for event in thrown]


def test_what_people_told_of_a_roll_is_read_later(watched: WatchedMountain) -> None:
    """It is no other roll."""
    watched.rolls("3?")
    (asked,) = watched.session.view()["questions"]
    watched.session.answer(asked["id"], "roll both = 3 4")
    watched.tray = (die("3"), die("4"))
    told = watched.looks()

    assert ((), ((3, 4),)) == (told.announcements, watched.now.rolls)


def test_a_die_that_is_nudged_beside_one_in_the_hand_is_no_roll(watched: WatchedMountain) -> None:
    """Nothing is missing, and nothing is asked for, until the other one falls."""
    watched.rolls("34")
    watched.tray = (die("4"),)
    watched.looks()
    told = watched.nudges("4")
    assert ((), []) == (told.announcements, watched.session.view()["questions"])

    watched.tray = (die("4"), die("6"))
    watched.looks()

    assert [(3, 4), (4, 6)] == [tuple(pair) for pair in watched.now.rolls]


def test_three_rolls_without_a_move_are_a_pass(watched: WatchedMountain) -> None:
    """The fourth roll is the next player's first."""
    for values in ("12", "13", "23", "45"):
        watched.rolls(values)

    assert ("green", ((4, 5),)) == (watched.now.colour, watched.now.rolls)
    assert "passed" in watched.kinds()


def on_the_way(watched: WatchedMountain) -> None:
    """Red has started, green stands three fields ahead of it."""
    watched.rolls("56")
    watched.moves("red-1", "L0")
    watched.session.correct({"do": "put", "player": 1, "pawn": 0, "place": "L3"})
    watched.session.correct({"do": "turn", "player": 0})
    watched.moves("green-1", "L3")


def test_a_push_that_is_not_made_is_told(watched: WatchedMountain) -> None:
    """While it is open it stands on the page; once dice fall it is wrong; the move counts when it is made."""
    on_the_way(watched)
    watched.rolls("12")
    watched.moves("red-1", "L3")
    assert 1 == len(watched.session.view()["under_way"])
    assert [] == watched.faults()
    watched.rolls("12")
    assert (["pawns"], "red", 2) == (watched.faults(), watched.now.colour, len(watched.now.rolls))

    watched.moves("green-1", "L4")

    assert (("L3", "base", "base"), ("L4", "base", "base")) == watched.now.pawns
    assert "green" == watched.now.colour


def test_a_hit_in_two_reaches(watched: WatchedMountain) -> None:
    """The pawn that is hit goes first, or last: the same."""
    on_the_way(watched)
    watched.rolls("35")
    watched.moves("green-1", "base-green-1")
    assert [] == watched.faults()
    watched.moves("red-1", "L3")

    assert (("L3", "base", "base"), ("base",) * 3) == watched.now.pawns


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ({"red-1": "L9"}, "leads to L8"),
        ({"red-1": "M5"}, "does not climb from"),
        ({"green-1": "base-green-1", "red-1": "L3"}, "dice have to differ"),
        ({"green-1": "L11"}, "may not be moved now"),
        ({"green-1": "L11", "green-2": "L12", "red-1": "L8"}, "More pawns were moved"),
    ],
    ids=["another field", "another ring", "a hit", "another's", "several"],
)
def test_a_wrong_field_is_told_with_the_way_back(
    watched: WatchedMountain, moves: dict[str, str], says: str
) -> None:
    """What is wrong, where the pawns belong; back again all is well."""
    on_the_way(watched)
    watched.rolls("44")
    before = dict(watched.pawns)
    for pawn, place in moves.items():
        watched.moves(pawn, place)
    (trouble,) = watched.session.view()["troubles"]
    told = words("en").worded(trouble["text"])
    assert says in told
    for pawn, place in moves.items():
        there, back = (p if p in our_board().points else "base camp" for p in (place, before[pawn]))
        assert f"{pawn[:-2]} from {there} to {back}" in told

    for pawn in reversed(moves):
        watched.moves(pawn, before[pawn])

    assert [] == watched.faults()


def test_what_is_wrong_may_stand(watched: WatchedMountain) -> None:
    """The host lets the pawns count as they stand, and the turn is over."""
    on_the_way(watched)
    watched.rolls("44")
    watched.moves("red-1", "L9")

    watched.session.correct({"do": "stands"})

    assert ("L9", "green", []) == (watched.now.pawns[0][0], watched.now.colour, watched.faults())


def test_what_is_put_right_is_what_was_named(watched: WatchedMountain) -> None:
    """A die that is not read is still told when the one on a wrong field was settled."""
    on_the_way(watched)
    watched.rolls("44")
    watched.moves("red-1", "L9")
    watched.rolls("4?")
    assert ["pawns", "dice"] == watched.faults()
    watched.session.correct({"do": "put-back", "reason": "pawns"})
    assert ["dice"] == watched.faults()
    for order in ("put-back", "stands"):
        with pytest.raises(IllegalMove, match="settled"):
            watched.session.correct({"do": order, "reason": "pawns"})
    with pytest.raises(IllegalMove):
        watched.session.correct({"do": "stands", "reason": "dice"})
    assert ["dice"] == watched.faults()
    watched.session.correct({"do": "look-again"})

    assert [] == watched.faults()


def test_a_climb_that_seemed_a_run_half_way(watched: WatchedMountain) -> None:
    """Two pawns that make room leave the board as a run would; the pawn that climbs then says what it was."""
    for pawn, place in enumerate(("L19", "M12", "M13")):
        watched.session.correct({"do": "put", "player": 1, "pawn": 2, "place": place})
        watched.pawns[f"green-{pawn + 1}"] = place
    watched.session.correct({"do": "turn", "player": 1})
    watched.looks()
    watched.rolls("11")
    watched.moves("green-3", "M14")
    watched.moves("green-2", "M13")
    assert "moved" in watched.kinds()

    watched.moves("green-1", "M12")

    assert ([], "red") == (watched.faults(), watched.now.colour)
    assert ("M12", "M13", "M14") == watched.now.pawns[1]


def test_who_plays_on_lets_what_is_wrong_stand(watched: WatchedMountain) -> None:
    """Nobody put it back and the next player throws both dice: the pawns stand where they stand, and it is that player's first roll."""
    on_the_way(watched)
    watched.rolls("44")
    watched.moves("red-1", "L9")
    watched.rolls("12")

    assert ("L9", "green", []) == (watched.now.pawns[0][0], watched.now.colour, watched.faults())
    assert ((1, 2),) == watched.now.rolls


def stand_apart(watched: WatchedMountain) -> None:
    """Everybody has a pawn on the lower ring, and no card or roll is left over."""
    for seat, (pawn, place) in enumerate((("red-1", "L30"), ("green-1", "L3"))):
        watched.session.correct({"do": "put", "player": seat, "pawn": 0, "place": place})
        watched.pawns[pawn] = place
    watched.looks()


@pytest.mark.parametrize("passes", [False, True])
def test_a_move_that_was_seen_is_taken_back_by_one_tap(
    watched: WatchedMountain, passes: bool
) -> None:
    """Whatever was looked at since: the pawn has to go back, lifted or not, and then may make the same move again."""
    stand_apart(watched)
    pawn, back, to = ("green-1", "L3", "L14") if passes else ("red-1", "L30", "L1")
    watched.rolls("12" if passes else "65")
    watched.rolls("56")
    watched.moves(pawn, to)
    before = watched.now
    watched.tray = ()
    watched.looks()

    told = watched.session.undo()

    assert {"undone", "illegal"} == {news.kind for news in told.announcements}
    for place in ("", to):
        assert ("red", ["pawns"]) == (watched.now.colour, watched.faults())
        watched.moves(pawn, place)
    assert ("red", ["pawns"]) == (watched.now.colour, watched.faults())
    watched.moves(pawn, back)
    assert ([], ("L30", "L3")) == (watched.faults(), tuple(own[0] for own in watched.now.pawns))
    watched.moves(pawn, to)
    assert (before.pawns, before.colour) == (watched.now.pawns, watched.now.colour)


def test_the_next_players_move_tells_of_a_pass(watched: WatchedMountain) -> None:
    """Who rolls no more and says nothing has passed: the last roll was the next one's first."""
    stand_apart(watched)
    watched.rolls("12")
    watched.rolls("34")

    watched.moves("green-1", "L10")

    assert ([], "red", 2) == (watched.faults(), watched.now.colour, watched.session.state.turns)
    assert ("L10", ()) == (watched.now.pawns[1][0], watched.now.rolls)
    assert "illegal" not in watched.kinds()


def test_a_turn_that_is_over_by_tap(watched: WatchedMountain) -> None:
    """Who says so has passed; the dice that lie there are no roll of the next."""
    watched.rolls("12")
    told = watched.session.correct({"do": "done"})
    watched.looks()

    assert ["passed"] == [news.kind for news in told.announcements]
    assert ("green", ()) == (watched.now.colour, watched.now.rolls)


def test_a_third_die_is_told_until_it_is_gone(watched: WatchedMountain) -> None:
    """Which two count nobody can say; nobody is asked for what they show."""
    watched.rolls("345")
    (trouble,) = watched.session.view()["troubles"]
    assert "more than two dice" in words("en").worded(trouble["text"])
    assert ([], ()) == (watched.session.view()["questions"], watched.now.rolls)
    watched.rolls("34")

    assert ([], ((3, 4),)) == (watched.faults(), watched.now.rolls)


def test_what_dice_show_under_a_hand_is_no_roll(watched: WatchedMountain) -> None:
    """It may still turn them; once it has gone they count."""
    watched.tray = (die("3"), die("4"))
    watched.looks(covered=("tray",))
    assert () == watched.now.rolls
    watched.tray = (die("5"), die("6"))
    watched.looks()

    assert ((5, 6),) == watched.now.rolls


def test_a_pass_that_nobody_may_make_is_none(watched: WatchedMountain) -> None:
    """The first roll was the only one: the pawn of another is put back, or who plays on says whose turn it was."""
    stand_apart(watched)
    watched.rolls("34")
    watched.moves("green-1", "L10")
    assert (["pawns"], "red") == (watched.faults(), watched.now.colour)

    watched.rolls("56")

    assert ([], "red", ((5, 6),)) == (watched.faults(), watched.now.colour, watched.now.rolls)
    assert "L10" == watched.now.pawns[1][0]


def test_the_last_pawn_in_camp_has_won_however_it_came_there(watched: WatchedMountain) -> None:
    """The host says where it is, and the game is over for everybody."""
    for _ in range(3):
        watched.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "camp"})

    assert 1 == watched.kinds().count("game-won")
    assert "over" == watched.session.view()["phase"]


def test_the_ghost_is_seen_to_move(watched: WatchedMountain) -> None:
    """From its summit onto a pawn on a seven; a roll after the seven reads it as forgotten."""
    watched.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "M2"})
    watched.moves("red-1", "M2")
    watched.rolls("34")
    assert "huckauf" in watched.kinds()

    watched.moves("ghost", "M2")

    assert ("M2", "green") == (watched.now.ghost, watched.now.colour)
    watched.rolls("34")
    watched.rolls("11")
    assert 2 == len(watched.now.rolls)


def test_a_pawn_that_is_gone_is_missed_when_dice_fall(watched: WatchedMountain) -> None:
    """Before that it may be in somebody's hand."""
    watched.moves("red-3", "")
    assert [] == watched.faults()
    watched.rolls("12")
    assert ["missing"] == watched.faults()
    watched.moves("red-3", "base-red-3")
    assert [] == watched.faults()


def test_a_die_that_cannot_be_read_is_asked_for(watched: WatchedMountain) -> None:
    """The other one is known, so that six answers are enough."""
    watched.rolls("5?")
    (asked,) = watched.session.view()["questions"]
    assert 6 == len(asked["choices"])

    watched.session.answer(asked["id"], "roll both = 5 6")

    assert ((5, 6),) == watched.now.rolls
    assert [] == watched.faults()


@pytest.mark.parametrize(("again", "kept"), [("3", 5), ("5", 3)])
def test_one_die_thrown_again_that_cannot_be_read_is_asked_for(
    watched: WatchedMountain, again: str, kept: int
) -> None:
    """It is that die alone that was thrown, which the answer says."""
    watched.rolls("35")
    watched.rolls_one(again, "?")
    (asked,) = watched.session.view()["questions"]
    assert [f"roll {again} = {kept} {value}" for value in range(1, 7)] == [
        choice["id"] for choice in asked["choices"]
    ]

    watched.session.answer(asked["id"], f"roll {again} = {kept} 6")

    (news,) = [n for n in watched.session.view()["announcements"][-1:] if n["kind"] == "rolled"]
    assert ([6], (kept, 6)) == (news["params"]["rolled"], tuple(watched.now.dice))


@pytest.mark.parametrize("comes", ["beside dice", "while dice are up"])
def test_what_seems_a_third_die_hinders_no_roll(watched: WatchedMountain, comes: str) -> None:
    """Two can be read: the rolls before it, with it, of one die, and after it count as ever."""
    watched.rolls("12")
    if comes == "while dice are up":
        watched.tray = ()
    watched.moves("white", "M9")
    watched.rolls("34")
    watched.rolls_one("3", "6")
    assert ((1, 2), (3, 4), (4, 6)) == watched.now.rolls
    del watched.pawns["white"]
    watched.looks()
    watched.rolls("11")

    assert ("green", ((1, 1),)) == (watched.now.colour, watched.now.rolls)
    assert [] == watched.faults()


def test_a_die_that_lies_nowhere_is_asked_for(watched: WatchedMountain) -> None:
    """It may be thrown alone again; where it lies out of sight somebody says what it shows, and it counts once."""
    watched.rolls("4")
    (question,) = watched.session.view()["questions"]
    watched.session.answer(question["id"], "roll both = 4 6")
    watched.tray = (die("4"), die("6"))
    watched.looks()

    assert [(4, 6)] == list(watched.now.rolls)
    assert [] == watched.faults()


def test_a_roll_that_fell_where_nobody_sees_it_is_asked_for(watched: WatchedMountain) -> None:
    """Once a pawn shows what may have been rolled; what no roll allows is wrong all the same."""
    watched.rolls("12")
    watched.tray = ()
    watched.looks()
    watched.moves("red-1", "L1")
    assert ["pawns"] == watched.faults()
    watched.moves("red-1", "L0")
    (asked,) = watched.session.view()["questions"]
    watched.session.answer(asked["id"], "roll both = 5 5")

    assert [] == watched.faults()
    assert ("green", "L0") == (watched.now.colour, watched.now.pawns[0][0])


def test_a_die_that_is_taken_off_is_told(watched: WatchedMountain) -> None:
    """Once everything lies still, and once; thrown again it is the next roll."""
    watched.rolls("46")
    watched.tray = (die("4"),)
    watched.looks()
    assert [] == watched.faults()
    for _ in range(2):
        watched.looks()
    assert ["dice"] == watched.faults()
    watched.tray = (die("4"), die("2"))
    watched.looks()

    assert [(4, 6), (2, 4)] == [tuple(pair) for pair in watched.now.rolls]
    assert [] == watched.faults()


def test_a_move_tells_of_a_roll_that_fell_as_the_dice_lay(watched: WatchedMountain) -> None:
    """They seemed nudged only; without that, what the last player rolled is no roll."""
    watched.rolls("56")
    watched.moves("red-1", "L0")
    watched.nudges("56")
    watched.moves("green-1", "L20")

    assert ([], "red") == (watched.faults(), watched.now.colour)
    watched.moves("red-1", "L11")
    assert ["pawns"] == watched.faults()


def test_dice_that_were_nudged_are_no_roll_of_another_turn(watched: WatchedMountain) -> None:
    """They may have been the roll of the player whose turn it was; in the turn after it they are not."""
    watched.rolls("56")
    watched.moves("red-1", "L0")
    watched.nudges("56")
    watched.session.correct({"do": "turn", "player": 0})
    watched.moves("red-1", "L11")

    assert ["pawns"] == watched.faults()


def test_a_die_that_was_missing_is_looked_at_again(watched: WatchedMountain) -> None:
    """Who says that all is right is not told of the same die once more."""
    watched.rolls("46")
    watched.tray = (die("4"),)
    for _ in range(3):
        watched.looks()
    assert ["dice"] == watched.faults()

    watched.session.correct({"do": "look-again", "reason": "dice"})
    for _ in range(3):
        watched.looks()

    assert [] == watched.faults()


def test_the_move_tells_what_a_die_showed(watched: WatchedMountain) -> None:
    """Three and something: a pawn that ran eight fields says that it was a five."""
    on_the_way(watched)
    watched.rolls("3?")
    watched.moves("red-1", "L8")

    assert ("L8", "green", []) == (watched.now.pawns[0][0], watched.now.colour, watched.faults())


def test_a_move_before_the_answer_waits_for_it(watched: WatchedMountain) -> None:
    """Two dice that nobody could read: nothing is wrong until they are told, and then the move counts."""
    on_the_way(watched)
    watched.rolls("??")
    watched.moves("red-1", "L8")
    assert ["dice"] == watched.faults()
    (asked,) = watched.session.view()["questions"]
    assert 21 == len(asked["choices"])

    watched.session.answer(asked["id"], "roll both = 3 5")

    assert ("L8", "green") == (watched.now.pawns[0][0], watched.now.colour)


def test_an_unread_roll_after_the_last_is_the_next_players(watched: WatchedMountain) -> None:
    """It is asked of whoever threw it."""
    for values in ("12", "13", "23", "4?"):
        watched.rolls(values)
    (asked,) = watched.session.view()["questions"]
    assert (1, "green") == (asked["player"], watched.now.colour)

    watched.session.answer(asked["id"], "roll both = 4 4")

    assert ((4, 4),) == watched.now.rolls


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize(("by", "rolled"), [("roll", ((3, 4),)), ("counts", ())])
def test_pawns_that_stand_wrong_before_a_roll_take_nobodys_turn(
    watched: WatchedMountain, by: str, rolled: Any, *, done: bool
) -> None:
    """They were pushed, or the turn before was said to be over with them there: they count, and whose turn it is rolls."""
    if done:
        watched.rolls("12")
    watched.moves("red-1", "L9")
    if done:
        watched.session.correct({"do": "done"})
        watched.looks()
    turn = watched.now.colour
    if by == "roll":
        watched.rolls("34")
    else:
        watched.session.correct({"do": "counts"})

    assert ("green" if done else "red") == turn == watched.now.colour
    assert ([], rolled, "L9") == (watched.faults(), watched.now.rolls, watched.now.pawns[0][0])


def test_an_unread_roll_ends_with_its_turn(watched: WatchedMountain) -> None:
    """Who says that the turn is over has told all of it: the next one is not asked, and rolls."""
    watched.rolls("35")
    watched.rolls_one("3", "?")
    assert watched.session.view()["questions"]
    watched.session.correct({"do": "done"})
    asked = watched.session.view()["questions"]
    watched.rolls("46")

    assert ([], [], "green") == (asked, watched.faults(), watched.now.colour)
    assert ((4, 6),) == watched.now.rolls


def test_one_die_unread_after_the_last_roll_is_the_next_players(watched: WatchedMountain) -> None:
    """It was thrown alone, and by somebody who had no roll left: what people say of it is taken."""
    for values in ("12", "13", "23"):
        watched.rolls(values)
    watched.rolls_one("2", "?")
    (asked,) = watched.session.view()["questions"]

    watched.session.answer(asked["id"], "roll 2 = 3 4")

    assert ("green", ((3, 4),), []) == (watched.now.colour, watched.now.rolls, watched.faults())


def test_an_unread_roll_after_a_seven_is_told(watched: WatchedMountain) -> None:
    """The ghost should have been moved first, and was forgotten: the roll counts all the same."""
    watched.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "M2"})
    watched.moves("red-1", "M2")
    watched.rolls("34")
    watched.rolls("1?")
    (asked,) = watched.session.view()["questions"]

    watched.session.answer(asked["id"], "roll both = 1 5")

    assert (((3, 4), (1, 5)), []) == (watched.now.rolls, watched.faults())


def test_a_roll_half_out_of_sight_after_the_last_is_the_next_players(
    watched: WatchedMountain,
) -> None:
    """Both dice were taken up and one lies nowhere: the next player is asked for it."""
    for values in ("12", "13", "23"):
        watched.rolls(values)
    watched.rolls("4")

    (asked,) = watched.session.view()["questions"]
    assert 1 == asked["player"]
    watched.session.answer(asked["id"], "roll both = 4 6")
    assert ("green", ((4, 6),)) == (watched.now.colour, watched.now.rolls)


def test_a_roll_that_nobody_read_counts(watched: WatchedMountain) -> None:
    """Both dice are taken up again: the turn has one roll less, and the next player's first one is his."""
    for values in ("5?", "12", "13", "45"):
        watched.rolls(values)

    assert ("green", ((4, 5),)) == (watched.now.colour, watched.now.rolls)
    assert "lost-roll" in watched.kinds()


def test_a_card_in_the_discard_tells_how_a_pawn_ran(watched: WatchedMountain) -> None:
    """Back by the joker, where the card for it lies before its owner as well."""
    on_the_way(watched)
    watched.session.correct({"do": "hand", "player": 0, "cards": ["BAC", "JOK"]})
    watched.rolls("23")
    watched.discard = ("JOK-2",)
    watched.moves("red-1", "L35")

    assert (("L35", "base", "base"), ("BAC",)) == (watched.now.pawns[0], watched.now.hands[0])


def test_which_card_is_asked_where_nothing_tells(watched: WatchedMountain) -> None:
    """The pawn ran back, and two cards may have done it."""
    on_the_way(watched)
    watched.session.correct({"do": "hand", "player": 0, "cards": ["BAC", "JOK"]})
    watched.rolls("23")
    watched.moves("red-1", "L35")
    (asked,) = watched.session.view()["questions"]

    watched.session.answer(asked["id"], "run L0 5 back with BAC")

    assert ("JOK",) == watched.now.hands[0]


def test_a_card_thrown_away_buys_rolls(watched: WatchedMountain) -> None:
    """It is seen in the discard before a fourth roll."""
    watched.session.correct({"do": "hand", "player": 0, "cards": ["HIT"]})
    for values in ("12", "13", "23"):
        watched.rolls(values)
    watched.discard = ("HIT-1",)
    watched.looks()
    watched.rolls("46")

    assert ("red", 4, 1) == (watched.now.colour, len(watched.now.rolls), watched.now.sacrificed)


def test_going_on_tomorrow_checks_the_pawns(watched: WatchedMountain) -> None:
    """The table is set out again as it was, and says what stands elsewhere."""
    on_the_way(watched)
    watched.moves("red-1", "L5")
    watched.session.correct({"do": "lay-out"})
    assert "rebuild" == watched.session.view()["phase"]
    watched.moves("red-1", "L0")
    assert "play" == watched.session.view()["phase"]


@pytest.mark.parametrize("order", ["lay-out", "pause"])
@pytest.mark.parametrize("first", ["", "L3"], ids=["in a hand", "set down"])
def test_a_move_goes_on_where_the_pawns_stand_as_they_should(
    watched: WatchedMountain, order: str, first: str
) -> None:
    """The pawn was in a hand, or had been moved, when the pawns were looked after: it is the roll's move."""
    watched.rolls("56")
    watched.moves("red-1", "L0")
    watched.rolls("12")
    watched.rolls("11")
    watched.session.correct({"do": "turn", "player": 0})
    watched.rolls("12")
    if order == "lay-out":
        watched.moves("red-1", "")
    watched.session.correct({"do": order})
    watched.moves("red-1", first)
    watched.session.correct({"do": "begin" if order == "lay-out" else "resume"})
    if not first:
        watched.moves("red-1", "L3")

    assert ("L3", 1) == (watched.now.pawns[0][0], watched.now.turn)
    assert [] == watched.faults()


def test_pawns_that_stand_as_they_should_break_no_rule(watched: WatchedMountain) -> None:
    """No roll has led there; people say so, and the turn goes on."""
    watched.rolls("56")
    watched.moves("red-1", "L0")
    watched.session.correct({"do": "turn", "player": 0})
    watched.rolls("12")
    watched.moves("red-1", "L9")
    watched.session.correct({"do": "lay-out"})
    said = watched.session.correct({"do": "begin"}).announcements
    watched.looks()

    assert ["corrected"] == [news.kind for news in said]
    assert ("L9", 0, []) == (watched.now.pawns[0][0], watched.now.turn, watched.faults())


def test_a_die_is_still_asked_for_after_the_pawns_were_set_out(watched: WatchedMountain) -> None:
    """It still leans in the tray."""
    watched.rolls("5?")
    watched.session.correct({"do": "lay-out"})

    assert ("play", ["dice"]) == (watched.session.view()["phase"], watched.faults())


@pytest.mark.parametrize("dice", ["3??", "?3?"])
def test_a_die_that_leans_beside_something_that_is_none(
    watched: WatchedMountain, dice: str
) -> None:
    """One of the two can be read: the other is asked for as if there were nothing else, and read as soon as it can be."""
    watched.looks()

    watched.rolls(dice)

    assert ["lauf.dice.leans"] == [w.text.key for w in watched.session.state.violations]
    assert ["dice"] == [q["id"].partition("-")[0] for q in watched.session.view()["questions"]]

    watched.tray = ("white-3", "white-5", "white")
    watched.looks()

    assert ((3, 5),) == watched.now.rolls
    assert not watched.session.state.violations


@pytest.mark.parametrize("told", ["5", "2"])
def test_a_die_that_was_told_of_is_read_later(watched: WatchedMountain, told: str) -> None:
    """It lies there still: no other roll, unless it shows something else than people said."""
    watched.looks()
    watched.rolls("3?")
    (question,) = watched.session.view()["questions"]
    watched.session.answer(question["id"], f"roll both = 3 {told}")

    watched.tray = (die("3"), die("5"))
    watched.looks()

    assert (1 if told == "5" else 2) == len(watched.now.rolls)
    assert [] == watched.faults()
