"""The command `murphy doctor`: checks everything an evening depends on and says what to do.

Vision is imported only where needed: a running companion has a camera process for that.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import click

from companion import commandline, errors, json_lines, libraries, mat
from companion.announce import Message
from companion.app.camera import failed_looks, sources, trial
from companion.app.commands.options import chosen, game_option
from companion.app.doctor import checks, doctor, inspection
from companion.app.doctor.mounting import CAMERAS, EASY, LEAST, Mounting, View, mounted
from companion.games.package import GamePackage
from companion.settings import Settings
from companion.words import Words

if TYPE_CHECKING:
    from companion.app.camera.picture_checks import Looks
    from vision.frame import Frame, Trouble

FRAMES: Final = 10
"""How many frames the doctor takes."""
MARKS: Final = {
    checks.Severity.OK: "✓",
    checks.Severity.WARN: "!",
    checks.Severity.BAD: "✗",
    checks.Severity.UNKNOWN: "?",
}


def _seen(settings: Settings, tell: Callable[[Message], object]) -> tuple[checks.Check, ...]:
    """What the camera's pictures show; ``tell`` hears at once that none comes yet."""
    if settings.camera == sources.NONE:
        return checks.of_no_camera()
    if settings.camera == sources.PHONE:
        return checks.of_phone()
    libraries.need_pictures()
    if sources.source_of(settings) == sources.PAINTED:
        return checks.of_painted()
    from companion.app.camera.picture_checks import of_looks

    try:
        with closing(sources.open_source(settings)) as frames, failed_looks.one_look():
            some = islice(_telling(trial.for_a_while(frames), tell), FRAMES)
            return of_looks(_looks(settings, some))
    except (errors.CameraError, errors.PictureError) as error:
        return checks.of_no_picture(error.message)


def _looks(settings: Settings, frames: Iterable[Frame | Trouble]) -> Looks:
    """What is seen of the game that is named; where none is, of the one whose mat lies there."""
    from companion.app.camera.picture_checks import look

    looks, last = look(frames, sources.reader_of(settings).read)
    lies = looks.reading.mat if looks.reading else None
    if last is None or lies is None or lies.plain or lies.name == sources.played(settings).name:
        return looks
    if settings.game:
        return replace(looks, other_mat=lies.name)
    there = replace(settings, game=lies.name, edition="")
    again, _ = look((last,), sources.reader_of(there).read)
    return replace(looks, reading=again.reading, looks_per_second=again.looks_per_second)


def _telling(
    frames: Iterable[Frame | Trouble], tell: Callable[[Message], object]
) -> Iterator[Frame | Trouble]:
    """The same, and the first trouble is told."""
    told = False
    for frame in frames:
        if isinstance(what := getattr(frame, "what", None), Message) and not told:
            told = True
            tell(what)
        yield frame


def _line(check: checks.Check, words: Words) -> str:
    name = words.say(f"doctor.{check.name}.name")
    found = f"{MARKS[check.verdict]} {name}: {words(check.found)}"
    return f"{found}\n    {words(check.advice)}" if check.advice else found


def _tell_cameras(as_json: bool, words: Words) -> None:
    """Print the cameras there are, as ``--camera`` names them."""
    there = trial.Cameras(Settings)
    plugged, house = there.to_json(), there.in_the_house()
    for camera in (*plugged, *house):
        name, source = camera["name"], camera["source"]
        told = words.say("doctor.cameras.one", name=name, source=source)
        click.echo(json_lines.as_text(camera) if as_json else told)
    if house and not as_json:
        click.echo(words.say("doctor.cameras.password"))
    if not plugged and not house:
        click.echo(words.say("doctor.cameras.none"), err=True)


def _tell_plan(
    package: GamePackage, paper: str | None, view: float | None, as_json: bool, words: Words
) -> None:
    """Print how high each camera hangs over a game's mat, or over one of a paper's size."""
    own = package.mat.size if package.mat else mat.A2_MM
    size = mat.PAPERS_MM[paper] if paper else own
    other = {} if view is None else {f"{view:g}°": View.by_diagonal(view, (1920, 1080))}
    if not as_json:
        width, height = map(round, size)
        key = "doctor.plan.paper" if paper else "doctor.plan.mat"
        name = paper.upper() if paper else package.title(words.language)
        click.echo(words.say(key, name=name, width=width, height=height))
    for name, seen in {**CAMERAS, **other}.items():
        there = mounted(seen, size)
        if as_json:
            told = {"game": None if paper else package.name, "mat": list(size)}
            click.echo(json_lines.as_text(told | _plan_json(name, seen, there)))
        else:
            click.echo(f"{MARKS[there.verdict]} {_plan_line(name, seen, there, words)}")


def _plan_json(name: str, view: View, there: Mounting) -> dict[str, Any]:
    return {
        "camera": name,
        "picture": list(view.picture),
        "mm": round(there.height),
        "px_per_module": round(there.module, 2),
        "good_mm": there.good,
        "good_px_per_module": round(there.module_at(there.good), 2),
        "verdict": there.verdict.value,
        "arms": there.arms,
    }


def _plan_line(name: str, view: View, there: Mounting, words: Words) -> str:
    width, height = view.picture
    px = there.module_at(there.good)
    told = words.say(
        "doctor.plan.camera",
        camera=name,
        picture=f"{width} x {height}",
        cm=math.ceil(there.height / 10),
        px=f"{there.module:.1f}",
        good=there.good // 10,
        there=f"{px:.1f}",
    )
    worse = [
        *(["doctor.plan.unread"] if there.module < LEAST else []),
        *(["doctor.plan.hard"] if there.module >= LEAST and px < EASY else []),
        *(["doctor.plan.arms"] if there.arms else []),
    ]
    return "\n    ".join([told, *(words.say(key) for key in worse)])


@click.command()
@click.option(
    "--camera", metavar="SOURCE", help="A source of pictures instead of the configured one."
)
@click.option(
    "--cameras",
    is_flag=True,
    help="Instead, list the cameras that are plugged in, and those that answer in the local network within 3 seconds.",
)
@click.option(
    "--plan", is_flag=True, help="Instead, tell how high which camera hangs over the mat of --game."
)
@click.option(
    "--mat",
    "paper",
    type=click.Choice(tuple(mat.PAPERS_MM)),
    help="As --plan, for a mat of that paper's size instead of the game's.",
)
@click.option(
    "--view",
    type=click.FloatRange(20, 170),
    metavar="DEGREES",
    help="As --plan, with another camera of 1920 x 1080, by its angle from corner to corner.",
)
@game_option
@commandline.config_option
@commandline.json_option
@commandline.lang_option
def command(
    camera: str | None,
    cameras: bool,
    plan: bool,
    paper: str | None,
    view: float | None,
    game: str | None,
    config: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Look at camera, mat, light, tags, pins, disk, copies, clock, heat and network, and say what to do."""
    sources.refuse_nothing(camera)
    settings = commandline.settings_from(config, camera=camera, game=game)
    words = commandline.words_of(lang or settings.lang)
    if cameras:
        _tell_cameras(as_json, words)
        sys.exit(commandline.DONE)
    if plan or paper or view:
        _tell_plan(chosen(game, None)[0], paper, view, as_json, words)
        sys.exit(commandline.DONE)
    worst = commandline.DONE
    inspection.inspect(inspection.everything())
    seen = _seen(settings, lambda what: click.echo(words(what), err=True))
    for check in doctor.examine(settings, seen):
        click.echo(json_lines.as_text(check.to_json()) if as_json else _line(check, words))
        worst = commandline.NO if check.verdict is checks.Severity.BAD else worst
    sys.exit(worst)
