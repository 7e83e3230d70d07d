"""A table of Nicht lustig under a camera: what is seen becomes rolls, scorings, takes, Deaths, and what is wrong is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.announce import Message
from companion.errors import IllegalMove
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.pieces import TARGETS
from companion.games.nicht_lustig.setup import Setup
from companion.games.nicht_lustig.table.announcements import announce
from companion.games.nicht_lustig.table.events import EVENTS
from companion.games.nicht_lustig.table.state import start
from companion.words import LANGUAGES, words
from tests.games.nicht_lustig.seen import WatchedTable, codes


@pytest.fixture
def table() -> Iterator[WatchedTable]:
    """Ann and Bob, the display laid out."""
    watched = WatchedTable().begin()
    yield watched
    watched.close()


def wrongs(table: WatchedTable) -> list[str]:
    """What is not as it should be, by the keys of its sentences."""
    return [wrong.text.key for wrong in table.session.state.violations]


def asked(table: WatchedTable) -> list[str]:
    """The dice that people are asked for, by their colours."""
    told = table.session.view()["questions"]
    return [q["choices"][0]["id"].partition("-")[0] for q in told if q["topic"] == "die"]


def says(table: WatchedTable, die: str) -> None:
    """Somebody taps what a die shows."""
    for question in table.session.view()["questions"]:
        if die in [choice["id"] for choice in question["choices"]]:
            table.session.answer(question["id"], die)
            return
    pytest.fail(f"nobody asks for {die}")


def has(table: WatchedTable, player: int, *cards: str, place: str = "specials") -> None:
    """Cards lie with a player."""
    for card in cards:
        table.session.correct({"do": "put", "card": card, "place": place, "player": player})


def means(table: WatchedTable, special: str) -> None:
    """Somebody taps which special the only symbol of a colour stands for."""
    asked = next(q for q in table.session.view()["questions"] if q["topic"] == "symbol")
    table.session.answer(asked["id"], special)


# Before the game ---------------------------------------------------------------


def test_it_begins_when_the_display_lies_there() -> None:
    """Until then what is missing or turned is said."""
    watched = WatchedTable()
    watched.shows(display=tuple(f"{face}-1" for face in TARGETS[7:]))
    many = watched.session.view()["setup"]["problems"]
    watched.shows(display=tuple(f"{face}-1" for face in TARGETS[6:]))
    missing = watched.session.view()["setup"]["problems"]
    watched.begin()

    assert ["lustig.problem.missing-many"] == [problem["code"] for problem in many]
    assert ["lustig.problem.missing"] == [problem["code"] for problem in missing]
    assert "play" == watched.session.view()["phase"]
    watched.close()


def test_a_game_that_is_watched_from_its_middle_on() -> None:
    """Cards are missing from the display, and all dice are thrown: it goes on from there; a card that was only not seen is put back."""
    watched = WatchedTable()
    watched.shows(display=tuple(f"{face}-1" for face in TARGETS[7:]))
    watched.shows(tray=codes("33 12 45 1"))
    assert ("play", 1) == (watched.session.view()["phase"], watched.now.rolls)
    assert TARGETS[7:] == watched.now.display
    watched.shows(display=tuple(f"{face}-1" for face in TARGETS[6:]))

    assert TARGETS[6:] == watched.now.display
    watched.close()


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Bob", "Cem", "Dan", "Eve"]], ids=len)
def test_a_journal_of_too_few_or_too_many_is_no_game(players: list[str]) -> None:
    """Two to four play."""
    with pytest.raises(ValueError, match="not a set-up for 2 to 4"):
        WatchedTable(*players)


def test_dice_thrown_for_who_begins_begin_nothing() -> None:
    """A display that is not laid out yet and one die: cards are still missing."""
    watched = WatchedTable()
    watched.shows(display=tuple(f"{face}-1" for face in TARGETS[7:]), tray=codes("__ __ __ 4"))

    assert "set-up" == watched.session.view()["phase"]
    watched.close()


# Rolls ---------------------------------------------------------------------------


def test_three_rolls_are_counted_and_scored(table: WatchedTable) -> None:
    """Kept dice lie still or go to their strip; after the third roll everybody's cards are told."""
    table.rolls("33 12 45 1")
    table.rolls("33 14 41 2", "0001011")
    assert (2, "roll") == (table.now.rolls, table.now.now)
    assert ("red-2", "white-2", "pink") == table.now.free
    kept = ("black-3", "black-3")
    rest = tuple(code for code in table.zones["tray"] if code != "black-3")
    table.shows(tray=rest, kept=kept)
    assert 2 == table.now.rolls
    table.shows(tray=codes("__ 1_ 4_ _"))
    table.shows(tray=codes("__ 12 44 2"))

    assert "not-scored" in table.told()
    assert (3, "take") == (table.now.rolls, table.now.now)
    assert (3, 3, 1, 2, 4, 4, 2) == table.now.dice.values


def test_a_die_that_was_only_nudged_is_no_roll(table: WatchedTable) -> None:
    """It shows what it showed; that is said, and no roll is counted."""
    table.rolls("33 12 45 1")
    table.shows(moved=("black-3",))

    assert 1 == table.now.rolls
    assert "nudged" in table.told()


@pytest.mark.parametrize(
    ("lies", "said"),
    [("33 12 4? 1", "white"), ("33 12 4_ 1", "not in sight"), ("33 12 ?5 1", "shows 5")],
)
def test_a_die_that_is_not_read_is_asked_for(table: WatchedTable, lies: str, said: str) -> None:
    """With one tap, and only that die; it is said once, and the roll counts once all seven are known."""
    came = table.shows(tray=codes(lies))
    (question,) = table.session.view()["questions"]
    (news,) = came.announcements
    assert said in words("en")(Message.from_json(question["text"]))
    assert ("unread", 0) == (news.kind, table.now.rolls)

    for language in LANGUAGES:
        assert words(language)(news.text)
    says(table, "white-4" if "?5" in lies else "white-5")
    assert [] == asked(table)
    assert (3, 3, 1, 2, 4, 5, 1) == table.now.dice.values


def test_a_die_that_is_read_after_all_is_not_asked_for(table: WatchedTable) -> None:
    """It was straightened, or found on the floor and laid in the tray: the question is gone."""
    table.shows(tray=codes("33 12 4? _"))
    table.shows(tray=codes("33 12 45 _"))
    assert ["pink"] == asked(table)
    table.shows(tray=codes("33 12 45 1"))

    assert ([], []) == (asked(table), wrongs(table))
    assert (1, (3, 3, 1, 2, 4, 5, 1)) == (table.now.rolls, table.now.dice.values)


def test_two_dice_of_a_colour_are_asked_for_in_turn(table: WatchedTable) -> None:
    """The second one beside what the first one shows; a symbol is a value."""
    table.shows(tray=codes("?? 12 45 1"))
    assert ["black"] == asked(table)
    for beside, shown in (([], ""), ([0], ", beside the one that shows ✶ symbol")):
        (question,) = table.session.view()["questions"]
        assert beside == question["beside"]
        values = ("1", "2", "3", "4", "5", "symbol")
        assert [f"black-{value}" for value in values] == [
            choice["id"] for choice in question["choices"]
        ]
        said = words("en")(Message.from_json(question["text"]))
        assert said.startswith(f"A die (black{shown}) cannot be read")
        if not beside:
            says(table, "black-symbol")
    says(table, "black-3")

    assert {0, 3} == set(table.now.dice.of("black"))


def test_of_two_dice_that_are_told_the_one_that_shows_what_it_showed_lay_still(
    table: WatchedTable,
) -> None:
    """Neither can be read, and one of them is thrown again."""
    table.rolls("?? 12 45 1")
    for die in ("black-3", "black-5"):
        says(table, die)
    table.rolls("?? 12 45 1", "1000000")
    for die in ("black-5", "black-2"):
        says(table, die)

    (*_, news) = (n for n in table.session.view()["announcements"] if n["kind"] == "rolled")
    assert (2, {"black": [2]}) == (news["params"]["number"], news["params"]["rolled"])
    assert [2, 5] == sorted(table.now.dice.of("black"))


def test_a_turn_that_is_over_by_tap(table: WatchedTable) -> None:
    """What went from the display is taken; with nothing thrown there is no turn to end."""
    with pytest.raises(IllegalMove, match=" "):
        table.session.correct({"do": "done"})
    table.rolls("33 22 45 1")
    table.takes("R03")
    table.session.correct({"do": "done"})
    assert (("R03",), 1) == (table.now.areas[0].open, table.now.turn)
    table.rolls("33 12 45 1")
    table.session.correct({"do": "done"})

    assert (0, ("R03",), ()) == (table.now.turn, table.now.areas[1].open, table.now.areas[0].open)


