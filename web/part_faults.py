"""What can be wrong with a game's part of the pages: files that are not there, and addresses that somebody else has."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.announce import Message, message
from web.game_pages import GamePages, Route
from web.pages.loading import ROOT, imports
from web.pages.static_files import KINDS, static_files
from web.routes.api import OF_THE_SHELL

SHELL: Final = Path(__file__).parent / "static"
ROOMS: Final = ("/static/", "/words/", "/host/", "/history/", "/api/archive/")
"""Beginnings of addresses that are the shell's."""


def fault_of(part: GamePages, others: Iterable[GamePages] = ()) -> Message | None:
    """The first thing wrong with a game's part, given those that are served already; None if nothing is. Raises OSError, UnicodeDecodeError."""
    lacking = next(_lacking(part), None)
    if lacking is not None:
        return message("game.fault.no-file", file=lacking)
    return next(_taken(part, tuple(others)), None)


def _lacking(part: GamePages) -> Iterator[str]:
    """The files that a part names, or that its modules load, and that are not there."""
    folder = part.folder
    named = ("game.js", *part.styles, *(page.module for page in part.pages))
    yield from (name for name in named if not _serves(folder, name))
    yield from (f"{ROOT}{name}" for name in part.shared if not _serves(SHELL, name))
    home = f"games/{part.name}/"
    for script, item in static_files(folder).items():
        if script.endswith(".js"):
            item.plain.decode()
            for url in imports(home + script, item.plain):
                own, name = url.startswith(home), url.removeprefix(home)
                if not _serves(folder if own else SHELL, name):
                    yield name if own else f"{ROOT}{url}"


def _serves(folder: Path, name: str) -> bool:
    path = folder / name
    return path.is_file() and path.suffix in KINDS


def _taken(part: GamePages, others: tuple[GamePages, ...]) -> Iterator[Message]:
    """The addresses of a part that are the shell's, or that another game gives to other people or for something else."""
    routes = {(r.method, r.path): r for r in part.routes}
    for path in (*(path for _, path in routes), *(page.path for page in part.pages)):
        if path in OF_THE_SHELL or path.startswith(ROOMS):
            yield message("game.fault.page-taken", path=path, other="murphy")
    own = {page.path for page in part.pages}
    for other in others:
        theirs = {page.path for page in other.pages}
        gets = {r.path for r in other.routes if r.method == "GET"}
        mine = {path for method, path in routes if method == "GET"}
        both = (own & (theirs | gets)) | (mine & theirs)
        pairs = ((routes.get((route.method, route.path)), route) for route in other.routes)
        both |= {route.path for here, route in pairs if _differs(here, route)}
        if both:
            yield message("game.fault.page-taken", path=min(both), other=other.name)


def _differs(mine: Route | None, theirs: Route) -> bool:
    """Whether games disagree about who may use a path that they share."""
    return mine is not None and (mine.role, mine.form) != (theirs.role, theirs.form)
