"""Debian's chromium for the tests of the pages, where it is there."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
AXE = gzip.decompress((Path(__file__).parent / "vendor/axe.min.js.gz").read_bytes())
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
TV = {"width": 1920, "height": 1080}
NARROW = {"width": 320, "height": 640}
"""A phone of 640 px at 200 % zoom."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def browser() -> Iterator[Any]:
    """A running chromium; skips by name where there is none."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=str(CHROMIUM))
        yield chromium
        chromium.close()


class Screen:
    """One phone, tablet or television with a page of the companion on it."""

    def __init__(self, chromium: Any, url: str, size: dict[str, int], how: Any) -> None:
        self.url = url
        settings = {"locale": "en-GB", "color_scheme": "dark", **how}
        self.context = chromium.new_context(viewport=size, **settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("dialog", lambda dialog: self._asked(dialog))

    def _heard(self, said: Any) -> None:
        refused = "Failed to load resource" in said.text
        if said.type == "error" and not refused:
            self.wrong.append(said.text)

    def _asked(self, dialog: Any) -> None:
        self.wrong.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def open(self, path: str = "/") -> Screen:
        """Go to a page and wait until it shows what it is there for: words, and its first view."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("body.is-drawn")
        return self

    def reads(self, selector: str) -> str:
        """The text that is shown there, once there is some."""
        self.page.wait_for_function(
            "s => document.querySelector(s)?.textContent.trim()", arg=selector
        )
        text: str = self.page.text_content(selector)
        return " ".join(text.split())

    def barriers(self) -> list[str]:
        """What axe-core finds wrong for people who see, hear or move differently."""
        self.page.evaluate(AXE.decode())
        options = {"runOnly": {"type": "tag", "values": RULES}}
        found = self.page.evaluate("how => axe.run(document, how)", options)
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]

    def tap(self, selector: str) -> None:
        """Tap on something that may have come just now, as a person does: after a moment."""
        self.page.wait_for_selector(selector)
        self.page.wait_for_timeout(350)
        self.page.click(selector)

    def overflow(self) -> int:
        """How many px the page is wider than the screen."""
        width: int = self.page.evaluate(
            "() => document.documentElement.scrollWidth - innerWidth"
        )
        return width

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong
