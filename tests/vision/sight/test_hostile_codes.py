"""Hostile symbols: nothing a decoder says can crash the reader, become a card, or reach a screen as it is."""

from __future__ import annotations

import numpy as np
import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.codes import Conditions, sheet
from companion.games.dumm_gelaufen.mat import pieces
from vision.frame import Grey
from vision.reader import Reader
from vision.sight.decoders import DECODERS, MOST, PAYLOAD, Decoded, shown
from vision.tags import symbol

QUAD = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
HOSTILE = (
    b"DG1\x00R07-1",
    b"DG1-R07-1\x00",
    b"\x00DG1-R07-1",
    b"DG1-R07-1\n",
    b" DG1-R07-1",
    b"dg1-r07-1",
    b"DG1-R07-1DG1-R07-2",
    b"\x1b[2J\x1b[31mDG1-R07-1",
    b"<script>alert(1)</script>",
    "DG1‑R07‑1".encode(),
    "ＤＧ１-R07-1".encode(),
    "‮DG1-R07-1".encode(),
    "DG1-R07-1​".encode(),
    b"\xff\xfe\xfd",
    b"%s%n{0}",
    b"",
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader that looks for no mat."""
    return Reader(pieces("classic"))


def modules(code: segno.QRCode) -> np.ndarray:
    """A symbol's modules, True where dark."""
    return np.array([[bool(module) for module in row] for row in code.matrix])


def picture(*codes: np.ndarray, px: float = 4.0) -> Grey:
    """Symbols on a white sheet, large enough for any decoder."""
    seen = Conditions(px_per_module=px, blur_px=0.6, noise=1.0)
    cell = max(code.shape[0] for code in codes) / 21
    blown = Conditions(px * cell, 0.6, 1.0)
    side = int(np.ceil(np.sqrt(len(codes))) * (21 * blown.px_per_module * 1.75 + 2)) + 4
    rng = np.random.default_rng(2)
    if cell == 1:
        return sheet(codes, seen, rng, (side, side)).picture
    rows = [np.kron(np.pad(~code, 4, constant_values=True), np.ones((5, 5))) for code in codes]
    return np.concatenate(rows, axis=1).astype(np.uint8) * 200 + 30


@pytest.mark.parametrize("data", HOSTILE, ids=repr)
def test_only_the_exact_bytes_of_a_payload_are_one(data: bytes) -> None:
    """One strict pattern of fixed length over the bytes: everything else is no payload."""
    assert Decoded(data, QUAD, "zxing").payload is None


def test_a_payload_is_one() -> None:
    """The pattern lets our own tags pass."""
    assert "DG2-MAC-1" == Decoded(b"DG2-MAC-1", QUAD, "zxing").payload


@given(st.binary(max_size=300))
def test_what_people_are_shown_is_harmless(data: bytes) -> None:
    """Printable ASCII, short, and never a line of its own, whatever the symbol holds."""
    text = shown(data)

    assert text.isascii()
    assert text.isprintable()
    assert len(text) <= 4 * 64 + 3


@given(st.binary(max_size=40))
def test_no_bytes_but_a_payload_are_a_payload(data: bytes) -> None:
    """Random bytes are none, unless they are one to the letter."""
    assert (Decoded(data, QUAD, "zxing").payload is not None) == bool(PAYLOAD.fullmatch(data))


@pytest.mark.slow
@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("data", [data for data in HOSTILE if data], ids=repr)
def test_hostile_symbols_in_a_picture_are_no_cards(
    reader: Reader, decoder: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Printed and photographed, read by either decoder: no card, no exception, text made harmless."""
    monkeypatch.setattr("vision.sight.look.decode", DECODERS[decoder])
    made = picture(modules(segno.make(data, micro=False)))

    reading = reader.read(made)

    assert () == reading.sightings
    assert all(unknown.text.isprintable() for unknown in reading.unknown)


@pytest.mark.parametrize("decoder", DECODERS)
def test_structured_append_is_read_as_no_card(
    reader: Reader, decoder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message over several symbols, each of which would say a part of a payload."""
    monkeypatch.setattr("vision.sight.look.decode", DECODERS[decoder])
    parts = segno.make_sequence("DG1-R07-1" * 6, symbol_count=3, error="h")

    for part in parts:
        assert () == reader.read(picture(modules(part))).sightings


@pytest.mark.slow
def test_a_wallpaper_of_codes_is_cut_off(reader: Reader) -> None:
    """More than 128 codes in a picture: the decoder's list ends there, cards of the deck are still read."""
    stranger = modules(segno.make("HELLO", version=1, error="h", micro=False))
    wallpaper = picture(*[stranger] * 150, symbol("DG1-R07-1"), px=2.6)

    reading = reader.read(wallpaper)

    assert len(reading.unknown) <= MOST + 12
    assert {"DG1-R07-1"} == {seen.payload for seen in reading.sightings}


def test_a_photocopied_tag_is_told_twice(reader: Reader) -> None:
    """Three of one tag are more than a card has: named, not taken for three cards."""
    reading = reader.read(picture(*[symbol("DG1-R07-1")] * 3))

    assert ("R07-1",) == reading.twice
    assert {"R07-1"} == {seen.code for seen in reading.sightings}


@pytest.mark.parametrize("decoder", DECODERS)
def test_either_decoder_reads_and_turns_a_tag(
    decoder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where zxing-cpp cannot be installed, pyzbar reads; corners begin at the symbol's own top-left."""
    made = picture(*(symbol(f"DG1-R0{n}-1") for n in range(1, 5)))

    found = {code.data: code for code in DECODERS[decoder](made)}
    matched = Reader(pieces("classic")).read(made)

    assert {f"DG1-R0{n}-1".encode() for n in range(1, 5)} == set(found)
    for seen in matched.sightings:
        decoded = np.array(found[seen.payload.encode()].corners)
        assert decoded == pytest.approx(np.array(seen.corners), abs=4.0)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([(60, 80), (200, 300)]))
def test_noise_is_nothing(reader: Reader, seed: int, shape: tuple[int, int]) -> None:
    """Pictures of nothing but noise hold no card."""
    noise = np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)

    assert () == reader.read(noise).sightings
