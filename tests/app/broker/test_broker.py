"""A table tells a real broker: in order, once each, whatever breaks; what is refused is refused in words."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from itertools import cycle
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.app.broker import connection
from companion.app.broker.plan import ALLOWED, is_public, tried
from companion.app.broker.publisher import BrokerReach, Publisher
from companion.app.broker.table_feed import LISTENING_SECONDS
from companion.app.broker.topics import EXPIRY
from companion.errors import BrokerError
from companion.journal.journal import Journal
from companion.words import LANGUAGES, words
from tests.brokers import (
    Listener,
    Mosquitto,
    TellingTable,
    needs_mosquitto,
    plan,
    table_told,
    telling,
)
from tests.places import ROOT
from tests.waiting import PATIENCE, until

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "a.journal"


def test_a_table_is_there_and_is_gone(broker: Mosquitto, journal: Path) -> None:
    """It says so, introduces itself, tells how it stands, and the broker says when it has left."""
    with Listener(broker.port) as listener:
        with telling(journal, plan(broker.url()), {"game": "none", "phase": "play"}):
            until(lambda: listener.on("/state"))
        until(lambda: listener.on("/availability")[-1:] == [b"offline"])
    state = json.loads(listener.on("/state")[0])
    device = json.loads(listener.on("murphy_blue/config")[0])

    assert [b"online", b"offline"] == listener.on("/availability")
    assert (1, "blue", "play") == (state["v"], state["table"], state["phase"])
    assert "murphy/blue/availability" == device["availability_topic"]


def test_what_is_announced_is_told_in_order(broker: Mosquitto, journal: Path) -> None:
    """Each once, with its number and in three languages; a restart goes on behind the last one."""
    with Listener(broker.port) as listener:
        with telling(journal, plan(broker.url())) as table:
            said = table.announce(60)
            until(lambda: len(listener.events()) >= 60)
        with telling(journal, plan(broker.url())) as table:
            said += table.announce(3)
            until(lambda: len(listener.events()) >= 63)

    assert said == [event["seq"] for event in listener.events()]
    assert set(LANGUAGES) == listener.events()[0]["text"].keys()
    assert {"keep"} == {event["event_type"] for event in listener.events()}


def test_a_state_that_lags_behind_the_journal_is_told_again(
    broker: Mosquitto, journal: Path
) -> None:
    """An entry is written before it is folded: what counts as told is the view that was sent."""
    before = {"seq": 0, "phase": "before"}
    with Listener(broker.port) as listener, telling(journal, plan(broker.url()), before) as table:
        until(lambda: listener.on("/state"))
        table.view |= {"phase": "after"}
        del table.view["seq"]
        until(lambda: json.loads(listener.on("/state")[-1])["phase"] == "after")

    assert 1 == json.loads(listener.on("/state")[-1])["seq"]


def test_nothing_is_lost_while_the_broker_is_away(broker: Mosquitto, journal: Path) -> None:
    """The table goes on at once; what it said meanwhile follows, in order, though it was started anew in between."""
    with Listener(broker.port) as listener:
        with telling(journal, plan(broker.url())) as table:
            said = table.announce(2)
            until(lambda: listener.told() == said)
            broker.kill()
            until(lambda: table.reach is BrokerReach.AWAY)
            said += table.announce(50)
        with telling(journal, plan(broker.url())) as table:
            said += table.announce(5)
            broker.start()
            until(lambda: listener.told() == said)
            until(lambda: table.reach is BrokerReach.CONNECTED)
        until(lambda: listener.on("/availability")[-1] == b"offline")

    assert said == listener.told()


@pytest.mark.parametrize("forgets", [False, True])
def test_a_broker_forgets(forgets: bool, broker: Mosquitto, journal: Path, tmp_path: Path) -> None:
    """What it acknowledged and had not yet written when it crashed is said again, and nothing else."""
    kept, older = tmp_path / "mosquitto.db", tmp_path / "older"
    mark = tmp_path / "a.journal.told"

    def told(table: TellingTable, count: int) -> list[int]:
        said = table.announce(count)
        until(lambda: any(json.loads(s)["told"] == said[-1] for s in listener.on("/state")))
        until(lambda: json.loads(mark.read_text())["acknowledged"] == said[-1])
        broker.stop()
        return said

    with Listener(broker.port) as listener:
        with telling(journal, plan(broker.url())) as table:
            told(table, 3)
            older.write_bytes(kept.read_bytes())
            broker.start()
            newer = told(table, 2)
        if forgets:
            older.replace(kept)
        before = len(listener.events())
        broker.start()
        with telling(journal, plan(broker.url())) as table:
            last = table.announce()
            until(lambda: listener.told()[-1:] == last)

    again = newer if forgets else []
    assert [*again, *last] == [event["seq"] for event in listener.events()[before:]]


@pytest.mark.slow
def test_an_hour_without_the_broker(broker: Mosquitto, journal: Path) -> None:
    """It is called again though nobody was there for an hour; what was said follows, whatever the table's date did."""
    hour, dates = 3600.0, cycle((1e9, 1e9 + 7200.0, 5.0))
    now = [0.0]
    with (
        Listener(broker.port) as listener,
        telling(
            journal, plan(broker.url()), pause=hour, clock=lambda: now[0], date=lambda: next(dates)
        ) as table,
    ):
        until(lambda: table.reach is BrokerReach.CONNECTED)
        broker.kill()
        until(lambda: table.reach is BrokerReach.AWAY)
        said = table.announce(200)
        broker.start()
        now[0] += hour
        until(lambda: listener.told() == said)
        until(lambda: listener.last("/availability") == b"online")

    assert {1e9, 1e9 + 7200.0, 5.0} >= {event["at"] for event in listener.events()}


