"""Knowledge: exact on small tables, true in whole games, and no more than was public."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import (
    ACTIONS,
    DRAW,
    LEFT,
    MAC,
    RIGHT,
    At,
    Card,
    CardKind,
    Place,
)
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.knowledge import possibilities
from companion.games.dumm_gelaufen.knowledge.constraints import Holder, alone, unless_alone
from companion.games.dumm_gelaufen.knowledge.known import Knowledge, may_lie, nothing_known
from companion.games.dumm_gelaufen.knowledge.learning import learn, learned, public
from companion.games.dumm_gelaufen.knowledge.plausible import Chart, chart
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.moves import play
from tests.games.dumm_gelaufen.staged import cards

CLASSIC = load_edition("classic")
NUMBERS = CLASSIC.numbers
World = dict[Card, Holder]
PILES: tuple[Place, ...] = (LEFT, RIGHT)


R1, G1, M1 = cards("R01-1 G01-1 M01-1")
TOLD: list[tuple[m.Event, m.Event]] = [
    (m.CardsTaken(0, (At(DRAW, R1), At(LEFT, G1))), m.CardsTaken(0, (At(DRAW), At(LEFT, G1)))),
    (m.CardPassed(0, 1, R1), m.CardPassed(0, 1)),
    (m.TaskDealt(0, M1), m.TaskDealt(0)),
    (m.TaskReplaced(0, M1), m.TaskReplaced(0)),
    (
        m.CardsDealt(((R1,), ()), (G1,), (), (), draw=(R1,), stack=(M1,)),
        m.CardsDealt(((None,), ()), (G1,), (), (), draw=None, stack=None),
    ),
    (m.DrawPileReshuffled((R1,)), m.DrawPileReshuffled()),
    (m.TaskStackReshuffled((M1,)), m.TaskStackReshuffled()),
    (m.AtOnceCardsDrawn(0, cards("A01-1")), m.AtOnceCardsDrawn(0, ())),
    (m.CardLaid(0, LEFT, G1), m.CardLaid(0, LEFT, G1)),
]
"""What happens, and what everybody may be told of it."""


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda event: type(event).__name__)
def test_what_only_one_sees_is_told_to_nobody(event: m.Event, told: m.Event) -> None:
    """Cards from the draw pile, passed from hand to hand or dealt are told without their names; what lies open is named."""
    assert told == public(event)
    assert told == public(told)


def dealt(hands: tuple[int, ...], hidden: tuple[Card, ...]) -> Knowledge:
    """A table on which everything lies open with Mac but these: in hands of these sizes and the draw pile."""
    mac = tuple(c for c in CLASSIC.main_deck if c not in hidden)
    return learned(
        nothing_known(),
        [
            m.GameStarted("classic", len(hands), CLASSIC.rulings),
            m.CardsDealt(tuple((None,) * n for n in hands), mac, (), ()),
        ],
    )


def places(known: Knowledge, card: str) -> frozenset[Holder]:
    return chart(known).cards[Card.parse(card)]


# --- card by card -----------------------------------------------------------------

FOUR = cards("R01-1 R02-1 Y07-1 Y07-2")


def test_what_is_dealt() -> None:
    """A hidden card can be in any hand or in the draw pile, an open one where it lies."""
    known = dealt((1, 1), FOUR)

    assert {0, 1, DRAW} == places(known, "R01-1")
    assert {MAC} == places(known, "G11-1")
    assert {0: (1, 1), 1: (1, 1), DRAW: (2, 2)} == chart(known).sizes


def test_what_is_taken_in_public_is_known() -> None:
    """A card from Mac's row is in the hand of whoever took it, until he lays it."""
    known = learn(dealt((1, 1), FOUR), m.CardsTaken(1, (At(MAC, Card.parse("G11-1")),)))

    assert {1} == places(known, "G11-1")
    assert set(cards("G11-1")) == chart(known).surely_with(1)
    laid = learn(known, m.CardLaid(1, LEFT, Card.parse("G11-1")))
    assert {LEFT} == places(laid, "G11-1")


def test_a_card_taken_from_a_pile_was_there_though_another_was_believed_to_be() -> None:
    """Whoever took it has it; and the one that was believed to lie there lies there no more."""
    laid = learn(dealt((1, 1), FOUR), m.CardLaid(0, LEFT, Card.parse("R01-1")))

    taken = learn(laid, m.CardsTaken(1, (At(LEFT, Card.parse("Y07-1")),)))

    assert {1} == places(taken, "Y07-1")
    assert Card.parse("Y07-1") in chart(taken).surely_with(1)


