"""A replay as a page: one HTML file that plays anywhere, without a server and without a network.

    text = page.of(replay)

`replay` is a Replay, its text, or a viewer of a game of either kind (viewer.py, locm/viewer.py). A link to "game.html#step=37"
opens that step. The file contains all positions, and the page is drawn by the same scripts as the table.
"""

import base64
import gzip
import hashlib
import html
import json
from functools import lru_cache
from pathlib import Path

from deckspace.table import viewer as viewers

STATIC = Path(__file__).parent / "static"
SCRIPTS = (  # what draws a game, concatenated to one module in this order
    "cards.js",
    "drawing.js",
    "page.js",
    "play.js",
    "board.js",
    "motion.js",
    "sounds.js",
    "choice.js",
    "locm.js",
    "watching.js",
)
JUDGED = (
    "The curve is the chance of the side below to win, as the agent {} sees it at the beginning of each turn, knowing only "
    "the hand of the player to move: the share of games against itself that it won with such a score."
)
NOT_YET = "A curve of the chances will be here when the code of {} has been compiled: open the replay again."
HTML = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
html, body {{ margin: 0; background: #0d1a18 }}
{css}</style>
<body>
<script type="module">{script}</script>
"""


def of(replay) -> str:
    """Return the HTML text of a page that shows a game; raises BadInput for an impossible one."""
    viewer = viewer_of(replay)
    script = f'{static(*SCRIPTS)}\nconst GAME = "{packed(whole(viewer))}";\n{static("alone.js")}'
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    title = html.escape(title_of(viewer))
    return HTML.format(digest=digest, title=title, css=static("table.css"), script=script)


def viewer_of(replay):
    """Return the viewer of a Replay, of a replay's text, or of what is a viewer already."""
    if isinstance(replay, str):
        return viewers.from_text(replay)
    return replay if hasattr(replay, "at") else viewers.of_replay(replay)


def title_of(viewer):
    return " against ".join(viewer.names)


def static(*names):
    """Return files of the page as one text."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)


# --- A whole game --------------------------------------------------------------------------


def packed(game) -> str:
    """Return a whole game as JSON in gzip in base64."""
    text = json.dumps(game, default=float, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def whole(viewer, judged=True) -> dict:
    """Return all of a game: the view and the line of the log at each step, the cards, and the chances if it is to be judged."""
    steps, cards = [viewer.at(step) for step in range(viewer.steps + 1)], {}
    for each in steps:
        cards |= each["view"].pop("cards")
    about = {name: steps[0][name] for name in ("game", "names", "about")}
    views, lines = ([each[what] for each in steps] for what in ("view", "line"))
    about |= {"judged": (JUDGED if judged else NOT_YET).format(viewer.judge)}
    return about | {
        "views": views,
        "lines": lines,
        "cards": cards,
        "chances": chances(viewer) if judged else [],
    }


@lru_cache(maxsize=4)  # a replay that is saved was judged when it was opened
def chances(viewer):
    """Return [step, chance of the side below to win] at the beginning of each turn, and at the end."""
    turns, first = [int(game.turn) for game in viewer.positions], viewer.first
    begins = [step for step in range(first, len(turns)) if step == first or turns[step] != turns[step - 1]]
    last = [viewer.steps] if begins else []  # none if the game was conceded before its first turn
    return [[step, viewer.chance(viewer.positions[step])] for step in dict.fromkeys(begins + last)]
