"""`murphy watch SOURCE`: follows a source without page and pins, and prints what happens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import click

from companion.announce import Message
from companion.app.looking import Look, looks
from companion.app.options import json_option, lang_option, words_of
from companion.app.rulebook import seated
from companion.app.scan import edition_seen, payloads_of
from companion.errors import InputError
from companion.journal import Journal
from companion.murphy.deck.cards import Kind
from companion.murphy.deck.edition import EDITIONS, load_edition
from companion.murphy.game import Murphy
from companion.murphy.witness.signs import card_of
from companion.murphy.witness.sitting import Json, Setup, Sitting
from companion.murphy.witness.told import (
    Question,
    question_from_json,
    reading_from_json,
    trouble_from_json,
)
from companion.murphy.witness.view import move_json, trouble_text
from companion.session import Outcome, Session
from companion.table import Glimpse, Observation, Settled, Table
from companion.words import Words
from vision.cameras import frames as frames_of
from vision.frame import Frames, Trouble
from vision.reader import Reader
from vision.settle import Settler

Line = dict[str, Any]
TOLD: Final = ("mac", "open-left", "open-right", "actions", "claim")
"""The zones that lines tell of; the draw pile shows no cards."""


@click.command()
@click.argument("source")
@click.option(
    "--players", metavar="ANN,BOB,...", help="Names in seat order; the first begins."
)
@click.option(
    "--edition", type=click.Choice(EDITIONS), help="Without it, the cards tell."
)
@click.option(
    "--fps", type=float, help="Pictures a second; of files, their time scale."
)
@json_option
@lang_option
def command(
    source: str,
    players: str | None,
    edition: str | None,
    fps: float | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Follow a camera, video, folder or stream and say what happens at the table."""
    said = words_of(lang)
    names = _named(players, edition, said) if players else ()
    for line in watched(frames_of(source, fps=fps), names, edition):
        told = worded(line, said)
        text = (
            json.dumps(told, ensure_ascii=False)
            if as_json
            else in_words(told, said, names)
        )
        click.echo(text)


def _named(players: str, edition: str | None, said: Words) -> tuple[str, ...]:
    """The players' names. Raises BadParameter where they, or so many, cannot be."""
    try:
        names = seated(players.split(","))
    except InputError as error:
        raise click.BadParameter(said(error.message)) from error
    fewest, most = load_edition(edition or EDITIONS[0]).players
    if not fewest <= len(names) <= most:
        count = {"fewest": fewest, "most": most, "players": len(names)}
        raise click.BadParameter(said.say("edition.players", **count))
    return tuple(names)


def watched(
    frames: Frames, names: tuple[str, ...], edition: str | None = None
) -> Iterator[Line]:
    """What is told of a source, its sentences still without a language.

    Every line has ``event``, ``frame`` and ``at`` (seconds of source time).
    Without names only tables and action cards are told.
    """
    decks = EDITIONS if edition is None else (edition,)
    watcher = Watcher(names, edition)
    last: Look | None = None
    for look in looks(frames, Reader(payloads_of(decks)), Settler()):
        if isinstance(look, Trouble):
            yield {"event": "trouble", "text": look.what}
            continue
        last = look
        watcher.sees_edition(look)
        for observation in look.observations:
            for line in watcher.told(observation):
                yield line | {"frame": look.frame.number, "at": round(look.frame.at, 3)}
    if last is not None:
        for line in watcher.finished():
            yield line | {"frame": last.frame.number, "at": round(last.frame.at, 3)}


@dataclass
class Watcher:
    """Tells what observations mean, line by line."""

    names: tuple[str, ...]
    edition: str | None = None
    table: Table | None = None
    actions: set[str] = field(default_factory=set)
    session: Session[Sitting] | None = None
    teller: Teller = field(default_factory=lambda: Teller())

    def sees_edition(self, look: Look) -> None:
        """Take the edition from the first cards that are seen, where nobody named it."""
        if self.edition is None and look.reading.sightings:
            self.edition = edition_seen(look.reading)

    def told(self, observation: Observation) -> Iterator[Line]:
        """The lines of one observation."""
        if isinstance(observation, Settled):
            yield from self._table(observation)
        if not self.names:
            yield from self._actions(observation)
            return
        yield from self.teller.lines(self._playing().observe(observation))

    def finished(self) -> Iterator[Line]:
        """The lines that the end of the source decides."""
        if self.session is not None:
            yield from self.teller.lines(self.session.correct({"do": "finish"}))

    def _playing(self) -> Session[Sitting]:
        if self.session is None:
            setup = Setup(self.names, self.edition or EDITIONS[0]).to_json()
            self.session = Session(Murphy(), Journal(None), setup=setup)
        return self.session

    def _table(self, seen: Settled) -> Iterator[Line]:
        before, self.table = self.table, seen.table
        if before is None or before.zones != seen.table.zones:
            zones = {zone: list(seen.table[zone]) for zone in TOLD}
            covered = sorted(seen.table.covered)
            yield {"event": "table", "zones": zones, "covered": covered}

    def _actions(self, seen: Observation) -> Iterator[Line]:
        """The action cards seen for the first time, where nobody plays."""
        there = _actions_in(seen)
        for code in (code for code in there if code not in self.actions):
            card = card_of(code)
            if card is not None and card.is_action:
                kind = "at-once" if card.kind is Kind.AT_ONCE else "keep"
                yield {"event": "action", "card": code, "player": None, "kind": kind}
        self.actions |= set(there)


