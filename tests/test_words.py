"""What people read: three languages with the same keys and the same gaps."""

from __future__ import annotations

from string import Formatter

import pytest

import companion.games
from companion.announce import Message, message
from companion.words import LANGUAGES, brought_by, language_of_locale, words


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys(language: str) -> None:
    """Every sentence exists in every language."""
    assert words("en").sentences.keys() == words(language).sentences.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_gaps(language: str) -> None:
    """A sentence is filled by the same parameters in every language."""
    english = {key: gaps(said) for key, said in words("en").sentences.items()}

    assert english == {k: gaps(said) for k, said in words(language).sentences.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_gap_says_besides_its_name(language: str) -> None:
    """Nothing, a word before the last of several, or the words for one and for many, which differ."""
    for key, sentence in words(language).sentences.items():
        for _, _, spec, _ in Formatter().parse(sentence):
            if spec == "and":
                continue
            one, either, many = (spec or "").partition("|")
            assert (one, either, many) == ("", "", "") or one != many, key
            assert "|" not in many, key


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("de", "noch 1 Versuch.", "noch 3 Versuche."),
        ("en", "1 try left.", "3 tries left."),
        ("nl", "nog 1 poging.", "nog 3 pogingen."),
    ],
)
def test_one_and_many(language: str, one: str, three: str) -> None:
    """A word agrees with the number before it."""
    said = words(language)

    assert one in said.say("web.pin.wrong", left=1)
    assert three in said.say("web.pin.wrong", left=3)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "Ein Spiel beginnt: "),
        (("Ann",), "Ein Spiel beginnt: Ann"),
        (("Ann", "Bob"), "Ein Spiel beginnt: Ann und Bob"),
        (("Ann", "Bob", "Cem"), "Ein Spiel beginnt: Ann, Bob und Cem"),
    ],
)
def test_several_in_a_sentence(names: tuple[str, ...], said: str) -> None:
    """A word stands before the last one."""
    assert said == words("de").say("journal.game", players=names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_empty_or_ragged(language: str) -> None:
    """A sentence has words, and neither double spaces nor spaces around it."""
    for key, said in words(language).sentences.items():
        if key != "list.separator":
            assert said == " ".join(said.split()), key
            assert said, key


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Rot 5, Gelb 6"), ("en", "red 5, yellow 6"), ("nl", "rood 5, geel 6")],
)
def test_messages_within_messages(language: str, said: str) -> None:
    """A list of messages is worded one by one and put together."""
    five = message("card.number", colour=message("colour.R"), value=5)
    six = message("card.number", colour=message("colour.Y"), value=6)
    text = words(language).say("verdict.even-value", cards=(five, six))

    assert said in text


def test_a_sentence_nobody_wrote() -> None:
    """A missing key is a bug and says which."""
    with pytest.raises(KeyError, match="no.such.key"):
        words("de")(Message("no.such.key"))


def test_a_language_nobody_speaks() -> None:
    """Another language is refused."""
    with pytest.raises(KeyError):
        words("fr")


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": ""}, "nl"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_locale(
    asked: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the environment asks for, in POSIX's order, installed or not; English where we do not speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)

    assert language == language_of_locale()


@pytest.mark.parametrize(
    ("language", "written"), [("de", "1,39"), ("en", "1.39"), ("nl", "1,39")]
)
def test_numbers_as_people_write_them(language: str, written: str) -> None:
    """With the language's own comma; a whole number has none; what is below zero has a minus sign, no hyphen."""
    said = words(language).say("doctor.size.pixels", pixels=1.39)
    whole = words(language).say("doctor.size.pixels", pixels=2.0)
    below = words(language).say("doctor.size.pixels", pixels=-2)

    assert written in said
    assert "2 " in whole
    assert "\N{MINUS SIGN}2 " in below


def test_no_two_say_the_same_key() -> None:
    """What is announced is worded without a game's name: a key is the house's or one game's."""
    houses = ("", *companion.games.names())
    keys = [key for house in houses for key in brought_by(house, "en")]

    assert sorted(set(keys)) == sorted(keys)
