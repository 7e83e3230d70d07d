"""A greedy robot: it plans which cards of its hand serve its murphy card, takes those that it needs, lays those that it does not, and looks no turn ahead."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import sources
from companion.games.dumm_gelaufen.robots.chance import claim_of, pick
from companion.games.dumm_gelaufen.rules import claims, exchanges
from companion.games.dumm_gelaufen.rules.actions import LAID_BY_K08, matching, playable
from companion.games.dumm_gelaufen.rules.legality import legal

ANY: Final = d.NumberCards()
NONE: Final = d.NumberCards("")


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to a solve: ``keep`` serves, ``spare`` has to go, ``missing`` cards out of ``wanted`` have to come."""

    keep: m.Cards
    spare: m.Cards
    missing: int
    wanted: d.NumberCards

    @property
    def distance(self) -> int:
        """How many cards have to come or go at least; 0 is a solve."""
        return len(self.spare) + self.missing


Planner: TypeAlias = Callable[[m.Cards, d.MurphyFigures], Iterable[Plan]]


def plan(task: str, numbers: m.Cards, asked: d.MurphyFigures) -> Plan:
    """The nearest way from a hand to what a murphy card asks for; for M04 the cards are Mac's row."""
    if asked.fitting is not None:
        return _sorted_by(numbers, asked.fitting, asked.least)
    return min(PLANNERS[task](numbers, asked), key=lambda plan: plan.distance)


def _sorted_by(cards: m.Cards, wanted: d.NumberCards, least: int) -> Plan:
    """A plan where every card serves or does not whatever the others are."""
    keep = tuple([card for card in cards if card in wanted])
    spare = tuple([card for card in cards if card not in wanted])
    return Plan(keep, spare, max(0, least - len(keep)), wanted)


def _exactly(cards: m.Cards, keep: m.Cards, count: int, wanted: d.NumberCards) -> Plan:
    """A plan for so many cards, of which some are there."""
    spare = tuple([card for card in cards if card not in keep])
    missing = count - len(keep)
    return Plan(keep, spare, missing, wanted if missing else NONE)


def _of_value(*values: int) -> d.NumberCards:
    return d.NumberCards(values=frozenset(values))


# One planner a kind of task ------------------------------------------------------


