"""Moves, in the imperative: what one player decides at one moment.

``state.pending`` says who has to decide what, and which moves answer it:

=============  =======================================================================
``Turn``       ``Take`` (begins an exchange), ``PlayAction`` (a keep action), ``Claim``
``ToLay``      ``Lay``, one card at a time; ``Take`` of one from the draw pile where the
               edition lets him replenish at any time; at a real table also
               ``PlayAction`` of an at-once card just drawn, and ``Lay`` of it on
               ``actions``: thrown away unused (rules, A5)
``Obey``       what the card asks: ``Choose``, ``Lay`` or ``Take``; ``Pass`` where a
               real table says that no more cards come, or that the demanded card
               (K10) is not there
``ToShow``     ``PlayAction`` of one of the at-once cards drawn
``Short``      ``Take`` of one card from the draw pile, or ``Pass``
``MayClaim``   ``Claim`` or ``Pass``
``InDoubt``    ``DecideClaim``
=============  =======================================================================

``MayClaim`` and, at a real table, ``ToShow`` are offers: the next player's
move lets them lapse, ``Pass`` need not be said. ``Short`` is for simulations;
at a real table whoever may be short simply takes one card from the draw pile,
also in somebody else's turn.

As JSON a move is ``{"move": "take", "player": 0, "cards": [["draw", null]]}``;
cards are codes, null is a card that nobody else sees. ``str()`` of it is text:
``0 take draw`` (docs/notation.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.model.codec import LEAVES
from companion.kit.codec import Codec


@dataclass(frozen=True, slots=True)
class Take:
    """Take one or two cards for an exchange (rules, A4), all in one area, in this order.

    A card from the draw pile is ``At("draw")``: nobody knows it before. One
    from an open pile may be named or not, one from Mac's row is named. Also
    one card at a time for K12, and from the draw pile to replenish.
    """

    player: int
    cards: tuple[d.At, ...]

    def __repr__(self) -> str:
        return " ".join((f"{self.player} take", *map(str, self.cards)))


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one card on an open pile, into Mac's row, or (an action card) unused on ``actions``.

    ``card`` is None where it was covered before anybody read it.
    """

    player: int
    place: d.Place
    card: d.Card | None = None

    def __repr__(self) -> str:
        return f"{self.player} lay {d.At(self.place, self.card)}"


@dataclass(frozen=True, slots=True)
class PlayAction:
    """Play a kept action instead of an exchange, or show an at-once card just drawn and obey it."""

    player: int
    card: d.Card

    def __repr__(self) -> str:
        return f"{self.player} play {self.card.short}"


@dataclass(frozen=True, slots=True)
class Choose:
    """Decide what an action card asks (rules, C).

    ``whom``: the other player of A05, K01, K02, K03, K05, K10; of A01 where
    it is not blind; of K12 where it may take from hands. ``cards``: what is
    handed over, by K03 (two), K06 and the one asked by K10 (one each), or the
    one picked by A01. ``face``: what K10 demands. Cards are None where nobody
    else saw them.
    """

    player: int
    whom: int | None = None
    cards: tuple[d.Card | None, ...] = ()
    face: str = ""

    def __repr__(self) -> str:
        return " ".join((f"{self.player} choose", *self._said()))

    def _said(self) -> Iterator[str]:
        if self.whom is not None:
            yield f"whom:{self.whom}"
        if self.cards:
            yield f"cards:{','.join(c.short if c else '?' for c in self.cards)}"
        if self.face:
            yield f"face:{d.face_short(self.face)}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim that the murphy card ``task`` is solved, and show ``cards``.

    ``kept`` is how many keep actions the claimant says he holds back; None
    where nobody asked. ``unsure`` are the cards of which it is not sure where
    they were: what is remembered of them is a doubt at most. ``counted``
    says that it is sure how many cards each hand has.
    """

    player: int
    task: d.Card
    cards: tuple[d.Card, ...]
    kept: int | None = None
    unsure: tuple[d.Card, ...] = ()
    counted: bool = True

    def __repr__(self) -> str:
        shown = (card.short for card in (self.task, *self.cards))
        kept = () if self.kept is None else (f"kept:{self.kept}",)
        return " ".join((f"{self.player} claim", *shown, *kept))


@dataclass(frozen=True, slots=True)
class DecideClaim:
    """The table's decision on a claim that the rules leave open."""

    accept: bool

    def __repr__(self) -> str:
        return "table accepts" if self.accept else "table rejects"


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline an offer: no claim, no replenishing; or end an action card's optional cards."""

    player: int

    def __repr__(self) -> str:
        return f"{self.player} pass"


Move: TypeAlias = Take | Lay | PlayAction | Choose | Claim | DecideClaim | Pass

MOVES: Final[Codec[Move]] = Codec(
    "move",
    {
        "take": Take,
        "lay": Lay,
        "play-action": PlayAction,
        "choose": Choose,
        "claim": Claim,
        "rule": DecideClaim,
        "pass": Pass,
    },
    LEAVES,
)


def mover(move: Move) -> int | None:
    """Whose move it is; None for the table's."""
    return None if isinstance(move, DecideClaim) else move.player
