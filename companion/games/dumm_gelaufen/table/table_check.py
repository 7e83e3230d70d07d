"""Comparison of the table with the state: at the set-up, in a rebuild, and when the table is declared right."""

from collections.abc import Collection, Iterator
from math import inf

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.dealing import hand_sizes
from companion.games.dumm_gelaufen.table import beliefs, problems
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.problems import NUMBERED
from companion.games.dumm_gelaufen.table.state import Recorder, TableState, shown
from companion.games.dumm_gelaufen.table.violations import PATIENCE
from companion.games.dumm_gelaufen.tracker.piles import fitted
from companion.games.dumm_gelaufen.tracker.turn_transitions import hopeless
from companion.table import Table


def check_set_up(recorder: Recorder) -> None:
    """Tell what the set-up lacks where that has changed, and begin once nothing is missing; not while a hand covers it."""
    table_state = recorder.table_state
    if table_state.table.covered.intersection(NUMBERED):
        return
    wrong = problems.of_the_set_up(table_state.table, table_state.state.edition)
    if recorder.check(wrong):
        begin(recorder)


def typed_in(recorder: Recorder, lies: m.TableCorrected) -> None:
    """Without a camera people say what lies there at the beginning."""
    zones = {d.MAC: lies.mac, d.LEFT: lies.left, d.RIGHT: lies.right, d.ACTIONS: lies.actions}
    typed = {
        zone: tuple(c.code for c in cards if c)
        for zone, cards in zones.items()
        if cards is not None
    }
    table = Table({**recorder.table_state.table.zones, **typed})
    recorder.record(e.TableTyped(table))
    check_set_up(recorder)


def begin_as_it_is(recorder: Recorder) -> None:
    """Whatever may still be missing, the game begins. Raises IllegalMove where nothing lies there at all."""
    if not any(t.cards_of(recorder.table_state.table, zone) for zone in NUMBERED):
        raise IllegalMove("illegal.table-empty")
    begin(recorder)


def begin(recorder: Recorder) -> None:
    """The cards are dealt as they lie: round 1 begins with the first player."""
    dealt = tuple(_dealt(recorder.table_state))
    recorder.record(e.FactsStated(dealt, settles=True))
    recorder.record(e.StageBegan("play"))


def _dealt(table_state: TableState) -> Iterator[m.Event]:
    setup, table = table_state.setup, table_state.table
    players = len(setup.players)
    rulings = setup.rulings or table_state.state.edition.rulings
    yield m.GameStarted(setup.edition, players, rulings)
    # The first seat gets 8 cards, every following one a card more (rules, A2).
    hands = tuple((None,) * size for size in hand_sizes(players))
    zones = (t.cards_of(table, zone) for zone in (*NUMBERED, d.ACTIONS))
    mac, left, right, actions = zones
    yield m.CardsDealt(hands, mac, left, right, actions, draw=None, stack=None)
    yield from (m.TaskDealt(player) for player in range(players))
    yield m.RoundBegan(1, 0)


def check_rebuild(recorder: Recorder) -> None:
    """Tell what is still missing until the table is again as the game knows it; without a camera people see to it."""
    table_state = recorder.table_state
    wrong = problems.of_the_rebuild(shown(table_state), m.visible(table_state.state))
    if recorder.check(wrong):
        if table_state.relaid is not None and any(
            table_state.table[zone] != table_state.relaid[zone] for zone in t.PLAYED
        ):
            # The cards of a turn under way were put back, too.
            tell_anew(recorder)
        recorder.record(e.StageBegan("play"))


def tell_anew(recorder: Recorder, *facts: m.Event) -> None:
    """By these facts, or because all cards were put back, a turn that is under way begins anew."""
    broken_off = beliefs.under_way(recorder.table_state)
    whose = beliefs.likely_hypotheses(recorder.table_state)[0].turn.player
    recorder.record(e.FactsStated(facts, settles=True))
    if broken_off is not None:
        recorder.record(e.TurnBegunAnew(whose))


def goes_on(table_state: TableState) -> bool:
    """Whether what lies there is what a turn under way has led to so far, by the rules."""
    read = table_state if table_state.relaid is None else beliefs.read_on(table_state)
    best = beliefs.likely_hypotheses(read)[0]
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
    table_state = recorder.table_state
    if table_state.table.covered:
        return
    # What was misread has been read again by now.
    quiet = PATIENCE <= table_state.at - table_state.evidence_at < inf
    if quiet and not is_explained(table_state):
        _begin_anew(recorder)
        return
    best = beliefs.likely_hypotheses(table_state)[0]
    if table_state.open or not best.turn.untouched:
        return
    wrong = frozenset(_wrong_zones(table_state, touched))
    if wrong:
        _correct(recorder, wrong, anew=_is_out_of_step(table_state, best))


