"""The rules of Lauf Rauf!, sentence by sentence (docs/lauf-rauf.md)."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

import companion
from companion.errors import EditionError, IllegalMove, InputError
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import board_from_toml, our_board
from companion.games.lauf_rauf.programs import Position
from companion.games.lauf_rauf.rules.refusals import hindrances, refusal
from companion.kit.setup import open_rules
from companion.words import LANGUAGES, words

OTHERS = "base base base"


def lies(red: str, *rolls: str, blue: str = OTHERS, **more: Any) -> Position:
    """Red to move, after these rolls (``35 32``); ``cards`` are red's."""
    told = {
        "pawns": {"red": red.split(), "blue": blue.split()},
        "rolls": [[int(die) for die in roll] for roll in rolls],
        "cards": {"red": more.pop("cards", "").split()},
    }
    position: Position = companion.game("lauf-rauf").position(told | more)
    return position


def allowed(position: Position) -> set[str]:
    return set(map(str, position.legal()))


@pytest.mark.parametrize(
    ("red", "rolls", "more", "yes", "no"),
    [
        # Rolls
        ("base base base", "", {}, "roll both", "pass"),
        ("base base base", "35", {}, "roll both/roll 3/roll 5/pass", "start"),
        ("base base base", "35 32 41", {}, "pass", "roll both/roll 4"),
        ("base base base", "35 32 41", {"cards": "JOK"}, "sacrifice JOK", "roll both"),
        ("base base base", "35 32 41 11", {}, "roll both/roll 1", "sacrifice JOK"),
        # The ghost
        ("base M5 L3", "34", {}, "ghost M5", "ghost L3/run M5 7/pass/roll both"),
        ("base L5 L3", "34", {}, "run L5 7", "ghost L5"),
        ("base M5 L3", "34", {"ghost": "M5"}, "ghost summit", "run M5 7"),
        ("base M5 L3", "12 34", {}, "run M5 7", "ghost M5"),
        # Start
        ("base base base", "46", {}, "start", "start with STA"),
        ("base base base", "46", {"cards": "STA JOK"}, "start with STA/start with JOK", ""),
        ("base base base", "45", {"cards": "STA"}, "pass", "start/start with STA"),
        # Run, and its compulsion
        ("base L13 camp", "35", {}, "run L13 8/pass", "run L13 8 back with BAC"),
        ("base L13 camp", "35 35 35", {}, "run L13 8", "pass"),
        ("base L13 camp", "35 35 35", {"cards": "BAC"}, "run L13 8 back with BAC/pass", ""),
        ("base L13 camp", "35 35 35 35 35", {"cards": ""}, "run L13 8", "pass"),
        ("base L13 camp", "44", {}, "run L13 8/card/pass", ""),
        # Climb
        ("base L38 M5", "12", {}, "climb L38/pass", "climb M5"),
        ("base L0 M22", "12", {}, "run L0 3", "climb L0/climb M22"),
        ("camp L0 M22", "12", {}, "climb M22", "climb L0"),
        ("base L35 camp", "16", {"cards": "CLI"}, "climb L35 with CLI", "climb L35"),
        ("base L35 camp", "66", {"cards": "CLI"}, "card", "climb L35 with CLI"),
        ("base L30 camp", "65", {}, "run L30 11", "climb L30"),
        # Hit
        ("base L3 L6", "35", {}, "hit L3 L6", "hit L6 L3/hit L6 L3 with HIT"),
        ("base L3 L6", "35", {"cards": "HIT"}, "hit L6 L3 with HIT", "hit L6 L3"),
        ("base L3 L6", "12 35", {}, "run L3 8", "hit L3 L6"),
        ("base L3 L6", "33", {}, "card", "hit L3 L6"),
        ("base L7 L10", "35", {}, "run L7 8", "hit L7 L10"),
        # Cards for a double
        ("base base base", "22 33", {}, "card", "start"),
        ("base base base", "22", {"supply": 0}, "card", ""),
        # The ghost's pawn: nobody passes, it may be reached, run and be hit; it does not climb
        ("camp M5 M9", "25", {"ghost": "M9", "turn": "red"}, "ghost summit", "run M5 7"),
        ("camp M5 M9", "12 25", {"ghost": "M9"}, "run M9 7", "run M5 7"),
        ("camp M5 M9", "12 13 13", {"ghost": "M9"}, "run M5 4", "pass"),
        ("camp M5 M9", "46", {"ghost": "M9"}, "hit M5 M9", "run M5 10"),
        ("camp M22 camp", "12", {"ghost": "M22"}, "run M22 3", "climb M22"),
        ("camp M22 M23", "12", {"ghost": "M23"}, "run M23 3", "climb M22/run M22 3"),
        # Over
        ("camp camp camp", "35", {}, "", "pass/roll both"),
    ],
)
def test_what_may_be_done(red: str, rolls: str, more: Any, yes: str, no: str) -> None:
    """A sentence of the rules a row: what it allows and what it does not."""
    found = allowed(lies(red, *rolls.split(), **more))

    assert {text for text in yes.split("/") if text} <= found
    assert not {text for text in no.split("/") if text} & found


