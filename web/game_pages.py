"""What a game adds to the pages: a value that its folder brings, of which the shell knows the shape and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from companion.household.kept_texts import KeptTexts
from web.access.guard import Role

S = TypeVar("S")
Json: TypeAlias = Mapping[str, Any]
"""JSON values; a Message among them is worded where it leaves the house."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked of a game's route, by somebody who may ask it."""

    query: Mapping[str, str]
    """What the address asks (``?edition=classic``)."""
    body: Json
    """The JSON object that was sent, or the texts of a form."""
    player: int | None
    """Who speaks, or for whom the host does; None on a public route."""
    photos: Callable[[], Sequence[Json]]
    """Reads the pictures of a form: ``size``, ``tags``, ``unknown`` of each. Raises PictureError."""
    texts: Callable[[str], KeptTexts] = lambda kind: KeptTexts(None)
    """What the household keeps of a kind (``boards``)."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A route's answer that is a move: it is submitted for who speaks (None: nothing is), ``more`` told besides."""

    move: Json | None
    more: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A way in of the game's own. It may raise the project's errors; a form has pictures, re-encoded before they are read."""

    method: Literal["GET", "POST"]
    path: str
    role: Role
    answer: Callable[[Call], Json | Submission]
    form: bool = False
    hint: bool = False
    """Whether it helps somebody to play, which the host may forbid."""


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page of the game's own, open to anybody: ``module`` of its folder fills it (``show(place)``), ``title`` is a key."""

    path: str
    title: str
    module: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePages:
    """A game's part of the pages; web/static/games.js says what its module ``game.js`` exports.

    The callables take and give JSON values, change nothing, may be called
    from any thread while this game is on the table, and raise one of the
    project's own errors (a ValueError among them) for what they cannot take.
    """

    name: str
    """The game's, as addresses and journals write it: its files lie under ``/static/games/<name>/``."""
    titles: Mapping[str, str]
    """Language -> what the game is called."""
    folder: Path
    """Its modules and style sheets, ``game.js`` among them."""
    prints: tuple[str, ...] = ("tags", "cards", "mat")
    """What of it can be printed."""
    styles: tuple[str, ...] = ()
    """The sheets of the folder that every page loads, after the shell's."""
    pages: tuple[OwnPage, ...] = ()
    routes: tuple[Route, ...] = ()
    """Its own ways in, each with its role."""
    players: tuple[int, int] = (1, 8)
    """The fewest and the most who can play."""
    forms: Mapping[str, Json] = field(default_factory=dict)
    """Edition -> what the host is asked before a game of it: ``rulings`` [{``name``, ``values``, ``value``}], ``first`` (the key of what beginning means),
    ``choices`` [{``name``, ``title`` and ``usual`` (keys), ``from``: the address that tells them}]."""
    legal: Callable[[int], Sequence[Json]] = lambda player: ()
    """The moves that a seat may make now."""
    setup: Callable[[Json], Json] = lambda asked: asked
    """What the host asked for -> the set-up with which a session begins a game."""
    public: Callable[[Json], Json] = lambda event: event
    """An event -> the same without what only its players know: nothing else leaves the house."""
    anybodys: Callable[[Json], bool] = lambda correction: False
    """Whether a correction is anybody's who has a seat; every other one is the host's."""
    past: Callable[[Any], Json] = lambda state: {}
    """The state of a game of before -> what its pages need besides its view."""
    unsure: Callable[[], Sequence[Json]] = tuple
    """The turns of the game that may have been others: ``entry`` (the journal's), ``id``, ``choices``..."""


def on_the_table(state: Callable[[], S | None]) -> Callable[[], S]:
    """The state of a game that is asked only while it is on the table."""

    def here() -> S:
        now = state()
        assert now is not None, "asked of the game on the table"
        return now

    return here
