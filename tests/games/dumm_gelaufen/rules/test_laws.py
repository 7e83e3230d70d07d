"""Laws that hold at every moment of every game, whoever plays it and however badly."""

import json
from collections import Counter
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, CardKind, Place
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, RULINGS, load_edition
from companion.games.dumm_gelaufen.deck.tasks import READS_MAC
from companion.games.dumm_gelaufen.robots import greedy_robot, whole_game
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.fold import evolve, start
from companion.games.dumm_gelaufen.rules.legality import legal, refusals
from companion.games.dumm_gelaufen.rules.moves import decide, lapsed, play
from companion.words import words

PLACES: tuple[Place, ...] = ("mac", "open-left", "open-right", "draw", "actions")
SEATS = st.integers(-1, 6)


def everything(state: m.State) -> Counter[Card | None]:
    """Every card, with the number of places where it is."""
    found: Counter[Card | None] = Counter()
    for hand in state.hands:
        found.update(hand.known)
    for zone in (state.mac, state.left, state.right, state.draw or (), state.actions):
        found.update(zone)
    found.update(card for _, card in state.at_once)
    murphys = state.murphys
    found.update(card for card in murphys.held if card is not None)
    for won in murphys.won:
        found.update(won)
    found.update(murphys.stack or ())
    found.update(murphys.returned)
    return found


def named(state: m.State, move: m.Move) -> m.Move:
    """A move as ``legal`` would list it: tops named, cards of Mac's row in order, a claim's cards those of the hand."""
    match move:
        case m.Take(player, cards):
            heaps = {"open-left": list(state.left), "open-right": list(state.right)}
            told = tuple(_named(heaps, at) for at in cards)
            row = [at.card for at in told if at.place == "mac"]
            if len(row) == len(told) and set(row) <= set(state.mac):
                order = sorted(told, key=lambda at: state.mac.index(at.card))
                told = tuple(order)
            return m.Take(player, told)
        case m.Choose(player, whom, (one, other), face) if 0 <= player < state.players:
            mine = state.hands[player].numbers
            if {one, other} <= set(mine):
                one, other = sorted((one, other), key=mine.index)
            return m.Choose(player, whom, (one, other), face)
        case m.Claim(player, task, cards) if 0 <= player < state.players:
            return m.Claim(player, task, _shown(state, player, task, cards))
        case _:
            return move


def _named(heaps: dict[str, list[Card | None]], at: At) -> At:
    heap = heaps.get(at.place)
    if not heap:
        return at
    lying = heap.pop(0)
    return At(at.place, lying) if at.card is None else at


def _shown(state: m.State, player: int, task: Card, cards: tuple[Card, ...]) -> Any:
    """The hand, where what is shown is a legal way to show it; else the cards as they are."""
    hand = state.hands[player]
    once = len(set(cards)) == len(cards) and set(cards) <= set(hand.known)
    enough = task.face == READS_MAC or set(hand.numbers) <= set(cards)
    return hand.numbers if once and enough else cards


def listed(state: m.State, move: m.Move) -> bool:
    """Whether ``legal`` lists a move, now or once what is on offer has lapsed."""
    let_go = lapsed(state)
    states = (state,) if let_go is None else (state, let_go)
    return any(named(s, move) in legal(s) for s in states)


def accepted(state: m.State, move: m.Move) -> bool:
    """Whether the rules accept a move; if not, every reason can be said in words."""
    refusal = refused(state, move)
    return refusal is None or not [words("en")(said) for said in refusal.reasons]


def refused(state: m.State, move: m.Move) -> IllegalMove | None:
    try:
        decide(state, move, Random(0))
    except IllegalMove as refusal:
        return refusal
    return None


class Game(RuleBasedStateMachine):
    """A game in which everything is known, played by anybody, disturbed by nonsense."""

    @initialize(
        edition=st.sampled_from(EDITIONS),
        players=st.integers(2, 6),
        seed=st.integers(0, 2**32),
        data=st.data(),
    )
    def begin(self, edition: str, players: int, seed: int, data: Any) -> None:
        self.rng = Random(seed)
        played = load_edition(edition)
        changed = data.draw(st.sets(st.sampled_from(RULINGS), max_size=3))
        values = {r.name: data.draw(st.sampled_from(r.values)) for r in changed}
        rulings = replace(played.rulings, **values)
        self.state, dealt = deal(played, players, self.rng, rulings)
        self.story = list(dealt)
        self.deck = Counter(c for c in played.cards if c.kind is not CardKind.MAC)

    def make(self, move: m.Move) -> None:
        events_ = decide(self.state, move, self.rng)
        self.story += events_
        self.state = reduce(evolve, events_, self.state)

    @precondition(lambda self: not isinstance(self.state.pending, m.Over))
    @rule(number=st.integers(0, 10**6))
    def anything_legal(self, number: int) -> None:
        """Whatever ``legal`` lists is accepted."""
        ways = legal(self.state)
        assert ways
        self.make(ways[number % len(ways)])

    @precondition(lambda self: not isinstance(self.state.pending, m.Over))
    @rule(steps=st.integers(1, 30), greedy=st.booleans())
    def robots(self, steps: int, greedy: bool) -> None:
        """Robots find legal moves."""
        for _ in range(steps):
            if isinstance(self.state.pending, m.Over):
                return
            robot = greedy_robot if greedy else random_robot
            self.make(robot(self.state, self.rng))

    @rule(data=st.data())
    def nonsense(self, data: Any) -> None:
        """A move is accepted if, and only if, it is listed."""
        move = data.draw(wild_moves(self.state))
        assert listed(self.state, move) == accepted(self.state, move)
        assert move == m.MOVES.exactly(json.loads(json.dumps(m.MOVES.to_json(move))))

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        """110 cards, each in exactly one place."""
        if hasattr(self, "state"):
            assert self.deck == everything(self.state)

    @invariant()
    def mac_has_seven_at_most(self) -> None:
        """Mac's row never exceeds seven, not even in between (rules, A4)."""
        if hasattr(self, "state"):
            assert len(self.state.mac) <= 7

    @invariant()
    def somebody_is_asked(self) -> None:
        """Whoever has to decide plays and can; piles hold number cards, the discard actions."""
        if not hasattr(self, "state") or isinstance(self.state.pending, m.Over):
            return
        player = self.state.pending.player
        assert player is None or player in self.state.seats
        assert legal(self.state)
        piles = (*self.state.mac, *self.state.left, *self.state.right)
        assert all(card and card.kind is CardKind.NUMBER for card in piles)
        assert all(card and card.is_action for card in self.state.actions)

    def teardown(self) -> None:
        """Replaying the events, also from their JSON, gives the state."""
        if not hasattr(self, "story"):
            return
        lines = [json.dumps(m.CODEC.to_json(event)) for event in self.story]
        read = [m.CODEC.from_json(json.loads(line)) for line in lines]
        assert self.story == read
        assert self.state == reduce(evolve, read, start())


