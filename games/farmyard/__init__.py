"""The farmyard: where every tile of a layout lies on the picture. Pure Python, public information only."""

from games.farmyard.frame import Frame
from games.farmyard.geometry import Pose
from games.farmyard.joins import SHAPES, SQUARE, WIDE, Join, Manner, Shape
from games.farmyard.picture import EndSpot, Picture, end_spots, fold
from games.farmyard.placement import Moved, Placement, Replanned
from games.farmyard.yard import Yard

__all__ = [
    "SHAPES",
    "SQUARE",
    "WIDE",
    "EndSpot",
    "Frame",
    "Join",
    "Manner",
    "Moved",
    "Picture",
    "Placement",
    "Pose",
    "Replanned",
    "Shape",
    "Yard",
    "end_spots",
    "fold",
]
