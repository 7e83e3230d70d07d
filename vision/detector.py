"""Detectors: what finds pieces that carry no tag."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame
from vision.pose import Pose
from vision.reading import Sighting


class Detector(Protocol):
    """Finds the pieces of one kind, dice or pawns; a game brings those that it needs."""

    def detect(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """What a frame shows of them, in colour where ``frame.bgr()`` is asked for; ``pose`` tells where which mat lies."""
        ...
