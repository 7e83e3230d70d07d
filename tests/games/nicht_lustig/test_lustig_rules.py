"""The rules of Nicht lustig, sentence by sentence (docs/nicht-lustig.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest

import companion
from companion.errors import EditionError, IllegalMove, InputError
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.notation import move_from_text
from companion.games.nicht_lustig.pieces import CARDS, DEATHS, DICE, SPECIALS, TARGETS, DiceRoll
from companion.games.nicht_lustig.rules.fold import evolve
from companion.games.nicht_lustig.rules.legality import (
    deaths,
    legal,
    onto,
    refusal,
    scored_by,
    takes,
)
from companion.games.nicht_lustig.rules.moves import decide, followed
from companion.games.nicht_lustig.rules.points import (
    chance,
    chances,
    points,
    professor_dice,
    winners,
)
from companion.kit.line import Line, line
from companion.kit.setup import OpenRule, open_rules
from companion.words import LANGUAGES, words
from tests.games.nicht_lustig.lying import after_roll, area, dice, moment

NO_CHANCE = 0


def played(before: m.State, *moves: str) -> tuple[m.State, list[m.Event]]:
    """The moment after some moves, and everything that happened."""
    happened: list[m.Event] = []
    for text in moves:
        events = decide(before, move_from_text(text, before.turn), Random(NO_CHANCE))
        before = reduce(evolve, events, before)
        happened += events
    return before, happened


def of_type(events: Iterable[m.Event], kind: type) -> list[m.Event]:
    return [event for event in events if isinstance(event, kind)]


# Components and set-up ------------------------------------------------------------


def test_thirty_seven_cards() -> None:
    """25 targets, five Deaths and the Poodle, six specials."""
    assert (25, 6, 6, 37) == (len(TARGETS), len(DEATHS), len(SPECIALS), len(CARDS))


def test_how_a_game_begins() -> None:
    """All targets in the display, Deaths and specials in the middle, seven dice to throw."""
    start = m.start(3)

    assert TARGETS == start.display
    assert {*DEATHS, *SPECIALS} == set(start.middle)
    assert (m.ThrowDice(0, DICE),) == legal(start)


# Rolling --------------------------------------------------------------------------


def test_the_first_roll_is_of_all_seven() -> None:
    """Nothing may be kept before anything was rolled."""
    with pytest.raises(IllegalMove, match="all seven"):
        played(m.start(2), "roll black-1")


def test_three_rolls_and_what_is_kept_stays() -> None:
    """A die that was not thrown again is not thrown later either; a fourth roll there is none."""
    twice, _ = played(m.start(2), "roll all = 1234512", "roll black-1 pink = 2234514")

    assert ("black-1", "pink") == twice.free
    with pytest.raises(IllegalMove, match="was kept"):
        played(twice, "roll black-1 red-1")
    third, _ = played(twice, "roll pink = 2234515")
    assert "take" == third.now
    with pytest.raises(IllegalMove, match="rolls are over"):
        played(third, "roll pink")


def test_dice_that_were_not_thrown_lie_as_they_did() -> None:
    """A roll that says otherwise is refused."""
    once, _ = played(m.start(2), "roll all = 1234512")

    with pytest.raises(IllegalMove):
        played(once, "roll pink = 2234515")


def test_rolling_may_end_early() -> None:
    """Whoever leaves the dice as they lie has them scored."""
    after, events = played(m.start(2), "roll all = 1134512", "stop")

    assert "take" == after.now
    assert of_type(events, m.TargetsScored)
    assert m.TakeTargets(0, ("R01",)) in legal(after)


# Scoring --------------------------------------------------------------------------


def test_everybody_scores_by_the_pink_die() -> None:
    """All own open cards of its value are turned over, before anything is taken."""
    lies = after_roll("11 34 31 3", "open: R03 Y02", "open: L03 P03 R01")

    assert (("R03",), ("L03", "P03")) == scored_by(lies, dice("11 34 31 3"))
    after, _ = played(lies, "stop")
    assert ("R03",) == after.areas[0].scored
    assert ("R01",) == after.areas[1].open
    assert m.TakeTargets(0, ("L03",)) not in legal(after)


def test_the_poodle_scores_nothing() -> None:
    """Pink shows it: no card is turned over."""
    lies = after_roll("11 34 31 *", "open: R03", "open: L05")

    assert ((), ()) == scored_by(lies, dice("11 34 31 *"))


# Taking ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "taken"),
    [
        ("33 12 45 1", [("R03",)]),
        ("12 44 35 1", [("Y04",)]),
        ("12 34 55 1", [("L05",)]),
        ("12 23 24 1", [("P02",)]),
        ("12 12 12 5", [("P01",), ("P01", "P02"), ("P02",)]),
        ("12 34 51 1", []),
        ("** 11 23 1", [("Y01",)]),
        ("** ** ** 1", []),
        ("22 22 31 1", [("R02",), ("R02", "Y02"), ("Y02",)]),
        ("22 21 24 1", [("P02",), ("R02",)]),
    ],
    ids=[
        "two black",
        "two red",
        "two white",
        "one of each colour",
        "two professors",
        "nothing",
        "a pair of symbols is none",
        "symbols only",
        "two pairs, or either",
        "each die is used once",
    ],
)
def test_what_a_roll_takes(rolled: str, taken: list[tuple[str, ...]]) -> None:
    """Pairs, professors, sums: every set for which there are dice."""
    assert taken == list(takes(m.start(2), dice(rolled)))


@pytest.mark.parametrize(
    ("rolled", "dinosaurs"),
    [
        ("55 44 33 1", ("D24",)),
        ("55 55 44 1", ("D24", "D25", "D26", "D27", "D28")),
        ("55 55 3* 5", ()),
    ],
)
def test_dinosaurs_ask_for_a_sum(rolled: str, dinosaurs: tuple[str, ...]) -> None:
    """The six coloured dice together reach its number; a symbol is nothing; pink does not count."""
    found = takes(m.start(2), dice(rolled))

    assert dinosaurs == tuple(f[0] for f in found if f[0].startswith("D"))


def test_a_dinosaur_comes_alone_and_is_turned_at_once() -> None:
    """At most one a turn and nothing beside it; it shows its points and cannot be stolen."""
    lies = after_roll("55 55 44 1")
    found = takes(lies, dice("55 55 44 1"))

    assert not [faces for faces in found if "D28" in faces and len(faces) > 1]
    after, _ = played(lies, "stop", "take D28")
    assert ("D28",) == after.areas[0].scored
    assert () == after.areas[0].open


def test_targets_beside_a_dinosaur_where_the_table_plays_so() -> None:
    """The sum uses no die up."""
    lies = after_roll("55 55 44 1", rules={"beside_dinosaur": "targets"})
    found = takes(lies, dice("55 55 44 1"))

    assert ("D28", "L04", "R05", "Y05") in found
    assert not [faces for faces in found if {"D27", "D28"} <= set(faces)]


def test_stealing() -> None:
    """What others have not scored may be taken; one's own and what is scored may not."""
    lies = after_roll("11 22 33 5", "open: R01", "open: Y02 / scored: L03")

    assert [("Y02",)] == list(takes(lies, dice("11 22 33 5")))


