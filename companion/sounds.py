"""What an announcement sounds like, in beats so short that no fault can leave a buzzer on for long."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Beat:
    """A tone (scientific pitch, ``A4``; ignored by an active buzzer), or a silence if it has none, lasting ``seconds``."""

    seconds: float
    tone: str | None = None


Pattern: TypeAlias = tuple[Beat, ...]

LONGEST_TONE: Final = 1.0
"""Seconds; no beat sounds longer than this without a pause."""


def beats(*tones: tuple[str, float], gap: float = 0.08) -> Pattern:
    """Tones of the given seconds, each followed by a silence of ``gap`` seconds."""
    pairs = ((Beat(seconds, tone), Beat(gap)) for tone, seconds in tones)
    return tuple(chain.from_iterable(pairs))


COMMON: Final[Mapping[str, Pattern]] = {
    "illegal": beats(("A3", 0.5)),
    "game-won": beats(("A4", 0.15), ("C5", 0.15), ("E5", 0.15), ("C5", 0.15), ("A4", 0.9)),
}
"""What sounds alike in most games: a kind of announcement -> its sound."""


def sound_of(sounds: Mapping[str, Pattern], kind: str, params: Mapping[str, Any]) -> Pattern | None:
    """The sound of an announcement; None if it has none. Each verdict may have a sound of its own."""
    return sounds.get(f"{kind}-{params.get('verdict')}", sounds.get(kind))
