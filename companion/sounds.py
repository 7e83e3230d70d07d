"""What an announcement sounds like: beats short enough that no fault can leave a buzzer on for long."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Beat:
    """A tone (scientific pitch, ``A4``; an active buzzer ignores it) or, without one, silence, for ``seconds``."""

    seconds: float
    tone: str | None = None


Pattern: TypeAlias = tuple[Beat, ...]

LONGEST_TONE: Final = 1.0
"""Seconds; no beat sounds longer without a pause."""


def beats(*tones: tuple[str, float], gap: float = 0.08) -> Pattern:
    """Tones, each for its seconds and with a silence of ``gap`` seconds after it."""
    pairs = ((Beat(seconds, tone), Beat(gap)) for tone, seconds in tones)
    return tuple(chain.from_iterable(pairs))
