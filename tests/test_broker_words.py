"""What stands on topics, in addresses and in the mark, as values: no broker needed."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.announce import Announcement, message
from companion.app.broker.broker_desk import BrokerDesk
from companion.app.broker.connection import Access
from companion.app.broker.discovery import device_of
from companion.app.broker.mark import BrokerMark, MarkFile, remembered
from companion.app.broker.orders import ORDERS
from companion.app.broker.payloads import COMMON, OTHER, event_of, kinds, state_of
from companion.app.broker.plan import plan_of
from companion.app.broker.publisher import Publisher
from companion.app.broker.telling import TableTold
from companion.app.broker.topics import leaf_of, topics_of
from companion.app.configuration.adjust import Adjustments
from companion.broker import BrokerAddress, broker_address, table_name
from companion.errors import SettingsError
from companion.journal.journal import Draft, Entry, Journal
from companion.settings import Settings, load
from companion.visible import is_visible
from companion.words import LANGUAGES, words

HOSTS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?(\.[a-z]{2,5})?", fullmatch=True)  # fmt: skip
NAMES = st.text(
    st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40
).filter(is_visible)


@given(HOSTS | st.just("::1"), st.integers(1, 65535), st.booleans(), NAMES | st.just(""))  # fmt: skip
def test_an_address_is_read_as_it_is_written(
    host: str, port: int, tls: bool, user: str
) -> None:
    """Whatever the user is called."""
    address = BrokerAddress(host, port, tls, user)

    assert address == broker_address(str(address))


@pytest.mark.parametrize("written", ["", "pi.local", "http://pi/", "mqtt://", "mqtt://pi:x/", "mqtt://pi/topic", "mqtt://pi:99999", "mqtt://[::1", "mqtt://pi?x=secret"])  # fmt: skip
def test_what_is_no_address(written: str) -> None:
    """It is refused by name, and not repeated."""
    with pytest.raises(SettingsError) as refused:
        broker_address(written)

    assert "broker.address" == refused.value.message.key
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("given", [{"broker": "mqtt://ann:secret@pi/"}, {"broker": 5}, {"broker_password": ["secret"]}, {"table": "a" * 41}, {"table": "\0"}])  # fmt: skip
def test_no_refusal_repeats_a_password(given: dict[str, Any]) -> None:
    """Neither in the address nor where it has its own place."""
    with pytest.raises(SettingsError) as refused:
        load(None, {}, given)

    assert "secret" not in "".join(words(l)(refused.value.message) for l in LANGUAGES)  # noqa: E741


def test_a_password_is_written_and_never_shown(tmp_path: Path) -> None:
    """The page gets none, the file has it, for its owner's eyes only; what is not given stays."""
    config = tmp_path / "murphy.toml"
    heard: list[Settings] = []
    desk = Adjustments(Settings(), config, heard.append)
    desk.change({"broker": "mqtts://ann@pi/", "broker_password": "secret"})
    desk.change({"table": "Tisch 1"})

    assert "secret" not in json.dumps(desk.to_json()) + repr(heard) + repr(Access(heard[0].broker, "secret"))  # type: ignore[arg-type]  # fmt: skip
    assert heard[-1] == load(config, {}, {})
    assert ("secret", "mqtts://ann@pi/") == (heard[-1].broker_password, str(heard[-1].broker))  # fmt: skip
    assert 0o600 == config.stat().st_mode & 0o777


@given(NAMES, NAMES)
def test_different_tables_have_different_topics(one: str, other: str) -> None:
    """Home Assistant's names too; nothing in them means anything to a broker."""
    mine, theirs = topics_of(one), topics_of(other)

    assert (table_name(one) == table_name(other)) == (mine.state == theirs.state)
    assert (mine.device == theirs.device) == (mine.state == theirs.state)
    assert (mine.key, "state") == leaf_of(mine.state)
    assert not set("+#/") & set(mine.key)
    assert mine.device.replace("_", "").replace("-", "").isalnum()
    assert mine.device.isascii()


# The mark --------------------------------------------------------------------------


