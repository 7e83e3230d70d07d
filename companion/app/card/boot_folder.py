"""The boot partition of a memory card: what has to be on it, and how it gets there whole.

Our own folder comes first, and what the Pi begins with last: whoever pulls the card out in the middle
has one that boots as it did before. Nothing that was there goes: what is changed is kept in ``murphy/before``.
"""

import errno
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

from companion.app.card import cloud
from companion.app.card.unattended.files import ABOUT, PACKAGE, PIN, SET_UP, SUMS, copied
from companion.errors import CardFolderError
from companion.whole_file import sync
from companion.words import LANGUAGES, words

SCRIPTS: Final = ("begin", "murphy-setup.service")
UNATTENDED: Final = "companion.app.card.unattended"
PROGRAM: Final = "unattended.pyz"
BEFORE: Final = "before"
SAID: Final = "sd-card.pi."
"""What the keys of the sentences that the Pi itself says begin with."""
SPARE: Final = 1 << 20
"""Bytes that stay free: a folder's own entries take room, too."""
MACHINE: Final = "arm64"
_PIN = re.compile(r"[0-9]{8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Written:
    """What a card says now: the Pi's ``name``, its Wi-Fi networks, and the host's ``pin``, None if the Pi has one already."""

    name: str
    zone: str | None
    country: str | None
    networks: tuple[str, ...]
    account: bool
    pin: str | None
    kept: tuple[str, ...]


def examine(folder: Path) -> None:
    """Raise CardFolderError unless this is the boot partition of a Raspberry Pi OS that reads cloud-init's files."""
    if not folder.is_dir():
        raise CardFolderError("sd-card.no-folder", path=str(folder))
    if not all((folder / name).is_file() for name in ("config.txt", cloud.KERNEL)):
        raise CardFolderError("sd-card.no-boot", path=str(folder))
    if not any((folder / name).is_file() for name in (cloud.META_DATA, cloud.USER_DATA)):
        raise CardFolderError("sd-card.old-system", path=str(folder))


def package_in(folder: Path) -> Path:
    """The newest package for a Pi in a folder. Raises CardFolderError if there is none."""
    found = sorted(folder.glob(f"{PACKAGE}_*_{MACHINE}.deb"), key=lambda p: p.stat().st_mtime)
    if not found:
        raise CardFolderError("sd-card.no-package", path=str(folder))
    return found[-1]


def is_package(file: Path) -> bool:
    """Whether a file begins as a Debian package does (deb(5))."""
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(21) == b"!<arch>\ndebian-binary"
    return False


def about(language: str) -> bytes:
    """The language of the console, and what the Pi says in every language, as JSON."""
    said = {
        name: {
            key.removeprefix(SAID): text
            for key, text in words(name).sentences.items()
            if key.startswith(SAID)
        }
        for name in LANGUAGES
    }
    return json.dumps(
        {"lang": language, "words": said}, ensure_ascii=False, sort_keys=True
    ).encode()


def program() -> bytes:
    """What runs on the Pi as one file: an archive that Python runs, the same for the same modules."""
    modules = {
        m.name: m.read_bytes() for m in files(UNATTENDED).iterdir() if m.name.endswith(".py")
    }
    *parents, own = accumulate(UNATTENDED.split("."), "{}/{}".format)
    held = {f"{own}/{name}": text for name, text in modules.items()}
    held |= {f"{parent}/__init__.py": b"" for parent in parents}
    held["__main__.py"] = (
        f"import sys\nfrom {UNATTENDED}.__main__ import main\nsys.exit(main())\n".encode()
    )
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name in sorted(held):
            archive.writestr(ZipInfo(name), held[name])
    return packed.getvalue()


def write_stick(folder: Path, packages: list[Path], language: str) -> None:
    """Put what upgrades a companion on a stick. Raises CardFolderError."""
    if not folder.is_dir():
        raise CardFolderError("sd-card.no-folder", path=str(folder))
    with _told(folder):
        _put_ours(folder / cloud.FOLDER, packages, {ABOUT: about(language)})


def write_card(
    folder: Path,
    packages: list[Path],
    wishes: cloud.Wishes,
    language: str,
    new_pin: Callable[[], str],
) -> Written:
    """Put on a boot partition what makes the Pi come up as the companion. Raises CardFolderError, with all as it was before."""
    examine(folder)
    with _told(folder):
        texts, name, country = _merged(folder, wishes)
        ours = folder / cloud.FOLDER
        own = files("companion.app.card")
        small = {n: (own / n).read_bytes() for n in SCRIPTS}
        small |= {PROGRAM: program(), ABOUT: about(language)}
        _put_ours(ours, packages, small)
        pin = _pin(ours, new_pin)
        kept = tuple(each for each in texts if _keep(ours / BEFORE, folder / each, texts[each]))
        for each, text in texts.items():
            _put(folder / each, text.encode())
    return Written(
        name,
        cloud.zone_of(texts[cloud.USER_DATA]),
        country,
        tuple(cloud.wifi_names(texts.get(cloud.NETWORK, ""))),
        cloud.has_account(texts[cloud.USER_DATA]),
        pin,
        kept,
    )


def _merged(folder: Path, wishes: cloud.Wishes) -> tuple[dict[str, str], str, str | None]:
    """Every file of cloud-init and the kernel's as it will be, that which starts our part last; the Pi's name, and its country."""
    user_data, name = cloud.user_data(_text(folder / cloud.USER_DATA), wishes)
    if cloud.ACCOUNT in cloud.accounts(user_data):
        raise CardFolderError("sd-card.account", name=cloud.ACCOUNT, file=cloud.USER_DATA)
    network, kernel = _text(folder / cloud.NETWORK), _text(folder / cloud.KERNEL)
    zone = cloud.zone_of(user_data)
    country = cloud.country_of(zone, network, kernel, wishes)
    # Whoever spoils user-data later has a Pi that comes up all the same, under its name.
    same = cloud.Wishes(name=name, zone=zone)
    vendor_data, _ = cloud.user_data(_text(folder / cloud.VENDOR_DATA), same, cloud.VENDOR_DATA)
    changed = {
        cloud.VENDOR_DATA: vendor_data,
        cloud.NETWORK: cloud.network(network, wishes, country),
        cloud.META_DATA: _text(folder / cloud.META_DATA) or "instance-id: murphy-setup\n",
        cloud.KERNEL: cloud.kernel(kernel, country),
        cloud.USER_DATA: user_data,
    }
    return {n: text for n, text in changed.items() if text}, name, country


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise CardFolderError("sd-card.no-text", file=file.name) from error


def _put_ours(ours: Path, packages: list[Path], small: Mapping[str, bytes]) -> None:
    """Our folder, with the sums of all that is in it; packages that it had before are gone."""
    ours.mkdir(exist_ok=True)
    sums = {package.name: _digest(package) for package in packages}
    _room(ours, packages, sums)
    for package in packages:
        _copy(package, ours / package.name, sums[package.name])
    for name, data in small.items():
        _put(ours / name, data)
    sums |= {name: hashlib.sha256(data).hexdigest() for name, data in small.items()}
    lines = "".join(f"{sums[name]}  {name}\n" for name in sorted(sums))
    _put(ours / SUMS, lines.encode())
    for old in ours.glob("*.deb"):
        if old.name not in sums:
            old.unlink()


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _room(ours: Path, packages: list[Path], sums: Mapping[str, str]) -> None:
    new = [p for p in packages if not _is(ours / p.name, sums[p.name])]
    need, free = SPARE + sum(p.stat().st_size for p in new), shutil.disk_usage(ours).free
    if need > free:
        raise CardFolderError(
            "sd-card.full", path=str(ours.parent), need=-(-need >> 20), free=free >> 20
        )


def _is(file: Path, digest: str) -> bool:
    return file.is_file() and _digest(file) == digest


def _copy(source: Path, target: Path, digest: str) -> None:
    if _is(target, digest):
        return
    with _whole(target) as half:
        copied(source, half, digest)


def _put(target: Path, data: bytes) -> None:
    with suppress(FileNotFoundError):
        if target.read_bytes() == data:
            return
    with _whole(target) as half, half.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """A file to write, which takes the target's place once it is whole. FAT keeps no rights of whoever writes."""
    half = target.with_name(f"{target.name}.new")
    try:
        yield half
        half.replace(target)
        sync(target.parent)
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise


def _pin(ours: Path, new_pin: Callable[[], str]) -> str | None:
    """The PIN that lies on the card, else a new one; None where the Pi has taken it already."""
    file = ours / PIN
    known = file.read_text("ascii", "replace").strip() if file.exists() else ""
    if _PIN.fullmatch(known):
        return known
    if (ours / SET_UP).exists():
        return None
    pin = new_pin()
    _put(file, f"{pin}\n".encode())
    return pin


def _keep(before: Path, file: Path, text: str) -> bool:
    """Keep a file as it is if it will be another one; whether it was."""
    if not file.exists() or file.read_bytes() == text.encode():
        return False
    before.mkdir(exist_ok=True)
    data = file.read_bytes()
    names = (f"{file.name}{number}" for number in ("", *(f"-{n}" for n in range(1, 1000))))
    free = next(
        before / n for n in names if not (before / n).exists() or (before / n).read_bytes() == data
    )
    _put(free, data)
    return True


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """What the system refuses, said in a sentence. Raises CardFolderError."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            free = shutil.disk_usage(folder).free >> 20
            raise CardFolderError("sd-card.filled", path=str(folder), free=free) from error
        where, why = error.filename or str(folder), error.strerror or str(error)
        raise CardFolderError("sd-card.unwritten", path=str(where), why=why) from error
