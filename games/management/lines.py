"""What the commands for match records share: reading a file, a line about it, an end when nobody reads on."""

import os
import sys
from collections.abc import Callable
from typing import Final

from django.core.management.base import OutputWrapper

from games.rules.record.faults import Status, quoted, unreadable

# A match of hundreds of rounds has a megabyte or two. What is far larger is something else (a film, an endless
# device): it is refused before it takes the machine's memory.
LARGEST: Final = 16 * 2**20


def contents(name: str) -> bytes:
    """What is in a file; Fault UNREADABLE if it cannot be read."""
    try:
        with open(name, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable("", f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise unreadable("", "cannot be read: no file name") from None
    if len(data) > LARGEST:
        raise unreadable("", f"not a record: longer than {LARGEST:,} bytes")
    return data


def say(stream: OutputWrapper, name: str, sentence: str) -> None:
    """One line about a file, whatever its name is made of and whatever the terminal can show."""
    line = f"{name if name.isprintable() else quoted(name)}: {sentence}"
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(line.encode(encoding, "backslashreplace").decode(encoding))


def until_nobody_reads(out: OutputWrapper, work: Callable[[], Status]) -> Status:
    """What `work` comes to; WRONG if whoever reads its lines (`head`) has left."""
    try:
        status = work()
        out.flush()
    except BrokenPipeError:
        # Python must not fail on the rest at its exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.WRONG
    return status
