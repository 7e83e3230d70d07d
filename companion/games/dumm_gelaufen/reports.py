"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion import rules, table
from companion.announce import Announcement, Message, message
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table import laid_claims as c
from companion.games.dumm_gelaufen.tracker import evidence, turn_candidates
from companion.games.package import Line
from companion.kit import table as kit
from companion.kit.highlights import Highlight
from companion.kit.watch_lines import OF_QUESTION, by_zone
from companion.session.session import Outcome, Session
from companion.words import Words


def highlights(announced: Sequence[Announcement], end: rules.Json) -> Iterator[Highlight]:
    """The highlights of a game, by all that was announced in it."""
    told = ((news.player, _of(news)) for news in announced)
    counted = Counter((p, text) for p, text in told if p is not None and text)
    return (Highlight(text, player, count) for (player, text), count in counted.items())


def _of(announcement: Announcement) -> Message | None:
    match announcement.kind, announcement.params:
        case "at-once", {"card": str(code)}:
            face, _, _ = code.partition("-")
            return message("dumm.feat.struck", card=message(f"card.{face}"))
        case "round-won", _:
            return message("dumm.feat.rounds")
        case "claim", {"verdict": "no"}:
            return message("dumm.feat.wrong-claims")
        case _:
            return None


# Events as lines ----------------------------------------------------------------------


class WatchLines:
    """Turns a session's announcements into the lines of docs/commands.md; remembers what it reported of each turn."""

    def __init__(self) -> None:
        self._moves: dict[int, Line] = {}
        self._actions: set[str] = set()

    def seen(self, observation: table.Observation) -> Iterator[Line]:
        """The action cards seen for the first time, where nobody plays."""
        there = _actions_in(observation)
        for code in (code for code in there if code not in self._actions):
            card = evidence.card_of(code)
            if card is not None and card.is_action:
                kind = "at-once" if card.kind is d.CardKind.AT_ONCE else "keep"
                yield {"event": "action", "card": code, "player": None, "kind": kind}
        self._actions |= set(there)

    def finished(self, session: Session[Any]) -> Iterator[Line]:
        """The turns that the end decides."""
        return self.played(session.correct({"do": "finish"}), session)

    def in_words(self, line: Line, words: Words, names: Sequence[str] = ()) -> str:
        """The sentence of a line."""
        event, player = line["event"], line.get("player")
        name = names[player] if player is not None and names else words.say("page.somebody")
        match event:
            case "table":
                return by_zone(_card)(line["zones"], words)
            case "setup":
                problems = " ".join(each["text"] for each in line["problems"])
                return problems or words.say("watch.set-up")
            case "action":
                return words.say("watch.action", card=_card(line["card"], words), player=name)
            case "move" | "assumed" | "corrected":
                cards = {key: _cards(line[key], words) for key in ("taken", "laid")}
                return words.say(f"watch.{event}", player=name, **cards)
            case "claim":
                return words.say(f"watch.claim-{line['verdict']}", player=name)
            case "round" | "game":
                winner = names[line["winner"]] if names else str(line["winner"] + 1)
                return words.say(f"watch.{event}", player=winner)
            case _:
                return str(line["text"])

    def played(self, came: Outcome, session: Session[Any]) -> Iterator[Line]:
        """The lines for the outcome of a session's call."""
        final = {event["id"] for event in came.events if event["event"] == "move"}
        for event in came.events:
            if event["event"] in ("assumed", "corrected", "move"):
                yield from self._turn(event, final)
            else:
                yield from _line(event)

    def _turn(self, event: rules.Json, final: set[int]) -> Iterator[Line]:
        """A turn that was against the rules is reported as such, not as a move."""
        number = event.get("id", event.get("of"))
        candidate = turn_candidates.TurnCandidate.from_json(event["reading"])
        move = e.move_json(candidate)
        before, self._moves[number] = self._moves.get(number), move
        told = {"event": event["event"], "id": number} | move
        if candidate.wrong is not None:
            return
        if event["event"] == "move":
            yield told | {"sure": event["sure"]}
        elif event["event"] == "assumed" and number not in final:
            yield told | {"sure": False}
        elif event["event"] == "corrected" and move != before:
            yield told | {"of": number, "sure": False}


def _actions_in(seen: table.Observation) -> tuple[str, ...]:
    if isinstance(seen, table.Glimpse):
        return (seen.card,) if seen.zone == d.ACTIONS else ()
    return tuple(reversed(seen.table[d.ACTIONS]))


def _line(event: rules.Json) -> Iterator[Line]:
    match e.EVENTS.from_json(event):
        case kit.SetUpChecked(problems):
            told = [_only(each.public(), "code", "card", "text") for each in problems]
            yield {"event": "setup", "ok": not told, "problems": told}
        case e.ActionSeen():
            yield _only(event, "event", "card", "player", "kind")
        case e.Question() as question:
            yield {"event": "question"} | _only(question.public(), *OF_QUESTION)
        case e.BeliefCorrected() | c.ClaimLacks() as wrong:
            yield {"event": "trouble", "text": wrong.text.to_json()}
        case kit.Violated(wrong) | kit.ViolationResolved(wrong):
            why = _only(event, "event", "reason", "player")
            yield why | {"text": wrong.text.to_json()}
        case c.ClaimJudged():
            yield _only(event, "event", "player", "task", "hand", "verdict", "reasons")
        case e.FactsStated(facts):
            yield from _rounds(facts)


def _only(data: rules.Json, *keys: str) -> Line:
    return {key: data[key] for key in keys}


def _rounds(facts: Sequence[m.Event]) -> Iterator[Line]:
    following = next((f.player for f in facts if isinstance(f, m.RoundBegan)), None)
    for fact in facts:
        match fact:
            case m.RoundWon(player):
                yield {"event": "round", "winner": player, "next": following}
            case m.GameWon(player):
                yield {"event": "game", "winner": player, "next": None}


# Words ---------------------------------------------------------------------------------


def _cards(codes: Sequence[str | None], words: Words) -> str:
    unseen = words.say("watch.unseen")
    names = [unseen if code is None else _card(code, words) for code in codes]
    return ", ".join(names) or words.say("list.nothing")


def _card(code: str, words: Words) -> str:
    card = evidence.card_of(code)
    return code if card is None else words(card.name)