def _face_and_friend(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M01, M02: a certain face and any other card."""
    wanted = [card for card in cards if card.face == asked.face][:1]
    others = [card for card in cards if card not in wanted]
    face = d.NumberCards(asked.face[0], frozenset((int(asked.face[1:]),)))
    yield _exactly(cards, (*wanted, *others[:1]), 2, ANY if wanted else face)


def _two_values(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M03: two values of one colour."""
    values = (asked.lowest, asked.highest)
    for colour in _colours(cards):
        yield _of_values(cards, colour, values)


def _of_values(cards: m.Cards, colour: str, values: Sequence[int]) -> Plan:
    """A plan for one card of each value of a colour."""
    mine = {card.value: card for card in cards if card.colour == colour}
    keep = tuple(mine[value] for value in values if value in mine)
    left = frozenset(values) - mine.keys()
    return _exactly(cards, keep, len(values), d.NumberCards(colour, left))


def _uniform(cards: m.Cards, _: d.MurphyFigures) -> Iterator[Plan]:
    """M04: Mac's row of one colour or one value."""
    for colour in _colours(cards):
        yield _sorted_by(cards, d.NumberCards(colour), 1)
    for value in sorted({card.value for card in cards}):
        yield _sorted_by(cards, _of_value(value), 1)


HEAVY: Final = 9
"""What a card more is reckoned to bring to the sum of M08."""


def _heavy(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M08: nothing has to go; the sum has to be reached."""
    short = asked.sum - sum(card.value for card in cards)
    missing = max(0, -(-short // HEAVY), asked.least - len(cards))
    yield Plan(cards, (), missing, _of_value(*range(HEAVY, d.HIGHEST + 1)))


LIGHT: Final = 7
"""Up to which value a card of the right colour is taken for M10: five of them seldom exceed its sum."""


def _light(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M10: the lowest cards of one colour, as long as their sum leaves room for enough of them."""
    for colour in _colours(cards):
        mine = sorted((c for c in cards if c.colour == colour), key=lambda c: c.value)
        keep = tuple(_within(mine, asked.sum))
        spare = tuple(card for card in cards if card not in keep)
        missing = max(0, asked.least - len(keep))
        room = asked.sum - sum(card.value for card in keep[: asked.least - 1])
        values = frozenset(range(d.LOWEST, max(d.LOWEST, min(room, LIGHT)) + 1))
        yield Plan(keep, spare, missing, d.NumberCards(colour, values))


def _within(cards: Iterable[d.Card], most: int) -> Iterator[d.Card]:
    for card in cards:
        most -= card.value
        if most < 0:
            return
        yield card


def _triplets(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M14: three alike, of a face that there are three of."""
    faces = {card.face for card in cards if d.copies_of(card.face) >= asked.exactly}
    for face in sorted(faces) or ["Y07"]:
        keep = tuple(card for card in cards if card.face == face)
        wanted = d.NumberCards(face[0], frozenset((int(face[1:]),)))
        yield _exactly(cards, keep, asked.exactly, wanted)


def _pairs(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M15: pairs of one value; as many single cards may stay as there are pairs missing."""
    counts = Counter(card.value for card in cards)
    single = {value for value, count in counts.items() if count % 2}
    lonely = tuple({card.value: card for card in cards if card.value in single}.values())
    pairs = (asked.least - (len(cards) - len(lonely)) + 1) // 2
    waiting = lonely[: max(0, pairs)]
    spare = lonely[len(waiting) :]
    keep = tuple(card for card in cards if card not in spare)
    missing = max(len(waiting), asked.least - len(keep))
    wanted = _of_value(*(card.value for card in waiting)) if waiting else NONE
    yield Plan(keep, spare, missing, wanted if len(waiting) >= pairs else ANY)


def _run(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M16: a run of one colour, no value twice; any length from the least."""
    for colour in _colours(cards):
        for low in range(d.LOWEST, d.HIGHEST - asked.least + 2):
            for high in range(low + asked.least, d.HIGHEST + 2):
                yield _of_values(cards, colour, range(low, high))


def _two_colours(cards: m.Cards, asked: d.MurphyFigures) -> Iterator[Plan]:
    """M21: exactly two colours."""
    colours = _colours(cards)
    for both in combinations(colours, asked.colours):
        yield _sorted_by(cards, d.NumberCards("".join(both)), asked.least)
    if len(colours) < asked.colours:
        yield Plan(cards, (), max(1, asked.least - len(cards)), ANY)


def _colours(cards: m.Cards) -> list[str]:
    return sorted({card.colour for card in cards}) or ["G"]


PLANNERS: Final[dict[str, Planner]] = {
    "M01": _face_and_friend,
    "M02": _face_and_friend,
    "M03": _two_values,
    "M04": _uniform,
    "M08": _heavy,
    "M10": _light,
    "M14": _triplets,
    "M15": _pairs,
    "M16": _run,
    "M21": _two_colours,
}
"""How each murphy card is headed for where no card fits by itself."""


# The move that serves a plan best ----------------------------------------------------


HOPELESS: Final = 8
"""How many cards may be wrong before somebody would rather swap murphy cards."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A player's goal: a plan for his hand, or (M04) for Mac's row."""

    plan: Plan
    of_mac: bool
    chance: float
    """How likely a card drawn blindly is wanted."""

    def gain(self, card: d.Card | None) -> float:
        """What a card more in the hand is worth: 1 where it is wanted, -1 where it would have to go again."""
        if card is None:
            return 2 * self.chance - 1 if self.plan.missing else -1.0
        if card.kind is not d.CardKind.NUMBER:
            return 0.5
        if card not in self.plan.wanted:
            return -1.0
        return 1.0 if self.plan.missing else 0.0

    def loss(self, card: d.Card | None) -> float:
        """What laying a card away costs: nothing but gain where it is spare."""
        if card is None or card.kind is not d.CardKind.NUMBER:
            return 0.5
        return -1.0 if self.is_spare(card) else 1.0

    def is_spare(self, card: d.Card) -> bool:
        """Whether a card of the hand does not serve."""
        return card not in self.plan.wanted if self.of_mac else card in self.plan.spare


def greedy_robot(state: m.State, chance: Random) -> m.Move:
    """The move that brings a player's hand nearest to his murphy card at once; chance among equals."""
    pending = state.pending
    match pending:
        case m.InDoubt():
            return m.DecideClaim(claims.leaning(state, pending))
        case m.MayClaim(player):
            return claim_of(state, player) or m.Pass(player)
        case m.Turn(player):
            return claim_of(state, player) or _turn(state, player, chance)
        case m.Short(waiting):
            aim = aim_of(state, waiting[0])
            return m.Take(waiting[0], (d.At(d.DRAW),)) if aim.plan.missing else m.Pass(waiting[0])
    moves = [move for move in legal(state) if not isinstance(move, m.Claim)]
    player = moves[0].player if not isinstance(moves[0], m.DecideClaim) else state.turn
    aim = aim_of(state, player)
    return _best([(_worth_of_answer(state, aim, move), move) for move in moves], chance)


def aim_of(state: m.State, player: int) -> Aim:
    """A player's goal, from his hand, his murphy card and Mac's row."""
    held, numbers = state.murphys.held[player], state.hands[player].numbers
    task = "M19" if held is None else held.face
    of_mac = task == d.READS_MAC
    found = plan(task, state.mac if of_mac else numbers, state.edition.asked[task])
    deck = state.edition.numbers
    return Aim(found, of_mac, sum(card in found.wanted for card in deck) / len(deck))


def _best(rated: Sequence[tuple[float, m.Move]], chance: Random) -> m.Move:
    most = max(value for value, _ in rated)
    return pick([move for value, move in rated if value == most], chance)


# A turn -------------------------------------------------------------------------


def _turn(state: m.State, player: int, chance: Random) -> m.Move:
    aim = aim_of(state, player)
    rate = _worth_of_mac if aim.of_mac else _worth_of_take
    numbers = state.hands[player].numbers
    rated: list[tuple[float, m.Move]] = [
        (rate(aim, numbers, move), move) for move in exchanges.takes(state, player)
    ]
    for card in state.hands[player].kept:
        if playable(state, player, card):
            rated.append((_worth_of_action(state, player, aim, card), m.PlayAction(player, card)))
    if not rated:
        return pick([move for move in legal(state) if not isinstance(move, m.Claim)], chance)
    return _best(rated, chance)


def _worth_of_take(aim: Aim, numbers: m.Cards, move: m.Take) -> float:
    """How much nearer an exchange comes: what is taken, and the spare cards that can be laid for it."""
    gains = [aim.gain(at.card) for at in move.cards]
    spare = len(aim.plan.spare) + sum(gain < 0 for gain in gains)
    laid = 3 - len(move.cards)
    return sum(gains) + min(laid, spare) - max(0, laid - spare)


def _worth_of_mac(aim: Aim, numbers: m.Cards, move: m.Take) -> float:
    """The same for M04: spare cards of Mac's row are taken, ones that match the rest are laid."""
    if move.cards[0].place != d.MAC:
        return -1.0
    taken = [at.card for at in move.cards if at.card]
    freed = sum(card not in aim.plan.wanted for card in taken)
    fitting = sum(card in aim.plan.wanted for card in (*numbers, *taken))
    laid = 3 - len(taken)
    return freed - max(0, laid - fitting)


# Kept actions ---------------------------------------------------------------------


def _worth_of_action(state: m.State, player: int, aim: Aim, card: d.Card) -> float:
    """What playing a kept action promises, in cards nearer to the solve."""
    numbers = state.hands[player].numbers
    spare = [c for c in numbers if aim.is_spare(c)]
    match card.face:
        case "K01" | "K02":
            return 1.5 if aim.plan.distance >= HOPELESS else -2.0
        case "K03":
            pairs = any(matching(a, b, both=True) for a in spare for b in spare if a is not b)
            return 2.0 if pairs or len(spare) > len(state.edition.colours) else -2.0
        case "K04":
            return float(min(2, len(spare))) - max(0, 2 - len(spare))
        case "K06":
            return len(state.others(player)) * (2 * aim.chance - 1)
        case "K07":
            room = d.MAC_MOST - len(state.mac)
            return float(min(room, len(spare)) - max(0, room - len(spare)))
        case "K08" | "K09":
            return _worth_of_colour(aim, numbers, card)
        case "K10":
            return 0.4 if aim.plan.missing else -1.0
        case "K12":
            best = sorted((aim.gain(at.card) for at in sources(state)), reverse=True)
            return sum(best[:3])
        case _:
            return 1.0 if spare else -1.0


def _worth_of_colour(aim: Aim, numbers: m.Cards, card: d.Card) -> float:
    """What laying away five cards, or all, of the best colour for it is worth."""
    worth = Counter[str]()
    for number in numbers:
        worth[number.colour] += 1 if aim.is_spare(number) else -1
    counts = Counter(number.colour for number in numbers)
    if card.face == "K08":
        worth = Counter({c: worth[c] for c in worth if counts[c] >= LAID_BY_K08})
    return float(max(worth.values(), default=-2))


# Answers --------------------------------------------------------------------------


def _worth_of_answer(state: m.State, aim: Aim, move: m.Move) -> float:
    """How much an answer to what is pending is worth to the player who gives it."""
    match move:
        case m.Lay(player, place, card) if _opens_a_colour(state) and card:
            return _colour_balance(state, player, aim, card)
        case m.Lay(_, place, card) if place == d.MAC and aim.of_mac and card:
            return 1.0 if card in aim.plan.wanted else -1.0
        case m.Lay(_, _, card):
            return -aim.loss(card)
        case m.Take(_, (at,)):
            return aim.gain(at.card)
        case m.Choose(_, _, cards) if cards:
            return -sum(aim.loss(card) for card in cards)
        case m.Choose(_, _, _, face) if face:
            wanted = d.Card.parse(f"{face}-1") in aim.plan.wanted
            return 1.0 if wanted else -1.0
        case _:
            return 0.0


def _opens_a_colour(state: m.State) -> bool:
    pending = state.pending
    if not isinstance(pending, m.Obey) or pending.detail:
        return False
    return pending.card.face in ("K08", "K09")


def _colour_balance(state: m.State, player: int, aim: Aim, card: d.Card) -> float:
    mine = [c for c in state.hands[player].numbers if c.colour == card.colour]
    return -sum(aim.loss(c) for c in mine) - 0.1 * aim.loss(card)