def test_what_was_put_right_of_the_dice_is_said(table: WatchedTable) -> None:
    """Which die, what it shows and what it was taken to show, in every language; nothing where nothing was wrong."""
    table.rolls("33 12 45 1")
    same, right = (
        table.session.correct({"do": "dice", "values": values}).announcements
        for values in ([3, 3, 1, 2, 4, 5, 1], [3, 0, 1, 5, 4, 5, 1])
    )

    assert () == same
    (said,) = right
    assert "corrected" == said.kind
    assert [
        "Korrigiert: schwarz zeigt ✶ Symbol statt 3, rot zeigt 5 statt 2",
        "Corrected: black shows ✶ symbol, not 3, red shows 5, not 2",
        "Gecorrigeerd: zwart toont ✶ symbool in plaats van 3, rood toont 5 in plaats van 2",
    ] == [words(language)(said.text) for language in ("de", "en", "nl")]


@pytest.mark.parametrize(
    ("pink", "ruling", "ann", "bob", "said"),
    [
        (
            2,
            "stays",
            (("P03",), ("R02",)),
            (("L03",), ("L02",), (), ("T01",)),
            [
                "Corrected: pink shows 2, not 3",
                "Corrected: Professors 3 now lies with Ann, not scored",
                "Corrected: Lemming 3 now lies with Bob, not scored",
                "Pink 2, turn over: Ann Riebmann 2, Bob Lemming 2",
            ],
        ),
        (
            2,
            "covers",
            (("P03",), ("R02",)),
            (("L03",), (), (("L02", "T01"),), ()),
            [
                "Corrected: pink shows 2, not 3",
                "Corrected: Professors 3 now lies with Ann, not scored",
                "Corrected: Death 1 now lies with Bob, open",
                "Corrected: Lemming 3 now lies with Bob, not scored",
                "Pink 2, turn over: Ann Riebmann 2, Bob Lemming 2",
                "Bob: Death 1 goes onto Lemming 2",
            ],
        ),
        (
            0,
            "stays",
            (("P03", "R02"), ()),
            (("L02", "L03"), (), (), ("T01",)),
            [
                "Corrected: pink shows ✶ symbol, not 3",
                "Corrected: Professors 3 now lies with Ann, not scored",
                "Corrected: Lemming 3 now lies with Bob, not scored",
                "Pink shows the Poodle: no scoring",
            ],
        ),
        (3, "stays", (("R02",), ("P03",)), (("L02",), ("L03",), (), ("T01",)), []),
    ],
)
def test_a_pink_die_that_is_put_right_scores_anew(
    pink: int, ruling: str, ann: Any, bob: Any, said: list[str]
) -> None:
    """What was turned over by what it was taken to show is turned back, its Death too; if it showed that, nothing is."""
    table = WatchedTable(rulings={"open_death": ruling}).begin()
    has(table, 0, "R02", "P03", place="open")
    has(table, 1, "L02", "L03", place="open")
    has(table, 1, "T01", place="deaths")
    table.rolls("33 22 45 3")
    table.session.submit({"move": "stop", "player": 0})
    came = table.session.correct({"do": "dice", "values": [3, 3, 2, 2, 4, 5, pink]})

    areas = table.now.areas
    assert ann == (tuple(sorted(areas[0].open)), areas[0].scored)
    assert bob == (tuple(sorted(areas[1].open)), *_put_away(areas[1]))
    assert said == [words("en")(news.text) for news in came.announcements]
    table.close()


def _put_away(area: m.PlayerArea) -> tuple[object, ...]:
    return area.scored, area.covered, area.deaths


def test_a_death_is_of_the_pink_die_that_was_put_right(table: WatchedTable) -> None:
    """Nothing was rolled, and it could go onto either lemming: by the pink die as it is there is only one."""
    has(table, 0, "L01", place="scored")
    has(table, 0, "L02", "L03", place="open")
    table.rolls("12 45 51 3")
    table.session.submit({"move": "stop", "player": 0})
    assert ["take"] == [asked["topic"] for asked in table.session.view()["questions"]]
    table.session.correct({"do": "dice", "values": [1, 2, 4, 5, 5, 1, 4]})

    ann = table.now.areas[0]
    assert ({"L02", "L03"}, (("L01", "T04"),)) == ({*ann.open}, ann.covered)
    assert (1, "roll") == (table.now.turn, table.now.now)


def test_a_fourth_roll_that_counts_is_what_is_scored(table: WatchedTable) -> None:
    """Not the third, whose cards are turned back."""
    has(table, 1, "L02", "L03", place="open")
    for pink in "123":
        table.rolls(f"33 22 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.rolls("33 22 45 2", "0000001")
    assert ("take", ("L03",)) == (table.now.now, table.now.areas[1].scored)
    table.session.correct({"do": "counts"})

    assert (("L03",), ("L02",)) == (table.now.areas[1].open, table.now.areas[1].scored)
    assert ("take", 4, 2) == (table.now.now, table.now.rolls, table.now.dice.pink)


@pytest.mark.parametrize(
    ("values", "picked", "wrong", "open"),
    [
        ([3, 3, 2, 2, 4, 5, 4], ("R03",), [], ()),
        ([3, 3, 2, 4, 4, 5, 1], (), [], ("R03",)),
        ([3, 4, 2, 2, 4, 5, 1], (), ["lustig.wrong.taken"], ()),
    ],
    ids=["still the first of two", "the only one", "not rolled"],
)
def test_a_card_that_was_picked_is_looked_at_again(
    table: WatchedTable, values: list[int], picked: Any, wrong: list[str], open: Any
) -> None:
    """The dice that allowed it were put right; whatever they show, the next player's roll is one."""
    table.rolls("33 22 45 1")
    table.takes("R03")
    table.session.correct({"do": "dice", "values": values})
    assert (picked, wrong) == (table.session.state.picked, wrongs(table))
    assert open == table.now.areas[0].open
    table.rolls("44 55 12 1")

    assert (("R03",), 1, 1) == (table.now.areas[0].open, table.now.turn, table.now.rolls)


@pytest.mark.parametrize(
    ("white", "asked", "specials"),
    [([4, 3], [], ()), ([4, 0], [], ("S06",)), ([0, 4], ["symbol"], ("S05",))],
    ids=["none", "the other", "as it was"],
)
def test_a_symbol_that_was_put_right_is_not_asked_about(
    table: WatchedTable, white: list[int], asked: list[str], specials: Any
) -> None:
    """People said that the other die shows it, or none; where only the pink one was wrong it is as open as before."""
    table.rolls("33 12 4* 1")
    table.session.submit({"move": "stop", "player": 0})
    assert ["take", "symbol"] == [each["topic"] for each in table.session.view()["questions"]]
    table.session.correct({"do": "dice", "values": [3, 3, 1, 2, *white, 2]})
    table.takes("R03")

    assert asked == [each["topic"] for each in table.session.view()["questions"]]
    assert specials == table.now.areas[0].specials


@pytest.mark.parametrize("card", ["R03", "D28"], ids=["picked", "against the dice"])
def test_where_a_card_was_put_it_stays(table: WatchedTable, card: str) -> None:
    """It had gone from the display; neither the end of that turn nor the next roll takes it from there."""
    table.rolls("33 22 45 1")
    table.takes(card)
    table.session.correct({"do": "put", "card": card, "place": "scored", "player": 1})
    table.session.correct({"do": "done"})
    table.rolls("44 55 12 1")

    assert ([], (card,)) == (wrongs(table), table.now.areas[1].scored)
    assert (1, 1) == (table.now.turn, table.now.rolls)


def test_a_card_that_was_picked_is_taken_where_the_turn_is_given(table: WatchedTable) -> None:
    """It is the first of two; who gives the turn says that no second one comes."""
    table.rolls("33 22 45 1")
    table.takes("R03")
    table.session.correct({"do": "turn", "player": 1})

    assert (("R03",), 1, 0) == (table.now.areas[0].open, table.now.turn, table.now.rolls)
    assert "R03" not in table.now.display


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (
            {"card": "L01", "place": "scored", "player": 0},
            "Corrected: Lemming 1 now lies with Ann, scored",
        ),
        (
            {"card": "T02", "place": "covered", "player": 0, "under": "L02"},
            "Corrected: Death 2 now lies with Ann, on Lemming 2",
        ),
        ({"card": "L02", "place": "display"}, "Corrected: Lemming 2 now lies in the display"),
    ],
    ids=["a part", "on a card", "display"],
)
def test_where_a_card_lies_is_said(table: WatchedTable, where: dict[str, Any], said: str) -> None:
    """Somebody put it right: the place, and whose it is."""
    has(table, 0, "L02", place="scored")
    (news,) = table.session.correct({"do": "put", **where}).announcements

    assert ("corrected", said) == (news.kind, words("en")(news.text))


def test_an_answer_is_taken_back(table: WatchedTable) -> None:
    """One tap was wrong: undo asks for that die again."""
    table.shows(tray=codes("3? 1? 45 1"))
    says(table, "black-3")
    says(table, "red-2")
    assert 1 == table.now.rolls
    table.session.undo()

    assert (0, ["red"]) == (table.now.rolls, asked(table))


