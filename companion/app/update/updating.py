"""Updating: the games are copied, the program is replaced and tried on a copy of the last game; a version that does not work is rolled back."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.accounts import Account, account
from companion.app.update.checkout import Checkout
from companion.app.update.running import QUIET, run, started
from companion.app.update.saving import Saved
from companion.errors import UpdateError
from companion.settings import ENVIRONMENT_PREFIX

# Whether a version works -------------------------------------------------------------


TRIAL_SECONDS: Final = 120.0
"""A Pi with a long game may take this long until its first answer."""
PAUSE_SECONDS: Final = 0.5
ANSWER_SECONDS: Final = 10.0
COPY_SECONDS: Final = 300.0
MOST_ANSWERED: Final = 1 << 16
"""Bytes of an answer about the companion's health that are read."""


def answers(program: Path, account: Account, game: str | None, seconds: float) -> bool:
    """Whether the program in a folder's .venv, run as an account, reads a copy of a game and reports that it is healthy.

    All that it writes is in a folder of that account's, which is gone afterwards.
    Raises UpdateError if there can be none.
    """
    with _scratch(account) as folder:
        journal = f"{folder}/trial.journal"
        if game is not None:
            run(account, "cp", "--", game, journal, seconds=COPY_SECONDS)
        port = _free_port()
        options = ["--camera", "none", "--host", "127.0.0.1", "--port", str(port)]
        command = [str(program / ".venv/bin/murphy"), "play", *options]
        with started(
            account, *command, "--journal", journal, cwd=program, told=_apart(account, folder)
        ) as tried:
            return is_well("127.0.0.1", port, seconds, lambda: tried.poll() is None)


def is_well(host: str, port: int, seconds: float, lives: Callable[[], bool] = lambda: True) -> bool:
    """Whether a companion of this machine reports within some seconds that it is healthy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and lives():
        if _health(host, port, ANSWER_SECONDS).get("ok") is True:
            return True
        time.sleep(PAUSE_SECONDS)
    return False


def _health(host: str, port: int, seconds: float) -> dict[str, Any]:
    """What is answered there about its health, in time and briefly; empty otherwise. Whoever listens there is believed no more."""
    until = time.monotonic() + seconds
    try:
        with socket.create_connection((host, port), seconds) as asked:
            asked.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            said = b"".join(_until(asked, until))
        head, _, body = said.partition(b"\r\n\r\n")
        told = json.loads(body) if head.split()[1:2] == [b"200"] else None
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _until(asked: socket.socket, until: float) -> Iterator[bytes]:
    """What comes until the end, or until it is too late or too much."""
    left = MOST_ANSWERED
    while left > 0 and (wait := until - time.monotonic()) > 0:
        asked.settimeout(wait)
        part = asked.recv(left)
        if not part:
            return
        left -= len(part)
        yield part


@contextmanager
def _scratch(account: Account) -> Iterator[str]:
    """A new folder of an account's, made and taken away by it."""
    folder = run(account, "mktemp", "-d", seconds=COPY_SECONDS)
    try:
        yield folder
    finally:
        with suppress(UpdateError):
            run(account, "rm", "-rf", "--", folder, seconds=COPY_SECONDS)


def _apart(account: Account, folder: str) -> dict[str, str]:
    """The environment of a companion that is not the real table's: no broker, no backups, places of its own."""
    homes = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "STATE_DIRECTORY")
    apart = dict.fromkeys(homes, folder) | {"MURPHY_BUZZER": "none"}
    told = account.environment(os.environ).items()
    mine = {n: v for n, v in told if not n.startswith(ENVIRONMENT_PREFIX)}
    return {**mine, **QUIET, **apart, "NOTIFY_SOCKET": ""}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


# The steps outside of the checkout ---------------------------------------------------


