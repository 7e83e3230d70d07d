"""The walls of the house (docs/architecture.md): which room may import which."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from tests.places import ROOT

DEVICES = (
    "cv2",
    "numpy",
    "flask",
    "gpiozero",
    "picamera2",
    "libcamera",
    "pyzbar",
    "zxingcpp",
    "waitress",
)

TOP = ("companion.app", "companion.games")
FORBIDDEN = {
    "companion": (*TOP, "vision", "hardware", "web", *DEVICES),
    "companion/games": ("companion.app", "hardware", "gpiozero", "waitress"),
    "vision": (*TOP, "hardware", "web", "flask", "gpiozero"),
    "hardware": (*TOP, "vision", "web", "flask", "cv2", "numpy"),
    "web": (*TOP, "vision", "hardware", "gpiozero", "picamera2", "cv2", "numpy"),
}
"""Room -> what nothing in it imports; ``companion/app`` may import all, and a game's outer parts what they draw and serve with."""

GAMES = sorted(p.parent.name for p in (ROOT / "companion/games").glob("*/__init__.py"))
GAME_MAY = (
    "companion.announce",
    "companion.errors",
    "companion.kit",
    "companion.games.package",
    "companion.inputs",
    "companion.libraries",
    "companion.mat",
    "companion.pieces",
    "companion.rules",
    "companion.seating",
    "companion.sounds",
    "companion.table",
    "companion.tracking",
    "companion.words",
)
OUTER = (
    "verify.py",
    "pages",
    "painted",
    "painted.py",
    "sheets.py",
    "picture.py",
    "reports.py",
    "expert",
    "best_rolls.py",
)
"""A game's parts that draw, print, serve and calculate, and so import what they do it with."""
CONTRACT = ("companion/games/package.py", *(f"companion/games/{g}/__init__.py" for g in GAMES))
"""What says which parts a game has: it knows their types, and imports none of them."""
FRONT_DOOR = "companion/__init__.py"
"""It may open any room, when it is asked to: tests/test_front_door.py holds that it imports none."""


def inside(room: str) -> list[Path]:
    """The room's modules: none of the top floor, of the door to it, and of the games where they are not the room."""
    others = {"app", "games"} - set(room.split("/"))
    return [
        path
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "__main__.py"
        and path.relative_to(ROOT).as_posix() != FRONT_DOOR
        and not others & set(path.relative_to(ROOT).parts)
    ]


def core(room: str) -> list[Path]:
    """A game's rules and tracker: what neither draws, prints nor serves, nor says which parts do."""
    return [
        path
        for path in inside(room)
        if path.relative_to(ROOT).as_posix() not in CONTRACT
        and not set(OUTER) & set(path.relative_to(ROOT / room).parts)
    ]


@cache
def imported(path: Path) -> tuple[str, ...]:
    """What a module imports, anywhere in it; several walls are held against each."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("room", FORBIDDEN)
def test_rooms_keep_their_walls(room: str) -> None:
    """No room imports one that it may not know."""
    crossed = [
        (path.name, name)
        for path in inside(room)
        for name in imported(path)
        if within(name, FORBIDDEN[room])
    ]

    assert inside(room)
    assert crossed == []


def test_commands_are_the_outermost_part() -> None:
    """What they share with the rest of the program is in rooms of its own: only the command line knows them, by name."""
    commands = "companion.app.commands"
    rest = [p for p in (ROOT / "companion").rglob("*.py") if p.parent.name != "commands"]
    inward = [
        (path.name, name) for path in rest for name in imported(path) if within(name, (commands,))
    ]

    assert len(rest) > 200
    assert inward == []


HEAVY = ("cv2", "numpy", "PIL", "fpdf", "vision", "zxingcpp", "picamera2")


def test_the_process_with_the_journal_is_light() -> None:
    """`murphy play` imports OpenCV, numpy and what else looks or prints in the camera process only, or when it is asked for."""
    code = "import companion.app.commands.play, sys; print(*sys.modules)"
    line = [sys.executable, "-c", code]
    there = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)

    assert [] == [name for name in there.stdout.split() if within(name, HEAVY)]


ENDING = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_freeze_count()))
from companion.app.cli import main
sys.argv = ["murphy", "--version"]
main()
"""


