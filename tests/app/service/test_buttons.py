"""The buttons at the table: "turn done", and a claim button for each seat, as the game takes them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.table.state import TableState
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import Settled, Step, Table
from tests.games.dumm_gelaufen.evening import again, seen, session

DONE = {"do": "turn-done"}
CASTING = ScriptConfig(4, 3)


class Clock:
    """A time of day that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told(clock: Clock) -> Session[TableState]:
    """A game in which the cards were dealt, and nobody has done anything yet."""
    return session(CASTING, 1, clock=clock)


def turn(told: Session[TableState]) -> int:
    player: int = told.view()["turn"]["player"]
    return player


def looks(told: Session[TableState], count: int, seed: int = 4) -> Iterator[Settled]:
    """What is seen from where the session is, up to so many steps of the evening."""
    here = told.state.at
    for look in seen(ScriptConfig(seed, 3), count):
        if isinstance(look, Settled) and look.at > here:
            yield look


def unsettled() -> Session[TableState]:
    """A game whose last turn is assumed, not settled."""
    for seed in range(30):
        told = session(ScriptConfig(seed, 3), 1)
        for look in looks(told, 30, seed):
            told.observe(look)
            if told.state.open:
                return told
    raise AssertionError("every turn is settled at once")


def test_a_turn_nobody_saw_is_over(told: Session[TableState], clock: Clock) -> None:
    """Where nothing was seen, the next one's turn begins; a restart knows of it, and it can be taken back."""
    clock.now += 60
    told.correct(DONE)

    assert 1 == turn(told)
    assert again(told).view() == told.view()
    told.undo()
    assert 0 == turn(told)


def test_done_twice_in_a_row_is_one_turn(told: Session[TableState], clock: Clock) -> None:
    """A button that bounces, or is pressed again at once, skips nobody."""
    clock.now += 60
    told.correct(DONE)
    clock.now += 1
    told.correct(DONE)

    assert 1 == turn(told)


def test_done_is_no_word_about_the_next_turn(told: Session[TableState], clock: Clock) -> None:
    """Who presses after his turn was seen and told only confirms it."""
    for look in looks(told, 40):
        clock.now = 1000.0 + look.at
        told.observe(look)
        if turn(told) != 0:
            break
    clock.now += 2
    told.correct(DONE)

    assert 1 == turn(told)


def test_done_settles_what_was_seen() -> None:
    """A turn that might still have gone on is told as it stands, and nobody is skipped."""
    told = unsettled()
    before = told.state.turns
    told.correct(DONE)

    assert () == told.state.open
    assert [t.id for t in before] == [t.id for t in told.state.turns]
    assert told.state.turns[-1].standing in ("final", "asked")
    last = told.state.turns[-1].candidate.player
    assert (last + 1) % 3 == turn(told)


def test_done_does_not_allow_what_is_wrong(told: Session[TableState], clock: Clock) -> None:
    """While something lies wrong the button is no permission."""
    table = told.state.table
    zones = {**table.zones, "open-left": ("K07-1", *table["open-left"])}
    wrong = (Step("+", "open-left", "K07-1"),)
    told.observe(Settled(500, told.state.at + 1, Table(zones), wrong))
    assert told.view()["troubles"]
    clock.now += 60
    before = told.journal.last

    with pytest.raises(IllegalMove) as refused:
        told.correct(DONE)

    assert "illegal.not-now" == refused.value.message.key
    assert (0, before) == (turn(told), told.journal.last)


@pytest.mark.parametrize("phase", ["set-up", "paused"])
def test_done_means_nothing_where_nobody_plays(phase: str) -> None:
    """Before the game and in a pause there is no turn to end."""
    told = session(CASTING, 0 if phase == "set-up" else 1)
    if phase == "paused":
        told.correct({"do": "pause"})

    with pytest.raises(IllegalMove):
        told.correct(DONE)


def lay_out(told: Session[TableState]) -> None:
    """A murphy card and a card are laid into the claim zone."""
    cards = ("M10-1", "R01-1")
    zones = {**told.state.table.zones, "claim": cards}
    steps = tuple(Step("+", "claim", card) for card in cards)
    told.observe(Settled(600, told.state.at + 1, Table(zones), steps))


def test_who_calls_first_is_the_claimant(told: Session[TableState], clock: Clock) -> None:
    """A claim button pressed before the cards are laid out says whose they are."""
    told.correct({"do": "claimant", "player": 2})
    clock.now += 20
    lay_out(told)

    assert 2 == told.view()["claim"]["player"]


def test_who_calls_afterwards_is_the_claimant(told: Session[TableState]) -> None:
    """A claim button pressed when the cards lie there says whose they are."""
    lay_out(told)
    assert 0 == told.view()["claim"]["player"]
    told.correct({"do": "claimant", "player": 1})

    assert 1 == told.view()["claim"]["player"]


def test_a_call_is_forgotten(told: Session[TableState], clock: Clock) -> None:
    """Cards laid out minutes later are not his who pressed a button then."""
    told.correct({"do": "claimant", "player": 2})
    clock.now += 61
    lay_out(told)

    assert 0 == told.view()["claim"]["player"]


@pytest.mark.parametrize(
    ("player", "why"),
    [
        (3, "illegal.no-such-player"),
        (-1, "illegal.no-such-player"),
        ("0", "session.no-correction"),
        (True, "session.no-correction"),
        (None, "session.no-correction"),
    ],
)
def test_a_button_without_a_player(told: Session[TableState], player: object, why: str) -> None:
    """A fourth button at a table of three claims nothing, nor does what is no number."""
    lay_out(told)

    with pytest.raises(IllegalMove) as refused:
        told.correct({"do": "claimant", "player": player})

    assert why == refused.value.message.key
