"""What stands on topics, in addresses and in the cursor, as values: no broker needed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined

from companion import games
from companion.announce import AT_ANY_TABLE, Announcement, message
from companion.app.broker.connection import Access, Received
from companion.app.broker.payloads import OTHER, device_of, event_of, kinds, state_of
from companion.app.broker.plan import BrokerPlan, plan_of
from companion.app.broker.publisher import BrokerController, Publisher
from companion.app.broker.table_feed import BrokerCursor, CursorFile, TableSource, acknowledged_by
from companion.app.broker.topics import ORDERS, leaf_of, orders_in, topics_of
from companion.app.service.configuration import Adjustments
from companion.broker import BrokerAddress, broker_address, table_name
from companion.errors import SettingsError, reason_of
from companion.journal.journal import Draft, Entry, Journal
from companion.json_lines import packed
from companion.settings import Settings, load
from companion.visible import is_visible
from companion.words import LANGUAGES, language_of_locale, words

HOSTS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?(\.[a-z]{2,5})?", fullmatch=True)
NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40).filter(
    is_visible
)


@pytest.mark.slow
@given(HOSTS | st.just("::1"), st.integers(1, 65535), st.booleans(), NAMES | st.just(""))
def test_an_address_is_read_as_it_is_written(host: str, port: int, tls: bool, user: str) -> None:
    """Whatever the user is called."""
    address = BrokerAddress(host, port, tls, user)

    assert address == broker_address(str(address))


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("mqtt://pi", BrokerAddress("pi", 1883, tls=False, user="")),
        (" mqtts://ann%40club@pi/ ", BrokerAddress("pi", 8883, tls=True, user="ann@club")),
        ("mqtt://[::1]:8883/", BrokerAddress("::1", 8883)),
        ("mqtts://pi:1883", BrokerAddress("pi", 1883, tls=True)),
    ],
)
def test_what_an_address_says(written: str, address: BrokerAddress) -> None:
    """Each kind of line has a port of its own, which need not be written."""
    assert address == broker_address(written)


@pytest.mark.parametrize(
    ("address", "written"),
    [
        (BrokerAddress("pi", 1883), "mqtt://pi/"),
        (BrokerAddress("pi", 8883, tls=True), "mqtts://pi/"),
        (BrokerAddress("pi", 8883), "mqtt://pi:8883/"),
        (BrokerAddress("fd12::7", 1883, user="a/b"), "mqtt://a%2Fb@[fd12::7]/"),
    ],
)
def test_how_an_address_is_written(address: BrokerAddress, written: str) -> None:
    """As people write it: no port where it is the usual one."""
    assert written == str(address)


@pytest.mark.parametrize(
    ("given", "name"), [("  Table   1 ", "Table 1"), ("a" * 40, "a" * 40), ("a", "a")]
)
def test_a_name_has_no_blanks_to_spare(given: str, name: str) -> None:
    """And may be as long as a player's."""
    assert name == table_name(given)


@pytest.mark.parametrize("given", ["", "  ", "a" * 41, "a\x00", "\u200b"])
def test_a_name_is_readable(given: str) -> None:
    """One that is none is refused, with how long it may be."""
    with pytest.raises(SettingsError) as refused:
        table_name(given)

    assert ("broker.table", {"most": 40}) == (
        refused.value.message.key,
        refused.value.message.params,
    )


@pytest.mark.parametrize(
    "written",
    [
        "",
        "pi.local",
        "http://pi/",
        "mqtt://",
        "mqtt://pi:x/",
        "mqtt://pi/topic",
        "mqtt://pi:99999",
        "mqtt://[::1",
        "mqtt://pi?x=secret",
        "mqtt://pi#secret",
        "mqtt://a%00@pi",
        "mqtt://a%ff@pi",
    ],
)
def test_what_is_no_address(written: str) -> None:
    """It is refused by name, and not repeated."""
    with pytest.raises(SettingsError) as refused:
        broker_address(written)

    assert "broker.address" == refused.value.message.key
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "given",
    [
        {"broker": "mqtt://ann:secret@pi/"},
        {"broker": 5},
        {"broker_password": ["secret"]},
        {"table": "a" * 41},
        {"table": "\0"},
    ],
)
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

    broker = heard[0].broker
    assert broker is not None
    told = json.dumps(desk.to_json()) + repr(heard) + repr(Access(broker, "secret"))
    assert "secret" not in told
    assert heard[-1] == load(config, {}, {})
    assert ("secret", "mqtts://ann@pi/") == (heard[-1].broker_password, str(heard[-1].broker))
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