@pytest.mark.parametrize(
    ("position", "move", "red", "blue", "ghost"),
    [
        (lies("base base base", "46"), "start", "L0 base base", OTHERS, "summit"),
        (
            lies("base base base", "46", cards="STA"),
            "start with STA",
            "M0 base base",
            OTHERS,
            "summit",
        ),
        (lies("base L0 camp", "46"), "start", "L0 L1 camp", OTHERS, "summit"),
        (lies("base L36 camp", "12", "13"), "run L36 4", "L0 base camp", OTHERS, "summit"),
        (
            lies("base L3 camp", "12", blue="L6 L7 base"),
            "run L3 3",
            "L6 base camp",
            "L7 L8 base",
            "summit",
        ),
        (
            lies("base L6 camp", "12", blue="L3 L4 base", cards="BAC"),
            "run L6 3 back with BAC",
            "L3 base camp",
            "L4 L5 base",
            "summit",
        ),
        (
            lies(
                "base L6 camp",
                "12",
                blue="L3 L2 base",
                cards="BAC",
                rules={"pushing": "with-the-runner"},
            ),
            "run L6 3 back with BAC",
            "L3 base camp",
            "L1 L2 base",
            "summit",
        ),
        (
            lies("base L38 camp", "12", blue="M0 base base"),
            "climb L38",
            "M0 base camp",
            "M1 base base",
            "summit",
        ),
        (lies("camp M22 M3", "12"), "climb M22", "M3 camp camp", OTHERS, "summit"),
        (
            lies("base L3 camp", "35", blue="L6 base base"),
            "hit L3 L6",
            "L6 base camp",
            OTHERS,
            "summit",
        ),
        (lies("base M3 camp", "35", blue="M7 M1 base", ghost="M7"), "run M3 8", "", "", ""),
        (
            lies("base M3 camp", "46", blue="M7 base base", ghost="M7"),
            "hit M3 M7",
            "M7 base camp",
            OTHERS,
            "summit",
        ),
        (
            lies("base M3 camp", "22", blue="M7 base base", ghost="M7"),
            "run M3 4",
            "M7 base camp",
            "M8 base base",
            "M8",
        ),
        (lies("base M3 camp", "22", ghost="M3"), "run M3 4", "M7 base camp", OTHERS, "M7"),
        (lies("base M3 camp", "25"), "ghost M3", "M3 base camp", OTHERS, "M3"),
    ],
)
def test_what_comes_of_it(position: Position, move: str, red: str, blue: str, ghost: str) -> None:
    """Pawns, those pushed and those sent to base, and the ghost; an empty row is a move that is refused."""
    if not red:
        with pytest.raises(IllegalMove, match="ghost"):
            position.play(move)
        return
    after = position.play(move).to_json()

    assert {"red": red.split(), "blue": blue.split()} == after["pawns"]
    assert (ghost, "blue") == (after["ghost"], after["turn"])


def test_the_winner() -> None:
    """Whoever has three pawns in the camp has won, and nothing may be done any more."""
    won = lies("camp M22 camp", "12").play("climb M22")

    assert won.over
    assert ("red", (), None) == (won.winner, won.legal(), won.player)
    with pytest.raises(IllegalMove, match="over"):
        won.play("roll both")


def test_cards_for_a_double() -> None:
    """A kind that one has is discarded; two sixes turn up cards until such a one comes."""
    game = lies("base base base", "66", cards="JOK", supply=19)
    for shows, hand, discard in [
        ("CLI STA JOK", ["CLI", "JOK", "STA"], ["JOK"]),
        ("CLI CLI", ["CLI", "JOK"], ["CLI"]),
    ]:
        after = game.play(f"card = {shows}").to_json()
        assert (hand, discard) == (after["cards"]["red"], after["discard"])
    for wrong in ("CLI", "JOK CLI"):
        with pytest.raises(IllegalMove, match="turned up"):
            game.play(f"card = {wrong}")
    once = lies("base base base", "22", cards="JOK", supply=19)
    assert 18 == once.play("card = CLI").to_json()["supply"]


GONE = ["BAC", "JOK", "STA"]


