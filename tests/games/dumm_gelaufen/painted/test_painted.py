"""The painted game: what hands do at the table is what the robots decided, and what the camera sees is how the table lies."""

import pickle
from collections import deque
from collections.abc import Sequence
from itertools import islice

import pytest

from companion.app.camera.pipeline import TableLook, looks
from companion.app.painted.painter import SEATS, layout, painted, real_time, stage_of
from companion.app.painted.performance import FPS, Moment, changed, moments, seconds
from companion.app.painted.show import Stand
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW, Card
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.board import (
    Board,
    board_of,
    claim_spots,
    gestures,
    lying,
)
from companion.games.dumm_gelaufen.painted.script import ScriptStep, script
from companion.games.dumm_gelaufen.robots import greedy_robot
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.sheets import faces
from companion.kit.painted import Reach, ScriptConfig, Wait
from companion.settings import Settings
from companion.table import Settled
from companion.words import words
from vision.frame import Frame
from vision.painting.layout import Layout
from vision.painting.truth import seen
from vision.painting.view import View
from vision.reader import Reader
from vision.settle import Settler

CASTING = ScriptConfig(seed=3)
SMALL = View(MAT, size=(640, 360))


def steps(config: ScriptConfig, count: int) -> list[ScriptStep]:
    """The first steps of a casting."""
    return list(islice(script(config, random_robot), count))


def played(config: ScriptConfig, count: int) -> list[tuple[ScriptStep, Board, Board]]:
    """Steps with the board before and after each."""
    board, told = Board(), []
    for step in steps(config, count):
        before = board
        for act in gestures(step, board, config.seed):
            board = changed(act, board, seconds(act))
        told.append((step, before, board))
    return told


def lies(board: Board) -> tuple[object, ...]:
    """A board as a state tells it: Mac's row as a set, piles top first."""
    row = frozenset(card for card in board.mac if card is not None)
    return row, board.left[::-1], board.right[::-1], board.actions[::-1], board.draw


def stated(state: m.State) -> tuple[object, ...]:
    """What a state says lies on the table."""
    row = frozenset(state.mac)
    return row, state.left, state.right, state.actions, len(state.draw or ())


@pytest.mark.parametrize(
    "config",
    [ScriptConfig(1, 2), ScriptConfig(2, 4, "newer"), ScriptConfig(3, 6)],
    ids=["two", "four, newer", "six"],
)
def test_hands_leave_the_table_as_the_rules_say(config: ScriptConfig) -> None:
    """After every step the board is the state's table, and nothing of a claim is left."""
    for step, _, board in played(config, 700):
        assert lies(board) == stated(step.after), step.move
        assert board.claim == ()


def test_every_kind_of_thing_happens() -> None:
    """The games above hold draws, claims and a reshuffle, so that the test means something."""
    kinds = {
        type(event)
        for seats in (2, 6)
        for step in steps(ScriptConfig(1, seats), 2500)
        for event in step.events
    }

    assert {m.CardsTaken, m.ClaimAccepted, m.DrawPileReshuffled} <= kinds


def test_a_hand_reaches_to_the_zone_that_changes() -> None:
    """Whatever changes on the table, a hand of the one who did it is there."""
    for step, board, _ in played(CASTING, 300)[1:]:
        for act in gestures(step, board, CASTING.seed):
            after = changed(act, board, seconds(act))
            if isinstance(act, Reach):
                assert MAT.zone_at(*act.at) in differing(board, after)
            else:
                assert after == board
            board = after


def differing(before: Board, after: Board) -> set[str]:
    """The zones in which two boards differ."""
    names = ("mac", "left", "right", "actions", "draw", "claim")
    zones = ("mac", "open-left", "open-right", "actions", "draw", "claim")
    return {
        zone
        for name, zone in zip(names, zones, strict=True)
        if getattr(before, name) != getattr(after, name)
    }


def test_each_card_drawn_shows_its_back() -> None:
    """Nobody, and no camera, sees what is drawn."""
    for step, board, _ in played(CASTING, 300)[1:]:
        drawn = [
            act
            for act in gestures(step, board, CASTING.seed)
            if isinstance(act, Reach) and act.takes and MAT.zone_at(*act.at) == DRAW
        ]
        assert all(act.takes and act.takes.card is None for act in drawn)


@pytest.mark.parametrize("count", range(2, 20))
def test_a_claimed_hand_shows_all_its_cards(count: int) -> None:
    """Each card of a claim lies in the zone and shows a whole tag, however many there are."""
    edition = load_edition("classic")
    cards = (Card.parse("M17-1"), *edition.numbers[: count - 1])
    printed = dict(zip(edition.cards, faces(edition, words("en")), strict=True))
    board = Board(claim=cards, claiming=count)

    shown = seen(Layout(tuple(lying(board, printed))), View(MAT))

    assert count == len(claim_spots(count))
    assert {"claim"} == {card.zone for card in shown}
    assert all(any(tag.full for tag in card.tags) for card in shown)


def test_a_claim_put_to_the_table_is_laid_out_once() -> None:
    """What the table decides about has been shown: nobody lays it out again for the decision."""
    config = ScriptConfig(15, 2)
    claimed: list[tuple[str, bool]] = []
    board = Board()
    for step in islice(script(config, greedy_robot), 16):
        laid = False
        for act in gestures(step, board, config.seed):
            board = changed(act, board, seconds(act))
            laid = laid or bool(board.claim)
        claimed += [
            (type(event).__name__, laid)
            for event in step.events
            if type(event).__name__.startswith("Claim")
        ]

    assert [("ClaimPutToTheTable", True), ("ClaimAccepted", False)] == claimed