INSTALL_SECONDS: Final = 3600.0
SERVICE: Final = Path("/opt/murphy")
SERVICE_GAMES: Final = Path("/var/lib/murphy")
SERVICE_CONFIG: Final = SERVICE_GAMES / "murphy.toml"
SERVICE_ACCOUNT: Final = "murphy"


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of an update outside the checkout: ``save`` copies the games, ``install`` sets up the program, ``answers`` tries it on what was saved.

    All raise UpdateError; ``save`` may raise JournalError, too.
    """

    save: Callable[[], Saved]
    install: Callable[[], object]
    answers: Callable[[Saved], bool]


def serves_from(checkout: Checkout) -> bool:
    """Whether the service was installed from this checkout."""
    note = SERVICE / "checkout"
    if not note.is_file():
        return False
    return Path(note.read_text("utf-8").strip()) == checkout.root.resolve()


def steps_of(checkout: Checkout, save: Callable[[], Saved], who: Account) -> Steps:
    """The steps for a checkout whose program is tried by some account."""

    def tried(saved: Saved) -> bool:
        return answers(checkout.root, who, saved.game, TRIAL_SECONDS)

    return Steps(save, lambda: _install(checkout), tried)


def steps_of_service(checkout: Checkout, save: Callable[[], Saved]) -> Steps:
    """The steps for the service that was installed from a checkout, as root.

    Root itself runs only its own copy of the program and the checkout's service.sh; the
    companion, also the one that is tried, runs as the service's account. Raises
    UpdateError if others than the checkout's owner can change that script.
    """
    who = account(SERVICE_ACCOUNT)
    checkout.guard(who)

    def install() -> None:
        _install(checkout)
        script = str(checkout.root / "systemd/service.sh")
        run(account(0), script, "install", seconds=INSTALL_SECONDS)

    def tried(saved: Saved) -> bool:
        return is_well(saved.host, saved.port, TRIAL_SECONDS) and answers(
            SERVICE, who, saved.game, TRIAL_SECONDS
        )

    return Steps(save, install, tried)


def _install(checkout: Checkout) -> None:
    checkout.run("./install.sh", seconds=INSTALL_SECONDS)


# The update --------------------------------------------------------------------------


def update(checkout: Checkout, steps: Steps) -> tuple[str, ...]:
    """The changes, one line each, once the new version is installed and works; empty if there was nothing new.

    Raises UpdateError: nothing was changed, or everything was rolled back.
    """
    with checkout.alone():
        trouble = _recovered(checkout, steps)
        newest = checkout.fetch()
        news = checkout.news(newest)
        if news:
            _forward(checkout, steps, newest)
        elif trouble is not None:
            raise trouble
        return news


def _recovered(checkout: Checkout, steps: Steps) -> UpdateError | None:
    """Roll back an interrupted update; returns why the previous version could not be set up, which a newer one may fix."""
    if checkout.is_unfinished():
        checkout.unlock(young=True)
        checkout.back()
        try:
            _set_up(checkout, steps)
        except UpdateError as error:
            return error
    elif not checkout.is_changed():
        checkout.unlock()
    return None


def _forward(checkout: Checkout, steps: Steps, newest: str) -> None:
    if checkout.is_changed():
        raise UpdateError("update.changed", path=str(checkout.root))
    checkout.prove(newest)
    before = checkout.commit()[:7]
    saved = steps.save()
    checkout.note(newest)
    try:
        checkout.forward()
        _try(steps, saved, before)
    except BaseException:
        # An interrupted update leaves the previous version.
        checkout.back()
        _set_up(checkout, steps)
        raise
    checkout.finish()


def _try(steps: Steps, saved: Saved, before: str) -> None:
    """Set up the new version and see whether it works. Raises UpdateError if not."""
    try:
        steps.install()
    except UpdateError as error:
        why = str(error.message.params["why"]).rstrip(" .")
        raise UpdateError("update.not-set-up", commit=before, why=why) from error
    if not steps.answers(saved):
        raise UpdateError("update.taken-back", commit=before)


def _set_up(checkout: Checkout, steps: Steps) -> None:
    """Set up the previous version again. Raises UpdateError if that fails: the next update begins with it."""
    try:
        steps.install()
    except UpdateError as error:
        why = error.message.params["why"]
        commit = checkout.commit()[:7]
        raise UpdateError("update.not-whole", commit=commit, why=why) from error
    checkout.finish()
