"""The table compared with what is believed: whether it is explained, when it is believed instead, and how it lies then."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.table.events import BeliefCorrected, FactsStated
from companion.games.dumm_gelaufen.table.fold import evolve
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, TurnRecord
from companion.games.dumm_gelaufen.table.table_check import (
    as_it_lies,
    begin_as_it_is,
    goes_on,
    heal,
    is_explained,
    lost,
)
from companion.games.dumm_gelaufen.tracker.evidence import DrawPileReach, EvidenceInContext
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.search import spread
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    Trouble,
    TurnCandidate,
)
from companion.table import Table
from companion.tracking.belief import Belief
from tests.games.dumm_gelaufen.script import dealt

R07, Y01, Y02 = (Card.parse(code) for code in ("R07-1", "Y01-1", "Y02-1"))
G09, G10, G11 = (Card.parse(f"G{value}-1") for value in ("09", "10", "11"))
A01, K02 = (Card.parse(code) for code in ("A01-1", "K02-1"))
ROW = tuple(Card.parse(f"R0{n}-1") for n in range(1, 8))


@cache
def untouched() -> TableState:
    """The cards were dealt, and nothing has happened since."""
    return dealt().session.state


def lying(covered: tuple[str, ...] = (), /, *, also: Any = None, **zones: str) -> TableState:
    """The cards as they were dealt, but for what these zones show; by one hypothesis, and by others like ``also``."""
    table_state = untouched()
    names = {"left": "open-left", "right": "open-right"}
    changed = {names.get(zone, zone): tuple(shown.split()) for zone, shown in zones.items()}
    lies = Table({**table_state.table.zones, **changed}, frozenset(covered))
    (best,) = table_state.belief.hypotheses
    others = () if also is None else (m.changed(best, **also),)
    belief: Belief[Hypothesis, EvidenceInContext] = Belief(spread, (best, *others))
    return replace(table_state, table=lies, belief=belief)


def pile(*left: Card, **zones: str) -> TableState:
    """The same with these cards believed to lie on the left."""
    table_state = lying(**zones)
    return replace(table_state, state=replace(table_state.state, left=left))


@pytest.mark.parametrize(
    ("table_state", "explained"),
    [
        (lying(), True),
        (lying(mac="R07-1 R06-1 R05-1 R04-1 R03-1 R02-1 R01-1"), True),
        (lying(mac="R01-1 R02-1"), False),
        (lying(("mac",), mac="R01-1 R02-1"), True),
        (lying(mac="R01-1 R02-1", also={"mac": ROW[:2]}), True),
        (lying(mac="R01-1 R02-1", also={"mac": (*ROW[:2], None)}), True),
        (lying(left="G09-1"), False),
        (lying(right="G09-1"), False),
        (lying(right="G09-1", also={"right": (G09, Y02)}), True),
        (lying(right="G09-1", also={"right": (None, Y02)}), True),
        (lying(left=""), False),
        (lying(("open-left",), left="G09-1"), True),
        (lying(("open-left",), left="G09-1", right="G10-1"), False),
        (lying(left="K07-1", right="G10-1"), True),
        (replace(lying(left="G09-1"), awaited=frozenset({"mac"})), True),
        (replace(lying(left="G09-1"), stage="rebuild"), True),
    ],
)
def test_what_shows_is_explained_by_some_hypothesis(
    table_state: TableState, explained: bool
) -> None:
    """Where nothing covers it; a card without a place on a pile, a tap that is awaited, or no play leave it open."""
    assert explained is is_explained(table_state)


@pytest.mark.parametrize(
    ("after", "covered", "anew"),
    [(3.9, (), False), (4.0, (), True), (4.0, ("claim",), False), (1e9, (), True)],
)
def test_what_nothing_explains_is_believed_after_a_while(
    after: float, covered: tuple[str, ...], anew: bool
) -> None:
    """Four seconds after the last that was seen, if no hand is over anything: people are told."""
    table_state = lying(covered, mac="R01-1 R02-1")
    recorder = Recorder(replace(table_state, evidence_at=10.0, at=10.0 + after), evolve)

    heal(recorder)

    told = [type(each.event) for each in recorder.happened]
    assert ([BeliefCorrected, FactsStated] if anew else []) == told
    assert set(ROW[:2] if anew else ROW) == set(recorder.state.mac)


def test_what_was_touched_just_now_may_be_read_a_look_later() -> None:
    """The next look that shows nothing there says that the pile is empty."""
    table_state = lying(mac="", left="", right="")
    recorder, later = (Recorder(table_state, evolve) for _ in range(2))

    heal(recorder, {"open-left", "open-right"})
    heal(later)

    assert ((Y01,), ()) == (recorder.state.left, later.state.left)
    other = Recorder(lying(left="G09-1"), evolve)
    heal(other, {"open-left"})
    assert (G09, Y01) == other.state.left


@pytest.mark.parametrize(("believed", "anew"), [((Y01,), True), ((G09, Y01), False)])
def test_the_belief_begins_anew_where_it_was_wrong(believed: tuple[Card, ...], anew: bool) -> None:
    """Where it has a name for what the rules' state leaves open it goes on."""
    table_state = lying(left="G09-1")
    (best,) = table_state.belief.hypotheses
    belief = Belief(spread, (m.changed(best, left=believed),))
    recorder = Recorder(replace(table_state, belief=belief), evolve)

    heal(recorder)

    stated = [e.event.anew for e in recorder.happened if isinstance(e.event, FactsStated)]
    assert [anew] == stated


