"""Run beside the real picamera2: what the adapter meets there, as one JSON object on standard output."""

from __future__ import annotations

import json
import time
from contextlib import closing
from itertools import islice

from companion.errors import CameraError
from vision.cameras.live import Shot
from vision.cameras.picamera import PiCamera
from vision.cameras.sources import frames
from vision.frame import Frame


def pictures(count: int, fps: float) -> dict[str, object]:
    """So many frames of the camera: how they came, and whether luma was copied."""
    with closing(frames("picamera2", fps=fps)) as running:
        seen = [_seen(frame) for frame in islice(running, count)]
    return {"seen": seen, "seconds": seen[-1]["at"]}


def _seen(frame: object) -> dict[str, object]:
    assert isinstance(frame, Frame), frame
    assert frame.colour is not None
    return {
        "at": frame.at,
        "shape": frame.grey.shape,
        "colour": frame.colour.shape,
        "own": frame.grey.flags.owndata,
        "bright": float(frame.grey.mean()),
    }


def refusals() -> dict[str, str]:
    """What it says to a second opening, a camera that is not there, and a size that is none."""
    said = {}
    first = PiCamera(0).open()
    for name, camera in (("twice", PiCamera(0)), ("missing", PiCamera(7))):
        try:
            camera.open().close()
        except CameraError as error:
            said[name] = error.message.key
    first.close()
    PiCamera(0, (1640, 1232)).open().close()
    return said


def stopped() -> dict[str, object]:
    """What reading from a camera that has stopped comes to, and whether it goes on when started again."""
    opened = PiCamera(0).open()
    first = opened.read(2.0)
    assert isinstance(first, Shot)
    first.done()
    opened.device.stop()
    began = time.monotonic()
    silent = opened.read(1.0) is None
    waited = time.monotonic() - began
    opened.device.start()
    again = opened.read(2.0)
    if again is not None:
        again.done()
    opened.close()
    return {"silent": silent, "waited": waited, "again": again is not None}


if __name__ == "__main__":
    told = {"pictures": pictures(12, 10), "stopped": stopped(), "refusals": refusals()}
    print(json.dumps(told))
