"""Against what reads journals: files that are more than one, or none, and evenings without end."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TypeAlias

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import LAID, Ground, House
from benchmarks.attacks.phone import Phone
from benchmarks.attacks.siege import Job, Over, looked, while_beset

MEMORY: Final = 200.0
"""MB, more than which no file that is no evening may cost."""
LONG: Final = """
import json, sys
from pathlib import Path
from companion.games import game
from companion.journal.journal import Draft, Journal
from companion.session.session import Session

path, many, laid = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
package = game("dumm-gelaufen")
agreed = package.setup({"players": ["Ann", "Bob", "Cem"], "edition": package.edition})
with Journal(path) as journal:
    played = Session(package.played(), journal, setup={**agreed, "camera": False})
    played.correct(laid)
    for number in range(many):
        played.correct({"event": "turn-given", "player": number % 3})
    print(json.dumps(journal.last))
"""
"""A journal with a game of so many corrections."""


def long_game(ground: Ground, path: Path, many: int) -> None:
    """A past evening with so many corrections."""
    path.parent.mkdir(parents=True, exist_ok=True)
    ground.python(LONG, str(path), str(many), json.dumps(LAID))


Bend: TypeAlias = Callable[[Path], object]


def sql(*statements: str) -> Bend:
    """Statements carried out on a journal."""

    def bend(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            for statement in statements:
                db.execute(statement)

    return bend


def instead(make: Callable[[Path], object]) -> Bend:
    """Something else in a journal's place."""

    def bend(path: Path) -> None:
        path.unlink()
        make(path)

    return bend


def sparse(path: Path) -> None:
    """Terabytes that take no room."""
    with path.open("r+b") as file:
        file.truncate(1 << 40)


