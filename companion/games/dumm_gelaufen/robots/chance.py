"""A robot that plays by chance; claims and answers of every robot: a hand is looked through quickly before its claim is judged in full."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import drawable
from companion.games.dumm_gelaufen.rules import actions, answers, claims, legality
from companion.games.dumm_gelaufen.rules.exchanges import must_replenish, takes

_Look: TypeAlias = Callable[[m.Cards, d.MurphyFigures], bool]


def could_solve(task: str, numbers: m.Cards, state: m.State) -> bool:
    """Whether a hand could solve a murphy card: False only if it certainly does not.

    What it says no to, :func:`companion.games.dumm_gelaufen.deck.tasks.verdict` says no to.
    """
    asked = state.edition.asked[task]
    if len(numbers) < asked.least or 0 < asked.exactly != len(numbers):
        return False
    if asked.fitting is not None:
        return all(card in asked.fitting for card in numbers)
    look = LOOKS.get(task)
    return look is None or look(state.mac if task == "M04" else numbers, asked)


def _one_colour(cards: m.Cards, _: d.MurphyFigures) -> bool:
    return len({card.colour for card in cards}) == 1


LOOKS: Final[dict[str, _Look]] = {
    "M03": _one_colour,
    "M04": lambda row, asked: _one_colour(row, asked) or len({card.value for card in row}) == 1,
    "M08": lambda cards, asked: sum([card.value for card in cards]) >= asked.sum,
    "M10": _one_colour,
    "M14": _one_colour,
    "M15": lambda cards, _: len(cards) % 2 == 0,
    "M16": _one_colour,
    "M21": lambda cards, asked: len({c.colour for c in cards}) <= asked.colours,
}
"""The condition besides the number of cards, where no card fits by itself; none for M01 and M02."""


M = TypeVar("M")

PLAYS: Final = 0.25
"""How often somebody who holds a kept action plays it instead of exchanging."""

TRIES: Final = 4
"""How often a source is drawn by lot before all there are get listed."""

_DRAWN: Final = {1: (d.At(d.DRAW),), 2: (d.At(d.DRAW), d.At(d.DRAW))}
_TOPS: Final = {place: {1: (d.At(place),), 2: (d.At(place), d.At(place))} for place in d.OPEN}
_BOTH: Final = ((d.At(d.LEFT), d.At(d.RIGHT)), (d.At(d.RIGHT), d.At(d.LEFT)))


def random_robot(state: m.State, chance: Random) -> m.Move:
    """A random legal move; a solve is claimed as soon as possible."""
    match state.pending:
        case m.ToLay() as pending:
            return _any_lay(state, pending, chance)
        case m.MayClaim(player):
            return claim_of(state, player) or m.Pass(player)
        case m.Turn(player):
            return _any_turn(state, player, chance)
        case m.InDoubt() as pending:
            return m.DecideClaim(claims.leaning(state, pending))
        case _:
            return any_answer(state, chance)


def pick(moves: Sequence[M], chance: Random) -> M:
    """A random element."""
    return moves[int(chance.random() * len(moves))]


def claim_of(state: m.State, player: int) -> m.Claim | None:
    """The claim of somebody who has solved his murphy card, as far as he and the rulings can tell."""
    if not claims.in_window(state, player):
        return None
    task, numbers = state.murphys.held[player], state.hands[player].numbers
    if task is None or not could_solve(task.face, numbers, state):
        return None
    claim = m.Claim(player, task, numbers)
    found = claims.judged(state, claim)
    if found.answer is d.VerdictAnswer.DEPENDS and found.ruling:
        leans = getattr(state.rulings, found.ruling)
        return claim if leans == "accept" else None
    return claim if found.answer is d.VerdictAnswer.YES else None


def any_answer(state: m.State, chance: Random) -> m.Move:
    """Any of the answers that are listed, claims left out."""
    pending = state.pending
    if isinstance(pending, m.Obey) and pending.card.face == "K10" and not pending.detail:
        whom = pick(state.others(pending.by), chance)
        return m.Choose(pending.by, whom, face=pick(answers.number_faces(state.edition), chance))
    moves = [move for move in legality.legal(state) if not isinstance(move, m.Claim)]
    return pick(moves, chance)


def _any_turn(state: m.State, player: int, chance: Random) -> m.Move:
    claim = claim_of(state, player)
    if claim:
        return claim
    hand = state.hands[player]
    if hand.kept and chance.random() < PLAYS:
        plays = [card for card in hand.kept if actions.playable(state, player, card)]
        if plays:
            return m.PlayAction(player, pick(plays, chance))
    for _ in range(TRIES):
        cards = _any_source(state, 1 if hand.numbers else 2, chance)
        if cards is not None:
            return m.Take(player, cards)
    ways = tuple(takes(state, player))
    return pick(ways, chance) if ways else any_answer(state, chance)


def _any_source(state: m.State, least: int, chance: Random) -> tuple[d.At, ...] | None:
    """One card or two from the draw pile, an open pile, both, or Mac; None where the place chosen has too few."""
    count = least + int(chance.random() * (3 - least))
    match int(chance.random() * 5):
        case 0:
            return _DRAWN[count] if drawable(state, count) else None
        case 1:
            return _TOPS[d.LEFT][count] if len(state.left) >= count else None
        case 2:
            return _TOPS[d.RIGHT][count] if len(state.right) >= count else None
        case 3:
            return pick(_BOTH, chance) if state.left and state.right else None
        case _:
            return _of_row(state.mac, count, chance)


def _of_row(row: m.Cards, count: int, chance: Random) -> tuple[d.At, ...] | None:
    if len(row) >= d.MAC_MOST:
        count = 2
    if len(row) < count:
        return None
    one = int(chance.random() * len(row))
    if count == 1:
        return (d.At(d.MAC, row[one]),)
    other = int(chance.random() * (len(row) - 1))
    other += other >= one
    return (d.At(d.MAC, row[one]), d.At(d.MAC, row[other]))


def _any_lay(state: m.State, pending: m.ToLay, chance: Random) -> m.Move:
    numbers = state.hands[pending.player].numbers
    if must_replenish(state, pending):
        return m.Take(pending.player, _DRAWN[1])
    card = pick(numbers, chance)
    if pending.area == d.MAC:
        return m.Lay(pending.player, d.MAC, card)
    return m.Lay(pending.player, d.LEFT if chance.random() < 0.5 else d.RIGHT, card)
