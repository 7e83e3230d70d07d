"""Games as pictures to send around: what stands on them, of every game, whatever people are called."""

from contextlib import closing
from io import BytesIO
from typing import Any

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image

from companion import games
from companion.app.service.drawings import PX_PER_MM, headline, picture_of, sheets
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.words import words
from tests.web.home import home
from vision.printing.marks import Text
from vision.printing.poster import SEATS, WIDTH, Poster, poster

PICTURED = [game for game in games.games() if game.table_picture]
NAMES = ("Ann", "José", "Мария")


PRINTED = sorted({kind for game in games.games() for kind in game.prints})


def session_of(package: GamePackage, names: tuple[str, ...] = NAMES) -> Session[Any]:
    """A game that begins now."""
    setup = package.setup({"players": [*names], "edition": package.edition})
    return Session(package.played(), Journal(None), setup=setup)


def seen(png: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


@pytest.mark.parametrize("package", PICTURED, ids=lambda package: package.name)
def test_every_game_has_a_picture(package: GamePackage) -> None:
    """As wide as phones show pictures, with everybody's colour on it."""
    picture = seen(picture_of(session_of(package), "de"))

    assert WIDTH * PX_PER_MM == picture.shape[1]
    for seat in range(len(NAMES)):
        assert (picture == SEATS[seat]).all(axis=2).sum() > 500


def test_a_game_that_ends_as_it_is_drawn_is_drawn_all_the_same() -> None:
    """Another one is begun in the moment after its state was asked for."""
    first, second = PICTURED[:2]

    class Overtaken(Session[Any]):
        waits = False

        @property
        def state(self) -> Any:
            state, waits, self.waits = super().state, self.waits, False
            if waits:
                self.begin(second.setup({"players": ["Ann", "Bob"]}), game=second.played())
            return state

    drawn = Overtaken(first.played(), Journal(None), setup=first.setup({"players": ["Ann", "Bob"]}))

    drawn.waits = True

    assert WIDTH * PX_PER_MM == seen(picture_of(drawn, "de")).shape[1]


@pytest.mark.parametrize("package", PICTURED, ids=lambda package: package.name)
@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_who_leads_stands_first(package: GamePackage, language: str) -> None:
    """Whatever the game counts; what everybody has stands beside the name."""
    assert package.table_picture is not None
    session = session_of(package)
    view, rules = session.view(), session.state.state
    table = package.table_picture(view, rules, words(language))
    last = tuple(
        standing if seat < 2 else type(standing)(standing.by + 1, standing.has)
        for seat, standing in enumerate(table.standings)
    )
    told = Poster(package.title(language), "", "", NAMES)
    marks, (wide, high) = poster(told, type(table)(table.marks, table.size, last))
    texts = [mark.text for mark in marks if isinstance(mark, Text)]

    assert ["Мария", "Ann", "José"] == [text for text in texts if text in NAMES]
    assert all(standing.has in texts for standing in last)
    # Nothing sticks out.
    for mark in table.marks:
        if not isinstance(mark, Text) and hasattr(mark, "points"):
            assert all(-1 <= x <= table.size[0] + 1 for x, _ in mark.points)
            assert all(-1 <= y <= table.size[1] + 1 for _, y in mark.points)
    assert table.size[1] * WIDTH / table.size[0] < high < 3 * wide


def test_a_game_without_a_picture_of_its_own() -> None:
    """It shows who plays."""
    marks, _ = poster(Poster("A game", "So far", "", ("Ann", "Bob")), None)
    texts = [mark.text for mark in marks if isinstance(mark, Text)]

    assert ["A game", "So far", "Ann", "Bob"] == [text for text in texts if text]


@pytest.mark.parametrize(
    ("over", "says"),
    [
        ({"winner": 1, "winners": [1]}, "José has won!"),
        ({"winner": 0, "winners": [0, 2]}, "A shared win: Ann, Мария"),
        ({"winner": None, "winners": [], "phase": "over"}, "The game is over"),
        ({"turn": {"player": 2}, "phase": "play"}, "Мария’s turn"),
        ({"turn": None, "phase": "set-up"}, "So far"),
    ],
)
def test_what_stands_above(over: dict[str, Any], says: str) -> None:
    """Who has won, or whose turn it is."""
    assert says == headline(over, NAMES, words("en"))


@pytest.mark.parametrize("kind", PRINTED)
def test_whatever_a_game_prints_has_an_address(kind: str) -> None:
    """Each link of the host's page leads to a sheet of that kind."""
    with closing(home()) as house:
        answer = house.host().get(f"/host/print/{kind}.pdf")

        assert 200 == answer.status_code
        assert [kind] == [printed for printed, *_ in house.others.printed]


@pytest.mark.parametrize("package", games.games(), ids=lambda package: package.name)
@pytest.mark.parametrize("kind", ["start", "tags", "cards"])
def test_an_edition_that_there_is_not_is_refused(package: GamePackage, kind: str) -> None:
    """Whatever is printed, with those that there are."""
    wired = {"sheets": sheets(lambda: (package, package.edition))}
    with closing(home(wired=wired)) as house:
        answer = house.host().get(f"/host/print/{kind}.pdf?edition=zzz")

    only = "usage.edition" if any(package.editions) else "usage.one-edition"
    assert (400, only) == (answer.status_code, answer.get_json()["error"])


def test_the_host_is_given_a_stand_to_print() -> None:
    """A PDF, of the game that is named, whatever is played."""
    played, asked = games.game("yatzy"), games.game("lauf-rauf")
    wired = {"sheets": sheets(lambda: (played, played.edition))}
    with closing(home(wired=wired)) as house:
        answer = house.host().get(f"/host/print/stand.pdf?game={asked.name}&lang=en")

    page = pypdfium2.PdfDocument(answer.data)[0]
    assert asked.title("en") in page.get_textpage().get_text_range()