def test_a_die_that_is_not_read_delays_nobody_elses_roll(table: WatchedTable) -> None:
    """Nobody said what it showed, the dice are thrown again: that was a roll, and this is the second."""
    table.rolls("33 ?2 45 1")
    table.shows(tray=codes("33 __ __ _"))
    assert [] == wrongs(table), "dice in a hand are not missing"
    table.shows(tray=codes("33 12 44 5"))

    assert ([], []) == (asked(table), wrongs(table))
    assert (2, (3, 3, 1, 2, 4, 4, 5)) == (table.now.rolls, table.now.dice.values)


def test_a_kept_die_that_was_never_read_is_asked_for_again(table: WatchedTable) -> None:
    """It still belongs to the roll that counts."""
    table.rolls("33 ?2 45 1")
    table.shows(tray=codes("33 ?_ 45 _"))
    table.shows(tray=codes("33 ?4 45 5"))
    assert ["red"] == asked(table)
    says(table, "red-2")

    assert (2, [2, 4]) == (table.now.rolls, sorted(table.now.dice.of("red")))


def test_a_card_that_goes_before_the_dice_are_known(table: WatchedTable) -> None:
    """Nobody is told that the dice do not allow it: it is taken once they are known."""
    table.rolls("3? 12 45 1")
    table.takes("R03")
    assert [] == wrongs(table)
    says(table, "black-3")

    assert ("R03",) == table.now.areas[0].open
    assert 1 == table.now.turn


def test_a_card_that_goes_and_no_roll_was_seen(table: WatchedTable) -> None:
    """That is what is said; once the dice are entered it is taken."""
    table.takes("R03")
    assert ["lustig.wrong.not-rolled"] == wrongs(table)
    thrown = table.session.view()["names"]
    entered = {"move": "roll", "player": 0, "thrown": thrown, "values": [3, 3, 1, 2, 4, 5, 1]}
    table.session.submit(entered)

    assert [] == wrongs(table)
    assert ("R03",) == table.now.areas[0].open


def test_a_turn_whose_last_roll_nobody_read(table: WatchedTable) -> None:
    """Who took a card has it, the next one's roll is the next one's; what it scored people are asked to say."""
    table.rolls("3? 12 45 1")
    table.takes("R03")
    table.rolls("44 55 12 1")

    assert "turn-unread" in table.told()
    assert (("R03",), 1, 1) == (table.now.areas[0].open, table.now.turn, table.now.rolls)


@pytest.mark.parametrize("rolls", [("33 12 45 1", "33 12 45 ?"), ("33 12 45 ?",)], ids=len)
def test_specials_that_had_to_be_used_go_back_after_a_turn_that_nobody_read(
    table: WatchedTable, rolls: tuple[str, ...]
) -> None:
    """The UFO has cost a roll, the virus has struck: they cost no second turn."""
    has(table, 0, "S02", "S05", "S06")
    for rolled in rolls:
        table.rolls(rolled, "0000001" if table.now.rolls else "1111111")
    table.takes("R03")
    came = table.rolls("44 55 12 1")

    used = [n.params["card"] for n in came.announcements if n.kind == "used"]
    assert (["S06", "S05"], ("S02",)) == (used, table.now.areas[0].specials)
    assert (1, 1) == (table.now.turn, table.now.rolls)


def test_a_turn_whose_last_roll_nobody_read_takes_nothing_by_the_roll_before(
    table: WatchedTable,
) -> None:
    """It was the third and no card went: it is said, nothing is scored, and no Death comes by dice that no longer lie there."""
    table.rolls("12 34 51 3")
    table.rolls("12 34 51 4", "0000001")
    table.rolls("12 34 51 ?", "0000001")
    table.rolls("44 55 12 1")

    assert {"turn-unread"} == {"turn-unread", "not-scored", "scored", "death"} & {*table.told()}
    assert (1, 1) == (table.now.turn, table.now.rolls)


def test_dice_under_a_hand_are_judged_when_it_has_gone(table: WatchedTable) -> None:
    """One that is taken up, an eighth one, and seven that fell: nothing is said or counted while a hand is over them."""
    table.shows(tray=codes("33 12 45 1"), covered=("tray",))
    assert (0, []) == (table.now.rolls, table.session.view()["questions"])
    kept = {"tray": codes("__ 12 45 1"), "kept": codes("33 __ __ _")}
    table.shows(**kept)
    assert 1 == table.now.rolls

    table.shows(tray=(*codes("__ 12 45 1"), "red-5"), covered=("kept",))
    assert [] == wrongs(table)
    table.shows(tray=codes("__ _2 45 1"))
    table.shows(covered=("tray",))
    assert [] == table.session.view()["questions"]
    table.shows(tray=codes("__ 42 45 1"))

    assert (2, (3, 3, 4, 2, 4, 5, 1)) == (table.now.rolls, table.now.dice.values)


def test_a_die_that_comes_to_light_before_the_first_roll_is_no_roll(table: WatchedTable) -> None:
    """All seven are thrown first; two that appear are a roll of which five are out of sight."""
    table.shows(tray=codes("3_ __ __ _"))
    assert [] == asked(table)
    table.shows(tray=codes("3_ 1_ 4_ _"))

    assert ["black", "red", "white", "pink"] == asked(table)


def test_which_symbol_it_was_is_asked(table: WatchedTable) -> None:
    """Two dice of a colour are alike to a camera: the first one's special is assumed, and one tap gives the other."""
    table.rolls("33 12 4* 1")
    table.takes("R03")
    (question,) = table.session.view()["questions"]
    taken = table.now.areas[0].specials
    table.session.answer(question["id"], "S05" if taken == ("S06",) else "S06")
    other = table.now.areas[0].specials

    assert {("S05",), ("S06",)} == {taken, other}
    assert [] == table.session.view()["questions"]


def test_a_symbol_that_is_named_before_the_take(table: WatchedTable) -> None:
    """Then the other one is never gained."""
    for face in ("L01", "L02"):
        has(table, 0, face, place="scored")
    table.rolls("*3 12 45 1")
    table.session.submit({"move": "stop", "player": 0})
    death, symbol = table.session.view()["questions"]
    assert "Nothing can be taken, so a Death comes: what does Ann choose?" == words("en")(
        Message.from_json(death["text"])
    )
    table.session.answer(symbol["id"], "S02")
    table.session.answer(death["id"], death["choices"][0]["id"])

    assert ("S02",) == table.now.areas[0].specials


def test_a_special_that_was_used_and_not_gained_again(table: WatchedTable) -> None:
    """The clown refuses the Death; then the symbol was the robot's: the clown stays in the middle."""
    has(table, 0, "S03")
    table.rolls("34 *2 51 1")
    table.session.submit({"move": "stop", "player": 0})
    fate = next(q for q in table.session.view()["questions"] if q["topic"] == "take")
    table.session.answer(fate["id"], "0 use S03")
    assert ("S03",) == table.now.areas[0].specials
    means(table, "S04")

    assert ("S04",) == table.now.areas[0].specials
    assert "S03" in table.now.middle


def test_a_symbol_that_is_named_while_the_virus_waits(table: WatchedTable) -> None:
    """It was the one that the player had: the other one goes back, and the dice do not bring it again."""
    has(table, 0, "L01", "L02", place="scored")
    has(table, 0, "S06")
    table.rolls("33 12 4* 1")
    table.takes("R03")
    assert ("virus", {"S05", "S06"}) == (table.now.now, {*table.now.areas[0].specials})
    means(table, "S06")

    assert ("virus", ("S06",)) == (table.now.now, table.now.areas[0].specials)


@pytest.mark.parametrize(
    ("rolls", "card", "special", "turn", "skipped"),
    [
        (("34 12 55 1", "34 *2 55 1", "0010000"), "L05", "S04", 0, False),
        (("44 12 35 1", "44 12 3* 1", "0000010"), "R04", "S05", 1, True),
    ],
    ids=["the robot was stolen", "another one was gained"],
)
def test_a_turn_is_given_back_that_the_robot_had_not_cost(
    table: WatchedTable,
    rolls: tuple[str, str, str],
    card: str,
    special: str,
    turn: int,
    skipped: bool,
) -> None:
    """Ann's robot skipped her turn. If Bob had rolled it before, it is his, and skips nothing now."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    has(table, 0, "S04")
    first, *second = rolls
    table.rolls(first)
    table.rolls(*second)
    table.takes(card)
    assert 1 == table.now.turn
    means(table, special)

    assert (turn, (special,)) == (table.now.turn, table.now.areas[1].specials)
    assert skipped == ("S04" in table.now.middle)


def test_a_turn_is_given_back_that_the_ufo_had_not_cost() -> None:
    """Where it skips a turn, it does not skip Ann's once Bob is known to have rolled it away from her."""
    table = WatchedTable(rulings={"ufo": "skips-turn"}).begin()
    table.rolls("33 12 45 1")
    table.takes("R03")
    has(table, 0, "S05")
    table.rolls("44 12 35 1")
    table.rolls("44 12 3* 1", "0000010")
    table.takes("R04")
    assert 1 == table.now.turn
    means(table, "S05")

    assert (0, ("S05",)) == (table.now.turn, table.now.areas[1].specials)
    table.close()


