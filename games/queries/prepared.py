"""SELECTs that are run all the time: their SQL is worked out once, not at every read.

Django works out a joined SELECT of sixty columns anew each time, which takes ten times as long as the database does
for it. What is kept here is Django's own SQL and its own converters; only the values change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet

Value = int | str | datetime
Param = int | str | datetime | None  # a value as a database's driver takes it
Row = tuple[Any, ...]
# A converter of Django: takes a column's value, its expression and the connection.
Convert = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    params: tuple[Param, ...]
    places: tuple[tuple[int, str], ...]  # which parameter is which named value
    converters: tuple[tuple[int, tuple[Convert, ...], Any], ...]


class Prepared[M: Model]:
    """The queryset that `build` makes (a values_list), for values that come later.

    `markers` names them and gives each an example that stands nowhere else in the query.
    """

    def __init__(self, build: Callable[[Mapping[str, Any]], QuerySet[M, Row]], **markers: Value) -> None:
        self._build = build
        self._markers = markers
        self._compiled: dict[str, _Compiled] = {}

    def rows(self, **values: Value) -> Iterator[Row]:
        """The rows for these values, as the queryset would give them."""
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = self._compile()
        params = list(compiled.params)
        for place, name in compiled.places:
            params[place] = _adapted(values[name])
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, params)
            found = cursor.fetchall()
        for columns in found:
            row = list(columns)
            for place, converters, expression in compiled.converters:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
            yield tuple(row)

    def _compile(self) -> _Compiled:
        compiler = self._build(self._markers).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        names = {_adapted(marker): name for name, marker in self._markers.items()}
        places = tuple((place, names[param]) for place, param in enumerate(params) if param in names)
        assert {name for _place, name in places} == set(self._markers)
        by_place = compiler.get_converters([expression for expression, _sql, _alias in compiler.select or ()])
        converters = tuple(
            (place, tuple(found), expression) for place, (found, expression) in by_place.items()
        )
        return _Compiled(sql, tuple(params), places, converters)


def _adapted(value: Value) -> Param:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
