"""One change to one file, as text."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Mutant:
    """The characters ``start`` to ``end`` of ``file`` are ``text`` instead."""

    file: str
    scope: str
    """The function or class it is in, with dots; empty for the module itself."""
    line: int
    start: int
    end: int
    text: str
    what: str
    """The kind of slip, in words."""

    def in_place(self, source: str) -> str:
        """The file's text with the change in it."""
        return source[: self.start] + self.text + source[self.end :]

    def diff(self, source: str) -> tuple[str, ...]:
        """The lines it is in, each after ``-``, and what they are then, each after ``+``."""
        begin = source.rfind("\n", 0, self.start) + 1
        after = self.in_place(source)
        end, behind = self.end, self.start + len(self.text)
        ends = source.find("\n", end) % (len(source) + 1)
        lines = [f"- {line.strip()}" for line in source[begin:ends].splitlines()]
        new = after[begin : behind + ends - end]
        return (*lines, *(f"+ {line.strip()}" for line in new.splitlines()))

    def name(self, source: str) -> str:
        """The same wherever in the file it stands, until one of its lines changes."""
        return "\n".join((self.file, self.scope, *self.diff(source)))


def digest(*texts: str) -> str:
    """What tells texts apart."""
    return sha256("\0".join(texts).encode()).hexdigest()[:20]
