"""A replay, step by step in both directions: any game that is recorded as a seed and actions.

    viewer = of_replay(replay)       # lib/deckspace/engine/hearthstone/replay.py; raises BadInput for an impossible game
    viewer.at(0)                     # the beginning; viewer.steps is the end
    viewer.chance(viewer.positions[0])   # of `side` to win, as JUDGE sees it

Nothing is hidden: both hands are visible, seen from `side`.
"""

import json

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.positions import copy
from deckspace.engine.hearthstone.state import DRAW
from deckspace.errors import BadInput
from deckspace.table import compile_opponent, log, match, replays
from deckspace.table.chances import EVEN, as_chances
from deckspace.table.opponents import opponent
from deckspace.table.players import player_of
from deckspace.table.view import open_view

MAX_LENGTH = 2_000_000  # characters of a replay
JUDGE = "beam Control"
DEALT = log.nobody("The opening hands are dealt.")


class Viewer:
    """All positions of a game, from the opening hands on. The first step exchanges cards, each further one is an action.

    `keep` has for each player the places of the opening cards that stay, None for all.
    """

    judge = JUDGE
    first = 1  # the step after which the first turn begins

    def __init__(
        self, positions, keep, actions, book, side=0, names=("The first player", "The second player")
    ):
        self.positions, self.keep, self.actions, self.book, self.side = positions, keep, actions, book, side
        self.names, self.about = names, None  # of `side` and the other side; a remark about the game

    def log_names(self):
        """Return the names of both sides for the log; in the user's own matches, those of the table."""
        return log.NAMES if self.names[0] == log.YOU else self.names

    @property
    def steps(self):
        return len(self.positions) - 1

    def at(self, step) -> dict:
        """Return the page's view after a number of steps: the position, and the last step as a line of the log."""
        if type(step) is not int or not 0 <= step <= self.steps:
            raise BadInput(f"A step must be a whole number from 0 to {self.steps}.")
        seen = open_view(self.positions[step], self.book, self.side)
        shown = {"view": seen, "line": self.line(step), "names": self.names, "about": self.about}
        return {"game": "hearthstone"} | shown

    def line(self, step):
        """Return a step as a line of the log."""
        told = dict(hidden=False, names=self.log_names())
        if step > self.first:
            action = self.actions[step - self.first - 1]
            return log.entry(self.positions[step - 1], self.book, action, self.side, **told)
        if step == self.first:
            return log.mulligan(*self.positions[:2], self.book, self.keep, self.side, **told)
        return DEALT

    @property
    def is_judged_at_once(self):
        """Whether the code of JUDGE is compiled; if not, compiling it begins."""
        return not compile_opponent.is_compiling(opponent(JUDGE))

    def chance(self, game):
        """Return the chance of `side` to win, by the first thought of JUDGE in the place of the player to move."""
        if game.over:
            return 0.5 if int(game.winner) == DRAW else float(int(game.winner) == self.side)
        judge = player_of(opponent(JUDGE).agent, self.book)
        judge.choose(game)
        [(_, chance), *_] = as_chances(JUDGE, judge.thoughts, EVEN)
        return chance if int(game.active) == self.side else 1 - chance


def of_replay(recorded) -> Viewer:
    """Return the Viewer of a Replay; raises BadInput for an impossible game."""
    positions = []
    try:
        end = replay.play_again(recorded, lambda game, action: positions.append(copy(game)))
        book, keep = replay.book_of(recorded), [player.keep for player in recorded.players]
        dealt = replay.dealt(book, *recorded.players, recorded.seed)
        return Viewer([dealt, *positions, end], keep, recorded.actions, book)
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(f"This replay cannot be played: {error}") from None


def from_text(text, game=None) -> Viewer:
    """Return the Viewer of a replay, or of a game (from 0, None: the last one that is over) of a match; raises BadInput.

    The text is JSON: a replay, or what the table saves of a match of either kind.
    """
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        raise BadInput("A replay must be a JSON text of at most two million characters.")
    form = format_of(text)
    if form.startswith("table"):
        return of_match(match.from_record(json.loads(text), "This match"), game)
    if game:
        raise BadInput(f"This file has only one game, and no game {game + 1}.")
    if form.startswith("locm"):
        from deckspace.table.locm import viewer

        return viewer.from_record(json.loads(text))
    try:
        return of_replay(replay.from_text(text))
    except (BadInput, RecursionError) as error:
        raise BadInput(f"This is not a replay: {error}") from None


def format_of(text):
    """Return the format that a record of the table names, "" for any other text."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return str(record.get("format", "")) if isinstance(record, dict) else ""


def from_match(number, game) -> Viewer:
    """Return the Viewer of a finished game (from 0) of a saved match; raises BadInput."""
    return of_match(match.resume(number), game)


def of_match(one, game) -> Viewer:
    """Return the Viewer of a finished game (from 0, None: the last one) of a Match; raises BadInput."""
    saved, games = one.saved, one.saved["games"]
    if game is None:
        game = max((i for i, each in enumerate(games) if each["winner"]), default=0)
    if type(game) is not int or not 0 <= game < len(games):
        raise BadInput(f"There is no game {game + 1}: this match has {len(games)}.")
    record = games[game]
    if not record["winner"]:
        raise BadInput("This game is not over yet: it can be watched afterwards.")
    whole = match.Match({**saved, "games": [record]})
    names = ("You", whole.opponent.title)
    viewer = Viewer(whole.positions(), record["keep"], record["actions"], whole.book, record["side"], names)
    viewer.about = f"Game {game + 1} of {len(games)}." if len(games) > 1 else None
    return viewer


def from_paper(name) -> Viewer:
    """Return the Viewer of a recorded game of the papers' experiments (replays.py); raises BadInput."""
    recorded, row = replays.opened(name)
    viewer = of_replay(recorded)
    viewer.names = (row["first"], row["second"])
    viewer.about = f"{row['title']}: {row['chosen']}. More in notebooks/{row['notebook']}.ipynb."
    return viewer
