"""A scripted table of this game: its own pages over the real server, showing what a test says."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.announce import Announcement, message
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.deck.solves import solve, verdict_to_json
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.pages.claim_routes import routes
from companion.games.dumm_gelaufen.setup import agreed
from companion.rules import Json
from tests.web import scripted
from tests.web.scripted import Others
from web.game_pages import GamePages, Submission

SOURCES = (
    [["mac", "R07-2"]],
    [["mac", "R07-2"], ["mac", "G11-1"]],
    [["open-left", "Y10-1"]],
    [["open-left", "Y10-1"], ["open-right", "G09-2"]],
    [["draw", None]],
    [["draw", None], ["draw", None]],
)
TURN: tuple[Json, ...] = (
    *({"move": "take", "player": 1, "cards": cards} for cards in SOURCES),
    {"move": "play-action", "player": 1, "card": "K01-1"},
)
"""What Bob may do."""


def opening(
    players: Sequence[str] = ("Ann", "Bob", "Cem"), edition: str = "classic"
) -> dict[str, Any]:
    """A table in the second round: Mac has six cards, Bob is next."""
    return {
        "game": "dumm-gelaufen",
        "edition": edition,
        "round": 2,
        "phase": "play",
        "turn": {"player": 1, "since": 0.0, "deciding": 1, "offered": None},
        "players": [
            {"name": name, "cards": [8 + i, 8 + i], "won": ["M10"][: int(i == 0)]}
            for i, name in enumerate(players)
        ],
        "zones": {
            "mac": ["R07-2", "G11-1", "Y03-1", "G04-2", "R10-1", "Y08-3"],
            "open-left": ["Y10-1", "R02-1"],
            "open-right": ["G09-2"],
            "actions": ["K07-1"],
        },
        "covered": [],
        "draw": [35, 38],
        "questions": [],
        "setup": None,
        "troubles": [],
        "moves": [],
        "claim": None,
        "winner": None,
        "paused": False,
        "camera": True,
    }


def shown_pages(others: Others, edition: str = "classic") -> GamePages:
    """The game's own, but for what a script says."""
    played = load_edition(edition)
    state = SimpleNamespace(edition=played, rulings=played.rulings, hands=())
    here: Any = SimpleNamespace(state=state, stage="play", goes_on=True)
    return replace(
        others.pages(pages(lambda: here, dict)),
        routes=routes(lambda: here.state, _claim),
        setup=lambda given: {"players": agreed(given)["players"], "edition": given["edition"]},
    )


def _claim(
    state: Any, by: int | None, task: str, hand: Sequence[str], kept: int | None
) -> Submission:
    solved = solve(task, hand, None, load_edition("classic"))
    verdict = verdict_to_json(solved.judge(), solved.spelled)
    reasons = [{**reason, "text": reason["text"].to_json()} for reason in verdict["reasons"]]
    shown = [card.code for card in solved.hand]
    params = {**verdict, "reasons": reasons, "hand": shown}
    said = Announcement("claim", message(f"verdict.{verdict['verdict']}"), by, params)
    told = {**verdict, "missing": 0}
    return Submission({"show": {}, "tell": [said.to_json()]}, told)


def companion(
    players: Sequence[str] = ("Ann", "Bob", "Cem"), edition: str = "classic"
) -> AbstractContextManager[scripted.Companion]:
    """A companion with a scripted table of this game."""
    setup = {"players": list(players), "edition": edition}
    return scripted.companion(setup, opening, lambda others: shown_pages(others, edition))
