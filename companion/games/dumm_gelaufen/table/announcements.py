"""The announcements of events: their kind decides how loud, their sentence is worded at the edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any

from companion.announce import Announcement, Message, message
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import At, Card, face_name
from companion.games.dumm_gelaufen.table.questions import in_words, placed, turn_text
from companion.games.dumm_gelaufen.table.state import (
    TableState,
    candidate_from_json,
    violation_from_json,
)
from companion.games.dumm_gelaufen.table.views import violation_text
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.rules import Json


@dataclass(frozen=True, slots=True)
class Gift:
    """How many cards went from one hand to another at once."""

    giver: int
    taker: int
    count: int


def announce(before: TableState, event: Json) -> Iterator[Announcement]:
    """The announcements of an event, by the game before it."""
    match event["event"]:
        case "action":
            yield _action(before, event)
        case "assumed":
            yield _turn(before, event, "move")
        case "corrected" if _is_another(before, event):
            yield _turn(before, event, "corrected")
        case "question":
            text = Message.from_json(event["text"])
            yield Announcement("question", text, event["player"])
        case "illegal" | "legal-again":
            yield _violation(before, event)
        case "set-up" | "rebuild" if not event["ok"]:
            text = Message.from_json(event["problems"][0]["text"])
            yield Announcement("set-up", text)
        case "rebuild":
            yield Announcement("corrected", message("session.laid-out"))
        case "claim":
            yield _claim(before, event)
        case "paused":
            key = "announce.paused" if event["paused"] else "announce.resumed"
            yield Announcement("pause", message(key))
        case "turn-goes-on" | "turn-anew":
            player = event["player"]
            text = message(f"announce.{event['event']}", player=_name(before, player))
            yield Announcement("corrected", text, player)
        case "given":
            player = event["player"]
            text = message("session.turn-given", player=_name(before, player))
            yield Announcement("corrected", text, player)
        case "facts":
            yield from _facts(before, event)


def _name(table_state: TableState, player: int) -> str:
    return table_state.setup.players[player]


def _action(before: TableState, event: Json) -> Announcement:
    card, player = Card.parse(event["card"]), event["player"]
    does = before.state.edition.text(card.face, before.state.rulings)
    key = f"announce.{event['kind']}"
    text = message(key, player=_name(before, player), card=card.name, does=does)
    return Announcement(event["kind"], text, player, {"card": card.code})


def _turn(before: TableState, event: Json, kind: str) -> Announcement:
    """A turn, by its number: what is told of it later stands in place of what was told before."""
    candidate = candidate_from_json(event["reading"])
    number = event["of"] if kind == "corrected" else event["id"]
    grows = kind == "corrected" and _is_under_way(before, number)
    key = "wrong-turn" if candidate.wrong else "move" if grows else kind
    name = _name(before, candidate.player)
    text = message(f"announce.{key}", player=name, turn=turn_text(candidate))
    params = {"turn": number}
    if candidate.played and not candidate.taken:
        params["card"] = candidate.played[0].code
    return Announcement(kind, text, candidate.player, params)


def _is_under_way(before: TableState, number: int) -> bool:
    """Whether a turn is the last one told and nobody has said that it is over: more of it is seen, nothing was wrong."""
    last = before.told[-1]
    return last.id == number and last.standing == "assumed"


def _is_another(before: TableState, event: Json) -> bool:
    """Whether a correction changes what was done, and not only how much is known of it."""
    old = before.told_as(event["of"]).candidate
    return not old.same(candidate_from_json(event["reading"]))


def _violation(before: TableState, event: Json) -> Announcement:
    violation = violation_from_json(event)
    if event["event"] == "legal-again":
        return Announcement(
            "legal-again", message("announce.legal-again"), violation.player
        )
    params = {"reason": violation.reason.value, "cards": list(violation.cards)}
    return Announcement("illegal", violation_text(violation), violation.player, params)


def _claim(before: TableState, event: Json) -> Announcement:
    names: dict[str, Any] = {"player": _name(before, event["player"])}
    names["card"] = message(f"card.{event['task']}")
    key = f"announce.claim-{event['verdict']}"
    text = message(key, reasons=_in_a_row(event["reasons"]), **names)
    if event["verdict"] == "no":
        over = before.state.turn == event["player"]
        so = message("announce.turn-over" if over else "announce.back-in-hand")
        text = message("list.next", said=text, more=so)
    told = {key: event[key] for key in ("task", "hand", "verdict", "reasons")}
    return Announcement("claim", text, event["player"], told)


def _in_a_row(reasons: list[Json]) -> Message:
    """The sentences of reasons, one after the other."""
    said = [Message.from_json(reason["text"]) for reason in reasons]
    if not said:
        return message("announce.no-reason")
    return reduce(lambda row, more: message("list.next", said=row, more=more), said)


def _facts(before: TableState, event: Json) -> Iterator[Announcement]:
    for fact in _as_gifts(_as_turns(map(m.event_from_json, event["facts"]))):
        match fact:
            case Gift(giver, taker, count):
                key = "passes" if count == 1 else "passes-more"
                yield _of_two(before, key, giver, taker, count=count)
            case TurnCandidate():
                yield _exchange(before, fact)
            case m.RoundWon(player, task):
                name = _name(before, player)
                text = message("announce.round-won", player=name, card=task.name)
                yield Announcement("round-won", text, player, {"task": task.face})
            case m.GameWon(player):
                text = message("announce.game-won", player=_name(before, player))
                yield Announcement("game-won", text, player)
            case m.RoundBegan(number, player):
                name = _name(before, player)
                key = "round-began" if number == 1 else "round-next"
                text = message(f"announce.{key}", number=number, player=name)
                yield Announcement("round-began", text, player)
            case m.GameJoined(player, number):
                name = _name(before, player)
                text = message("announce.joined", number=number, player=name)
                yield Announcement("round-began", text, player)
            case m.DrawPileReshuffled():
                yield Announcement("reshuffled", message("announce.reshuffled"))
            case m.PlayerLeft(player):
                text = message("announce.left", player=_name(before, player))
                yield Announcement("left", text, player)
            case m.HandCounted(player, fewest, most) if fewest == most:
                name = _name(before, player)
                text = message("announce.counted", player=name, count=most)
                yield Announcement("counted", text, player)
            case _:
                yield from _by_hand(before, fact)


def _as_turns(facts: Iterable[m.Event]) -> Iterator[m.Event | TurnCandidate]:
    """The facts, cards taken together with those laid by the same player right after as one turn.

    What an at-once card was drawn with, or has its player draw, its own text tells.
    """
    turns = reduce(_with, facts, list[m.Event | TurnCandidate]())
    shown = {fact.player for fact in turns if isinstance(fact, m.AtOnceCardShown)}
    for fact in turns:
        drawn = (
            isinstance(fact, TurnCandidate) and not fact.laid and fact.player in shown
        )
        if not drawn:
            yield fact


def _as_gifts(
    facts: Iterable[m.Event | TurnCandidate],
) -> Iterator[m.Event | TurnCandidate | Gift]:
    """The facts, cards that go one after the other from one hand to the same other hand together."""
    for hands, same in groupby(facts, _giver_and_taker):
        if hands is None:
            yield from same
        else:
            yield Gift(*hands, len(list(same)))


def _giver_and_taker(fact: m.Event | TurnCandidate) -> tuple[int, int] | None:
    return (fact.giver, fact.taker) if isinstance(fact, m.CardPassed) else None


def _with(
    turns: list[m.Event | TurnCandidate], fact: m.Event
) -> list[m.Event | TurnCandidate]:
    match turns[-1:], fact:
        case _, m.CardsTaken(player, cards):
            return [*turns, TurnCandidate(player, cards)]
        case [TurnCandidate(player) as turn], m.CardLaid(layer, place, card) if (
            layer == player
        ):
            laid = (*turn.laid, At(place, card))
            return [*turns[:-1], replace(turn, laid=laid)]
        case _:
            return [*turns, fact]


def _exchange(before: TableState, turn: TurnCandidate) -> Announcement:
    """What was taken, and what was laid for it where that was said, too."""
    name = _name(before, turn.player)
    if turn.laid:
        text = message("announce.move", player=name, turn=turn_text(turn))
    else:
        text = message("announce.takes", player=name, cards=placed(turn.taken))
    return Announcement("move", text, turn.player)


def _by_hand(before: TableState, fact: m.Event) -> Iterator[Announcement]:
    """What a player did that nobody saw and somebody tapped."""
    match fact:
        case m.AtOnceCardShown(player, card):
            shown = {"card": card.code, "player": player, "kind": "at-once"}
            yield _action(before, shown)
        case m.ActionPlayed(player, card):
            yield _action(before, {"card": card.code, "player": player, "kind": "keep"})
        case m.CardLaid(player, place, card):
            text = message(
                "announce.lays",
                player=_name(before, player),
                cards=in_words((At(place, card),)),
                place=message(f"problem.at.{place}"),
            )
            yield Announcement("laid", text, player)
        case _:
            yield from _between_hands(before, fact)


def _between_hands(before: TableState, fact: m.Event) -> Iterator[Announcement]:
    """Whom an action card was about, and whether something was handed over; never what only those two saw."""
    match fact:
        case m.CardDemanded(player, whom, face):
            yield _of_two(before, "demands", player, whom, card=face_name(face))
        case m.HandsSwapped(player, whom):
            yield _of_two(before, "swap-hands", player, whom)
        case m.TasksSwapped(player, whom):
            yield _of_two(before, "swap-tasks", player, whom)
        case m.CardDenied(player, face):
            name = {"player": _name(before, player)}
            denies = (
                message("announce.denies", **name, card=face_name(face))
                if face
                else message("announce.has-none", **name)
            )
            yield Announcement("hands", denies, player)


def _of_two(
    before: TableState, key: str, player: int, other: int, **more: Message | int
) -> Announcement:
    names = {"player": _name(before, player), "whom": _name(before, other)}
    return Announcement("hands", message(f"announce.{key}", **names, **more), player)
