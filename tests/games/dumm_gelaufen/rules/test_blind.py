"""The two uses meet: a game in which all is known, told to a table where nobody sees a hand, keeps the same public state."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, CardKind
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.model.hands import drawable
from companion.games.dumm_gelaufen.robots import ROBOTS
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.fold import evolve, start
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import correct, lapsed, play


def unseen(event: m.Event) -> m.Event:
    """What is public of the deal: the row, the tops, and how many cards there are in each hand."""
    match event:
        case m.CardsDealt(hands, mac, left, right, actions):
            blind = tuple((None,) * len(hand) for hand in hands)
            return m.CardsDealt(blind, mac, left, right, actions)
        case m.TaskDealt(player):
            return m.TaskDealt(player)
        case _:
            return event


ENOUGH = 12
"""Cards to draw: with fewer, orders are cut short and hands have to be counted."""
UNSURE = 3
"""By how many cards a hand may be uncertain at most: at-once cards drawn before and after a swap."""


class TwoTurnsInOne(Exception):
    """Somebody drew an at-once card for being short just before his own turn: nobody at a table could tell the two."""


class Blind:
    """A table that is told what everybody at it can see and hear."""

    def __init__(self, dealt: tuple[m.Event, ...]) -> None:
        self.state = reduce(evolve, map(unseen, dealt), start())

    def make(self, move: m.Move) -> None:
        """Every move that happened has to be legal here, too: some pattern stands for it, but for claims."""
        ways = patterns(self.state)
        assert isinstance(move, m.Claim) or any(stands_for(p, move) for p in ways), move
        self.state, _ = play(self.state, move, Random(0))

    def tell(self, move: m.Move, events: tuple[m.Event, ...], short: bool) -> None:
        """Hear a move and what came of it; ``short``: somebody replenishes."""
        if isinstance(move, m.Take) and short and self.would_begin(move.player):
            if any(at.card and at.card.kind is CardKind.AT_ONCE for at in taken(events)):
                raise TwoTurnsInOne
            self.count(move.player)
        elif isinstance(move, m.Take):
            self.make(m.Take(move.player, public(events)))
        elif isinstance(move, m.Choose):
            blind = (None,) * len(move.cards)
            self.make(replace(move, cards=blind))
        elif isinstance(move, m.Claim | m.DecideClaim):
            self.make(move)
        for event in events:
            self.hear(move, event)
        self.catch_up(events)

    def would_begin(self, player: int) -> bool:
        """Whether the table would take a draw for the beginning of an exchange: it is his turn, or will be next."""
        return (lapsed(self.state) or self.state).turn == player

    def count(self, player: int) -> None:
        """Somebody who drew for being short, just before his turn, counts his hand."""
        few, most = self.state.hands[player].size
        told = correct(self.state, m.HandCounted(player, few + 1, most + 1), Random(0))
        self.state = reduce(evolve, told, self.state)

    def hear(self, move: m.Move, event: m.Event) -> None:
        match event:
            case m.DrawPileReshuffled():
                told = correct(self.state, m.DrawPileReshuffled(), Random(0))
                self.state = reduce(evolve, told, self.state)
            case m.CardsThrownAway(player, cards):
                for card in cards:
                    self.make(m.Lay(player, "actions", card))
            case m.AtOnceCardShown(player, card):
                self.make(m.PlayAction(player, card))
            case m.ActionPlayed(player, card):
                self.make(m.PlayAction(player, card))
            case m.CardLaid(player, place, card):
                self.skip_to(player)
                self.make(m.Lay(player, place, card))
            case m.CardPassed(giver) if isinstance(move, m.Choose) and move.face:
                if self.obeys("K10"):
                    self.make(m.Choose(giver, cards=(None,)))
            case m.CardDenied(player):
                if self.obeys("K10"):
                    self.make(m.Pass(player))
            case m.ActionObeyed(_, card):
                while self.obeys(card.face):
                    self.make(m.Pass(self.asked()))

    def obeys(self, face: str) -> bool:
        pending = self.state.pending
        return isinstance(pending, m.Obey) and pending.card.face == face

    def asked(self) -> int:
        player = self.state.pending.player
        assert player is not None
        return player

    def skip_to(self, player: int) -> None:
        """Whoever has no number card for K11 says so."""
        while self.obeys("K11") and self.asked() != player:
            self.make(m.Pass(self.asked()))

    def catch_up(self, events: tuple[m.Event, ...]) -> None:
        """What was drawn held no more at-once cards; nobody claimed."""
        if any(isinstance(event, m.TurnPassed) for event in events):
            while isinstance(self.state.pending, m.ToShow | m.MayClaim):
                self.make(m.Pass(self.asked()))


def public(events: tuple[m.Event, ...]) -> tuple[At, ...]:
    """Where cards were taken from, and what lay open there."""
    return tuple(At("draw") if at.place == "draw" else at for at in taken(events))


def taken(events: tuple[m.Event, ...]) -> tuple[At, ...]:
    """The first cards that were taken."""
    return next(event.cards for event in events if isinstance(event, m.CardsTaken))


def patterns(state: m.State) -> Iterator[m.Move]:
    yield from legal(state)
    after = lapsed(state)
    if after is not None:
        yield from legal(after)


def stands_for(pattern: m.Move, move: m.Move) -> bool:
    """Whether a pattern stands for a move: None for any card."""
    match pattern, move:
        case m.Take(player, wanted), m.Take(other, cards):
            same = player == other and [a.place for a in wanted] == [a.place for a in cards]
            return same and {a.card for a in wanted} == {a.card for a in cards}
        case m.Lay(player, place, card), m.Lay(other, there, laid):
            return (player, place) == (other, there) and card in (None, laid)
        case _:
            return pattern == move


def agree(blind: m.State, true: m.State) -> None:
    """The public state is the same, and what is believed of the hidden one contains the truth."""
    assert m.visible(true) == m.visible(blind)
    for seat, hand in enumerate(true.hands):
        believed = blind.hands[seat]
        fewest, most = believed.size
        # At-once cards just drawn and not yet shown are in a hand, as far as anybody can see.
        waiting = [seat in holders(blind, player) for player, _ in true.at_once]
        assert fewest <= hand.size[0] + sum(waiting)
        assert hand.size[0] <= most <= fewest + UNSURE
        assert set(believed.known) <= set(hand.known)
    fewest, most = m.draw_size(blind)
    assert fewest <= len(true.draw or ()) <= most
    if not isinstance(true.pending, m.Obey | m.Over | m.InDoubt | m.Short):
        assert true.turn == blind.turn
    assert [len(won) for won in true.murphys.won] == [len(w) for w in blind.murphys.won]


def holders(blind: m.State, drawer: int) -> set[int]:
    """In whose hands the cards that somebody drew unseen are counted."""
    return {u.holder for u in blind.unread if u.drawer == drawer} or {drawer}


def follow(edition: str, players: int, robot: str, seed: int, turns: int) -> int:
    """Play a game and tell it until it is over or the cards run out, which hands of random robots do; how many moves it took."""
    rng = Random(seed)
    state, dealt = deal(load_edition(edition), players, rng)
    blind = Blind(dealt)
    count = 0
    while not isinstance(state.pending, m.Over) and turns and drawable(state, ENOUGH):
        move = ROBOTS[robot](state, rng)
        short = isinstance(state.pending, m.Short)
        state, events = play(state, move, rng)
        try:
            blind.tell(move, events, short)
        except TwoTurnsInOne:
            return count
        agree(blind.state, state)
        turns -= any(isinstance(event, m.TurnPassed) for event in events)
        count += 1
    return count


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_that_sees_no_hand(edition: str, players: int, robot: str) -> None:
    """Every move is legal there, too, and leaves the same table, hand sizes and turn."""
    assert follow(edition, players, robot, seed=players, turns=25)


@pytest.mark.prove
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_tables_that_see_no_hand(edition: str, robot: str) -> None:
    """The same for many games, longer."""
    for seed in range(100, 160):
        assert follow(edition, 2 + seed % 5, robot, seed, turns=400)
