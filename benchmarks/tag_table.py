"""Write the tags of all games' cards, as vision/tags.py reads them: `python -m benchmarks.tag_table`."""

from __future__ import annotations

from companion.games import games
from vision.tags import TABLE, encoded, packed


def lines() -> list[str]:
    """Payload and tag of every card of every game, one a line."""
    payloads = {payload for game in games() for payload in game.pieces(None).payloads}
    return [f"{payload} {packed(encoded(payload))}" for payload in sorted(payloads)]


if __name__ == "__main__":
    TABLE.write_text("\n".join(lines()) + "\n", "ascii")
