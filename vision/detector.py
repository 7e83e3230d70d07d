"""Detectors for pieces that carry no tag."""

from __future__ import annotations

from typing import Protocol

from vision.frame import Frame
from vision.pose import Pose
from vision.reading import Sighting


class Detector(Protocol):
    """Finds the pieces of one kind, dice or pawns; a game provides those that it needs.

    It looks in colour if it calls ``frame.bgr()``; ``pose`` says where which mat lies.
    """

    def read(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The pieces in a frame, without any prior knowledge."""
        ...

    def follow(self, frame: Frame, pose: Pose | None) -> tuple[Sighting, ...]:
        """The pieces in the next frame of a source; what did not change since the last one may be known."""
        return self.read(frame, pose)