def test_a_card_laid_tells_about_the_others() -> None:
    """Who had one hidden card and lays it has none of the others."""
    known = learn(dealt((1, 1), FOUR), m.CardLaid(0, LEFT, Card.parse("R01-1")))

    assert {1, DRAW} == places(known, "R02-1")


def test_a_blind_pass() -> None:
    """After A01 every card of the one may be with the other, but only one of them is."""
    begun = dealt((0, 0), FOUR[:2])
    both = (At(MAC, Card.parse("G11-1")), At(MAC, Card.parse("G10-1")))
    known = learned(begun, [m.CardsTaken(0, both), m.CardPassed(0, 1)])

    assert [{0, 1}, {0, 1}] == [places(known, c) for c in ("G11-1", "G10-1")]
    seen = learn(known, m.CardLaid(1, LEFT, Card.parse("G10-1")))
    assert {0} == places(seen, "G11-1")


def test_swapped_hands() -> None:
    """What is known of two hands changes sides with them."""
    begun = dealt((1, 1), FOUR)
    known = learned(begun, [m.CardsTaken(0, (At(MAC, Card.parse("G11-1")),)), m.HandsSwapped(0, 1)])

    assert {1} == places(known, "G11-1")
    assert {0: (1, 1), 1: (2, 2), DRAW: (2, 2)} == chart(known).sizes


def test_an_at_once_card_is_not_swapped_with_the_hand() -> None:
    """What was drawn and has to be obeyed stays with the drawer; the rest goes over (rules, C)."""
    hidden = cards("A03-1 A05-1 R01-1 R02-1")
    drawn = learn(dealt((0, 0), hidden), m.CardsTaken(0, (At(DRAW),) * 2))
    known = learned(drawn, [m.AtOnceCardShown(0, Card.parse("A05-1")), m.HandsSwapped(0, 1)])

    assert {0, DRAW} == places(known, "A03-1")
    assert {1, DRAW} == places(known, "R01-1")
    assert {0: (0, 1), 1: (0, 1), DRAW: (2, 2)} == chart(known).sizes


def test_a_demand_that_is_denied() -> None:
    """Who says no has neither copy; he may draw one later."""
    known = learned(
        dealt((1, 1), FOUR),
        [
            m.ActionPlayed(0, Card.parse("K10-1")),
            m.CardDemanded(0, 1, "Y07"),
            m.CardDenied(1, "Y07"),
            m.ActionObeyed(0, Card.parse("K10-1")),
        ],
    )

    assert [DRAW in places(known, c) for c in ("Y07-1", "Y07-2")] == [True, True]
    assert all(1 not in places(known, c) for c in ("Y07-1", "Y07-2"))
    later = learn(known, m.CardsTaken(1, (At(DRAW),)))
    assert 1 in places(later, "Y07-1")


def test_a_demand_that_is_met() -> None:
    """A copy of the face is with the one who asked; which, nobody else knows."""
    known = learned(dealt((0, 2), FOUR), [m.CardDemanded(0, 1, "Y07"), m.CardPassed(1, 0)])

    assert 0 in places(known, "Y07-1") & places(known, "Y07-2")
    assert 0 not in places(known, "R01-1") | places(known, "R02-1")


def test_the_discard_and_the_buried_cards_come_again() -> None:
    """After a reshuffle everything but the tops can be drawn anew (rules, A7)."""
    known = learned(
        dealt((2, 1), FOUR),
        [
            m.CardLaid(0, LEFT, Card.parse("R01-1")),
            m.CardLaid(0, LEFT, Card.parse("R02-1")),
            m.TurnPassed(1),
            m.DrawPileReshuffled(),
        ],
    )

    assert {DRAW} == places(known, "R01-1")
    assert {LEFT} == places(known, "R02-1")
    # What was left of the old pile lies on top: the buried card comes second.
    one = learn(known, m.CardsTaken(1, (At(DRAW),)))
    assert {DRAW} == places(one, "R01-1")
    two = learn(one, m.CardsTaken(1, (At(DRAW),)))
    assert {1} == places(two, "R01-1")


