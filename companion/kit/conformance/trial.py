"""What a game is tried with, made once for all laws: walks through its positions, evenings at its table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from companion.kit.conformance.evening import Evening, seen_evening, tapped_evening
from companion.kit.examples import Examples
from companion.kit.painted import ScriptConfig

Package: TypeAlias = Any
"""A ``companion.games.package.GamePackage``: this floor knows no games."""


Sight: TypeAlias = Callable[[Package, ScriptConfig, float], Any]
"""What a camera would see of a game's painted table, of whose dice some are unread: a ``companion.app.painted.clear_sight.ClearSight``."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A way through a game for programs: each position with the move that was made there."""

    players: int
    steps: tuple[tuple[Any, Any], ...]
    end: Any

    @property
    def positions(self) -> tuple[Any, ...]:
        """All positions, the last one too."""
        return (*(before for before, _ in self.steps), self.end)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried."""

    moves: int = 40
    """Of each walk."""
    acts: int = 60
    """Of each painted evening: robots come to an end."""
    taps: int = 60
    """Of each evening that is entered: people who tap anything may go on for ever."""
    games: int = 1
    """Of robots, none if 0; if more than one, among few as well as many, and again."""


THOROUGH = Effort(moves=1000, acts=10**9, taps=300, games=20)


class Trial:
    """A game on trial; ``sight`` is None if no painted table is looked at, ``among`` are the games it is to get along with."""

    def __init__(
        self,
        package: Package,
        *,
        sight: Sight | None = None,
        among: tuple[Package, ...] = (),
        effort: Effort | None = None,
        seed: int = 1,
    ) -> None:
        self.package = package
        self.sight = sight
        self.among = among
        self.effort = effort or Effort()
        self.seed = seed

    @cached_property
    def examples(self) -> Examples:
        """The game's own, or none."""
        brought: Callable[[], Examples] | None = self.package.examples
        return Examples() if brought is None else brought()

    @property
    def seats(self) -> tuple[int, ...]:
        """The fewest and the most players."""
        return tuple(dict.fromkeys(self.package.players))

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """Random ways from each deal, and from each of the game's example positions."""
        engine = self.package.engine()
        deals = [(n, engine.deal(players=n, seed=self.seed)) for n in self.seats]
        given = [(0, engine.position(told)) for told in self.examples.positions]
        return tuple(self._walk(n, start) for n, start in (*deals, *given))

    def _walk(self, players: int, position: Any) -> Walk:
        chance, steps = Random(self.seed), list[tuple[Any, Any]]()
        while not position.over and len(steps) < self.effort.moves:
            moves = position.legal()
            if not moves:
                break
            move = chance.choice(moves)
            steps.append((position, move))
            position = position.play(move)
        return Walk(players, tuple(steps), position)

    @cached_property
    def evenings(self) -> tuple[Evening, ...]:
        """Games at the table: entered by tap, and, where it is painted, seen."""
        return (*self.tapped, *self.seen)

    @cached_property
    def tapped(self) -> tuple[Evening, ...]:
        """Entered by tap, by the usual rules and by all others that may be agreed."""
        if self.package.rules is None or self.package.pages is None:
            return ()
        fewest, most = self.package.players
        usual: dict[str, Any] = {}
        form = self.package.setup_form(self.package.edition)
        other = {rule["name"]: _another(rule) for rule in form.get("rulings", ())}
        return tuple(
            tapped_evening(self, players, rulings)
            for players, rulings in ((most, usual), (fewest, other))
            if rulings or rulings is usual
        )

    @cached_property
    def seen(self) -> tuple[Evening, ...]:
        """The painted table's games, told by what a camera would see."""
        package = self.package
        if self.sight is None or package.rules is None or package.painted is None:
            return ()
        dice = bool(package.dice.dice)
        ways = [(package.players[0], 0.0), (package.players[1], 0.15)][: 1 + dice]
        return tuple(seen_evening(self, players, unread) for players, unread in ways)


def _another(rule: Any) -> Any:
    return next(v for v in reversed(rule["values"]) if v != rule["value"])
