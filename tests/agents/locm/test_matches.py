"""Round robins, one agent against a field, and the walkthrough in CONTRIBUTING.md that writes an agent."""

import os
import re
import subprocess
import sys

import numpy as np

from deckspace.agents.locm import matches
from deckspace.locm import Baseline1, Baseline2, Random, WeakOp, evaluate, play
from study import HOME


def test_two_agents_share_the_games_whoever_is_first_in_the_list():
    agents = [WeakOp(), Baseline1(), Random(), Random()]
    table = play(agents, drafts=15, games=2)
    assert list(table.agent.unique()) == ["weak_op", "baseline1", "random #1", "random #2"]
    assert len(table) == 12
    assert (table.games == 60).all() and (table.low < table.score).all() and (table.score < table.high).all()
    wins = table.set_index(["agent", "opponent"]).wins
    assert all(wins[one, two] + wins[two, one] == 60 for one, two in wins.index)
    back = play(agents[:3][::-1], drafts=15, games=2).set_index(["agent", "opponent"]).wins
    assert back["weak_op", "baseline1"] == wins["weak_op", "baseline1"]


def test_a_score_follows_from_the_seed():
    field = [Baseline1(), Baseline2()]
    scores = [evaluate(WeakOp(), field, 30, seed=s, threads=t) for s, t in ((1, 1), (1, 2), (2, 2))]
    assert scores[0] == scores[1] != scores[2] and scores[0].games == 120
    parts = [evaluate(WeakOp(), [each], 30, seed=1).wins for each in field]
    assert sum(parts) == scores[0].wins


def test_every_draft_is_played_on_both_seats():
    rows = matches.specs(0, 1, drafts=4, games=3, seed=1)
    assert len(rows) == 24 and len(np.unique(rows["draft"])) == 4 and len(np.unique(rows["seed"])) == 12
    for draft in np.unique(rows["draft"]):
        assert sorted(rows["first"][rows["draft"] == draft]) == [0] * 3 + [1] * 3


def walk():
    text = (HOME / "CONTRIBUTING.md").read_text()
    section = text.partition("## An agent of Legends of Code and Magic\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^ *```(\w+)\n(.*?)^ *```", section, re.DOTALL | re.MULTILINE)
    return [(language, "\n".join(line[3:] for line in code.split("\n"))) for language, code in blocks]


def test_the_walkthrough_does_what_it_says(tmp_path):
    """Run all its Python in one file outside the checkout: the output ends as the walkthrough shows."""
    blocks = walk()
    files = [code for language, code in blocks if language == "python"]
    shown = [code for language, code in blocks if language == "text"]
    assert len(files) == 3 and len(shown) == 1
    (tmp_path / "mine.py").write_text("\n\n".join(files))
    done = subprocess.run(
        [sys.executable, "mine.py"], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(HOME / "lib")},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == shown[0].split()
    assert not subprocess.run([sys.executable, "-c", "import mine"], cwd=tmp_path, capture_output=True).stdout
