"""The pages hold no text of their own: every sentence is a key of the word files, and every key is there."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.app.service.configuration import OFFERED
from companion.games import games
from companion.words import brought_by, words
from web.game_pages import GamePages, OwnPage
from web.pages.sentences import LATER, SAID_LATER, said_by, said_by_shell

ROOT = Path(__file__).parents[3]
SHELL = sorted((ROOT / "web/static").glob("*.js"))
SCRIPTS = [*SHELL, *sorted(ROOT.glob("companion/games/*/pages/static/*.js"))]
TEMPLATES = sorted((ROOT / "web/templates").glob("*.html"))
PARTS = [
    *sorted(ROOT.glob("companion/games/*/pages/*.py")),
    *sorted(ROOT.glob("companion/games/*/setup.py")),
]
FOLDERS = [*dict.fromkeys(path.parent for path in (*SCRIPTS, *TEMPLATES))]
TABLES = ("page", "tv", "check", "history", "host", "claim", "moves", "picker")
PAGES = {
    package.name: package.pages(lambda: None, dict)
    for package in games()
    if package.pages is not None
}
"""Some games are for programs only."""
OUTSIDE = GamePages(
    name="kniffel", titles={}, folder=ROOT / "tests/games/outside/kniffel/kniffel/static"
)
"""Of a game that loads whatever of the shell no game of the house does."""
SPOKEN = ("aria-label", "alt", "title", "placeholder", "label")

IN_SCRIPT = re.compile(r"\b(?:t|has|count|sayName)\(\s*([\"`])((?:(?!\1).)+)\1")
LITERAL = re.compile(r"\"([a-z]+(?:\.[a-z-]+)+)\"")
CHOSEN = re.compile(r"[?:]\s*\"([a-z]+(?:\.[a-z-]+)+)\"")
IN_TEMPLATE = re.compile(r"say\(\s*['\"]([^'\"]+)['\"]|data-t(?:-label|-placeholder)?=\"([^\"]+)\"")


def keys_in(path: Path) -> set[str]:
    """The keys that a file names; ``*`` stands for what is filled in when it runs."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        named = {a or b for a, b in IN_TEMPLATE.findall(text)}
        return {key for key in named if not key.startswith("{{")}
    named = {key for _, key in IN_SCRIPT.findall(text)} | set(CHOSEN.findall(text))
    table = {f"{key}.one" for _, key in re.findall(r"\bcount\(\s*([\"`])([^\"`]+)\1", text)}
    counted = {key.removesuffix(".one") for key in table}
    plain = (named - counted) | table | {f"{key}.many" for key in counted}
    return {re.sub(r"\$\{[^}]*\}", "*", key) for key in plain}


def fitting(patterns: Iterable[str], keys: Iterable[str]) -> set[str]:
    """Which keys are what one of the patterns may become."""
    plain, open_ones = set[str](), set[str]()
    for pattern in patterns:
        (open_ones if "*" in pattern else plain).add(pattern)
    either = "|".join(re.escape(one).replace(r"\*", ".+") for one in open_ones)
    may_be = re.compile(either or r"(?!)")
    return {key for key in keys if key in plain or may_be.fullmatch(key)}


def every_key() -> set[str]:
    """All keys that the pages name, also where they only hand them on; what may become anything names nothing."""
    patterns = chain.from_iterable(keys_in(path) for path in (*SCRIPTS, *TEMPLATES))
    literals = chain.from_iterable(
        LITERAL.findall(p.read_text("utf-8")) for p in (*SCRIPTS, *PARTS)
    )
    return {key for key in (*patterns, *literals) if not key.startswith("*")}


