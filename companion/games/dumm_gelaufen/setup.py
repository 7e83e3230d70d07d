"""The agreements before a game, from the host's form, and what the form offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError
from companion.games.dumm_gelaufen.deck.cards import (
    Card,
    CardKind,
    copies_of,
    face_name,
)
from companion.games.dumm_gelaufen.deck.edition import (
    EDITIONS,
    RULINGS,
    Edition,
    Rulings,
    load_edition,
)
from companion.rules import Json
from companion.seating import turned


def agreed(given: Json) -> dict[str, Any]:
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


def catalogue(edition: Edition, played: Rulings) -> Json:
    """Every face of an edition, its text by the rulings that are played; the rulings, each as the edition has it."""
    faces = dict.fromkeys(card.face for card in edition.cards)
    return {
        "edition": edition.name,
        "players": list(edition.players),
        "colours": [colour.letter for colour in edition.colours],
        "faces": [_face(edition, played, face) for face in faces],
        "rulings": _rulings(edition),
    }


def setup_form(name: str) -> Json:
    """What the host is asked before a game of an edition: how many play, how its open rules are read, what beginning means. Raises EditionError."""
    edition = load_edition(name)
    asked = {"players": list(edition.players), "rulings": _rulings(edition)}
    return asked | {"first": "host.first.why"}


def _rulings(edition: Edition) -> list[Json]:
    own = edition.rulings.to_json()
    return [
        {"name": r.name, "values": list(r.values), "value": own[r.name]}
        for r in RULINGS
    ]


def _face(edition: Edition, played: Rulings, face: str) -> Json:
    card = Card.parse(f"{face}-1")
    does = card.is_action or card.kind is CardKind.TASK
    return {
        "face": face,
        "kind": card.kind.value,
        "colour": card.colour,
        "value": card.value,
        "copies": copies_of(face),
        "name": face_name(face),
        "does": edition.text(face, played) if does else None,
    }
