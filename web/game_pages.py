"""What a game adds to the pages, as a value from its folder; the shell knows only this type."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from companion.household import KeptTexts
from companion.kit.orders import is_of_turn
from companion.pieces import PRINTS, Print
from companion.rules import Json
from web.access.guard import Role

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Call:
    """A request to a game's route by somebody who may use it."""

    query: Mapping[str, str]
    """The query parameters (``?edition=classic``)."""
    body: Json
    """The JSON object that was sent, or the texts of a form."""
    player: int | None
    """The player who sent it, or for whom the host did; None on a public route."""
    photos: Callable[[], Sequence[Json]]
    """Reads the pictures of a form: ``size``, ``tags``, ``unknown`` of each. Raises PictureError."""
    texts: Callable[[str], KeptTexts] = lambda kind: KeptTexts(None)
    """The texts of a kind that the household keeps (``boards``)."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A route's answer that is a move: it is submitted for the player (None: nothing is); ``more`` is added to the answer."""

    move: Json | None
    more: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the game's own. It may raise the project's errors; a form has pictures, re-encoded before they are read."""

    method: Literal["GET", "POST"]
    path: str
    role: Role
    answer: Callable[[Call], Json | Submission]
    form: bool = False
    hint: bool = False
    """Whether it gives hints, which the host may forbid."""


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page of the game's own, open to anybody: ``module`` in its folder fills it (``show(place)``), ``title`` is a key."""

    path: str
    title: str
    module: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePages:
    """A game's part of the pages; web/types/pages.d.ts lists what its module ``game.js`` exports.

    The callables take and return JSON values, change nothing, may be called from any
    thread while this game is on the table, and raise one of the project's own errors (a
    ValueError among them) for invalid input.
    """

    name: str
    """The game's name in addresses and journals: its files are under ``/static/games/<name>/``."""
    titles: Mapping[str, str]
    """Language -> what the game is called."""
    folder: Path
    """Its modules and style sheets, ``game.js`` among them."""
    prints: tuple[Print, ...] = PRINTS
    """What can be printed for it."""
    shared: tuple[str, ...] = ()
    """The house's style sheets that every page loads before the game's (``pieces.css``)."""
    styles: tuple[str, ...] = ()
    """The style sheets in the folder that every page loads, after the shell's."""
    pages: tuple[OwnPage, ...] = ()
    routes: tuple[Route, ...] = ()
    """Its own routes, each with its role."""
    players: tuple[int, int] = (1, 8)
    """The fewest and the most who can play."""
    forms: Mapping[str, Json] = field(default_factory=dict)
    """Edition -> the form for a new game: ``rulings`` [{``name``, ``values``, ``value``}],
    ``first`` (the key that explains who begins), ``choices`` [{``name``, ``title`` and
    ``usual`` (keys), ``from``: the URL that lists them}], ``each``: what every player
    chooses of ``values`` and no other has: ``name``, ``title`` (a key), ``word`` (the
    beginning of the values' keys), ``usual``: number of players -> values by seat.
    """
    legal: Callable[[int], Sequence[Json]] = lambda player: ()
    """The legal moves of a seat."""
    setup: Callable[[Json], Json] = lambda asked: asked
    """The host's form -> the set-up with which a session begins a game."""
    public: Callable[[Json], Json] = lambda event: event
    """An event without what only its players know: nothing else is published."""
    anybodys: Callable[[Json], bool] = lambda correction: False
    """Whether anybody with a seat may make a correction; all others are the host's."""
    judged: Callable[[Json], int | None] = lambda said: None
    """A move, or ``{"question": id}`` -> the seat that it judges, which may not say it: the others do, or the host; None: anybody's."""
    past: Callable[[Any], Json] = lambda state: {}
    """The state of a past game -> what its pages need besides its view."""
    unsure: Callable[[], Sequence[Json]] = tuple
    """The turns of the game that may have been different: ``entry`` (the journal's), ``id``, ``choices``..."""


def on_the_table(state: Callable[[], S | None]) -> Callable[[], S]:
    """The state of a game's routes that are used only while the game is on the table."""

    def here() -> S:
        now = state()
        assert now is not None, "asked of the game on the table"
        return now

    return here


class Playing(Protocol):
    """A game's state at a table."""

    @property
    def goes_on(self) -> bool:
        """Whether the game is being played now."""
        ...


P = TypeVar("P", bound=Playing)


def pages_of(
    game: Any,
    folder: Path,
    state: Callable[[], P | None],
    setup: Callable[[Json], Json],
    *,
    legal: Callable[[P, int], Sequence[Json]] | None = None,
    anybodys: Callable[[P, Json], bool] = lambda state, correction: False,
    **more: Any,
) -> GamePages:
    """The pages of most games: of ``game``, a GamePackage, whose state is ``state()`` (None: another game is being played).

    Any seat may end a turn or give it to somebody, and make the corrections that are ``anybodys``;
    without ``legal`` the one that decides may do whatever the game's engine says.
    """
    here = on_the_table(state)
    offers = legal or partial(_offered, game)
    forms = {edition: game.setup_form(edition) for edition in game.editions}
    told: dict[str, Any] = {"forms": forms, "prints": game.prints, **more}
    return GamePages(
        name=game.name,
        titles=game.titles,
        folder=folder,
        players=game.players,
        legal=lambda player: offers(here(), player),
        setup=lambda given: setup(game.setup(given)),
        anybodys=lambda told: (is_of_turn(told) and here().goes_on) or anybodys(here(), told),
        **told,
    )


def _offered(game: Any, now: Any, player: int) -> list[Json]:
    """What a seat may do by the rules, if it has to decide."""
    position = game.engine().at(now.state)
    decides = now.goes_on and player == position.player
    return [position.move_json(move) for move in position.legal()] if decides else []
