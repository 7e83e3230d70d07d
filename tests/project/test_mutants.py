"""The bugs that `make mutants` puts in, where it puts them, and what it makes of the answers."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.mutants.equivalents import equivalents
from benchmarks.mutants.memory import Memory, Verdict
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.operators import mutants
from benchmarks.mutants.record import Record, nearest
from benchmarks.mutants.report import Report, Tried
from benchmarks.mutants.rooms import TOP, Room, room_of, rooms
from benchmarks.mutants.sample import by_hand, every, sample, touched
from benchmarks.mutants.scratch import Scratch, scratch_of
from benchmarks.mutants.signatures import signatures
from benchmarks.mutants.trial import Trials, alone
from benchmarks.mutants.witness import Plan
from tests.disks import missing

WHY = missing()

SLIPS = {
    "a < b": {"a <= b"},
    "a >= b": {"a > b"},
    "a is not b": {"a is b"},
    "a  not  in b": {"a  in b"},
    "a and b": {"a or b", "True and b", "a and True"},
    "(a or b)": {"(a and b)", "(False or b)", "(a or False)"},
    "a or ()": {"a and ()", "False or ()"},
    "not a": {"(a)"},
    "-a": {"(a)"},
    "a + b": {"a - b"},
    "a + ''": set[str](),
    "a // b": {"a % b"},
    "a = 3": {"a = 2", "a = 4"},
    "a = 100": {"a = 10", "a = 1000"},
    "a = 0.5": {"a = 0.05", "a = 5.0"},
    "a = True": {"a = False"},
    "a = 'b'": set[str](),
    "b if a else c": {"b if True else c", "b if False else c"},
    "[b for b in c if a]": {"[b for b in c if True]"},
    "max(a)": {"min(a)", "pass"},
    "a.clear()": {"pass"},
    "a += b": {"pass", "a -= b"},
    "for a in b:\n  continue": {"for a in b:\n  break"},
    "if a:\n  raise b": {"if False:\n  raise b"},
    "try:\n  a\nexcept (B, C):\n  b": {
        "try:\n  a\nexcept (C,):\n  b",
        "try:\n  a\nexcept (B,):\n  b",
    },
    "match a:\n  case B():\n    c\n  case _:\n    d": {
        "match a:\n  case B() if False:\n    c\n  case _:\n    d"
    },
    "def f(a=True):\n  b": {"def f(a=False):\n  b"},
    "def f(a):\n  a = b": {"def f(a):\n  pass"},
    "def f() -> A | None:\n  return b": {"def f() -> A | None:\n  return None"},
    "def f() -> A:\n  return b": set[str](),
    "a: B = c | d": {"a: B = c & d"},
    "def f(a: int | None): b": set[str](),
    "c = dumps(a, sort_keys=b)": {"c = dumps(a)"},
    "c = known(a, late=b)": {"c = known(a)"},
    "c = known(late=b, one=a)": {"c = known(one=a)"},
    "c = known(one=b)": set[str](),
    "c = Thread(target=b, daemon=True)": {"c = Thread(daemon=True)"},
    "c = known(a, b)": set[str](),
    "c = secrets.token_hex(8)": set[str](),
    "def f(a):\n  assert_never(a)": set[str](),
    "c = like(a, b)": {"c = like(b, a)"},
    "c = o.way(a, b)": {"c = o.way(b, a)"},
}
KNOWN = signatures(
    [
        "def known(one: int, late: str = ''): ...",
        "def like(a: int, b: int): ...",
        "class C:\n  def way(self, a: int, b: int): ...",
    ]
)


@pytest.mark.parametrize("code", SLIPS)
def test_the_slips_people_make(code: str) -> None:
    assert SLIPS[code] == {m.in_place(code) for m in mutants("f.py", code, KNOWN)}


def test_a_place_is_told_in_characters_and_lines() -> None:
    """Text with more bytes than characters before it, in a method."""
    code = "class Übung:\n  def größe(self):\n    return 'ä' if self.ö < 1 else 'ü'\n"

    (found,) = [m for m in mutants("f.py", code, KNOWN) if m.what == "<= for <"]

    assert (3, "Übung.größe") == (found.line, found.scope)
    assert (
        "- return 'ä' if self.ö < 1 else 'ü'",
        "+ return 'ä' if self.ö <= 1 else 'ü'",
    ) == found.diff(code)


def code(*lines: str) -> dict[str, str]:
    return {"f.py": "".join(f"x{i} = {line}\n" for i, line in enumerate(lines))}


def test_a_sample_stays_where_code_stays() -> None:
    """A line that comes before all others moves them; a seed is the same sample, another is another."""
    before, after = code(*["a < b"] * 40), code(*["a < b"] * 40)
    after["f.py"] = "import new\n" + after["f.py"]

    def chosen(sources: dict[str, str], seed: int) -> list[str]:
        found = sample(every(["f.py"], sources, {}), sources, seed, 8)
        return [m.name(sources[m.file]) for m in found]

    assert 8 == len(chosen(before, 1))
    assert chosen(before, 1) == chosen(after, 1)
    assert chosen(before, 1) != chosen(before, 2)


def test_what_a_list_says_stands_there_once(tmp_path: Path) -> None:
    sources = {"f.py": "a = b\nc = d\nc = d\n"}

    listed = [("b", "f.py"), ("c = d", "f.py"), ("b", "g.py")]
    told = [{"what": "w", "file": file, "old": old, "new": "e"} for old, file in listed]
    (tmp_path / "list.json").write_text(json.dumps(told))

    found, wrong = by_hand(tmp_path / "list.json", sources)

    assert ["a = e\nc = d\nc = d\n"] == [m.in_place(sources["f.py"]) for m in found]
    assert ["f.py: this stands there 2 times", "g.py: this stands there 0 times"] == [
        each.partition(",")[0] for each in wrong
    ]


def test_equivalents_are_those_of_the_code_as_it_is() -> None:
    """Every entry of equivalent.toml still has its line; one whose line has gone is named."""
    files = (TOP / name for name in ("companion", "hardware", "vision", "web"))
    equivalents(
        {str(p.relative_to(TOP)): p.read_text("utf-8") for top in files for p in top.rglob("*.py")}
    )

    entry = '[[equivalent]]\nfile = "f.py"\nscope = ""\ndiff = ["- a", "+ b"]\nwhy = "{}"'
    assert {"f.py\n\n- a\n+ b": "so"} == equivalents({"f.py": "  a\n"}, entry.format("so"))
    with pytest.raises(ValueError, match="this line has gone: a"):
        equivalents({"f.py": "c\n"}, entry.format("so"))
    with pytest.raises(ValueError, match="no reason"):
        equivalents({"f.py": "a\n"}, entry.format(" "))


def test_every_room_has_files_and_tests() -> None:
    """Patterns that fit nothing are an error; a file belongs to the narrowest room that has it."""
    every_room = rooms().values()

    assert "journal" == room_of("companion/journal/journal.py", every_room).name
    with pytest.raises(ValueError, match=r"no room .* has setup\.py"):
        room_of("setup.py", every_room)


FILE = "web/shop.py"
SHOP = """TAX = 2


