"""Anything at all comes in by the entrances that are no pages: it is taken, or refused in words and nothing changes."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.errors import (
    CardError,
    CompanionError,
    IllegalMove,
    JournalError,
    SettingsError,
    StaleMove,
)
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card, parse_face
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Draft, Journal, export
from companion.kit.painted import ScriptConfig
from companion.session.session import Outcome, Session
from companion.settings import Settings, load
from companion.table import Settled, Step, Table
from companion.words import LANGUAGES, words
from tests.games.dumm_gelaufen.evening import again, session, setup
from tests.games.dumm_gelaufen.onlooker import Noise

QUICK, LONG = 40, 5000
PHASES = ("set-up", "play", "question", "claim", "paused", "rebuild", "by-hand", "over")
ORDERS = (
    "table-is-right",
    "allow",
    "misread",
    "action",
    "was",
    "no-turn",
    "claimant",
    "begin",
    "pause",
    "resume",
    "rebuild",
    "finish",
    "turn-done",
    "",
)
CODES = [card.code for name in ("classic", "newer") for card in load_edition(name).cards]
PLACES = ("mac", "open-left", "open-right", "draw", "actions", "hand", "claim", "turn")


def in_words(error: CompanionError) -> None:
    """An error can be said in every language."""
    said = (error.message, *getattr(error, "reasons", ()))
    assert all(words(language)(each) for language in LANGUAGES for each in said)


# The game ---------------------------------------------------------------------------

numbers = st.integers(-2, 7) | st.sampled_from([10**30, 2**63, -(2**31)])
leaves = (
    st.none()
    | st.booleans()
    | numbers
    | st.floats()
    | st.sampled_from(CODES)
    | st.sampled_from(["R01", "M10", "K06", "A04", "1", "claim-9", "", "\0", "\ud800"])
    | st.sampled_from(PLACES)
    | st.text(max_size=6)
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=10,
)
cards = st.lists(st.sampled_from(CODES) | st.none(), max_size=8)
ats = st.lists(
    st.tuples(st.sampled_from(PLACES), st.sampled_from(CODES) | st.none()).map(list), max_size=4
)
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "player": st.integers(0, 3),
    "whom": st.integers(0, 3) | st.none(),
    "card": st.sampled_from(CODES) | st.none(),
    "cards": cards | ats,
    "hands": st.lists(st.lists(st.integers(0, 12), min_size=2, max_size=2), max_size=4),
    "mac": cards,
    "left": cards,
    "right": cards,
    "actions": cards,
    "place": st.sampled_from(PLACES),
    "task": st.sampled_from([code for code in CODES if code[0] == "M"]),
    "accept": st.booleans(),
    "fewest": st.integers(-1, 12),
    "most": st.integers(-1, 12),
}


def shaped(tag: str, kinds: dict[str, type[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of the right shape, with likely values, unlikely ones, or none."""

    def shape(name: str) -> st.SearchStrategy[dict[str, Any]]:
        given_fields = {
            field.name: LIKELY.get(field.name, values) | values for field in fields(kinds[name])
        }
        return st.fixed_dictionaries({tag: st.just(name)}, optional=given_fields)

    return st.sampled_from(sorted(kinds)).flatmap(shape)


orders = st.fixed_dictionaries(
    {"do": st.sampled_from(ORDERS)},
    optional={
        "move": st.integers(-1, 40) | values,
        "choice": st.sampled_from(["1", "2", "9", "²"]) | values,
        "player": st.integers(-1, 4) | values,
        "back": values,
    },
)
anything = st.dictionaries(st.text(max_size=8), values, max_size=4)
seats = st.none() | st.integers(0, 3)
calls = (
    st.tuples(st.just("submit"), shaped("move", dict(m.MOVES.kinds)) | anything, seats)
    | st.tuples(st.just("correct"), orders | anything)
    | st.tuples(st.just("correct"), shaped("event", dict(m.EVENTS)))
    | st.tuples(st.just("answer"), st.text(max_size=4), st.text(max_size=4), seats)
    | st.tuples(st.just("answer-asked"), st.integers(0, 5), st.integers(0, 4))
    | st.tuples(st.just("undo"), st.none() | st.integers(-1, 300) | st.text(max_size=3))
)


