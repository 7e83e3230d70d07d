"""A claimed solve as people and programs write it: card codes in, the cards they stand for out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.announce import Message
from companion.errors import CardError, InputError
from companion.games.dumm_gelaufen.deck.cards import Card, copies_of, parse_face
from companion.games.dumm_gelaufen.deck.edition import Edition, load_edition
from companion.games.dumm_gelaufen.deck.tasks import Reason, Verdict, verdict

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


def solve(
    task: str, hand: Sequence[str], mac: Sequence[str] | None, edition: Edition
) -> Solve:
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
    played = load_edition(
        _text(edition if named is None else named, "edition", edition)
    )
    hand, mac = _codes(data, "hand"), _codes(data, "mac")
    if hand is None and _typed(task, played)[0] != "M04":
        raise InputError("verify.no-hand")
    return solve(task, hand or (), mac, played)


def verdict_to_json(solve: Solve, found: Verdict) -> dict[str, Any]:
    """A verdict with its cards as they were written; the texts are still messages."""
    answer: dict[str, Any] = {
        "task": found.task,
        "verdict": found.answer.value,
        "reasons": [_reason(solve, reason) for reason in found.reasons],
    }
    return answer | ({"unconfirmed": True} if found.unconfirmed else {})


def _reason(solve: Solve, reason: Reason) -> dict[str, str | list[str] | Message]:
    cards = [solve.spelled.get(card, card.code) for card in reason.cards]
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
            copies = copies_of(face)
            raise CardError(
                "card.too-many-copies", code=face, count=count, copies=copies
            )
    named = Counter(f"{face}-{copy}" for face, copy in typed if copy is not None)
    for code, count in named.items():
        if count > 1:
            raise CardError("card.twice", code=code)


def _dealt(typed: Sequence[tuple[str, int | None]]) -> Iterator[Card]:
    taken = {pair for pair in typed if pair[1] is not None}
    for face, copy in typed:
        number = copy
        if number is None:
            number = next(
                n for n in range(1, copies_of(face) + 1) if (face, n) not in taken
            )
            taken.add((face, number))
        yield Card.parse(f"{face}-{number}")


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
