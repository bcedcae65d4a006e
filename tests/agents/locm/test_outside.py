"""Agents and genomes from outside: in plain Python and compiled, and what happens when they break the rules."""

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

from deckspace.agents.locm.agent import Agent
from deckspace.agents.locm.genomes import Linear
from deckspace.agents.locm.players import GAME_SPEC, entrants, play_games
from deckspace.agents.locm.solo import SoloAgent, find_agent
from deckspace.compiling import njit
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import position, side
from deckspace.engine.records import new_records
from deckspace.locm import MCTS, Baseline2, Beam, Greedy, Random, WeakOp

BOOK = edition()
STATE = np.array([0, 0, 0.25, 0, 0.25, 0, 0, 0, -0.25, 0, 0, 0], "f4")  # sums of such weights are exact
CARD = np.array([1, 0.5, 0.125, 0.125, 0.25, 0.25, 0.25, 0.5], "f4")


def games(agents, n=20):
    """Return the results of n games of the first of two agents against the second."""
    specs = new_records(GAME_SPEC, n)
    specs["draft"], specs["seed"], specs["second"] = range(n), range(100, 100 + n), 1
    return play_games(specs, entrants(agents, BOOK), BOOK)


def outcome(agents, n=20):
    """Return the outcomes of these games without thinking times."""
    results = games(agents, n)
    return [results[column].tolist() for column in ("winner", "turns", "hp")]


class Face:
    """Attacks the enemy player if possible."""

    name = "face"

    def draft(self, view):
        return int(np.argmax([view.card(card).attack for card in view.offer]))

    def act(self, view):
        return max(view.actions, key=lambda action: view.text(action).endswith(" -1"))


class Watcher(Face):
    """Records what it sees."""

    def __init__(self):
        self.offers, self.seen = [], []

    def draft(self, view):
        self.offers.append((view.offer, view.deck))
        return 1

    def act(self, view):
        self.seen.append(view)
        return 0


def test_a_view_has_what_a_player_sees_and_nothing_else():
    watcher = Watcher()
    games([watcher, Random()], 1)
    picks = [offer[1] for offer, _ in watcher.offers]
    assert [deck for _, deck in watcher.offers] == [sorted(picks[:i]) for i in range(30)]
    for view in watcher.seen:
        assert sorted(view.hand + view.deck) == sorted(picks)  # it has played nothing
        assert not view.enemy.deck[view.enemy.drawn :].any() and view.game.rng == 0
        assert not view.enemy.deck[view.enemy.hand[: view.enemy.hand_size]].any()
    played = watcher.seen[-1].enemy_board[0]
    assert watcher.seen[-1].enemy.deck[played.place] > 0


def test_a_solo_agent_sees_what_it_has_drafted_and_looks_ahead_within_the_turn():
    watcher = Watcher()
    SoloAgent(watcher, BOOK).act(position(side([3], [3]), side(hp=9)))
    (view,) = watcher.seen
    after = {view.text(action): view.after(action) for action in view.actions[1:]}
    assert after["ATTACK 3 -1"].enemy.hp == 7 and len(after["SUMMON 1 1"].board) == 2
    assert view.enemy.hp == 9 and list(view.features) == [12, 10, 30, 12, 1, 25, 12, 10, 9, 12, 1, 25]
    with pytest.raises(ValueError, match="ends the turn"):
        view.after(0)
    solo = SoloAgent(watcher, BOOK)
    for offer in ([1, 2, 3], [4, 5, 6], [7, 8, 9]):
        solo.draft(offer)
    assert watcher.offers == [([1, 2, 3], []), ([4, 5, 6], [2]), ([7, 8, 9], [2, 5])]


@njit(cache=True)
def draft_numbered(game, book, agent, scratch):
    return np.int64(agent.numbers[0])


@njit(cache=True)
def act_numbered(game, book, agent, scratch):
    return np.int64(agent.numbers[1])


@dataclass(frozen=True)
class Numbered(Agent):
    """Always gives the same answer."""

    pick: int = 0
    action: int = 0

    drafts, acts = draft_numbered, act_numbered

    def write(self, row, book):
        row.numbers[:2] = self.pick, self.action


def last(view):
    return view.actions[-1]


class Last:
    draft = act = staticmethod(last)


class Idle(Watcher):
    def draft(self, view):
        return 2


@pytest.mark.parametrize("one, same", [(Numbered(2), Idle()), (last, Last())], ids=["compiled", "a function"])
def test_an_agent_from_outside_plays_as_the_same_in_plain_python(one, same):
    assert outcome([one, WeakOp()]) == outcome([same, WeakOp()])


