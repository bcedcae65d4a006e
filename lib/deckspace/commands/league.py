"""`deckspace league`: what it is asked is read before what it needs is loaded, so that `--help` needs nothing."""

from deckspace.league.options import parsed


def main(arguments):
    """Show the league, or let agents play it; return the exit status."""
    parsed(arguments)
    from deckspace.league import standings

    return standings.main(arguments)
