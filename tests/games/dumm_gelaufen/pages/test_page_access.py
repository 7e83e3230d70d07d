"""The pages for everybody: names, contrast, large type, the keyboard, small screens and large ones, light loads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import pytest

from companion.announce import message
from companion.archived_games import ArchivedGame
from companion.kit.highlights import Highlight
from companion.words import words
from tests.games.dumm_gelaufen.showcase import TURN
from tests.web.screens import (
    COVERED,
    FINGERS,
    HUGE,
    NARROW,
    PHONE,
    PROJECTOR,
    SIDEWAYS,
    SMALL,
    SMALL_TV,
    TABLET,
    TV,
    Screen,
    Visiting,
    box,
    hosting,
    seated,
)
from tests.web.scripted import QUESTION, Companion

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, ViewportSize

LATER = pytest.mark.prove
SLOW = pytest.mark.slow
SIZES = {"phone": PHONE, "tablet": TABLET, "tv": TV, "zoomed": NARROW}

pytestmark = pytest.mark.browser


LONG = "Bartholomäus"
"""As long a name as has to be whole everywhere."""
VERDICT: dict[str, Any] = {
    "verdict": "no",
    "task": "M19",
    "hand": ["R05-1", "G04-1"],
    "reasons": [
        {"code": "wrong-value", "cards": ["G04-1"], "text": message("host.live.no-mat").to_json()}
    ],
}


def busy(table: Companion) -> None:
    """A table with everything on it that a page can show."""
    *others, last = table.session.state.view["players"]
    people = [*others, {**last, "name": LONG}]
    table.show(questions=[QUESTION], covered=["open-right"], players=people)
    table.tell("illegal", message("host.live.no-mat"), 1)
    table.tell("move", message("page.turn.somebody", name="Ann"), 0, card="K07-1")


PAGES = [
    ("zoomed", "/", "light"),
    pytest.param("tv", "/tv", "dark", marks=SLOW),
    pytest.param("zoomed", "/verify", "light", marks=SLOW),
    pytest.param("tablet", "/history", "dark", marks=SLOW),
    pytest.param("phone", "/", "dark", marks=LATER),
    pytest.param("phone", "/", "light", marks=LATER),
    pytest.param("tablet", "/", "dark", marks=LATER),
    pytest.param("phone", "/verify", "dark", marks=LATER),
    pytest.param("phone", "/history", "light", marks=LATER),
    pytest.param("zoomed", "/archive", "dark", marks=LATER),
    pytest.param("phone", "/host", "dark", marks=LATER),
]


@pytest.mark.engines
@pytest.mark.parametrize(("size", "path", "light"), PAGES, ids=lambda value: str(value))
def test_nobody_is_shut_out(
    table: Companion, visit: Visiting, size: str, path: str, light: str
) -> None:
    """Names for everything, contrast, order of headings; no page is wider than its screen."""
    busy(table)
    screen = visit(SIZES[size], color_scheme=light).open(path)
    screen.page.wait_for_function("() => document.querySelector('main').children.length")

    assert screen.barriers() == []
    assert screen.overflow() <= 0
    assert path != "/tv" or [] == screen.torn()


@pytest.mark.slow
@pytest.mark.parametrize(
    "tab",
    ["table", *(pytest.param(t, marks=LATER) for t in ("game", "settings", "doctor", "files"))],
)
def test_nobody_is_shut_out_from_hosting(table: Companion, visit: Visiting, tab: str) -> None:
    """The same for the host's page."""
    screen = hosting(visit(NARROW, color_scheme="light"))
    screen.page.click(f"#tab-{tab}")
    screen.page.wait_for_selector("#host h2")

    assert screen.barriers() == []
    assert screen.overflow() <= 0


def taps(page: Page, *places: str) -> None:
    for place in places:
        page.click(place)


