"""SOAP answers of devices in the network, parsed as untrusted XML."""

from typing import Final
from xml.etree import ElementTree

DEFINES: Final = b"<!DOCTYPE"
"""What a document begins with that defines names of its own: they may stand for one another, and grow without end."""


def document(answer: bytes) -> ElementTree.Element:
    """The document that an answer is. Raises ValueError if it is none, or defines names of its own."""
    # In UTF-16 and UTF-32, which nobody sends, that word would be written in other bytes.
    if b"\0" in answer or DEFINES in answer:
        raise ValueError("a document with definitions")
    try:
        return ElementTree.fromstring(answer)
    except (ElementTree.ParseError, LookupError) as error:
        raise ValueError("no document") from error
