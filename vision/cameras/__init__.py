"""Cameras: every source of pictures as one kind of iterator.

``frames("usb:0")``, ``frames("games/friday")``, ``frames("rtsp://phone/live")``: see :mod:`vision.cameras.sources`.
"""

from vision.cameras.sources import frames

__all__ = ["frames"]