def test_an_eighth_die_that_is_looked_at_again_is_no_roll(table: WatchedTable) -> None:
    """Once people say that it is right, what came before counts for nothing: the pink die that goes then was not thrown."""
    table.rolls("33 12 45 1")
    table.shows(tray=(*table.zones["tray"], "pink-2"))
    assert ["dice"] == [w.reason for w in table.session.state.violations]

    table.session.correct({"do": "look-again", "reason": "dice"})
    table.shows(tray=codes("33 12 45 2"))

    assert ([], 1) == (wrongs(table), table.now.rolls)


def test_what_stayed_of_a_roll_that_nobody_read_is_kept(table: WatchedTable) -> None:
    """The die beside it of the same colour was thrown, and may be thrown again."""
    table.rolls("34 *3 ?1 3")
    table.rolls("14 34 13 4", "1111101")

    table.rolls("14 34 15 4", "0000010")

    assert [] == list(table.session.state.violations)
    assert (1, ("T04",)) == (table.now.turn, table.now.areas[0].deaths)


def test_dice_that_stay_unread_are_told_once(table: WatchedTable) -> None:
    """What is kept and not read is not said again while the others are taken up."""
    table.rolls("33 ?2 4? 1")
    table.shows(tray=codes("__ __ 4? _"))

    assert 1 == table.told().count("unread")


def test_a_straightened_die_is_read_once(table: WatchedTable) -> None:
    """The roll is told when its last die is read, and the next one is of all seven that are thrown then."""
    table.rolls("33 ?2 45 1")
    table.shows(tray=codes("33 12 45 1"))
    assert 1 == table.now.rolls
    table.rolls("11 22 33 4")

    assert (2, (1, 1, 2, 2, 3, 3, 4)) == (table.now.rolls, table.now.dice.values)


def test_an_entered_roll_counts_though_a_die_leans(table: WatchedTable) -> None:
    """A kept die that was entered by tap need not be read when others are thrown."""
    table.rolls("33 ?2 45 1")
    thrown = ["black-1", "black-2", "red-1", "red-2", "white-1", "white-2", "pink"]
    entered = {"move": "roll", "player": 0, "thrown": thrown, "values": [3, 3, 1, 2, 4, 5, 1]}
    table.session.submit(entered)
    table.shows(tray=codes("33 ?_ 45 _"))
    table.shows(tray=codes("33 ?5 45 2"))

    assert [] == wrongs(table)
    assert (2, (3, 3, 1, 5, 4, 5, 2)) == (table.now.rolls, table.now.dice.values)


def test_a_roll_that_nobody_read_is_not_stopped_at(table: WatchedTable) -> None:
    """The dice of the roll before lie there no more; once they are known the rolling may end, and these are scored."""
    has(table, 1, "L01", "L02", place="open")
    table.rolls("33 12 45 1")
    table.rolls("33 1? 45 2", "0001001")
    with pytest.raises(IllegalMove, match="what the dice show"):
        table.session.submit({"move": "stop", "player": 0})
    says(table, "red-5")
    table.session.submit({"move": "stop", "player": 0})

    assert (("L01",), ("L02",)) == (table.now.areas[1].open, table.now.areas[1].scored)


def test_an_entered_roll_counts_with_those_that_nobody_read(table: WatchedTable) -> None:
    """The first one never was, and is the first all the same."""
    table.rolls("33 ?2 45 1")
    table.rolls("33 ?2 44 5")
    names = table.session.view()["names"]
    entered = {"move": "roll", "player": 0, "thrown": names, "values": [3, 3, 1, 2, 4, 4, 5]}
    came = table.session.submit(entered)

    assert [2] == [n.params["number"] for n in came.announcements if n.kind == "rolled"]
    table.rolls("33 ?2 44 4", "0000001")
    assert ("take", 3) == (table.now.now, table.now.rolls)


def test_a_reading_that_flickers_is_no_roll(table: WatchedTable) -> None:
    """A die that lies still, is not read for a while and then as before was not thrown."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("33 ?2 45 1"))
    table.shows(tray=codes("33 12 45 1"))

    assert (1, []) == (table.now.rolls, wrongs(table))


def test_an_eighth_die(table: WatchedTable) -> None:
    """It is told which colour there is too much of."""
    table.shows(tray=(*codes("33 12 45 1"), "red-5"))
    (trouble,) = table.session.view()["troubles"]

    assert "red" in words("en")(Message.from_json(trouble["text"]))


def test_a_kept_die_that_is_thrown_again_is_told(table: WatchedTable) -> None:
    """It counts once the host says so."""
    table.rolls("33 12 45 1")
    table.rolls("33 22 45 2", "0010001")
    table.rolls("13 22 45 2", "1000000")
    (trouble,) = table.session.view()["troubles"]

    assert "kept-again" == trouble["reason"]
    assert 2 == table.now.rolls
    table.session.correct({"do": "counts"})
    assert (1, 3, 2, 2, 4, 5, 2) == table.now.dice.values


def test_a_last_roll_that_counts_is_scored(table: WatchedTable) -> None:
    """Though a kept die was thrown again: what it brings is told, and the next turn begins."""
    has(table, 1, "L02", place="open")
    table.rolls("33 12 45 1")
    table.rolls("33 22 45 2", "0010001")
    table.rolls("13 42 45 2", "1010000")
    table.session.correct({"do": "counts"})

    assert {"scored", "death"} <= {*table.told()}
    assert (("L02",), ("T02",)) == (table.now.areas[1].scored, table.now.areas[0].deaths)
    assert (1, "roll", 0) == (table.now.turn, table.now.now, table.now.rolls)


@pytest.mark.parametrize("order", [{"do": "turn", "player": 1}, {"do": "done"}, {}], ids=str)
def test_a_roll_against_the_rules_is_of_its_turn(
    table: WatchedTable, order: dict[str, Any]
) -> None:
    """Once that is over there is nothing to let count: the next player has rolled nothing."""
    table.rolls("33 12 45 1")
    table.rolls("33 24 45 2", "0011001")
    table.rolls("13 24 45 2", "1000000")
    assert ["lustig.wrong.kept-again"] == wrongs(table)
    if order:
        table.session.correct(order)
    else:
        table.takes("R03")

    assert ([], 1, 0) == (wrongs(table), table.now.turn, table.now.rolls)
    with pytest.raises(IllegalMove, match="settled"):
        table.session.correct({"do": "counts"})


def test_a_kept_die_that_shows_what_it_showed_was_not_thrown(table: WatchedTable) -> None:
    """It could not be read once another die lay beside it: nobody is asked."""
    table.rolls("33 15 45 1")
    table.rolls("33 25 45 1", "0010000")
    table.shows(tray=codes("33 _5 45 1"))
    table.shows(tray=codes("33 4? 45 1"))

    assert ([], []) == (table.session.view()["troubles"], asked(table))
    assert 3 == table.now.rolls
    assert (3, 3, 4, 5, 4, 5, 1) == table.now.dice.values


@pytest.mark.parametrize("looks", [["33 12 45 1"], ["33 12 4? ?", "33 12 45 1"], ["3? 12 4? 1"]])
def test_a_die_that_people_told_is_read_later(table: WatchedTable, looks: list[str]) -> None:
    """It has not moved, and nothing is told."""
    table.rolls("33 12 4? 1")
    says(table, "white-5")
    told = [news for look in looks for news in table.shows(tray=codes(look)).announcements]

    assert ([], [], 1) == (told, asked(table), table.now.rolls)


def test_a_look_that_does_not_read_a_die_is_no_rest(table: WatchedTable) -> None:
    """One is in the hand, and not taken off."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("33 12 4_ 1"))
    table.shows(tray=codes("3? 12 4_ 1"))
    assert [] == asked(table)
    table.shows()
    assert ["white"] == asked(table)


def test_what_comes_and_goes_while_dice_are_in_the_hand_is_none(table: WatchedTable) -> None:
    """Both dice of its colour were thrown, though one of them shows what it showed, and may be thrown again."""
    table.rolls("33 12 45 1")
    for look in ("33 12 __ 1", "33 12 ?_ 1", "33 12 46 1"):
        table.shows(tray=codes(look))
    table.rolls("33 12 11 1", "0000110")

    assert ([], 3) == (table.session.view()["troubles"], table.now.rolls)


