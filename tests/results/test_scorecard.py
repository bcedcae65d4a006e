"""Every claim has a row with the verdict that counts; the README shows what the table says."""

import re

import pandas as pd
import pytest

from deckspace.intervals import Estimate, exact, mean, ranking
from study import HOME
from study.results import scorecard
from study.results.claims import diagnoses
from study.results.costs import by_paper, markdown
from study.results.reading import Claims, told
from study.results.scorecard import CARD_COLUMNS, claims_table, main, merge, read_card
from study.results.verdicts import CONTRADICTED

CLAIMS = """id,section,claim,published,rule,needs
linear,Table 1,Linear beats Tree,61.2 ± 1 (n = 5),effect 50,laptop
tree,Table 1,Tree beats BinaryTree,Tree > BinaryTree,above 0,laptop
gain,Figure 2,Linear gains,26,mean 5,paper
rank,Figure 4,ranking,Linear > Tree > BinaryTree,order,laptop
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


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "data" / "papers" / "locm"
    folder.mkdir(parents=True)
    (folder / "claims.csv").write_text(CLAIMS)
    (tmp_path / "README.md").write_text(README)
    return tmp_path


def measure(home, scale, measured, below=""):
    folder = home / "data" / "tables" / "locm" / scale / below
    folder.mkdir(parents=True)
    claims_table("locm", scale, measured, home / "data" / "papers").to_csv(folder / "claims.csv")


CLEAR = Estimate(60, 58, 62, 5, 0.72, 4)


def test_every_claim_has_a_row_from_the_largest_scale_that_judged_it(home):
    ranks = ranking({"Linear": [9, 9.1], "Tree": [5, 5.1], "BinaryTree": [1, 1.1]})
    measure(home, "smoke", {"rank": ranks})
    measure(home, "laptop", {"linear": CLEAR, "gain": exact(20, 5)}, "games")  # by two notebooks
    measure(home, "laptop", {"tree": mean([3, 3.1, 3.2])}, "read")
    measure(home, "paper", {"linear": CLEAR - 15})
    card = merge(home).set_index("id")
    assert list(merge(home).columns) == CARD_COLUMNS
    assert card.verdict.to_dict() == {
        "linear": "contradicted",
        "tree": "reproduced",
        "gain": "not yet run",  # a printed number: the laptop's is shown, but cannot judge
        "rank": "not yet run",  # what a test run finds is not shown
    }
    assert card.scale.to_dict() == {"linear": "paper", "tree": "laptop", "gain": "laptop", "rank": None}
    assert card.ours["gain"] == "20" and card.ours["rank"] is None


@pytest.mark.parametrize(
    "single, smaller, expected",
    [
        (4.0, [3, 3.1, 3.2], ("reproduced", "laptop")),
        (-1.0, [3, 3.1, 3.2], ("undecided", "paper")),
        (4.0, [-3, 3.1, 0.2], ("undecided", "paper")),  # neither tells: the larger scale is shown
    ],
)
def test_a_single_run_of_the_papers_scale_decides_nothing_but_has_a_veto(home, single, smaller, expected):
    measure(home, "laptop", {"tree": mean(smaller)})
    measure(home, "paper", {"tree": mean([single])})
    row = merge(home).set_index("id").loc["tree"]
    assert (row.verdict, row.scale) == expected


def test_an_undecided_ranking_of_the_papers_scale_is_not_overruled(home):
    clear = {"Linear": [9, 9.1], "Tree": [5, 5.1], "BinaryTree": [1, 1.1]}
    measure(home, "laptop", {"rank": ranking(clear)})
    measure(home, "paper", {"rank": ranking(clear | {"Tree": [1, 9.1]})})
    row = merge(home).set_index("id").loc["rank"]
    assert (row.verdict, row.scale) == ("undecided", "paper")


def test_a_whole_number_keeps_its_digits(claims):
    claims["gain"] = exact(44551)
    assert claims.rows("gain").ours.tolist() == ["44551"]


def test_the_readme_changes_only_between_its_markers(home):
    measure(home, "laptop", {"linear": CLEAR})
    for _ in range(2):
        main(home)
    assert (home / "README.md").read_text() == README.replace(
        "locm -->\nold", "locm -->\n**4 claims:** 1 🟢 reproduced, 3 ⬜ not yet run."
    ).replace("old", "| paper | scale | million games | minutes of one processor |\n|---|---|--:|--:|")


def test_every_claim_is_shown_by_its_verdict_with_a_link_and_a_contradicted_one_with_its_cause():
    row = {"id": "cards", "paper": "mesb", "claim": "a|b", "verdict": "reproduced", "scale": "laptop"}
    row |= {"ours": "3", "ci_low": "2", "ci_high": "4", "notebook": "12.ipynb", "heading": "So what"}
    card = pd.DataFrame([row], columns=CARD_COLUMNS, dtype=object)
    text = scorecard.by_verdict(card, "mesb", "..")
    assert "### 🟢 reproduced: 1 of 1" in text and "contradicted" not in text
    assert "| [`cards`](../laptop/12.ipynb#So-what) |  | a\\|b |  | 3 [2, 4] |  | laptop |" in text
    text = scorecard.explained(pd.concat([card, card.assign(verdict=CONTRADICTED)]), "..")
    assert text.count("\n") == 2 and "| the paper |" in text and "(../laptop/12.ipynb#So-what)" in text


@pytest.fixture
def claims(home):
    return Claims("locm", "paper", home / "tables", home / "data" / "papers")


def test_what_a_notebook_measures_is_judged_with_its_cause_and_written(claims, home):
    claims["linear"] = CLEAR - 15
    claims["gain"] = exact(26)
    shown = claims.judged("linear|gain")
    assert shown.ours.tolist() == ["45 [43, 47]", "26"]
    assert shown.verdict.tolist() == ["🔴 contradicted", "🟢 reproduced"]
    assert claims.counts().claims["⬜ not yet run"] == 2
    claims.write()
    found = scorecard.read_claims("locm", home / "tables", home / "data" / "papers")
    assert found.index.tolist() == ["linear", "tree", "gain", "rank"] and found.ours["tree"] is None
    assert claims.contradicted().cause["linear"] == "no explanation is written for this scale"
    path = home / "data" / "papers" / "locm" / "diagnoses.csv"
    path.write_text("id,cause,how\nlinear,the paper,its raw results say so\n")
    why = ["61.2 ± 1 (n = 5)", "45 [43, 47]", "the paper", "its raw results say so"]
    assert claims.contradicted().loc["linear"].tolist() == why


def test_the_words_of_a_sentence_follow_from_its_interval():
    words = ("more", "less", "no telling")
    found = [told(each, *words) for each in (CLEAR, -CLEAR, CLEAR - 60, mean([3.0]))]
    assert found == ["more", "less", "no telling", "no telling"]


def test_mistakes_of_a_notebook_are_sentences(claims, home):
    with pytest.raises(ValueError, match="no id 'linaer'"):
        claims["linaer"] = CLEAR
    with pytest.raises(ValueError, match="make it an Estimate"):
        claims["linear"] = (1, 0, 2, 3)
    claims["linear"] = CLEAR
    with pytest.raises(ValueError, match="'linear' is measured twice"):
        claims["linear"] = CLEAR
    with pytest.raises(ValueError, match="No claim of locm matches 'poker'"):
        claims.judged("poker")
    with pytest.raises(ValueError, match="no paper 'poker'"):
        claims_table("poker", "laptop", {}, home / "data" / "papers")


WRITTEN = "data/tables/locm/laptop/claims.csv"


@pytest.mark.parametrize(
    "name, old, new, sentence",
    [
        ("data/papers/locm/claims.csv", "above 0", "abvoe 0", "row 2 .tree.: There is no rule 'abvoe'"),
        ("data/papers/locm/claims.csv", "tree,", '"tree,', "cannot be read as a table"),
        (WRITTEN, "reproduced", "reprodcued", "laptop/claims.csv', row 1 .linear., verdict should be 'rep"),
        (WRITTEN, ",ours,", ",our,", "laptop/claims.csv' has the columns id, paper"),
        ("README.md", "<!-- costs -->", "", "README.md needs the lines '<!-- costs -->'"),
    ],
)
def test_what_the_scorecard_cannot_read_is_reported_in_one_sentence(home, name, old, new, sentence):
    measure(home, "laptop", {"linear": CLEAR})
    main(home)
    text = (home / name).read_text()
    assert old in text
    (home / name).write_text(text.replace(old, new, 1))
    with pytest.raises(SystemExit, match=f"^scorecard: .*{sentence}"):
        main(home)


def test_the_committed_readme_shows_the_committed_table_and_every_contradicted_claim_is_explained():
    card, text = read_card(), (HOME / "README.md").read_text()
    assert scorecard.with_scores(text, card) == text
    for paper, rows in card[card.verdict == CONTRADICTED].groupby("paper"):
        assert set(rows.id) <= set(diagnoses(paper).index), paper


@pytest.mark.parametrize("path", sorted((HOME / "data" / "papers").glob("*/diagnoses.csv")), ids=str)
def test_no_diagnosis_is_of_a_claim_that_holds(path):
    """One that no scale contradicts any more explains nothing, and what it says may no longer be true."""
    judged = (HOME / "data" / "tables").glob(f"{path.parent.name}*/**/claims.csv")
    rows = pd.concat([pd.read_csv(each) for each in judged])
    assert set(pd.read_csv(path).id) <= set(rows.id[rows.verdict == CONTRADICTED])
    assert pd.read_csv(path).how.str.len().min() > 20


def test_costs_are_summed_by_paper_and_scale(tmp_path):
    lines = [
        ("poker/paper/a.parquet", 1_500_000, 90),
        ("poker/paper/a/decks.parquet", 500_000, None),
        ("poker/paper/a/surrogates.parquet", 500_000, None),  # another table of the same run
        ("poker/paper/same.parquet", 1_500_000, 90),  # another run
        ("poker/smoke/a.parquet", 9, 1),
        ("poker_matches/paper/c.parquet", 500_000, 30),
        ("poker/laptop/a.parquet", 1_000_000, 60),
        ("poker/bluffing/a.parquet", 1_000_000, 60),  # a training without a scale counts where it is needed
    ]
    (tmp_path / "data" / "runs").mkdir(parents=True)
    table = pd.DataFrame(lines, columns=["run", "games", "cpu_seconds"]).assign(wall_seconds=1)
    table.to_csv(tmp_path / "data" / "runs" / "costs.csv", index=False)
    costs = by_paper(tmp_path)
    assert costs.values.tolist() == [["poker", "laptop", 2_000_000, 2.0], ["poker", "paper", 4_000_000, 3.5]]
    assert markdown(costs).splitlines()[-1] == "| `poker` | paper | 4.0 | 4 |"


def test_the_readme_says_how_long_all_of_a_scale_takes():
    words = r"all papers together take about (\d+) hours of one processor; .*own numbers \((\d+) hours\)"
    said = re.search(words, (HOME / "README.md").read_text())
    hours = by_paper().groupby("scale").cpu_minutes.sum() / 60
    assert [int(each) for each in said.groups()] == [round(hours["laptop"]), round(hours["paper"])]


def test_the_readme_says_how_much_of_mastering_rests_on_models_trained_here():
    said = re.search(
        r"reproduced claims, (\d+) concern .* only (\d+) rest on models", (HOME / "README.md").read_text()
    )
    reproduced = read_card().query("paper == 'mastering' and verdict == 'reproduced'")
    trained = reproduced.notebook.ne("50_mastering_games.ipynb")
    trained &= reproduced.id.ne("actions-battle")  # which counts the slots of a game, whoever plays it
    assert [int(each) for each in said.groups()] == [sum(~trained), sum(trained)]