@pytest.mark.parametrize(
    "table_state",
    [lying(left="K07-1"), lying(mac="R07-1 R06-1 R05-1 R04-1 R03-1 R02-1 R01-1")],
    ids=["an action card on a pile", "the row from the other end"],
)
def test_what_may_be_as_it_is_believed_is_no_news(table_state: TableState) -> None:
    """What lies below a card that has no place there cannot be told, and the cards of a row lie in any order."""
    recorder = Recorder(table_state, evolve)

    heal(recorder)

    assert [] == recorder.happened


@pytest.mark.parametrize("what", ["nothing", "told", "seen"])
def test_while_a_turn_may_go_on_nothing_is_put_right(what: str) -> None:
    """One that was told and waits, or one of which a hand was seen, may explain what shows."""
    table_state = lying(right="G09-1")
    (best,) = table_state.belief.hypotheses
    if what == "told":
        turn = TurnRecord(1, 1, TurnCandidate(0), table_state.state)
        table_state = replace(table_state, turns=(turn,))
    elif what == "seen":
        under_way = m.changed(best, turn=PartialTurn(0, drew=1))
        table_state = replace(table_state, belief=Belief(spread, (under_way,)))
    recorder = Recorder(table_state, evolve)

    heal(recorder)

    assert (what == "nothing") is bool(recorder.happened)


@pytest.mark.parametrize("zone", ["mac", "open-left", "open-right"])
def test_what_shows_counts_but_where_something_is_awaited(zone: str) -> None:
    """Only of Mac's row, whose cards all lie open, are people told that the game was out of step."""
    shows = {"mac": G10, "open-left": G11, "open-right": G09}
    table_state = lying(mac="G10-1", left="G11-1", right="G09-1")
    awaited = frozenset(shows) - {zone}
    recorder = Recorder(replace(table_state, awaited=awaited), evolve)

    heal(recorder)

    lies = {name: recorder.state.lying[name][0] for name in shows}
    assert {zone} == {name for name, card in shows.items() if lies[name] == card}
    told = any(isinstance(each.event, BeliefCorrected) for each in recorder.happened)
    assert told is (zone == "mac")


@pytest.mark.parametrize(
    ("stage", "seen", "given_up"),
    [("play", True, True), ("play", False, False), ("rebuild", True, False)],
)
def test_a_look_that_cannot_be_processed_is_believed(
    stage: Any, seen: bool, given_up: bool
) -> None:
    """Where something was inferred that may be given up; that it failed is said."""
    table_state = replace(lying(left="G09-1"), stage=stage)
    if seen:
        belief = table_state.belief.then((DrawPileReach(0.0), None))
        table_state = replace(table_state, belief=belief)
    recorder = Recorder(table_state, evolve)

    assert given_up is lost(recorder)

    failed = [e.event.failed for e in recorder.happened if isinstance(e.event, BeliefCorrected)]
    assert ([True] if given_up else []) == failed
    assert (G09 if given_up else Y01) == recorder.state.left[0]


