"""Verdicts follow from written rules; the README shows what the table says."""

import pandas as pd
import pytest

from lib import HOME
from lib.pipeline.scorecard import (
    CARD_COLUMNS,
    COLUMNS,
    VERDICTS,
    by_verdict,
    claims_table,
    complete,
    main,
    merge,
    ordered,
    read_card,
    read_claims,
    verdict,
    with_scores,
)

CLAIMS = """id,section,claim,published,rule
linear,Table 1,Linear beats Tree,61.2,interval 50
tree,Table 1,Tree beats BinaryTree,50.1,margin 3 50
gain,Figure 2,Linear gains,26,direction 0
rank,Figure 4,ranking,Linear > Tree > BinaryTree,order
"""

README = """top
<!-- score of locm -->
old
<!-- end of score of locm -->
middle
<!-- costs -->
old
<!-- end of costs -->
bottom
"""


@pytest.mark.parametrize(
    "rule, published, ours, low, high, expected",
    [
        ("interval 50", "61.2", 60, 58, 62, "reproduced"),
        ("interval 50", "61.2", 56, 54, 58, "same direction"),
        ("interval 50", "61.2", 52, 49, 55, "not reproduced"),
        ("interval 50", "61.2", 55, 48, 62, "same direction"),  # too wide to prove anything
        ("interval 50", "61.2", 49, 36, 62, "not reproduced"),
        ("margin 4 50", "52", 49, 46, 52, "reproduced"),  # no effect, then and now
        ("interval 50", "38", 42, 41, 43, "same direction"),
        ("interval 50", "50", 42, 41, 43, "not reproduced"),
        ("interval 50", "61.2", None, None, None, "not yet run"),
        ("margin 4 50", "61.2", 56, 54, 58, "reproduced"),
        ("direction 0", "26", 9, 5, 13, "reproduced"),
        ("direction 0", "26", 3, -2, 8, "same direction"),
        ("direction 0", "26", -3, -8, 2, "not reproduced"),
        ("direction 0", "-1", -3, -8, -2, "reproduced"),
        ("order", "A > B > C", "A > B > C", None, None, "reproduced"),
        ("order", "A > B > C", "A > C > B", None, None, "same direction"),
        ("order", "A > B > C", "C > B > A", None, None, "not reproduced"),
        ("order", "A > B", "A > B", 0.5, 2, "reproduced"),
        ("order", "A > B", "A > B", -0.5, 2, "same direction"),
        ("same", "yes", "yes", None, None, "reproduced"),
        ("same", "yes", "no", None, None, "not reproduced"),
        ("least 99.5", "100", "99.50", None, None, "reproduced"),
        ("least 99.5", "100", "99.49", None, None, "not reproduced"),
        ("most 25", "25", "25", None, None, "reproduced"),
        ("most 25", "25", "25.01", None, None, "not reproduced"),
        ("within 0.5", "0", -0.4, None, None, "reproduced"),
        ("within 0.5", "0", 0.6, None, None, "not reproduced"),
    ],
)
def test_rules(rule, published, ours, low, high, expected):
    assert verdict(rule, published, ours, low, high) == expected


def test_a_ranking_follows_the_sign_and_keeps_the_interval_of_the_difference():
    assert ordered("one", "other", (-1.0, -2.0, 0.5, 6)) == ("other > one", -2.0, 0.5, 6)
    assert ordered("one", "other", pd.Series([1.0, 0.5, 2.0, 6])) == ("one > other", 0.5, 2.0, 6)


def test_claims_without_the_interval_that_they_need_stay_open():
    open_ = {"number": (1, float("nan"), float("nan"), 1), "order": ("a > b", float("nan"), float("nan"), 1)}
    judged = {"interval": (1, 0, 2, 3), "word": ("a", None, None, 1)}
    assert complete(open_ | judged) == judged


def test_mistakes_in_a_rule_are_said():
    with pytest.raises(ValueError, match="no rule 'feeling': choose one of interval"):
        verdict("feeling", "1", 1, 0, 2)
    with pytest.raises(ValueError, match="needs a confidence interval"):
        verdict("interval 50", "1", 1, None, None)


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "data" / "papers" / "locm"
    folder.mkdir(parents=True)
    (folder / "claims.csv").write_text(CLAIMS)
    (tmp_path / "README.md").write_text(README)
    return tmp_path


