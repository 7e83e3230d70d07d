"""What the page needs of the rest of the house, as plain callables: it knows no camera and no game's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.session import Session
from web.addresses import Hosts
from web.feed import Feed
from web.limits import Limits
from web.photos import Photo

Json: TypeAlias = Mapping[str, Any]
"""JSON values; a Message among them is worded where it leaves the house."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim as the game takes it: the move to submit, and what the rules say of it."""

    move: Json
    verdict: Json


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What pages ask of the game on the table.

    All take and give JSON values, change nothing, may be called from any
    thread, and raise one of the project's own errors (a ValueError among
    them) for whatever they cannot take.
    """

    cards: Callable[[str | None], Json]
    """The cards of an edition (None: the one on the table), as GET /api/cards tells them."""
    verify: Callable[[Json], Json]
    """``task``, ``hand``, perhaps ``mac`` and ``edition`` -> ``task``, ``verdict``, ``reasons``."""
    claim: Callable[[int | None, str, Sequence[str]], Claimed]
    """Whose, which task, which hand -> the claim at this table."""
    sort: Callable[[Sequence[str]], Json]
    """Cards of a picture -> ``task`` (a face or None), ``tasks`` (all of them), ``hand``, ``other``."""
    legal: Callable[[int], Sequence[Json]]
    """The moves that a seat may make now."""
    setup: Callable[[Json], Json]
    """What the host asked for -> the set-up with which a session begins a game."""
    public: Callable[[Json], Json]
    """An event -> the same without what only its players know: nothing else leaves the house."""
    anybodys: Callable[[Json], bool]
    """Whether a correction is anybody's who has a seat; every other one is the host's."""
    unsure: Callable[[], Sequence[Json]]
    """The turns of the game that may have been others: ``entry`` (the journal's), ``id``, ``choices``..."""


@dataclass(frozen=True, slots=True)
class Live:
    """The last picture as JPEG, and what was read in it (GET /host/live.json)."""

    jpeg: bytes
    told: Json


class Adjustable(Protocol):
    """The settings that the host may change while the companion runs."""

    def told(self) -> Sequence[Json]:
        """Every setting as GET /api/settings tells it."""
        ...

    def change(self, values: Json) -> None:
        """Change some of them, all or none. Raises SettingsError."""
        ...


class Sheets(Protocol):
    """Prints: the PDF of ``tags``, ``cards`` or ``mat``."""

    def __call__(
        self, kind: str, *, edition: str | None, lang: str, size_mm: float | None
    ) -> bytes:
        """Raises one of the project's own errors where it cannot be printed so."""
        ...


@dataclass(frozen=True, slots=True)
class House:
    """Everything the page asks, in one hand."""

    session: Session[Any]
    feed: Feed
    rules: Rulebook
    read_photo: Callable[[Photo], Json]
    live_picture: Callable[[], Live | None]
    doctor: Callable[[], Iterable[Json]]
    sheets: Sheets
    settings: Adjustable
    health: Callable[[], Json]
    hosts: Hosts
    address: Callable[[], str]
    port: int
    limits: Limits
    clock: Callable[[], float]

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(str(p["name"]) for p in self.feed.view().get("players", ()))

    @property
    def join_url(self) -> str:
        """Where phones find the page, by address: names fail on some of them."""
        return f"http://{self.address()}:{self.port}/"

    @property
    def join_name(self) -> str:
        """The same by name, for people to read."""
        return f"http://{self.hosts.name}:{self.port}/"
