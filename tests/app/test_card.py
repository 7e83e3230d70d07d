"""A memory card that sets its Pi up: what was on it stays, it is written whole or not at all, and the Pi goes on where it was cut off."""

import errno
import hashlib
import json
import os
import re
import shutil
import string
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.card import boot_folder, cloud
from companion.app.card.boot_folder import write_card, write_stick
from companion.app.card.cloud import Wishes, kernel, network, user_data, wifi_key
from companion.app.card.unattended import __main__ as unattended
from companion.app.card.unattended import files, packages
from companion.app.card.unattended.files import Unfit, furnish, keep_pin, sums_of, take
from companion.app.card.unattended.progress import STEPS, Pages, Progress, page, told_by
from companion.app.cli import murphy
from companion.errors import CardFolderError
from companion.words import LANGUAGES
from tests.bare import make
from tests.places import ROOT

IMAGER = """#cloud-config
hostname: kitchen
manage_etc_hosts: true
packages:
- avahi-daemon

apt:
  conf: |
    Acquire {
      Check-Date "false";
    };

timezone: Europe/Amsterdam
keyboard:
  model: pc105
  layout: "de"
enable_ssh: true
users:
- name: ann
  groups: users,adm,sudo
  lock_passwd: false
  passwd: $5$salt$hash
  ssh_authorized_keys:
    - ssh-ed25519 AAAA ann@pc
  sudo: ALL=(ALL) NOPASSWD:ALL

ssh_pwauth: true
runcmd:
  - [ rfkill, unblock, wifi ]
"""
"""What Raspberry Pi Imager 2.0 writes for somebody who fills in everything."""
WIFI = """network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      access-points:
        "Home, sweet":
          password: "6dcc"
      optional: true
"""
KERNEL = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"
OURS = ["sh", "-c", cloud.BEGIN]
PACKAGE = "murphy-companion_1.0_arm64.deb"
PIN = "27182845"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """What begins as a package does."""
    file = tmp_path / PACKAGE
    file.write_bytes(b"!<arch>\ndebian-binary   and so on")
    return file


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """A boot partition as the Imager leaves it."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    texts = {
        "config.txt": "arm_64bit=1\n",
        "cmdline.txt": KERNEL,
        "meta-data": "instance_id: rpios-image\n",
        "user-data": IMAGER,
        "network-config": WIFI,
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def everything(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def write(boot: Path, package: Path, **wishes: Any) -> boot_folder.Written:
    return write_card(boot, [package], Wishes(**wishes), "en", lambda: PIN)


# -- what others have written ---------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [
        "",
        "#cloud-config\n",
        "#cloud-config\n# hostname: raspberrypi\n#bootcmd:\n#- echo",
        IMAGER,
        IMAGER.replace("\n", "\r\n"),
        "\ufeff" + IMAGER,
        "#cloud-config\nbootcmd:\n  # first\n  - echo one\n  - [echo, two] # second\nhostname: den\n",
        "#cloud-config\nbootcmd: [echo one, [echo, two]]\nhostname: den\n",
        "#cloud-config\nbootcmd: []\n",
        "#cloud-config\nbootcmd:\nhostname: den\n",
        "#cloud-config\nbootcmd: ~\n",
        "#cloud-config\n{hostname: den} # all of it\n",
        "#cloud-config\nbootcmd:\n- echo one",
        "#cloud-config\n---\nhostname: den\nusers: [default]\n",
        "#cloud-config\nwrite_files:\n- path: /etc/motd\n  content: |+\n    hello\n\n",
    ],
)
def test_what_others_told_cloud_init_stays(before: str) -> None:
    """Every line is still there, comments too; the Pi begins with our part, then with theirs; a second time changes nothing."""
    after, name = user_data(before, Wishes(own_zone="Europe/Berlin"))

    was, now = (yaml.safe_load(text.removeprefix("\ufeff")) or {} for text in (before, after))
    assert [OURS, *(was.get("bootcmd") or [])] == now.pop("bootcmd")
    was.pop("bootcmd", None)
    defaults = {"hostname": "murphy", "manage_etc_hosts": True, "timezone": "Europe/Berlin"}
    assert defaults | was == now
    assert name == now["hostname"]
    comments = re.findall(r"#.*", before)
    assert comments == [c for c in re.findall(r"#.*", after) if c in comments]
    assert (after, name) == user_data(after, Wishes(own_zone="Europe/Paris"))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(string.printable, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc: #-", max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=40)
@given(
    st.dictionaries(st.sampled_from(["bootcmd", "runcmd", "users", "x y", "apt"]), values),
    st.sampled_from([True, False, None]),
)
def test_whatever_others_write_is_kept_or_refused(told: dict[str, Any], flow: bool | None) -> None:
    """Of any mapping, in either of YAML's forms, all is kept, or it is refused in a sentence."""
    text = f"#cloud-config\n{yaml.safe_dump(told, default_flow_style=flow)}"
    if not isinstance(told.get("bootcmd"), list | None):
        with pytest.raises(CardFolderError, match="not a list"):
            user_data(text, Wishes())
        return

    after = yaml.safe_load(user_data(text, Wishes())[0])

    assert [OURS, *(told.get("bootcmd") or [])] == after["bootcmd"]
    assert {**told, "bootcmd": 0} == {k: v for k, v in after.items() if k in told} | {"bootcmd": 0}


