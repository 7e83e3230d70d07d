"""Accounts of this machine: who can decide what lies at a path, and doing as another account what root must not do itself."""

import grp
import os
import pwd
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import AccountError

ROOT: Final = 0
EVERYBODY: Final = -1
"""Stands for all accounts: anybody may write there."""
MOST_LINKS: Final = 40
"""As many links as Linux follows in one path (path_resolution(7))."""
HANDED_ON: Final = ("PATH", "LANG", "TZ", "TERM", "CI", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""What another account is told of the environment, beside languages, proxies and pip's settings: no secrets, and no places of somebody else's."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account, or a mere number that has no name here."""

    uid: int
    gid: int
    groups: tuple[int, ...]
    name: str
    home: str

    @property
    def is_this(self) -> bool:
        """Whether this process is that account's already."""
        return self.uid == os.geteuid()

    def environment(self, environment: Mapping[str, str]) -> dict[str, str]:
        """What a program of that account is told."""
        if self.is_this:
            return dict(environment)
        own = {"HOME": self.home, "USER": self.name, "LOGNAME": self.name}
        return {n: v for n, v in environment.items() if _is_handed_on(n)} | own

    def options(self) -> Mapping[str, Any]:
        """How ``subprocess`` starts a program as that account; it shares no terminal, into which it could type."""
        if self.is_this:
            return {}
        who = {"user": self.uid, "group": self.gid, "extra_groups": self.groups}
        return {**who, "start_new_session": True, "umask": 0o022}

    def reaches(self, *paths: str) -> bool:
        """Whether that account may read all of these; asked by root."""
        groups = os.getgroups()
        os.setgroups(self.groups)
        os.setegid(self.gid)
        os.seteuid(self.uid)
        try:
            return all(os.access(path, os.R_OK, effective_ids=True) for path in paths)
        finally:
            os.seteuid(ROOT)
            os.setegid(ROOT)
            os.setgroups(groups)

    def become(self) -> None:
        """This process is that account's from now on, for good. Raises AccountError if it could not read the rest of the program."""
        if not self.reaches(__file__, os.__file__):
            raise AccountError("account.no-program", name=self.name, path=__file__)
        os.environ.update(self.environment({}))
        os.setgroups(self.groups)
        os.setgid(self.gid)
        os.setuid(self.uid)


def account(who: int | str) -> Account:
    """The account of a number or a name. Raises AccountError if there is none of that name."""
    try:
        known = pwd.getpwnam(who) if isinstance(who, str) else pwd.getpwuid(who)
    except KeyError as error:
        if isinstance(who, str):
            raise AccountError("account.unknown", name=who) from error
        return Account(who, who, (), str(who), "/")
    groups = tuple(os.getgrouplist(known.pw_name, known.pw_gid))
    return Account(known.pw_uid, known.pw_gid, groups, known.pw_name, known.pw_dir or "/")


def keepers(path: Path) -> frozenset[int]:
    """The user ids of all but root who can decide what lies at a path: who owns it, a folder on the way or a link, or may write there.

    ``EVERYBODY`` if anybody can. Raises AccountError if links go round in circles.
    """
    return frozenset(_keepers(path.absolute(), MOST_LINKS)) - {ROOT}


def _keepers(path: Path, links: int) -> Iterator[int]:
    for step in (*reversed(path.parents), path):
        try:
            found = step.lstat()
        except OSError:
            return
        yield found.st_uid
        if stat.S_ISLNK(found.st_mode):
            if not links:
                raise AccountError("account.links", path=str(path))
            leads = step.parent / os.readlink(step) / path.relative_to(step)
            yield from _keepers(leads, links - 1)
            return
        yield from _writers(found)


def _writers(found: os.stat_result) -> Iterator[int]:
    """Who may change something beside its owner; in a sticky folder nobody removes what is another's."""
    if stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX:
        return
    if found.st_mode & stat.S_IWOTH:
        yield EVERYBODY
    if found.st_mode & stat.S_IWGRP:
        yield from _members(found.st_gid)


def _members(gid: int) -> Iterator[int]:
    try:
        names = grp.getgrgid(gid).gr_mem
    except KeyError:
        names = []
    for each in pwd.getpwall():
        if each.pw_gid == gid or each.pw_name in names:
            yield each.pw_uid


def as_the_keeper(*paths: Path) -> None:
    """If this is root's process and somebody else decides what lies at the paths, go on as that account: root follows nobody's links.

    Raises AccountError if several do, or if that account cannot read this program.
    """
    if os.geteuid() != ROOT:
        return
    found = frozenset[int]().union(*map(keepers, paths))
    if len(found) > 1 or EVERYBODY in found:
        names = tuple(sorted(account(uid).name for uid in found if uid >= 0))
        raise AccountError("account.several", path=str(paths[0]), names=names)
    for uid in found:
        account(uid).become()


def _is_handed_on(name: str) -> bool:
    return name in HANDED_ON or name.startswith(("LC_", "PIP_")) or name.lower().endswith("_proxy")
