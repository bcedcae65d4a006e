"""Deck search as a benchmark: budgets, legal decks from weights, and results by fresh games alone."""

import json
import re
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest

from deckspace import files, qd, recorded
from deckspace.agents import roster
from deckspace.commands import qd as command
from deckspace.commands.own_searches import path_of, remove, save
from deckspace.errors import BadInput
from deckspace.qd import ClassDecks, RogueDecks, Scale
from study import HOME, registered
from study.papers.dsa_me import grids
from study.papers.mesb import experiments, results

SMALL = Scale(decks=20, games=2)


@pytest.fixture(scope="module")
def searched():
    """A domain whose budget is spent."""
    domain = RogueDecks(SMALL, seed=3)
    domain.evaluate(domain.random(30))
    return domain


def test_decks_beyond_the_budget_are_evaluated_but_not_kept(searched):
    assert (searched.left, searched.used, searched.beyond) == (0, 20, 10)
    again = RogueDecks(SMALL, seed=3)
    decks = again.random(30)
    objective, measures = again.evaluate(decks[:20])
    assert objective.shape == (20,) and measures.shape == (20, 2)
    for name, values in again.archive.data().items():  # the same seed gives the same games
        assert np.array_equal(values, searched.archive.data()[name])


def test_fresh_games_alone_decide_the_result(searched):
    result, again = searched.fresh()
    assert result == searched.fresh()[0] and (result.decks, result.games) == (20, 40)
    objective = again.data("objective")
    assert result.qd_score == pytest.approx(((objective + 30) / 60).sum())
    assert result.coverage == pytest.approx(100 * len(objective) / 1600)
    assert not set(objective) == set(searched.archive.data("objective"))
    with pytest.raises(BadInput, match="Nothing has been evaluated"):
        RogueDecks(SMALL).fresh()


@pytest.mark.parametrize("weights", [False, True])
def test_the_seed_decides_which_elites_an_emitter_draws(weights):
    def drawn(seed):
        archive = RogueDecks(SMALL, seed=seed).empty_archive(weights)
        measures = np.random.default_rng(1).uniform(archive.lower_bounds, archive.upper_bounds, (50, 2))
        archive.add(np.zeros((50, archive.solution_dim)), np.zeros(50), measures)
        return archive.sample_elites(20)["index"].tolist()

    assert drawn(3) == drawn(3) != drawn(4)


def test_weights_become_legal_decks_of_the_strongest_cards():
    domain = ClassDecks("aggro hunter", SMALL)
    decks = domain.decode(np.random.default_rng(1).normal(size=(500, domain.dim)))
    assert np.array_equal(domain.decks(decks), decks)  # it would refuse illegal ones
    weights, favoured = np.zeros((1, domain.dim)), np.flatnonzero(domain.cards.limits == 2)[:15]
    weights[0, favoured] = 1
    assert np.array_equal(domain.decode(weights)[0], np.repeat(domain.cards.numbers[favoured], 2))


@pytest.mark.parametrize(
    "solutions, message",
    [
        (np.zeros((2, 5)), r"shape \(n, 172\), one for each card, not \(2, 5\)"),
        (np.full((1, 172), np.nan), "must be finite"),
        (np.full((1, 172), np.nan), "one of them is nan"),
        (np.zeros((1, 30)), "decks must be whole numbers"),
        (np.zeros((1, 29), int), r"shape \(n, 30\)"),
        (np.zeros((1, 30), int), "There is no card number 0"),
        (np.ones((1, 30), int), "it may have 2"),
        (np.full((1, 30), 99_999), "There is no card number 99999"),
        ([["Fireball"] * 30], "Decks are numbers of cards, not 'Fireball': .*deck_numbers"),
        ([[None] * 30], "Decks are numbers of cards, not None"),
        ([[1], [1, 2]], "must all have the same length"),
    ],
)
def test_wrong_solutions_are_refused_before_any_game(solutions, message):
    domain = ClassDecks("aggro hunter", SMALL)
    with pytest.raises(BadInput, match=message):
        domain.evaluate(solutions)
    assert domain.used == 0