@pytest.mark.slow
def test_cards_to_choose_are_lines(table: Companion, visit: Visiting) -> None:
    """A name and a sentence each, several in sight; their pictures, small, only where everything is larger."""
    page = seated(visit(FINGERS), 1).page
    taps(page, "#claim", "#claim-tap", "#pick-task")
    page.wait_for_selector("dialog .shelf-card")
    cards = page.locator("dialog .shelf-card")
    assert not cards.first.locator(".picture").is_visible()
    assert box(cards.first)["height"] < 120
    page.evaluate("document.documentElement.classList.add('is-big')")
    picture = box(cards.first.locator(".picture"))
    assert picture["width"] < 90 < box(cards.first.locator(".shelf-words"))["width"]


@pytest.mark.slow
@pytest.mark.engines
@pytest.mark.parametrize(
    "opened",
    [
        "move",
        *(pytest.param(o, marks=LATER) for o in ("verdict", "claim", "menu", "card", "at-once")),
    ],
)
def test_nobody_is_shut_out_from_a_sheet(table: Companion, visit: Visiting, opened: str) -> None:
    """The same for what opens over the table."""
    table.others.legal = TURN
    screen = seated(visit(NARROW), 1)
    act: dict[str, Callable[[], None]] = {
        "claim": lambda: taps(screen.page, "#claim", "#claim-tap"),
        "move": lambda: screen.page.click("#enter-move"),
        "menu": lambda: screen.page.click("#menu"),
        "card": lambda: screen.page.click("[data-focus=pile-actions]"),
        "at-once": lambda: table.tell("at-once", message("card.A04"), 2, card="A04-1"),
        "verdict": lambda: table.tell("claim", message("verdict.no"), 1, **VERDICT),
    }
    act[opened]()
    screen.page.wait_for_selector("dialog[open]")

    assert screen.barriers() == []


WIDTHS = {320: NARROW, 390: PHONE, 820: TABLET, 1920: TV}
SHEETS = {
    "menu": "#menu",
    "join": "dialog #join-code",
    "card": "[data-focus=pile-actions]",
    "move": "#enter-move",
    "claim": "#claim",
    "tapped": "#claim-tap",
    "task": "#pick-task",
}
"""What opens over the table, one after the other; some of it over what was opened before."""
OVER = ("join", "tapped", "task")
EVENING = ArchivedGame(
    "0" * 16,
    "dumm-gelaufen",
    1e9,
    3600.0,
    ("Ann", "Bob"),
    (1,),
    over=True,
    highlights=(Highlight(message("dumm.feat.struck", card=message("card.A04")), 0, 3),),
)
"""One that was played before."""
TABS = ("game", "table", "camera", "settings", "doctor", "files")


LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(params=WIDTHS)
def screen(table: Companion, visit: Visiting, request: pytest.FixtureRequest) -> Screen:
    """A screen so wide, at a table with everything on it that a page can show."""
    table.others.legal = TURN
    table.others.remembered = (EVENING,)
    busy(table)
    return visit(WIDTHS[request.param])


class Walk:
    """What was found on a way over pages and sheets, light and dark, where anything was."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        self.found: dict[tuple[str, str], tuple[list[str], int]] = {}

    def looks(self, name: str, place: str) -> None:
        """At what shows once there is this."""
        self.page.wait_for_selector(place)
        for light in LIGHTS:
            self.page.emulate_media(color_scheme=light)
            found = self.screen.barriers(), max(0, self.screen.overflow())
            if found != ([], 0):
                self.found[name, light] = found


@pytest.mark.prove
def test_nobody_is_shut_out_from_a_page(screen: Screen) -> None:
    """Every page, the game step by step, and the walk that shows newcomers around."""
    walk = Walk(screen)
    for path in ("/", "/tv", "/verify", "/mine", "/archive", "/host", "/history"):
        walk.screen.open(path)
        walk.looks(path, "main")
    walk.page.click("#replay summary")
    walk.looks("replay", "#replay-table #mac .card")
    walk.screen.open("/")
    walk.page.evaluate("import('/static/tour.js').then((tour) => tour.tour())")
    walk.looks("tour", "#tour-next")

    assert {} == walk.found


@pytest.mark.prove
def test_nobody_is_shut_out_from_hosting_anywhere(screen: Screen) -> None:
    """Every tab of the host's, a new game, and what goes with a game that is erased."""
    walk = Walk(hosting(screen))
    for tab in TABS:
        walk.page.click(f"#tab-{tab}")
        walk.looks(tab, f"#tab-{tab}[aria-selected=true]")
    walk.page.click("#tab-game")
    walk.page.click("#new-game")
    walk.looks("new game", "dialog[open]")
    walk.screen.open("/archive")
    walk.page.click("[data-focus^=erase]")
    walk.looks("erase", "dialog[data-sheet=erase]")

    assert {} == walk.found