def test_what_is_said_where() -> None:
    """Programs of others know these topics (docs/scale.md): they do not change."""
    blue = topics_of("Tisch 1")
    own = (blue.availability, blue.state, blue.event, blue.hello, blue.trial, blue.order("pause"))

    assert (
        tuple(
            f"murphy/Tisch%201/{leaf}"
            for leaf in ("availability", "state", "event", "hello", "test", "set/pause")
        )
        == own
    )
    assert "homeassistant/device/murphy_Tisch-1-f5b941ec/config" == blue.discovery
    assert ["murphy_x", "murphy_c2afcc9d", "murphy_a_b-c"] == [
        topics_of(n).device for n in ("x", "ä", "a_b-c")
    ]


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("murphy/b/state", ("b", "state")),
        ("murphy/b/x", ("b", "x")),
        ("murphy//state", None),
        ("other/b/state", None),
        ("murphy/b", None),
        ("murphy/b/set/pause", None),
        ("", None),
    ],
)
def test_whose_topic_it_is(topic: str, told: tuple[str, str] | None) -> None:
    """A table's key and what is said of it, or nobody's."""
    assert told == leaf_of(topic)


BLUE = topics_of("blue")


@pytest.mark.parametrize(
    ("heard", "orders"),
    [
        ([("quiet", b"ON", False)], {"quiet": True}),
        (
            [("quiet", b"ON", False), ("pause", b"OFF", False), ("quiet", b"OFF", False)],
            {"quiet": False, "pause": False},
        ),
        ([("quiet", b"ON", True), ("pause", b"on", False), ("other", b"ON", False)], {}),
    ],
)
def test_what_is_an_order(heard: list[tuple[str, bytes, bool]], orders: dict[str, bool]) -> None:
    """The last of each kind that is one; what the broker kept is none."""
    came = [Received(BLUE.order(what), payload, kept, None) for what, payload, kept in heard]

    assert orders == orders_in([*came, Received(BLUE.state, b"ON", False, None)], BLUE)


# The cursor ------------------------------------------------------------------------


def drafted(kinds: str) -> list[Draft]:
    return [Draft({"g": "game", "a": "announcement"}[kind], {}) for kind in kinds]


def test_what_the_settings_say_is_planned() -> None:
    """Whom to trust, with what password, in which language, and whether orders are allowed; nothing without a broker."""
    ca = Path("/etc/ca.pem")
    asked = Settings(
        broker=broker_address("mqtt://pi/"),
        broker_password="secret",
        broker_ca=ca,
        table="b",
        lang="nl",
        broker_orders=True,
    )
    plan = plan_of(asked)

    assert plan == BrokerPlan(
        Access(BrokerAddress("pi", 1883), "secret", ca), "b", "nl", orders=True
    )
    assert plan_of(replace(asked, lang="")) == replace(plan, language=language_of_locale())
    assert not BrokerPlan(plan.access, "b", "nl").orders
    assert plan_of(Settings(broker=None)) is None


def test_a_table_without_a_name_has_its_machines() -> None:
    """Whatever the machine is called: its name may be longer than a table's."""
    asked = Settings(broker=broker_address("mqtt://pi/"))
    plans = [plan_of(asked, "pi".__str__), plan_of(asked, ("m" * 64).__str__)]

    assert ["pi", "m" * 40] == [plan.table for plan in plans if plan]


def test_the_mark_outlives_a_restart(tmp_path: Path) -> None:
    """It begins before the game that is played, only rises, and stays one journal's for one broker and table."""
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("gagaa"))
        first = CursorFile(journal, "mqtt://a/", "blue")
        first.move(4)
        first.move(3)
        again = CursorFile(journal, "mqtt://a/", "blue")
        elsewhere = CursorFile(journal, "mqtt://b/", "blue")

    assert (4, 4) == (first.now.acknowledged, again.now.acknowledged)
    assert first.now.journal == again.now.journal
    assert 2 == elsewhere.now.acknowledged
    assert elsewhere.now.journal != first.now.journal


def test_before_the_first_game_everything_is_to_be_told() -> None:
    """Nothing stands in the journal, or an announcement alone."""
    with Journal(None) as journal:
        marks = [CursorFile(journal, "mqtt://a/", "blue").now]
        journal.append(drafted("a"))
        marks.append(CursorFile(journal, "mqtt://a/", "blue").now)

    assert [0, 0] == [mark.acknowledged for mark in marks]


