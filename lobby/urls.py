"""The addresses of the lobby."""

from django.urls import URLPattern, URLResolver, include, path

from lobby.views import carrying, front, manifest, mine, notices, opening, pages, reporting, sitting

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.front, name="front"),
    path("lobby/", front.lists, name="lobby-lists"),
    path("code/", front.by_code, name="code"),
    path("new/", opening.new_table, name="new-table"),
    path("play-now/", opening.play_now, name="play-now"),
    path("help/", pages.help_page, name="help"),
    path("notices/", notices.notices, name="notices"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("theme/", pages.theme, name="theme"),
    path("i18n/setlang/", pages.language, name="set_language"),
    path("", include("lobby.account_urls")),
    path("me/history/", mine.my_history, name="my-history"),
    path("me/statistics/", mine.my_statistics, name="my-statistics"),
    path("me/profile/", mine.my_profile, name="my-profile"),
    path("people/<slug:slug>/", mine.profile, name="profile"),
    path("carry/", carrying.own_link, name="carry"),
    path("carry/qr.svg", carrying.own_qr, name="carry-qr"),
    path("carry/new/", carrying.fresh_link, name="carry-new"),
    path("carry/<str:token>/", carrying.carried, name="carried"),
    path("t/<str:code>/report/", reporting.report, name="report-name"),
    path("t/<str:code>/settings/", opening.table_settings, name="table-settings"),
    *(
        path(f"t/<str:code>/{verb}/", sitting.sit, {"verb": verb}, name=f"table-{verb}")
        for verb in sitting.VERBS
    ),
]
