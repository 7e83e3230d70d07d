"""Updates: what is new is fetched, games are copied first, and a version that does not answer is taken back."""

import os
import random
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from companion.accounts import account
from companion.announce import message
from companion.app.update.checkout import Checkout, checkout_of
from companion.app.update.controller import WISH, ByService, UpdateCheck, UpdateController, way_of
from companion.app.update.saving import Saved, save
from companion.app.update.updating import Steps, answers, serves_from, update
from companion.errors import UpdateError
from companion.journal.journal import Draft, Journal, read
from companion.settings import Settings
from companion.words import words
from tests.bare import make
from tests.disks import card, missing

WHO = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@b",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@b",
}
SERVES = """#!{python}
import http.server, json, sys

class Says(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({{"ok": {ok}}}).encode())

http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Says).serve_forever()
"""

SAVED: Final = Saved("127.0.0.1", 8000, None)
IS_NO_TABLE = "'MURPHY_BROKER' not in __import__('os').environ"


def git(folder: Path, *what: str) -> str:
    done = subprocess.run(
        ["git", *what],
        cwd=folder,
        env={**os.environ, **WHO},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def released(origin: Path, name: str, **files: str) -> None:
    """Another commit where the checkout came from."""
    for file, text in files.items():
        (origin / file).write_text(text)
    git(origin, "add", "-A")
    git(origin, "commit", "-qm", name)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    folder = tmp_path / "origin"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    released(folder, "the first", what="one")
    return folder


@pytest.fixture
def checkout(origin: Path, tmp_path: Path) -> Checkout:
    git(tmp_path, "clone", "-q", str(origin), "here")
    return Checkout(tmp_path / "here")


@dataclass
class Remembering:
    """Steps that note in which order, and with what checked out, they were taken."""

    root: Path
    answer: bool = True
    sets_up: tuple[str, ...] = ("one", "two")
    done: list[str] = field(default_factory=list)

    def steps(self) -> Steps:
        return Steps(self._save, self._install, self._answers)

    def _save(self) -> Saved:
        self._note("save")
        return SAVED

    def _note(self, step: str) -> None:
        self.done.append(f"{step} {(self.root / 'what').read_text()}")

    def _install(self) -> None:
        self._note("install")
        if (self.root / "what").read_text() not in self.sets_up:
            raise UpdateError("update.failed", what="install.sh", why="no network")

    def _answers(self, saved: Saved) -> bool:
        assert saved is SAVED
        self._note("answers")
        return self.answer


def test_what_is_new_is_there_once_it_answers(origin: Path, checkout: Checkout) -> None:
    """Games are copied before anything changes; then the new version is set up and tried."""
    released(origin, "Better", what="half")
    released(origin, "Best", what="two")
    steps = Remembering(checkout.root)

    assert ("Best", "Better") == update(checkout, steps.steps())
    assert ["save one", "install two", "answers two"] == steps.done
    assert git(origin, "rev-parse", "HEAD") == checkout.commit()


def unplugged(checkout: Checkout, *left: str) -> Checkout:
    """A plug was pulled in the middle of going forward: what was merged, and locks of a git that is no more."""
    checkout.note(checkout.fetch())
    checkout.forward()
    for name in left:
        (checkout.root / ".git" / name).touch()
    return checkout


@pytest.mark.parametrize(
    "left",
    [(), ("index.lock", "HEAD.lock"), ("refs/murphy/before.lock",)],
    ids=["merged", "merging", "noting"],
)
def test_a_plug_that_was_pulled(origin: Path, checkout: Checkout, left: tuple[str, ...]) -> None:
    """An update that did not come to its end is taken back, and begun anew."""
    released(origin, "Better", what="two")
    unplugged(checkout, *left)
    steps = Remembering(checkout.root)

    assert ("Better",) == update(checkout, steps.steps())
    assert ["install one", "save one", "install two", "answers two"] == steps.done
    assert not checkout.is_unfinished()


def test_files_that_a_plug_left_half(origin: Path, checkout: Checkout) -> None:
    """Half of what was merged, half of it empty, an index that is none: none of that hinders, and what lay there is kept."""
    released(origin, "Better", what="two", more="two", most="two")
    unplugged(checkout)
    git(checkout.root, "update-ref", "HEAD", "refs/murphy/before")
    (checkout.root / "more").write_text("")
    (checkout.root / "most").unlink()
    (checkout.root / ".git/index").write_text("")
    update(checkout, Remembering(checkout.root).steps())

    assert files_of(origin) == files_of(checkout.root)
    assert "" == git(checkout.root, "status", "--porcelain")
    assert "" == git(checkout.root, "show", "refs/murphy/kept:more")


def files_of(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir() if file.is_file()}


def test_old_locks_are_nobodys(origin: Path, checkout: Checkout) -> None:
    """What a git locked that was killed in a look is taken away once it is old, not while it may be somebody's."""
    released(origin, "Better", what="two")
    lock = checkout.root / ".git/index.lock"
    lock.touch()
    with pytest.raises(UpdateError) as refused:
        update(checkout, Remembering(checkout.root).steps())
    still = lock.exists()
    git(checkout.root, "update-ref", "-d", "refs/murphy/before")
    os.utime(lock, (0, 0))

    assert ("update.failed", True) == (refused.value.message.key, still)
    assert ("Better",) == update(checkout, Remembering(checkout.root).steps())


def test_own_commits_stay(origin: Path, checkout: Checkout) -> None:
    """Whoever went on by himself where an update did not come to its end loses nothing of it."""
    released(origin, "Better", what="two")
    unplugged(checkout)
    (checkout.root / "what").write_text("mine")
    git(checkout.root, "commit", "-qam", "Mine")
    released(origin, "Best", what="three")
    with pytest.raises(UpdateError) as caught:
        update(checkout, Remembering(checkout.root).steps())

    assert "update.changed" == caught.value.message.key
    assert "Mine" == git(checkout.root, "log", "-1", "--format=%s")


def test_what_cannot_be_noted_changes_nothing(origin: Path, checkout: Checkout) -> None:
    """Where it cannot be said what is there before, the next version waits: nobody is put back to one from long ago."""
    released(origin, "Better", what="two")
    unplugged(checkout)
    released(origin, "Best", what="three")
    git(checkout.root, "pull", "-q")
    released(origin, "Last", what="four")
    (checkout.root / ".git/refs/murphy/after.lock").touch()
    steps = Remembering(checkout.root)
    with pytest.raises(UpdateError, match="after.lock"):
        update(checkout, steps.steps())

    assert "Best" == git(checkout.root, "log", "-1", "--format=%s")
    assert ["save three"] == steps.done


def test_one_update_at_a_time(origin: Path, checkout: Checkout) -> None:
    """A second one, of another process as well, changes nothing; once the first is over it may."""
    released(origin, "Better", what="two")
    steps = Remembering(checkout.root)
    with checkout.alone(), pytest.raises(UpdateError) as refused:
        update(checkout, steps.steps())

    assert ("update.busy", []) == (refused.value.message.key, steps.done)
    assert ("Better",) == update(checkout, steps.steps())


def test_a_version_that_cannot_be_set_up_again(origin: Path, checkout: Checkout) -> None:
    """Where the one from before cannot be, that is said and tried again; a newer one that can be mends it."""
    released(origin, "Worse", what="two")
    steps = Remembering(checkout.root, sets_up=("three",))
    said = []
    for _ in range(2):
        with pytest.raises(UpdateError) as caught:
            update(checkout, steps.steps())
        said.append(caught.value.message.key)
    unfinished = checkout.is_unfinished()
    released(origin, "Best", what="three")

    assert (["update.not-whole"] * 2, True) == (said, unfinished)
    assert ("Best", "Worse") == update(checkout, steps.steps())
    assert not checkout.is_unfinished()


def test_nothing_new_changes_nothing(checkout: Checkout) -> None:
    """Where the remote has nothing more not even a copy is made."""
    steps = Remembering(checkout.root)

    assert () == update(checkout, steps.steps())
    assert [] == steps.done


@pytest.mark.parametrize(
    ("how", "done", "key"),
    [
        (
            {"answer": False},
            ["save one", "install two", "answers two", "install one"],
            "taken-back",
        ),
        ({"sets_up": ("one",)}, ["save one", "install two", "install one"], "not-set-up"),
    ],
    ids=["it does not answer", "it cannot be set up"],
)
def test_a_version_that_fails_is_taken_back(
    origin: Path, checkout: Checkout, how: dict[str, Any], done: list[str], key: str
) -> None:
    """The version from before is set up again, and that is said, with the reason where one is known."""
    before = checkout.commit()
    released(origin, "Worse", what="two")
    steps = Remembering(checkout.root, **how)
    with pytest.raises(UpdateError) as caught:
        update(checkout, steps.steps())

    assert f"update.{key}" == caught.value.message.key
    assert ("no network" in str(caught.value)) == (key == "not-set-up")
    assert done == steps.done
    assert before == checkout.commit()
    assert "one" == (checkout.root / "what").read_text()


@pytest.mark.parametrize(
    "how",
    [("switch", "-q", "-c", "mine"), ("checkout", "-q", "--detach")],
    ids=["own", "a version"],
)
def test_a_checkout_that_follows_nothing(checkout: Checkout, how: tuple[str, ...]) -> None:
    """On a branch of one's own, or at a version: what to do next is said, by --check, too."""
    git(checkout.root, *how)
    for asks in (checkout.fetch, lambda: update(checkout, Remembering(checkout.root).steps())):
        with pytest.raises(UpdateError, match="git switch main"):
            asks()


@pytest.mark.parametrize("how", ["a file", "a commit"])
def test_nobodys_own_work_is_touched(origin: Path, checkout: Checkout, how: str) -> None:
    """Where somebody works in the checkout nothing is fetched over it."""
    (checkout.root / "what").write_text("mine")
    if how == "a commit":
        git(checkout.root, "commit", "-qam", "Mine")
    released(origin, "Better", other="new")
    with pytest.raises(UpdateError) as caught:
        update(checkout, Remembering(checkout.root).steps())

    assert "update.changed" == caught.value.message.key
    assert "mine" == (checkout.root / "what").read_text()


def test_a_remote_that_is_gone_is_told(origin: Path, checkout: Checkout) -> None:
    """No network, no remote: a sentence, and nothing changed."""
    origin.rename(origin.with_name("elsewhere"))
    with pytest.raises(UpdateError) as caught:
        update(checkout, Remembering(checkout.root).steps())

    assert "update.failed" == caught.value.message.key


def test_a_program_that_is_no_checkout(tmp_path: Path, checkout: Checkout) -> None:
    """A package is updated by who installed it; a service's copy knows its checkout."""
    with pytest.raises(UpdateError) as caught:
        checkout_of(tmp_path)
    (tmp_path / "checkout").write_text(f"{checkout.root}\n")

    assert "update.no-checkout" == caught.value.message.key
    assert checkout == checkout_of(tmp_path)
    assert not serves_from(Checkout(tmp_path))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder in whose place for programs a test puts one."""
    (tmp_path / ".venv/bin").mkdir(parents=True)
    return tmp_path / ".venv/bin/murphy"


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (SERVES.format(python=sys.executable, ok=IS_NO_TABLE), True),
        (SERVES.format(python=sys.executable, ok=False), False),
        ("#!/bin/sh\nexit 1\n", False),
    ],
    ids=["it is well", "it says that it is not", "it ends"],
)
def test_a_version_is_tried(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, good: bool
) -> None:
    """What answers that it is well is good; it is ended either way, and tells nobody of the table's broker anything."""
    monkeypatch.setenv("MURPHY_BROKER", "mqtt://pi.local/")
    program.write_text(text)
    program.chmod(0o755)

    ours = account(os.geteuid())

    assert good == answers(tmp_path, ours, None, 20.0 if good else 1.0)


@pytest.mark.parametrize(
    ("listens", "asked"),
    [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("192.168.1.20", "192.168.1.20")],
)
def test_a_companion_is_asked_where_it_listens(tmp_path: Path, listens: str, asked: str) -> None:
    """An address that stands for all of them is none to ask at."""
    assert Saved(asked, 8123, None) == save(Settings(host=listens, port=8123), tmp_path)


def test_games_are_copied_beside_the_games(tmp_path: Path) -> None:
    """Every journal of the state directory, and where copies are wanted as well."""
    stick = tmp_path / "stick"
    stick.mkdir()
    with Journal(tmp_path / "murphy.journal") as journal:
        journal.append([Draft("event", {})])
        saved = save(Settings(backup=stick, port=8123), tmp_path)

    assert Saved("127.0.0.1", 8123, str(*(tmp_path / "backups").iterdir())) == saved
    for folder in (tmp_path / "backups", stick):
        (copy,) = folder.iterdir()
        assert 1 == len(read(copy))


def test_news_do_not_steer_a_terminal(origin: Path, checkout: Checkout) -> None:
    """What a commit is called is somebody else's text."""
    released(origin, "Better\x1b[2J \u202eworse", what="two")

    assert ("Better[2J worse",) == checkout.news(checkout.fetch())


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
@pytest.mark.parametrize("signer", ["maker", "stranger", None])
def test_signers_are_believed_where_they_are_named(
    origin: Path, tmp_path: Path, signer: str | None
) -> None:
    """This version says who may sign the next one: what is unsigned, or signed by others, changes nothing."""
    for name in ("maker", "stranger"):
        line: list[str | Path] = [
            "ssh-keygen",
            "-q",
            "-t",
            "ed25519",
            "-N",
            "",
            "-f",
            tmp_path / name,
        ]
        subprocess.run(line, check=True)
    key = (tmp_path / "maker.pub").read_text()
    released(origin, "Signed from now on", signers=f"a@b {key}")
    git(tmp_path, "clone", "-q", str(origin), "here")
    (origin / "what").write_text("two")
    sign = ("-S",) if signer else ()
    named = ("-c", "gpg.format=ssh", "-c", f"user.signingkey={tmp_path / str(signer)}")
    git(origin, *named, "commit", *sign, "-qam", "Best")
    steps = Remembering(tmp_path / "here")

    if signer == "maker":
        assert ("Best",) == update(Checkout(steps.root), steps.steps())
    else:
        with pytest.raises(UpdateError) as refused:
            update(Checkout(steps.root), steps.steps())
        assert "update.unsigned" == refused.value.message.key
        assert [] == steps.done


KEYRING: Final = r"""#!/bin/sh
cat >/dev/null
case "$*" in
*--verify*) printf '\n[GNUPG:] GOODSIG 0123456789ABCDEF Somebody\n' ;;
*) printf '\n[GNUPG:] SIG_CREATED \n' >&2
   printf -- '-----BEGIN PGP SIGNATURE-----\n\nAAAA\n-----END PGP SIGNATURE-----\n' ;;
esac
"""
"""Stands for gpg with a keyring in which whoever signed is known."""


def test_a_key_of_the_owners_keyring_is_no_signer(origin: Path, tmp_path: Path) -> None:
    """Whose letters the owner reads may not say what runs here."""
    gpg = tmp_path / "gpg"
    gpg.write_text(KEYRING)
    gpg.chmod(0o755)
    released(origin, "Signed from now on", signers="a@b ssh-ed25519 AAAA")
    git(tmp_path, "clone", "-q", str(origin), "here")
    here = tmp_path / "here"
    git(here, "config", "gpg.program", str(gpg))
    (origin / "what").write_text("two")
    git(origin, "-c", f"gpg.program={gpg}", "commit", "-Sa", "-qam", "Best")
    git(here, "fetch", "-q")
    git(here, "verify-commit", "origin/main")

    with pytest.raises(UpdateError) as refused:
        Checkout(here).prove("origin/main")

    assert "update.unsigned" == refused.value.message.key


@pytest.mark.skipif(missing() is not None, reason=f"a file system {missing()}")
@pytest.mark.parametrize(
    "cuts", [1, pytest.param(40, marks=pytest.mark.prove)], ids=["one", "many"]
)
def test_power_that_goes_in_an_update(origin: Path, tmp_path: Path, cuts: int) -> None:
    """At random moments of it: the next one needs nobody's help, and what lies there then is what was released, to the byte."""
    rng = random.Random(cuts)
    with card(tmp_path, megabytes=32) as sd:
        checkout = Checkout(sd.place / "here")
        git(sd.place, "clone", "-q", str(origin), "here")
        for number in range(cuts):
            os.sync()
            text = f"{number}\n" * rng.randrange(20_000)
            released(origin, str(number), what=text, **{f"new{number}": text})
            steps = Remembering(checkout.root, sets_up=(text,)).steps()
            plug = threading.Timer(rng.uniform(0.0, 0.6), sd.lose_power)
            plug.start()
            with suppress(UpdateError, OSError):
                update(checkout, steps)
            plug.join()
            sd.unmount()
            sd.mount()
            for lock in (checkout.root / ".git").rglob("*.lock"):
                # A minute later.
                os.utime(lock, (0, 0))
            update(checkout, Steps(lambda: SAVED, lambda: None, lambda _: True))

            assert files_of(origin) == files_of(checkout.root)
            assert "" == git(checkout.root, "status", "--porcelain")
        git(checkout.root, "fsck", "--strict")


# On the host's page


@dataclass
class Slow:
    """A way to a newer version that takes as long as a test says."""

    over: threading.Event = field(default_factory=threading.Event)

    def look(self) -> UpdateCheck:
        self.over.wait(60)
        return UpdateCheck(message("update.on-page"), ("Best",), can_go=True)

    def go(self) -> UpdateCheck:
        raise UpdateError("update.taken-back", commit="1234567")


class Full(Slow):
    """A way on which the disk has no more room."""

    def look(self) -> UpdateCheck:
        raise OSError(28, "No space left on device")


def finished(desk: UpdateController) -> dict[str, Any]:
    """What the desk tells once nothing is under way."""
    assert desk._thread is not None
    desk._thread.join(60)
    return desk.to_json()


def test_one_thing_at_a_time_is_told_of() -> None:
    """Under way, then what is new; a second wish meanwhile is refused, and what fails is said."""
    desk = UpdateController(way := Slow())
    before = desk.to_json()
    desk.look()
    during = desk.to_json()
    with pytest.raises(UpdateError) as refused:
        desk.go()
    way.over.set()
    after = finished(desk)
    desk.go()
    failed = finished(desk)

    assert (False, None) == (before["busy"], before["text"])
    assert (True, message("update.busy")) == (during["busy"], during["text"])
    assert "update.busy" == refused.value.message.key
    assert (False, ["Best"], True) == (after["busy"], after["news"], after["go"])
    assert message("update.taken-back", commit="1234567") == failed["text"]


def test_whatever_an_update_stumbles_over_is_told() -> None:
    """The thread ends with a sentence for the page, not with the old one."""
    desk = UpdateController(Full())
    desk.look()
    told = finished(desk)

    assert "No space left on device" in words("en")(told["text"])
    assert (False, [], False) == (told["busy"], told["news"], told["go"])


def test_a_checkout_tells_the_page_what_is_new(
    origin: Path, checkout: Checkout, tmp_path: Path
) -> None:
    """What the remote has more; a program that is no checkout says who updates it."""

    def looked(program: Path) -> dict[str, object]:
        desk = UpdateController(way_of(program, tmp_path, Settings, lambda: None))
        desk.look()
        return finished(desk)

    newest = looked(checkout.root)
    released(origin, "Best", what="two")
    newer = looked(checkout.root)
    packaged = looked(tmp_path)

    assert message("update.newest") == newest["text"]
    assert (["Best"], True) == (newer["news"], newer["go"])
    assert message("update.no-checkout", path=str(tmp_path)) == packaged["text"]


def test_the_service_asks_systemd(tmp_path: Path) -> None:
    """A file among the games is all it can write; where nobody waits for it, that is said, with the command that helps."""
    (tmp_path / "checkout").write_text("/home/ann/murphy")
    watcher, outcome = tmp_path / "murphy-update.path", tmp_path / "said"
    way = ByService(tmp_path, watcher, outcome)
    with pytest.raises(UpdateError) as refused:
        way.go()
    watcher.touch()
    outcome.write_text("This is the newest version.\n")

    assert isinstance(way_of(tmp_path, tmp_path, Settings, lambda: None), ByService)
    assert "update.needs-root" == refused.value.message.key
    assert not (tmp_path / WISH).exists()
    assert ("This is the newest version.",) == way.look().new
    assert message("update.asked") == way.go().text
    assert (tmp_path / WISH).exists()


def test_a_remotes_password_is_not_told(checkout: Checkout) -> None:
    """What git says of an address that fails is shown without who asks."""
    with pytest.raises(UpdateError) as failed:
        checkout.run("sh", "-c", "echo 'no //me:secret@host/x' >&2; exit 1", seconds=60)

    assert "no //host/x" == failed.value.message.params["why"]


@pytest.mark.prove
def test_the_host_asks_the_installed_service() -> None:
    """In a bare trixie that systemd has booted: a version that answers is there, one that does not is taken back, the next one that answers is there; the game stays."""
    make("test-update")
