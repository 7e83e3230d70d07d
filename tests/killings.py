"""A whole companion that is killed: `python -m tests.killings FOLDER KILLS SEED LIVES` says as JSON what came of it.

Each companion is forked from one program that has imported everything, serves
its pages, and is played with over HTTP as phones do: by tap, or by what a camera process
tells it while a phone listens. It is killed at a random moment. Whatever it
had answered with 200, written to a stream or shown in a view was
acknowledged: the journal must have it, and come to the very view that was
shown. So it is with a new PIN and a setting: what lies on the disk is the last one that was
answered, or one that was said after it. The next companion goes on with that journal, for so
many LIVES; those after them begin another, and tap where these watched.
"""

import http.client
import json
import os
import random
import signal
import socket
import sys
import threading
import time
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion.app.service.composition import Companion
from companion.app.service.systemd import Notifier
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.journal.journal import Draft, Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.settings import Settings
from companion.table import OBSERVATIONS
from tests.games.dumm_gelaufen.evening import NAMES, seen
from tests.games.dumm_gelaufen.onlooker import Noise
from web.access.keys import is_easy, keys_in
from web.wording import worded

STEPS: Final = 60
"""Of an evening that is seen."""
MOST_CALLS: Final = 10
LIES: Final = {
    "event": "table-corrected",
    "mac": ["Y03-1", "Y04-1", "Y07-1", "G02-1", "G05-1", "G06-1", "G08-1"],
    "left": ["Y10-1"],
    "right": ["G09-1"],
}
"""What lies there when a game by tap begins."""
MOMENT: Final = 0.03
"""Seconds in which a companion is killed once it has answered so many calls."""
JSON: Final = {"Content-Type": "application/json"}


@dataclass
class Acknowledged:
    """What a companion told before it was killed: the newest entry, and the views it showed by their entry."""

    last: int = 0
    calls: int = 0
    taps: int = 0
    """What was said, and done."""
    views: dict[int, Any] = field(default_factory=dict)
    pins: list[str] = field(default_factory=list)
    """The PIN that was acknowledged last, and those that were said after it."""
    volumes: list[float | None] = field(default_factory=list)
    """The same of a setting."""

    def heard(self, seq: int) -> None:
        """An entry was told of."""
        self.last, self.calls = max(self.last, seq), self.calls + 1


