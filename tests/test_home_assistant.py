"""What Home Assistant itself thinks of a table's discovery, where it is installed beside this Python."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from companion.app.broker.discovery import device_of
from companion.app.broker.payloads import kinds
from companion.app.broker.topics import topics_of
from companion.words import words

PYTHON = os.environ.get("HOME_ASSISTANT_PYTHON", "")
"""The interpreter of an environment with ``homeassistant`` and ``paho-mqtt`` (it wants a Python of its own)."""
CHECK = """
import asyncio, json, sys
from homeassistant.components.mqtt import binary_sensor, discovery, event, sensor
from homeassistant.core import HomeAssistant
async def main():
    house = HomeAssistant(".")
    told = json.load(sys.stdin)
    discovery.DEVICE_DISCOVERY_SCHEMA(told)
    rooms = {"sensor": sensor, "binary_sensor": binary_sensor, "event": event}
    shared = {key: told[key] for key in ("device", "origin", "qos", "availability_topic")}
    for name, entity in told["components"].items():
        platform = entity["platform"]
        own = {key: value for key, value in entity.items() if key != "platform"}
        rooms[platform].DISCOVERY_SCHEMA({**own, **shared})
        print(name)
    await house.async_stop(force=True)
asyncio.run(main())
"""


@pytest.mark.prove
@pytest.mark.skipif(not PYTHON, reason="no HOME_ASSISTANT_PYTHON: docs/scale.md")
@pytest.mark.parametrize("table", ["blue", "Tisch 1", "😀"])
def test_its_own_schema_takes_the_device(table: str, tmp_path: Path) -> None:
    """The device and every entity of it."""
    device = device_of(table, topics_of(table), kinds=kinds(), version="1.0", page="http://192.168.1.5:8000/", say=words("de"))  # fmt: skip
    there = subprocess.run([PYTHON, "-c", CHECK], input=json.dumps(device), capture_output=True, text=True, check=False, cwd=tmp_path)  # fmt: skip

    assert list(device["components"]) == there.stdout.split(), there.stderr[-2000:]
