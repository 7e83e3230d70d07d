"""The game as programs play it: verdicts, positions, views, a table set up by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import companion
from companion.app.conformance import LAWS, trial_of
from companion.errors import CardError, IllegalMove, InputError, NotationError
from companion.games.dumm_gelaufen import GAME as PACKAGE
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.programs import Position
from companion.games.dumm_gelaufen.robots import greedy_robot

GAME = companion.game("dumm-gelaufen")


@pytest.mark.parametrize("leak", ["hands", "murphys"])
def test_a_secret_that_a_seat_sees_breaks_a_law(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The law of secrets tells it, and nothing of the game as it is."""
    law = next(law for law in LAWS if law.name == "secrets-are-kept")
    trial, view = trial_of(PACKAGE), Position.view
    assert "" == law.told(trial)
    monkeypatch.setattr(
        Position,
        "view",
        lambda self, seat: replace(view(self, seat), **{leak: getattr(self.state, leak)}),
    )

    assert "breaks the law" in law.told(trial)


@pytest.mark.parametrize(
    ("task", "hand", "mac", "verdict"),
    [
        ("M10", "R1 R3 R4 R4 R8", None, "yes"),
        ("M10", "R1 R3 R4 R4 Y8", None, "no"),
        ("M04", "", "G1 G4", "yes"),
        ("M04", "", None, "depends"),
        ("M01", ("R5", "R5"), None, "depends"),
    ],
)
def test_verdicts(task: str, hand: str, mac: str | None, verdict: str) -> None:
    """Yes, no and depends, and only a yes is true."""
    found = GAME.verify(task, hand, mac=mac)

    assert verdict == found.verdict
    assert (verdict == "yes") == bool(found)
    assert verdict == found.to_json()["verdict"]


def test_a_verdict_is_a_sentence_with_every_reason() -> None:
    """The reasons' cards are as they were written."""
    found = GAME.verify("M10", "R1 R3 R11 R10 Y8")

    assert len(found.reasons) >= 2
    assert all(str(reason) in str(found) for reason in found.reasons)


def test_no_card_is_refused() -> None:
    """With a sentence that says which."""
    with pytest.raises(CardError, match="R12"):
        GAME.verify("M10", "R12")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((3, "R1"), "“task” must be a text"),
        (("M10", 3), "not a list of cards: “3”"),
        (("M10", ["R1", 3]), "“hand.1.” must be a text"),
        (("M10", None), "not a list of cards: “null”"),
    ],
)
def test_what_is_no_claim(asked: Any, said: str) -> None:
    """A sentence, as `murphy verify --lines` answers it."""
    with pytest.raises(InputError, match=said):
        GAME.verify(*asked)


def test_the_same_seed_is_the_same_game() -> None:
    """Also where cards are shuffled and taken blindly."""

    def whole(seed: int) -> str:
        position, rng = GAME.deal(3, seed), Random(1)
        for _ in range(400):
            if position.over:
                break
            position = position.play(greedy_robot(position.state, rng))
        return str(position)

    assert whole(5) == whole(5)
    assert whole(5) != whole(6)


def test_what_is_read_and_what_is_made_of_a_state_go_on_alike() -> None:
    """By the same chance, unless a seed is named."""
    position = GAME.deal()
    read, made = GAME.position(str(position)), GAME.at(position.state)

    assert (read, read.seed) == (made, made.seed)


def test_claims_are_listed_apart() -> None:
    """A position lists them, and not among its moves."""
    position = GAME.deal()

    assert 3 == len(position.claims())
    assert not [move for move in position.legal() if isinstance(move, m.Claim)]


def test_a_position_never_changes() -> None:
    """What is played makes another one."""
    position = GAME.deal()
    before = str(position)

    after = position.play("take draw draw")

    assert before == str(position)
    assert before != str(after)


def test_a_refusal_says_every_reason() -> None:
    """Somebody else's turn, and no such card."""
    with pytest.raises(IllegalMove) as refused:
        GAME.deal().play("1 take draw draw draw")

    assert "somebody else’s turn" in str(refused.value)
    assert "one or two" in str(refused.value)


