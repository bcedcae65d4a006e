"""What comes with the package: card tables, decks and agents."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
