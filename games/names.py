"""What people call themselves and their tables: cleaned once, where it comes in.

A name is shown beside others in every direction of writing, so nothing may pass that turns its surroundings
round, cannot be seen, or piles up over the lines. Markup is no concern here: it is escaped where it is shown.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import regex

from games.services.errors import Code, Refused

# What staff call somebody whose name offended: as it is stored; everybody reads it in their own language.
NEUTRAL: Final = "Guest"

MAX_GRAPHEMES: Final = 24
TABLE_GRAPHEMES: Final = 40
MAX_CODE_POINTS: Final = 200  # the column's; a family of four with skin tones is eleven of them

_AT_THE_ENDS: Final = " \t\r\n\f\v\u00a0\u3000\u200b\u2060\ufeff"
# Controls, halves of surrogate pairs, line separators, everything that turns the direction of writing.
_FORBIDDEN: Final = regex.compile(r"[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# More marks on one letter than any writing needs: they would cover the lines above and below.
_PILE: Final = regex.compile(r"\p{M}{7,}")
# Something that leaves ink: Hangul fillers and the empty Braille cell count as letters, but do not.
_VISIBLE: Final = regex.compile(r"[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]")
_GRAPHEME: Final = regex.compile(r"\X")
_SPACES: Final = regex.compile(r"\s+")


def clean_name(raw: str) -> str:
    """A person's name as it is kept: trimmed, NFC, runs of spaces made one.

    Raises Refused NAME_EMPTY (nothing that can be seen), NAME_TOO_LONG (limit: in graphemes, what a reader
    counts as letters) or NAME_CONTROL (control or direction characters, marks without end).
    """
    name = _clean(raw, MAX_GRAPHEMES)
    if not name:
        raise Refused(Code.NAME_EMPTY)
    return name


def clean_table_name(raw: str) -> str:
    """The same for the name of a table, which may be empty; Refused NAME_TOO_LONG, NAME_CONTROL."""
    return _clean(raw, TABLE_GRAPHEMES)


def _clean(raw: str, limit: int) -> str:
    trimmed = raw.strip(_AT_THE_ENDS)
    if _FORBIDDEN.search(trimmed):
        raise Refused(Code.NAME_CONTROL)
    name = _SPACES.sub(" ", unicodedata.normalize("NFC", trimmed)).strip()
    if _PILE.search(name):
        raise Refused(Code.NAME_CONTROL)
    if not _VISIBLE.search(name):
        return ""
    if len(name) > MAX_CODE_POINTS or len(_GRAPHEME.findall(name)) > limit:
        raise Refused(Code.NAME_TOO_LONG, limit=limit)
    return name
