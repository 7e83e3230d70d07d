"""The checkout that the program runs from, and what its remote has that it has not: git, as the checkout's owner."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import UpdateError

FETCH_SECONDS: Final = 300.0
SIGNERS: Final = "signers"
"""A file of the checkout in ssh-keygen's form (ALLOWED SIGNERS): whose signature is believed."""
BEFORE: Final = "refs/murphy/before"
"""What git calls the version from before while an update is under way."""
QUIET: Final = {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}
"""Nobody is there who could type a password."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A folder with a branch that follows one of a remote."""

    root: Path

    def commit(self) -> str:
        """What is checked out."""
        return self._git("rev-parse", "HEAD")

    def news(self) -> tuple[str, ...]:
        """What the remote has that is not here, a line each, the newest first. Raises UpdateError."""
        self._git("fetch", "--quiet")
        return tuple(self._git("log", "--format=%s", "HEAD..@{upstream}").splitlines())

    def is_changed(self) -> bool:
        """Whether somebody works here: files changed, or commits that the remote has not."""
        changed = self._git("status", "--porcelain", "--untracked-files=no")
        return bool(changed or self._git("rev-list", "@{upstream}..HEAD"))

    def prove(self) -> None:
        """Raise UpdateError where this version names who may sign the next one (SIGNERS), and none of them signed what was fetched."""
        if not (self.root / SIGNERS).is_file():
            return
        who = f"gpg.ssh.allowedSignersFile={SIGNERS}"
        try:
            self._git("-c", who, "verify-commit", "@{upstream}")
        except UpdateError as error:
            raise UpdateError("update.unsigned") from error

    def forward(self) -> None:
        """Go on to what was fetched; until ``finish`` it is known what was there before, whatever happens to this machine."""
        self._git("update-ref", BEFORE, "HEAD")
        self._git("merge", "--quiet", "--ff-only", "@{upstream}")

    def before(self) -> str | None:
        """What was there before an update that did not come to its end; None where there is no such."""
        return self._git("for-each-ref", "--format=%(objectname)", BEFORE) or None

    def back(self) -> None:
        """Return to what was there before."""
        self._git("reset", "--quiet", "--keep", BEFORE)

    def finish(self) -> None:
        """What is there stays."""
        self._git("update-ref", "-d", BEFORE)

    def run(self, *command: str, seconds: float) -> str:
        """What a command in the folder says, as its owner. Raises UpdateError."""
        try:
            done: subprocess.CompletedProcess[str] = subprocess.run(
                command,
                cwd=self.root,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                stdin=subprocess.DEVNULL,
                **_as_owner(self.root),
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UpdateError(
                "update.failed", what=command[0], why=str(error)
            ) from error
        if done.returncode:
            why = (done.stderr or done.stdout).strip().splitlines()
            said = why[-1] if why else str(done.returncode)
            # A remote's address may hold a password.
            told = re.sub(r"//[^/@\s]+@", "//", said)
            raise UpdateError("update.failed", what=command[0], why=told)
        return done.stdout.strip()

    def _git(self, *what: str) -> str:
        return self.run("git", *what, seconds=FETCH_SECONDS)


def checkout_of(program: Path) -> Checkout:
    """The checkout of an installed program: its own folder, or the one it was copied from. Raises UpdateError."""
    note = program / "checkout"
    root = Path(note.read_text("utf-8").strip()) if note.is_file() else program
    if not (root / ".git").exists():
        raise UpdateError("update.no-checkout", path=str(root))
    return Checkout(root)


def _as_owner(root: Path) -> dict[str, Any]:
    """Who is root leaves nothing of root's in somebody's folder, and nobody's hooks run as root."""
    owner = root.stat().st_uid
    environment = {**os.environ, **QUIET}
    if os.geteuid() != 0 or owner == 0:
        return {"env": environment}
    known = pwd.getpwuid(owner)
    home = {"HOME": known.pw_dir, "USER": known.pw_name, "LOGNAME": known.pw_name}
    groups = os.getgrouplist(known.pw_name, known.pw_gid)
    who = {"user": owner, "group": known.pw_gid, "extra_groups": groups}
    return {"env": environment | home, **who}
