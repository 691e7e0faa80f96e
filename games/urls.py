"""The addresses of a table."""

from django.urls import URLPattern, URLResolver, path

from games.views import files, ghosts, news, pages, play, verbs

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:code>/", pages.table_page, name="table"),
    path("t/<str:code>/page/", pages.table_main, name="table-main"),
    path("t/<str:code>/act/", play.act, name="act"),
    path("t/<str:code>/ghosts/", ghosts.ghosts, name="ghosts"),
    path("t/<str:code>/news/", news.news, name="news"),
    path("t/<str:code>/sheet/", files.sheet, name="sheet"),
    path("t/<str:code>/qr.svg", files.qr, name="qr"),
    path("t/<str:code>/record.json", files.record, name="record"),
    *(
        path(f"t/<str:code>/{verb}/", verbs.seat_verb, {"verb": verb}, name=f"table-{verb}")
        for verb in verbs.VERBS
    ),
]
