"""The page with all matches of a table: the standing family table above, the matches below."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.presenters.family import family_rows, games_of
from games.presenters.filters import Asked, options, query
from games.presenters.names import table_title
from games.presenters.parts import Context
from games.presenters.past_entries import past_entries
from games.queries import TableNow
from games.queries.aims import fewest_win
from games.queries.archive import Page
from games.queries.families import Member


def family_page(
    table: TableNow,
    members: Sequence[Member],
    page: Page,
    *,
    year: int,
    years: Sequence[int],
    game: str,
    before: int | None,
    viewer_id: int | None,
) -> Context:
    """Everything on the page; members are those of the year, of every game, `game` the one that is shown."""
    games = games_of(members)
    shown = [member for member in members if member.game == game]
    asked: Asked = {"year": year, "game": game if len(games) > 1 else ""}
    return {
        "code": table.code,
        "name": table_title(table.name, table.code),
        "rows": family_rows(shown, viewer_id),
        "matches": past_entries(page.matches),
        "years": options(str(year or ""), _("All years"), [(str(one), str(one)) for one in years]),
        "games": [{**one, "chosen": one["value"] == game} for one in games if isinstance(one, dict)],
        "filtered": bool(year),
        "fewest": not game or fewest_win(game),
        "newest": query(**asked) if before is not None else None,
        "older": query(**asked, before=page.older) if page.older is not None else "",
    }
