"""Whether the companion at a port is well, serves its page, and a game goes on there: each said when it is so.

look.py PORT SECONDS    exit status 1 where that takes longer
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from urllib.request import urlopen

TURNS = 5
"""Entries of the journal after which a game goes on."""


def facts(home: str) -> Iterator[tuple[str, Callable[[], bool]]]:
    """What is to become true, one after the other."""

    def asked(path: str) -> bytes:
        with urlopen(home + path, timeout=10) as answer:
            return bytes(answer.read())

    def seq() -> int:
        return int(json.loads(asked("api/view"))["seq"])

    yield "/healthz says ok", lambda: json.loads(asked("healthz"))["ok"] is True
    yield "a page is served", lambda: b"</html>" in asked("")
    began = seq()
    yield f"{TURNS} entries more", lambda: seq() >= began + TURNS


def so(fact: Callable[[], bool]) -> bool:
    """Not yet, where nobody answers or it says that it is not well."""
    try:
        return fact()
    except OSError:
        return False


def main(port: str, seconds: str) -> int:
    began = time.monotonic()
    for name, fact in facts(f"http://127.0.0.1:{port}/"):
        while not so(fact):
            if time.monotonic() > began + float(seconds):
                print(f"plays: not within {seconds} s: {name}")
                return 1
            time.sleep(0.5)
        print(f"plays: {name} after {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
