"""Cards that were drawn at a real table and not yet seen."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dumm_gelaufen.model.state import State, Unread


def more_unread(state: State, player: int, count: int) -> tuple[Unread, ...]:
    """What is unread once a player has drawn so many cards more."""
    for at, unread in enumerate(state.unread):
        if unread.drawer == unread.holder == player:
            more = replace(unread, count=unread.count + count)
            return (*state.unread[:at], more, *state.unread[at + 1 :])
    return (*state.unread, Unread(player, player, count))


def read(unread: tuple[Unread, ...], drawer: int, count: int) -> tuple[Unread, ...]:
    """What is unread once ``count`` cards that ``drawer`` drew have been seen, the latest ones first."""
    left: list[Unread] = []
    for u in reversed(unread):
        seen = min(count, u.count) if u.drawer == drawer else 0
        count -= seen
        left.append(replace(u, count=u.count - seen))
    return tuple(u for u in reversed(left) if u.count)
