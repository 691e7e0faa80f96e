"""What a process remembers between requests: bounded, shared by its threads, never needed to be right."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

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


class Brief[K, V]:
    """As `Memory`, and what was remembered is asked for again after `seconds`: for what many ask for at once."""

    def __init__(self, size: int, seconds: float) -> None:
        self._seconds = seconds
        self._values: Memory[K, tuple[float, V]] = Memory(size)
        self._making = threading.Lock()

    def get_or(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; made, by one thread at a time, if it is not remembered or too old."""
        value = self._young(key)
        if value is not None:
            return value[0]
        with self._making:
            value = self._young(key)
            if value is None:
                value = (make(),)
                self._values.put(key, (monotonic(), value[0]))
            return value[0]

    def _young(self, key: K) -> tuple[V] | None:
        known = self._values.get(key)
        return None if known is None or monotonic() - known[0] >= self._seconds else (known[1],)


def forget_everything() -> None:
    """Empty every memory of this process (tests; a database that was put back)."""
    for forget in _forget:
        forget()