@pytest.mark.parametrize(
    ("roll", "more", "fine", "refused"),
    [
        ("33", {}, "STA/JOK", "STA BAC/STA STA/JOK STA"),
        ("33", {"cards": "STA"}, "STA/JOK", "STA JOK"),
        ("33", {"supply": 8, "discard": GONE * 4}, "CLI/HIT", "STA/JOK"),
        ("33", {"supply": 0, "discard": GONE * 4}, "STA/CLI", "STA BAC"),
        ("66", {}, "JOK JOK/STA BAC STA", "STA/STA BAC/JOK JOK JOK/JOK JOK STA"),
        ("66", {"cards": "STA"}, "STA/JOK STA/JOK JOK", "JOK/STA JOK/STA STA"),
        ("66", {"cards": "STA BAC CLI HIT JOK"}, "STA/JOK", "STA BAC"),
        ("66", {"supply": 8, "discard": GONE * 4}, "CLI CLI/CLI HIT CLI", "CLI/STA CLI/CLI STA CLI"),
        ("66", {"supply": 1}, "JOK JOK", "JOK"),
    ],
)  # fmt: skip
def test_which_cards_can_have_been_turned_up(
    roll: str, more: dict[str, Any], fine: str, refused: str
) -> None:
    """One, of those that are unseen; on a double of sixes until it is a kind that one has."""
    position = lies("base base base", roll, **more)

    def told(cards: str) -> str | None:
        why = refusal(position.state, position.move(f"card = {cards}"))
        return why.key if why else None

    assert {None} == {told(cards) for cards in fine.split("/")}
    assert {"lauf.no-such-cards"} == {told(cards) for cards in refused.split("/")}


def test_the_last_card_ends_what_is_turned_up() -> None:
    """A new kind on a double of sixes asks for another, where there is one."""
    most = ["BAC", "CLI", "HIT", "JOK"]
    told = {
        "pawns": dict.fromkeys(("red", "blue", "green", "yellow"), ["base"] * 3),
        "cards": dict.fromkeys(("blue", "green", "yellow"), [*most, "STA"]) | {"red": most},
        "rolls": [[6, 6]],
        "supply": 1,
    }
    position: Position = companion.game("lauf-rauf").position(told)

    assert refusal(position.state, position.move("card = STA")) is None
    assert refusal(position.state, position.move("card = STA STA")) is not None


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("roll both = 3 5", None),
        ("roll both = 1 6", None),
        ("roll 3 = 5 6", None),
        ("roll 3 = 6 5", None),
        ("roll 5 = 3 6", None),
        ("roll 3 = 3 6", "lauf.no-dice"),
        ("roll 5 = 5 6", "lauf.no-dice"),
    ],
)
def test_a_die_that_was_not_thrown_shows_what_it_showed(move: str, why: str | None) -> None:
    """Beside any value of the other one."""
    position = lies("base base base", "35")
    told = refusal(position.state, position.move(move))

    assert why == (told.key if told else None)


def test_an_empty_supply_is_the_discard_shuffled() -> None:
    """The card comes from what was thrown away."""
    empty = lies("base base base", "22", supply=0, discard=["STA"] * 4)

    assert 19 == empty.play("card = STA").to_json()["supply"]


def test_a_card_thrown_away_buys_two_rolls() -> None:
    """And lies in the discard; so does a card that was played."""
    bought = lies("base L3 base", "12", "12", "12", cards="JOK BAC").play("sacrifice JOK")

    assert {"roll both", "roll 1", "roll 2"} <= allowed(bought)
    fifth = bought.play("roll both = 1 1").play("roll 1 = 3 1")
    assert "sacrifice BAC" in allowed(fifth)
    assert ["BAC", "JOK"] == fifth.play("run L3 4 back with BAC").to_json()["discard"]


@pytest.mark.parametrize(
    ("rules", "position", "yes", "no"),
    [
        ({"action_cards": "without-cards"}, ("base L3 L6", "33"), "run L3 6", "card"),
        ({"start_card": "any-total"}, ("base base base", "12"), "start with STA", "start"),
        ({"ghost_on_seven": "if-wanted"}, ("base M5 L3", "34"), "run M5 7", "start"),
        ({"run_compulsion": "last-roll-made"}, ("base L13 camp", "35"), "run L13 8", "pass"),
        ({"own_pawns": "are-spared"}, ("base L3 L6", "35"), "run L3 8", "hit L3 L6"),
    ],
)
def test_rulings(rules: Any, position: tuple[str, ...], yes: str, no: str) -> None:
    """What a table plays otherwise."""
    cards = {"cards": "STA"} if "start_card" in rules else {}
    found = allowed(lies(*position, rules=rules, **cards))

    assert yes in found
    assert no not in found


