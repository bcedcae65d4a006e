"""Agents in plain Python, which the compiled loop calls through a callback.

The loop cannot propagate their exceptions. So an exception is stored, the answer becomes an illegal one, and the caller
of the loop raises the exception again.
"""

import threading

import numpy as np

from deckspace.agents.locm.spaces import CALLED_WITH
from deckspace.compiling import njit
from deckspace.compiling.calls import Callback, call_python
from deckspace.engine.locm.state import DECK, new_games
from deckspace.engine.locm.view import View

NO_ANSWER = -(2**63)  # in place of an answer that is not a whole number
last = threading.local()  # in this thread: `error`, an agent's exception, or its `answer`


class Asked:
    """A callback to an agent in plain Python, valid as long as this object exists."""

    def __init__(self, agent, book):
        self.book, self.callback = book, Callback(self.answer, *CALLED_WITH)
        self.draft, self.act = getattr(agent, "draft", agent), getattr(agent, "act", agent)

    def answer(self, game, book, row, scratch):
        """Return the agent's answer, or NO_ANSWER if it raises something."""
        last.error = last.answer = None
        try:
            if scratch.picked < DECK:
                answer = self.draft(self.view_of_draft(game, scratch))
            else:
                answer = self.act(
                    View(game, self.book, () if self.book.constructed else np.array(scratch.offers))
                )
        except BaseException as error:  # including KeyboardInterrupt
            last.error = error
            return NO_ANSWER
        last.answer = answer
        return int(answer) if isinstance(answer, (int, np.integer)) and abs(answer) < 2**31 else NO_ANSWER

    def view_of_draft(self, game, scratch):
        """Return the View during the draft, which holds no position but the cards picked so far."""
        blank, picked = new_games(1)[0], int(scratch.picked)
        blank.current, me = game.current, int(game.current)
        blank.players[me].deck[:picked] = game.players[me].deck[:picked]
        offers = () if self.book.constructed else np.array(scratch.offers[: picked + 1])
        return View(blank, self.book, offers, offer=scratch.offer[: scratch.offered].tolist())


def reraise(who):
    """Raise an agent's stored exception of this thread again, if any; `who` names the agent and the game."""
    error, last.error = getattr(last, "error", None), None
    if error is not None:
        error.add_note(f"This was raised by {who}.")
        raise error


def answer_or(number):
    """Return a number, or the last agent's original answer in this thread if the number is NO_ANSWER."""
    return last.answer if number == NO_ANSWER else number


@njit(cache=True)
def draft_asked(game, book, agent, scratch):
    """Return the pick of an agent in plain Python."""
    return call_python(agent.asked_at, game, book, agent, scratch)


@njit(cache=True)
def act_asked(game, book, agent, scratch):
    """Return the action of an agent in plain Python."""
    return call_python(agent.asked_at, game, book, agent, scratch)
