"""The addresses of the site. Websocket addresses are in `games.routing`."""

from django.contrib import admin
from django.urls import include, path

from lobby.views.pulse import pulse

urlpatterns = [
    path("admin/pulse/", admin.site.admin_view(pulse), name="admin-pulse"),
    path("admin/", admin.site.urls),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
]