def _actions_in(seen: Observation) -> tuple[str, ...]:
    if isinstance(seen, Glimpse):
        return (seen.card,) if seen.zone == "actions" else ()
    return tuple(reversed(seen.table["actions"]))


# Events as lines ----------------------------------------------------------------------


class Teller:
    """Puts what a session tells into the words of DESIGN.md, section 5; remembers what it told of each turn."""

    def __init__(self) -> None:
        self._moves: dict[int, Line] = {}

    def lines(self, came: Outcome) -> Iterator[Line]:
        """The lines of what a call of the session came to."""
        final = {event["id"] for event in came.events if event["event"] == "move"}
        for event in came.events:
            if event["event"] in ("assumed", "corrected", "move"):
                yield from self._turn(event, final)
            else:
                yield from _line(event)

    def _turn(self, event: Json, final: set[int]) -> Iterator[Line]:
        """A turn that was wrong is told as such, and not as a move."""
        number = event.get("id", event.get("of"))
        reading = reading_from_json(event["reading"])
        move = move_json(reading)
        before, self._moves[number] = self._moves.get(number), move
        told = {"event": event["event"], "id": number} | move
        if reading.wrong is not None:
            return
        if event["event"] == "move":
            yield told | {"sure": event["sure"]}
        elif event["event"] == "assumed" and number not in final:
            yield told | {"sure": False}
        elif event["event"] == "corrected" and move != before:
            yield told | {"of": number, "sure": False}


def _line(event: Json) -> Iterator[Line]:
    match event:
        case {"event": "set-up", "ok": ok, "problems": problems}:
            told = [_only(each, "code", "card", "text") for each in problems]
            yield {"event": "setup", "ok": ok, "problems": told}
        case {"event": "action"}:
            yield _only(event, "event", "card", "player", "kind")
        case {"event": "question"}:
            yield _question(question_from_json(event))
        case {"event": "illegal" | "legal-again"}:
            trouble = trouble_from_json(event)
            why = _only(event, "event", "reason", "player")
            yield why | {"text": trouble_text(trouble).to_json()}
        case {"event": "claim"}:
            yield _only(event, "event", "player", "task", "hand", "verdict", "reasons")
        case {"event": "facts", "facts": facts}:
            yield from _rounds(facts)


def _only(told: Json, *keys: str) -> Line:
    return {key: told[key] for key in keys}


def _question(question: Question) -> Line:
    choices = [
        {
            "id": choice.id,
            "text": choice.text.to_json(),
            "move": choice.reading and move_json(choice.reading),
        }
        for choice in question.choices
    ]
    about = {"id": question.id, "player": question.player, "topic": question.topic}
    text = question.text.to_json()
    return {"event": "question", **about, "text": text, "choices": choices}


def _rounds(facts: Sequence[Json]) -> Iterator[Line]:
    following = [f["player"] for f in facts if f["event"] == "round-began"]
    for fact in facts:
        if fact["event"] in ("round-won", "game-won"):
            event = fact["event"].removesuffix("-won")
            after = following[0] if following and event == "round" else None
            yield {"event": event, "winner": fact["player"], "next": after}


# Words ---------------------------------------------------------------------------------


def worded(value: Any, said: Words) -> Any:
    """JSON values with every message in them worded."""
    match value:
        case Message():
            return said(value)
        case {"key": str(), "params": dict(), **rest} if not rest:
            return said(Message.from_json(value))
        case dict():
            return {key: worded(each, said) for key, each in value.items()}
        case list() | tuple():
            return [worded(each, said) for each in value]
        case _:
            return value


def in_words(told: Json, said: Words, names: Sequence[str] = ()) -> str:
    """A line for people."""
    when = said.say("watch.when", at=round(told.get("at", 0.0), 1))
    return f"{when} {_sentence(told, said, names)}"


def _sentence(told: Json, said: Words, names: Sequence[str]) -> str:
    event, player = told["event"], told.get("player")
    name = names[player] if player is not None and names else said.say("watch.somebody")
    match event:
        case "table":
            return said.say("watch.table", zones=_zones(told["zones"], said))
        case "setup":
            problems = "; ".join(each["text"] for each in told["problems"])
            return problems or said.say("watch.set-up")
        case "action":
            return said.say("watch.action", card=_card(told["card"], said), player=name)
        case "move" | "assumed" | "corrected":
            cards = {key: _cards(told[key], said) for key in ("taken", "laid")}
            return said.say(f"watch.{event}", player=name, **cards)
        case "claim":
            return said.say(f"watch.claim-{told['verdict']}", player=name)
        case "round" | "game":
            winner = names[told["winner"]] if names else str(told["winner"] + 1)
            return said.say(f"watch.{event}", player=winner)
        case _:
            return str(told["text"])


def _zones(zones: Mapping[str, Sequence[str]], said: Words) -> str:
    told = (
        f"{said.say(f'scan.zone.{zone}')}: {_cards(c, said)}"
        for zone, c in zones.items()
    )
    return "; ".join(told)


def _cards(codes: Sequence[str | None], said: Words) -> str:
    unseen = said.say("watch.unseen")
    names = [unseen if code is None else _card(code, said) for code in codes]
    return ", ".join(names) or said.say("watch.nothing")


def _card(code: str, said: Words) -> str:
    card = card_of(code)
    return code if card is None else said(card.name)
