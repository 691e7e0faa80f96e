"""Every text of the source that is to be translated, read without GNU gettext: from Python calls and template tags."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.template import Context, Template, engines
from django.template.backends.django import DjangoTemplates
from django.template.base import FilterExpression, Variable
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

ROOT: Final = Path(settings.BASE_DIR)


class Text(NamedTuple):
    """A text as catalogues know it: `context` tells two meanings apart, `plural` is "" where there is none."""

    context: str
    single: str
    plural: str = ""


def texts() -> set[Text]:
    """All of them."""
    return {*python_texts(), *template_texts()}


# ---- Python ----

# What the arguments of a call are: c the context, s the text, p its plural form, anything else is no text.
_CALLS: Final = {
    "_": "s",
    "gettext": "s",
    "gettext_lazy": "s",
    "gettext_noop": "s",
    "ngettext": "sp.",
    "ngettext_lazy": "sp.",
    "pgettext": "cs",
    "pgettext_lazy": "cs",
    "npgettext": "csp.",
    "npgettext_lazy": "csp.",
}


def python_texts() -> Iterator[Text]:
    """The texts in the calls of gettext and its kin."""
    for package in ("config", "games", "lobby"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _of_call(node)


def _of_call(call: ast.Call) -> Iterator[Text]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    parts = dict(zip(_CALLS.get(name, ""), call.args, strict=False))
    said = {
        kind: argument.value
        for kind, argument in parts.items()
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    if "s" in said:
        yield Text(said.get("c", ""), said["s"], said.get("p", ""))


# ---- Templates ----


# A text in the arguments of any other tag: {% firstof name _("Somebody") %}.
_ARGUMENT: Final = re.compile(r"""{%[^%]*?\b_\("([^"]+)"\)""")


def template_texts() -> Iterator[Text]:
    """The texts in the tags `translate` and `blocktranslate`, and those that stand as _("…") in others."""
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)
    for path in template_files():
        source = path.read_text(encoding="utf-8")
        template = Template(source, engine=backend.engine)
        yield from (Text("", argument.replace("%", "%%")) for argument in _ARGUMENT.findall(source))
        for node in template.nodelist.get_nodes_by_type(TranslateNode):
            assert isinstance(node, TranslateNode)
            variable = node.filter_expression.var
            if isinstance(variable, Variable) and isinstance(variable.literal, str):
                yield Text(_context(node.message_context), variable.literal.replace("%", "%%"))
        for node in template.nodelist.get_nodes_by_type(BlockTranslateNode):
            assert isinstance(node, BlockTranslateNode)
            plural = node.render_token_list(node.plural)[0] if node.plural else ""
            single = node.render_token_list(node.singular)[0]
            yield Text(_context(node.message_context), single, plural)


def template_files() -> list[Path]:
    """The templates of the site."""
    folders = [ROOT / "templates", *ROOT.glob("*/templates")]
    return sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())


def _context(expression: FilterExpression | None) -> str:
    return "" if expression is None else str(expression.resolve(Context()))
