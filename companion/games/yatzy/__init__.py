"""The game Yatzy, on fifteen boxes or thirteen. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from typing import TYPE_CHECKING, Final

from companion.games.package import GamePackage, Robots, later
from companion.games.yatzy.mat import DICE_SET, MAT
from companion.games.yatzy.setup import AGREEMENT, agreed, form
from companion.games.yatzy.sounds import ANNOUNCED, SOUNDS

__all__ = ["GAME"]

if TYPE_CHECKING:
    from companion.games.yatzy import (
        examples,
        pages,
        painted,
        picture,
        programs,
        reports,
        robots,
        table,
    )
else:
    examples, pages, painted, programs, reports, robots, picture, table = later(
        __name__,
        *("examples", "pages", "painted", "programs", "reports", "robots", "picture", "table"),
    )

GAME: Final = GamePackage(
    module=__name__,
    name="yatzy",
    titles=dict.fromkeys(("de", "en", "nl"), "Yatzy"),
    players=AGREEMENT.players,
    rules=lambda: table.TABLE_GAME,
    mat=MAT,
    dice=DICE_SET,
    setup=agreed,
    setup_form=form,
    pages=pages.pages,
    table_picture=picture.table_picture,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    lines=reports.watch_lines,
    robots=Robots(("expert", "greedy", "random"), lambda asked: robots.GAMES.simulated(asked)),
    engine=programs.Yatzy,
    score=lambda asked: programs.Yatzy().score(asked),
    painted=lambda: painted.PAINTED,
    examples=lambda: examples.EXAMPLES,
    highlights=reports.highlights,
)