def test_at_once_cards_are_in_no_hand_once_the_turn_has_passed() -> None:
    """Right after a draw one may be there; who passed the turn on has none (rules, A6)."""
    drawn = learn(dealt((0, 0), cards("A03-1 R01-1")), m.CardsTaken(0, (At(DRAW),)))

    assert {0, DRAW} == places(drawn, "A03-1")
    assert {DRAW} == places(learn(drawn, m.TurnPassed(1)), "A03-1")
    assert {0} == places(learn(drawn, m.TurnPassed(1)), "R01-1")


def test_a_card_laid_unread() -> None:
    """A card covered before anybody read it is in the pile or still in the hand, until it is dug up."""
    unread = learn(dealt((2, 1), FOUR), m.CardLaid(0, LEFT))

    assert {0, 1, DRAW, LEFT} == places(unread, "R01-1")
    read = learn(unread, m.TopSeen(LEFT, Card.parse("R01-1")))
    assert {LEFT} == places(read, "R01-1")
    assert {0, 1, DRAW} == places(read, "R02-1")


@pytest.mark.parametrize(
    ("face", "laid", "gone"),
    [
        ("K09", "R01-1", {"R02-1"}),
        ("K07", "R01-1", {"R02-1", "Y07-1", "Y07-2"}),
        ("K04", "R01-1", set()),
    ],
)
def test_what_an_action_card_tells(face: str, laid: str, gone: set[str]) -> None:
    """K09 leaves no card of its colour in the hand; K07 leaves none at all if Mac stays short."""
    played = Card.parse(f"{face}-1")
    hidden = (*FOUR, played, Card.parse("K01-1"))
    few = learned(
        nothing_known(),
        [
            m.GameStarted("classic", 2, CLASSIC.rulings),
            m.CardsDealt(
                ((None,) * 3, (None,)),
                (),
                tuple(c for c in CLASSIC.main_deck if c not in hidden),
                (),
            ),
        ],
    )
    known = learned(
        few,
        [
            m.ActionPlayed(0, played),
            m.CardLaid(0, MAC, Card.parse(laid)),
            m.ActionObeyed(0, played),
        ],
    )

    assert gone == {c.code for c in FOUR[1:] if 0 not in chart(known).cards[c]}


def test_who_replenishes_had_no_number_card() -> None:
    """Who draws after an action card is obeyed had none left: the rest of his hand is kept actions."""
    hidden = (*FOUR, *cards("K01-1 A03-1"))
    known = learned(
        dealt((1, 1), hidden),
        [
            m.CardsTaken(0, (At(DRAW),)),
            m.AtOnceCardShown(0, Card.parse("A03-1")),
            m.ActionObeyed(0, Card.parse("A03-1")),
            m.CardsTaken(0, (At(DRAW),)),
        ],
    )

    assert {0} == places(known, "K01-1")


def test_a_right_claim_tells_the_whole_hand() -> None:
    """All number cards of the winner are those he showed; a wrong claim shows what it shows."""
    task = Card.parse("M19-1")
    begun = dealt((2, 2), (*FOUR, *cards("K01-1")))
    shown = cards("R01-1")
    right = learn(begun, m.ClaimAccepted(0, task, shown))
    wrong = learn(begun, m.ClaimRefused(0, task, shown))

    assert [{0}, {0}] == [places(right, c) for c in ("R01-1", "K01-1")]
    assert [{0}, {0, 1, DRAW}] == [places(wrong, c) for c in ("R01-1", "K01-1")]


def test_murphy_cards() -> None:
    """Opened, swapped, returned and dealt again; a won one stays where it is."""
    names = [f"M{n:02d}-1" for n in range(1, 22)]
    known = learned(dealt((1, 1), FOUR), [m.TaskDealt(0), m.TaskDealt(1)])
    everywhere = {0, 1, "stack"}
    assert all(everywhere == chart(known).tasks[Card.parse(n)] for n in names)

    opened = learn(known, m.TaskOpened(0, Card.parse("M03-1")))
    assert {0} == chart(opened).tasks[Card.parse("M03-1")]
    swapped = learn(opened, m.TasksSwapped(0, 1))
    assert {1} == chart(swapped).tasks[Card.parse("M03-1")]
    replaced = learn(swapped, m.TaskReplaced(1))
    assert {"returned"} == chart(replaced).tasks[Card.parse("M03-1")]


