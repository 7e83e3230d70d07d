"""What every constant is worth: each is varied alone, and recorded games are told again with it.

    python -m benchmarks.observed record FOLDER --fps 10 > FOLDER/seen.jsonl
    python -m benchmarks.ablation --scorer stranger.py --in companion.tracking --in companion.games.dumm_gelaufen.tracker FOLDER...

A folder is a painted game with the painter's ``truth.json``, and ``--scorer`` the painter,
of which ``score(FOLDER, TOLD)`` is asked. Named numbers of the modules ``--in`` a package
are multiplied by every one of ``--factors``; of a share near 1 what is missing to 1 is
divided. For every constant: what is counted otherwise than with the value it has, and
whether that is worse. A constant without which nothing is counted otherwise is not needed
for these games. ``--measure MODULE:FUNCTION`` counts something else of the folders, such as
what is read of their pictures; ``benchmarks.ablation:settled_again`` settles them again of
what was read before, for the numbers of settling:

    python -m benchmarks.observed read FOLDER --fps 10 > FOLDER/readings.pickle
    python -m benchmarks.ablation --scorer stranger.py --measure benchmarks.ablation:settled_again --in vision.settling FOLDER...

and ``benchmarks.ablation:read_again`` reads pictures with their truth, without a painter;
``benchmarks.ablation:dice_again`` the dice on them.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import json
import pickle
import pkgutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from io import StringIO
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, cast
from zlib import crc32

FACTORS: Final = (0.5, 2.0)
FPS: Final = 10.0
BETTER: Final = ("right", "actions_right", "claims_right", "sure")
"""Of these more is better, of everything else that is counted fewer."""
DIGEST: Final = "digest"
"""A checksum of all that was observed."""
NEITHER: Final = ("sure", "observed", "seconds", DIGEST)
"""Of these neither more nor fewer is better: how many observations there are, and the sum of their times."""
COUNTED: Final = (*BETTER, "wrong_sure", "extra", "illegal", "claims_false")
COUNTED_ALL: Final = (*COUNTED, "questions")


@dataclass(frozen=True)
class Constant:
    """A named number of a module; one of several where ``part`` says which."""

    module: str
    name: str
    value: float
    part: int | None = None

    @property
    def text(self) -> str:
        """How it is called in a report."""
        where = self.module.rpartition(".")[2]
        return f"{where}.{self.name}" + ("" if self.part is None else f"[{self.part}]")

    def times(self, factor: float) -> float:
        """Another value, as far from this one as a factor says."""
        if isinstance(self.value, int):
            near = round(self.value * factor)
            return near if near != self.value else self.value + (1 if factor > 1 else -1)
        if 0.5 < self.value < 1:
            return 1 - (1 - self.value) / factor
        return self.value * factor


def constants(packages: Sequence[str]) -> Iterator[Constant]:
    """The named numbers of some packages' modules that are not made of other ones."""
    for module in (m for package in packages for m in _modules(package)):
        found = importlib.import_module(module)
        assert found.__file__ is not None
        for name in _assigned(Path(found.__file__).read_text("utf-8")):
            yield from _numbers(module, name, getattr(found, name))


def _modules(package: str) -> Iterator[str]:
    yield package
    here = importlib.import_module(package)
    for module in pkgutil.walk_packages(getattr(here, "__path__", ()), package + "."):
        yield module.name