@pytest.mark.prove
def test_nobody_is_shut_out_from_any_sheet(table: Companion, screen: Screen) -> None:
    """Everything that opens over the table, of itself or by a tap."""
    walk = Walk(seated(screen, 1))
    for name, opener in SHEETS.items():
        if name not in OVER:
            walk.screen.open("/")
        walk.page.click(opener)
        walk.looks(name, "dialog[open]")
    walk.screen.open("/")
    for name, opener in {"can": "#menu-can", "how": "#how"}.items():
        walk.page.click("#menu")
        walk.page.click(opener)
        walk.looks(name, f"dialog[data-sheet={name}] li")
        walk.page.click("dialog .close")
    told: dict[str, dict[str, Any]] = {"claim": VERDICT, "at-once": {"card": "A04-1"}}
    for kind, params in told.items():
        table.tell(kind, message("verdict.no"), 1, **params)
        walk.looks(kind, f"dialog[data-moment={kind}]")
        walk.page.click("dialog.moment .moment-close")

    assert {} == walk.found


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["/", *(pytest.param(p, marks=LATER) for p in ("/verify", "/host#table"))]
)
def test_type_twice_as_large(table: Companion, visit: Visiting, path: str) -> None:
    """Everything wraps, between words; nothing sticks out, and the bar lies over nothing."""
    people = [{**p, "name": LONG, "cards": [9, 12]} for p in table.session.state.view["players"]]
    table.show(questions=[QUESTION], players=people)
    phone = visit(HUGE)
    phone = hosting(phone, path) if "host" in path else phone.open(path)

    assert 0 == phone.overflow()
    if path == "/":
        names, bar = (phone.page.locator(".person-name").all(), phone.page.locator(".bar"))
        assert all(box(name)["width"] > 90 for name in names)
        assert "static" == bar.evaluate("e => getComputedStyle(e).position")
        assert [] == phone.torn()


@pytest.mark.slow
def test_a_phone_on_its_side(table: Companion, visit: Visiting) -> None:
    """The whole table is on the screen, long names too, and a verdict from its top; what closes it covers nothing of it."""
    long = [{**player, "name": LONG} for player in table.session.state.view["players"]]
    table.show(players=long)
    phone = seated(visit(SIDEWAYS), 1)
    piles = box(phone.page.locator("#piles"))
    assert piles["y"] + piles["height"] <= SIDEWAYS["height"]
    assert 0 == phone.overflow()
    phone.page.set_viewport_size({"width": 740, "height": 360})
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert [] == phone.page.eval_on_selector_all(".person-name .name, #piles figcaption", cut)
    assert ([], 0) == phone.hard_to_hit()
    phone.page.set_viewport_size(SIDEWAYS)

    reason = {"code": "x", "cards": [], "text": message("illegal.areas-mixed").to_json()}
    hand = ["R01-1", "R03-1", "R04-1", "R04-2", "R08-1", "G02-1"]
    params = {"task": "M10", "hand": hand, "verdict": "no", "reasons": [reason] * 3}
    table.tell("claim", message("verdict.no"), 1, **params)
    phone.page.wait_for_selector("[data-moment=claim]")
    top = box(phone.page.locator(".moment-who"))
    assert 0 <= top["y"] < SIDEWAYS["height"] / 4
    phone.page.click(".moment-close")
    phone.page.wait_for_selector("dialog", state="detached")

    nine = [f"{red}-{n}" for red in ("R11", "Y11", "R10") for n in (1, 2, 3)]
    table.tell("claim", message("verdict.yes"), 1, task="M17", hand=nine, verdict="yes")
    phone.page.wait_for_selector("[data-moment=claim] .verdict-yes")
    task, close = (box(phone.page.locator(one)) for one in (".verdict-task", ".moment-close"))
    assert task["y"] + task["height"] <= close["y"]