def drafted(kinds: str) -> list[Draft]:
    return [Draft({"g": "game", "a": "announcement"}[kind], {}) for kind in kinds]


def test_a_table_without_a_name_has_its_machines() -> None:
    """Whatever the machine is called: its name may be longer than a table's."""
    asked = Settings(broker=broker_address("mqtt://pi/"))
    plans = [plan_of(asked, "pi".__str__), plan_of(asked, ("m" * 64).__str__)]

    assert ["pi", "m" * 40] == [plan.table for plan in plans if plan]


def test_the_mark_outlives_a_restart(tmp_path: Path) -> None:
    """It begins before the game that is played, only rises, and stays one journal's for one broker and table."""
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("gagaa"))
        first = MarkFile(journal, "mqtt://a/", "blue")
        first.move(4)
        first.move(3)
        again = MarkFile(journal, "mqtt://a/", "blue")
        elsewhere = MarkFile(journal, "mqtt://b/", "blue")

    assert 4 == again.mark.acknowledged
    assert first.mark.journal == again.mark.journal
    assert 2 == elsewhere.mark.acknowledged
    assert elsewhere.mark.journal != first.mark.journal


@pytest.mark.parametrize("lies_there", ["", "{}", "[1]", '{"journal": 5}', "\udc80"])
def test_a_mark_that_is_none_is_made_anew(tmp_path: Path, lies_there: str) -> None:
    """And so is one of a journal that has lost its end."""
    (tmp_path / "j.told").write_text(lies_there, "utf-8", "surrogateescape")
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("ga"))
        made = MarkFile(journal, "mqtt://a/", "blue").mark
        MarkFile(journal, "mqtt://a/", "blue").move(2)
    (tmp_path / "j").unlink()
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("g"))
        shorter = MarkFile(journal, "mqtt://a/", "blue").mark

    assert (0, 0) == (made.acknowledged, shorter.acknowledged)
    assert made.journal != shorter.journal


@pytest.mark.parametrize(
    ("kept", "known"),
    [
        (b'{"journal": "j", "told": 4}', 4),
        (b'{"journal": "j", "told": 70}', 7),
        (b'{"journal": "j", "told": -1}', 0),
        (b'{"journal": "other", "told": 4}', 7),
        (b'{"journal": "j"}', 7),
        (b"", 7),
        (b"[" * 100_000, 7),
    ],
)
def test_what_a_broker_remembers(kept: bytes, known: int) -> None:
    """What it acknowledged, but no more than the state that it has kept of this journal says."""
    assert known == remembered(kept, BrokerMark("j", "mqtt://pi/", "blue", 7))


# What is said ------------------------------------------------------------------------


def test_a_state_is_small_and_public() -> None:
    """The players with what they have reached, the last announcements in three languages."""
    said = Announcement("keep", message("session.undone"), 1, {"hand": ["R1"], "card": "K01", "winners": [0, 1]})  # fmt: skip
    news = [{"seq": n, **said.to_json()} for n in range(9)]
    players = [{"name": "Ann", "cards": [5, 5], "won": ["M01", "M02"], "hand": ["R1"]}, {"name": "Bob", "points": 7}]  # fmt: skip
    state = state_of(
        {"seq": 9, "game": "dumm-gelaufen", "turn": {"player": 1, "since": 0}, "players": players, "announcements": news, "token": "t"},
        table="blue", journal="j", told=9, camera="ok",
    )  # fmt: skip

    assert [("Ann", 2), ("Bob", 7)] == [(p["name"], p["score"]) for p in state["players"]]  # fmt: skip
    assert [4, 5, 6, 7, 8] == [each["seq"] for each in state["announcements"]]
    assert set(LANGUAGES) == state["announcements"][0]["text"].keys()
    assert 1 == state["turn"]
    assert {"card": "K01", "winners": [0, 1]} == state["announcements"][0]["params"]
    assert "R1" not in json.dumps(state)
    assert "token" not in state


