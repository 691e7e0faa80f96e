"""Rendering the parts of a page: the same templates for a page, an answer and a push."""

from __future__ import annotations

from collections.abc import Mapping

from django.template import Context, Template, engines
from django.template.backends.django import DjangoTemplates

from games.presenters.parts import Part, Plain

# What stands for the token in forms of private parts, until the page that is asked for puts a real one there. It is
# longer than any name can be: in a name it would put the viewer's token where others may see it.
CSRF_PLACE = "the-token-of-the-page-that-asks-comes-here-instead"


def part_html(part: Part) -> str:
    """The element of a part."""
    return html(part.template, part.context)


def html(template: str, context: Mapping[str, Plain]) -> str:
    """A template with plain values in it. Numbers stay numbers: making them local costs half of the time."""
    values = {"csrf_token": CSRF_PLACE, **context}
    return str(_template(template).render(Context(values, use_l10n=False))).strip()


def _template(name: str) -> Template:
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    return engine.engine.get_template(name)
