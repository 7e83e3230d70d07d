"""The table on the pages: cards, piles, hands, action cards, claims and the verdict."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from companion.announce import message
from companion.words import words
from tests.web.screens import FINGERS, TV, Visiting, becomes, box, seated
from tests.web.scripted import QUESTION, Companion, turn_of_bob

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

pytestmark = pytest.mark.browser
LATER = pytest.mark.prove


def test_the_table_at_a_glance(table: Companion, visit: Visiting) -> None:
    """Whose turn, Mac's row, piles, hands and scores are there without a tap."""
    phone = visit().open("/")

    assert phone.reads("#turn .turn-words") == "Bob’s turn"
    assert phone.reads("#mac .zone-head") == "Mac6 cards"
    names = phone.page.eval_on_selector_all(
        "#mac button.card, #piles button.card",
        "all => all.map(e => e.querySelector('.unseen').textContent)",
    )
    assert names[:2] == ["red 7", "green 11"]
    assert "yellow 10, left" in names
    assert phone.page.get_attribute(".draw-count", "aria-label") == (
        "About 35 to 38 cards left in the draw pile"
    )
    assert phone.page.get_attribute(".person:first-child .won", "aria-label") == (
        "1 of 3 Murphy cards solved"
    )


def test_every_colour_is_told_three_ways(table: Companion, visit: Visiting) -> None:
    """Nobody needs to see colours: a numeral, a letter and a shape say the same."""
    phone = visit().open("/")

    phone.page.wait_for_selector("#mac svg")
    shapes = phone.page.eval_on_selector_all(
        "#mac svg",
        "all => all.map(e => [e.querySelector('.letter').textContent, e.querySelector('.shape').tagName])",
    )

    assert {tuple(shape) for shape in shapes} == {("R", "circle"), ("G", "rect"), ("Y", "polygon")}


@pytest.mark.slow
def test_a_cards_number_stands_beside_its_sign(table: Companion, visit: Visiting) -> None:
    """Both can be read: neither lies over the other, whatever kind of card it is."""
    page = visit().open("/").page

    assert [] == page.evaluate(
        """async () => {
          const { cardPicture } = await import("/static/games/dumm-gelaufen/cards.js");
          return ["M09", "A04", "K12"].filter((face) => {
            const card = cardPicture(face);
            document.body.append(card);
            const [sign, number] = [".icon path", ".corner"].map((each) => card.querySelector(each).getBoundingClientRect());
            card.remove();
            return number.bottom > sign.top && number.right > sign.left;
          });
        }"""
    )


@pytest.mark.slow
def test_a_card_says_what_it_does(table: Companion, visit: Visiting) -> None:
    """A tap on any card explains it."""
    phone = visit().open("/")

    phone.page.click("[data-focus=pile-actions]")

    assert phone.reads("dialog h2") == words("en").say("card.K07")
    assert phone.reads("dialog .does") == words("en").say("does.K07")


@pytest.mark.slow
def test_covered_is_not_empty(table: Companion, visit: Visiting) -> None:
    """A zone under a hand is shown as it was, and said to be covered."""
    phone = visit().open("/")
    table.show(covered=["mac"])

    assert phone.reads("#mac .cover") == "covered"
    assert phone.page.locator("#mac .card").count() == 6


@pytest.mark.slow
def test_a_turn_is_told_once(table: Companion, visit: Visiting) -> None:
    """As it was told last; an action card where it struck, not again as a turn; questions where they are asked."""
    told: list[tuple[str, str, int | None, dict[str, Any]]] = [
        ("move", "page.turn.you", 1, {"turn": 7}),
        ("keep", "page.turn.paused", 2, {"card": "K07-1"}),
        ("corrected", "page.turn.decide", 1, {"turn": 7}),
        ("move", "page.turn.nobody", 2, {"turn": 8, "card": "K07-1"}),
        ("question", "page.questions", 1, {}),
        ("set-up", "page.piles", None, {}),
    ]
    phone, tv = visit().open("/"), visit(TV).open("/tv")
    for kind, key, player, params in told:
        table.tell(kind, message(key), player, **params)
    phone.page.wait_for_selector("#latest .line-corrected")
    assert "Action card" == phone.reads("[data-moment=keep] .moment-kind")
    table.show(moves=[turn_of_bob()])
    phone.page.wait_for_selector("#assumed [data-move='7']")
    assert not phone.page.locator("#latest *").count()

    lines = phone.page.locator("#news .line-text").all_text_contents()
    assert ["You have to decide", "Paused"] == lines
    becomes(tv.page, "#news .line-text", "Questions")


