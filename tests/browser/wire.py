"""The line between a browser and a server, that a test can cut: what a lift, a locked phone or a bad router does."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from tests.servers import Server, free_port


class Wire:
    """Passes everything on to a server under an address of its own, until it is cut."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._up = True
        self._lines: list[_Line] = []
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Everything that is open breaks off, and nothing new gets through."""
        self._up = False
        for line in self._lines:
            line.close()
        self._lines.clear()

    def fall_silent(self) -> None:
        """As `cut`, but the websockets stay open in name: neither side learns that nothing comes through."""
        self._up = False
        for line in self._lines:
            if line.is_socket:
                line.silent = True
            else:
                line.close()

    def mend(self) -> None:
        """New connections get through again; what fell silent stays silent."""
        self._up = True

    def _listen(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            if self._up:
                far = socket.create_connection(("127.0.0.1", self.server.port))
                self._lines.append(_Line(near, far))
            else:
                near.close()


class _Line:
    """One connection: what comes from either side goes to the other."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self.ends = (near, far)
        self.silent = False
        self.is_socket = False
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def close(self) -> None:
        for end in self.ends:
            # Closing alone does not wake a thread that reads.
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.is_socket = self.is_socket or b"Upgrade: websocket" in data
                if not self.silent:
                    sink.sendall(data)
        if not self.silent:
            self.close()
