"""The weights of the search. They were tuned on simulated boards; `bench/farmyard.py` shows what they give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts; lengths in units of a tile's short side."""

    # Leaving the straight line: factor on the cost of a stand.
    bend: float = 1.0
    # Growth of the layout beyond its target frame, and towards it.
    box: float = 120.0
    strain: float = 25.0
    # Crowding ahead of the new end, and ahead of the others.
    own: float = 2.0
    other: float = 1.0
    # Room ahead of the new end that lies outside the target frame.
    wall: float = 0.6
    # An end that loses its last continuation; the room for a foot; the way out.
    tile_lost: float = 80.0
    foot_lost: float = 6.0
    escape: float = 40.0
    # A toe without room for a foot, without room for a tile.
    toe_cramped: float = 4.0
    toe_blocked: float = 12.0
    # An end that is known to grow (in hindsight) and cannot.
    known_lost: float = 1000.0
    # A stand with less harm than this needs no further search.
    accept: float = 5.0
    # How many of the cheapest stands are looked at closely.
    close_looks: int = 6
    # Share of the target frame that tiles cover; the fewest tiles it is made for, and the tiles it looks ahead.
    fill: float = 0.22
    fewest: int = 32
    ahead: int = 6
    # Clearance between tiles that are not joined.
    clearance: float = 0.18


DEFAULT = Weights()
