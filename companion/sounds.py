"""What an announcement sounds like: beats short enough that no fault can leave a buzzer on for long."""

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


def beats(*tones: tuple[str, float], gap: float = 0.08) -> Pattern:
    """Tones, each for its seconds and with a silence of ``gap`` seconds after it."""
    pairs = ((Beat(seconds, tone), Beat(gap)) for tone, seconds in tones)
    return tuple(chain.from_iterable(pairs))


def sound_of(
    sounds: Mapping[str, Pattern], kind: str, params: Mapping[str, Any]
) -> Pattern | None:
    """The sound of an announcement; None where it has none. One with a verdict may have a sound of its own."""
    return sounds.get(f"{kind}-{params.get('verdict')}", sounds.get(kind))
