"""Site notices: written in three languages, looked at before they are saved, shown on every page."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin import Careful
from lobby.models import SiteNotice
from lobby.notices import notice_of


@admin.register(SiteNotice)
class SiteNoticeAdmin(Careful):
    """The sentences for everybody."""

    list_display = ("text_en", "kind", "state", "shown_from", "shown_until", "created_at")
    list_filter = ("kind", "is_on")
    search_fields = ("text_en", "text_ko", "text_ja")
    ordering = ("-pk",)
    date_hierarchy = "created_at"
    readonly_fields = ("preview",)
    fields = ("kind", "text_en", "text_ko", "text_ja", "is_on", "shown_from", "shown_until", "preview")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, str | list[str]]:
        """A new notice is switched off, as the page advises: nobody reads it before it was looked at."""
        return {"is_on": "", **super().get_changeform_initial_data(request)}

    @admin.display(description=gettext_lazy("state"))
    def state(self, row: SiteNotice) -> str:
        if not row.is_on:
            return _("off")
        if row.shown_until is not None and row.shown_until <= timezone.now():
            return _("over")
        return _("shown") if notice_of(row).is_shown(timezone.now()) else _("planned")

    @admin.display(description=gettext_lazy("how it looks"))
    def preview(self, row: SiteNotice | None) -> SafeString | str:
        """The saved texts as the pages show them; the newest of each kind is shown."""
        if row is None or row.pk is None:
            return _("Save it switched off first, look at it here, then switch it on.")
        texts = notice_of(row).texts
        return format_html_join(
            "", '<p class="notice-preview" lang="{}">{}</p>', ((language, text) for language, text in texts)
        )
