"""Faces, copies and decks."""

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import (
    FACES,
    Card,
    CardKind,
    copies_of,
    face_name,
    parse_face,
)
from companion.words import LANGUAGES, words

CODES = [f"{face}-{n}" for face, copies in FACES.items() for n in range(1, copies + 1)]


def test_code_and_card_are_inverses() -> None:
    """Parsing a card's code gives the card, and there is one object of each."""
    cards = {code: Card.parse(code) for code in CODES}

    assert CODES == [card.code for card in cards.values()] == [*map(str, cards.values())]
    assert [] == [code for code, card in cards.items() if card is not Card.parse(code)]
    kept = {code: pickle.loads(pickle.dumps(card)) for code, card in cards.items()}
    assert [] == [code for code in CODES if kept[code] is not cards[code]]


def test_copies_by_value() -> None:
    """1 to 3 exist once a colour, 4 to 6 twice, 7 to 11 three times: 24 cards (docs/physical.md, section 1)."""
    copies = [copies_of(f"Y{value:02d}") for value in range(1, 12)]

    assert [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3] == copies
    assert 24 == sum(copies)


@pytest.mark.parametrize(
    ("code", "colour", "value", "action"),
    [
        ("R07-2", "R", 7, False),
        ("B11-1", "B", 11, False),
        ("M21-1", "", 21, False),
        ("A05-1", "", 5, True),
        ("K12-1", "", 12, True),
        ("MAC-1", "", 0, False),
    ],
)
def test_what_is_on_a_card(code: str, colour: str, value: int, action: bool) -> None:
    """Colour and value, the number of a task or an action; Mac's own has none."""
    card = Card.parse(code)

    assert (colour, value, action) == (card.colour, card.value, card.is_action)


def test_kinds() -> None:
    """Four colours of number cards, 21 murphy cards, 5 + 12 actions and Mac's own card."""
    kinds = Counter(Card.parse(code).kind for code in CODES)

    assert {
        CardKind.NUMBER: 96,
        CardKind.TASK: 21,
        CardKind.AT_ONCE: 5,
        CardKind.KEEP: 12,
        CardKind.MAC: 1,
    } == kinds


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("", "card.malformed"),
        ("R7-1", "card.malformed"),
        ("r07-1", "card.malformed"),
        ("R07", "card.malformed"),
        ("R07-0", "card.malformed"),
        ("R07-1 ", "card.malformed"),
        ("R12-1", "card.malformed"),
        ("R0\u0667-1", "card.malformed"),
        ("M22-1", "card.no-such-face"),
        ("A00-1", "card.no-such-face"),
        ("R03-2", "card.no-such-copy"),
        ("MAC-2", "card.no-such-copy"),
    ],
)
def test_what_is_no_card(code: str, key: str) -> None:
    """A code that is none is refused by name, with the code in the sentence."""
    with pytest.raises(CardError) as refused:
        Card.parse(code)

    assert key == refused.value.message.key
    assert code == refused.value.message.params["code"]


@given(st.text(max_size=12))
def test_any_text(text: str) -> None:
    """Any text is a code of the deck or refused as none."""
    try:
        card = Card.parse(text)
    except CardError:
        assert text not in CODES
    else:
        assert text == card.code


@pytest.mark.parametrize(
    ("typed", "face"),
    [
        ("R7", "R07"),
        ("R07", "R07"),
        ("r7", "R07"),
        (" y11\t", "Y11"),
        ("m1", "M01"),
        ("mac", "MAC"),
        ("k12", "K12"),
    ],
)
def test_typed_faces(typed: str, face: str) -> None:
    """People may leave out the zero and the shift key."""
    assert face == parse_face(typed)


@pytest.mark.parametrize("typed", ["", "7", "R", "R007", "R-7", "R٧", "X1", "M", "MACC"])
def test_typed_nonsense(typed: str) -> None:
    """What is no face is malformed."""
    with pytest.raises(CardError, check=lambda e: e.message.key == "card.malformed"):
        parse_face(typed)


@pytest.mark.parametrize("typed", ["R0", "R12", "M22", "A6", "K13"])
def test_typed_faces_that_do_not_exist(typed: str) -> None:
    """A face of the right form that no deck has is said to be missing."""
    with pytest.raises(CardError, check=lambda e: e.message.key == "card.no-such-face"):
        parse_face(typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_has_a_name(language: str) -> None:
    """No two faces are called the same."""
    names = {words(language)(face_name(face)) for face in FACES}

    assert len(FACES) == len(names)
