"""Every claim of every paper beside what we got, with a verdict that a rule computes, never a hand.

What the papers claim is in data/papers/<paper>/claims.csv: id, section, claim, published, rule. A reading
notebook measures claims and writes data/tables/<paper>/<scale>/claims.csv with `claims_table`. Then
`python -m lib.pipeline.scorecard` puts all of it into data/scorecard.csv, with the notebook and the heading
where each claim is measured, and how many claims hold (and what the runs have cost) into README.md.

The rules, written in the `rule` column as a name and its numbers:

    interval R    The published number, where R would mean no effect (50 for a win rate, 0 for a gain).
                  reproduced: it lies in our confidence interval, and R does not: an interval so wide
                  that it agrees with anything proves nothing.
                  same direction: our whole interval lies on its side of R, or the number lies in our
                  interval and our estimate on its side of R.
    margin M R    The same, but a number within M of our interval counts: for published numbers that
                  come with a spread of their own. Where the published number itself is within M of R,
                  no effect is claimed and R may lie in our interval.
    direction R   Only the side of R is claimed (the published number may be a rough one).
                  reproduced: our whole interval lies on that side. same direction: our estimate does.
    order         A ranking, written A > B > C. reproduced: the same ranking; if an interval is given, it
                  is that of the difference, and must not hold 0.
                  same direction: the same ranking in spite of that, or most pairs in the same order.
    same          A word or a whole number. reproduced: ours is the same.
    least L       How far two systems agree, or a number from which on it holds. reproduced: ours is at least L.
    most L        The same from above. reproduced: ours is at most L.
    within M      The same, from both sides. reproduced: ours is within M of the published number.

Whatever meets neither condition is `not reproduced`; without a number of ours it is `not yet run`.
"""

import itertools
import re
from pathlib import Path

import pandas as pd

from lib import HOME
from lib.pipeline import costs
from lib.pipeline.claim_places import link, places
from lib.pipeline.runs import whole_file

COLUMNS = "paper section claim published ours ci_low ci_high n scale verdict rule".split()
CARD_COLUMNS = ["id", *COLUMNS, "notebook", "heading"]
VERDICTS = ("reproduced", "same direction", "not reproduced", "not yet run")
REPRODUCED, SAME_DIRECTION, NOT_REPRODUCED, NOT_YET_RUN = VERDICTS
SCALES = ("paper", "laptop")  # the best first; smoke runs are for tests and prove nothing


# ------------------------------------------------------------------ the rules


def interval(published, ours, low, high, reference):
    return margin(published, ours, low, high, 0, reference)


def margin(published, ours, low, high, within, reference):
    near = low - within <= float(published) <= high + within
    clear = wholly_on_side(published, low, high, reference)
    if near and (clear or abs(float(published) - reference) <= within):
        return REPRODUCED
    same_side = (float(published) - reference) * (float(ours) - reference) > 0
    return SAME_DIRECTION if clear or near and same_side else NOT_REPRODUCED


def direction(published, ours, low, high, reference):
    if wholly_on_side(published, low, high, reference):
        return REPRODUCED
    same_side = (float(published) - reference) * (float(ours) - reference) > 0
    return SAME_DIRECTION if same_side else NOT_REPRODUCED


def order(published, ours, low, high):
    theirs, mine = ranking(published), ranking(ours)
    if theirs == mine:
        return SAME_DIRECTION if low is not None and low <= 0 <= high else REPRODUCED
    pairs = list(itertools.combinations(theirs, 2))
    kept = sum(a in mine and b in mine and mine.index(a) < mine.index(b) for a, b in pairs)
    return SAME_DIRECTION if kept > len(pairs) / 2 else NOT_REPRODUCED


def same(published, ours, low, high):
    return REPRODUCED if str(published).strip() == str(ours).strip() else NOT_REPRODUCED


def least(published, ours, low, high, limit):
    return REPRODUCED if float(ours) >= limit else NOT_REPRODUCED


def most(published, ours, low, high, limit):
    return REPRODUCED if float(ours) <= limit else NOT_REPRODUCED