def wild_moves(state: m.State) -> st.SearchStrategy[m.Move]:
    """Any move at all, legal ones not seldom among them."""
    cards = st.sampled_from(state.edition.cards)
    held = [c for hand in state.hands for c in hand.known]
    lying = [c for c in (*state.mac, *state.left[:2], *state.right[:2]) if c]
    some = st.sampled_from(held + lying) | cards
    maybe = st.none() | some
    at = st.builds(At, st.sampled_from(PLACES), maybe)
    faces = st.sampled_from(["", "R05", "B05", "Y11", "K01"])
    several = st.lists(maybe, max_size=3).map(tuple)
    wild = st.one_of(
        st.builds(m.Take, SEATS, st.lists(at, max_size=3).map(tuple)),
        st.builds(m.Lay, SEATS, st.sampled_from(PLACES), maybe),
        st.builds(m.PlayAction, SEATS, some),
        st.builds(m.Choose, SEATS, st.none() | SEATS, several, faces),
        st.builds(m.Claim, SEATS, cards, st.lists(some, max_size=3).map(tuple)),
        st.builds(m.DecideClaim, st.booleans()),
        st.builds(m.Pass, SEATS),
    )
    ways = legal(state)
    if not ways:
        return wild
    return wild | st.sampled_from(ways) | st.sampled_from(ways).flatmap(_bent)


def _bent(move: m.Move) -> st.SearchStrategy[m.Move]:
    """A legal move with somebody else making it, or its cards turned round."""
    match move:
        case m.Take(_, cards):
            turned = st.sampled_from([cards, cards[::-1], cards * 2])
            return st.builds(m.Take, SEATS, turned)
        case m.Choose(_, whom, cards, face):
            return st.builds(m.Choose, SEATS, st.just(whom), st.just(cards[::-1]), st.just(face))
        case m.Lay(_, _, card):
            return st.builds(m.Lay, SEATS, st.sampled_from(PLACES), st.just(card))
        case _:
            return st.just(move)


quick = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestGame = Game.TestCase
TestGame.settings = quick


class LongGame(Game):
    """The same, longer and more often."""


TestLongGame = pytest.mark.prove(LongGame.TestCase)
TestLongGame.settings = settings(quick, max_examples=400, stateful_step_count=60)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_end(edition: str, players: int) -> None:
    """Robots that head for their murphy cards end every game, with somebody who has three."""
    moves = list(whole_game(load_edition(edition), players, greedy_robot, Random(players)))
    won = [e.player for move in moves for e in move.events if isinstance(e, m.RoundWon)]
    end = moves[-1].after.pending

    assert isinstance(end, m.Over)
    assert end.winner is not None
    assert 3 == won.count(end.winner)


@pytest.mark.prove
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_games_by_chance_end(edition: str, players: int) -> None:
    """Robots that play anything legal end their games, too, in the end."""
    for seed in range(10):
        rng = Random(seed)
        *_, last = whole_game(load_edition(edition), players, random_robot, rng)
        assert isinstance(last.after.pending, m.Over)


def test_the_same_seed_gives_the_same_game() -> None:
    """Nothing in a game depends on anything but its seed."""

    def story() -> list[m.Event]:
        moves = whole_game(load_edition("classic"), 4, greedy_robot, Random(7))
        return [event for move in moves for event in move.events]

    assert story() == story()


def test_play_tells_what_decide_and_evolve_do() -> None:
    """``play`` is ``decide`` with the state that ``evolve`` makes of its events."""
    state, _ = deal(load_edition("newer"), 3, Random(3))
    for seed in range(300):
        move = random_robot(state, Random(seed))
        after, told = play(state, move, Random(seed))
        assert told == decide(state, move, Random(seed))
        assert [] == refusals(lapsed(state) or state, move) or lapsed(state)
        before = state
        for event in told:
            before = evolve(before, event)
        assert after == before
        state = after