def test_where_no_cards_are_played_that_is_said() -> None:
    """Not that whoever plays one has none."""
    position = lies("base L3 L6", "33", rules={"action_cards": "without-cards"})
    with pytest.raises(IllegalMove) as refused:
        position.play("hit L3 L6 with HIT")

    assert "lauf.without-cards" == refused.value.message.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_in_words(language: str) -> None:
    """Question, reason and every value; the first value is the default."""
    said = words(language)
    for rule in open_rules(m.Rulings):
        assert said(rule.question)
        assert said(rule.why)
        assert all(said.say(f"ruling-value.{value}") for value in rule.values)
    assert m.Rulings().to_json() == {rule.name: rule.default for rule in open_rules(m.Rulings)}
    with pytest.raises(EditionError):
        m.Rulings.from_json({"pushing": "sideways"})


@pytest.mark.parametrize(
    ("position", "more", "why"),
    [
        (("base base base",), {}, []),
        (("base base base", "35"), {}, ["start-ten"]),
        (("base base base", "46"), {}, []),
        (("base L3 L20", "35"), {}, []),
        # The ghost
        (("base L3 L20", "34"), {}, ["ghost-stays"]),
        (("base L3 M5", "34"), {}, []),
        (("camp L3 L20", "12"), {"blue": "base L5 base", "ghost": "L5"}, ["past-ghost"]),
        (("camp L38 camp", "12"), {"ghost": "L38"}, ["carrier-climbs"]),
        (("base M22 L20", "12"), {}, ["base-first"]),
        # Hits, in the first roll
        (("camp L3 L20", "11"), {"blue": "base L4 base"}, ["hit-double"]),
        (("camp L9 L20", "13"), {"blue": "base L10 base"}, ["hit-climb-field"]),
        (("camp L9 L20", "13", "13"), {"blue": "base L10 base"}, []),
    ],
)
def test_why_a_move_is_missing(
    position: tuple[str, ...], more: dict[str, Any], why: list[str]
) -> None:
    """What the dice suggest and yet may not be done has its reason, once and in every language."""
    said = hindrances(lies(*position, **more).state)
    assert [f"lauf.{key}" for key in why] == [each.key for each in said]
    assert all(words(language)(each) for language in LANGUAGES for each in said)