def test_new_cards_are_not_scored_this_turn() -> None:
    """They lie dice side up."""
    after, _ = played(after_roll("33 12 45 3"), "stop", "take R03")

    assert ("R03",) == after.areas[0].open
    assert 1 == after.turn


# Deaths ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("areas", "pink", "found"),
    [
        (("", ""), 3, ("T03",)),
        (("", ""), 0, ("T06",)),
        (("", "scored: L01 / covered: L02=T03"), 3, ("T03",)),
        (("deaths: T03", ""), 3, ("T01", "T02", "T04", "T05", "T06")),
        (("deaths: T03", "deaths: T01 T02 T04 T05 T06"), 3, ("T01", "T02", "T04", "T05", "T06")),
        (("deaths: T01 T02 T03 T04 T05 T06", ""), 3, ()),
    ],
    ids=[
        "from the middle",
        "the Poodle",
        "from another player",
        "he has it",
        "middle empty",
        "he has all",
    ],
)
def test_which_death(areas: tuple[str, ...], pink: int, found: tuple[str, ...]) -> None:
    """The pink die's; one that he has already is another's from the middle, or from anybody."""
    assert found == deaths(moment(*areas), pink)


@pytest.mark.parametrize(
    ("lies", "covers"),
    [
        ("scored: L01 L02 R03", ("L01", "L02")),
        ("scored: R03 Y01 D24", ("R03", "Y01")),
        ("scored: D24 D28", ()),
        ("open: L01 R02", ()),
        ("scored: R03 / covered: L01=T02", ("R03",)),
        ("covered: L01=T02", ()),
    ],
    ids=[
        "lemmings first",
        "any other",
        "never a dinosaur",
        "not what is open",
        "uncovered cards only",
        "all covered",
    ],
)
def test_what_a_death_covers(lies: str, covers: tuple[str, ...]) -> None:
    """Scored lemmings first, else a scored card of his choice but no dinosaur; nothing: it lies open."""
    assert covers == onto(area(lies), m.Rulings())


def test_several_deaths_on_a_card_where_the_table_plays_so() -> None:
    """Then a covered lemming still comes first."""
    played_so = m.Rulings(deaths_on_a_card="several-deaths")

    assert ("L01",) == onto(area("scored: R03 / covered: L01=T02"), played_so)


def test_whoever_takes_nothing_gets_a_death() -> None:
    """Without a choice it comes by itself: onto the lemming that was scored in this very turn."""
    lies = after_roll("12 34 51 2", "open: L02 R05")
    after, events = played(lies, "stop")

    assert [m.DeathTaken(0, "T02", "L02")] == of_type(events, m.DeathTaken)
    assert (("L02", "T02"),) == after.areas[0].covered


def test_a_death_that_moves_frees_the_card_there() -> None:
    """Its card is scored again."""
    after, _ = played(after_roll("12 34 51 2", "", "covered: L02=T02"), "stop")

    assert ("T02",) == after.areas[0].deaths
    assert ("L02",) == after.areas[1].scored