def test_a_mark_that_cannot_be_written_is_remembered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The table goes on, and the log says why something may be said twice; without a journal's file there is none to write."""
    (tmp_path / "j.told").mkdir()
    with Journal(tmp_path / "j") as journal, Journal(None) as unnamed:
        journal.append(drafted("gag"))
        mark = CursorFile(journal, "mqtt://a/", "blue")
        mark.move(3)
        told = caplog.text
        nowhere = CursorFile(unnamed, "mqtt://a/", "blue")
        nowhere.move(3)

    assert (3, 3) == (mark.now.acknowledged, nowhere.now.acknowledged)
    assert "cannot be kept" in told
    assert told == caplog.text


@pytest.mark.parametrize("lies_there", ["", "{}", "[1]", '{"journal": 5}', "\udc80"])
def test_a_mark_that_is_none_is_made_anew(tmp_path: Path, lies_there: str) -> None:
    """And so is one of a journal that has lost its end."""
    (tmp_path / "j.told").write_text(lies_there, "utf-8", "surrogateescape")
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("ga"))
        made = CursorFile(journal, "mqtt://a/", "blue").now
        CursorFile(journal, "mqtt://a/", "blue").move(2)
    (tmp_path / "j").unlink()
    with Journal(tmp_path / "j") as journal:
        journal.append(drafted("g"))
        shorter = CursorFile(journal, "mqtt://a/", "blue").now

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
    assert known == acknowledged_by(kept, BrokerCursor("j", "mqtt://pi/", "blue", 7))


# What is said ------------------------------------------------------------------------


def test_a_state_is_small_and_public() -> None:
    """The players with what they have reached, the last announcements in three languages."""
    said = Announcement(
        "keep", message("session.undone"), 1, {"hand": ["R1"], "card": "K01", "winners": [0, 1]}
    )
    news = [{"seq": n, **said.to_json()} for n in range(9)]
    players = [
        {"name": "Ann", "cards": [5, 5], "won": ["M01", "M02"], "hand": ["R1"]},
        {"name": "Bob", "points": 7},
    ]
    state = state_of(
        {
            "seq": 9,
            "game": "dumm-gelaufen",
            "turn": {"player": 1, "since": 0},
            "players": players,
            "announcements": news,
            "token": "t",
        },
        table="blue",
        journal="j",
        told=9,
        camera="ok",
    )

    assert [("Ann", 2), ("Bob", 7)] == [(p["name"], p["score"]) for p in state["players"]]
    assert [4, 5, 6, 7, 8] == [each["seq"] for each in state["announcements"]]
    assert set(LANGUAGES) == state["announcements"][0]["text"].keys()
    assert 1 == state["turn"]
    assert {"card": "K01", "winners": [0, 1]} == state["announcements"][0]["params"]
    assert "R1" not in json.dumps(state)
    assert "token" not in state


def test_what_a_state_says_of_a_game_that_has_just_begun() -> None:
    """Every field is there, whatever the view does not say yet."""
    begun = state_of({"seq": 1, "announcements": []}, table="b", journal="j", told=0, camera="none")
    players = [{"name": "Ann", "cards": (3, 2)}]
    view = {
        "seq": 9,
        "game": "lauf-rauf",
        "edition": "2019",
        "round": 2,
        "phase": "over",
        "paused": True,
        "players": players,
        "draw": (7, 1),
        "winner": 0,
        "turn": None,
        "announcements": [],
    }
    told = state_of(view, table="b", journal="j", told=8, camera="ok", quiet=True)

    empty: dict[str, Any] = {
        "title": {},
        "players": [],
        "draw": [],
        "announcements": [],
        "turn": None,
        "winner": None,
    }
    plain = {"v": 1, "table": "b", "journal": "j"}
    assert begun == {
        **plain,
        **empty,
        "seq": 1,
        "told": 0,
        "game": "",
        "edition": "",
        "round": 0,
        "phase": "play",
        "paused": False,
        "quiet": False,
        "camera": "none",
    }
    assert told == {
        **plain,
        "seq": 9,
        "told": 8,
        "game": "lauf-rauf",
        "title": dict(games.game("lauf-rauf").titles),
        "edition": "2019",
        "round": 2,
        "phase": "over",
        "paused": True,
        "quiet": True,
        "turn": None,
        "players": [{"name": "Ann", "score": 0, "cards": [3, 2]}],
        "draw": [7, 1],
        "winner": 0,
        "camera": "ok",
        "announcements": [],
    }


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("K01", True),
        (3, True),
        ([0, 1], True),
        ([], True),
        (["R1"], False),
        ([0, "R1"], False),
        ({"hand": 1}, False),
        (1.5, False),
        (None, False),
    ],
)
def test_what_of_an_announcement_is_told(value: Any, kept: bool) -> None:
    """Single values and numbers; whatever else there is may be somebody's hand."""
    said = {
        "kind": "keep",
        "player": 1,
        "text": {"key": "session.undone", "params": {}},
        "params": {"what": value},
        "secret": 5,
    }
    event = event_of(Entry(7, 1.5, "announcement", said), table="b", journal="j", kinds=["keep"])

    assert event["params"] == ({"what": value} if kept else {})
    assert {
        "v",
        "table",
        "journal",
        "at",
        "event_type",
        "seq",
        "kind",
        "player",
        "text",
        "params",
    } == event.keys()


