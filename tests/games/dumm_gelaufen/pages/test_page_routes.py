"""What pages ask of the game: cards, verdicts, claims with the copies that are meant, what may be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.announce import Message
from companion.errors import CompanionError, IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.setup import Setup, agreed
from companion.games.dumm_gelaufen.table.state import TableState
from companion.rules import Json
from companion.words import LANGUAGES, words
from web.game_pages import Call, GamePages, Submission
from web.refusals import HttpError
from web.wording import worded

CLASSIC = load_edition("classic")
STATE, _ = deal(CLASSIC, 3, Random(5))
DEALT = TableState(setup=Setup(("Ann", "Bob", "Cem")), state=STATE, base=STATE, stage="play")
PAGES = pages(lambda: DEALT, lambda given: given)
ELSEWHERE = pages(lambda: None, lambda given: given)
"""The same pages while another game is on the table."""


def ask(
    way: str,
    *,
    here: GamePages = PAGES,
    player: int | None = None,
    photos: Sequence[Json] = (),
    query: Mapping[str, str] | None = None,
    **body: Any,
) -> Json:
    """What a route answers: ``way`` is its method and path."""
    told = called(way, here, Call(query or {}, body, player, lambda: photos))
    assert not isinstance(told, Submission)
    return told


def called(way: str, here: GamePages, call: Call) -> Json | Submission:
    (route,) = (r for r in here.routes if f"{r.method} {r.path}" == way)
    return route.answer(call)


def verify(**given: Any) -> Json:
    return ask("POST /api/verify", **given)


def submitted(way: str, player: int | None, photos: Sequence[Json] = (), **body: Any) -> Submission:
    """What a route that claims submits."""
    told = called(f"POST {way}", PAGES, Call({}, body, player, lambda: photos))
    assert isinstance(told, Submission)
    return told


def claim(player: int | None, task: str, hand: Sequence[str], kept: int = 10) -> tuple[Json, Json]:
    """The move that a claim is, and what is told besides."""
    told = submitted("/api/claims", player, task=task, hand=hand, kept=kept)
    assert told.move is not None
    return told.move, told.more


def picture(*codes: str) -> dict[str, Any]:
    """What was read in a photograph of some cards."""
    return {"size": [60, 90], "tags": [{"card": code, "corners": []} for code in codes]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_told_with_its_words(edition: str) -> None:
    """Faces, kinds, copies, names in three languages, and what the printed ones say."""
    told = worded(ask("GET /api/cards", query={"edition": edition}))
    faces = {face["face"]: face for face in told["faces"]}

    assert edition == told["edition"]
    assert len(load_edition(edition).cards) == sum(face["copies"] for face in faces.values())
    assert all(set(LANGUAGES) == set(face["name"]) for face in faces.values())
    assert all(
        face["does"] for face in faces.values() if face["kind"] in ("task", "at-once", "keep")
    )
    assert 17 == len(told["rulings"])


def test_without_an_edition_the_table_s_is_told() -> None:
    """A page asks before it knows."""
    assert "classic" == ask("GET /api/cards")["edition"]
    assert "classic" == ask("GET /api/cards", here=ELSEWHERE)["edition"]


def test_texts_follow_the_table_s_rulings() -> None:
    """The game's own cards say what this table plays, another edition's what that edition plays."""
    ruled = replace(STATE, rulings=replace(STATE.rulings, k03="and"))
    here = pages(lambda: replace(DEALT, state=ruled), lambda given: given)

    def told(**query: str) -> Message:
        faces = ask("GET /api/cards", here=here, query=query)["faces"]
        (does,) = (face["does"] for face in faces if face["face"] == "K03")
        assert isinstance(does, Message)
        return does

    assert "does.K03.ruled" == told().key == told(edition="classic").key
    does = told(edition="newer").params["does"]
    assert isinstance(does, Message)
    assert "does.K03" == does.key


def test_what_a_hand_lacks() -> None:
    """How many to gain and to give away, and which; a task about Mac's row is none about a hand."""
    told = ask("POST /api/missing", task="M16", hand=["G4", "G5", "G6", "G6"])

    assert (1, 1) == (told["gain"], told["give"])
    assert (("G03", "G07"), ("G06",)) == (told["wanted"], told["spare"])
    assert ask("POST /api/missing", task="M04", hand=[])["gain"] is None