# --- what was told wrong -----------------------------------------------------------


def test_the_table_is_right() -> None:
    """A card laid by somebody who cannot have it is believed, and little else is."""
    known = learn(dealt((1, 1), FOUR), m.CardLaid(0, LEFT, Card.parse("G11-1")))

    assert {LEFT} == places(known, "G11-1")
    assert {0, 1, DRAW} >= places(known, "R01-1") >= {1, DRAW}


@pytest.mark.parametrize("zone", ["mac", "left", "right", "actions"])
def test_a_card_that_is_said_to_lie_somewhere_lies_nowhere_else(zone: str) -> None:
    """Wherever it lay before: what lies in its place in a pile nobody knows. What is not spoken of stays."""
    rest = [m.TableCorrected((), cards("Y01-1"), cards("Y02-1"), ())]
    known = learned(dealt((1, 1), FOUR), rest)
    card = Card.parse("A01-1" if zone == "actions" else "R01-1")
    before = known.table
    placed = learn(known, m.TableCorrected(**{zone: (card,)}))
    back = {"mac": "left"}.get(zone, "mac")
    places = {"left": LEFT, "right": RIGHT}
    here, there = (places.get(each, each) for each in (zone, back))

    assert {**before, here: (card,)} == placed.table
    moved = learn(placed, m.TableCorrected(**{back: (card,)})).table
    left = () if zone == "mac" else (None,)
    assert (left, (card,)) == (moved[here], moved[there])


@pytest.mark.parametrize("place", [LEFT, RIGHT])
def test_a_top_that_is_said_takes_the_place_of_the_one_believed(place: Place) -> None:
    """What lies below it stays; the card lies nowhere else; one that nobody had read gets its name."""
    first, second, third = cards("Y01-1 Y02-1 Y03-1")
    piles = {"left": (first, second), "right": (third,)}
    if place == RIGHT:
        piles = {"left": (third,), "right": (first, second)}
    known = learned(dealt((1, 1), FOUR), [m.TableCorrected(**piles)])

    said = learn(known, m.TopSeen(place, Card.parse("R01-1"))).table
    moved = learn(known, m.TopSeen(place, third)).table
    unread = learn(known, m.CardLaid(0, place, None))
    named = learn(unread, m.TopSeen(place, Card.parse("R01-1"))).table

    assert (Card.parse("R01-1"), second) == said[place]
    assert (third, second) == moved[place]
    assert (None,) == moved[LEFT if place == RIGHT else RIGHT]
    assert (Card.parse("R01-1"), first, second) == named[place]
    assert known == learn(known, m.TopSeen(place, first))


def test_bags_by_their_bits() -> None:
    """A card in one bag alone is there even if the bag is full; any other is in one of the others."""
    assert [False, True, True, False] == [alone(bits) for bits in (0, 1, 4, 6)]
    assert [4, 2, 0] == [unless_alone(bits, 4) for bits in (4, 6, 0)]


@pytest.mark.parametrize(
    "event",
    [
        m.TableCorrected(mac=cards("R01-1 R02-1")),
        m.TopSeen(LEFT, Card.parse("G09-1")),
        m.HandCounted(0, 3, 4),
        m.PlayerLeft(0),
        m.CardsTaken(1, (At(DRAW),) * 2),
        m.CardsTaken(1, (At(LEFT, Card.parse("G09-1")),)),
        m.CardsTaken(1, (At(MAC, Card.parse("R01-1")),)),
        m.GameJoined(1, 3, ((4, 6), (5, 5)), cards("R01-1"), (None,), (), (None,)),
    ],
    ids=lambda event: type(event).__name__,
)
def test_whatever_is_stated_is_taken_in(event: m.Event) -> None:
    """Statements that fit nothing told before leave every card in one place at least."""
    found = chart(learn(dealt((1, 1), FOUR), event))

    assert set(CLASSIC.main_deck) == set(found.cards)
    assert all(found.cards.values())


# --- exact, against every world there is ---------------------------------------------


