"""Mutants that change nothing anybody could notice, each with why (equivalent.toml). The score leaves them out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PATH: Final = Path(__file__).with_name("equivalent.toml")


def equivalents(sources: Mapping[str, str], told: str | None = None) -> dict[str, str]:
    """Why, by a mutant's name. Raises ValueError for an entry whose code has gone, or that says no reason."""
    text = PATH.read_text("utf-8") if told is None else told
    found: dict[str, str] = {}
    for each in tomllib.loads(text).get("equivalent", ()):
        file, diff, why = each["file"], each["diff"], each["why"]
        lines = {line.strip() for line in sources.get(file, "").splitlines()}
        gone = [line for line in diff if line.startswith("- ") and line[2:] not in lines]
        if gone or not why.strip():
            trouble = f"this line has gone: {gone[0][2:]}" if gone else "it has no reason"
            raise ValueError(f"equivalent.toml: {file}: {trouble}")
        found["\n".join((file, each["scope"], *diff))] = why
    return found
