"""The events of a turn, told one after the other, each on the state after the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from companion.errors import IllegalMove
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.rules.actions import ACTION_CARDS
from companion.games.dumm_gelaufen.rules.course import Course
from companion.games.dumm_gelaufen.rules.moves import correct, go_on, play

NO_CHANCE: Final = 0
"""Nothing at a real table is decided by the program's own chance."""


class TurnReplay(Course):
    """The events of a turn so far and the state after them, whatever the rules say of it; lives within one call of ``enacted``."""

    __slots__ = ()

    def __init__(self, state: m.State) -> None:
        super().__init__(state, Random(NO_CHANCE))

    def correct(self, correction: m.Correction) -> None:
        """State a fact and what follows from it; nothing where it makes no sense."""
        try:
            events = correct(self.state, correction, Random(NO_CHANCE))
        except IllegalMove:
            return
        for event in events:
            self.record(event)

    def move(self, move: m.Move) -> bool:
        """Make a move by the rules; whether they allowed it."""
        try:
            self.state, events = play(self.state, move, Random(NO_CHANCE))
        except IllegalMove:
            return False
        self.events += events
        return True

    def shuffle(self, candidate: t.TurnCandidate, swept: int) -> None:
        """Shuffle the draw pile anew if that was done with so many action cards of the turn on the discard."""
        done = any(isinstance(event, m.DrawPileReshuffled) for event in self.events)
        if candidate.reshuffled and candidate.swept == swept and not done:
            self.correct(m.DrawPileReshuffled())

    def drawable(self, drawn: int) -> None:
        """See to it that so many cards can have been drawn: of a shuffle nothing was seen, so hands were told too full."""
        short = drawn - m.draw_size(self.state)[1]
        if short <= 0:
            return
        for seat in self.state.seats:
            fewest, most = self.state.hands[seat].size
            self.correct(m.HandCounted(seat, max(0, fewest - short), most))


def to_move(state: m.State) -> int:
    """Whose turn it is once what is only on offer has lapsed."""
    match state.pending:
        case m.Turn(player):
            return player
        case _:
            return state.after(state.turn)


ASKS_WHOM: Final = frozenset(f for f, card in ACTION_CARDS.items() if card.against)
"""The action cards played against one player, whom no camera sees."""

SWAPS: Final = ("A05", "K02")
"""The action cards by which two players swap hands."""


def among_two(state: m.State, candidate: t.TurnCandidate) -> t.TurnCandidate:
    """A turn in which an action card was played against one player: of two at the table it is the other one."""
    others = state.others(candidate.player)
    if len(others) > 1 or ASKS_WHOM.isdisjoint(card.face for card in candidate.played):
        return candidate
    swapped = None if candidate.swaps is None else candidate.player
    return replace(candidate, whom=others[0], swapped=swapped)


