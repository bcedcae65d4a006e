"""The study that stands on deckspace: five papers rebuilt, their runs, verdicts and checks. Works in its checkout only."""

from pathlib import Path

HOME = Path(__file__).resolve().parents[2]  # the checkout
SCALES = ("smoke", "laptop", "paper")
