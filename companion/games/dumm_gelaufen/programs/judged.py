"""The verdict on a claimed solve for programs: answer, reasons and sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import face_name
from companion.games.dumm_gelaufen.deck.edition import EDITIONS
from companion.games.dumm_gelaufen.deck.solves import (
    Solve,
    solve_from_json,
    verdict_to_json,
)
from companion.games.dumm_gelaufen.deck.verdicts import Verdict
from companion.words import words


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
