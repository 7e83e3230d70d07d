"""Home Assistant discovery of a table: one device with its entities.

Uses MQTT device discovery, available since 2024.11:
https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.app.broker.topics import EXPIRY, ORDERS, TableTopics
from companion.words import Words

PLAYER: Final = "{{% set seat = value_json.{0} %}}{{{{ value_json.players[seat].name if seat is number else '' }}}}"
"""The name of the player on a seat, from the state."""
SCORES: Final = "{% for p in value_json.players %}{{ p.name }} {{ p.score }}{{ '' if loop.last else ', ' }}{% endfor %}"
SCORES_EACH: Final = (
    "{{ {'players': value_json.players, 'game': value_json.game} | to_json }}"
)
DRAW: Final = "{{ value_json.draw[0] if value_json.draw else '' }}"
SAID: Final = (
    "{{% set all = value_json.announcements %}}"
    "{{{{ (all | last).text.{0}[:250] if all else '' }}}}"
)
CAMERA: Final = "{{ 'ON' if value_json.camera not in ('ok', 'none') else 'OFF' }}"
"""``ON`` means a problem."""
IS_ON: Final = "{{{{ 'ON' if value_json.{0} else 'OFF' }}}}"
STATED: Final = {"quiet": "quiet", "pause": "paused"}
"""Switches -> the template that reads their state."""
SWITCH_ICONS: Final = {"quiet": "mdi:volume-off", "pause": "mdi:pause"}


def device_of(
    table: str,
    topics: TableTopics,
    *,
    kinds: Iterable[str],
    version: str,
    page: str,
    say: Words,
    orders: bool = False,
) -> dict[str, Any]:
    """The payload of a table's discovery, with names in the table's language; ``orders``: including switches."""
    return {
        "device": {
            "identifiers": [topics.device],
            "name": say.say("broker.device", table=table),
            "manufacturer": "Murphy",
            "sw_version": version,
            "configuration_url": page,
        },
        "origin": {"name": "murphy", "sw_version": version},
        "availability_topic": topics.availability,
        "qos": 1,
        "components": {
            name: {
                "unique_id": f"{topics.device}_{name}",
                "name": say.say(f"broker.entity.{name}"),
                **entity,
            }
            for name, entity in _entities(topics, tuple(kinds), say.language).items()
        }
        | _switches(topics, say, orders),
    }


def _switches(topics: TableTopics, say: Words, orders: bool) -> dict[str, Any]:
    """The switches; Home Assistant removes a component that consists only of its platform."""
    found: dict[str, Any] = {what: {"platform": "switch"} for what in ORDERS}
    for what in ORDERS if orders else ():
        found[what] |= {
            "unique_id": f"{topics.device}_{what}",
            "name": say.say(f"broker.entity.{what}"),
            "command_topic": topics.order(what),
            "state_topic": topics.state,
            "value_template": IS_ON.format(STATED[what]),
            "icon": SWITCH_ICONS[what],
        }
    return found


def _entities(
    topics: TableTopics, kinds: tuple[str, ...], language: str
) -> dict[str, dict[str, Any]]:
    # If a broker dies together with a table, nobody is left to report that the table is gone.
    stated = {"state_topic": topics.state, "expire_after": EXPIRY}

    def sensor(template: str, icon: str, **more: Any) -> dict[str, Any]:
        shown = {"value_template": template, "icon": f"mdi:{icon}"}
        return {"platform": "sensor", **stated, **shown, **more}

    trouble = {"device_class": "problem", "entity_category": "diagnostic"}
    camera = {"payload_on": "ON", "payload_off": "OFF", **trouble}
    scores = {"json_attributes_topic": topics.state}
    scores["json_attributes_template"] = SCORES_EACH
    return {
        "turn": sensor(PLAYER.format("turn"), "account-arrow-right"),
        "phase": sensor("{{ value_json.phase }}", "progress-clock"),
        "scores": sensor(SCORES, "scoreboard", **scores),
        "draw": sensor(DRAW, "cards"),
        "announcement": sensor(SAID.format(language), "bullhorn"),
        "camera": {
            "platform": "binary_sensor",
            **stated,
            "value_template": CAMERA,
            **camera,
        },
        "event": {
            "platform": "event",
            "state_topic": topics.event,
            "event_types": list(kinds),
            "icon": "mdi:flash",
        },
    }
