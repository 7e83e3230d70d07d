"""All attacks, family by family, and how one is tried."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from benchmarks.attacks.attack import Attack, Verdict

HERE: Final = Path(__file__).parents[2]
FAMILIES: Final = (
    "server",
    "shapes",
    "streams",
    "crowds",
    "networks",
    "pages",
    "seats",
    "pin",
    "photographs",
    "texts",
    "terminal",
    "journals",
    "disk",
    "camera",
    "broker",
    "hub",
    "update",
    "evening",
)
"""What is attacked: a module each."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one try, and the seconds it took."""

    attack: str
    verdict: Verdict
    seconds: float


def attacks(names: Iterable[str] = ()) -> Iterator[Attack]:
    """All of them, or those whose names begin so."""
    wanted = tuple(names)
    for family in FAMILIES:
        if wanted and not any(_agree(f"{family}.", each) for each in wanted):
            continue
        for each in vars(import_module(f"benchmarks.attacks.{family}")).values():
            if isinstance(each, Attack) and each.name.startswith(wanted or ""):
                yield each


def _agree(one: str, other: str) -> bool:
    """Whether one of the two begins with the other."""
    return one.startswith(other) or other.startswith(one)


def tried(attack: Attack, tree: Path = HERE, longer: float = 1.0) -> Outcome:
    """One attack on a checkout's companion, in processes and a folder of its own; whatever it leaves is ended and removed.
    ``longer``: looked at for so many times as long.

    Raises RuntimeError where the attack itself fails.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        line = [sys.executable, "-m", "benchmarks.attacks.found", attack.name]
        with subprocess.Popen(
            [*line, str(tree), folder, str(longer)],
            cwd=HERE,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                told, wrong = process.communicate(timeout=attack.seconds * longer)
            except subprocess.TimeoutExpired:
                told, wrong = "", ""
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    seconds = time.monotonic() - began
    if process.returncode == -signal.SIGKILL:
        late = Verdict(False, f"not over after {attack.seconds:.0f} s")
        return Outcome(attack.name, late, seconds)
    if process.returncode:
        raise RuntimeError(f"{attack.name}: {wrong[-2000:]}")
    return Outcome(attack.name, Verdict(**json.loads(told.splitlines()[-1])), seconds)


def main() -> None:
    """Try one attack, in this process: ``argv`` is its name, a checkout, a folder, and how much longer."""
    from dataclasses import asdict

    from benchmarks.attacks.ground import Ground

    name, tree, folder, longer = sys.argv[1:]
    (attack,) = (each for each in attacks([name]) if each.name == name)
    ground = Ground(Path(tree), Path(folder), float(longer))
    print(json.dumps(asdict(attack.act(ground))))


if __name__ == "__main__":
    main()
