"""`murphy watch SOURCE`: follows a source without page and pins, and prints what happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

import click

from companion.app.camera.pipeline import Look, looks
from companion.app.commands.scan import edition_seen
from companion.commandline import json_option, lang_option, words_of
from companion.errors import InputError
from companion.games.dumm_gelaufen.deck.cards import Kind
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.game import Murphy
from companion.games.dumm_gelaufen.lines import Line, Teller, in_words, worded
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.dumm_gelaufen.tracker.signs import card_of
from companion.games.dumm_gelaufen.tracker.sitting import Setup, Sitting
from companion.journal import Journal
from companion.seating import seated
from companion.session import Session
from companion.table import Glimpse, Observation, Settled, Table
from companion.words import Words
from vision.cameras import frames as frames_of
from vision.frame import Frames, Trouble
from vision.reader import Reader
from vision.settle import Settler

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
    with closing(frames_of(source, fps=fps)) as frames:
        for line in watched(frames, names, edition):
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
    watcher = Watcher(names, edition)
    last: Look | None = None
    for look in looks(frames, Reader(pieces(edition), (MAT,)), Settler(MAT)):
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
    teller: Teller = field(default_factory=Teller)

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
