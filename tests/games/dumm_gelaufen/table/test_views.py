"""The public view of a table: whose turn it is, who decides, what an action card wants of whom, what lies open, who has won what."""

from dataclasses import replace
from typing import Any

import pytest

from companion.announce import Message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.setup import Setup
from companion.games.dumm_gelaufen.table.state import TableState, start
from companion.games.dumm_gelaufen.table.views import view
from companion.table import Table
from companion.words import words
from tests.games.dumm_gelaufen.staged import table

TASK = Card.parse("M10-1")


def lying(state: m.State, **more: Any) -> TableState:
    """Three at a table without a camera, in the middle of a game."""
    begun = start(Setup(players=("Ann", "Bob", "Cem"), camera=False))
    return replace(begun, state=state, base=state, stage="play", since=7.0, **more)


def obey(card: str, *asked: int, **more: Any) -> m.Obey:
    """Ann obeys an action card, and these still have to decide something for it."""
    return m.Obey(0, Card.parse(card), asked, **more)


@pytest.mark.parametrize(
    ("pending", "player", "deciding", "offered", "shows"),
    [
        (m.Turn(0), 0, 0, None, None),
        (m.Turn(2), 2, 2, None, None),
        (m.MayClaim(0), 1, 1, 0, None),
        (m.ToLay(0, "mac", 1), 0, 0, None, None),
        (obey("K11-1", 1), 0, 1, None, None),
        (obey("K08-1"), 0, 0, None, None),
        (m.ToShow(0), 1, 1, None, 0),
        (m.InDoubt(0, TASK, ()), None, None, None, None),
        (m.Over(0), None, None, None, None),
    ],
    ids=str,
)
def test_whose_turn_it_is_and_who_decides(
    pending: m.Pending,
    player: int | None,
    deciding: int | None,
    offered: int | None,
    shows: int | None,
) -> None:
    """What is only on offer holds nobody up: the next one may begin."""
    told = view(lying(table(8, 9, 10, left="R9", pending=pending)))["turn"]

    assert (player, deciding) == (told["player"], told["deciding"])
    assert (offered, shows, 7.0) == (told["offered"], told["shows"], told["since"])


@pytest.mark.parametrize(
    ("pending", "left", "said"),
    [
        (obey("K08-1", count=4), 4, "Ann: obey “"),
        (obey("K10-1", 1, detail="Y09"), 0, "Bob: Ann wants your yellow 9."),
        (obey("K06-1", 2), 0, "Cem: give Ann one card of your choice."),
        (obey("K11-1", 1), 0, "Bob: lay one number card on an open pile."),
        (obey("A01-1", 1), 0, "Bob: “"),
    ],
)
def test_what_an_action_card_wants_is_said_to_who_has_to_decide(
    pending: m.Obey, left: int, said: str
) -> None:
    """In words, where no camera sees it done."""
    asked = lying(table(8, 9, 10, left="R9", pending=pending))

    told = view(asked)["turn"]["asks"]

    assert (pending.card.face, 0, left) == (told["card"], told["by"], told["left"])
    assert words("en")(Message.from_json(told["text"])).startswith(said)
    assert view(replace(asked, setup=replace(asked.setup, camera=True)))["turn"]["asks"] is None


@pytest.mark.parametrize("stage", ["set-up", "over"])
def test_it_is_nobodys_turn_before_and_after_a_game(stage: Any) -> None:
    """Though the rules may know whose it would be; while the table is laid out again it is somebody's."""
    now = lying(table(8, 9, 10))

    assert view(replace(now, stage=stage))["turn"] is None
    assert view(replace(now, stage="rebuild"))["turn"] is not None


def test_a_top_that_nobody_has_read_is_said_to_lie_there() -> None:
    """With a camera what it reads there is shown, whatever is believed; nothing is said to lie where nothing does."""
    state = replace(table(8, 9, 10, right="Y7"), left=(None, Card.parse("R09-1")))
    tapped = lying(state)
    camera = replace(tapped.setup, camera=True)
    reads = Table({"open-left": ("R08-1",), "open-right": ("Y07-1",)})
    seen = replace(tapped, setup=camera, table=reads)

    unread = view(replace(seen, table=Table()))["zones"]

    assert ([None], ["Y07-1"]) == tuple(view(tapped)["zones"][z] for z in reads.zones)
    assert (["R08-1"], ["Y07-1"]) == tuple(view(seen)["zones"][z] for z in reads.zones)
    assert ([None], None) == (unread["open-left"], unread.get("open-right"))


def test_everybody_has_what_he_has_won() -> None:
    """Who has left the game is still named; before the deal nobody has anything."""
    state = table(8, 9, 10)
    won = ((), (TASK, Card.parse("M01-1")), ())
    later = replace(state, murphys=replace(state.murphys, won=won), left_game=frozenset({2}))

    ann, bob, cem = view(lying(later))["players"]

    assert ([8, 8], [], False) == (ann["cards"], ann["won"], ann["left"])
    assert ("Bob", [9, 9], ["M10", "M01"]) == (bob["name"], bob["cards"], bob["won"])
    assert cem["left"]
    before = view(start(Setup(players=("Ann", "Bob"))))
    assert [([0, 0], []), ([0, 0], [])] == [(p["cards"], p["won"]) for p in before["players"]]
    assert ([0, 0], None) == (before["draw"], before["turn"])
