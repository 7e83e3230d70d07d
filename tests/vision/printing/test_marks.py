"""What is printed is what is looked for."""

from __future__ import annotations

import cv2

from vision.printing.marks import marker


def test_a_printed_marker_is_the_one_that_is_looked_for() -> None:
    """Whatever ids a game's mat has: the modules are those that OpenCV knows by that number."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number in range(50):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, 6, borderBits=1)

        assert (drawn == 0).tolist() == marker(number).tolist(), number
