"""The record of what was reported about a game: turns, questions and violations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import DRAW, At
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.rules.refusals import IllegalReason
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.rules import Json

TurnStanding: TypeAlias = Literal["assumed", "asked", "final"]
"""A turn may still turn out otherwise, waits for an answer, or is settled."""
Topic: TypeAlias = Literal[
    "source", "drawn", "whom", "worked", "swapped", "short", "rule"
]
"""What a question is about; ``rule`` is a claim that the table has to decide."""


HOW_SEEN: Final = ("drew", "arms", "ended")
"""The fields of a candidate that describe how it was seen, not what was done."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn that was told: under its number, with the state before it, and the journal's entry that brought it.

    ``rivals`` are what else it may have been.
    """

    id: int
    entry: int
    candidate: TurnCandidate
    before: State
    standing: TurnStanding = "assumed"
    sure: bool = False
    rivals: tuple[TurnCandidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what it says, and the turn as it would be."""

    id: str
    text: Message
    candidate: TurnCandidate | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What only the people can know about a turn."""

    id: str
    about: int
    topic: Topic
    player: int
    text: Message
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something at the table that the rules do not allow, for as long as it is there."""

    reason: IllegalReason
    player: int
    cards: tuple[str, ...] = ()
    zone: str = ""


# As JSON ------------------------------------------------------------------------


def candidate_to_json(candidate: TurnCandidate) -> dict[str, Any]:
    """A candidate as JSON values; ``candidate_from_json`` is the inverse."""
    return {
        "player": candidate.player,
        "taken": [_at(at) for at in candidate.taken],
        "laid": [_at(at) for at in candidate.laid],
        "played": [card.code for card in candidate.played],
        "thrown": [card.code for card in candidate.thrown],
        "unused": [[seat, card.code, after] for seat, card, after in candidate.unused],
        "drew": candidate.drew,
        "refilled": list(candidate.refilled),
        "whom": candidate.whom,
        "worked": candidate.worked,
        "swapped": candidate.swapped,
        "counted": candidate.counted,
        "reshuffled": candidate.reshuffled,
        "swept": candidate.swept,
        "sooner": candidate.sooner,
        "layers": list(candidate.layers),
        "wrong": None if candidate.wrong is None else candidate.wrong.value,
        "arms": list(candidate.arms),
        "ended": candidate.ended,
    }


def choice_id(candidate: TurnCandidate) -> str:
    """The id of a candidate in a choice, derived from what was done, so that a tap cannot refer to another one."""
    done = {k: v for k, v in candidate_to_json(candidate).items() if k not in HOW_SEEN}
    return sha256(json.dumps(done, sort_keys=True).encode()).hexdigest()[:12]


def candidate_from_json(data: Json) -> TurnCandidate:
    """The candidate that ``candidate_to_json`` wrote; KeyError, ValueError or CardError where it is none."""
    wrong = data["wrong"]
    return TurnCandidate(
        player=data["player"],
        taken=tuple(_read_at(at) for at in data["taken"]),
        laid=tuple(_read_at(at) for at in data["laid"]),
        played=tuple(map(Card.parse, data["played"])),
        thrown=tuple(map(Card.parse, data["thrown"])),
        unused=tuple(
            (seat, Card.parse(code), after)
            for seat, code, after in data.get("unused", ())
        ),
        drew=data["drew"],
        refilled=tuple(data.get("refilled", ())),
        whom=data["whom"],
        worked=data["worked"],
        swapped=data.get("swapped"),
        counted=data["counted"],
        reshuffled=data["reshuffled"],
        swept=int(data.get("swept", 0)),
        sooner=int(data.get("sooner", 0)),
        layers=tuple(data.get("layers", ())),
        wrong=None if wrong is None else IllegalReason(wrong),
        arms=tuple(data.get("arms", ())),
        ended=data["ended"],
    )


def _at(at: At) -> list[str | None]:
    return [at.place, None if at.card is None else at.card.code]


def _read_at(data: list[Any]) -> At:
    place, code = data
    return At(place, None if code is None else Card.parse(code))


def question_to_json(
    question: Question,
    write: Callable[[TurnCandidate], Mapping[str, Any]] = candidate_to_json,
) -> dict[str, Any]:
    """A question as JSON values, its turns as ``write`` puts them; ``question_from_json`` is the inverse."""
    return {
        "id": question.id,
        "about": question.about,
        "topic": question.topic,
        "player": question.player,
        "text": question.text.to_json(),
        "choices": [
            {
                "id": choice.id,
                "text": choice.text.to_json(),
                "move": choice.candidate and write(choice.candidate),
            }
            for choice in question.choices
        ],
    }


def question_from_json(data: Json) -> Question:
    """The question that ``question_to_json`` wrote; KeyError, ValueError or CardError where it is none."""
    return Question(
        id=data["id"],
        about=data["about"],
        topic=data["topic"],
        player=data["player"],
        text=Message.from_json(data["text"]),
        choices=tuple(
            Choice(
                choice["id"],
                Message.from_json(choice["text"]),
                choice["move"] and candidate_from_json(choice["move"]),
            )
            for choice in data["choices"]
        ),
    )


def violation_to_json(violation: Violation) -> dict[str, Any]:
    """A violation as JSON values; ``violation_from_json`` is the inverse."""
    return {
        "reason": violation.reason.value,
        "player": violation.player,
        "cards": list(violation.cards),
        "zone": violation.zone,
    }


def violation_from_json(data: Json) -> Violation:
    """The violation that ``violation_to_json`` wrote; KeyError or ValueError where it is none."""
    cards = tuple(data["cards"])
    return Violation(IllegalReason(data["reason"]), data["player"], cards, data["zone"])


def patched(
    candidate: TurnCandidate, topic: Topic, chosen: TurnCandidate
) -> TurnCandidate:
    """A candidate with what an answer on one topic says about it."""
    match topic:
        case "source":
            return replace(chosen, ended=candidate.ended)
        case "drawn":
            return replace(candidate, taken=chosen.taken, counted=True)
        case "whom":
            return replace(candidate, whom=chosen.whom)
        case "worked":
            return replace(candidate, worked=chosen.worked)
        case "swapped":
            return replace(candidate, swapped=chosen.swapped)
        case "short":
            return replace(candidate, refilled=chosen.refilled)
        case "rule":
            return candidate


def with_answers(before: TurnCandidate, now: TurnCandidate) -> TurnCandidate:
    """A turn as it is read now with what was said of it while it was read otherwise: what no look tells."""
    same = before.player == now.player and before.played[:1] == now.played[:1]
    if not same or not now.played:
        return now
    said = replace(now, whom=before.whom, worked=before.worked, swapped=before.swapped)
    if before.counted and now.uncounted:
        others = tuple(at for at in now.taken if at.place != DRAW)
        drawn = tuple(at for at in before.taken if at.place == DRAW)
        said = replace(said, taken=(*others, *drawn), counted=True)
    return said
