"""What every list and page of admin has in common: read only, no secret in it, and no counting of millions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import ActionLocation, ShowFacets
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import cached_property

from games.models import CODE_LENGTH

if TYPE_CHECKING:
    from django.contrib.admin.options import _FieldOpts, _FieldsetSpec
    from django.utils.functional import _StrOrPromise

    _ModelAdmin = admin.ModelAdmin[Model]
    _TabularInline = admin.TabularInline[Model, Model]
    _Paginator = Paginator[Model]
else:  # generic for the type checker only
    _ModelAdmin = admin.ModelAdmin
    _TabularInline = admin.TabularInline
    _Paginator = Paginator

# A list is looked through this far; whoever wants to see more narrows it.
COUNTED_AT_MOST: Final = 10_000
# The field of the buttons of a row's page (change_form_actions.html).
_DECISION: Final = f"{ActionLocation.CHANGE_FORM.value}-action"
_DIGITS_AT_MOST: Final = 18
_BETWEEN: Final = re.compile(r"[\s\-–·.]+")


def _is_row(pk: str) -> bool:
    """Whether this is the number of a row as a page of admin sends it; not every database takes a longer one."""
    return pk.isascii() and pk.isdigit() and len(pk) <= _DIGITS_AT_MOST


class SparePaginator(_Paginator):
    """Pages of a list of which only the first ten thousand rows are counted and shown."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, as far as they are counted."""
        rows = self.object_list
        if not isinstance(rows, QuerySet):
            return len(rows)
        return rows.order_by()[:COUNTED_AT_MOST].count()


class NeverChanged:
    """No row is added, changed or deleted here: a match would break. What staff may decide are actions of their own."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Careful(_ModelAdmin):
    """Lists that take no address for their own that leads to an error."""

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, str] | None = None
    ) -> HttpResponse:
        """As Django's; what no page of admin sends is called a bad request instead of an error of the site."""
        if any("\0" in value for value in request.GET.values()):
            raise BadRequest
        if not all(map(_is_row, request.POST.getlist(ACTION_CHECKBOX_NAME))):
            raise BadRequest
        try:
            return super().changelist_view(request, extra_context)
        except OverflowError:  # one of several numbers (`id__in`) that SQLite cannot take
            raise BadRequest from None


class ReadOnly(NeverChanged, Careful):
    """Rows to look at.

    `secret` names the columns that are neither shown nor read; `unread` those of related rows (`round__seed`).
    `about` are display methods shown above the columns on a row's page; `replaced` the columns they stand for.
    `related` are read together with each row. `grouped` columns stand together under a heading, after the others.
    `code_path` leads to the code of the row's table: what is typed into
    the search box and looks like a code is looked up there.
    """

    secret: ClassVar[tuple[str, ...]] = ()
    unread: ClassVar[tuple[str, ...]] = ()
    about: ClassVar[tuple[str, ...]] = ()
    replaced: ClassVar[tuple[str, ...]] = ()
    related: ClassVar[tuple[str, ...]] = ()
    grouped: ClassVar[Mapping[_StrOrPromise, tuple[str, ...]]] = {}
    code_path: ClassVar[str] = ""

    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    paginator = SparePaginator
    list_per_page = 50
    ordering = ("-pk",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows = super().get_queryset(request)
        if self.related:
            rows = rows.select_related(*self.related)
        return rows.defer(*self.secret, *self.unread)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        columns = [field.name for field in self.opts.fields if not field.primary_key]
        columns += [field.name for field in self.opts.many_to_many]
        hidden = {*self.secret, *self.replaced}
        return (*self.about, *(column for column in columns if column not in hidden))

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> _FieldsetSpec:
        apart = {name for names in self.grouped.values() for name in names}
        first = tuple(name for name in self.get_fields(request, obj) if name not in apart)
        groups: list[tuple[_StrOrPromise | None, _FieldOpts]] = [(None, {"fields": first})]
        for title, names in self.grouped.items():
            groups.append((title, {"fields": names}))
        return groups

    def get_exclude(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.secret

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a list may be narrowed by this: what is not shown cannot be guessed letter by letter, either."""
        return lookup.partition(LOOKUP_SEP)[0] not in self.secret and super().lookup_allowed(
            lookup, value, request
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        code = _BETWEEN.sub("", search_term).upper()
        if self.code_path and len(code) == CODE_LENGTH and code.isascii() and code.isalnum():
            return queryset.filter(**{self.code_path: code}), False
        return super().get_search_results(request, queryset, search_term)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """As Django's, but a decision is taken outside of its transaction: the services open one of their own."""
        if request.method != "POST" or _DECISION not in request.POST:
            return super().changeform_view(request, object_id, form_url, extra_context)
        if not self.has_view_permission(request):
            raise PermissionDenied
        if request.POST.getlist(ACTION_CHECKBOX_NAME) != [object_id] or not _is_row(object_id or ""):
            raise BadRequest
        rows = self.get_queryset(request)
        answer = self.response_action(request, rows, action_location=ActionLocation.CHANGE_FORM)
        if isinstance(answer, HttpResponseRedirect) and not rows.filter(pk=object_id).exists():
            # What was decided was that the row goes.
            return HttpResponseRedirect(
                reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
            )
        return answer or HttpResponseRedirect(request.get_full_path())

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may decide about tables: end a match, free a seat, close a table (see `decisions`)."""
        return request.user.has_perm("games.change_table")


class ReadOnlyRows(NeverChanged, _TabularInline):
    """A few rows on the page of another one; `shown` lists their columns."""

    shown: ClassVar[tuple[str, ...]] = ()
    related: ClassVar[tuple[str, ...]] = ()
    unread: ClassVar[tuple[str, ...]] = ()
    extra = 0
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows = super().get_queryset(request)
        if self.related:
            rows = rows.select_related(*self.related)
        return rows.defer(*self.unread)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.shown
