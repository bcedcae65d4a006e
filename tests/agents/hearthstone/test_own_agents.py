"""Agents of users: in plain Python, and compiled from a file outside this repository."""

import hashlib
import importlib.util
import pickle
import re
import sys
from dataclasses import replace

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.agent import Agent
from deckspace.agents.hearthstone.alphabeta import AlphaBeta
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.hearthstone.entrants import Player, entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.agents.hearthstone.greedy import as_programmed, published
from deckspace.agents.hearthstone.lookahead import Lookahead
from deckspace.agents.hearthstone.mcts import Mcts
from deckspace.agents.hearthstone.outside import Function, Outside
from deckspace.agents.hearthstone.uniform import Random
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import position
from deckspace.errors import Illegal
from deckspace.runs import read_run
from deckspace.table.players import player_of
from study import HOME

BOOK = card_book("mesb")
DECKS = suite("elite")


SECTION = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## An agent\n")[1].split("\n## ")[0]
FUNCTION, CLASS, PLAY = (
    re.sub("^   ", "", block, flags=re.M) for block in re.findall(r"```python\n(.*?)```", SECTION, re.S)
)


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The module of CONTRIBUTING.md's walkthrough, in its own folder: a function `eager` and a compiled `Eager`."""
    path = tmp_path_factory.mktemp("own") / "eager.py"
    path.write_text(FUNCTION + "\n\n" + CLASS, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("eager", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["eager"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["eager"]


def table(*agents):
    return entrants([Player(a, d.hero_class, d.cards) for a, d in zip(agents, DECKS, strict=False)], BOOK)


def rows(n, first=0, second=1):
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"], specs["second"] = arena.game_seeds(3, n), first, second
    return specs


def played(n, *agents):
    return play_games(rows(n), table(*agents), BOOK.record)


# --- The walk ------------------------------------------------------------------------------


def test_the_function_and_the_class_of_the_walkthrough_play_the_same_games(own):
    slow, fast = (
        played(4, agent, Random(mulligan="keep_all")) for agent in (own.eager, own.Eager(mulligan="keep_all"))
    )
    assert (slow["turns"] == fast["turns"]).all() and (slow["winner"] == fast["winner"]).all()
    assert (slow["sides"]["health"] == fast["sides"]["health"]).all()


def test_the_compiled_one_wastes_less_mana_and_beats_chance(own):
    results = played(60, own.Eager(), Random())
    wasted = results["sides"]["mana_wasted"].mean(axis=0)
    assert wasted[0] < wasted[1] and (results["winner"] == 0).mean() > 0.6


def test_the_walkthrough_plays_both(own, capsys):
    exec(PLAY.replace("games=100", "games=4"), {})
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("Eager()", "eager", "Random()"))


def test_both_are_opponents_at_the_table(own):
    game = position(BOOK, {"hand": ["Wisp"], "mana": 1}, {})
    chosen = [player_of(each, BOOK).choose(game) for each in (own.eager, own.Eager())]
    assert chosen[0] == chosen[1] and chosen[0] >> 16 == 1


# --- Functions -----------------------------------------------------------------------------


def lucky(view):
    """Return a random action."""
    return view["actions"][int(view["luck"] * len(view["actions"]))]


def test_functions_play_beside_compiled_players_without_changing_their_games():
    players, specs = table(lucky, Random(), Beam("aggro", depth=3), AlphaBeta(positions=10)), rows(8)
    specs["first"], specs["second"] = [0, 1, 2, 3, 1, 2, 3, 0], [1, 0, 3, 2, 2, 0, 1, 3]
    whole = play_games(specs, players, BOOK.record)
    sent = pickle.loads(pickle.dumps(players))
    apart = arena.play(play_games, specs[::-1], sent, BOOK.record, threads=2)[::-1]
    assert whole.tobytes() == apart.tobytes()
    compiled = table(Random(), Random(), Beam("aggro", depth=3), AlphaBeta(positions=10))
    without = [2, 3, 4, 6]
    assert whole[without].tobytes() == play_games(specs[without], compiled, BOOK.record).tobytes()


def test_a_function_sees_what_a_player_may_see():
    views = []
    played(1, lambda view: views.append(view) or view["actions"][0], Random())
    view = views[-1]
    assert view["side"] == 0 and str(view["actions"][0]) == "end the turn" and 0 <= view["luck"] < 1
    assert "a hidden card" in view["players"][1]["hand"] and view["players"][0]["hand"]


def test_an_error_names_the_game_and_the_agent():
    def broken(view):
        return view["nothing"]

    with pytest.raises(KeyError, match="nothing") as error:
        played(1, Random(), broken)
    assert f"game with seed {rows(1)['seed'][0]}, where broken was to move" in error.value.__notes__[0]


@pytest.mark.parametrize(
    "answer, word",
    [
        (0, "^The agent <lambda> cannot do what it returned: The turn is ended by action 31"),
        (None, "is a whole number, one of those"),
        (1 << 30, "no action"),
    ],
)
def test_an_invalid_action_is_refused_in_one_sentence(answer, word):
    with pytest.raises(Illegal, match=word) as error:
        Function(lambda view: answer).choose(position(BOOK, {}, {}), BOOK)
    assert "\n" not in str(error.value)


# --- Mistakes ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["beam", 3, Beam, None])
def test_an_invalid_agent_is_one_sentence(who):
    with pytest.raises(ValueError, match="^An agent must be one of .* or a function of a view") as error:
        table(who, Random())
    assert "\n" not in str(error.value)


def test_batches_do_not_wait_for_outside_players():
    with pytest.raises(ValueError, match="Player 1 of the table is an Outside"):
        played(1, Random(), Outside())


def test_a_class_without_a_compiled_function_is_refused():
    class Silent(Agent):
        pass

    class Plain(Agent):
        @staticmethod
        def act(game, book, work, settings, room, decision):
            return 0

    for agent in (Silent(), Plain()):
        with pytest.raises(TypeError, match="^The `act` of an agent must be compiled"):
            played(1, agent, Random())


# --- What results are kept under -----------------------------------------------------------


IN_LEAGUE = {
    "random": Random(),
    "beam Control": Beam("control", fair=True),
    "EVA (peeking)": as_programmed(published()),
    "lookahead": Lookahead(positions=1),
    "MCTS": Mcts(positions=1000),
    "alpha-beta (peeking)": AlphaBeta(positions=1000, fair=False),
}


@pytest.mark.parametrize("name", IN_LEAGUE)
def test_stored_league_games_stay_valid(name):
    """Games are stored under hashes of the agents' descriptions."""
    kept = read_run(HOME / "data" / "runs" / "league" / "laptop" / "hearthstone.parquet")[1]
    about = replace(IN_LEAGUE[name], mulligan="keep_cheap").about()
    for _ in range(2):
        about = hashlib.sha256(about.encode()).hexdigest()
    assert kept["keys"][f"entry {name}"] == about[:16]


def test_the_description_of_an_agent_depends_on_its_source_unless_it_is_ours(own):
    assert Beam("aggro").about() == (
        "Beam(mulligan='as run', score='aggro', weights=(), depth=13, width=4, fair=False)"
    )
    assert re.fullmatch(r"Eager\(mulligan='as run'\) [0-9a-f]{16}", own.Eager().about())
    assert re.fullmatch("eager, keep all [0-9a-f]{16}", Function(own.eager).about())
