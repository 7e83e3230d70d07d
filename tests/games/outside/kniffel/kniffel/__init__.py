"""The game Kniffel (Yahtzee), from outside the house. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.package import GamePackage, Robots, later

from .mat import DICE_SET, MAT
from .setup import AGREEMENT
from .sounds import ANNOUNCED, SOUNDS

if TYPE_CHECKING:
    from . import examples, pages, painted, programs, reports, robots, table
else:
    examples, pages, painted, programs, reports, robots, table = later(
        __name__, "examples", "pages", "painted", "programs", "reports", "robots", "table"
    )

GAME: Final = GamePackage(
    module=__name__,
    name="kniffel",
    titles={"de": "Kniffel", "en": "Yahtzee", "nl": "Yahtzee"},
    players=AGREEMENT.players,
    rules=lambda: table.TABLE_GAME,
    mat=MAT,
    dice=DICE_SET,
    setup=AGREEMENT.agreed,
    setup_form=AGREEMENT.form,
    pages=pages.pages,
    sounds=SOUNDS,
    announced=ANNOUNCED,
    lines=reports.watch_lines,
    robots=Robots(("greedy", "random"), lambda asked: robots.GAMES.simulated(asked)),
    engine=programs.Kniffel,
    score=lambda asked: programs.Kniffel().score(asked),
    painted=lambda: painted.PAINTED,
    examples=lambda: examples.EXAMPLES,
    highlights=reports.highlights,
)
