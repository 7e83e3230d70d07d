"""Home Assistant itself finds a table: its schemas take the device, its entities show the table, its lamp flashes."""

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from companion.announce import Announcement, message
from companion.app.broker.payloads import device_of, kinds
from companion.app.broker.topics import EXPIRY, topics_of
from companion.words import words
from tests.brokers import Listener, Mosquitto, needs_mosquitto, plan, telling
from tests.home_assistant import STATES, home_assistant, python_of_home_assistant
from tests.places import ROOT
from tests.waiting import until

pytestmark = pytest.mark.prove
STARTING: Final = 300.0
"""Seconds that Home Assistant may take to start on a machine that has much to do."""
CHECK = """
import asyncio, json, sys
from homeassistant.components.mqtt import binary_sensor, discovery, event, sensor, switch
from homeassistant.core import HomeAssistant
async def main():
    house = HomeAssistant(".")
    told = json.load(sys.stdin)
    discovery.DEVICE_DISCOVERY_SCHEMA(told)
    rooms = {"sensor": sensor, "binary_sensor": binary_sensor, "event": event, "switch": switch}
    shared = {key: told[key] for key in ("device", "origin", "qos", "availability_topic")}
    for name, entity in told["components"].items():
        platform = entity["platform"]
        own = {key: value for key, value in entity.items() if key != "platform"}
        # One with nothing of its own is to be forgotten.
        if own:
            rooms[platform].DISCOVERY_SCHEMA({**own, **shared})
        print(name)
    await house.async_stop(force=True)
asyncio.run(main())
"""
PRESSED: Final = """
alias: Somebody presses a button
triggers:
  - trigger: mqtt
    topic: homeassistant/pressed
actions:
  - action: switch.turn_on
    target: {entity_id: switch.murphy_table_1_pause}
"""


def documented() -> str:
    """The automation that docs/scale.md gives."""
    page = ROOT / "docs" / "scale.md"
    (automation,) = re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return str(automation)


@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("table", ["blue", "Tisch 1", "😀"])
def test_its_own_schema_takes_the_device(table: str, orders: bool, tmp_path: Path) -> None:
    """The device and every entity of it."""
    device = device_of(
        table,
        topics_of(table),
        kinds=kinds(),
        version="1.0",
        page="http://192.168.1.5:8000/",
        words=words("de"),
        orders=orders,
    )
    there = subprocess.run(
        [python_of_home_assistant(), "-c", CHECK],
        input=json.dumps(device),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )

    assert list(device["components"]) == there.stdout.split(), there.stderr[-2000:]


@needs_mosquitto
def test_it_finds_the_table_and_its_lamp_flashes(tmp_path: Path) -> None:
    """It shows how the table stands, flashes for an at-once card and for nothing else, pauses the game, and knows when the table has left, though the broker died with it."""
    view = {"players": [{"name": "Ann", "points": 2}], "turn": {"player": 0}}
    with Mosquitto(tmp_path) as broker, Listener(broker.port) as house:

        def shows(entity: str, state: bytes, seconds: float = 60.0) -> None:
            topic = f"{STATES}/{entity.replace('.', '/')}/state"
            until(lambda: house.last(topic) == state, seconds)

        mine = plan(broker.url(), "Table 1", broker_orders=True)
        journal = tmp_path / "a.journal"
        running = home_assistant(tmp_path / "house", broker, [documented(), PRESSED])
        with running:
            with telling(journal, mine, view) as table:
                shows("sensor.murphy_table_1_turn", b"Ann", STARTING)
                shows("sensor.murphy_table_1_scores", b"Ann 2")
                shows("binary_sensor.murphy_table_1_camera", b"off")
                table.announce()
                until(
                    lambda: (
                        house.last(f"{STATES}/event/murphy_table_1_event/event_type") == b'"keep"'
                    )
                )
                before = house.last(f"{STATES}/light/living_room/state")
                table.announce(said=Announcement("at-once", message("session.undone")))
                shows("light.living_room", b"on")
                until(lambda: house.last(f"{STATES}/light/living_room/rgb_color") == b"[255, 0, 0]")
                house.say("homeassistant/pressed", b"")
                until(lambda: table.asked)
            shows("sensor.murphy_table_1_turn", b"unavailable")
            with telling(journal, mine, view):
                shows("sensor.murphy_table_1_turn", b"Ann")
                broker.kill()
            broker.start()
            until(house.connected.is_set)
            kept = house.last("murphy/Table%201/availability")
            shows("sensor.murphy_table_1_turn", b"unavailable", EXPIRY + 60.0)

    assert before != b"on"
    assert kept == b"online"
    assert [("pause", True)] == table.asked