def test_a_kept_die_that_nobody_has_read_is_asked_for_again(table: WatchedTable) -> None:
    """It was thrown in a roll that nobody answered for; what it showed before that says nothing."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("33 12 45 _"))
    table.shows(tray=codes("33 12 45 ?"))
    table.rolls("31 12 45 ?", "0100000")
    (asked,) = table.session.view()["questions"]
    table.session.answer(asked["id"], "pink-symbol")

    assert "pink" in asked["id"]
    rolls = [n for n in table.session.view()["announcements"] if n["kind"] == "rolled"]
    assert (3, "symbol") == (rolls[-1]["params"]["number"], rolls[-1]["params"]["dice"]["pink"])


def test_a_die_that_was_taken_off_is_asked_for(table: WatchedTable) -> None:
    """It may have been thrown where nobody sees it; once it lies there again it is read, and the roll counts."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("33 _2 45 1"))
    assert [] == table.session.view()["questions"]
    came = table.shows()
    (asked,) = table.session.view()["questions"]

    assert ["unread"] == [news.kind for news in came.announcements]
    table.shows(tray=codes("33 52 45 1"))
    assert (2, (3, 3, 5, 2, 4, 5, 1)) == (table.now.rolls, table.now.dice.values)


def test_a_die_is_taken_off_beside_one_that_was_told(table: WatchedTable) -> None:
    """The other die of its colour was kept and still cannot be read: it shows what somebody said."""
    table.rolls("?5 11 33 4")
    table.session.answer(table.session.view()["questions"][0]["id"], "black-3")
    table.shows(tray=codes("?_ 11 33 4"))
    table.shows()
    table.shows(tray=codes("?* 11 33 4"))

    assert (2, (3, 0, 1, 1, 3, 3, 4)) == (table.now.rolls, table.now.dice.values)


def test_a_die_that_is_taken_off_after_the_rolls_is_told_once(table: WatchedTable) -> None:
    """Nothing is thrown any more: one sentence, and no question."""
    for pink in "123":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.shows(tray=codes("33 _2 45 3"))
    told = [news.kind for _ in range(2) for news in table.shows().announcements]

    assert ["taken-off"] == told
    assert ["take"] == [asked["topic"] for asked in table.session.view()["questions"]]


def test_a_die_that_lay_still_is_read_when_the_others_are_picked_up(table: WatchedTable) -> None:
    """That completes the roll it belongs to; the dice in the hand are thrown later."""
    table.shows(tray=codes("33 12 4? 1"))
    table.shows(tray=codes("__ __ _5 _"))
    assert (1, (3, 3, 1, 2, 4, 5, 1)) == (table.now.rolls, table.now.dice.values)
    table.shows(tray=codes("36 22 15 4"))

    assert [] == table.session.view()["questions"]
    assert (2, (0, 3, 2, 2, 1, 5, 4)) == (table.now.rolls, table.now.dice.values)
    assert {"white-1", "white-2"} - {*table.now.free}


def test_a_die_that_nobody_asks_for_is_read_when_the_others_are_picked_up(
    table: WatchedTable,
) -> None:
    """It lay in a roll too many; that it is read now says nothing of any roll."""
    for pink in "123":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.shows(tray=codes("33 12 4_ _"))
    table.shows(tray=codes("33 12 4? 1"))
    assert ["lustig.wrong.no-more-rolls"] == wrongs(table)
    table.shows(tray=codes("__ __ _5 _"))

    assert (3, []) == (table.now.rolls, asked(table))
    table.rolls("11 22 35 4")
    assert (1, 1) == (table.now.turn, table.now.rolls)


def test_a_die_that_is_nudged_by_the_hand_that_picks_up_others_is_no_roll(
    table: WatchedTable,
) -> None:
    """Nothing has been thrown yet, and nothing is asked for."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("_3 12 4_ 1"))
    came = table.shows(moved=("red-1", "white-4"))
    assert ((), ()) == (came.announcements, tuple(table.session.view()["questions"]))

    table.shows(tray=codes("53 12 42 1"))

    assert (2, (5, 3, 1, 2, 4, 2, 1)) == (table.now.rolls, table.now.dice.values)


@pytest.mark.parametrize("comes", ["beside dice", "while dice are up", "with the dice"])
def test_what_seems_an_eighth_die_hinders_no_roll(table: WatchedTable, comes: str) -> None:
    """All seven can be read: the rolls before it, with it and after it count as ever."""
    table.rolls("33 12 45 1")
    if comes == "while dice are up":
        table.shows(tray=())
    if comes != "with the dice":
        table.shows(tray=(*table.zones["tray"], "red"))
    table.shows(tray=("red",))
    table.shows(tray=(*codes("22 34 15 2"), "red"))
    assert (2, (2, 2, 3, 4, 1, 5, 2)) == (table.now.rolls, table.now.dice.values)
    table.shows(tray=codes("22 34 15 2"))
    table.rolls("25 34 15 2", "0100000")

    rolled = [n for n in table.session.view()["announcements"] if n["kind"] == "rolled"]
    assert ([1, 2, 3], []) == ([n["params"]["number"] for n in rolled], wrongs(table))


def test_a_die_that_lies_still_cannot_be_read_any_more(table: WatchedTable) -> None:
    """The hand that picks up the others darkens it: nothing has been thrown yet."""
    table.rolls("33 12 45 1")
    table.shows(tray=codes("__ __ ?5 _"))
    assert (1, []) == (table.now.rolls, table.session.view()["questions"])
    table.shows(tray=codes("11 22 45 4"))

    assert [] == table.session.view()["questions"]
    assert (2, (1, 1, 2, 2, 4, 5, 4)) == (table.now.rolls, table.now.dice.values)


def test_the_one_kept_die_cannot_be_read_while_the_others_are_in_the_hand(
    table: WatchedTable,
) -> None:
    """It shows what it showed: not all seven were thrown, and no turn has begun."""
    table.rolls("33 12 45 1")
    table.rolls("24 12 33 4", "1101111")
    table.shows(tray=codes("__ 1_ __ _"))
    table.shows(tray=codes("__ ?_ __ _"))
    table.shows(tray=codes("51 14 22 3"))

    assert ([], 0, 3) == (wrongs(table), table.now.turn, table.now.rolls)


@pytest.mark.parametrize(
    "looks",
    [
        [
            {"tray": "__ 12 45 1"},
            {"tray": "__ 12 45 1", "kept": "3_ __ __ _"},
            {"tray": "3_ 12 45 1"},
        ],
        [{"tray": "?_ 12 45 1"}, {"tray": "3_ 12 45 1"}, {"tray": "33 12 45 1"}],
    ],
    ids=["set aside", "darkened by the hand"],
)
def test_one_of_two_alike_is_kept_and_the_other_falls_as_it_lay(
    table: WatchedTable, looks: list[dict[str, str]]
) -> None:
    """Somebody was seen to take it up: that is a roll of one die."""
    table.rolls("33 12 45 1")
    for look in looks:
        table.shows(**{zone: codes(dice) for zone, dice in look.items()})

    assert (2, [], (3, 3, 1, 2, 4, 5, 1)) == (table.now.rolls, wrongs(table), table.now.dice.values)


def test_a_die_that_only_comes_to_light_was_not_thrown(table: WatchedTable) -> None:
    """One was hidden, and somebody said what it shows; then it is seen."""
    table.rolls("33 1_ 45 1")
    (asked,) = table.session.view()["questions"]
    table.session.answer(asked["id"], "red-2")
    table.shows(tray=codes("33 12 45 1"))

    assert (1, []) == (table.now.rolls, table.session.view()["troubles"])


def test_a_fourth_roll_is_told(table: WatchedTable) -> None:
    """One die more after the last roll counts for nothing."""
    table.rolls("33 12 45 1")
    table.rolls("33 12 45 2", "0000001")
    table.rolls("33 12 45 4", "0000001")
    table.rolls("33 12 45 5", "0000001")
    (trouble,) = table.session.view()["troubles"]

    assert "no-more-rolls" == trouble["reason"]
    assert 4 == table.now.dice.pink


def test_what_is_thrown_after_the_scoring_changes_no_dice(table: WatchedTable) -> None:
    """One of two cards has been taken; dice that are thrown then, one after the other, take it from nobody."""
    table.rolls("11 22 34 3")
    table.takes("R01")
    table.rolls("21 22 34 3", "1000000")
    table.rolls("12 22 34 5", "0000001")
    assert (["lustig.wrong.no-more-rolls"], (1, 1)) == (wrongs(table), table.now.dice.of("black"))
    table.rolls("44 55 12 1")

    assert (("R01",), 1, 1) == (table.now.areas[0].open, table.now.turn, table.now.rolls)


def test_who_has_the_duck_is_asked_whether_the_rolling_is_over(table: WatchedTable) -> None:
    """Nothing lies before others that could be taken: then only that is asked."""
    has(table, 0, "S01")
    for pink in "123":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")

    (asked,) = table.session.view()["questions"]
    assert "lustig.question.stop" == asked["text"]["key"]
    assert ["0 stop"] == [choice["id"] for choice in asked["choices"]]


def test_the_roll_that_the_duck_gives_may_be_unread(table: WatchedTable) -> None:
    """It is asked for like any other, and no roll too many."""
    has(table, 0, "S01")
    for pink in "123":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.rolls("33 12 45 ?", "0000001")
    says(table, "pink-5")

    assert ([], (4, 5)) == (wrongs(table), (table.now.rolls, table.now.dice.pink))
    assert "S01" in table.now.middle


def test_all_seven_are_the_next_players_though_there_is_a_duck(table: WatchedTable) -> None:
    """It gives one more roll of the dice that are not kept; who leaves it unused has ended the turn."""
    has(table, 0, "S01")
    for pink in "123":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.rolls("24 12 55 3")

    assert [] == wrongs(table)
    assert ("S01",) == table.now.areas[0].specials
    assert (1, 1) == (table.now.turn, table.now.rolls)


@pytest.mark.parametrize(
    ("bobs", "turn", "wrong"), [("R03", 1, []), ("R05", 0, ["lustig.wrong.kept-again"])]
)
def test_all_seven_end_a_turn_that_may_have_taken_a_card_from_somebody(
    table: WatchedTable, bobs: str, turn: int, wrong: list[str]
) -> None:
    """That one is assumed; where nothing can be taken unseen they are a roll with dice that were kept: nobody stops for a Death."""
    table.session.correct({"do": "put", "card": bobs, "place": "open", "player": 1})
    lying = tuple(code for code in table.zones["display"] if code != f"{bobs}-1")
    table.shows(display=lying)
    table.rolls("33 12 45 1")
    table.rolls("33 24 45 1", "0011000")
    table.rolls("24 12 55 3")

    assert (turn, wrong) == (table.now.turn, wrongs(table))
    assert [(), ("R03",)][turn] == table.now.areas[0].open


def test_ordinary_dice_serve_as_well(table: WatchedTable) -> None:
    """A six is the symbol."""
    table.rolls("63 12 45 1")

    assert (0, 3, 1, 2, 4, 5, 1) == table.now.dice.values


# Cards ---------------------------------------------------------------------------


def test_a_card_from_the_display_ends_the_rolling(table: WatchedTable) -> None:
    """It is scored, the card is the player's, and it is the next one's turn."""
    table.rolls("33 12 45 1")
    table.takes("R03")

    assert {"not-scored", "took"} <= set(table.told())
    assert ("R03",) == table.now.areas[0].open
    assert 1 == table.now.turn


def test_the_second_card_of_two_may_come_later(table: WatchedTable) -> None:
    """The first one waits; the next player's roll ends it where no second one comes."""
    table.rolls("33 22 45 1")
    table.takes("R03")
    assert 0 == table.now.turn
    table.takes("Y02")
    assert ("R03", "Y02") == table.now.areas[0].open
    table.rolls("44 55 12 1")
    table.takes("R04")
    table.rolls("12 34 51 2")

    assert ("R04",) == table.now.areas[1].open
    assert 0 == table.now.turn


