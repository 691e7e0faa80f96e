"""What a process remembers between requests: bounded, shared by its threads, never needed to be right."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

_forget: list[Callable[[], None]] = []


class Memory[K, V]:
    """The newest `size` values by key. What is missing is read or computed again by whoever asks."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        _forget.append(self.clear)

    def get(self, key: K) -> V | None:
        """The value of a key, None if it is not remembered."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def take(self, key: K) -> V | None:
        """As `get`, and forget it: for values that their one user is going to change."""
        with self._lock:
            return self._values.pop(key, None)

    def put(self, key: K, value: V) -> None:
        """Remember a value; the one that was not asked for longest goes if there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def get_or(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made (outside the lock, perhaps by two at once) if it is not remembered."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


def forget_everything() -> None:
    """Empty every memory of this process (tests; a database that was put back)."""
    for forget in _forget:
        forget()
