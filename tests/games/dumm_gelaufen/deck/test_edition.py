"""Both editions: their decks, payloads, figures and rulings."""

import pickle
import tomllib
from collections import Counter
from dataclasses import fields, replace
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.announce import Message
from companion.errors import CardError, EditionError
from companion.games.dumm_gelaufen.deck.cards import CardKind, colour_name
from companion.games.dumm_gelaufen.deck.edition import (
    EDITIONS,
    RULINGS,
    Edition,
    Rulings,
    edition_of,
    load_edition,
)
from companion.kit.setup import Value
from companion.words import LANGUAGES, words


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Edition:
    return load_edition(request.param)


def contents(name: str) -> dict[str, Any]:
    text = files("companion.games.dumm_gelaufen.editions").joinpath(f"{name}.toml").read_text()
    return tomllib.loads(text)


def test_deck(edition: Edition) -> None:
    """72 number cards, 17 actions and 21 murphy cards in both (rules, A1)."""
    assert (72, 17, 21) == (len(edition.numbers), len(edition.actions), len(edition.tasks))
    assert 89 == len(edition.main_deck)
    assert {24} == set(Counter(card.colour for card in edition.numbers).values())
    assert 513 == sum(card.value for card in edition.numbers)
    assert len(edition.cards) == len(set(edition.cards))


def test_what_the_editions_differ_in() -> None:
    """Blue stands in red's place, a card marks Mac's row, and M09 asks for nine (rules, D)."""
    classic, newer = map(load_edition, EDITIONS)

    assert ("R", "B") == (classic.at_once, newer.at_once)
    assert ("RYG", "BYG") == tuple("".join(e.colours) for e in (classic, newer))
    assert {"MAC"} == {f for f in newer.faces - classic.faces if f[0] != "B"}
    assert {"M01", "M09"} == {
        task for task in classic.asked if classic.asked[task] != newer.asked[task]
    }
    assert (10, 9) == (classic.asked["M09"].least, newer.asked["M09"].least)
    assert ("R05", "B05") == (classic.asked["M01"].face, newer.asked["M01"].face)


def test_what_nobody_confirmed() -> None:
    """Of the newer edition only the two tasks of its printed examples are sure (rules, D)."""
    classic, newer = map(load_edition, EDITIONS)

    assert not classic.unconfirmed
    told = {c.face for c in newer.tasks + newer.actions} - newer.unconfirmed
    assert {"M05", "M09"} == told


def test_newer_rulings() -> None:
    """The newer booklet settles five points its own way (rules, D)."""
    ours = load_edition("newer").rulings.to_json().items()

    assert {
        "bin_rule": "off",
        "replenish_to": 2,
        "at_once_in_replenish": "obey",
        "claim_window": "own_turn",
        "murphy_unfulfilled": "box",
    } == dict(ours - Rulings().to_json().items())


def test_there_is_one_object_of_each(edition: Edition) -> None:
    """An edition survives the way into another process as itself."""
    assert edition is load_edition(edition.name)
    assert edition is pickle.loads(pickle.dumps(edition))


def test_payloads_and_cards_are_inverses(edition: Edition) -> None:
    """Every card's tag parses to that card, in nine characters (docs/physical.md, section 1)."""
    for card in edition.cards:
        payload = edition.payload(card)
        assert 9 == len(payload)
        assert card is edition.parse_payload(payload)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "card.malformed"),
        ("R07-2", "card.malformed"),
        ("dg1-R07-2", "card.malformed"),
        ("DG1-R07-2 ", "card.malformed"),
        ("https://example.org", "card.malformed"),
        ("NL1-R07-2", "card.other-game"),
        ("DG2-B07-2", "card.other-edition"),
        ("DG1-B07-2", "card.not-in-edition"),
        ("DG1-MAC-1", "card.not-in-edition"),
        ("DG1-R12-1", "card.not-in-edition"),
        ("DG1-R07-4", "card.no-such-copy"),
    ],
)
def test_other_payloads(text: str, key: str) -> None:
    """A tag that is none of this edition's is refused by name."""
    with pytest.raises(CardError) as refused:
        load_edition("classic").parse_payload(text)

    assert key == refused.value.message.key
    for language in LANGUAGES:
        assert words(language)(refused.value.message)


@given(st.text(max_size=12) | st.from_regex(r"[DN][GL][0-9]-[A-Z0-9]{3}-[0-9]"))
def test_any_payload(text: str) -> None:
    """Any text is a payload of a card or refused as none."""
    edition = load_edition("newer")
    try:
        card = edition.parse_payload(text)
    except CardError:
        assert text not in map(edition.payload, edition.cards)
    else:
        assert text == edition.payload(card)