@pytest.mark.parametrize(
    ("file", "text", "key"),
    [
        ("user-data", "#!/bin/sh\necho", "sd-card.no-header"),
        ("user-data", "## template: jinja\n#cloud-config\n", "sd-card.no-header"),
        ("user-data", "hostname: den\n", "sd-card.no-header"),
        ("user-data", "#cloud-config\nhostname: [\n", "sd-card.yaml"),
        ("user-data", "#cloud-config\n\tbad: 1\n", "sd-card.yaml"),
        ("user-data", "#cloud-config\nx: !secret 1\n", "sd-card.yaml"),
        ("user-data", "#cloud-config\n- a list\n", "sd-card.no-mapping"),
        ("user-data", "#cloud-config\nbootcmd: echo\n", "sd-card.no-list"),
        ("user-data", "#cloud-config\nbootcmd: 1\n", "sd-card.no-list"),
        ("user-data", "#cloud-config\nhostname: den\n...\n", "sd-card.odd"),
        ("user-data", "\xff\xfe", "sd-card.no-text"),
        ("user-data", IMAGER.replace("ann", "murphy"), "sd-card.account"),
        ("user-data", "#cloud-config\nusers: [default, murphy]\n", "sd-card.account"),
        ("user-data", "#cloud-config\nusers: 'ann, murphy'\n", "sd-card.account"),
        ("user-data", "#cloud-config\nusers: {murphy: {lock_passwd: false}}\n", "sd-card.account"),
        ("user-data", "#cloud-config\nuser: murphy\n", "sd-card.account"),
        ("user-data", "#cloud-config\nuser: {name: murphy}\n", "sd-card.account"),
        ("network-config", "network: [\n", "sd-card.yaml"),
    ],
)
def test_what_nothing_can_be_added_to_is_refused(
    boot: Path, package: Path, file: str, text: str, key: str
) -> None:
    """In one sentence, and nothing is written."""
    (boot / file).write_bytes(text.encode("latin-1"))
    before = everything(boot)

    with pytest.raises(CardFolderError) as refused:
        write(boot, package)

    assert key == refused.value.message.key
    assert before == everything(boot)


def test_a_name_and_a_zone_that_are_asked_for() -> None:
    """Come in the place of what the card says; all else stays."""
    after, name = user_data(IMAGER, Wishes(name="attic", zone="Europe/Berlin"))

    assert "attic" == name
    was, now = yaml.safe_load(IMAGER), yaml.safe_load(after)
    assert {**was, "hostname": "attic", "timezone": "Europe/Berlin", "bootcmd": [OURS]} == now


def test_the_key_of_a_network() -> None:
    """That of IEEE 802.11, annex J.4.2; a key stays one; a password that is none is refused."""
    known = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"

    assert known == wifi_key("IEEE", "password")
    assert known == wifi_key("other", known)
    with pytest.raises(CardFolderError):
        wifi_key("IEEE", "seven77")


def test_a_wifi_that_is_asked_for_comes_to_those_that_are_there() -> None:
    """Into an empty file, beside another network, in either form; a country only where none is said."""
    wishes = Wishes(wifi='Our "net"', wifi_password="password1")
    key = wifi_key('Our "net"', "password1")

    fresh = yaml.safe_load(network("# nothing yet\n", wishes, "DE"))
    beside = yaml.safe_load(network(WIFI, wishes, "DE"))
    flow = yaml.safe_load(network("{version: 2, ethernets: {eth0: {dhcp4: true}}}", wishes, "DE"))

    ours = {'Our "net"': {"password": key}}
    common = {"dhcp4": True, "optional": True, "regulatory-domain": "DE"}
    wlan = {**common, "access-points": ours}
    assert {"network": {"version": 2, "wifis": {"wlan0": wlan}}} == fresh
    points = {"Home, sweet": {"password": "6dcc"}, **ours}
    assert {"wlan0": {**common, "access-points": points}} == beside["network"]["wifis"]
    assert {"version": 2, "ethernets": {"eth0": {"dhcp4": True}}, "wifis": {"wlan0": wlan}} == flow
    with pytest.raises(CardFolderError):
        network("version: 1\nconfig: []\n", wishes, "DE")


