"""A turn as it may have been: under way, and over."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.changed import KEPT
from companion.games.dumm_gelaufen.model.codec import LEAVES
from companion.kit.codec import reader, writer
from companion.rules import Json
from companion.tracking.bearings import Bearing

TurnKind: TypeAlias = Literal["exchange", "action"]
Trouble: TypeAlias = Literal[
    "mac-over-seven",
    "one-for-one",
    "took-too-many",
    "laid-too-many",
    "areas-mixed",
    "nothing-laid",
    "below-the-top",
    "action-on-pile",
    "number-on-actions",
    "same-card-twice",
    "not-your-turn",
    "unknown-card",
]
"""What is against the rules as it was seen on the table (rules, E6)."""
Unused: TypeAlias = tuple[int, d.Card, int]
"""Who drew an at-once card for being short, the card, and how many action cards had been obeyed by then."""


@dataclass(frozen=True)
class SeenTurn:
    """What a turn has shown: under way, or over."""

    player: int
    """The seat whose turn it is."""
    taken: tuple[d.At, ...] = ()
    """The cards taken, in order; a card that nobody saw is None, one from the draw pile, once the turn is over, ``At("draw")``."""
    laid: tuple[d.At, ...] = ()
    """The cards laid, in order; a card that nobody read is None."""
    played: tuple[d.Card, ...] = ()
    """The action cards that are obeyed, in the order in which they came."""
    thrown: tuple[d.Card, ...] = ()
    """The action cards that went to the discard unused (rules, A5)."""
    unused: tuple[Unused, ...] = ()
    """The at-once cards drawn by somebody who had run short, which nobody obeys."""
    drew: int = 0
    """How often a hand was at the draw pile before anything was laid or played."""
    refilled: tuple[int, ...] = ()
    """The seats that drew a card because they had run short (rules, A6), once for each card."""
    reshuffled: bool = False
    """Whether discard and piles were shuffled into the draw pile meanwhile."""
    swept: int = 0
    """How many action cards of the turn went with them."""
    sooner: int = 0
    """How many open cards it had taken before that shuffle."""
    layers: tuple[int, ...] = ()
    """The seat that laid each of the cards of which everybody lays one (K11)."""

    @property
    def moved(self) -> tuple[d.At, ...]:
        """The cards taken, then those laid."""
        return self.taken + self.laid

    @property
    def places(self) -> frozenset[d.Place]:
        """Where they were taken and laid."""
        return frozenset(at.place for at in self.moved)


@dataclass(frozen=True)
class PartialTurn(SeenTurn):
    """A turn under way, as one hypothesis has it."""

    begun: int = 0
    """The number of the first piece of evidence that belongs to it."""
    reached: int = 0
    """How often a hand was at the draw pile after an action card was played."""
    stacked: bool = True
    """Whether the shuffled cards have been put down as the new draw pile."""
    arms: tuple[Bearing, ...] = field(default=(), compare=False)
    """The bearings from which its arms came, in order; no part of its content."""
    visits: int = 0
    """How many hands stopped at Mac's row or a pile."""

    @property
    def untouched(self) -> bool:
        """Whether nothing has happened in it yet."""
        return self == PartialTurn(self.player, begun=self.begun)

    @property
    def reaches(self) -> int:
        """How many visits to the draw pile were for cards that were kept: each card thrown away had another drawn for it."""
        return max(min(self.drew, 1), self.drew - len(self.thrown))

    def obeys(self, told: TurnCandidate) -> bool:
        """Whether it is the same action card with the same cards as in a turn that was told."""
        now = self.player, self.played, self.taken, self.laid, self.layers
        seen = tuple(at for at in told.taken if at.place != d.DRAW)
        return now == (told.player, told.played, seen, told.laid, told.layers)

    @property
    def acted(self) -> bool:
        """Whether the table has something to show for it already: then what comes may be the next player's."""
        return bool(self.laid or self.played)


