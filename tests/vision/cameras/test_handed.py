"""A phone's pictures as a camera: the newest waits, only as many are asked for as are looked at, a single look stays."""

import cv2
import numpy as np
import pytest

from companion.errors import CameraError
from vision.cameras import handed, sources
from vision.cameras.handed import Brought, Handed
from vision.frame import Frame, Trouble


def jpeg(shade: int) -> bytes:
    """A grey picture."""
    done, data = cv2.imencode(".jpg", np.full((48, 64, 3), shade, np.uint8))
    assert done
    return data.tobytes()


class Phone:
    """Brings its pictures, one whenever one is wanted; ``wanted`` how often."""

    def __init__(self, *pictures: Brought) -> None:
        self.pictures, self.wanted = [*pictures], 0
        self.camera = Handed(self.brings)

    def brings(self) -> None:
        self.wanted += 1
        if self.pictures:
            self.camera.put(self.pictures.pop(0))


def shade(frame: object) -> int:
    assert isinstance(frame, Frame)
    return int(frame.grey[20, 20])


def test_pictures_come_as_they_are_wanted() -> None:
    phone = Phone(*(Brought(jpeg(40 * n)) for n in (1, 2, 3)))
    frames = sources.frames("phone", handed=phone.camera, fps=1000)

    seen = [shade(next(frames)) for _ in range(3)]

    assert [40, 80, 120] == seen
    assert 3 == phone.wanted


def test_a_picture_that_nobody_looked_at_goes() -> None:
    camera = Handed(lambda: None)
    camera.put(Brought(jpeg(40)))
    camera.put(Brought(jpeg(80)))

    assert 80 == shade(next(sources.frames("phone", handed=camera)))


def test_a_single_look_stays_until_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies there settles by it, and nobody is told that the camera is silent."""
    monkeypatch.setattr(handed, "STILL_GAP", 0.01)
    phone = Phone(Brought(jpeg(40), still=True))
    frames = sources.frames("phone", handed=phone.camera, fps=1000)

    assert [40, 40, 40] == [shade(next(frames)) for _ in range(3)]
    phone.camera.put(Brought(jpeg(80), still=True))
    assert [80, 80] == [shade(next(frames)) for _ in range(2)]


def test_what_is_no_picture_is_passed_over() -> None:
    phone = Phone(Brought(b"\xff\xd8\xff nothing"), Brought(jpeg(80)))

    assert 80 == shade(next(sources.frames("phone", handed=phone.camera)))


@pytest.mark.prove
def test_a_phone_that_has_gone_is_told_and_waited_for() -> None:
    """Two seconds of silence each time; it goes on where it comes back."""
    phone = Phone(Brought(jpeg(40)))
    frames = sources.frames("phone", handed=phone.camera)
    assert 40 == shade(next(frames))
    said = next(frames)
    phone.camera.put(Brought(jpeg(80)))

    assert isinstance(said, Trouble)
    assert "camera.silent" == said.what.key
    assert 80 == shade(next(frames))


def test_no_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """None brings pictures, or nothing here takes them."""
    with pytest.raises(CameraError) as elsewhere:
        sources.frames("phone")
    assert "camera.phone-elsewhere" == elsewhere.value.message.key
    monkeypatch.setattr(handed, "OPENING", 0.01)
    with pytest.raises(CameraError) as absent:
        next(sources.frames("phone", handed=Handed(lambda: None)))
    assert "camera.no-phone" == absent.value.message.key
