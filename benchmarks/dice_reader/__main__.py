"""Trains one network that reads dice, and two that find them, on painted pictures and on photographs; needs torch and onnx (locked in benchmarks/dice_reader/uv.lock).

    python -m benchmarks.dice_reader photographs FOLDER
    python -m benchmarks.dice_reader train FOLDER --photographs FOLDER --minutes 7 --painters 15 --device cuda
    python -m benchmarks.dice_reader paint FILE --first SEED --count N

It paints while it learns. What was learnt is kept every 20 seconds and in the end written as ONNX.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from benchmarks.dice_reader.course import Course, learn
from benchmarks.dice_reader.painting import painters, write


@click.group()
def main() -> None:
    """Paint pictures, and learn from them."""


@main.command()
@click.argument("to", type=Path)
def photographs(to: Path) -> None:
    """Gather what is learnt from photographs."""
    from benchmarks.dice_reader.photographs import gather

    click.echo(f"{gather(to)} places")


@main.command()
@click.argument("file", type=Path)
@click.option("--first", default=0)
@click.option("--count", default=100)
def paint(file: Path, first: int, count: int) -> None:
    """Paint pictures with their truth."""
    write(file, range(first, first + count))


@main.command()
@click.argument("to", type=Path)
@click.option("--photographs", "photos", type=Path, default=Path("none"))
@click.option("--pictures", type=Path, help="A folder that was painted into before.")
@click.option("--painters", "count", default=2, help="Processes that paint.")
@click.option("--minutes", default=60.0)
@click.option("--rate", default=3e-3)
@click.option("--batch", default=2048, help="Places a step.")
@click.option("--most", default=200_000, help="Pictures that are kept: 80 kB each.")
@click.option("--over", default=1000, help="Steps, the weights' mean.")
@click.option("--device", default="cpu")
@click.option("--weights", type=Path, help="What an earlier course has kept.")
def train(
    to: Path, photos: Path, pictures: Path | None, count: int, minutes: float,
    rate: float, batch: int, most: int, over: int, device: str,
    weights: Path | None,
) -> None:  # fmt: skip
    """Learn to find and to read dice."""
    with tempfile.TemporaryDirectory(prefix="dice-") as folder:
        painted = pictures or Path(folder)
        works = painters(painted, count, 0, most // 100)
        learn(
            Course(
                painted, photos, to, device, minutes, rate, batch, most, over, weights
            ),
            works,
        )
        for work in works:
            work.kill()
            work.join()


if __name__ == "__main__":
    main()
