"""The agreements before a game, from the host's form, and what the form offers."""

from dataclasses import dataclass
from typing import Any

from companion import errors, rules
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen.deck.edition import Rulings
from companion.kit import setup as kit


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game; without rulings, those of the edition. Raises EditionError for an edition that is none."""

    SEATS = (2, 6)
    edition: str = d.EDITIONS[0]
    rulings: Rulings | None = None

    def __post_init__(self) -> None:
        d.load_edition(self.edition)


def agreed(given: rules.Json) -> dict[str, Any]:
    """A new game as the host's page asks for it: names in seat order, so that the first begins; edition, rulings.

    Raises InputError for names that are empty, too long or twice the same,
    EditionError for an edition or number of players that cannot be.
    """
    edition = given.get("edition", d.EDITIONS[0])
    if not isinstance(edition, str):
        raise errors.InputError("setup.malformed")
    return _agreement(d.load_edition(edition)).agreed(given) | {"edition": edition}


def _agreement(edition: d.Edition) -> kit.Agreement:
    return kit.Agreement(edition.players, d.RULINGS, edition.rulings.to_json())


def catalogue(edition: d.Edition, played: Rulings) -> rules.Json:
    """Every face of an edition, its text by the rulings that are played; the rulings, each as the edition has it."""
    faces = dict.fromkeys(card.face for card in edition.cards)
    return {
        "edition": edition.name,
        "players": list(edition.players),
        "colours": list(edition.colours),
        "faces": [_face(edition, played, face) for face in faces],
        "rulings": _agreement(edition).form(edition.name)["rulings"],
    }


def form(edition: str) -> rules.Json:
    """What the host is asked before a game of an edition: how many play, how its open rules are read, what beginning means. Raises EditionError."""
    asked = _agreement(d.load_edition(edition)).form(edition)
    return asked | {"first": "host.first.why"}


def _face(edition: d.Edition, played: Rulings, face: str) -> rules.Json:
    card = d.Card.parse(f"{face}-1")
    does = card.is_action or card.kind is d.CardKind.TASK
    return {
        "face": face,
        "kind": card.kind.value,
        "colour": card.colour,
        "value": card.value,
        "copies": d.copies_of(face),
        "name": d.face_name(face),
        "does": edition.text(face, played) if does else None,
    }