@pytest.mark.parametrize(
    ("red", "rolls", "more", "said", "hints"),
    [
        ("base M5 L3", "", {}, {"roll-first": "pass/run M5 7/ghost M5/card/sacrifice JOK", "fine": "roll both"}, []),
        ("base M5 L3", "34", {}, {"ghost-first": "pass/run M5 7/run L3 7/start/roll both", "fine": "ghost M5", "ghost-elsewhere": "ghost L3/ghost summit"}, []),
        ("base M5 L3", "34", {"rules": {"ghost_on_seven": "if-wanted"}}, {"fine": "pass/run M5 7/ghost M5/roll 3", "ghost-elsewhere": "ghost L3", "start-ten": "start", "run-total": "run M5 6", "no-approach": "climb M5", "no-such-die": "roll 5"}, []),
        ("base M5 L3", "12 34", {}, {"fine": "pass/run M5 7", "no-seven": "ghost M5", "hit-first-roll": "hit L3 L6"}, []),
        ("base M5 L3", "34", {"ghost": "M5"}, {"fine": "ghost summit", "ghost-elsewhere": "ghost M5", "ghost-first": "run M5 7"}, []),
        ("base L3 L6", "35", {}, {"fine": "hit L3 L6/run L3 8/roll 3/roll both/pass", "hit-distance": "hit L6 L3", "nobody-there": "hit L3 L8/hit L3 L7", "no-pawn": "hit L9 L12/run L4 8/climb L4", "not-owned": "hit L6 L3 with HIT/run L3 8 back with BAC/start with STA/sacrifice HIT", "run-total": "run L3 7", "no-approach": "climb L3", "start-ten": "start", "no-card": "card", "no-such-die": "roll 4"}, []),
        ("base L3 L6", "35", {"cards": "HIT CLI"}, {"fine": "hit L6 L3 with HIT", "hit-distance": "hit L3 L6 with HIT", "wrong-card": "hit L6 L3 with CLI/run L3 8 back with HIT/start with CLI", "no-approach": "climb L3 with CLI", "rolls-left": "sacrifice HIT"}, []),
        ("base L3 L6", "35", {"rules": {"own_pawns": "are-spared"}}, {"own-spared": "hit L3 L6", "nobody-there": "hit L6 L9"}, []),
        ("base L3 L6", "35", {"rules": {"action_cards": "without-cards"}}, {"without-cards": "hit L6 L3 with HIT/start with STA/sacrifice HIT", "no-card": "card"}, []),
        ("base L3 L6", "33", {}, {"hit-double": "hit L3 L6", "fine": "card/run L3 6"}, []),
        ("base L3 L6", "33", {"rules": {"action_cards": "without-cards"}}, {"without-cards": "card"}, []),
        ("base L3 L6", "33", {"supply": 0}, {"fine": "card"}, []),
        ("base L3 L6", "12 35", {}, {"hit-first-roll": "hit L3 L6", "fine": "run L3 8"}, []),
        ("base L7 L10", "35", {}, {"hit-climb-field": "hit L7 L10"}, []),
        ("base L3 L20", "35", {"blue": "base L6 L5", "ghost": "L5"}, {"past-ghost": "hit L3 L6/run L3 8", "fine": "run L20 8"}, ["past-ghost"]),
        ("base L3 L20", "35", {"blue": "base L6 base", "ghost": "L6"}, {"fine": "hit L3 L6", "past-ghost": "run L3 8"}, ["past-ghost"]),
        ("camp camp L3", "35 35 35", {}, {"has-to-run": "pass", "no-more-rolls": "roll both/roll 3", "fine": "run L3 8"}, []),
        ("camp L3 L20", "35 35 35", {"cards": "JOK"}, {"fine": "pass/sacrifice JOK", "no-more-rolls": "roll both", "not-owned": "sacrifice STA", "none-in-base": "start/start with JOK"}, []),
        ("camp L3 L20", "35", {"cards": "JOK"}, {"rolls-left": "sacrifice JOK"}, []),
        ("base L38 M22", "12", {}, {"fine": "climb L38", "base-first": "climb M22", "not-owned": "climb L38 with CLI"}, ["base-first"]),
        ("base L38 M22", "13", {"cards": "CLI"}, {"climb-total": "climb L38", "fine": "climb L38 with CLI"}, []),
        ("base L38 M22", "33", {"cards": "CLI"}, {"climb-die": "climb L38 with CLI"}, []),
        ("camp L38 M22", "12", {"ghost": "L38"}, {"carrier-climbs": "climb L38", "fine": "climb M22/run L38 3"}, ["carrier-climbs"]),
        ("camp L35 M22", "15", {"blue": "base L38 base", "ghost": "L38"}, {"past-ghost": "climb L35/run L35 6"}, ["past-ghost"]),
        ("camp M22 M23", "12", {"ghost": "M23"}, {"past-ghost": "climb M22/run M22 3", "fine": "run M23 3"}, ["past-ghost"]),
        ("camp L0 M22", "12", {}, {"no-approach": "climb L0", "fine": "climb M22"}, []),
        ("base base base", "45", {"cards": "STA"}, {"start-ten": "start/start with STA", "not-owned": "start with JOK"}, ["start-ten"]),
        ("base base base", "46", {"cards": "STA"}, {"fine": "start/start with STA", "not-owned": "start with BAC"}, []),
        ("base base base", "45", {"cards": "STA", "rules": {"start_card": "any-total"}}, {"start-ten": "start", "fine": "start with STA"}, []),
        ("camp camp camp", "35", {}, {"session.over": "pass/roll both"}, []),
        # The ghost is passed backwards, too; who throws is told why not before what cannot lie there.
        ("camp L20 camp", "35", {"cards": "HIT", "blue": "base L17 L18", "ghost": "L18"}, {"past-ghost": "hit L20 L17 with HIT"}, []),
        ("camp L20 camp", "35", {"cards": "HIT", "blue": "base L17 L22", "ghost": "L22"}, {"fine": "hit L20 L17 with HIT"}, ["past-ghost"]),
        ("camp L20 camp", "35", {"cards": "HIT", "blue": "base L17 L22", "ghost": "L17"}, {"fine": "hit L20 L17 with HIT"}, []),
        ("camp L20 camp", "35", {"blue": "base L23 L18", "ghost": "L18"}, {"fine": "hit L20 L23"}, []),
        ("camp L20 camp", "35", {"blue": "base L23 L22", "ghost": "L22"}, {"past-ghost": "hit L20 L23"}, ["past-ghost"]),
        ("camp L20 camp", "35 35 35", {}, {"no-more-rolls": "roll both = 1 1/roll 3 = 5 1"}, []),
        ("camp L20 camp", "35", {}, {"no-such-die": "roll 4 = 1 4"}, []),
        ("camp L20 camp", "", {}, {"fine": "roll both = 1 1", "roll-first": "roll 3 = 1 1"}, []),
    ],
)  # fmt: skip
def test_why_each_move_is_refused(
    red: str, rolls: str, more: dict[str, Any], said: dict[str, str], hints: list[str]
) -> None:
    """The first of the reasons, ``fine`` where there is none; and what is said unasked of what the dice suggest."""
    position = lies(red, *rolls.split(), **more)
    found = {}
    for move in "/".join(said.values()).split("/"):
        why = refusal(position.state, position.move(move))
        found[move] = why.key.removeprefix("lauf.") if why else "fine"

    assert {move: why for why, moves in said.items() for move in moves.split("/")} == found
    assert hints == [each.key.removeprefix("lauf.") for each in hindrances(position.state)]


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        (("base L3 L6",), "pass", "begins with a roll"),
        (("base M3 L6", "34"), "pass", "ghost has to"),
        (("base L3 L6", "12"), "run L9 3", "no pawn on"),
        (("base L3 L6", "12"), "run L3 4", "total: 3"),
        (("base L3 L6", "12"), "start", "ten or more"),
        (("base L3 L6", "12"), "climb L3", "does not climb from"),
        (("base L38 M22", "13"), "climb L38", "exactly 3"),
        (("base L38 M22", "12"), "climb M22", "still in the base camp"),
        (("base L3 L6", "12", "35"), "hit L3 L6", "first roll"),
        (("base L3 L6", "12"), "hit L3 L6", "exactly 1"),
        (("base L3 L6", "12"), "card", "double"),
        (("base L3 L6", "12", "12", "12"), "pass", "have to run"),
        (("base L3 L6", "12"), "roll 5", "No die shows"),
        (("base L3 L6", "12"), "roll 1 = 3 3", "cannot lie"),
        (("base L3 L6", "12", "12", "12"), "roll 1", "only 3 rolls"),
        (("base L3 L6", "12"), "run L3 3 back with BAC", "do not have it"),
        (("base L3 L6", "12"), "ghost L3", "only on a seven"),
        (("base L3 L6", "12"), "sacrifice CLI", "do not have it"),
    ],
)
def test_refusals_are_sentences(position: tuple[str, ...], move: str, why: str) -> None:
    """In every language; the English one tells why."""
    with pytest.raises(IllegalMove, match=why) as refused:
        lies(*position).play(move)

    assert all(words(language)(refused.value.message) for language in LANGUAGES)


