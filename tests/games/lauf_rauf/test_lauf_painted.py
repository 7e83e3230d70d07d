"""The painted game: what robots play with everything known is what a session makes of what a camera could see of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile

import pytest

from companion.app.current_game import CurrentGame
from companion.app.painted.show import stand_of
from companion.games.lauf_rauf import GAME
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.board import BASE, CAMP
from companion.games.lauf_rauf.mat import GHOST, MAT
from companion.games.lauf_rauf.painted import (
    Answers,
    Board,
    ScriptStep,
    gestures,
    script,
    spot,
)
from companion.games.lauf_rauf.robots import greedy_robot
from companion.games.lauf_rauf.setup import agreed
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.games.lauf_rauf.table.state import TableState
from companion.journal.journal import Journal
from companion.kit.painted import Reach, ScriptConfig
from companion.session.session import Session
from companion.settings import Settings
from companion.table import Settled, Step, Table


def zones(board: Board) -> dict[str, tuple[str, ...]]:
    """What a camera reads of a board: the ghost hides a cap."""
    found: dict[str, list[str]] = {"tray": [f"white-{die.value}" for die in board.dice]}
    haunted = board.pawns.get(GHOST)
    for name, place in board.pawns.items():
        zone = MAT.zone_at(*spot(name, place))
        assert zone is not None
        if name == GHOST or place in (BASE, CAMP) or place != haunted:
            found.setdefault(zone, []).append(name)
    found["discard"] = list(reversed(board.discard[-2:]))
    return {zone: tuple(sorted(codes)) for zone, codes in found.items() if codes}


def steps_between(before: Board, after: Board) -> tuple[Step, ...]:
    """What changed; a die that lies elsewhere has left and come."""
    old, new = zones(before), zones(after)
    old["tray"] = tuple(f"white-{d.value}" for d in before.dice if d not in after.dice)
    new["tray"] = tuple(f"white-{d.value}" for d in after.dice if d not in before.dice)
    gone = [(z, c) for z in old for c in old[z] if z == "tray" or c not in new.get(z, ())]  # fmt: skip
    came = [(z, c) for z in new for c in new[z] if z == "tray" or c not in old.get(z, ())]  # fmt: skip
    return (*(Step("-", *each) for each in gone), *(Step("+", *each) for each in came))


def one_game(config: ScriptConfig, most: int) -> Iterator[ScriptStep]:
    steps = takewhile(lambda step: step.game == 0, script(config, greedy_robot))
    return islice(steps, most)


def public(state: m.State) -> object:
    """Everything that everybody sees."""
    return state.pawns, state.ghost, state.hands, state.colour, state.winner  # fmt: skip


def is_seen(played: ScriptStep, now: m.State) -> bool:
    """Whether a decision can be known yet: what a card is thrown away for, and that nothing is done, only the next roll tells."""
    same_turn = len(now.rolls) == len(played.after.rolls)
    return same_turn and not isinstance(played.move, m.SacrificeCard)


@pytest.mark.parametrize(
    ("seed", "players", "most"),
    [(2, 2, 60), *(pytest.param(s, 2 + s % 3, 10**6, marks=pytest.mark.prove) for s in range(12))],
)  # fmt: skip
def test_a_game_by_what_is_seen_and_asked(seed: int, players: int, most: int) -> None:
    """At every turn's end session and robots stand alike; only what no camera sees is answered."""
    config = ScriptConfig(seed, players)
    frames = [(step, 10 * step.number) for step in one_game(config, most)]
    end = (replace(frames[-1][0], number=10**6), 10**9)
    answers = Answers(iter([*frames, end]))
    with Journal(None) as journal:
        session: Session[TableState] = Session(
            TABLE_GAME,
            journal,
            setup={"players": ["Ann", "Bob", "Cem", "Dan"][:players]},
        )
        board, looks, told = Board(), 0, Counter[str]()
        for step, frame in frames:
            for act in gestures(step, board, config.seed):
                if isinstance(act, Reach):
                    looks += 1
                    seen = Table(zones(act.after))
                    came = session.observe(Settled(looks, float(looks), seen, steps_between(board, act.after)))  # fmt: skip
                    told.update(news.kind for news in came.announcements)
                    board = act.after
                for question in session.view()["questions"]:
                    said = answers.answer(question, frame)
                    if said is not None:
                        session.answer(question["id"], said)
            if step.move is not None and is_seen(step, session.state.state):
                assert public(step.after) == public(session.state.state)
        assert 0 == told["illegal"]
        assert {"rolled", "moved"} <= set(told)
        if most > 10**5:
            assert "over" == session.view()["phase"]


def test_robots_play_with_the_colours_that_were_chosen() -> None:
    """In every game of the show, also when the companion has started again."""
    chosen = {"players": ["Ann", "Bob"], "colours": ["yellow", "red"]}
    with Journal(None) as journal:
        settings = Settings(game=GAME.name, players=("Ann", "Bob"))
        current = CurrentGame(settings, "painted", journal, new=True)
        session: Session[TableState] = Session(TABLE_GAME, journal, setup=current.first())  # fmt: skip
        current.moved_on()
        session.begin(current.asked(GAME, agreed(chosen)))
        current.moved_on()
        assert current.show is not None
        show = current.show.stand
        session.begin(current.next())
        assert ("yellow", "red") == session.state.state.colours
        assert show == stand_of(GAME, journal.since("game"))

    steps = takewhile(lambda step: step.game < 2, script(show.config, greedy_robot))
    assert {("yellow", "red")} == {step.after.colours for step in steps}
