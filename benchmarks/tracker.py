"""How well the tracker reads whole random games that it only sees: ``python benchmarks/tracker.py --games 300``."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import ACTIONS, DRAW, MAC
from companion.games.dumm_gelaufen.painted.script import script
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.events import Question, move_json
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.table.table_check import is_explained
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import Settled
from tests.games.dumm_gelaufen.onlooker import CLEAR, HURRIED, INTERVAL, USUAL, Noise, Onlooker
from tests.games.dumm_gelaufen.people import People, SecondThought
from tests.games.dumm_gelaufen.truth import begins_turn

NOISES = {"clear": CLEAR, "usual": USUAL, "restless": Noise(), "hurried": HURRIED, "people": None}
"""How it is played and seen; people have gestures of their own, and no looks."""
RECENT = 9
"""So many turns back people remember what they did: a round, and a little more."""
AFTERWARDS = 3.0
"""So many seconds the camera looks on after the last turn."""
NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva", "Fin")


@dataclass
class Truth:
    """One turn as it really was."""

    player: int
    kind: str = "exchange"
    area: str = ""
    taken: list[str | None] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    where: Counter[str] = field(default_factory=Counter)
    laid_where: Counter[str] = field(default_factory=Counter)
    whom: int | None = None
    swapped: int | None = None
    worked: bool | None = None
    at: float = 0.0
    settled: float = 0.0

    @property
    def key(self) -> tuple[Any, ...]:
        if self.kind == "action":
            return self.player, self.kind, self.laid[0]
        return self.player, self.kind, self.area, _bag(self.taken), _bag(self.laid)


def _bag(codes: Any) -> tuple[str, ...]:
    return tuple(sorted(code or "?" for code in codes))


def heard(truth: Truth, event: m.Event) -> None:
    """Add what an event says to the turn."""
    match event:
        case m.CardsTaken(_, cards):
            if truth.kind == "exchange":
                truth.area = truth.area or (MAC if cards[0].place == MAC else "piles")
                truth.where.update(at.place for at in cards)
                truth.taken += [a.card.code if a.card and a.place != DRAW else None for a in cards]
            elif event.player != truth.player:
                truth.whom = event.player
        case m.CardLaid(_, place, card) if card is not None:
            truth.where[place] += 1
            truth.laid_where[place] += 1
            truth.laid.append(card.code)
        case m.CardsThrownAway(_, cards):
            del truth.taken[: len(cards)]
        case m.AtOnceCardShown(_, card) | m.ActionPlayed(_, card):
            truth.kind, truth.area = "action", ACTIONS
            truth.laid.append(card.code)
        case m.HandsSwapped(player, whom) if player != truth.player:
            truth.swapped = whom
        case m.HandsSwapped(_, whom) | m.TasksSwapped(_, whom):
            truth.whom = whom
        case m.CardDemanded(_, whom, _):
            truth.whom = whom
        case m.CardDenied():
            truth.worked = False
        case m.CardPassed(giver, taker):
            truth.worked = True
            other = taker if giver == truth.player else giver
            truth.whom = other if truth.whom is None else truth.whom


@dataclass
class Score:
    """What came of one game, or of all."""

    exchanges: int = 0
    right: int = 0
    asked: int = 0
    asked_right: int = 0
    wrong: int = 0
    missing: int = 0
    follow_ups: int = 0
    illegal: int = 0
    unexplained: int = 0
    games: int = 0
    finished: int = 0
    cost: list[float] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


def answer(session: Session[TableState], truths: list[Truth]) -> int:
    """Answer what is asked, as people would; how many questions there were."""
    count = 0
    for question in session.state.questions:
        choice = _choice(question, truths)
        if choice is not None and question in session.state.questions:
            session.answer(question.id, choice)
            count += 1
    return count


def _choice(question: Question, truths: list[Truth]) -> str | None:
    recent = [t for t in truths[-RECENT:] if t.player == question.player]
    if question.topic == "rule":
        return "refuse"
    for truth in reversed(recent):
        for choice in question.choices:
            if choice.answer is None:
                continue
            told = move_json(choice.answer)
            if question.topic != "source" and told["laid"][0] not in truth.laid:
                continue
            fits = {
                "source": _is_it(choice.answer, truth),
                "drawn": len(choice.answer.taken) == len(truth.taken),
                "whom": choice.answer.whom == truth.whom,
                "worked": choice.answer.worked == truth.worked,
                "swapped": choice.answer.swapped == truth.swapped,
            }
            if fits.get(question.topic):
                return choice.id
    return None


def _is_it(candidate: TurnCandidate, truth: Truth) -> bool:
    """Whether somebody who was there would say that it was this turn: unread cards have their places, too."""
    key = key_of(move_json(candidate))
    if candidate.played:
        laid = Counter(at.place for at in candidate.laid)
        return key == truth.key and laid == truth.laid_where
    moved = Counter(at.place for at in (*candidate.taken, *candidate.laid))
    same = moved == truth.where
    return key == truth.key or (same and same_but_unseen(truth.key, key))


def key_of(told: dict[str, Any]) -> tuple[Any, ...]:
    if told["kind"] == "action":
        return told["player"], told["kind"], told["laid"][0]
    bags = _bag(told["taken"]), _bag(told["laid"])
    return told["player"], told["kind"], told["area"], *bags


@dataclass
class Game:
    """One game played and watched."""

    session: Session[TableState]
    seed: int
    truths: list[Truth] = field(default_factory=list)
    events: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    before: list[Any] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    finished: bool = False
    unexplained: int = 0
    """Looks at a table that no hypothesis has."""
    second_thoughts: list[SecondThought] = field(default_factory=list)


def play_game(seed: int, players: int, noise: Noise | None, most: int = 4000) -> Game:
    """Play a random game to its end, or until the first turn after so many decisions, watched by a session."""
    setup = {"players": list(NAMES[:players])}
    game = Game(Session(TABLE_GAME, Journal(None), setup=setup), seed)
    onlooker = Onlooker(players, noise, seed) if noise else People(players, seed)
    config = ScriptConfig(seed=seed, players=players)
    for step in script(config, random_robot):
        if begins_turn(step):
            if step.number >= most:
                break
            truth = Truth(step.before.turn, at=onlooker.at)
            game.truths.append(truth)
            game.before.append(step.before)
        if game.truths:
            for event in step.events:
                heard(game.truths[-1], event)
        lays = any(isinstance(event, m.CardLaid) for event in step.events)
        for observation in onlooker.watch(step):
            begun = time.process_time()
            outcome = game.session.observe(observation)
            game.costs.append(time.process_time() - begun)
            game.unexplained += not is_explained(game.session.state)
            changed = isinstance(observation, Settled) and bool(observation.steps)
            if lays and changed and game.truths:
                game.truths[-1].settled = onlooker.at
            game.events += [(onlooker.at, dict(e)) for e in outcome.events]
        answer(game.session, game.truths)
        if step.after.over:
            game.finished = True
            break
    for observation in onlooker.linger(AFTERWARDS):
        outcome = game.session.observe(observation)
        game.events += [(onlooker.at, dict(e)) for e in outcome.events]
    if isinstance(onlooker, People):
        game.second_thoughts = onlooker.second_thoughts
    outcome = game.session.correct({"do": "finish"})
    game.events += [(onlooker.at, dict(e)) for e in outcome.events]
    return game


# Scoring ------------------------------------------------------------------------


def scored(game: Game) -> Score:
    """Compare what was told at the end with what was done, turn by turn."""
    told = [t for t in game.session.state.turns if t.candidate.wrong is None]
    keys = [key_of(move_json(t.candidate)) for t in told]
    truths = blinded([truth.key for truth in game.truths], keys)
    asked = {e["about"] for _, e in game.events if _is_asked(e)}
    score = Score(games=1, finished=game.finished, cost=game.costs)
    score.exchanges = sum(truth.kind == "exchange" for truth in game.truths)
    score.follow_ups = sum(_is_follow_up(e) for _, e in game.events)
    score.unexplained = game.unexplained
    score.illegal = sum(e["event"] == "illegal" for _, e in game.events)
    first: dict[int, float] = {}
    for at, event in game.events:
        if event["event"] in ("assumed", "move"):
            first.setdefault(event["id"], at)
    pairs = SequenceMatcher(None, truths, keys, autojunk=False).get_opcodes()
    for op, a, b, c, d in pairs:
        mine = [t for t in told[c:d] if t.candidate.kind == "exchange"]
        missed = sum(truth.kind == "exchange" for truth in game.truths[a:b])
        if op == "equal":
            for t, truth in zip(told[c:d], game.truths[a:b], strict=True):
                timed = t.id in first and truth.settled
                if truth.kind == "exchange" and timed:
                    late = first[t.id] - truth.settled
                    score.looks.append(max(0, round(late / INTERVAL)))
            score.asked_right += sum(t.id in asked for t in mine)
            score.right += sum(t.id not in asked for t in mine)
        else:
            score.wrong += sum(t.id not in asked for t in mine)
            score.missing += max(0, missed - len(mine))
            for t, truth in zip_longest(told[c:d], truths[a:b]):
                mark = "asked" if t and t.id in asked else "WRONG"
                key = t and key_of(move_json(t.candidate))
                where = round(game.truths[min(a, len(truths) - 1)].at)
                told_as = f"{mark} {game.seed}@{where} {truth} told as {key}"
                score.faults[told_as] += 1
    score.asked = sum(t.id in asked and t.candidate.kind == "exchange" for t in told)
    return score


def blinded(truths: list[Any], keys: list[Any]) -> list[Any]:
    """The truth in which a card that nobody can have seen is as unknown as it was told."""
    blind = list(truths)
    for number, (truth, key) in enumerate(zip(truths, keys, strict=False)):
        if truth != key and same_but_unseen(truth, key):
            blind[number] = key
    return blind


def same_but_unseen(truth: Any, key: Any) -> bool:
    """Whether a turn was told rightly but for the names of cards that nobody saw."""
    if truth[:3] != key[:3] or len(truth) != 5 or len(key) != 5:
        return False
    pairs = list(zip(truth[3:], key[3:], strict=True))
    return all(
        len(true) == len(told) and not Counter(told) - Counter(true) - Counter({"?": 2})
        for true, told in pairs
    )


def _is_asked(event: dict[str, Any]) -> bool:
    return bool(event["event"] == "question" and event["topic"] == "source")


def _is_follow_up(event: dict[str, Any]) -> bool:
    return bool(event["event"] == "question" and event["topic"] != "source")


def added(total: Score, more: Score) -> Score:
    """Two scores as one."""
    for name in vars(total):
        setattr(total, name, getattr(total, name) + getattr(more, name))
    return total


def report(total: Score) -> dict[str, Any]:
    """The figures that the goals are about."""
    costs = sorted(total.cost)
    return {
        "games": total.games,
        "finished": total.finished,
        "exchanges": total.exchanges,
        "right_without_asking": round(total.right / max(1, total.exchanges), 4),
        "wrong_without_asking": total.wrong,
        "not_told": total.missing,
        "asked": total.asked,
        "asked_share": round(total.asked / max(1, total.exchanges), 4),
        "follow_ups": total.follow_ups,
        "illegal_told": total.illegal,
        "unexplained_looks": total.unexplained,
        "looks_from_settled_to_told": {
            "none": round(total.looks.count(0) / max(1, len(total.looks)), 4),
            "p99": sorted(total.looks or [0])[int(len(total.looks) * 0.99)],
        },
        "processor_ms_per_observation": {
            "mean": round(1000 * statistics.mean(costs), 2),
            "p99": round(1000 * costs[int(len(costs) * 0.99)], 1),
        },
    }


def main() -> None:
    """Play, watch, compare, print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--steps", type=int, default=1500, help="decisions a game at most")
    asked.add_argument("--noise", choices=NOISES, default="usual")
    asked.add_argument("--faults", action="store_true", help="name what went wrong")
    given = asked.parse_args()
    noise = NOISES[given.noise]
    total = Score()
    for seed in range(given.first, given.first + given.games):
        game = play_game(seed, 2 + seed % 5, noise, given.steps)
        total = added(total, scored(game))
    print(json.dumps(report(total), indent=2))
    if given.faults:
        print(*total.faults, sep="\n")


if __name__ == "__main__":
    main()
