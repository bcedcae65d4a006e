"""What an opponent thinks, as chances: its scores, translated into shares of games that it won from such scores.

    as_chances("beam Control", [("step 1 of a plan of 3: ...", 12)])      # [("step 1 of a plan of 3: ...", 0.58)]
    python -m deckspace.table.chances "beam Control" 100                  # plays 100 games, and fits its line of FITS
    python -m deckspace.table.chances "beam Control" 100 itself           # the same against itself, for its line of EVEN

A chance is 1 / (1 + exp(-(a + b * asinh(score / c)))): c is the median size of its scores, whose tails are long; a and b
are fitted by maximum likelihood to the score of its first action in each turn and the result of the game, in games with
the decks of its paper against the opponents AGAINST; of EVEN, against itself, so that neither side is stronger. Scores
beyond SURE stand for a game that is won or lost.
"""

import re
import sys

import numpy as np

from deckspace.agents.names import PEEKING
from deckspace.agents.roster import in_environment, register_from
from deckspace.engine.hearthstone.positions import copy, take
from deckspace.engine.hearthstone.replay import Player
from deckspace.engine.hearthstone.state import WORK_TYPE
from deckspace.engine.records import new_record
from deckspace.table.decks import paper_decks
from deckspace.table.locm import match as locm_match
from deckspace.table.opponents import opponent
from deckspace.table.players import player_of
from deckspace.table.rules import rules_of

AGAINST = ("beam Control", "EVA", "beam Aggro", "best of the final 100")
AGAINST_AT_LOCM = ("StrongOp", "WeakOp", "MCTS", "Beam")
FITS = {  # a, b and c of each
    "Beam, LoCM 1.2": (0.464, 0.078, 34.732),  # 100 games, 906 turns
    "Beam, LoCM 1.5": (2.947, 2.128, 20.351),  # 100 games, 497 turns
    "beam Control": (-0.907, 0.65, 170.0),  # 100 games, 828 turns
    "beam Aggro": (-0.992, 0.794, 3007.5),  # 100 games, 654 turns
    "beam network": (3.824, 3.25, 143023.0),  # 100 games, 857 turns
    "EVA": (-0.101, 0.301, 6.869),  # 100 games, 962 turns
    "best of the final 100": (0.022, 0.084, 2.875),  # 100 games, 953 turns
    "greedy, equal weights": (-1.299, 0.091, 11.0),  # 100 games, 822 turns
    "lookahead": (-0.626, 1.538, 66.0),  # 100 games, 928 turns
}
EVEN = {  # the same of games against itself
    "Beam, LoCM 1.2": (0.086, 0.27, 34.994),  # 100 games, 1146 turns
    "Beam, LoCM 1.5": (2.35, 2.076, 23.266),  # 100 games, 566 turns
    "beam Control": (-0.546, 0.654, 143.0),  # 100 games, 914 turns
}
SHARES = ("MCTS", "learnt")  # the scores of these are shares and chances already
LATER = re.compile(r"^step (?!1 )(\d+) of a plan of (\d+)")  # whose score the first step has told
SCORED = "Per cent: its chance to win, as it sees it (how often it has won with such a score)."
MEANINGS = {  # of the per cent, by the beginnings of the names of opponents
    "MCTS": "In a round it tries a few actions in a row. Per cent: first its chance to win, as it sees it; then the share of "
    "its rounds that each action got.",
    "learnt": "Per cent: first its chance to win, as it sees it; then how likely it was to choose each step.",
    **dict.fromkeys(("beam", "Beam"), f"{SCORED} It tells only the plan that it chose."),
    "": SCORED,
}
SURE = 1e9
STEPS = 50  # of Newton's method, which needs about ten


