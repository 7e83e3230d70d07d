"""What is told of action cards that whole games turned up: who obeys them, who loses cards to them, who draws."""

from __future__ import annotations

from companion.murphy.witness.sitting import Sitting
from companion.session import Session
from tests.script import Script

DEALT = """
mac R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1
left Y01-1
right Y02-1
begin
"""


def played(text: str, script: Script | None = None) -> Script:
    """A script in which the cards are dealt (8, 9 and 10 of them), and then this."""
    script = script or played(DEALT, Script())
    for line in filter(None, text.splitlines()):
        script.play(line)
    return script


def sat(script: Script) -> Session[Sitting]:
    """The session that has seen it."""
    assert script.watcher.session is not None
    return script.watcher.session


def answer(script: Script, topic: str, choice: str) -> None:
    """Answer the one question of a topic."""
    (asked,) = (q for q in sat(script).state.questions if q.topic == topic)
    sat(script).answer(asked.id, choice)


def sizes(told: Session[Sitting]) -> list[list[int]]:
    """The fewest and most cards of every hand."""
    return [player["cards"] for player in told.view()["players"]]


class TestDrawnForAnother:
    PLAYED = "arm bottom\nlay actions K05-1"
    DRAWN = "arm left\ndraw\nlay actions A05-1"

    def test_who_drew_a_swap_for_another_is_asked_with_whom(self):
        """K05 goes to Bob, whose A05 swaps his hand with Cem's: both are asked, one after the other."""
        script = played(f"{self.PLAYED}\n{self.DRAWN}")
        answer(script, "whom", "1")
        (question,) = sat(script).view()["questions"]
        assert ("swapped", 1) == (question["topic"], question["player"])
        assert {"0", "2"} == {choice["id"] for choice in question["choices"]}

        answer(script, "swapped", "2")

        assert [] == sat(script).view()["questions"]
        assert [[7, 7], [10, 10], [9, 9]] == sizes(sat(script))

    def test_until_then_a_hand_may_be_anybodys(self):
        """What was drawn for K05 was shown, so that nobody has it; who has whose cards nobody has said."""
        script = played(f"{self.PLAYED}\n{self.DRAWN}")

        assert [[7, 10]] * 3 == sizes(sat(script))

    def test_an_answer_stays_when_more_is_seen(self):
        """Whom K05 was for is not asked again when what he drew is shown."""
        script = played(self.PLAYED)
        answer(script, "whom", "1")

        played(self.DRAWN, script)

        assert ["swapped"] == [q.topic for q in sat(script).state.questions]


def test_a_card_played_again_after_an_unseen_shuffle_is_still_a_turn():
    """K01 should lie on the discard: the rules refuse it, but Bob has played it, and Cem is next."""
    script = played("arm bottom\nlay actions K01-1\narm left\nlay actions K02-1")
    played("arm right\ntake mac R01-1\ntake mac R02-1\nlay mac G10-1", script)
    played("arm bottom\ntake mac R03-1\ntake mac R04-1\nlay mac G10-2", script)

    played("arm left\nlay actions K01-1", script)
    played("arm right\ntake mac R05-1\nlay mac G09-1\nlay mac G09-2", script)

    last = sat(script).view()["moves"][-1]
    assert (2, ["R05-1"]) == (last["player"], last["taken"])