class Tables:
    """A session in every phase; one that was changed is set up anew."""

    def __init__(self) -> None:
        self.kept = {phase: made(phase) for phase in PHASES}
        self.open = {phase: again(told) for phase, told in self.kept.items()}

    def renew(self, phase: str) -> None:
        self.open[phase] = again(self.kept[phase])


def made(phase: str) -> Session[TableState]:
    """A session in a phase."""
    match phase:
        case "set-up":
            return session(ScriptConfig(3, 3))
        case "question":
            return asked()
        case "claim":
            return claiming()
        case "by-hand":
            told = session(ScriptConfig(3, 3), 1, camera=True)
            return told
        case "over":
            return over()
    told = session(ScriptConfig(3, 3), 30, noise=Noise())
    if phase == "paused":
        told.correct({"do": "pause"})
    if phase == "rebuild":
        told.correct({"do": "rebuild"})
    return told


def asked() -> Session[TableState]:
    """A game in which something is asked."""
    for seed in range(50):
        told = session(ScriptConfig(seed, 3), 40, noise=Noise())
        if told.view()["questions"]:
            return told
    raise AssertionError("nobody asks anything")


def claiming() -> Session[TableState]:
    """A game in which somebody has begun to lay out a claim."""
    told = session(ScriptConfig(4, 3), 12)
    table = told.state.table
    laid = {**table.zones, "claim": ("M10-1", "R01-1")}
    steps = (Step("+", "claim", "M10-1"), Step("+", "claim", "R01-1"))
    told.observe(Settled(9999, told.state.at + 1, Table(laid), steps))
    assert told.view()["claim"]
    return told


def over() -> Session[TableState]:
    """A game that somebody has won."""
    told = session(ScriptConfig(4, 3), 12)
    won = [["M01-1", "M02-1"], [], []]
    hands = [[5, 5], [8, 8], [8, 8]]
    lies: dict[str, Any] = {"mac": ["G11-1"], "left": ["Y10-1"], "right": ["Y08-1"]}
    game = {"event": "game-joined", "player": 0, "number": 3, "hands": hands, "won": won}
    told.correct(game | lies)
    hand = ["R01-1", "R03-1", "R04-1", "R04-2", "R08-1"]
    told.submit({"move": "claim", "player": 0, "task": "M10-1", "cards": hand})
    for question in told.view()["questions"]:
        told.answer(question["id"], "accept")
    assert told.view()["phase"] == "over"
    return told


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables()


def call(told: Session[TableState], said: tuple[Any, ...]) -> Outcome | None:
    """What came of a call; None where it was refused in words."""
    try:
        match said:
            case "submit", move, by:
                return told.submit(move, by=by)
            case "correct", correction:
                return told.correct(correction)
            case "answer", question, choice, by:
                return told.answer(question, choice, by=by)
            case "answer-asked", question, choice:
                open_now = told.view()["questions"]
                one = open_now[question % len(open_now)] if open_now else {}
                ids = [each["id"] for each in one.get("choices", ())] or [""]
                return told.answer(one.get("id", ""), ids[choice % len(ids)])
            case "undo", move:
                return told.undo(move)
    except (IllegalMove, StaleMove, JournalError) as refusal:
        in_words(refusal)
        return None
    raise AssertionError(said)


def enters(tables: Tables, phase: str, said: tuple[Any, ...]) -> None:
    """Something is said at a table in some phase."""
    told = tables.open[phase]
    before = told.view(), told.journal.last
    if call(told, said) is None:
        assert before == (told.view(), told.journal.last)
        return
    assert json.dumps(told.view(), allow_nan=False)
    follows = again(told)
    assert follows.view() | {"seq": 0} == told.view() | {"seq": 0}
    tables.renew(phase)


@pytest.mark.slow
@settings(max_examples=QUICK, deadline=None)
@given(st.sampled_from(PHASES), calls)
def test_anything_said_is_done_or_refused(
    tables: Tables, phase: str, said: tuple[Any, ...]
) -> None:
    """A sample; `make prove` says more."""
    enters(tables, phase, said)


