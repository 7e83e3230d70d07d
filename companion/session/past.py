"""One game in a journal file: which rows belong to it, and how it is replayed, with or without names."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from companion.journal.journal import Journal
from companion.journal.ledger_rows import ERASED, START, Row, erased
from companion.rules import Game
from companion.seating import called
from companion.session.session import Session


@dataclass(frozen=True, slots=True)
class PastGame:
    """The rows of one game, from the one that began it to the last one before the next game."""

    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        """Derived from when and how the game began, so that all copies of it share it."""
        first = self.rows[0]
        told = repr((first.at, first.data)).encode()
        return hashlib.sha256(told).hexdigest()[:16]

    @property
    def setup(self) -> Mapping[str, Any]:
        """The set-up of the game. Raises ValueError if it has none."""
        told = json.loads(self.rows[0].data)
        if not isinstance(told, Mapping):
            raise ValueError("a game begins with a set-up")
        return told

    @property
    def numbers(self) -> range:
        """The numbers of its entries."""
        return range(self.rows[0].seq, self.rows[-1].seq + 1)


def games_in(rows: Iterable[Row]) -> Iterator[PastGame]:
    """The games of a journal, each yielded once it has ended; rows before the first game and erased rows belong to none."""
    own: list[Row] = []
    for row in rows:
        if row.kind in ("game", ERASED) and own:
            yield PastGame(tuple(own))
            own.clear()
        if row.kind == "game" or (own and row.kind != ERASED):
            own.append(row)
    if own:
        yield PastGame(tuple(own))


def retold(
    past: PastGame, game: Game[Any], read: Callable[[float], None] = lambda share: None
) -> Session[Any]:
    """The game as it stood at its end, with every record. Raises JournalError if it does not fold, and whatever ``read`` raises."""
    return Session(game, Journal.of(past.rows), read=read)


def without_names(past: PastGame) -> PastGame:
    """The same game among players A, B, C...: in its set-up, wherever somebody was called otherwise, and in every message that contains a name."""
    players = [str(name) for name in past.setup.get("players", ())]
    letters = dict(zip(players, ascii_uppercase, strict=False))
    setup = called(past.setup, letters.values())
    for row in past.rows[1:]:
        letters = {**_named(row), **letters}
    begun = replace(past.rows[0], data=json.dumps(setup, ensure_ascii=False))
    rows = [begun]
    for row in past.rows[1:]:
        # Somebody may be called as somebody else was before.
        letters |= _named(row)
        rows.append(_nameless(row, letters))
    return PastGame(tuple(rows))


def _named(row: Row) -> dict[str, str]:
    """How somebody is called otherwise from then on, and the letter of the seat; nothing by most rows."""
    if row.kind == "correction":
        match json.loads(row.data).get("correction"):
            case {"do": "name", "player": int(seat), "name": str(name)}:
                return {" ".join(name.split()): ascii_uppercase[seat]}
    return {}


def _nameless(row: Row, letters: Mapping[str, str]) -> Row:
    told = _said_of(json.loads(row.data), letters)
    return replace(row, data=json.dumps(told, ensure_ascii=False))


def _said_of(value: Any, letters: Mapping[str, str], *, said: bool = False) -> Any:
    """JSON values whose messages (``said``: their parameters) have letters instead of names."""
    match value:
        case str():
            return letters.get(value, value) if said else value
        case list():
            return [_said_of(each, letters, said=said) for each in value]
        case {"key": str(), "params": dict(params), **rest} if not rest:
            told = _said_of(params, letters, said=True)
            return {"key": value["key"], "params": told}
        case {"do": "name", "player": int(seat), "name": str()}:
            return {**value, "name": ascii_uppercase[seat]}
        case {"event": "named", "player": int(seat), "name": str()}:
            return {**value, "name": ascii_uppercase[seat]}
        case dict():
            return {k: _said_of(v, letters, said=said) for k, v in value.items()}
        case _:
            return value


def alone(past: PastGame) -> Iterator[Row]:
    """A journal with only this game, for download; earlier entries are erased but keep their numbers, so that its own stay valid."""
    gone = range(1, past.numbers[0])
    before = (replace(START, seq=number, last=number) for number in gone)
    return erased((*before, *past.rows), gone)
