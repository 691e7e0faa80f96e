"""The addresses of a table."""

from django.urls import URLPattern, URLResolver, path

from games.views import deal_check, files, ghosts, history, keeping, news, pages, play, replay, verbs

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:code>/", pages.table_page, name="table"),
    path("t/<str:code>/page/", pages.table_main, name="table-main"),
    path("t/<str:code>/act/", play.act, name="act"),
    path("t/<str:code>/ghosts/", ghosts.ghosts, name="ghosts"),
    path("t/<str:code>/news/", news.news, name="news"),
    path("t/<str:code>/sheet/", files.sheet, name="sheet"),
    path("t/<str:code>/qr.svg", files.qr, name="qr"),
    path("t/<str:code>/record.json", files.record, name="record"),
    path("t/<str:code>/rename/", keeping.rename, name="table-rename"),
    path("t/<str:code>/close/", keeping.close, name="table-close"),
    path("t/<str:code>/all/", history.all_matches, name="table-history"),
    path("t/<str:code>/m/<int:number>/", history.match, name="match"),
    path("t/<str:code>/m/<int:number>/sheet.csv", history.sheet_file, name="match-csv"),
    path("t/<str:code>/m/<int:number>/record.json", history.record_file, name="match-record"),
    path("t/<str:code>/m/<int:match>/r/<int:number>/", replay.replay, name="replay"),
    path("t/<str:code>/m/<int:match>/r/<int:number>/at/<int:at>/", replay.replay_at, name="replay-at"),
    path("t/<str:code>/m/<int:match>/r/<int:number>/check/", deal_check.deal_check, name="deal-check"),
    path("t/<str:code>/m/<int:match>/check/", deal_check.match_check, name="match-check"),
    *(
        path(f"t/<str:code>/{verb}/", verbs.seat_verb, {"verb": verb}, name=f"table-{verb}")
        for verb in verbs.VERBS
    ),
]
