"""The murphy cards: what each asks for, and the verdict on a hand, with reasons (rules, B)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from companion.announce import Message, Param, message
from companion.errors import CardError
from companion.games.dumm_gelaufen.deck.cards import Card, CardKind, colour_name
from companion.games.dumm_gelaufen.deck.edition import Edition, MurphyFigures

# Verdicts ----------------------------------------------------------------------------


class VerdictAnswer(Enum):
    """Whether a hand solves a murphy card; it depends where only the table can say."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a verdict rests on.

    ``answer`` is what it alone would make of the claim: NO speaks against
    it, DEPENDS asks the people, YES is a notice that changes nothing.
    """

    code: str
    cards: tuple[Card, ...]
    text: Message
    answer: VerdictAnswer = VerdictAnswer.NO


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a murphy card is solved, and every reason at once.

    ``ruling`` names the setting that a *depends* hangs on, if one does;
    ``unconfirmed`` is set where the card's text is taken over from the other
    edition.
    """

    task: str
    answer: VerdictAnswer
    reasons: tuple[Reason, ...] = ()
    ruling: str = ""
    unconfirmed: bool = False


LASTING: Final = frozenset(
    (
        *("at-once-in-hand", "not-a-hand-card", "wrong-colour", "forbidden-colour"),
        *("too-many-colours", "colours-mixed", "not-alike", "value-too-low"),
        *("value-too-high", "wrong-value", "even-value", "sum-too-high"),
    )
)
"""Reasons against some cards that hold whatever cards are shown besides."""

_LACKS: Final = frozenset({"missing-card", "missing-value"})
"""Reasons of which each takes a card more."""

RULING_OF: Final = {
    "both-copies": "{task}_twin",
    "mac-single": "m04_single",
    "four-of-a-value": "m15_four",
    "twin-in-run": "m16_twin",
    "one-colour": "m21_one_colour",
}
"""Open question -> the setting with the table's preferred answer."""


def reason(
    code: str, cards: Iterable[Card] = (), answer: VerdictAnswer = VerdictAnswer.NO, **params: Param
) -> Reason:
    """A reason with its sentence, ``verdict.<code>``; the cards' names fill the gap ``cards``."""
    shown = tuple(cards)
    if shown:
        params["cards"] = tuple(card.name for card in shown)
    return Reason(code, shown, message(f"verdict.{code}", **params), answer)


def weigh(task: str, found: Iterable[Reason], unconfirmed: bool = False) -> Verdict:
    """The verdict that follows from some reasons.

    One reason against a claim makes it *no* whatever else is open, so
    questions are dropped then; one question makes it *depends*.
    """
    reasons = tuple(found)
    said = [reason.answer for reason in reasons]
    if VerdictAnswer.NO in said:
        told = tuple(r for r in reasons if r.answer is not VerdictAnswer.DEPENDS)
        return Verdict(task, VerdictAnswer.NO, told, "", unconfirmed)
    if VerdictAnswer.DEPENDS in said:
        ruling = next((RULING_OF[r.code] for r in reasons if r.code in RULING_OF), "")
        named = ruling.format(task=task.lower())
        return Verdict(task, VerdictAnswer.DEPENDS, reasons, named, unconfirmed)
    return Verdict(task, VerdictAnswer.YES, reasons, "", unconfirmed)


# Tasks -------------------------------------------------------------------------------