def test_the_country_is_the_cards_before_it_is_the_computers(boot: Path, package: Path) -> None:
    """What a Wi-Fi or the kernel is told already counts; else where the time zone is; what is asked for before all."""
    zones = {"Europe/Amsterdam": "NL"}
    assert "NL" == write(boot, package, countries=zones).country
    assert kernel(KERNEL, "NL") == (boot / "cmdline.txt").read_text()
    assert 1 == len((boot / "cmdline.txt").read_text().splitlines())
    assert "NL" == write(boot, package, countries={"Europe/Amsterdam": "GB"}).country
    assert "DE" == write(boot, package, country="DE").country
    assert "regdom=DE" in (boot / "cmdline.txt").read_text()
    assert (
        "DE"
        == yaml.safe_load((boot / "network-config").read_text())["network"]["wifis"]["wlan0"][
            "regulatory-domain"
        ]
    )


# -- the card ---------------------------------------------------------------------------


def test_a_second_time_gives_the_same(boot: Path, package: Path) -> None:
    """The same files, the same PIN; what was there before the first time is kept."""
    first = write(boot, package, own_zone="Europe/Berlin")
    once = everything(boot)

    again = write_card(boot, [package], Wishes(), "en", lambda: "another")

    assert once == everything(boot)
    assert (PIN, "kitchen", ("Home, sweet",), True) == (
        first.pin,
        first.name,
        first.networks,
        first.account,
    )
    assert (PIN, ()) == (again.pin, again.kept)
    assert IMAGER.encode() == once["murphy/before/user-data"]


def test_a_pi_whose_user_data_is_spoilt_later_begins_with_vendor_data(
    boot: Path, package: Path
) -> None:
    """It has our part, the name and the zone; what a vendor says there stays."""
    (boot / "vendor-data").write_text("#cloud-config\nswap: {size: 1G}\n")

    write(boot, package)

    told = yaml.safe_load((boot / "vendor-data").read_text())
    assert [OURS] == told["bootcmd"]
    assert ("kitchen", "Europe/Amsterdam") == (told["hostname"], told["timezone"])
    assert {"size": "1G"} == told["swap"]
    (boot / "vendor-data").write_text("#!/bin/sh\n")
    with pytest.raises(CardFolderError, match="vendor-data"):
        write(boot, package)


def test_an_older_package_makes_room(boot: Path, package: Path) -> None:
    """For the newer one; its sums are those of what is there."""
    write(boot, package)
    newer = package.with_name("murphy-companion_2.0_arm64.deb")
    newer.write_bytes(package.read_bytes() + b"!")

    write(boot, newer)

    ours = boot / "murphy"
    assert [newer.name] == [p.name for p in ours.glob("*.deb")]
    sums = sums_of((ours / "SHA256SUMS").read_text())
    assert sums == {n: hashlib.sha256((ours / n).read_bytes()).hexdigest() for n in sums}
    small = {"begin", "unattended.pyz", "murphy-setup.service", "about.json"}
    assert {newer.name, *small} == set(sums)


def test_a_card_that_has_set_its_pi_up_brings_no_other_pin(boot: Path, package: Path) -> None:
    """The Pi has taken it: another one would open nothing."""
    write(boot, package)
    (boot / "murphy/pin").unlink()
    (boot / "murphy/set-up").touch()

    assert write(boot, package).pin is None
    assert not (boot / "murphy/pin").exists()


