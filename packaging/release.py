"""Make a release: ``release.py 0.3.0`` or, of what is committed already, again.

The version goes into pyproject.toml and uv.lock, what stood under Unreleased into a section of its own, evenings of
every game are kept as this version writes them, and all is committed; the packages for both architectures, the list of what is in them and their checksums are built from that commit
into build/release-VERSION/; last, the commit is tagged. Whatever fails, nothing is tagged, and the same command goes on.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
ARCHITECTURES: Final = ("amd64", "arm64")
NAME: Final = 'name = "murphy-companion"\n'
UNRELEASED: Final = "## Unreleased"


class NoRelease(Exception):
    """Why there is none, and what to do."""


def main(version: str) -> None:
    """Make the release of that version. Raises NoRelease."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise NoRelease(f"{version!r} is no version: say VERSION=1.2.3")
    if run("git", "status", "--porcelain"):
        raise NoRelease("there are changes that are not committed: commit them first")
    if run("git", "tag", "--list", f"v{version}"):
        raise NoRelease(f"v{version} is tagged already: take the next version")
    if version != (before := current()):
        if numbers(version) < numbers(before):
            raise NoRelease(f"{version} comes before {before}, which was the last")
        prepare(version)
    said = section(read("CHANGELOG.md"), f"## {version}")
    if not said:
        raise NoRelease(f"CHANGELOG.md has no section {version}: write one")
    made = build(version)
    run("git", "tag", "--annotate", f"v{version}", f"--message={version}\n\n{said}")
    print(f"{version} is tagged; what to give away is in {made.relative_to(ROOT)}")


def prepare(version: str) -> None:
    """Write and commit version, changelog and the evenings that later versions have to read. Raises NoRelease if nothing is said under Unreleased."""
    changelog = read("CHANGELOG.md")
    if not section(changelog, UNRELEASED):
        raise NoRelease("CHANGELOG.md says nothing under Unreleased: write what is new")
    titled = f"{UNRELEASED}\n\n## {version} - {datetime.now(UTC).date()}"
    write("CHANGELOG.md", changelog.replace(UNRELEASED, titled, 1))
    for name, before in (("pyproject.toml", ""), ("uv.lock", NAME)):
        line = re.compile(rf'^{before}version = ".*"$', re.MULTILINE)
        now = f'{before}version = "{version}"'
        write(name, line.sub(now, read(name), count=1))
    run("make", "--silent", "evenings", f"VERSION={version}")
    run("git", "add", "--all")
    run("git", "commit", "--quiet", f"--message=Version {version}")


def build(version: str) -> Path:
    """The folder with packages, list and checksums. Raises NoRelease if one cannot be built."""
    folder = ROOT / "build" / f"release-{version}"
    folder.mkdir(parents=True, exist_ok=True)
    for architecture in ARCHITECTURES:
        print(f"building the package for {architecture}", flush=True)
        # Its last line is the path.
        made = run(
            "env", f"VERSION={version}", "packaging/deb/build.sh", architecture
        ).splitlines()[-1]
        (ROOT / made).replace(folder / Path(made).name)
    listed = run("make", "--silent", "sbom").splitlines()[-1]
    (ROOT / listed).replace(folder / f"murphy-{version}.cdx.json")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), "utf-8")
    return folder


def section(changelog: str, title: str) -> str:
    """What stands under a heading that begins so; empty: nothing, or no such heading."""
    found = re.search(
        rf"^{re.escape(title)}( [^\n]*)?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    return found[2].strip() if found else ""


def current() -> str:
    """The version in pyproject.toml."""
    return str(tomllib.loads(read("pyproject.toml"))["project"]["version"])


def numbers(version: str) -> tuple[int, ...]:
    """Its parts, to be compared."""
    return tuple(map(int, version.split(".")))


def read(name: str) -> str:
    """A file of the checkout."""
    return (ROOT / name).read_text("utf-8")


def write(name: str, text: str) -> None:
    """Write a file of the checkout."""
    (ROOT / name).write_text(text, "utf-8")


def run(*command: str) -> str:
    """What a command answers. Raises NoRelease with what it complained of."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        told = (done.stderr or done.stdout).strip()[-2000:]
        raise NoRelease(f"{' '.join(command[:3])} failed:\n{told}")
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2] or [""])
    except NoRelease as why:
        sys.exit(f"no release: {why}")
