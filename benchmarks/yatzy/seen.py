"""Painted games of Yatzy through the real reader: `python -m benchmarks.yatzy.seen [--games N] [--first SEED] [--spoilt] [--no-mat]`.

Two, three and four people in turn. A sheet is right if every box holds what the robot wrote. Spoilt: a tenth of the dice
lean on something, so that they are asked about, and a white cube of a die's size lies in the tray.
"""

import time
from collections import Counter
from typing import Final

import click

from companion.games.yatzy import GAME
from companion.kit.painted import ScriptConfig
from tests.games.by_camera import CameraGame, end_of, spoilt
from tests.games.yatzy.test_yatzy_painted import CUBE

COUNTED: Final = ("rolled", "unread", "illegal")
"""Rolls, those of them in which people were asked for a die, and what was said to be wrong."""


@click.command()
@click.option("--games", default=20)
@click.option("--first", default=100)
@click.option("--spoilt", "spoils", is_flag=True)
@click.option("--no-mat", is_flag=True)
def main(games: int, first: int, spoils: bool, no_mat: bool) -> None:
    """Play the games, and count."""
    package, right, said = GAME.without_mat() if no_mat else GAME, 0, Counter[str]()
    package = spoilt(package, CUBE) if spoils else package
    for seed in range(first, first + games):
        began, players = time.monotonic(), 2 + seed % 3
        played = CameraGame(package, ScriptConfig(seed, players))
        last = end_of(played)
        now = played.session.state
        wrong = [
            name
            for name, own, robot in zip(now.names, now.state.sheets, last.sheets, strict=True)
            if own != robot
        ]
        told = (e.data.get("event") for e in played.session.journal.after(0, 0.0))
        names = (one["event"] for one in told if isinstance(one, dict))
        kinds = Counter(name for name in names if name in COUNTED)
        right, said = right + (not wrong), said + kinds
        took = time.monotonic() - began
        click.echo(
            f"seed {seed}, {players} people: {', '.join(wrong) or 'right'} ({took:.0f} s) {dict(kinds)}"
        )
    click.echo(f"right: {right} of {games}; {dict(said)}")


if __name__ == "__main__":
    main()
