"""A lamp that flashes when an at-once card strikes, told by a running companion.

    python examples/lamp.py http://murphy.local:8000 [--pin 17] [--kind at-once] [--times 1] [--since 0]

Without a pin it prints. A stream that breaks is taken up where it broke (Last-Event-ID).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

AGAIN_AFTER = 2.0
"""Seconds until a companion that is not there is tried again."""


def events(url: str, last: str = "") -> Iterator[tuple[str, str, Any]]:
    """The server-sent events of one connection: name, id, data."""
    asked = Request(f"{url}/api/events", headers={"Last-Event-ID": last} if last else {})
    with urlopen(asked, timeout=60) as stream:
        event: dict[str, str] = {}
        for raw in stream:
            line = raw.decode().rstrip("\r\n")
            if line:
                name, _, value = line.partition(":")
                event[name] = event.get(name, "") + value.removeprefix(" ")
            elif "data" in event:
                yield (event.get("event", ""), event.get("id", ""), json.loads(event["data"]))
                event = {}
            else:
                event = {}


def announcements(url: str, last: str) -> Iterator[dict[str, Any]]:
    """Everything announced after ``last`` (empty: from now on), each once, over as many connections as it takes."""
    while True:
        try:
            for name, number, data in events(url, last):
                last = number or last
                if name == "announcement":
                    yield data
        except HTTPError as error:
            raise SystemExit(f"The companion refuses: {error}") from error
        except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
            print(f"The companion does not answer ({error}); trying again.", flush=True)
            time.sleep(AGAIN_AFTER)


def flasher(pin: int | None) -> Callable[[], None]:
    """What makes the lamp flash."""
    if pin is None:
        return lambda: print("*flash*", flush=True)
    from gpiozero import LED

    lamp = LED(pin)
    return lambda: lamp.blink(0.2, 0.2, n=5)


def main() -> None:
    """Follow, and flash; after so many times (0: never) it ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--pin", type=int)
    parser.add_argument("--kind", default="at-once")
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--since", default="", help="the id after which to begin")
    options = parser.parse_args()

    flash, flashed = flasher(options.pin), 0
    for announcement in announcements(options.url.rstrip("/"), options.since):
        if announcement["kind"] == options.kind:
            print(announcement["text"]["en"], flush=True)
            flash()
            flashed += 1
            if flashed == options.times:
                return


if __name__ == "__main__":
    main()
