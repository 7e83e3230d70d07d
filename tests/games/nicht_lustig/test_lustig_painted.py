"""The painted game: what robots play with everything known is what a session makes of what a camera could see of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

import pytest

from companion.games.nicht_lustig.deck.cards import SPECIALS
from companion.games.nicht_lustig.game import Evening
from companion.games.nicht_lustig.model.situation import Situation
from companion.games.nicht_lustig.painted.acts import acts
from companion.games.nicht_lustig.painted.board import LustigBoard
from companion.games.nicht_lustig.painted.plot import LustigStep, plot
from companion.games.nicht_lustig.painted.prompter import LustigPrompter
from companion.games.nicht_lustig.robots.players import random_player
from companion.games.nicht_lustig.tracker.sitting import LustigSitting
from companion.journal import Journal
from companion.painted import Casting, Reach
from companion.session import Session
from companion.table import Settled, Step, Table


def zones(board: LustigBoard) -> dict[str, tuple[str, ...]]:
    """What a camera reads of a board: two dice of a colour are not told apart."""
    shown = sorted(f"{d.name.partition('-')[0]}-{d.value or 'symbol'}" for d in board.dice)  # fmt: skip
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
        codes = (f"{d.name.partition('-')[0]}-{d.value or 'symbol'}" for d in dice)
        changed += [Step(sign, "tray", code) for code in codes]  # type: ignore[arg-type]
    return tuple(changed)


def one_game(casting: Casting) -> Iterator[LustigStep]:
    return takewhile(lambda step: step.game == 0, plot(casting, random_player))


def public(situation: Situation) -> object:
    """Who has which targets, and what is left; where a Death went that nobody was asked about is assumed only."""
    areas = [sorted((*a.open, *a.scored, *a.under)) for a in situation.areas]
    return areas, situation.display, situation.now


@pytest.mark.parametrize("seed", [2])
def test_a_whole_game_by_what_is_seen_and_asked(seed: int) -> None:
    """At the end everybody has the same targets for robots and session; only what no camera sees is answered."""
    casting = Casting(seed, 3)
    frames = [(step, 10 * step.number) for step in one_game(casting)]
    end = (LustigStep(10**6, 1), 10**9)
    prompter = LustigPrompter(iter([*frames, end]))
    with Journal(None) as journal:
        session: Session[LustigSitting] = Session(
            Evening(), journal, setup={"players": ["Ann", "Bob", "Cem"]}
        )
        board, looks, answers = LustigBoard(), 0, 0
        for step, frame in frames:
            for act in acts(step, board, casting.seed):
                if isinstance(act, Reach):
                    looks += 1
                    seen = Table({k: v for k, v in zones(act.after).items() if v})
                    session.observe(Settled(looks, float(looks), seen, steps_between(board, act.after)))  # fmt: skip
                    board = act.after
                for question in session.view()["questions"]:
                    said = prompter.answer(question, frame)
                    if said is not None:
                        session.answer(question["id"], said)
                        answers += 1
            if step.played is not None and step.played.after.rolls == 0:
                swapped(step.played.after, session)
        truth = frames[-1][0].played
        assert truth is not None
        assert "over" == session.view()["phase"]
        assert public(truth.after) == public(session.state.situation)
        assert answers < len(frames) / 2


def swapped(truth: Situation, session: Session[LustigSitting]) -> None:
    """The people at the table say which of a colour's two specials a symbol brought, where the camera could not tell, and whose turn it is if that hangs on it."""
    for face in SPECIALS:
        owner, here = truth.owner(face), session.state.situation.owner(face)
        if owner != here:
            place = {"place": "middle"} if owner is None else {"place": "specials", "player": owner}  # fmt: skip
            session.correct({"do": "put", "card": face, **place})
    if truth.turn != session.state.situation.turn and truth.now == "roll":
        session.correct({"do": "turn", "player": truth.turn})