def test_verdicts_are_those_of_the_command() -> None:
    """The same judge for page and command line, by face where a face was typed."""
    told = verify(task="M10", hand=["R1", "R3", "R4", "R4", "R8"])

    assert ("M10", "yes", []) == (told["task"], told["verdict"], told["reasons"])
    assert ["R09"] == next(
        reason["cards"]
        for reason in verify(task="M12", hand=["R1", "R9", "G1", "G2"])["reasons"]
        if reason["cards"]
    )


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"task": 5},
        {"task": "R1", "hand": []},
        {"task": "M10", "hand": ["X"]},
        {"task": "M10", "hand": [["R1"]]},
        {"task": "M10", "hand": ["R1"] * 9, "edition": "no"},
    ],
)
def test_questions_that_are_none_are_refused_in_words(given: dict[str, Any]) -> None:
    """One of the project's own errors, never another."""
    with pytest.raises(CompanionError) as refused:
        verify(**given)

    assert all(words(language)(refused.value.message) for language in LANGUAGES)


def test_a_claim_means_the_copies_in_the_claimants_hand() -> None:
    """Who types a face means the card he holds, not the one in Mac's row."""
    hand = STATE.hands[1].numbers
    typed = [card.face for card in hand]
    claimed, more = claim(1, "M10", typed)
    move = m.MOVES.exactly(claimed)

    assert isinstance(move, m.Claim)
    assert (1, set(hand)) == (move.player, set(move.cards))
    assert {"task", "verdict", "reasons"} <= set(more)


def test_what_the_claimant_alone_is_told() -> None:
    """The rules' answer, and how many cards are missing: nothing is submitted; what is said to be actions is not missing."""
    fewest = STATE.hands[1].size[0]
    hand = [card.face for card in STATE.hands[1].numbers][: fewest - 2]

    def privately(kept: int) -> Submission:
        way = "/api/claims"
        return submitted(way, 1, task="M08", hand=hand, check=True, kept=kept)

    asked, kept = privately(0), privately(fewest - len(hand))

    assert (None, None) == (asked.move, kept.move)
    assert fewest - len(hand) == asked.more["missing"]
    assert 0 == kept.more["missing"]


def test_too_few_cards_are_awarded_nothing() -> None:
    """Whoever shows fewer than the hand has is asked for the rest, unless no card could help."""
    few = [STATE.hands[1].numbers[0].face]

    with pytest.raises(IllegalMove) as no:
        claim(1, "M08", few, kept=0)

    assert "illegal.some-not-shown" == no.value.message.key


@pytest.mark.parametrize(
    "given", [{"kept": -1}, {"kept": 18}, {"kept": "2"}, {"check": 1}, {"check": "yes"}]
)
def test_what_is_said_of_a_claim_besides(given: dict[str, Any]) -> None:
    """A number of cards, yes or no."""
    with pytest.raises(HttpError):
        submitted("/api/claims", 1, task="M08", hand=["R1"], **given)


def test_a_claim_by_code_means_that_very_card() -> None:
    """The camera read the copy: it is claimed, wherever it is thought to be."""
    shown = STATE.mac[0]
    move = m.MOVES.exactly(claim(1, "M10", [shown.code, shown.face])[0])

    assert isinstance(move, m.Claim)
    assert shown in move.cards
    assert 2 == len(set(move.cards))


def test_a_claim_of_nobody_is_the_one_whose_turn_it_is() -> None:
    """The host takes claims for the table."""
    assert STATE.turn == claim(None, "M10", ["R1"])[0]["player"]


def test_a_verdict_needs_no_table() -> None:
    """What is asked in the address is judged while another game is played; a claim is not."""
    asked = {"task": "M10", "hand": "R1,R3 R4 R4,R8", "mac": ""}
    told = ask("GET /api/verify", here=ELSEWHERE, query=asked)

    assert "yes" == told["verdict"]
    with pytest.raises(CompanionError):
        ask("POST /api/claims", here=ELSEWHERE, task="M10", hand=["R1"])


