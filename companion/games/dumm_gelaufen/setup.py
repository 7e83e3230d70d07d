"""The agreements before a game, from the host's form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.rules import Json
from companion.seating import turned


def asked(given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it: names in seat order, so that the first begins; edition, rulings.

    Raises InputError for names that are empty, too long or twice the same,
    EditionError for an edition or number of players that cannot be.
    """
    seats = turned(given)
    edition = given.get("edition", EDITIONS[0])
    rulings = given.get("rulings") or {}
    if not isinstance(edition, str) or not isinstance(rulings, Mapping):
        raise InputError("setup.malformed")
    # Rulings that nobody changed are those of the edition.
    agreed = {**load_edition(edition).rulings.to_json(), **rulings}
    return {"players": seats, "edition": edition, "rulings": agreed}
