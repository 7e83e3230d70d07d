"""The files that pages load: read once at the start, so that no path from a request ever reaches the disk."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What is served; anything else stays where it is."""
PACKED: Final = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Item:
    """A file as it is sent: its bytes, packed where that is shorter, and what tells one version from another."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


def item(kind: str, plain: bytes, *, pack: bool = True) -> Item:
    """The item of some bytes."""
    packed = gzip.compress(plain, 9, mtime=0) if pack else plain
    tag = hashlib.sha256(plain).hexdigest()[:16]
    return Item(kind, plain, packed if len(packed) < len(plain) else None, tag)


def static_files(folder: Path) -> Mapping[str, Item]:
    """Every file under a folder by its path from there (``sounds/win.ogg``)."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)
    return {path.relative_to(folder).as_posix(): _item(path) for path in files}


def version_of(files: Mapping[str, Item]) -> str:
    """What tells all these files together from those of another version."""
    tags = "".join(files[name].tag for name in sorted(files))
    return hashlib.sha256(tags.encode()).hexdigest()[:16]


def together(files: Mapping[str, Item], names: Iterable[str]) -> Item:
    """Some sheets one after the other as one: a page asks for one file, not for each, and it packs better."""
    sheets = [files[name] for name in names]
    return item(KINDS[".css"], b"\n".join(sheet.plain for sheet in sheets))


def _item(path: Path) -> Item:
    return item(KINDS[path.suffix], path.read_bytes(), pack=path.suffix in PACKED)
