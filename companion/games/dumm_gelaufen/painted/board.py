"""The painted table's cards, where on the mat each lies, and what hands do with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.painted.script import ScriptStep
from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.kit import painted as kit
from companion.mat import Point

if TYPE_CHECKING:
    from vision.painting.layout import Lying, Placed
    from vision.printing.faces import PrintedFace

MacsRow: TypeAlias = tuple[d.Card | None, ...]

CENTRES: Final[dict[d.Place, Point]] = {
    place: MAT[place].middle for place in (d.LEFT, d.DRAW, d.RIGHT, d.ACTIONS)
}
PILES: Final[tuple[d.Place, ...]] = (d.LEFT, d.RIGHT, d.ACTIONS)
CLAIM: Final = MAT["claim"]
ROW_MOST: Final = 12
"""More claimed cards than this lie in two rows."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the mat: Mac's places left to right, piles bottom first, a claimed hand with its murphy card first."""

    mac: MacsRow = (None,) * d.MAC_MOST
    left: tuple[d.Card, ...] = ()
    right: tuple[d.Card, ...] = ()
    actions: tuple[d.Card, ...] = ()
    draw: int = 0
    claim: tuple[d.Card, ...] = ()
    claiming: int = 0
    """How many cards the whole claim has, so that its first cards lie where they stay."""

    def heap(self, place: d.Place) -> tuple[d.Card, ...]:
        """The cards of a pile, bottom first."""
        heaps = {d.LEFT: self.left, d.RIGHT: self.right, d.ACTIONS: self.actions}
        return heaps[place]

    def with_heap(self, place: d.Place, cards: tuple[d.Card, ...]) -> Board:
        """The board with another pile at a place."""
        left, right, actions = (cards if p == place else self.heap(p) for p in PILES)
        return replace(self, left=left, right=right, actions=actions)

    def without(self, place: d.Place, card: d.Card | None) -> Board:
        """The board once a card (the top of a pile) is taken away."""
        if place == d.DRAW:
            return replace(self, draw=self.draw - 1)
        if place == d.MAC:
            return replace(self, mac=tuple(None if c is card else c for c in self.mac))
        return self.with_heap(place, self.heap(place)[:-1])

    def laid(self, place: d.Place, card: d.Card) -> Board:
        """The board once a card is laid: into the first gap with Mac, or on top of a pile. Raises ValueError where no gap is."""
        if place != d.MAC:
            return self.with_heap(place, (*self.heap(place), card))
        gap = self.mac.index(None)
        return replace(self, mac=(*self.mac[:gap], card, *self.mac[gap + 1 :]))


def board_of(state: m.State) -> Board:
    """The board that corresponds to a fully known game."""
    row = (*state.mac, *(None,) * d.MAC_MOST)[: d.MAC_MOST]
    return Board(
        row,
        _bottom_first(state.left),
        _bottom_first(state.right),
        _bottom_first(state.actions),
        len(state.draw or ()),
    )


def spot(board: Board, place: d.Place, card: d.Card | None) -> Point:
    """Where a card lies, or will lie once it is laid, mm."""
    if place != d.MAC:
        return CENTRES[place]
    slot = board.mac.index(card if card in board.mac else None)
    return slot_at(slot)


def turn_of(place: d.Place, card: d.Card) -> float:
    """The rotation of a card that lies in Mac's row or is carried, degrees."""
    return Random(f"{place}/{card.code}").gauss(0, 1.8)


