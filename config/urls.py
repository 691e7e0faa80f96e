"""The addresses of the site. Websocket addresses are in `games.routing`."""

from django.contrib import admin
from django.urls import include, path, re_path

from config.old_files import newer
from lobby.views.pulse import pulse

urlpatterns = [
    path("admin/pulse/", admin.site.admin_view(pulse), name="admin-pulse"),
    path("admin/", admin.site.urls),
    re_path(r"^static/(?:[0-9a-f]{12}/)?(?P<path>(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*)$", newer),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
]