def _assigned(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, value = node.target.id, node.value
            if value is not None and name.strip("_").isupper() and not _is_made(value):
                yield name


def _is_made(value: ast.expr) -> bool:
    """Whether a value is made of other constants."""
    names = (getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(value))
    return any(name.isupper() for name in names)


def _numbers(module: str, name: str, value: object) -> Iterator[Constant]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield Constant(module, name, value)
    elif isinstance(value, tuple) and all(type(each) in (int, float) for each in value):
        for part, each in enumerate(value):
            yield Constant(module, name, each, part)


# One constant otherwise ----------------------------------------------------------------


class _Loader(SourceFileLoader):
    """Loads a module with one of its numbers replaced, and what is made of it with it."""

    def __init__(self, fullname: str, path: str, constant: Constant, new: float) -> None:
        super().__init__(fullname, path)
        self.constant, self.new = constant, new

    def get_code(self, fullname: str) -> CodeType:
        """The code with the number."""
        tree = ast.parse(Path(self.path).read_text("utf-8"))
        for node in tree.body:
            target = getattr(node, "target", None)
            if isinstance(target, ast.Name) and target.id == self.constant.name:
                assert isinstance(node, ast.AnnAssign)
                node.value = self._replaced(node.value)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def _replaced(self, value: ast.expr | None) -> ast.expr:
        new = ast.Constant(self.new)
        if self.constant.part is None:
            return new
        assert isinstance(value, ast.Tuple)
        value.elts[self.constant.part] = new
        return value


@dataclass(frozen=True)
class Varied(MetaPathFinder):
    """Finds a module with one of its numbers replaced."""

    constant: Constant
    new: float

    def find_spec(
        self, fullname: str, path: Any, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with the constant, with its other value."""
        if fullname != self.constant.module:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self.constant, self.new)
        return spec


# What is counted -----------------------------------------------------------------------


def told_again(folders: Sequence[Path], scorer: Path) -> Counter[str]:
    """What the painter counts of recorded games as they are told now."""
    from benchmarks.observed import read

    return _scored({folder: read(folder / "seen.jsonl") for folder in folders}, scorer)


def settled_again(folders: Sequence[Path], scorer: Path) -> Counter[str]:
    """What it counts of games whose pictures were read before, as they are settled and told now."""
    from benchmarks.observed import recorded

    def observed(folder: Path) -> Iterable[dict[str, Any]]:
        return recorded(str(folder), FPS, pickle.loads((folder / "readings.pickle").read_bytes()))

    return _scored({folder: observed(folder) for folder in folders}, scorer)


def read_again(folders: Sequence[Path], scorer: Path) -> Counter[str]:
    """How many cards of folders of pictures with their truth (``benchmarks.pictures``) are read, at three widths, and how many that lie nowhere; ``scorer`` is not asked."""
    from benchmarks.pictures import SMALL_WIDTHS, photo
    from benchmarks.readers import OURS, readers

    read, counts = readers()[OURS], Counter[str]()
    pictures = [path for folder in folders for path in sorted(folder.glob("*_1280x720.jpg"))]
    for one in (photo(path, width) for path in pictures for width in SMALL_WIDTHS):
        found = read(one.grey)
        counts["right"] += len(found & set(one.wanted))
        counts["extra"] += len(found - {tag.payload for tag in one.tags})
    return counts


def dice_again(folders: Sequence[Path], scorer: Path) -> Counter[str]:
    """How many clear dice on pictures of mats with their truth are told right, and how many wrong; neither argument is asked."""
    from benchmarks.dice_causes import causes

    counts = Counter[str]()
    for _, _, why, seen in causes("all"):
        counts["right"] += why == "told"
        counts["wrong_sure"] += why != "told" and seen.startswith("told")
    return counts


def _scored(seen: Mapping[Path, Iterable[dict[str, Any]]], scorer: Path) -> Counter[str]:
    from benchmarks.observed import told
    from companion.json_lines import as_text
    from companion.words import words

    painter, said, counts = _script(scorer), words("en"), Counter[str]()
    for folder, observations in seen.items():
        truth = json.loads((folder / "truth.json").read_text("utf-8"))
        each = [*observations]
        lines = [*told(each, tuple(truth["players"]))]
        counts["observed"] += len(each)
        counts[DIGEST] ^= crc32(json.dumps(each).encode())
        counts["seconds"] += round(sum(seen["time"] for seen in each if "time" in seen))
        counts["sure"] += sum(line.get("sure", False) for line in lines)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as out:
            out.writelines(as_text(said.worded(line)) + "\n" for line in lines)
            out.flush()
            with redirect_stdout(StringIO()):
                found = painter.score(str(folder), out.name)
        counts.update({key: int(found.get(key, 0)) for key in COUNTED_ALL if key != "sure"})
    return counts


def _script(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted(given: argparse.Namespace, *varied: str) -> Counter[str]:
    """What is counted in a process of its own, with a constant varied."""
    command = [sys.executable, "-m", "benchmarks.ablation", *map(str, given.folders)]
    command += ["--scorer", str(given.scorer), "--measure", given.measure, *varied]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        # A value with which nothing runs is beyond the edge.
        return Counter(broken=1)
    return Counter(json.loads(done.stdout))


# Report --------------------------------------------------------------------------------


def difference(before: Counter[str], after: Counter[str]) -> tuple[int, str]:
    """By how much more is wrong than before, and what is counted otherwise."""
    if after["broken"]:
        return 1, "does not run"
    changed = {key: after[key] - before[key] for key in before if after[key] != before[key]}
    worse = sum(-n if key in BETTER else n for key, n in changed.items() if key not in NEITHER)
    otherwise = ["observed otherwise"] * (changed.pop(DIGEST, 0) != 0)
    return worse, ", ".join([*(f"{key} {n:+}" for key, n in sorted(changed.items())), *otherwise])


def report(given: argparse.Namespace) -> Iterator[str]:
    """A line for each constant and factor that counts something otherwise, and one for each that does not."""
    before = counted(given)
    yield f"as it is: {dict(before)}"
    chosen = [c for c in constants(given.inside) if not given.only or c.name in given.only]
    runs = [(c, f) for c in chosen for f in given.factors]

    def run(pair: tuple[Constant, float]) -> Counter[str]:
        constant, factor = pair
        what = [constant.module, constant.name, str(constant.part), repr(constant.value)]
        return counted(given, "--vary", *what, repr(constant.times(factor)))

    with ThreadPoolExecutor(given.processes) as pool:
        for (constant, factor), after in zip(runs, pool.map(run, runs), strict=True):
            worse, what = difference(before, after)
            sign = "edge" if worse > 0 else "better" if worse < 0 else "same"
            new = f"{constant.value:.4g} -> {constant.times(factor):.4g}"
            yield f"{constant.text:44} {new:22} {sign if what else 'nothing':8} {what}"


def main() -> None:
    """Vary, count, print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folders", type=Path, nargs="+")
    asked.add_argument(
        "--scorer", type=Path, default=Path(), help="the painter, where games are told"
    )
    asked.add_argument("--in", dest="inside", action="append", default=[])
    asked.add_argument("--only", action="append", help="the names to vary")
    asked.add_argument("--measure", default="benchmarks.ablation:told_again")
    asked.add_argument("--factors", type=float, nargs="+", default=FACTORS)
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--vary", nargs=5, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.inside:
        for line in report(given):
            print(line, flush=True)
        return
    if given.vary:
        module, name, part, value, new = given.vary
        place = None if part == "None" else int(part)
        constant = Constant(module, name, ast.literal_eval(value), place)
        sys.meta_path.insert(0, Varied(constant, ast.literal_eval(new)))
    where, _, function = given.measure.partition(":")
    measure = getattr(importlib.import_module(where), function)
    print(json.dumps(cast("Counter[str]", measure(given.folders, given.scorer))))


if __name__ == "__main__":
    main()
