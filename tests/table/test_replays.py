"""Replays of the papers' experiments are games from them, and the viewer opens them."""

import shutil

import pytest

from deckspace.agents.hearthstone.games import play_games
from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput
from deckspace.hearthstone import MCTS, Beam
from deckspace.table import replays, viewer
from hearthstone_agents import ELITES, rows, seated
from study import HOME, registered
from study import replays as of_the_study

registered.register()  # the games are listed before any test is set up


@pytest.mark.parametrize("row", replays.listed(), ids=lambda row: row["name"])
def test_each_is_replayed_to_the_end_and_its_notebook_exists(row):
    kept, _ = replays.opened(row["name"])
    assert replay.play_again(kept).over and kept.state
    assert (HOME / "notebooks" / f"{row['notebook']}.ipynb").exists()
    seen = viewer.from_paper(row["name"])
    assert seen.at(seen.steps)["view"]["over"] and seen.at(0)["names"] == (row["first"], row["second"])


def test_recorded_games_of_agents_are_those_of_batches():
    """Action by action, with players of the table, a game ends as in the compiled loop that experiments run."""
    assert replays.opened("one_game")[0] == of_the_study.one_game()
    book, specs = card_book("mesb"), rows(5)
    agents = [Beam("aggro", fair=True, mulligan="keep_cheap"), MCTS(positions=100, mulligan="keep_cheap")]
    results = play_games(specs, seated(book, *agents), book.record)
    for spec, result in zip(specs, results, strict=True):
        _, end = of_the_study.recorded(book, list(zip(agents, ELITES, strict=False)), int(spec["seed"]))
        assert (int(end.winner), int(end.turn)) == (result["winner"], result["turns"])


def test_a_missing_replay_gets_a_sentence(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match="no game of the papers"):
        replays.opened("../one_game")
    shutil.copy(replays.FOLDER / "list.csv", tmp_path)
    monkeypatch.setattr(replays, "FOLDER", tmp_path)
    for spoil in (lambda: None, lambda: (tmp_path / "one_game.json").write_text("{")):
        spoil()
        with pytest.raises(BadInput, match="cannot be read"):
            replays.opened("one_game")
    (tmp_path / "list.csv").unlink()
    assert replays.listed() == []
