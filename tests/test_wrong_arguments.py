"""What programs may pass by mistake: every call refuses it by the error in its docstring, in a sentence."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import companion
from companion.announce import Message
from companion.errors import CameraError, CompanionError, EditionError, InputError, PictureError
from companion.games import games
from companion.kit.positions import Engine
from companion.words import LANGUAGES, words

CYCLE: list[Any] = []
CYCLE.append(CYCLE)
WRONG: dict[str, Any] = {
    "None": None,
    "negative": -1,
    "fraction": 0.5,
    "True": True,
    "NaN": float("nan"),
    "text": "x",
    "empty text": "",
    "NUL": "\0",
    "surrogate": "\ud800",
    "digits": "9" * 5000,
    "bytes": b"x",
    "list": ["x", 1],
    "empty list": [],
    "object": {"x": 1},
    "cycle": CYCLE,
    "5001 digits": 10**5000,
    "array": np.zeros((2, 2)),
    "empty array": np.array([]),
    "array of texts": np.array(["x", "y"]),
    "float32": np.float32(2.5),
    "array without dimensions": np.array({"x": 1}),
    "something": object(),
}
"""Whole numbers of more than 4300 digits are those that Python refuses to write."""
DUMM, LAUF = companion.game("dumm-gelaufen"), companion.game("lauf-rauf")
LUSTIG = companion.game("nicht-lustig")
ENGINES: tuple[Engine[Any], ...] = tuple(p.engine() for p in games() if p.engine)
DICE = {"black": [3, 3], "red": [1, 4], "white": [2, 2], "pink": 2}
AREAS = [{"open": ["R02"]}, {"open": ["L02"]}]
PAWNS = {"red": ["base"] * 3, "blue": ["base"] * 3}
ABSENT = ("None",)
NOTHING = ("empty text", "empty list", "empty array")

Call = tuple[str, type[CompanionError], Callable[[Any], object], tuple[str, ...]]


def lustig(**told: Any) -> object:
    """The legal moves after a roll."""
    dice = told.pop("dice", DICE)
    return LUSTIG.legal({"position": {"areas": AREAS, **told}, "dice": dice})


def calls() -> Iterator[Call]:
    """A call's name, the error it documents, the call, and which values it may take."""
    yield "game", InputError, companion.game, ()
    yield "read", PictureError, companion.read, ()
    yield "read game", InputError, lambda x: companion.read("x.png", game=x), ABSENT
    yield "read edition", CompanionError, lambda x: companion.read("x.png", x), ()
    yield "watch", CameraError, companion.watch, ()
    yield "watch game", InputError, lambda x: companion.watch("x", game=x), ABSENT
    yield "watch players", CompanionError, lambda x: companion.watch("x", x), ()
    yield "watch fps", CameraError, lambda x: companion.watch(".", fps=x), ABSENT
    yield "table", CompanionError, DUMM.table, ()
    yield "table hand", CompanionError, lambda x: DUMM.table({"A": x}), ()
    yield "table mac", CompanionError, lambda x: DUMM.table([1, 1], mac=x), NOTHING
    yield "table tasks", CompanionError, lambda x: DUMM.table([1], tasks=x), ()
    yield "table edition", CompanionError, lambda x: DUMM.table([1], edition=x), ()
    yield "verify", CompanionError, lambda x: DUMM.verify(x, "R1"), ()
    yield "verify hand", CompanionError, lambda x: DUMM.verify("M10", x), NOTHING
    yield (
        "verify mac",
        CompanionError,
        lambda x: DUMM.verify("M10", "R1", mac=x),
        (*ABSENT, *NOTHING),
    )
    yield "verify edition", CompanionError, lambda x: DUMM.verify("M10", "R1", edition=x), ABSENT
    yield "deal edition", EditionError, lambda x: DUMM.deal(edition=x), ()
    yield (
        "rolls",
        InputError,
        lambda x: LAUF.legal({"position": {"pawns": PAWNS}, "rolls": x}),
        (*ABSENT, "empty list"),
    )
    yield "pawns", InputError, lambda x: LAUF.legal({"position": {"pawns": x}}), ()
    yield "dice", InputError, lambda x: lustig(dice=x), ()
    yield "pink", InputError, lambda x: lustig(dice=DICE | {"pink": x}), ()
    yield "now", InputError, lambda x: lustig(now=x), ABSENT
    yield "areas", InputError, lambda x: LUSTIG.score({"areas": x}), ()
    yield (
        "professors",
        InputError,
        lambda x: LUSTIG.score({"areas": AREAS, "professors": x}),
        (*ABSENT, "empty list"),
    )
    yield "lauf legal", InputError, LAUF.legal, ()
    yield "lustig legal", InputError, LUSTIG.legal, ()
    yield "score", InputError, LUSTIG.score, ()
    for game in ENGINES:
        yield from of_any(game.name, game)


def of_any(name: str, game: Any) -> Iterator[Call]:
    """What every game has."""
    dealt = game.deal()
    whole = ("negative", "5001 digits")
    yield f"{name} deal", CompanionError, game.deal, ()
    yield f"{name} seed", InputError, lambda x: game.deal(seed=x), whole
    yield f"{name} position", CompanionError, game.position, ()
    yield f"{name} its seed", InputError, lambda x: game.position(str(dealt), seed=x), whole
    yield f"{name} play", CompanionError, dealt.play, ()
    yield f"{name} seen by", InputError, dealt.seen_by, ()


def refused(
    call: Callable[[Any], object], what: str, error: type[CompanionError]
) -> Message | None:
    """Why a call does not take a wrong value; None if it does."""
    try:
        call(WRONG[what])
    except error as why:
        return why.message
    except Exception as other:
        other.add_note(what)
        raise
    return None


@pytest.mark.parametrize(
    ("error", "call", "may"), [pytest.param(*call, id=name) for name, *call in calls()]
)
def test_it_is_refused_in_a_sentence(
    error: type[CompanionError], call: Callable[[Any], object], may: tuple[str, ...]
) -> None:
    """In every language, and short: a wrong value is quoted, not repeated at length."""
    why = {what: refused(call, what, error) for what in WRONG if what not in may}
    said = {
        (what, language): words(language)(message)
        for what, message in why.items()
        if message is not None
        for language in LANGUAGES
    }

    assert [] == [what for what, message in why.items() if message is None]
    assert {} == {key: text for key, text in said.items() if not 10 < len(text) < 400}


def test_a_path_may_name_a_source(tmp_path: Any) -> None:
    """As it may name a picture; a folder is no picture, and one without pictures is no source, which is said at once."""
    with pytest.raises(CameraError, match="no pictures"):
        companion.watch(tmp_path)
    with pytest.raises(PictureError, match="folder"):
        companion.read(tmp_path)


def test_numbers_of_numpy_are_numbers() -> None:
    """A program that counts with it need not convert them."""
    players: Any = np.int64(3)
    seed: Any = np.uint8(7)
    seat: Any = np.int64(1)
    for game in ENGINES:
        assert game.deal(players, seed) == game.deal(3, 7)
        assert game.deal(3).seen_by(seat) == game.deal(3).seen_by(1)
