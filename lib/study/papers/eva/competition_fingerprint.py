"""What small competitions come to: `python -m study.papers.eva.competition_fingerprint`.

The competition depends on this outcome instead of the source of rules and agents (see lib/study/pipeline/fingerprint.py).
Every pair of entrants meets in every round that is played without a clock, for a few games with small budgets:

    data/fingerprints/eva/competition.json
"""

from study import HOME
from study.papers.eva.competition import meet, rounds
from study.pipeline.fingerprint import hash_of, keep

GAMES, POSITIONS, SEED = 4, 60, 20_180_814
FILE = HOME / "data" / "fingerprints" / "eva" / "competition.json"


def fingerprint(games=GAMES) -> dict:
    """Return the fingerprint: for each round how many games, how often the one won, and a hash of all counts."""
    found = {}
    for each in rounds(POSITIONS, milliseconds=1):
        if each.name != "milliseconds":
            tables = [meet(each, *pair, games, SEED) for pair in each.pairs()]
            wins = sum(int(table.wins.sum()) for table in tables)
            played = 9 * games * len(tables)
            found[each.name] = {"games": played, "wins": wins, "hash": hash_of(*tables)}
    return found


if __name__ == "__main__":
    keep(FILE, fingerprint())
