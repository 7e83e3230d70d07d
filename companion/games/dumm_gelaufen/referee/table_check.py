"""Comparison of the table with the state: at the set-up, in a rebuild, and when the table is declared right."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.events import (
    CardsDealt,
    Event,
    GameStarted,
    RoundBegan,
    TaskDealt,
)
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.places import ACTIONS, LEFT, MAC, RIGHT
from companion.games.dumm_gelaufen.model.state import Cards, Pile, visible
from companion.games.dumm_gelaufen.model.stated import TableCorrected
from companion.games.dumm_gelaufen.referee import problems
from companion.games.dumm_gelaufen.referee.beliefs import (
    likely_hypotheses,
    read_on,
    under_way,
)
from companion.games.dumm_gelaufen.referee.problems import PILES
from companion.games.dumm_gelaufen.referee.recorder import Recorder
from companion.games.dumm_gelaufen.referee.sitting import DummSitting, shown
from companion.games.dumm_gelaufen.referee.violations import PATIENCE
from companion.games.dumm_gelaufen.rules.dealing import hand_sizes
from companion.games.dumm_gelaufen.tracker.evidence import PLAYED, buried, cards_of
from companion.games.dumm_gelaufen.tracker.hypothesis import Hypothesis
from companion.games.dumm_gelaufen.tracker.piles import fitted
from companion.games.dumm_gelaufen.tracker.turn_transitions import hopeless
from companion.table import Table


def check_set_up(recorder: Recorder) -> None:
    """Tell what the set-up lacks where that has changed, and begin once nothing is missing; not while a hand covers it."""
    sitting = recorder.sitting
    if sitting.table.covered & {MAC, LEFT, RIGHT}:
        return
    wrong = problems.of_the_set_up(sitting.table, sitting.state.edition)
    if wrong != sitting.problems:
        told = [problem.to_json() for problem in wrong]
        recorder.tell("set-up", ok=not wrong, problems=told)
    if not wrong:
        begin(recorder)


def typed_in(recorder: Recorder, lies: TableCorrected) -> None:
    """Without a camera people say what lies there at the beginning."""
    zones = {MAC: lies.mac, LEFT: lies.left, RIGHT: lies.right, ACTIONS: lies.actions}
    typed = {
        zone: tuple(c.code for c in cards if c)
        for zone, cards in zones.items()
        if cards is not None
    }
    table = Table({**recorder.sitting.table.zones, **typed})
    recorder.tell("table", table=table.to_json())
    check_set_up(recorder)


def begin_as_it_is(recorder: Recorder) -> None:
    """Whatever may still be missing, the game begins. Raises IllegalMove where nothing lies there at all."""
    if not any(cards_of(recorder.sitting.table, zone) for zone in (MAC, LEFT, RIGHT)):
        raise IllegalMove("illegal.table-empty")
    begin(recorder)


def begin(recorder: Recorder) -> None:
    """The cards are dealt as they lie: round 1 begins with the first player."""
    events = tuple(_dealt(recorder.sitting))
    facts = [fact_to_json(event) for event in events]
    recorder.tell("facts", facts=facts, settles=True)
    recorder.tell("phase", phase="play")


def _dealt(sitting: DummSitting) -> Iterator[Event]:
    setup, table = sitting.setup, sitting.table
    players = len(setup.players)
    rulings = setup.rulings or sitting.state.edition.rulings
    yield GameStarted(setup.edition, players, rulings)
    # The first seat gets 8 cards, every following one a card more (rules, A2).
    hands = tuple((None,) * size for size in hand_sizes(players))
    zones = (cards_of(table, zone) for zone in (MAC, LEFT, RIGHT, ACTIONS))
    mac, left, right, actions = zones
    yield CardsDealt(hands, mac, left, right, actions, draw=None, stack=None)
    yield from (TaskDealt(player) for player in range(players))
    yield RoundBegan(1, 0)


def check_rebuild(recorder: Recorder) -> None:
    """Tell what is still missing until the table is again as the game knows it; without a camera people see to it."""
    sitting = recorder.sitting
    wrong = problems.of_the_rebuild(shown(sitting), visible(sitting.state))
    if wrong != sitting.problems:
        told = [problem.to_json() for problem in wrong]
        recorder.tell("rebuild", ok=not wrong, problems=told)
    if not wrong:
        if sitting.relaid is not None and any(
            sitting.table[zone] != sitting.relaid[zone] for zone in PLAYED
        ):
            # The cards of a turn under way were put back, too.
            tell_anew(recorder)
        recorder.tell("phase", phase="play")


def tell_anew(recorder: Recorder, *facts: Event) -> None:
    """By these facts, or because all cards were put back, a turn that is under way begins anew."""
    broken_off = under_way(recorder.sitting)
    whose = likely_hypotheses(recorder.sitting)[0].turn.player
    told = [fact_to_json(fact) for fact in facts]
    recorder.tell("facts", facts=told, settles=True)
    if broken_off is not None:
        recorder.tell("turn-anew", player=whose)


def goes_on(sitting: DummSitting) -> bool:
    """Whether what lies there is what a turn under way has led to so far, by the rules."""
    read = sitting if sitting.relaid is None else read_on(sitting)
    best = likely_hypotheses(read)[0]
    over = best.closed[read.settled :]
    if not over and best.turn.untouched:
        return False
    wrong = hopeless(best.turn, best.mac) or any(turn.wrong for turn in over)
    return not wrong and not _is_out_of_step(read, best)


def heal(recorder: Recorder, touched: Collection[str] = ()) -> None:
    """Where nothing is left to be read, the table is right about what lies open: unread cards are named, unknown ones added.

    Of a pile that was ``touched`` just now and shows nothing the top may
    only not be read yet.
    """
    sitting = recorder.sitting
    best = likely_hypotheses(sitting)[0]
    if sitting.open or not best.turn.untouched or sitting.table.covered:
        return
    state = sitting.state
    unread = [zone for zone in PILES if zone in touched and not sitting.table[zone]]
    wrong = {
        zone: zone not in (*unread, *sitting.awaited) and _unlike(sitting, zone)
        for zone in (MAC, *PILES)
    }
    # A row may look wrong by a turn that only begins.
    wrong[MAC] = wrong[MAC] and sitting.at - sitting.evidence_at >= PATIENCE
    if not any(wrong.values()):
        return
    lies = as_it_lies(sitting)
    fact = TableCorrected(
        mac=lies.mac if wrong[MAC] else None,
        left=lies.left if wrong[LEFT] else None,
        right=lies.right if wrong[RIGHT] else None,
    )
    if wrong[MAC]:
        recorder.tell("out-of-step", believed=visible(state).to_json())
    recorder.tell(
        "facts", facts=[fact_to_json(fact)], anew=_is_out_of_step(sitting, best)
    )


def _is_out_of_step(sitting: DummSitting, best: Hypothesis) -> bool:
    """Whether the likeliest hypothesis has not what lies there."""
    shown = {zone: cards_of(sitting.table, zone) for zone in (MAC, *PILES)}
    piles = any(fitted(best.pile(zone), shown[zone]) is None for zone in PILES)
    return piles or {*best.mac} - {None} != {*shown[MAC]}


def _unlike(sitting: DummSitting, zone: str) -> bool:
    """Whether a zone shows what it cannot show by what is believed, or names what is not known."""
    shown, state = cards_of(sitting.table, zone), sitting.state
    if buried(sitting.table, zone):
        return False
    if zone == MAC:
        return set(shown) != set(state.mac)
    pile = state.left if zone == LEFT else state.right
    return fitted(pile, shown) != pile


def as_it_lies(sitting: DummSitting) -> TableCorrected:
    """The table as the camera sees it; of the piles only what shows is changed, and nothing where another card lies on them."""
    state, table = sitting.state, sitting.table
    left, right = (None if buried(table, z) else cards_of(table, z) for z in PILES)
    return TableCorrected(
        mac=cards_of(table, MAC),
        left=None if left is None else _on_top(left, state.left),
        right=None if right is None else _on_top(right, state.right),
        actions=cards_of(table, ACTIONS) or state.actions,
    )


def _on_top(shown: Cards, pile: Pile) -> Pile:
    """A pile with these cards on top of what is believed to lie below them."""
    if not shown:
        return ()
    named = fitted(pile, shown)
    if named is not None:
        return tuple(c if isinstance(c, Card) else None for c in named)
    below = [place for place, card in enumerate(pile) if card in shown]
    rest = pile[max(below) + 1 :] if below else pile
    return (*shown, *(card for card in rest if card not in shown))
