"""What a session needs from a game: a handful of pure functions over its state."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from companion.announce import Announcement
from companion.inputs import Input

Json: TypeAlias = Mapping[str, Any]
"""JSON values; a Message among them is put into words where it leaves the program."""
S = TypeVar("S")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPlayer:
    """What every page knows of a player."""

    name: str
    cards: tuple[int, ...] = ()
    """The fewest and the most cards that the hand may hold."""
    won: tuple[str, ...] = ()
    """What counts for the win, by its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTurn:
    """Whose turn it is (None where that is nobody's to say), and since when, s."""

    player: int | None
    since: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicChoice:
    """One answer to a question; ``text`` is a message or a text."""

    id: str
    text: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicQuestion:
    """What people are asked; ``player`` is whose to answer, None: anybody's. ``yours`` is the text on that player's phone; left out, or None: the same."""

    id: str
    topic: str
    player: int | None
    text: Any
    yours: Any = None
    choices: tuple[PublicChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTrouble:
    """Something on the table that the rules do not allow."""

    reason: str
    player: int
    text: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSetUp:
    """What is missing before the game can begin or go on, as ``code`` and ``text``."""

    ok: bool
    problems: tuple[Json, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What the view of every game holds; a game adds its own (web/types/wire.d.ts has the same for pages)."""

    game: str
    """Its name."""
    edition: str
    round: int
    """From 1; 0 in a game that has none."""
    phase: Literal["set-up", "play", "rebuild", "over"]
    turn: PublicTurn | None
    players: tuple[PublicPlayer, ...]
    """By seat."""
    zones: Mapping[str, tuple[str | None, ...]]
    """What lies open, by code; None is a card that nobody has read."""
    covered: tuple[str, ...]
    """The zones that lie under a hand."""
    questions: tuple[PublicQuestion, ...]
    setup: PublicSetUp | None
    """None while the game is played."""
    troubles: tuple[PublicTrouble, ...]
    moves: tuple[Json, ...]
    """The turns of late that were told as they seemed."""
    winner: int | None
    winners: tuple[int, ...] = ()
    """Who share the win, where a game can be shared."""
    paused: bool
    rulings: Mapping[str, bool | int | str]
    """The open rules as they are played."""
    camera: bool
    """Whether one looks: without it everything is entered."""


@dataclass(frozen=True, slots=True)
class Happened(Generic[S]):
    """An event, of the game's own type, and the state after it."""

    event: Any
    state: S


@dataclass(frozen=True, slots=True)
class Undoing:
    """How a game wants a move undone: leave out the input ``of``, or insert a correction before it."""

    of: int
    correction: Json | None = None


class Game(Protocol[S]):
    """A game: pure functions over its state ``S``.

    Events are of the game's own types, and JSON only in the journal; moves and corrections
    are JSON values here, as people and programs enter them.
    """

    def start(self, setup: Json) -> S:
        """The state before anything happened."""
        ...

    def register(self, state: S, given: Input) -> S:
        """The state after registering an input, without conclusions; the same object if nothing changes."""
        ...

    def respond(self, state: S, given: Input) -> Sequence[Happened[S]]:
        """The events that follow from the input just registered, each already folded. Raises IllegalMove."""
        ...

    def evolve(self, state: S, event: Any) -> S:
        """The state after one event."""
        ...

    def event_to_json(self, event: Any) -> Json:
        """An event as its journal entry; ``event_from_json`` is the inverse."""
        ...

    def event_from_json(self, data: Json) -> Any:
        """The event of a journal entry. Raises KeyError or ValueError if it is none."""
        ...

    def announce(self, before: S, event: Any) -> Iterable[Announcement]:
        """What people are told about an event."""
        ...

    def place(self, state: S, correction: Json) -> int | None:
        """The entry before which a correction takes effect; None: now. Raises IllegalMove."""
        ...

    def undoing(self, state: S, move: str | None) -> Undoing:
        """How to undo a move of this round (None: the last one). Raises IllegalMove."""
        ...

    def view(self, state: S) -> dict[str, Any]:
        """What everybody may see, as JSON values: a :class:`PublicView` and what is the game's own."""
        ...


def folded(evolve: Callable[[S, Any], S], state: S, events: Iterable[Any]) -> Iterator[Happened[S]]:
    """Events in order, each with the state after it."""
    for event in events:
        state = evolve(state, event)
        yield Happened(event, state)


def given(data: Json, name: str, left_out: Any) -> Any:
    """The value of a field, or ``left_out`` if it is absent or null."""
    value = data.get(name)
    return left_out if value is None else value
