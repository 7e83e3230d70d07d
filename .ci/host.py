"""What a host does on the pages of a companion, and what it answers.

host.py PORT PIN PATH [JSON]    GET, or POST where JSON is given, after signing in; prints the answer
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


class Browser:
    """Keeps its cookie and its token."""

    def __init__(self, port: str) -> None:
        self._home = f"http://127.0.0.1:{port}"
        self._headers = {"Content-Type": "application/json"}
        self._headers["X-Murphy-Token"] = self.ask("/api/view")["token"]

    def ask(self, path: str, body: Any = None) -> Any:
        """The JSON of an answer. Raises OSError where it is refused."""
        data = None if body is None else json.dumps(body).encode()
        asked = Request(self._home + path, data, self._headers)
        with urlopen(asked, timeout=60) as answer:
            cookie = answer.headers["Set-Cookie"]
            if cookie:
                self._headers["Cookie"] = cookie.partition(";")[0]
            return json.load(answer)


def main(port: str, pin: str, path: str, body: str = "null") -> None:
    browser = Browser(port)
    browser.ask("/api/pin", {"pin": pin})
    print(json.dumps(browser.ask(path, json.loads(body)), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