def test_where_it_goes_is_his_choice() -> None:
    """Two lemmings: he says which."""
    lies, _ = played(after_roll("12 34 51 2", "scored: L03 L04"), "stop")

    assert {m.TakeDeath(0, "T02", "L03"), m.TakeDeath(0, "T02", "L04")} == set(legal(lies))


def test_a_special_does_not_save() -> None:
    """A symbol brings a special, and the Death all the same, first."""
    _, events = played(after_roll("*1 23 45 2"), "stop")
    kinds = [type(event) for event in events]

    assert kinds.index(m.DeathTaken) < kinds.index(m.SpecialsGained)


def test_an_open_death_stays_after_a_later_scoring() -> None:
    """Unless the table has it cover what is scored."""
    stays, _ = played(after_roll("11 34 31 3", "open: L03 / deaths: T05"), "stop")
    covers, _ = played(
        after_roll("11 34 31 3", "open: L03 / deaths: T05", rules={"open_death": "covers"}), "stop"
    )

    assert ("T05",) == stays.areas[0].deaths
    assert (("L03", "T05"),) == covers.areas[0].covered


def test_all_deaths_are_his() -> None:
    """There is none left to take: the turn is over."""
    lies = after_roll("12 34 51 2", "deaths: T01 T02 T03 T04 T05 T06")
    after, events = played(lies, "stop")

    assert of_type(events, m.NoDeathLeft)
    assert 1 == after.turn


# Specials -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "gained"),
    [
        ("*1 23 45 2", ("S01",)),
        ("1* 23 45 2", ("S02",)),
        ("12 *3 45 2", ("S03",)),
        ("12 3* 45 2", ("S04",)),
        ("12 34 *5 2", ("S05",)),
        ("12 34 5* 2", ("S06",)),
        ("12 34 51 *", ()),
    ],
)
def test_symbols_bring_specials(rolled: str, gained: tuple[str, ...]) -> None:
    """From the middle or from their owner, after what was taken; pink's symbol is the Poodle."""
    for owner in ("", f"specials: {' '.join(gained)}"):
        after, _ = played(after_roll(rolled, "", owner), "stop")
        assert gained == after.areas[0].specials
        assert () == after.areas[1].specials


def test_the_duck_buys_a_fourth_roll() -> None:
    """Once, and then it lies in the middle."""
    third = after_roll("12 34 51 2", "specials: S01", rolls=3)

    assert m.UseSpecial(0, "S01") in legal(third)
    after, events = played(third, "use S01", "roll pink = 1234514")
    assert [4] == [e.number for e in events if isinstance(e, m.DiceRolled)]
    assert "S01" in after.middle


def test_the_duck_is_no_use_before_the_last_roll() -> None:
    """There are rolls left."""
    with pytest.raises(IllegalMove, match="duck"):
        played(after_roll("12 34 51 2", "specials: S01", rolls=2), "use S01")


def test_the_ufo_costs_the_third_roll_and_the_duck() -> None:
    """After the second roll it is scored, and the UFO goes back."""
    once, _ = played(moment("specials: S05 S01"), "roll all = 1234512")
    after, events = played(once, "roll pink = 1234512")

    assert m.SpecialUsed(0, "S05") in events
    assert 1 == after.turn
    assert ("S01",) == after.areas[0].specials


def test_the_duck_buys_nothing_in_a_turn_that_the_ufo_has_shortened() -> None:
    """Nor if the UFO was put before its player after a third roll."""
    late = after_roll("12 34 51 2", "specials: S01 S05", rolls=3)

    assert m.UseSpecial(0, "S01") not in legal(late)


def test_the_ufo_skips_a_turn_where_the_table_plays_so() -> None:
    """Like the robot."""
    lies = moment("", "specials: S05", turn=1, rules={"ufo": "skips-turn"})

    assert m.TurnWasSkipped(1, "S05") in followed(lies, ())


def test_the_robot_skips_a_turn() -> None:
    """It goes back; other specials are untouched, the virus too."""
    lies = after_roll("33 12 45 1", "", "specials: S04 S06 S05")
    after, events = played(lies, "stop", "take R03")

    assert m.TurnWasSkipped(1, "S04") in events
    assert 0 == after.turn
    assert ("S06", "S05") == after.areas[1].specials


def test_the_virus_brings_a_death_at_the_end_of_the_turn() -> None:
    """Also to whoever took something; it goes back."""
    after, events = played(after_roll("33 12 45 1", "specials: S06"), "stop", "take R03")

    assert [m.DeathTaken(0, "T01", None)] == of_type(events, m.DeathTaken)
    assert m.SpecialUsed(0, "S06") in events
    assert ("T01",) == after.areas[0].deaths


def test_the_virus_and_a_roll_without_a_target_bring_two() -> None:
    """The second one is another from the middle, for he has the pink die's."""
    lies, _ = played(after_roll("12 34 51 2", "specials: S06"), "stop")

    assert {m.TakeDeath(0, d, None) for d in ("T01", "T03", "T04", "T05", "T06")} == set(
        legal(lies)
    )


