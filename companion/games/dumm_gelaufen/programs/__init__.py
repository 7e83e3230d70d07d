"""Dumm gelaufen! for programs: positions, verdicts, and the function behind `murphy legal`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from companion.announce import Message
from companion.errors import InputError, quoted
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import face_name
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.deck.solves import (
    Solve,
    solve_from_json,
    verdict_to_json,
)
from companion.games.dumm_gelaufen.deck.tasks import Verdict
from companion.games.dumm_gelaufen.programs.notation import NOTATION
from companion.games.dumm_gelaufen.programs.position import (
    Position,
    as_believed,
)
from companion.games.dumm_gelaufen.rules.dealing import deal
from companion.kit import positions as kit
from companion.words import words

# Verdicts ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordedReason:
    """One reason of a verdict: its code, the cards as they were written, the English sentence."""

    code: str
    cards: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a hand solves a murphy card; ``str()`` says it in English, true is a plain yes."""

    solve: Solve
    found: Verdict

    @property
    def verdict(self) -> str:
        """``yes``, ``no`` or ``depends``."""
        return self.found.answer.value

    @property
    def reasons(self) -> tuple[WordedReason, ...]:
        """Every reason at once."""
        said = words("en")
        return tuple(
            WordedReason(each["code"], tuple(each["cards"]), said(each["text"]))
            for each in verdict_to_json(self.solve, self.found)["reasons"]
        )

    def to_json(self) -> dict[str, Any]:
        """The output of ``murphy verify --json``."""
        answer = verdict_to_json(self.solve, self.found)
        for reason in answer["reasons"]:
            reason["text"] = words("en")(reason["text"])
        return answer

    def __bool__(self) -> bool:
        return self.verdict == "yes"

    def __str__(self) -> str:
        said = words("en")
        answer = Message(f"verdict.{self.verdict}")
        name = face_name(self.found.task)
        head = said.say("verify.head", task=self.found.task, name=name, answer=answer)
        return " ".join((f"{head}.", *map(str, self.reasons)))


def judge(task: object, hand: object, mac: object, edition: object) -> Judged:
    """The verdict on a hand of codes; arguments of any type are checked. Raises InputError, CardError and EditionError."""
    asked = {"task": task, "hand": hand, "mac": mac, "edition": edition}
    claimed = solve_from_json(asked, EDITIONS[0])
    return Judged(claimed, claimed.judge())


# The game ----------------------------------------------------------------------------


CardsGiven: TypeAlias = str | Sequence[str] | int
"""Codes or faces, as one text or one by one (``?`` for an unseen card); a number: so many unseen cards."""


class DummGelaufen(kit.Engine[Position]):
    """The game as ``companion.game("dumm-gelaufen")`` returns it; stateless."""

    name = "dumm-gelaufen"
    notation = NOTATION

    def verify(
        self,
        task: str,
        hand: str | Iterable[str],
        *,
        mac: str | Iterable[str] | None = None,
        edition: str = EDITIONS[0],
    ) -> Judged:
        """Whether a hand fulfils a murphy card; ``mac`` is Mac's row, None if it is unknown.

        Raises CardError for an invalid card, one that is not in the edition, or too many of a face, InputError for an argument that is neither text nor list, and EditionError.
        """
        row = None if mac is None else _codes(mac)
        return judge(task, _codes(hand), row, edition)

    def deal(
        self, players: int = 3, seed: int = 1, *, edition: str = EDITIONS[0]
    ) -> Position:
        """A game dealt at random with everything known, seat 0 to move; the same seed gives the same deal. Raises EditionError, InputError."""
        rng = Random(kit.whole_number(seed, "seed"))
        count = kit.whole_number(players, "players")
        state, _ = deal(load_edition(edition), count, rng)
        return self.at(state, rng.getrandbits(32))

    def at(self, state: m.State, seed: int = 0) -> Position:
        """The position of a state; at a real table its history begins here."""
        known = state.simulated or state.history is not None
        return Position(self, state if known else as_believed(state), seed)

    def table(
        self,
        hands: Mapping[str, CardsGiven] | Sequence[CardsGiven],
        *,
        turn: str | int = 0,
        mac: CardsGiven = (),
        left: CardsGiven = (),
        right: CardsGiven = (),
        tasks: Mapping[str, str] | Sequence[str] = (),
        edition: str = EDITIONS[0],
        **fields: Any,
    ) -> Position:
        """A position set up by hand: who holds what, what lies where, whose turn it is.

        ``hands`` by seat, or by name in seat order; ``turn`` and ``tasks`` by
        the same names. ``fields`` are any others of docs/notation.md. Raises
        as ``position`` does.
        """
        names = list(hands) if isinstance(hands, Mapping) else []
        held = (
            list(hands.values())
            if isinstance(hands, Mapping)
            else kit.listed(hands, "hands")
        )
        told: dict[str, Any] = {
            "edition": edition,
            "turn": names.index(turn)
            if isinstance(turn, str) and turn in names
            else turn,
            "hands": [_row(cards) for cards in held],
            "mac": _row(mac),
            "open-left": _row(left),
            "open-right": _row(right),
        }
        if isinstance(tasks, Mapping):
            named = [tasks.get(name) for name in names] if tasks else []
        else:
            named = kit.listed(tasks, "tasks")
        if named:
            told["tasks"] = named
        rows = {name: _row(fields[name]) for name in _ROWS if name in fields}
        return self.position(told | fields | rows)


_ROWS = ("draw", "actions", "stack", "returned")


def _codes(cards: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(cards, str):
        return tuple(cards.replace(",", " ").split())
    try:
        return tuple(cards)
    except TypeError:
        raise InputError("notation.no-cards", what=quoted(cards, 40)) from None


def _row(cards: CardsGiven) -> list[str]:
    if isinstance(cards, int):
        return [f"?{quoted(cards)}"] if cards else []
    return list(_codes(cards))