class Small:
    """A small table told event by event to knowledge, and to every world that could be."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        kept = rng.sample([c for c in CLASSIC.actions if c.kind is CardKind.KEEP], 1)
        hidden = (*rng.sample(NUMBERS, 5), *kept)
        self.known = dealt((2, 1, 1), hidden)
        self.open = [c for c in NUMBERS if c not in hidden][:4]
        order = rng.sample(hidden, len(hidden))
        spots: list[Holder] = [0, 0, 1, 2, DRAW, DRAW]
        self.truth: World = dict(zip(order, spots, strict=True))
        self.worlds = [
            dict(zip(hidden, where, strict=True))
            for where in set(_arrangements(spots, len(hidden)))
        ]
        self.piles: dict[str, int] = {LEFT: 0, RIGHT: 0}

    def tell(self, *events: m.Event) -> None:
        self.known = learned(self.known, events)

    def keep(self, true: Callable[[World], bool]) -> None:
        self.worlds = [world for world in self.worlds if true(world)]

    def spread(self, outcomes: Callable[[World], Iterator[World]]) -> None:
        found = {frozenset(after.items()) for w in self.worlds for after in outcomes(w)}
        self.worlds = [dict(world) for world in found]

    def everywhere(self, change: Callable[[World], None]) -> None:
        for world in (*self.worlds, self.truth):
            change(world)

    def held(self, player: int) -> list[Card]:
        return [c for c, where in self.truth.items() if where == player]

    def check(self) -> None:
        found = chart(self.known).cards
        true: dict[Card, set[Holder]] = {}
        for world in self.worlds:
            for card, where in world.items():
                place = where[0] if isinstance(where, tuple) else where
                true.setdefault(card, set()).add(place)
        assert true == {card: set(found[card]) for card in true}

    # Everything that can happen -----------------------------------------------

    def move(self, source: Holder, target: Holder, may: Callable[[Card], bool]) -> bool:
        there = [c for c, w in self.truth.items() if w == source and may(c)]
        if not there:
            return False
        self.truth[self.rng.choice(there)] = target

        def outcomes(world: World) -> Iterator[World]:
            for card, where in world.items():
                if where == source and may(card):
                    yield world | {card: target}

        self.spread(outcomes)
        return True

    def draw(self) -> None:
        player = self.rng.randrange(3)
        top: Holder = (DRAW, 1) if (DRAW, 1) in self.truth.values() else DRAW
        if self.move(top, player, lambda _: True):
            self.tell(m.TurnPassed(player), m.CardsTaken(player, (At(DRAW),)))

    def reshuffle(self) -> None:
        sides: dict[Holder, Holder] = {}
        if DRAW in self.truth.values():
            sides[DRAW] = (DRAW, 1)
        for place, height in self.piles.items():
            sides |= {(place, h): DRAW for h in range(1, height)}
            sides |= {(place, height): (place, 1)} if height else {}
            self.piles[place] = min(height, 1)
        self.everywhere(lambda w: w.update({c: sides.get(h, h) for c, h in w.items()}))
        self.tell(m.DrawPileReshuffled())

    def take_open(self) -> None:
        if not self.open:
            return
        card, player = self.open.pop(), self.rng.randrange(3)
        self.everywhere(lambda world: world.update({card: player}))
        self.tell(m.CardsTaken(player, (At(MAC, card),)))

    def lay(self) -> None:
        player = self.rng.randrange(3)
        numbers = [c for c in self.held(player) if c.kind is CardKind.NUMBER]
        if not numbers:
            return
        card = self.rng.choice(numbers)
        self.keep(lambda world: world[card] == player)
        self.everywhere(lambda world: world.__delitem__(card))
        self.spread(lambda world: iter((world,)))
        self.tell(m.CardLaid(player, MAC, card))
        self.open.append(card)

    def lay_unread(self) -> None:
        player, place = self.rng.randrange(3), self.rng.choice(PILES)
        spot = (place, self.piles[place] + 1)
        if self.move(player, spot, lambda c: c.kind is CardKind.NUMBER):
            self.piles[place] += 1
            self.tell(m.CardLaid(player, place))

    def dig_up(self) -> None:
        place, player = self.rng.choice(PILES), self.rng.randrange(3)
        spot = (place, self.piles[place])
        there = [c for c, where in self.truth.items() if where == spot]
        if not there:
            return
        self.piles[place] -= 1
        (card,) = there
        if self.rng.random() < 0.5:
            self.keep(lambda world: world[card] == spot)
            self.everywhere(lambda world: world.update({card: player}))
            self.tell(m.CardsTaken(player, (At(place, card),)))
        else:
            self.everywhere(lambda w: w.update({c: player for c in w if w[c] == spot}))
            self.tell(m.CardsTaken(player, (At(place),)))

    def pass_blindly(self) -> None:
        giver, taker = self.rng.sample(range(3), 2)
        if self.move(giver, taker, lambda _: True):
            self.tell(m.CardPassed(giver, taker))

    def demand(self) -> None:
        player, whom = self.rng.sample(range(3), 2)
        face = self.rng.choice((*self.truth, NUMBERS[0])).face
        self.tell(m.CardDemanded(player, whom, face))
        if self.move(whom, player, lambda c: c.face == face):
            self.tell(m.CardPassed(whom, player))
        else:
            self.keep(lambda w: not any(c.face == face and w[c] == whom for c in w))
            self.tell(m.CardDenied(whom, face))
        self.tell(m.TurnPassed(player))

    def swap(self) -> None:
        one, other = self.rng.sample(range(3), 2)
        sides: dict[Holder, Holder] = {one: other, other: one}
        self.everywhere(lambda w: w.update({c: sides.get(h, h) for c, h in w.items()}))
        self.tell(m.HandsSwapped(one, other))

    def claim(self) -> None:
        player, task = self.rng.randrange(3), Card.parse("M19-1")
        shown = tuple(c for c in self.held(player) if c.kind is CardKind.NUMBER)
        self.keep(
            lambda w: {c for c in w if w[c] == player and c.kind is CardKind.NUMBER} == set(shown)
        )
        self.tell(m.ClaimAccepted(player, task, shown))

    def show_some(self) -> None:
        player = self.rng.randrange(3)
        shown = tuple(c for c in self.held(player) if c.kind is CardKind.NUMBER)[:1]
        self.keep(lambda w: all(w[c] == player for c in shown))
        self.tell(m.ClaimRefused(player, Card.parse("M19-1"), shown))


def _arrangements(spots: list[Holder], count: int) -> Iterator[tuple[Holder, ...]]:
    if count == 0:
        yield ()
        return
    for spot in dict.fromkeys(spots):
        rest = list(spots)
        rest.remove(spot)
        for more in _arrangements(rest, count - 1):
            yield (spot, *more)


STEPS = (
    Small.draw,
    Small.take_open,
    Small.lay,
    Small.lay_unread,
    Small.dig_up,
    Small.pass_blindly,
    Small.demand,
    Small.swap,
    Small.claim,
    Small.show_some,
    Small.reshuffle,
)


def check_small_tables(seeds: range, steps: int) -> None:
    for seed in seeds:
        rng = Random(seed)
        small = Small(rng)
        small.check()
        for _ in range(steps):
            rng.choice(STEPS)(small)
            small.check()


def test_knowledge_is_exact() -> None:
    """On small tables, after every event: where a card can be in some world, and nowhere else."""
    check_small_tables(range(40), 14)


@pytest.mark.prove
def test_knowledge_is_exact_for_long() -> None:
    """The same, longer and more often."""
    check_small_tables(range(1000, 2000), 20)


# --- whole games -----------------------------------------------------------------------


def truth(state: m.State) -> World:
    """Where every card is in a simulation; at-once cards waiting to be shown are with who drew them."""
    piles = {LEFT: state.left, RIGHT: state.right, ACTIONS: state.actions, MAC: state.mac}
    found: World = {c: p for p, pile in piles.items() for c in pile if c}
    found |= dict.fromkeys(state.draw or (), DRAW)
    found |= {card: player for player, card in state.at_once}
    return found | {c: p for p, hand in enumerate(state.hands) for c in hand.known}


def task_truth(state: m.State) -> World:
    murphys = state.murphys
    found: World = dict.fromkeys(murphys.stack or (), "stack")
    found |= {card: "returned" for card in murphys.returned if card}
    found |= {card: ("won", p) for p, won in enumerate(murphys.won) for card in won}
    return found | {card: p for p, card in enumerate(murphys.held) if card}


def check_truth(state: m.State, found: Chart) -> None:
    for card, where in truth(state).items():
        assert where in found.cards[card], card
    for card, where in task_truth(state).items():
        assert where in found.tasks[card], card
    held = Counter(player for player, _ in state.at_once)
    sizes = {p: len(hand.known) + held[p] for p, hand in enumerate(state.hands)}
    for player, size in sizes.items():
        fewest, most = found.sizes[player]
        assert fewest <= size <= most
        assert fewest == most or not isinstance(state.pending, m.Turn)


def games(seeds: range, turns: int) -> Iterator[tuple[m.State, Knowledge]]:
    """Random games, and what is known after every decision."""
    for seed in seeds:
        rng = Random(seed)
        edition = load_edition(EDITIONS[seed % 2])
        state, events = deal(edition, rng.randint(2, 6), rng)
        known = learned(nothing_known(), events)
        for _ in range(turns):
            moves = legal(state)
            wanted = [move for move in moves if not isinstance(move, m.Claim)]
            claim = rng.random() < 0.05
            state, events = play(state, rng.choice(moves if claim else wanted), rng)
            known = learned(known, events)
            yield state, known
            if isinstance(state.pending, m.Over):
                break


@pytest.mark.slow
def test_the_truth_is_always_possible() -> None:
    """In whole random games of both editions every card is where it can be, and hands are of the size they have."""
    for number, (state, known) in enumerate(games(range(8), 120)):
        if number % 6 == 0:
            check_truth(state, chart(known))


def test_the_truth_is_possible_where_too_much_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where outcomes are no longer told apart every card is still where it can be."""
    monkeypatch.setattr(possibilities, "MOST", 1)
    for number, (state, known) in enumerate(games(range(20, 26), 120)):
        assert len(known.cards) == 1
        if number % 6 == 0:
            check_truth(state, chart(known))