def test_the_clown_refuses_one_death() -> None:
    """Instead of taking it; the clown goes back."""
    lies, _ = played(after_roll("12 34 51 2", "specials: S03"), "stop")
    after, events = played(lies, "use S03")

    assert [] == of_type(events, m.DeathTaken)
    assert "S03" in after.middle
    assert 1 == after.turn


def test_clown_and_virus_cancel() -> None:
    """The clown refuses what the virus brings."""
    lies, _ = played(after_roll("33 12 45 1", "specials: S03 S06"), "stop", "take R03")
    after, events = played(lies, "use S03")

    assert [] == of_type(events, m.DeathTaken)
    assert {"S03", "S06"} <= set(after.middle)


def test_a_special_gained_now_is_of_no_use_this_turn() -> None:
    """Those owned when the turn began are."""
    _, events = played(after_roll("33 12 4* 1"), "stop", "take R03")

    assert [] == of_type(events, m.DeathTaken)
    assert m.SpecialsGained(0, ("S06",)) in events


def test_the_time_machine_goes_back() -> None:
    """What it does the players say by hand."""
    after, _ = played(after_roll("33 12 45 1", "specials: S02"), "use S02")

    assert "S02" in after.middle
    assert "roll" == after.now


# The end ---------------------------------------------------------------------------

NEARLY = ("R01", "R02", "R03", "R04", "R05", "Y01")


def test_it_ends_with_five_targets_or_fewer() -> None:
    """After the turn; then the professors' dice are rolled, by those who have scored some."""
    lies = after_roll("11 34 52 2", "scored: P01 P02", "open: P03", display=NEARLY)
    after, events = played(lies, "stop", "take R01")

    assert [m.DisplayRanOut(5)] == of_type(events, m.DisplayRanOut)
    assert (m.RollProfessors(0),) == legal(after)
    over, _ = played(after, "0 professors = 35")
    assert "over" == over.now


def test_professors_roll_as_many_dice_as_are_scored() -> None:
    """Neither more nor fewer."""
    lies = moment("scored: P01 P02", now="reckon", professors=[None, []], display=[])

    with pytest.raises(IllegalMove, match="2 dice"):
        played(lies, "0 professors = 3")


@pytest.mark.parametrize(
    ("lies", "rolled", "worth"),
    [
        ("scored: P01 L02 Y01 Y02 Y03 / open: R01 R02 / covered: L03=T01", (4,), 19),
        ("scored: Y01", (), 1),
        ("scored: Y01 / covered: Y02=T01", (), 1),
        ("scored: R01 R02", (), 4),
        ("scored: D24 D28", (), 6),
        ("scored: P01 P02 P03", (2, 5, 0), 5),
        ("scored: P01", (0,), 0),
        ("covered: P01=T01", (), 0),
        ("deaths: T01 T06 / specials: S01", (), -2),
        ("open: P01 L01", (), 2),
    ],
    ids=[
        "the booklet's",
        "a single yeti",
        "covered yetis make no pair",
        "riebmann",
        "dinosaurs",
        "the highest die once",
        "a symbol",
        "covered professor",
        "open Deaths",
        "not scored",
    ],
)
def test_what_an_area_is_worth(lies: str, rolled: tuple[int, ...], worth: int) -> None:
    """Every kind of card, by the rules' own example first."""
    assert worth == points(area(lies), rolled, m.Rulings())


def test_a_chance_is_of_the_dice_that_are_asked_for() -> None:
    """Riebmann's are black, a yeti's red, a lemming's white: alike likely where one of the two shows it already."""
    hoped = chances(after_roll("32 12 45 1"))

    assert {0.306} == {hoped[face] for face in ("R02", "R03", "Y01", "Y02", "L04", "L05")}
    assert {0.093} == {hoped[face] for face in ("R01", "R04", "Y03", "Y05", "L01", "L02")}


@pytest.mark.parametrize(
    ("dice", "free", "rolls", "hoped"),
    [
        ("54 43 44 1", "", 2, 1.0),
        ("54 43 40 1", "", 2, 0.0),
        ("54 43 40 1", "white-2", 1, 2 / 6),
        ("54 43 40 1", "white-2", 2, 1 - (4 / 6) ** 2),
        ("54 43 30 1", "white-2", 1, 1 / 6),
        ("54 43 20 1", "white-2", 2, 0.0),
        ("55 55 00 1", "white-1 white-2", 1, 26 / 36),
    ],
)
def test_a_chance_of_a_dinosaur(dice: str, free: str, rolls: int, hoped: float) -> None:
    """Of a sum of 24: what is kept counts, a symbol nothing, and the rest is thrown again."""
    shown = after_roll(dice).dice
    assert shown is not None
    loose = tuple(name in free.split() for name in DICE)

    assert hoped == pytest.approx(chance("D24", shown, loose, rolls))


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (m.ThrowDice(0, DICE), "0 roll all"),
        (m.ThrowDice(1, ("white-1", "pink")), "1 roll white-1 pink"),
        (m.StopRolling(0), "0 stop"),
        (m.UseSpecial(0, "S01"), "0 use S01"),
        (m.TakeTargets(1, ("R02", "Y04")), "1 take R02 Y04"),
        (m.TakeDeath(0, "T05", "L03"), "0 death T05 L03"),
        (m.TakeDeath(0, "T05", None), "0 death T05 open"),
        (m.RollProfessors(0), "0 professors"),
    ],
)
def test_moves_are_written(move: m.Move, text: str) -> None:
    """As short as they are read."""
    assert text == str(move)
    assert move == move_from_text(text, 0)


