"""Who decides about a claim that the rules leave open: anybody but the claimant."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from tests.games.dumm_gelaufen.evening import session
from tests.games.dumm_gelaufen.table.test_by_tap import MAC, SETUP
from tests.games.dumm_gelaufen.table.test_claiming import HAND as OUT
from tests.games.dumm_gelaufen.table.test_claiming import lay
from tests.web.home import Home, Visit, real_home

HAND = ["R11", "R11", "R11", "Y11", "Y11", "Y11", "R10", "R10", "R10"]
"""Of Bob, before his exchange: a moment that the rules do not give him."""


@pytest.fixture
def house() -> Iterator[Home]:
    """Ann has the first turn; Bob claims."""
    begun: Session[TableState] = Session(TABLE_GAME, Journal(None), setup=SETUP)
    lies = {"event": "table-corrected", "mac": MAC, "left": ["Y10-1"], "right": ["G09-1"]}
    begun.correct(lies)
    with closing(real_home(begun)) as there:
        yield there


def claimed(house: Home) -> Visit:
    """The claimant's phone."""
    bob = house.seated(1)
    told = bob.post("/api/claims", {"task": "M17", "hand": HAND}).get_json()
    assert "depends" == told["verdict"]
    return bob


def question(visit: Visit) -> dict[str, Any]:
    (asked,) = visit.view()["questions"]
    return dict(asked)


def answers(visit: Visit, choice: str) -> tuple[int, str | None]:
    """What came of an answer: the status, and the key of what was wrong."""
    said = {"question": question(visit)["id"], "choice": choice}
    came = visit.post("/api/answers", said)
    return came.status_code, came.get_json().get("error")


def test_the_claimant_decides_nothing(house: Home) -> None:
    """Neither by an answer nor by a move, nor from another seat; it is nobody's turn to decide but everybody else's."""
    bob = claimed(house)
    asked = question(bob)

    assert (None, 1) == (asked["player"], asked["apart"])
    assert bob.view()["turn"]["deciding"] is None
    assert (403, "web.others-judge") == answers(bob, "accept")
    rule = {"move": {"move": "rule", "accept": True}}
    assert 403 == bob.post("/api/moves", rule).status_code
    assert [] == bob.get("/api/legal").get_json()["moves"]
    bob.sit(2)
    assert (403, "web.others-judge") == answers(bob, "accept")
    assert question(bob) == asked


@pytest.mark.parametrize(("choice", "won"), [("accept", ["M17"]), ("refuse", [])])
def test_another_player_decides(house: Home, choice: str, won: list[str]) -> None:
    """One that has nothing to do with the claim."""
    bob, ann = claimed(house), house.seated(0)

    assert 200 == answers(ann, choice)[0]
    assert won == bob.view()["players"][1]["won"]
    assert [] == bob.view()["questions"]


@pytest.mark.parametrize(
    ("choice", "kind", "said"),
    [
        (
            "refuse",
            "claim",
            "Leo has not solved “Nothing green”. The table does not accept it. The cards go back into the hand.",
        ),
        ("accept", "round-won", "Leo wins the round with “Nothing green”."),
    ],
)
def test_everybody_hears_what_the_table_decided(
    house: Home, choice: str, kind: str, said: str
) -> None:
    """Both ways: else the last that anybody reads is that it was asked."""
    bob, ann = claimed(house), house.seated(0)
    before = bob.view()["seq"]
    answers(ann, choice)
    told = [one for one in bob.view()["announcements"] if one["seq"] > before]

    assert (kind, said) == (told[0]["kind"], told[0]["text"]["en"])
    assert {"no"} >= {one["params"]["verdict"] for one in told if one["kind"] == "claim"}


def test_the_host_speaks_for_the_table(house: Home) -> None:
    """Also where he claims himself: then he says what the others decide."""
    bob = claimed(house)
    bob.give_pin()

    assert 200 == answers(bob, "accept")[0]


def test_nor_does_who_has_laid_a_claim_out() -> None:
    """Under the camera, too: whoever laid it, as it was seen, decides nothing; the others do."""
    told = session(ScriptConfig(4, 3), 1)
    cards = ("M17-1", *OUT[:9])
    lay(told, *cards)
    (claim,) = lay(told, *cards, after=9.0)
    with closing(real_home(told)) as house:
        mine, other = house.seated(claim["player"]), house.seated((claim["player"] + 1) % 3)

        assert "depends" == claim["verdict"]
        assert claim["player"] == question(mine)["apart"]
        assert (403, "web.others-judge") == answers(mine, "accept")
        assert 200 == answers(other, "refuse")[0]
        assert [] == mine.view()["questions"]