@pytest.mark.slow
def test_nothing_moves_across_the_room(table: Companion, visit: Visiting) -> None:
    """What is said takes a line or two, or gives way to a question: the cards lie where they lay."""
    page = visit(TV).open("/tv").page
    lie = [page.locator(".tv .card").first.bounding_box()]
    for name in ("Ann", "Ann" * 30):
        table.tell("move", message("page.turn.somebody", name=name), 0)
        page.wait_for_function(
            "name => document.querySelector('#news .line-text')?.textContent.startsWith(name + '’')",
            arg=name,
        )
        lie.append(page.locator(".tv .card").first.bounding_box())
    table.show(questions=[QUESTION])
    page.wait_for_selector("#notices .notice")
    lie.append(page.locator(".tv .card").first.bounding_box())

    assert [lie[0]] * 4 == lie


@pytest.mark.slow
def test_an_at_once_card_fills_the_screen(table: Companion, visit: Visiting) -> None:
    """Nobody overlooks it, and a screen reader says it at once."""
    phone = visit().open("/")

    table.tell("at-once", message("card.A04"), 2, card="A04-1")

    assert phone.reads("dialog.moment .moment-text") == words("en").say("does.A04")
    assert phone.reads("dialog.moment .moment-who") == "Cem"
    assert phone.reads("#assertive") == words("en").say("card.A04")
    phone.page.click("dialog.moment .moment-close")
    phone.page.wait_for_selector("dialog.moment", state="detached")


@pytest.mark.slow
def test_a_winner_has_a_star_more_at_once(table: Companion, visit: Visiting) -> None:
    """The announcement may be ahead of the view: the new star shines all the same."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")
    table.tell("round-won", message("card.M16"), 0, task="M16")

    phone.page.wait_for_selector("dialog[data-moment=round-won]")
    stars = phone.page.get_attribute(".moment-stars", "aria-label")
    assert stars == "2 of 3 Murphy cards solved"


def test_a_claim_by_tap_and_why_it_fails(table: Companion, visit: Visiting) -> None:
    """The verdict is on every screen, its reason marked on the very card."""
    phone, other = seated(visit(), 1), visit().open("/")
    phone.page.click("#claim")
    phone.page.click("#claim-tap")
    phone.page.click("#pick-task")
    phone.page.click("dialog [data-face=M19]")
    for face in ("R05", "G04"):
        phone.page.click(f"dialog .key[data-face={face}]")
    # A slip of the finger, and the page anew: nothing of it is lost.
    phone.page.click("dialog .close")
    phone.open("/").page.click("#claim")
    assert phone.reads(".task-words strong") == words("en").say("card.M19")
    phone.page.click("#claim-send")
    phone.page.click("#claim-aloud")

    for screen in (phone, other):
        # Before it was said aloud its sheet had a verdict, too.
        assert screen.reads(".moment .verdict-word").endswith(words("en").say("verdict.no"))
        bad = screen.page.eval_on_selector_all(
            ".moment .verdict-hand .is-bad", "all => all.map(e => e.dataset.card)"
        )
        assert bad == ["G04-1"]
    phone.tap(".moment-close")
    phone.page.wait_for_selector("dialog", state="detached")
    phone.page.click("#claim")
    phone.page.wait_for_selector("#claim-tap")


@pytest.mark.slow
def test_what_was_begun_to_be_claimed_is_dropped(table: Companion, visit: Visiting) -> None:
    """By a tap, or as another moment's: a round later it would be another hand."""
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    phone.page.click("#claim-tap")
    phone.page.click("dialog .key[data-face=R05]")
    phone.page.click("dialog [data-focus=anew]")
    phone.page.click("#claim-tap")
    phone.page.wait_for_selector("dialog .key")
    assert not phone.page.locator("dialog .hand .card").count()
    phone.page.click("dialog .key[data-face=R05]")
    table.show(round=3)
    phone.page.wait_for_selector("dialog", state="detached")

    phone.page.click("#claim")
    phone.page.wait_for_selector("#claim-tap")


