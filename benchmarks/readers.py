"""Readers to compare: general decoders as anybody would call them, and ours; what each reads and what it costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

import cv2
import numpy as np
import zxingcpp
from pyzbar import pyzbar

from companion.games.dumm_gelaufen.mat import MAT, pieces
from vision.frame import Grey
from vision.reader import Reader

Given = TypeVar("Given")
Got = TypeVar("Got")
Read = Callable[[Grey], set[str]]
"""A picture -> the payloads read in it."""

OURS: Final = "ours"
PLAIN: Final = "zxing-cpp"
TWICE: Final = "zxing-cpp, enlarged twice"


def zxing(grey: Grey) -> set[str]:
    """zxing-cpp set to QR codes only, without what it does for other kinds of pictures: its fastest full look."""
    found = zxingcpp.read_barcodes(
        np.ascontiguousarray(grey),
        formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode),
        try_rotate=False,
        try_downscale=False,
        try_invert=False,
    )
    return {code.text for code in found}


def zxing_twice(grey: Grey) -> set[str]:
    """The same on the picture enlarged twice: what it reads best with. The enlarging counts."""
    size = (2 * grey.shape[1], 2 * grey.shape[0])
    return zxing(np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_CUBIC), np.uint8))


def zbar(grey: Grey) -> set[str]:
    """pyzbar, QR codes only."""
    found = pyzbar.decode(np.ascontiguousarray(grey), symbols=[pyzbar.ZBarSymbol.QRCODE])
    return {code.data.decode("ascii", "replace") for code in found}


class Detector(Protocol):
    """What both of OpenCV's detectors do; of four answers the second are the texts."""

    def detectAndDecodeMulti(self, img: Grey) -> tuple[Any, Sequence[str], Any, Any]: ...


def with_cv2(detector: Detector) -> Read:
    """One of OpenCV's own two detectors."""

    def read(grey: Grey) -> set[str]:
        try:
            _, texts, _, _ = detector.detectAndDecodeMulti(grey)
        except (cv2.error, UnicodeDecodeError):
            return set()
        return {text for text in texts if text}

    return read


def ours() -> Read:
    """The project's reader, both editions in the closed set, a fresh look each time."""
    reader = Reader(pieces(), (MAT,))
    reader.read(np.zeros((90, 160), np.uint8))
    return lambda grey: {seen.payload for seen in reader.read(grey).sightings}


def readers() -> Mapping[str, Read]:
    """All of them by name, the slow ones first."""
    return {
        "cv2.QRCodeDetector": with_cv2(cv2.QRCodeDetector()),
        "cv2.QRCodeDetectorAruco": with_cv2(cv2.QRCodeDetectorAruco()),
        "pyzbar": zbar,
        PLAIN: zxing,
        TWICE: zxing_twice,
        OURS: ours(),
    }


def timed(does: Callable[[Given], Got], given: Given, times: int = 1) -> tuple[Got, float]:
    """What a call gives, and the least processor time of several, ms: what other programs do meanwhile does not count."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        got = does(given)
        least = min(least, time.thread_time() - began)
    return got, least * 1000


def mean(values: Iterable[float]) -> float:
    """The mean; of nothing, not a number."""
    kept = list(values)
    return sum(kept) / len(kept) if kept else float("nan")
