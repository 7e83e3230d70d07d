"""A claimed solve as people and programs write it: card codes in, the cards they stand for out; and how far a hand is from one."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.announce import Message
from companion.errors import CardError, InputError
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind, copies, copies_of, parse_face
from companion.games.dumm_gelaufen.deck.edition import Edition, MurphyFigures, load_edition
from companion.games.dumm_gelaufen.deck.tasks import READS_MAC, Reason, Verdict, verdict

_SHOWN: Final = 40
"""How many characters of an invalid code are quoted in the error."""


@dataclass(frozen=True, slots=True)
class Solve:
    """A murphy card, a hand and Mac's row, ready to be judged.

    ``spelled`` has every card as it was written: by its face where the copy
    did not matter, else by its code.
    """

    task: str
    hand: tuple[Card, ...]
    mac: tuple[Card, ...] | None
    edition: Edition
    spelled: Mapping[Card, str]

    def judge(self) -> Verdict:
        """Whether the hand solves the card."""
        return verdict(self.task, self.hand, self.mac, self.edition)


def solve(task: str, hand: Sequence[str], mac: Sequence[str] | None, edition: Edition) -> Solve:
    """The solve that codes describe: faces (``R7``, ``r07``) or copies (``R07-2``).

    A face stands for any copy that is not named otherwise. ``mac`` is None
    where nobody knows Mac's row.

    Raises CardError: what ``parse_face`` and ``Card.parse`` raise,
    ``card.not-a-task``, ``card.not-in-edition``, ``card.twice`` or
    ``card.too-many-copies`` (hand and row together).
    """
    asked = _typed(task, edition)[0]
    if asked not in edition.asked:
        raise CardError("card.not-a-task", code=task[:_SHOWN])
    typed = [_typed(code, edition) for code in (*hand, *(mac or ()))]
    _check_copies(typed)
    cards = tuple(_dealt(typed))
    names = (f if copy is None else f"{f}-{copy}" for f, copy in typed)
    spelled = dict(zip(cards, names, strict=True))
    row = None if mac is None else cards[len(hand) :]
    return Solve(asked, cards[: len(hand)], row, edition, spelled)


def solve_from_json(data: object, edition: str) -> Solve:
    """The solve of ``{"task", "hand", "mac", "edition"}``.

    ``mac`` absent or null: nobody knows; ``edition`` absent or null: the one
    given; ``hand`` may be absent where M04 is asked, which reads Mac's row alone.

    Raises InputError for what is missing or of the wrong type, and what
    ``solve`` and ``load_edition`` raise.
    """
    if not isinstance(data, Mapping):
        raise InputError("verify.not-an-object")
    if data.get("task") is None:
        raise InputError("verify.no-task")
    task = _text(data["task"], "task", "M10")
    named = data.get("edition")
    played = load_edition(_text(edition if named is None else named, "edition", edition))
    hand, mac = _codes(data, "hand"), _codes(data, "mac")
    if hand is None and _typed(task, played)[0] != READS_MAC:
        raise InputError("verify.no-hand")
    return solve(task, hand or (), mac, played)


def verdict_to_json(
    found: Verdict, spelled: Mapping[Card, str] = MappingProxyType({})
) -> dict[str, Any]:
    """A verdict with its cards as they were ``spelled``, else by their codes; the texts are still messages."""
    answer: dict[str, Any] = {
        "task": found.task,
        "verdict": found.answer.value,
        "reasons": [_reason(reason, spelled) for reason in found.reasons],
    }
    return answer | ({"unconfirmed": True} if found.unconfirmed else {})


def _reason(reason: Reason, spelled: Mapping[Card, str]) -> dict[str, str | list[str] | Message]:
    cards = [spelled.get(card, card.code) for card in reason.cards]
    return {"code": reason.code, "cards": cards, "text": reason.text}


def _typed(code: str, edition: Edition) -> tuple[str, int | None]:
    """Face and copy of what a person wrote; no copy where only the face was named."""
    text, dash, copy = code[: _SHOWN + 1].strip().upper().partition("-")
    try:
        face = parse_face(text)
        number = Card.parse(f"{face}-{copy}").copy if dash else None
    except CardError as error:
        raise CardError(
            error.message.key, **{**error.message.params, "code": code[:_SHOWN]}
        ) from None
    if face not in edition.faces:
        raise CardError("card.not-in-edition", code=face, edition=edition.label)
    return face, number


def _check_copies(typed: Sequence[tuple[str, int | None]]) -> None:
    for face, count in Counter(face for face, _ in typed).items():
        if count > copies_of(face):
            most = copies_of(face)
            raise CardError("card.too-many-copies", code=face, count=count, copies=most)
    named = Counter(f"{face}-{copy}" for face, copy in typed if copy is not None)
    for code, count in named.items():
        if count > 1:
            raise CardError("card.twice", code=code)


def _dealt(typed: Sequence[tuple[str, int | None]]) -> Iterator[Card]:
    taken = {Card.parse(f"{face}-{copy}") for face, copy in typed if copy is not None}
    for face, copy in typed:
        free = (card for card in copies(face) if card not in taken)
        card = next(free) if copy is None else Card.parse(f"{face}-{copy}")
        taken.add(card)
        yield card


def _text(value: object, field: str, example: str) -> str:
    if not isinstance(value, str):
        raise InputError("verify.not-a-text", field=field, example=example)
    return value


def _codes(data: Mapping[Any, Any], field: str) -> tuple[str, ...] | None:
    match data.get(field):
        case None:
            return None
        case [*codes]:
            named = enumerate(codes)
            return tuple(_text(code, f"{field}[{n}]", "R7") for n, code in named)
        case _:
            raise InputError("verify.not-a-list", field=field)


# What a hand lacks -------------------------------------------------------------------


FaceCounts: TypeAlias = Counter[str]
"""Face -> count."""
GainAndGive: TypeAlias = tuple[int, int]
"""How many cards to gain, how many to give away."""
Nearest: TypeAlias = Callable[[FaceCounts, MurphyFigures, FaceCounts], GainAndGive]
"""The whole deck, what the card asks, a hand -> the shortest way to a hand that solves it."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The shortest way to a solve: how many cards to gain and to give away, and which faces reduce the distance."""

    gain: int
    give: int
    wanted: tuple[str, ...]
    """Gaining one of these reduces the distance by one."""
    spare: tuple[str, ...]
    """Giving away one of these reduces the distance by one."""


