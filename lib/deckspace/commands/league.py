"""`deckspace league`: everything that may be wrong is checked before the league is loaded, which takes seconds.

deckspace league                                  # show the standings
deckspace league add my.json                      # play the missing pairs of an agent in a file (league/entries.py)
deckspace league add "my agent" --with my_agents  # or of one that a module registers
deckspace league play                             # play all missing pairs
"""

import sys

from deckspace.league.options import asked, parsed
from deckspace.own_code import reported


def main(arguments):
    """Show the league, or let agents play it; return the exit status."""
    options = parsed(arguments)
    try:
        name, game, scale = asked(options)
        from deckspace.league import standings

        if options.what:
            standings.let_play(name, game, scale)
        else:
            standings.show(*standings.standing(game, scale))
    except ValueError as error:
        return reported("deckspace league", error)
    except KeyboardInterrupt:
        kept = "what has been played is kept, and the same command plays the rest."
        print(f"deckspace league: stopped; {kept}", file=sys.stderr)
        return 130
    return 0
