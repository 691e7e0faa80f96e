"""Where the time of a server goes: its parts wrapped with clocks, summed up, told at /bench-times/."""

from __future__ import annotations

import importlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

# Part: the module and the function that it is the time of. A part inside another is taken out of that one.
PARTS = {
    "action: read, rules, write": ("games.views.play", "play.act"),
    "layout": ("games.services.layouts", "think"),
    "public parts": ("games.push.pictures", "_render_public"),
    "private parts": ("games.push.pictures", "_private"),
    "messages": ("games.push.rooms", "_messages"),
    "answer": ("games.views.play", "answer"),
}

spent: Counter[str] = Counter()
layout_of_request = threading.local()
_running = threading.local()


def timed(part: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """`work` with its processor time added to a part, without that of the parts it calls."""

    @wraps(work)
    def timing(*args: object, **kwargs: object) -> object:
        outer, _running.inner = getattr(_running, "inner", 0.0), 0.0
        begin = time.thread_time()
        try:
            return work(*args, **kwargs)
        finally:
            whole = time.thread_time() - begin
            spent[part] += whole - _running.inner
            _running.inner = outer + whole
            if part == "layout":
                layout_of_request.seconds = whole

    return timing


class TellLayout:
    """A middleware that tells seconds of the processor: of a request's layout in a header, of all parts if asked."""

    def __init__(self, get_response: Callable[[Any], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        from django.http import JsonResponse

        if request.path == "/bench-times/":
            return JsonResponse({"process": time.process_time(), "parts": dict(spent)})
        layout_of_request.seconds = 0.0
        response = self.get_response(request)
        response["X-Layout"] = json.dumps(layout_of_request.seconds)
        return response


def install() -> None:
    """Wrap the parts and tell the times from now on; before the first request."""
    from django.conf import settings

    for part, (module_name, name) in PARTS.items():
        holder: Any = importlib.import_module(module_name)
        *path, last = name.split(".")
        for step in path:
            holder = getattr(holder, step)
        setattr(holder, last, timed(part, getattr(holder, last)))
    settings.MIDDLEWARE = ["bench.live.timing.TellLayout", *settings.MIDDLEWARE]
