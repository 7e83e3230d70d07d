"""How fast the rules are: decisions and games a second beside RLCard's UNO, and the replay of a long journal.

Everything is measured in one run on one core, turn and turn about, by the
process's own clock, so that whatever else the machine does hits all alike.

    python -m benchmarks.engine [--seconds S] [--json]

RLCard (``pip install rlcard``) and OpenSpiel (``pip install open_spiel``) are
left out where they are not installed. Ratios are to RLCard's random agents.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.robots import Robot, is_choice
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.robots.greedy import greedy_robot
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.fold import evolve, start
from companion.games.dumm_gelaufen.rules.moves import play

ROUNDS = 5
ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class Speed:
    """What one contender did in one round."""

    decisions: int
    games: int
    seconds: float


def ours(robot: Robot, seed: int, seconds: float) -> Speed:
    """Whole games of four, each decision a choice among at least two."""
    rng, edition = Random(seed), load_edition("classic")
    decisions = games = 0
    began = now = time.process_time()
    while now - began < seconds:
        state, _ = deal(edition, 4, rng)
        while not isinstance(state.pending, m.Over) and now - began < seconds:
            for _ in range(200):
                if isinstance(state.pending, m.Over):
                    break
                decisions += is_choice(state)
                state, _ = play(state, robot(state, rng), rng)
            now = time.process_time()
        games += isinstance(state.pending, m.Over)
    return Speed(decisions, games, now - began)


def exchanges_only(robot: Robot, seed: int, seconds: float) -> Speed:
    """The same, counting only what is taken, laid and played: not whether to claim."""
    rng, edition = Random(seed), load_edition("classic")
    state, _ = deal(edition, 4, rng)
    decisions = 0
    began = now = time.process_time()
    while now - began < seconds:
        for _ in range(200):
            if isinstance(state.pending, m.Over):
                state, _ = deal(edition, 4, rng)
            decisions += is_choice(state) and not isinstance(state.pending, m.MayClaim)
            state, _ = play(state, robot(state, rng), rng)
        now = time.process_time()
    return Speed(decisions, 0, now - began)


def uno_robots(seed: int, seconds: float) -> Speed:
    """RLCard's UNO as its users play it: its environment with its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": seed})
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    decisions = games = 0
    began = now = time.process_time()
    while now - began < seconds:
        trajectories, _ = env.run(is_training=False)
        decisions += sum(len(seen) // 2 for seen in trajectories)
        games += 1
        now = time.process_time()
    return Speed(decisions, games, now - began)


def uno_bare(seed: int, seconds: float) -> Speed:
    """RLCard's UNO without its environment: game object and ``random.choice`` alone."""
    from rlcard.games.uno import Game

    rng = Random(seed)
    decisions = games = 0
    began = now = time.process_time()
    while now - began < seconds:
        game = Game()
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            decisions += 1
        games += 1
        now = time.process_time()
    return Speed(decisions, games, now - began)


def crazy_eights(seed: int, seconds: float) -> Speed:
    """OpenSpiel's crazy eights of four through Python; chance is drawn there, but is nobody's decision."""
    import pyspiel

    rng, game = Random(seed), pyspiel.load_game("crazy_eights(players=4)")
    decisions = games = 0
    began = now = time.process_time()
    while now - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += len(actions) > 1
            state.apply_action(rng.choice(actions))
        games += 1
        now = time.process_time()
    return Speed(decisions, games, now - began)


def contenders() -> Iterator[tuple[str, Callable[[int, float], Speed]]]:
    yield "murphy, random", lambda seed, s: ours(random_robot, seed, s)
    yield (
        "murphy, random, claims not counted",
        lambda seed, s: exchanges_only(random_robot, seed, s),
    )
    yield "murphy, greedy", lambda seed, s: ours(greedy_robot, seed, s)
    if find_spec("rlcard"):
        yield "rlcard uno, random agents", uno_robots
        yield "rlcard uno, bare game", uno_bare
    if find_spec("pyspiel"):
        yield "openspiel crazy eights", crazy_eights


def story(count: int) -> list[str]:
    """So many events of games by chance, as JSON lines, one game after the other."""
    rng, edition = Random(1), load_edition("classic")
    lines: list[str] = []
    while len(lines) < count:
        state, told = deal(edition, 4, rng)
        lines += [json.dumps(m.CODEC.to_json(event)) for event in told]
        while not isinstance(state.pending, m.Over) and len(lines) < count:
            state, told = play(state, random_robot(state, rng), rng)
            lines += [json.dumps(m.CODEC.to_json(event)) for event in told]
    return lines[:count]


def replay(lines: list[str]) -> tuple[float, m.State]:
    """Seconds to parse and fold a journal's events."""
    began = time.process_time()
    state = start()
    for line in lines:
        state = evolve(state, m.CODEC.from_json(json.loads(line)))
    return time.process_time() - began, state


def measure(seconds: float) -> dict[str, Any]:
    """Every contender's rounds, and the replay's."""
    speeds: dict[str, list[Speed]] = {name: [] for name, _ in contenders()}
    lines = story(ENTRIES)
    replays = []
    for number in range(ROUNDS):
        for name, run in contenders():
            speeds[name].append(run(number, seconds / ROUNDS))
        replays.append(replay(lines)[0])
    return {
        "contenders": {name: _told(rounds) for name, rounds in speeds.items()},
        "replay": {"entries": ENTRIES, "seconds": round(median(replays), 4)},
    }


def _told(rounds: list[Speed]) -> dict[str, Any]:
    rate = median(r.decisions / r.seconds for r in rounds)
    games = sum(r.games for r in rounds) / sum(r.seconds for r in rounds)
    return {
        "decisions_per_second": round(rate),
        "games_per_second": round(games, 2),
        "rounds": [asdict(r) for r in rounds],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each contender")
    parser.add_argument("--json", action="store_true", help="everything, as one object")
    options = parser.parse_args()
    found = measure(options.seconds)
    if options.json:
        print(json.dumps(found))
        return
    told = found["contenders"]
    ratio_to = told.get("rlcard uno, random agents", told["murphy, random"])
    for name, speed in told.items():
        rate = speed["decisions_per_second"]
        ratio = rate / ratio_to["decisions_per_second"]
        games = speed["games_per_second"]
        print(f"{name:36s}{rate:9d} decisions/s{games:10.2f} games/s   x {ratio:.2f}")
    replayed = found["replay"]
    print(f"replay of {replayed['entries']} entries: {replayed['seconds']:.3f} s")


if __name__ == "__main__":
    main()
