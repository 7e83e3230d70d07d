"""What people read: three languages with the same keys and the same gaps."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import companion.games
from companion.announce import Message, Param, message
from companion.words import (
    LANGUAGES,
    add,
    brought_by,
    forget,
    formerly,
    language_of_locale,
    words,
    zone_name,
)

GAMES = Path(companion.games.__file__).parent
KEY = re.compile(r"""["'`]([a-z][a-z-]*\.[\w.-]+)["'`]""")


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_below_zero(language: str) -> None:
    """Of minus one there is one point, of minus two there are several."""
    one, many = (words(language).say("points.count", count=-n) for n in (1, 2))

    assert one.split()[1] == words(language).say("points.count", count=1).split()[1]
    assert one.split()[1] != many.split()[1]


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
    five = message("card.number", colour=message("colour.red"), value=5)
    six = message("card.number", colour=message("colour.yellow"), value=6)
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


@pytest.mark.parametrize(("language", "written"), [("de", "1,39"), ("en", "1.39"), ("nl", "1,39")])
def test_numbers_as_people_write_them(language: str, written: str) -> None:
    """With the language's own comma; a whole number has none; what is below zero has a minus sign, no hyphen."""
    said = words(language).say("doctor.size.pixels", pixels=1.39)
    whole = words(language).say("doctor.size.pixels", pixels=2.0)
    below = words(language).say("doctor.size.pixels", pixels=-2)

    assert written in said
    assert "2 " in whole
    assert "\N{MINUS SIGN}2 " in below


LIKE_ANOTHER_GAMES = {
    ("page.covered", "lustig.lies.covered"): "a zone under a hand, a card under a Death"
}
"""Two games' sentences that are the same word for word, and why."""


def test_no_sentence_is_in_two_games() -> None:
    """What several games say is the house's: the same text in all three languages, of more than a letter, is one sentence."""
    keys: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for game in companion.games.names():
        told = [brought_by(game, language) for language in LANGUAGES]
        for key in told[0]:
            texts = tuple(sentences[key] for sentences in told)
            if all(len(re.sub(r"\{\w+\}|\W", "", text)) > 1 for text in texts):
                keys.setdefault(texts, []).append((game, key))

    several = [of for of in keys.values() if len({game for game, _ in of}) > 1]
    found = {tuple(key for _, key in of) for of in several}
    assert found - LIKE_ANOTHER_GAMES.keys() == set()


@pytest.mark.parametrize("name", companion.games.names())
def test_no_game_says_another_games_sentence(name: str) -> None:
    """What a game's modules and pages name is its own or the house's."""
    folder = GAMES / name.replace("-", "_")
    files = (p for p in folder.rglob("*") if p.suffix in (".py", ".js"))
    said = {key for file in files for key in KEY.findall(file.read_text("utf-8"))}
    own = brought_by("", "en").keys() | brought_by(name, "en").keys()

    assert {k for k in said - own if k in words("en").sentences} == set()


WRITTEN: dict[str, Param] = {
    "player": ("Ann",),
    "colour": Message("lustig.die.pink"),
    "colours": ("Rot",),
    "count": 3,
    "points": "7",
    "what": "X",
    "dice": "X",
    "shown": "4",
}
"""Whatever an old journal's messages have been filled with."""


@pytest.mark.parametrize("old", formerly())
def test_a_sentence_with_another_key_is_said(old: str) -> None:
    """Announcements and violations in journals name the old key: no file has it any more, and all gaps are filled."""
    for language in LANGUAGES:
        said = words(language)(Message(old, WRITTEN))

        assert old not in words(language).sentences
        assert said
        assert "{" not in said


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        (
            Message("lustig.dice.too-many", {"colour": Message("lustig.die.pink")}),
            "one die too many (pink)",
        ),
        (Message("lustig.told.dice-right", {"dice": ("red shows 4",)}), "Corrected: red shows 4"),
        (Message("card.number", {"colour": Message("colour.Y"), "value": 7}), "yellow 7"),
    ],
)
def test_what_journals_hold_is_worded(stored: Message, said: str) -> None:
    """The message, and those within it, as they are read back."""
    assert said in words("en")(Message.from_json(stored.to_json()))


def test_no_two_say_the_same_key() -> None:
    """What is announced is worded without a game's name: a key is the house's or one game's."""
    houses = ("", *companion.games.names())
    keys = [key for house in houses for key in brought_by(house, "en")]

    assert sorted(set(keys)) == sorted(keys)


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game whose mat has zones that are called as those of another game are."""
    folder = tmp_path / "strange_words"
    folder.mkdir()
    for language in LANGUAGES:
        text = f'[stranger.zone]\ndraw = "deck, {language}"\n'
        (folder / f"{language}.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    add("stranger", "strange_words")
    yield "stranger"
    forget(["stranger"])


@pytest.mark.parametrize("on", ["scan", "print"])
def test_a_zone_is_called_as_its_own_game_says(stranger: str, on: str) -> None:
    """Though another game has one of that name; what no game names stands as it is on the board."""
    said = words("nl").worded

    assert "deck, nl" == said(zone_name(stranger, "draw", on))
    assert "deck, nl" != said(zone_name("dumm-gelaufen", "draw", on))
    assert "L13" == said(zone_name(stranger, "L13", on))
