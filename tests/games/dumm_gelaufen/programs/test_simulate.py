"""`murphy simulate`, the robots and their plans."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.commands.simulate import command
from companion.errors import InputError
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, CardKind
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.deck.tasks import READS_MAC, VerdictAnswer, verdict
from companion.games.dumm_gelaufen.robots import (
    GAMES,
    ROBOTS,
    counted,
    greedy_robot,
    is_choice,
    statistics,
)
from companion.games.dumm_gelaufen.robots.chance import could_solve, random_robot
from companion.games.dumm_gelaufen.robots.greedy import plan
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import play
from companion.kit.robots import ManyGames, Simulation
from companion.words import LANGUAGES
from tests.games.dumm_gelaufen.staged import after, in_row, lay, stage, take

CLASSIC = load_edition("classic")
TASKS = tuple(task.face for task in CLASSIC.tasks)


def told(*args: str) -> Any:
    done = CliRunner().invoke(command, [*args, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_simulate_tells() -> None:
    """Everything that is promised about it, and that the sums are right."""
    found = told("--games", "6", "--players", "3")

    assert {
        "games",
        "finished",
        "decisions",
        "seconds",
        "turns",
        "wins_by_seat",
        "claims_by_task",
    } <= found.keys()
    assert {"mean", "p50", "p95"} == found["turns"].keys()
    assert (6, 6) == (found["games"], found["finished"])
    assert (3, 6) == (len(found["wins_by_seat"]), sum(found["wins_by_seat"]))
    assert list(TASKS) == list(found["claims_by_task"])
    assert 6 * 3 <= sum(found["claims_by_task"].values()) <= 6 * (2 * 3 + 1)
    assert found["turns"]["p50"] <= found["turns"]["p95"]


@pytest.mark.slow
def test_the_same_seed() -> None:
    """The same seed gives the same games, another one others."""
    one, same, other = (
        told("--games", "3", "--seed", seed) | {"seconds": 0} for seed in ("1", "1", "2")
    )

    assert one == same
    assert one != other


def test_more_games_begin_with_the_same() -> None:
    """The third game of many is the third game of three."""
    few = counted(Simulation(4, "greedy", 3))
    more = counted(Simulation(4, "greedy", 4))

    assert few == more[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_simulate_in_words(language: str) -> None:
    """People read it in their language."""
    done = CliRunner().invoke(command, ["--games", "2", "--lang", language])

    assert done.exit_code == 0
    assert 2 + 4 + 3 + 3 <= len(done.output.splitlines())


def test_nobody_plays_with_nine() -> None:
    """A wrong number of players is wrong usage."""
    done = CliRunner().invoke(command, ["--games", "1", "--players", "9", "--lang", "en"])

    assert isinstance(done.exception, InputError)
    assert "2 to 6" in str(done.exception)


def test_unfinished_games() -> None:
    """A game that is given up is counted, and nobody has won it."""
    short = replace(GAMES, longest=20)
    found = statistics(counted(Simulation(2, "random", 2), short), 2)

    assert (2, 0, (0, 0), 0) == (found.games, found.finished, found.wins, found.percentile(0.5))


@pytest.mark.parametrize(
    ("turns", "share", "told"),
    [
        ((), 0.5, 0),
        ((3, 9), 0.5, 3),
        ((3, 9), 0.95, 9),
        ((3, 5, 9), 0.5, 5),
        (tuple(range(1, 101)), 0.95, 95),
    ],
)
def test_how_long_a_share_of_the_games_was(turns: tuple[int, ...], share: float, told: int) -> None:
    """The least number of turns that such a share did not exceed."""
    n = len(turns)
    many = ManyGames(games=n, finished=n, decisions=0, turns=turns, wins=())

    assert told == many.percentile(share)


# Robots ---------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_robots_move_legally(edition: str, robot: Any) -> None:
    """Whatever they choose is accepted (``play`` raises if not), and they never pass up a solve."""
    rng = Random(5)
    state, _ = deal(load_edition(edition), 4, rng)
    for _ in range(600):
        if isinstance(state.pending, m.Over):
            break
        move = robot(state, rng)
        if isinstance(state.pending, m.MayClaim) and isinstance(move, m.Pass):
            assert not solved(state, move.player)
        state, _ = play(state, move, rng)


def solved(state: m.State, player: int) -> bool:
    task = state.murphys.held[player]
    assert task is not None
    found = verdict(task.face, state.hands[player].numbers, state.mac, state.edition)
    return found.answer is VerdictAnswer.YES


def test_random_robots_do_everything() -> None:
    """No move that is legal is beyond them: over many tries every one is chosen."""
    state = stage("R4 R5 K1", "Y4", mac="R1 R2", left="G9 G8", right="G7", draw="Y1")
    wanted = {move for move in legal(state) if not isinstance(move, m.Claim)}
    seen = {named(state, random_robot(state, Random(seed))) for seed in range(2000)}

    assert wanted == seen & wanted
    assert all(is_mac_pair(move) for move in seen - wanted)


def named(state: m.State, move: Any) -> Any:
    """A take with its tops named."""
    if not isinstance(move, m.Take):
        return move
    piles = {"open-left": list(state.left), "open-right": list(state.right)}
    cards = (
        replace(at, card=piles[at.place].pop(0)) if at.place in piles else at for at in move.cards
    )
    return m.Take(move.player, tuple(cards))


def is_mac_pair(move: Any) -> bool:
    """Two of Mac's cards the other way round than they are listed."""
    return len(move.cards) == 2 and move.cards[0].place == "mac"


