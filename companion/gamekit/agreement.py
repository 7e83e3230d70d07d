"""What is agreed before a game: who sits where, and which open rules the table plays."""

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
    """How many may play, from the fewest to the most, and which rules may be agreed."""

    players: tuple[int, int]
    rules: tuple[OpenRule, ...]

    def agreed(self, given: Json) -> dict[str, Any]:
        """A new game as the host's page asks for it: names in seat order; the first begins.

        Raises InputError for names that are empty, too long or duplicate, or too few or
        too many, and EditionError for an invalid setting.
        """
        names, rulings = turned(given), given.get("rulings") or {}
        can_play(len(names), self.players)
        if not isinstance(rulings, Mapping):
            raise InputError("setup.malformed")
        usual = {rule.name: rule.default for rule in self.rules}
        return {"players": names, "rulings": usual | agreed_rules(rulings, self.rules)}

    def form(self, edition: str) -> dict[str, Any]:
        """The form for the host: number of players, and the open rules with their values."""
        rules = [
            {"name": r.name, "values": list(r.values), "value": r.default}
            for r in self.rules
        ]
        return {"players": list(self.players), "rulings": rules}
