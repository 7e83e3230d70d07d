"""What has to be decided, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.verdicts import Reason
from companion.games.dumm_gelaufen.model.places import Area


@dataclass(frozen=True, slots=True)
class Deal:
    """Nothing is dealt yet, or murphy cards are: nobody decides anything."""

    @property
    def player(self) -> None:
        """Nobody."""
        return None


@dataclass(frozen=True, slots=True)
class Turn:
    """It is this player's turn: he exchanges or plays a kept action (rules, A3).

    ``short``: at a real table, the players who lost cards to the action card
    before; whoever has no number card left may still draw (rules, A6).
    """

    player: int
    short: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToLay:
    """This player has taken and now lays ``count`` cards in the same area (rules, A4)."""

    player: int
    area: Area
    count: int


@dataclass(frozen=True, slots=True)
class Obey:
    """An action card is being obeyed (rules, C).

    ``by`` is who obeys it. ``asked`` are the players who still have to
    decide something for it, the next one first. ``count`` is how many cards
    are still to be laid or taken. ``detail`` is the colour that K08 and K09
    have settled on, or the face that K10 has demanded. ``touched`` are the
    players who have lost cards to it: they may replenish afterwards.
    ``resume`` is the turn that goes on after it: at a real table somebody may
    draw an at-once card while he replenishes in another's turn (rules, D).
    """

    by: int
    card: Card
    asked: tuple[int, ...] = ()
    count: int = 0
    detail: str = ""
    touched: tuple[int, ...] = ()
    resume: Turn | None = None

    @property
    def player(self) -> int:
        """Who has to decide next; who obeys the card once nobody has to."""
        return self.asked[0] if self.asked else self.by


@dataclass(frozen=True, slots=True)
class ToShow:
    """This player drew at-once cards and says which one is obeyed first (rules, A6).

    At a real table nobody else saw what he drew: then it is an offer that
    lapses with the next player's move. ``short`` as in :class:`Turn`.
    """

    player: int
    short: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Short:
    """In a simulation: players who ran short of number cards may draw, one after the other (rules, A6).

    ``exchange`` tells whether it was an exchange that left them short, not an
    action card.
    """

    waiting: tuple[int, ...]
    exchange: bool = False

    @property
    def player(self) -> int:
        """Who may draw or decline now."""
        return self.waiting[0]


@dataclass(frozen=True, slots=True)
class MayClaim:
    """This player's exchange (or action) is complete: he may claim a solve or pass (rules, A8).

    An offer: it lapses with the next player's move.
    """

    player: int


@dataclass(frozen=True, slots=True)
class InDoubt:
    """A claim that the texts do not settle: the table rules on it (rules, A8 and B).

    ``then`` is what is open again if the table says no to a claim out of turn.
    """

    claimant: int
    task: Card
    cards: tuple[Card, ...]
    reasons: tuple[Reason, ...]
    then: Turn | MayClaim | None = None

    @property
    def player(self) -> None:
        """The table, not one player."""
        return None


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is open in this turn; it passes to the next player without anybody's decision."""

    short: tuple[int, ...] = ()

    @property
    def player(self) -> None:
        """Nobody."""
        return None


@dataclass(frozen=True, slots=True)
class Over:
    """Somebody has won three murphy cards (rules, A9), or all have left (``winner`` is None)."""

    winner: int | None

    @property
    def player(self) -> None:
        """Nobody."""
        return None


Pending: TypeAlias = (
    Deal | Turn | ToLay | Obey | ToShow | Short | MayClaim | InDoubt | Done | Over
)
"""Who has to decide what. Every one has ``player``: a seat, or None for the table or nobody."""

NOTHING_DEALT: Final = Deal()
ALL_DONE: Final = Done()

BETWEEN: Final = (Turn, MayClaim)
"""What may be pending between two exchanges, when claims are judged."""
