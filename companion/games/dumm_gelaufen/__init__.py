"""The game Dumm gelaufen. Its rules are pure: no input or output, no clock, no threads, no global randomness."""

from typing import TYPE_CHECKING, Final

from companion.announce import Message
from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.sounds import ANNOUNCED, SOUNDS
from companion.games.package import GamePackage, Robots, later

__all__ = ["GAME"]

if TYPE_CHECKING:
    from companion.games.dumm_gelaufen import (
        examples,
        pages,
        painted,
        programs,
        reports,
        robots,
        setup,
        sheets,
        table,
    )
else:
    examples, pages, painted, programs, reports, robots, setup, sheets, table = later(
        __name__,
        *("examples", "pages", "painted", "programs", "reports"),
        *("robots", "setup", "sheets", "table"),
    )


def _stranger(edition: str, text: str) -> Message | None:
    try:
        load_edition(edition).parse_payload(text)
    except CardError as error:
        return None if error.message.key == "card.malformed" else error.message
    return None


GAME: Final = GamePackage(
    module=__name__,
    name="dumm-gelaufen",
    titles=dict.fromkeys(("de", "en", "nl"), "Dumm gelaufen"),
    first=True,
    players=(2, 6),
    rules=lambda: table.TABLE_GAME,
    editions=EDITIONS,
    payloads=("DG1", "DG2"),
    mat=MAT,
    pieces=pieces,
    stranger=_stranger,
    setup=setup.agreed,
    setup_form=setup.form,
    pages=pages.pages,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    seat_button=lambda seat: {"do": "claimant", "player": seat},
    commands={"verify": f"{__name__}.verify"},
    lines=reports.WatchLines,
    sheets=sheets.sheets,
    table_picture=sheets.table_picture,
    robots=Robots(("greedy", "random"), robots.simulated),
    engine=programs.DummGelaufen,
    highlights=reports.highlights,
    painted=lambda: painted.PAINTED,
    examples=lambda: examples.EXAMPLES,
)
