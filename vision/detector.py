"""Detectors for pieces that carry no tag."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame
from vision.pose import Pose
from vision.reading import Sighting


class Detector(Protocol):
    """Finds the pieces of one kind, dice or pawns; a game provides those that it needs."""

    def detect(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The pieces in a frame, in colour if it calls ``frame.bgr()``; ``pose`` says where which mat lies."""
        ...