def sent(path: Path) -> set[str]:
    """The keys that reach a page: the house's, and those of the game whose module it is (of the shell's: of every game)."""
    shell = path in SHELL or path in TEMPLATES
    told = set(json.loads(said_by_shell("en").plain))
    for name, pages in {**PAGES, OUTSIDE.name: OUTSIDE}.items():
        if shell or name.replace("-", "_") in path.parts:
            told |= set(json.loads(said_by(pages, "en").plain))
    return told


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_key_is_in_the_word_files(folder: Path) -> None:
    """A sentence that nobody wrote, or that is not sent to the pages, would show as its key."""
    files = [path for path in (*SCRIPTS, *TEMPLATES) if path.parent == folder]
    known = sent(files[0])

    named = ((path.name, key) for path in files for key in keys_in(path))
    said = [(name, key) for name, key in named if not key.startswith("*")]
    unknown = {(name, key) for name, key in said if key not in known}
    missing = {one for one in unknown if "*" not in one[1] or not fitting([one[1]], known)}

    assert missing == set()


def modules_of(page: str) -> set[Path]:
    """What a page of the shell loads, at once or when it is needed, and its templates."""
    folders = {".js": ROOT / "web/static", ".html": ROOT / "web/templates"}
    found, ahead = set[Path](), [ROOT / f"web/templates/{page}.html"]
    while ahead:
        path = ahead.pop()
        if path.is_file() and path not in found:
            found.add(path)
            named = re.findall(r"([\w-]+)(\.js|\.html)\"", path.read_text("utf-8"))
            ahead += [
                folders[kind] / f"{name}{kind}"
                for name, kind in named
                if f"{name}{kind}" not in LATER
            ]
    return found


@pytest.mark.parametrize("page", [path.stem for path in TEMPLATES])
def test_a_page_is_sent_what_it_says_and_little_else(page: str) -> None:
    """All that its modules name, and nothing that none of them does: words are the heaviest part of a first load."""
    told = set(json.loads(said_by_shell("en", page=page).plain))
    every = brought_by("", "en")
    patterns = chain.from_iterable(map(keys_in, modules_of(page)))
    named = [pattern for pattern in patterns if not pattern.startswith("*")]
    says = fitting(named, every)
    texts = "".join(path.read_text("utf-8") for path in modules_of(page))

    def is_begun(key: str) -> bool:
        table, name = key.split(".")[:2]
        return f"{table}.{name}" in texts or f"{table}.${{" in texts

    assert says - told == set()
    assert {key for key in told if not is_begun(key)} == set()


def test_what_comes_later_brings_its_words() -> None:
    """A module that a page loads without what it says gets that with what all such modules say."""
    told = set(json.loads(said_by_shell("en", page=SAID_LATER).plain))
    files = [ROOT / "web/static" / name for name in LATER]
    every = brought_by("", "en")
    named = set(chain.from_iterable(map(keys_in, files)))

    says = fitting(named, every)

    assert "naming.sit" in says
    assert set() == says - told
    at_first = set(json.loads(said_by_shell("en", page="table").plain))
    assert "naming.sit" not in at_first


@pytest.mark.parametrize(
    ("module", "more", "says", "not_says"),
    [
        ("", {}, set(), {"page.done"}),
        ('t("page.done")', {}, {"page.done"}, {"page.menu", "page.line.down"}),
        ("el('p', { 'data-t': 'page.done' })", {}, {"page.done"}, {"page.menu"}),
        ("t(`page.line.${how}`)", {}, {"page.line.down"}, {"page.done"}),
        ("t(`page.${how}.down`)", {}, {"page.line.down"}, {"page.done"}),
        ("t(`page.li${how}`)", {}, {"page.line.down"}, {"page.done"}),
        ('t("page.line")', {}, {"page.line.down"}, {"page.done"}),
        ('t("page.lin")', {}, set(), {"page.line.down"}),
        ('t("page.done.more")', {}, set(), {"page.done"}),
        ("", {"pages": (OwnPage("/x", "page.done", "x.js"),)}, {"page.done"}, {"page.menu"}),
        ("", {"forms": {"e": {"first": "page.done"}}}, {"page.done"}, {"page.menu"}),
        ("", {"forms": {"e": {"choices": [{"title": "page.done"}]}}}, {"page.done"}, set()),
        ("", {"forms": {"e": {"each": ({"word": "page.line"}, 7)}}}, {"page.line.down"}, set()),
        ('import { a } from "/static/naming.js";', {}, set(), {"naming.sit"}),
    ],
)
def test_which_words_a_game_brings(
    module: str, more: dict[str, Any], says: set[str], not_says: set[str], tmp_path: Path
) -> None:
    """Those that its modules, its pages and its form for a new game name, or begin, or may come to; what comes later brings its own."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/part.js").write_text(module)
    game = GamePages(name="dice", titles={}, folder=tmp_path, **more)
    told = set(json.loads(said_by(game, "en").plain))

    assert says <= told
    assert not not_says & told
    assert told <= set(json.loads(said_by_shell("en", [game]).plain))


def test_the_table_is_not_sent_what_the_host_says() -> None:
    """Nor the history's: each page asks for its own."""
    at_table, at_host = (
        set(json.loads(said_by_shell("en", page=page).plain)) for page in ("table", "host")
    )

    assert {"page.done", "page.line.down"} <= at_table
    assert not {"host.rulings.why", "history.replay.pace"} & at_table
    assert {"host.rulings.why", "page.line.down"} <= at_host
    assert len(at_table) < len(brought_by("", "en")) / 3


