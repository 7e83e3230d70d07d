"""Claims, the end of a round and of the game (rules, A8, A9 and D)."""

from dataclasses import replace

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.rules.claims import leaning
from companion.games.dumm_gelaufen.rules.legality import legal
from tests.games.dumm_gelaufen.staged import after, codes, lay, reasons, stage, table, take, told


def claim_of(state: m.State, player: int = 0) -> m.Claim:
    task = state.murphys.held[player]
    assert task is not None
    return m.Claim(player, task, state.hands[player].numbers)


def fives() -> m.State:
    """Right after an exchange, two 5s in the hand and M19."""
    state = stage("G5 R1 R2", "Y4", left="R5 Y7", tasks="M19 M08")
    return after(state, take("open-left"), *(lay(state, f, "open-left") for f in ("R1", "R2")))


def test_claim_accepted() -> None:
    """A right claim wins the round: the card stays, everybody gets a new one, the next one moves (rules, A9)."""
    state = fives()
    done = after(state, claim_of(state))

    assert "M19" == codes(done.murphys.won[0])
    assert "M8" == codes(done.murphys.returned)
    assert all(card is not None for card in done.murphys.held)
    assert (2, m.Turn(1)) == (done.round, done.pending)
    assert state.hands == done.hands


def test_claim_refused() -> None:
    """A wrong one has no penalty but the turn's end, and every reason is told (rules, A8)."""
    state = replace(fives(), murphys=stage("", "", tasks="M20 M08").murphys)
    refusal, passed = told(state, claim_of(state))

    assert isinstance(refusal, m.ClaimRefused)
    assert ["wrong-value"] == [reason.code for reason in refusal.reasons]
    assert m.TurnPassed(1) == passed


def test_claim_held_back() -> None:
    """A hand held back in part is not refused: the rest has to be shown."""
    state = fives()
    task = state.murphys.held[0]
    assert task is not None
    shown = m.Claim(0, task, state.hands[0].numbers[:1])

    assert ["show-the-rest"] == reasons(state, shown)


@pytest.mark.parametrize(
    ("window", "now"), [("after_exchange", False), ("own_turn", True), ("any_time", True)]
)
def test_claim_at_the_start_of_ones_turn(window: str, now: bool) -> None:
    """Right but for the moment: the table decides, it is never a no (rules, A8)."""
    state = stage("G5", "Y4", left="R1", tasks="M19 M08", claim_window=window)
    done = after(state, claim_of(state))

    assert now == (done.round == 2)
    if not now:
        assert isinstance(done.pending, m.InDoubt)
        assert ["outside-the-window"] == [r.code for r in done.pending.reasons]


@pytest.mark.parametrize(("window", "now"), [("own_turn", False), ("any_time", True)])
def test_claim_in_somebody_elses_turn(window: str, now: bool) -> None:
    """Only where a table lets everybody claim at any time."""
    state = stage("R9", "G5", left="R1", tasks="M08 M19", claim_window=window)
    done = after(state, claim_of(state, 1))

    assert now == (done.round == 2)


def test_two_claims_at_the_same_time() -> None:
    """The first that is right ends the round, and with it the other's murphy card is gone (rules, A8)."""
    state = stage("Y10", "G5", left="R1", tasks="M20 M19", claim_window="any_time")
    first, second = claim_of(state, 1), claim_of(state, 0)
    done = after(state, first)

    assert (2, "M19", "") == (done.round, *map(codes, reversed(done.murphys.won)))
    assert ["not-your-murphy-card"] == reasons(done, second)


def test_a_wrong_claim_in_somebody_elses_turn() -> None:
    """It costs nothing: whose turn it was goes on (rules, A8)."""
    state = stage("R9", "G4", left="R1", tasks="M08 M19", claim_window="any_time")

    assert m.Turn(0) == after(state, claim_of(state, 1)).pending


@pytest.mark.parametrize("window", ["own_turn", "any_time"])
def test_nobody_claims_in_the_middle_of_an_exchange(window: str) -> None:
    """However wide the window is, an exchange is completed first (rules, A8)."""
    state = stage("G5 R2", "Y4", left="R1", tasks="M19 M08", claim_window=window)
    taken = after(state, take("open-left"))

    assert "not-now" in reasons(taken, claim_of(taken))


def test_the_table_rules() -> None:
    """Two red fives: the texts leave it open, the table says (rules, B)."""
    state = stage("R5 R1 R2", "Y4", left="R5 Y7", tasks="M01 M08")
    state = after(state, take("open-left"), *(lay(state, f, "open-left") for f in ("R1", "R2")))
    doubt = after(state, claim_of(state))

    assert isinstance(doubt.pending, m.InDoubt)
    assert 2 == after(doubt, m.DecideClaim(accept=True)).round
    assert m.Turn(1) == after(doubt, m.DecideClaim(accept=False)).pending