class Phone:
    """The host's phone: asks, taps, and listens."""

    def __init__(self, port: int, pin: str) -> None:
        self.port, self.told = port, Acknowledged()
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.headers: dict[str, str] = {}
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.stream.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.rest = b""
        self.look()
        self.say("/api/pin", {"pin": pin})
        self.told.pins.append(pin)

    def look(self) -> dict[str, Any]:
        """Ask for the view, and remember what it showed."""
        view: dict[str, Any] = self.ask("GET", "/api/view")[1]
        self.headers["X-Murphy-Token"] = view.pop("token")
        for private in (
            "you",
            "health",
            "seats",
            "locked",
            "files",
            "undoable",
            "last_word",
            "taken_back",
            "waiting",
        ):
            del view[private]
        self.told.heard(view["seq"])
        self.told.views[view["seq"]] = view
        return view

    def say(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send something; what was answered with 200 is acknowledged."""
        status, answer = self.ask("POST", path, json.dumps(body))
        if status == 200 and "seq" in answer:
            self.told.heard(answer["seq"])
            self.told.taps += 1
        told: dict[str, Any] = answer
        return told

    def keep(self, kept: list[Any], value: object, path: str, body: dict[str, Any]) -> None:
        """Have something stored that is no entry of the journal; ``kept`` holds what may be found on the disk."""
        kept.append(value)
        status, _ = self.ask("POST", path, json.dumps(body))
        if status == 200:
            del kept[:-1]
            self.told.calls += 1
            self.told.taps += 1

    def ask(self, how: str, path: str, body: str | None = None) -> tuple[int, Any]:
        """One request and its answer."""
        self.line.request(how, path, body, {**self.headers, **JSON})
        answer = self.line.getresponse()
        if cookie := answer.headers.get("Set-Cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        return answer.status, json.loads(answer.read())

    def listen(self, seconds: float) -> bool:
        """Take what the stream tells within some time; whether it goes on."""
        self.stream.settimeout(seconds)
        try:
            data = self.stream.recv(1 << 16)
        except TimeoutError:
            return True
        except OSError:
            return False
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            if b"event: announcement" in event and b"\nid: " in event:
                number = event.split(b"\nid: ", 1)[1].split(b"\n", 1)[0]
                self.told.heard(int(number))
        return bool(data)

    def last_words(self) -> None:
        """Take what a companion that is dead had still sent, and hang up."""
        while self.listen(1.0):
            continue
        self.hang_up()

    def hang_up(self) -> None:
        """Go home."""
        self.stream.close()
        self.line.close()


def main() -> None:
    """Kill so many times, and say what was found."""
    folder, (kills, seed, lives) = Path(sys.argv[1]), map(int, sys.argv[2:])
    os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(folder)
    rng = random.Random(seed)
    found = dict.fromkeys(("kills", "acknowledged", "taps", "lost", "differing", "views"), 0)
    for number in range(kills):
        evening = number // lives
        config = ScriptConfig(seed + evening, 2 + evening % 5)
        path = folder / f"{evening}.journal"
        told = life(path, config, rng, by_tap=evening % 2 == 0)
        lost, differing = checked(path, told)
        lost += unkept(folder, told)
        found["kills"] += 1
        found["acknowledged"] += told.calls
        found["taps"] += told.taps
        found["views"] += len(told.views)
        found["lost"] += lost
        found["differing"] += differing
    print(json.dumps(found))


def life(path: Path, config: ScriptConfig, rng: random.Random, *, by_tap: bool) -> Acknowledged:
    """Play with a companion until it is killed; what it acknowledged."""
    child, port = begun(path, config, watches=not by_tap)
    phone = Phone(port, keys_in(path.parent / "murphy").pin)
    phone.told.volumes.append(volume_in(path.parent))
    calls = rng.randrange(1, MOST_CALLS)
    doom = threading.Timer(60, os.kill, (child, signal.SIGKILL))
    doom.start()
    try:
        while phone.told.calls < calls:
            tap(phone, rng) if by_tap else watch(phone)
        doom.cancel()
        doom = threading.Timer(rng.uniform(0, MOMENT), os.kill, (child, signal.SIGKILL))
        doom.start()
        while True:
            tap(phone, rng) if by_tap else watch(phone)
    except (OSError, http.client.HTTPException, ValueError):
        # It is dead: that is how a phone learns of it.
        doom.join()
    os.waitpid(child, 0)
    phone.last_words()
    return phone.told


def tap(phone: Phone, rng: random.Random) -> None:
    """Do something that people do by hand; what the rules refuse counts for nothing."""
    view = phone.look()
    kind, seq = rng.random(), view["seq"]
    if view["phase"] == "set-up":
        begins = {"do": "begin"} if view["zones"] else LIES
        phone.say("/api/corrections", {"correction": begins})
    elif view["questions"]:
        asked = view["questions"][0]
        choice = rng.choice(asked["choices"])["id"]
        phone.say("/api/answers", {"question": asked["id"], "choice": choice})
    elif kind < 0.45:
        player = view["turn"]["player"]
        moves = phone.ask("GET", f"/api/legal?player={player}")[1]["moves"]
        if moves:
            move = {"seq": seq, "move": rng.choice(moves), "player": player}
            phone.say("/api/moves", move)
    elif kind < 0.6:
        phone.say("/api/corrections", {"correction": {"do": "turn-done"}})
    elif kind < 0.7:
        phone.say("/api/undo", {})
    elif kind < 0.85:
        new, old = drawn_pin(rng), phone.told.pins[-1]
        phone.keep(phone.told.pins, new, "/api/hosts/pin", {"pin": old, "new": new})
    else:
        volume = rng.randrange(1000) / 1000
        phone.keep(phone.told.volumes, volume, "/api/settings", {"settings": {"volume": volume}})


def drawn_pin(rng: random.Random) -> str:
    """One that is not refused as easy to guess."""
    while is_easy(pin := f"{rng.randrange(10**8):08}"):
        continue
    return pin


def watch(phone: Phone) -> None:
    """Look on while the camera process tells of an evening; and now and then ask."""
    if not phone.listen(0.05):
        raise ConnectionResetError
    phone.look()


def begun(path: Path, config: ScriptConfig, *, watches: bool) -> tuple[int, int]:
    """A companion in a process of its own, and its port."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        try:
            serve(path, config, there, watches=watches)
        finally:
            os._exit(1)
    os.close(there)
    with os.fdopen(here) as pipe:
        return child, int(pipe.readline())


def serve(path: Path, config: ScriptConfig, to: int, *, watches: bool) -> None:
    """Be the companion, until somebody kills it."""
    plain = Settings(camera="none", host="127.0.0.1", buzzer="none", journal=path)
    names = NAMES[: config.players]
    settings = replace(plain, port=0, players=names, edition=config.edition)
    companion = Companion(settings, path.parent / "murphy.toml")
    if watches:
        threading.Thread(target=see, args=(companion, config)).start()
    os.write(to, f"{companion.server.port}\n".encode())
    os.close(to)
    companion.run(Notifier({}))


def see(companion: Companion, config: ScriptConfig) -> None:
    """Tell what the camera process would tell, from where the journal stands; begin again at the end of the evening."""
    known = [e.data for e in companion.journal.after(0) if e.kind == "observation"]
    seen_to = known[-1]["frame"] if known else -1
    for look in seen(config, STEPS, noise=Noise()):
        if look.frame >= seen_to and OBSERVATIONS.to_json(look) not in known[-5:]:
            companion.ingest.observed(look)
            time.sleep(0.01)


def checked(path: Path, told: Acknowledged) -> tuple[int, int]:
    """Whether something acknowledged is lost, and how many views the journal does not come to."""
    with Journal(path) as journal:
        lost = journal.last < told.last or bool(journal.notices)
        entries = journal.after(0)
    differing = sum(worded(folded(entries[:seq])) != view for seq, view in told.views.items())
    return int(lost), differing


def unkept(folder: Path, told: Acknowledged) -> int:
    """How many of PIN and setting are not on the disk as they were acknowledged, or said since."""
    pin = keys_in(folder / "murphy").pin
    return (pin not in told.pins) + (volume_in(folder) not in told.volumes)


def volume_in(folder: Path) -> float | None:
    """The setting that is stored; None: none yet."""
    path = folder / "murphy.toml"
    stored = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return stored.get("volume")


def folded(entries: Any) -> Any:
    """The view that entries come to, as a phone gets it."""
    copy = Journal(None)
    for entry in entries:
        copy.append((Draft(entry.kind, entry.data),), at=entry.at)
    return json.loads(json.dumps(Session(TABLE_GAME, copy).view()))


if __name__ == "__main__":
    main()
