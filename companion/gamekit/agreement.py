"""What is agreed before a game: who sits where, and how the table plays what the sources leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from companion.gamekit.open_rules import OpenRule, agreed_rules
from companion.rules import Json
from companion.seating import can_play, turned


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many may play, the fewest and the most, and what may be agreed."""

    players: tuple[int, int]
    rules: tuple[OpenRule, ...]

    def agreed(self, given: Json) -> dict[str, Any]:
        """A new game as the host's page asks for it: names in seat order, so that the first begins.

        Raises InputError for names that are empty, too long or twice the same, or
        too few or many of them, EditionError for a setting that cannot be.
        """
        names, rulings = turned(given), given.get("rulings") or {}
        can_play(len(names), self.players)
        if not isinstance(rulings, Mapping):
            raise InputError("setup.malformed")
        usual = {rule.name: rule.default for rule in self.rules}
        return {"players": names, "rulings": usual | agreed_rules(rulings, self.rules)}

    def form(self, edition: str) -> dict[str, Any]:
        """What the host is asked: how many play, and how the open rules are read."""
        rules = [
            {"name": r.name, "values": list(r.values), "value": r.default}
            for r in self.rules
        ]
        return {"players": list(self.players), "rulings": rules}