def test_pulled_out_in_the_middle(
    boot: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any number of files what was there is what it was or what it will be; the next time writes the rest."""
    before = everything(boot)
    wanted = None

    def cut(after: int) -> None:
        left = iter(range(after))

        def sync(folder: Path) -> None:
            if next(left, None) is None:
                raise OSError(errno.EIO, "gone", str(folder))

        monkeypatch.setattr(boot_folder, "sync", sync)

    cut(1000)
    write(boot, package)
    wanted = everything(boot)
    assert len(wanted) > 10
    for steps in range(12):
        for name in everything(boot):
            (boot / name).unlink()
        for name, data in before.items():
            (boot / name).write_bytes(data)
        cut(steps)
        with suppress(CardFolderError):
            write(boot, package)
        now = everything(boot)
        assert all(now[name] in (before[name], wanted[name]) for name in before)
        if now["user-data"] != before["user-data"]:
            assert wanted == now
        assert not [name for name in now if name.endswith(".new")]
    assert wanted == everything(boot)


@pytest.mark.parametrize("says", ["disk_usage", "ENOSPC"])
def test_a_card_that_is_full(
    boot: Path, package: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    """Is said with how much is missing, and boots as before."""
    before = everything(boot)
    if says == "disk_usage":
        monkeypatch.setattr(boot_folder, "SPARE", 1 << 60)
    else:

        def full(source: Path, target: Path, digest: str) -> None:
            target.touch()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

        monkeypatch.setattr(boot_folder, "copied", full)

    with pytest.raises(CardFolderError, match="full"):
        write(boot, package)

    assert before == everything(boot)


@pytest.mark.parametrize(
    ("gone", "key"),
    [
        (["config.txt"], "sd-card.no-boot"),
        (["cmdline.txt"], "sd-card.no-boot"),
        (["meta-data", "user-data"], "sd-card.old-system"),
    ],
)
def test_another_folder_is_refused(boot: Path, package: Path, gone: list[str], key: str) -> None:
    """And stays as it is."""
    for name in gone:
        (boot / name).unlink()
    before = everything(boot)

    with pytest.raises(CardFolderError) as refused:
        write(boot, package)

    assert (key, before) == (refused.value.message.key, everything(boot))


def called(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(murphy, ["card", *map(str, words)], obj={})
    told = done.exception if isinstance(done.exception, CardFolderError) else ""
    return done.exit_code, f"{done.output}{told}"


def test_the_command(boot: Path, package: Path, tmp_path: Path) -> None:
    """It says what the card says now, and the PIN that lies on it; a stick gets what upgrades, and no PIN."""
    code, said = called("--boot", boot, "--package", package, "--lang", "de")

    assert 0 == code, said
    assert "kitchen" in said
    assert "Home, sweet" in said
    assert (boot / "murphy/pin").read_text().strip() in said
    stick = tmp_path / "stick"
    stick.mkdir()
    assert 0 == called("--stick", stick, "--package", package)[0]
    assert {"SHA256SUMS", "about.json", PACKAGE} == {p.name for p in (stick / "murphy").iterdir()}


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (["--name", "a b"], "not a name"),
        (["--zone", "Europe/Nowhere"], "no time zone"),
        (["--country", "Germany"], "not a country"),
        (["--country", "UK"], "not a country"),
        (["--wifi", "Home"], "MURPHY_WIFI_PASSWORD"),
        (["--package", __file__], "not a Debian package"),
        (["--package", "nowhere.deb"], "a file that is there"),
        (["--stick", "."], "either"),
    ],
)
def test_what_is_asked_for_wrongly(boot: Path, package: Path, more: list[str], part: str) -> None:
    """Is said, and nothing is written."""
    before = everything(boot)
    given: list[str | Path] = ["--package", package] if "--package" not in more else []

    code, said = called("--boot", boot, *given, *more)

    assert code
    assert part in said
    assert before == everything(boot)


@pytest.mark.parametrize(("architecture", "warned"), [("amd64", True), ("arm64", False)])
def test_a_package_for_another_machine_is_said_to_be_one(
    boot: Path, package: Path, architecture: str, warned: bool
) -> None:
    """Also on a stick; it is written all the same, for whoever tries it out on one."""
    other = package.rename(package.with_name(f"murphy-companion_1.0_{architecture}.deb"))

    for place in ("--boot", "--stick"):
        code, said = called(place, boot, "--package", other, "--lang", "en")
        assert (0, warned) == (code, "is not for a Pi" in said)


def test_a_stick_carries_one_package_and_no_settings(boot: Path, package: Path) -> None:
    """What is asked for and cannot be is named, and nothing is written."""
    before = everything(boot)

    more = ("--also", package, "--name", "x", "--wifi", "y")
    code, said = called("--stick", boot, "--package", package, *more)

    assert code
    assert before == everything(boot)
    assert "--also, --name and --wifi" in said


def test_where_there_is_no_package(tmp_path: Path) -> None:
    """It is said how one is made."""
    with pytest.raises(CardFolderError, match="make deb ARCH=arm64"):
        boot_folder.package_in(tmp_path)


# -- the Pi ---------------------------------------------------------------------------------


@pytest.fixture
def card(boot: Path, package: Path) -> Path:
    """Our folder of a card that is written."""
    write(boot, package)
    return boot / "murphy"


def test_packages_are_taken_whole(card: Path, tmp_path: Path) -> None:
    """What was left half taken is begun anew; what is damaged or missing is not taken."""
    target = tmp_path / "state/packages"
    half = tmp_path / "state/packages.new"
    half.mkdir(parents=True)
    (half / "old.deb").touch()

    take(card, target, lambda name: True)

    assert [PACKAGE] == [p.name for p in target.iterdir()]
    assert 0o700 == target.stat().st_mode & 0o777
    for name in (PACKAGE, "SHA256SUMS"):
        whole = (card / name).read_bytes()
        (card / name).write_bytes(b"another \xff")
        with pytest.raises(Unfit) as damaged:
            take(card, tmp_path / "other", lambda name: True)
        assert ("damaged", name) == (damaged.value.key, damaged.value.params["name"])
        assert not (tmp_path / "other").exists()
        (card / name).write_bytes(whole)
    with pytest.raises(Unfit) as none:
        take(card, tmp_path / "other", lambda name: False)
    assert "no-package" == none.value.key


def test_a_full_card_keeps_no_half_of_it(
    card: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What little room there is is the system's."""

    def fill(source: Path, target: Path, digest: str) -> None:
        target.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "copied", fill)
    with pytest.raises(OSError, match="space"):
        take(card, tmp_path / "packages", lambda name: True)

    assert not (tmp_path / "packages.new").exists()


