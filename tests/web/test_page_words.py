"""The pages hold no text of their own: every sentence is a key of the word files, and every key is there."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

import pytest

from companion.app.adjust import OFFERED
from companion.words import words

WEB = Path(__file__).parent.parent.parent / "web"
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
TABLES = ("page", "tv", "check", "history", "host", "claim", "moves", "picker")
SPOKEN = ("aria-label", "alt", "title", "placeholder", "label")

IN_SCRIPT = re.compile(r"\b(?:t|has|count|sayName)\(\s*([\"`])((?:(?!\1).)+)\1")
CHOSEN = re.compile(r"[?:]\s*\"([a-z]+(?:\.[a-z-]+)+)\"")
IN_TEMPLATE = re.compile(
    r"say\(\s*['\"]([^'\"]+)['\"]|data-t(?:-label|-placeholder)?=\"([^\"]+)\""
)


def keys_in(path: Path) -> set[str]:
    """The keys that a file names; ``*`` stands for what is filled in when it runs."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        return {a or b for a, b in IN_TEMPLATE.findall(text)}
    named = {key for _, key in IN_SCRIPT.findall(text)} | set(CHOSEN.findall(text))
    table = {
        f"{key}.one" for _, key in re.findall(r"\bcount\(\s*([\"`])([^\"`]+)\1", text)
    }
    counted = {key.removesuffix(".one") for key in table}
    plain = (named - counted) | table | {f"{key}.many" for key in counted}
    return {re.sub(r"\$\{[^}]*\}", "*", key) for key in plain}


def fits(pattern: str, key: str) -> bool:
    """Whether a key is what a pattern may become."""
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key) is not None


def every_key() -> set[str]:
    """All keys that the pages name."""
    return set(chain.from_iterable(keys_in(path) for path in (*SCRIPTS, *TEMPLATES)))


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES], ids=lambda path: path.name)
def test_every_key_is_in_the_word_files(path):
    """A sentence that nobody wrote would show as its key."""
    known = words("en").sentences

    missing = {p for p in keys_in(path) if not any(fits(p, key) for key in known)}

    assert missing == set()


def test_no_sentence_of_the_pages_is_forgotten():
    """A sentence that no page says is dropped from the word files."""
    patterns = every_key() | {f"host.setting.{key}" for key in OFFERED}
    ours = {k for k in words("en").sentences if k.split(".")[0] in TABLES}

    unsaid = {key for key in ours if not any(fits(p, key) for p in patterns)}

    assert unsaid == set()


@pytest.mark.parametrize("key", OFFERED)
def test_every_setting_has_a_name(key):
    """The host reads what a setting does, not what it is called in a file."""
    assert f"host.setting.{key}" in words("en").sentences


class Texts(HTMLParser):
    """Everything in a template that people would read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SPOKEN]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_text_in_a_template(path):
    """What people read comes from the word files."""
    bare = re.sub(r"\{[{%].*?[%}]\}", "", path.read_text("utf-8"), flags=re.DOTALL)
    reader = Texts()
    reader.feed(bare)

    assert [text for text in reader.found if re.search(r"\w", text)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_nothing_from_elsewhere_and_nothing_inline(path):
    """The page works without any network but the Pi's, under a strict policy."""
    text = path.read_text("utf-8")
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", text)

    assert [url for url in loaded if not url.startswith("/")] == []
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+=", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_names_become_text_never_markup(path):
    """Nothing in the scripts turns a string into markup."""
    forbidden = r"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function"

    assert re.findall(forbidden, path.read_text("utf-8")) == []