def claim_spots(count: int) -> tuple[Point, ...]:
    """Where the cards of a claim lie, its murphy card first, mm."""
    _, middle = CLAIM.middle
    numbers = count - 1
    rows = 1 if numbers <= ROW_MOST else 2
    each = -(-numbers // rows)
    pitch = min(62.0, (CLAIM.x1 - 34 - 155) / max(1, each - 1))
    heights = (middle,) if rows == 1 else (middle - 36, middle + 34)
    spots = [(155 + pitch * (n % each), heights[n // each]) for n in range(numbers)]
    return ((90.0, middle), *spots)


def slot_at(slot: int, card: d.Card | None = None) -> Point:
    """Where a place of Mac's row is, or a card that lies there as people lay cards, mm."""
    zone = MAT[d.MAC]
    width = zone.width / d.MAC_MOST
    off = Random(f"slot/{slot}/{card.code if card else ''}")
    x, y = zone.x0 + width * (slot + 0.5), zone.middle[1]
    return x + off.uniform(-2, 2), y + off.uniform(-2, 2)


def _bottom_first(heap: tuple[d.Card | None, ...]) -> tuple[d.Card, ...]:
    return tuple(card for card in reversed(heap) if card is not None)


PrintedFaces: TypeAlias = "Mapping[d.Card, PrintedFace]"

SEEDS: Final = {d.LEFT: 11, d.DRAW: 12, d.RIGHT: 13, d.ACTIONS: 14}


def lying(board: Board, faces: PrintedFaces) -> Iterator[Placed]:
    """The cards of a board as they are painted, bottom first."""
    from vision.painting.layout import pile

    any_back = next(iter(faces.values()))
    return chain(
        _row(board.mac, faces),
        pile([faces[c] for c in board.left], CENTRES[d.LEFT], SEEDS[d.LEFT]),
        pile([any_back] * board.draw, CENTRES[d.DRAW], SEEDS[d.DRAW], up=False),
        pile([faces[c] for c in board.right], CENTRES[d.RIGHT], SEEDS[d.RIGHT]),
        pile([faces[c] for c in board.actions], CENTRES[d.ACTIONS], SEEDS[d.ACTIONS]),
        _claimed(board, faces),
    )


def _row(row: MacsRow, faces: PrintedFaces) -> Iterator[Lying]:
    from vision.painting.layout import Lying

    for slot, card in enumerate(row):
        if card is not None:
            yield Lying(faces[card], slot_at(slot, card), turn_of(d.MAC, card))


def _claimed(board: Board, faces: PrintedFaces) -> Iterator[Lying]:
    from vision.painting.layout import Lying

    spots = claim_spots(max(board.claiming, 1))
    for number, card in enumerate(board.claim):
        height = 0.3 * (1 + number)
        yield Lying(faces[card], spots[number], turn_of(d.MAC, card) / 2, height=height)


# What hands do -----------------------------------------------------------------------


BETWEEN: Final = 0.75
"""Seconds without a hand after each reach: enough for a zone to settle."""
THINKING: Final = 0.9
"""Seconds before a turn."""
TALKING: Final = 1.2
"""Seconds for what happens off the table."""
LOOKING: Final = 3.5
"""Seconds that everybody looks at a claim."""
CELEBRATING: Final = 3.0
BOTH_AT_ONCE: Final = 0.15
"""How often somebody draws two cards at one reach."""
HANDFUL: Final = 5
"""How many cards of a claim are laid out, or picked up, at one reach."""


def gestures(step: ScriptStep, board: Board, seed: int) -> Iterator[kit.Gesture[Board]]:
    """What people at the table would do for a step, from how the table lies before it."""
    if step.move is None:
        yield from _dealt(step, board)
        return
    chance = Random(f"{seed}/{step.number}")
    state = step.before
    for event in step.events:
        for act in _acts(event, state, board, chance):
            yield act
            if isinstance(act, kit.Reach):
                board = act.after
                yield kit.Wait(BETWEEN)
        state = evolve(state, event)
    if step.after.over:
        yield kit.Wait(kit.AFTER_GAME)


def _dealt(step: ScriptStep, board: Board) -> Iterator[kit.Gesture[Board]]:
    """The dealer, who sits last, sets up the table; what lay there before is gathered first."""
    dealer = len(step.after.hands) - 1
    if board != Board():
        yield kit.Reach(dealer, CENTRES[d.LEFT], Board(), takes=kit.Held())
        yield kit.Wait(TALKING)
    laid = board_of(step.after)
    for at, board in _set_up(laid):
        yield kit.Reach(dealer, at, board, brings=kit.Held())
        yield kit.Wait(BETWEEN)
    yield kit.Wait(CELEBRATING)


def _set_up(laid: Board) -> Iterator[tuple[Point, Board]]:
    """Where the dealer's hand goes and what lies there then; the piles last, since with them the game can begin."""
    board = replace(Board(), draw=laid.draw)
    yield CENTRES[d.DRAW], board
    if laid.actions:
        board = replace(board, actions=laid.actions)
        yield CENTRES[d.ACTIONS], board
    for first, end in ((0, 3), (3, 5), (5, 7)):
        row = (*laid.mac[:end], *(None,) * (len(laid.mac) - end))
        board = replace(board, mac=row)
        yield spot(board, d.MAC, row[(first + end) // 2]), board
    for place in d.OPEN:
        board = board.with_heap(place, laid.heap(place))
        yield CENTRES[place], board


def _acts(
    event: m.Event, state: m.State, board: Board, chance: Random
) -> Iterator[kit.Gesture[Board]]:
    match event:
        case m.CardsTaken(player, cards):
            yield from _taken(player, cards, board, chance)
        case m.CardLaid(player, place, card) if card is not None:
            yield _lay(player, place, card, board)
        case m.CardsThrownAway(player, cards):
            yield from _thrown(player, cards, board)
        case m.AtOnceCardShown(player, card) | m.ActionPlayed(player, card):
            yield _lay(player, d.ACTIONS, card, board)
            yield kit.Wait(TALKING)
        case m.DrawPileReshuffled(cards) if cards is not None:
            yield from _reshuffled(state.turn, len(cards), board)
        case m.ClaimAccepted() | m.ClaimRefused() if isinstance(state.pending, m.InDoubt):
            # Its cards have been shown already, when it was put to the table.
            yield kit.Wait(TALKING)
        case (
            m.ClaimAccepted(player, task, cards)
            | m.ClaimRefused(player, task, cards)
            | m.ClaimPutToTheTable(player, task, cards)
        ):
            yield from _laid_out(player, (task, *cards), board)
        case m.RoundBegan():
            yield kit.Wait(CELEBRATING)
        case m.TurnPassed():
            yield kit.Wait(THINKING)
        case m.CardPassed() | m.HandsSwapped() | m.TasksSwapped():
            yield kit.Wait(TALKING)


def _taken(
    player: int, cards: tuple[d.At, ...], board: Board, chance: Random
) -> Iterator[kit.Reach[Board]]:
    """One reach a card, but for two from the draw pile by somebody in a hurry."""
    drawn = [at for at in cards if at.place == d.DRAW]
    if len(drawn) == len(cards) == 2 and chance.random() < BOTH_AT_ONCE:
        after = replace(board, draw=board.draw - 2)
        yield kit.Reach(player, CENTRES[d.DRAW], after, takes=kit.Held())
        return
    for at in cards:
        where = spot(board, at.place, at.card)
        board = board.without(at.place, at.card)
        seen = None if at.place == d.DRAW else at.card
        yield kit.Reach(player, where, board, takes=kit.Held(seen))


def _lay(player: int, place: d.Place, card: d.Card, board: Board) -> kit.Reach[Board]:
    where = spot(board, place, card)
    return kit.Reach(player, where, board.laid(place, card), brings=kit.Held(card))


def _thrown(player: int, cards: Iterable[d.Card], board: Board) -> Iterator[kit.Reach[Board]]:
    for card in cards:
        reach = _lay(player, d.ACTIONS, card, board)
        board = reach.after
        yield reach


def _reshuffled(player: int, size: int, board: Board) -> Iterator[kit.Gesture[Board]]:
    """The discard and what is below the tops of the piles go to the draw pile (rules, A7)."""
    if board.actions:
        board = replace(board, actions=())
        yield kit.Reach(player, CENTRES[d.ACTIONS], board, takes=kit.Held())
    for place in d.OPEN:
        if len(board.heap(place)) > 1:
            board = board.with_heap(place, board.heap(place)[-1:])
            yield kit.Reach(player, CENTRES[place], board, takes=kit.Held())
    yield kit.Wait(TALKING)
    board = replace(board, draw=size)
    yield kit.Reach(player, CENTRES[d.DRAW], board, brings=kit.Held())


def _laid_out(player: int, cards: tuple[d.Card, ...], board: Board) -> Iterator[kit.Gesture[Board]]:
    """The murphy card, then the hand by handfuls; everybody looks; all is taken back."""
    spots = claim_spots(len(cards))
    ends = (1, *range(1 + HANDFUL, len(cards), HANDFUL), len(cards))
    shown = 0
    for end in dict.fromkeys(ends):
        board = replace(board, claim=cards[:end], claiming=len(cards))
        where = spots[(shown + end - 1) // 2]
        yield kit.Reach(player, where, board, brings=kit.Held(cards[end - 1]))
        shown = end
    yield kit.Wait(LOOKING)
    while board.claim:
        left = board.claim[: max(0, len(board.claim) - 2 * HANDFUL)]
        where = spots[(len(left) + len(board.claim) - 1) // 2]
        top = board.claim[-1]
        board = replace(board, claim=left, claiming=len(cards) if left else 0)
        yield kit.Reach(player, where, board, takes=kit.Held(top))