@pytest.mark.parametrize(("kind", "told"), [("keep", "keep"), ("brand-new", OTHER)])
def test_an_event_has_a_type_that_home_assistant_was_told_of(
    kind: str, told: str
) -> None:
    """Its own kind is told as well."""
    said = Announcement(kind, message("session.undone"))
    event = event_of(Entry(7, 1.5, "announcement", said.to_json()), table="b", journal="j", kinds=kinds())  # fmt: skip

    assert (told, kind, 7, 1.5) == (event["event_type"], event["kind"], event["seq"], event["at"])  # fmt: skip


@pytest.mark.parametrize("game", ["dumm_gelaufen", "lauf_rauf", "nicht_lustig"])
def test_a_game_names_all_its_announcements(game: str) -> None:
    """Every kind that its folder spells out is one of those that programs are told of beforehand."""
    folder = Path(games.__file__).parent / game
    package = games.game(game.replace("_", "-"))
    spelled = {
        argument.value
        for path in folder.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Announcement"
        for argument in call.args[:1]
        if isinstance(argument, ast.Constant)
    }

    assert len(spelled) > 4
    assert spelled <= {*package.announced, *COMMON}
    assert package.sounds.keys() - {"claim-no", "claim-depends"} <= set(
        package.announced
    )


# Home Assistant --------------------------------------------------------------------------

ENTITY = {"platform", "unique_id", "name", "icon", "state_topic", "device_class", "entity_category"}  # fmt: skip
MAY = {
    "sensor": ENTITY | {"value_template", "expire_after", "json_attributes_topic", "json_attributes_template"},
    "binary_sensor": ENTITY | {"value_template", "expire_after", "payload_on", "payload_off"},
    "event": ENTITY | {"event_types", "value_template"},
    "switch": ENTITY | {"value_template", "command_topic"},
}  # fmt: skip
"""https://www.home-assistant.io/integrations/mqtt/ and the pages of the three platforms: what of it is used here."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_device_is_as_home_assistant_documents_it(language: str) -> None:
    """Who it is and where it comes from, entities with an identity each, templates that are."""
    topics = topics_of("Tisch 1")
    device = device_of("Tisch 1", topics, kinds=kinds(), version="1", page="http://pi:8000/", say=words(language), orders=True)  # fmt: skip
    entities = device["components"].values()

    assert {"device", "origin", "components", "availability_topic", "qos"} == set(device)  # fmt: skip
    assert "murphy" == device["origin"]["name"]
    assert [topics.device] == device["device"]["identifiers"]
    assert [] == [set(e) - MAY[e["platform"]] for e in entities if set(e) - MAY[e["platform"]]]  # fmt: skip
    assert len(entities) == len({e["unique_id"] for e in entities})
    assert {"turn", "phase", "scores", "draw", "announcement", "camera", "event", "quiet", "pause"} == device["components"].keys()  # fmt: skip
    assert [kind for kind in COMMON if kind not in device["components"]["event"]["event_types"]] == []  # fmt: skip


def test_what_the_host_does_not_allow_is_forgotten() -> None:
    """A component with its platform alone is taken away: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload"""
    device = device_of("b", topics_of("b"), kinds=kinds(), version="1", page="", say=words("en"))  # fmt: skip

    assert [{"platform": "switch"}] * 2 == [device["components"][what] for what in ORDERS]  # fmt: skip


# The host's desk -----------------------------------------------------------------------------


def desk(**settings: Any) -> BrokerDesk:
    given = replace(Settings(), **settings)
    journal = Journal(None)
    told = TableTold(journal, dict, lambda: "ok", lambda: "", "1")
    return BrokerDesk(Publisher(told, None), lambda: given)


def test_without_a_broker_nobody_is_told() -> None:
    """The page says so, a trial too, and nothing is wrong."""
    page = desk()

    assert ("off", "broker.reach.off") == (page.to_json()["reach"], page.to_json()["text"].key)  # fmt: skip
    assert "broker.none" == page.tried({}).key
    assert () == page.notices()


def test_a_trial_takes_what_belongs_to_it() -> None:
    """Any other setting is refused."""
    with pytest.raises(SettingsError):
        desk().tried({"journal": "/etc/passwd"})
