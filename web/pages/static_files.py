"""The files that pages load: read once at the start, so that no path in a request ever reaches the disk."""

import gzip
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True)
class Item:
    """A file as it is sent: its bytes, and whether they are worth compressing."""

    kind: str
    plain: bytes
    packs: bool = True

    @cached_property
    def packed(self) -> bytes | None:
        """Its bytes compressed, when first asked for; None if that is not shorter."""
        packed = gzip.compress(self.plain, 9, mtime=0) if self.packs else self.plain
        return packed if len(packed) < len(self.plain) else None

    @cached_property
    def tag(self) -> str:
        """A hash of its version."""
        return hashlib.sha256(self.plain).hexdigest()[:16]


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
    return Item(KINDS[".css"], b"\n".join(sheet.plain for sheet in sheets))


def _item(path: Path) -> Item:
    return Item(KINDS[path.suffix], path.read_bytes(), path.suffix in PACKED)