@pytest.mark.parametrize(
    "told",
    [
        "",
        "[]",
        {},
        {"pawns": {"red": ["base"] * 3}},
        {"pawns": {"red": ["L1", "L1", "base"], "blue": ["base"] * 3}},
        {"pawns": {"red": ["L40", "L1", "base"], "blue": ["base"] * 3}},
        {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 2}},
        {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 3}, "ghost": "M3"},
        {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 3}, "rolls": [[1, 7]]},
        {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 3}, "cards": {"red": ["JOK", "JOK"]}},
        {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 3}, "turn": "green"},
    ],
)
def test_what_is_no_position(told: Any) -> None:
    """A sentence, whatever was written."""
    with pytest.raises(InputError, match=" "):
        companion.game("lauf-rauf").position(told)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "run L3",
        "run L3 8 back",
        "roll 7",
        "start with X",
        "card = X",
        "pass = 1",
        "roll both = 7 1",
        "run L3 1",
        "run L3 13",
        "run L3 x",
        "card with JOK",
        "roll 3 with JOK",
        "pass with JOK",
        "ghost",
    ],
)
def test_what_is_no_move(text: str) -> None:
    """A text that says nothing is answered by what can be said."""
    with pytest.raises(InputError, match="roll both"):
        lies(OTHERS).play(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("roll both", m.ThrowPair()),
        ("roll both = 6 1", m.ThrowPair(None, (6, 1))),
        ("roll 6", m.ThrowPair(6)),
        ("roll 1 = 1 3", m.ThrowPair(1, (1, 3))),
        ("card", m.TurnUpCard()),
        ("card = STA", m.TurnUpCard(("STA",))),
        ("card = JOK BAC", m.TurnUpCard(("JOK", "BAC"))),
        ("card = STA BAC CLI HIT JOK", m.TurnUpCard(("STA", "BAC", "CLI", "HIT", "JOK"))),
        ("ghost M3", m.MoveGhost("M3")),
        ("sacrifice CLI", m.SacrificeCard("CLI")),
        ("pass", m.LeaveIt()),
        ("start", m.StartPawn()),
        ("start with STA", m.StartPawn("STA")),
        ("run L3 2", m.RunPawn("L3", 2)),
        ("run L3 12", m.RunPawn("L3", 12)),
        ("run L3 8 back with BAC", m.RunPawn("L3", 8, "BAC")),
        ("climb L35", m.ClimbPawn("L35")),
        ("climb L35 with JOK", m.ClimbPawn("L35", "JOK")),
        ("hit L3 L6", m.HitPawn("L3", "L6")),
        ("hit L3 L6 with HIT", m.HitPawn("L3", "L6", "HIT")),
    ],
)
def test_moves_as_people_write_them(text: str, move: m.Move) -> None:
    """There and back, as text and as JSON."""
    position = lies(OTHERS)

    assert (text, move) == (str(move), position.move(text))
    assert {"move": text} == position.move_json(move)
    assert move == position.move({"move": text})


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ({}, {"turn": 0, "ghost": "summit", "supply": 20, "rolls": (), "sacrificed": 0, "hands": ((), ())}),
        ({"turn": "blue"}, {"turn": 1}),
        ({"pawns": {"green": ["base"] * 3, "red": ["camp", "L3", "base"]}, "turn": "green"}, {"turn": 1, "colours": ("red", "green"), "pawns": (("L3", "base", "camp"), ("base",) * 3)}),
        ({"pawns": {"red": ["L3", "base", "base"], "blue": ["L4", "camp", "camp"]}, "ghost": "L4"}, {"ghost": "L4"}),
        ({"cards": {"red": ["STA", "BAC"]}}, {"hands": (("BAC", "STA"), ()), "supply": 18}),
        ({"cards": {"blue": ["STA"]}, "discard": ["STA", "HIT", "BAC"]}, {"hands": ((), ("STA",)), "supply": 16, "discard": ("BAC", "HIT", "STA")}),
        ({"cards": {"blue": ["STA"]}, "discard": ["STA"] * 3, "supply": 20}, {"supply": 16}),
        ({"discard": ["STA"] * 4, "supply": 15}, {"supply": 15}),
        ({"supply": 0}, {"supply": 0}),
        ({"rolls": [[1, 2]] * 43}, {"sacrificed": 20}),
        ({"rolls": [[1, 2]] * 2, "sacrificed": 3}, {"sacrificed": 3}),
    ],
)  # fmt: skip
def test_what_is_usual_in_a_position(told: dict[str, Any], state: dict[str, Any]) -> None:
    """The first colour's turn, the ghost on its summit, empty hands, and all other cards in the supply."""
    pawns = {"red": ["base"] * 3, "blue": ["base"] * 3}
    found = companion.game("lauf-rauf").position({"pawns": pawns} | told).state

    assert state == {name: getattr(found, name) for name in state}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"pawns": {"red": ["L3", "L3", "base"], "blue": ["base"] * 3}}, "L3"),
        ({"pawns": {"red": ["L3", "base", "base"], "blue": ["L3", "base", "base"]}}, "L3"),
        ({"ghost": "L4"}, "L4"),
        ({"ghost": "base"}, "ghost"),
        ({"ghost": "camp"}, "ghost"),
    ],
)
def test_where_a_pawn_or_the_ghost_cannot_be(told: dict[str, Any], said: str) -> None:
    """Two on one field; the ghost where no pawn is."""
    pawns = {"red": ["base"] * 3, "blue": ["base"] * 3}
    with pytest.raises(InputError, match=said):
        companion.game("lauf-rauf").position({"pawns": pawns} | told)


