"""Parses the notation of cards and moves: ``R7-2``, ``0 take mac:R7-2`` (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, get_args

from companion.errors import CompanionError, InputError
from companion.games.dumm_gelaufen.deck.cards import (
    Card,
    copies_of,
    parse_face,
)
from companion.games.dumm_gelaufen.model.moves import (
    Choose,
    Claim,
    DecideClaim,
    Lay,
    Move,
    Pass,
    PlayAction,
    Take,
)
from companion.games.dumm_gelaufen.model.places import At, Place

Finder: TypeAlias = Callable[[str, str], Card]
"""A face without its copy, and the place where it lies (empty: in the hand) -> the card."""

UNSEEN: Final = "?"
_PLACES: Final[dict[str, Place]] = {place: place for place in get_args(Place)}


# Cards -----------------------------------------------------------------------------


def short(card: Card | None) -> str:
    """A card's short code; ``?`` for one that nobody has seen."""
    return UNSEEN if card is None else card.short


def first_copy(face: str, place: str = "") -> Card:
    """The first copy of a face: the default for a face without a copy."""
    return Card.parse(f"{face}-1")


def read_card(text: str, find: Finder = first_copy, place: str = "") -> Card:
    """The card of ``R7-2``, ``R07-2`` or ``R1``; of ``R7`` the copy that ``find`` gives. Raises CardError."""
    face, dash, copy = text.partition("-")
    if dash:
        return Card.parse(f"{parse_face(face)}-{copy}")
    named = parse_face(face)
    return first_copy(named) if copies_of(named) == 1 else find(named, place)


def _read_unseen(text: str, find: Finder, place: str = "") -> Card | None:
    return None if text == UNSEEN else read_card(text, find, place)


# Moves -----------------------------------------------------------------------------


def read_move(text: str, player: int | None = None, find: Finder = first_copy) -> Move:
    """The move in a text; its seat defaults to ``player``.

    Raises InputError (``notation.no-move``) and CardError.
    """
    words = text.split()
    try:
        if words and words[0].isdecimal():
            player = int(words.pop(0))
        return _read_move(words, player, find)
    except (ValueError, KeyError) as error:
        if isinstance(error, CompanionError):
            raise
        raise InputError("notation.no-move", text=text[:80]) from None


def _read_move(words: Sequence[str], player: int | None, find: Finder) -> Move:
    match words:
        case ["table", "accepts" | "rejects" as verdict]:
            return DecideClaim(accept=verdict == "accepts")
        case [verb, *rest] if player is not None:
            return _READERS[verb](player, rest, find)
        case _:
            raise ValueError(words)


def _take(player: int, rest: Sequence[str], find: Finder) -> Move:
    return Take(player, tuple(_read_at(word, find) for word in rest))


def _lay(player: int, rest: Sequence[str], find: Finder) -> Move:
    (word,) = rest
    place, _, card = word.partition(":")
    return Lay(player, _PLACES[place], read_card(card, find) if card else None)


def _play(player: int, rest: Sequence[str], find: Finder) -> Move:
    (card,) = rest
    return PlayAction(player, read_card(card, find))


def _choose(player: int, rest: Sequence[str], find: Finder) -> Move:
    told = dict(word.split(":", 1) for word in rest)
    whom, cards, face = (told.pop(key, "") for key in ("whom", "cards", "face"))
    if told:
        raise ValueError(rest)
    return Choose(
        player,
        int(whom) if whom else None,
        tuple(_read_unseen(card, find) for card in cards.split(",") if card),
        parse_face(face) if face else "",
    )


def _claim(player: int, rest: Sequence[str], find: Finder) -> Move:
    task, *shown = rest
    kept = None
    if shown and shown[-1].startswith("kept:"):
        kept = int(shown.pop().removeprefix("kept:"))
    cards = tuple(read_card(card, find) for card in shown)
    return Claim(player, read_card(task, find), cards, kept)


def _pass(player: int, rest: Sequence[str], find: Finder) -> Move:
    () = rest
    return Pass(player)


_READERS: Final[dict[str, Callable[[int, Sequence[str], Finder], Move]]] = {
    "take": _take,
    "lay": _lay,
    "play": _play,
    "choose": _choose,
    "claim": _claim,
    "pass": _pass,
}


def _read_at(word: str, find: Finder) -> At:
    place, _, card = word.partition(":")
    return At(_PLACES[place], read_card(card, find, place) if card else None)
