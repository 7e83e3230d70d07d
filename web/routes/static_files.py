"""The files that pages load: read once at the start, so that no path in a request ever reaches the disk."""

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
"""The file types that are served; others are ignored."""
PACKED: Final = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Item:
    """A file as it is sent: its bytes, compressed if that is shorter, and a hash of its version."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


def item(kind: str, plain: bytes, *, pack: bool = True) -> Item:
    """The item for some bytes."""
    packed = gzip.compress(plain, 9, mtime=0) if pack else plain
    tag = hashlib.sha256(plain).hexdigest()[:16]
    return Item(kind, plain, packed if len(packed) < len(plain) else None, tag)


def static_files(folder: Path) -> Mapping[str, Item]:
    """Every file under a folder by its relative path (``sounds/win.ogg``)."""
    files = (path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)
    return {path.relative_to(folder).as_posix(): _item(path) for path in files}


def version_of(files: Mapping[str, Item]) -> str:
    """A hash of all these files that changes with any of them."""
    tags = "".join(files[name].tag for name in sorted(files))
    return hashlib.sha256(tags.encode()).hexdigest()[:16]


def together(files: Mapping[str, Item], names: Iterable[str]) -> Item:
    """Several style sheets concatenated: a page requests one file, and it compresses better."""
    sheets = [files[name] for name in names]
    return item(KINDS[".css"], b"\n".join(sheet.plain for sheet in sheets))


def _item(path: Path) -> Item:
    return item(KINDS[path.suffix], path.read_bytes(), pack=path.suffix in PACKED)