def price(cents, grown):
    if cents < 0:
        cents = 0
    if grown and cents > 10:
        while cents < 5:
            cents += 1
        return cents * TAX
    return cents
"""
TESTS = """from web.shop import price


def test_children_pay_less():
    assert 20 == price(20, False)


def test_nothing_is_taken_off():
    assert 0 == price(-1, False)


def test_the_tax():
    assert 40 == price(20, True)


def test_what_fails_anyway():
    assert 1 == price(0, False)
"""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Scratch]:
    """A copy of a project of one file, with its tests."""
    tree = tmp_path / "tree"
    shutil.copytree(TOP / "benchmarks/mutants", tree / "benchmarks/mutants")
    for file, text in (FILE, SHOP), ("tests/test_shop.py", TESTS):
        (tree / file).parent.mkdir()
        (tree / file).write_text(text)
    (tree / "pytest.ini").write_text("[pytest]\nmarkers =\n  prove\n  browser\n")
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", ".")
    with scratch_of(tree) as scratch:
        yield scratch
    assert SHOP == (tree / FILE).read_text()


def git(tree: Path, *line: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *line], cwd=tree, check=True)


def bug(old: str, new: str) -> Mutant:
    start = SHOP.index(old)
    line = SHOP.count("\n", 0, start) + 1
    return Mutant(FILE, "price", line, start, start + len(old), new, "by hand")


@pytest.mark.prove
def test_bugs_are_noticed_or_not(shop: Scratch, tmp_path: Path) -> None:
    """By the test that comes by, or by any where an import does; one that fails anyway notices nothing, and a second run asks nobody."""
    said: list[str] = []
    room = Room("shop", (FILE,), ("tests/test_shop.py",))

    def noticing(*bugs: Mutant) -> list[str]:
        trials = Trials(
            room, shop, tmp_path / "kept", Memory(tmp_path / "kept/memory"), said.append
        )
        return [trials.judge(each).by.partition("::")[2] for each in bugs]

    bugs = [bug("cents = 0", "cents = 1"), bug("cents < 0", "cents <= 0"), bug("= 2", "= 3")]
    found = ["test_nothing_is_taken_off", "", "test_the_tax"]
    assert found == noticing(*bugs)
    assert 2 == len(said)
    assert "left out: tests/test_shop.py::test_what_fails_anyway" in said[1]
    assert SHOP == (shop.top / FILE).read_text()

    (shop.top / "benchmarks/mutants/witness.py").unlink()
    assert found == noticing(*bugs)


TIMED = """import time