def test_cards_of_a_picture_are_sorted() -> None:
    """The task, the hand with its kept actions, and what has no business there."""
    shown = picture("R07-1", "M10-1", "K03-1", "A01-1", "R07-1")
    came = submitted("/api/claims/photo", 1, [shown], submit="no")
    told = came.more["read"]

    assert came.move is None
    assert ("M10-1", ["M10-1"]) == (told["task"], told["tasks"])
    assert (["R07-1", "K03-1"], ["A01-1"]) == (told["hand"], told["other"])


def test_a_picture_is_a_claim() -> None:
    """What was read is claimed for the seat, and told with the verdict."""
    photos = [picture("M10-1"), {**picture("R01-1"), "unknown": [{"corners": []}]}]
    came = submitted("/api/claims/photo", 1, photos)

    assert came.move is not None
    assert ("claim", "M10-1") == (came.move["move"], came.move["task"])
    assert {"task", "verdict", "reasons", "read"} <= set(came.more)
    assert 1 == came.more["read"]["unknown"]


@pytest.mark.parametrize(
    ("cards", "key"),
    [
        ([], "web.photo.no-task"),
        (["R01-1"], "web.photo.no-task"),
        (["M10-1"], "web.photo.no-hand"),
        (["M10-1", "M11-1", "R01-1"], "web.photo.two-tasks"),
    ],
)
def test_a_picture_that_is_no_claim_is_told_with_what_was_read(
    cards: Sequence[str], key: str
) -> None:
    """422, one sentence, and the cards, so that a tap can mend it."""
    with pytest.raises(HttpError) as refused:
        ask("POST /api/claims/photo", player=1, photos=[picture(*cards)])

    assert (422, key) == (refused.value.status, refused.value.message.key)
    assert len(cards) == len(refused.value.more["read"]["pictures"][0]["tags"])


def test_what_may_be_done_is_for_whoever_decides() -> None:
    """The player whose turn it is has moves; nobody else has."""
    mine = [m.MOVES.exactly(move) for move in PAGES.legal(STATE.turn)]

    assert {move for move in legal(STATE) if m.mover(move) == STATE.turn} == set(mine)
    assert [] == [move for move in PAGES.legal(STATE.turn + 1) if move["move"] == "take"]


def test_a_new_game_begins_with_whoever_is_first() -> None:
    """Seats are turned so that the first sits on seat 0; spaces in names do not count."""
    given = {"players": ["Ann", "  Bob  B ", "Cem"], "first": 1, "edition": "newer"}

    assert ["Bob B", "Cem", "Ann"] == agreed(given)["players"]
    assert "newer" == agreed(given)["edition"]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"players": []},
        {"players": "Ann"},
        {"players": ["Ann", ""]},
        {"players": ["Ann", " "]},
        {"players": ["Ann", "ann"]},
        {"players": ["Ann", 5]},
        {"players": ["Ann", "x" * 41]},
        {"players": ["Ann", "\u202eboB"]},
        {"players": ["Ann", "\0"]},
        {"players": ["Ann", "\u200b"]},
        {"players": ["Ann", "Bob"], "first": 2},
        {"players": ["Ann", "Bob"], "first": True},
        {"players": ["Ann", "Bob"], "edition": "no"},
        {"players": ["Ann", "Bob"], "edition": 1},
        {"players": ["Ann", "Bob"], "rulings": [1]},
    ],
)
def test_games_that_cannot_be_are_refused_in_words(given: dict[str, Any]) -> None:
    """Names may be anything that can be seen, once each."""
    with pytest.raises(CompanionError) as refused:
        agreed(given)

    assert all(words(language)(refused.value.message) for language in LANGUAGES)


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", "\u05d0\u05e0\u05d4", "{0}", "Zo\u00eb", "\U0001f600", "a\u0308"]
)
def test_names_may_be_anything_that_can_be_seen(name: str) -> None:
    """Markup, right-to-left, braces, emoji: shown harmlessly."""
    assert name in agreed({"players": [name, "Bob"]})["players"]


def test_what_only_a_player_knows_stays_in_the_house() -> None:
    """A card drawn unseen is told without its face, also when a phone named it."""
    taken = {"event": "cards-taken", "player": 0, "cards": [["draw", "R07-1"], ["draw", None]]}

    assert [["draw", None], ["draw", None]] == PAGES.public(taken)["cards"]
    assert Card.parse("R07-1").code not in str(PAGES.public(taken))
