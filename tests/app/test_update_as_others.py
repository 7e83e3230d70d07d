"""Updates as root: what settings name is followed by whose they are, a version is tried by whoever plays, and little that others say is believed."""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from companion.accounts import Account, account
from companion.app.update.checkout import Checkout
from companion.app.update.running import MOST_SAID, run
from companion.app.update.saving import Saved, saved_by
from companion.app.update.updating import answers, is_well
from companion.errors import UpdateError
from companion.journal.journal import Draft, Journal

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to act as others")


def script(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)
    return path


def interpreter(monkeypatch: pytest.MonkeyPatch, place: Path, *lines: str) -> Account:
    """Stands for Python in the process that copies the games; the account that it has to be run as."""
    monkeypatch.setattr(sys, "executable", str(script(place / "python", *lines)))
    return account("nobody" if os.geteuid() == 0 else os.geteuid())


def test_games_are_copied_by_whose_they_are(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings are read, and what they name is followed, in a process of that account; root is told a number and a name."""
    who = interpreter(
        monkeypatch, place, 'printf \'{"host": "::1", "port": %s, "game": "%s"}\' "$(id -u)" "$*"'
    )
    saved = saved_by(who, Path("/games"), Path("/games/x.toml"))

    line = "-I -m companion.app.update.saving /games /games/x.toml"
    assert Saved("::1", who.uid, line) == saved


@pytest.mark.parametrize(
    "told",
    [
        "",
        "[]",
        '{"port": 8000, "game": null}',
        '{"host": 1, "port": 8000, "game": null}',
        '{"host": "\\\\u0000", "port": 8000, "game": null}',
        '{"host": "::1", "port": "8000", "game": null}',
        '{"host": "::1", "port": true, "game": null}',
        '{"host": "::1", "port": 70000, "game": null}',
        '{"host": "::1", "port": 8000, "game": ["x"]}',
        '{"host": "::1", "port": 8000, "game": null, "more": 1}',
        '{"host": "::1", "port": 8000, "game": "\\\\u0000"}',
    ],
)
def test_what_that_process_says_is_checked(
    place: Path, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    """Whoever has the service's account may have written it."""
    who = interpreter(monkeypatch, place, f"printf '%b' '{told}'")
    with pytest.raises(UpdateError) as caught:
        saved_by(who, None, None)

    assert "update.failed" == caught.value.message.key


def test_why_that_process_ends_is_told(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last line, which is a sentence."""
    who = interpreter(monkeypatch, place, "echo 'There is no folder /x.' >&2; exit 1")
    with pytest.raises(UpdateError, match=r"\(There is no folder /x\)"):
        saved_by(who, None, None)


def copying(home: Path, config: Path) -> subprocess.CompletedProcess[str]:
    """That process itself, as this account, with no more memory than it needs."""
    module = ["-I", "-m", "companion.app.update.saving", str(home), str(config)]
    limit = ["prlimit", "--as=1000000000"] if shutil.which("prlimit") else []
    return subprocess.run(
        [*limit, sys.executable, *module], capture_output=True, text=True, timeout=60
    )


@pytest.mark.slow
def test_the_process_that_copies(tmp_path: Path) -> None:
    """It tells where the companion answers, and the newest copy of what was played last; or why not, in a sentence."""
    for name in ("a", "b"):
        with Journal(tmp_path / f"{name}.journal") as journal:
            journal.append([Draft("event", {})])
    os.utime(tmp_path / "b.journal", (1, 1))
    settings = tmp_path / "murphy.toml"
    settings.write_text("port = 8123")
    well = copying(tmp_path, settings)
    settings.unlink()
    settings.symlink_to("/dev/zero")
    endless = copying(tmp_path, settings)

    told = json.loads(well.stdout)
    assert 8123 == told["port"]
    assert [told["game"]] == [str(copy) for copy in (tmp_path / "backups").glob("a-*")]
    assert (1, True) == (endless.returncode, "murphy.toml" in endless.stderr)
    assert "Error" not in endless.stderr


def test_copies_that_root_once_made_stay(tmp_path: Path) -> None:
    """A folder in which the account cannot write is put aside, and another one is there."""
    old = tmp_path / "backups"
    old.mkdir()
    (old / "copy").touch()
    old.chmod(0o500)
    code = "import sys; from pathlib import Path; from companion.app.update.saving import save; from companion.settings import Settings; save(Settings(), Path(sys.argv[1]))"
    # Root may write everywhere unless it gives that up.
    weak = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    line = [*(weak if os.geteuid() == 0 else ()), sys.executable, "-c", code, tmp_path]
    subprocess.run(line, check=True, timeout=60)

    assert (tmp_path / "backups-1/copy").exists()
    assert [] == list(old.iterdir())


@needs_root
def test_a_version_is_tried_as_whose_it_is(place: Path) -> None:
    """On a copy of the game that this account can read, in a folder of its own that is gone afterwards; never as root."""
    who = account("nobody")
    noted = place / "noted"
    noted.mkdir()
    os.chown(noted, who.uid, who.gid)
    told = f'(id -u; id -Gn; cat "$9"; dirname "$9"; pwd) >{noted}/told'
    script(place / ".venv/bin/murphy", told, "exit 1")
    (place / "game").write_text("a game\n")

    assert not answers(place, who, str(place / "game"), 20.0)
    uid, groups, game, folder, here = (noted / "told").read_text().splitlines()
    assert (str(who.uid), "nogroup", "a game") == (uid, groups, game)
    assert not Path(folder).exists()
    assert str(place) == here


def test_a_program_that_does_not_end(place: Path) -> None:
    """It and what it started are ended in time; of what it says no more than some is read."""
    who = account("nobody" if os.geteuid() == 0 else os.geteuid())
    flood = script(place / "flood", "head -c 3000000 /dev/zero | tr '\\0' x")
    hangs = script(place / "hangs", "sleep 600 & echo $! >&2; wait")
    said = run(who, str(flood), seconds=60)
    with pytest.raises(UpdateError, match="timed out"):
        run(who, str(hangs), seconds=0.5)

    assert MOST_SAID == len(said)


@contextmanager
def impostor(*parts: bytes, again: bytes = b"", pause: float = 0.0) -> Iterator[int]:
    """Whoever got hold of the companion's port: what he says, and what again and again."""
    over = threading.Event()

    def answer(asked: socket.socket) -> None:
        asked.recv(1000)
        for part in parts:
            asked.sendall(part)
        while again and not over.wait(pause):
            asked.sendall(again)

    def serve() -> None:
        while not over.is_set():
            with suppress(OSError), server.accept()[0] as asked:
                answer(asked)

    with socket.create_server(("127.0.0.1", 0)) as server:
        serving = threading.Thread(target=serve)
        serving.start()
        yield server.getsockname()[1]
        over.set()
        server.shutdown(socket.SHUT_RDWR)
        serving.join(60)


FINE: Final = b"HTTP/1.0 200 OK\r\n\r\n"
ELSEWHERE: Final = b"HTTP/1.0 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"


@pytest.mark.parametrize(
    ("parts", "again"),
    [
        ([FINE, b'{"ok": "'], b"x" * 65_536),
        ([FINE, b"[" * 60_000], b""),
        ([FINE, b'["ok"]'], b""),
        ([ELSEWHERE, b'{"ok": true}'], b""),
        ([b'{"ok": true}'], b""),
        ([b"HTTP/1.0 200"], b""),
    ],
    ids=["endless", "deep", "a list", "elsewhere", "no header", "cut off"],
)
def test_an_answer_is_short_or_it_is_none(parts: list[bytes], again: bytes) -> None:
    """Whatever listens on the companion's port, root reads little of it and follows it nowhere."""
    with impostor(*parts, again=again) as port:
        assert not is_well("127.0.0.1", port, 0.2)


def test_an_answer_is_there_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then holds nobody up for longer than an answer may take."""
    monkeypatch.setattr("companion.app.update.updating.ANSWER_SECONDS", 0.5)
    began = time.monotonic()
    with impostor(again=b"x", pause=0.1) as port:
        assert not is_well("127.0.0.1", port, 0.2)

    assert time.monotonic() - began < 60


def test_a_good_answer_is_believed() -> None:
    """The tests above can fail."""
    with impostor(FINE, b'{"ok": true}') as port:
        assert is_well("127.0.0.1", port, 20)


@needs_root
@pytest.mark.parametrize(
    ("path", "mode", "whose", "open_"),
    [
        ("here", 0o755, "nobody", False),
        ("here", 0o777, "nobody", True),
        (".", 0o777, "nobody", True),
        ("here/systemd", 0o757, "nobody", True),
        ("here/systemd/service.sh", 0o755, "daemon", True),
        ("here", 0o755, "daemon", True),
    ],
)
def test_whose_program_root_trusts(
    place: Path, path: str, mode: int, whose: str, open_: bool
) -> None:
    """Its owner's, where nobody else can change it, nor put another in its place; never the service's own."""
    (place / "here/systemd").mkdir(parents=True)
    (place / "here/systemd/service.sh").touch()
    for each in ("here", "here/systemd", "here/systemd/service.sh"):
        os.chown(place / each, account("nobody").uid, -1)
    os.chown(place / path, account(whose).uid if path != "." else 0, -1)
    (place / path).chmod(mode)
    checkout = Checkout(place / "here")

    if not open_:
        checkout.guard(account("daemon"))
        return
    with pytest.raises(UpdateError) as caught:
        checkout.guard(account("daemon"))
    assert "update.open" == caught.value.message.key
