"""The table as a widget: the page's side in `static/`, this side a Session. No data but messages goes between them.

Table()          # in a notebook cell, in JupyterLab or Voila
"""

import json
from pathlib import Path

import anywidget

from deckspace.agents.roster import in_environment, register_from
from deckspace.compiling import announcing
from deckspace.table import decks
from deckspace.table.session import Session

STATIC = Path(__file__).parent / "static"
SCRIPTS = (
    "cards.js",
    "board.js",
    "lobby.js",
    "builder.js",
    "locm.js",
    "watching.js",
    "table.js",
)  # one module, in this order


class Notice:
    """Tells the page what is being compiled, and how far it is."""

    def __init__(self, tell):
        self.tell = tell

    def say(self, progress):
        """Tell how far it is."""
        self.tell({"type": "wait", "text": f"{str(progress).capitalize()} …"})

    def end(self, progress):
        """Tell nothing more: the page goes on with what it was waiting for."""


class Table(anywidget.AnyWidget):
    """A table to play at; every page that shows it has its own."""

    _esm = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in SCRIPTS)
    _css = (STATIC / "table.css").read_text(encoding="utf-8")

    def __init__(self):
        super().__init__()
        self.session = Session(self.tell)
        announcing.hearers.append(Notice(self.tell))
        self.on_msg(lambda widget, message, buffers: self.session.handle(message))

    def tell(self, message):
        """Send a message to the page, plain JSON."""
        self.send(json.loads(json.dumps(message, default=float)))


def table():
    """Return a Table with everybody who takes part, and its first decks loaded, for a page that somebody is going to open."""
    register_from(in_environment())
    decks.known("mesb")
    return Table()
