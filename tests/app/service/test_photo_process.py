"""Photographs are read in a process of their own: what one of them takes, the companion does not miss."""

import io
import os
import resource
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from companion.app.service.photos import PhotoProcess
from companion.errors import PictureError
from companion.games import first
from companion.games.package import GamePackage

MB = 1 << 20


def played() -> tuple[GamePackage, str]:
    return first(), "classic"


def picture(size: tuple[int, int] = (640, 480)) -> bytes:
    saved = io.BytesIO()
    Image.new("L", size, 128).save(saved, "JPEG")
    return saved.getvalue()


@pytest.fixture
def photos() -> Iterator[PhotoProcess]:
    photos = PhotoProcess(played)
    yield photos
    photos.close()


def test_a_photograph_is_read_elsewhere(photos: PhotoProcess) -> None:
    """What lies in it comes back, one process does for several, and none is there before and after: the end waits for no photograph."""
    assert photos.pid is None
    told = photos.read(picture())
    with pytest.raises(PictureError, match="not a picture"):
        photos.read(b"no picture")
    pid = photos.pid
    assert pid is not None
    again = photos.read(picture((64, 48)))
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(2) as phones:
        unread = [phones.submit(photos.read, picture()) for _ in range(2)]
        while not photos._lock.locked():
            assert not any(each.done() for each in unread)
        photos.close()

    assert ([640, 480], [64, 48]) == (told["size"], again["size"])
    assert [] == told["tags"]
    assert pid != os.getpid()
    assert all(isinstance(each.exception(60), PictureError) for each in unread)
    assert photos.pid is None
    with pytest.raises(PictureError, match="in a moment"):
        photos.read(picture())
    assert photos.pid is None


@pytest.mark.slow
def test_one_that_comes_as_the_process_ends_is_read_by_the_next() -> None:
    """Nobody had photographed for a while: that is no fault of the picture."""
    photos = PhotoProcess(played, patience=0.0)
    sizes = [photos.read(picture())["size"] for _ in range(2)]
    photos.close()

    assert [[640, 480]] * 2 == sizes


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [{"seconds": -1}, {"memory": 24 * MB}], ids=["time", "memory"])
def test_one_that_takes_too_much_is_given_up(bounds: dict[str, int]) -> None:
    """It is refused in a sentence, and its process is gone or has given back what it took."""
    photos = PhotoProcess(played, **bounds)
    with pytest.raises(PictureError, match="damaged"):
        photos.read(picture((4000, 3000)))
    photos.close()

    assert photos.pid is None


@pytest.fixture
def crowded() -> Iterator[Callable[[], None]]:
    """No more files may be opened than the two ends of a pipe."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(map(int, os.listdir("/proc/self/fd")))
    held = [os.dup(0)]
    while held[-1] < highest:
        held.append(os.dup(0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (held[-1] + 3, most[1]))
    yield lambda: resource.setrlimit(resource.RLIMIT_NOFILE, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, most)
    for each in held:
        os.close(each)


@pytest.mark.slow
def test_no_process_is_to_be_had(photos: PhotoProcess, crowded: Callable[[], None]) -> None:
    """Then the picture is refused, again and again; once there is one it is read."""
    for _ in range(2):
        with pytest.raises(PictureError, match="in a moment"):
            photos.read(picture())
    crowded()

    assert [640, 480] == photos.read(picture())["size"]