@pytest.mark.parametrize(
    ("specials", "rolls", "hoped"),
    [("", 3, None), ("specials: S01", 3, 0.167), ("specials: S01 S05", 2, None)],
    ids=["three rolls", "duck", "duck and UFO"],
)
def test_the_duck_is_hoped_with(specials: str, rolls: int, hoped: float | None) -> None:
    """The chance of a target includes the roll that the duck would give."""
    assert hoped == chances(after_roll("32 12 45 1", specials, rolls=rolls)).get("R03")


@pytest.mark.parametrize(
    ("dice", "rolls", "free", "hoped"),
    [
        ("33 12 45 1", 2, (), 1.0),
        ("33 12 45 3", 2, (), 0.833),
        ("33 12 45 3", 1, (), 0.972),
        ("33 12 45 3", 2, ("red-1",), None),
        ("32 12 45 3", 2, (), 0.139),
    ],
    ids=["pink elsewhere", "one roll", "two rolls", "pink kept", "both"],
)
def test_what_another_player_has_must_not_be_scored_first(
    dice: str, rolls: int, free: tuple[str, ...], hoped: float | None
) -> None:
    """The chance of an unscored card of another player includes that of the pink die."""
    rolled = after_roll(dice, "", "open: R03", rolls=rolls)
    assert hoped == chances(replace(rolled, free=free or rolled.free)).get("R03")


def test_covered_cards_count_where_the_table_plays_so() -> None:
    """For the pair and for the dice, not for points of their own."""
    counts = m.Rulings(covered_count="help")

    assert 3 == points(area("scored: Y01 / covered: Y02=T01"), (), counts)
    assert 2 == professor_dice(area("scored: P02 / covered: P01=T01"), counts)
    assert 0 == professor_dice(area("covered: P01=T01"), counts)
    assert 0 == points(area("covered: P01=T01"), (5,), counts)


@pytest.mark.parametrize(
    ("areas", "reached", "won"),
    [
        (("", ""), (5, 7), (1,)),
        (("", "deaths: T01"), (7, 7), (0,)),
        (("covered: L01=T02", "deaths: T01"), (7, 7), (0, 1)),
    ],
)
def test_a_tie_goes_to_fewer_deaths(
    areas: tuple[str, ...], reached: tuple[int, ...], won: tuple[int, ...]
) -> None:
    """Covering ones count too; who still ties has won with the other."""
    assert won == winners([area(text) for text in areas], reached)


# Settings --------------------------------------------------------------------------


@pytest.mark.parametrize("rule", open_rules(m.Rulings), ids=lambda rule: rule.name)
def test_a_setting_has_a_default_and_rivals(rule: OpenRule) -> None:
    """The default comes first, and is what is played; it says what it decides and why in words."""
    assert rule.default == getattr(m.Rulings(), rule.name)
    assert list(rule.values) == [
        getattr(m.Rulings.from_json({rule.name: v}), rule.name) for v in rule.values
    ]
    for language in LANGUAGES:
        assert words(language)(rule.question) != words(language)(rule.why)


@pytest.mark.parametrize("told", [{"ufo": "flies"}, {"uf": 1}, {"covered_count": 1}])
def test_a_setting_that_is_none(told: dict[str, object]) -> None:
    """Another name or value is refused."""
    with pytest.raises(EditionError):
        m.Rulings.from_json(told)


REFUSED: list[tuple[str, m.Move]] = [
    ("somebody else's turn", m.StopRolling(1)),
    ("nothing rolled", m.StopRolling(0)),
    ("not the time", m.TakeTargets(0, ("R01",))),
    ("no such special", m.UseSpecial(0, "S01")),
    ("no such card", m.TakeDeath(0, "nonsense", None)),
    ("no such seat", m.RollProfessors(7)),
]


@pytest.mark.parametrize("move", [move for _, move in REFUSED], ids=[n for n, _ in REFUSED])
def test_what_may_not_be_done(move: m.Move) -> None:
    """A reason in words, and nothing happens."""
    with pytest.raises(IllegalMove) as refused:
        decide(m.start(2), move, Random(NO_CHANCE))

    assert " " in str(refused.value)


def test_every_card_is_somewhere() -> None:
    """The tables here are whole ones: each of the 37 cards is in exactly one place."""
    table = moment("open: R01 / covered: L01=T03", "scored: Y01 / specials: S02")

    assert sorted(CARDS) == sorted(m.everywhere(table))


# A table with something everywhere ---------------------------------------------------

TABLE = (
    "turn=0 display=[D24,D25,D26,D27,D28,L02,L04,L05,P01,P02,P03,P05,R02,R03,R05,Y03,Y04,Y05] "
    "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),"
    "(open=[R04] scored=[Y01] specials=[S05])] now=roll"
)
GAME = companion.game("nicht-lustig")


