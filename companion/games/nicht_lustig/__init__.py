"""The game Nicht lustig. Its rules are pure: no I/O, no clock, no threads, no global randomness."""

from __future__ import annotations

from typing import Final

from companion.games.nicht_lustig.mat import DICE_SET, EDITION, MAT, PAYLOAD, pieces
from companion.games.nicht_lustig.setup import AGREEMENT
from companion.games.nicht_lustig.sounds import ANNOUNCED, SOUNDS
from companion.games.package import GamePackage, Later, Robots

__all__ = ["GAME"]

LATER: Final = Later(__name__)

GAME: Final = GamePackage(
    module=__name__,
    name="nicht-lustig",
    titles=dict.fromkeys(("de", "en", "nl"), "Nicht lustig"),
    players=AGREEMENT.players,
    rules=LATER.value("table.TABLE_GAME"),
    editions=(EDITION,),
    payloads=(PAYLOAD,),
    mat=MAT,
    pieces=pieces,
    dice=DICE_SET,
    setup=AGREEMENT.agreed,
    setup_form=AGREEMENT.form,
    pages=LATER.call("pages.pages"),
    sounds=SOUNDS,
    announced=ANNOUNCED,
    done_button={"do": "done"},
    lines=LATER.call("reports.watch_lines"),
    sheets=lambda edition, words: LATER.call("sheets.faces")(words),
    robots=Robots(("greedy", "random"), LATER.call("robots.simulated")),
    painted=LATER.value("painted.PAINTED"),
    engine=LATER.call("programs.NichtLustig"),
    legal=lambda asked: LATER.call("programs.NichtLustig")().legal(asked),
    highlights=LATER.call("reports.highlights"),
    score=lambda asked: LATER.call("programs.NichtLustig")().score(asked),
)
