"""Finding a tile in what somebody received, whatever form it has: names, chips, pips, attributes, escapes, packing.

A viewer may have been told of the tiles on the table and of those in the own hand. Everything else that can be
read out of the traffic as a tile is a leak.
"""

from __future__ import annotations

import html
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

Tile = tuple[int, int]  # high, low

# Ids of things on the table, of places and of lines: numbers with a dash that are no tiles.
_IDS = re.compile(
    r'\b(?:id|data-end)="[gleo]\d+-\d+"|\bdata-ends="(?:e\d+-\d+ ?)+"|"gone":\[(?:"[leok]\d+(?:-\d+)?",?)*\]'
)
# Where something lies on the cloth: pairs of numbers with minus signs.
_GEOMETRY = re.compile(r'\b(?:transform|data-square|data-square-d|data-wide|viewBox|data-angle|d)="[^"]*"')
_PLACES = re.compile(
    r'translate\([^)]*\)(?: rotate\([^)]*\))?|"frame":\[[^\]]*\]|"e\d+-\d+": ?\["[^"]*", ?"[^"]*"\]'
)
# Pictures of no tile in particular: what everything is drawn with, a foot that cannot be finished, one that is shown.
_SPRITE = re.compile(
    r'<svg class="sprite".*?</defs></svg>|<svg class="(?:warning-picture|shown-layout)".*?</svg>', re.DOTALL
)
# Random words.
_TOKENS = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"|\bnonce="[^"]*"')
# The rule about the double blank stands on every page.
_RULE = re.compile(r"0-0 left in (?:a )?hand")
_DATES = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:[+-]\d\d:\d\d|Z)?")
# What a reader sees of a time of day, "5:06 a.m.".
_TIMES = re.compile(r'<time datetime="[^"]*">[^<]*</time>')
_NAMES = re.compile(r"(?<![\d.-])(\d{1,2})(?: ?[-–—‑|·⋅] ?|[/_:])(\d{1,2})(?!\d|[.-]\d)")
_PAIRS = re.compile(r"high\D{1,4}(\d{1,2})\D{1,12}low\D{1,4}(\d{1,2})")
# A tile that is drawn: its ground, then the pips of its halves; a half without pips is blank.
_FACES = re.compile(r'href="#([th][fd])"[^>]*/>((?:<use href="#[ph]\d+"[^>]*/>){0,2})')
_HALVES = re.compile(r'href="#[ph](\d+)"')
_ESCAPES = re.compile(r"\\u([0-9a-fA-F]{4})")
_INLINE_TAGS = re.compile(r"</?(?:b|i|bdi|em|strong|tspan)\b[^>]*>")
_TAGS = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Received:
    """Something that reached a viewer: as it came, and whether it came packed (frames share their socket's window)."""

    payload: bytes
    packing: str = ""  # "", "gzip", "deflate"


class Unpacker:
    """Unpacks what one connection received, in order."""

    def __init__(self) -> None:
        self._window = zlib.decompressobj(-15)

    def text(self, received: Received) -> str:
        if received.packing == "gzip":
            return zlib.decompress(received.payload, 31).decode()
        if received.packing == "deflate":
            return self._window.decompress(received.payload + b"\x00\x00\xff\xff").decode()
        return received.payload.decode()


def tiles_in(text: str) -> set[Tile]:
    """Every tile that somebody could read out of a text."""
    found: set[Tile] = set()
    for reading in readings(text):
        found |= {_tile(*pair) for pair in _NAMES.findall(reading)}
        found |= {_tile(*pair) for pair in _PAIRS.findall(reading)}
        found |= set(_drawn(reading))
    return found


def readings(text: str) -> Iterator[str]:
    """The text as it is and as it is read: without escapes of JSON, of markup and of addresses, without tags."""
    plain = _ESCAPES.sub(lambda found: chr(int(found[1], 16)), text)
    plain = plain.replace('\\"', '"').replace("\\/", "/")
    plain = unquote(html.unescape(plain))
    for innocent in (_TIMES, _IDS, _TOKENS, _SPRITE, _GEOMETRY, _PLACES, _RULE, _DATES):
        plain = innocent.sub("", plain)
    yield plain
    yield _TAGS.sub(" ", _INLINE_TAGS.sub("", plain))


def _drawn(markup: str) -> Iterator[Tile]:
    for ground, halves in _FACES.findall(markup):
        numbers = [int(number) for number in _HALVES.findall(halves)]
        if ground[1] == "d" and len(numbers) == 1:
            numbers *= 2
        first, second, *_more = [*numbers, 0, 0]
        yield _tile(first, second)


def _tile(one: int | str, other: int | str) -> Tile:
    numbers = sorted((int(one), int(other)), reverse=True)
    return numbers[0], numbers[1]


def leaks(text: str, known: Iterable[Tile], tiles: Iterable[Tile]) -> set[Tile]:
    """The tiles of the set in a text that its reader may not know."""
    return (tiles_in(text) & set(tiles)) - set(known)
