"""Names that people see, and can tell from others: by what Unicode says of their characters."""

from itertools import pairwise, starmap
from typing import Final
from unicodedata import category, name, normalize

IGNORABLE: Final = (
    range(0x00AD, 0x00AE),
    range(0x034F, 0x0350),
    range(0x061C, 0x061D),
    range(0x115F, 0x1161),
    range(0x17B4, 0x17B6),
    range(0x180B, 0x1810),
    range(0x200B, 0x2010),
    range(0x202A, 0x202F),
    range(0x2060, 0x2070),
    range(0x3164, 0x3165),
    range(0xFE00, 0xFE10),
    range(0xFEFF, 0xFF00),
    range(0xFFA0, 0xFFA1),
    range(0xFFF0, 0xFFF9),
    range(0x1BCA0, 0x1BCA4),
    range(0x1D173, 0x1D17B),
    range(0xE0000, 0xE1000),
)
"""Characters that are drawn as nothing: Default_Ignorable_Code_Point (DerivedCoreProperties.txt of Unicode 14 to 16), which Python does not tell."""
EMPTY: Final = {"BLANK", "FILLER", "NULL"}
"""What the names of the others say whose picture is empty (U+2800, U+1D159, U+13441)."""
SELECTORS: Final = (
    range(0x180B, 0x180E),
    range(0x180F, 0x1810),
    range(0xFE00, 0xFE10),
    range(0xE0100, 0xE01F0),
)
"""Variation_Selector (PropList.txt): how the sign before is drawn, as a heart of keyboards or a character of Japanese names."""
JOINER: Final = "\u200d"
"""Makes one picture of two: a family, an astronaut (UTS #51)."""
SKINS: Final = range(0x1F3FB, 0x1F400)
"""Emoji_Modifier: the skin of the picture before."""


def is_visible(text: str) -> bool:
    """Whether people see every character of a name; a blank between two words is seen, and what makes one picture of two."""
    parts = text.split(JOINER)
    joined = starmap(_is_one_picture, pairwise(parts))
    return all(joined) and all(map(_is_seen, pairwise(f" {''.join(parts)}")))


def likeness(text: str) -> str:
    """The same for names that people take for the same, whatever their case and however they are encoded."""
    unseen = (*SELECTORS, range(ord(JOINER), ord(JOINER) + 1))
    bare = "".join(sign for sign in text if not _is_of(sign, unseen))
    return normalize("NFKC", normalize("NFKC", bare).casefold())


def _is_one_picture(before: str, after: str) -> bool:
    """Whether a joiner stands between two pictures, the first perhaps with a skin's colour or a selector."""
    ends = [sign for sign in before if not _is_of(sign, (*SELECTORS, SKINS))]
    return all(sign and category(sign) == "So" for sign in ("".join(ends[-1:]), after[:1]))


def _is_seen(two: tuple[str, str]) -> bool:
    before, sign = two
    if _is_of(sign, SELECTORS):
        return before != " " and not _is_of(before, SELECTORS)
    if not sign.isprintable() or _is_of(sign, IGNORABLE):
        return False
    # A mark is drawn on what stands before it.
    alone = before == " " and category(sign).startswith("M")
    return not alone and EMPTY.isdisjoint(name(sign, "").split())


def _is_of(sign: str, signs: tuple[range, ...]) -> bool:
    return any(ord(sign) in some for some in signs)
