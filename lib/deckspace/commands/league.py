"""`deckspace league`: parses the options before loading other modules, so that `--help` needs no extra."""

from deckspace.league.options import parsed


def main(arguments):
    """Show the league, or let agents play it; return the exit status."""
    parsed(arguments)
    from deckspace.league import standings

    return standings.main(arguments)
