"""A beam of weighted hypotheses: equal ones are merged, unlikely ones pruned; their shares are posteriors."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import exp, inf, log
from typing import Protocol, Self, TypeVar


class Weighed(Protocol):
    """A hypothesis: one way to explain the evidence, with its log-probability."""

    @property
    def score(self) -> float:
        """Its log-probability, up to a constant; only differences matter."""
        ...

    @property
    def what(self) -> Hashable:
        """Its content; two hypotheses with the same content are one."""
        ...

    def weighed(self, score: float) -> Self:
        """The same hypothesis with another score."""
        ...


H = TypeVar("H", bound=Weighed)


def merged(hypotheses: Iterable[H]) -> list[H]:
    """One hypothesis for each content, with the probabilities summed."""
    groups: dict[Hashable, list[H]] = {}
    for each in hypotheses:
        groups.setdefault(each.what, []).append(each)
    return [_one(group) for group in groups.values()]


def _one(group: list[H]) -> H:
    if len(group) == 1:
        return group[0]
    best = max(group, key=lambda each: each.score)
    return best.weighed(log_sum(each.score for each in group))


def likeliest(hypotheses: Iterable[H], width: int, reach: float) -> tuple[H, ...]:
    """The most likely so many, best first, none more than ``reach`` behind the best."""
    ranked = sorted(merged(hypotheses), key=lambda each: -each.score)[:width]
    least = ranked[0].score - reach if ranked else 0.0
    return tuple(each for each in ranked if each.score > least)


def log_sum(scores: Iterable[float]) -> float:
    """The logarithm of a sum of probabilities that are given as logarithms."""
    known = list(scores)
    most = max(known, default=-inf)
    return most if most == -inf else most + log(sum(exp(s - most) for s in known))


def share(hypotheses: Sequence[H], event: Callable[[H], bool]) -> float:
    """The probability of an event: the share of the hypotheses in which it happened."""
    return posterior(hypotheses, event).get(True, 0.0)


def posterior(hypotheses: Sequence[H], event: Callable[[H], Hashable]) -> dict[Hashable, float]:
    """The probability of each outcome of an event, by the share of the hypotheses in which it happened, most likely first."""
    scores: dict[Hashable, list[float]] = {}
    for each in hypotheses:
        scores.setdefault(event(each), []).append(each.score)
    whole = log_sum(each.score for each in hypotheses)
    shares = {so: exp(log_sum(found) - whole) for so, found in scores.items()}
    return dict(sorted(shares.items(), key=lambda pair: -pair[1]))
