"""Ground truth of the painted game: what every turn was, and what its players answer when they are asked."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.action_events import (
    ActionPlayed,
    AtOnceCardShown,
    CardDemanded,
    CardPassed,
)
from companion.games.dumm_gelaufen.model.events import (
    CardLaid,
    CardsTaken,
    CardsThrownAway,
    ClaimAccepted,
    ClaimRefused,
    Event,
    RoundBegan,
    TurnPassed,
)
from companion.games.dumm_gelaufen.model.moves import Choose, Take
from companion.games.dumm_gelaufen.model.places import DRAW
from companion.games.dumm_gelaufen.model.state import Turn
from companion.games.dumm_gelaufen.painted.plot import PlotStep
from companion.rules import Json

LATELY: Final = 8
"""How many turns back somebody may be asked about."""
KEPT: Final = 200
"""How many turns of all players together are remembered: a painted table plays on for days."""


@dataclass(frozen=True, slots=True)
class Deed:
    """The truth about one turn; None stands for an unseen card from the draw pile."""

    player: int
    began: int
    """The number of its first frame."""
    game: int = 0
    taken: tuple[Card | None, ...] = ()
    """What the exchange took."""
    laid: tuple[Card, ...] = ()
    """What lies on the table for it: cards laid, played, thrown away."""
    whom: int | None = None
    """The other player of an action card."""
    worked: bool | None = None
    """Whether a demanded card was there."""
    accepted: bool | None = None
    """Whether a claim was."""

    @property
    def drawn(self) -> int:
        """How many cards the exchange drew."""
        return self.taken.count(None)


class PlotPrompter:
    """Follows the painter's plot, slightly ahead of the frames in question."""

    def __init__(
        self, steps: Iterator[tuple[PlotStep, int]], *, kept: int = KEPT
    ) -> None:
        """``steps`` with the number of each one's first frame."""
        self._steps = steps
        self._next = next(self._steps)
        self._deeds: deque[Deed] = deque(maxlen=kept)

    def deeds(self, frame: int) -> tuple[Deed, ...]:
        """The turns that had begun when a frame was taken, the last one with everything that belongs to it."""
        self._read_on(frame)
        return tuple(deed for deed in self._deeds if deed.began <= frame)

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that the players would tap; None if the question is about nothing that happened.

        ``question`` is one of the view's: ``topic``, ``player``, ``choices``.
        """
        lately = [d for d in self.deeds(frame) if d.player == question["player"]]
        deed = _meant(lately[-LATELY:], question)
        return None if deed is None else _said(deed, question)

    def _read_on(self, frame: int) -> None:
        """Read until a turn begins after the frame: then all before it are whole."""
        while not self._deeds or self._deeds[-1].began <= frame:
            step, _ = self._next
            self._next = next(self._steps)
            for event in step.events:
                self._hear(event, step, ended=self._next[1])
            self._note_choice(step)

    def _hear(self, event: Event, step: PlotStep, ended: int) -> None:
        match event:
            case RoundBegan(_, player) | TurnPassed(player):
                self._deeds.append(Deed(player, ended, step.game))
            case _ if self._deeds:
                self._deeds[-1] = _done(self._deeds[-1], event, step)

    def _note_choice(self, step: PlotStep) -> None:
        """Note whom a move chose; the turn it belongs to may have passed with it."""
        move = step.move
        if not isinstance(move, Choose) or move.whom is None:
            return
        for number in range(len(self._deeds) - 1, -1, -1):
            if self._deeds[number].player == move.player:
                self._deeds[number] = replace(self._deeds[number], whom=move.whom)
                return


def _done(deed: Deed, event: Event, step: PlotStep) -> Deed:
    """The deed with what an event adds to it."""
    match event:
        case CardsTaken(player, cards) if player == deed.player and _begins(step):
            seen = tuple(None if at.place == DRAW else at.card for at in cards)
            # What is drawn in place of cards thrown away is no further take (rules, A5).
            return replace(deed, taken=deed.taken or seen)
        case CardLaid(_, _, card) if card is not None:
            return replace(deed, laid=(*deed.laid, card))
        case AtOnceCardShown(_, card) | ActionPlayed(_, card):
            return replace(deed, laid=(*deed.laid, card))
        case CardsThrownAway(_, cards):
            return replace(deed, laid=(*deed.laid, *cards))
        case CardDemanded():
            return replace(deed, worked=False)
        case CardPassed() if deed.worked is not None:
            return replace(deed, worked=True)
        case ClaimAccepted():
            return replace(deed, accepted=True)
        case ClaimRefused():
            return replace(deed, accepted=False)
        case _:
            return deed


def _begins(step: PlotStep) -> bool:
    """Whether a step is the take that begins an exchange."""
    turn = step.before is not None and isinstance(step.before.pending, Turn)
    return turn and isinstance(step.move, Take)


def _meant(deeds: Sequence[Deed], question: Json) -> Deed | None:
    """The turn that a question is about: the one that fits its choices best, the latest if several do."""
    if question["topic"] == "rule":
        claims = [deed for deed in deeds if deed.accepted is not None]
        return claims[-1] if claims else None
    moves = [choice["move"] for choice in question["choices"] if choice["move"]]
    if not deeds or not moves:
        return None
    if question["topic"] == "swapped":
        return deeds[-1]
    return min(reversed(deeds), key=lambda deed: min(_off(deed, m) for m in moves))


def _said(deed: Deed, question: Json) -> str | None:
    choices: Sequence[Json] = question["choices"]
    match question["topic"]:
        case "source":
            told = [c for c in choices if c["move"]]
            best = min(told, key=lambda c: _off(deed, c["move"]), default=None)
            return None if best is None else str(best["id"])
        case "drawn":
            wanted = str(deed.drawn)
        case "whom" | "swapped":
            wanted = "" if deed.whom is None else str(deed.whom)
        case "worked":
            wanted = "yes" if deed.worked else "no"
        case _:
            wanted = "accept" if deed.accepted else "refuse"
    return next((str(c["id"]) for c in choices if str(c["id"]) == wanted), None)


def _off(deed: Deed, move: Json) -> int:
    """The number of cards in which a turn differs from a choice; an unnamed card in a choice matches any."""
    taken = [None if card is None else card.code for card in deed.taken]
    laid = [card.code for card in deed.laid]
    return _unlike(taken, move["taken"]) + 2 * _unlike(laid, move["laid"])


def _unlike(true: Iterable[str | None], told: Iterable[str | None]) -> int:
    left, other = Counter(true), Counter(told)
    both = left & other
    left, other = left - both, other - both
    return max(left.total(), other.total()) * 2 - min(other[None], left.total())
