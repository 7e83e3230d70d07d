"""An edition: its cards, their texts, and how a table plays what the rules leave open."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal

from companion.announce import Message, Param, message
from companion.errors import CardError, EditionError, quoted
from companion.games.dumm_gelaufen.deck import cards as d
from companion.kit import setup as kit

# Rulings -----------------------------------------------------------------------------


ClaimWindow = Literal["after_exchange", "own_turn", "any_time"]
RulingReading = Literal["accept", "reject"]


@dataclass(frozen=True, slots=True)
class Rulings(kit.Rulings):
    """How one table decides the open questions; the defaults are the classic edition's.

    The last six say which reading of a murphy card a table leans to. A
    verdict is *depends* there all the same: the reading is what robots play
    and what is offered first when the people are asked.
    """

    allow_mix_draw_and_open: bool = False
    """Whether one take of two may be one unseen card and one open one (A4)."""
    bin_rule: Literal["on", "off"] = "on"
    """Whether drawn actions that leave nothing to lay go unused and are replaced (A5)."""
    replenish_to: Literal[1, 2] = 1
    """How many number cards somebody who runs short may draw up to (A6)."""
    at_once_in_replenish: Literal["bin", "obey"] = "bin"
    """What becomes of an at-once card drawn while replenishing (A6)."""
    at_once_from_effects: Literal["obey", "bin"] = "obey"
    """What becomes of an at-once card that an action card had somebody draw (A6)."""
    claim_window: ClaimWindow = "after_exchange"
    """When a solve may be claimed (A8)."""
    murphy_open_travels: bool = True
    """Whether an open murphy card stays open when it changes hands (C, A03)."""
    murphy_unfulfilled: Literal["returned", "box"] = "returned"
    """Where murphy cards go that were not solved when a round ends (A9, D)."""
    k03: Literal["or", "and"] = "or"
    """Whether the two cards of K03 match in colour or value, or in both (C)."""
    a01_blind: bool = True
    """Whether A01 takes its cards unseen (C)."""
    k12_from_hands: bool = False
    """Whether K12 may take from other hands too (C)."""
    m01_twin: RulingReading = "accept"
    """M01 with both copies of its card."""
    m02_twin: RulingReading = "accept"
    """M02 with both copies of its card."""
    m04_single: RulingReading = "accept"
    """M04 with a single card in Mac's row."""
    m15_four: RulingReading = "accept"
    """M15 with four or more cards of one value."""
    m16_twin: RulingReading = "reject"
    """M16 with a value twice inside the run."""
    m21_one_colour: RulingReading = "reject"
    """M21 with one colour only."""

    def rewords(self, face: str) -> bool:
        """Whether these settings change a card's text."""
        name = REWORDED_BY.get(face)
        return name is not None and getattr(self, name) != getattr(Rulings(), name)


RULINGS: Final = kit.open_rules(Rulings)
"""Every setting, in the order of the rules, the classic edition's value first."""

REWORDED_BY: Final = {
    "A01": "a01_blind",
    "A03": "murphy_open_travels",
    "K03": "k03",
    "K12": "k12_from_hands",
}
"""Action card -> the setting that changes what its text says."""


# Editions ----------------------------------------------------------------------------


EDITIONS: Final = ("classic", "newer")

