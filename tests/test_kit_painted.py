"""Players of a painted table: how far back they remember what they did."""

from companion.kit.painted import KEPT, Answers, ScriptStep


def step(number: int) -> ScriptStep[None, None, None]:
    return ScriptStep(number, 0, None, None, (), None)


def test_players_answer_for_what_they_did_lately() -> None:
    """The latest first, with how much of it has passed; what is further back is forgotten, however long they play."""
    answers = Answers((step(n), 10 * n) for n in range(1000))
    answers.read_on(5005)

    latest, *earlier = answers.seen(5005)
    assert (step(500), 0.5) == latest
    assert [(step(n), 1.0) for n in range(499, 500 - KEPT, -1)] == earlier
