"""Agents of users: in plain Python, and compiled from a file outside this repository."""

import hashlib
import importlib.util
import pickle
import re
import sys
import textwrap
from dataclasses import replace

import pytest

from deckspace.agents import roster
from deckspace.agents.hearthstone.agent import DECISION_TYPE, Answer
from deckspace.agents.hearthstone.games import play_games
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import legal, position
from deckspace.engine.records import new_record
from deckspace.errors import Illegal
from deckspace.hearthstone import Agent, AlphaBeta, Beam, Function, Random
from deckspace.runs import read_run
from deckspace.table.players import Player, player_of
from hearthstone_agents import results_on_any_number_of_threads, rows, seated
from study import HOME

BOOK = card_book("mesb")
SECTION = (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## An agent\n")[1].split("\n## ")[0]
FUNCTION, CLASS, PLAY = map(textwrap.dedent, re.findall(r"```python\n(.*?)```", SECTION, re.S))


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


def played(n, *agents):
    return play_games(rows(n), seated(BOOK, *agents), BOOK.record)


def test_the_function_and_the_class_of_the_walkthrough_play_the_same_games_and_beat_chance(own, capsys):
    chance = Random(mulligan="keep_all")
    slow, fast = (played(4, agent, chance) for agent in (own.eager, own.Eager(mulligan="keep_all")))
    assert all((slow[name] == fast[name]).all() for name in ("turns", "winner"))
    assert (slow["sides"]["health"] == fast["sides"]["health"]).all()
    assert (played(60, own.Eager(), Random())["winner"] == 0).mean() > 0.6
    exec(PLAY.replace("games=100", "games=4"), {})
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("Eager()", "eager", "Random()"))
    game = position(BOOK, {"hand": ["Wisp"], "mana": 1}, {})  # at the table
    chosen = [player_of(each, BOOK).choose(game) for each in (own.eager, own.Eager())]
    assert chosen[0] == chosen[1] and chosen[0] >> 16 == 1


def lucky(view):
    return view["actions"][int(view["luck"] * len(view["actions"]))]


def test_functions_play_beside_compiled_players_without_changing_their_games():
    players, specs = seated(BOOK, lucky, Random(), Beam("aggro", depth=3), AlphaBeta(positions=10)), rows(8)
    specs["first"], specs["second"] = [0, 1, 2, 3, 1, 2, 3, 0], [1, 0, 3, 2, 2, 0, 1, 3]
    whole = results_on_any_number_of_threads(specs, pickle.loads(pickle.dumps(players)), BOOK)
    compiled = seated(BOOK, Random(), Random(), Beam("aggro", depth=3), AlphaBeta(positions=10))
    without = [2, 3, 4, 6]
    assert whole[without].tobytes() == play_games(specs[without], compiled, BOOK.record).tobytes()


def test_an_error_names_the_game_and_the_agent():
    def broken(view):
        return view["nothing"]

    with pytest.raises(KeyError, match="nothing") as error:
        played(1, Random(), broken)
    assert f"game with seed {rows(1)['seed'][0]}, where broken was to move" in error.value.__notes__[0]


class Planner:
    """Plans two actions, and says nothing about them."""

    def ask(self, game, book, number):
        decision = new_record(DECISION_TYPE)
        decision.plan[:2], decision.length, decision.next = legal(game, book)[:2], 2, 1
        return Answer(int(decision.plan[0]), None, decision)

    def thoughts(self, *asked):
        return []


def test_a_step_of_a_plan_without_thoughts_has_no_score():
    player, game = Player(Planner(), BOOK), position(BOOK, {"hand": ["Wisp"], "mana": 1}, {})
    assert [player.choose(game), player.choose(game)] == legal(game, BOOK)[:2]
    assert player.thoughts == [("step 2 of a plan of 2: play Wisp", None)]


class Silent(Agent):
    pass


class Plain(Agent):
    @staticmethod
    def act(game, book, work, settings, room, decision):
        return 0


def answer(number):
    return Function(lambda view: number).choose(position(BOOK, {}, {}), BOOK)


NO_AGENT = "^An agent must be one of .* or a function of a view"
NOT_COMPILED = "^The `act` of an agent must be compiled"


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: answer(0), Illegal, "^The agent <lambda> cannot do .*: The action that ends the turn is 31"),
        (lambda: answer(None), Illegal, "must be a whole number"),
        (lambda: answer(1 << 30), Illegal, "not an action number"),
        *((lambda who=who: seated(BOOK, who), ValueError, NO_AGENT) for who in ("beam", 3, Beam, None)),
        *((lambda who=who: played(1, who(), Random()), TypeError, NOT_COMPILED) for who in (Silent, Plain)),
    ],
)
def test_invalid_actions_and_agents_are_refused_in_one_sentence(make, error, words):
    with pytest.raises(error, match=words) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_stored_league_games_stay_valid():
    """Games are stored under hashes of the agents' descriptions."""
    kept = read_run(HOME / "data" / "runs" / "league" / "laptop" / "hearthstone.parquet")[1]
    for entry in roster.hearthstone():
        about = replace(entry.agent(positions=1000), mulligan="keep_cheap").about()
        for _ in range(2):
            about = hashlib.sha256(about.encode()).hexdigest()
        assert kept["keys"][f"entry {entry.name}"] == about[:16], entry.name


def test_the_description_of_an_agent_depends_on_its_source_unless_it_is_ours(own):
    beam = "Beam(mulligan='as run', score='aggro', weights=(), depth=13, width=4, fair=False)"
    assert Beam("aggro").about() == beam
    assert re.fullmatch(r"Eager\(mulligan='as run'\) [0-9a-f]{16}", own.Eager().about())
    assert re.fullmatch("eager, keep all [0-9a-f]{16}", Function(own.eager).about())
