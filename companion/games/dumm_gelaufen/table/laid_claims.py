"""A claim at the table: what lies in the claim zone, and what happens to it, in the past tense."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.announce import Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.tracking.bearings import Bearing

VerdictName: TypeAlias = Literal["yes", "no", "depends"]
Lack: TypeAlias = Literal["no-murphy", "murphys"]
"""Why cards in the claim zone are no claim yet: no Murphy card is read beside them, or more than one."""


@dataclass(frozen=True, slots=True)
class ClaimLacks:
    """What lies in the claim zone cannot be judged as it is read."""

    player: int
    lacks: Lack

    @property
    def text(self) -> Message:
        """What people are told."""
        return message(f"announce.claim-{self.lacks}")


@dataclass(frozen=True, slots=True)
class LaidClaim:
    """What lies in the claim zone: since when it is as it is and when the first hand came with it (source time), and whether it was judged already.

    ``shown`` are all cards that lay there since it was begun: some may lie under others now.
    """

    cards: tuple[str, ...]
    at: float
    player: int
    laid: float
    judged: bool = False
    gone: bool = False
    """Whether cards of it have been taken back since it was judged."""
    before: m.State | None = None
    """The state before it was judged: with more cards laid to it, it is judged anew from there."""
    after: m.State | None = None
    """The state that the verdict led to."""
    arms: tuple[float, ...] | None = ()
    """From where the hands came that laid it out; None where somebody has said whose it is."""
    shown: tuple[str, ...] = ()
    lacks: ClaimLacks | None = None
    """Why it cannot be judged, as people have been told."""


def going_on(claim: LaidClaim | None, *, grows: bool, goes_back: bool) -> LaidClaim | None:
    """The claim that what lies there now still is; None where it is another: that one was judged, and no card comes to it or goes back."""
    over = claim is not None and claim.judged and not (grows or goes_back)
    return None if over else claim


@dataclass(frozen=True, slots=True)
class ReasonTold:
    """One reason of a verdict."""

    code: str
    cards: tuple[d.Card, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class ClaimCalled:
    """Somebody said that he is about to claim."""

    player: int


@dataclass(frozen=True, slots=True)
class ClaimSeen:
    """What lies in the claim zone, and whose it is; nothing if ``cards`` is empty.

    ``at`` is since when it lies so, ``laid`` when the first hand came with it (source
    time), ``arms`` from where the hands came; None where somebody has said whose it is.
    ``grows``: it is judged anew. ``judged``: cards of it are being taken back.
    """

    cards: tuple[str, ...]
    at: float
    player: int
    laid: float | None = None
    arms: tuple[Bearing, ...] | None = None
    grows: bool = False
    judged: bool = False


@dataclass(frozen=True, slots=True)
class HandShown:
    """These cards are in the claimant's hand."""

    cards: tuple[d.Card, ...]


@dataclass(frozen=True, slots=True)
class ClaimJudged:
    """The verdict on a claim: the murphy card's face, the hand, and every reason."""

    player: int
    task: str
    hand: tuple[d.Card, ...]
    verdict: VerdictName
    reasons: tuple[ReasonTold, ...]


@dataclass(frozen=True, slots=True)
class ClaimTakenBack:
    """The cards of a claim that was judged are in the hand again."""

    player: int


Event: TypeAlias = ClaimCalled | ClaimSeen | ClaimLacks | HandShown | ClaimJudged | ClaimTakenBack