def test_no_decks_have_the_shape_of_decks_and_a_single_one_is_no_list_of_decks(searched):
    none = searched.mutated(searched.random(0))
    assert none.shape == searched.random(0).shape == (0, 30) and none.dtype == searched.random(1).dtype
    with pytest.raises(BadInput, match=r"a row for each, not \(30,\)"):
        searched.mutated(searched.random(1)[0])


@pytest.mark.parametrize("n", [7.5, -1])
def test_only_a_whole_number_of_decks_is_drawn(searched, n):
    with pytest.raises(BadInput, match=f"a whole number of at least 0, not {n}"):
        searched.random(n)


@pytest.mark.parametrize("card", [30_000, "Cold Blood"])
def test_decks_that_are_not_legal_are_not_mutated(searched, card):
    number = searched.book.number(card) if isinstance(card, str) else card
    with pytest.raises(BadInput, match="no card number 30000|30 of 'Cold Blood': it may have 2"):
        searched.mutated(np.full((1, 30), number))


def test_a_domain_needs_no_docstring():
    class Mine(RogueDecks):
        pass

    assert Mine.__doc__ is None
    code = "from deckspace import qd; print(qd.RogueDecks.name)"
    done = subprocess.run([sys.executable, "-OO", "-c", code], env=files.environment(), capture_output=True)
    assert done.stdout.strip() == b"rogue", done.stderr


class Searcher:
    def search(self, domain):
        domain.evaluate(domain.random(2))

    __call__ = search


@pytest.mark.parametrize(
    "search, name",
    [
        (Searcher().search, "search"),
        (Searcher(), "Searcher"),
        (partial(Searcher.search, Searcher()), "partial"),
    ],
)
def test_a_search_without_a_name_of_its_own_has_that_of_its_kind(search, name):
    assert qd.searched(search, "rogue", Scale(2, 1), 1)[0].search.tolist() == [name]


@pytest.mark.parametrize("domain", [RogueDecks, ClassDecks])
def test_help_on_a_domain_lists_what_a_search_finds_there(domain):
    for name in ("archive", "left", "dim", "cards", "book", "rng, seed", "agent", "client", "progress"):
        assert f"\n    {name}  " in domain.__doc__ or f"\n{name}  " in domain.__doc__, name


def test_names_and_numbers_are_checked():
    with pytest.raises(BadInput, match="no domain 'rouge': choose one of rogue, aggro hunter"):
        qd.searched(None, "rouge", "smoke", 1)
    with pytest.raises(BadInput, match="A seed must be a whole number of at least 0, not 'one'"):
        RogueDecks("smoke", seed="one")
    with pytest.raises(BadInput, match="whole numbers of decks and games, both at least 1"):
        RogueDecks(Scale(0, 6))
    with pytest.raises(BadInput, match="no scale 'huge': choose one of smoke, laptop, paper"):
        RogueDecks("huge")
    with pytest.raises(BadInput, match="no archetype 'aggro mage': choose one of aggro hunter"):
        ClassDecks("aggro mage")


def test_the_player_is_the_one_that_was_trained():
    trained = json.loads((HOME / "data/agents/dsa_me_strategy.json").read_text())["weights"]
    assert qd.rogue_player().weights == tuple(trained)


def test_the_domains_are_those_of_the_papers_notebooks():
    assert (RogueDecks.measures, RogueDecks.ranges, RogueDecks.dims) == (
        grids.MEASURES,
        grids.RANGES,
        grids.DIMS,
    )
    assert (ClassDecks.measures, ClassDecks.ranges) == (experiments.MEASURES, results.GRID)
    assert ClassDecks.dims == (results.SIDE, results.SIDE) and qd.ARCHETYPES == experiments.ARCHETYPES


