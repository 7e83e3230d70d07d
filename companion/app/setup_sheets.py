"""All that a game needs on paper, in one PDF: how it is set up, its mat, its cards or tags for them, its pawns' caps."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from companion.app.doctor.mounting import CAMERAS, mounted
from companion.app.painted.painter import layout, stage_of
from companion.app.painted.performance import moments
from companion.games.package import GamePackage
from companion.kit.painted import ScriptConfig, Wait
from companion.mat import Mat
from companion.words import Words
from vision.painting.layout import Layout
from vision.printing.paper import Paper
from vision.setup_page import SetupPage, add_setup_page

AFTER: Final = 2
"""The table is shown as it lies before this step: set up, and one move made."""
USUAL: Final = 3
"""Players of the table that is shown, if so many can play."""
HANGING: Final = {"pi": "Camera Module 3", "webcam": "USB 1080p, 78°", "phone": "smartphone 1080p"}


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """Some pages of the PDF."""

    says: str
    """The sentence that says what they are, in ``print.start``."""
    count: int
    """Of sheets, cards, stickers or caps."""
    pages: int
    draw: Callable[..., object]
    """Adds them to a PDF: ``draw(onto=paper)``."""


def setup_sheets(
    package: GamePackage, edition: str, mat: Mat, parts: tuple[PrintedPart, ...], words: Words
) -> Paper:
    """The page that shows how a game is set up, and the parts, each told there with its pages."""
    paper = Paper()
    prints = (*_contents(parts, words), *_bring(package, words))
    title = words.say("print.start.title", game=package.title(words.language))
    shown, camera = (_set_up(package, edition, words), tuple(_camera(package, mat, words)))
    page = SetupPage(title, prints, mat, package.drawn(), shown, camera)
    add_setup_page(paper, page, words)
    for part in parts:
        part.draw(onto=paper)
    return paper


def _contents(parts: tuple[PrintedPart, ...], words: Words) -> Iterator[str]:
    """What is on which pages; the first one is this page."""
    first = 2
    for part in parts:
        last = first + part.pages - 1
        key = "print.start.page" if part.pages == 1 else "print.start.pages"
        what = words.say(f"print.start.{part.says}", count=part.count)
        yield words.say(key, first=first, last=last, what=what)
        first = last + 1


def _bring(package: GamePackage, words: Words) -> Iterator[str]:
    """What a game needs that is not of paper."""
    if colours := package.dice.colours:
        least, most = (f"{side:g}" for side in package.dice.sizes_mm)
        size = {"least": least, "most": most}
        named = ", ".join(f"{n} {_called(name, words)}" for name, n in colours.items())
        count = sum(colours.values())
        key = "print.start.dice" if len(colours) == 1 else "print.start.dice-colours"
        yield words.say(key, count=count, **size, colours=named)
    if package.pawns:
        yield words.say("print.start.pawns", count=package.pawns)


def _called(colour: str, words: Words) -> str:
    key = f"dice.colour.{colour}"
    return words.say(key) if key in words.sentences else colour


def _set_up(package: GamePackage, edition: str, words: Words) -> Layout:
    """What lies on the table of a painted game that has just begun; nothing where nobody painted it."""
    if package.painted is None:
        return Layout()
    game, (fewest, most) = package.painted(), package.players
    config = ScriptConfig(players=min(max(USUAL, fewest), most), edition=edition)
    started = (m for m in moments(game, config, fps=1.0) if m.step.number == AFTER)
    moment = next(started)
    return layout(Wait(0.0), moment.before, 0.0, stage_of(game, config, words.language))


def _camera(package: GamePackage, mat: Mat, words: Words) -> Iterator[str]:
    """Where the camera hangs, with the least heights, cm; light; how to begin."""
    high = {by: ceil(mounted(CAMERAS[name], mat.size).height / 10) for by, name in HANGING.items()}
    yield words.say("print.start.above")
    yield words.say("print.start.height", **high)
    yield words.say("print.start.light")
    yield words.say("print.start.begin", name=package.name)
