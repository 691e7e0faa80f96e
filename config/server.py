"""Daphne's server with what it lacks: a start hook for the clock, and a word when it cannot listen."""

import errno
import socket
from collections.abc import Callable, Sequence

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.server import Server
from twisted.python.failure import Failure

# Pushes repeat each other, so they shrink to a tenth for 40 µs each (`./dev bench live`). This window holds the last
# few of them and costs 64 KB a socket; the usual one holds little more for 256 KB.
_WINDOW_BITS, _MEMORY_LEVEL = 13, 6


class CannotListen(Exception):
    """The port is taken or forbidden; the message is the sentence to show."""


def serve(application: Callable[..., object], host: str, port: int, ready: Callable[[], None]) -> None:
    """Serves `application` until the process is told to stop; calls `ready` when it listens, before any request.

    Raises CannotListen.
    """
    failures: list[Failure] = []

    def remember(failure: Failure) -> None:
        failures.append(failure)
        server.stop()

    def listening() -> None:
        server.ws_factory.setProtocolOptions(perMessageCompressionAccept=deflated)
        ready()

    # In such a description a colon ends a part, and IPv6 addresses have many.
    interface = host.replace(":", r"\:")
    endpoint = f"tcp:port={port}:interface={interface}"
    server = Server(application, endpoints=[endpoint], ready_callable=listening)
    # Daphne's own only logs why it could not listen, and returns from `run` as if all was well.
    server.listen_error = remember
    server.run()
    if failures:
        raise CannotListen(_sentence(failures[0], host, port))


def deflated(offers: Sequence[object]) -> PerMessageDeflateOfferAccept | None:
    """The answer to a browser that offers to take compressed messages; None to one that does not."""
    offer = next((offer for offer in offers if isinstance(offer, PerMessageDeflateOffer)), None)
    if offer is None:
        return None
    return PerMessageDeflateOfferAccept(  # type: ignore[no-untyped-call]  # autobahn's types are not complete
        offer, window_bits=_WINDOW_BITS, mem_level=_MEMORY_LEVEL
    )


def _sentence(failure: Failure, host: str, port: int) -> str:
    cause = getattr(failure.value, "socketError", failure.value)
    reason = getattr(cause, "strerror", None) or str(cause)
    if isinstance(cause, socket.gaierror) or getattr(cause, "errno", None) == errno.EADDRNOTAVAIL:
        return f"--host must be an address of this machine; {host} is none ({reason})."
    return f"Port {port} cannot be used ({reason}); choose another one: PORT={port + 1} ./dev run"


def network_address() -> str | None:
    """This machine's address for the others in its network, or None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
