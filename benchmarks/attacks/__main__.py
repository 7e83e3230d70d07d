"""Attacks on a companion on this machine: `python -m benchmarks.attacks [NAME...] [--against REV] [--longer N] [--json]`.

Prints a line for each attack whose name begins with a NAME (all, without one): whether what
is promised held, and the figure. ``--against`` tries each on the companion of another commit
as well, in the same run, and puts that first. ``--longer`` looks for so many times as long: `evening.guests --longer 60` is an hour. All of it stays on loopback, and every attack
ends by itself after the seconds that it is given. Exit status 1 if one falls that is promised to hold,
or one holds that is still said to fall.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.attacks.attack import Attack, Verdict
from benchmarks.attacks.found import HERE, attacks, tried
from benchmarks.compare import checked_out


def said(verdict: Verdict) -> str:
    """A cell of the table."""
    return f"{'holds' if verdict.held else '**falls**'}: {verdict.figure}"


def compared(attack: Attack, trees: list[Path], longer: float) -> Iterator[Verdict]:
    """What an attack comes to on each checkout."""
    for tree in trees:
        if why := attack.needs():
            yield Verdict(not attack.open, f"not tried: {why}")
            continue
        try:
            yield tried(attack, tree, longer).verdict
        except RuntimeError as error:
            yield Verdict(False, f"could not be tried: {str(error)[-300:]}")


def main() -> None:
    """Attack, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--against", metavar="REV")
    parser.add_argument("--longer", type=float, default=1.0, metavar="N")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    chosen = [*attacks(given.names)]
    if given.list:
        for each in chosen:
            print(f"{each.name}\t{each.tries}")
        return
    expected = True
    with ExitStack() as ends:
        trees = [ends.enter_context(checked_out(given.against))] if given.against else []
        columns = [given.against, "now"] if given.against else ["now"]
        if not given.json:
            print(f"| attack | what it tries | {' | '.join(columns)} | load |")
            print("| --- | --- |" + " --- |" * len(columns) + " --- |", flush=True)
        for each in chosen:
            verdicts = [*compared(each, [*trees, HERE], given.longer)]
            expected = expected and verdicts[-1].held is not bool(each.open)
            print(row(each, verdicts, columns, as_json=given.json), flush=True)
    sys.exit(not expected)


def row(attack: Attack, verdicts: list[Verdict], columns: list[str], *, as_json: bool) -> str:
    """A line of what came of an attack."""
    if as_json:
        told: dict[str, Any] = {"attack": attack.name, "tries": attack.tries}
        told["open"] = attack.open
        told |= {name: asdict(of) for name, of in zip(columns, verdicts, strict=True)}
        return json.dumps(told)
    cells = [attack.name, attack.tries, *map(said, verdicts)]
    if attack.open:
        cells[-1] += f" (known: {attack.open})"
    return f"| {' | '.join(cells)} | {os.getloadavg()[0]:.1f} |"


if __name__ == "__main__":
    main()