@pytest.mark.parametrize("path", ["/", "/mine", "/verify", "/history", "/archive"])
def test_a_finger_hits_everything(table: Companion, visit: Visiting, path: str) -> None:
    """Every target of the pages is at least 44 px wide and high, on the narrowest phone that is sold."""
    busy(table)
    page = visit(FINGERS).open(path).page
    page.wait_for_function("() => document.querySelector('main').children.length")

    assert [] == page.evaluate(SMALL)


@pytest.mark.slow
def test_a_finger_hits_everything_of_the_host(table: Companion, visit: Visiting) -> None:
    """The same for the host's page."""
    page = hosting(visit(FINGERS)).page
    found: dict[str, list[str]] = {}
    for tab in ("game", "table", "camera", "files", "settings"):
        page.click(f"#tab-{tab}")
        page.wait_for_selector(f"#tab-{tab}[aria-selected=true]")
        page.wait_for_selector("#host h2")
        found[tab] = page.evaluate(SMALL)

    assert {} == {tab: small for tab, small in found.items() if small}


def test_a_finger_hits_everything_in_a_sheet(table: Companion, visit: Visiting) -> None:
    """The menu, whose longest button has the room of two, a move and a claim."""
    table.others.legal = TURN
    page = seated(visit(FINGERS), 1).page
    found: dict[str, list[str]] = {}
    for opener, *then in (
        ("#menu",),
        ("#enter-move", "[data-focus=take-R07-2]", "dialog .key:not([aria-disabled=true])"),
        ("#claim", "#claim-tap"),
    ):
        page.click(opener)
        page.wait_for_selector("dialog[open]")
        for place in then:
            page.click(place)
        if opener == "#menu":
            assert box(page.locator("[data-focus=notify]"))["width"] > FINGERS["width"] * 0.8
        small = page.evaluate(SMALL)
        found |= {opener: small} if small else {}
        page.click("dialog .close")
        page.wait_for_selector("dialog", state="detached")

    assert {} == found


LARGE_TYPE = "document.documentElement.style.fontSize = '200%'"


BROKEN = """(buttons) => buttons.filter((button) => [...button.childNodes].some((node) =>
  [...(node.nodeType === Node.TEXT_NODE ? node.data.matchAll(/[^\\s-]+/g) : [])].some(({ index, 0: word }) => {
    const there = document.createRange();
    there.setStart(node, index);
    there.setEnd(node, index + word.length);
    return there.getClientRects().length > 1;
  })) || button.scrollWidth > button.clientWidth).map((button) => button.textContent)"""
"""Buttons on which a word goes on in the next line, or beside the button."""


@pytest.mark.slow
def test_type_twice_as_large_at_360(table: Companion, visit: Visiting) -> None:
    """However type came to be that large, no page is wider than its screen, and no sheet; no word of a button is broken."""
    busy(table)
    table.others.legal = TURN
    screen = seated(visit({"width": 360, "height": 640}), 1)
    screen.page.evaluate(LARGE_TYPE)
    screen.page.wait_for_selector(".is-huge")
    wide = "() => { const sheet = document.querySelector('dialog[open]'); return sheet.scrollWidth - sheet.clientWidth; }"
    found = {"": (max(0, screen.overflow()), 0)}
    for opener in ("#menu", "#enter-move", "#claim"):
        screen.page.evaluate("s => document.querySelector(s).click()", opener)
        screen.page.wait_for_selector("dialog[open]")
        found[opener] = max(0, screen.overflow()), screen.page.evaluate(wide)
        screen.page.evaluate("document.querySelector('dialog .close').click()")
        screen.page.wait_for_selector("dialog", state="detached")

    assert dict.fromkeys(found, (0, 0)) == found
    screen.open("/mine").page.evaluate(LARGE_TYPE)
    screen.page.wait_for_selector(".is-huge")
    assert [] == screen.page.eval_on_selector_all("button", BROKEN)


