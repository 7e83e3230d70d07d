"""Who has won how many games at all tables of an evening, told by the broker that the tables tell.

    python examples/tournament.py mqtt://hub@broker.local/ wins.json [--games 0]

Start it before the first game: the broker then keeps what is told while this program is away. The password
is MURPHY_BROKER_PASSWORD; it wants paho-mqtt 2, as murphy itself does.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

EVENING = 24 * 3600
"""Seconds for which the broker keeps what is told."""


class Tournament:
    """The wins, who sits where, and how far each table was heard: all in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.wins = Counter[str](known.get("wins", {}))
        self._heard: dict[str, int] = known.get("heard", {})
        self._names: dict[str, list[str]] = known.get("names", {})

    def hears(self, leaf: str, told: dict[str, Any]) -> bool:
        """Whether that was a game that somebody has won."""
        if leaf == "state":
            self._sit(told["table"], [each["name"] for each in told["players"]])
            return False
        # What was not acknowledged is said again: only a higher number is news.
        fresh = told["seq"] > self._heard.get(told["journal"], 0)
        self._heard[told["journal"]] = max(told["seq"], self._heard.get(told["journal"], 0))
        if not fresh or told["event_type"] != "game-won":
            return False
        for seat in told["params"].get("winners", [told["player"]]):
            self.wins[self._name(told["table"], seat)] += 1
        self._keep()
        return True

    def standings(self) -> str:
        """Most wins first."""
        return "\n".join(f"{won:3} {name}" for name, won in self.wins.most_common())

    def _sit(self, table: str, names: list[str]) -> None:
        if names != self._names.get(table):
            self._names[table] = names
            self._keep()

    def _name(self, table: str, seat: int) -> str:
        names = self._names.get(table, [])
        return names[seat] if seat < len(names) else f"{table}, seat {seat + 1}"

    def _keep(self) -> None:
        fresh = self._file.with_suffix(".new")
        known = {"wins": self.wins, "names": self._names, "heard": self._heard}
        fresh.write_text(json.dumps(known), "utf-8")
        fresh.replace(self._file)


def listening(url: str) -> Client:
    """A line to the broker, which keeps for this program what it misses."""
    address = urlsplit(url)
    client = Client(
        CallbackAPIVersion.VERSION2,
        client_id="murphy-tournament",
        protocol=MQTTProtocolVersion.MQTTv5,
    )
    if address.username:
        client.username_pw_set(address.username, os.environ.get("MURPHY_BROKER_PASSWORD"))
    if address.scheme == "mqtts":
        client.tls_set()
    kept = Properties(PacketTypes.CONNECT)
    kept.SessionExpiryInterval = EVENING
    port = address.port or (8883 if address.scheme == "mqtts" else 1883)
    try:
        client.connect(address.hostname or "", port, clean_start=False, properties=kept)
    except (OSError, ValueError) as error:
        sys.exit(f"The broker does not answer ({error}): is it like mqtt://hub@broker.local/?")
    return client


def main() -> None:
    """Listen; after so many games (0: never) it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=0)
    options = parser.parse_args()
    tournament, games = Tournament(options.file), 0

    def hear(client: Client, _: Any, came: Any) -> None:
        nonlocal games
        try:
            won = tournament.hears(came.topic.rpartition("/")[2], json.loads(came.payload))
        except (ValueError, LookupError, TypeError, AttributeError):
            # An empty message clears a table, and others may send anything.
            return
        if won:
            games += 1
            print(f"after {games} games\n{tournament.standings()}", flush=True)
            if games == options.games:
                client.disconnect()

    client = listening(options.url)
    client.on_connect = lambda client, *_: client.subscribe(
        [("murphy/+/state", 1), ("murphy/+/event", 1)]
    )
    client.on_subscribe = lambda *_: print("listening", flush=True)
    client.on_message = hear
    client.loop_forever()


if __name__ == "__main__":
    main()
