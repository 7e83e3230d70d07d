"""How many moves there are to choose from, by number of players: games by chance, one line each.

python examples/statistic.py [--moves 300] [--seed 1]
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean

import companion

game = companion.game("dumm-gelaufen")


def choices(players: int, moves: int, seed: int) -> list[int]:
    """How many moves there were at every decision of a game played by chance."""
    rng, position = Random(seed), game.deal(players, seed)
    found: list[int] = []
    while len(found) < moves and not position.over:
        legal = position.legal()
        found.append(len(legal))
        position = position.play(rng.choice(legal))
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for players in range(2, 7):
        found = choices(players, options.moves, options.seed)
        print(
            f"{players} players: {mean(found):5.1f} moves to choose from on average, {max(found):3d} at most"
        )


if __name__ == "__main__":
    main()
