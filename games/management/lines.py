"""What the commands for match records share: reading a file, a line about it, an end when nobody reads on."""

import os
import sys
from collections.abc import Callable

from django.core.management.base import OutputWrapper

from games.rules.record.faults import Status, quoted, unreadable


def contents(name: str) -> bytes:
    """What is in a file; Fault UNREADABLE if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise unreadable("", f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise unreadable("", "cannot be read: no file name") from None


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