class TestASeat:
    """What one seat sees of a game in which everything is known."""

    position = GAME.deal(players=3, seed=2)
    view = position.seen_by(1)

    def test_sees_its_own_cards_and_nobody_elses(self) -> None:
        """Of the others it knows how many they have."""
        assert self.position.hands[1] == self.view.hands[1]
        assert (m.Hand((), (), 8, 8), m.Hand((), (), 10, 10)) == self.view.hands[::2]

    def test_sees_no_pile(self) -> None:
        """Neither the draw pile nor the murphy cards of others or of the stack."""
        murphys = self.view.state.murphys

        assert self.view.state.draw is None
        assert murphys.stack is None
        assert [False, True, False] == [card is not None for card in murphys.held]

    @pytest.mark.parametrize("seed", range(4))
    def test_may_do_whatever_it_may_do(self, seed: int) -> None:
        """Through a game: each seat's view lists every move that the game itself lists, and knows its moment to claim."""
        position, rng = GAME.deal(2 + seed, seed), Random(seed)
        for _ in range(150):
            if position.player is not None:
                view = position.seen_by(position.player)
                assert set(map(str, position.legal())) <= set(map(str, view.legal()))
                assert position.may_claim == view.may_claim
            position = position.play(greedy_robot(position.state, rng))
            if position.over:
                break

    def test_goes_on(self) -> None:
        """A whole turn is played in it, with a card that nobody else saw."""
        own = self.position.seen_by(0)
        after = own.play("take draw").play(own.play("take draw").legal()[0])

        assert str(after) != str(own)

    def test_nobody_there(self) -> None:
        """A seat that is none is refused."""
        with pytest.raises(InputError, match="0 to 2"):
            self.position.seen_by(3)


class TestATableSetUpByHand:
    """Ann and Bob and a program."""

    table = GAME.table(
        {"Ann": "R1 R3 R4 R4 R8 K5", "Bob": 9},
        mac="G1 G7 Y3 R11",
        left="Y5",
        right=["G2"],
        turn="Ann",
        tasks={"Ann": "M10"},
    )

    def test_holds_what_was_said(self) -> None:
        """Names are seats in their order; the edition is the classic one."""
        assert "classic" == self.table.state.edition.name
        assert 0 == self.table.player
        assert (6, 9) == tuple(hand.size[0] for hand in self.table.hands)
        assert ["G01-1", "G07-1", "Y03-1", "R11-1"] == [c.code for c in self.table.mac]

    def test_is_played(self) -> None:
        """Ann exchanges with Mac, claims, and is told that the hand fits."""
        taken = self.table.play("take mac:G1 mac:G7").play("lay mac:G1")
        laid = self.table.play("take draw").play("lay open-left:R8")

        assert ["Y03-1", "R11-1", "G01-1"] == [card.code for card in taken.mac]
        assert (6, 6) == laid.hands[0].size

    def test_a_claim_is_judged(self) -> None:
        """Ann's five red cards solve it; she has to wait for the end of an exchange, or the table agrees."""
        (claim,) = self.table.claims()

        doubt = self.table.play(claim)

        assert "in-doubt" in str(doubt)
        assert 2 == doubt.play("table accepts").state.round

    def test_no_card_is_there_twice(self) -> None:
        """With a sentence."""
        with pytest.raises(NotationError, match="R01"):
            GAME.table({"Ann": "R1", "Bob": "R1"})

    @pytest.mark.parametrize(
        ("hands", "told", "said"),
        [
            ({"Ann": "R1", "Bob": 9}, {"turn": "Cem"}, "“Cem” has no hand; hands have Ann, Bob"),
            ({"Ann": "R1", "Bob": 9}, {"tasks": {"Bo": "M10"}}, "“Bo” has no hand"),
            (["R1", 9], {"tasks": {"Ann": "M10"}}, "“Ann” has no hand; hands have 0, 1"),
        ],
    )
    def test_who_is_named_has_a_hand(self, hands: Any, told: dict[str, Any], said: str) -> None:
        """A slip in a name is said, and is nobody's task or turn."""
        with pytest.raises(InputError, match=said):
            GAME.table(hands, **told)
