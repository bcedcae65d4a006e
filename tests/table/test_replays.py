"""Replays of the papers' experiments are games from them, and the viewer opens them."""

import shutil

import pytest

from deckspace.engine.hearthstone import replay
from deckspace.errors import BadInput
from deckspace.table import replays, viewer
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


def test_the_one_game_is_that_of_its_notebook():
    assert replays.opened("one_game")[0] == of_the_study.one_game()


def test_recorded_games_of_agents_are_those_of_batches():
    """Action by action, with players of the table, a game ends as in the compiled loop that experiments run."""
    import numpy as np

    from deckspace.agents.hearthstone.beam import Beam
    from deckspace.agents.hearthstone.entrants import Player, entrants
    from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
    from deckspace.agents.hearthstone.mcts import Mcts
    from deckspace.engine.hearthstone.decks import deck
    from deckspace.engine.hearthstone.encode import card_book

    book, decks = card_book("mesb"), [deck("Elite Aggro Hunter"), deck("Elite Control Warlock")]
    agents = [Beam("aggro", fair=True, mulligan="keep_cheap"), Mcts(positions=100, mulligan="keep_cheap")]
    table = entrants([Player(a, d.hero_class, d.cards) for a, d in zip(agents, decks, strict=True)], book)
    spec = np.array([(seed, 0, 1) for seed in range(1, 6)], GAME_SPEC)
    results = play_games(spec, table, book.record)
    for one, result in zip(spec, results, strict=True):
        _, end = of_the_study.recorded(book, list(zip(agents, decks, strict=True)), int(one["seed"]))
        assert (int(end.winner), int(end.turn)) == (result["winner"], result["turns"])


def test_a_missing_replay_gets_a_sentence(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match="no game of the papers"):
        replays.opened("../one_game")
    shutil.copy(replays.FOLDER / "list.csv", tmp_path)
    monkeypatch.setattr(replays, "FOLDER", tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        replays.opened("one_game")
    (tmp_path / "one_game.json").write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        replays.opened("one_game")
    (tmp_path / "list.csv").unlink()
    assert replays.listed() == []
