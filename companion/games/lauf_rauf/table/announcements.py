"""Announcements of events: the kind decides how prominent they are, the sentence is worded at the edge."""

from collections.abc import Iterator
from typing import Any, Final

from companion.announce import Announcement, Message, Param, message
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.rules import fold, legality, outcomes
from companion.games.lauf_rauf.table import events as e
from companion.games.lauf_rauf.table.moves_seen import place_name, step_name
from companion.games.lauf_rauf.table.state import TableState
from companion.games.lauf_rauf.table.views import way_of
from companion.kit import rolls

BY_DICE: Final = {
    "huckauf": "huckauf-perhaps",
    "sacrificed": "sacrificed-some",
    "passed": "turn-over",
}
"""Wording if pawns and cards are unknown."""


def announce(before: TableState, event: e.Event) -> Iterator[Announcement]:
    """The announcements of an event, given the state before it."""
    if isinstance(event, m.Event):
        yield from _fact(before, event)
        return
    match event:
        case e.GhostCalled():
            yield huckauf(before)
        case e.RollLost():
            yield Announcement("lost-roll", message("lauf.told.lost-roll"))
        case e.MoveTakenBack():
            yield Announcement("undone", message("session.undone"))
        case _:
            yield from rolls.announce(before.names, event)


def _fact(before: TableState, event: m.Event) -> Iterator[Announcement]:
    match event:
        case m.PairThrown(colour, number, (one, other)):
            fallen = {"dice": [one, other], "rolled": _fallen(before, event)}
            told = {"number": number} | fallen
            yield _told(before, "rolled", colour, told, number=number, one=one, other=other)
            yield from _seven(before, event)
        case m.GhostMoved(colour, to):
            key = "ghost-home" if to == b.SUMMIT else "ghost"
            field = place_name(to)
            yield _told(before, key, colour, {"to": to}, kind="ghost", field=field)
        case m.PawnsMoved(colour, how, steps):
            yield _move(before, colour, how, steps)
        case m.CardPlayed(colour, card) | m.CardSacrificed(colour, card):
            key = "played" if isinstance(event, m.CardPlayed) else "sacrificed"
            yield _told(before, key, colour, {"card": card}, card=b.kind_name(card))
        case m.CardTurnedUp(colour, card):
            yield _turned_up(before, colour, card)
        case m.NothingDone(colour):
            yield _told(before, "passed", colour, {})
        case m.CampFilled(colour):
            yield _won(before, colour)
        case m.PawnsWere() | m.PairWas() | m.HandWas():
            yield Announcement("corrected", _corrected(before, event))


def _turned_up(before: TableState, colour: str, card: str) -> Announcement:
    owned = card in before.state.hands[_seat(before, colour)]
    key, name = "card-again" if owned else "card", b.kind_name(card)
    return _told(before, key, colour, {"card": card}, kind="card", card=name)


def _won(before: TableState, colour: str) -> Announcement:
    now = before.state
    come = [[p.count(b.CAMP), way_of(now, seat)] for seat, p in enumerate(now.pawns)]
    end = {"winners": [_seat(before, colour)], "came": come}
    return _told(before, "game-won", colour, end)


def _corrected(before: TableState, event: m.PawnsWere | m.PairWas | m.HandWas) -> Message:
    """What was put right: how it is now."""
    match event:
        case m.PairWas((one, other)):
            return message("lauf.told.corrected-dice", one=one, other=other)
        case m.HandWas(colour, cards):
            told = tuple(map(b.kind_name, cards)) or message("list.no-card")
            who = before.names[_seat(before, colour)]
            return _corrected_to(message("lauf.page.cards", player=who, cards=told))
        case m.PawnsWere(pawns, ghost):
            now = before.state
            astray = outcomes.astray(now, m.Placement(pawns, ghost))
            moved = [step_name((colour, was, to)) for colour, to, was in astray]
            if ghost != now.ghost:
                moved.append(message("lauf.ghost-back", to=place_name(ghost)))
            if not moved:
                return message("lauf.told.corrected")
            return _corrected_to(tuple(moved))


def _corrected_to(what: Param) -> Message:
    return message("session.corrected-what", what=what)


def _fallen(before: TableState, event: m.PairThrown) -> list[int]:
    """The values of the dice that were thrown; both, if none shows the value of the one left alone."""
    shown = list(event.shows)
    kept = None if event.again is None else before.state.kept(event.again)
    if kept in shown:
        shown.remove(kept)
    return shown


def _seven(before: TableState, event: m.PairThrown) -> Iterator[Announcement]:
    after = fold.evolve(before.state, event)
    at_once = before.setup.rulings.huckauf == "at-once"
    haunts = any(legality.ghost_moves(after)) or not before.whole
    if at_once and haunts and event.number == 1 and sum(event.shows) == 7:
        yield huckauf(before)


def huckauf(before: TableState) -> Announcement:
    """The ghost has to be moved."""
    return before.says("huckauf", _key(before, "huckauf"), before.state.turn)


def _move(before: TableState, colour: str, how: str, steps: tuple[m.PawnStep, ...]) -> Announcement:
    """One sentence for the player's own pawn and all that it pushes or hits."""
    (_, origin, to), *others = steps
    seat, done = _seat(before, colour), [list(step) for step in steps]
    params = {"from": origin, "to": to, "steps": done, "how": how}
    ends = {"origin": place_name(origin), "to": place_name(to)}
    key = "camp" if to == b.CAMP else how
    text = message(f"lauf.told.{key}", player=before.names[seat], **ends)
    if others:
        key = "lauf.hit" if how == "hit" else "lauf.pushed"
        names = tuple(
            message(key, pawn=_pawn_of(before, colour), to=place_name(to))
            for colour, _, to in others
        )
        text = message("lauf.told.with", told=text, others=names)
    return Announcement("moved", text, seat, params)


def _pawn_of(before: TableState, colour: str) -> Message:
    name = before.names[_seat(before, colour)]
    return message("lauf.pawn-of", player=name, pawn=message(f"colour.{colour}"))


def _key(before: TableState, key: str) -> str:
    """The key of the sentence for an event; without a board less is known about it."""
    return f"lauf.told.{key if before.whole else BY_DICE.get(key, key)}"


def _seat(before: TableState, colour: str) -> int:
    return before.state.colours.index(colour)


def _told(
    before: TableState,
    key: str,
    colour: str,
    params: dict[str, Any],
    *,
    kind: str = "",
    **gaps: Param,
) -> Announcement:
    return before.says(kind or key, _key(before, key), _seat(before, colour), params, **gaps)
