"""Notebooks run without a screen: no misspelt parameter gets through, and equal figures are equal bytes."""

from unittest.mock import Mock

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from study import HOME
from study.pipeline import graph
from study.pipeline.execute import execute, main, own_folders

PARAMETERS = "games = 3  # how many\nout = '.cache/scratch/toy'"
WORK = """
import sys, time, study
from tqdm import tqdm
for i in tqdm(range(games)):
    print(i, flush=True)
    time.sleep(0.05)
print(study.HOME / "data", object(), file=sys.stdout)
"""
SAVE = """
import pandas as pd
from pathlib import Path
from study.figures import save
save(plt.figure(), Path(out).parent / "empty.png")
pd.DataFrame({"x": [games]})
"""


@pytest.fixture
def notebook(tmp_path):
    cells = [
        new_markdown_cell("A toy."),
        new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]}),
        new_code_cell(WORK),
        new_code_cell(
            "import matplotlib.pyplot as plt; plt.plot([games, 1]); plt.show()\ngames",
            metadata={"tags": ["hide-input"]},
        ),
        new_code_cell(SAVE),
    ]
    path = tmp_path / "toy.ipynb"
    nbformat.write(new_notebook(cells=cells), path)  # it need not say its kernel, nor its language
    return path


def test_two_runs_are_the_same_bytes(notebook, tmp_path):
    for name in "ab":
        parameters = {"games": 5, "out": str(tmp_path / "drawn" / "out.csv")}
        execute(notebook, tmp_path / "deep" / f"{name}.ipynb", parameters)
    first, second = ((tmp_path / "deep" / f"{name}.ipynb").read_bytes() for name in "ab")
    assert first == second
    printed, shown, saved, link = nbformat.reads(first.decode(), 4).cells[3:]
    assert printed.outputs[0].text == "0\n1\n2\n3\n4\ndata <object object>\n"
    assert shown.metadata.jupyter.source_hidden and not saved.metadata
    assert "image/png" in shown.outputs[0].data and shown.outputs[1].data["text/plain"] == "5"
    assert str(HOME) not in first.decode() and "papermill" not in first.decode()
    (table,) = saved.outputs
    assert table.data.keys() == {"text/html"} and "<td>5</td>" in table.data["text/html"]
    assert "<style" not in table.data["text/html"]
    assert link.cell_type == "markdown" and link.source == "![empty](../drawn/empty.png)"
    assert (tmp_path / "drawn" / "empty.png").exists()


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["{tmp}/no.ipynb"], "There is no notebook"),
        (["README.md"], "'README.md' cannot be read as a notebook"),
        (["{tmp}"], "cannot be read as a notebook"),
        (["{tmp}/toy.ipynb", "-p", "gmaes", "3"], "There is no parameter 'gmaes': there are games, out."),
        (["{tmp}/toy.ipynb", "-p", "out", "{tmp}/toy.ipynb/x"], "'out' cannot be written: .*Not a directory"),
        (["{tmp}/toy.ipynb", "-p", "games", "{{"], "The text of games is not valid YAML"),
        (["{tmp}/toy.ipynb", "--section", "locm.smoke.play.runs"], "is 2, not a section of names and values"),
        (["{tmp}/toy.ipynb", "--section", "locm.huge.play"], "no 'huge' in 'locm.huge.play', only smoke"),
        (["{tmp}/toy.ipynb", "{tmp}/out.txt"], "'the executed copy' takes a file that ends in .ipynb"),
    ],
)
def test_a_mistake_is_reported_in_one_sentence_before_any_work(
    notebook, tmp_path, monkeypatch, arguments, sentence
):
    monkeypatch.setattr("papermill.execute_notebook", lambda *_, **__: pytest.fail("the work has begun"))
    with pytest.raises(SystemExit, match=sentence) as stopped:
        main([word.format(tmp=tmp_path) for word in arguments])
    assert "\n" not in str(stopped.value)


KILL = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"


@pytest.mark.parametrize(
    "code, sentence",
    [
        ("raise ValueError('There is no condition \\'x\\'.')", "shows where.* There is no condition 'x'."),
        ("games + 'none at all'", "stopped; '.*' shows where. TypeError: unsupported"),
        (KILL, "because its process was killed.* resumes from what was saved"),
    ],
    ids=["refusal", "failure", "killed"],
)
def test_what_stops_a_notebook_is_reported_in_one_sentence(notebook, tmp_path, capsys, code, sentence):
    changed = nbformat.read(notebook, 4)
    changed.cells[2:] = [new_code_cell(code)]
    nbformat.write(changed, notebook)
    before = alive()
    with pytest.raises(SystemExit, match=sentence) as stopped:
        main([str(notebook), str(tmp_path / "out.ipynb")])
    assert "\n" not in str(stopped.value) and not (tmp_path / "out.ipynb").exists()
    assert not alive() - before, "its kernel has ended"


def alive():
    """The processes below this one that still run: what other tests began and nobody waited for is a zombie."""
    below = psutil.Process().children(recursive=True)
    return {process for process in below if process.status() != psutil.STATUS_ZOMBIE}


def test_a_kernel_that_does_not_start_is_reported_in_one_sentence(notebook, tmp_path, monkeypatch):
    late = Mock(side_effect=RuntimeError("Kernel didn't respond"))
    monkeypatch.setattr("papermill.execute_notebook", late)
    with pytest.raises(SystemExit, match="could not be run: Kernel didn't respond"):
        main([str(notebook), str(tmp_path / "out.ipynb")])
    assert late.call_args.kwargs["start_timeout"] == 600


def test_files_are_removed_only_where_nobody_else_writes(tmp_path, monkeypatch):
    monkeypatch.chdir(HOME)
    table, scratch = "data/tables/locm/laptop", f".cache/scratch/{tmp_path.name}"
    (HOME / scratch).mkdir(parents=True)
    assert own_folders({"tables": table, "out": scratch}) == [HOME / scratch, HOME / table]
    for name in (".", "..", "data", "data/runs", ".cache", ".cache/scratch", f"{table}/../..", str(tmp_path)):
        assert own_folders({"tables": name}) == []
    (HOME / scratch).rmdir()


def test_what_a_notebook_reads_decides_a_run_by_hand(tmp_path):
    """Its process learns which files these are: another notebook, or another file, is other work."""
    cells = [
        new_code_cell("start, out = 'data/runs', '.cache/scratch/toy'", metadata={"tags": ["parameters"]}),
        new_code_cell("from study.pipeline.graph import dependencies\ndependencies('.cache/scratch/toy')"),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "toy.ipynb")
    execute(tmp_path / "toy.ipynb", tmp_path / "out.ipynb", {"start": "params.yaml", "out": str(tmp_path)})
    shown = nbformat.read(tmp_path / "out.ipynb", 4).cells[-1].outputs[0].data["text/plain"]
    assert eval(shown) == [*graph.ANYTHING, str(tmp_path / "toy.ipynb"), "params.yaml"]
    assert graph.dependencies(".cache/scratch/toy") == graph.ANYTHING