@pytest.mark.parametrize(
    ("asked", "actions"),
    [
        ({}, ["pass", "roll 1", "roll 2", "roll both"]),
        ({"rolls": []}, ["roll both"]),
        ({"rolls": None}, ["roll both"]),
        ({"rolls": [[4, 4]]}, ["card", "pass", "roll 4", "roll both"]),
    ],
)
def test_what_is_legal_after_rolls(asked: dict[str, Any], actions: list[str]) -> None:
    """Those that are asked about, or else those of the position; sorted."""
    position = {"pawns": {"red": ["base"] * 3, "blue": ["base"] * 3}, "rolls": [[1, 2]]}

    assert {"actions": actions} == companion.game("lauf-rauf").legal(
        {"position": position, **asked}
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"spectre": "M5"}, "no field “spectre”"),
        (
            {"pawns": {"red": ["base"] * 2, "blue": ["base"] * 3}},
            "“pawns.red” is a list of exactly 3",
        ),
        (
            {"cards": {"blue": ["STA", "ROW"]}},
            "“cards.blue[1]” is one of: STA, BAC, CLI, HIT, JOK, not “ROW”",
        ),
        ({"discard": "STA"}, "“discard” is a list, not “STA”"),
        ({"rolls": [[1, 2]] * 44}, "“rolls” is a list of 0 to 43"),
        ({"rolls": ""}, "“rolls” is a list of 0 to 43"),
        ({"cards": 0}, "“cards” is an object"),
        ({"turn": "pink"}, "“turn” is one of: red, blue, green, yellow, not “pink”"),
        ({"turn": "green"}, "“green” is not a colour that plays"),
        ({"cards": {"red": ["STA", "STA"]}}, "two cards of a kind"),
        ({"cards": {"green": ["STA"]}}, "“green” is not a colour that plays"),
        ({"cards": {"red": ["STA"]}, "discard": ["STA"] * 4}, "4 cards of each kind"),
        ({"supply": 21}, "“supply” is a number from 0 to 20"),
        ({"sacrificed": -1}, "“sacrificed” is a number from 0 to 20"),
        ({"sacrificed": True}, "“sacrificed” is a number from 0 to 20"),
        ({"rolls": [[0, 1]]}, "“rolls[0][0]” is a number from 1 to 6, not “0”"),
        ({"rolls": [[1, 2, 3]]}, "“rolls[0]” is a list of exactly 2"),
        ({"pawns": {"red": ["base"] * 3}}, "at least two colours"),
    ],
)
def test_an_error_says_where_it_is(told: dict[str, Any], said: str) -> None:
    """The field or the colour, and what stands there; a name misspelt is never left out without a word."""
    pawns = {"red": ["base"] * 3, "blue": ["base"] * 3}
    with pytest.raises(InputError, match=re.escape(said)):
        companion.game("lauf-rauf").position({"pawns": pawns} | told)