def at(given: str) -> m.State:
    """The table above with some of it otherwise."""
    state: m.State = GAME.position({**Line(TABLE).fields, **Line(given).fields}).state
    return state


def fields(state: m.State) -> dict[str, Any]:
    """A state as a text has it."""
    return Line(str(GAME.at(state))).fields


@pytest.mark.parametrize(
    ("given", "event", "changed"),
    [
        ("", m.DiceRolled(0, 1, (2, 2, 4, 4, 1, 5, 3), DICE), "dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1", m.DiceRolled(0, 2, (2, 2, 4, 4, 0, 5, 1), ("white-1", "pink")), "dice=(black=[2,2] red=[4,4] white=[symbol,5] pink=1) rolls=2 free=[white-1,pink]"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=4) rolls=1", m.TargetsScored(0, ((), ("R04",))), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(scored=[Y01,R04] specials=[S05])] now=take"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=2) rolls=1", m.TargetsScored(0, (("Y02",), ())), "areas=[(open=[R01] scored=[L03,P04,Y02] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])] now=take"),
        ("", m.DeathsLaid(0, (("T01", "L03"),)), "areas=[(open=[R01,Y02] scored=[P04] covered=(L01=T03 L03=T01) specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])]"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.TargetsTaken(0, ("R02", "Y04")), "display=[D24,D25,D26,D27,D28,L02,L04,L05,P01,P02,P03,P05,R03,R05,Y03,Y05] areas=[(open=[R01,Y02,R02,Y04] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])] now=virus"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.TargetsTaken(0, ("D24", "R04")), "display=[D25,D26,D27,D28,L02,L04,L05,P01,P02,P03,P05,R02,R03,R05,Y03,Y04,Y05] areas=[(open=[R01,Y02,R04] scored=[L03,P04,D24] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(scored=[Y01] specials=[S05])] now=virus"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.DeathTaken(0, "T05", "P04"), "areas=[(open=[R01,Y02] scored=[L03] covered=(L01=T03 P04=T05) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])] now=virus"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.DeathTaken(1, "T03", "Y01"), "areas=[(open=[R01,Y02] scored=[L03,P04,L01] deaths=[T01] specials=[S01,S02]),(open=[R04] covered=(Y01=T03) specials=[S05])] now=virus"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=virus", m.DeathTaken(1, "T05", None), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] deaths=[T05] specials=[S05])] now=done"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.NoDeathLeft(0), "now=virus"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=virus", m.NoDeathLeft(0), "now=done"),
        ("dice=(black=[symbol,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=virus", m.SpecialsGained(0, ("S03", "S05")), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02,S03,S05]),(open=[R04] scored=[Y01])] gained=[S03,S05]"),
        ("", m.SpecialUsed(0, "S01"), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S02]),(open=[R04] scored=[Y01] specials=[S05])] duck=yes"),
        ("", m.SpecialUsed(0, "S02"), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01]),(open=[R04] scored=[Y01] specials=[S05])]"),
        ("areas=[(specials=[S03]),()] dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 now=take", m.SpecialUsed(0, "S03"), "areas=[(),()] now=virus"),
        ("areas=[(specials=[S04]),()]", m.TurnWasSkipped(0, "S04"), "areas=[(),()] now=done"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=2 free=[pink] duck=yes gained=[S01] now=done", m.TurnWentOn(1), "turn=1 now=roll dice=? rolls=? free=? duck=? gained=?"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=2 free=[pink] duck=yes gained=[S01] now=done", m.DisplayRanOut(5), "now=reckon dice=? rolls=? free=? duck=? gained=? professors=[?2]"),
        ("now=reckon professors=[?,[3]]", m.ProfessorsRolled(0, (4,)), "professors=[[4],[3]]"),
        ("now=reckon professors=[[4],[3]]", m.GameReckoned((3, 4), (1,)), "now=over"),
        ("", m.CardMoved("R01", "display"), "display=[D24,D25,D26,D27,D28,L02,L04,L05,P01,P02,P03,P05,R01,R02,R03,R05,Y03,Y04,Y05] areas=[(open=[Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])]"),
        ("", m.CardMoved("T01", "middle"), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])]"),
        ("", m.CardMoved("T03", "deaths", 1), "areas=[(open=[R01,Y02] scored=[L03,P04,L01] deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] deaths=[T03] specials=[S05])]"),
        ("", m.CardMoved("L02", "scored", 1), "display=[D24,D25,D26,D27,D28,L04,L05,P01,P02,P03,P05,R02,R03,R05,Y03,Y04,Y05] areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01,L02] specials=[S05])]"),
        ("", m.CardMoved("L01", "open", 1), "areas=[(open=[R01,Y02] scored=[L03,P04] deaths=[T01] specials=[S01,S02]),(open=[R04,L01] scored=[Y01] specials=[S05])]"),
        ("", m.CardMoved("T05", "covered", 0, "L03"), "areas=[(open=[R01,Y02] scored=[P04] covered=(L01=T03 L03=T05) deaths=[T01] specials=[S01,S02]),(open=[R04] scored=[Y01] specials=[S05])]"),
        ("", m.CardMoved("S05", "specials", 0), "areas=[(open=[R01,Y02] scored=[L03,P04] covered=(L01=T03) deaths=[T01] specials=[S01,S02,S05]),(open=[R04] scored=[Y01])]"),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1", m.DiceWere((2, 2, 4, 4, 1, 5, 1)), "dice=(black=[2,2] red=[4,4] white=[1,5] pink=1)"),
    ],
)  # fmt: skip
def test_what_an_event_changes(given: str, event: m.Event, changed: str) -> None:
    """And nothing else; ``?`` where nothing is left."""
    before = at(given)
    old, new = fields(before), fields(evolve(before, event))
    found = {name: new.get(name) for name in old | new if old.get(name) != new.get(name)}

    assert changed == line(found)


