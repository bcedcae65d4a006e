"""A value that a notebook cannot work with is refused in a sentence, whichever parameter it is."""

import re

import pytest

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.execute import check_parameters, parameter_defaults
from study.pipeline.values import check_values

NOTEBOOKS = sorted((HOME / "notebooks").glob("*.ipynb"))
SCRATCH = ".cache/scratch/x"
WRONG = {  # values that nothing with a default of such a type can have
    int: (-1, 2.5, "banana", True, None, [3], 10**30, float("nan"), ""),
    float: (-1, "banana", True, None, [3], float("nan"), float("inf")),
    bool: (1, "yes", None, []),
    str: (1, True, None, ["x"]),
    list: ("banana", 1, None, {}, [None], [1, "x"], [-1], ["x", "x"], [[1]]),
}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_wrong_value_is_refused_for_every_parameter(path):
    for name, default in parameter_defaults(path).items():
        for value in WRONG[type(default)]:
            if value is None and name == "decks":  # all decks
                continue
            with pytest.raises(BadInput, match=f"was not started. '{name}' ") as refused:
                check_parameters(path, None, {name: value})
            assert str(refused.value).count("\n") == 0


@pytest.mark.parametrize(
    "name, value, default, sentence",
    [
        ("runs", 0, 2, "'runs' should be greater than or equal to 1, such as 2, not 0"),
        ("mutation_rate", 1.5, 0.05, "'mutation_rate' should be less than or equal to 1, such as 0.05, not"),
        ("sigma", 0, 0.05, "'sigma' should be greater than 0, such as 0.05, not 0"),
        ("scale", "smok", "smoke", "'scale' should be 'smoke', 'laptop', 'paper' or 'trial', such as"),
        ("runs", [1, 1], [1], "'runs' should have nothing twice"),
        ("runs", [], [1], "'runs' should have at least 1 item, such as [1], not "),
        ("out", "a.csv", f"{SCRATCH}.parquet", "'out' takes a file that ends in .parquet, not 'a.csv'"),
        ("out", "README.md", SCRATCH, "'out' takes a folder, which 'README.md' is not"),
        ("figures", "/proc/nowhere", SCRATCH, "'figures' cannot be written"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(name, value, default, sentence):
    with pytest.raises(BadInput, match=re.escape(sentence)):
        check_values({name: value}, {name: default})


def test_right_values_pass():
    values = {"seed": 0, "lstm": 0, "milliseconds": 1, "decks": None, "who": [], "generations": [0, 1]}
    defaults = {"seed": 1, "lstm": 0, "milliseconds": 0.05, "decks": 12, "who": ["EVA"], "generations": [0]}
    defaults |= {"out": f"{SCRATCH}.parquet", "start": "data/runs"}
    check_values(values | {"out": ".cache/scratch/new/deep/x.parquet", "start": "nowhere.csv"}, defaults)
