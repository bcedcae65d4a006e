"""The table as a widget: the page in `static/` and a Session, which communicate only by messages.

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
SCRIPTS = (  # concatenated to one module, in this order
    "cards.js",
    "drawing.js",
    "play.js",
    "board.js",
    "motion.js",
    "sounds.js",
    "drag.js",
    "warming.js",
    "lobby.js",
    "builder.js",
    "choice.js",
    "locm.js",
    "watching.js",
    "table.js",
)


class Notice:
    """Shows the progress of compilations on the page."""

    def __init__(self, tell):
        self.tell = tell

    def report(self, progress):
        self.tell({"type": "wait", "text": f"{str(progress).capitalize()} …"})

    def end(self, progress):
        """Do nothing: the page continues with the next message."""


class Table(anywidget.AnyWidget):
    """A table; every page that shows it has its own."""

    _esm = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in SCRIPTS)
    _css = (STATIC / "table.css").read_text(encoding="utf-8")

    def __init__(self):
        super().__init__()
        self.session = Session(self.tell)
        announcing.listeners.append(Notice(self.tell))
        self.on_msg(lambda widget, message, buffers: self.session.handle(message))

    def tell(self, message):
        """Send a message to the page as plain JSON."""
        self.send(json.loads(json.dumps(message, default=float)))


def table():
    """Return a Table with all registered agents and preloaded decks, for a page that will be opened later."""
    register_from(in_environment())
    decks.known("mesb")
    return Table()
