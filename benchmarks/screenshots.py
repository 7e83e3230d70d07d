"""The pictures of the pages in docs/pictures: `python -m benchmarks.screenshots [--out DIR]`.

A staged table over the real server, seen by Debian's chromium as a phone, a
tablet and a television; the camera's picture is painted. The same pictures
every time, but for the fonts of the machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import cv2
from playwright.sync_api import ViewportSize, sync_playwright

from companion.announce import Message, Param, message
from companion.app.camera.sources import reader_of
from companion.app.painted.painter import painted
from companion.archived_games import ArchivedGame
from companion.games.dumm_gelaufen.deck.cards import colour_name
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.games.nicht_lustig.pages import pages as lustig_pages
from companion.kit.highlights import Highlight
from companion.kit.painted import ScriptConfig
from companion.settings import Settings
from tests.games.dumm_gelaufen.showcase import TURN, companion
from tests.games.nicht_lustig.seen import WatchedTable
from tests.web.home import KEYS
from tests.web.screens import CHROMIUM, PHONE, TABLET, TV, Devices, Screen
from tests.web.screens import seated as seat_taken
from tests.web.scripted import Companion, Others, serving
from vision.frame import Frame
from web.services import Live

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
PLAYERS: Final = ("Ann", "Maximilian", "Noor", "Cem")
DAY: Final = 86_400.0
EVENING: Final = 1_783_190_000.0
"""When the last of some evenings began, seconds since 1970."""
LASTED: Final = 4_500.0
PAINTED_FRAME: Final = 330
"""A frame of the painted game in which the cards lie and a hand is at work."""


def stage(table: Companion) -> None:
    """A game in its third round, with a question, and turns told."""
    people = [
        {"name": name, "cards": [cards, cards], "won": won, "left": False}
        for name, cards, won in zip(
            PLAYERS, (9, 8, 11, 10), (["M10"], [], ["M19", "M02"], []), strict=True
        )
    ]
    table.show(players=people, round=3)
    name: dict[str, Param] = {
        "player": "Noor",
        "card": message("card.A04"),
        "does": message("does.A04"),
    }
    table.tell("round-began", message("announce.round-began", number=3, player="Ann"), 0)
    table.tell("at-once", message("announce.at-once", **name), 2, card="A04-1")
    turn = message("choice.turn", taken=_numbers("R08", "G07"), laid=_numbers("G04"))
    told = message("announce.move", player="Ann", turn=turn)
    table.tell("move", told, 0)


def _numbers(*faces: str) -> tuple[Message, ...]:
    return tuple(message("card.number", colour=colour_name(f[0]), value=int(f[1:])) for f in faces)


QUESTION: Final = {
    "id": "1-source",
    "about": 1,
    "topic": "source",
    "player": 1,
    "text": message("question.source", player="Maximilian").to_json(),
    "choices": [
        {"id": str(n), "text": message(f"moves.take.{source}").to_json()}
        for n, source in enumerate(("draw", "open-left", "open-right"))
    ],
}


def claim(table: Companion) -> None:
    """A claim that fails, and why."""
    hand = ["R01-1", "R03-1", "R04-1", "R04-2", "R08-1", "G02-1", "R11-1"]
    reasons: tuple[tuple[str, list[str], dict[str, Param]], ...] = (
        ("colours-mixed", ["G02-1"], {"colours": (colour_name("R"), colour_name("G"))}),
        ("sum-too-high", [], {"total": 33, "sum": 29}),
    )
    told = [
        {"code": code, "cards": cards, "text": message(f"verdict.{code}", **more).to_json()}
        for code, cards, more in reasons
    ]
    text = message("verdict.no")
    table.tell("claim", text, 1, task="M10", hand=hand, verdict="no", reasons=told)


def look(table: Companion) -> None:
    """The painted camera's picture, read."""
    frames = painted(PAINTED, ScriptConfig(3, 3), start=PAINTED_FRAME)
    frame = next(each for each in frames if isinstance(each, Frame))
    reading = reader_of(Settings()).read(frame.grey)
    shown = frame.grey if frame.colour is None else frame.colour
    _, jpeg = cv2.imencode(".jpg", shown)
    tags = [
        {"card": s.code, "zone": s.zone, "corners": [list(c) for c in s.corners]}
        for s in reading.sightings
    ]
    limits = reading.limits
    told = {
        "size": list(reading.size),
        "frame": frame.number,
        "at": frame.at,
        "mat": reading.pose is not None,
        "tags": tags,
        "unknown": [],
        "limits": {
            name: getattr(limits, name)
            for name in ("px_per_module", "sharpness", "noise", "glare", "mirrored")
        },
    }
    table.others.picture = Live(jpeg.tobytes(), told)


