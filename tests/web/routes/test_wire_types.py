"""The types by which the pages are checked are those of what the server tells and takes: the TypeScript compiler holds one against the other."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games.dumm_gelaufen import model as dumm_model
from companion.games.dumm_gelaufen.rules.moves import EXCHANGE
from companion.games.dumm_gelaufen.table.submissions import ORDERS as DUMM_ORDERS
from companion.games.lauf_rauf.table.submissions import ORDERS as LAUF_ORDERS
from companion.games.nicht_lustig import model as lustig_model
from companion.games.nicht_lustig.table.submissions import ORDERS as LUSTIG_ORDERS
from companion.kit.orders import CorrectionSchema, Orders
from companion.kit.score_sheets.model import MOVES
from companion.kit.score_sheets.table import SCHEMA, Recorder, TableState
from tests.web.wire_samples import Samples, dumm, lauf, lustig, sheet

ROOT: Final = Path(__file__).parents[3]
NODE: Final = ROOT / "node_modules/.bin/node"
TSC: Final = ROOT / "node_modules/.bin/tsc"
WIRE: Final = ROOT / "web/types/wire.d.ts"
Fields = Mapping[str, Iterable[str]]
"""Name -> the keys that go with it."""

ELSEWHERE: Final = {
    "answered",
    "deciding",
    "files",
    "left",
    "past",
    "plan",
    "robot",
    "token",
    "winners",
    "you",
    "zone",
}
"""Keys that not every game has, or that are told of past games only."""
SELDOM: Final = {"death-onto", "no-death-left", "no-longer-fits", "sacrificed", "taken-off"}
"""Kinds of what is announced that no sample comes by."""

pytestmark = pytest.mark.skipif(
    not TSC.exists(), reason="no TypeScript: install.sh could not fetch it"
)


def of(classes: Mapping[str, Any]) -> Fields:
    """The fields of dataclasses by their names."""
    return {name: [f.name for f in fields(kind)] for name, kind in classes.items()}


@dataclass(frozen=True)
class Wired:
    """A game: what it tells, and what the server takes of it."""

    types: str
    told: Callable[[], Samples]
    orders: CorrectionSchema
    moves: Fields
    stated: Fields


STATED = (
    "turn-given",
    "table-corrected",
    "top-seen",
    "hand-counted",
    "player-left",
    "draw-pile-reshuffled",
    "game-joined",
)
"""The facts that people state."""
SHEET_ORDERS: Final[Orders[Recorder, TableState]] = Orders(
    more=SCHEMA, end_turn=lambda recorder: None, hand_over=lambda recorder, player: None
)
"""What people may put right in any game with score sheets."""
GAMES: Final = {
    "Dumm": Wired(
        "companion/games/dumm_gelaufen/pages/types.d.ts",
        dumm,
        DUMM_ORDERS.schema,
        {**of(dumm_model.MOVES.kinds), "exchange": EXCHANGE - {"move"}},
        of({name: dumm_model.EVENTS[name] for name in STATED}),
    ),
    "Lauf": Wired("companion/games/lauf_rauf/pages/types.d.ts", lauf, LAUF_ORDERS.schema, {}, {}),
    "Sheet": Wired("web/types/score_sheet.d.ts", sheet, SHEET_ORDERS.schema, of(MOVES.kinds), {}),
    "Lustig": Wired(
        "companion/games/nicht_lustig/pages/types.d.ts",
        lustig,
        LUSTIG_ORDERS.schema,
        of(lustig_model.MOVES.kinds),
        {},
    ),
}

HELP: Final = """
type Never<T extends never> = T;
type Only<T, Tag extends string, Name> = T extends Record<Tag, infer N> ? (Name extends N ? T : never) : never;
type Its<T> = T extends T ? { [K in keyof T]-?: [Exclude<T[K], undefined>] extends [never] ? never : K }[keyof T] : never;
"""


def written(prefix: str, wired: Wired, samples: Samples) -> str:
    """A module that the compiler takes if the types are right."""
    shared = ("Entry", "Gets", "Keys", "Question", "HistoryPage", "RollTrouble", "Turn", "View")
    own = sorted({n for n in samples.found if n.startswith(prefix)} | {f"{prefix}Correction"})
    return "\n".join(
        [
            f'import type {{ {", ".join(shared)} }} from "{WIRE}";',
            f'import type {{ {", ".join(own)} }} from "{ROOT / wired.types}";',
            'type GamesTold = Gets["/api/games"];',
            f'type OwnView = {prefix}View & Required<Pick<View, "token" | "you" | "files">>;',
            HELP,
            *_literals(samples),
            *_all_told(prefix, samples),
            *_all_taken(prefix, wired),
        ]
    )


def _literals(samples: Samples) -> Iterator[str]:
    """Every sample, said to be of its type: what is more, less or other in it is refused."""
    for name, found in samples.found.items():
        for n, value in enumerate(found.values()):
            yield f"export const {name}{n}: {name} = {json.dumps(value)};"


def _all_told(prefix: str, samples: Samples) -> Iterator[str]:
    """What a type names is told: every key, and every kind of announcement."""
    for name in samples.found:
        if not name.endswith(("News", "Move")):
            yield _never(f"Keys<{name}>", samples.keys(name) | ELSEWHERE)
    kinds = {said["kind"] for said in samples.found[f"{prefix}News"].values()}
    yield _never(f'{prefix}News["kind"]', kinds | SELDOM)


def _never(declared: str, known: Iterable[str]) -> str:
    """That nothing is declared that is not known."""
    return f"export type _{abs(hash(declared))} = Never<Exclude<{declared}, {_union(known)}>>;"


def _union(names: Iterable[str]) -> str:
    return " | ".join(json.dumps(name) for name in sorted(names)) or "never"


def _all_taken(prefix: str, wired: Wired) -> Iterator[str]:
    """Moves and corrections say nothing that the server does not take."""
    taken = (
        ("Move", "move", wired.moves),
        ("Correction", "do", wired.orders),
        ("Correction", "event", wired.stated),
    )
    for kind, tag, names in taken:
        for name, keys in names.items():
            its = f'Its<Only<{prefix}{kind}, "{tag}", "{name}">>'
            yield _never(its, {tag, *keys})


@pytest.mark.slow
def test_what_is_told_and_taken_is_what_the_types_say(tmp_path: Path) -> None:
    """Of every game, in one run of the compiler: no key is more, missing or called otherwise; what fails is named by it."""
    for prefix, wired in GAMES.items():
        text = written(prefix, wired, wired.told())
        (tmp_path / f"{prefix}.ts").write_text(text, "utf-8")
    options = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--types",
        "",
        "--lib",
        "ES2022,DOM",
        "--target",
        "ES2022",
        "--module",
        "ESNext",
        "--moduleResolution",
        "bundler",
    ]
    files = sorted(tmp_path.glob("*.ts"))
    done = subprocess.run(
        [NODE, TSC, *options, *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert (0, []) == (done.returncode, done.stdout.splitlines()), done.stderr
