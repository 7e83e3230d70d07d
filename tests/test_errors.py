"""What an error says to whoever reads it without knowing the house."""

import pickle

import pytest

from companion.announce import message
from companion.errors import CompanionError, IllegalMove, InputError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InputError("setup.no-players"), "Nobody sits at the table yet"),
        (
            IllegalMove.of(message("illegal.not-now")),
            "Something else has to be decided first",
        ),
        (InputError("game.unknown", name="chess", known=("a", "b")), "are: a, b."),
    ],
    ids=["a request", "a move", "a list"],
)
def test_an_error_is_a_sentence(error: CompanionError, said: str) -> None:
    """Programs that print an error print English."""
    assert said in str(error)
    assert said in str(pickle.loads(pickle.dumps(error)))


def test_an_error_without_a_sentence() -> None:
    """One that nobody has worded still says what it is."""
    assert "no.such.key {'why': 'x'}" == str(CompanionError("no.such.key", why="x"))


def test_a_refusal_has_all_its_reasons() -> None:
    """Games of other packages may give them by name as well; the first is what the refusal is called by."""
    first, second = message("illegal.not-now"), message("illegal.paused")
    refusals = (IllegalMove.of(first, second), IllegalMove(first.key, reasons=(first, second)))

    assert [((first, second), first)] * 2 == [(each.reasons, each.message) for each in refusals]
