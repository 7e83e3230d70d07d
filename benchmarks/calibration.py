"""Whether of what is told with a posterior p the share p was so then: ``python -m benchmarks.calibration --games 20 --plot docs/pictures/calibration.svg``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from math import sqrt
from pathlib import Path
from typing import Final, TypeAlias

from benchmarks.tracker import NOISES, Game, blinded, key_of, play_game
from companion.games.dumm_gelaufen.table.events import move_json
from companion.games.dumm_gelaufen.tracker.commit import ASK, SURE
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate

EDGES: Final = (0.0, 0.5, 0.7, 0.85, ASK, 0.97, SURE, 0.995, 1.0)
"""Between which posteriors turns are counted together."""
SWAPPED: Final = 4.0
"""Seconds after a card was taken back in which the one laid instead has been seen."""
SIDE: Final = 320
"""The plot's side in pixels."""

Told: TypeAlias = tuple[float, bool, bool]
"""With which posterior a turn was told, whether it was so then, and whether its player laid another card afterwards."""


def told(game: Game) -> Iterator[Told]:
    """Every turn that the rules allow, as it was told when it was settled."""
    settled = {
        event["id"]: (at, event)
        for at, event in game.events
        if event["event"] in ("move", "asked") and event["posterior"] is not None
    }
    turns = [t for t in game.session.state.turns if t.candidate.wrong is None]
    keys = [key_of(move_json(t.candidate)) for t in turns]
    truths = blinded([truth.key for truth in game.truths], keys)
    matcher = SequenceMatcher(None, truths, keys, autojunk=False)
    right = {n for _, b, size in matcher.get_matching_blocks() for n in range(b, b + size)}
    for number, turn in enumerate(turns):
        if turn.id in settled:
            at, event = settled[turn.id]
            candidate = TurnCandidate.from_json(event["reading"])
            same = candidate.same(turn.candidate) or candidate.names(turn.candidate)
            changed = not same and _is_changed(game, at, candidate, turn.candidate)
            yield event["posterior"], number in right and (same or changed), changed


def _is_changed(game: Game, at: float, then: TurnCandidate, now: TurnCandidate) -> bool:
    """Whether a turn differs from what it was told as at a time by a card that its player took back later only."""
    were, are = (Counter(move_json(each)["laid"]) for each in (then, now))
    alike = then.player == now.player and Counter(then.taken) == Counter(now.taken)
    return alike and any(
        thought.laid <= at <= thought.back + SWAPPED
        and were - are == Counter([thought.first])
        and are - were == Counter([thought.then])
        for thought in game.second_thoughts
    )


def binned(all_told: Sequence[Told]) -> Iterator[tuple[float, float, int]]:
    """For each bin that is not empty: the mean posterior, the share that was right, how many turns."""
    for low, high in zip(EDGES, EDGES[1:], strict=False):
        within = [(p, so) for p, so, _ in all_told if low <= p < high]
        if within:
            mean = sum(p for p, _ in within) / len(within)
            yield mean, sum(so for _, so in within) / len(within), len(within)


def plotted(bins: Iterable[tuple[float, float, int]]) -> str:
    """The bins as an SVG: posterior across, share that was right upwards, bars of one standard error (Wilson)."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -10 {SIDE + 60} {SIDE + 50}">',
        f'<path d="M0 {SIDE}L{SIDE} 0M0 0V{SIDE}H{SIDE}" fill="none" stroke="#888"/>',
    ]
    for tenth in range(0, 11, 2):
        at = SIDE * tenth / 10
        parts.append(
            f'<text x="{at}" y="{SIDE + 18}" font-size="12" text-anchor="middle">{tenth / 10}</text>'
        )
        parts.append(
            f'<text x="-8" y="{SIDE - at + 4}" font-size="12" text-anchor="end">{tenth / 10}</text>'
        )
    for mean, share, count in bins:
        low, high = _wilson(share, count)
        x = SIDE * mean
        parts.append(
            f'<path d="M{x:.1f} {SIDE * (1 - low):.1f}V{SIDE * (1 - high):.1f}" stroke="#246"/>'
        )
        parts.append(
            f'<circle cx="{x:.1f}" cy="{SIDE * (1 - share):.1f}" r="4" fill="#246"><title>{count}</title></circle>'
        )
    parts.append(
        f'<text x="{SIDE / 2}" y="{SIDE + 36}" font-size="13" text-anchor="middle">posterior</text>'
    )
    parts.append('<text x="8" y="12" font-size="13">share that was right</text></svg>')
    return "\n".join(parts) + "\n"


def _wilson(share: float, count: int) -> tuple[float, float]:
    """The interval of one standard error (Wilson 1927)."""
    middle = (share + 1 / (2 * count)) / (1 + 1 / count)
    half = sqrt(share * (1 - share) / count + 1 / (4 * count**2)) / (1 + 1 / count)
    return middle - half, middle + half


def main() -> None:
    """Play, watch, count, draw."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--steps", type=int, default=200, help="decisions a game at most")
    asked.add_argument("--noise", choices=NOISES, default="people")
    asked.add_argument("--plot", type=Path, help="where to draw it, as SVG")
    given = asked.parse_args()
    seeds = range(given.first, given.first + given.games)
    games = (play_game(s, 2 + s % 5, NOISES[given.noise], given.steps) for s in seeds)
    all_told = [each for game in games for each in told(game)]
    bins = [*binned(all_told)]
    for mean, share, count in bins:
        print(f"told with {mean:.4f}: {share * count:.0f} of {count} right")
    changed = sum(changed for _, _, changed in all_told)
    print(f"{changed} of them were changed by their own players afterwards")
    if given.plot:
        given.plot.write_text(plotted(bins), "utf-8")


if __name__ == "__main__":
    main()
