"""Real brokers for tests: mosquitto on a free port, somebody who listens and stays, and a table that tells."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.announce import Announcement, message
from companion.app.broker.plan import BrokerPlan, plan_of
from companion.app.broker.publisher import BrokerReach, Publisher
from companion.app.broker.table_feed import TableSource
from companion.app.service.followers import Follower
from companion.broker import broker_address
from companion.journal.journal import Draft, Journal
from companion.settings import Settings
from tests.places import free_port
from tests.waiting import PATIENCE, until

PROGRAM: Final = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
needs_mosquitto = pytest.mark.skipif(
    PROGRAM is None, reason="no mosquitto: apt-get install mosquitto"
)


class Mosquitto:
    """A broker in a process of its own; what it keeps lies in its folder."""

    def __init__(self, folder: Path, *more: str, open_to_all: bool = True) -> None:
        self.port = free_port()
        self.tls = any("cafile" in line for line in more)
        lines = [
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(open_to_all).lower()}",
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 1",
            "autosave_on_changes true",
            "max_queued_messages 100000",
            *more,
        ]
        if os.geteuid() == 0:
            # It would become a user who may not write here.
            lines.append("user root")
        self._file = folder / "mosquitto.conf"
        self._file.write_text("\n".join(lines) + "\n", "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Mosquitto:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Returns once it listens."""
        assert PROGRAM is not None
        quiet = subprocess.DEVNULL
        line = [PROGRAM, "-c", str(self._file)]
        self._process = subprocess.Popen(line, stdout=quiet, stderr=quiet)
        until(self._listens)

    def kill(self) -> None:
        """As a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def stop(self) -> None:
        """As who manages it does: what it remembers is written."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._process = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def url(self, user: str = "") -> str:
        """Its address as people write it."""
        name = f"{user}@" if user else ""
        return f"mqtt{'s' * self.tls}://{name}localhost:{self.port}/"

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False


@dataclass
class Listener:
    """Somebody who hears every topic, comes back whenever the line breaks, and remembers by topic."""

    port: int
    user: str = ""
    password: str = ""
    heard: dict[str, list[bytes]] = field(default_factory=dict)
    calls: int = 0
    """How often a table itself has said that it is there; what a broker kept of it, or says again after a restart, does not count."""
    connected: threading.Event = field(default_factory=threading.Event)
    _fresh: list[int] = field(default_factory=list)

    def __enter__(self) -> Listener:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        stays = Properties(PacketTypes.CONNECT)
        stays.SessionExpiryInterval = 3600
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"listener-{id(self)}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        self._client.reconnect_delay_set(0.02, 0.02)  # type: ignore[arg-type]  # typed as whole seconds, waited for as they are
        if self.user:
            self._client.username_pw_set(self.user, self.password)
        self._client.on_connect = self._greeted
        self._client.on_disconnect = lambda *_: self.connected.clear()
        self._client.on_subscribe = lambda *_: self.connected.set()
        self._client.on_message = self._hears
        self._client.connect("127.0.0.1", self.port, clean_start=False, properties=stays)
        self._client.loop_start()
        assert self.connected.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        # Or what woke its thread stays open until it is collected.
        self._client.reinitialise()

    def _greeted(self, client: Any, *_: Any) -> None:
        client.subscribe([("murphy/#", 1), ("homeassistant/#", 1)])

    def _hears(self, _: Any, __: Any, came: Any) -> None:
        heard = self.heard.setdefault(came.topic, [])
        if came.dup and came.payload in heard:
            # Given again by a broker that ended before it heard that this had come: nobody has said it twice.
            return
        heard.append(came.payload)
        if came.topic.endswith("/availability"):
            fresh = not came.retain and not came.dup
            self.calls += came.payload == b"online" and fresh
        if came.topic.endswith("/event"):
            number = json.loads(came.payload)["seq"]
            if number > max(self._fresh[-1:], default=0):
                self._fresh.append(number)

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self._client.publish(topic, payload, 1, retain).wait_for_publish(PATIENCE)

    def on(self, leaf: str) -> list[bytes]:
        """What came on topics that end so."""
        found = [of for topic, of in list(self.heard.items()) if topic.endswith(leaf)]
        return [payload for payloads in found for payload in payloads]

    def last(self, leaf: str) -> bytes | None:
        """What came last on the one topic that ends so."""
        (found,) = [of for topic, of in list(self.heard.items()) if topic.endswith(leaf)] or [[]]
        return found[-1] if found else None

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(payload) for payload in self.on("/event")]

    def told(self) -> list[int]:
        """The numbers of the events, each once: a lower one than the newest is an old one said again."""
        return list(self._fresh)


NEWS = Announcement("keep", message("session.undone"), 0, {"card": "K01"})


@dataclass
class TellingTable:
    """A journal and the thread that tells a broker of it."""

    journal: Journal
    publisher: Publisher
    follower: Follower
    view: dict[str, Any] = field(default_factory=dict)
    asked: list[tuple[str, bool]] = field(default_factory=list)
    """What others have asked of it."""

    def announce(self, count: int = 1, said: Announcement = NEWS) -> list[int]:
        """Something is said so many times; its numbers."""
        drafts = [Draft("announcement", said.to_json()) for _ in range(count)]
        return list(self.journal.append(drafts))

    @property
    def reach(self) -> BrokerReach:
        return self.publisher.standing.reach

    @property
    def why(self) -> str | None:
        """The key of what is wrong."""
        now = self.publisher.standing.why
        return now.key if now else None


def plan(url: str, table: str = "blue", **more: Any) -> BrokerPlan:
    given = replace(Settings(), broker=broker_address(url), table=table, lang="en")
    found = plan_of(replace(given, **more))
    assert found is not None
    return found


def table_told(
    journal: Journal,
    view: Callable[[], dict[str, Any]] = dict,
    obey: Callable[[str, bool], None] = lambda what, on: None,
) -> TableSource:
    """Where a table's data comes from, with a camera that is well."""
    return TableSource(
        journal=journal,
        view=view,
        camera=lambda: "ok",
        page=lambda: "http://192.168.1.5:8000/",
        version="1.0",
        obey=obey,
    )


@contextmanager
def telling(
    journal: Path | None,
    to: BrokerPlan | None,
    view: Mapping[str, Any] | None = None,
    *,
    pause: float = 0.05,
    clock: Callable[[], float] = time.monotonic,
    date: Callable[[], float] = time.time,
) -> Iterator[TellingTable]:
    """A table that tells a broker, with short pauses between two tries; ``date`` is its journal's clock."""
    shown: dict[str, Any] = {"players": [], "announcements": [], **(view or {})}
    asked: list[tuple[str, bool]] = []
    with Journal(journal, clock=date) as kept:
        if kept.last == 0:
            kept.append([Draft("game", {})])
        told = table_told(
            kept, lambda: {"seq": kept.last, **shown}, lambda what, on: asked.append((what, on))
        )
        publisher = Publisher(told, to, pause=pause, later=0.2, clock=clock)
        follower = Follower("broker", publisher.turn, closing=PATIENCE)
        follower.start()
        try:
            yield TellingTable(kept, publisher, follower, shown, asked)
        finally:
            follower.close()
