"""The command `murphy games`: which games there are, how many play, what each needs on the table."""

import sys
from typing import Any

import click

from companion import commandline, json_lines
from companion.app.doctor.inspection import everything, inspect
from companion.games import games, left_out, name_of
from companion.games.package import GamePackage
from companion.words import Words


@click.command()
@commandline.json_option
@commandline.lang_option
def command(as_json: bool, lang: str | None) -> None:
    """Tell which games there are, how many play, and what each needs on the table; and which cannot be played, and why."""
    words = commandline.words_of(lang)
    inspect(everything())
    for package in games():
        told = described(package, words)
        click.echo(json_lines.as_text(told) if as_json else _line(package, told, words))
    for error in left_out():
        why = words(error.message)
        failed = {"game": name_of(error), "error": why}
        click.echo(json_lines.as_text(failed) if as_json else why, err=not as_json)
    sys.exit(commandline.NO if left_out() else commandline.DONE)


def described(package: GamePackage, words: Words) -> dict[str, Any]:
    """A game as programs see it."""
    return {
        "game": package.name,
        "title": package.title(words.language),
        "players": list(package.players),
        "editions": [edition for edition in package.editions if edition],
        "mat": None if package.mat is None else list(package.mat.markers),
        "tags": len(package.pieces(None).payloads),
        "dice": dict(package.dice.colours),
        "pawns": package.pawns,
        "at_table": package.rules is not None,
        "painted": package.painted is not None,
    }


def _line(package: GamePackage, data: dict[str, Any], words: Words) -> str:
    fewest, most = data["players"]
    whose = {"title": data["title"], "name": data["game"]}
    if fewest == most:
        who = words.say("games.game-of", count=most, **whose)
    else:
        who = words.say("games.game", fewest=fewest, most=most, **whose)
    needs = ", ".join(_needs(package, words))
    more = [words.say("games.needs", what=needs)] if needs else []
    more += [] if data["at_table"] else [words.say("games.programs-only")]
    return "\n  ".join([who, *more])


def _needs(package: GamePackage, words: Words) -> list[str]:
    """What lies on the table; tags are counted per edition."""
    decks = (package.pieces(edition or None) for edition in package.editions)
    tags = [len(deck.payloads) for deck in decks]
    mat = "mat-or-none" if package.goes_without_mat else "mat"
    counts: dict[str, int | str] = {
        mat: int(package.mat is not None),
        "tags": " / ".join(map(str, filter(None, tags))),
        "dice": sum(package.dice.colours.values()),
        "pawns": package.pawns,
    }
    return [words.say(f"games.{key}", **counts) for key, here in counts.items() if here]