def test_what_is_sent_is_short_and_readable() -> None:
    """No blanks, letters as they are; half of a pair of letters in a name does not lose the message."""
    assert '{"a":["ä",1]}'.encode() == packed({"a": ["ä", 1]})
    assert b'{"a":"?"}' == packed({"a": "\ud83d"})


@pytest.mark.parametrize(("kind", "told"), [("keep", "keep"), ("brand-new", OTHER)])
def test_an_event_has_a_type_that_home_assistant_was_told_of(kind: str, told: str) -> None:
    """Its own kind is told as well."""
    said = Announcement(kind, message("session.undone"))
    event = event_of(
        Entry(7, 1.5, "announcement", said.to_json()), table="b", journal="j", kinds=kinds()
    )

    assert (told, kind, 7, 1.5) == (event["event_type"], event["kind"], event["seq"], event["at"])


# Home Assistant --------------------------------------------------------------------------

ENTITY = {"platform", "unique_id", "name", "icon", "state_topic", "device_class", "entity_category"}
MAY = {
    "sensor": ENTITY
    | {"value_template", "expire_after", "json_attributes_topic", "json_attributes_template"},
    "binary_sensor": ENTITY | {"value_template", "expire_after", "payload_on", "payload_off"},
    "event": ENTITY | {"event_types", "value_template"},
    "switch": ENTITY | {"value_template", "command_topic"},
}
"""https://www.home-assistant.io/integrations/mqtt/ and the pages of the three platforms: what of it is used here."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_device_is_as_home_assistant_documents_it(language: str) -> None:
    """Who it is and where it comes from, entities with an identity each, templates that are."""
    topics = topics_of("Tisch 1")
    device = device_of(
        "Tisch 1",
        topics,
        kinds=kinds(),
        version="1",
        page="http://pi:8000/",
        words=words(language),
        orders=True,
    )
    entities = device["components"].values()

    assert {"device", "origin", "components", "availability_topic", "qos"} == set(device)
    assert "murphy" == device["origin"]["name"]
    assert [topics.device] == device["device"]["identifiers"]
    assert [] == [set(e) - MAY[e["platform"]] for e in entities if set(e) - MAY[e["platform"]]]
    assert len(entities) == len({e["unique_id"] for e in entities})
    assert {
        "turn",
        "phase",
        "scores",
        "draw",
        "announcement",
        "camera",
        "event",
        "quiet",
        "pause",
    } == device["components"].keys()
    assert [
        kind for kind in AT_ANY_TABLE if kind not in device["components"]["event"]["event_types"]
    ] == []


def shown(
    component: dict[str, Any], state: dict[str, Any], template: str = "value_template"
) -> str:
    """What Home Assistant shows of a state: its templates are Jinja's."""
    home = Environment(autoescape=False, undefined=StrictUndefined)  # noqa: S701 -- no page
    home.filters["to_json"] = json.dumps
    return home.from_string(component[template]).render(value_json=state)


