"""What hands do at the painted table for each event of the game: reach, bring, take, lay out, put back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck import cards as d
from companion.games.dumm_gelaufen.painted.board import (
    CENTRES,
    Board,
    board_of,
    claim_spots,
    spot,
)
from companion.games.dumm_gelaufen.painted.script import ScriptStep, over
from companion.games.dumm_gelaufen.rules.fold import evolve
from companion.kit import painted as kit
from companion.mat import Point

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
    rng = Random(f"{seed}/{step.number}")
    state = step.before
    for event in step.events:
        for act in _acts(event, state, board, rng):
            yield act
            if isinstance(act, kit.Reach):
                board = act.after
                yield kit.Wait(BETWEEN)
        state = evolve(state, event)
    if over(step):
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
    for place in (d.LEFT, d.RIGHT):
        board = board.with_heap(place, laid.heap(place))
        yield CENTRES[place], board


def _acts(
    event: m.Event, state: m.State, board: Board, rng: Random
) -> Iterator[kit.Gesture[Board]]:
    match event:
        case m.CardsTaken(player, cards):
            yield from _taken(player, cards, board, rng)
        case m.CardLaid(player, place, card) if card is not None:
            yield _lay(player, place, card, board)
        case m.CardsThrownAway(player, cards):
            yield from _thrown(player, cards, board)
        case m.AtOnceCardShown(player, card) | m.ActionPlayed(player, card):
            yield _lay(player, d.ACTIONS, card, board)
            yield kit.Wait(TALKING)
        case m.DrawPileReshuffled(cards) if cards is not None:
            yield from _reshuffled(state.turn, len(cards), board)
        case m.ClaimAccepted() | m.ClaimRefused() if isinstance(
            state.pending, m.InDoubt
        ):
            # Its cards have been shown already, when it was put to the table.
            yield kit.Wait(TALKING)
        case (
            m.ClaimAccepted(player, task, cards)
            | m.ClaimRefused(player, task, cards)
            | m.ClaimPutToTheTable(player, task, cards)
        ):
            yield from _claimed(player, (task, *cards), board)
        case m.RoundBegan():
            yield kit.Wait(CELEBRATING)
        case m.TurnPassed():
            yield kit.Wait(THINKING)
        case m.CardPassed() | m.HandsSwapped() | m.TasksSwapped():
            yield kit.Wait(TALKING)


def _taken(
    player: int, cards: tuple[d.At, ...], board: Board, rng: Random
) -> Iterator[kit.Reach[Board]]:
    """One reach a card, but for two from the draw pile by somebody in a hurry."""
    drawn = [at for at in cards if at.place == d.DRAW]
    if len(drawn) == len(cards) == 2 and rng.random() < BOTH_AT_ONCE:
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


def _thrown(
    player: int, cards: Iterable[d.Card], board: Board
) -> Iterator[kit.Reach[Board]]:
    for card in cards:
        reach = _lay(player, d.ACTIONS, card, board)
        board = reach.after
        yield reach


def _reshuffled(player: int, size: int, board: Board) -> Iterator[kit.Gesture[Board]]:
    """The discard and what is below the tops of the piles go to the draw pile (rules, A7)."""
    if board.actions:
        board = replace(board, actions=())
        yield kit.Reach(player, CENTRES[d.ACTIONS], board, takes=kit.Held())
    for place in (d.LEFT, d.RIGHT):
        if len(board.heap(place)) > 1:
            board = board.with_heap(place, board.heap(place)[-1:])
            yield kit.Reach(player, CENTRES[place], board, takes=kit.Held())
    yield kit.Wait(TALKING)
    board = replace(board, draw=size)
    yield kit.Reach(player, CENTRES[d.DRAW], board, brings=kit.Held())


def _claimed(
    player: int, cards: tuple[d.Card, ...], board: Board
) -> Iterator[kit.Gesture[Board]]:
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