def house_words() -> set[str]:
    """The keys that are there whatever games are."""
    told = tomllib.loads((ROOT / "companion/words/en.toml").read_text("utf-8"))

    def keys(tree: dict[str, Any], prefix: str = "") -> Iterator[str]:
        for name, value in tree.items():
            if isinstance(value, dict):
                yield from keys(value, f"{prefix}{name}.")
            else:
                yield f"{prefix}{name}"

    return set(keys(told))


def test_the_shell_speaks_without_a_game() -> None:
    """What the shell says by name is the house's; a game adds what stands for its own names (``page.way.*``)."""
    house = house_words()
    named = ((path.name, key) for path in (*SHELL, *TEMPLATES) for key in keys_in(path))

    assert set() == {(name, key) for name, key in named if "*" not in key and key not in house}


def test_no_sentence_of_the_pages_is_forgotten() -> None:
    """A sentence that no page says is dropped from the word files."""
    patterns = every_key() | {f"host.setting.{key}" for key in OFFERED}
    ours = {k for k in words("en").sentences if k.split(".")[0] in TABLES}

    assert ours - fitting(patterns, ours) == set()


def test_every_setting_has_a_name() -> None:
    """The host reads what a setting does, not what it is called in a file."""
    named = {f"host.setting.{key}" for key in OFFERED}

    assert set() == named - words("en").sentences.keys()


@pytest.mark.parametrize(("name", "brought"), PAGES.items(), ids=PAGES)
def test_a_game_s_own_pages_have_a_title_and_a_module(name: str, brought: GamePages) -> None:
    """Each lies under a path of its own, is called something, and is filled by a file of the game."""
    assert name == brought.name
    for page in brought.pages:
        assert page.path.startswith("/")
        assert page.title in words("en").sentences
        assert (brought.folder / page.module).exists()
    assert all((brought.folder / sheet).exists() for sheet in brought.styles)
    assert all((ROOT / "web/static" / sheet).exists() for sheet in brought.shared)


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
def test_no_text_in_a_template(path: Path) -> None:
    """What people read comes from the word files."""
    bare = re.sub(r"\{[{%].*?[%}]\}", "", path.read_text("utf-8"), flags=re.DOTALL)
    reader = Texts()
    reader.feed(bare)

    assert [text for text in reader.found if re.search(r"\w", text)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_nothing_from_elsewhere_and_nothing_inline(path: Path) -> None:
    """The page works without any network but the Pi's, under a strict policy."""
    text = path.read_text("utf-8")
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", text)

    own = ("/", "{{ page.path }}")  # where a game's page lies: a path of the URL map

    assert [url for url in loaded if not url.startswith(own)] == []
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+=", text) == []


def test_names_become_text_never_markup() -> None:
    """Nothing in the scripts turns a string into markup."""
    forbidden = r"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function"
    found = {path: re.findall(forbidden, path.read_text("utf-8")) for path in SCRIPTS}

    assert {} == {path.name: signs for path, signs in found.items() if signs}
