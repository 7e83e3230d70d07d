"""Accounts: who decides what lies at a path, and root that goes on as that account."""

import json
import os
import pwd
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.accounts import EVERYBODY, Account, account, as_the_keeper, keepers
from companion.errors import AccountError

ROOT = Path(__file__).parent.parent
PYTHON = "/usr/bin/python3"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to own files as others")
MINE = {os.geteuid()} - {0}


@pytest.fixture
def nobody() -> Account:
    return account("nobody")


def given(path: Path, to: Account) -> Path:
    os.chown(path, to.uid, to.gid)
    return path


def test_ones_own_files(place: Path) -> None:
    """Nobody else decides there, though all may write in the sticky folder above."""
    (place / "file").touch(0o600)

    assert MINE == keepers(place / "file")
    assert MINE == keepers(place / "missing" / "file")


@pytest.mark.parametrize("how", ["folder", "file"])
def test_what_anybody_may_change(place: Path, how: str) -> None:
    """A folder on the way that is open to all, or the file itself; in a sticky one nobody takes another's file away."""
    (place / "file").touch()
    open_to_all = place if how == "folder" else place / "file"
    open_to_all.chmod(0o777)
    found = keepers(place / "file")
    open_to_all.chmod(0o1777)

    assert MINE | {EVERYBODY} == found
    assert (EVERYBODY in keepers(place / "file")) == (how == "file")


@needs_root
def test_others_files(place: Path, nobody: Account) -> None:
    """Whose a folder is, a file in it, or a link on the way and where it leads."""
    for name in ("a", "b", "c"):
        (place / name).mkdir()
    given(place / "a", nobody)
    (place / "a/file").touch()
    (place / "b/file").touch()
    given(place / "b/file", nobody)
    (place / "c/root").symlink_to("../b/root")
    (place / "c/others").symlink_to("../b/file")
    (place / "c/link").symlink_to("root")
    os.chown(place / "c/link", nobody.uid, -1, follow_symlinks=False)
    theirs = ("a/file", "b/file", "c/others", "c/link")

    assert [{nobody.uid}] * 4 == [keepers(place / name) for name in theirs]
    assert set() == keepers(place / "c/root")


@needs_root
def test_a_group_that_may_write(place: Path) -> None:
    """Its members decide, those whose first group it is among them."""
    one = next(each for each in pwd.getpwall() if each.pw_uid and each.pw_gid)
    given(place, Account(0, one.pw_gid, (), "", "/"))
    place.chmod(0o775)

    assert one.pw_uid in keepers(place / "file")


def test_links_in_circles(place: Path) -> None:
    """They lead nowhere, and that is said."""
    (place / "a").symlink_to("b")
    (place / "b").symlink_to("a")
    with pytest.raises(AccountError, match="circles"):
        keepers(place / "a")


def test_an_account_that_is_not_there() -> None:
    """A name is asked for; a number alone, as in a container, is enough to own files."""
    with pytest.raises(AccountError, match="no account"):
        account("nobody-of-this-name")

    assert (4_000_000, "4000000") == (account(4_000_000).uid, account(4_000_000).name)


def test_little_is_handed_on(nobody: Account) -> None:
    """Another account is told of proxies and languages: of no secrets, and no places of this one's."""
    told = {
        "PATH": "/bin",
        "LC_ALL": "C",
        "https_proxy": "http://proxy",
        "PIP_INDEX_URL": "https://mirror",
        "HOME": "/root",
        "TMPDIR": "/home/ann/tmp",
        "MURPHY_BROKER_PASSWORD": "secret",
        "PYTHONPATH": "/home/ann",
        "LD_PRELOAD": "x.so",
    }
    handed = nobody.environment(told)

    assert {"PATH", "LC_ALL", "https_proxy", "PIP_INDEX_URL", "HOME", "USER", "LOGNAME"} == set(
        handed
    )
    assert nobody.home == handed["HOME"]
    assert told == account(os.geteuid()).environment(told)


@needs_root
def test_another_account_has_no_way_back(nobody: Account) -> None:
    """Its program has none of root's groups and capabilities, and no terminal of root's to type into."""
    told = "id -u; id -G; ps -o sid= -p $$; grep CapEff /proc/self/status"
    done = subprocess.run(
        ["sh", "-c", told], capture_output=True, text=True, check=True, **nobody.options()
    )
    uid, groups, session, capabilities = done.stdout.splitlines()

    assert [str(nobody.uid), str(nobody.gid)] == [uid, groups]
    assert os.getsid(0) != int(session)
    assert 0 == int(capabilities.split()[1], 16)


GOES_ON = """
import json, os, sys
from pathlib import Path
from companion.accounts import as_the_keeper
from companion.errors import AccountError
try:
    as_the_keeper(*map(Path, sys.argv[1:]))
except AccountError as error:
    print(json.dumps(error.message.key))
    sys.exit()
try:
    os.setuid(0)
    back = True
except PermissionError:
    back = False
print(json.dumps([*os.getresuid(), *os.getresgid(), os.getgroups(), os.environ["HOME"], back]))
"""


def gone_on(*paths: Path) -> object:
    """Who a process of root's is after it was to go on as the keeper of some paths."""
    done = subprocess.run(
        [PYTHON, "-c", GOES_ON, *paths], capture_output=True, text=True, check=True, cwd=ROOT
    )
    told = json.loads(done.stdout)
    if told == "account.no-program":
        pytest.skip("needs a checkout that others can read")
    return told


@needs_root
@pytest.mark.skipif(shutil.which(PYTHON) is None, reason=f"needs {PYTHON}")
def test_root_goes_on_as_the_keeper(place: Path, nobody: Account) -> None:
    """For good, with that account's groups and home; where root alone decides it stays root, where several do it does nothing."""
    (place / "file").touch()
    mine = gone_on(place / "file")
    given(place / "file", nobody)
    theirs = gone_on(place / "file")
    (place / "other").touch()
    given(place / "other", account(4_000_000))
    several = gone_on(place / "file", place / "other")
    ids = [*[nobody.uid] * 3, *[nobody.gid] * 3, [nobody.gid]]

    assert isinstance(mine, list)
    assert [0] * 6 == mine[:6]
    assert [*ids, nobody.home, False] == theirs
    assert "account.several" == several


@needs_root
def test_a_keeper_who_cannot_read_the_program(
    place: Path, nobody: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root does not become somebody who would fail in the middle, and stays what it was."""
    given(place, nobody)
    hidden = place / "hidden.py"
    hidden.touch(0o600)
    monkeypatch.setattr("companion.accounts.__file__", str(hidden))
    groups = os.getgroups()
    with pytest.raises(AccountError, match="cannot read"):
        as_the_keeper(place / "file")

    assert [0, 0, groups] == [os.geteuid(), os.getegid(), os.getgroups()]