def test_greedy_takes_what_serves() -> None:
    """M20: a ten lies open; it is taken, and two cards that do not serve go."""
    state = stage("R4 R5 G10", "Y4", left="R10", right="R9", tasks="M20 M08")
    move = greedy_robot(state, Random(1))
    assert isinstance(move, m.Take)
    assert take("open-left") == m.Take(0, tuple(replace(at, card=None) for at in move.cards))

    for _ in range(3):
        state, _ = play(state, greedy_robot(state, Random(1)), Random(1))
    assert m.MayClaim(0) == state.pending
    assert isinstance(greedy_robot(state, Random(1)), m.Claim)


def test_greedy_tidies_mac() -> None:
    """M04: what does not match the rest of Mac's row is taken out of it."""
    state = stage("G4 R5 R6", "Y4", mac="G1 G2 R7 Y7", left="R10", right="R9", tasks="M04 M08")
    move = greedy_robot(state, Random(1))
    assert isinstance(move, m.Take)
    assert {in_row(state, "R7"), in_row(state, "Y7")} == {at.card for at in move.cards}

    laid = greedy_robot(after(state, move), Random(1))
    assert lay(state, "G4", "mac") == laid


def test_no_decision() -> None:
    """One card and one place to lay it is nothing to decide."""
    state = stage("R4", "Y4", mac="G1 G2 G3", left="R9")
    owing = after(state, m.Take(0, (At("mac", in_row(state, "G1")),)))
    assert is_choice(owing)

    assert not is_choice(after(owing, lay(owing, "R4", "mac")))


# Plans and glances -------------------------------------------------------------------

NUMBERS = [card for card in CLASSIC.cards if card.kind is CardKind.NUMBER]
HANDS = st.lists(st.sampled_from(NUMBERS), unique=True, max_size=14)


@st.composite
def near_solves(draw: st.DrawFn) -> tuple[Card, ...]:
    """Hands of few colours or few values: solves are not seldom among them."""
    colours = draw(st.sampled_from(["R", "Y", "G", "RY", "RYG"]))
    values = draw(st.sets(st.integers(1, 11), min_size=1, max_size=5))
    fitting = [c for c in NUMBERS if c.colour in colours and c.value in values]
    return tuple(draw(st.lists(st.sampled_from(fitting), unique=True, max_size=12)))


@settings(max_examples=150, deadline=None)
@given(st.one_of(HANDS.map(tuple), near_solves()), st.sampled_from(TASKS))
def test_a_plan_is_done_when_the_verdict_says_so(hand: tuple[Card, ...], task: str) -> None:
    """Nothing to come and nothing to go means solved, and a solve is at distance 0; every card is kept or spare."""
    row = hand[:7]
    found = plan(task, row if task == READS_MAC else hand, CLASSIC.asked[task])
    answer = verdict(task, hand, row, CLASSIC).answer

    assert Counter(row if task == READS_MAC else hand) == Counter(found.keep + found.spare)
    if answer is VerdictAnswer.YES:
        assert found.distance == 0
    if found.distance == 0:
        assert answer is not VerdictAnswer.NO


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.one_of(HANDS.map(tuple), near_solves()), st.sampled_from(TASKS))
def test_a_glance_never_overlooks_a_solve(hand: tuple[Card, ...], task: str) -> None:
    """What the quick look says no to, the verdict says no to."""
    state = replace(stage("", ""), mac=hand[:7])
    if not could_solve(task, hand, state):
        assert VerdictAnswer.NO is verdict(task, hand, state.mac, CLASSIC).answer
