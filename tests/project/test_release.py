"""How a release is made, on clones of this repository; and what a contributor relies on."""

import hashlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT

BUILD = """#!/bin/sh
mkdir -p build && echo "$VERSION for $1" >"build/murphy-companion_${VERSION}_$1.deb"
echo "build/murphy-companion_${VERSION}_$1.deb"
"""
"""Stands in for what takes minutes and is tested by tests/project/test_deb.py."""
MAKEFILE = (
    "evenings:\n\t@mkdir -p kept && echo played >kept/$(VERSION)\n"
    "sbom:\n\t@mkdir -p build && echo {} >build/murphy.cdx.json && echo build/murphy.cdx.json\n"
)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with a version, a changelog and the release's own files."""
    folder = tmp_path / "murphy"
    for name, text in {
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Added\n\n- A fourth game.\n\n## 0.2.0 - 2026-11-25\n\n- First.\n",
        "Makefile": MAKEFILE,
        "packaging/deb/build.sh": BUILD,
        "packaging/release.py": (ROOT / "packaging/release.py").read_text("utf-8"),
        "pyproject.toml": '[project]\nname = "x"\nversion = "0.2.0"\n\n[tool.y]\nversion = "7"\n',
        "uv.lock": '[[package]]\nname = "flask"\nversion = "0.2.0"\n\n[[package]]\nname = "murphy-companion"\nversion = "0.2.0"\n',
        ".gitignore": "build/\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "packaging/deb/build.sh").chmod(0o755)
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "Ann")
    git(folder, "config", "user.email", "ann@example.org")
    commit(folder)
    return folder


def git(folder: Path, *arguments: str) -> str:
    line = ["git", "-C", str(folder), *arguments]
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=Changed")


def release(folder: Path, version: str) -> subprocess.CompletedProcess[str]:
    line = ["python3", "packaging/release.py", version]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


def test_a_release_is_versioned_tagged_and_summed(clone: Path) -> None:
    """Version, changelog, tag, a package for both architectures, the list of parts, and checksums that are theirs."""
    done = release(clone, "0.3.0")

    made = clone / "build/release-0.3.0"
    names = [
        "murphy-0.3.0.cdx.json",
        "murphy-companion_0.3.0_amd64.deb",
        "murphy-companion_0.3.0_arm64.deb",
    ]
    assert done.returncode == 0, done.stderr
    assert [*names, "SHA256SUMS"] == sorted(p.name for p in made.iterdir())[1:] + ["SHA256SUMS"]
    assert (made / "SHA256SUMS").read_text("utf-8") == "".join(
        f"{hashlib.sha256((made / name).read_bytes()).hexdigest()}  {name}\n" for name in names
    )
    project = tomllib.loads((clone / "pyproject.toml").read_text("utf-8"))
    assert (project["project"]["version"], project["tool"]["y"]["version"]) == ("0.3.0", "7")
    lock = tomllib.loads((clone / "uv.lock").read_text("utf-8"))
    assert [p["version"] for p in lock["package"]] == ["0.2.0", "0.3.0"]
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "show", "v0.3.0:kept/0.3.0") == "played\n"
    assert git(clone, "rev-parse", "v0.3.0^{}") == git(clone, "rev-parse", "HEAD")
    assert "- A fourth game." in git(clone, "tag", "--list", "--format=%(contents)")


def test_what_was_unreleased_has_its_own_section(clone: Path) -> None:
    """Under Unreleased nothing is left, and what stood there stands under the version with its day."""
    release(clone, "0.3.0")

    changelog = (clone / "CHANGELOG.md").read_text("utf-8")
    assert re.search(
        r"^## Unreleased\n\n## 0\.3\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- A fourth game\.\n\n## 0\.2\.0",
        changelog,
        re.MULTILINE,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("", "say VERSION=1.2.3"),
        ("1.2", "say VERSION=1.2.3"),
        ("v0.3.0", "say VERSION=1.2.3"),
        ("0.1.9", "0.1.9 comes before 0.2.0"),
        ("0.10.0-rc1", "say VERSION=1.2.3"),
    ],
)
def test_no_version(clone: Path, version: str, why: str) -> None:
    """What is no version, or an older one, is refused, and nothing has changed."""
    done = release(clone, version)

    assert done.returncode == 1
    assert why in done.stderr
    assert git(clone, "status", "--porcelain") == git(clone, "tag") == ""


def test_not_without_a_changelog(clone: Path) -> None:
    """Nobody is given a version of which nothing is said."""
    log = clone / "CHANGELOG.md"
    log.write_text(
        log.read_text("utf-8").replace("- A fourth game.\n", "").replace("### Added\n", ""), "utf-8"
    )
    commit(clone)

    done = release(clone, "0.3.0")

    assert "says nothing under Unreleased" in done.stderr
    assert git(clone, "tag") == ""
    assert 'version = "0.2.0"' in (clone / "pyproject.toml").read_text("utf-8")


def test_not_of_what_is_not_committed(clone: Path) -> None:
    """A release is what is committed, so nothing else may lie there."""
    (clone / "uv.lock").write_text("", "utf-8")

    assert "not committed" in release(clone, "0.3.0").stderr


def test_not_twice(clone: Path) -> None:
    """A tag that people may have is never moved."""
    release(clone, "0.3.0")

    assert "is tagged already" in release(clone, "0.3.0").stderr


def test_what_failed_goes_on(clone: Path) -> None:
    """A package that cannot be built leaves no tag; the same command then goes on, and makes no second section."""
    script = clone / "packaging/deb/build.sh"
    script.write_text("#!/bin/sh\necho no network >&2; exit 1\n", "utf-8")
    commit(clone)
    failed = release(clone, "0.3.0")
    tagged = git(clone, "tag")
    script.write_text(BUILD, "utf-8")
    commit(clone)

    done = release(clone, "0.3.0")

    assert failed.returncode == 1
    assert "no network" in failed.stderr
    assert tagged == ""
    assert done.returncode == 0, done.stderr
    assert (clone / "CHANGELOG.md").read_text("utf-8").count("## 0.3.0") == 1


def test_the_hooks_check_what_make_check_does() -> None:
    """A commit that the hooks let pass is none that `make check` refuses."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"entry: (.*)", hooks)
    make = re.search(r"^check:.*\n(.*)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert make
    checks = [each.strip() for each in make[1].split("&&")[1:]]

    assert [e.replace(" --force-exclude", "") for e in entries] == [
        c.removesuffix(" .") for c in checks
    ]


@pytest.mark.prove
def test_the_reference_is_written_without_a_warning(tmp_path: Path) -> None:
    """Every public module has its page, and every name and type in it can be resolved."""
    line = [sys.executable, "docs/reference.py", str(tmp_path)]
    done = subprocess.run(
        line, cwd=ROOT, env={"PYTHONPATH": "."}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    pages = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.html")}
    modules = {
        p.relative_to(ROOT).with_suffix(".html").as_posix()
        for package in ("companion", "vision", "hardware", "web")
        for p in (ROOT / package).rglob("*.py")
        if not p.name.startswith("__")
    }
    assert modules <= pages
