"""The game Kniffel (Yahtzee), from outside the house. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import Final

from companion.games.package import GamePackage, Later, Robots

from .mat import DICE_SET, MAT
from .model import AGREEMENT
from .sounds import ANNOUNCED, SOUNDS

LATER: Final = Later(__name__)

GAME: Final = GamePackage(
    module=__name__,
    name="kniffel",
    titles={"de": "Kniffel", "en": "Yahtzee", "nl": "Yahtzee"},
    players=AGREEMENT.players,
    rules=LATER.value("table.TABLE_GAME"),
    mat=MAT,
    dice=DICE_SET,
    setup=AGREEMENT.agreed,
    setup_form=AGREEMENT.form,
    pages=LATER.call("pages.pages"),
    sounds=SOUNDS,
    announced=ANNOUNCED,
    done_button={"do": "done"},
    lines=LATER.call("reports.watch_lines"),
    robots=Robots(("greedy", "random"), LATER.call("robots.simulated")),
    painted=LATER.value("painted.PAINTED"),
    highlights=LATER.call("reports.highlights"),
)
