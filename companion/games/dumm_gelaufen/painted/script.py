"""The script of the painted games, and what its players answer to questions."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.robots import Robot, greedy_robot, whole_game
from companion.kit import painted as kit
from companion.kit.painted import ScriptConfig
from companion.rules import Json

# The script --------------------------------------------------------------------------


ScriptStep: TypeAlias = kit.ScriptStep[m.State, m.Move, m.Event]
"""One decision and its outcome."""


def edition_of(config: ScriptConfig) -> d.Edition:
    """The edition of a config; the first one if it names none. Raises EditionError."""
    return d.load_edition(config.edition or d.EDITIONS[0])


def script(config: ScriptConfig, robot: Robot = greedy_robot) -> Iterator[ScriptStep]:
    """The steps of all games, without end."""
    play = partial(whole_game, edition_of(config), config.players, robot)
    return kit.script(config, play)


# Answers -----------------------------------------------------------------------------


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
    taken: tuple[d.Card | None, ...] = ()
    """What the exchange took."""
    laid: tuple[d.Card, ...] = ()
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


class Answers(kit.Answers[ScriptStep]):
    """What its players answer; it reads the script slightly ahead of the frames in question."""

    def __init__(self, steps: Iterator[tuple[ScriptStep, int]], *, kept: int = KEPT) -> None:
        """``steps`` with the number of each one's first frame."""
        super().__init__(steps)
        self._deeds: deque[Deed] = deque(maxlen=kept)

    def deeds(self, frame: int) -> tuple[Deed, ...]:
        """The turns that had begun when a frame was taken, the last one with everything that belongs to it."""
        self.read_on(frame)
        return tuple(deed for deed in self._deeds if deed.began <= frame)

    def likely(self, question: Json, frame: int) -> Iterable[str]:
        """What the turn that a question is about answers it with."""
        whose = question.get("apart", question["player"])
        lately = [deed for deed in self.deeds(frame) if deed.player == whose]
        deed = _meant(lately[-LATELY:], question)
        return () if deed is None else _told(deed, question)

    def read_on(self, frame: int) -> None:
        """Read until a turn begins after the frame: then all before it are whole."""
        while not self._deeds or self._deeds[-1].began <= frame:
            step, _ = self._next
            self._next = next(self._steps)
            if step.move is None:
                self._deeds.append(Deed(step.after.turn, self._next[1], step.game))
            for event in step.events:
                self._hear(event, step, ended=self._next[1])
            self._note_choice(step)

    def _hear(self, event: m.Event, step: ScriptStep, ended: int) -> None:
        match event:
            case m.RoundBegan(_, player) | m.TurnPassed(player):
                self._deeds.append(Deed(player, ended, step.game))
            case _:
                self._deeds[-1] = _done(self._deeds[-1], event, step)

    def _note_choice(self, step: ScriptStep) -> None:
        """Note whom a move chose; the turn it belongs to may have passed with it."""
        move = step.move
        if not isinstance(move, m.Choose) or move.whom is None:
            return
        for number in range(len(self._deeds) - 1, -1, -1):
            if self._deeds[number].player == move.player:
                self._deeds[number] = replace(self._deeds[number], whom=move.whom)
                return


def _done(deed: Deed, event: m.Event, step: ScriptStep) -> Deed:
    """The deed with what an event adds to it."""
    match event:
        case m.CardsTaken(player, cards) if player == deed.player and _begins(step):
            seen = tuple(None if at.place == d.DRAW else at.card for at in cards)
            # What is drawn in place of cards thrown away is no further take (rules, A5).
            return replace(deed, taken=deed.taken or seen)
        case m.CardLaid(_, _, card) if card is not None:
            return replace(deed, laid=(*deed.laid, card))
        case m.AtOnceCardShown(_, card) | m.ActionPlayed(_, card):
            return replace(deed, laid=(*deed.laid, card))
        case m.CardsThrownAway(_, cards):
            return replace(deed, laid=(*deed.laid, *cards))
        case m.CardDemanded():
            return replace(deed, worked=False)
        case m.CardPassed() if deed.worked is not None:
            return replace(deed, worked=True)
        case m.ClaimAccepted():
            return replace(deed, accepted=True)
        case m.ClaimRefused():
            return replace(deed, accepted=False)
        case _:
            return deed


def _begins(step: ScriptStep) -> bool:
    """Whether a step is the take that begins an exchange."""
    return isinstance(step.before.pending, m.Turn) and isinstance(step.move, m.Take)


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
    return min(reversed(deeds), key=lambda deed: min(_off(deed, move) for move in moves))


def _told(deed: Deed, question: Json) -> Iterable[str]:
    match question["topic"]:
        case "source":
            told = [c for c in question["choices"] if c["move"]]
            return (c["id"] for c in sorted(told, key=lambda c: _off(deed, c["move"])))
        case "drawn":
            return (str(deed.drawn),)
        case "whom" | "swapped":
            return ("" if deed.whom is None else str(deed.whom),)
        case "worked":
            return ("yes" if deed.worked else "no",)
        case _:
            return ("accept" if deed.accepted else "refuse",)


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