@pytest.mark.prove
def test_the_truth_is_always_possible_for_long() -> None:
    """The same in a hundred games, after every decision."""
    for state, known in games(range(100, 200), 400):
        check_truth(state, chart(known))


def test_places_shrink_only_by_evidence() -> None:
    """A hidden draw or pass takes no place from a card; a showing, a denial or a count gives none to any."""
    gives = (m.CardsTaken, m.CardPassed, m.HandsSwapped, m.DrawPileReshuffled, m.CardLaid)
    told = Counter[str]()
    for seed in range(3):
        rng = Random(seed)
        state, events = deal(CLASSIC, 3, rng)
        known = learned(nothing_known(), events)
        for _ in range(60):
            moves = [move for move in legal(state) if not isinstance(move, m.Claim)]
            state, events = play(state, rng.choice(moves), rng)
            for event in events:
                before, known = chart(known).cards, learn(known, event)
                after = chart(known).cards
                grown = [c for c in after if not after[c] <= before[c]]
                assert isinstance(event, gives) or set(grown) <= shown(event), event
                told[type(event).__name__] += 1
    assert told["CardPassed"]


def shown(event: m.Event) -> set[Card]:
    """The cards that an event puts somewhere everybody sees."""
    match event:
        case m.AtOnceCardShown(_, card) | m.ActionPlayed(_, card):
            return {card}
        case m.CardsThrownAway(_, thrown):
            return set(thrown)
        case _:
            return set()


