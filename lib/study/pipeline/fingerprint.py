"""What rules and agents do, in some 55,000 seeded games: `python -m study.pipeline.fingerprint locm`.

Long results depend on these small files, not on source text. Move code, rename, write faster code: the
games end as before, the fingerprint is the same to the byte and hours of results stay valid. Change a rule,
a card or a choice, and some game ends differently. Each stage writes one file, and what depends on it names
the values that it uses (`params` in dvc.yaml), so that nothing else in the file makes it stale:

    data/fingerprints/locm.json
        evolution             cards, rules, evaluating agents and the fixed weak opponent
        tournament            these, every other agent, and the paper's own edition of the rules
        constructed           every agent in version 1.5
    data/fingerprints/hearthstone.json
        mesb, dsa_me          for each card set, random decks:
            peeking           random play, and the papers' beam search with the scores that are whole numbers
            network           the same search with a network's score
            fair              the same search without looking at hidden cards
        eva_program, eva_2018 for each card set, the decks of EVA's paper:
            greedy            its agent, by many weights
            greedy_fair       the same without looking at hidden cards

The searches and contests of each paper have a file of their own (lib/study/papers/*/fingerprint.py). There,
`rules` is a hash of the fingerprints above that an outcome builds on, so a stage needs only the outcome.
"""

import hashlib
import itertools
import json
import pickle
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from deckspace import arena
from deckspace.whole_files import whole_file
from study import HOME

FOLDER = HOME / "data" / "fingerprints"
SEED = 20_220_101  # of all the games below; any would do, as long as it never changes
GENOMES = 4  # of each representation
GAMES = 60  # of each ordered pair of agents
FEW_GAMES = 12  # of each ordered pair in version 1.5, where every game has cards of its own
DECKS, ROUNDS = 20, 9  # random decks of each hero class, games that each of them begins


def locm() -> dict:
    """Legends of Code and Magic: a round robin."""
    from deckspace.agents.locm.baseline1 import Baseline1
    from deckspace.agents.locm.baseline2 import Baseline2, WeakOp
    from deckspace.agents.locm.beam import Beam
    from deckspace.agents.locm.greedy import Greedy
    from deckspace.agents.locm.mcts import MCTS
    from deckspace.agents.locm.uniform import Random
    from deckspace.engine.locm.cards import edition

    rng = np.random.default_rng(SEED)
    evolved = [Greedy(genome, name=f"{name} {i}") for name, i, genome in _genomes(rng)]
    weak, linear = [Random(), WeakOp()], evolved[0].genome
    search = Beam(4, genome=linear, name="beam"), MCTS(4, genome=linear, name="mcts")
    others = [Baseline1(), Baseline2(), *search]
    some, official, published = evolved[::GENOMES] + weak, edition("official"), edition("published")
    return {
        "evolution": locm_games(evolved + weak, official),
        "tournament": {
            "official": locm_games(some + others, official),
            "published": locm_games(some, published),
        },
        "constructed": locm_games(some + others, edition("1.5"), FEW_GAMES),
    }


def _genomes(rng):
    from deckspace.agents.locm.genomes import REPRESENTATIONS, random_genome

    for name, i in itertools.product(REPRESENTATIONS, range(GENOMES)):
        yield name, i, random_genome(name, rng)


def locm_games(agents, book, games=GAMES):
    from deckspace.agents.locm.contest import contest
    from deckspace.agents.locm.players import GAME_SPEC

    pairs = list(itertools.product(range(len(agents)), repeat=2))
    specs = np.zeros(len(pairs) * games, GAME_SPEC)
    seeds = arena.game_seeds(SEED, 2 * len(specs))
    specs["draft"], specs["seed"] = seeds[::2], seeds[1::2]
    specs["first"], specs["second"] = np.repeat(np.array(pairs, "i2"), games, axis=0).T
    results = contest(book)(specs, agents)
    return {agent.name: digest(results[specs["first"] == i]) for i, agent in enumerate(agents)}


def hearthstone() -> dict:
    """Hearthstone: each card set with the agents that its papers play it with."""
    found = {card_set: random_decks(card_set) for card_set in ("mesb", "dsa_me")}
    return found | {card_set: eva_decks(card_set) for card_set in ("eva_program", "eva_2018")}


def random_decks(card_set: str) -> dict:
    """Random decks of every class, played at random and by the papers' search."""
    from deckspace.agents.hearthstone.beam import Beam
    from deckspace.agents.hearthstone.scores import WEIGHTS
    from deckspace.agents.hearthstone.uniform import Random

    weights = tuple(np.random.default_rng(SEED).normal(0, 0.1, WEIGHTS))
    peeking = {"random": Random(), "aggro": Beam("aggro"), "control": Beam("control")}
    return {
        "peeking": {name: hearthstone_games(card_set, agent) for name, agent in peeking.items()},
        "network": hearthstone_games(card_set, Beam("network", weights)),
        "fair": hearthstone_games(card_set, Beam(fair=True)),
    }


