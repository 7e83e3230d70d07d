"""From the frame in which an at-once card is first readable to the announcement in every phone: `python -m benchmarks.latency`.

The painted table is looked at by the companion's own camera process,
its session writes to a journal on the disk, its pages are followed by 30
phones (``--phones``). Prints one JSON object: how many of the ``--cards``
were announced and heard, and p50, p95, p99 and the longest time in ms:

* ``whole``: from the handing over of the first frame in which a tag of the card is seen whole, to the phone;
* ``settling``: until the frame with which it was told was handed over: looks that have to agree;
* ``reading``: what the camera process took with that frame;
* ``understanding``: what the session concluded from it;
* ``journal``: writing that to the disk;
* ``fan_out``: from there to the phone;
* ``besides``: the whole without the settling, of which 150 ms are promised for p95.

Phones, painter and companion share this machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.phones import Crowd, in_ms, waited

PROMISED: Final = 150.0
"""ms besides the settling, p95."""
PATIENCE: Final = 30.0


def measured(phones: int, cards: int) -> dict[str, Any]:
    """Play so many cards to so many phones, and say how long they took."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "film.jsonl"
        line = [sys.executable, "-m", "benchmarks.film_server"]
        line += [str(phones + 8), str(cards), str(notes)]
        with subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            crowd, told, megabytes = _played(process, phones)
            process.communicate()
        film = [json.loads(note) for note in notes.read_text("ascii").splitlines()]
    return _figures(crowd, told, film, cards) | {"megabytes": megabytes}


def _played(process: subprocess.Popen[str], phones: int) -> tuple[Crowd, list[dict[str, Any]], int]:
    answers = _answers(process)
    crowd = Crowd(next(answers)["port"])
    crowd.join(phones)
    crowd.start()
    assert process.stdin is not None
    process.stdin.write("look\n")
    process.stdin.flush()
    told: list[dict[str, Any]] = []
    for answer in answers:
        if "over" in answer:
            break
        told.append(answer)
    if told:
        crowd.hear(told[-1]["seq"], crowd.phones, PATIENCE)
    crowd.close()
    return crowd, told, answer.get("megabytes", 0)


def _answers(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def _figures(
    crowd: Crowd, told: list[dict[str, Any]], film: list[dict[str, Any]], cards: int
) -> dict[str, Any]:
    frames = {note["frame"]: note for note in film}
    parts = [_parts(each, frames, film) for each in told]
    kept = {each["seq"]: each["kept"] for each in told}
    whole = {each["seq"]: part["first"] for each, part in zip(told, parts, strict=True)}
    besides = {
        each["seq"]: part["first"] + part["settling"]
        for each, part in zip(told, parts, strict=True)
    }
    ms = {
        "whole": in_ms(waited(crowd.phones, whole)),
        **{name: in_ms(sorted(part[name] for part in parts)) for name in PARTS},
        "fan_out": in_ms(waited(crowd.phones, kept)),
        "besides": in_ms(waited(crowd.phones, besides)),
    }
    return {
        "phones": len(crowd.phones),
        "cards": cards,
        "announced": len(told),
        "heard": sum(len(phone.heard.keys() & kept.keys()) for phone in crowd.phones),
        "of": len(crowd.phones) * len(told),
        "ms": ms,
        "promised": PROMISED,
        "kept_promise": ms["besides"]["p95"] <= PROMISED,
    }


PARTS: Final = ("settling", "reading", "understanding", "journal")


def _parts(
    told: dict[str, Any], frames: dict[int, dict[str, Any]], film: list[dict[str, Any]]
) -> dict[str, float]:
    """Seconds of each part for one card; ``first`` is when it could first be read."""
    last = frames[told["frame"]]
    first = max(
        (note for note in film if note["first"] and note["given"] <= last["given"]),
        key=lambda note: note["given"],
        default=last,
    )
    return {
        "first": first["given"],
        "settling": last["given"] - first["given"],
        "reading": told["called"] - last["given"],
        "understanding": told["writing"] - told["called"],
        "journal": told["kept"] - told["writing"],
    }


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--phones", type=int, default=30)
    given.add_argument("--cards", type=int, default=40)
    args = given.parse_args()
    print(json.dumps(measured(args.phones, args.cards)))


if __name__ == "__main__":
    main()
