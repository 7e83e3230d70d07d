"""What each kind of announcement sounds like: beats short enough that no fault can leave a buzzer on for long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Beat:
    """A tone (scientific pitch, ``A4``; an active buzzer ignores it) or, without one, silence, for ``seconds``."""

    seconds: float
    tone: str | None = None


Pattern: TypeAlias = tuple[Beat, ...]

LONGEST_TONE: Final = 1.0
"""Seconds; no beat sounds longer without a pause."""


def _beats(*tones: tuple[str, float], gap: float = 0.08) -> Pattern:
    pairs = ((Beat(seconds, tone), Beat(gap)) for tone, seconds in tones)
    return tuple(chain.from_iterable(pairs))


PATTERNS: Final[Mapping[str, Pattern]] = {
    "at-once": _beats(("A4", 0.12), ("A4", 0.12), ("A4", 0.12), ("E4", 0.5)),
    "keep": _beats(("E4", 0.1), ("A4", 0.1)),
    "illegal": _beats(("A3", 0.5)),
    "claim-no": _beats(("E4", 0.25), ("A3", 0.5)),
    "claim-depends": _beats(("E4", 0.2), ("G4", 0.2), ("E4", 0.2)),
    "round-won": _beats(("A4", 0.15), ("C5", 0.15), ("E5", 0.6)),
    "game-won": _beats(
        ("A4", 0.15), ("C5", 0.15), ("E5", 0.15), ("C5", 0.15), ("A4", 0.9)
    ),
    "question": _beats(("C5", 0.08)),
}
"""Kind of announcement, or kind and verdict -> its sound. What is not here makes none: a claim that holds is a round won."""


def sound_of(kind: str, params: Mapping[str, Any]) -> str | None:
    """The name of an announcement's sound; None where it has none."""
    names = (f"{kind}-{params.get('verdict')}", kind)
    return next((name for name in names if name in PATTERNS), None)
