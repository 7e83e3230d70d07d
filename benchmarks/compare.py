"""Two versions beside each other in one run, turn and turn about: `python -m benchmarks.compare COMMIT [--only PART...] [--rounds N]`.

COMMIT is checked out into a folder of its own for as long as this lasts; both
versions run with this interpreter and its libraries, each from its own folder.
A row is a figure: the median of the rounds of either, and what the second is
of the first. The parts:

* ``looks``: a fresh look at the photo-like pictures (MURPHY_PICTURES) at 1280 px and one at a table that stands still, ms of processor time;
* ``engine``: decisions a second and the replay of a journal (``benchmarks.engine``), with RLCard's UNO where that is installed;
* ``latency``: from the first readable frame of a card to the phones, ms at the 95th percentile (``benchmarks.latency``);
* ``pages``: the painted table of one seed in Chromium: what the table's page loads, how long that takes, and the memory of everything.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.request import urlopen

from tests.places import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE: Final = Path(__file__).parent.parent
Figures: TypeAlias = dict[str, float]

LOOKS: Final = """
import json, numpy as np
from benchmarks.pictures import photos
from benchmarks.readers import ours, timed
from benchmarks.reading import followed
read, fresh, still, right, wanted = ours(), [], [], 0, 0
for photo in photos(1280):
    found, ms = timed(read, photo.grey, 3)
    fresh.append(ms)
    right, wanted = right + len(found & set(photo.wanted)), wanted + len(set(photo.wanted))
    still.append(float(np.median(followed(photo.grey, 15))))
print(json.dumps({"cards read, of all": right / wanted, "a fresh look, ms": np.mean(fresh), "a look at a table that stands still, ms": np.mean(still)}))
"""
CARDS: Final = 4
SECONDS: Final = 3.0
LOADS: Final = 4


def looks(tree: Path) -> Figures:
    """What looking costs."""
    figures: Figures = json.loads(_run(tree, "-c", LOOKS))
    return figures


def engine(tree: Path) -> Figures:
    """What the rules cost, and the same beside RLCard."""
    told = json.loads(_run(tree, "-m", "benchmarks.engine", "--json", "--seconds", f"{SECONDS}"))
    rates = {name: of["decisions_per_second"] for name, of in told["contenders"].items()}
    figures = {f"decisions a second: {name}": rate for name, rate in rates.items()}
    uno = rates.get("rlcard uno, random agents")
    if uno:
        figures["times RLCard's UNO"] = rates["murphy, random"] / uno
    return figures | {"replay of 10,000 entries, s": told["replay"]["seconds"]}


def latency(tree: Path) -> Figures:
    """What a phone waits for."""
    told = json.loads(_run(tree, "-m", "benchmarks.latency", "--cards", str(CARDS)))
    parts = ("whole", "settling", "reading", "understanding", "journal", "fan_out", "besides")
    return {f"latency, p95: {part}, ms": told["ms"][part]["p95"] for part in parts}


def pages(tree: Path) -> Figures:
    """What a browser loads that has never been there, and how much memory the companion has by then."""
    from playwright.sync_api import sync_playwright

    from tests.web.screens import CHROMIUM

    with _playing(tree) as (url, process), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        loads = [_load(browser, url) for _ in range(LOADS)]
        browser.close()
        found = {name: median(load[name] for load in loads) for name in loads[0]}
        return found | {"memory of all processes (PSS), MB": _memory(process.pid)}


def _load(browser: Browser, url: str) -> Figures:
    """One visit with nothing kept from before."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    page.goto(url, wait_until="load")
    page.get_by_text("Bob").first.wait_for()
    drawn = page.evaluate("performance.now()")
    told: Figures = page.evaluate(
        """() => {
          const files = performance.getEntriesByType("resource").filter((e) => !e.name.includes("/api/events"));
          const all = [...performance.getEntriesByType("navigation"), ...files];
          return {
            "requests of the first load": all.length,
            "first load, kB": all.reduce((sum, e) => sum + e.transferSize, 0) / 1000,
          };
        }"""
    )
    context.close()
    return told | {"first load until the table is drawn, ms": drawn}


@contextmanager
def _playing(tree: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The companion with its painted table, once it has been seen."""
    with TemporaryDirectory() as home:
        port = free_port()
        line = [sys.executable, "-m", "companion", "play", "--camera", "painted"]
        line += ["--seed", "1", "--players", "Ann,Bob,Cem", "--host", "127.0.0.1"]
        line += ["--port", str(port), "--journal", f"{home}/journal"]
        kept = {**os.environ, "XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home}
        process = subprocess.Popen(
            line, cwd=tree, env=kept, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            yield _seen(f"http://127.0.0.1:{port}/"), process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def _seen(url: str) -> str:
    """The address, once a game goes on there. Raises TimeoutError."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        try:
            with urlopen(f"{url}api/view", timeout=5) as answer:
                if json.load(answer)["phase"] == "play":
                    return url
        except OSError:
            pass
        time.sleep(0.5)
    raise TimeoutError(url)


def _memory(pid: int) -> float:
    """MB that a process and its children have for themselves, shared pages by share."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").split("\n")
    own = next(int(line.split()[1]) for line in told if line.startswith("Pss:"))
    below = Path(f"/proc/{pid}/task").glob("*/children")
    return own / 1000 + sum(
        _memory(int(c)) for path in below for c in path.read_text("ascii").split()
    )


def _run(tree: Path, *line: str) -> str:
    """The last line that Python prints there."""
    done = subprocess.run(
        [sys.executable, *line], cwd=tree, stdout=subprocess.PIPE, check=True, text=True
    )
    return done.stdout.strip().splitlines()[-1]


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit's files in a folder of their own."""
    git = ["git", "-C", str(HERE), "worktree"]
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def compared(before: Path, part: Callable[[Path], Figures], rounds: int) -> Iterator[str]:
    """The rows of a part; who is first changes from round to round."""
    told: dict[Path, list[Figures]] = {before: [], HERE: []}
    for number in range(rounds):
        for tree in (before, HERE) if number % 2 == 0 else (HERE, before):
            told[tree].append(part(tree))
            print(tree.name, json.dumps(told[tree][-1]), file=sys.stderr, flush=True)
    for name in told[HERE][0]:
        old, new = (
            median(found[name] for found in told[tree] if name in found) for tree in (before, HERE)
        )
        ratio = f"{new / old:.2f}" if old else "-"
        yield f"| {name} | {_short(old)} | {_short(new)} | {ratio} |"


def _short(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


PARTS: Final = {part.__name__: part for part in (looks, engine, latency, pages)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    # Whatever ends this, no checked out folder stays behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.environ.setdefault("MURPHY_PICTURES", str(HERE.parent / "shared/pictures"))
    print(f"| | {given.commit} | now | ratio |\n| --- | ---: | ---: | ---: |", flush=True)
    with checked_out(given.commit) as before:
        for name in given.only:
            for row in compared(before, PARTS[name], given.rounds):
                print(row, flush=True)


if __name__ == "__main__":
    main()
