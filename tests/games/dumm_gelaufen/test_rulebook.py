"""What pages ask of the game: cards, verdicts, claims with the copies that are meant, what may be done."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.errors import CompanionError
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.model import moves
from companion.games.dumm_gelaufen.pages.rulebook import asked, rulebook
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.rulebook import legal
from companion.games.dumm_gelaufen.tracker.sitting import Setup, Sitting
from companion.words import LANGUAGES, words
from web.wording import worded

CLASSIC = load_edition("classic")
STATE, _ = deal(CLASSIC, 3, Random(5))
DEALT = Sitting(Setup(("Ann", "Bob", "Cem")), STATE, STATE, phase="play")
BOOK = rulebook(lambda: DEALT, lambda given: given)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_told_with_its_words(edition):
    """Faces, kinds, copies, names in three languages, and what the printed ones say."""
    told = worded(BOOK.cards(edition))
    faces = {face["face"]: face for face in told["faces"]}

    assert edition == told["edition"]
    assert len(load_edition(edition).cards) == sum(
        face["copies"] for face in faces.values()
    )
    assert all(set(LANGUAGES) == set(face["name"]) for face in faces.values())
    assert all(
        face["does"]
        for face in faces.values()
        if face["kind"] in ("task", "at-once", "keep")
    )
    assert 17 == len(told["rulings"])


def test_without_an_edition_the_table_s_is_told():
    """A page asks before it knows."""
    assert "classic" == BOOK.cards(None)["edition"]


def test_texts_follow_the_table_s_rulings():
    """The game's own cards say what this table plays, another edition's what that edition plays."""
    ruled = replace(STATE, rulings=replace(STATE.rulings, k03="and"))
    book = rulebook(lambda: replace(DEALT, state=ruled), lambda given: given)

    def told(asked):
        face = next(f for f in book.cards(asked)["faces"] if f["face"] == "K03")
        return face["does"]

    assert "does.K03.ruled" == told(None).key == told("classic").key
    assert "does.K03" == told("newer").params["does"].key


def test_verdicts_are_those_of_the_command():
    """The same judge for page and command line, by face where a face was typed."""
    told = BOOK.verify({"task": "M10", "hand": ["R1", "R3", "R4", "R4", "R8"]})

    assert ("M10", "yes", []) == (told["task"], told["verdict"], told["reasons"])
    assert ["R09"] == next(
        reason["cards"]
        for reason in BOOK.verify({"task": "M12", "hand": ["R1", "R9", "G1", "G2"]})[
            "reasons"
        ]
        if reason["cards"]
    )


@pytest.mark.parametrize(
    "given", [{}, {"task": 5}, {"task": "R1", "hand": []}, {"task": "M10", "hand": ["X"]},
              {"task": "M10", "hand": [["R1"]]}, {"task": "M10", "hand": ["R1"] * 9, "edition": "no"}],
)  # fmt: skip
def test_questions_that_are_none_are_refused_in_words(given):
    """One of the project's own errors, never another."""
    with pytest.raises(CompanionError) as refused:
        BOOK.verify(given)

    assert all(words(language)(refused.value.message) for language in LANGUAGES)


def test_a_claim_means_the_copies_in_the_claimants_hand():
    """Who types a face means the card he holds, not the one in Mac's row."""
    hand = STATE.hands[1].numbers
    typed = [card.face for card in hand]
    claimed = BOOK.claim(1, "M10", typed)
    move = moves.from_json(claimed.move)

    assert isinstance(move, moves.Claim)
    assert (1, set(hand)) == (move.player, set(move.cards))
    assert {"task", "verdict", "reasons"} <= set(claimed.verdict)


def test_a_claim_by_code_means_that_very_card():
    """The camera read the copy: it is claimed, wherever it is thought to be."""
    shown = STATE.mac[0]
    move = moves.from_json(BOOK.claim(1, "M10", [shown.code, shown.face]).move)

    assert shown in move.cards
    assert 2 == len(set(move.cards))


def test_a_claim_of_nobody_is_the_one_whose_turn_it_is():
    """The host takes claims for the table."""
    assert STATE.turn == BOOK.claim(None, "M10", ["R1"]).move["player"]


def test_cards_of_a_picture_are_sorted():
    """The task, the hand with its kept actions, and what has no business there."""
    sort = BOOK.sort(("R07-1", "M10-1", "K03-1", "A01-1"))

    assert {
        "task": "M10-1",
        "tasks": ["M10-1"],
        "hand": ["R07-1", "K03-1"],
        "other": ["A01-1"],
    } == sort
    assert BOOK.sort(("M10-1", "M11-1"))["task"] is None


def test_what_may_be_done_is_for_whoever_decides():
    """The player whose turn it is has moves; nobody else has."""
    mine = [moves.from_json(move) for move in BOOK.legal(STATE.turn)]

    assert {move for move in legal(STATE) if moves.mover(move) == STATE.turn} == set(
        mine
    )
    assert [] == [move for move in BOOK.legal(STATE.turn + 1) if move["move"] == "take"]


def test_a_new_game_begins_with_whoever_is_first():
    """Seats are turned so that the first sits on seat 0; spaces in names do not count."""
    given = {"players": ["Ann", "  Bob  B ", "Cem"], "first": 1, "edition": "newer"}

    assert ["Bob B", "Cem", "Ann"] == asked(given)["players"]
    assert "newer" == asked(given)["edition"]


@pytest.mark.parametrize(
    "given",
    [{}, {"players": []}, {"players": "Ann"}, {"players": ["Ann", ""]}, {"players": ["Ann", " "]},
     {"players": ["Ann", "ann"]}, {"players": ["Ann", 5]}, {"players": ["Ann", "x" * 41]},
     {"players": ["Ann", "\u202eboB"]}, {"players": ["Ann", "\0"]}, {"players": ["Ann", "\u200b"]},
     {"players": ["Ann", "Bob"], "first": 2}, {"players": ["Ann", "Bob"], "first": True},
     {"players": ["Ann", "Bob"], "edition": "no"}, {"players": ["Ann", "Bob"], "edition": 1},
     {"players": ["Ann", "Bob"], "rulings": [1]}],
)  # fmt: skip
def test_games_that_cannot_be_are_refused_in_words(given):
    """Names may be anything that can be seen, once each."""
    with pytest.raises(CompanionError) as refused:
        asked(given)

    assert all(words(language)(refused.value.message) for language in LANGUAGES)


@pytest.mark.parametrize(
    "name",
    ["<b>Ann</b>", "\u05d0\u05e0\u05d4", "{0}", "Zo\u00eb", "\U0001f600", "a\u0308"],
)
def test_names_may_be_anything_that_can_be_seen(name):
    """Markup, right-to-left, braces, emoji: shown harmlessly."""
    assert name in asked({"players": [name, "Bob"]})["players"]


def test_what_only_a_player_knows_stays_in_the_house():
    """A card drawn unseen is told without its face, also when a phone named it."""
    taken = {
        "event": "cards-taken",
        "player": 0,
        "cards": [["draw", "R07-1"], ["draw", None]],
    }

    assert [["draw", None], ["draw", None]] == BOOK.public(taken)["cards"]
    assert Card.parse("R07-1").code not in str(BOOK.public(taken))