def test_a_card_that_was_not_rolled(table: WatchedTable) -> None:
    """It is told until it lies there again."""
    table.rolls("33 12 45 1")
    table.takes("Y05")
    assert ["taken-Y05"] == [t["reason"] for t in table.session.view()["troubles"]]
    table.shows(display=tuple(f"{face}-1" for face in TARGETS))

    assert [] == table.session.view()["troubles"]


def test_a_card_that_was_not_rolled_ends_no_rolling(table: WatchedTable) -> None:
    """Nothing is scored by the dice of a roll that may not be the last."""
    table.rolls("33 12 45 1")
    table.takes("Y05")
    table.rolls("33 55 45 1", "0011000")

    assert ["lustig.wrong.taken"] == wrongs(table)
    assert (0, "roll", 2) == (table.now.turn, table.now.now, table.now.rolls)


def test_a_card_that_was_not_rolled_counts_for_its_turn(table: WatchedTable) -> None:
    """It is what was taken; where the host does not say so, the next player who rolls lets it count."""
    table.rolls("33 12 45 1")
    table.takes("Y05")
    table.session.correct({"do": "counts"})
    assert (("Y05",), 1) == (table.now.areas[0].open, table.now.turn)
    table.rolls("33 12 45 1")
    table.takes("D28")
    table.rolls("44 12 45 2")

    assert [] == wrongs(table)
    assert (("D28",), 0, 1) == (table.now.areas[1].scored, table.now.turn, table.now.rolls)


def test_the_card_that_counts_is_the_one_that_was_named(table: WatchedTable) -> None:
    """Two are complained about; each is settled by itself, and what stands no longer is refused."""
    table.rolls("33 12 45 1")
    table.takes("D24", "D25")
    table.session.correct({"do": "counts", "reason": "taken-D24"})
    assert (("D24",), ["taken-D25"]) == (
        table.now.areas[0].scored,
        [w.reason for w in table.session.state.violations],
    )
    for order in ("counts", "look-again"):
        with pytest.raises(IllegalMove, match="settled"):
            table.session.correct({"do": order, "reason": "taken-D24"})
    assert ["lustig.wrong.taken"] == wrongs(table)
    table.session.correct({"do": "look-again", "reason": "taken-D25"})

    assert ([], ("D24",)) == (wrongs(table), table.now.areas[0].scored)


def test_one_card_that_is_put_right_leaves_the_other(table: WatchedTable) -> None:
    """Without a name all is put right, and the last counts."""
    table.rolls("33 12 45 1")
    table.takes("D24", "D25")
    table.session.correct({"do": "look-again", "reason": "taken-D24"})
    assert ["taken-D25"] == [w.reason for w in table.session.state.violations]
    table.session.correct({"do": "counts"})

    assert ([], ("D25",)) == (wrongs(table), table.now.areas[0].scored)


def test_a_card_after_a_turn_that_seemed_to_take_nothing(table: WatchedTable) -> None:
    """A die was misread: the dice still lie there, so it is the card of who threw them."""
    for rolled in ("12 34 51 3", "12 34 51 4", "12 34 51 5"):
        table.rolls(rolled, "1111111" if rolled[-1] == "3" else "0000001")
    table.takes("R02")
    assert [("taken-R02", 0)] == [(w.reason, w.player) for w in table.session.state.violations]
    table.rolls("11 23 45 1")

    assert [] == wrongs(table)
    assert (("R02",), 1, 1) == (table.now.areas[0].open, table.now.turn, table.now.rolls)


def test_a_misread_roll_is_taken_back_and_entered(table: WatchedTable) -> None:
    """The Death that it brought goes back with it; what was taken is seen by the dice as they are."""
    for rolled in ("12 34 51 3", "12 34 51 4", "12 34 51 5"):
        table.rolls(rolled, "1111111" if rolled[-1] == "3" else "1000001")
    table.takes("R02")
    table.session.undo()
    one, other, *rest = table.now.dice.values
    values = [2, 2, *rest[:-1], 5]
    assert {1, 2} == {one, other}
    thrown = [*(name for name in table.now.free if name.startswith("black")), "pink"]
    table.session.submit({"move": "roll", "player": 0, "thrown": thrown, "values": values})

    assert [] == wrongs(table)
    assert (("R02",), (), 1) == (table.now.areas[0].open, table.now.areas[0].deaths, table.now.turn)


