"""A part of a page: one element with an id, the template that renders it and what that template is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

# What a template is given: plain values only, never rows, states or users.
type Plain = str | int | bool | list[Plain] | dict[str, Plain] | None
type Context = dict[str, Plain]


class Part(NamedTuple):
    """An element of a page that is pushed when it changes. `template` renders exactly the element `id`."""

    id: str
    template: str
    context: Mapping[str, Plain]


def moment(at: object) -> str:
    """A point in time for a `data-` attribute, "" for none: ISO 8601, read by the page's script."""
    isoformat = getattr(at, "isoformat", None)
    return str(isoformat(timespec="milliseconds")) if callable(isoformat) else ""