@pytest.mark.parametrize("players", range(2, 7))
def test_arms_come_and_go(players: int) -> None:
    """Between reaches no hand is over the mat, and a reach begins and ends outside the picture."""
    config = ScriptConfig(5, players)
    stage = stage_of(PAINTED, config, "en")

    for moment in islice(moments(PAINTED, config, fps=30), 0, 900, 3):
        shown = layout(moment.act, moment.before, moment.into, stage)
        if isinstance(moment.act, Wait):
            assert not shown.hands
        elif moment.into == 0:
            (hand,) = shown.hands
            x, y = hand.tip
            assert not (-70 < x < 664 and -30 < y < 450)
    assert len(SEATS[players]) == players


def frames(config: ScriptConfig, start: int, count: int) -> list[tuple[int, float, bytes]]:
    """Number, time and pixels of some frames."""
    source = islice(painted(PAINTED, config, start=start, view=SMALL), count)
    return [(f.number, f.at, f.grey.tobytes()) for f in source if isinstance(f, Frame)]


@pytest.mark.slow
def test_a_game_goes_on_where_it_stopped() -> None:
    """From any frame on the same pictures come with the same numbers and times, in the middle of a reach too."""
    whole = frames(CASTING, 0, 75)

    assert whole[73:] == frames(CASTING, 73, 2)
    assert [n / 10 for n in range(75)] == [at for _, at, _ in whole]


@pytest.mark.slow
def test_a_show_goes_on_in_another_process() -> None:
    """Sent to the camera process it opens at the frame that was last heard of."""
    stand = Stand(GAME, CASTING, frame=41)

    sent = pickle.loads(pickle.dumps(stand))

    assert 41 == next(sent(Settings(lang="en"))).number


def test_the_seed_decides() -> None:
    """Other seeds give other games."""
    assert frames(CASTING, 30, 1) != frames(ScriptConfig(seed=4), 30, 1)


def test_a_new_game_is_dealt_by_the_dealer() -> None:
    """What lay there is gathered first, then everything is set up."""
    (_, _, board) = played(CASTING, 40)[-1]
    dealing = steps(ScriptConfig(seed=8), 1)[0]

    gathers, *deals = (act for act in gestures(dealing, board, 8) if isinstance(act, Reach))

    assert (2, Board()) == (gathers.seat, gathers.after)
    assert {2} == {act.seat for act in deals}
    assert board_of(dealing.after) == deals[-1].after
    assert () == deals[-2].after.right


def test_games_follow_each_other() -> None:
    """Step by step through to the second game: it is numbered on and dealt anew."""
    story = script(ScriptConfig(1, 2), random_robot)
    last = next(step for step in story if step.after.over)
    first = next(story)

    assert (0, 1) == (last.game, first.game)
    assert last.number + 1 == first.number
    assert first.move is None
    assert stated(first.after) != stated(last.after)


class Ticks:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


def test_the_pace_keeps_up_with_the_clock() -> None:
    """Frames of 0.1 s come 0.1 s apart whatever painting costs; what was late is not hurried after."""
    clock = Ticks()
    pace = real_time(clock=clock, sleep=clock.sleep)

    for at in (5.0, 5.1, 5.2):
        pace(at)
        clock.now += 0.03
    clock.now += 1.0
    pace(5.3)
    pace(5.4)

    assert [0.0, 0.07, 0.07, 0.0, 0.1] == clock.slept


def test_twice_the_speed_is_half_the_wait() -> None:
    """A newcomer in a hurry sees the same game faster."""
    clock = Ticks()
    pace = real_time(2.0, clock=clock, sleep=clock.sleep)

    pace(0.0)
    pace(1.0)

    assert [0.0, 0.5] == clock.slept


LAG = 1.4
"""Seconds from a change under a hand until it is told: the hand's way out, and 0.6 for the zone to settle."""


def shown(board: Board) -> dict[str, tuple[str, ...]]:
    """What a board shows in each zone: Mac's row, and the tops of the piles."""
    return {
        "mac": tuple(card.code for card in board.mac if card),
        "open-left": tuple(card.code for card in board.left[-1:]),
        "open-right": tuple(card.code for card in board.right[-1:]),
        "actions": tuple(card.code for card in board.actions[-1:]),
    }


def differences(look: TableLook, lately: Sequence[Moment[ScriptStep, Board]]) -> list[str]:
    """Where a settled table tells what did not lie there lately; a hand that left one zone is told before the next settles."""
    lay = [shown(moment.board) for moment in lately]
    told = [o for o in look.observations if isinstance(o, Settled)]
    return [
        f"{look.frame.number} {zone}: {lay[-1][zone]} is told as {settled.table[zone]}"
        for settled in told
        for zone in lay[-1]
        if zone not in settled.table.covered
        and settled.table[zone][: 7 if zone == "mac" else 1] not in [board[zone] for board in lay]
    ]


@pytest.mark.prove
def test_what_settles_is_how_the_table_lies() -> None:
    """Through reader and settler, every settled zone of a minute of the game is the painted one's."""
    count = 600
    edition = load_edition("classic")
    reader = Reader(pieces(edition.name), (MAT,))
    seen_by = looks(islice(painted(PAINTED, CASTING), count), reader, Settler(MAT))
    lately: deque[Moment[ScriptStep, Board]] = deque(maxlen=round(LAG * FPS) + 1)
    wrong: list[str] = []
    for look, moment in zip(seen_by, moments(PAINTED, CASTING), strict=False):
        lately.append(moment)
        assert isinstance(look, TableLook)
        wrong += differences(look, lately)

    assert [] == wrong