@pytest.mark.parametrize(
    ("said", "full"),
    [
        ("failed to write (No space left on device)\nE: Sub-process returned 1", True),
        ("E: You don't have enough free space in /var/cache/apt/archives/.", True),
        ("E: Failed to fetch http://deb.debian.org/ Could not resolve", False),
    ],
)
def test_want_of_room_is_told_from_want_of_a_network(
    said: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what apt and dpkg say: what was unpacked is gone again then, and there is room."""
    monkeypatch.setattr(packages, "ROOM", 0)

    assert full == packages.is_full(subprocess.CompletedProcess((), 100, "", said))


def test_sums_name_files_of_the_folder_only() -> None:
    """Nothing of another folder, and nothing hidden."""
    text = "aa  one.deb\nbb *two.deb\ncc  ../three.deb\ndd  .four.deb\n\nee\n"

    assert {"one.deb": "aa", "two.deb": "bb"} == sums_of(text)


def test_the_pin_leaves_the_card_for_the_companion(card: Path, tmp_path: Path) -> None:
    """Root keeps it, the companion's folder has it in a file of its own, and it is nowhere else; one that is there stays."""
    state, games = tmp_path / "state", tmp_path / "games"
    state.mkdir()

    keep_pin(card, state)
    assert not (card / "pin").exists()
    assert 0o600 == (state / "pin").stat().st_mode & 0o777
    keep_pin(card, state)
    assert furnish(state, games, "de")

    assert not (state / "pin").exists()
    assert 0o700 == games.stat().st_mode & 0o777
    keys = json.loads((games / "keys.json").read_text())
    assert PIN == keys["pin"]
    assert 0o600 == (games / "keys.json").stat().st_mode & 0o777
    (state / "pin").write_text("11112222")
    assert not furnish(state, games, "nl")
    assert not (state / "pin").exists()
    assert keys == json.loads((games / "keys.json").read_text())


@pytest.fixture
def progress(card: Path) -> Progress:
    return told_by(card)


@pytest.fixture
def pages(progress: Progress) -> Iterator[Pages]:
    served = Pages(progress, (0,))
    yield served
    served.close()


def looked(pages: Pages, path: str = "/", language: str = "nl") -> str:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{pages.ports[0]}{path}",
        headers={"Accept-Language": language, "Host": "murphy.local"},
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return str(answer.read().decode())


def test_a_phone_sees_how_far_it_is(
    pages: Pages, progress: Progress, capsys: pytest.CaptureFixture[str]
) -> None:
    """In its own language, what is wrong too; it is never taken for the companion, and leads there once that answers."""
    progress.tell("failed", "install", why="<b>no room</b>")

    seen = looked(pages)
    assert "Murphy richt zich in" in seen
    assert "→ Installeren" in seen
    assert "&lt;b&gt;no room" in seen
    assert "Murphy sets itself up" in looked(pages, language="fr, en;q=0.5")
    with pytest.raises(urllib.error.HTTPError, match="503"):
        looked(pages, "/healthz")
    progress.done = True
    assert "url=http://murphy.local:8000/" in looked(pages)
    progress.tell("failed", why="<b>no room</b>")
    assert 1 == len(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        (None, ("127.0.0.1", 8000)),
        ('lang = "de"', ("127.0.0.1", 8000)),
        ("port = 8080", ("127.0.0.1", 8080)),
        ('host = "0.0.0.0"\nport = 9000\n[yatzy]\nport = 1', ("127.0.0.1", 9000)),
        ('host = "::"', ("[::1]", 8000)),
        ('host = "192.168.2.5"', ("192.168.2.5", 8000)),
        ('host = "fd00::5"', ("[fd00::5]", 8000)),
        ('port = "many"', ("127.0.0.1", 8000)),
        ("port = ", ("127.0.0.1", 8000)),
        (f"a = {'[' * 5000}", ("127.0.0.1", 8000)),
    ],
)
def test_the_companion_is_asked_where_its_settings_have_it(
    pi: Path, settings: str | None, where: tuple[str, int]
) -> None:
    """On this machine, whichever addresses it listens at; settings that cannot be read are as none."""
    (pi / "games").mkdir()
    if settings is None:
        os.mkfifo(pi / "games/murphy.toml")
    else:
        (pi / "games/murphy.toml").write_text(settings)

    assert where == unattended.served_at()