def test_the_end_takes_no_time() -> None:
    """A command that has said all does not look through everything it knew for what may be let go of."""
    line = [sys.executable, "-c", ENDING]
    there = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)

    assert int(there.stdout.split()[-1]) > 1000


LOOKING = """
import sys
from companion.app.camera import camera_process
from companion.app.camera.sources import played, reader_of, settler_of
from companion.settings import Settings
settings = Settings(camera="usb:0")
reader_of(settings)
settler_of(played(settings))
print(*sys.modules)
"""


def test_the_camera_process_serves_no_pages_and_keeps_no_journal() -> None:
    """All of it would be memory that a Pi does not have, and half of the time until the first look."""
    line = [sys.executable, "-c", LOOKING]
    there = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)
    foreign = (
        *("web", "hardware", "flask", "werkzeug", "jinja2", "waitress", "gpiozero"),
        *("sqlite3", "companion.journal.journal", "companion.session.session"),
        *("ssl", "http.client", "xml"),
        *("companion.app.service.health", "companion.app.service.composition", "vision.painting"),
    )

    assert [] == [name for name in there.stdout.split() if within(name, foreign)]


PAINTED_SHOWS = """
import sys
from itertools import islice
from companion.app.painted.performance import performed
from companion.app.painted.show import config_of, painted_game
from companion.games import games
for package in games():
    if package.painted is not None:
        players = ["Ann", "Bob", "Cem"][:package.players[1]]
        config = config_of(package, {"players": players}, 5)
        game = painted_game(package)
        list(islice(performed(game, config), 20))
        game.answers(performed(game, config))
    print(*sys.modules)
"""


def test_beside_a_painted_table_the_process_with_the_journal_stays_light() -> None:
    """It knows what robots play and hands do; what that looks like only the camera process knows. A robot of later games may reckon with numpy."""
    line = [sys.executable, "-c", PAINTED_SHOWS]
    there = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)
    first, *_, last = (shown.split() for shown in there.stdout.splitlines())
    drawing = tuple(name for name in HEAVY if name != "numpy")

    assert [] == [name for name in first if within(name, HEAVY)]
    assert [] == [name for name in last if within(name, drawing)]


def test_a_registry_is_light() -> None:
    """Which games there are, and all that their packages say, costs nothing that draws, looks, prints or serves."""
    code = "import companion.games as g, sys; g.games(); print(*sys.modules)"
    line = [sys.executable, "-c", code]
    there = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)
    heavy = (*HEAVY, *DEVICES, "web", "hardware", "companion.app", "click")

    assert [] == [name for name in there.stdout.split() if within(name, heavy)]


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_pure(game: str) -> None:
    """Its rules and its tracker import the standard library and the language it shares with the table, nothing else."""
    ours = ("companion", "vision", "hardware", "web", "tests", *DEVICES, "click", "segno", "fpdf")
    foreign = [
        (path.name, name)
        for path in core(f"companion/games/{game}")
        for name in imported(path)
        if within(name, ours)
        and not within(name, (*GAME_MAY, f"companion.games.{game}"))
        and name != "companion"
    ]
    impure = [
        (path.name, name)
        for path in core(f"companion/games/{game}")
        for name in imported(path)
        if within(name, ("threading", "time", "sqlite3", "socket", "subprocess", "asyncio"))
    ]

    assert foreign == []
    assert impure == []


A_GAMES_OWN = re.compile(
    r"\b(mac|macs|yeti|ghost|riebmann|lemmings?|claim(ed|ant)?)\b"
    r"|murphy[ -]cards?|open-(left|right)|at-once\b|task card"
    r"|dumm.gelaufen|nicht.lustig|lauf.rauf",
    re.IGNORECASE,
)
"""A zone, a card, a rule or a word of a game, or its name."""
EXAMPLES = (FRONT_DOOR,)
"""What shows people how to call it, by a game there is."""