def evening(table: Companion) -> None:
    """Turns, so that the charts have something to show."""
    for turn in range(36):
        people = [dict(player) for player in table.session.state.view["players"]]
        seat = turn % 4
        size = people[seat]["cards"][0] + (1, -1, -1, 1, -1, 1, 1)[turn % 7]
        people[seat]["cards"] = [size, size]
        following = {"player": (seat + 1) % 4, "since": 0.0, "deciding": None}
        table.show(players=people, turn=following, round=3 + turn // 12)
        taken, laid = _numbers("R08", "G07"), _numbers("G04")
        told = message("choice.turn", taken=taken, laid=laid)
        text = message("announce.move", player=PLAYERS[seat], turn=told)
        table.tell("move", text, seat)


Act = Callable[[Companion, Screen], Any]


def seated(table: Companion, screen: Screen) -> None:
    """The phone of the second seat."""
    screen.page.wait_for_selector(".person")
    screen.page.click("#menu")
    screen.page.click("dialog [data-focus=seat-1]")
    screen.page.wait_for_selector("dialog [data-focus=seat-1][aria-pressed=true]")
    screen.page.click("dialog .close")


def hosting(tab: str) -> Act:
    """The host's page, a tab of it open."""

    def act(table: Companion, screen: Screen) -> None:
        screen.page.fill("#pin-field", KEYS.pin)
        screen.page.click("#pin button.main")
        screen.page.click(f"#tab-{tab}")

    return act


def entering(table: Companion, screen: Screen) -> None:
    """An exchange with Mac being entered."""
    sources = [["mac", "R07-2"]], [["draw", None], ["draw", None]]
    table.others.legal = [{"move": "take", "player": 1, "cards": s} for s in sources]
    seated(table, screen)
    screen.page.click("#enter-move")
    screen.page.click("[data-focus=take-R07-2]")
    for face in ("Y04", "G11"):
        screen.page.click(f"dialog .key[data-face={face}]")


def judging(table: Companion, screen: Screen) -> None:
    """A hand being checked."""
    screen.page.click("#pick-task")
    screen.page.click("dialog [data-face=M10]")
    for face in ("R01", "R03", "R04", "R04", "R08"):
        screen.page.click(f".key[data-face={face}]")
    screen.page.wait_for_selector("[data-verdict=yes]")


def lacking(table: Companion, screen: Screen) -> None:
    """What a hand of one's own lacks, and which open card helps."""
    screen.page.click("#pick-task")
    screen.page.click("dialog [data-face=M16]")
    for face in ("G05", "G06", "R02", "G06"):
        screen.page.click(f".key[data-face={face}]")
    screen.page.wait_for_selector(".mine-lack[data-gain='2']")


def arriving(table: Companion, screen: Screen) -> None:
    """A phone that nobody has said anything on yet."""
    screen.page.wait_for_selector(".arriving .seat-mark")


def asked(table: Companion, screen: Screen) -> None:
    """My turn, and a question."""
    seated(table, screen)
    table.show(questions=[QUESTION])
    screen.page.wait_for_selector(".question")


def assumed(table: Companion, screen: Screen) -> None:
    """A turn that was taken for the likelier of two."""
    laid = _numbers("R09"), _numbers("R09", "G06")
    drawn = (message("choice.drawn-2"),), (message("choice.drawn-1"),)
    likely, other = (
        message("choice.turn", taken=taken, laid=cards).to_json()
        for taken, cards in zip(drawn, laid, strict=True)
    )
    turn = {"id": 7, "player": 1, "sure": False, "choice": "0", "text": likely}
    table.show(
        moves=[{**turn, "choices": [{"id": "1", "text": other}]}],
        turn={"player": 2, "since": 0.0, "deciding": 2, "offered": None},
    )
    seated(table, screen)
    screen.page.wait_for_selector(".assumed")


def at_once(table: Companion, screen: Screen) -> None:
    """An at-once card has just been drawn."""
    name: dict[str, Param] = {
        "player": "Noor",
        "card": message("card.A04"),
        "does": message("does.A04"),
    }
    screen.page.wait_for_selector(".person")
    table.tell("at-once", message("announce.at-once", **name), 2, card="A04-1")


def won(table: Companion, screen: Screen) -> None:
    """A round has just been won."""
    names: dict[str, Param] = {"player": "Noor", "card": message("card.M16")}
    screen.page.wait_for_selector(".person")
    table.tell("round-won", message("announce.round-won", **names), 2, task="M16")


def refused(table: Companion, screen: Screen) -> None:
    """A claim has just failed."""
    screen.page.wait_for_selector(".person")
    claim(table)


def seen(table: Companion, screen: Screen) -> None:
    """The camera's picture on the host's page."""
    look(table)
    hosting("camera")(table, screen)
    screen.page.wait_for_selector(".tag")


def told(table: Companion, screen: Screen) -> None:
    """The game so far."""
    evening(table)
    screen.page.reload()
    screen.page.wait_for_selector("#summary polyline")


def replayed(table: Companion, screen: Screen) -> None:
    """The game so far, step by step."""
    told(table, screen)
    screen.page.click("#replay summary")
    for _ in range(9):
        screen.page.click("[data-focus=replay-next]")
    screen.page.evaluate("document.getElementById('replay').scrollIntoView()")


def what_now(table: Companion, screen: Screen) -> None:
    """What may be done in this turn."""
    table.others.legal = TURN
    seated(table, screen)
    screen.page.click("#menu")
    screen.page.click("#menu-can")


def remembered(table: Companion, screen: Screen) -> None:
    """Some evenings of a family."""
    drew = Highlight(message("dumm.feat.struck", card=message("card.A04")), 2, 7)
    table.others.remembered = tuple(
        ArchivedGame(
            f"{day:016}",
            "dumm-gelaufen",
            EVENING - day * DAY,
            LASTED - 600 * day,
            PLAYERS,
            (day % 3,) if day != 1 else (),
            round=7 - day if day in (0, 3) else None,
            over=day != 1,
            highlights=(drew,) * (day == 0),
        )
        for day in range(4)
    )
    screen.page.reload()
    screen.page.wait_for_selector(".shelf li")


def erasing(table: Companion, screen: Screen) -> None:
    """What goes with a game, and what stays, before it goes."""
    remembered(table, screen)
    screen.open("/host")
    hosting("game")(table, screen)
    screen.open("/archive")
    screen.page.click("[data-focus^=erase]")


def at_the_table(table: Companion, screen: Screen) -> None:
    """The host's part, asked for without a PIN."""
    screen.page.click("#ask-host")
    screen.page.wait_for_selector("#asked-said:not([hidden])")


def shown_around(table: Companion, screen: Screen) -> None:
    """The walk over the page, at its third part."""
    screen.page.wait_for_selector(".person")
    screen.page.evaluate(
        "import('/static/words.js')"
        ".then(({ later }) => later(import('/static/tour.js'))).then((tour) => tour.tour())"
    )
    for _ in range(2):
        screen.page.click("#tour-next")


SHOTS: Final[dict[str, tuple[ViewportSize, str, str, Act]]] = {
    "phone": (PHONE, "/", "dark", asked),
    "phone-light": (PHONE, "/", "light", seated),
    "phone-assumed": (PHONE, "/", "light", assumed),
    "phone-at-once": (PHONE, "/", "dark", at_once),
    "phone-claim": (PHONE, "/", "dark", refused),
    "phone-mine": (PHONE, "/mine", "dark", lacking),
    "phone-arriving": (PHONE, "/", "light", arriving),
    "phone-move": (PHONE, "/", "dark", entering),
    "phone-history": (PHONE, "/history", "dark", told),
    "phone-can": (PHONE, "/", "light", what_now),
    "phone-replay": (PHONE, "/history", "light", replayed),
    "phone-tour": (PHONE, "/", "dark", shown_around),
    "phone-erase": (PHONE, "/archive", "light", erasing),
    "phone-pin": (PHONE, "/host", "dark", at_the_table),
    "phone-archive": (PHONE, "/archive", "dark", remembered),
    "tablet": (TABLET, "/", "dark", seated),
    "tv": (TV, "/tv", "dark", lambda table, screen: None),
    "tv-winner": (TV, "/tv", "dark", won),
    "verify": (TABLET, "/verify", "light", judging),
    "host-camera": (TABLET, "/host", "dark", seen),
    "host-table": (PHONE, "/host", "dark", hosting("table")),
}


def entered(screen: Screen) -> None:
    """The sheet on which dice are entered, two of them tapped."""
    screen.page.click("#enter-dice")
    for name, value in (("black-1", "5"), ("pink", "1")):
        screen.page.click(f"[data-die={name}][data-value='{value}']")


LUSTIG: Final[dict[str, tuple[str, Callable[[Screen], None]]]] = {
    "lustig-phone": ("*2 24 44 3", lambda screen: None),
    "lustig-die": ("5? 24 44 1", lambda screen: None),
    "lustig-enter": ("*2 24 44 3", entered),
}
"""A roll at the table of *Nicht lustig*, and what is done on Ann's phone."""


def shoot_lustig(devices: Devices, name: str, out: Path) -> None:
    """One picture of a phone at that table."""
    rolled, act = LUSTIG[name]
    with closing(WatchedTable()) as table:
        table.begin()
        table.rolls(rolled)
        part = lustig_pages(lambda: table.session.state, dict)
        with serving(table.session, Others(), part) as server:
            url = f"http://127.0.0.1:{server.port}"
            screen = Screen(devices, url, PHONE, {"color_scheme": "light", "locale": "en-GB"})
            act(seat_taken(screen, 0))
            screen.page.wait_for_timeout(600)
            screen.page.screenshot(path=out / f"{name}.png")
            screen.close()


def shoot(devices: Devices, name: str, out: Path) -> None:
    """One picture of one page."""
    if name in LUSTIG:
        return shoot_lustig(devices, name, out)
    size, path, light, act = SHOTS[name]
    with companion(PLAYERS) as table:
        stage(table)
        screen = Screen(devices, table.url, size, {"color_scheme": light, "locale": "de-DE"})
        screen.open(path)
        act(table, screen)
        screen.page.wait_for_timeout(600)
        screen.page.screenshot(path=out / f"{name}.png")
        screen.close()


def main() -> None:
    """Take the pictures that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*SHOTS, *LUSTIG])
    parser.add_argument("--out", type=Path, default=PICTURES)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM)
        devices = Devices(chromium)
        for name in given.names:
            shoot(devices, name, given.out)
        chromium.close()


if __name__ == "__main__":
    main()