def action(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    """Play and obey the action cards of a turn, as far as they were seen or told."""
    player = candidate.player
    facts.drawable(0 if candidate.reshuffled else candidate.drawn)
    drawn = tuple(at for at in candidate.taken if at.place == d.DRAW)
    if drawn and candidate.played[0].kind is d.CardKind.AT_ONCE:
        _drawn_with_it(facts, candidate, drawn)
    facts.shuffle(candidate, 0)
    for lie, card in enumerate(candidate.thrown, 1):
        facts.move(m.Lay(player, d.ACTIONS, card))
        facts.shuffle(candidate, lie)
    for number, card in enumerate(candidate.played, 1):
        drawer = _shows(candidate, card)
        if not facts.move(m.PlayAction(drawer, card)):
            _played(facts, drawer, card)
        _obeyed(facts, candidate, card)
        _unused(facts, candidate, number)
    _seen_after_all(facts, candidate)
    drew = Counter(candidate.refilled) - Counter(seat for seat, _, _ in candidate.unused)
    for seat in drew.elements():
        _draw_for_being_short(facts, seat)
    if facts.state.pending == m.Turn(player):
        # What the rules refused was played all the same, and was the whole turn.
        facts.correct(m.TurnGiven(facts.state.after(player)))


def _drawn_with_it(facts: TurnReplay, candidate: t.TurnCandidate, drawn: tuple[d.At, ...]) -> None:
    """Draw an at-once card: perhaps with another one, and certainly where the rules allow nothing else."""
    player = candidate.player
    if facts.move(m.Take(player, drawn)) and candidate.uncounted:
        fewest, most = facts.state.hands[player].size
        facts.correct(m.HandCounted(player, fewest, most + 1))
    elif candidate.uncounted:
        facts.move(m.Take(player, (d.At(d.DRAW), d.At(d.DRAW))))


def _unused(facts: TurnReplay, candidate: t.TurnCandidate, obeyed: int) -> None:
    """Have those who ran short draw the at-once cards that go unused, once so many action cards are obeyed (A6)."""
    before = [each for each in candidate.unused if each[2] < obeyed]
    lie = len(candidate.thrown) + obeyed + len(before)
    facts.shuffle(candidate, lie)
    now = [each for each in candidate.unused if each[2] == obeyed]
    for number, (seat, card, _) in enumerate(now, lie + 1):
        _draw_for_being_short(facts, seat)
        facts.record(m.CardsThrownAway(seat, (card,)))
        facts.shuffle(candidate, number)


def _shows(candidate: t.TurnCandidate, card: d.Card) -> int:
    """Who shows an action card: an at-once card drawn for another one is its drawer's (K05)."""
    for_another = candidate.played[0].face == "K05" and card is not candidate.played[0]
    if for_another and candidate.whom is not None:
        return candidate.whom
    return candidate.player


def _played(facts: TurnReplay, player: int, card: d.Card) -> None:
    """Play an action card that the rules refuse: what is believed of the hand must be wrong."""
    shown = card.kind is d.CardKind.AT_ONCE
    pending = facts.state.pending
    own = isinstance(pending, m.ToShow) and pending.player == player
    under_way = own or isinstance(pending, m.Obey)
    if facts.state.turn != player and not under_way:
        facts.correct(m.TurnGiven(player))
    facts.record((m.AtOnceCardShown if shown else m.ActionPlayed)(player, card))
    go_on(facts)


def _seen_after_all(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    """State what came and went for an action card though the rules refused it."""
    laid = [event.card for event in facts.events if isinstance(event, m.CardLaid)]
    takes = (event.cards for event in facts.events if isinstance(event, m.CardsTaken))
    taken = [at for cards in takes for at in cards]
    for at in candidate.taken:
        if at.card is not None and at not in taken:
            facts.record(m.CardsTaken(candidate.player, (at,)))
    for at in candidate.laid:
        if at.card in laid:
            laid.remove(at.card)
        else:
            facts.record(m.CardLaid(candidate.player, at.place, at.card))


def _laid_by_all(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    """Everybody lays a card; whoever has laid none is passed over once his turn to lay has come (K11)."""
    order = (candidate.player, *facts.state.others(candidate.player))
    layers = candidate.layers or order
    for at, seat in zip(candidate.laid, layers, strict=False):
        _pass_over(facts, layers)
        if not facts.move(m.Lay(seat, at.place, at.card)):
            facts.record(m.CardLaid(seat, at.place, at.card))


def _pass_over(facts: TurnReplay, layers: tuple[int, ...]) -> None:
    """Those whose turn it is to lay, and who lay nothing at all, have no number card."""
    waiting = facts.state.pending.player
    while waiting is not None and waiting not in layers and facts.move(m.Pass(waiting)):
        waiting = facts.state.pending.player


def _taken_freely(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    """Three cards from wherever, the open ones last that were taken once the draw pile was shuffled anew (K12 and A7)."""
    seen = [at for at in candidate.taken if at.place != d.DRAW]
    sooner = candidate.sooner if candidate.reshuffled else len(seen)
    drawn = [d.At(d.DRAW)] * (ACTION_CARDS["K12"].takes - len(seen))
    for at in (*seen[:sooner], *drawn):
        facts.move(m.Take(candidate.player, (at,)))
    for at in seen[sooner:]:
        facts.shuffle(candidate, candidate.swept)
        facts.move(m.Take(candidate.player, (at,)))


def _draw_for_being_short(facts: TurnReplay, seat: int) -> None:
    """One card more; for whoever is next to move it is no exchange that he begins."""
    ahead = seat == to_move(facts.state)
    if ahead or not facts.move(m.Take(seat, (d.At(d.DRAW),))):
        fewest, most = facts.state.hands[seat].size
        facts.correct(m.HandCounted(seat, fewest + 1, most + 1))


def _obeyed(facts: TurnReplay, candidate: t.TurnCandidate, card: d.Card) -> None:
    """Let the action card have its effect, as far as it was seen or said."""
    if not _obeying(facts.state, card):
        return
    if card.face == "K11":
        _laid_by_all(facts, candidate)
    if card.face == "K12":
        _taken_freely(facts, candidate)
    unsure = _may_have_none(facts.state, card)
    for move in _answers(facts.state, candidate, card):
        if not facts.move(move):
            break
    if unsure:
        fewest, most = facts.state.hands[candidate.player].size
        facts.correct(m.HandCounted(candidate.player, max(0, fewest - unsure), most))
    if not _obeying(facts.state, card):
        return
    if card.face in ASKS_WHOM:
        _by_what_was_said(facts, candidate, card)
    elif card.face == "K11" or not facts.move(m.Pass(facts.state.pending.player or 0)):
        facts.record(m.ActionObeyed(candidate.player, card))


def _obeying(state: m.State, card: d.Card) -> bool:
    return isinstance(state.pending, m.Obey) and state.pending.card is card


def _may_have_none(state: m.State, card: d.Card) -> int:
    """How many of those who must give a card (K06) may have none."""
    if card.face != "K06" or not isinstance(state.pending, m.Obey):
        return 0
    return sum(state.hands[giver].size[0] == 0 for giver in state.pending.asked)


def _answers(state: m.State, candidate: t.TurnCandidate, card: d.Card) -> Iterator[m.Move]:
    player, whom = _between(candidate, card)
    if player is None:
        return
    match card.face:
        case "A05" | "K01" | "K02" | "K05" if whom is not None:
            yield m.Choose(player, whom)
        case "K03" if whom is not None:
            yield m.Choose(player, whom, (None, None))
        case "K06":
            asked = state.pending.asked if isinstance(state.pending, m.Obey) else ()
            yield from (m.Choose(giver, cards=(None,)) for giver in asked)
        case "K04" | "K07" | "K08" | "K09":
            yield from (m.Lay(player, at.place, at.card) for at in candidate.laid)


def _between(candidate: t.TurnCandidate, card: d.Card) -> tuple[int | None, int | None]:
    """Who obeys an action card, and against whom it is, as far as that was said."""
    if card is candidate.swaps:
        return candidate.whom, candidate.swapped
    return candidate.player, candidate.whom


def _by_what_was_said(facts: TurnReplay, candidate: t.TurnCandidate, card: d.Card) -> None:
    """A card played against somebody of whom nobody has said who it was, or how it went."""
    player, whom = _between(candidate, card)
    if card.face == "K10" and whom is not None and candidate.worked is not None:
        if candidate.worked:
            facts.record(m.CardPassed(whom, candidate.player, None))
    elif card.face == "K05" and candidate.at_once:
        # Whoever drew it, what he drew is shown and in nobody's hand.
        facts.record(m.CardsTaken(candidate.player, (d.At(d.DRAW),)))
    else:
        possible = list(_possible(facts.state, player, card.face))
        for seat, fewest, most in possible:
            if card.face in SWAPS:
                # Whose any card is now nobody knows.
                facts.correct(m.HandCounted(seat, 0, most))
            facts.correct(m.HandCounted(seat, fewest, most))
    by = candidate.player if player is None else player
    facts.record(m.ActionObeyed(by, card))


def _possible(state: m.State, player: int | None, face: str) -> Iterator[tuple[int, int, int]]:
    """What every hand may count once a card was played against nobody knows whom."""
    if player is None:
        sizes = [state.hands[p].size for p in state.seats]
        fewest, most = min(few for few, _ in sizes), max(most for _, most in sizes)
        yield from ((p, fewest, most) for p in state.seats)
        return
    mine, others = state.hands[player].size, state.others(player)
    theirs = {p: state.hands[p].size for p in others}
    match face:
        case "A05" | "K02":
            fewest = min(few for few, _ in theirs.values())
            yield player, fewest, max(most for _, most in theirs.values())
            for p, (few, most) in theirs.items():
                yield p, min(few, mine[0]), max(most, mine[1])
        case "K03":
            yield player, mine[0] - 2, mine[1] - 2
            yield from ((p, few, most + 2) for p, (few, most) in theirs.items())
        case "K05":
            yield from ((p, few, most + 1) for p, (few, most) in theirs.items())
        case "K10":
            yield player, mine[0], mine[1] + 1
            yield from ((p, max(0, few - 1), move) for p, (few, move) in theirs.items())


def enacted(state: m.State, candidate: t.TurnCandidate) -> tuple[m.Event, ...]:
    """The events by which a turn changes the state; a turn that was wrong changes it too, as it lies there."""
    facts = TurnReplay(state)
    _begin(facts, candidate.player)
    if candidate.wrong is not None:
        _as_it_lies(facts, candidate)
    elif candidate.played:
        action(facts, candidate)
    else:
        _exchange(facts, candidate)
    return tuple(facts.events)


def _begin(facts: TurnReplay, player: int) -> None:
    """Make it this player's turn, where something of the turn before was never told."""
    turnlike = isinstance(facts.state.pending, m.Turn | m.MayClaim | m.Short | m.ToShow)
    if not turnlike or to_move(facts.state) != player:
        facts.correct(m.TurnGiven(player))


def _exchange(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    facts.drawable(0 if candidate.reshuffled else candidate.drawn)
    before = facts.state, list(facts.events)
    taken = _named(facts.state, candidate)
    allowed = facts.move(m.Take(candidate.player, taken))
    facts.shuffle(candidate, 0)
    for number, card in enumerate(candidate.thrown if allowed else (), 1):
        allowed = allowed and facts.move(m.Lay(candidate.player, d.ACTIONS, card))
        facts.shuffle(candidate, number)
    relaid = [at for at in taken if at not in candidate.taken]
    for at in candidate.laid if allowed else ():
        laid = relaid[0] if at == d.At(d.MAC) and relaid else at
        allowed = allowed and facts.move(m.Lay(candidate.player, at.place, laid.card))
    if not allowed:
        facts.state, facts.events = before
        _as_it_lies(facts, candidate)


def _named(state: m.State, candidate: t.TurnCandidate) -> tuple[d.At, ...]:
    """What was taken; for a card of Mac's that was taken and laid back unseen, any other one."""
    if d.At(d.MAC) not in candidate.laid:
        return candidate.taken
    named = [at.card for at in candidate.taken if at.place == d.MAC and at.card]
    spare = (d.At(d.MAC, card) for card in state.mac if card not in named)
    return tuple(next(spare, at) if at == d.At(d.MAC) else at for at in candidate.taken)


def _as_it_lies(facts: TurnReplay, candidate: t.TurnCandidate) -> None:
    """Take and lay what was taken and laid, without asking the rules."""
    player = candidate.player
    relaid = d.At(d.MAC) in candidate.taken and d.At(d.MAC) in candidate.laid
    taken = tuple(at for at in candidate.taken if at != d.At(d.MAC) or not relaid)
    if taken:
        facts.record(m.CardsTaken(player, taken))
    if candidate.reshuffled:
        facts.record(m.DrawPileReshuffled())
    if candidate.thrown:
        facts.record(m.CardsThrownAway(player, candidate.thrown))
    for at in candidate.laid:
        if at != d.At(d.MAC) or not relaid:
            facts.record(m.CardLaid(player, at.place, at.card))
    facts.correct(m.TurnGiven(facts.state.after(player)))
