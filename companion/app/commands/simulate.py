"""`murphy simulate`: robots play whole games in memory, and what they come to is told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, Final

import click

from companion.app.commands.options import edition_option
from companion.commandline import USAGE, json_option, lang_option, words_of
from companion.errors import EditionError
from companion.games.dumm_gelaufen.deck.cards import face_name
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.robots.players import ROBOTS
from companion.games.dumm_gelaufen.robots.simulation import (
    TASK_FACES,
    Statistics,
    games,
    statistics,
)
from companion.words import Words

HALF: Final = 0.5
NEARLY_ALL: Final = 0.95


@click.command()
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    required=True,
    help="How many games.",
)
@click.option("--players", type=int, default=4, show_default=True)
@click.option(
    "--robots",
    type=click.Choice(tuple(ROBOTS)),
    default="greedy",
    show_default=True,
    help="greedy: head for their murphy card. random: do anything legal; "
    "their games take a hundred times as long.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@edition_option
@json_option
@lang_option
@click.pass_context
def command(
    ctx: click.Context,
    count: int,
    players: int,
    robots: str,
    seed: int,
    edition: str,
    as_json: bool,
    lang: str | None,
) -> None:
    """Let robots play whole games and tell how they went. The same seed gives the same games."""
    said = words_of(lang)
    began = time.perf_counter()
    played = games(load_edition(edition), players, ROBOTS[robots], count, seed)
    try:
        found = statistics(played, players)
    except EditionError as error:
        click.echo(said(error.message), err=True)
        ctx.exit(USAGE)
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(_told(found, seconds)))
    else:
        click.echo("\n".join(_text(found, seconds, said)))


def _told(found: Statistics, seconds: float) -> dict[str, Any]:
    return {
        "games": found.games,
        "finished": found.finished,
        "decisions": found.decisions,
        "seconds": round(seconds, 3),
        "turns": {
            "mean": round(found.mean, 2),
            "p50": found.percentile(HALF),
            "p95": found.percentile(NEARLY_ALL),
        },
        "wins_by_seat": list(found.wins),
        "claims_by_task": {face: found.claims[face] for face in TASK_FACES},
        "reshuffles_by_game": {str(n): found.dry[n] for n in sorted(found.dry)},
    }


def _text(found: Statistics, seconds: float, said: Words) -> Iterator[str]:
    yield said.say("simulate.games", games=found.games, finished=found.finished)
    yield said.say(
        "simulate.turns",
        mean=f"{found.mean:.1f}",
        half=found.percentile(HALF),
        most=found.percentile(NEARLY_ALL),
    )
    for seat, wins in enumerate(found.wins, 1):
        yield said.say("simulate.seat", seat=seat, wins=wins, share=_share(wins, found))
    reshuffles = sum(times * games for times, games in found.dry.items())
    yield said.say("simulate.dry", times=f"{reshuffles / found.games:.2f}")
    yield said.say("simulate.solved")
    for face, times in sorted(found.claims.items(), key=lambda pair: -pair[1]):
        yield f"  {times:6d}  {face} {said(face_name(face))}"
    speed = f"{found.decisions / seconds:.0f}" if seconds else "0"
    yield said.say(
        "simulate.speed",
        decisions=found.decisions,
        seconds=f"{seconds:.1f}",
        speed=speed,
    )


def _share(wins: int, found: Statistics) -> str:
    return f"{100 * wins / found.finished:.1f}" if found.finished else "0"
