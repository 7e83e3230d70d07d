"""The Debian package: what its scripts promise, and that it installs, goes on and goes away again in a bare trixie."""

import re
import subprocess

import pytest

from companion.words import LANGUAGES
from tests.bare import ROOT, make

DEB = ROOT / "packaging/deb"
SCRIPTS = ("build.sh", "preinst", "postinst", "prerm", "postrm")


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_read_by_sh(script: str) -> None:
    """dash, which runs them, finds nothing that it cannot read."""
    read = subprocess.run(["sh", "-n", DEB / script], capture_output=True, text=True)

    assert (0, "") == (read.returncode, read.stderr)


def test_the_question_is_put_in_every_language() -> None:
    """Whoever purges is asked in German and Dutch as well as in English, and no answer keeps the games."""
    text = (DEB / "templates").read_text("utf-8")
    asked = {"en", *re.findall(r"^Description-(\w+)\.UTF-8:", text, re.MULTILINE)}

    assert set(LANGUAGES) == asked
    assert "Default: false" in text.splitlines()


@pytest.mark.prove
def test_the_package_in_a_bare_trixie() -> None:
    """Installed without a network it plays as its own user; an upgrade keeps the game, a purge what was not asked about."""
    make("test-deb")


@pytest.mark.prove
def test_a_pis_package_is_made() -> None:
    """For arm64 everything is found, nothing of another machine is in it, and OpenCV is the system's."""
    built = subprocess.run(
        ["make", "-s", "deb", "ARCH=arm64"], cwd=ROOT, capture_output=True, text=True
    )
    assert 0 == built.returncode, built.stderr[-2000:]
    package = built.stdout.splitlines()[-1]
    listed = subprocess.run(
        ["dpkg-deb", "--contents", package], cwd=ROOT, capture_output=True, text=True
    )

    assert "aarch64-linux-gnu.so" in listed.stdout
    assert "x86_64-linux-gnu.so" not in listed.stdout
    assert "/cv2/" not in listed.stdout
