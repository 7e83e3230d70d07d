"""Updates from the host's page: look for a newer version, or install it, one thing at a time in a thread of its own."""

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from companion.accounts import account
from companion.announce import Message, message
from companion.app.update.checkout import checkout_of
from companion.app.update.saving import save
from companion.app.update.updating import SERVICE, steps_of, update
from companion.errors import CompanionError, UpdateError
from companion.settings import Settings, state_directory

WISH: Final = "update-wanted"
"""The file among the games that makes systemd start murphy-update.service, which has the necessary rights."""
WATCHER: Final = Path("/etc/systemd/system/murphy-update.path")
OUTCOME: Final = Path("/run/murphy-update/said")
"""The output of the last of those runs."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateCheck:
    """The result of a check or an update: in words, what is new (one line each), whether it can be installed."""

    text: Message | None = None
    new: tuple[str, ...] = ()
    can_go: bool = False


class UpdateWay(Protocol):
    """How this companion gets a newer version."""

    def look(self) -> UpdateCheck:
        """What is new. Raises UpdateError."""
        ...

    def go(self) -> UpdateCheck:
        """Get it, and start anew with it. Raises UpdateError."""
        ...


class OwnCheckout:
    """A companion that somebody started in its checkout: updates like `murphy update`, then restarts itself."""

    def __init__(
        self, program: Path, settings: Callable[[], Settings], restart: Callable[[], None]
    ) -> None:
        self._program, self._settings, self._restart = program, settings, restart

    def look(self) -> UpdateCheck:
        """Fetch from the remote. Raises UpdateError."""
        checkout = checkout_of(self._program)
        new = checkout.news(checkout.fetch())
        return UpdateCheck(message("update.on-page" if new else "update.newest"), new, bool(new))

    def go(self) -> UpdateCheck:
        """Update, or roll back. Raises UpdateError."""
        checkout = checkout_of(self._program)
        games = partial(save, self._settings(), state_directory(os.environ))
        steps = steps_of(checkout, games, account(os.geteuid()))
        new = update(checkout, steps)
        if new:
            self._restart()
        return UpdateCheck(message("update.done" if new else "update.newest"), new)


class ByService:
    """The installed service, which may write only where its games are: a file there asks systemd to update and restart it."""

    def __init__(self, home: Path, watcher: Path = WATCHER, outcome: Path = OUTCOME) -> None:
        self._home, self._watcher, self._outcome = home, watcher, outcome

    def look(self) -> UpdateCheck:
        """Only `murphy update`, outside the service, can say what is new. Raises UpdateError where nothing of systemd waits for the wish."""
        if not self._watcher.is_file():
            raise UpdateError("update.needs-root", path=str(SERVICE))
        try:
            last = tuple(self._outcome.read_text("utf-8", "replace").splitlines())
        except OSError:
            last = ()
        return UpdateCheck(message("update.by-service"), last, can_go=True)

    def go(self) -> UpdateCheck:
        """Ask systemd for the update, by a file. Raises UpdateError."""
        self.look()
        try:
            (self._home / WISH).touch()
        except OSError as error:
            raise UpdateError("update.failed", what=WISH, why=str(error)) from error
        return UpdateCheck(message("update.asked"))


def way_of(
    program: Path, home: Path, settings: Callable[[], Settings], restart: Callable[[], None]
) -> UpdateWay:
    """How the program in a folder gets a newer version; ``home`` is where the games are."""
    if (program / "checkout").is_file():
        return ByService(home)
    return OwnCheckout(program, settings, restart)


class UpdateController:
    """Does one thing at a time, and reports its progress. May be called from any thread."""

    def __init__(self, way: UpdateWay) -> None:
        self._way = way
        self._turn = threading.Lock()
        self._news = UpdateCheck()
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether something is in progress that should not be interrupted."""
        return self._thread is not None and self._thread.is_alive()

    def to_json(self) -> dict[str, Any]:
        """For the host's page."""
        busy, news = self.busy, self._news
        text = message("update.busy") if busy else news.text
        return {"busy": busy, "text": text, "news": list(news.new), "go": news.can_go}

    def look(self) -> None:
        """Start looking for a newer version. Raises UpdateError if something is in progress."""
        self._begin(self._way.look)

    def go(self) -> None:
        """Get what is new, in a thread. Raises UpdateError if something is in progress."""
        self._begin(self._way.go)

    def _begin(self, act: Callable[[], UpdateCheck]) -> None:
        with self._turn:
            if self.busy:
                raise UpdateError("update.busy")
            # Not a daemon thread: ending the companion waits until the program is complete.
            self._thread = threading.Thread(target=self._do, args=(act,), name="update")
            self._thread.start()

    def _do(self, act: Callable[[], UpdateCheck]) -> None:
        try:
            self._news = act()
        except CompanionError as error:
            self._news = UpdateCheck(error.message)
        # A full disk, an unknown owner: whoever waits at the page has to be told.
        except Exception as error:
            _log.exception("an update stumbled")
            why = f"{type(error).__name__}: {error}"[:200].rstrip(" .!")
            self._news = UpdateCheck(message("update.failed", what="murphy update", why=why))
