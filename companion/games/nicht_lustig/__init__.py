"""The game Nicht lustig. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from typing import TYPE_CHECKING, Final

from companion.games.nicht_lustig import mat, setup, sounds
from companion.games.package import GamePackage, Robots, later

__all__ = ["GAME"]

if TYPE_CHECKING:
    from companion.games.nicht_lustig import (
        examples,
        pages,
        painted,
        programs,
        reports,
        robots,
        sheets,
        table,
    )
else:
    examples, pages, painted, programs, reports, robots, sheets, table = later(
        __name__,
        *("examples", "pages", "painted", "programs"),
        *("reports", "robots", "sheets", "table"),
    )

GAME: Final = GamePackage(
    module=__name__,
    name="nicht-lustig",
    titles=dict.fromkeys(("de", "en", "nl"), "Nicht lustig"),
    players=setup.AGREEMENT.players,
    rules=lambda: table.TABLE_GAME,
    editions=(mat.EDITION,),
    payloads=(mat.PAYLOAD,),
    mat=mat.MAT,
    pieces=mat.pieces,
    dice=mat.DICE_SET,
    setup=setup.AGREEMENT.agreed,
    setup_form=setup.AGREEMENT.form,
    pages=pages.pages,
    sounds=sounds.SOUNDS,
    announced=sounds.ANNOUNCED,
    lines=reports.watch_lines,
    sheets=sheets.sheets,
    table_picture=sheets.table_picture,
    robots=Robots(("greedy", "random"), robots.simulated),
    painted=lambda: painted.PAINTED,
    examples=lambda: examples.EXAMPLES,
    engine=programs.NichtLustig,
    highlights=reports.highlights,
    score=lambda asked: programs.NichtLustig().score(asked),
)