def measure(home, scale, measured):
    folder = home / "data" / "tables" / "locm" / scale
    folder.mkdir(parents=True)
    claims_table("locm", scale, measured, home / "data" / "papers").to_csv(folder / "claims.csv", index=False)


def test_every_claim_has_a_row_from_the_largest_scale_that_was_run(home):
    measure(home, "smoke", {"rank": ("Linear > Tree > BinaryTree", None, None, 2)})
    measure(home, "laptop", {"linear": (60, 58, 62, 900), "gain": (20, 9, 31, 5)})
    measure(home, "paper", {"linear": (55, 54, 56, 9000)})
    card = merge(home).set_index("claim")
    assert list(merge(home).columns) == CARD_COLUMNS
    assert card.verdict.to_dict() == {
        "Linear beats Tree": "same direction",
        "Tree beats BinaryTree": "not yet run",
        "Linear gains": "reproduced",
        "ranking": "not yet run",
    }
    assert card.scale["Linear beats Tree"] == "paper" and card.scale["Linear gains"] == "laptop"


def test_the_readme_changes_only_between_its_markers(home):
    measure(home, "laptop", {"linear": (60, 58.123456, 62, 900)})
    for _ in range(2):
        main(home)
    assert (home / "README.md").read_text() == README.replace(
        "locm -->\nold", "locm -->\n**4 claims:** 1 reproduced, 3 not yet run."
    ).replace(
        "old", "| paper | scale | runs | million games | minutes of one processor |\n|---|---|--:|--:|--:|"
    )


def test_every_claim_is_shown_by_its_verdict_with_a_link_and_its_interval():
    row = dict.fromkeys(CARD_COLUMNS) | {
        "id": "one",
        "paper": "locm",
        "claim": "a|b",
        "verdict": "reproduced",
    }
    row |= {"ours": "3", "ci_low": "2", "ci_high": "4", "notebook": "12.ipynb", "heading": "So what"}
    text = by_verdict(pd.DataFrame([row | {"scale": "laptop"}]), "locm", "..")
    assert "### reproduced: 1 of 1" in text and "not reproduced" not in text
    assert "| [`one`](../laptop/12.ipynb#So-what) |  | a\\|b |  | 3 [2, 4] |  | laptop |" in text


def test_what_a_notebook_wrote_is_read_with_the_ids_that_it_left_out(home, tmp_path):
    rows = claims_table("locm", "laptop", {"gain": (20, 9, 31, 5)}, home / "data" / "papers")
    rows.to_csv(tmp_path / "claims.csv", index=False)
    assert list(pd.read_csv(tmp_path / "claims.csv").columns) == COLUMNS
    found = read_claims("locm", tmp_path, home / "data" / "papers")
    assert found.index.tolist() == rows.index.tolist() and found.ours["gain"] == "20"


def test_a_claim_that_the_paper_does_not_make_is_refused(home):
    with pytest.raises(ValueError, match="no id 'linaer'"):
        claims_table("locm", "laptop", {"linaer": (1, 0, 2, 3)}, home / "data" / "papers")
    with pytest.raises(ValueError, match="no paper 'poker'"):
        claims_table("poker", "laptop", {}, home / "data" / "papers")


def test_a_readme_without_markers_is_refused():
    with pytest.raises(ValueError, match="needs the lines '<!-- score of locm -->'"):
        with_scores("nothing", pd.DataFrame([dict.fromkeys(CARD_COLUMNS) | {"paper": "locm"}]))


def test_the_committed_readme_shows_the_committed_table():
    if not (HOME / "data" / "scorecard.csv").exists():
        pytest.skip("no scorecard has been made yet")
    card = read_card()
    text = (HOME / "README.md").read_text()
    assert with_scores(text, card) == text
    assert set(card.verdict) <= set(VERDICTS)


def test_no_committed_verdict_was_written_by_hand():
    if not (HOME / "data" / "scorecard.csv").exists():
        pytest.skip("no scorecard has been made yet")
    for row in read_card().astype({"ci_low": float, "ci_high": float}).itertuples():
        assert row.verdict == verdict(row.rule, row.published, row.ours, row.ci_low, row.ci_high), row.claim
