"""The prompter answers as people would who were there."""

from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from companion.app.painted.performance import moments, performed
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import DRAW
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.dumm_gelaufen.painted.script import Answers, Deed, ScriptStep, script
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.kit.painted import ScriptConfig

CASTING = ScriptConfig(seed=11, players=3)
TABLE = replace(PAINTED, script=partial(script, robot=random_robot))


def story(count: int) -> list[tuple[ScriptStep, int]]:
    """The first steps with their first frames, chosen at random so that everything occurs."""
    return list(islice(performed(TABLE, CASTING), count))


def answers() -> Answers:
    """One that knows that story."""
    return Answers(performed(TABLE, CASTING), kept=10_000)


def question(topic: str, player: int, *choices: tuple[str, Any]) -> dict[str, Any]:
    """A question as the view tells it."""
    return {
        "topic": topic,
        "player": player,
        "choices": [{"id": id, "move": move} for id, move in choices],
    }


def as_move(deed: Deed) -> dict[str, Any]:
    """A turn in the view's words."""
    return {
        "player": deed.player,
        "taken": [card and card.code for card in deed.taken],
        "laid": [card.code for card in deed.laid],
    }


def test_steps_begin_with_the_frames_that_perform_them() -> None:
    """Painter and prompter agree on which frame belongs to which step."""
    told = {step.number: first for step, first in story(60)}
    painted: dict[int, int] = {}
    for moment in islice(moments(TABLE, CASTING), 1200):
        painted.setdefault(moment.step.number, moment.frame)

    assert len(painted) > 10
    assert all(told[number] == first for number, first in painted.items())


def test_where_cards_came_from() -> None:
    """Among several candidates for an exchange the true one is chosen."""
    knows = answers()
    exchanges = [d for d in knows.deeds(6000) if d.taken and d.laid]

    assert len(exchanges) > 20
    for deed in exchanges[:40]:
        true = as_move(deed)
        other = {**true, "taken": [*true["taken"], "R01-1"][1:] + ["Y01-1"]}
        asked = question("source", deed.player, ("1", other), ("2", true))
        assert "2" == knows.answer(asked, deed.began + 60)


def test_how_many_were_drawn() -> None:
    """An at-once card came alone or with another card: the drawer knows."""
    knows = answers()
    found = set()
    for step, first in story(900):
        turn = isinstance(step.before.pending, m.Turn)
        red = any(isinstance(event, m.AtOnceCardShown) for event in step.events)
        if not (turn and red and isinstance(step.move, m.Take)):
            continue
        mine = [d for d in knows.deeds(first) if d.player == step.move.player]
        deed = mine[-1]
        asked = question("drawn", deed.player, *[(n, as_move(deed)) for n in "12"])
        drawn = sum(at.place == DRAW for at in step.move.cards)
        assert str(drawn) == knows.answer(asked, first + 5)
        found.add(drawn)

    assert {1, 2} == found


def test_with_whom() -> None:
    """Who swapped with whom is answered by seat."""
    knows = answers()
    swaps = [
        (step.move, first)
        for step, first in story(900)
        if isinstance(step.move, m.Choose) and step.move.whom is not None
    ]

    assert swaps
    for move, first in swaps:
        mine = [d for d in knows.deeds(first) if d.player == move.player]
        deed = next(d for d in reversed(mine) if d.whom is not None)
        seats = [s for s in range(3) if s != move.player]
        asked = question("whom", move.player, *[(str(s), as_move(deed)) for s in seats])
        assert str(deed.whom) == knows.answer(asked, first + 10)


def test_whether_a_demand_was_met() -> None:
    """K10 got its card or did not."""
    knows = answers()
    told = [
        (deed, knows.answer(asked, deed.began + 80))
        for deed in knows.deeds(16000)
        if deed.worked is not None
        for asked in [question("worked", deed.player, *[(w, as_move(deed)) for w in ("yes", "no")])]
    ]

    assert told
    assert all(answer == ("yes" if deed.worked else "no") for deed, answer in told)


def test_the_table_rules_as_it_did() -> None:
    """A claim in doubt is ruled on as the painted game's table did, even while the cards still lie there."""
    knows = answers()
    claims = [
        (event, first)
        for step, first in story(3000)
        for event in step.events
        if isinstance(event, m.ClaimAccepted)
    ]

    assert claims
    for event, first in claims:
        asked = question("rule", event.player, ("accept", None), ("refuse", None))
        assert "accept" == knows.answer(asked, first + 3)


def test_what_is_long_past_is_forgotten() -> None:
    """A table that is painted for days remembers no more than anybody may be asked about, and that as well as ever."""
    all_, lately = answers(), Answers(performed(TABLE, CASTING), kept=30)
    for frame in (2000, 6000):
        assert all_.deeds(frame)[-29:] == lately.deeds(frame)


def test_nothing_is_said_about_what_never_was() -> None:
    """A question about somebody who had no turn yet stays open."""
    asked = question("source", 2, ("1", {"taken": [], "laid": ["R01-1"]}))

    assert answers().answer(asked, 0) is None