KEYS_SEEN = """() => {
  const dialog = document.querySelector("dialog[data-sheet=move]");
  const [head, foot] = [".sheet-head", ".sheet-foot"].map((part) => dialog.querySelector(part).getBoundingClientRect());
  const beside = foot.right <= dialog.querySelector(".pad").getBoundingClientRect().left + 1;
  const lowest = Math.min(innerHeight, beside ? innerHeight : foot.top);
  const boxes = [...dialog.querySelectorAll(".key")].map((key) => key.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= lowest + 1).length / boxes.length;
}"""


@pytest.mark.slow
def test_the_keys_are_in_sight(table: Companion, visit: Visiting) -> None:
    """Whoever gives Mac a card sees the keys without scrolling, on a small phone, and on its side."""
    table.others.legal = TURN
    page = seated(visit({"width": 360, "height": 640}), 1).page
    page.click("#enter-move")
    for code in ("R07-2", "G11-1"):
        page.click(f"[data-focus=take-{code}]")
    page.wait_for_selector(".laid")
    upright = page.evaluate(KEYS_SEEN)
    page.set_viewport_size(SIDEWAYS)
    lying = page.evaluate(KEYS_SEEN)
    page.set_viewport_size({"width": 640, "height": 360})

    assert min(upright, lying) >= 0.99
    assert page.evaluate(KEYS_SEEN) >= 0.6


WIDER = """() => [...document.querySelectorAll("dialog .taking-pile")].filter((pile) => {
  const words = document.createRange();
  words.selectNodeContents(pile.lastElementChild);
  const [inner, outer] = [words, pile].map((each) => each.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right;
}).map((pile) => pile.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", "en-GB", "nl-NL"])
def test_no_piles_name_is_wider_than_its_button(
    table: Companion, visit: Visiting, locale: str
) -> None:
    """In the sheet of a move on a small phone on its side."""
    table.others.legal = TURN
    page = seated(visit({"width": 740, "height": 360}, locale=locale), 1).page
    page.click("#enter-move")
    page.wait_for_selector("dialog .taking-pile")

    assert [] == page.evaluate(WIDER)


@pytest.mark.slow
def test_an_empty_pile_is_no_larger(table: Companion, visit: Visiting) -> None:
    """Beside the others in the sheet of a move."""
    table.show(zones={**table.session.view()["zones"], "open-left": []})
    table.others.legal = TURN
    page = seated(visit(), 1).page
    page.click("#enter-move")
    spot, pile = (
        box(page.locator(f".taking-piles > {one}").first) for one in (".spot", ".taking-pile")
    )

    assert spot["height"] <= pile["height"] + 1


@pytest.mark.slow
def test_type_that_is_read_across_the_room(table: Companion, visit: Visiting) -> None:
    """No text is smaller than four hundredths of the screen's height."""
    screen = visit(TV).open("/tv")
    screen.page.wait_for_selector(".person")
    small = screen.page.evaluate(
        """() => [...document.querySelectorAll('.tv *')]
          .filter(e => !e.closest('svg, .unseen') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
          .filter(e => e.offsetParent && parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.04)
          .map(e => e.outerHTML)"""
    )

    assert small == []
    assert screen.overflow() <= 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_TV, PROJECTOR], ids=["small", "projector"])