def test_waits():
    time.sleep(0.3)


def test_computes():
    while True:
        pass
"""


@pytest.mark.slow
def test_what_never_ends_is_noticed_and_what_waits_for_others_is_not(tmp_path: Path) -> None:
    """A test may take so long of a processor; on a busy machine it takes longer of the clock."""
    (tmp_path / "test_timed.py").write_text(TIMED)
    tests = tuple(f"test_timed.py::{name}" for name in ("test_waits", "test_computes"))
    plan, verdict = tmp_path / "plan", tmp_path / "verdict"
    Plan(str(verdict), tests, dict.fromkeys(tests, 0.2)).write(plan)
    line = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "benchmarks.mutants.witness",
        "--plan",
        str(plan),
        "-q",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    subprocess.run(line, cwd=TOP, stdout=subprocess.DEVNULL, timeout=60)

    noticed = json.loads(verdict.read_text("utf-8"))["noticed"]
    assert ["test_timed.py::test_computes (it never ends)"] == noticed


@pytest.mark.skipif(WHY is not None, reason=WHY or "")
def test_what_is_mounted_goes_with_what_mounted_it(tmp_path: Path) -> None:
    """A test that is stopped takes nothing down: what it mounted would keep the copy from being removed."""
    line = ["sh", "-c", "mount -t tmpfs tmpfs $TMPDIR && exit 3"]

    assert 3 == alone(line, tmp_path, tmp_path, 10.0)
    assert str(tmp_path) not in Path("/proc/mounts").read_text("utf-8")


def test_a_branch_is_asked_about_what_it_touched(tmp_path: Path) -> None:
    """Lines since it left the other one, also those not committed; not what the other did meanwhile."""
    tree = tmp_path
    sources = {"f.py": "a = b < 1\nc = d < 1\n"}
    (tree / "f.py").write_text("a = b < 1\nc = d\n")
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "first")
    (tree / "f.py").write_text(sources["f.py"])

    found = touched(every(["f.py"], sources, {}), tree, "main")

    assert {2} == {each.line for each in found}
    with pytest.raises(ValueError, match="nowhere"):
        touched([], tree, "nowhere")


def test_the_score_leaves_out_what_changes_nothing() -> None:
    gone, stays, same = bug("< 0", "< 1"), bug("> 10", "> 11"), bug("< 0", "<= 0")
    report = Report(
        "shop", [Tried(gone, Verdict("t", "")), Tried(stays, Verdict("", "")), Tried(same, None)]
    )

    assert (0.5, [stays]) == (report.score, report.survivors)
    assert report.text({FILE: SHOP}) == (
        "shop: 1 of 2 killed (0.50), 1 equivalent left out\n"
        "\nweb/shop.py:7 price: by hand\n"
        "    - if grown and cents > 10:\n    + if grown and cents > 11:\n"
    )


def test_a_line_that_an_import_has_come_by_may_be_noticed_by_any_test_of_that_file() -> None:
    """Its result may have been kept for them: they are asked after those that come by themselves."""
    bug = Mutant("a.py", "f", 1, 7, 8, "2", "another constant")
    asked = Record("", {"t1::x": 1.0}, {"a.py": {"return 1": ["t1::x"]}})
    imports = Record("", {"t2::y": 0.1}, {"a.py": {"return 1": []}})
    elsewhere = Record("", {"t3::z": 0.1}, {"a.py": {"return 3": ["t3::z"]}})

    records = {"t3": elsewhere, "t2": imports, "t1": asked}

    assert ["t1::x", "t2::y"] == nearest(bug, "return 1\n", records)
    alone = {"t3": elsewhere, "t2": imports}
    assert ["t3::z", "t2::y"] == nearest(bug, "return 1\n", alone)
    # Outside of functions every file is asked: what it imported another may have begun with.
    at_the_top = replace(bug, scope="")
    assert ["t1::x", "t3::z", "t2::y"] == nearest(at_the_top, "return 1\n", records)
