"""This game's part of the pages: its files, its routes, and what the shell needs from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.model import events, moves
from companion.games.dumm_gelaufen.model.moves import mover
from companion.games.dumm_gelaufen.model.public import public
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.pages.claim_routes import routes
from companion.games.dumm_gelaufen.referee.showing import told_json
from companion.games.dumm_gelaufen.referee.sitting import DummSitting
from companion.games.dumm_gelaufen.rules.rulebook import lapsed, legal
from companion.games.dumm_gelaufen.setup import asked
from companion.rules import Json
from web.game_pages import GamePages, OwnPage, on_the_table

HERE: Final = Path(__file__).parent


def pages(
    sitting: Callable[[], DummSitting | None], setup: Callable[[Json], Json]
) -> GamePages:
    """The pages of the game that now stands as ``sitting()`` (None: another one is played).

    ``setup`` makes the set-up of a session of what ``asked`` gives.
    """

    here = on_the_table(sitting)

    return GamePages(
        name=GAME.name,
        titles=GAME.titles,
        folder=HERE / "static",
        styles=("cards.css", "zones.css", "moments.css", "entering.css"),
        pages=(
            OwnPage("/verify", "check.title", "verify.js"),
            OwnPage("/mine", "mine.title", "mine.js"),
        ),
        routes=routes(lambda: _state(sitting())),
        players=GAME.players,
        forms={name: GAME.setup_form(name) for name in GAME.editions},
        legal=lambda player: _legal(here().state, player),
        setup=lambda given: setup(asked(given)),
        public=_public,
        anybodys=lambda correction: _anybodys(here(), correction),
        unsure=lambda: _unsure(here()),
    )


def _state(sitting: DummSitting | None) -> State | None:
    return None if sitting is None else sitting.state


def _public(event: Json) -> Json:
    """A fact of the rules as everybody saw it; of what the companion tells, the facts in it."""
    if event["event"] in events.NAMES:
        return events.to_json(public(events.from_json(event)))
    if "facts" in event:
        return {**event, "facts": [_public(fact) for fact in event["facts"]]}
    return event


# Corrections ------------------------------------------------------------------


def _anybodys(sitting: DummSitting, correction: Json) -> bool:
    """An assumed turn that was another one, and, while there is play, whose turn it is: nothing else, and nothing more."""
    match correction:
        case {"do": "was", "move": int(), "choice": str(), **more}:
            return not more
        case {"do": "turn-done", **more}:
            return not more and _is_played(sitting)
        case {"event": "turn-given", "player": int(), **more}:
            return not more and _is_played(sitting)
        case _:
            return False


def _is_played(sitting: DummSitting) -> bool:
    return sitting.phase == "play" and not sitting.is_paused


def _unsure(sitting: DummSitting) -> Sequence[Json]:
    """The turns that may have been others, as the view tells them, with the entry that brought each."""
    doubtful = (told for told in sitting.told if told.rivals and not told.sure)
    players = sitting.setup.players
    return [told_json(told, players) | {"entry": told.entry} for told in doubtful]


# What may be done -----------------------------------------------------------------


def _legal(state: State, player: int) -> Sequence[Json]:
    later = lapsed(state)
    found = (*legal(state), *(legal(later) if later is not None else ()))
    mine = (move for move in found if mover(move) in (player, None))
    return [moves.to_json(move) for move in dict.fromkeys(mine)]
