"""A bot that plays every seat of a game, and sees only what that seat sees.

    python examples/bot.py [--players 3] [--seed 1] [--moves 2000]

It lays the cards that its murphy card complains about, and claims when nothing is left to complain about.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import Any

import companion

game = companion.game("dumm-gelaufen")


def verdict(view: Any, seat: int) -> Any:
    """What the seat's murphy card says to its hand."""
    task, hand = view.state.murphys.held[seat], view.hands[seat]
    row = [card.code for card in view.mac]
    return game.verify(task.face, [card.code for card in hand.numbers], mac=row)


def choose(view: Any, moves: Sequence[Any], seat: int, rng: Random) -> Any:
    """What the seat does now: a claim that is right, else a card that is complained about goes, else anything."""
    found = verdict(view, seat)
    if view.may_claim and found:
        return next(claim for claim in view.claims() if claim.player == seat)
    unwanted = {code for reason in found.reasons for code in reason.cards}
    lays = [move for move in moves if str(getattr(move, "card", "")) in unwanted]
    return rng.choice(lays or moves)


def main() -> None:
    """Play, and say who solved what."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=2000)
    options = parser.parse_args()

    rng = Random(options.seed)
    position = game.deal(players=options.players, seed=options.seed)
    for number in range(options.moves):
        if position.over:
            break
        seat, moves = position.player, position.legal()
        if seat is None:
            move = rng.choice(moves)
        else:
            move = choose(position.seen_by(seat), moves, seat, rng)
        before, position = position, position.play(move)
        if position.state.round != before.state.round or position.over:
            print(f"move {number}: {move}")
    print(
        f"winner: {position.winner}" if position.over else f"not over after {options.moves} moves"
    )
    print(position)


if __name__ == "__main__":
    main()
