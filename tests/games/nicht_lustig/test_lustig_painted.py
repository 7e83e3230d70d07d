"""The painted game: what robots play with everything known is what a session makes of what a camera could see of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, takewhile

import pytest

from companion.app.painted.performance import Moment, moments
from companion.gamekit.painted import Casting, Reach
from companion.games.nicht_lustig.game import NICHT_LUSTIG
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.painted.board import DieLying, LustigBoard
from companion.games.nicht_lustig.painted.plot import LustigStep
from companion.games.nicht_lustig.painted.robot_table import PaintedLustig
from companion.games.nicht_lustig.robots.players import random_player
from companion.games.nicht_lustig.tracker.sitting import LustigSitting
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.table import Settled, Step, Table


def code(die: DieLying) -> str:
    """What a camera reads of a die: two of a colour are not told apart, and some lie so that they are not read."""
    colour = die.name.partition("-")[0]
    return colour if die.turn % 10 < 2 else f"{colour}-{die.value or 'symbol'}"


def zones(board: LustigBoard) -> dict[str, tuple[str, ...]]:
    """What a camera reads of a board."""
    shown = sorted(map(code, board.dice))
    return {"display": tuple(f"{c}-1" for c in board.display), "tray": tuple(shown)}


def steps_between(before: LustigBoard, after: LustigBoard) -> tuple[Step, ...]:
    """What changed; a die that lies elsewhere has left and come."""
    old, new = zones(before), zones(after)
    left = Counter(old["display"]) - Counter(new["display"])
    came = Counter(new["display"]) - Counter(old["display"])
    changed = [Step("-", "display", c) for c in left]
    changed += [Step("+", "display", c) for c in came]
    gone = [die for die in before.dice if die not in after.dice]
    fallen = [die for die in after.dice if die not in before.dice]
    for sign, dice in (("-", gone), ("+", fallen)):
        changed += [Step(sign, "tray", code(die)) for die in dice]  # type: ignore[arg-type]
    return tuple(changed)


def public(situation: Situation) -> object:
    """Who has which targets, and what is left; where a Death went that nobody was asked about is assumed only."""
    areas = [sorted((*a.open, *a.scored, *a.under)) for a in situation.areas]
    return areas, situation.display, situation.now


@pytest.mark.parametrize("seed", [3])
def test_a_whole_game_by_what_is_seen_and_asked(seed: int) -> None:
    """At the end everybody has the same targets for robots and session; only what no camera sees or reads is answered."""
    game, casting = PaintedLustig(random_player), Casting(seed, 3)
    shown = list(takewhile(lambda m: m.step.game == 0, moments(game, casting)))
    done = [m for m, after in pairwise(shown) if m.act is not after.act]
    firsts = {m.step.number: (m.step, m.frame) for m in reversed(shown)}
    steps = [*reversed(firsts.values()), (LustigStep(10**6, 1), 10**9)]
    prompter = game.prompter(iter(steps))
    with Journal(None) as journal:
        session: Session[LustigSitting] = Session(
            NICHT_LUSTIG, journal, setup={"players": ["Ann", "Bob", "Cem"]}
        )
        frame, answers, unread = 0, 0, 0
        for moment in done:
            if isinstance(moment.act, Reach):
                frame = moment.frame
                session.observe(seen(moment))
            unread += sum("-" not in c for c in zones(moment.board).get("tray", ()))
            for question in session.view()["questions"]:
                said = prompter.answer(question, frame)
                if said is not None:
                    session.answer(question["id"], said)
                    answers += 1
        truth = done[-1].step.played
        assert truth is not None
        assert "over" == session.view()["phase"]
        assert public(truth.after) == public(session.state.situation)
        assert unread > 10
        assert answers < len(done) / 3


def seen(moment: Moment[LustigStep, LustigBoard]) -> Settled:
    """What settles once an act is done."""
    assert isinstance(moment.act, Reach)
    after = moment.act.after
    table = Table({zone: lying for zone, lying in zones(after).items() if lying})
    return Settled(moment.frame, moment.frame / 10, table, steps_between(moment.before, after))  # fmt: skip
