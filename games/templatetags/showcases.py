"""Layouts that are shown and not played, for templates."""

from __future__ import annotations

from django import template

from games.presenters.showcase import Showcase, foot_layout

register = template.Library()


@register.simple_tag
def chicken_foot() -> Showcase:
    """A single chicken foot, as a picture."""
    return foot_layout()
