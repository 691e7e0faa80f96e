"""The websocket addresses."""

from django.urls import URLPattern, path

from games.consumers import TableConsumer

websocket_urlpatterns: list[URLPattern] = [path("ws/t/<str:code>/", TableConsumer.as_asgi())]