EVERYTHING = {
    "turn": "blue",
    "pawns": {"red": ["L3", "M5", "base"], "blue": ["L9", "base", "camp"]},
    "ghost": "M5",
    "cards": {"red": ["STA"], "blue": ["BAC", "JOK"]},
    "supply": 9,
    "discard": ["HIT", "STA", "STA", "STA"],
    "rolls": [[1, 2], [3, 4], [5, 6], [1, 1]],
    "sacrificed": 1,
    "rules": {"own_pawns": "are-spared", "pushing": "with-the-runner"},
}


def test_all_of_a_position_is_in_its_text() -> None:
    """And in its JSON, whatever stands where; what is as usual is left out."""
    game = companion.game("lauf-rauf")
    everything, usual = game.position(EVERYTHING), lies("L3 base base")

    assert EVERYTHING == everything.to_json()
    assert everything == game.position(str(everything))
    assert {"turn", "pawns", "ghost", "cards", "supply"} == set(usual.to_json())
    assert (
        0 == game.position({**EVERYTHING, "rolls": [[1, 2]] * 3, "sacrificed": 0}).state.sacrificed
    )


@pytest.mark.parametrize(("rolls", "cards"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_more_rolls_were_bought_with_cards(rolls: int, cards: int) -> None:
    """Two a card; in a supply is no more than what lies nowhere else."""
    told = {**EVERYTHING, "rolls": [[1, 2]] * rolls, "supply": 20}
    state = (
        companion.game("lauf-rauf")
        .position({k: v for k, v in told.items() if k != "sacrificed"})
        .state
    )

    assert (cards, 13) == (state.sacrificed, state.supply)


def test_a_move_may_be_json_or_a_value() -> None:
    """As a phone sends it, and as a program makes it; what is no move at all gets a sentence, and so do dice that cannot be."""
    position = lies(OTHERS)

    assert position.play("roll both = 3 5") == position.play({"move": "roll both = 3 5"})
    nonsense: tuple[Any, ...] = ({}, {"move": 3}, None, 7)
    for wrong in nonsense:
        with pytest.raises(InputError, match="roll both"):
            position.play(wrong)
    assert position.play("roll both = 3 5") == position.play(m.ThrowPair(None, (3, 5)))
    with pytest.raises(IllegalMove, match="cannot lie"):
        position.play(m.ThrowPair(None, (3, 7)))


def test_our_board() -> None:
    """40 and 24 fields 30 mm apart, clockwise; a colour's climb fields and camp on one diagonal."""
    board = our_board()
    assert [40, 24] == list(map(len, board.rings))
    for ring in board.rings:
        for field in ring:
            (x, y), (u, v) = board.points[field], board.points[board.ahead(field, 1)]
            assert 30 == abs(x - u) + abs(y - v)
    assert [(65, 60), (125, 120), (185, 180)] == [
        *(board.points[f] for f in board.colours["red"].climb),
        board.colours["red"].camp,
    ]
    assert ("L9", "M5") == tuple(own[-1] for own in board.colours["blue"].outlined)


def test_another_board_is_a_file() -> None:
    """Of the same form; one that does not fit together is refused."""
    ours = (files("companion.games.lauf_rauf") / "ours.toml").read_text("utf-8")
    other = companion.game("lauf-rauf").on(ours.replace('"L5"', '"X5"').replace("L5 =", "X5 ="))

    assert "X5" == other.board.ahead("L4", 1)
    for wrong in (
        "",
        "name =",
        ours.replace("L5 =", "X5 ="),
        ours.replace('climb = ["L0"', 'climb = ["L1"', 1).replace('["L31"', '["M1"', 1),
    ):
        with pytest.raises(EditionError, match=" "):
            board_from_toml(wrong)
