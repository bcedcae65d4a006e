"""What a page may ask about LoCM, and what it is answered: a part of its Session (lib/deckspace/table/session.py)."""

import time

from deckspace.engine.locm.state import DECK
from deckspace.errors import BadInput
from deckspace.table.locm import match, view, viewer
from deckspace.table.locm.opponents import opponents

ASKED = {
    "locm": {},
    "locm_start": {"opponent": (str,)},
    "locm_resume": {"number": (str,)},
    "locm_pick": {"choice": (int,), "step": (int,)},
    "locm_act": {"action": (int,), "step": (int,)},
    "locm_concede": {},
    "locm_watch": {"number": (str,)},
}
LOGGED = 60  # lines that the page gets of a log when it comes back


class LocmPart:
    """A page's own game of LoCM."""

    locm = None
    warmed = frozenset()  # names of the opponents at LoCM whose code is there

    def on_locm(self):
        told = [{"name": one.name, "says": one.says, "rated": one.rated} for one in opponents().values()]
        self.send({"type": "locm_lobby", "opponents": told, "matches": match.listed()[:50]})

    @staticmethod
    def over():
        """Return what there is to say of the games whose battle can be watched."""
        return [one for one in match.listed()[:50] if one["winner"] and one["picks"] == DECK]

    def on_locm_start(self, opponent):
        self.locm = match.begin(opponent)
        self.warm_up_locm()
        self.show_locm(whole=True)

    def on_locm_resume(self, number):
        self.locm = match.resume(number)
        self.warm_up_locm()
        self.show_locm(whole=True)
        self.answer_locm()

    def on_locm_pick(self, choice, step):
        self.drafting(step).pick(choice)
        self.show_locm()
        self.answer_locm()

    def on_locm_act(self, action, step):
        current, begun = self.drafting(step), time.perf_counter()
        line = current.act(action)
        self.show_locm([line], milliseconds=1000 * (time.perf_counter() - begun))
        self.answer_locm()

    def on_locm_concede(self):
        self.drafting().concede()
        self.show_locm()

    def on_locm_watch(self, number):
        self.viewer = viewer.from_match(number)
        self.on_step(0)

    def warm_up_locm(self):
        """Have an opponent's code ready before its first turn: where it is not, it is compiled now."""
        name = self.locm.opponent.name
        if not self.locm.over and name not in self.warmed:
            self.locm.warm_up()
            self.warmed |= {name}

    def drafting(self, step=None):
        """Return the game that goes on on this page; `step`: where the page was, so that no click counts twice."""
        if self.locm is None:
            raise BadInput("No game of Legends of Code and Magic has been begun on this page.")
        if step not in (None, self.locm.step):
            raise BadInput("The page was not up to date; it is now, and nothing has been done.")
        return self.locm

    def answer_locm(self):
        """Let the opponent play its turn, and show each of its actions."""
        while self.locm.opponent_to_move:
            line = self.locm.answer()
            thoughts = self.locm.player.thoughts if self.thoughts else None
            self.show_locm([line], agent=self.locm.milliseconds[-1], thoughts=thoughts)

    def show_locm(self, lines=(), whole=False, milliseconds=None, agent=None, thoughts=None):
        """Send how the game stands, and new lines of its log."""
        one = self.locm
        told = {
            "type": "locm_match",
            "number": one.number,
            "opponent": one.opponent.name,
            "rated": one.opponent.rated,
        }
        told |= {"phase": one.phase, "step": one.step, "first": one.side == 0, "winner": one.kept["winner"]}
        told |= {
            "conceded": one.kept["conceded"],
            "fresh": whole,
            "milliseconds": milliseconds,
            "agent": agent,
        }
        told["lines"] = one.log[-LOGGED:] if whole else list(lines)
        if one.phase == "draft":
            told["offer"] = [view.card(number) for number in one.offers[len(one.mine)]]
            told["picked"] = sorted(
                (view.card(number) for number in one.deck()), key=lambda each: each["cost"]
            )
        elif one.game is not None:
            told["view"] = view.shown(one.game, one.book, one.side, moves=one.phase == "play")
        if thoughts is not None:
            told["thoughts"] = thoughts
        self.send(told)
