"""What a hypothesis is made of: what is known where it begins, and what it has come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.tracker import card_effects, likelihoods
from companion.games.dumm_gelaufen.tracker.likelihoods import TablePrior
from companion.games.dumm_gelaufen.tracker.turn_candidates import PartialTurn, TurnCandidate
from companion.tracking.beam import likeliest
from companion.tracking.bearings import Bearing, Seating

WIDTH: Final = 64
"""How many hypotheses are followed."""
FAR: Final = 12.0
"""A hypothesis this much less likely than the best is given up."""
LAG: Final = 5
"""Hypotheses that differ only in what was so many turns ago are one."""


@dataclass(frozen=True, slots=True)
class Obeyed:
    """An action card as it was told, and what it left by what was seen and said of it."""

    turn: TurnCandidate
    left: tuple[int, ...]
    """How many cards each has at least after it."""
    lost: frozenset[int] = frozenset()
    """Whom it took cards."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is known where the hypothesis begins, and does not change while it is told.

    ``known`` are the cards known to be in each hand, ``most`` how many cards
    each may hold at most, ``fewest`` at least; ``seats`` those who play. ``draw`` is how many
    cards the draw pile holds at least.
    """

    seats: tuple[int, ...]
    known: tuple[Collection[d.Card], ...]
    most: tuple[int, ...]
    prior: TablePrior
    draw: int = 0
    fewest: tuple[int, ...] = ()
    obeyed: Obeyed | None = None
    """The first turn that is not settled, where it was an action card."""
    settled: int = 0
    """How many turns are settled."""
    least: float = -inf
    """Hypotheses less likely than this are not followed."""

    def after(self, player: int) -> int:
        """Who comes after a player."""
        return next((p for p in self.seats if p > player), self.seats[0])

    def strange(self, player: int, card: d.Card) -> float:
        """How much speaks against a player's having this card."""
        others = (p for p in self.seats if p != player)
        return likelihoods.MISTAKEN * any(card in self.known[p] for p in others)

    def held(self, card: d.Card, laid_by: Collection[int | None] = ()) -> float:
        """How much speaks against a card's having lain in a pile unread all along, but by these players."""
        others = (known for p, known in enumerate(self.known) if p not in laid_by)
        return likelihoods.MISTAKEN * any(card in known for known in others)

    def thrown(self, player: int, closed: tuple[TurnCandidate, ...]) -> float:
        """How much speaks against a player's throwing an action away unused (rules, A5), after these turns."""
        most, told = self.most[player], self.obeyed
        if told and len(closed) == self.settled + 1 and closed[-1].obeys(told.turn):
            most = told.left[player]
        few = likelihoods.may_be_short(most)
        return likelihoods.short(most) if few else likelihoods.WRONG

    def plays(self, turn: PartialTurn, card: d.Card) -> float:
        """How much speaks against a player's having a kept action to play."""
        kept = card.kind is d.CardKind.KEEP
        return likelihoods.MISTAKEN if kept and not self.most[turn.player] else 0.0

    def losers(
        self, turn: PartialTurn | TurnCandidate, *, first: bool
    ) -> Iterator[tuple[int, int]]:
        """Who may have run short by the action card of a turn, and how many cards each has left at least (rules, A6).

        ``first`` says that it is the first turn of the hypothesis.
        """
        told = self.obeyed if first and self.obeyed and turn.obeys(self.obeyed.turn) else None
        for seat in card_effects.losers(turn, self.seats):
            if told is None:
                there = (self.fewest or self.most)[seat]
                yield seat, max(0, there - card_effects.lost(turn, seat))
            elif seat in told.lost:
                yield seat, told.left[seat]


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis so far: what lies where by it, the turn under way, the turns before."""

    mac: m.Pile
    left: m.Pile
    right: m.Pile
    actions: frozenset[d.Card]
    turn: PartialTurn
    seating: Seating = Seating(())
    top: d.Card | None = None
    """The action card that lies open."""
    closed: tuple[TurnCandidate, ...] = ()
    score: float = 0.0
    misread: int = 0
    past: tuple[TurnCandidate, ...] = ()
    """The last turns before those that are followed: they tell hypotheses apart that are one in all else."""
    held: Mapping[d.Card, int] = field(default_factory=dict, compare=False)
    """In whose hand a card is that was seen to come there: by this hypothesis, whoever was told to have it."""
    peeped: frozenset[d.Card] = field(default=frozenset(), compare=False)
    """The cards that were seen below the top of a pile: they stick out, and are seen time and again."""

    @property
    def what(self) -> tuple[object, ...]:
        """The hypothesis without how likely it is, and without what is long ago."""
        lies = self.mac, self.left, self.right, self.actions
        return lies, self.turn, len(self.closed), tuple(turn.whole for turn in self.late)

    @property
    def late(self) -> tuple[TurnCandidate, ...]:
        """The last LAG turns that are over, oldest first: what is still waited for may belong to them."""
        return (*self.past, *self.closed)[-LAG:]

    def strange(self, player: int, card: d.Card, context: Context) -> float:
        """How much speaks against a player's having this card."""
        if card in self.held:
            return likelihoods.MISTAKEN * (self.held[card] != player)
        return context.strange(player, card)

    def weighed(self, score: float) -> Hypothesis:
        """The same hypothesis with another weight."""
        return m.changed(self, score=score)

    def costing(self, cost: float, **changes: Any) -> Hypothesis:
        """The hypothesis with some changes, and so much more that speaks against it."""
        return m.changed(self, score=self.score + cost, **changes)

    def reached(self, player: int, arm: Bearing) -> Hypothesis:
        """The hypothesis with one more reach by a player, and how likely his arm comes from there."""
        score = self.score + self.seating.likely(player, arm)
        return m.changed(self, score=score, seating=self.seating.reached(player, arm))

    @property
    def shows(self) -> tuple[object, ...]:
        """What lies open by it."""
        return frozenset(self.mac), self.left[:1], self.right[:1]

    @property
    def unread(self) -> int:
        """How many cards were laid by it that nobody read."""
        laid = (*self.turn.laid, *(at for turn in self.closed for at in turn.laid))
        return sum(at.card is None for at in laid)

    def pile(self, zone: str) -> m.Pile:
        """One of the two open piles."""
        return self.left if zone == d.LEFT else self.right

    def lies(self, card: d.Card) -> bool:
        """Whether a card lies on the table by this hypothesis."""
        return card in self.mac or card in self.left or card in self.right


def pruned(hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The hypotheses that are followed of these, the likeliest first."""
    return likeliest(hypotheses, WIDTH, FAR)