@pytest.mark.prove
@settings(max_examples=LONG, deadline=None)
@given(st.sampled_from(PHASES), calls)
def test_anything_said_is_done_or_refused_for_long(
    tables: Tables, phase: str, said: tuple[Any, ...]
) -> None:
    """Moves, answers, corrections and undos of every shape, in every phase: done, or refused and nothing has changed."""
    enters(tables, phase, said)


def begins(given_setup: dict[str, Any]) -> None:
    """A game is begun with some set-up, or refused in words or as malformed; then the one before goes on."""
    told = session(ScriptConfig(3, 2), 1)
    before = told.view(), told.journal.last
    try:
        told.begin(given_setup)
    except (CompanionError, ValueError, KeyError, TypeError):
        assert before == (told.view(), told.journal.last)
    else:
        assert again(told).view() == told.view()


@settings(max_examples=QUICK, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["players", "edition", "rulings", "camera", "painted"]), values)
)
def test_any_set_up_begins_a_game_or_is_refused(given_setup: dict[str, Any]) -> None:
    """What a journal from elsewhere may call a set-up."""
    begins({**setup(ScriptConfig(0, 2)), **given_setup})


# Looks ------------------------------------------------------------------------------


codes = st.sampled_from(CODES) | st.text(min_size=1, max_size=8)
steps = st.builds(Step, st.sampled_from(["+", "-"]), st.sampled_from(PLACES), codes)
tables_seen = st.builds(
    Table,
    st.dictionaries(st.sampled_from(PLACES), st.lists(codes, max_size=9).map(tuple)),
    st.frozensets(st.sampled_from(PLACES), max_size=3),
)
looks = st.builds(
    Settled,
    st.just(9999),
    st.floats(0, 1e6),
    tables_seen,
    st.lists(steps, max_size=5).map(tuple),
    unknown=st.lists(st.text(max_size=9), max_size=2).map(tuple),
    twice=st.lists(codes, max_size=2).map(tuple),
)


def sees(tables: Tables, phase: str, look: Settled) -> None:
    """Something impossible is seen at a table in some phase."""
    told = tables.open[phase]
    told.observe(look)
    assert json.dumps(told.view(), allow_nan=False)
    assert again(told).view() == told.view()
    tables.renew(phase)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.sampled_from(PHASES), looks)
def test_anything_seen_is_borne(tables: Tables, phase: str, look: Settled) -> None:
    """A reader that went mad does not stop the game."""
    sees(tables, phase, look)


@pytest.mark.prove
@settings(max_examples=2000, deadline=None)
@given(st.sampled_from(PHASES), looks)
def test_anything_seen_is_borne_for_long(tables: Tables, phase: str, look: Settled) -> None:
    """Tables that cannot be, steps that never were, codes that are none."""
    sees(tables, phase, look)


# Payloads and cards -------------------------------------------------------------------

texts = (
    st.text(max_size=14)
    | st.from_regex(r"DG[12]\\[0-9RYGBMAK]{3,5}", fullmatch=True)
    | st.sampled_from(CODES).map(lambda code: f"DG1\\{code}")
    | st.tuples(st.sampled_from(CODES), st.text(max_size=2)).map("".join)
)


@settings(max_examples=2 * QUICK, deadline=None)
@given(texts)
def test_any_payload_is_that_card_or_none(text: str) -> None:
    """What is read off a tag is a card of its edition, byte for byte, or refused in words."""
    for name in ("classic", "newer"):
        edition = load_edition(name)
        try:
            card = edition.parse_payload(text)
        except CardError as refusal:
            in_words(refusal)
        else:
            assert edition.payload(card) == text


@settings(max_examples=2 * QUICK, deadline=None)
@given(texts | st.sampled_from(CODES))
def test_any_code_is_that_card_or_none(text: str) -> None:
    """What is typed is a card or refused in words."""
    for parse in (Card.parse, parse_face):
        try:
            parse(text)
        except CardError as refusal:
            in_words(refusal)


# Settings ---------------------------------------------------------------------------