def test_what_home_assistant_shows() -> None:
    """Whose turn it is, what they have, what is left to draw, what was said, whether the camera is well; and what a table that has just begun has not got."""
    topics = topics_of("b")
    device = device_of(
        "b", topics, kinds=["keep"], version="1", page="http://pi/", words=words("en"), orders=True
    )
    texts = [{"text": {"en": text, "de": "?"}} for text in ("first", "l" * 300)]
    players = [{"name": "Ann", "score": 2}, {"name": "Bob", "score": 0}]
    full = {
        "game": "g",
        "turn": 0,
        "phase": "play",
        "players": players,
        "draw": [7, 1],
        "announcements": texts,
        "camera": "dark",
        "quiet": True,
        "paused": False,
    }
    bare: dict[str, Any] = {
        "game": "",
        "turn": None,
        "phase": "set-up",
        "players": [],
        "draw": [],
        "announcements": [],
        "camera": "none",
        "quiet": False,
        "paused": True,
    }
    parts = {n: c for n, c in device["components"].items() if "value_template" in c}
    scores = json.loads(shown(parts["scores"], full, "json_attributes_template"))

    assert {
        "turn": "Ann",
        "phase": "play",
        "scores": "Ann 2, Bob 0",
        "draw": "7",
        "announcement": "l" * 250,
        "camera": "ON",
        "quiet": "ON",
        "pause": "OFF",
    } == {n: shown(c, full) for n, c in parts.items()}
    assert {
        "turn": "",
        "phase": "set-up",
        "scores": "",
        "draw": "",
        "announcement": "",
        "camera": "OFF",
        "quiet": "OFF",
        "pause": "ON",
    } == {n: shown(c, bare) for n, c in parts.items()}
    assert "OFF" == shown(parts["camera"], {"camera": "ok"})
    assert {"players": players, "game": "g"} == scores


def test_a_device_says_where_it_is_heard() -> None:
    """On the table's topics, at least once, gone after a minute and a half of silence; named in the table's language."""
    topics = topics_of("b")
    device = device_of(
        "b",
        topics,
        kinds=["keep"],
        version="1.2",
        page="http://pi/",
        words=words("en"),
        orders=True,
    )
    parts = device["components"]
    about = {
        "identifiers": ["murphy_b"],
        "name": "Murphy, b",
        "manufacturer": "Murphy",
        "sw_version": "1.2",
        "configuration_url": "http://pi/",
    }

    assert (about, 1, "1.2", topics.availability) == (
        device["device"],
        device["qos"],
        device["origin"]["sw_version"],
        device["availability_topic"],
    )
    assert {topics.state} == {c["state_topic"] for n, c in parts.items() if n != "event"}
    assert {n for n, c in parts.items() if c.get("expire_after") == 90} == {
        "turn",
        "phase",
        "scores",
        "draw",
        "announcement",
        "camera",
    }
    assert (topics.event, ["keep"]) == (
        parts["event"]["state_topic"],
        parts["event"]["event_types"],
    )
    assert topics.state == parts["scores"]["json_attributes_topic"]
    assert [topics.order(what) for what in ORDERS] == [
        parts[what]["command_topic"] for what in ORDERS
    ]
    assert ("problem", "diagnostic", "ON", "OFF") == tuple(
        parts["camera"][k] for k in ("device_class", "entity_category", "payload_on", "payload_off")
    )
    assert [words("en").say(f"broker.entity.{n}") for n in parts] == [
        c["name"] for c in parts.values()
    ]
    assert [f"murphy_b_{n}" for n in parts] == [c["unique_id"] for c in parts.values()]
    assert {
        n: "switch"
        if n in ORDERS
        else n
        if n == "event"
        else "binary_sensor"
        if n == "camera"
        else "sensor"
        for n in parts
    } == {n: c["platform"] for n, c in parts.items()}


def test_what_the_host_does_not_allow_is_forgotten() -> None:
    """A component with its platform alone is taken away: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload"""
    device = device_of("b", topics_of("b"), kinds=kinds(), version="1", page="", words=words("en"))

    assert [{"platform": "switch"}] * 2 == [device["components"][what] for what in ORDERS]


# The host's desk -----------------------------------------------------------------------------


def desk(**settings: Any) -> BrokerController:
    given = replace(Settings(), **settings)
    journal = Journal(None)
    told = TableSource(journal, dict, lambda: "ok", lambda: "", "1")
    return BrokerController(Publisher(told, None), lambda: given)


def test_without_a_broker_nobody_is_told() -> None:
    """The page says so, a trial too, and nothing is wrong."""
    page = desk()

    assert ("off", "broker.reach.off") == (page.to_json()["reach"], page.to_json()["text"].key)
    assert "broker.none" == page.tried({}).key
    assert () == page.notices()


def test_a_trial_takes_what_belongs_to_it() -> None:
    """Any other setting is refused."""
    with pytest.raises(SettingsError) as refused:
        desk().tried({"journal": "/etc/passwd"})

    assert ("settings.unknown", "journal") == (
        refused.value.message.key,
        refused.value.message.params["name"],
    )
    assert "broker.none" == desk(table="b").tried({"table": "c"}).key


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (ValueError("bad host"), "bad host"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_why_a_line_failed(error: Exception, why: str) -> None:
    """In the system's words, or its name where it has none."""
    assert why == reason_of(error)