def within(published, ours, low, high, limit):
    return REPRODUCED if abs(float(ours) - float(published)) <= limit else NOT_REPRODUCED


RULES = {rule.__name__: rule for rule in (interval, margin, direction, order, same, least, most, within)}
ALONE = ("order", "same", "least", "most", "within")  # rules that need no confidence interval


def wholly_on_side(published, low, high, reference):
    """Does the interval lie on the side of the reference where the published number is?"""
    return (
        low > reference if float(published) > reference else high < reference and float(published) < reference
    )


def ranking(text):
    return [name.strip() for name in str(text).split(">")]


def verdict(rule, published, ours, low, high) -> str:
    """The verdict of a rule as written in the `rule` column."""
    if pd.isna(ours) or ours == "":
        return NOT_YET_RUN
    name, *numbers = rule.split()
    if name not in RULES:
        raise ValueError(f"There is no rule '{name}': choose one of {', '.join(RULES)}.")
    if name not in ALONE and (pd.isna(low) or pd.isna(high)):
        raise ValueError(f"The rule '{rule}' needs a confidence interval around our {ours}.")
    low, high = (None if pd.isna(end) else float(end) for end in (low, high))
    return RULES[name](published, ours, low, high, *map(float, numbers))


# ------------------------------------------------------------------ what a notebook measures


def listed(text: str) -> list[str]:
    """The ids in a text, set apart by commas or line breaks.

    Notebooks write ids out with it, so that a search for an id finds the cell in which it is measured.
    """
    return [id for id in map(str.strip, re.split(r"[,\n]", text)) if id]


def ordered(one: str, other: str, difference) -> tuple:
    """A claim of rule `order`, from what one thing has more than the other: (mean, ci_low, ci_high, n)."""
    mean, *rest = difference
    return f"{one} > {other}" if mean > 0 else f"{other} > {one}", *rest


def complete(measured: dict) -> dict:
    """Leave out claims whose interval could not be computed, as with one run; some rules need none (None)."""
    return {id: result for id, result in measured.items() if result[1] is None or not pd.isna(result[1])}


# ------------------------------------------------------------------ the rows


def published_claims(paper: str, folder=HOME / "data" / "papers") -> pd.DataFrame:
    """What a paper claims, one row a claim."""
    path = Path(folder) / paper / "claims.csv"
    if not path.exists():
        raise ValueError(f"There is no paper '{paper}' with a file '{path}'.")
    claims = pd.read_csv(path, dtype=str)
    for column in ("id", "claim"):
        twice = claims[column][claims[column].duplicated()].tolist()
        if twice:
            raise ValueError(f"'{path}' has the {column} '{twice[0]}' twice.")
    return claims


def claims_table(paper: str, scale: str, measured: dict, folder=HOME / "data" / "papers") -> pd.DataFrame:
    """The scorecard's rows of a paper at one scale, with the ids of the claims as index.

    `measured` maps the id of a claim to `(ours, ci_low, ci_high, n)`; claims left out are not yet run.
    """
    claims = published_claims(paper, folder)
    unknown = sorted(set(measured) - set(claims.id))
    if unknown:
        raise ValueError(f"data/papers/{paper}/claims.csv has no id '{unknown[0]}'.")
    rows = []
    for row in claims.itertuples():
        *numbers, n = measured.get(row.id, (None, None, None, None))
        numbers = [tidy(number) for number in numbers]  # judged as they will be shown
        judged = verdict(row.rule, row.published, *numbers)
        at = scale if judged != NOT_YET_RUN else None
        rows.append((paper, row.section, row.claim, row.published, *numbers, whole(n), at, judged, row.rule))
    return pd.DataFrame(rows, pd.Index(claims.id), COLUMNS)


def read_claims(paper, tables, folder=HOME / "data" / "papers") -> pd.DataFrame:
    """The rows that `claims_table` made and a notebook wrote into the folder `tables`, with ids as index."""
    rows = pd.read_csv(Path(tables) / "claims.csv", dtype=str)
    ids = published_claims(paper, folder).set_index("claim").id
    return rows[rows.claim.isin(ids.index)].set_index(rows.claim.map(ids).dropna().rename("id"))


