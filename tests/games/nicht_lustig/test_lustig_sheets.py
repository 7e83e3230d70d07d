"""What Nicht lustig prints: both sides of every card, each with its own tag, and stickers for the boxed game's."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.cli import murphy
from companion.games.nicht_lustig.mat import DICE_SET, MAT, pieces
from companion.games.nicht_lustig.sheets import faces
from companion.words import LANGUAGES, words
from vision.printing.letters import measure
from vision.printing.marks import Mark, Symbol, Text


def payloads(marks: tuple[Mark, ...]) -> set[str]:
    return {mark.payload for mark in marks if isinstance(mark, Symbol)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_side_has_its_tag(language: str) -> None:
    """37 cards, two sides, both tags of a side the same; what is written fits on the card."""
    deck = faces(words(language))

    assert 37 == len(deck)
    for face in deck:
        code = face.payload.removesuffix("-1")
        assert ({f"{code}-1"}, {f"{code}-2"}) == (payloads(face.marks), payloads(face.other))
        for mark in (*face.marks, *face.other):
            if isinstance(mark, Text):
                share = {"left": 0.0, "centre": 0.5, "right": 1.0}[mark.align]
                reach = measure(mark) * (-1 if mark.turned else 1)
                ends = (mark.at[0] - share * reach, mark.at[0] + (1 - share) * reach)
                assert 0 < min(ends) < max(ends) < 59, mark.text


def test_what_the_mat_holds() -> None:
    """Display, tray and kept dice as docs/physical.md has them; 74 tags; two dice of each colour but pink."""
    assert ((4, 5, 6, 7), ["display", "tray", "kept"]) == (MAT.markers, [z.name for z in MAT.zones])
    assert 74 == len(pieces().payloads)
    assert {"black": 2, "red": 2, "white": 2, "pink": 1} == DICE_SET.colours


@pytest.mark.parametrize(
    ("what", "pages"), [pytest.param("cards", "10", marks=pytest.mark.prove), ("tags", "2")]
)
def test_sheets_are_printed(tmp_path: Path, what: str, pages: str) -> None:
    """Cards with their second sides behind them, stickers for either side of each."""
    line = ["print", what, "--game", "nicht-lustig", "-o", str(tmp_path / "a.pdf"), "--lang", "en"]
    told = CliRunner().invoke(murphy, [*line, *(["--backs"] if what == "cards" else [])])

    assert 0 == told.exit_code, told.output
    assert pages in told.stdout
