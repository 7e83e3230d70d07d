"""Journals from before journals named their game: they open, and come to what they came to then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.app.service.current_game import CurrentGame
from companion.errors import InputError
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.table.events import EVENTS, Event
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.settings import Settings
from tests.journal.evenings import keeps

NAMELESS = Path(__file__).parents[1] / "journals" / "nameless.jsonl"
"""Written by the program of then: an evening of the newer edition, an answer, a correction, a move taken back."""

WRITTEN = {
    "action-obeyed",
    "action-played",
    "at-once-card-shown",
    "at-once-cards-drawn",
    "card-demanded",
    "card-denied",
    "card-laid",
    "card-passed",
    "cards-dealt",
    "cards-taken",
    "cards-thrown-away",
    "claim-accepted",
    "claim-put-to-the-table",
    "claim-refused",
    "draw-pile-reshuffled",
    "game-joined",
    "game-started",
    "game-won",
    "hand-counted",
    "hands-swapped",
    "nothing-to-show",
    "player-left",
    "replenish-ended",
    "round-began",
    "round-won",
    "table-corrected",
    "task-dealt",
    "task-opened",
    "task-replaced",
    "task-stack-reshuffled",
    "tasks-swapped",
    "top-seen",
    "turn-given",
    "turn-passed",
}
"""What events have been called in journals so far."""


def opened() -> Journal:
    """That journal, in memory."""
    journal = Journal(None)
    journal.load(NAMELESS.read_text("utf-8").splitlines())
    return journal


def test_it_is_this_games() -> None:
    """Nothing in it says so; whatever game is first, and in its own edition."""
    with opened() as journal:
        current = CurrentGame(Settings(), "usb:0", journal, new=False)

    assert (GAME, "newer", False) == (current.package, current.edition, current.new)


def test_it_goes_on_where_it_stopped() -> None:
    """Who holds and has won what, whose turn it is and what lies on the table, as its own program saw it."""
    with opened() as journal:
        view = Session(GAME.played(), journal).view()

    assert ("rebuild", 2, 2) == (view["phase"], view["round"], view["turn"]["player"])
    assert [("Ann", [11, 11], ["M21"]), ("Bob", [4, 4], []), ("Cem", [4, 4], [])] == [
        (player["name"], player["cards"], player["won"]) for player in view["players"]
    ]
    assert {
        "actions": ["K09-1"],
        "mac": ["B01-1", "B08-1", "G11-1", "B08-2"],
        "open-left": ["Y09-1"],
        "open-right": ["B08-3"],
    } == view["zones"]


@pytest.mark.parametrize(
    "settings",
    [Settings(game="chess"), Settings(games={"chess": {"fps": 3.0}})],
    ids=["named", "set"],
)
def test_a_game_that_there_is_not_is_refused(settings: Settings) -> None:
    """Before anything is begun, in a sentence."""
    with opened() as journal, pytest.raises(InputError, match="chess"):
        CurrentGame(settings, "usb:0", journal, new=False)


def test_it_goes_on_where_its_game_is_asked_for_by_name() -> None:
    """The next game in it says which it is."""
    with opened() as journal:
        named = CurrentGame(Settings(game=GAME.name), "usb:0", journal, new=False)
        first = named.first()

    assert not named.new
    assert GAME.name == first["game"]


def test_events_are_called_what_they_were_called() -> None:
    """In a journal an event is known by its name alone: what is added is written here, what is there stays."""
    assert set(m.EVENTS) == WRITTEN


TOLD = {
    "accepted",
    "action",
    "asked",
    "assumed",
    "called",
    "claim",
    "claim-lacks",
    "claim-seen",
    "corrected",
    "doubt-settled",
    "facts",
    "given",
    "hand-shown",
    "illegal",
    "legal-again",
    "let-go",
    "move",
    "named",
    "no-turn",
    "offered",
    "out-of-step",
    "paused",
    "phase",
    "pinned",
    "put-back",
    "question",
    "question-closed",
    "rebuild",
    "rescan",
    "retold",
    "said",
    "set-up",
    "spent",
    "struck",
    "table",
    "turn-anew",
    "turn-goes-on",
    "withdrawn",
}
"""What events of the table have been called in journals so far."""
RETIRED = {"doubts", "ok", "signs", "sides"}
"""Fields that say nothing any more, or nothing that others do not say."""


def test_events_of_the_table_are_called_what_they_were_called() -> None:
    """Each by one name of its own, and none is left out."""
    kinds = EVENTS.kinds.values()
    assert set(EVENTS.kinds) == TOLD
    assert len(set(kinds)) == len(kinds)
    assert all(any(issubclass(k, of) for k in kinds) for of in get_args(Event))


def stored_events() -> list[Any]:
    """What that journal has of the table, as it was written."""
    lines = map(json.loads, NAMELESS.read_text("utf-8").splitlines())
    return [line["data"]["event"] for line in lines if line["kind"] == "event"]


def test_an_event_is_written_back_as_it_was() -> None:
    """It says the same, and is read as the same."""
    told = [*stored_events()]
    read = [*map(EVENTS.from_json, told)]
    again = [*map(EVENTS.to_json, read)]

    assert len(told) > 50
    assert [] == [
        one for one, other in zip(told, again, strict=True) if not keeps(other, one, RETIRED)
    ]
    assert read == [EVENTS.from_json(json.loads(json.dumps(one))) for one in again]
