"""Trains one network that reads dice, and two that find them, on painted pictures and on photographs; needs torch and onnx (locked in benchmarks/dice_training/uv.lock).

    python -m benchmarks.dice_training photographs FOLDER
    python -m benchmarks.dice_training train FOLDER --photographs FOLDER --minutes 7 --painters 15 --device cuda
    python -m benchmarks.dice_training paint FILE --first SEED --count N

It paints while it learns. What was learnt is kept every 20 seconds and in the end written as ONNX.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from benchmarks.dice_training.course import Course, Part, learn, write_mean
from benchmarks.dice_training.painting import painters, write


@click.group()
def main() -> None:
    """Paint pictures, and learn from them."""


@main.command()
@click.argument("to", type=Path)
@click.option("--every", is_flag=True, help="Those that are kept out as well.")
def photographs(to: Path, every: bool) -> None:
    """Gather what is learnt from photographs."""
    from benchmarks.dice_training.photographs import gather

    click.echo(f"{gather(to, 'all' if every else 'chosen')} places")


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
@click.option("--every", type=Path, help="Photographs that are learnt from at last.")
@click.option("--pictures", type=Path, help="A folder that was painted into before.")
@click.option("--painters", "count", default=2, help="Processes that paint.")
@click.option("--minutes", default=60.0)
@click.option("--last-minutes", default=10.0, help="With --every.")
@click.option("--rate", default=3e-3)
@click.option("--batch", default=2048, help="Places a step.")
@click.option("--most", default=200_000, help="Pictures that are kept: 80 kB each.")
@click.option("--over", default=1000, help="Steps, the weights' mean.")
@click.option("--device", default="cpu")
@click.option("--weights", type=Path, help="What an earlier course has kept.")
def train(
    to: Path,
    photos: Path,
    every: Path | None,
    pictures: Path | None,
    count: int,
    minutes: float,
    last_minutes: float,
    rate: float,
    batch: int,
    most: int,
    over: int,
    device: str,
    weights: Path | None,
) -> None:
    """Learn to find and to read dice."""
    parts = [Part("measured", photos, minutes, rate)]
    if every is not None:
        parts.append(Part("every", every, last_minutes, rate / 2))
    with tempfile.TemporaryDirectory(prefix="dice-") as folder:
        painted = pictures or Path(folder)
        works = painters(painted, count, 0, most // 100)
        course = Course(painted, tuple(parts), to, device, batch, most, over, weights)
        learn(course, works)
        for work in works:
            work.kill()
            work.join()


@main.command()
@click.argument("to", type=Path)
@click.argument("weights", nargs=-1, required=True, type=Path)
def mean(to: Path, weights: tuple[Path, ...]) -> None:
    """Write the networks whose weights are the mean of those of several courses, each begun where one before it ended."""
    write_mean(to, weights)


if __name__ == "__main__":
    main()
