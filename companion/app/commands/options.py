"""The options of commands that are about one game, and what they choose."""

from pathlib import Path

import click

from companion import errors, rules
from companion.games import first, game, games, left_out, name_of, names
from companion.games.package import GamePackage


class GameName(click.Choice[str]):
    """The name of a game; of one that is left out people are told why."""

    def __init__(self) -> None:
        super().__init__(names())

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises GameError if the game is left out."""
        self.choices = names()
        if value not in self.choices and value in map(name_of, left_out()):
            game(value)
        return super().convert(value, param, ctx)


game_option = click.option(
    "--game",
    type=GameName(),
    envvar="MURPHY_GAME",
    help="Which game; without it the one that mat or journal tell, if any, else the first.",
)
edition_option = click.option(
    "--edition",
    type=click.Choice(tuple(dict.fromkeys(e for g in games() for e in g.editions if e))),
    envvar="MURPHY_EDITION",
    help="What is sold of it; without it the first one.",
)

no_mat_option = click.option(
    "--no-mat", is_flag=True, default=None, help="Dice on a plain table: nothing is printed."
)


def on_plain_table(name: str | None) -> GamePackage:
    """The game that is played without its mat; without a name the first that can be. Raises InputError if it cannot."""
    others = (found for found in games() if found.goes_without_mat)
    package = game(name) if name else next(others, first())
    return package.without_mat()


board_option = click.option(
    "--board",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of another board than the game's own.",
)


def setup_of(board: Path | None, package: GamePackage | None) -> rules.Json:
    """The set-up for a board, given the text of its file. Raises InputError if the game, where one is named, is played on its own alone."""
    if board is None:
        return {}
    if package is not None and package.laid is None:
        others = tuple(found.name for found in games() if found.laid)
        raise errors.InputError("usage.no-board", game=package.name, values=others)
    return {"board": board.read_text("utf-8", "replace")}


def chosen(name: str | None, edition: str | None) -> tuple[GamePackage, str]:
    """The game and edition that options name. Raises InputError if the game has no such edition."""
    named = (found for found in games() if edition in found.editions)
    package = game(name) if name else next(named, first())
    return package, package.edition_named(edition)
