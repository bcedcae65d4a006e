"""What opponents think is told in chances, which follow from games that they played."""

import ast

import numpy as np
import pytest

from deckspace.table import chances
from deckspace.table.opponents import opponents
from table_pages import Page


def test_a_fit_finds_how_scores_and_results_hang_together():
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 40, 20_000)
    c = np.median(np.abs(scores))
    won = rng.random(20_000) < 1 / (1 + np.exp(-(0.5 + 1.5 * np.arcsinh(scores / c))))
    assert chances.fitted(scores, won) == pytest.approx((0.5, 1.5, c), abs=0.1)
    with_sure = chances.fitted(np.append(scores, 2e9), np.append(won, True))
    assert with_sure == chances.fitted(scores, won)


@pytest.mark.parametrize(
    "against, kept", [((), chances.FITS), (("itself",), chances.EVEN)], ids=["", "itself"]
)
def test_a_few_games_of_the_command_fit_much_the_same_line_that_is_kept(against, kept, capsys):
    chances.main("beam Control", 12, *against)
    line = capsys.readouterr().out
    [(name, found)] = ast.literal_eval(f"{{{line}}}").items()
    assert name == "beam Control" and "# 12 games, " in line
    a, b, c = np.divide(found, kept[name])
    assert a > 0 and 0.5 < b < 2 and 0.5 < c < 2  # the signs are the same


def test_chances_rise_with_the_score_and_are_certain_only_at_the_end():
    told = chances.as_chances(
        "beam Control", [("lost", -2e9), ("behind", -50), ("ahead", 50), ("won", 2e9), ("n", None)]
    )
    assert [text for text, _ in told] == ["lost", "behind", "ahead", "won", "n"]
    shares = [share for _, share in told[:4]]
    assert shares == sorted(shares) and shares[0] == 0 and shares[3] == 1 and 0 < shares[1] < shares[2] < 1
    assert told[4][1] is None
    assert chances.as_chances("beam Control (peeking)", [("", 50)]) == chances.as_chances(
        "beam Control", [("", 50)]
    )


def test_what_mcts_says_is_told_as_it_is_and_its_rounds_are_explained():
    says = [["1488 rounds; win probability", 0.5]]
    assert chances.as_chances("MCTS", says) == says
    assert chances.meaning("MCTS").startswith("In a round it tries a few actions in a row.")


def test_the_score_of_a_plan_is_told_once():
    steps = [(f"step {n} of a plan of 12: end the turn", 50) for n in (1, 2, 10)]
    first, *later = chances.as_chances("beam Control", steps)
    assert first[0] == steps[0][0] and first[1] > 0
    assert later == [[f"step {n} of 12 of the same plan: end the turn", None] for n in (2, 10)]


def test_a_plan_is_told_as_the_user_sees_it_with_the_meaning_of_its_chance():
    page = Page()
    page.begin(opponent="beam Control")
    page.session.handle({"type": "thoughts", "on": True})
    for _ in range(4):
        page.ask("act", action=31, step=page.heard[-1]["step"])
    told = [message for message in page.heard if message.get("thoughts")]
    assert all("its chance to win" in message["per_cent"] for message in told)
    texts = [message["thoughts"][0][0] for message in told]
    assert any("attacks your hero" in text for text in texts) and "enemy hero" not in "".join(texts)
    assert any(text.startswith("step 2 of ") and "of the same plan: " in text for text in texts)
    scored = [message["thoughts"][0][1] is not None for message in told]
    assert scored == [text.startswith("step 1 of a plan") for text in texts]


@pytest.mark.parametrize(
    "name, words",
    [("MCTS (peeking)", "share of its rounds"), ("learnt player", "how likely"), ("EVA", "such a score")],
)
def test_each_kind_of_per_cent_is_explained(name, words):
    assert words in chances.meaning(name) and "chance to win" in chances.meaning(name)
    assert chances.meaning("random") is None


RATED = [name for name, one in opponents().items() if one.only is None and "peeking" not in name]


@pytest.mark.parametrize("name", RATED)
def test_no_opponent_shows_raw_sums(name):
    page = Page()
    page.begin(opponent=name)
    page.session.handle({"type": "thoughts", "on": True})
    for _ in range(4):
        page.ask("act", action=31, step=page.heard[-1]["step"])
    told = [each for message in page.heard for each in message.get("thoughts") or []]
    assert told and all(share is None or 0 <= share <= 1 for _, share in told)