def test_all_of_it_is_on_the_screen(table: Companion, visit: Visiting, size: ViewportSize) -> None:
    """Six players, a question, and how to join: where nobody scrolls."""
    (one, *_), names = table.session.state.view["players"], ("Ann", "Bob", "Cem", "Di", "Eli", LONG)
    table.show(questions=[QUESTION], players=[{**one, "name": name} for name in names])
    screen = visit(size).open("/tv")
    screen.page.wait_for_selector(".pile")

    assert [] == screen.beyond()


def test_the_keyboard_alone(table: Companion, visit: Visiting) -> None:
    """Tab finds the button, Enter opens, Escape closes, and one is where one was."""
    page = visit().open("/").page
    page.wait_for_selector("#claim")
    page.focus("[data-focus=mac-0]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    assert page.evaluate("document.activeElement.dataset.focus") == "mac-0"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "size"), [("/", PHONE), ("/verify", {"width": 740, "height": 360})]
)
def test_what_the_keyboard_is_on_is_in_sight(
    table: Companion, visit: Visiting, path: str, size: ViewportSize
) -> None:
    """Neither what is asked nor an answer that stands above lies over it, down the page and up again."""
    table.show(questions=[QUESTION])
    page = seated(visit(size), 1).open(path).page
    page.wait_for_selector(".asked" if path == "/" else ".pad")
    covered: list[str] = []
    for key in (*["Tab"] * 30, *["Shift+Tab"] * 30):
        page.keyboard.press(key)
        covered.append(page.evaluate(COVERED))

    assert [] == [each for each in covered if each]


def test_a_first_look_is_light(table: Companion, visit: Visiting) -> None:
    """The first page and everything it loads weigh less than 150 kB."""
    phone = visit(own=True).open("/")
    phone.page.wait_for_selector(".person")
    loaded = phone.page.evaluate(
        """() => performance.getEntries().filter(e => e.transferSize)
             .map(e => [e.name, e.transferSize])"""
    )
    files = {name: size for name, size in loaded if "/api/events" not in name}

    assert len(files) > 10
    assert sum(files.values()) < 150_000, json.dumps(files, indent=1)


# Languages ----------------------------------------------------------------------

MARKED = re.compile(r"⟦[\w.-]+⟧")
NEUTRAL = re.compile(r"[\W\d_]*|(?:Ann|Bob|Cem|Deutsch|English|Nederlands)")


def in_marks(route: Route) -> None:
    """Words in which every sentence shows its key."""
    sentences = {key: f"⟦{key}⟧" for key in words("en").sentences}
    kept = {"list.separator": ", ", "page.turn.somebody": "⟦page.turn.somebody⟧{name}"}
    route.fulfill(json={**sentences, **kept})


@pytest.mark.parametrize(
    "path", ["/", *(pytest.param(p, marks=LATER) for p in ("/tv", "/verify", "/history", "/host"))]
)
def test_no_text_sits_in_code(table: Companion, visit: Visiting, path: str) -> None:
    """With marks for sentences, a page shows nothing but marks, names, numbers and signs."""
    screen = visit(PHONE if path != "/tv" else TV)
    screen.page.route("**/words/**", in_marks)
    table.show(questions=[QUESTION])
    screen.open(path)
    if path != "/host":
        screen.page.wait_for_function("() => document.querySelector('main').children.length")
    shown = screen.page.evaluate(
        """() => {
          const texts = [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel);
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const inside = walk.currentNode.parentElement;
            if (!inside.closest('noscript, .stuck, svg, .join-address, .join-name, .question, .notices')) texts.push(walk.currentNode.data);
          }
          return texts;
        }"""
    )
    cards = {words("en")(message(f"card.{face}")) for face in ("K07", "M10")}
    cards |= {f"{colour} {n}" for colour in ("red", "yellow", "green") for n in range(12)}
    said = [MARKED.sub("", text).strip() for text in shown]

    assert [text for text in said if not NEUTRAL.fullmatch(text) and text not in cards] == []
