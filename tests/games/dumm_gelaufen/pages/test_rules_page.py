"""The page of the rules says what the program plays."""

import re

import pytest

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.edition import RULINGS, load_edition
from companion.games.dumm_gelaufen.knowledge.possibilities import MOST
from companion.kit.setup import OpenRule, Value
from companion.words import words
from tests.places import ROOT

PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
CLASSIC = load_edition("classic")
ENGLISH = words("en")
SECTIONS = ["A4", "A5", *["A6"] * 3, "A8", "C", "A9", *["C"] * 3, *["B"] * 6]
"""Where the rules tell of each setting, in order."""


def shown(value: Value) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize(("ruling", "section"), list(zip(RULINGS, SECTIONS, strict=True)))
def test_every_setting_is_on_the_page(ruling: OpenRule, section: str) -> None:
    """With its section, default, rivals, what the newer edition plays, and why."""
    rivals = ", ".join(map(shown, ruling.values[1:]))
    newer = shown(load_edition("newer").rulings.to_json()[ruling.name])
    why = f"{ENGLISH(ruling.question)} {ENGLISH(ruling.why)}"
    row = f"| `{ruling.name}` | {section} | {shown(ruling.default)} | {rivals} | {newer} | {why} |"

    assert row in PAGE


@pytest.mark.parametrize("card", CLASSIC.tasks + CLASSIC.actions, ids=str)
def test_every_card_is_on_the_page(card: Card) -> None:
    """With its name and its text."""
    text = ENGLISH(CLASSIC.text(card.face))

    assert f"| {card.face} | {ENGLISH(card.name)} | {text} |" in PAGE


def test_who_chooses_is_told_of_every_action_card() -> None:
    """Each of the 17 has its row among those who choose, and only one."""
    table = PAGE.split("Who chooses what")[1].split("\n* ")[0]
    told = re.findall(r"\b[AK]\d\d\b", "".join(re.findall(r"^\|([^|]*)\|", table, re.M)))

    assert [card.face for card in CLASSIC.actions] == sorted(told)


def test_every_claim_window_is_told_of() -> None:
    """With the moments it means."""
    windows = next(r.values for r in RULINGS if r.name == "claim_window")

    assert all(f"\n| `{window}` | " in PAGE for window in windows)


def test_every_section_that_the_code_names_is_on_the_page() -> None:
    """A comment that says "rules, A5" leads somewhere."""
    headings = set(re.findall(r"^#+ ([A-E]\d*)\.", PAGE, re.MULTILINE))
    headings |= set(re.findall(r"^\* \*\*(E\d)\.\*\*", PAGE, re.MULTILINE))
    rooms = ("companion", "vision", "hardware", "web")
    others = (ROOT / "companion/games/nicht_lustig", ROOT / "companion/games/lauf_rauf")
    sources = [
        path
        for room in rooms
        for path in (ROOT / room).rglob("*.py")
        if not any(map(path.is_relative_to, others))
    ]
    named = {
        section
        for path in sources
        for text in re.findall(r"\(rules, ([^)]*)\)", path.read_text("utf-8"))
        for section in re.findall(r"\b[A-G]\d*\b", text)
    }

    assert named
    assert named <= headings


def test_how_far_knowledge_is_exact() -> None:
    """The number of outcomes told apart is the one on the page."""
    assert f"no more than {MOST} outcomes" in PAGE
