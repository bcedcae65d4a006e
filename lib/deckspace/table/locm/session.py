"""The messages of a page about LoCM: a part of its Session (lib/deckspace/table/session.py)."""

import time

from deckspace.engine.locm.state import DECK
from deckspace.errors import BadInput
from deckspace.table import compile_games, hints
from deckspace.table.chances import as_chances, meaning
from deckspace.table.locm import match, view, viewer
from deckspace.table.locm.opponents import opponents
from deckspace.table.opponents import GROUPS, about, titled

MESSAGES = {
    "locm": {},
    "locm_start": {"opponent": (str,), "version": (str,)},
    "locm_resume": {"number": (str,)},
    "locm_pick": {"choice": (int,), "step": (int,)},
    "locm_construct": {"cards": (list,), "step": (int,)},
    "locm_fill": {"cards": (list,), "step": (int,)},
    "locm_act": {"action": (int,), "step": (int,)},
    "locm_concede": {},
    "locm_rematch": {},
    "locm_hint": {"step": (int,)},
    "locm_watch": {"number": (str,)},
}
LOGGED = 60  # log lines that a reopened page gets
OUT_OF_DATE = "The page was out of date; it has been updated, and your click had no effect."


class LocmPart:
    """A page's own game of LoCM."""

    locm = None
    warmed = frozenset()  # names of LoCM opponents whose code is compiled

    def on_locm(self):
        known = {version: [about(one) for one in opponents(version).values()] for version in match.VERSIONS}
        matches, damaged = match.listed()
        lobby = {"opponents": known, "groups": GROUPS, "damaged": damaged}
        lobby["matches"] = titled(matches[:50], opponents())
        self.send({"type": "locm_lobby", **lobby, "warming": compile_games.progress()})

    @staticmethod
    def over():
        """Return summaries of the games whose battles can be watched, and the names of damaged files."""
        matches, damaged = match.listed()
        over = [one for one in matches[:50] if one["winner"] and one["picks"] == DECK]
        return titled(over, opponents()), damaged

    def on_locm_start(self, opponent, version):
        self.locm = match.begin(opponent, version=version)
        self.warm_up_locm()
        self.show_locm(whole=True)

    def on_locm_resume(self, number):
        self.locm = match.resume(number)
        self.warm_up_locm()
        self.show_locm(whole=True)
        self.answer_locm()

    def on_locm_pick(self, choice, step):
        self.current_locm(step).pick(choice)
        self.show_locm()
        self.answer_locm()

    def on_locm_construct(self, cards, step):
        self.current_locm(step).construct(cards)
        self.show_locm()
        self.answer_locm()

    def on_locm_fill(self, cards, step):
        self.send({"type": "locm_filled", "cards": self.current_locm(step).filled(cards)})

    def on_locm_act(self, action, step):
        current, start = self.current_locm(step), time.perf_counter()
        line = current.act(action)
        self.show_locm([line], milliseconds=1000 * (time.perf_counter() - start))
        self.answer_locm()

    def on_locm_concede(self):
        self.current_locm().concede()
        self.show_locm()

    def on_locm_rematch(self):
        """Begin a game like the last one, in which the other side begins."""
        if not self.current_locm().over:
            raise BadInput("A rematch can begin only after the game is over.")
        self.locm = match.rematch(self.locm)
        self.show_locm(whole=True)

    def on_locm_hint(self, step):
        """Send what the agent Beam would do."""
        action, text = hints.hint_at_locm(self.current_locm(step))
        self.send({"type": "hint", "action": action, "says": text})

    def on_locm_watch(self, number):
        self.watch(viewer.from_match(number))

    def warm_up_locm(self):
        """Compile the opponent's code before its first turn, if necessary."""
        name = self.locm.opponent.name
        if not self.locm.over and name not in self.warmed:
            self.locm.warm_up()
            self.warmed |= {name}

    def current_locm(self, step=None):
        """Return this page's game; `step` is the page's own state, so that no click counts twice.

        Raises BadInput for another step, after showing the present state to the page.
        """
        if self.locm is None:
            raise BadInput("There is no game of Legends of Code and Magic on this page yet.")
        if step not in (None, self.locm.step):
            self.show_locm(whole=True)
            self.answer_locm()
            raise BadInput(OUT_OF_DATE)
        return self.locm

    def answer_locm(self):
        """Let the opponent play its turn, and show each of its actions."""
        while self.locm.opponent_to_move:
            line = self.locm.answer()
            one = self.locm
            thoughts = as_chances(self.rated_name(), one.player.thoughts) if self.thoughts else None
            self.show_locm([line], agent=self.locm.milliseconds[-1], thoughts=thoughts)

    def rated_name(self):
        """Return the name of the opponent in the table of chances."""
        return f"{self.locm.opponent.name}, LoCM {self.locm.version}"

    def show_locm(self, lines=(), whole=False, milliseconds=None, agent=None, thoughts=None):
        """Send the state of the game, and new lines of its log."""
        one = self.locm
        message = {
            "type": "locm_match",
            "number": one.number,
            "opponent": one.opponent.title,
            "phase": one.phase,
            "version": one.version,
        }
        message |= {"rated": one.opponent.rated, "step": one.step, "first": one.side == 0, "fresh": whole}
        message |= {"winner": one.saved["winner"], "conceded": one.saved["conceded"]}
        message |= {"milliseconds": milliseconds, "agent": agent}
        message["lines"] = one.log[-LOGGED:] if whole else list(lines)
        if one.phase == "draft" and one.book.constructed:
            message["pool"] = [view.card(number, one.book) for number in range(1, one.book.card_count + 1)]
        elif one.phase == "draft":
            picked = [view.card(number, one.book) for number in one.cards(one.mine)]
            message["offer"] = [view.card(number, one.book) for number in one.offers[len(one.mine)]]
            message["picked"] = sorted(picked, key=lambda each: each["cost"])
        elif one.game is not None:
            message["view"] = view.shown(one.game, one.book, one.side, moves=one.phase == "play")
            for number in {line["played"] for line in lines} - {None}:
                message["view"]["cards"][number] = view.card(int(number), one.book)
        if thoughts is not None:
            message |= {"thoughts": thoughts, "per_cent": meaning(self.rated_name())}
        self.send(message)
