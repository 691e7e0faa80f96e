"""The addresses of the site. Websocket addresses are in `games.routing`."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
]
