"""A lean HTTP and websocket client on asyncio streams, counting the bytes: the load must cost less than the server."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from dataclasses import dataclass, field


@dataclass(slots=True)
class Answer:
    """An HTTP answer; `body` is unpacked."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Http:
    """One kept-alive connection of one browser."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def get(self, path: str) -> Answer:
        return await self._ask(f"GET {path} HTTP/1.1\r\n", b"")

    async def post(self, path: str, body: bytes, accept: str = "application/json") -> Answer:
        head = (
            f"POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Accept: {accept}\r\nContent-Length: {len(body)}\r\nX-CSRFToken: {self.cookies.get('csrftoken', '')}\r\n"
        )
        return await self._ask(head, body)

    async def _ask(self, head: str, body: bytes) -> Answer:
        async with self._one_by_one:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._streams
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            common = f"Host: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\nCookie: {cookies}\r\n\r\n"
            writer.write((head + common).encode() + body)
            answer = await _read_answer(reader)
            self.cookies |= answer.cookies
            return answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in filter(None, lines[1:]):
        name, _colon, value = line.partition(": ")
        headers[name.lower()] = value
        if name.lower() == "set-cookie":
            key, _equals, rest = value.partition("=")
            cookies[key] = rest.partition(";")[0]
    body = await _read_body(reader, headers)
    if headers.get("content-encoding") == "gzip":
        body = zlib.decompress(body, 31)
    return Answer(int(lines[0].split()[1]), headers, cookies, body)


async def _read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") != "chunked":
        return b""
    chunks = []
    while size := int(await reader.readline(), 16):
        chunks.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(chunks)


@dataclass(slots=True)
class Frame:
    """A message of a socket; `wire` is its size as it came, with its header."""

    text: bytes
    wire: int


class WebSocket:
    """A browser's socket: it offers permessage-deflate, as browsers do."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, deflated: bool) -> None:
        self._reader, self._writer = reader, writer
        self._inflate = zlib.decompressobj(-15) if deflated else None

    @classmethod
    async def open(cls, port: int, path: str, cookies: dict[str, str]) -> WebSocket:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if " 101 " not in head.split("\r\n")[0]:
            raise ConnectionError(head)
        return cls(reader, writer, deflated="permessage-deflate" in head.lower())

    async def receive(self) -> Frame:
        """The next text message; pings are answered on the way. IncompleteReadError at the end."""
        while True:
            first, second = await self._reader.readexactly(2)
            size, header = second & 127, 2
            if size == 126:
                size, header = struct.unpack("!H", await self._reader.readexactly(2))[0], 4
            elif size == 127:
                size, header = struct.unpack("!Q", await self._reader.readexactly(8))[0], 10
            payload = await self._reader.readexactly(size)
            kind = first & 15
            if kind == 9:
                self._send(10, payload)
            elif kind == 8:
                raise asyncio.IncompleteReadError(payload, None)
            elif kind == 1:
                return Frame(self._unpacked(payload, packed=bool(first & 64)), size + header)

    def _unpacked(self, payload: bytes, *, packed: bool) -> bytes:
        if not packed or self._inflate is None:
            return payload
        return self._inflate.decompress(payload + b"\x00\x00\xff\xff")

    def send(self, text: str) -> None:
        self._send(1, text.encode())

    def _send(self, kind: int, payload: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self._writer.write(bytes([128 | kind, 128 | len(payload)]) + mask + masked)

    def close(self) -> None:
        self._writer.close()
