"""What a table publishes: its state, its events, and the device that Home Assistant finds."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from companion import announce, errors, games, rules
from companion.app.broker.topics import EXPIRY, ORDERS, TableTopics
from companion.journal.journal import Entry
from companion.words import Words
from web.wording import worded

# For Home Assistant -------------------------------------------------------------------
# One device with its entities, by MQTT device discovery, available since 2024.11:
# https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload


PLAYER: Final = "{{% set seat = value_json.{0} %}}{{{{ value_json.players[seat].name if seat is number else '' }}}}"
"""The name of the player on a seat, from the state."""
SCORES: Final = "{% for p in value_json.players %}{{ p.name }} {{ p.score }}{{ '' if loop.last else ', ' }}{% endfor %}"
SCORES_EACH: Final = "{{ {'players': value_json.players, 'game': value_json.game} | to_json }}"
DRAW: Final = "{{ value_json.draw[0] if value_json.draw else '' }}"
SAID: Final = (
    "{{% set all = value_json.announcements %}}{{{{ (all | last).text.{0}[:250] if all else '' }}}}"
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
    words: Words,
    orders: bool = False,
) -> dict[str, Any]:
    """The payload of a table's discovery, with names in the table's language; ``orders``: including switches."""
    return {
        "device": {
            "identifiers": [topics.device],
            "name": words.say("broker.device", table=table),
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
                "name": words.say(f"broker.entity.{name}"),
                **entity,
            }
            for name, entity in _entities(topics, tuple(kinds), words.language).items()
        }
        | _switches(topics, words, orders),
    }


def _switches(topics: TableTopics, words: Words, orders: bool) -> dict[str, Any]:
    """The switches; Home Assistant removes a component that consists only of its platform."""
    found: dict[str, Any] = {what: {"platform": "switch"} for what in ORDERS}
    for what in ORDERS if orders else ():
        found[what] |= {
            "unique_id": f"{topics.device}_{what}",
            "name": words.say(f"broker.entity.{what}"),
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
        "camera": {"platform": "binary_sensor", **stated, "value_template": CAMERA, **camera},
        "event": {
            "platform": "event",
            "state_topic": topics.event,
            "event_types": list(kinds),
            "icon": "mdi:flash",
        },
    }


# The table ----------------------------------------------------------------------------


VERSION: Final = 1
"""The version of the format; it rises when a field changes its meaning."""
NEWS: Final = 5
"""How many recent announcements a state contains, for hubs that have just started."""
OTHER: Final = "other"
"""The event type for kinds that Home Assistant was not told about."""


def state_of(
    view: rules.Json, *, table: str, journal: str, told: int, camera: str, quiet: bool = False
) -> dict[str, Any]:
    """The public view, compact.

    ``told``: the entry up to which announcements were sent before it; ``camera``:
    ``ok``, ``none`` or what is wrong with it.
    """
    game = str(view.get("game", ""))
    return {
        "v": VERSION,
        "table": table,
        "journal": journal,
        "seq": view["seq"],
        "told": told,
        "game": game,
        "title": _titles(game),
        "edition": view.get("edition", ""),
        "round": view.get("round", 0),
        "phase": view.get("phase", "play"),
        "paused": bool(view.get("paused", False)),
        "quiet": quiet,
        "turn": view.get("turn") and view["turn"].get("player"),
        "players": [_player(player) for player in view.get("players", ())],
        "draw": list(view.get("draw", ())),
        "winner": view.get("winner"),
        "camera": camera,
        "announcements": worded([_news(n) for n in view["announcements"][-NEWS:]]),
    }


def event_of(entry: Entry, *, table: str, journal: str, kinds: Collection[str]) -> dict[str, Any]:
    """An announcement of the journal. ``event_type`` is its kind, or ``other`` if it is not among ``kinds``."""
    said = entry.data
    told = {"v": VERSION, "table": table, "journal": journal, "at": entry.at}
    kind = said["kind"] if said["kind"] in kinds else OTHER
    return {**told, "event_type": kind, **worded(_news({"seq": entry.seq, **said}))}


def kinds() -> tuple[str, ...]:
    """Every kind of announcement that some game makes, and ``other``."""
    told = (kind for game in games.games() for kind in game.announced)
    return (*sorted({*announce.AT_ANY_TABLE, *told}), OTHER)


def _player(player: rules.Json) -> dict[str, Any]:
    won = len(player.get("won", ()))
    told = {"name": player["name"], "score": player.get("points", won)}
    return {**told, "cards": list(player.get("cards", ()))}


def _news(said: Mapping[str, Any]) -> dict[str, Any]:
    """An announcement with only its single values and numbers: what somebody showed of a hand stays at the table."""
    told = {key: said.get(key) for key in ("seq", "kind", "player", "text")}
    params = said.get("params", {}).items()
    plain = {name: value for name, value in params if _is_plain(value)}
    return told | {"params": plain}


def _is_plain(value: Any) -> bool:
    numbers = isinstance(value, list) and all(isinstance(each, int) for each in value)
    return numbers or isinstance(value, str | int)


def _titles(game: str) -> dict[str, str]:
    with suppress(errors.GameError, errors.InputError):
        return dict(games.game(game).titles)
    return {}
