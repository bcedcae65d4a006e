"""Agents in plain Python in the compiled loop, which asks them through a callback.

The loop cannot pass on what they raise. So it is kept, the answer is one that no rules allow, and whoever plays the games
raises it again.
"""

import threading

import numpy as np

from deckspace.agents.locm.spaces import CALLED_WITH
from deckspace.compiling import njit
from deckspace.compiling.calls import Callback, call_python
from deckspace.engine.locm.state import DECK, new_games
from deckspace.engine.locm.view import View

NO_ANSWER = -(2**63)  # stands for what is no whole number; nobody answers that
raised = threading.local()  # in this thread: `error`, what an agent has raised, or its last `answer`


class Asked:
    """An agent in plain Python, at the table of compiled games as long as this object is there."""

    def __init__(self, agent, book):
        self.book, self.callback = book, Callback(self.answer, *CALLED_WITH)
        self.draft, self.act = getattr(agent, "draft", agent), getattr(agent, "act", agent)

    def answer(self, game, book, row, scratch):
        """Return the agent's answer, or NO_ANSWER if it raises something."""
        raised.error = raised.answer = None
        try:
            if scratch.picked < DECK:
                answer = self.draft(self.view_of_draft(game, scratch))
            else:
                answer = self.act(View(game, self.book, np.array(scratch.offers)))
        except BaseException as error:  # Ctrl-C, too
            raised.error = error
            return NO_ANSWER
        raised.answer = answer
        return int(answer) if isinstance(answer, (int, np.integer)) and abs(answer) < 2**31 else NO_ANSWER

    def view_of_draft(self, game, scratch):
        """Return what is seen in the draft: there is no position yet but the cards picked so far."""
        blank, picked = new_games(1)[0], int(scratch.picked)
        blank.current, me = game.current, int(game.current)
        blank.players[me].deck[:picked] = game.players[me].deck[:picked]
        return View(blank, self.book, np.array(scratch.offers[: picked + 1]), drafting=True)


def reraise(who):
    """Raise again what an agent has raised in this thread, if it has; `who` says which agent, and where."""
    error, raised.error = getattr(raised, "error", None), None
    if error is not None:
        error.add_note(f"This was raised by {who}.")
        raise error


def answer_or(number):
    """Return the last answer in plain Python in this thread, where `number` is only what stands for it."""
    return raised.answer if number == NO_ANSWER else number


@njit(cache=True)
def draft_asked(game, book, agent, scratch):
    """Return what an agent in plain Python picks."""
    return call_python(agent.asked_at, game, book, agent, scratch)


@njit(cache=True)
def act_asked(game, book, agent, scratch):
    """Return what an agent in plain Python does."""
    return call_python(agent.asked_at, game, book, agent, scratch)
