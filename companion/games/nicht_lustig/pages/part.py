"""This game's part of the pages: its files, and the functions that the shell calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.games.nicht_lustig import GAME
from companion.games.nicht_lustig.model.decisions import DECISIONS
from companion.games.nicht_lustig.tracker.showing import view
from companion.games.nicht_lustig.tracker.sitting import LustigSitting
from companion.games.nicht_lustig.tracker.tapping import playable
from companion.rules import Json
from web.game_pages import GamePages, on_the_table

HERE: Final = Path(__file__).parent


def pages(
    sitting: Callable[[], LustigSitting | None], setup: Callable[[Json], Json]
) -> GamePages:
    """The pages of the game whose state is ``sitting()`` (None: another game is being played)."""

    here = on_the_table(sitting)

    return GamePages(
        name=GAME.name,
        titles=GAME.titles,
        folder=HERE / "static",
        styles=("dice.css", "areas.css"),
        players=GAME.players,
        forms={GAME.edition: GAME.setup_form(GAME.edition)},
        legal=lambda player: [DECISIONS.to_json(m) for m in playable(here(), player)],
        setup=lambda given: setup(GAME.setup(given)),
        anybodys=lambda correction: _anybodys(here(), correction),
        unsure=lambda: [m for m in view(here())["moves"] if not m["sure"]],
    )


def _anybodys(sitting: LustigSitting, correction: Json) -> bool:
    """Whether any seat may make a correction: what an unseen turn was, ending or giving a turn, and nothing beyond that."""
    played = sitting.goes_on
    match correction:
        case {"do": "was", "move": int(), "choice": str(), **more}:
            return not more
        case {"do": "done", **more}:
            return not more and played
        case {"do": "turn", "player": int(), **more}:
            return not more and played
        case _:
            return False