def missing(task: str, hand: Iterable[Card], edition: Edition) -> Missing:
    """What a hand lacks for a murphy card; keep cards do not count.

    Raises CardError ``card.not-a-task`` for a face that asks nothing of a
    hand: M04 is about Mac's row alone.
    """
    if task == READS_MAC or task not in edition.asked:
        raise CardError("card.not-a-task", code=task)
    deck, have = _faces(edition.cards), _faces(hand)
    way = partial(NEAREST.get(task, _enough), deck, edition.asked[task])
    gain, give = way(have)

    def nearer(other: FaceCounts) -> bool:
        return sum(way(other)) < gain + give

    wanted = (f for f in deck if have[f] < deck[f] and nearer(have + Counter([f])))
    spare = (f for f in have if nearer(have - Counter([f])))
    return Missing(gain, give, tuple(sorted(wanted)), tuple(sorted(spare)))


def _faces(cards: Iterable[Card]) -> FaceCounts:
    return Counter(card.face for card in cards if card.kind is CardKind.NUMBER)


def _value(face: str) -> int:
    return int(face[1:])


def _values(faces: FaceCounts, colour: str = "") -> list[int]:
    """Every card's value, those of one colour or all, lowest first."""
    return sorted(_value(f) for f in faces.elements() if f.startswith(colour))