def spoken() -> Iterator[Path]:
    """Everything in the house that people wrote, but for the games."""
    for room in ("companion", "vision", "hardware", "web"):
        for path in sorted((ROOT / room).rglob("*")):
            where = path.relative_to(ROOT).as_posix()
            kind = path.suffix in (".py", ".js", ".css", ".html", ".toml")
            if kind and not where.startswith("companion/games/"):
                yield path


def test_only_games_speak_of_a_game() -> None:
    """Outside companion/games no file names a zone, a card, a rule or a word of a game."""
    said = {
        path.relative_to(ROOT).as_posix(): found[0]
        for path in spoken()
        if (found := A_GAMES_OWN.search(path.read_text("utf-8")))
    }

    assert set(EXAMPLES) == said.keys(), said


OF_A_GAME = re.compile(
    r"\b(?:mac|claim\w*|yetis?|ghosts?|piles?|at-once|open-(?:left|right))\b|murphy card",
    re.IGNORECASE,
)
PAGE_FILES = (".py", ".js", ".css", ".html")


def test_the_shell_of_the_pages_names_no_game() -> None:
    """No zone, card or rule of a game stands in web: what is a game's is in its folder."""
    paths = [p for p in sorted((ROOT / "web").rglob("*")) if p.suffix in PAGE_FILES]
    said = [
        (path.name, found[0])
        for path in paths
        for found in OF_A_GAME.finditer(path.read_text("utf-8"))
    ]

    assert len(paths) > 50
    assert said == []


OF_A_GAME_LOWEST_FIRST = (
    "deck",
    "board",
    "model",
    "knowledge",
    "rules",
    "tracker",
    "programs",
    "robots",
    "table",
)


def tables() -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """The tables of docs/architecture.md: a room, and its parts row by row, lowest first."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    section = text.partition("## Inside the larger packages")[2].partition("\n## ")[0]
    for table in section.split("\n\n"):
        cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
        if cells:
            rows = (tuple(re.findall(r"`(\w+)[/.]", cell)) for cell in cells[1:])
            yield cells[0].strip("`/ "), tuple(rows)


TABLES = dict(tables())
STOREYS = {
    **{f"companion/games/{game}": tuple(zip(OF_A_GAME_LOWEST_FIRST)) for game in GAMES},
    **TABLES,
}
"""Room -> its parts, folders or modules, lowest first: each knows those below and beside it only."""
STRANGERS = {
    *permutations(("tracker", "robots"), 2),
    *permutations(("table", "robots"), 2),
    *permutations(("kit", "tracking"), 2),
}
"""Parts that do not know one another."""


def files_of(room: str, part: str) -> list[Path]:
    """The modules of a part, which is one itself or a folder of them."""
    found = sorted((ROOT / room / part).rglob("*.py"))
    module = ROOT / room / f"{part}.py"
    return [*found, module] if module.exists() else found


@pytest.mark.parametrize("room", STOREYS)
def test_nothing_knows_what_is_built_on_it(room: str) -> None:
    """Inside a room, too, there is one way and no circles."""
    order = {part: low for low, row in enumerate(STOREYS[room]) for part in row}
    dotted = room.replace("/", ".")
    up = [
        (path.name, name)
        for part, low in order.items()
        for path in files_of(room, part)
        for name in imported(path)
        for other, high in order.items()
        if within(name, (f"{dotted}.{other}",)) and (high > low or (part, other) in STRANGERS)
    ]

    assert up == []


@pytest.mark.parametrize("room", TABLES)
def test_every_part_has_a_storey(room: str) -> None:
    """What is new is held to something, and what is gone is not explained."""
    rooms = {"companion/app", "companion/games"}
    there = {
        path.stem
        for path in (ROOT / room).iterdir()
        if path.suffix == ".py" or path.is_dir()
        if path.stem[0] != "_" and path.relative_to(ROOT).as_posix() not in rooms
    }

    assert there == {part for row in STOREYS[room] for part in row}


def test_no_storey_of_a_game_is_gone() -> None:
    """A part that is called otherwise now would be held to nothing."""
    there = {
        p for g in GAMES for p in OF_A_GAME_LOWEST_FIRST if files_of(f"companion/games/{g}", p)
    }

    assert set(OF_A_GAME_LOWEST_FIRST) == there