def test_a_steal_is_asked_and_taken(table: WatchedTable) -> None:
    """What comes from another player is no camera's to see: a question with a choice for each."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    table.rolls("33 12 45 1")
    (rolling,) = table.session.view()["questions"]
    table.session.submit({"move": "stop", "player": 1})
    (question,) = table.session.view()["questions"]
    (choice,) = question["choices"]
    said = [words("en")(Message.from_json(each["text"])) for each in (rolling, question)]
    assert ["No more rolls, and Bob takes …?", "What does Bob take?"] == said
    assert ["1 take R03"] == [each["id"] for each in rolling["choices"]]
    came = table.session.answer(question["id"], choice["id"])
    (news,) = [told for told in came.announcements if told.kind == "took"]

    assert ("R03",) == table.now.areas[1].open
    assert () == table.now.areas[0].open
    assert "take Riebmann 3 (from Ann)" == words("en")(Message.from_json(choice["text"]))
    assert "Bob takes Riebmann 3 (from Ann)" == words("en")(news.text)


def test_what_nobody_saw_is_assumed_and_can_be_said_otherwise(table: WatchedTable) -> None:
    """The next player rolls all seven: the likeliest is taken for now; a tap tells history anew."""
    has(table, 0, "L01", place="scored")
    has(table, 0, "L02", place="scored")
    for rolled in ("12 34 51 3", "12 34 51 4", "12 34 51 5"):
        table.rolls(rolled, "1111111" if rolled[-1] == "3" else "0000001")
    table.rolls("11 23 45 1")
    (assumed,) = table.session.view()["moves"]
    other = assumed["choices"][0]["id"]
    table.session.correct({"do": "was", "move": assumed["id"], "choice": other})

    assert (1, 1) == (table.now.turn, table.now.rolls)
    assert (("L02", "T05"),) == table.now.areas[0].covered
    assert table.session.view()["moves"][0]["sure"]


def test_what_still_lies_in_the_display_was_not_taken_unseen(table: WatchedTable) -> None:
    """The dice allow one of these and one that lies before Bob: it is that one."""
    has(table, 1, "R03", place="open")
    table.shows(display=tuple(f"{f}-1" for f in TARGETS if f != "R03"))
    for pink in "125":
        table.rolls(f"33 22 45 {pink}", "1111111" if pink == "1" else "0000001")
    table.rolls("11 23 45 1")

    assert (("R03",), None) == (table.now.areas[0].open, table.now.owner("Y02"))


def test_a_forced_death_says_where_it_goes(table: WatchedTable) -> None:
    """Without a choice it comes by itself, in three languages."""
    table.rolls("12 34 51 3")
    table.rolls("12 34 51 4", "0000001")
    came = table.rolls("12 34 51 5", "0000001")
    (news,) = [told for told in came.announcements if told.kind == "death"]

    assert ("T05",) == table.now.areas[0].deaths
    for language in LANGUAGES:
        assert "Ann" in words(language)(news.text)


def test_a_scoring_reads_as_one_says_it(table: WatchedTable) -> None:
    """Why, and for everybody what to turn over; who begins where is clear with several cards of each."""
    for card, player in (("L03", 0), ("Y03", 0), ("P03", 1), ("R04", 1)):
        table.session.correct({"do": "put", "card": card, "place": "open", "player": player})
    table.rolls("12 45 51 3")
    came = table.session.submit({"move": "stop", "player": 0})
    (news,) = [told for told in came.announcements if told.kind == "scored"]

    assert "Pink 3, turn over: Ann Lemming 3 and Yeti 3, Bob Professors 3" == words("en")(news.text)


@pytest.mark.parametrize(
    ("taken", "why", "said"),
    [
        ((), "nothing", "Nothing to take. Ann: Death 1 (from Bob) goes onto Lemming 2"),
        (("R03",), "virus", "The virus strikes. Ann: Death 1 (from Bob) goes onto Lemming 2"),
    ],
    ids=["nothing to take", "virus"],
)
def test_a_death_is_told_with_its_reason_and_its_owner(
    table: WatchedTable, taken: tuple[str, ...], why: str, said: str
) -> None:
    """Why it comes, and from whom: somebody has to hand it over."""
    has(table, 0, "L02", place="scored")
    has(table, 1, "T01", place="deaths")
    table.session.correct(
        {"do": "put", "card": "S06", "place": "specials", "player": 0}
        if taken
        else {"do": "put", "card": "R03", "place": "scored", "player": 1}
    )
    table.rolls("33 12 45 1")
    came = [table.session.submit({"move": "stop", "player": 0})]
    if taken:
        came.append(table.takes(*taken))
    (news,) = [told for each in came for told in each.announcements if told.kind == "death"]

    assert said == words("en")(news.text)
    assert {"card": "T01", "onto": "L02", "why": why, "from": 1} == news.params


SAID: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "Ann: roll 2": (
        {
            "event": "rolled",
            "player": 0,
            "number": 2,
            "values": [3, 3, 1, 2, 4, 5, 1],
            "thrown": ["red-1"],
        },
        {"kind": "rolled", "number": 2, "rolled": {"red": [1]}},
    ),
    "Pink shows the Poodle: no scoring": (
        {"event": "scored", "player": 0, "faces": [[], []]},
        {"kind": "not-scored", "pink": 0},
    ),
    "Ann: Death 2 goes onto Lemming 2": (
        {"event": "deaths-laid", "player": 0, "covered": [["T02", "L02"]]},
        {"kind": "death-onto", "card": "T02"},
    ),
    "Ann takes Riebmann 3 and Yeti 2 (from Bob)": (
        {"event": "took", "player": 0, "faces": ["R03", "Y02"]},
        {"kind": "took", "cards": ["R03", "Y02"]},
    ),
    "Nothing to take. Ann gets Death 1, which lies open": (
        {"event": "death", "player": 0, "death": "T01", "onto": None},
        {"kind": "death", "why": "nothing", "onto": None, "from": None},
    ),
    "Bob has all the Deaths already": (
        {"event": "no-death-left", "player": 1},
        {"kind": "no-death-left", "player": 1},
    ),
    "Ann gets the duck and the robot NF-700 (from Bob)": (
        {"event": "specials", "player": 0, "faces": ["S01", "S04"]},
        {"kind": "specials", "cards": ["S01", "S04"]},
    ),
    "Bob may roll once more: the duck goes back to the middle": (
        {"event": "used", "player": 1, "face": "S01"},
        {"kind": "used", "player": 1, "card": "S01"},
    ),
    "Bob refuses the Death: the clown goes back to the middle": (
        {"event": "used", "player": 1, "face": "S03"},
        {"kind": "used", "card": "S03"},
    ),
    "Bob: the time machine goes back to the middle": (
        {"event": "used", "player": 1, "face": "S02"},
        {"kind": "used", "card": "S02"},
    ),
    "Bob skips this turn: the robot NF-700 goes back to the middle": (
        {"event": "skipped", "player": 1, "face": "S04"},
        {"kind": "skipped", "player": 1, "card": "S04"},
    ),
    "Only 5 targets are left: the end. Dice for the professors: Bob 1": (
        {"event": "display-ran-out", "left": 5},
        {"kind": "end", "left": 5},
    ),
    "Bob rolls for the professors: 4, ✶": (
        {"event": "professors", "player": 1, "values": [4, 0]},
        {"kind": "professors", "player": 1, "values": [4, 0]},
    ),
    "Nudged, and not rolled: red, pink": (
        {"event": "nudged", "dice": ["red-2", "pink-1"]},
        {"kind": "nudged"},
    ),
    "Taken off the table, and not back yet: red": (
        {"event": "taken-off", "dice": ["red-2"]},
        {"kind": "taken-off"},
    ),
    "The game pauses": ({"event": "paused", "paused": True}, {"kind": "pause"}),
    "The game goes on": ({"event": "paused", "paused": False}, {"kind": "pause"}),
    "Everything on the table is as it should be.": (
        {"event": "rebuild", "problems": []},
        {"kind": "corrected"},
    ),
}


@pytest.mark.parametrize("said", SAID)
def test_everything_that_happens_is_said(table: WatchedTable, said: str) -> None:
    """In one sentence, of whose doing it was, with what a page shows beside it."""
    event, wanted = SAID[said]
    has(table, 1, "Y02", place="open")
    has(table, 1, "P03", place="scored")
    has(table, 1, "S04")

    (news,) = announce(table.session.state, EVENTS.from_json(event))

    told = {"kind": news.kind, "player": news.player, **news.params}
    assert said == words("en")(news.text)
    assert wanted == {key: told[key] for key in wanted}


@pytest.mark.parametrize(
    ("points", "winners", "said"),
    [
        ((9, 7, 5), (0,), "Ann wins. Ann 9, Bob 7, Cem 5"),
        ((7, 7, 5), (1,), "A tie: Bob wins with fewer Deaths. Ann 7, Bob 7, Cem 5"),
        ((7, 7, 5), (0, 1), "Ann and Bob win. Ann 7, Bob 7, Cem 5"),
        ((7, 7, 7), (0, 1), "A tie: Ann and Bob win with fewer Deaths. Ann 7, Bob 7, Cem 7"),
    ],
    ids=["most points", "fewer Deaths", "shared", "both"],
)
def test_who_wins_is_told_with_the_reason(
    points: tuple[int, ...], winners: tuple[int, ...], said: str
) -> None:
    """Equal points are decided by Deaths, or not at all."""
    end = m.GameReckoned(points, winners)
    (news,) = announce(start(Setup(("Ann", "Bob", "Cem"))), end)

    assert said == words("en")(news.text)


# Putting right ------------------------------------------------------------------------


def test_undo_takes_back_one_thing_after_the_other(table: WatchedTable) -> None:
    """A take, then a roll; at the end there is nothing left."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    table.session.undo()
    assert (0, "roll") == (table.now.turn, table.now.now)
    table.session.undo()
    assert 0 == table.now.rolls
    with pytest.raises(IllegalMove, match="nothing"):
        table.session.undo()


