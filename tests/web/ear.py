"""Somebody who hears the pages and has a keyboard: what is said, and what has the focus, by its role and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEARS: Final = """() => {
  window.heard = [];
  new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
    const region = node.parentElement?.closest("[aria-live=polite], [aria-live=assertive]");
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (region && (!dialog || dialog.contains(region))) window.heard.push(node.textContent.trim());
  }))).observe(document, { childList: true, subtree: true });
}"""
"""Keeps what screen readers are told: what is added to a live region that no dialog lies over."""


class Ear:
    """Somebody who hears the page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0
        page.evaluate(HEARS)

    def press(self, *keys: str) -> str:
        """Press keys one after the other; what has the focus then, by its role and name."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1
        return self.focused()

    def opens(self, key: str) -> str:
        """The same for a key that opens a sheet."""
        self.press(key)
        self.page.wait_for_selector("dialog[open]")
        return self.focused()

    def tabs_to(self, name: str, most: int = 30) -> str:
        """Press Tab until something whose name begins so has the focus."""
        for _ in range(most):
            if f'"{name}' in self.press("Tab"):
                return self.focused()
        raise AssertionError(f"{name} is not reached in {most} keys: {self.focused()}")

    def focused(self) -> str:
        told = self.page.locator(":focus").aria_snapshot()
        return told.removeprefix("- ").partition("\n")[0].rstrip(":")

    def heard(self, *has: str) -> list[str]:
        """What was said since, once all of this was."""
        self.page.wait_for_function(
            "all => all.every(one => window.heard.some(it => it.includes(one)))", arg=list(has)
        )
        said: list[str] = self.page.evaluate("() => window.heard.splice(0)")
        return said