def lost(recorder: Recorder) -> bool:
    """Where a look cannot be processed, what lies there counts, and the turns told stay as they were told; whether anything is given up by that."""
    table_state = recorder.table_state
    if table_state.stage != "play" or not table_state.belief.number:
        return False
    _begin_anew(recorder, failed=True)
    return True


def _begin_anew(recorder: Recorder, *, failed: bool = False) -> None:
    """What was seen so far is given up: what lies there counts."""
    table_state = recorder.table_state
    recorder.record(e.BeliefCorrected(m.visible(table_state.state), failed))
    recorder.record(e.FactsStated((as_it_lies(table_state),), settles=True))


def _wrong_zones(table_state: TableState, touched: Collection[str]) -> Iterator[str]:
    """The zones that show what they cannot show, or name what is not known, and will not show anything else in a moment."""
    for zone in NUMBERED:
        unread = zone in touched and not table_state.table[zone]
        # A row may look wrong by a turn that only begins.
        soon = table_state.at - table_state.evidence_at < PATIENCE
        waits = soon if zone == d.MAC else unread
        if not (waits or zone in table_state.awaited) and _unlike(table_state, zone):
            yield zone


def _correct(recorder: Recorder, zones: Collection[str], *, anew: bool) -> None:
    """What lies in these zones is as the camera sees it."""
    lies = as_it_lies(recorder.table_state)
    fact = m.TableCorrected(
        mac=lies.mac if d.MAC in zones else None,
        left=lies.left if d.LEFT in zones else None,
        right=lies.right if d.RIGHT in zones else None,
    )
    if d.MAC in zones:
        recorder.record(e.BeliefCorrected(m.visible(recorder.state)))
    recorder.record(e.FactsStated((fact,), anew=anew))


def is_explained(table_state: TableState) -> bool:
    """Whether by some hypothesis there lies what shows where nothing covers it: else it is misread, or nobody saw how it came."""
    table = table_state.table
    elsewhere = bool(table_state.awaited) or table_state.stage != "play"
    if elsewhere or any(t.buried(table, zone) for zone in d.OPEN):
        return True
    zones = {*NUMBERED} - table.covered
    hypotheses = table_state.belief.hypotheses
    return any(not _is_out_of_step(table_state, h, zones) for h in hypotheses)


def _is_out_of_step(
    table_state: TableState, hypothesis: t.Hypothesis, zones: Collection[str] = NUMBERED
) -> bool:
    """Whether by a hypothesis something else lies in one of these zones than shows there."""
    shown = {zone: t.cards_of(table_state.table, zone) for zone in zones}
    row = {*hypothesis.mac} - {None} != {*shown.get(d.MAC, hypothesis.mac)} - {None}
    piles = (zone for zone in d.OPEN if zone in shown)
    return row or any(fitted(hypothesis.pile(z), shown[z]) is None for z in piles)


def _unlike(table_state: TableState, zone: str) -> bool:
    """Whether a zone shows what it cannot show by what is believed, or names what is not known."""
    shown, state = t.cards_of(table_state.table, zone), table_state.state
    if t.buried(table_state.table, zone):
        return False
    if zone == d.MAC:
        return set(shown) != set(state.mac)
    pile = state.lying[zone]
    return fitted(pile, shown) != pile


def as_it_lies(table_state: TableState) -> m.TableCorrected:
    """The table as the camera sees it; of the piles only what shows is changed, and nothing where another card lies on them."""
    state, table = table_state.state, table_state.table
    left, right = (None if t.buried(table, z) else t.cards_of(table, z) for z in d.OPEN)
    return m.TableCorrected(
        mac=t.cards_of(table, d.MAC),
        left=None if left is None else _on_top(left, state.left),
        right=None if right is None else _on_top(right, state.right),
        actions=t.cards_of(table, d.ACTIONS) or state.actions,
    )


def _on_top(shown: m.Cards, pile: m.Pile) -> m.Pile:
    """A pile with these cards on top of what is believed to lie below them."""
    if not shown:
        return ()
    named = fitted(pile, shown)
    if named is not None:
        return tuple(c if isinstance(c, d.Card) else None for c in named)
    below = [place for place, card in enumerate(pile) if card in shown]
    return (*shown, *pile[max(below, default=-1) + 1 :])
