"""Which mutants are tried: a seeded sample that stays where code stays, what a branch touched, or a list made by hand."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from benchmarks.mutants.mutant import Mutant, digest
from benchmarks.mutants.operators import mutants
from benchmarks.mutants.signatures import Signatures

HUNK = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def every(files: Iterable[str], sources: Mapping[str, str], known: Signatures) -> list[Mutant]:
    """All there could be in some files."""
    return [each for file in files for each in mutants(file, sources[file], known)]


def sample(
    found: Iterable[Mutant], sources: Mapping[str, str], seed: int, size: int
) -> list[Mutant]:
    """Some of them, at most one a line, in the order of files. The others stay the same ones where some code changes."""
    ranked = sorted(found, key=lambda m: digest(str(seed), m.name(sources[m.file])))
    chosen = islice(_one_a_line(ranked, sources), size)
    return sorted(chosen, key=lambda m: (m.file, m.start))


def _one_a_line(ranked: Iterable[Mutant], sources: Mapping[str, str]) -> Iterator[Mutant]:
    taken: set[tuple[str, int]] = set()
    for each in ranked:
        if (each.file, each.line) not in taken and _is_python(each.in_place(sources[each.file])):
            taken.add((each.file, each.line))
            yield each


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def touched(found: Iterable[Mutant], tree: Path, since: str) -> list[Mutant]:
    """Those on lines that differ from where the working folder's branch left ``since``. Raises ValueError where git does not know it."""
    base = _git(tree, "merge-base", since, "HEAD").strip()
    changed: dict[str, set[int]] = {}
    file = ""
    for line in _git(tree, "diff", "-U0", base, "--", "*.py").splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/")
        elif hunk := HUNK.match(line):
            start, length = int(hunk[1]), int(hunk[2] or 1)
            changed.setdefault(file, set()).update(range(start, start + length))
    return [each for each in found if each.line in changed.get(each.file, ())]


def _git(tree: Path, *line: str) -> str:
    ran = subprocess.run(["git", *line], cwd=tree, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise ValueError(f"git {' '.join(line)}: {ran.stderr.strip()}")
    return ran.stdout


def by_hand(path: Path, sources: Mapping[str, str]) -> tuple[list[Mutant], list[str]]:
    """A list of ``{"what", "file", "old", "new"}`` in JSON: its mutants, and what is wrong with the others, whose text does not stand in its file once."""
    found, wrong = list[Mutant](), list[str]()
    for each in json.loads(path.read_text("utf-8")):
        what, file, old, new = (each[key] for key in ("what", "file", "old", "new"))
        source = sources.get(file, "")
        if source.count(old) != 1:
            wrong.append(
                f"{file}: this stands there {source.count(old)} times, not once ({what}):\n{old}"
            )
            continue
        start = source.index(old)
        line = source.count("\n", 0, start) + 1
        found.append(Mutant(file, "", line, start, start + len(old), new, what))
    return found, wrong
