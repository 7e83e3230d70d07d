"""Whether two answers of `murphy scan --json` to the same pictures say the same: cards, zones and tags; corners within rounding.

same_readings.py HERE THERE    exit status 1 where they differ, and where
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROUNDING = 0.05
"""Pixels by which a corner may lie elsewhere: other processors add in another order."""


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
    apart = max(map(distance, tags(here), tags(there)), default=0.0)
    return [*wrong, f"corners {apart:.3f} px apart"] if apart > ROUNDING else wrong


def tags(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Its tags in an order that rounding does not change."""
    return sorted(
        told["tags"], key=lambda tag: (tag["card"], round(tag["corners"][0][0]))
    )


def cards(told: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(tag["card"], tag["zone"], tag["by"]) for tag in tags(told)]


def distance(here: dict[str, Any], there: dict[str, Any]) -> float:
    """Pixels between the corners of a tag here and there, at most."""
    both = zip(here["corners"], there["corners"], strict=True)
    return max(max(abs(a - b) for a, b in zip(*corner, strict=True)) for corner in both)


def main(here: str, there: str) -> int:
    one, other = readings(here), readings(there)
    wrong = [f"{file}: {each}" for file in one.keys() & other.keys() for each in differences(one[file], other[file])]  # fmt: skip
    wrong += [f"{file}: only on one side" for file in one.keys() ^ other.keys()]
    print("\n".join(wrong) or f"the same readings of {len(one)} pictures, {sum(len(told['tags']) for told in one.values())} tags")  # fmt: skip
    return bool(wrong) or not one


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
