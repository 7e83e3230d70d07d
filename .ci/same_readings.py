"""Whether two answers of `murphy scan --json` to the same pictures say the same: cards, zones and tags; places as near as the reader itself is to the truth.

same_readings.py HERE THERE    exit status 1 where they differ, and where
"""

from __future__ import annotations

import json
import sys
from math import dist
from pathlib import Path
from typing import Any

CORNERS = 1.5
MIDDLES = 0.5
"""Pixels by which they may lie elsewhere: other processors round otherwise, so that a tag is aligned from another of its
guesses. A tag's corners lie up to 1.2 px from the truth in the pictures of 1280 px, its middle up to 0.3 px."""


def readings(path: str) -> dict[str, Any]:
    """What was read, by picture."""
    lines = Path(path).read_text("utf-8").splitlines()
    return {told["file"]: told for told in map(json.loads, lines)}


def differences(here: dict[str, Any], there: dict[str, Any]) -> list[str]:
    """What is not the same of one picture."""
    wrong = [
        f"{key}: {here.get(key)} here, {there.get(key)} there"
        for key in ("mat", "edition", "zones")
        if here.get(key) != there.get(key)
    ]
    if cards(here) != cards(there):
        return [*wrong, f"tags: {cards(here)} here, {cards(there)} there"]
    both = list(zip(map(corners, tags(here)), map(corners, tags(there)), strict=True))
    apart = max((distance(*each) for each in both), default=0.0)
    beside = max((distance([middle(a)], [middle(b)]) for a, b in both), default=0.0)
    wrong += [f"corners {apart:.2f} px apart"] if apart > CORNERS else []
    return [*wrong, f"middles {beside:.2f} px apart"] if beside > MIDDLES else wrong


def tags(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Its tags in an order that rounding does not change."""
    return sorted(told["tags"], key=lambda tag: (tag["card"], round(tag["corners"][0][0])))


def cards(told: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(tag["card"], tag["zone"], tag["by"]) for tag in tags(told)]


def corners(tag: dict[str, Any]) -> list[list[float]]:
    return [list(map(float, corner)) for corner in tag["corners"]]


def middle(points: list[list[float]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*points, strict=True)]


def distance(here: list[list[float]], there: list[list[float]]) -> float:
    """Pixels between points here and there, at most."""
    return max(map(dist, here, there))


def main(here: str, there: str) -> int:
    one, other = readings(here), readings(there)
    wrong = [
        f"{file}: {each}"
        for file in one.keys() & other.keys()
        for each in differences(one[file], other[file])
    ]
    wrong += [f"{file}: only on one side" for file in one.keys() ^ other.keys()]
    print(
        "\n".join(wrong)
        or f"the same readings of {len(one)} pictures, {sum(len(told['tags']) for told in one.values())} tags"
    )
    return bool(wrong) or not one


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
