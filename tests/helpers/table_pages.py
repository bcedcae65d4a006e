"""Pages of the table and their matches, as tests play them."""

import base64
import gzip
import json
import random

from deckspace.engine.hearthstone.decks import deck
from deckspace.table.session import Session

HUNTER = deck("Elite Aggro Hunter")
DECK = {"class": HUNTER.hero_class, "cards": list(HUNTER.cards)}
START = {"opponent": "random", "card_set": "mesb", "best_of": 1, "mine": [DECK], "theirs": [DECK]}


class Page:
    """A page without a browser: it collects the messages to it."""

    def __init__(self):
        self.heard = []
        self.session = Session(lambda message: self.heard.append(json.loads(json.dumps(message))))

    def ask(self, kind, **fields):
        """Send a message and return the last answer."""
        self.session.handle({"type": kind, **fields})
        return self.heard[-1]

    def begin(self, **changes):
        """Begin a match of Hearthstone, up to the user's first turn."""
        self.ask("start", **START | changes)
        return self.ask("mulligan", keep=[0])

    def draft(self, opponent="random"):
        """Begin a game of LoCM, up to the user's first turn."""
        answer = self.ask("locm_start", opponent=opponent, version="1.2")
        while answer["phase"] == "draft":
            answer = self.ask("locm_pick", choice=0, step=answer["step"])
        return answer

    def move(self, which=0):
        """Do one of the moves that were shown last."""
        shown = self.heard[-1]
        kind = {"match": "act", "locm_match": "locm_act"}[shown["type"]]
        return self.ask(kind, action=shown["view"]["moves"][which]["action"], step=shown["step"])

    def play_out(self, which=0):
        """Do one of the moves until the game is over."""
        while self.heard[-1]["phase"] == "play":
            self.move(which)
        return self.heard[-1]


def unpacked(packed):
    """Return the whole game that a page was sent."""
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def play_on(one, actions=10_000, seed=2):
    """Play a match on at random, until the game is over or the user has made this many picks and actions."""
    choose = random.Random(seed)
    if one.phase == "mulligan":
        one.mulligan([0])
    while one.phase in ("draft", "play") and actions:
        if one.opponent_to_move:
            one.answer()
            continue
        one.pick(choose.randrange(3)) if one.phase == "draft" else one.act(choose.choice(one.legal()))
        actions -= 1
    return one
