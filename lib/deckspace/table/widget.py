"""The table as a widget: the page in `static/` and a Session, which communicate only by messages.

Table()          # in a notebook cell, in JupyterLab or Voila
"""

import json

import anywidget

from deckspace.agents.roster import in_environment, register_from
from deckspace.compiling import announcing
from deckspace.table import decks, page
from deckspace.table.session import Session

SCRIPTS = (
    *page.SCRIPTS,
    "reasons.js",
    "enlarging.js",
    "drag.js",
    "warming.js",
    "lobby.js",
    "builder.js",
    "replays.js",
    "table.js",
)
CODE = "the table's code, which is needed only once"


class Notice:
    """Shows the progress of compilations on the page."""

    def __init__(self, tell):
        self.tell = tell

    def report(self, progress):
        text = str(progress).replace(progress.name, CODE)  # players need not know which function it is
        self.tell({"type": "wait", "text": f"{text.capitalize()} …"})

    def end(self, progress):
        """Do nothing: the page continues with the next message."""


class Table(anywidget.AnyWidget):
    """A table; every page that shows it has its own."""

    _esm, _css = page.static(*SCRIPTS), page.static("table.css")

    def __init__(self):
        super().__init__()
        self.session, self.notice = Session(self.tell), Notice(self.tell)
        announcing.listeners.append(self.notice)
        self.on_msg(lambda widget, message, buffers: self.session.handle(message))

    def close(self):
        """Close the table, which is told of no more compilations."""
        super().close()
        if self.notice in announcing.listeners:
            announcing.listeners.remove(self.notice)

    def tell(self, message):
        """Send a message to the page as plain JSON."""
        self.send(json.loads(json.dumps(message, default=float)))


def table():
    """Return a Table with all registered agents and preloaded decks, for a page that will be opened later."""
    register_from(in_environment())
    decks.known("mesb")
    return Table()
