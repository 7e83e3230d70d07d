"""What a game gives to be tried with: the laws of the kit hold it to what it says (companion/kit/conformance)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.rules import Json


def _of_the_table(table_state: Any) -> Any:
    return table_state.state


def _as_offered(move: Json, table_state: Any, chance: Random) -> Json:
    return move


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """A game's own examples; what is left out is not tried.

    ``State`` below is the rules' state: of a position ``position.state``, of a table
    what ``rules`` gives, of a painted game ``step.after``.
    """

    pieces: Callable[[Any], Iterable[Hashable]] | None = None
    """A state -> all pieces in it, each as often as it lies, stands or is held somewhere."""
    public: Callable[[Any], object] | None = None
    """A state -> what people at the table agree on: who has what, what lies where, who has won."""
    redealt: Callable[[Any, int, Random], Any] = lambda state, seat, chance: state
    """A state, a seat -> the same with everything that the seat may not see dealt anew; nothing, unless the game says so."""
    rules: Callable[[Any], Any] = _of_the_table
    """The state at a table -> the rules' part of it."""
    filled: Callable[[Json, Any, Random], Json] = _as_offered
    """A legal move as the pages offer it, the state at the table -> the same as it is entered, with what dice and cards came to."""
    begins: tuple[Json, ...] = ()
    """Corrections with which a game begins at a table without a camera: what lies there is told."""
    positions: tuple[str | Json, ...] = ()
    """Positions, as text or JSON, that games seldom come to."""
    asked: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    """Lines for `murphy legal` and `murphy score`."""
    moves: tuple[Json, ...] = ()
    """Moves as pages and programs submit them; somewhere in a game each is legal."""
    corrections: tuple[Json, ...] = ()
    """Likewise."""
    events: tuple[Json, ...] = ()
    """Events as a journal has them, of kinds that robots seldom or never come to."""
