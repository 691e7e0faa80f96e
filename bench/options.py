"""What the measurements take from the command line."""

import argparse


def positive(text: str) -> int:
    """A whole number from 1, as the `type` of an argument: with none of something nothing would be measured."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number
