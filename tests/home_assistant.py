"""Home Assistant itself for tests: installed from PyPI into the cache folder where Python allows, run in a folder of its own."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.brokers import Mosquitto
from tests.places import free_port

VERSION: Final = "2025.4.4"
"""The last one that takes any Python 3.13; later ones want 3.13.2."""
NEEDS: Final = (
    f"homeassistant=={VERSION}",
    "paho-mqtt==2.1.0",
    "home-assistant-frontend==20250411.0",
    "psutil-home-assistant==0.0.1",
    "ifaddr==0.2.0",
    "cronsim==2.6",
    "securetar==2025.2.1",
    "Pillow==11.1.0",
)
"""With what its own manifests ask for before it starts: https://github.com/home-assistant/core/tree/2025.4.4/homeassistant/components"""
INSTALLING: Final = 1200.0
"""Seconds."""
STATES: Final = "homeassistant/states"
"""Where it says on the broker what its entities show."""
SINCE: Final = "2025-01-01T00:00:00+00:00"


def python_of_home_assistant() -> str:
    """An interpreter that has it: the one that HOME_ASSISTANT_PYTHON names, else one that is made; skips where none can be."""
    given = os.environ.get("HOME_ASSISTANT_PYTHON")
    if given:
        return given
    base = shutil.which("python3.13")
    if base is None:
        pytest.skip("no python3.13 and no HOME_ASSISTANT_PYTHON for Home Assistant")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "murphy-ci" / f"home-assistant-{VERSION}"
    if not (folder / "whole").exists():
        _install(base, folder)
    return str(folder / "bin" / "python")


def _install(base: str, folder: Path) -> None:
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", *NEEDS]
    # What pyenv puts into the path runs only if it is told which: without it that is no Python.
    environment = {**os.environ, "PYENV_VERSION": "3.13"}
    for line in ([base, "-m", "venv", "--clear", str(folder)], pip):
        try:
            subprocess.run(
                line, check=True, capture_output=True, timeout=INSTALLING, env=environment
            )
        except (OSError, subprocess.SubprocessError) as error:
            why = getattr(error, "stderr", None) or b""
            said = why.decode(errors="replace").strip().splitlines()[-1:]
            pytest.skip(f"Home Assistant cannot be installed: {error} {' '.join(said)}")
    (folder / "whole").touch()


@contextmanager
def home_assistant(folder: Path, broker: Mosquitto, automations: list[str]) -> Iterator[None]:
    """It runs, knows the broker, has a lamp ``light.living_room`` and these automations (YAML), and says every state on ``STATES``."""
    (folder / ".storage").mkdir(parents=True)
    (folder / "configuration.yaml").write_text(CONFIGURATION % free_port())
    (folder / "automations.yaml").write_text("".join(_item(a) for a in automations))
    entries = {"version": 1, "minor_version": 5, "key": "core.config_entries"}
    told = {**entries, "data": {"entries": [_entry(broker.port)]}}
    (folder / ".storage" / "core.config_entries").write_text(json.dumps(told))
    line = [python_of_home_assistant(), "-m", "homeassistant", "-c", str(folder), "--skip-pip"]
    with (folder / "said.log").open("wb") as said:
        running = subprocess.Popen(line, stdout=said, stderr=said)
        try:
            yield
        finally:
            running.terminate()
            try:
                running.wait(30)
            finally:
                running.kill()
                running.wait()


def _item(automation: str) -> str:
    """A YAML document as an item of a list."""
    lines = automation.strip().splitlines()
    return "".join(f"{'  ' if n else '- '}{line}\n" for n, line in enumerate(lines))


def _entry(port: int) -> dict[str, Any]:
    """The integration as its dialogue keeps it."""
    return {
        "created_at": SINCE,
        "modified_at": SINCE,
        "data": {"broker": "127.0.0.1", "port": port},
        "disabled_by": None,
        "discovery_keys": {},
        "domain": "mqtt",
        "entry_id": "murphy",
        "version": 1,
        "minor_version": 2,
        "options": {},
        "pref_disable_new_entities": False,
        "pref_disable_polling": False,
        "source": "user",
        "subentries": [],
        "title": "mosquitto",
        "unique_id": None,
    }


CONFIGURATION: Final = f"""
homeassistant:
  name: At home
http:
  server_host: 127.0.0.1
  server_port: %d
automation: !include automations.yaml
input_boolean:
  lamp:
input_text:
  colour:
light:
  - platform: template
    lights:
      living_room:
        turn_on: {{action: input_boolean.turn_on, target: {{entity_id: input_boolean.lamp}}}}
        turn_off: {{action: input_boolean.turn_off, target: {{entity_id: input_boolean.lamp}}}}
        set_rgb: {{action: input_text.set_value, target: {{entity_id: input_text.colour}}, data: {{value: "{{{{ rgb }}}}"}}}}
mqtt_statestream:
  base_topic: {STATES}
  publish_attributes: true
"""
