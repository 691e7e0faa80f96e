"""Chicken Foot as one would write it first: a mutable round with lists of tuples.

The yardstick for `./dev bench rules` (and for the bots' time): nothing clever, nothing slowed down. It takes
decks that are dealt already, believes every action it is given, and lists all legal ones at each step.
"""

Tile = tuple[int, int]  # higher half first
Place = tuple[int, Tile]  # an open end: its number and the tile that carries it
Action = tuple[str, Tile | None, Tile | None]  # what, the tile, the tile it is joined to

DRAW: Action = ("draw", None, None)
PASS: Action = ("pass", None, None)
TOES = 3


class Round:
    """One round: `hands` by seat, `boneyard` drawn from its front, `double` lies on the table."""

    def __init__(
        self,
        hands: list[list[Tile]],
        boneyard: list[Tile],
        double: int,
        first: int,
        toes: int = 6,
        blank: int = 50,
        release: bool = False,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.boneyard = boneyard[::-1]  # the next tile at the end, where `pop` is quick
        self.ends: list[Place] = []
        self.foot: Tile | None = (double, double)
        self.toes = toes
        self.turn = first
        self.drawn: Tile | None = None
        self.over = False
        self.out: int | None = None
        self.blank = blank
        self.release = release

    def actions(self) -> list[Action]:
        """All legal actions of the seat to act."""
        tiles = self.hands[self.turn] if self.drawn is None else [self.drawn]
        plays = self.plays(tiles)
        if plays:
            return plays
        if self.drawn is None and self.boneyard:
            return [DRAW]
        return [PASS]

    def plays(self, tiles: list[Tile]) -> list[Action]:
        """All ways to lay one of these tiles."""
        if self.foot is not None:
            double, number = self.foot, self.foot[0]
            return [("play", tile, double) for tile in tiles if number in tile]
        return [("play", tile, end[1]) for tile in tiles for end in self.ends if end[0] in tile]

    def do(self, action: Action) -> None:
        """Make a legal action."""
        what, tile, target = action
        hand = self.hands[self.turn]
        if what == "draw":
            self.drawn = self.boneyard.pop()
            hand.append(self.drawn)
            return
        if tile is not None and target is not None:
            hand.remove(tile)
            self.lay(tile, target)
            if not hand:
                self.over = True
                self.out = self.turn
                return
        self.next_turn()

    def lay(self, tile: Tile, target: Tile) -> None:
        """Join a tile to one on the table."""
        if self.foot is not None:
            number = self.foot[0]
            self.ends.append((tile[1] if tile[0] == number else tile[0], tile))
            self.toes -= 1
            if self.toes == 0:
                self.foot = None
            return
        number = self.close(target)
        if tile[0] == tile[1]:
            self.foot = tile
            self.toes = TOES
        else:
            self.ends.append((tile[1] if tile[0] == number else tile[0], tile))

    def close(self, target: Tile) -> int:
        """Take away the end that a tile carries; its number."""
        for index, (number, carrier) in enumerate(self.ends):
            if carrier == target:
                del self.ends[index]
                return number
        raise ValueError(f"{target} has no open end")

    def next_turn(self) -> None:
        """Go on with the next seat; end the round if nobody can."""
        self.drawn = None
        self.turn = (self.turn + 1) % len(self.hands)
        if self.release and self.foot is not None and not self.any_left(self.foot[0]):
            self.foot = None
        if not self.boneyard and not any(self.can_play(hand) for hand in self.hands):
            self.over = True

    def any_left(self, number: int) -> bool:
        """Whether a tile with that number is not on the table."""
        return any(number in tile for tiles in (*self.hands, self.boneyard) for tile in tiles)

    def can_play(self, hand: list[Tile]) -> bool:
        """Whether one of these tiles fits somewhere."""
        if self.foot is not None:
            return any(self.foot[0] in tile for tile in hand)
        return any(number in tile for number, _ in self.ends for tile in hand)

    def penalties(self) -> list[int]:
        """The points left in each hand."""
        return [
            sum(self.blank if tile == (0, 0) else tile[0] + tile[1] for tile in hand) for hand in self.hands
        ]
