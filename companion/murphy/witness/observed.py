"""What follows from an observation: turns, at-once cards, what is wrong at the table, set-up and rebuild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.murphy.deck.cards import Card, Kind
from companion.murphy.model.events import (
    CardsDealt,
    Event,
    GameStarted,
    RoundBegan,
    TableCorrected,
    TaskDealt,
    TurnGiven,
)
from companion.murphy.model.events import to_json as fact_to_json
from companion.murphy.model.places import ACTIONS, LEFT, MAC, RIGHT, At
from companion.murphy.model.state import Cards, Pile, visible
from companion.murphy.rules.dealing import hand_sizes
from companion.murphy.rules.refusals import Refusal
from companion.murphy.witness import closing, problems
from companion.murphy.witness.asking import ask_about, ask_follow_ups
from companion.murphy.witness.claiming import claimed
from companion.murphy.witness.enact import to_move
from companion.murphy.witness.heaps import fitted
from companion.murphy.witness.infer import (
    ASK,
    SURE,
    Account,
    Found,
    agree,
    found,
    settled_doubts,
    tell_corrected,
    told_stories,
    wanted,
)
from companion.murphy.witness.problems import PILES
from companion.murphy.witness.readings import Reading, Turn
from companion.murphy.witness.search import Path
from companion.murphy.witness.signs import (
    Showed,
    Sign,
    card_of,
    cards_of,
    followed,
    signs,
)
from companion.murphy.witness.sitting import Sitting
from companion.murphy.witness.told import (
    Told,
    Trouble,
    reading_to_json,
    trouble_to_json,
)
from companion.table import Glimpse, Observation, Settled, Table

PATIENCE: Final = 4.0
"""Seconds of quiet after which a turn that could only be saved by being undone is called wrong."""
LONGEST_TRAIL: Final = 40
FOREIGN: Final = 6.0
"""How much likelier (a logarithm) it must be that a turn's arm was somebody else's before it is said."""
TURN: Final = "turn"
"""Where a trouble lies that is a turn's, not a card's."""


# Noting -------------------------------------------------------------------------------


def noted(sitting: Sitting, seen: Observation) -> Sitting:
    """The game that has seen an observation and concluded nothing; the same where it says nothing new."""
    if isinstance(seen, Glimpse):
        return replace(sitting, at=seen.at) if _is_news(sitting, seen.card) else sitting
    hands = sitting.habits.hands or bool(seen.visits)
    looked = replace(
        sitting,
        at=seen.at,
        table=seen.table,
        habits=replace(sitting.habits, hands=hands),
    )
    if sitting.phase == "play" and not sitting.paused:
        looked = replace(looked, trail=_longer(sitting, seen))
    elif seen.table == sitting.table and sitting.problems is not None:
        return sitting
    return looked if _says_something(sitting, looked, seen) else sitting


def _says_something(before: Sitting, after: Sitting, seen: Settled) -> bool:
    if before.problems is None and before.phase != "play":
        return True
    changed = before.table != after.table or before.trail != after.trail
    return changed or bool(seen.unknown or seen.twice) or wants_quiet(before)


def _longer(sitting: Sitting, seen: Settled) -> tuple[Sign, ...]:
    more = signs(sitting.table, seen)
    hands = sitting.habits.hands or bool(seen.visits)
    trail = followed(sitting.trail, more) if hands else (*sitting.trail, *more)
    return trail[-LONGEST_TRAIL:]


def wants_quiet(sitting: Sitting) -> bool:
    """Whether something is only waiting for the table to stay as it is for a while."""
    unjudged = sitting.claim is not None and not sitting.claim.judged
    standing = any(trouble.zone != TURN for trouble in sitting.troubles)
    return unjudged or bool(sitting.trail) or standing


def _is_news(sitting: Sitting, code: str) -> bool:
    card = card_of(code)
    lies = card is None or card in sitting.state.actions
    return sitting.phase == "play" and not lies and code not in sitting.announced


# Concluding ----------------------------------------------------------------------------


def concluded(account: Account, seen: Observation) -> None:
    """Tell what follows from an observation that has been noted."""
    sitting = account.sitting
    if isinstance(seen, Glimpse):
        if seen.zone == ACTIONS and _is_news(sitting, seen.card):
            _tell_action(account, seen.card)
        return
    if sitting.paused or sitting.phase == "over":
        return
    match sitting.phase:
        case "set-up":
            _check_set_up(account)
        case "rebuild":
            check_rebuild(account)
        case _:
            _play(account, seen)


def _play(account: Account, seen: Settled) -> None:
    for code in reversed(seen.table[ACTIONS]):
        if _is_news(account.sitting, code):
            _tell_action(account, code)
    _stand(account, seen)
    turns(account)
    if account.sitting.phase == "rebuild":
        check_rebuild(account)
        return
    _heal(account)
    claimed(account, lambda: turns(account, over=True))


def _tell_action(account: Account, code: str) -> None:
    card = card_of(code)
    if card is not None and card.is_action:
        kind = "at-once" if card.kind is Kind.AT_ONCE else "keep"
        player = _whose(account.sitting, card)
        account.tell("action", card=code, player=player, kind=kind)


def _whose(sitting: Sitting, card: Card) -> int:
    """Who drew or played an action card that lies on the discard now."""
    shown = cards_of(sitting.table, ACTIONS)
    if card not in shown:
        sign = Showed(sitting.at, ACTIONS, (card, *shown), 1)
        sitting = replace(sitting, trail=(*sitting.trail, sign))
    best = told_stories(sitting)[0]
    told: tuple[Reading | Turn, ...] = (*best.closed, best.turn)
    for turn in told:
        if card in turn.played or card in turn.thrown or card in _laid(turn):
            return turn.player
    return best.turn.player


def turns(account: Account, *, over: bool = False) -> None:
    """Tell what the players did; once it is ``over`` everything that can be settled is."""
    while account.sitting.trail:
        paths = told_stories(account.sitting, over=over)
        now = wanted(account.sitting, paths)
        one_more = not over and _is_one_more(account.sitting, paths[0])
        agree(account, () if one_more else now)
        if _was_none(account):
            continue
        first = found(account.sitting, paths)
        if first is None or not account.sitting.open:
            _judge(account, paths[0], over=over)
            break
        _settle(account, first)
    ask_follow_ups(account)


def _was_none(account: Account) -> bool:
    """Whether people said of a turn just told that it was none; then it is not."""
    ruled = dict(account.sitting.no_turn)
    told = next((t for t in account.sitting.open if t.id in ruled), None)
    if told is None:
        return False
    account.tell("withdrawn", of=told.id)
    account.tell("struck", id=told.id)
    if ruled[told.id]:
        # The cards go back: until they lie where they lay, nothing is read into it.
        account.tell("facts", facts=[], settles=True)
        account.tell("phase", phase="rebuild")
        return True
    given = TurnGiven(told.reading.player)
    lies: tuple[Event, ...] = (as_it_lies(account.sitting), given)
    facts = [fact_to_json(fact) for fact in lies]
    account.tell("facts", facts=facts, settles=True)
    return True


def as_it_lies(sitting: Sitting) -> TableCorrected:
    """The table as the camera sees it; of the piles only what shows is changed."""
    state, table = sitting.state, sitting.table
    return TableCorrected(
        mac=cards_of(table, MAC),
        left=_on_top(cards_of(table, LEFT), state.left),
        right=_on_top(cards_of(table, RIGHT), state.right),
        actions=cards_of(table, ACTIONS) or state.actions,
    )


def _on_top(shown: Cards, pile: Pile) -> Pile:
    """A pile with these cards on top of what is believed to lie below them."""
    below = [place for place, card in enumerate(pile) if card in shown]
    rest = pile[max(below) + 1 :] if below else pile
    return (*shown, *(card for card in rest if card not in shown))


def _settle(account: Account, first: Found) -> None:
    """The first turn is over: it is final, or the people are asked while play goes on."""
    told = account.sitting.open[0]
    wrong = first.reading.wrong
    if wrong is not None:
        _tell_wrong(account, told, wrong)
    else:
        _right_again(account)
    if wrong is None:
        _out_of_turn(account, told)
    asked = wrong is None and first.margin < ASK and bool(first.rivals)
    reading = reading_to_json(told.reading)
    sure = wrong is None and first.margin >= SURE
    event = "asked" if asked else "move"
    rivals = [reading_to_json(r) for r in first.rivals if r.wrong is None]
    more = {"sure": sure, "signs": first.signs, "rivals": rivals}
    more |= {"doubts": [] if wrong else [list(pair) for pair in first.hidden]}
    account.tell(event, id=told.id, reading=reading, **more)
    if asked:
        ask_about(account, told, (told.reading, *first.rivals))
    for doubt, there in settled_doubts(first):
        _settle_doubt(account, int(doubt.of), there=there)


def _settle_doubt(account: Account, of: int, *, there: bool) -> None:
    """A card was found under another one, or was not: what was assumed of an earlier turn is decided."""
    account.tell("doubt-settled", of=str(of))
    told = next((t for t in account.sitting.told if t.id == of), None)
    if told is None:
        return
    others = [rival for rival in told.rivals if None not in _laid(rival)]
    if there:
        tell_corrected(account, told, _with_hidden(told))
    elif others:
        return
    for question in account.sitting.questions:
        if question.about == of and question.topic == "source":
            account.tell("question-closed", id=question.id)
    final = account.sitting.told_as(of)
    if final.standing == "asked":
        reading = reading_to_json(final.reading)
        account.tell("move", id=of, reading=reading, sure=True, signs=0, rivals=[])


def _laid(reading: Reading | Turn) -> tuple[Card | None, ...]:
    return tuple(at.card for at in reading.laid)


def _with_hidden(told: Told) -> Reading:
    """The turn with a card laid unread below another: one of its rivals, or one card fewer drawn."""
    for rival in told.rivals:
        if None in _laid(rival):
            return rival
    reading = told.reading
    taken = reading.taken[:-1] if reading.drawn == 2 else reading.taken
    hidden = At(reading.laid[-1].place)
    return replace(reading, taken=taken, laid=(hidden, *reading.laid))


# What is wrong ----------------------------------------------------------------------------


def _judge(account: Account, best: Path, *, over: bool) -> None:
    """Tell whether the turn under way can still become a legal one."""
    sitting, turn = account.sitting, best.turn
    quiet = sitting.trail and sitting.at - sitting.trail[-1].at >= PATIENCE
    hopeless = closing.hopeless(turn, best.mac)
    if hopeless and (over or quiet or not closing.early(turn, best.mac)):
        _tell_trouble(account, _of_turn(best))
    elif _is_one_more(sitting, best):
        whose = sitting.told[-1].reading.player
        extra = replace(_of_turn(best), reason=Refusal.LAID_TOO_MANY, player=whose)
        _tell_trouble(account, extra)
    else:
        _right_again(account)


def _is_one_more(sitting: Sitting, best: Path) -> bool:
    """Whether the player whose exchange is complete laid yet another card: the same arm, and nothing taken before."""
    turn = best.turn
    if best.closed or not sitting.told or not turn.laid or not turn.sides:
        return False
    if turn.taken or turn.drew or turn.played:
        return False
    last = sitting.told[-1]
    side, before = turn.sides[0], last.reading.sides
    ways = sitting.habits
    likelier = ways.reaching(last.reading.player, side) > ways.reaching(
        turn.player, side
    )
    same = bool(before) and before[-1] == side
    return last.standing == "final" and last.reading.wrong is None and same and likelier


def _of_turn(path: Path) -> Trouble:
    reason = closing.wrong(path.turn, path.mac)
    moved = (*path.turn.taken, *path.turn.laid)
    cards = tuple(at.card.code for at in moved if at.card is not None)
    return Trouble(reason, path.turn.player, cards, TURN)


def _tell_trouble(account: Account, trouble: Trouble) -> None:
    same = (t for t in account.sitting.troubles if t.zone == trouble.zone == TURN)
    standing = next(same, None)
    if standing is not None and standing.reason is trouble.reason:
        return
    if standing is not None:
        account.tell("let-go", **trouble_to_json(standing))
    account.tell("illegal", **trouble_to_json(trouble))


def _tell_wrong(account: Account, told: Told, reason: Refusal) -> None:
    """A turn was wrong and play went on: it is told if it was not, and stays as it is."""
    reading = told.reading
    moved = (*reading.taken, *reading.laid)
    cards = tuple(at.card.code for at in moved if at.card is not None)
    trouble = Trouble(reason, reading.player, cards, TURN)
    _tell_trouble(account, trouble)
    for standing in account.sitting.troubles:
        if standing.zone == TURN:
            account.tell("let-go", **trouble_to_json(standing))


def _out_of_turn(account: Account, told: Told) -> None:
    """Say whose arm it was, where it was surely not the arm of the player whose turn it is."""
    reading, ways = told.reading, account.sitting.habits
    known = [p for p in account.sitting.state.seats if ways.knows(p)]
    if reading.player not in known or reading.kind != "exchange":
        return
    likely = {p: sum(ways.reaching(p, s) for s in reading.sides) for p in known}
    whose = max(known, key=lambda p: likely[p])
    if likely[whose] - likely[reading.player] >= FOREIGN:
        laid = tuple(card.code for card in _laid(reading) if card is not None)
        trouble = Trouble(Refusal.NOT_YOUR_TURN, whose, laid, TURN)
        account.tell("illegal", **trouble_to_json(trouble))
        account.tell("let-go", **trouble_to_json(trouble))


def _right_again(account: Account) -> None:
    for trouble in account.sitting.troubles:
        if trouble.zone == TURN:
            account.tell("legal-again", **trouble_to_json(trouble))


def _stand(account: Account, seen: Settled) -> None:
    """Tell what lies wrong, and what no longer does."""
    player = to_move(account.sitting.state)
    told = {(t.reason, t.cards, t.zone): t for t in account.sitting.troubles}
    there = set(problems.illegal(seen, account.sitting.state.edition))
    for key, trouble in told.items():
        if key not in there and trouble.zone != TURN:
            account.tell("legal-again", **trouble_to_json(trouble))
    for reason, cards, zone in sorted(there - set(told), key=str):
        trouble = Trouble(reason, player, cards, zone)
        account.tell("illegal", **trouble_to_json(trouble))


# Set-up and rebuild --------------------------------------------------------------------------


def _check_set_up(account: Account) -> None:
    sitting = account.sitting
    if sitting.table.covered & {MAC, LEFT, RIGHT}:
        return
    wrong = problems.of_the_set_up(sitting.table, sitting.state.edition)
    if wrong != sitting.problems:
        told = [problem.to_json() for problem in wrong]
        account.tell("set-up", ok=not wrong, problems=told)
    if not wrong:
        begin(account)


def typed_in(account: Account, lies: TableCorrected) -> None:
    """Without a camera people say what lies there at the beginning."""
    zones = {MAC: lies.mac, LEFT: lies.left, RIGHT: lies.right, ACTIONS: lies.actions}
    typed = {
        zone: tuple(c.code for c in cards or () if c) for zone, cards in zones.items()
    }
    now = {zone: cards for zone, cards in typed.items() if cards}
    table = Table({**account.sitting.table.zones, **now})
    account.tell("table", table=table.to_json())
    _check_set_up(account)


def begin(account: Account) -> None:
    """The cards are dealt as they lie: round 1 begins with the first player."""
    events = tuple(_dealt(account.sitting))
    facts = [fact_to_json(event) for event in events]
    account.tell("facts", facts=facts, settles=True)
    account.tell("phase", phase="play")


def _dealt(sitting: Sitting) -> Iterator[Event]:
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


def check_rebuild(account: Account) -> None:
    """Tell what is still missing until the table is again as the game knows it."""
    sitting = account.sitting
    wrong = problems.of_the_rebuild(sitting.table, visible(sitting.state))
    if wrong != sitting.problems:
        told = [problem.to_json() for problem in wrong]
        account.tell("rebuild", ok=not wrong, problems=told)
    if not wrong:
        account.tell("phase", phase="play")


# Piles -----------------------------------------------------------------------------------------


def _heal(account: Account) -> None:
    """Where nothing is left to be read, the table is right about what lies open: unread cards are named, unknown ones added."""
    sitting = account.sitting
    if sitting.trail or sitting.table.covered:
        return
    state = sitting.state
    wrong = {zone: _unlike(sitting, zone) for zone in (MAC, *PILES)}
    if not any(wrong.values()):
        return
    lies = as_it_lies(sitting)
    fact = TableCorrected(
        mac=lies.mac if wrong[MAC] else None,
        left=lies.left if wrong[LEFT] else None,
        right=lies.right if wrong[RIGHT] else None,
    )
    if wrong[MAC]:
        account.tell("out-of-step", believed=visible(state).to_json())
    account.tell("facts", facts=[fact_to_json(fact)])


def _unlike(sitting: Sitting, zone: str) -> bool:
    """Whether a zone shows what it cannot show by what is believed, or names what is not known."""
    shown, state = cards_of(sitting.table, zone), sitting.state
    if zone == MAC:
        return set(shown) != set(state.mac)
    pile = state.left if zone == LEFT else state.right
    return bool(shown) and fitted(pile, shown) != pile