def hearthstone_games(card_set, agent, decks=DECKS):
    """Each player in turn against a random one; random play has more decks, since its games cost little."""
    from deckspace.agents.hearthstone.entrants import entrants
    from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
    from deckspace.agents.hearthstone.uniform import Random
    from deckspace.engine.hearthstone.encode import card_book

    book = card_book(card_set)
    players = hearthstone_players(book, agent, decks * (10 if isinstance(agent, Random) else 1))
    specs = np.zeros(len(players) * ROUNDS, GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, len(specs))
    specs["first"] = np.arange(len(specs)) % len(players)
    specs["second"] = np.random.default_rng(SEED).integers(len(players), size=len(specs))
    results = arena.play(play_games, specs, entrants(players, book), book.record)
    classes = np.array([player.hero_class for player in players])[specs["first"]]
    return {str(name): digest(results[classes == name]) for name in np.unique(classes)}


def eva_decks(card_set: str) -> dict:
    """The decks of EVA's paper, played by its agent with published and with random weights."""
    from deckspace.agents.hearthstone.greedy import WEIGHTS, as_programmed, published

    rng = np.random.default_rng(SEED)
    vectors = [published(name) for name in ("EVA", "best with the shaman only")]
    vectors += [tuple(each) for each in rng.random((GENOMES, len(WEIGHTS)))]
    vectors += [tuple(each) for each in rng.random((GENOMES, len(WEIGHTS))).round()]  # many ties
    return {
        "greedy": eva_games(card_set, [as_programmed(each) for each in vectors]),
        "greedy_fair": eva_games(card_set, [as_programmed(each, fair=True) for each in vectors]),
    }


def eva_games(card_set, agents):
    """Each player in turn against a random one, with every deck of EVA's paper."""
    from deckspace.agents.hearthstone.entrants import Player, entrants
    from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
    from deckspace.engine.hearthstone.decks import suite
    from deckspace.engine.hearthstone.encode import card_book

    book = card_book(card_set)
    players = [Player(agent, deck.hero_class, deck.cards) for agent in agents for deck in suite("eva")]
    specs = np.zeros(len(players) * GAMES, GAME_SPEC)
    specs["seed"] = arena.game_seeds(SEED, len(specs))
    specs["first"] = np.arange(len(specs)) % len(players)
    specs["second"] = np.random.default_rng(SEED).integers(len(players), size=len(specs))
    results = arena.play(play_games, specs, entrants(players, book), book.record)
    decks = specs["first"] % len(suite("eva"))
    return {deck.name: digest(results[decks == i]) for i, deck in enumerate(suite("eva"))}


def hearthstone_players(book, agent, n):
    """n random decks of each class that decks are drafted for, and the papers' own decks."""
    from deckspace.agents.hearthstone.entrants import Player
    from deckspace.engine.hearthstone.decks import CLASSES, random_deck, suite

    rng = np.random.default_rng(SEED)
    drafted = [c for c in CLASSES if any(card.drafted and card.hero_class == c for card in book.table)]
    decks = [(c, random_deck(rng, c, book.table)) for c in drafted for _ in range(n)]
    decks += [(deck.hero_class, deck.cards) for name in ("elite", "starter") for deck in suite(name)]
    return [Player(agent, hero_class, cards) for hero_class, cards in decks]


def digest(results: np.ndarray) -> dict:
    """The outcomes of one agent's games: a hash for the machine, two numbers for the reader."""
    return {
        "games": len(results),
        "mean_turns": round(float(results["turns"].mean()), 2),
        "hash": hashlib.sha256(results.tobytes()).hexdigest()[:16],
    }


def hash_of(*outcomes) -> str:
    """A short hash of arrays and tables: their types, their shapes and every value to the last bit."""
    return hashlib.sha256(b"\0".join(map(as_bytes, outcomes))).hexdigest()[:16]


def as_bytes(outcome) -> bytes:
    if isinstance(outcome, pd.DataFrame):
        return f"{outcome.dtypes.to_dict()}\n{outcome.to_csv(index=False)}".encode()
    array = np.asarray(outcome)
    if array.dtype.hasobject:  # its bytes would be addresses
        raise TypeError(f"A hash is of numbers, not of {type(outcome).__name__}.")
    return f"{array.dtype.descr} {array.shape}\n".encode() + array.tobytes()


# ------------------------------------------------------------------ for the papers


def resumed(after: int, work, *about):
    """Return the last state of some work that is stopped, kept and resumed, as long work may be.

    `work(*about, state)` yields states, each of which it can go on from, and begins where there is none; it is
    stopped after so many of them.
    """
    steps = work(*about, None)
    stopped = [next(steps) for _ in range(after)][-1]
    *_, state = work(*about, pickle.loads(pickle.dumps(stopped)))
    return state


def write(name: str, content: dict, folder=FOLDER):
    """Write fingerprints to their file."""
    path = Path(folder) / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write((json.dumps(content, indent=1) + "\n").encode())


GAMES_OF = {"locm": locm, "hearthstone": hearthstone}


def main(arguments):
    if len(arguments) != 1 or arguments[0] not in GAMES_OF:
        sys.exit(f"fingerprint: say which game: {', '.join(GAMES_OF)}.")
    write(arguments[0], GAMES_OF[arguments[0]]())


if __name__ == "__main__":
    main(sys.argv[1:])