def test_a_companion_at_another_port_is_found(pi: Path, tmp_path: Path) -> None:
    """It answers there, and the phones are led there."""
    (tmp_path / "healthz").touch()
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        (pi / "games").mkdir()
        settings = pi / "games/murphy.toml"
        settings.write_text(f"port = {server.server_port}")
        assert unattended.is_healthy()
        (pi / "state/packages").mkdir()
        progress = Progress()
        unattended.finish(pi / "state/packages", progress, Pages(progress, ()), lambda seconds: 0)
        assert f"url=http://murphy.local:{server.server_port}/" in page(
            progress, "en", "murphy.local"
        )
        assert f"local:{server.server_port}" in progress.note[1]["where"]
        settings.write_text('host = "no host"')
        assert not unattended.is_healthy()
        server.shutdown()


def test_what_the_pi_says_there_are_words_for(card: Path) -> None:
    """Every sentence that the program on the card says lies beside it, in every language, with the gaps that are filled."""
    modules = Path(files.__file__).parent.glob("*.py")
    source = "\n".join(module.read_text() for module in modules)
    spoken = {
        *re.findall(r'tell\(\s*"([a-z-]+)"', source),
        *re.findall(r'Unfit\("([a-z-]+)"', source),
        *re.findall(r'said\("([a-z-]+)"', source),
        *re.findall(r"said\('([a-z-]+)'\)", source),
        "title",
        *(f"step-{step}" for step in STEPS),
        *("begin", "full", "failed"),
    }
    words = json.loads((card / "about.json").read_text())["words"]

    assert set(LANGUAGES) == set(words)
    for said in words.values():
        assert spoken == set(said)


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Pi's disk, on which all that is installed is there and answers at once."""
    disk = tmp_path / "pi"
    (disk / "etc").mkdir(parents=True)
    (disk / "state").mkdir()
    places = {
        "STATE": disk / "state",
        "GAMES": disk / "games",
        "BY_STICK": disk / "etc/murphy-companion/upgrade-by-stick",
        "HOLD": disk / "hold",
        "CARD": disk / "firmware",
        "MOUNT": disk / "mount",
        "LOCK": disk / "lock",
        "ROOM": 0,
        "Pages": lambda progress, ports=(): Pages(progress, ()),
        "install": lambda *folder, patience: True,
        "started": lambda *progress: True,
        "wanted_of": lambda folder: [*folder.iterdir()],
    }
    for name, value in places.items():
        monkeypatch.setattr(unattended, name, value)
    return disk


def moved_away(path: Path) -> Callable[[], object]:
    """Nobody can read what lies there; how it is put back."""
    aside = path.with_name("aside")
    path.rename(aside)
    return lambda: aside.rename(path)


def in_the_way(path: Path) -> Callable[[], object]:
    """Where a file or folder is to be written is one that cannot be replaced; how it is taken away."""
    path.mkdir(parents=True)
    (path / "full").mkdir()
    return lambda: shutil.rmtree(path)