def test_a_broker_that_hangs_holds_nothing_up(broker: Mosquitto, journal: Path) -> None:
    """Hundreds of announcements are written while it does not take one, and the table ends when it is told to."""
    with Listener(broker.port) as listener:
        with telling(journal, plan(broker.url())) as table:
            until(lambda: table.reach is BrokerReach.CONNECTED)
            os.kill(broker.pid, signal.SIGSTOP)
            began = time.monotonic()
            said = table.announce(100) + table.announce(100)
            table.follower.close()
            took = time.monotonic() - began
        os.kill(broker.pid, signal.SIGCONT)
        with telling(journal, plan(broker.url())):
            until(lambda: listener.told() == said)

    assert took < PATIENCE


def test_home_assistants_birth_is_answered(broker: Mosquitto, journal: Path) -> None:
    """The device is introduced again, and its state told."""
    with Listener(broker.port) as listener, telling(journal, plan(broker.url())) as table:
        until(lambda: table.reach is BrokerReach.CONNECTED and listener.on("/state"))
        listener.say("homeassistant/status", b"online")
        until(lambda: len(listener.on("/config")) == 2 and len(listener.on("/state")) > 1)


def test_who_is_there_says_so_again(broker: Mosquitto, journal: Path) -> None:
    """And how it stands, every half minute though nothing happens, and no more often: who hears nothing for long has it as gone."""
    now = [0.0]
    with (
        Listener(broker.port) as listener,
        telling(journal, plan(broker.url()), clock=lambda: now[0]) as table,
    ):
        until(lambda: listener.on("/state"))
        now[0] += EXPIRY / 3 - 1
        said = table.announce()
        until(lambda: json.loads(listener.on("/state")[-1])["told"] == said[0])
        early, before = listener.calls, len(listener.on("/state"))
        now[0] += 2
        until(lambda: listener.calls == 2 and len(listener.on("/state")) > before)
        device = json.loads(listener.on("murphy_blue/config")[0])

    once, again = listener.on("/state")[before - 1 :]
    expiring = {
        e.get("expire_after")
        for e in device["components"].values()
        if e.get("state_topic", "").endswith("/state")
    }
    assert 1 == early
    assert once == again
    assert {EXPIRY} == expiring


def test_an_old_will_does_not_say_the_last_word(broker: Mosquitto, journal: Path) -> None:
    """Who is there and hears that it is gone says otherwise."""
    with Listener(broker.port) as listener, telling(journal, plan(broker.url())) as table:
        until(lambda: table.reach is BrokerReach.CONNECTED)
        listener.say("murphy/blue/availability", b"offline", retain=True)
        until(lambda: listener.on("/availability")[-2:] == [b"offline", b"online"])


def test_a_name_belongs_to_one_table(broker: Mosquitto, tmp_path: Path) -> None:
    """The second one is refused in words and tells nothing; once the first has gone it has the name."""
    with Listener(broker.port) as listener, telling(tmp_path / "a", plan(broker.url())) as first:
        until(lambda: first.reach is BrokerReach.CONNECTED)
        with telling(tmp_path / "b", plan(broker.url())) as second:
            second.announce()
            until(lambda: second.why == "broker.same-name")
            held = [first.reach, *listener.events()]
            first.follower.close()
            until(lambda: second.reach is BrokerReach.CONNECTED)
            until(lambda: len(listener.events()) == 1)

    assert [BrokerReach.CONNECTED] == held