def tidy(value):
    """Numbers of ours as text: four digits are more than any claim has, and do not tremble from machine to machine."""
    return value if value is None or isinstance(value, str) else f"{float(value):.4g}"


def whole(n):
    return None if n is None else str(int(n))


def merge(home=HOME) -> pd.DataFrame:
    """All claims, each from the largest scale at which it has been run."""
    papers = sorted(path.parent.name for path in (home / "data" / "papers").glob("*/claims.csv"))
    return pd.concat([merge_paper(paper, home) for paper in papers], ignore_index=True)[CARD_COLUMNS]


def merge_paper(paper, home):
    rows = claims_table(paper, "", {}, home / "data" / "papers").astype(object)
    for scale in reversed(SCALES):
        folder = home / "data" / "tables" / paper / scale
        if (folder / "claims.csv").exists():
            found = read_claims(paper, folder, home / "data" / "papers")
            found = found[found.verdict != NOT_YET_RUN]
            for column in ("ours", "ci_low", "ci_high", "n", "scale", "verdict"):
                rows[column] = rows.index.to_series().map(found[column]).combine_first(rows[column])
    notebook, headings = places(paper, home)
    rows["notebook"] = rows.index.to_series().map(dict.fromkeys(headings, notebook))
    rows["heading"] = rows.index.to_series().map(headings)
    return rows.reset_index()


# ------------------------------------------------------------------ for readers


def score(card: pd.DataFrame, paper: str) -> str:
    """How many claims of a paper hold, in one line."""
    verdicts = card.verdict[card.paper == paper]
    counts = [f"{(verdicts == name).sum()} {name}" for name in VERDICTS if (verdicts == name).any()]
    return f"**{len(verdicts)} claims:** {', '.join(counts)}."


def by_verdict(card: pd.DataFrame, paper: str, executed: str) -> str:
    """Every claim of a paper in Markdown, a table for each verdict; each id leads to where it was measured.

    `executed` is where the executed notebooks are, seen from who reads this.
    """
    lines = []
    for name in VERDICTS:
        rows = card[(card.paper == paper) & (card.verdict == name)].fillna("")
        if len(rows):
            lines += [f"### {name}: {len(rows)} of {(card.paper == paper).sum()}", ""]
            lines += ["| id | section | claim | published | ours | n | scale |", "|---" * 7 + "|"]
            lines += [_line(row, executed) for row in rows.itertuples()] + [""]
    return "\n".join(lines)


def _line(row, executed):
    ours = f"{row.ours} [{row.ci_low}, {row.ci_high}]" if row.ci_low != "" else row.ours
    where = f"[`{row.id}`]({executed}/{link(row.scale or SCALES[0], row.notebook, row.heading)})"
    cells = (where, row.section, row.claim, row.published, ours, row.n, row.scale)
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def with_block(text: str, name: str, block: str) -> str:
    """README's text with the part between the two markers of that name made new."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if begin not in text or end not in text:
        raise ValueError(
            f"README.md needs the lines '{begin}' and '{end}': what is between them is written here."
        )
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    return f"{before}{begin}\n{block}\n{end}{after}"


def with_scores(text: str, card: pd.DataFrame, home=HOME) -> str:
    """README's text with the score of every paper, and what the runs have cost."""
    for paper in dict.fromkeys(card.paper):
        text = with_block(text, f"score of {paper}", score(card, paper))
    return with_block(text, "costs", costs.markdown(costs.by_paper(home)))


def read_card(home=HOME) -> pd.DataFrame:
    return pd.read_csv(home / "data" / "scorecard.csv", dtype=str)


def main(home=HOME):
    merge(home).to_csv(home / "data" / "scorecard.csv", index=False, lineterminator="\n")
    readme = home / "README.md"
    text = with_scores(readme.read_text(), read_card(home), home)
    with whole_file(readme) as file:
        file.write(text.encode())


if __name__ == "__main__":
    main()