def picture(width: int = 640, height: int = 480) -> FilePayload:
    """A photograph of something."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#8a7550").save(file, "JPEG")
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


@pytest.mark.slow
def test_a_claim_by_photo_put_right_by_tap(table: Companion, visit: Visiting) -> None:
    """The cards appear as they were read; a wrong one is taken away, a missing one added, and a further picture keeps to that."""
    corners = [[10, 10], [60, 10], [60, 60], [10, 60]]
    cards = ("M19-1", "R05-1", "G04-1", "K02-1")
    table.others.read = {
        "tags": [{"card": card, "corners": corners} for card in cards],
        "unknown": ["DG1-X99-1"],
    }
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    phone.page.set_input_files("#claim-gallery", files=[picture(), picture()])

    assert phone.reads(".task-words strong") == words("en").say("card.M19")
    assert phone.page.locator("dialog .hand .card").count() == 3
    phone.page.click("dialog .hand [data-card=G04-1]")
    for face in ("Y05", "G05"):
        phone.page.click(f"dialog .key[data-face={face}]")
    # One picture more, on which one of those that were tapped is seen.
    seen = [{"card": card, "corners": corners} for card in (*cards, "G05-2", "Y02-1")]
    table.others.read["tags"] = seen
    phone.page.set_input_files("#claim-more", files=[picture()])
    phone.page.wait_for_selector("dialog .hand [data-card=G05-2]")
    hand = "all => all.map(card => card.dataset.card)"
    assert ["R05-1", "K02-1", "G05-2", "Y02-1", "Y05"] == phone.page.eval_on_selector_all(
        "dialog .hand .card", hand
    )

    # And one of nothing: all is as it was.
    table.others.read["tags"] = []
    phone.page.set_input_files("#claim-more", files=[picture()])
    assert phone.reads("dialog [role=alert]") == words("en").say("claim.nothing-read")
    assert 5 == phone.page.locator("dialog .hand .card").count()
    phone.page.click("dialog .hand [data-card=Y02-1]")
    phone.page.click("#claim-send")

    assert phone.reads(".verdict-word").endswith(words("en").say("verdict.yes"))


@pytest.mark.slow
@pytest.mark.parametrize("what", ["text", pytest.param("heic", marks=LATER)])
def test_a_picture_that_is_none(table: Companion, visit: Visiting, what: str) -> None:
    """One clear sentence, and the way back to try again."""
    bytes_of = {"text": b"no picture at all", "heic": b"\0\0\0\x18ftypheic" + bytes(64)}
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    bad: FilePayload = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": bytes_of[what]}
    phone.page.set_input_files("#claim-gallery", files=[bad])

    said = phone.reads("dialog [role=alert]")
    key = {"text": "format", "heic": "heic"}[what]
    assert said == words("en").say(f"web.photo.{key}")
    assert phone.page.locator("#claim-tap").is_visible()


@pytest.mark.slow
def test_a_verdict_without_a_game(table: Companion, visit: Visiting) -> None:
    """The page for checking judges every tap at once, and its reason is in sight however many cards it names."""
    phone = visit(FINGERS).open("/verify")
    phone.page.click("#pick-task")
    phone.page.click("dialog [data-face=M10]")
    for face in ("R01", "R03", "R04", "R04", "R08"):
        phone.page.click(f".key[data-face={face}]")

    phone.page.wait_for_selector("[data-verdict=yes]")
    phone.page.click(".key[data-face=G01]")
    phone.page.wait_for_selector("[data-verdict=no]")
    phone.page.click(".key[data-face=Y02]")
    becomes(phone.page, ".reasons li span:last-child", "More than one colour: red, green, yellow.")
    reasons, answer = (box(phone.page.locator(each)) for each in (".reasons", "#answer"))
    assert reasons["y"] + reasons["height"] <= answer["y"] + answer["height"]


@pytest.mark.slow
def test_nobody_knows_exactly(table: Companion, visit: Visiting) -> None:
    """A hand of which only a range is known is marked, in a word to be read and to be heard."""
    people = table.session.state.view["players"]
    table.show(players=[{**people[0], "cards": [9, 12]}, *people[1:]])
    phone = visit().open("/")

    assert "9–12" == phone.reads(".is-unsure")
    assert "9 to 12 cards" == phone.page.get_attribute(".is-unsure", "aria-label")
    assert phone.reads(".two-numbers").startswith("Two numbers")
