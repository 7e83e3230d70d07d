"""Forty tables on a hub's page: on a television, on a phone, and while the hub is started anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.app.broker.connection import Access
from companion.app.broker.subscriber import Subscriber
from companion.app.service.followers import Follower
from companion.broker import broker_address
from companion.words import LANGUAGES
from tests.brokers import Listener, Mosquitto, needs_mosquitto
from tests.places import free_port
from tests.waiting import until
from tests.web.screens import PHONE, TV, Screen, Visiting
from web.addresses import Hosts
from web.hub.all_tables import AllTables
from web.hub.hub import create_hub
from web.server.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = [pytest.mark.prove, needs_mosquitto]

TABLES: Final = 40
NAMES: Final = ("Ann", "Bartholomäus-Maximilian", "<b>Cem</b>", "Dia")


@dataclass
class Hall:
    """A broker with forty tables, a hub that can be started anew, and where its page is."""

    broker: Mosquitto
    teller: Listener
    port: int

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def says(self, table: int, score: int, *, there: bool = True, title: str = "Murphy") -> None:
        """How a table stands, retained."""
        name = f"table-{table:02}"
        players = [{"name": who, "score": score + n} for n, who in enumerate(NAMES)]
        news = {"text": dict.fromkeys(LANGUAGES, f"{NAMES[0]} took a card from the pile.")}
        state = {
            "table": name,
            "title": dict.fromkeys(LANGUAGES, title),
            "phase": "play",
            "players": players,
            "turn": table % 4,
            "announcements": [news],
        }
        self.teller.say(f"murphy/{name}/state", json.dumps(state).encode(), retain=True)
        self.teller.say(
            f"murphy/{name}/availability", b"online" if there else b"offline", retain=True
        )

    @contextmanager
    def hub(self, tables: int = TABLES) -> Iterator[None]:
        """It runs, and knows every table."""
        overview = AllTables()
        hearing = Subscriber(Access(broker_address(self.broker.url())), overview)
        follower = Follower("hearing", hearing.turn)
        server = Server(create_hub(overview, hosts=Hosts()), "127.0.0.1", self.port)
        thread = Thread(target=server.run)
        follower.start()
        thread.start()
        try:
            until(lambda: len(overview) == tables)
            yield
        finally:
            server.stop()
            thread.join()
            server.close()
            follower.close()
            overview.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder: Path = tmp_path_factory.mktemp("hall")
    with Mosquitto(folder) as broker, Listener(broker.port) as teller:
        hall = Hall(broker, teller, free_port())
        for number in range(TABLES):
            hall.says(number, number, there=number != 7)
        yield hall


def shown(screen: Screen) -> list[dict[str, Any]]:
    """The tables on the page: where each is, whether it is away."""
    found: list[dict[str, Any]] = screen.page.evaluate(
        "() => [...document.querySelectorAll('.hub-table')].map(e => ({key: e.dataset.key, away: e.classList.contains('is-away'), bottom: e.getBoundingClientRect().bottom}))"
    )
    return found


def wait_for(screen: Screen, condition: str) -> None:
    screen.page.wait_for_function(condition)


ALL: Final = f"() => document.querySelectorAll('.hub-table').length === {TABLES}"


@pytest.mark.parametrize("size", [TV, PHONE], ids=["tv", "phone"])
def test_forty_tables(table: Hall, visit: Visiting, size: ViewportSize) -> None:
    """All in order and no wider than the screen; a television shows them without a hand; nobody is kept out."""
    with table.hub():
        screen = visit(size).open()
        wait_for(screen, ALL)
        found = shown(screen)

        assert [f"table-{n:02}" for n in range(TABLES)] == [each["key"] for each in found]
        assert ["table-07"] == [each["key"] for each in found if each["away"]]
        assert screen.overflow() <= 0
        assert size is PHONE or max(each["bottom"] for each in found) <= size["height"]
        assert [] == screen.barriers()


def test_the_hub_is_started_anew_under_an_open_page(table: Hall, visit: Visiting) -> None:
    """The page says that it is cut off, then goes on by itself, with what happened meanwhile; a table that was cleared is gone."""
    with table.hub():
        screen = visit(TV).open()
        wait_for(screen, ALL)
    wait_for(screen, "() => !document.getElementById('line').hidden")
    table.says(3, 70)
    with table.hub():
        wait_for(
            screen, "() => document.querySelector('[data-key=table-03]').textContent.includes('70')"
        )
        wait_for(screen, "() => document.getElementById('line').hidden")
        table.teller.say("murphy/table-39/state", b"", retain=True)
        wait_for(screen, "() => !document.querySelector('[data-key=table-39]')")

        assert TABLES - 1 == len(shown(screen))


def test_a_few_tables_are_read_across_the_room_each_game_by_itself(
    tmp_path: Path, visit: Visiting
) -> None:
    """Ninety points of one game are no lead over nine of another."""
    titles = ("Murphy", "Dumm gelaufen", "Murphy")
    with Mosquitto(tmp_path) as broker, Listener(broker.port) as teller:
        hall = Hall(broker, teller, free_port())
        for number, title in enumerate(titles):
            hall.says(number, 10 * number, title=title)
        with hall.hub(len(titles)):
            screen = visit(TV, url=hall.url).open()
            wait_for(screen, "() => document.querySelectorAll('#standings li').length === 12")
            games, most, type_px, whole = screen.page.evaluate(
                """() => {
                  const all = (css) => [...document.querySelectorAll(css)];
                  return [
                    all("#standings h3").map((one) => one.textContent),
                    all("#standings ol").map((one) => one.querySelector(".hub-score").textContent),
                    parseFloat(getComputedStyle(document.querySelector(".hub-table p")).fontSize),
                    all(".hub-head span").every((one) => one.scrollWidth <= one.clientWidth),
                  ];
                }"""
            )
            assert (["Murphy", "Dumm gelaufen"], ["23", "13"]) == (games, most)
            assert type_px >= 24
            assert whole
            assert screen.overflow() <= 0
            assert [] == screen.barriers()