_PAYLOAD = re.compile(r"([A-Z]{2})([0-9])-([A-Z0-9]{3})-([0-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class MurphyFigures:
    """The figures on one murphy card; what is not on it is 0 or empty.

    ``least`` and ``exactly`` count number cards. ``sum`` is the least sum of
    M08 and the greatest of M10. ``colour`` is the only one of M06 and M07
    and the forbidden one of M17 and M18. ``lowest`` and ``highest`` bound
    every value; in M03 they are the two values themselves.
    """

    least: int = 0
    exactly: int = 0
    sum: int = 0
    lowest: int = 0
    highest: int = 0
    value: int = 0
    colours: int = 0
    colour: str = ""
    face: str = ""
    fitting: d.NumberCards | None = None
    """The cards that may be in a hand that solves it, whatever the others are; None where that depends on them."""


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One edition. Get it by :func:`load_edition`: there is one object of each."""

    name: str
    game: str
    """The payloads' first part: ``DG1`` or ``DG2``."""
    players: tuple[int, int]
    """The fewest and the most who can play."""
    colours: tuple[str, ...]
    """The letters of the number cards' colours."""
    at_once: str
    """The letter of the colour of at-once actions: red's place."""
    keep: str
    """The letter of the colour of actions that may be kept."""
    cards: tuple[d.Card, ...]
    """Every card that has a tag: number cards, actions, murphy cards, Mac's own card where there is one."""
    faces: frozenset[str]
    asked: Mapping[str, MurphyFigures]
    """What each murphy card asks for."""
    rulings: Rulings
    unconfirmed: frozenset[str]
    """Faces and topics taken over from the other edition without proof."""

    def __reduce__(self) -> tuple[object, ...]:
        return load_edition, (self.name,)

    def __repr__(self) -> str:
        return f"load_edition({self.name!r})"

    @property
    def numbers(self) -> tuple[d.Card, ...]:
        """The cards with a colour and a value, 72 of them."""
        return tuple(c for c in self.cards if c.kind is d.CardKind.NUMBER)

    @property
    def actions(self) -> tuple[d.Card, ...]:
        """The action cards, at-once ones first."""
        return tuple(c for c in self.cards if c.is_action)

    @property
    def tasks(self) -> tuple[d.Card, ...]:
        """The murphy cards, M01 first."""
        return tuple(c for c in self.cards if c.kind is d.CardKind.TASK)

    @property
    def main_deck(self) -> tuple[d.Card, ...]:
        """What is shuffled into the draw pile: number and action cards."""
        return self.numbers + self.actions

    def payload(self, card: d.Card) -> str:
        """What the card's tag says: ``DG1-R07-2``."""
        return f"{self.game}-{card.code}"

    def parse_payload(self, text: str) -> d.Card:
        """The card of a tag of this edition; the inverse of ``payload``.

        Raises CardError: ``card.malformed``, ``card.other-game``,
        ``card.other-edition``, ``card.not-in-edition`` or ``card.no-such-copy``.
        """
        found = _PAYLOAD.fullmatch(text)
        if found is None:
            raise CardError("card.malformed", code=quoted(text, 40))
        if found[1] != self.game[:2]:
            raise CardError("card.other-game", code=text)
        if found[1] + found[2] != self.game:
            raise CardError("card.other-edition", code=text, edition=self.label)
        if found[3] not in self.faces:
            raise CardError("card.not-in-edition", code=found[3], edition=self.label)
        return d.Card.parse(f"{found[3]}-{found[4]}")

    @property
    def label(self) -> Message:
        """The edition's name."""
        return message(f"edition.{self.name}")

    def text(self, face: str, rulings: Rulings | None = None) -> Message:
        """What a murphy or action card says, with this edition's figures, as the rulings in force have it.

        Without rulings the edition's own. A text that no source confirms
        says so.
        """
        asked, ruled = self.asked.get(face), (rulings or self.rulings).rewords(face)
        key = f"does.{face}.ruled" if ruled else f"does.{face}"
        said = Message(key, {} if asked is None else _gaps(asked))
        if face in self.unconfirmed:
            return message("does.unconfirmed", does=said)
        return said


def load_edition(name: str) -> Edition:
    """The edition of a name of ``EDITIONS``.

    Raises EditionError: ``edition.unknown`` or what is wrong with its file.
    """
    if not isinstance(name, str) or name not in EDITIONS:
        raise EditionError("edition.unknown", name=quoted(name, 40), known=EDITIONS)
    return _loaded(name)


@cache
def _loaded(name: str) -> Edition:
    source = files("companion.games.dumm_gelaufen.editions").joinpath(f"{name}.toml")
    return edition_of(tomllib.loads(source.read_text("utf-8")))


def edition_of(data: Mapping[str, Any]) -> Edition:
    """The edition that a file's contents describe.

    Raises EditionError: ``edition.wrong-file``, or a ruling's.
    """
    try:
        cards = tuple(card for face in _faces(data) for card in d.copies(face))
        return Edition(
            name=data["name"],
            game=data["game"],
            players=(data["players"][0], data["players"][1]),
            colours=tuple(data["colours"]),
            at_once=data["at_once"],
            keep=data["keep"],
            cards=cards,
            faces=frozenset(card.face for card in cards),
            asked=MappingProxyType(
                {t: _figures(t, MurphyFigures(**a)) for t, a in data["tasks"].items()}
            ),
            rulings=Rulings.from_json(data["rulings"]),
            unconfirmed=frozenset(data["unconfirmed"]),
        )
    except (KeyError, TypeError, IndexError, CardError) as error:
        raise EditionError("edition.wrong-file", what=str(error)) from error


def _faces(data: Mapping[str, Any]) -> Iterator[str]:
    for colour in data["colours"]:
        if colour not in d.COLOURS:
            raise CardError("card.no-such-face", code=colour)
        yield from (f"{colour}{value:02d}" for value in range(d.LOWEST, d.HIGHEST + 1))
    for letter, kind in (("A", "at_once"), ("K", "keep"), ("M", "tasks")):
        yield from (f"{letter}{n:02d}" for n in range(1, data["counts"][kind] + 1))
    if data["mac_face"]:
        yield "MAC"


def _figures(task: str, asked: MurphyFigures) -> MurphyFigures:
    """The figures of a murphy card with the cards that fit it (rules, B)."""
    colours, low, high, step = d.COLOURS, d.LOWEST, d.HIGHEST, 1
    match task:
        case "M05":
            low = asked.lowest
        case "M06" | "M07":
            colours = asked.colour
        case "M09":
            step = 2
        case "M11" | "M12" | "M13":
            high = asked.highest
        case "M17" | "M18":
            colours = colours.replace(asked.colour, "")
        case "M19" | "M20":
            low = high = asked.value
        case _:
            return asked
    values = frozenset(range(low, high + 1, step))
    return replace(asked, fitting=d.NumberCards(colours, values))


def _gaps(asked: MurphyFigures) -> dict[str, Param]:
    figures = ("least", "exactly", "sum", "lowest", "highest", "value", "colours")
    filled: dict[str, Param] = {name: getattr(asked, name) for name in figures}
    if asked.colour:
        filled["colour"] = d.colour_name(asked.colour)
    if asked.face:
        filled["colour"] = d.colour_name(asked.face[0])
        filled["value"] = int(asked.face[1:])
    return filled
