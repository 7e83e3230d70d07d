"""`murphy simulate`: robots play whole games in memory, and what they come to is told."""

import json
import time
from typing import Final

import click

from companion import commandline, errors, seating
from companion.app.commands.options import chosen, edition_option, game_option
from companion.games import games
from companion.kit.robots import Simulation

USUAL: Final = 4
"""So many play where nobody says how many, if the game lets them."""
NAMES: Final = tuple(dict.fromkeys(name for g in games() if g.robots for name in g.robots.names))


@click.command()
@click.option("--games", "count", type=click.IntRange(min=1), required=True, help="How many games.")
@click.option("--players", type=int, help="How many play; without it 4, or as many as can.")
@click.option(
    "--robots",
    type=click.Choice(NAMES),
    help="greedy: they want to win. random: they do anything legal; "
    "their games take a hundred times as long. Without it the game's first.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@game_option
@edition_option
@commandline.json_option
@commandline.lang_option
def command(
    count: int,
    players: int | None,
    robots: str | None,
    seed: int,
    game: str | None,
    edition: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Let robots play whole games and tell how they went. The same seed gives the same games."""
    words = commandline.words_of(lang)
    package, sold = chosen(game, edition)
    playing = package.robots
    if playing is None:
        raise errors.InputError("simulate.no-robots", name=package.name)
    if robots and robots not in playing.names:
        raise errors.InputError(
            "simulate.other-robots", name=package.name, values=tuple(playing.names), robots=robots
        )
    many = min(USUAL, package.players[1]) if players is None else players
    seating.can_play(many, package.players)
    began = time.perf_counter()
    asked = Simulation(many, robots or playing.names[0], count, seed, sold)
    found = playing.simulate(asked)
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(found.to_json(seconds)))
    else:
        click.echo("\n".join(found.lines(seconds, words)))