def test_going_on_tomorrow(table: WatchedTable) -> None:
    """A restart keeps all; the display is looked at again and says what is missing until it lies as it did."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    left = table.zones["display"]
    table.shows(display=(), tray=())
    table.session.correct({"do": "lay-out"})
    missing = table.session.view()["setup"]["problems"]
    table.shows(display=left)

    assert ["lustig.problem.missing-many"] == [problem["code"] for problem in missing]
    assert ("play", 1) == (table.session.view()["phase"], table.now.turn)


def test_a_turn_goes_on_where_the_display_lies_as_it_should(table: WatchedTable) -> None:
    """Of two cards one is taken, then the display is checked: what the dice allow is taken, and what else has gone lies there no more."""
    table.rolls("33 22 45 1")
    table.takes("R03")
    table.takes("L01")
    table.session.correct({"do": "lay-out"})
    (missing,) = table.session.view()["setup"]["problems"]
    said = table.session.correct({"do": "begin"}).announcements
    table.takes("Y02")

    assert "1" in words("en")(Message.from_json(missing["text"])), "only the other card"
    assert ((), 1) == (said, table.now.turn)
    assert (("R03", "Y02"), None) == (table.now.areas[0].open, table.now.owner("L01"))
    assert not {"R03", "Y02", "L01"} & {*table.now.display}


def test_a_card_laid_back_while_the_display_is_checked_is_not_taken(table: WatchedTable) -> None:
    """It was the first of two; then only the other one is taken."""
    whole = table.zones["display"]
    table.rolls("33 22 45 1")
    table.takes("R03")
    table.takes("L01")
    table.session.correct({"do": "lay-out"})
    table.shows(display=whole)
    table.takes("Y02")

    assert ("play", ("Y02",)) == (table.session.view()["phase"], table.session.state.picked)


def test_dice_are_still_asked_for_after_the_display_was_checked(table: WatchedTable) -> None:
    """The roll has not gone by."""
    table.rolls("3? 12 45 1")
    table.session.correct({"do": "lay-out"})
    says(table, "black-3")

    assert (1, (3, 3, 1, 2, 4, 5, 1)) == (table.now.rolls, table.now.dice.values)


def test_what_was_taken_in_a_pause_is_missing_after_it(table: WatchedTable) -> None:
    """The display is laid out again, or lies as it should: then the card is taken, as the dice allow it."""
    whole = table.zones["display"]
    table.rolls("33 12 45 1")
    for orders in ((), ("begin",)):
        table.session.correct({"do": "pause"})
        table.takes("R03")
        table.session.correct({"do": "resume"})
        assert "rebuild" == table.session.view()["phase"]
        for order in orders:
            table.session.correct({"do": order})
        if not orders:
            table.shows(display=whole)
            assert ("play", 0, 1) == (
                table.session.view()["phase"],
                table.now.turn,
                table.now.rolls,
            )

    assert (("R03",), 1) == (table.now.areas[0].open, table.now.turn)


@pytest.mark.parametrize("again", ["33 12 45 1", "33 ?2 45 1", "33 12 45 ?"])
def test_a_camera_that_starts_again(table: WatchedTable, again: str) -> None:
    """It reports everything on the table as new: dice that lie as they lay, read or not, are no roll of the next player."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    lies = table.zones | {"tray": codes(again)}
    table.zones = {}
    table.shows(**lies)

    assert (1, 0) == (table.now.turn, table.now.rolls)
    assert not table.session.view()["questions"]
    table.rolls("13 22 45 2")
    assert 1 == table.now.rolls


def test_dice_thrown_while_the_camera_was_away(table: WatchedTable) -> None:
    """They show something else than the last roll: it is the next player's."""
    table.rolls("33 12 45 1")
    table.takes("R03")
    lies = table.zones | {"tray": codes("12 12 22 3")}
    table.zones = {}
    table.shows(**lies)

    assert (1, 1) == (table.now.turn, table.now.rolls)


def reckoning() -> WatchedTable:
    """A game that is over but for the dice of the first player's professors; nobody else has any."""
    watched = WatchedTable().begin()
    for face in (*TARGETS[:4], *TARGETS[5:20]):
        has(watched, 0, face, place="scored")
    left = tuple(f"{face}-1" for face in watched.now.display)
    watched.shows(display=left)
    watched.rolls("13 22 45 5")
    watched.session.submit({"move": "stop", "player": 0})
    while watched.session.view()["questions"]:
        (question,) = watched.session.view()["questions"]
        watched.session.answer(question["id"], question["choices"][0]["id"])
    return watched


def test_the_end_and_the_professors_dice() -> None:
    """As many dice as somebody has professors, whatever their colours; another count is told; then all is reckoned."""
    watched = reckoning()
    assert "reckon" == watched.now.now
    asked = len([f for f in watched.now.areas[0].scored if f[0] == "P"])
    watched.shows(tray=())
    thrown = tuple(f"{c}-4" for c in ("red", "white", "black", "red", "white"))[:asked]
    watched.shows(tray=thrown[1:])
    assert ["lustig.wrong.professors"] == wrongs(watched)
    watched.shows(tray=())
    watched.shows(tray=thrown)

    view = watched.session.view()
    assert ("over", 0) == (view["phase"], view["winner"])
    assert 4 == view["reckoning"][0]["P"]
    watched.close()


def test_professors_that_were_put_right_are_rolled_for() -> None:
    """Which card a Death covers no camera sees: the dice that fall may tell, the host says it, and they fall again."""
    watched = reckoning()
    first = [f for f in watched.now.areas[0].scored if f[0] == "P"]
    watched.shows(tray=())
    watched.shows(tray=("red-4",))
    assert ["lustig.wrong.professors"] == wrongs(watched)

    watched.session.correct({"do": "put", "card": first[0], "place": "scored", "player": 1})
    for dice in (("red-4", "white-2", "black-4", "red-1")[: len(first) - 1], ("red-4",)):
        watched.shows(tray=())
        watched.shows(tray=dice)

    professors = watched.now.professors
    assert ("over", [len(first) - 1, 1]) == (
        watched.session.view()["phase"],
        [len(rolled or ()) for rolled in professors],
    )
    assert [] == wrongs(watched)


def test_nobody_rolls_for_professors_once_the_game_is_over() -> None:
    """A card that is put right after the end calls for no dice."""
    watched = reckoning()
    first = [f for f in watched.now.areas[0].scored if f[0] == "P"]
    watched.shows(tray=())
    watched.shows(tray=("red-4", "white-2", "black-4", "red-1", "white-1")[: len(first)])
    assert "over" == watched.session.view()["phase"]

    watched.session.correct({"do": "put", "card": first[0], "place": "scored", "player": 1})

    assert [0, 0] == [seat["waits"] for seat in watched.session.view()["reckoning"]]


def test_all_dice_thrown_after_the_last_turn() -> None:
    """Nobody noticed that the first of two cards ended the game: it ends, and the throw is nobody's."""
    watched = WatchedTable().begin()
    left = ("R03", "Y02", "D24", "D25", "D26", "D27")
    for face in (face for face in TARGETS if face not in left):
        has(watched, 0, face, place="scored")
    watched.shows(display=tuple(f"{face}-1" for face in left))
    watched.rolls("33 22 41 1")
    watched.takes("R03")
    watched.rolls("44 55 12 1")

    assert ("reckon", ("R03",)) == (watched.now.now, watched.now.areas[0].open)
    watched.close()


def test_the_duck_gives_a_fourth_roll_by_tap() -> None:
    """Who had it when the turn began enters one more; it goes back to the middle."""
    watched = WatchedTable(camera=False)
    has(watched, 0, "S01")
    for number in (1, 2, 3, 4):
        assert (number == 4) == watched.session.view()["duck"]
        thrown = watched.session.view()["names"] if number == 1 else ["black-1"]
        values = [number, 2, 3, 4, 5, 1, 4]
        watched.session.submit({"move": "roll", "player": 0, "thrown": thrown, "values": values})

    told = watched.session.view()["announcements"]
    assert [1, 2, 3, 4] == [n["params"]["number"] for n in told if n["kind"] == "rolled"]
    assert "S01" in watched.now.middle
    watched.close()


def test_a_whole_game_by_taps() -> None:
    """Without a camera: the seven dice once a turn, one choice; every view is JSON and every word is there."""
    import json
    from random import Random

    watched, chance = WatchedTable(camera=False), Random(3)
    names = watched.session.view()["names"]
    for _ in range(400):
        view = watched.session.view()
        json.dumps(view)
        if view["phase"] == "over":
            break
        if view["questions"]:
            question = view["questions"][0]
            watched.session.answer(question["id"], question["choices"][0]["id"])
        elif view["now"] == "reckon":
            seat = next(n for n, r in enumerate(view["reckoning"]) if r["waits"])
            count = sum(f[0] == "P" for f in view["players"][seat]["area"]["scored"])
            values = [chance.randrange(6) for _ in range(count)]
            watched.session.submit({"move": "professors", "player": seat, "values": values})
        elif view["rolls"] == 0:
            values = [chance.randrange(6) for _ in names]
            watched.session.submit(
                {
                    "move": "roll",
                    "player": view["turn"]["player"],
                    "thrown": names,
                    "values": values,
                }
            )
        else:
            watched.session.submit({"move": "stop", "player": view["turn"]["player"]})

    assert "over" == watched.session.view()["phase"]
    for language in LANGUAGES:
        for news in watched.session.view()["announcements"]:
            assert words(language)(Message.from_json(news["text"]))
    watched.close()


def test_a_given_turn_is_told(table: WatchedTable) -> None:
    """The history says whose turn it is from then on."""
    (news,) = table.session.correct({"do": "turn", "player": 1}).announcements

    assert ("corrected", 1) == (news.kind, news.player)
    assert "Corrected: it is Bob’s turn" == words("en")(news.text)
    assert 1 == table.session.view()["turn"]["player"]
