"""Two games that the product does not have, to show that it does not have to know them.

`with registered(): …` makes them known under the slugs `test-line` and `test-spinner` and forgets them after.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from games.rules.games import register
from tests.games_for_tests.line import Line
from tests.games_for_tests.spinner import Spinner


@contextmanager
def registered() -> Iterator[None]:
    """Register both games for a while."""
    with patch.dict("games.rules.games._GAMES"):
        register(Line())
        register(Spinner())
        yield