READS_MAC: Final = "M04"
"""The murphy card that is about Mac's row: the claimant's own hand need not be shown."""
MAC_MOST: Final = 7
"""How many cards Mac may have (A4)."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """The input of a condition: the number cards of the hand, Mac's row if it is known, and the card's figures."""

    numbers: tuple[Card, ...]
    mac: tuple[Card, ...] | None
    asked: MurphyFigures


_Reasons: TypeAlias = Iterator[Reason]
_Check: TypeAlias = Callable[[_Claim], _Reasons]


def verdict(
    task: str, hand: Sequence[Card], mac: Sequence[Card] | None, edition: Edition
) -> Verdict:
    """Whether the hand solves the murphy card.

    ``task`` is a face (``M10``), ``hand`` all cards of the claimant: number
    cards count, kept actions are ignored, anything else speaks against it.
    ``mac`` is Mac's row, None where nobody knows it; only M04 reads it.

    Raises CardError ``card.not-a-task`` for another face.
    """
    if task not in edition.asked:
        raise CardError("card.not-a-task", code=task)
    numbers = tuple(card for card in hand if card.kind is CardKind.NUMBER)
    row = None if mac is None else tuple(c for c in mac if c.kind is not CardKind.MAC)
    claim = _Claim(numbers, row, edition.asked[task])
    found = list(_strangers(hand)) if len(numbers) < len(hand) else []
    for check in CHECKS[task]:
        found.extend(check(claim))
    unconfirmed = task in edition.unconfirmed
    if unconfirmed and claim.asked.face:
        found.append(_assumed_face(claim.asked))
    return weigh(task, found, unconfirmed)


def lasting(found: Verdict, hand: Sequence[Card], edition: Edition) -> bool:
    """Whether no card shown besides these could make a *no* to this hand anything else."""
    if _lasts(found):
        return True
    asked = edition.asked[found.task]
    numbers = [card for card in hand if card.kind is CardKind.NUMBER]
    against = [r.code for r in found.reasons if r.answer is VerdictAnswer.NO]
    room = (asked.exactly or asked.least) - len(numbers)
    lacks = sum(code in _LACKS for code in against)
    too_many = "wrong-number" in against and room < 0
    full = asked.exactly and max(lacks, too_many) > max(room, 0)
    return bool(full or (numbers and not _has_more(found.task, numbers, room, edition)))


def _lasts(found: Verdict) -> bool:
    against = (r.code for r in found.reasons if r.answer is VerdictAnswer.NO)
    return any(code in LASTING for code in against)


def _has_more(task: str, shown: Sequence[Card], room: int, edition: Edition) -> bool:
    """Whether the deck has as many cards more that may lie beside these (M10: low enough; M14: copies); the lowest are tried."""
    hand = list(shown)
    rest = sorted(set(edition.numbers).difference(hand), key=lambda card: card.value)
    for _ in range(room):
        tried = ((card, verdict(task, [*hand, card], None, edition)) for card in rest)
        rest = [card for card, found in tried if not _lasts(found)]
        if not rest:
            return False
        hand.append(rest.pop(0))
    return True


def _question(code: str, cards: Iterable[Card] = (), **params: Param) -> Reason:
    return reason(code, cards, VerdictAnswer.DEPENDS, **params)


def _strangers(hand: Sequence[Card]) -> _Reasons:
    at_once = [card for card in hand if card.kind is CardKind.AT_ONCE]
    if at_once:
        yield reason("at-once-in-hand", at_once)
    others = [card for card in hand if card.kind in (CardKind.TASK, CardKind.MAC)]
    if others:
        yield reason("not-a-hand-card", others)


def _assumed_face(asked: MurphyFigures) -> Reason:
    colour = colour_name(asked.face[0])
    value = int(asked.face[1:])
    return reason("unconfirmed", (), VerdictAnswer.YES, colour=colour, value=value)


def _least(claim: _Claim) -> _Reasons:
    count = len(claim.numbers)
    if count < claim.asked.least:
        yield reason("too-few", (), count=count, least=claim.asked.least)


def _exactly(claim: _Claim) -> _Reasons:
    count = len(claim.numbers)
    if count != claim.asked.exactly:
        yield reason("wrong-number", (), count=count, exactly=claim.asked.exactly)


def _has_face(claim: _Claim) -> _Reasons:
    face = claim.asked.face
    if not any(card.face == face for card in claim.numbers):
        colour = colour_name(face[0])
        yield reason("missing-card", (), colour=colour, value=int(face[1:]))


def _both_copies(claim: _Claim) -> _Reasons:
    twins = [card for card in claim.numbers if card.face == claim.asked.face]
    if len(twins) > 1:
        yield _question("both-copies", twins)


def _one_colour(claim: _Claim) -> _Reasons:
    if len(_colours(claim.numbers)) > 1:
        colours = dict.fromkeys(card.colour for card in claim.numbers)
        named = tuple(map(colour_name, colours))
        odd = _odd_ones(claim.numbers, lambda card: card.colour)
        yield reason("colours-mixed", odd, colours=named)


def _odd_ones(cards: Sequence[Card], what: Callable[[Card], str | None]) -> tuple[Card, ...]:
    """The cards that differ from the majority; all of them if there is no majority."""
    counts = Counter(map(what, cards)).most_common(2)
    (most, count), (_, second) = counts
    return tuple(card for card in cards if count == second or what(card) != most)


def _two_colours(claim: _Claim) -> _Reasons:
    colours = len(_colours(claim.numbers))
    if colours > claim.asked.colours:
        yield reason("too-many-colours", (), count=colours, colours=claim.asked.colours)
    if colours == 1:
        yield _question("one-colour", claim.numbers)


def _two_values(claim: _Claim) -> _Reasons:
    held = {card.value for card in claim.numbers}
    for value in (claim.asked.lowest, claim.asked.highest):
        if value not in held:
            yield reason("missing-value", (), value=value)


def _sum_reached(claim: _Claim) -> _Reasons:
    total = sum(card.value for card in claim.numbers)
    if total < claim.asked.sum:
        yield reason("sum-too-low", (), total=total, sum=claim.asked.sum)


def _sum_kept(claim: _Claim) -> _Reasons:
    total = sum(card.value for card in claim.numbers)
    if total > claim.asked.sum:
        yield reason("sum-too-high", (), total=total, sum=claim.asked.sum)


def _all_alike(claim: _Claim) -> _Reasons:
    if len({card.face for card in claim.numbers}) > 1:
        yield reason("not-alike", _odd_ones(claim.numbers, lambda card: card.face))


def _run(claim: _Claim) -> _Reasons:
    values = sorted({card.value for card in claim.numbers})
    if len(values) < claim.asked.least:
        least = claim.asked.least
        yield reason("run-too-short", (), count=len(values), least=least)
    gaps = set(range(values[0], values[-1])) - set(values) if values else set()
    if gaps:
        yield reason("gap-in-run", (), values=tuple(sorted(gaps)))


def _mac_uniform(claim: _Claim) -> _Reasons:
    match claim.mac:
        case None:
            yield _question("mac-unseen")
        case ():
            yield reason("mac-empty")
        case row:
            yield from _row_uniform(row)


def _row_uniform(row: tuple[Card, ...]) -> _Reasons:
    numbers = tuple(card for card in row if card.kind is CardKind.NUMBER)
    if numbers != row:
        strangers = [card for card in row if card.kind is not CardKind.NUMBER]
        yield reason("mac-not-number", strangers)
    if len(row) > MAC_MOST:
        yield reason("mac-over-seven", (), count=len(row), most=MAC_MOST)
    if len(_colours(numbers)) > 1 and len(_counts(numbers)) > 1:
        yield reason("mac-mixed", numbers)
    if len(row) == 1:
        yield _question("mac-single", row)


def _colours(cards: Iterable[Card]) -> set[str]:
    return {card.colour for card in cards}


def _counts(cards: Iterable[Card]) -> Counter[int]:
    return Counter(card.value for card in cards)


def _each(code: str, **params: Callable[[MurphyFigures], Param]) -> _Check:
    """Every card fits by itself; ``params`` is what the reason tells of the figures."""

    def check(claim: _Claim) -> _Reasons:
        assert claim.asked.fitting is not None
        wrong = [card for card in claim.numbers if card not in claim.asked.fitting]
        if wrong:
            told = {name: tell(claim.asked) for name, tell in params.items()}
            yield reason(code, wrong, VerdictAnswer.NO, **told)

    return check


def _alike(
    code: str, which: Callable[[int], bool], answer: VerdictAnswer = VerdictAnswer.NO
) -> _Check:
    """A reason about the cards of whose value there are so many."""

    def check(claim: _Claim) -> _Reasons:
        counts = _counts(claim.numbers)
        found = [card for card in claim.numbers if which(counts[card.value])]
        if found:
            yield reason(code, found, answer)

    return check


def _colour(asked: MurphyFigures) -> Message:
    return colour_name(asked.colour)


_not_below: Final = _each("value-too-low", lowest=lambda asked: asked.lowest)
_not_above: Final = _each("value-too-high", highest=lambda asked: asked.highest)
_only_value: Final = _each("wrong-value", value=lambda asked: asked.value)
_only_colour: Final = _each("wrong-colour", colour=_colour)
_without_colour: Final = _each("forbidden-colour", colour=_colour)
_odd: Final = _each("even-value")
_paired: Final = _alike("unpaired", lambda count: count % 2 == 1)
_four_alike: Final = _alike("four-of-a-value", lambda count: count >= 4, VerdictAnswer.DEPENDS)
_twins: Final = _alike("twin-in-run", lambda count: count > 1, VerdictAnswer.DEPENDS)

CHECKS: Final[dict[str, tuple[_Check, ...]]] = {
    "M01": (_exactly, _has_face, _both_copies),
    "M02": (_exactly, _has_face, _both_copies),
    "M03": (_exactly, _one_colour, _two_values),
    "M04": (_mac_uniform,),
    "M05": (_least, _not_below),
    "M06": (_least, _only_colour),
    "M07": (_least, _only_colour),
    "M08": (_least, _sum_reached),
    "M09": (_least, _odd),
    "M10": (_least, _one_colour, _sum_kept),
    "M11": (_least, _not_above),
    "M12": (_least, _not_above),
    "M13": (_least, _not_above),
    "M14": (_exactly, _all_alike),
    "M15": (_least, _paired, _four_alike),
    "M16": (_run, _one_colour, _twins),
    "M17": (_least, _without_colour),
    "M18": (_least, _without_colour),
    "M19": (_least, _only_value),
    "M20": (_least, _only_value),
    "M21": (_least, _two_colours),
}
"""Murphy card -> its conditions, all of which must hold."""