def test_searches_are_ranked_by_their_means():
    rows = [
        ("one", 1, 10.0, 1.0, 2.0, 20, 40),
        ("one", 2, 12.0, 1.0, 2.0, 20, 40),
        ("other", 1, 30.0, 1.0, 2.0, 20, 40),
    ]
    table = qd.ranking(pd.DataFrame(rows, columns=qd.COLUMNS))
    assert list(table.index) == ["other", "one"] and table.loc["one", "qd_score"].startswith("11.0 [")


def test_intervals_end_where_no_search_can_be():
    rows = [("one", 1, 1.0, 0.5, -1.7, 20, 40), ("one", 2, 9.0, 5.5, 15.5, 20, 40)]
    row = qd.ranking(pd.DataFrame(rows, columns=qd.COLUMNS)).loc["one"]
    assert (row.qd_score, row.coverage, row.best) == (
        "5.0 [0.0, 55.8]",
        "3.0 [0.0, 34.8]",
        "6.9 [-30.0, 30.0]",
    )


def test_the_place_of_a_search_is_between_its_neighbours(monkeypatch):
    monkeypatch.setattr("deckspace.recorded._labels", [lambda: {"map_elites": "MAP-Elites"}])
    rows = [(name, 1, score, 1.0, 1.0, 20, 40) for name, score in (("map_elites", 9), ("mine", 8), ("b", 7))]
    ranking = qd.ranking(pd.DataFrame(rows, columns=qd.COLUMNS))
    said = "mine is number 2 of 3 with a QD-score of 8.0, below MAP-Elites (9.0) and above b (7.0)."
    assert command.place(ranking, "mine") == said
    assert command.place(ranking.loc[["mine"]], "mine") == "mine is number 1 of 1 with a QD-score of 8.0."


def test_a_place_that_may_be_luck_is_said_to_be(monkeypatch):
    monkeypatch.setattr("deckspace.recorded._labels", [])
    scores = {"mine": (8, 10), "near": (7, 10), "far": (99, 100), "single": (5,)}
    rows = [(name, 1, score, 1.0, 1.0, 20, 40) for name, some in scores.items() for score in some]
    rows = pd.DataFrame(rows, columns=qd.COLUMNS)
    said = command.doubt(rows, "mine")
    assert said.startswith(
        " By 95 % intervals of the differences it is not to be told apart from near. To tell it from near"
    )
    assert said.endswith("each would need about 209 trials.")  # 1 + 8 * (2 + 4.5) / 0.5**2
    assert command.doubt(rows, "far") == ""
    assert "A single trial has no interval" in command.doubt(rows, "single")


def test_the_score_is_defined_in_every_help():
    score = "sum over the filled cells of (objective + 30) / 60"
    shown = " ".join(command.parser_of_qd().format_help().split())
    assert score in shown and score in RogueDecks.__doc__ and "in Python tries a search in seconds" in shown