def no_folder(path: Path) -> Callable[[], object]:
    """A file is where a folder is needed; how it is taken away."""
    path.touch()
    return path.unlink


@pytest.mark.parametrize(
    "refuses",
    [
        lambda card, pi: in_the_way(pi / "state/pin"),
        lambda card, pi: moved_away(card / PACKAGE),
        lambda card, pi: no_folder(pi / "state/packages.new"),
        lambda card, pi: no_folder(pi / "state/games"),
        lambda card, pi: no_folder(pi / "etc/murphy-companion"),
        lambda card, pi: in_the_way(pi / "hold"),
        lambda card, pi: in_the_way(pi / "state/done"),
    ],
    ids=["pin", "read", "take", "furnish", "stick", "finish", "done"],
)
def test_what_a_disk_refuses_is_told_and_tried_again(
    card: Path,
    pi: Path,
    capsys: pytest.CaptureFixture[str],
    refuses: Callable[[Path, Path], Callable[[], object]],
) -> None:
    """Full or read-only, whatever is written on it; once it does not, the Pi is set up."""
    mends = [refuses(card, pi)]
    unattended.from_card(card, lambda seconds: mends and mends.pop()())

    assert "That did not work" in capsys.readouterr().out
    digest = hashlib.sha256((card / "SHA256SUMS").read_bytes()).hexdigest()
    assert digest == (pi / "state/done").read_text()
    assert PIN == json.loads((pi / "games/keys.json").read_text())["pin"]
    assert (pi / "etc/murphy-companion/upgrade-by-stick").exists()


@pytest.fixture
def stick(card: Path, package: Path, pi: Path, tmp_path: Path) -> Path:
    """A stick that upgrades; the Pi has the words of its card."""
    shutil.copytree(card, pi / "firmware")
    folder = tmp_path / "stick"
    folder.mkdir()
    write_stick(folder, [package], "en")
    return folder


