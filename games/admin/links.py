"""Ways from one page of admin to another, and from there to the pages everybody sees."""

from __future__ import annotations

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Match, Round, Table
from games.presenters.names import spaced


def link(address: str, text: str) -> SafeString:
    """A link with any text."""
    return format_html('<a href="{}">{}</a>', address, text)


def row_address(model: type[Model], pk: int) -> str:
    """The page of a row in admin."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])


def rows_address(model: type[Model], **only: int | str) -> str:
    """The list of a model in admin, narrowed by lookups such as `table__id__exact`."""
    query = {key: str(value) for key, value in only.items()}
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist", query=query)


def table_link(table: Table) -> SafeString:
    """A table's page in admin, called by its code."""
    return link(row_address(Table, table.pk), spaced(table.code))


def match_link(match: Match) -> SafeString:
    """A match's page in admin, called by its table's code and its number; needs `match.table`."""
    return link(row_address(Match, match.pk), f"{spaced(match.table.code)} · {match.number}")


def round_link(row: Round) -> SafeString:
    """A round's page in admin: code, match, round, counted from 1; needs `row.match.table`."""
    match = row.match
    return link(row_address(Round, row.pk), f"{spaced(match.table.code)} · {match.number} · {row.number + 1}")