CRAFTED: Final[dict[str, Bend]] = {
    "a trigger": sql("CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END"),
    "a view": sql("CREATE VIEW v AS SELECT * FROM entry"),
    "a view in its place": sql(
        "ALTER TABLE entry RENAME TO e", "CREATE VIEW entry AS SELECT * FROM e"
    ),
    "an endless view": sql(
        "ALTER TABLE entry RENAME TO e",
        "CREATE VIEW entry AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS seq, 0.0 AS at, 'event' AS kind, '{}' AS data, x AS last, zeroblob(32) AS hash FROM n",
    ),
    "an index": sql("CREATE INDEX i ON entry (kind)"),
    "a computed column": sql(
        "ALTER TABLE entry ADD COLUMN c GENERATED ALWAYS AS (zeroblob(100000000))"
    ),
    "a row of 100 MB": sql("UPDATE entry SET data = zeroblob(100000000) WHERE seq = 1"),
    "another hash": sql("UPDATE entry SET hash = zeroblob(32) WHERE seq = 1"),
    "a row too few": sql("DELETE FROM entry WHERE seq = 1"),
    "another program's": sql("PRAGMA application_id = 1"),
    "a newer version": sql("PRAGMA user_version = 99"),
    "a terabyte": sparse,
    "half of it": lambda path: os.truncate(path, path.stat().st_size // 2),
    "zeros": lambda path: path.write_bytes(bytes(1 << 20)),
    "a link to /dev/zero": instead(lambda path: path.symlink_to("/dev/zero")),
    "a link to nowhere": instead(lambda path: path.symlink_to(path.parent / "nowhere/x")),
    "a link to itself": instead(lambda path: path.symlink_to(path)),
    "a pipe": instead(os.mkfifo),
    "a folder": instead(Path.mkdir),
    "two names": lambda path: os.link(path, path.with_suffix(".other")),
}
"""What somebody who can write a file puts in a journal's place."""


def given(ground: Ground) -> Iterator[tuple[str, Path]]:
    """Each of them, made of a good one."""
    good = ground.folder / "good.journal"
    long_game(ground, good, 3)
    content = good.read_bytes()
    for number, (name, bend) in enumerate(CRAFTED.items()):
        path = ground.folder / f"f{number}" / "x.journal"
        path.parent.mkdir()
        path.write_bytes(content)
        path.chmod(0o600)
        bend(path)
        yield name, path


def done(ground: Ground, path: Path) -> Iterator[tuple[str, str]]:
    """What each command says that is given a file; and a companion that is to play on it."""
    (copies := path.parent / "copies").mkdir()
    for command in ("show", "backup"):
        line = ("journal", command, *([str(copies)] * (command == "backup")), str(path))
        try:
            ran = ground.run(*line, memory=1 << 30)
        except subprocess.TimeoutExpired:
            yield command, ""
        else:
            yield command, "" if ran.returncode < 0 else ran.stdout + ran.stderr
    try:
        with ground.play("--journal", str(path)):
            yield "play", "opened"
    except OSError as refused:
        yield "play", str(refused)


@attack(seconds=400)
def crafted(ground: Ground) -> Verdict:
    """Twenty files that are no journal, or more than one: shown, copied and played on, each is refused in a sentence, or opened, in a moment."""
    bad, slowest, many = list[str](), ("", 0.0), 0
    for name, path in given(ground):
        began = time.monotonic()
        for command, said in done(ground, path):
            many += 1
            took, began = time.monotonic() - began, time.monotonic()
            slowest = max(slowest, (f"{command}, {name}", took), key=lambda one: one[1])
            if not said or "Traceback" in said or "MemoryError" in said:
                bad.append(f"{command}, {name}: {said.strip()[-80:]!r}")
    figure = f"{len(bad)} of {many} without a sentence; slowest {slowest[1]:.1f} s ({slowest[0]})"
    return Verdict(not bad and slowest[1] < 20, "; ".join([figure, *bad[:4]]))


@attack(seconds=240)
def shelf(ground: Ground) -> Verdict:
    """The same files lie among the past games of a companion that plays: it lists what is one, and answers meanwhile."""
    shelf = ground.state
    long_game(ground, shelf / "old.journal", 5)
    for number, (_, path) in enumerate(given(ground)):
        with suppress(OSError):
            path.rename(shelf / f"crafted-{number}.journal")
    with ground.play(game=True) as house:
        before, seen = house.megabytes(), list[float]()

        def look() -> None:
            seen.append(house.megabytes())
            with closing(Phone(house.port, "127.0.0.2")) as phone:
                shares.append(phone.get("/api/archive").json.get("share", 0.0))

        shares = [0.0]
        waits = looked(house, 20.0, look)
        with closing(Phone(house.port, "127.0.0.2")) as phone:
            told = phone.get("/api/archive").json
        logged = "Traceback" in house.log.read_text("utf-8", "replace")
    games = len(told["games"])
    held = (
        waits.prompt
        and shares[-1] >= 1
        and games >= 1
        and not logged
        and max(seen) - before < MEMORY
    )
    return Verdict(
        held,
        f"{shares[-1]:.0%} read, {games} games; {max(seen) - before:.0f} MB more memory; {waits}",
    )


def wants(house: House, address: str, games: list[str]) -> Job:
    """Somebody who asks for the complete histories of past games, one after the other."""

    def want(over: Over, counted: Counter[str]) -> None:
        phone = Phone(house.port, address)
        while not over:
            for game in games:
                counted[str(phone.get(f"/api/archive/{game}").status)] += 1
            phone.get("/api/history")

    return want


@attack(seconds=240, connections=40)
def stories(ground: Ground) -> Verdict:
    """Forty requests of one address at a time for the complete histories of nine long past games."""
    for number in range(9):
        long_game(ground, ground.state / f"past-{number}.journal", 400)
    with ground.play(game=True) as house:
        phone, end = Phone(house.port, "127.0.0.2"), time.monotonic() + 60
        while phone.get("/api/archive").json.get("share", 0) < 1 and time.monotonic() < end:
            time.sleep(0.5)
        games = [each["id"] for each in phone.get("/api/archive").json["games"]]
        verdict = while_beset(house, *(wants(house, "127.0.1.1", games) for _ in range(40)))
    return Verdict(verdict.held and len(games) >= 9, f"{len(games)} games; {verdict.figure}")