def test_a_card_that_has_become_read_only_keeps_no_pi_from_its_set_up(
    card: Path, pi: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The PIN stays on it, which is told, and goes at a later start."""
    remove, last_look = Path.unlink, [0]

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path == card / "pin":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        remove(path, missing_ok)

    with monkeypatch.context() as read_only:
        read_only.setattr(Path, "unlink", refuse)
        unattended.from_card(card, lambda seconds: last_look.pop())

    assert "cannot be taken off the card" in capsys.readouterr().out
    assert PIN == json.loads((pi / "games/keys.json").read_text())["pin"]
    assert (pi / "state/done").exists()
    assert (card / "pin").exists()
    unattended.from_card(card, lambda seconds: 0)
    assert not (card / "pin").exists()
    assert not (pi / "state/pin").exists()


@pytest.mark.parametrize(("there", "taken"), [(True, 1), (False, 0)])
def test_a_stick_that_cannot_be_read_is_tried_again_while_it_is_there(
    stick: Path,
    capsys: pytest.CaptureFixture[str],
    there: bool,
    taken: int,
) -> None:
    """And told at once: whoever has pulled it out is waited for no longer."""
    mends = [moved_away(stick / "murphy" / PACKAGE)]
    progress = told_by(stick / "murphy")
    with nullcontext() if there else pytest.raises(Unfit):
        unattended.from_stick(stick, progress, lambda: there, lambda seconds: mends.pop()())

    assert taken == capsys.readouterr().out.count("That did not work")
    assert ("ready" if there else "looking") == progress.note[0]


@pytest.fixture
def plugged(
    stick: Path, pi: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Plugs a stick in, mounted at a folder or not to be mounted, for which ``fstab`` may have a place: the exit status, and the last line that is said."""

    def plug(at: Path | None, fstab: bool = False) -> tuple[int, str]:
        programs = pi / "bin"
        programs.mkdir(exist_ok=True)
        told = {
            "findmnt": f"[ $1 != --fstab ] || exit {int(not fstab)}; echo '{at or ''}'",
            "mount": "echo busy >&2; exit 32",
        }
        for name, does in told.items():
            (programs / name).write_text(f"#!/bin/sh\n{does}\n")
            (programs / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        monkeypatch.setattr(sys, "argv", ["unattended", "stick", str(stick)])
        status = unattended.main()
        return status, (["", *capsys.readouterr().out.splitlines()])[-1]

    return plug


@pytest.mark.parametrize(
    ("lies", "fstab", "status", "said"),
    [
        ("stick", False, 0, "Ready"),
        ("stick", True, 0, ""),
        ("nothing", False, 0, ""),
        ("card", False, 0, ""),
        (None, False, 1, "not be read (busy)"),
        (None, True, 0, ""),
    ],
)
def test_what_is_on_usb_is_read_where_it_is_mounted(
    card: Path,
    tmp_path: Path,
    plugged: Callable[..., tuple[int, str]],
    lies: str | None,
    fstab: bool,
    status: int,
    said: str,
) -> None:
    """Neither that from which a Pi starts nor what it mounts by itself is a stick that upgrades. What cannot be mounted is said in words."""
    folders = {"stick": tmp_path / "stick", "nothing": tmp_path / "bare", "card": card.parent}

    ended, line = plugged(folders[lies] if lies else None, fstab)

    assert status == ended
    assert said in line
    assert bool(said) == bool(line)


def test_what_cannot_be_mounted_takes_nothing_from_a_set_up(
    pi: Path, plugged: Callable[..., tuple[int, str]]
) -> None:
    """Which needs its packages until it is done."""
    (pi / "state/packages").mkdir()

    plugged(None)

    assert (pi / "state/packages").exists()


@pytest.mark.parametrize(
    ("held", "newer", "left", "said"),
    [
        (True, True, True, "still going on"),
        (False, True, True, "Ready"),
        (False, False, True, "Ready"),
        (False, False, False, "not newer"),
    ],
)
def test_an_upgrade_that_was_cut_off_blocks_no_other(
    stick: Path,
    pi: Path,
    plugged: Callable[..., tuple[int, str]],
    monkeypatch: pytest.MonkeyPatch,
    held: bool,
    newer: bool,
    left: bool,
    said: str,
) -> None:
    """A newer stick takes its place, another goes on with it; only of one that still goes on the end is to be waited for."""
    packages = pi / "state/packages"
    if left:
        packages.mkdir()
        (packages / "murphy-companion_0.9_arm64.deb").touch()
    monkeypatch.setattr(unattended, "wanted_of", lambda folder: [*folder.iterdir()] * newer)
    seen: list[str] = []

    def install(folder: Path, progress: Progress, patience: float) -> bool:
        seen.extend(package.name for package in folder.iterdir())
        return True

    monkeypatch.setattr(unattended, "install", install)

    with unattended.alone(patient=True) if held else nullcontext():
        status, line = plugged(stick)

    assert (held, True) == (bool(status), said in line)
    assert held == packages.exists()
    ours = PACKAGE if newer else "murphy-companion_0.9_arm64.deb"
    assert ([] if held or not left else [ours]) == seen
    assert not (pi / "state/stick").exists()


def test_packages_that_are_unfit_do_not_stay(
    stick: Path, pi: Path, plugged: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next stick may be better."""

    def unfit(folder: Path, progress: Progress, patience: float) -> bool:
        raise Unfit("no-package")

    monkeypatch.setattr(unattended, "install", unfit)

    assert (1, "Murphy: There is no Murphy on it.") == plugged(stick)
    assert not (pi / "state/packages").exists()


def test_the_program_on_the_card_needs_nothing_but_python(card: Path) -> None:
    """No other file of ours, and no package that is installed here: it says how it is called."""
    python = [sys.executable, "-I", "-S", str(card / "unattended.pyz")]
    said = subprocess.run(python, cwd=card, capture_output=True, text=True)

    assert (2, "") == (said.returncode, said.stderr)
    assert "card FOLDER" in said.stdout


def test_scripts_are_read_by_sh() -> None:
    """dash, which runs it on the Pi, finds nothing that it cannot read."""
    begin = Path(boot_folder.__file__).with_name("begin")
    read = subprocess.run(["sh", "-n", begin], capture_output=True, text=True)

    assert (0, "") == (read.returncode, read.stderr)


@pytest.mark.prove
def test_a_first_boot_in_a_bare_trixie() -> None:
    """By Debian's own cloud-init: to a page that is served, without a network too, and however often power is cut."""
    make("test-card")


def test_a_stick_cannot_be_a_folder_that_is_not_there(package: Path, tmp_path: Path) -> None:
    with pytest.raises(CardFolderError, match="no folder"):
        write_stick(tmp_path / "none", [package], "en")


def test_a_stick_is_noticed_once_the_system_knows_what_it_is() -> None:
    """Rules are followed in the order of their files' names: on which bus, and that it is a file system, is found out by udev's own."""
    (rule,) = (ROOT / "systemd").glob("*-stick.rules")
    assert "60-persistent-storage.rules" < rule.name < "99-systemd.rules"