@pytest.mark.parametrize(
    "table", ["Tisch 1", "+/#", "Äpfel & 😀", "$SYS", "a" * 40, "..", "%u", "שולחן"]
)
def test_a_table_may_be_called_anything(broker: Mosquitto, table: str) -> None:
    """It is found under topics of its own, by its name as it is written, and by Home Assistant."""
    with Listener(broker.port) as listener, telling(None, plan(broker.url(), table)):
        state = json.loads(until(lambda: listener.on("/state"))[0])

    assert table == state["table"]
    assert {3, 4} == {len(topic.split("/")) for topic in listener.heard}


def test_another_name_holds_at_once(broker: Mosquitto, journal: Path) -> None:
    """The old name is left, the new one taken; without a broker nobody is told."""
    with Listener(broker.port) as listener, telling(journal, plan(broker.url())) as table:
        until(lambda: listener.on("blue/availability") == [b"online"])
        table.publisher.turn_to(plan(broker.url(), "red"))
        until(lambda: listener.on("red/availability") == [b"online"])
        table.publisher.turn_to(None)
        until(lambda: table.reach is BrokerReach.OFF)
        until(lambda: listener.on("red/availability") == [b"online", b"offline"])

    assert [b"online", b"offline"] == listener.on("blue/availability")


def test_what_others_ask(broker: Mosquitto, journal: Path) -> None:
    """Where the host allows it they may ask for quiet and a pause; what the broker kept, and nonsense, asks for nothing."""
    mine = plan(broker.url(), broker_orders=True)
    with Listener(broker.port) as listener:
        listener.say("murphy/blue/set/quiet", b"OFF", retain=True)
        with telling(journal, mine) as table:
            until(lambda: listener.on("/state"))
            for said in (b"OFF", b"perhaps", b"\xff", b""):
                listener.say("murphy/blue/set/pause", said)
            until(lambda: table.asked)
            listener.say("murphy/blue/set/quiet", b"ON")
            until(lambda: len(table.asked) == 2)
            table.publisher.turn_to(plan(broker.url()))
            # Introduced anew: it hears what others say from then on.
            until(lambda: len(listener.on("/config")) == 2)
            listener.say("murphy/blue/set/quiet", b"OFF")
            listener.say("homeassistant/status", b"online")
            until(lambda: len(listener.on("/config")) > 2)

    assert [("pause", False), ("quiet", True)] == table.asked


# Who may come in -----------------------------------------------------------------------


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with a user a table, as docs/scale.md sets it up."""
    (tmp_path / "passwords").write_text("blue:secret\nred:secret\nhub:secret\n")
    (tmp_path / "passwords").chmod(0o600)
    subprocess.run(["mosquitto_passwd", "-U", str(tmp_path / "passwords")], check=True)
    (tmp_path / "acl").write_text(
        "user hub\ntopic readwrite #\n"
        "user blue\ntopic write homeassistant/device/murphy_blue/config\n"
        "pattern readwrite murphy/%u/#\n"
        "pattern read homeassistant/status\n"
    )
    with Mosquitto(
        tmp_path,
        f"password_file {tmp_path}/passwords",
        f"acl_file {tmp_path}/acl",
        open_to_all=False,
    ) as running:
        yield running


def refused(given: Any, environment: Mapping[str, str] | None = None) -> str:
    """The key with which a trial is refused; its sentence is there in every language and holds no password."""
    with pytest.raises(BrokerError) as error:
        tried(given, environment or {})
    said = [words(language)(error.value.message) for language in LANGUAGES]
    assert not [sentence for sentence in said if "secret" in sentence]
    return error.value.message.key


def test_a_user_a_table(guarded: Mosquitto, journal: Path) -> None:
    """With its password a table tells under its own name, and Home Assistant of itself."""
    mine = plan(guarded.url("blue"), broker_password="secret")
    with Listener(guarded.port, "hub", "secret") as listener:
        with telling(journal, mine) as table:
            said = table.announce(2)
            until(lambda: listener.told() == said and listener.on("/config"))
        came = tried(mine)

    assert "broker.tried" == came.key


def test_what_a_broker_refuses(guarded: Mosquitto, journal: Path) -> None:
    """A wrong password, no password, and another table's name are told apart."""
    wrong = plan(guarded.url("blue"), broker_password="secreT")

    assert "broker.wrong-password" == refused(wrong)
    assert "broker.wrong-password" == refused(plan(guarded.url()))
    assert "broker.not-allowed" == refused(
        plan(guarded.url("blue"), "red", broker_password="secret")
    )
    with telling(journal, wrong) as table:
        until(lambda: table.why == "broker.wrong-password")
        table.announce()


def test_nobody_is_there() -> None:
    """A port where nothing listens, a name that there is not."""
    assert "broker.unreachable" == refused(plan("mqtt://127.0.0.1:9/"))
    assert "broker.unreachable" == refused(plan("mqtt://nowhere.invalid/"))


