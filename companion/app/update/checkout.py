"""The checkout that the program runs from, and what is new in its remote: git, run as the checkout's owner."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.accounts import Account, account, keepers
from companion.app.update.running import run
from companion.errors import UpdateError

FETCH_SECONDS: Final = 300.0
RUN_BY_ROOT: Final = ("systemd/service.sh", "install.sh")
SIGNERS: Final = "signers"
"""A file of the checkout in ssh-keygen's format (ALLOWED SIGNERS): whose signatures are trusted."""
BEFORE: Final = "refs/murphy/before"
"""The git ref of the previous version while an update is in progress."""
AFTER: Final = "refs/murphy/after"
"""The git ref of the version being updated to."""
KEPT: Final = "refs/murphy/kept"
"""The commit that keeps whatever was in the way of the last rollback, perhaps somebody's changes, so that nothing is lost."""
AUTHOR: Final = ("-c", "user.name=Murphy", "-c", "user.email=murphy@localhost")
SAFELY: Final = ("-c", "core.fsync=all", "-c", "gc.autoDetach=false")
"""Power may be cut after every step; clean-up ends before the update does."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A folder with a branch that tracks one of a remote."""

    root: Path

    def commit(self) -> str:
        """The current commit."""
        return self._git("rev-parse", "HEAD")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While no other update is running here. Raises UpdateError if one is."""
        here = os.open(self.root, os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _lock(here)
            yield
        finally:
            os.close(here)

    def guard(self, *never: Account) -> None:
        """Raise UpdateError if others than its owner, or an account that must ``never``, can change what root installs from here."""
        may = {uid for path in RUN_BY_ROOT for uid in keepers(self.root / path)}
        if may - {self.owner.uid} or may & {each.uid for each in never}:
            raise UpdateError("update.open", path=str(self.root))

    def fetch(self) -> str:
        """The remote's newest commit. Raises UpdateError."""
        self._git("fetch", "--quiet")
        return self._upstream()

    def _upstream(self) -> str:
        """The commit that is known of the remote's branch. Raises UpdateError."""
        try:
            return self._git("rev-parse", "@{upstream}")
        except UpdateError as error:
            why = error.message.params["why"]
            raise UpdateError("update.no-branch", path=str(self.root), why=why) from error

    def news(self, newest: str) -> tuple[str, ...]:
        """The commits that are new, one line each, newest first."""
        told = self._git("log", "--format=%s", f"HEAD..{newest}").splitlines()
        return tuple("".join(filter(str.isprintable, line)) for line in told)

    def is_changed(self) -> bool:
        """Whether somebody is working here: changed files, or commits that the remote does not have."""
        changed = self._git("status", "--porcelain", "--untracked-files=no")
        return bool(changed or self._git("rev-list", f"{self._upstream()}..HEAD"))

    def prove(self, newest: str) -> None:
        """Raise UpdateError if this version names who may sign the next one (SIGNERS), and none of them signed that commit."""
        if not (self.root / SIGNERS).is_file():
            return
        who = ("-c", f"gpg.ssh.allowedSignersFile={SIGNERS}")
        # SIGNERS names SSH keys: any other key that the owner's keyrings hold signs for nobody.
        no_keyring = ("-c", "gpg.openpgp.program=false", "-c", "gpg.x509.program=false")
        try:
            self._git(*who, *no_keyring, "verify-commit", newest)
        except UpdateError as error:
            raise UpdateError("update.unsigned") from error

    def note(self, newest: str) -> None:
        """Record the current and the next commit: until ``finish`` both are known, whatever happens to this machine."""
        self._git("update-ref", AFTER, newest)
        self._git("update-ref", BEFORE, "HEAD")

    def forward(self) -> None:
        """Go on to the recorded commit."""
        self._git("merge", "--quiet", "--ff-only", AFTER)

    def is_unfinished(self) -> bool:
        """Whether an update was interrupted, and nobody has committed on top of it since."""
        form = "--format=%(refname) %(objectname)"
        told = self._git("for-each-ref", form, BEFORE, AFTER).splitlines()
        known = dict(line.split() for line in told)
        return BEFORE in known and self.commit() in known.values()

    def back(self) -> None:
        """Return to the state before an update, however far it got."""
        # After a power cut the index cannot be trusted.
        self._git("read-tree", AFTER)
        self._git("add", "--update")
        lies = self._git("write-tree")
        if lies not in self._git("rev-parse", f"{BEFORE}:", f"{AFTER}:"):
            note = ("commit-tree", "-p", BEFORE, "-m", "What lay in the way", lies)
            self._git("update-ref", KEPT, self._git(*AUTHOR, *note))
        self._git("reset", "--quiet", "--hard", BEFORE)

    def unlock(self, *, young: bool = False) -> None:
        """Remove the lock files of a killed git: nobody who works here holds a lock for a minute. ``young``: recent ones, too. Raises UpdateError."""
        age = () if young else ("-mmin", "+1")
        line = ("find", ".git", "-name", "*.lock", *age, "-delete")
        self.run(*line, seconds=FETCH_SECONDS)

    def finish(self) -> None:
        """Keep the current version."""
        # git never syncs the files that it checks out.
        os.sync()
        self._git("update-ref", "-d", BEFORE)
        self._git("update-ref", "-d", AFTER)

    @property
    def owner(self) -> Account:
        """Whose it is: git, and what installs, run as that account."""
        return account(self.root.stat().st_uid)

    def run(self, *command: str, seconds: float) -> str:
        """The output of a command in the folder, run as its owner. Raises UpdateError."""
        return run(self.owner, *command, seconds=seconds, cwd=self.root)

    def _git(self, *what: str) -> str:
        return self.run("git", *SAFELY, *what, seconds=FETCH_SECONDS)


def checkout_of(program: Path) -> Checkout:
    """The checkout of an installed program: its own folder, or the one it was copied from. Raises UpdateError."""
    note = program / "checkout"
    root = Path(note.read_text("utf-8").strip()) if note.is_file() else program
    if not (root / ".git").exists():
        raise UpdateError("update.no-checkout", path=str(root))
    return Checkout(root)


def _lock(folder: int) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UpdateError("update.busy") from error