MOVES: dict[str, m.Move] = {
    "throws-all": m.ThrowDice(0, DICE),
    "throws-pink": m.ThrowDice(0, ("pink",)),
    "throws-none": m.ThrowDice(0, ()),
    "throws-pink-twice": m.ThrowDice(0, ("pink", "pink")),
    "shows-1": m.ThrowDice(0, ("pink",), (2, 2, 4, 4, 1, 5, 1)),
    "moves-a-die": m.ThrowDice(0, ("pink",), (2, 2, 4, 4, 1, 6, 1)),
    "shows-six": m.ThrowDice(0, ("pink",), (2, 2, 4, 4, 1, 5)),
    "shows-9": m.ThrowDice(0, ("pink",), (2, 2, 4, 4, 1, 5, 9)),
    "other-throws": m.ThrowDice(1, DICE),
    "stops": m.StopRolling(0),
    "other-stops": m.StopRolling(1),
    "uses-duck": m.UseSpecial(0, "S01"),
    "uses-time": m.UseSpecial(0, "S02"),
    "uses-clown": m.UseSpecial(0, "S03"),
    "takes-R02": m.TakeTargets(0, ("R02",)),
    "takes-R02-Y04": m.TakeTargets(0, ("R02", "Y04")),
    "takes-L05": m.TakeTargets(0, ("L05",)),
    "takes-R04": m.TakeTargets(0, ("R04",)),
    "death-T03": m.TakeDeath(0, "T03", "L03"),
    "death-T05": m.TakeDeath(0, "T05", "L03"),
    "death-T05-P04": m.TakeDeath(0, "T05", "P04"),
    "death-T05-open": m.TakeDeath(0, "T05", None),
    "professors": m.RollProfessors(0),
    "professors-3": m.RollProfessors(0, (3,)),
    "professors-3-3": m.RollProfessors(0, (3, 3)),
    "professors-6": m.RollProfessors(0, (6,)),
    "other-professors": m.RollProfessors(1),
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", {"fine": "throws-all uses-time", "all-seven": "throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "now-roll": "stops takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors", "no-use": "uses-duck uses-clown"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1", {"fine": "throws-all throws-pink shows-1 stops uses-time", "kept-again": "throws-none throws-pink-twice", "lie-still": "moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=1 free=[pink]", {"kept-again": "throws-all throws-none throws-pink-twice", "fine": "throws-pink shows-1 stops uses-time", "lie-still": "moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=2 free=[white-1,pink]", {"kept-again": "throws-all throws-none throws-pink-twice", "fine": "throws-pink shows-1 stops uses-time", "lie-still": "moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=3", {"no-more-rolls": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "fine": "stops uses-duck uses-time", "no-use": "uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=3 duck=yes areas=[(specials=[S02]),()]", {"fine": "throws-all throws-pink shows-1 stops uses-time", "kept-again": "throws-none throws-pink-twice", "lie-still": "moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=2 areas=[(specials=[S01,S05]),()]", {"no-more-rolls": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9", "not-your-turn": "other-throws other-stops", "fine": "stops", "no-use": "uses-duck uses-time uses-clown", "now-roll": "takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
        ("dice=(black=[2,2] red=[4,4] white=[1,5] pink=3) rolls=3 now=take", {"now-take": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 stops professors professors-3 professors-3-3 professors-6 other-professors", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-clown", "fine": "uses-time takes-R02 takes-R02-Y04", "not-rolled": "takes-L05 takes-R04", "not-that-death": "death-T03 death-T05 death-T05-P04 death-T05-open"}),
        ("dice=(black=[2,3] red=[4,5] white=[1,5] pink=5) rolls=3 now=take display=[L02,L04,P01,P02] areas=[(open=[R01,Y02] scored=[L03,P04] specials=[S03,S02]),(open=[R04] scored=[Y01])]", {"now-take": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 stops professors professors-3 professors-3-3 professors-6 other-professors", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck", "fine": "uses-time uses-clown death-T05", "not-rolled": "takes-R02 takes-R02-Y04 takes-L05 takes-R04", "not-that-death": "death-T03 death-T05-P04 death-T05-open"}),
        ("dice=(black=[2,3] red=[4,5] white=[1,5] pink=5) rolls=3 now=virus areas=[(open=[R01,Y02] scored=[L03,P04] specials=[S03,S06]),(open=[R04] scored=[Y01])]", {"now-virus": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 stops takes-R02 takes-R02-Y04 takes-L05 takes-R04 professors professors-3 professors-3-3 professors-6 other-professors", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-time", "fine": "uses-clown death-T05", "not-that-death": "death-T03 death-T05-P04 death-T05-open"}),
        ("now=reckon professors=[?2] display=[L02]", {"now-reckon": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 stops takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-time uses-clown", "fine": "professors professors-3 other-professors", "professor-dice": "professors-3-3 professors-6"}),
        ("now=reckon professors=[[3],?] display=[L02]", {"now-reckon": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 stops takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6", "not-your-turn": "other-throws other-stops", "no-use": "uses-duck uses-time uses-clown", "fine": "other-professors"}),
        ("now=over professors=[[3],[]]", {"session.over": "throws-all throws-pink throws-none throws-pink-twice shows-1 moves-a-die shows-six shows-9 other-throws stops other-stops uses-duck uses-time uses-clown takes-R02 takes-R02-Y04 takes-L05 takes-R04 death-T03 death-T05 death-T05-P04 death-T05-open professors professors-3 professors-3-3 professors-6 other-professors"}),
    ],
)  # fmt: skip
def test_why_a_move_is_refused(given: str, said: dict[str, str]) -> None:
    """The first of the reasons, in every language; ``fine`` is what may be done."""
    found: dict[str, list[str]] = {}
    for name, move in MOVES.items():
        why = refusal(at(given), move)
        found.setdefault(why.key.removeprefix("lustig.") if why else "fine", []).append(name)
        assert why is None or all(words(language)(why) for language in LANGUAGES)

    assert said == {why: " ".join(names) for why, names in found.items()}


# Dice, by themselves -----------------------------------------------------------------

SHOWN = DiceRoll((2, 0, 3, 4, 0, 5, 1))


def test_what_dice_show() -> None:
    """By colour, the sum without the pink one, the specials of their symbols, two of a colour exchanged."""
    assert ((2, 0), (3, 4), (0, 5), (1,)) == tuple(map(SHOWN.of, p.COLOURS))
    assert (1, 14, ("S02", "S05")) == (SHOWN.pink, SHOWN.total, SHOWN.symbols)
    assert DiceRoll((2, 0, 3, 4, 5, 0, 1)) == SHOWN.swapped("white")
    assert DiceRoll((0, 2, 3, 4, 0, 5, 1)) == SHOWN.swapped("black")
    assert () == DiceRoll((1, 1, 1, 1, 1, 1, 0)).symbols


def test_dice_that_are_thrown_again() -> None:
    """Those, and no others."""
    rolls = [SHOWN.thrown(("red-1", "pink"), Random(n)).values for n in range(60)]

    assert {(2, 0, 4, 0, 5)} == {(*v[:2], *v[3:6]) for v in rolls}
    assert [set(range(6))] * 2 == [{v[2] for v in rolls}, {v[6] for v in rolls}]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (DICE, {"black": [2, "symbol"], "red": [3, 4], "white": ["symbol", 5], "pink": 1}),
        (("red-2", "pink"), {"red": [4], "pink": 1}),
        (("black-1", "black-2"), {"black": [2, "symbol"]}),
        ((), {}),
    ],
)
def test_some_dice_as_json(names: tuple[str, ...], told: dict[str, Any]) -> None:
    """A list of each colour, but of the pink one."""
    assert told == p.some_to_json(SHOWN, names)


WHOLE: dict[str, Any] = {"black": [2, 6], "red": [3, 4], "white": ["symbol", "6"], "pink": 1}


@pytest.mark.parametrize(
    ("change", "fine"),
    [
        ({}, True),
        ({"pink": [1]}, True),
        ({"pink": [1, 1]}, False),
        ({"pink": 0}, False),
        ({"pink": 7}, False),
        ({"pink": True}, False),
        ({"pink": "1"}, False),
        ({"pink": None}, False),
        ({"red": [3]}, False),
        ({"red": [3, 4, 5]}, False),
        ({"blue": [3, 4]}, False),
    ],
)
def test_dice_that_are_read(change: dict[str, Any], fine: bool) -> None:
    """One to five, and a symbol as such or as a six."""
    if fine:
        assert (2, 0, 3, 4, 0, 0, 1) == p.dice_from_json(WHOLE | change).values
        return
    with pytest.raises(InputError):
        p.dice_from_json(WHOLE | change)


@pytest.mark.parametrize(
    ("face", "value", "dinosaur"), [("D24", 24, True), ("R05", 5, False), ("T06", 6, False)]
)
def test_what_is_on_a_card(face: str, value: int, dinosaur: bool) -> None:
    """Its number, and whether it asks for a sum."""
    assert (value, dinosaur) == (p.value(face), p.is_dinosaur(face))
    assert ("T03", "T06") == (p.death_of(3), p.death_of(0))
    assert ("R01", "R05") == p.of_kind(("R01", "Y01", "R05"), p.RIEBMANN)
