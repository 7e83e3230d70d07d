"""Announcements of events: the kind decides how prominent they are, the sentence is worded at the edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from companion.announce import Announcement, Message, Param, message
from companion.games.lauf_rauf.board.cards import kind_name
from companion.games.lauf_rauf.board.plan import CAMP, SUMMIT
from companion.games.lauf_rauf.model.events import (
    LAUF_EVENTS,
    CampFilled,
    CardPlayed,
    CardSacrificed,
    CardTurnedUp,
    GhostMoved,
    HandWas,
    LaufEvent,
    NothingDone,
    PairThrown,
    PairWas,
    PawnsMoved,
    PawnsWere,
)
from companion.games.lauf_rauf.model.evolve import evolve
from companion.games.lauf_rauf.rules.legality import ghost_moves
from companion.games.lauf_rauf.tracker.showing import way_of
from companion.games.lauf_rauf.tracker.sitting import LaufSitting
from companion.games.lauf_rauf.tracker.wrongs import place_name, step_name
from companion.rules import Json

BY_DICE: Final = {
    "huckauf": "huckauf-perhaps",
    "sacrificed": "sacrificed-some",
    "passed": "turn-over",
}
"""Wording if pawns and cards are unknown."""


def announced(before: LaufSitting, event: Json) -> Iterator[Announcement]:
    """The announcements of an event, given the sitting before it."""
    match event:
        case {"event": str(name)} if name in LAUF_EVENTS:
            yield from _fact(before, LAUF_EVENTS.from_json(event))
        case {"event": "called"}:
            yield huckauf(before)
        case {"event": "illegal", "text": text, "player": player}:
            yield Announcement("illegal", Message.from_json(text), player)
        case {"event": "set-up" | "rebuild", "problems": [first, *_]}:
            yield Announcement("set-up", Message.from_json(first))
        case {"event": "rebuild"}:
            yield Announcement("corrected", message("session.laid-out"))
        case {"event": "given", "player": player}:
            text = message("session.turn-given", player=before.names[player])
            yield Announcement("corrected", text, player)
        case {"event": "lost-roll"}:
            yield Announcement("lost-roll", message("lauf.told.lost-roll"))
        case {"event": "taken-back"}:
            yield Announcement("undone", message("session.undone"))
        case {"event": "nudged"}:
            yield Announcement("nudged", message("lauf.told.nudged"))
        case {"event": "paused", "paused": paused}:
            key = "lauf.told.paused" if paused else "lauf.told.resumed"
            yield Announcement("pause", message(key))


def _fact(before: LaufSitting, event: LaufEvent) -> Iterator[Announcement]:
    match event:
        case PairThrown(colour, number, (one, other)):
            told = {"dice": [one, other], "rolled": _fallen(before, event)}
            yield _told(before, "rolled", colour, {"number": number} | told, number=number, one=one, other=other)  # fmt: skip
            yield from _seven(before, event)
        case GhostMoved(colour, to):
            key = "ghost-home" if to == SUMMIT else "ghost"
            yield _told(before, key, colour, {"to": to}, field=place_name(to), kind="ghost")  # fmt: skip
        case PawnsMoved(colour, how, steps):
            yield _move(before, colour, how, steps)
        case CardPlayed(colour, card) | CardSacrificed(colour, card):
            key = "played" if isinstance(event, CardPlayed) else "sacrificed"
            yield _told(before, key, colour, {"card": card}, card=kind_name(card))
        case CardTurnedUp(colour, card):
            owned = card in before.standing.hands[_seat(before, colour)]
            key = "card-again" if owned else "card"
            yield _told(before, key, colour, {"card": card}, card=kind_name(card), kind="card")  # fmt: skip
        case NothingDone(colour):
            yield _told(before, "passed", colour, {})
        case CampFilled(colour):
            came = [[own.count(CAMP), way_of(before.standing, seat)] for seat, own in enumerate(before.standing.pawns)]  # fmt: skip
            yield _told(before, "game-won", colour, {"winners": [_seat(before, colour)], "came": came})  # fmt: skip
        case PawnsWere() | PairWas() | HandWas():
            yield Announcement("corrected", _corrected(before, event))


def _corrected(before: LaufSitting, event: PawnsWere | PairWas | HandWas) -> Message:
    """What was put right: how it is now."""
    match event:
        case PairWas((one, other)):
            return message("lauf.told.corrected-dice", one=one, other=other)
        case HandWas(colour, cards):
            told = tuple(map(kind_name, cards)) or message("lauf.page.no-cards")
            who = before.names[_seat(before, colour)]
            return _corrected_to(message("lauf.page.cards", player=who, cards=told))
        case PawnsWere(pawns, ghost):
            now = before.standing
            moved = [
                step_name((colour, origin, to))
                for colour, was, is_ in zip(now.colours, now.pawns, pawns, strict=True)
                for origin, to in zip(
                    _without(was, is_), _without(is_, was), strict=True
                )
            ]
            if ghost != now.ghost:
                moved.append(message("lauf.ghost-back", to=place_name(ghost)))
            return _corrected_to(tuple(moved)) if moved else message("lauf.told.corrected")  # fmt: skip


def _corrected_to(what: Param) -> Message:
    return message("lauf.told.corrected-to", what=what)


def _without(some: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    return list((Counter(some) - Counter(others)).elements())


def _fallen(before: LaufSitting, event: PairThrown) -> list[int]:
    """The values of the dice that were thrown; both, if none shows the value of the one left alone."""
    shown = list(event.shows)
    kept = None if event.again is None else before.standing.kept(event.again)
    if kept in shown:
        shown.remove(kept)
    return shown


def _seven(before: LaufSitting, event: PairThrown) -> Iterator[Announcement]:
    after = evolve(before.standing, event)
    at_once = before.setup.rules.huckauf == "at-once"
    haunts = any(ghost_moves(after)) or not before.whole
    if at_once and haunts and event.number == 1 and sum(event.shows) == 7:
        yield huckauf(before)


def huckauf(before: LaufSitting) -> Announcement:
    """The ghost has to be moved."""
    who = before.standing.turn
    text = message(_key(before, "huckauf"), player=before.names[who])
    return Announcement("huckauf", text, who)


def _move(
    before: LaufSitting, colour: str, how: str, steps: tuple[tuple[str, str, str], ...]
) -> Announcement:
    """One sentence for the player's own pawn and all that it pushes or hits."""
    (_, origin, to), *others = steps
    key = "camp" if to == CAMP else how
    told = {"from": origin, "to": to, "steps": [list(step) for step in steps]}
    names = tuple(message("lauf.pushed" if how != "hit" else "lauf.hit", pawn=_pawn_of(before, c), to=place_name(t)) for c, _, t in others)  # fmt: skip
    text = message(f"lauf.told.{key}", player=before.names[_seat(before, colour)], origin=place_name(origin), to=place_name(to))  # fmt: skip
    if names:
        text = message("lauf.told.with", told=text, others=names)
    return Announcement("moved", text, _seat(before, colour), told | {"how": how})


def _pawn_of(before: LaufSitting, colour: str) -> Message:
    name = before.names[_seat(before, colour)]
    return message("lauf.pawn-of", player=name, pawn=message(f"lauf.colour.{colour}"))


def _key(before: LaufSitting, key: str) -> str:
    """The key of the sentence for an event; without a board less is known about it."""
    return f"lauf.told.{key if before.whole else BY_DICE.get(key, key)}"


def _seat(before: LaufSitting, colour: str) -> int:
    return before.standing.colours.index(colour)


def _told(
    before: LaufSitting,
    key: str,
    colour: str,
    params: dict[str, Any],
    *,
    kind: str = "",
    **gaps: Param,
) -> Announcement:
    seat = _seat(before, colour)
    text = message(_key(before, key), player=before.names[seat], **gaps)
    return Announcement(kind or key, text, seat, params)
