"""Moves as text, and the fields of a position (docs/notation.md)."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias, get_args

from companion import announce, errors, rules
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.programs.checks import check
from companion.games.dumm_gelaufen.rules.claims import judged
from companion.kit import notation as kit
from companion.kit.line import UNSEEN, Path
from companion.kit.notation import Field

# Cards -------------------------------------------------------------------------------


Finder: TypeAlias = Callable[[str, str], d.Card]
"""A face without its copy, and the place where it lies (empty: in the hand) -> the card."""

_PLACES: Final[dict[str, d.Place]] = {place: place for place in get_args(d.Place)}
LIKE: Final = (
    "0 take draw",
    "lay mac:R7-2",
    "play K05",
    "choose whom:2",
    "claim M10 R1 R3",
    "pass",
)
"""Moves as they are written."""


def first_copy(face: str, place: str = "") -> d.Card:
    """The first copy of a face: the default for a face without a copy."""
    return d.Card.parse(f"{face}-1")


def read_card(text: str, find: Finder = first_copy, place: str = "") -> d.Card:
    """The card of ``R7-2``, ``R07-2`` or ``R1``; of ``R7`` the copy that ``find`` gives. Raises CardError."""
    face, dash, copy = text.partition("-")
    if dash:
        return d.Card.parse(f"{d.parse_face(face)}-{copy}")
    named = d.parse_face(face)
    return first_copy(named) if d.copies_of(named) == 1 else find(named, place)


# Moves -----------------------------------------------------------------------------


def move_from_text(text: str, player: int | None = None, find: Finder = first_copy) -> m.Move:
    """The move in a text; its seat defaults to ``player``. Raises ValueError, KeyError, CardError."""
    words = text.split()
    if words and words[0].isdecimal():
        player = int(words.pop(0))
    match words:
        case ["table", "accepts" | "rejects" as verdict]:
            return m.DecideClaim(accept=verdict == "accepts")
        case _ if player is None:
            raise ValueError(words)
        case ["take", *taken]:
            return m.Take(player, tuple(_read_at(word, find) for word in taken))
        case ["lay", laid]:
            place, _, card = laid.partition(":")
            return m.Lay(player, _PLACES[place], read_card(card, find) if card else None)
        case ["play", card]:
            return m.PlayAction(player, read_card(card, find))
        case ["choose", *told]:
            return _choose(player, told, find)
        case ["claim", task, *shown]:
            kept = None
            if shown and shown[-1].startswith("kept:"):
                kept = int(shown.pop().removeprefix("kept:"))
            cards = tuple(read_card(card, find) for card in shown)
            return m.Claim(player, read_card(task, find), cards, kept)
        case ["pass"]:
            return m.Pass(player)
        case _:
            raise ValueError(words)


def _choose(player: int, rest: Sequence[str], find: Finder) -> m.Choose:
    told = dict(word.split(":", 1) for word in rest)
    whom, cards, face = (told.pop(key, "") for key in ("whom", "cards", "face"))
    if told:
        raise ValueError(rest)
    return m.Choose(
        player,
        int(whom) if whom else None,
        tuple(
            None if card == UNSEEN else read_card(card, find) for card in cards.split(",") if card
        ),
        d.parse_face(face) if face else "",
    )


def _read_at(word: str, find: Finder) -> d.At:
    place, _, card = word.partition(":")
    return d.At(_PLACES[place], read_card(card, find, place) if card else None)


# How the fields of a position are written --------------------------------------------


def _card(data: Any) -> d.Card:
    if not isinstance(data, str):
        raise ValueError(data)
    return read_card(data)


CARD: Final[kit.Kind[d.Card]] = kit.leaf(
    lambda card: card.code,
    _card,
    announce.message("notation.a-card"),
    brief=lambda card: card.short,
)
_KNOWN: Final = kit.many(CARD)
_SEATS: Final = kit.many(kit.number())
_PILE: Final = kit.many(kit.optional(CARD))
_LIST: Final = kit.many(kit.ANYTHING)
_UNSEEN: Final = re.compile(r"\?([0-9]{1,3})-([0-9]{1,3})")


def _write_hand(hand: m.Hand, brief: bool) -> list[Any]:
    known = _KNOWN.write(hand.known, brief)
    if hand.fewest == hand.most:
        return [*known, *[None] * hand.most]
    return [*known, f"{UNSEEN}{hand.fewest}-{hand.most}"]


def _read_hand(data: Any, path: Path) -> m.Hand:
    known: list[d.Card] = []
    fewest = most = 0
    for n, each in enumerate(_LIST.read(data, path)):
        some = _UNSEEN.fullmatch(each) if isinstance(each, str) else None
        if some or each is None:
            fewest += int(some[1]) if some else 1
            most += int(some[2]) if some else 1
        else:
            known.append(CARD.read(each, (*path, n)))
    numbers = tuple(card for card in known if card.kind is d.CardKind.NUMBER)
    kept = tuple(card for card in known if card.kind is not d.CardKind.NUMBER)
    return m.Hand(numbers, kept, fewest, most)


A_CONSEQUENCE: Final = announce.message("notation.a-consequence")
_NOTHING: Final[kit.Kind[Any]] = kit.checked(lambda told: False, A_CONSEQUENCE)
FIELDS: Final[Mapping[str, Field[m.State]]] = {
    "edition": Field(kit.one_of(d.EDITIONS), lambda state: state.edition.name),
    "round": Field(kit.number(1)),
    "turn": Field(kit.number()),
    "hands": Field(kit.many(kit.Kind(_write_hand, _read_hand)), needed=True),
    "mac": Field(_KNOWN, usual=()),
    "open-left": Field(_PILE, lambda state: state.left, ()),
    "open-right": Field(_PILE, lambda state: state.right, ()),
    "draw": Field(_KNOWN, usual=None),
    "actions": Field(_PILE, usual=()),
    "tasks": Field(_PILE, lambda state: _if_any(state.murphys.held), ()),
    "won": Field(kit.many(_KNOWN), lambda state: _if_any(state.murphys.won), ()),
    "opened": Field(_SEATS, lambda state: tuple(sorted(state.murphys.opened)), ()),
    "stack": Field(_KNOWN, lambda state: state.murphys.stack, None),
    "returned": Field(_PILE, lambda state: state.murphys.returned, ()),
    "at-once": Field(kit.many(kit.row(kit.number(), CARD)), lambda state: state.at_once, ()),
    "unread": Field(kit.many(kit.record(m.Unread, count=kit.number(1))), usual=()),
    "left-game": Field(_SEATS, lambda state: tuple(sorted(state.left_game)), ()),
    "rulings": Field(
        kit.ANYTHING, lambda state: state.rulings.other_than(state.edition.rulings), {}
    ),
    "now": Field(
        kit.of_type(m.Pending, {d.Card: CARD, d.Reason: _NOTHING}),
        lambda state: _without_reasons(state.pending),
    ),
}


def _if_any(each: tuple[Any, ...]) -> tuple[Any, ...]:
    """What belongs to each seat; nothing where it is nothing for all."""
    return each if any(each) else ()


def _without_reasons(now: m.Pending) -> m.Pending:
    """The reasons follow from the claim."""
    return replace(now, reasons=()) if isinstance(now, m.InDoubt) else now


# Read --------------------------------------------------------------------------------


def _state(given: dict[str, Any]) -> m.State:
    """The state of some fields, every card of it once and where it may lie. Raises CardError, EditionError, InputError."""
    edition = d.load_edition(given.get("edition", d.EDITIONS[0]))
    hands, turn = given.get("hands", ()), given.get("turn", 0)
    fewest, most = edition.players
    if not fewest <= len(hands) <= most:
        count = {"fewest": fewest, "most": most, "players": len(hands)}
        raise errors.EditionError("edition.players", **count)
    murphys = m.Murphys(
        given.get("tasks") or (None,) * len(hands),
        given.get("won") or ((),) * len(hands),
        frozenset(given.get("opened", ())),
        given.get("stack"),
        given.get("returned", ()),
    )
    state = m.State(
        edition=edition,
        rulings=_rulings(edition.rulings, given.get("rulings", {})),
        round=given.get("round", 1),
        turn=turn,
        hands=hands,
        mac=given.get("mac", ()),
        left=given.get("open-left", ()),
        right=given.get("open-right", ()),
        draw=given.get("draw"),
        actions=given.get("actions", ()),
        murphys=murphys,
        at_once=given.get("at-once", ()),
        unread=given.get("unread", ()),
        left_game=frozenset(given.get("left-game", ())),
        pending=given.get("now", m.Turn(turn)),
    )
    check(state)
    return _with_reasons(state)


def _rulings(usual: d.Rulings, data: Any) -> d.Rulings:
    d.Rulings.from_json(data)
    return d.Rulings.from_json(usual.to_json() | dict(data))


def _with_reasons(state: m.State) -> m.State:
    """A claim in doubt with the reasons that follow from it."""
    doubt = state.pending
    if not isinstance(doubt, m.InDoubt):
        return state
    open_then = doubt.then or m.MayClaim(state.turn)
    claim = m.Claim(doubt.claimant, doubt.task, doubt.cards)
    reasons = judged(m.changed(state, pending=open_then), claim).reasons
    return m.changed(state, pending=replace(doubt, reasons=reasons))


_HOLD_CARDS: Final = (
    "hands",
    "mac",
    "open-left",
    "open-right",
    "draw",
    "actions",
    "tasks",
    "stack",
    "returned",
)
_OF_WHOM: Final = ("turn", "to-lay", "to-show", "may-claim")
_RUN: Final = re.compile(r"\?([0-9]{0,3})")


def _prepared(data: rules.Json) -> dict[str, Any]:
    """Unseen cards one by one, a face without its copy as the next copy that is not named elsewhere; who decides is whose turn it is, unless it is said."""
    used: set[d.Card] = set()
    for change in (partial(_named, used), partial(_next_copy, used)):
        cards = {n: _each(data[n], change) for n in _HOLD_CARDS if n in data}
    now = data.get("now")
    now = {now: {}} if now in _OF_WHOM else now
    match [*now.items()] if isinstance(now, Mapping) else []:
        case [(name, Mapping() as inner)] if name in _OF_WHOM:
            now = {name: {"player": data.get("turn", 0), **inner}}
    return {**data, **cards, **({"now": now} if now else {})}


def _each(data: Any, change: Callable[[str], Any], depth: int = 2) -> Any:
    """A list, and the lists in it, with every text changed, and ``?3`` as so many unseen cards."""
    if isinstance(data, list | tuple) and depth:
        return [one for part in data for one in _spelled(part, change, depth - 1)]
    return change(data) if isinstance(data, str) else data


def _spelled(part: Any, change: Callable[[str], Any], depth: int) -> list[Any]:
    run = _RUN.fullmatch(part) if isinstance(part, str) else None
    return [_each(part, change, depth)] if run is None else [None] * int(run[1] or 1)


def _named(used: set[d.Card], text: str) -> str:
    """A card that is given with its copy, or that there is once."""
    with suppress(errors.CardError):
        used.update({read_card(text)} if "-" in text else ())
    return text


def _next_copy(used: set[d.Card], text: str) -> str:
    try:
        face = d.parse_face(text)
    except errors.CardError:
        return text
    if d.copies_of(face) == 1:
        return text
    free = next((each for each in d.copies(face) if each not in used), None)
    if free is None:
        raise errors.CardError("card.twice", code=face)
    used.add(free)
    return free.code


NOTATION: Final[kit.Notation[m.State]] = kit.Notation(FIELDS, _state, prepared=_prepared)
"""How positions are written."""