def test_a_hand_that_may_have_grown_unseen() -> None:
    """A hand counted as perhaps more than was known has got cards from nobody knows where: both counts hold."""
    mac = cards("R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1")
    hands = ((None,) * 8, (None,) * 9)
    began = (m.GameStarted("classic", 2), m.CardsDealt(hands, mac, cards("Y01-1"), cards("Y02-1")))
    known = learned(nothing_known(), (*began, m.HandCounted(0, 8, 10)))

    assert (8, 10) == chart(known).sizes[0]


def test_a_count_is_held_against_what_can_be() -> None:
    """An outcome that cannot have been may have room for what is counted; what it says of the others is not believed."""
    known = dealt((1, 1), FOUR)
    never = possibilities.anywhere({0: (2, 2), 1: (0, 0), DRAW: (5, 5)}, FOUR, may_lie)
    told = learn(replace(known, cards=(*known.cards, never)), m.HandCounted(0, 2, 2))

    sizes = chart(told).sizes
    assert ((2, 2), (1, 1)) == (sizes[0], sizes[1])


def test_who_lays_though_nothing_was_left_to_him_had_one_card() -> None:
    """Something was told wrong before; of his hand no more follows from it than the card that he lays."""
    laid = learn(dealt((0, 1), FOUR), m.CardLaid(0, LEFT, Card.parse("R01-1")))

    assert (0, 0) == chart(laid).sizes[0]
    assert {LEFT} == places(laid, "R01-1")
