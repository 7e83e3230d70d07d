"""The announcements of events: their kind decides how loud, their sentence is worded at the edge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any, Literal

from companion.announce import Announcement, Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.table.problems import Violation
from companion.games.dumm_gelaufen.table.questions import in_words, placed, turn_text
from companion.games.dumm_gelaufen.table.state import TableState
from companion.kit import table as kit


@dataclass(frozen=True, slots=True)
class Gift:
    """How many cards went from one hand to another at once."""

    giver: int
    taker: int
    count: int


def announce(before: TableState, event: e.Event) -> Iterator[Announcement]:
    """The announcements of an event, by the game before it."""
    match event:
        case e.ActionSeen(card, player, kind):
            yield _action(before, card, player, kind)
        case e.TurnAssumed(id, reading):
            yield _turn(before, id, reading, "move")
        case e.TurnCorrected(of, reading):
            # Only what changes what was done, not how much is known of it.
            if not before.turn(of).candidate.same(reading):
                yield _turn(before, of, reading, "corrected")
        case e.Question(player=player, text=text):
            yield Announcement("question", text, player)
        case kit.Violated(Violation() as wrong):
            params = {"reason": wrong.reason, "cards": list(wrong.cards)}
            yield Announcement("illegal", wrong.text, wrong.player, params)
        case kit.ViolationResolved(wrong):
            text = message("announce.legal-again")
            yield Announcement("legal-again", text, wrong.player)
        case c.ClaimJudged():
            yield _claim(before, event)
        case c.ClaimLacks(player):
            yield Announcement("corrected", event.text, player)
        case e.BeliefCorrected():
            yield Announcement("corrected", event.text)
        case e.Paused(paused):
            key = "announce.paused" if paused else "announce.resumed"
            yield Announcement("pause", message(key))
        case e.TurnContinued(player):
            yield before.says("corrected", "announce.turn-goes-on", player)
        case e.TurnBegunAnew(player):
            yield before.says("corrected", "announce.turn-anew", player)
        case e.FactsStated(facts):
            yield from _facts(before, facts)
        case e.TurnDenied():
            yield Announcement("undone", message("session.undone"))
        case _:
            yield from kit.announce(before.names, event)


def _action(
    before: TableState, card: d.Card, player: int, kind: Literal["at-once", "keep"]
) -> Announcement:
    does = before.state.edition.text(card.face, before.state.rulings)
    told = {"card": card.code}
    return before.says(kind, f"announce.{kind}", player, told, card=card.name, does=does)


def _turn(before: TableState, number: int, candidate: t.TurnCandidate, kind: str) -> Announcement:
    """A turn, by its number: what is told of it later stands in place of what was told before."""
    grows = kind == "corrected" and _is_under_way(before, number)
    key = "wrong-turn" if candidate.wrong else "move" if grows else kind
    params: dict[str, Any] = {"turn": number}
    if candidate.played and not candidate.taken:
        params["card"] = candidate.played[0].code
    turn = turn_text(candidate)
    return before.says(kind, f"announce.{key}", candidate.player, params, turn=turn)


def _is_under_way(before: TableState, number: int) -> bool:
    """Whether a turn is the last one told and nobody has said that it is over: more of it is seen, nothing was wrong."""
    last = before.turns[-1]
    return last.id == number and last.standing == "assumed"


def _claim(before: TableState, claim: c.ClaimJudged) -> Announcement:
    names = {"player": before.names[claim.player]}
    card, reasons = message(f"card.{claim.task}"), _in_a_row(claim.reasons)
    key = f"announce.claim-{claim.verdict}"
    text = message(key, reasons=reasons, card=card, **names)
    if claim.verdict == "no":
        over = before.state.turn == claim.player
        so = message("announce.turn-over" if over else "announce.back-in-hand")
        text = message("list.next", said=text, more=so)
    told = e.EVENTS.to_json(claim)
    params = {key: told[key] for key in ("task", "hand", "verdict", "reasons")}
    return Announcement("claim", text, claim.player, params)


def _in_a_row(reasons: Iterable[c.ReasonTold]) -> Message:
    """The sentences of reasons, one after the other."""
    said = [reason.text for reason in reasons]
    if not said:
        return message("announce.no-reason")
    return reduce(lambda row, more: message("list.next", said=row, more=more), said)


def _facts(before: TableState, facts: e.Facts) -> Iterator[Announcement]:
    for fact in _as_gifts(_as_turns(facts)):
        match fact:
            case Gift(giver, taker, count):
                key = "passes" if count == 1 else "passes-more"
                yield _of_two(before, key, giver, taker, count=count)
            case t.TurnCandidate():
                yield _exchange(before, fact)
            case m.ClaimRefused(player, task, cards) if isinstance(before.state.pending, m.InDoubt):
                why = (c.ReasonTold("table", (), message("verdict.table")),)
                yield _claim(before, c.ClaimJudged(player, task.face, cards, "no", why))
            case m.RoundWon(player, task):
                won = {"task": task.face}
                yield before.says("round-won", "announce.round-won", player, won, card=task.name)
            case m.GameWon(player):
                yield before.says("game-won", "announce.game-won", player)
            case m.RoundBegan(number, player):
                key = "round-began" if number == 1 else "round-next"
                yield before.says("round-began", f"announce.{key}", player, number=number)
            case m.GameJoined(player, number):
                yield before.says("round-began", "announce.joined", player, number=number)
            case m.DrawPileReshuffled():
                yield Announcement("reshuffled", message("announce.reshuffled"))
            case m.PlayerLeft(player):
                yield before.says("left", "announce.left", player)
            case m.HandCounted(player, fewest, most) if fewest == most:
                yield before.says("counted", "announce.counted", player, count=most)
            case m.AtOnceCardShown(player, card):
                yield _action(before, card, player, "at-once")
            case m.ActionPlayed(player, card):
                yield _action(before, card, player, "keep")
            case m.CardLaid(player, place, laid):
                where, said = message(f"problem.at.{place}"), in_words((d.At(place, laid),))
                yield before.says("laid", "announce.lays", player, cards=said, place=where)
            # Of what goes from hand to hand only that it did, never what those two alone saw.
            case m.CardDemanded(player, whom, face):
                yield _of_two(before, "demands", player, whom, card=d.face_name(face))
            case m.HandsSwapped(player, whom):
                yield _of_two(before, "swap-hands", player, whom)
            case m.TasksSwapped(player, whom):
                yield _of_two(before, "swap-tasks", player, whom)
            case m.CardDenied(player, ""):
                yield before.says("hands", "announce.has-none", player)
            case m.CardDenied(player, face):
                yield before.says("hands", "announce.denies", player, card=d.face_name(face))


def _as_turns(facts: Iterable[m.Event]) -> Iterator[m.Event | t.TurnCandidate]:
    """The facts, cards taken together with those laid by the same player right after as one turn.

    What an at-once card was drawn with, or has its player draw, its own text tells.
    """
    turns = reduce(_with, facts, list[m.Event | t.TurnCandidate]())
    shown = {fact.player for fact in turns if isinstance(fact, m.AtOnceCardShown)}
    for fact in turns:
        drawn = isinstance(fact, t.TurnCandidate) and not fact.laid and fact.player in shown
        if not drawn:
            yield fact


def _as_gifts(
    facts: Iterable[m.Event | t.TurnCandidate],
) -> Iterator[m.Event | t.TurnCandidate | Gift]:
    """The facts, cards that go one after the other from one hand to the same other hand together."""
    for hands, same in groupby(
        facts, lambda f: (f.giver, f.taker) if isinstance(f, m.CardPassed) else None
    ):
        if hands is None:
            yield from same
        else:
            yield Gift(*hands, len(list(same)))


def _with(turns: list[m.Event | t.TurnCandidate], fact: m.Event) -> list[m.Event | t.TurnCandidate]:
    match turns[-1:], fact:
        case _, m.CardsTaken(player, cards):
            return [*turns, t.TurnCandidate(player, cards)]
        case [t.TurnCandidate(player) as turn], m.CardLaid(layer, place, card) if layer == player:
            laid = (*turn.laid, d.At(place, card))
            return [*turns[:-1], replace(turn, laid=laid)]
        case _:
            return [*turns, fact]


def _exchange(before: TableState, turn: t.TurnCandidate) -> Announcement:
    """What was taken, and what was laid for it where that was said, too."""
    if turn.laid:
        return before.says("move", "announce.move", turn.player, turn=turn_text(turn))
    return before.says("move", "announce.takes", turn.player, cards=placed(turn.taken))


def _of_two(
    before: TableState, key: str, player: int, other: int, **more: Message | int
) -> Announcement:
    whom = before.names[other]
    return before.says("hands", f"announce.{key}", player, whom=whom, **more)
