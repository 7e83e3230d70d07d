"""The command `card`: writes what makes a Raspberry Pi come up as the companion on its memory card, or what upgrades it on a stick."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import click

import companion
from companion.app.card import boot_folder
from companion.app.card.cloud import Wishes, is_host_name
from companion.app.card.unattended.files import PACKAGE
from companion.commandline import lang_option, words_of
from companion.errors import CardFolderError
from companion.words import Words
from web.access.keys import is_easy, new_keys

FOLDER: Final = click.Path(path_type=Path)
FILE: Final = click.Path(exists=True, path_type=Path)
LOCALTIME: Final = Path("/etc/localtime")
ZONES: Final = Path("/usr/share/zoneinfo/zone.tab")
PASSWORD: Final = "MURPHY_WIFI_PASSWORD"


@click.command()
@click.option(
    "--boot",
    type=FOLDER,
    metavar="FOLDER",
    help="The card's boot partition, as this computer shows it (bootfs).",
)
@click.option(
    "--stick",
    type=FOLDER,
    metavar="FOLDER",
    help="A USB stick instead, that upgrades a Pi which was set up so.",
)
@click.option(
    "--package", type=FILE, metavar="FILE", help="The package for a Pi; else the newest in build/."
)
@click.option(
    "--also",
    type=FILE,
    metavar="FILE",
    multiple=True,
    help="With --boot: a Debian package that it needs, for a Pi without a network; or a folder of them.",
)
@click.option("--name", help="The Pi's name in the house; murphy, where the card says none.")
@click.option(
    "--zone", metavar="AREA/CITY", help="Its time zone; this computer's, where the card says none."
)
@click.option(
    "--country",
    metavar="CODE",
    help="Where its Wi-Fi is (DE, NL, GB …); this computer's, where the card says none.",
)
@click.option(
    "--wifi", metavar="NAME", help=f"A Wi-Fi to join; its password is asked for, or in {PASSWORD}."
)
@lang_option
def command(
    boot: Path | None,
    stick: Path | None,
    package: Path | None,
    also: tuple[Path, ...],
    name: str | None,
    zone: str | None,
    country: str | None,
    wifi: str | None,
    lang: str | None,
) -> None:
    """Make a fresh card of Raspberry Pi OS (trixie) come up as the companion: without a keyboard, a screen or a command on the Pi."""
    if (boot is None) == (stick is None):
        raise CardFolderError("sd-card.which")
    words = words_of(lang)
    packages = _packages(package, also)
    if not packages[0].stem.endswith(boot_folder.MACHINE):
        click.echo(words.say("sd-card.not-for-a-pi", package=packages[0].name), err=True)
    if stick is not None:
        of_card = {
            "--also": also or None,
            "--name": name,
            "--zone": zone,
            "--country": country,
            "--wifi": wifi,
        }
        if asked := tuple(option for option, given in of_card.items() if given is not None):
            raise CardFolderError("sd-card.of-a-card", options=asked)
        boot_folder.write_stick(stick, packages, words.language)
        click.echo(words.say("sd-card.stick", path=str(stick), package=packages[0].name))
        return
    assert boot is not None
    wishes = _wishes(name, zone, country, wifi)
    written = boot_folder.write_card(boot, packages, wishes, words.language, _new_pin)
    for line in _lines(boot, packages[0], written, words):
        click.echo(line)


def _packages(package: Path | None, also: tuple[Path, ...]) -> list[Path]:
    own = package or boot_folder.package_in(Path(companion.__file__).parents[1] / "build")
    beside = [
        file for each in also for file in (sorted(each.glob("*.deb")) if each.is_dir() else [each])
    ]
    for file in (own, *beside):
        if not boot_folder.is_package(file):
            raise CardFolderError("sd-card.not-a-package", path=str(file))
    if not own.name.startswith(f"{PACKAGE}_"):
        raise CardFolderError("sd-card.not-the-package", path=str(own), name=PACKAGE)
    return [own, *beside]


def _wishes(name: str | None, zone: str | None, country: str | None, wifi: str | None) -> Wishes:
    """What is asked for, checked. Raises CardFolderError."""
    if name is not None and not is_host_name(name):
        raise CardFolderError("sd-card.name", name=name)
    if zone is not None and not _is_zone(zone):
        raise CardFolderError("sd-card.zone", zone=zone)
    countries = _countries()
    known = set(countries.values())
    upper = country and country.upper()
    # Where no table of zones is installed nothing is known but that UK is GB.
    none = upper == "UK" or (known and upper not in known)
    if upper and (none or not re.fullmatch("[A-Z]{2}", upper)):
        raise CardFolderError("sd-card.country", country=str(country))
    password = "" if wifi is None else os.environ.get(PASSWORD) or _asked(wifi)
    return Wishes(
        name,
        zone,
        upper,
        wifi,
        password,
        own_zone=_own_zone(),
        countries=countries,
    )


def _own_zone() -> str | None:
    """This computer's time zone, by name; None if its name is not known."""
    _, found, name = os.path.realpath(LOCALTIME).partition("/zoneinfo/")
    return name if found and _is_zone(name) else None


def _is_zone(name: str) -> bool:
    try:
        return bool(ZoneInfo(name).key)
    except (OSError, ValueError, KeyError):
        return False


def _countries() -> dict[str, str]:
    """Time zone -> country, of the zones that lie in one (tzdata's zone.tab)."""
    with suppress(OSError):
        rows = (r.split("\t") for r in ZONES.read_text("utf-8").splitlines() if r[:1] != "#")
        return {row[2]: row[0] for row in rows if len(row) > 2}
    return {}


def _asked(wifi: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        raise CardFolderError("sd-card.no-password", wifi=wifi, variable=PASSWORD)
    told: str = click.prompt(wifi, hide_input=True)
    return told


def _new_pin() -> str:
    """A PIN that nobody guesses."""
    return next(pin for pin in iter(lambda: new_keys().pin, None) if not is_easy(pin))


def _lines(boot: Path, package: Path, written: boot_folder.Written, words: Words) -> Iterator[str]:
    yield words.say("sd-card.written", path=str(boot), package=package.name)
    yield words.say("sd-card.named", name=written.name)
    key = "sd-card.wifis" if written.networks else "sd-card.no-wifi"
    yield words.say(key, names=written.networks)
    yield words.say("sd-card.place", country=written.country or "–", zone=written.zone or "–")
    if not written.account:
        yield words.say("sd-card.no-account")
    if written.kept:
        yield words.say("sd-card.kept", names=written.kept, path=str(boot / "murphy/before"))
    yield words.say("sd-card.pin" if written.pin else "sd-card.has-pin", pin=written.pin or "")
    yield words.say("sd-card.next", name=written.name)