class Waited(Event):
    """An end that never comes, and a clock that only waiting for it moves."""

    now = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        return False

    def is_set(self) -> bool:
        return False


def test_a_broker_that_is_away_is_tried_less_and_less_often() -> None:
    """After a second, two, four and so on, then every half minute; at another broker it begins anew."""
    time, paused = Waited(), []
    with Journal(None) as journal:
        away = plan("mqtt://127.0.0.1:9/")
        publisher = Publisher(table_told(journal), away, clock=lambda: time.now)
        for to in (*[away] * 7, plan("mqtt://127.0.0.1:9/", "red")):
            publisher.turn_to(to)
            began = time.now
            publisher.turn(time)
            paused.append(time.now - began)

    assert pytest.approx([1, 2, 4, 8, 16, 30, 30, 1], abs=LISTENING_SECONDS) == paused


def test_the_service_reaches_local_addresses_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An address of the internet that does not answer: to the service it is said why that may be; what else is wrong is said as it is."""
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.2)
    service, there, here = {"NOTIFY_SOCKET": "@"}, "203.0.113.1:9", "127.0.0.1:9"

    assert "broker.not-local" == refused(plan(f"mqtt://{there}/"), service)
    assert "broker.unreachable" == refused(plan(f"mqtt://{there}/"), {})
    assert "broker.unreachable" == refused(plan(f"mqtt://{here}/"), service)
    assert "broker.unreachable" == refused(plan("mqtt://nowhere.invalid/"), service)
    nobodys = plan(f"mqtts://{there}/", broker_ca=tmp_path / "none.pem")
    assert "broker.no-certificates" == refused(nobodys, service)


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("192.168.1.7", False),
        ("172.31.0.1", False),
        ("fd12::7", False),
        ("fe80::1", False),
        ("localhost", False),
        ("a" * 70, False),
        ("172.32.0.1", True),
        ("100.64.0.1", True),
        ("2001:db8::7", True),
    ],
)
def test_which_addresses_the_service_reaches(host: str, public: bool) -> None:
    """A household's, and those of this machine; not a telephone's global one, nor Tailscale's."""
    assert public == is_public(host)


def test_what_is_local_is_what_the_unit_allows() -> None:
    """The list is written twice: for systemd and for whoever asks why nothing comes through."""
    unit = ROOT / "systemd/murphy.service"

    assert f"IPAddressAllow={ALLOWED}" in unit.read_text("utf-8").splitlines()


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with a certificate of an authority of its own, ``ca.pem``."""
    key = [
        "openssl",
        "req",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    ]
    here: dict[str, Any] = {"cwd": tmp_path, "check": True, "capture_output": True}
    subprocess.run(
        [
            *key,
            "-x509",
            "-keyout",
            "ca.key",
            "-out",
            "ca.pem",
            "-subj",
            "/CN=club",
            "-addext",
            "keyUsage=critical,keyCertSign,cRLSign",
        ],
        **here,
    )
    subprocess.run([*key, "-keyout", "b.key", "-out", "b.csr", "-subj", "/CN=localhost"], **here)
    # What RFC 5280 asks for: from Python 3.13 on nothing less is trusted.
    (tmp_path / "names").write_text("subjectAltName=DNS:localhost\nauthorityKeyIdentifier=keyid\n")
    sign = [
        "openssl",
        "x509",
        "-req",
        "-in",
        "b.csr",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
    ]
    subprocess.run([*sign, "-out", "b.pem", "-days", "2", "-extfile", "names"], **here)
    files = (f"cafile {tmp_path}/ca.pem", f"certfile {tmp_path}/b.pem", f"keyfile {tmp_path}/b.key")
    with Mosquitto(tmp_path, *files) as running:
        yield running


def test_an_encrypted_line(encrypted: Mosquitto, tmp_path: Path) -> None:
    """Its own authority is trusted where it is named, and only there; another name's certificate, and no encryption, are refused."""
    ca = tmp_path / "ca.pem"
    elsewhere = encrypted.url().replace("localhost", "127.0.0.1")

    assert "broker.tried" == tried(plan(encrypted.url(), broker_ca=ca)).key
    before = len(os.listdir("/proc/self/fd"))
    assert "broker.certificate" == refused(plan(encrypted.url()))
    # A host who tries again and again does not run out of files.
    assert before == len(os.listdir("/proc/self/fd"))
    assert "broker.certificate" == refused(plan(elsewhere, broker_ca=ca))
    assert "broker.unreachable" == refused(plan(encrypted.url().replace("mqtts", "mqtt")))
    assert "broker.no-certificates" == refused(
        plan(encrypted.url(), broker_ca=tmp_path / "none.pem")
    )
