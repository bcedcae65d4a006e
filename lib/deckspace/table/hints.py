"""What a strong agent would do in the user's place: alpha-beta, and in LoCM the agent Beam.

    hint(match)                # (action, "Play Fireball on the enemy hero.")

Neither sees more than the user: alpha-beta guesses the hidden cards, and Beam does not look at them.
"""

from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.hearthstone.positions import copy
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.replay import capital
from deckspace.errors import BadInput
from deckspace.table import compile_opponent, log
from deckspace.table.locm import view
from deckspace.table.opponents import opponent
from deckspace.table.players import player_of

ADVISER = "alpha-beta"
NOTICE = (
    f"A hint is what {ADVISER}, a strong search agent, would do in your place. Its code is being compiled, only once: this "
    "takes one to three minutes, on a busy machine up to six. Then the hint appears by itself; if you play on meanwhile, ask "
    "again later."
)


def check(match):
    """Raise BadInput unless it is the user's turn."""
    if match.phase != "play" or match.opponent_to_move:
        raise BadInput("A hint can be given only in your own turn.")


def notice(match):
    """Return the notice for the page while the code of alpha-beta is being compiled, otherwise None; raises BadInput."""
    check(match)
    return NOTICE if compile_opponent.is_compiling(opponent(ADVISER)) else None


def hint(match):
    """Return the action that alpha-beta would take for the user, and a sentence; raises BadInput."""
    check(match)
    action = player_of(opponent(ADVISER).agent, match.book).choose(copy(match.game))
    text = describe_action(match.game, match.book, action, match.side)
    return action, f"{capital(log.with_sides(text, reads=True))}."


def hint_at_locm(match):
    """Return the action that Beam would take for the user, and a sentence; raises BadInput."""
    check(match)
    action = SoloAgent(Beam(), match.book, match.saved["seed"]).act(match.game)
    return action, capital(view.deed(match.book, match.game, action, mine=True))