@pytest.mark.parametrize(
    ("table_state", "left", "right", "actions"),
    [
        (lying(), (Y01,), (Y02,), ()),
        (lying(left="G09-1"), (G09, Y01), (Y02,), ()),
        (lying(right="G09-1 Y02-1", actions="A01-1"), (Y01,), (G09, Y02), (A01,)),
        (lying(left="", right="Y01-1"), (), (Y01, Y02), ()),
        (pile(Y01, G09, G10, left="G09-1 G11-1"), (G09, G11, G10), (Y02,), ()),
        (lying(left="K07-1"), None, (Y02,), ()),
        (lying(right="Y02-1 K07-1"), (Y01,), None, ()),
    ],
)
def test_the_table_as_the_camera_sees_it(
    table_state: TableState,
    left: tuple[Card, ...] | None,
    right: tuple[Card, ...] | None,
    actions: tuple[Card, ...],
) -> None:
    """Below what shows of a pile lies what lay there; under a card that has no place there nothing is changed."""
    fact = as_it_lies(table_state)

    assert (ROW, left, right, actions) == (fact.mac, fact.left, fact.right, fact.actions)


@pytest.mark.parametrize(("shown", "lies"), [("", K02), ("A01-1", A01)])
def test_a_discard_that_shows_nothing_is_as_it_was(shown: str, lies: Card) -> None:
    """Its top may only not be read; what shows there lies there."""
    table_state = lying(actions=shown)
    before = replace(table_state.state, actions=(K02,))

    assert (lies,) == as_it_lies(replace(table_state, state=before)).actions


@pytest.mark.parametrize(
    ("turn", "mac", "on"),
    [
        (PartialTurn(0), ROW, False),
        (PartialTurn(0, taken=(At("mac", R07),)), ROW[:6], True),
        (PartialTurn(0, taken=(At("mac", R07),)), ROW, False),
        (PartialTurn(0, taken=(At("mac", R07), At("open-left", Y01))), ROW[:6], False),
    ],
    ids=["nothing was done", "one was taken", "it lies there again", "of two places"],
)
def test_a_turn_goes_on_where_it_led_to_what_lies_there(
    turn: PartialTurn, mac: tuple[Card, ...], on: bool
) -> None:
    """By the rules, and by what shows."""
    taken = tuple(card for card in ROW if At("mac", card) not in turn.taken)
    table_state = lying(mac=" ".join(card.code for card in mac))
    (best,) = table_state.belief.hypotheses
    under_way = m.changed(best, turn=turn, mac=taken)

    assert on is goes_on(replace(table_state, belief=Belief(spread, (under_way,))))


@pytest.mark.parametrize(
    ("wrong", "on"), [(None, True), ("one-for-one", False)], ids=["legal", "wrong"]
)
def test_a_turn_that_is_over_and_not_told_goes_on_as_well(wrong: Trouble | None, on: bool) -> None:
    """Unless the rules do not allow it."""
    table_state = lying()
    (best,) = table_state.belief.hypotheses
    over = m.changed(best, closed=(TurnCandidate(0, wrong=wrong),), turn=PartialTurn(1))

    assert on is goes_on(replace(table_state, belief=Belief(spread, (over,))))


@pytest.mark.parametrize(
    ("zones", "begins"),
    [
        ({}, False),
        ({"actions": ("A01-1",)}, False),
        ({"mac": ("B05-1",)}, True),
        ({"open-right": ("Y02-1",)}, True),
    ],
)
def test_something_has_to_lie_there_for_a_game_to_begin(
    zones: dict[str, tuple[str, ...]], begins: bool
) -> None:
    """With Mac or on a pile: what lies on the discard alone is no game."""
    table_state = untouched()
    recorder = Recorder(replace(table_state, stage="set-up", table=Table(zones)), evolve)

    if begins:
        begin_as_it_is(recorder)
        assert "play" == recorder.table_state.stage
    else:
        with pytest.raises(IllegalMove):
            begin_as_it_is(recorder)
