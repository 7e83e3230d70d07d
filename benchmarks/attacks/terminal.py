"""Against who reads a terminal or a log: what a journal, a file's name or a broker says, in characters that a terminal obeys."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from typing import Final

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground

OBEYED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but tabs and ends of lines, and bytes that are no text."""
EVIL: Final = "\x1b]0;owned\x07\x9b2J\x7f"
CRAFTED: Final = """
import json, sys
from pathlib import Path
from companion.games import game
from companion.journal.journal import Draft, Journal

path, evil = Path(sys.argv[1]), sys.argv[2]
package = game("dumm-gelaufen")
agreed = package.setup({"players": ["Ann", "Bob"], "edition": package.edition})
told = {"kind": "keep", "player": 0, "params": {}, "text": {"key": "session.undone", "params": {}}}
with Journal(path) as journal:
    journal.append([
        Draft("game", agreed),
        Draft("announcement", told | {"text": {"key": evil, "params": {}}}),
        Draft("announcement", told | {"kind": evil, "params": {evil: evil}}),
        Draft("announcement", told | {"text": {"key": "journal.missing", "params": {"path": evil}}}),
        Draft("announcement", {evil: evil}),
        Draft("later", {evil: evil}),
    ])
print(json.dumps(journal.last))
"""
"""A journal whose hash chain is right, and that says what no companion has written."""


def obeyed(said: str) -> int:
    """How many characters a terminal would obey."""
    return len(OBEYED.findall(said))


@attack()
def journal(ground: Ground) -> Verdict:
    """A journal whose announcements and keys are control characters: played, shown, exported, copied."""
    evil = ground.folder / "evil.journal"
    ground.python(CRAFTED, str(evil), EVIL)
    said = dict[str, str]()
    for command in (("show",), ("show", "--json"), ("export",)):
        ran = ground.run("journal", command[0], str(evil), *command[1:])
        said[" ".join(command)] = ran.stdout + ran.stderr
    with suppress(OSError), ground.play("--journal", str(evil)) as house:
        house.host().get("/api/history")
    said["play"] = (ground.folder / "log").read_text("utf-8", "surrogateescape")
    bad = {name: n for name, text in said.items() if (n := obeyed(text))}
    return Verdict(
        not bad and all(said.values()),
        f"characters obeyed: {bad or 'none'} in what {', '.join(said)} print",
    )


NAMED: Final = (
    ("journal", "show", "{}"),
    ("journal", "export", "{}"),
    ("journal", "import", "{}", "{}"),
    ("journal", "backup", "{}", "{}"),
    ("journal", "restore", "{}", "{}"),
    ("scan", "{}"),
    ("scan", "--json", "{}"),
    ("play", "--camera", "{}", "--port", "0", "--journal", "{}"),
    ("play", "--config", "{}"),
    ("play", "--game", "{}"),
    ("play", "--players", "{},b"),
    ("play", "--table", "{}", "--broker", "mqtt://127.0.0.1:1/{}"),
    ("hub", "--broker", "mqtt://{}:1/"),
    ("doctor", "--config", "{}"),
    ("{}",),
    ("ask", "{}"),
    ("legal", "{}"),
    ("score", "{}"),
)
"""Commands that are given such a name."""


@attack(seconds=240)
def names(ground: Ground) -> Verdict:
    """Files, hosts, players and commands that are named by control characters, which every command repeats in what it refuses."""
    bad, silent = list[str](), 0
    evil = f"{ground.folder}/{EVIL}"
    for words in NAMED:
        line = [word.format(evil if word == "{}" else EVIL) for word in words]
        try:
            ran = ground.run(*line)
        except (subprocess.TimeoutExpired, ValueError):
            continue
        said = ran.stdout + ran.stderr
        silent += not said
        if obeyed(said) or "Traceback" in said:
            bad.append(" ".join(words))
    return Verdict(
        not bad and not silent,
        f"{len(bad)} of {len(NAMED)} commands print what a terminal obeys, or a traceback"
        + "".join(f"; {each}" for each in bad),
    )


@attack()
def request(ground: Ground) -> Verdict:
    """Requests whose path, headers, names and texts are control characters: nothing of them in the log."""
    from benchmarks.attacks.phone import raw

    with ground.play(game=True) as house:
        coded = "".join(f"%{byte:02x}" for byte in EVIL.encode())
        for head in (
            f"GET /{coded}",
            f"GET /api/archive/{coded}",
            f"GET /?lang={coded}",
            f"FOO{coded} /",
        ):
            asked = f"{head} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: \x9b2J\r\nConnection: close\r\n\r\n"
            raw(house.port, asked.encode("latin-1"), "127.0.0.2")
        guest, host = house.phone(), house.host()
        guest.sit(0)
        guest.say("/api/pin", {"pin": EVIL})
        guest.say("/api/moves", {"move": {EVIL: EVIL}})
        host.say("/api/game", {"game": EVIL, "players": [EVIL]})
        host.say(
            "/api/settings", {"settings": {"table": EVIL, EVIL: EVIL, "broker": f"mqtt://{EVIL}/"}}
        )
        said = house.log.read_text("utf-8", "surrogateescape")
    return Verdict(
        not obeyed(said) and bool(said),
        f"{obeyed(said)} characters obeyed in {len(said)} of the log",
    )