def test_a_search_of_your_own_enters_the_ranking(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    monkeypatch.setitem(qd.SCALES, "smoke", SMALL)
    mine = tmp_path / "mine.py"
    mine.write_text("def search(domain):\n    domain.evaluate(domain.random(domain.left))\n")
    arguments = ["--scale", "smoke", "--trials", "1"]
    for _ in range(2):  # the second time it takes the place of the first
        assert command.main(["add", str(mine), *arguments]) == 0
    assert command.main(arguments) == 0
    shown = capsys.readouterr().out
    assert shown.count("\n> mine ") == 2 and shown.count("\nmine  ") == 1
    assert "filled cells (%)" in shown and "`deckspace qd remove mine --scale smoke` removes them" in shown
    some = "    if domain.seed == 2:\n        raise ValueError('I give up.')\n"
    mine.write_text(f"def search(domain):\n{some}    domain.evaluate(domain.random(5))\n")
    assert command.main(["add", str(mine), *arguments[:2]]) == 2
    assert (
        "I give up. Trial 2 of mine has failed; those before it are kept until the file changes."
        in capsys.readouterr().err
    )
    mine.write_text("def search(domain):\n    domain.evaluate(domain.random(5))\n")
    assert command.main(["add", str(mine), *arguments]) == 0
    assert "It evaluated only 5 of 20 decks." in capsys.readouterr().out
    assert command.own(command.parsed(arguments)).decks.tolist() == [5]
    mine.write_text("")
    assert command.main(["add", str(mine), *arguments]) == 2
    assert "defines no function `search(domain)`" in capsys.readouterr().err
    assert command.main(["add", "nowhere.py", *arguments]) == 2


def test_any_callable_of_a_file_is_a_search_and_the_way_to_remove_it_names_its_domain(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    monkeypatch.setitem(qd.SCALES, "smoke", SMALL)
    mine = tmp_path / "my search.py"
    mine.write_text(
        "class Searcher:\n    def run(self, domain):\n        domain.evaluate(domain.random(5))\n\n"
        "search = Searcher().run\n"
    )
    where = ["--domain", "aggro hunter", "--scale", "smoke"]
    assert command.main(["add", str(mine), *where, "--trials", "1"]) == 0
    way = '`deckspace qd remove "my search" --domain "aggro hunter" --scale smoke` removes them'
    assert way in capsys.readouterr().out
    assert command.main(["remove", "my search", *where]) == 0


@pytest.mark.parametrize("name", ["2", "null"])
def test_a_search_may_have_a_name_that_looks_like_a_number_or_like_a_missing_one(name, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    options = command.parsed(["--scale", "smoke"])
    rows = pd.DataFrame([(name, 1, 9.0, np.nan, 1.0, 300, 1800)], columns=qd.COLUMNS)
    path_of(options).parent.mkdir()
    for _ in range(2):
        save(options, rows)
    pd.testing.assert_frame_equal(command.own(options), rows, check_dtype=False)
    assert remove(options, name) and command.own(options).empty


def test_a_search_is_announced_before_it_begins_and_shows_the_time_left(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    monkeypatch.setitem(qd.SCALES, "smoke", SMALL)
    (tmp_path / "mine.py").write_text("def search(domain):\n    domain.evaluate(domain.random(25))\n")
    assert command.main(["add", str(tmp_path / "mine.py"), "--scale", "smoke", "--trials", "2"]) == 0
    said, bar = capsys.readouterr()
    begin = "mine searches for rogue decks at the scale smoke: 2 trials of 20 decks, 2 games each.\n"
    assert said.startswith(f"{begin}The games take less than a minute")
    assert "Trial 2: 5 decks beyond the budget were played, but do not count." in said
    assert "The QD-score is the sum over" in said and "A single trial" not in said
    assert "40 of 40 decks, less than a minute left" in bar


def test_a_stopped_search_is_not_ranked_and_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    ran, stops = [], [2]

    def searched(search, domain, scale, trial, progress=None):
        ran.append(trial)
        if trial in stops and progress:
            raise KeyboardInterrupt
        return pd.DataFrame([(search.__name__, trial, 9.0, 1.0, 1.0, 300, 1800)], columns=qd.COLUMNS), None

    monkeypatch.setattr(qd, "searched", searched)
    (tmp_path / "mine.py").write_text("def search(domain):\n    pass\n")
    arguments = ["--scale", "smoke"]
    assert command.main(["add", str(tmp_path / "mine.py"), *arguments]) == 130
    assert "stopped; what has been finished is kept, and the same command does" in capsys.readouterr().err
    assert command.own(command.parsed(arguments)).empty
    stops.clear(), ran.clear()
    assert command.main(["add", str(tmp_path / "mine.py"), *arguments]) == 0
    assert "1 of 3 trials are there" in capsys.readouterr().out and ran[1:] == [
        2,
        3,
    ]  # the first one compiles
    assert command.own(command.parsed(arguments)).trial.tolist() == [1, 2, 3]
    assert command.main(["add", str(tmp_path / "mine.py"), *arguments]) == 0 and ran[4:] == [1, 2, 3]
    assert command.main(["remove", "mine", *arguments]) == 0
    assert command.own(command.parsed(arguments)).empty
    assert command.main(["remove", "mine", *arguments]) == 2
    assert "There is no search 'mine' of yours" in capsys.readouterr().err


def test_a_search_is_removed_where_a_module_has_results_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setenv(roster.WITH, "")
    monkeypatch.setattr(roster, "_taken", [])
    monkeypatch.setattr(sys, "path", list(sys.path))
    kept = tmp_path / "qd" / "rogue-smoke.csv"
    kept.parent.mkdir()
    pd.DataFrame([("mine", 1, 9.0, 1.0, 1.0, 300, 1800)], columns=qd.COLUMNS).to_csv(kept, index=False)
    module = tmp_path / "moves_home.py"
    module.write_text(f"import os\ndef register():\n    os.environ['DECKSPACE_HOME'] = {str(tmp_path)!r}\n")
    arguments = ["--scale", "smoke", "--with", str(module)]
    assert command.main(["remove", "mine", *arguments]) == 0 and pd.read_csv(kept).empty
    assert command.main(["remove", "mine", *arguments]) == 2
    assert (
        "no search 'mine' of yours for rogue decks at the scale smoke; you have none"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("name", ["map_elites", "MAP-Elites"])
def test_a_search_may_not_have_the_name_of_a_recorded_one(name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "home", lambda: tmp_path)
    row = ("map_elites", 1, 9.0, 1.0, 1.0, 300, 1800)
    monkeypatch.setattr(recorded, "sources", [lambda *_: pd.DataFrame([row], columns=qd.COLUMNS)])
    monkeypatch.setattr(recorded, "_labels", [lambda: {"map_elites": "MAP-Elites"}])
    mine = tmp_path / f"{name}.py"
    mine.write_text("def search(domain):\n    assert not 'searched'\n")
    assert command.main(["add", str(mine), "--scale", "smoke"]) == 2
    assert f"'{name}' is the name of a recorded search: rename your file" in capsys.readouterr().err
    assert not (tmp_path / "qd").exists()


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A search, in a file, which leaves no place for results in the folder of a user."""
    monkeypatch.setattr(files, "home", lambda: tmp_path / "home")
    monkeypatch.setitem(qd.SCALES, "smoke", SMALL)
    file = tmp_path / "mine.py"
    blocks = "    folder = Path(__file__).parent / 'home' / 'qd'\n    folder.rmdir()\n    folder.touch()\n"
    search = "    domain.evaluate(domain.random(5))\n"
    file.write_text(f"from pathlib import Path\ndef search(domain):\n{search}{blocks}")
    return file


def test_a_place_that_takes_no_results_is_told_before_the_search(mine, tmp_path):
    (tmp_path / "home").touch()
    mine.write_text("def search(domain):\n    assert not 'searched'\n")
    with pytest.raises(NotADirectoryError, match="home/qd'"):
        command.main(["add", str(mine), "--scale", "smoke"])


def test_results_that_cannot_be_saved_in_their_place_are_saved_elsewhere(mine):
    with pytest.raises(OSError, match="kept in (.*): move this file to .*home/qd when") as told:
        command.main(["add", str(mine), "--scale", "smoke"])
    (saved,) = re.findall("kept in (.*csv):", str(told.value))
    assert pd.read_csv(saved).search.tolist() == ["mine"]


def test_the_ranking_has_the_recorded_searches_of_both_papers():
    written = pd.read_csv(HOME / "data/tables/qd/laptop/ranking.csv", index_col="search")
    ranking = qd.ranking(registered.searches("rogue", "laptop"))
    pd.testing.assert_frame_equal(ranking.astype(str), written.astype(str), check_names=False)
    found = registered.searches("aggro hunter", "smoke")
    assert {"validation", "fixed_grid", "uniform"} <= set(found.search) and found.notna().all().all()
