"""What pages and buzzer wait for is what the game announces: its own scripts are played, and every announcement is heard."""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.announce import Announcement
from companion.games.dumm_gelaufen.sounds import SOUNDS
from companion.kit.painted import ScriptConfig
from companion.kit.score_sheets.sounds import ANNOUNCED
from companion.sounds import sound_of
from companion.words import LANGUAGES, words
from tests.games.dumm_gelaufen.evening import session
from tests.games.dumm_gelaufen.script import Script, lines
from tests.places import ROOT

HERE = Path(__file__).parent
STATIC = ROOT / "web" / "static"
OWN = ROOT / "companion" / "games" / "dumm_gelaufen" / "pages" / "static"
ROUNDS = sorted((HERE / "rounds").glob("*.txt"))


@cache
def told() -> tuple[Announcement, ...]:
    """Everything that is announced while all scripts are played."""
    return tuple(each for path in ROUNDS for each in _announced(path))


def announced() -> list[tuple[str, str | None]]:
    """Its kinds and verdicts."""
    return [(each.kind, each.params.get("verdict")) for each in told()]


def _announced(path: Path) -> list[Announcement]:
    script = Script()
    for _, line in lines(path):
        if not line.startswith(">"):
            script.play(line)
    entries = script.session.journal.after(0)
    said = (entry.data for entry in entries if entry.kind == "announcement")
    return [Announcement.from_json(data) for data in said]


def keys_of(script: Path, table: str) -> set[str]:
    """The keys of an object or a map in a script of the pages, one a line."""
    text = script.read_text("utf-8")
    body = re.search(rf"^(?:export )?const {table} = (.*?)^[}})]+;$", text, re.S | re.M)
    assert body is not None
    return set(re.findall(r"^  (?:  \[)?\"?([a-z-]+)\"?[:,]", body[1], re.M))


def known_in(folder: Path) -> set[str]:
    """The kinds that may come to its pages; those of the house are those of games with score sheets, too."""
    return {kind for kind, _ in announced()} | (
        {*ANNOUNCED} if folder == STATIC else set()
    )


@pytest.mark.parametrize("sound", SOUNDS)
def test_every_sound_is_heard(sound: str) -> None:
    """No pattern of the buzzer waits for something that is never announced."""
    heard = {
        sound_of(SOUNDS, kind, {"verdict": verdict}) for kind, verdict in announced()
    }

    assert SOUNDS[sound] in heard


@pytest.mark.parametrize(("room", "table"), [(OWN, "moments"), (STATIC, "SOUNDS")])
def test_every_moment_comes(room: Path, table: str) -> None:
    """No moment and no sound of the pages waits for something that is never announced."""
    waited = keys_of(room / "moments.js", table)

    assert waited
    assert set() == waited - known_in(room)


def test_every_verdict_has_a_tune() -> None:
    """Phones play a claim's verdict; there is a tune for each."""
    verdicts = {verdict for kind, verdict in announced() if kind == "claim"}

    assert {"yes", "no", "depends"} == verdicts
    assert verdicts <= keys_of(STATIC / "sound.js", "TUNES")


@pytest.mark.parametrize("folder", [STATIC, OWN], ids=["shell", "game"])
def test_no_page_asks_for_another_kind(folder: Path) -> None:
    """Wherever a page looks at an announcement's kind, there is such a kind."""
    text = "\n".join(script.read_text("utf-8") for script in folder.glob("*.js"))
    asked = set(re.findall(r"said\.kind [!=]== \"([\w-]+)\"", text))
    listed = re.findall(r"\[([^\]]*)\]\.includes\(said\.kind\)", text)
    asked |= {kind for each in listed for kind in re.findall(r"\"([\w-]+)\"", each)}

    assert asked
    assert set() == asked - known_in(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announcement_is_made_of_sentences(language: str) -> None:
    """Whatever fills the gaps, each ends once, and none is cut off in the middle."""
    said = words(language)
    for each in told():
        text = said(each.text)
        assert text[-1] in ".!?", text
        assert not re.search(r"[.?!:;,] ?[.?!:;,]|\s[.?!:;,]|[{}|]", text), text


def test_who_leaves_and_a_counted_hand_are_told() -> None:
    """Everybody hears that somebody plays no longer, and what becomes of the cards; a hand that was only bounded is not told."""
    game = session(ScriptConfig(4, 3), 1)
    counted = {"event": "hand-counted", "player": 0, "fewest": 7}
    orders = ({**counted, "most": 7}, {**counted, "most": 8}, {"event": "player-left", "player": 1})  # fmt: skip

    told = [game.correct(order).announcements for order in orders]

    kinds = [[(each.kind, each.player) for each in some] for some in told]
    assert [[("counted", 0)], [], [("left", 1)]] == kinds
