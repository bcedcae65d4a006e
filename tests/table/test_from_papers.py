"""Replays of the papers' experiments are games that were played there, and the viewer opens them."""

import pytest

from lib import HOME
from lib.engine.hearthstone import replay
from lib.table import from_papers, viewer
from lib.table.keeping import Broken


@pytest.mark.parametrize("row", from_papers.listed(), ids=lambda row: row["name"])
def test_each_is_played_again_to_the_end_and_its_notebook_is_there(row):
    kept, _ = from_papers.opened(row["name"])
    assert replay.play_again(kept).over and kept.state
    assert (HOME / "notebooks" / f"{row['notebook']}.ipynb").exists()
    seen = viewer.from_paper(row["name"])
    assert seen.at(seen.steps)["view"]["over"] and seen.at(0)["names"] == (row["first"], row["second"])


def test_the_one_game_is_that_of_its_notebook():
    assert from_papers.opened("one_game")[0] == from_papers.one_game()


def test_what_is_recorded_of_agents_is_what_batches_of_games_do():
    """Action by action, with minds of the table, a game ends as in the compiled loop that experiments run."""
    import numpy as np

    from lib.agents.hearthstone.beam import Beam
    from lib.agents.hearthstone.entrants import Player, entrants
    from lib.agents.hearthstone.games import GAME_SPEC, play_games
    from lib.agents.hearthstone.mcts import Mcts
    from lib.engine.hearthstone.decks import deck
    from lib.engine.hearthstone.encode import card_book

    book, decks = card_book("mesb"), [deck("Elite Aggro Hunter"), deck("Elite Control Warlock")]
    agents = [Beam("aggro", fair=True, mulligan="as meant"), Mcts(positions=100, mulligan="as meant")]
    table = entrants([Player(a, d.hero_class, d.cards) for a, d in zip(agents, decks, strict=True)], book)
    spec = np.array([(seed, 0, 1) for seed in range(1, 6)], GAME_SPEC)
    results = play_games(spec, table, book.record)
    for one, result in zip(spec, results, strict=True):
        _, end = from_papers.recorded(book, list(zip(agents, decks, strict=True)), int(one["seed"]))
        assert (int(end.winner), int(end.turn)) == (result["winner"], result["turns"])


def test_what_is_not_there_gets_a_sentence(tmp_path, monkeypatch):
    with pytest.raises(Broken, match="no game of the papers"):
        from_papers.opened("../one_game")
    monkeypatch.setattr(from_papers, "FOLDER", tmp_path)
    with pytest.raises(Broken, match="cannot be read"):
        from_papers.opened("one_game")
    (tmp_path / "one_game.json").write_text("{")
    with pytest.raises(Broken, match="cannot be read"):
        from_papers.opened("one_game")
    monkeypatch.setattr(from_papers, "LIST", tmp_path / "list.csv")
    assert from_papers.listed() == []
