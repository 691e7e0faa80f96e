"""Sentences with names, tiles and seats in them, safe to put into a page.

A name is isolated in its direction and never glued to a particle; a tile inside a sentence is a small ivory
chip with an accessible name. Translators get whole sentences with named places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.drawing import chip

__all__ = ["chip", "isolated", "joined", "plain", "sentence"]


def isolated(name: str) -> SafeString:
    """A name that cannot turn the direction of the text around it."""
    return format_html("<bdi>{}</bdi>", name)


# A tile and what hangs on it without a space, an ending or a full stop: no line begins with that.
_CHIP_AND_ENDING: Final = re.compile(r'<span class="chip[^"]*">(?:<[bi]>[^<]*</[bi]>)+</span>[^\s<&]{1,2}')


def sentence(text: str, /, **parts: str | int) -> SafeString:
    """A translated sentence with its places (`%(name)s`) filled in; parts that are not safe yet are escaped."""
    filled = str(conditional_escape(text)) % {
        key: conditional_escape(str(part)) for key, part in parts.items()
    }
    return mark_safe(_CHIP_AND_ENDING.sub(r'<span class="whole">\g<0></span>', filled))


def plain(text: str, /, **parts: str | int) -> str:
    """The same without markup, for messages and attributes."""
    return text % parts


def joined(names: Sequence[SafeString]) -> SafeString:
    """Names as a list in a sentence: "Rosa, Mina and Pip"."""
    if len(names) < 2:
        return SafeString("".join(names))
    first = SafeString(_(", ")).join(names[:-1])
    return sentence(_("%(first)s and %(last)s"), first=mark_safe(first), last=names[-1])