NAMES = [field.name for field in fields(Settings)]
anything_set = values | st.sampled_from(
    ["~nobody/x", "\0", "1e999", "inf", "-1", "٣", "GPIO18,GPIO99", "a,b", "x" * 5000]
)


def is_set(config: Path | None, environment: dict[str, str], given_: Any) -> None:
    """Settings are whole, or refused in words."""
    try:
        assert isinstance(load(config, environment, given_), Settings)
    except SettingsError as refusal:
        in_words(refusal)


@settings(max_examples=2 * QUICK, deadline=None)
@example({"port": float("inf")})
@example({"volume": 10**400})
@example({"journal": "~nobody-lives-here/x"})
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=5), anything_set))
def test_any_options_are_set_or_refused(given_: dict[str, Any]) -> None:
    """Options and what the host's page sends."""
    is_set(None, {}, given_)


@settings(max_examples=QUICK, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(NAMES).map(lambda n: f"MURPHY_{n.upper()}"),
        st.text(max_size=9) | st.sampled_from(["1", "a,b", "0.5", "inf"]),
    )
)
def test_any_environment_is_set_or_refused(environment: dict[str, str]) -> None:
    """Variables of any content."""
    is_set(None, environment, {})


tomls = st.lists(
    st.tuples(
        st.sampled_from(NAMES) | st.text(max_size=5),
        st.sampled_from(["=", "= ", "", "."]),
        st.sampled_from(
            ["1", "inf", "nan", '"x"', "[1, 2]", '["a", "b"]', "1979-05-27", "{a = 1}", "0x_", "'"]
        )
        | st.text(max_size=6),
    ).map("".join),
    max_size=4,
).map("\n".join)


@settings(max_examples=QUICK, deadline=None)
@given(
    st.one_of(tomls.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=40))
)
def test_any_configuration_is_set_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    """A file of any content."""
    config = tmp_path_factory.getbasetemp() / "murphy.toml"
    config.write_bytes(content)
    is_set(config, {}, {})


# Journals from elsewhere ----------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("journal") / "j"
    with Journal(path, clock=lambda: 5.0) as journal:
        session(ScriptConfig(3, 2), 6, journal=journal)
    return list(export(path))


lines = st.one_of(
    st.text(max_size=30),
    st.fixed_dictionaries(
        {},
        optional={
            "seq": values,
            "at": values,
            "kind": st.sampled_from(["game", "event", "undo"]) | values,
            "data": values,
            "last": values,
            "hash": st.just("") | values,
        },
    ).map(json.dumps),
    st.integers(1, 300).map(lambda deep: "[" * deep * 100),
)


@settings(max_examples=QUICK, deadline=None)
@given(st.integers(0, 60), st.booleans(), lines)
def test_any_import_is_whole_or_refused(
    exported: list[str], place: int, instead: bool, line: str
) -> None:
    """One foreign line anywhere: nothing of the file is taken, and the line is named."""
    place = min(place, len(exported))
    changed = [*exported[:place], line, *exported[place + instead :]]
    with Journal(None) as journal:
        try:
            journal.load(changed)
        except JournalError as refusal:
            in_words(refusal)
        assert journal.last in (0, len(changed))


def json_has(data: object) -> bool:
    """Whether JSON has all the numbers of it."""
    try:
        json.dumps(data, allow_nan=False)
    except ValueError:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_an_exported_game_told_otherwise_folds_or_is_refused(
    exported: list[str], data: st.DataObject
) -> None:
    """Entries that prove themselves but make no sense to the game are refused in words, by their number."""
    told = [json.loads(line) for line in exported]
    entry = data.draw(st.sampled_from(told))
    entry["data"] = data.draw(anything)
    with Journal(None) as journal:
        for each in told:
            try:
                journal.append((Draft(each["kind"], each["data"]),), at=each["at"])
            except JournalError as refusal:
                in_words(refusal)
            except ValueError:
                # No number that JSON has: nothing of the house would say it.
                assert not json_has(each["data"])
        try:
            Session(TABLE_GAME, journal).view()
        except CompanionError as refusal:
            in_words(refusal)