def test_an_edition_nobody_made() -> None:
    """Another name is refused with the names there are."""
    with pytest.raises(EditionError, check=lambda e: e.message.key == "edition.unknown"):
        load_edition("../classic")


@pytest.mark.parametrize(
    "change",
    [
        {"colours": ["X"]},
        {"tasks": {"M01": {"at_least": 1}}},
        {"counts": {}},
        {"players": []},
        {"counts": {"tasks": 22, "at_once": 5, "keep": 12}},
    ],
    ids=["colour", "figure", "counts", "players", "too many tasks"],
)
def test_a_wrong_file(change: dict[str, Any]) -> None:
    """What is wrong with an edition's file is an error of its own."""
    with pytest.raises(EditionError, check=lambda e: e.message.key == "edition.wrong-file"):
        edition_of(contents("classic") | change)


def test_every_task_has_its_figures(edition: Edition) -> None:
    """What is asked is known for exactly the murphy cards of the deck."""
    assert {card.face for card in edition.tasks} == set(edition.asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_text(edition: Edition, language: str) -> None:
    """A murphy or action card says something short, with this edition's figures in it."""
    said = words(language)
    for card in edition.cards:
        if card.kind is not CardKind.NUMBER:
            assert 20 < len(said(edition.text(card.face))) <= 140
    assert said(colour_name(edition.colours[0])) in said(edition.text("M01"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("face", "ruling"),
    [
        ("A01", {"a01_blind": False}),
        ("A03", {"murphy_open_travels": False}),
        ("K03", {"k03": "and"}),
        ("K12", {"k12_from_hands": True}),
    ],
)
def test_a_text_follows_the_ruling(
    edition: Edition, face: str, ruling: dict[str, Any], language: str
) -> None:
    """Where a table plays a card otherwise, its text says otherwise, and no other text does."""
    said, ruled = words(language), replace(edition.rulings, **ruling)
    changed = [
        card.face
        for card in edition.tasks + edition.actions
        if edition.text(card.face, ruled) != edition.text(card.face)
    ]

    assert [face] == changed
    assert said(edition.text(face)) != said(edition.text(face, ruled))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unconfirmed_text_says_so(language: str) -> None:
    """In the newer edition all but M05 and M09 are taken over from the classic one (rules, D)."""
    said = words(language)
    classic, newer = load_edition("classic"), load_edition("newer")
    mark = said.say("does.unconfirmed", does="").strip()
    told = {c.face: said(newer.text(c.face)) for c in newer.tasks + newer.actions}

    assert {"M05", "M09"} == {face for face, text in told.items() if mark not in text}
    assert not any(mark in said(classic.text(face)) for face in told)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_file_names_every_ruling(name: str) -> None:
    """Nothing is left to a default that a reader of the file does not see."""
    assert set(contents(name)["rulings"]) == {field.name for field in fields(Rulings)}


def test_the_table_of_rulings() -> None:
    """Every setting has its default first, a rival, a question and a reason."""
    assert [field.name for field in fields(Rulings)] == [r.name for r in RULINGS]
    assert Rulings() == load_edition("classic").rulings
    for ruling in RULINGS:
        assert ruling.default == getattr(Rulings(), ruling.name)
        assert len(ruling.values) > 1
        for language in LANGUAGES:
            said = words(language)
            assert said(ruling.question).endswith("?")
            assert said(ruling.why).endswith(".")
            assert all(
                said.say(f"ruling-value.{str(v).lower().replace('_', '-')}") for v in ruling.values
            )


@given(st.fixed_dictionaries({r.name: st.sampled_from(r.values) for r in RULINGS}))
def test_rulings_and_json_are_inverses(chosen: dict[str, Value]) -> None:
    """What is set comes back."""
    assert chosen == Rulings.from_json(chosen).to_json()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"k13": "or"}, "ruling.unknown"),
        ({"k03": "xor"}, "ruling.no-such-value"),
        ({"k03": ["or"]}, "ruling.no-such-value"),
        ({"replenish_to": True}, "ruling.no-such-value"),
        ({"a01_blind": 1}, "ruling.no-such-value"),
    ],
)
def test_wrong_rulings(data: dict[str, Any], key: str) -> None:
    """A setting or value that does not exist is refused in words."""
    with pytest.raises(EditionError) as refused:
        Rulings.from_json(data)

    assert key == refused.value.message.key
    assert all(words(language)(refused.value.message) for language in LANGUAGES)


def test_texts_are_messages(edition: Edition) -> None:
    """The pure side holds no sentences."""
    assert isinstance(edition.text("K01"), Message)
    assert isinstance(edition.label, Message)


def test_what_is_not_said_is_as_in_the_classic_edition() -> None:
    """Ruling by ruling."""
    assert Rulings() == load_edition("classic").rulings