def as_chances(name, thoughts, fits=FITS):
    """Return the thoughts of the opponent with this name, (text, score or None) pairs, with chances instead of scores."""
    name = name.removesuffix(PEEKING)
    if name.startswith(SHARES):
        return thoughts
    thoughts = [
        (LATER.sub(r"step \1 of \2 of the same plan", text), None if LATER.match(text) else score)
        for text, score in thoughts
    ]
    if name not in fits:
        return [[text.partition("; a score is")[0], None] for text, _ in thoughts]  # only their order
    return [[text, None if score is None else chance(score, *fits[name])] for text, score in thoughts]


def meaning(name):
    """Return what the per cent in the thoughts of the opponent with this name are, None if it tells none."""
    name = name.removesuffix(PEEKING)
    if name not in FITS and not name.startswith(SHARES):
        return None
    return next(text for start, text in MEANINGS.items() if name.startswith(start))


def chance(score, a, b, c):
    if abs(score) >= SURE:
        return float(score > 0)
    return float(1 / (1 + np.exp(-(a + b * np.arcsinh(score / c)))))


def fitted(scores, won):
    """Return a, b and c for scores (float64) and results (booleans)."""
    open_yet = np.abs(scores) < SURE
    scores, y, found = scores[open_yet], won[open_yet], np.zeros(2)
    c = float(np.median(np.abs(scores)))
    x = np.column_stack([np.ones(len(scores)), np.arcsinh(scores / c)])
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-x @ found))
        found += np.linalg.solve(x.T @ (x * (share * (1 - share))[:, None]), x.T @ (y - share))
    return round(float(found[0]), 3), round(float(found[1]), 3), round(c, 3)


def hearthstone(name, against, rng):
    """Play a game; return (the opponent's scores at the beginnings of its turns, whether it won)."""
    one = opponent(name)
    rules, decks = rules_of(one.card_set), paper_decks(one.card_set)
    players = [Player(deck["class"], tuple(deck["cards"])) for deck in rng.choice(decks, 2)]
    side, game, turns = int(rng.integers(2)), rules.started(players, int(rng.integers(2**50))), {}
    pair = [player_of(opponent(name if k == side else against).agent, rules.book) for k in (0, 1)]
    while not game.over:
        before, work, mover = copy(game), new_record(WORK_TYPE), int(game.active)
        action = pair[mover].choose(game)
        if mover == side:
            note(turns, int(game.turn), pair[mover].thoughts)
        take(game, rules.book.record, work, action)
        for player in pair:
            player.saw(before, game, action, work)
    return list(turns.values()), int(game.winner) == side


def locm(name, against, rng):
    """Play a game of LoCM; return the same."""
    name, _, version = name.partition(", LoCM ")
    one = locm_match.begin(name, int(rng.integers(2**50)), version)
    user = locm_match.Player(
        opponent(against, locm_match.opponents(version)).agent, one.book, one.saved["seed"]
    )
    if one.book.constructed:
        one.construct(user.construct())
    while one.phase == "draft":
        one.pick(user.draft(one.offers[len(one.mine)]))
    turns = {}
    while not one.over:
        if one.opponent_to_move:
            turn = int(one.game.turn)
            one.answer()
            note(turns, turn, one.player.thoughts)
        else:
            one.act(user.choose(one.game))
    return list(turns.values()), one.saved["winner"] == "foe"


def note(turns, turn, thoughts):
    """Keep the first score of a turn."""
    scores = [score for _, score in thoughts if score is not None]
    if scores:
        turns.setdefault(turn, scores[0])


def main(name, games, itself=None):
    register_from(in_environment())
    rng, scores, won = np.random.default_rng(1), [], []
    play, against = (locm, AGAINST_AT_LOCM) if ", LoCM " in name else (hearthstone, AGAINST)
    against = (name.partition(",")[0],) if itself else against
    for i in range(games):
        found, has_won = play(name, against[i % len(against)], rng)
        scores += found
        won += [has_won] * len(found)
    print(f"{name!r}: {fitted(np.array(scores), np.array(won))},  # {games} games, {len(scores)} turns")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
