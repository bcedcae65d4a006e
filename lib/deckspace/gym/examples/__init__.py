"""Learners of the small game of Hearthstone, which take two minutes of one processor.

    python -m deckspace.gym.examples.masked_ppo      PPO in one file, against itself in many games (needs "deckspace[learn]")
    python -m deckspace.gym.examples.maskable_ppo    MaskablePPO of sb3-contrib, against random play (needs "deckspace[sb3]")

Each then plays against agents and prints its scores; `--help` lists its options.
"""

import argparse
from dataclasses import field, fields


def option(default, meaning):
    """Return a field of settings with a default and a meaning, both of which `--help` shows."""
    return field(default=default, metadata={"help": meaning})


def read(settings, about, arguments):
    """Return settings, a dataclass of options, from the command line."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    for each in fields(settings):
        kind = whole if isinstance(each.default, int) else number
        parser.add_argument(
            f"--{each.name}", type=kind, default=each.default, metavar="N", help=each.metadata["help"]
        )
    return settings(**vars(parser.parse_args(arguments)))


def whole(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def number(text):
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0")
    return found
