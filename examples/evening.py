"""An evening's story, from what `murphy journal export FILE` writes.

    murphy journal export evening.journal | python examples/evening.py

Who played, how long, and how often each kind of thing was announced.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any


def story(entries: Iterable[dict[str, Any]]) -> Iterable[str]:
    """The lines of the story."""
    kinds: Counter[str] = Counter()
    moments: list[float] = []
    for entry in entries:
        moments.append(entry["at"])
        if entry["kind"] == "game":
            yield f"At the table: {', '.join(entry['data'].get('players', ()))}"
        elif entry["kind"] == "announcement":
            kinds[entry["data"]["kind"]] += 1
    if moments:
        yield f"It took {(max(moments) - min(moments)) / 60:.0f} minutes."
    for kind, count in kinds.most_common():
        yield f"{count:4d} x {kind}"


def main() -> None:
    """Read standard input, print."""
    try:
        lines = [json.loads(line) for line in sys.stdin]
    except ValueError:
        sys.exit("These are no JSON lines: pipe `murphy journal export FILE` in here.")
    print("\n".join(story(line for line in lines if "kind" in line)))


if __name__ == "__main__":
    main()