# Cards that fit, and enough of them ------------------------------------------------


def _enough(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    fits = asked.fitting
    assert fits is not None
    kept = sum(
        count
        for face, count in have.items()
        if face[0] in fits.colours and _value(face) in fits.values
    )
    return max(0, asked.least - kept), have.total() - kept


def _heavy(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """No card has to go; the highest values reach the sum with the fewest cards."""
    total, gained = sum(_values(have)), 0
    for value in reversed(_values(deck - have)):
        if total >= asked.sum and have.total() + gained >= asked.least:
            break
        total, gained = total + value, gained + 1
    return gained, 0


def _light(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Cards of one colour: the lowest values keep the sum smallest."""
    return _shortest(
        (gain, have.total() - kept)
        for colour in _colours(deck)
        for mine, others in [(_values(have, colour), _values(deck - have, colour))]
        for kept in range(len(mine) + 1)
        for gain in [max(0, asked.least - kept)]
        if gain <= len(others) and sum(mine[:kept] + others[:gain]) <= asked.sum
    )


def _two_tone(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    held = Counter(face[0] for face in have.elements())
    return _shortest(
        (max(asked.least - kept, sum(not held[c] for c in pair)), have.total() - kept)
        for pair in combinations(_colours(deck), asked.colours)
        for kept in [sum(held[c] for c in pair)]
    )


def _pairs(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Pairs: the values of which most cards are there are kept."""
    held = Counter(_values(have))
    most = sorted((held[value] for value in set(_values(deck))), reverse=True)
    pairs = max(asked.least // 2, sum(count >= 2 for count in most))
    gain = sum(max(0, 2 - count) for count in most[:pairs])
    give = sum(max(0, count - 2) for count in most[:pairs]) + sum(most[pairs:])
    return gain, give


def _run(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
    """Every run of every colour: exactly one card of each of its values."""
    last = max(map(_value, deck))
    return _shortest(
        (after - first - kept, have.total() - kept)
        for colour in _colours(deck)
        for held in [set(_values(have, colour))]
        for first in range(1, last + 1)
        for after in range(first + asked.least, last + 2)
        for kept in [len(held.intersection(range(first, after)))]
    )


# One of a few hands --------------------------------------------------------------------


def _one_of(hands: Callable[[FaceCounts, MurphyFigures], Iterator[FaceCounts]]) -> Nearest:
    def way(deck: FaceCounts, asked: MurphyFigures, have: FaceCounts) -> GainAndGive:
        return _shortest(
            (wanted.total() - kept, have.total() - kept)
            for wanted in hands(deck, asked)
            for kept in [sum(min(n, have[face]) for face, n in wanted.items())]
        )

    return way


def _with_any_other(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    return (Counter([asked.face, face]) for face in deck if face != asked.face)


def _lowest_and_highest(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    low, high = asked.lowest, asked.highest
    return (Counter([f"{c}{low:02}", f"{c}{high:02}"]) for c in _colours(deck))


def _all_of_a_face(deck: FaceCounts, asked: MurphyFigures) -> Iterator[FaceCounts]:
    return (Counter({f: asked.exactly}) for f in deck if deck[f] >= asked.exactly)


def _colours(deck: FaceCounts) -> tuple[str, ...]:
    return tuple(dict.fromkeys(face[0] for face in deck))


def _shortest(ways: Iterable[GainAndGive]) -> GainAndGive:
    return min(ways, key=sum)


NEAREST: Final[dict[str, Nearest]] = {
    "M01": _one_of(_with_any_other),
    "M02": _one_of(_with_any_other),
    "M03": _one_of(_lowest_and_highest),
    "M08": _heavy,
    "M10": _light,
    "M14": _one_of(_all_of_a_face),
    "M15": _pairs,
    "M16": _run,
    "M21": _two_tone,
}
"""Murphy card -> the function that measures the distance (rules, B), where a card does not fit whatever the others are."""