def test_agents_play_the_same_in_another_process():
    """Addresses are valid in one process only, so the agents themselves are sent."""
    table = entrants([Numbered(2), Beam(2), Greedy(Linear([*STATE, *CARD]))], BOOK)
    sent = pickle.dumps(table)
    assert len(sent) < table.rows.nbytes / 10 and (pickle.loads(sent).rows == table.rows).all()


WHERE = "in the game with draft 0 and seed 100, where "


class Wrong(Face):
    """Gives the answers that it was constructed with."""

    def __init__(self, pick=0, action=0):
        self.name, self.pick, self.action = "wrong", pick, action

    def draft(self, view):
        return self.pick

    def act(self, view):
        return self.action


@pytest.mark.parametrize(
    "agent, message",
    [
        (Wrong(3), f"wrong picks 3 {WHERE}a pick must be 0, 1 or 2."),
        (Wrong(None), f"wrong picks None {WHERE}a pick must be 0, 1 or 2."),
        (Wrong(0, 9999), f"wrong takes action 9999 {WHERE}the legal ones are 0"),
        (Wrong(0, "PASS"), f"wrong takes action 'PASS' {WHERE}the legal ones are 0"),
        (Numbered(-1, name="mine"), f"mine picks -1 {WHERE}a pick must be 0, 1 or 2."),
        (Numbered(0, 200, name="mine"), f"mine takes action 200 {WHERE}the legal ones are 0"),
    ],
)
def test_an_answer_against_the_rules_is_reported_in_one_sentence(agent, message):
    with pytest.raises(ValueError) as refused:
        games([agent, WeakOp()])
    assert str(refused.value).startswith(message)
    with pytest.raises(ValueError, match="in a game with seed 7, where"):
        solo = SoloAgent(agent, BOOK, 7)
        solo.draft([1, 2, 3])
        solo.act(position(side([3]), side()))


def test_an_agents_exception_names_the_agent_and_the_game_and_what_is_none_is_refused():
    class Broken(Face):
        def act(self, view):
            return [][0]

    with pytest.raises(IndexError) as raised:
        games([Random(), Broken()])
    assert raised.value.__notes__ == ["This was raised by face in the game with draft 0 and seed 100."]
    assert len(games([Face(), Random()], 2)) == 2  # and the next game is unaffected
    with pytest.raises(ValueError, match="A LoCM agent must be an Agent with drafts and acts, an object"):
        entrants([WeakOp(), "weak_op"], BOOK)


class Plain:
    """A genome with worths in plain Python, of Linear's size."""

    def card_values(self, features):
        return features @ CARD

    def state_value(self, features):
        return features @ STATE.astype("f8")


class Weighted(Plain):
    state_weights = STATE


@njit(cache=True)
def worth_of_state(features):
    total = 0.0
    for i in range(12):
        total += STATE[i] * features[i]
    return total


class Compiled(Plain):
    state_function = worth_of_state


@pytest.mark.parametrize("genome", [Plain(), Weighted(), Compiled()])
def test_a_genome_from_outside_plays_as_the_linear_one_that_it_is(genome):
    linear = Linear([*STATE, *CARD])
    assert outcome([Greedy(genome), Baseline2()]) == outcome([Greedy(linear), Baseline2()])
    if isinstance(genome, (Weighted, Compiled)):
        for search in (Beam(2, genome=genome), MCTS(20, genome=genome)):
            same = type(search)(search.effort, genome=linear)
            assert outcome([search, Baseline2()], 5) == outcome([same, Baseline2()], 5)


def test_an_invalid_genome_is_refused():
    with pytest.raises(ValueError, match="A searching agent needs a genome with state_weights"):
        Beam(2, genome=Plain())
    with pytest.raises(ValueError, match="genome needs card_values and state_value; .* has no card_values."):
        Greedy([1, 2, 3])
    with pytest.raises(ValueError, match="A Linear genome needs 20 weights"):
        Linear([1, 2, 3])

    class Flat(Plain):
        def card_values(self, features):
            return features

    with pytest.raises(ValueError, match=r"must have the shape \(25600,\), not \(25600, 8\)"):
        entrants([Greedy(type("Both", (Flat, Weighted), {})())], BOOK)


def test_objects_in_a_file_are_found_by_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def idle(view):\n    return 0\n\nclass Idle:\n    draft = act = staticmethod(idle)\n")
    for name in ("Idle", "idle"):
        agent = SoloAgent(find_agent(f"{file}:{name}"), BOOK)
        assert agent.draft([3, 2, 1]) == 0 and agent.act(position(side(), side())) == 0
    with pytest.raises(ValueError, match="There is no Busy in "):
        find_agent(f"{file}:Busy")