@dataclass(frozen=True)
class TurnCandidate(SeenTurn):
    """One candidate for a complete turn."""

    whom: int | None = None
    """The seat against which an action card was played, as people say."""
    worked: bool | None = None
    """Whether the action card worked, as people say."""
    swapped: int | None = None
    """The seat with which somebody swapped hands who drew A05 for K05, as people say."""
    counted: bool = False
    """Whether people have said how many cards were drawn with an at-once card."""
    wrong: Trouble | None = None
    """Why the rules do not allow it; None if they do."""
    arms: tuple[Bearing, ...] = ()
    """The bearings from which its arms came, in order."""
    ended: int = 0
    """The number of the piece of evidence with which the next turn began."""

    @property
    def kind(self) -> TurnKind:
        """Whether it was an exchange or an action card."""
        return "action" if self.played else "exchange"

    @property
    def area(self) -> str:
        """Where it took place: ``mac``, ``piles`` or ``actions``."""
        if self.played:
            return "actions"
        return d.MAC if d.MAC in self.places else "piles"

    @property
    def drawn(self) -> int:
        """How many cards came from the draw pile."""
        return sum(at.place == d.DRAW for at in self.taken)

    @property
    def at_once(self) -> bool:
        """Whether an at-once card was drawn and obeyed."""
        return any(card.kind is d.CardKind.AT_ONCE for card in self.played)

    @property
    def uncounted(self) -> bool:
        """Whether an at-once card was drawn and nobody has said yet whether another card came with it."""
        red = bool(self.played) and self.played[0].kind is d.CardKind.AT_ONCE
        return red and self.drawn == 1 and not self.counted

    @property
    def is_named(self) -> bool:
        """Whether every card that it moved in the open was read."""
        return all(at.card or at.place == d.DRAW for at in self.moved)

    @property
    def swaps(self) -> d.Card | None:
        """The card by which another player swaps hands, who drew it for K05."""
        drawn = self.played[1:] if self.played and self.played[0].face == "K05" else ()
        return next((card for card in drawn if card.face == "A05"), None)

    @property
    def swappers(self) -> tuple[int, ...]:
        """Who has another hand now, where that was said."""
        if not self.played or self.played[-1].face not in ("A05", "K02"):
            return ()
        one, other = self.player, self.whom
        if self.played[-1] is self.swaps:
            one, other = -1 if self.whom is None else self.whom, self.swapped
        return () if other is None else (one, other)

    @property
    def unseen(self) -> tuple[object, ...]:
        """What went with it that hardly shows: who drew for being short, a shuffle, in what order the piles were laid on."""
        return self.whole[1]

    def obeys(self, told: TurnCandidate) -> bool:
        """Whether it is the same action card with the same cards as in a turn that was told."""
        return bool(self.played) and self.same(told)

    def same(self, other: TurnCandidate) -> bool:
        """Whether two candidates say that the same was done; cards nobody read are alike."""
        return self.what == other.what

    def names(self, other: TurnCandidate) -> bool:
        """Whether it is another candidate but for the names of cards that only one of the two knows."""
        if self._acted != other._acted:
            return False
        return _alike(self.taken, other.taken) and _alike(self.laid, other.laid)

    @property
    def what(self) -> tuple[object, ...]:
        """What was done, without how it was seen."""
        return self.whole[0]

    @property
    def seen(self) -> tuple[object, ...]:
        """What was done in sight: of an exchange without the cards drawn, and those laid on a pile unread."""
        taken, laid = (
            tuple(_key(at) for at in cards if at.card is not None or at.place == d.MAC)
            for cards in (self.taken, self.laid)
        )
        return self.what if self.played else (*map(sorted, (taken, laid)), self._acted)

    def counts(self, seat: int) -> int:
        """How many cards more somebody has by it, as far as that is not played or said."""
        return self.refilled.count(seat) + (len(self.taken) - len(self.laid)) * (
            seat == self.player
        )

    @property
    def whole(self) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """What was done, and what went with it that hardly shows."""
        known: tuple[tuple[object, ...], tuple[object, ...]] | None
        known = self.__dict__.get(KEPT)
        if known is None:
            taken, laid = sorted(map(_key, self.taken)), sorted(map(_key, self.laid))
            piled = tuple(at for at in self.laid if at.place != d.MAC)
            shuffled = self.reshuffled, self.swept, self.sooner
            known = (
                (tuple(taken), tuple(laid), self._acted),
                (self.refilled, shuffled, self.layers, piled),
            )
            self.__dict__[KEPT] = known
        return known

    @property
    def _acted(self) -> tuple[object, ...]:
        """Who it was, which action cards came out, and what the rules have against it."""
        return self.player, self.played, self.thrown, self.unused, self.wrong

    @property
    def id(self) -> str:
        """What it is called in a choice, derived from what was done, so that a tap cannot refer to another one."""
        done = {k: v for k, v in self.to_json().items() if k not in HOW_SEEN}
        return sha256(json.dumps(done, sort_keys=True).encode()).hexdigest()[:12]

    def to_json(self) -> dict[str, Any]:
        """The candidate as JSON values; ``from_json`` is the inverse."""
        return _write(self)

    @staticmethod
    def from_json(data: Json) -> TurnCandidate:
        """The candidate that ``to_json`` wrote. Raises ValueError."""
        # Earlier releases told whether, not how many.
        counts = {key: int(data.get(key, 0)) for key in ("swept", "sooner")}
        return _read({**data, **counts})


HOW_SEEN: Final = ("drew", "arms", "ended")
"""The fields of a candidate that describe how it was seen, not what was done."""
_write, _read = writer(TurnCandidate, LEAVES), reader(TurnCandidate, LEAVES)


def _alike(these: tuple[d.At, ...], those: tuple[d.At, ...]) -> bool:
    """Whether cards are the same at the same places, or one of them is not known."""
    pairs = zip(these, those, strict=False)
    return len(these) == len(those) and all(
        one.place == other.place and (one == other or None in (one.card, other.card))
        for one, other in pairs
    )


def _key(at: d.At) -> tuple[str, str]:
    return at.place, "" if at.card is None else at.card.code