def test_a_refused_claim_out_of_turn_ends_nobodys_turn() -> None:
    """Somebody else's claim that the table turns down leaves the turn where it was."""
    state = stage("R9", "G5", left="R1", tasks="M08 M19")
    doubt = after(state, claim_of(state, 1))

    assert m.Turn(0) == after(doubt, m.DecideClaim(accept=False)).pending


def test_third_card_wins() -> None:
    """Who has three murphy cards has won at once; no round is dealt (rules, A9)."""
    state = fives()
    won = tuple(Card.parse(f"M{n:02d}-1") for n in (1, 2))
    state = replace(state, murphys=replace(state.murphys, won=(won, ())))
    done = after(state, claim_of(state))

    assert m.Over(0) == done.pending
    assert () == legal(done)


def test_murphy_stack_renewed() -> None:
    """An empty murphy stack is renewed from the returned cards, in the middle of dealing too (rules, A9)."""
    state = fives()
    one, *others = state.murphys.stack or ()
    murphys = replace(state.murphys, stack=(one,), returned=tuple(others))
    done = after(replace(state, murphys=murphys), claim_of(state))

    assert one is done.murphys.held[1]
    assert () == done.murphys.returned
    assert 21 - 3 == len(done.murphys.stack or ())


@pytest.mark.parametrize(("left_over", "boxed"), [(2, True), (1, False)])
def test_murphy_box(left_over: int, boxed: bool) -> None:
    """The newer edition boxes what was not solved, and shuffles it back when too few are left (rules, D)."""
    state = stage("G5 K1", "Y4", left="B1", tasks="M19 M08", edition="newer")
    stack = state.murphys.stack or ()
    murphys = replace(state.murphys, stack=stack[:left_over], returned=stack[left_over:])
    done = after(replace(state, murphys=murphys), claim_of(state))

    assert boxed == bool(done.murphys.returned)


# At a real table ------------------------------------------------------------------


def at_the_table() -> m.State:
    """Three unseen cards in the first hand, right after an exchange with Mac that everybody saw."""
    state = table(4, 5, mac="R4 R5 R6")
    five, six = state.mac[1], state.mac[2]
    hands = (m.Hand((five,), (), 3, 3), m.Hand((six,), (), 4, 4))
    return replace(state, mac=state.mac[:1], hands=hands)


def test_a_count_that_does_not_match() -> None:
    """Fewer cards than the tracked hand holds, and no kept actions to make up for it: show the rest."""
    state = at_the_table()
    claim = m.Claim(0, Card.parse("M19-1"), (Card.parse("R05-1"),), 2)

    assert ["show-the-rest"] == reasons(state, claim)


def test_a_kept_action_that_everybody_knows_of_is_not_asked_for() -> None:
    """Whoever says that he holds nothing back is believed but for what he is known to keep: it makes up the count."""
    state = at_the_table()
    known, *others = state.hands
    keeps = replace(known, kept=(Card.parse("K01-1"),), fewest=1, most=1)
    cards = (Card.parse("R05-1"), Card.parse("Y05-1"))
    claim = m.Claim(0, Card.parse("M19-1"), cards, 0)

    judged = told(replace(state, hands=(keeps, *others)), claim)[0]

    assert isinstance(judged, m.ClaimPutToTheTable)
    assert ["show-the-rest"] == reasons(state, claim)


def test_a_shown_hand_is_known() -> None:
    """A wrong claim makes the hand public; what was not shown are kept actions (rules, E5)."""
    state = at_the_table()
    cards = tuple(Card.parse(code) for code in ("R05-1", "R09-1", "Y05-1"))
    done = after(state, m.Claim(0, Card.parse("M19-1"), cards, 1))

    assert m.Hand(cards, (), 1, 1) == done.hands[0]


@pytest.mark.parametrize(("task", "leans"), [("M01", True), ("M21", False)])
def test_leaning(task: str, leans: bool) -> None:
    """Robots play the reading that the table's ruling names (rules, B)."""
    cards = {"M01": "R5 R5", "M21": "G1 G2 G3 G4 G4 G5 G5 G6 G6 G7"}[task]
    state = stage(cards, "Y4", left="R1", tasks=f"{task} M08", claim_window="own_turn")
    doubt = after(state, claim_of(state))

    assert isinstance(doubt.pending, m.InDoubt)
    assert leans == leaning(doubt, doubt.pending)
