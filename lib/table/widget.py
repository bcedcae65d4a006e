"""The table as a widget: the page's side in `static/`, this side a Session. No data but messages goes between them.

Table()          # in a notebook cell, in JupyterLab or Voila
"""

import json
from pathlib import Path

import anywidget

from lib.table.session import Session

STATIC = Path(__file__).parent / "static"
SCRIPTS = (
    "cards.js",
    "board.js",
    "lobby.js",
    "builder.js",
    "watching.js",
    "table.js",
)  # one module, in this order


class Table(anywidget.AnyWidget):
    """A table to play at; every page that shows it has its own."""

    _esm = "\n".join((STATIC / name).read_text() for name in SCRIPTS)
    _css = (STATIC / "table.css").read_text()

    def __init__(self):
        super().__init__()
        self.session = Session(self.tell)
        self.on_msg(lambda widget, message, buffers: self.session.handle(message))

    def tell(self, message):
        """Send a message to the page, plain JSON."""
        self.send(json.loads(json.dumps(message, default=float)))
