"""A law: what holds of every game, how it is tried, and what to do where it does not hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any, Final, TypeAlias

from companion.kit.conformance.evening import raised
from companion.kit.conformance.trial import Trial

Check: TypeAlias = Callable[[Trial], Iterable[str]]
"""Every place where a law is broken: where, and what is there instead."""
MOST: Final = 5
"""How many places are told of one law."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law; ``text`` says what holds, ``mend`` what to do where it does not."""

    name: str
    text: str
    mend: str
    needs: tuple[str, ...]
    """Fields of the package without which there is nothing to try (``examples.pieces``: of its examples)."""
    check: Check

    def lacks(self, trial: Trial) -> str | None:
        """The first field that the game does not have; None if it can be tried."""
        return next((need for need in self.needs if not _has(trial, need)), None)

    def breaches(self, trial: Trial) -> tuple[str, ...]:
        """Where it is broken, the first few places; a game that raises what nobody expects breaks it, too."""
        if self.lacks(trial) is not None:
            return ()
        return tuple(islice(self._broken(trial), MOST))

    def _broken(self, trial: Trial) -> Iterator[str]:
        try:
            yield from self.check(trial)
        except Exception as error:  # whatever a game does wrong is told, not raised
            yield f"{raised(error)} (mend this first: the law was not tried to its end)"

    def told(self, trial: Trial) -> str:
        """A report of its breaches for people, or an empty text."""
        broken = self.breaches(trial)
        if not broken:
            return ""
        head = f"{trial.package.name} breaks the law {self.name!r}: {self.text}"
        places = (f"  - {each}" for each in broken)
        return "\n".join((head, *places, f"  To do: {self.mend}"))


def law(mend: str, *needs: str) -> Callable[[Check], Law]:
    """Make a law of a function: its name and the first line of its docstring are the law's."""

    def made(check: Check) -> Law:
        name = getattr(check, "__name__", "").replace("_", "-")
        text = (check.__doc__ or "").partition("\n")[0]
        return Law(name, text, mend, needs, check)

    return made


def laws_in(names: Mapping[str, Any]) -> tuple[Law, ...]:
    """The laws among a module's names, in the order in which they are made."""
    return tuple(each for each in names.values() if isinstance(each, Law))


def _has(trial: Trial, need: str) -> bool:
    first, *rest = need.split(".")
    begin = trial.examples if first == "examples" else getattr(trial.package, first)
    found: Any = reduce(getattr, rest, begin)
    return found is not None and found != () and found != {}
