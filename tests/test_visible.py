"""Names: what people see, and what they take for the same."""

import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from companion.broker import table_name
from companion.errors import InputError, SettingsError
from companion.household import KeptTexts
from companion.seating import seated
from companion.visible import IGNORABLE, is_visible, likeness

EVERY = [chr(code) for code in range(sys.maxunicode + 1)]
UNSEEN = {
    "a Hangul filler": "\u3164",
    "a Braille pattern without dots": "\u2800",
    "a grapheme joiner": "\u034f",
    "choseong filler": "\u115f",
    "half-width filler": "\uffa0",
    "an inherent vowel": "\u17b4",
    "a null notehead": "\U0001d159",
    "a tag": "\U000e0041",
    "a soft hyphen": "\xad",
    "a joiner": "\u200d",
    "a joiner of a letter and a picture": "a\u200d\U0001f680",
    "a joiner of a picture and a letter": "\U0001f680\u200da",
    "two joiners of two pictures": "\U0001f469\u200d\u200d\U0001f680",
    "a mark that turns writing round": "\u202e",
    "an unassigned one": "\u0378",
    "a private one": "\ue000",
    "a selector on nothing": "\ufe0f",
    "an accent on nothing": "\u0301",
}
SEEN = [
    "Ann",
    "Ann Lena",
    "Jos\u00e9",
    "Jose\u0301",
    "Zo\u00eb-Marie O’Neill",
    "\u0412\u043e\u0432\u0430",
    "\ud55c\uae00",
    "\u5c71\u7530",
    "\u845b\U000e0100\u57ce",
    "\u0639\u0644\u064a",
    "\u0915\u094d\u0937\u092e\u093e",
    "Ann \u2764\ufe0f",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3fd",
    "\U0001f469\U0001f3fd\u200d\U0001f680 Ann",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f98a",
    "7",
    "!",
]


@pytest.mark.parametrize("sign", UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_is_in_no_name(sign: str, tmp_path: Path) -> None:
    """Neither alone nor among letters: a player, a table on the broker, a kept text."""
    for name in (sign, f"{sign}Ann", f"Ann {sign}"):
        assert not is_visible(name), ascii(name)
    with pytest.raises(InputError, match="needs a name"):
        seated(["Bob", f"{sign}A"])
    with pytest.raises(SettingsError):
        table_name(f"{sign}A")
    with pytest.raises(InputError):
        KeptTexts(tmp_path).keep(f"{sign}A", "")


@pytest.mark.parametrize("name", SEEN)
def test_names_of_all_writings_are_seen(name: str) -> None:
    """With their accents, marks and hearts."""
    assert is_visible(name)
    assert [name, "Bob"] == seated([name, "Bob"])


def test_a_second_selector_is_not_seen() -> None:
    """The first one changed how the sign before it is drawn."""
    assert not is_visible("\u2764\ufe0f\ufe0f")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Stra\u00dfe", "STRASSE"),
        ("Jos\u00e9", "Jose\u0301"),
        ("Ann \u2764", "Ann \u2764\ufe0f"),
        ("Ann", "\uff21nn"),
        ("\u212bsa", "\u00c5sa"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    """However they are written down: two people at a table need two."""
    assert likeness(one) == likeness(other)
    with pytest.raises(InputError, match="same name"):
        seated([one, other])


def test_what_is_ignorable_is_what_unicode_says() -> None:
    """As perl knows it; of a newer Unicode only what this Python knows as well."""
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("perl, which knows the property, is not installed")
    code = (
        "for (0..0x10ffff) { next if $_ >= 0xd800 && $_ <= 0xdfff;"
        r' print "$_ " if chr($_) =~ /\p{Default_Ignorable_Code_Point}/ }'
    )
    asked = subprocess.run([perl, "-e", code], capture_output=True, text=True)
    if asked.returncode:
        pytest.skip(f"perl has no tables of Unicode: {asked.stderr[:80]}")
    theirs = set(map(int, asked.stdout.split()))

    assert theirs == {code for signs in IGNORABLE for code in signs}


@pytest.mark.slow
def test_nothing_that_unicode_calls_empty_is_seen() -> None:
    """By name: fillers and blanks of any writing, also those of a newer Unicode."""
    empty = [
        sign for sign in EVERY if {"FILLER", "BLANK"} & set(unicodedata.name(sign, "").split())
    ]

    assert len(empty) > 5
    assert [] == [ascii(sign) for sign in empty if is_visible(f"A{sign}")]
