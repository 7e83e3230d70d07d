"""Moves as text, and the fields of a position (docs/notation.md), checked so that every card is in exactly one place."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from companion.announce import Message, message
from companion.errors import InputError
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.kit import notation as kit
from companion.kit.line import Path
from companion.kit.notation import Field

# Moves -------------------------------------------------------------------------------


LIKE: Final = ("roll all", "roll black-1 red-2", "stop", "take L02", "death T03 L02", "use S01")
"""Moves as they are written."""


def move_from_text(text: str, player: int | None) -> m.Move:
    """The move in a text; its seat defaults to ``player``. Raises ValueError."""
    words = text.split()
    seat = int(words.pop(0)) if words and words[0].isdecimal() else player
    shown = words[words.index("=") + 1 :] if "=" in words else []
    words = words[: words.index("=")] if "=" in words else words
    values = _values_read(shown)
    match words:
        case _ if seat is None:
            pass
        case ["roll", *names]:
            thrown = p.DICE if names in ([], ["all"]) else tuple(names)
            return m.ThrowDice(seat, thrown, values)
        case ["stop"]:
            return m.StopRolling(seat)
        case ["use", face]:
            return m.UseSpecial(seat, face)
        case ["take", *faces]:
            return m.TakeTargets(seat, tuple(faces))
        case ["death", death, onto]:
            return m.TakeDeath(seat, death, None if onto == "open" else onto)
        case ["professors"]:
            return m.RollProfessors(seat, values)
    raise ValueError(text)


def _values_read(shown: list[str]) -> tuple[int, ...] | None:
    if not shown:
        return None
    found = "".join(shown).replace("*", "0").replace("-", "")
    if not all(c in "012345" for c in found):
        raise ValueError(shown)
    return tuple(map(int, found))


# What lies in front of a player ------------------------------------------------------


def _cards(known: p.Faces, expected: Message) -> kit.Kind[p.Faces]:
    return kit.many(kit.one_of(known, expected))


_TARGETS: Final = _cards(p.TARGETS, message("lustig.a-target"))
_DEATHS: Final = _cards(p.DEATHS, message("lustig.a-death"))
_SPECIALS: Final = _cards(p.SPECIALS, message("lustig.a-special"))
_ON_IT: Final = kit.many(kit.one_of(p.DEATHS, message("lustig.a-death")), 1, len(p.DEATHS))


def _deaths_written(deaths: p.Faces, brief: bool) -> Any:
    return deaths[0] if len(deaths) == 1 else list(deaths)


def _deaths_read(data: Any, path: Path) -> p.Faces:
    return _ON_IT.read([data] if isinstance(data, str) else data, path)


_BY_CARD: Final = kit.by_name(kit.Kind(_deaths_written, _deaths_read), p.TARGETS)


def _covered_written(covered: Iterable[tuple[str, str]], brief: bool) -> Any:
    """A Death for each card under one; a card under several has them as a list."""
    by_card: dict[str, p.Faces] = {}
    for card, death in covered:
        by_card[card] = (*by_card.get(card, ()), death)
    return _BY_CARD.write(by_card, brief)


def _covered_read(data: Any, path: Path) -> tuple[tuple[str, str], ...]:
    by_card = _BY_CARD.read(data, path)
    return tuple(sorted((card, on_it) for card in by_card for on_it in by_card[card]))


def _area(kind: kit.Kind[m.PlayerArea]) -> kit.Kind[m.PlayerArea]:
    """What lies under a Death is scored, whether it is named there or not."""

    def read(data: Any, path: Path) -> m.PlayerArea:
        area = kind.read(data, path)
        scored = tuple(card for card in area.scored if card not in area.under)
        return m.PlayerArea(area.open, scored, area.covered, area.deaths, area.specials)

    return kit.Kind(kind.write, read)


AREA: Final = _area(
    kit.record(
        m.PlayerArea,
        full=True,
        open=_TARGETS,
        scored=_TARGETS,
        covered=kit.Kind(_covered_written, _covered_read),
        deaths=_DEATHS,
        specials=_SPECIALS,
    )
)
AREAS: Final = kit.many(AREA, 1, 4)
"""By seat; a question about one player needs no others."""


def area_json(area: m.PlayerArea) -> dict[str, Any]:
    """The cards in front of a player: all five kinds of places, a card under several Deaths with all of them."""
    told: dict[str, Any] = AREA.write(area, False)
    return told


def areas_from_json(data: object) -> tuple[m.PlayerArea, ...]:
    """What lies in front of each player, by seat, no card twice. Raises NotationError, InputError."""
    areas = kit.read_json(AREAS, data, "areas")
    _once(*(area.cards for area in areas))
    return areas


# Dice --------------------------------------------------------------------------------


def _professor(data: Any) -> int:
    """A position has a symbol as 0."""
    return 0 if type(data) is int and data == 0 else p.value_from_json(data)


_VALUE: Final = kit.leaf(int, _professor, message("lustig.a-value"))
PROFESSORS: Final = kit.many(_VALUE, 0, len(p.DICE))
"""The dice of one seat's professors: 0 to 5, a symbol counts nothing."""
_ROLLED: Final = kit.leaf(p.DiceRoll.to_json, p.dice_from_json, message("lustig.a-roll"))


# Positions ---------------------------------------------------------------------------


MOST_ROLLS: Final = 4


def _state(given: dict[str, Any]) -> m.State:
    """The state of some fields; missing ones are as before the first roll. Raises InputError, EditionError."""
    areas, dice = given["areas"], given.get("dice")
    display = tuple(sorted(given.get("display", m.left_over(p.TARGETS, areas))))
    rulings = m.Rulings.from_json(given.pop("rules", {}))
    rolls = given.pop("rolls", 0 if dice is None else 1)
    found = m.State(**(given | {"display": display, "rolls": rolls, "rulings": rulings}))
    _once(found.display, *(area.cards for area in areas))
    _possible(found)
    return found


def _possible(found: m.State) -> None:
    """Raises InputError for an impossible state: a seat where nobody sits, dice where there are none, or none where there must be."""
    if found.turn >= found.players:
        raise InputError("argument.number-to", name="turn", most=found.players - 1)
    unrolled = found.dice is None
    if unrolled != (found.rolls == 0) or (unrolled and found.now in ("take", "virus")):
        raise InputError("lustig.dice-and-rolls")
    rolled = len(found.professors)
    if rolled not in (0, found.players) or (found.now == "reckon" and not rolled):
        raise InputError("lustig.no-professors", count=found.players)


def _once(*places: p.Faces) -> None:
    counted = Counter(card for cards in places for card in cards)
    twice = next((card for card, count in counted.items() if count > 1), None)
    if twice is not None:
        raise InputError("lustig.card-twice", card=twice)


A_DIE: Final = message("notation.a.choice", known=p.DICE)
NOTATION: Final[kit.Notation[m.State]] = kit.Notation(
    {
        "turn": Field(kit.number()),
        "display": Field(_TARGETS),
        "areas": Field(AREAS, needed=True),
        "now": Field(kit.of_type(m.Now)),
        "dice": Field(_ROLLED, usual=None),
        "rolls": Field(kit.number(0, MOST_ROLLS), usual=0),
        "free": Field(_cards(p.DICE, A_DIE), usual=p.DICE),
        "duck": Field(kit.FLAG, usual=False),
        "gained": Field(_SPECIALS, usual=()),
        "professors": Field(kit.many(kit.optional(PROFESSORS)), usual=()),
        "rules": Field(kit.ANYTHING, lambda state: state.rulings.other_than(), {}),
    },
    _state,
)
"""How positions are written."""
