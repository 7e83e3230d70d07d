"""A session that is killed and goes on: `python -m tests.kills FOLDER KILLS SEED STEPS` says as JSON what came of it.

Each child is forked from one program that has imported everything, plays an
evening into a journal and acknowledges every call once it has returned; it is
killed at a random moment. Then the journal is opened as a restart would.
"""

import hashlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Draft, Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import OBSERVATIONS, Observation
from tests.games.dumm_gelaufen.evening import seen, setup
from tests.games.dumm_gelaufen.onlooker import Noise

MOST_CALLS: Final = 12
"""How many calls a child may acknowledge before it is killed, at a random moment of the next ones."""
MOMENT: Final = 0.01
"""Seconds in which that moment lies."""


def main() -> None:
    """Kill so many times, and say what was found."""
    folder, (kills, seed, steps) = Path(sys.argv[1]), map(int, sys.argv[2:])
    rng = random.Random(seed)
    found = {"kills": 0, "acknowledged": 0, "lost": 0, "differing": 0, "evenings": 0}
    while found["kills"] < kills:
        path = folder / f"{found['evenings']}.journal"
        config = ScriptConfig(seed + found["evenings"], 2 + found["evenings"] % 5)
        looks = [*seen(config, steps, noise=Noise())]
        for end in lives(path, config, looks, rng, kills - found["kills"]):
            found["kills"] += end["killed"]
            found["acknowledged"] += end["acknowledged"]
            found["lost"] += end["lost"]
            found["differing"] += end["differing"]
        if played(path, config) != undisturbed(config, looks):
            print(f"the evening of seed {config.seed} ends differently", file=sys.stderr)
            found["differing"] += 1
        found["evenings"] += 1
    print(json.dumps(found))


def lives(
    path: Path, config: ScriptConfig, looks: Sequence[Observation], rng: random.Random, most: int
) -> Iterator[dict[str, int]]:
    """One life after the other, until the evening is over; after so many kills the last is let live."""
    kills, over = 0, False
    while not over:
        doomed = rng if kills < most else None
        last, digest, count, killed = life(path, config, looks, doomed)
        over, kills = not killed, kills + killed
        with Journal(path, clock=lambda: 1000.0) as journal:
            lost = journal.last < last or bool(journal.notices)
            differing = bool(last) and fold(journal, last) != digest
        yield {
            "killed": killed,
            "acknowledged": count,
            "lost": int(lost),
            "differing": int(differing),
        }


def life(
    path: Path, config: ScriptConfig, looks: Sequence[Observation], doomed: random.Random | None
) -> tuple[int, str, int, int]:
    """The last number a child acknowledged, the state it told then, how many it acknowledged, whether it was killed."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        play(path, config, looks, there)
        os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as pipe:
        told = b""
        if doomed is not None:
            calls = doomed.randrange(MOST_CALLS)
            told = b"".join(pipe.readline() for _ in range(calls))
            time.sleep(doomed.uniform(0.0, MOMENT))
            os.kill(child, signal.SIGKILL)
        said = (told + pipe.read()).decode().split("\n")[:-1]
    _, status = os.waitpid(child, 0)
    last, digest = said[-1].split() if said else ("0", "")
    return int(last), digest, len(said), int(os.WIFSIGNALED(status))


def play(path: Path, config: ScriptConfig, looks: Sequence[Observation], to: int) -> None:
    """Go on with the evening where the journal stands, and acknowledge every call that has returned."""
    with Journal(path, clock=lambda: 1000.0) as journal:
        told = resumed(journal, config)
        for _ in evening(told, looks):
            os.write(to, f"{journal.last} {state(told)}\n".encode())


def evening(told: Session[TableState], looks: Sequence[Observation]) -> Iterator[None]:
    """Show the session what it has not seen yet, and answer whatever it asks; stops after every call."""
    yield from answers(told)
    known = [e.data for e in told.journal.after(0) if e.kind == "observation"]
    seen_to = known[-1]["frame"] if known else -1
    for look in looks:
        if look.frame >= seen_to and OBSERVATIONS.to_json(look) not in known[-5:]:
            told.observe(look)
            yield
            yield from answers(told)


def answers(told: Session[TableState]) -> Iterator[None]:
    """Take the first choice of everything that is asked, and of what is asked for it, until nothing is left: wherever it is cut off, it goes on alike."""
    refused = set[str]()
    while asked := [q for q in told.view()["questions"] if q["id"] not in refused]:
        try:
            told.answer(asked[0]["id"], asked[0]["choices"][0]["id"])
        except IllegalMove:
            refused.add(asked[0]["id"])
        else:
            yield


def resumed(journal: Journal, config: ScriptConfig) -> Session[TableState]:
    return Session(TABLE_GAME, journal, setup=setup(config), clock=lambda: 1000.0)


def state(told: Session[TableState]) -> str:
    """A short name of everything that everybody may see, except how many entries it took."""
    view: dict[str, Any] = told.view() | {"seq": 0}
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:16]


def fold(journal: Journal, last: int) -> str:
    """The state that the entries up to a number come to."""
    copy = Journal(None)
    for entry in journal.after(0)[:last]:
        copy.append((Draft(entry.kind, entry.data),), at=entry.at)
    return state(Session(TABLE_GAME, copy))


def played(path: Path, config: ScriptConfig) -> str:
    """The state in which an evening ended."""
    with Journal(path) as journal:
        return state(resumed(journal, config))


def undisturbed(config: ScriptConfig, looks: Sequence[Observation]) -> str:
    """The state in which the evening ends if nobody is killed."""
    told = resumed(Journal(None), config)
    for _ in evening(told, looks):
        pass
    return state(told)


if __name__ == "__main__":
    main()
