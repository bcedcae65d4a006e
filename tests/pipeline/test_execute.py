"""Notebooks run without a screen: no misspelt parameter gets through, and equal figures are equal bytes."""

import subprocess
import sys

import nbformat
import pandas as pd
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.execute import execute, main, parameter_defaults, section
from study.pipeline.runs import write_run

PARAMETERS = "games = 3  # how many\nout = '.cache/scratch/toy'"
WORK = """
import sys, time, study
from tqdm import tqdm
for i in tqdm(range(games)):
    print(i, flush=True)
    time.sleep(0.05)
print(study.HOME / "data", object(), file=sys.stdout)
"""


@pytest.fixture
def notebook(tmp_path):
    cells = [
        new_markdown_cell("A toy."),
        new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]}),
        new_code_cell(WORK),
        new_code_cell("import matplotlib.pyplot as plt; plt.plot([games, 1]); plt.show()\ngames"),
    ]
    path = tmp_path / "toy.ipynb"
    nbformat.write(new_notebook(cells=cells), path)  # it need not say its kernel, nor its language
    return path


def test_two_runs_are_the_same_bytes(notebook, tmp_path):
    for name in "ab":
        execute(notebook, tmp_path / "deep" / f"{name}.ipynb", {"games": 5})
    first, second = ((tmp_path / "deep" / f"{name}.ipynb").read_bytes() for name in "ab")
    assert first == second
    cells = nbformat.reads(first.decode(), 4).cells
    assert cells[3].outputs[0].text == "0\n1\n2\n3\n4\ndata <object object>\n"
    assert "image/png" in cells[4].outputs[0].data and cells[4].outputs[1].data["text/plain"] == "5"
    assert str(HOME) not in first.decode() and "papermill" not in first.decode()


def test_parameters_are_read_from_the_tagged_cell(notebook):
    assert parameter_defaults(notebook) == {"games": 3, "out": ".cache/scratch/toy"}


def test_a_misspelt_parameter_is_refused_before_any_work(notebook, tmp_path, capsys):
    with pytest.raises(SystemExit, match="has not begun. It has no parameter 'gmaes': it knows games, out."):
        main([str(notebook), str(tmp_path / "out.ipynb"), "-p", "gmaes", "3"])
    assert not (tmp_path / "out.ipynb").exists()


def test_a_missing_notebook_is_said(tmp_path):
    with pytest.raises(SystemExit, match="There is no notebook"):
        main([str(tmp_path / "no.ipynb"), str(tmp_path / "out.ipynb")])


def test_a_section_of_the_parameters(tmp_path):
    file = tmp_path / "params.yaml"
    file.write_text("locm: {laptop: {play: {population: 20}}}")
    assert section("locm.laptop.play", file) == {"population": 20}
    with pytest.raises(BadInput, match="no 'huge' in 'locm.huge.play' of params.yaml: there is laptop"):
        section("locm.huge.play", file)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["-p", "games", "0"], "'games' should be greater than or equal to 1, such as 3, not 0."),
        (["-p", "out", "{tmp}/toy.ipynb/below"], "'out' cannot be written: .*Not a directory"),
        (["-p", "games", "{{"], "What is given for games is not YAML"),
        (["--section", "locm.smoke.play.runs"], "is 2, not a section of names and values"),
    ],
)
def test_a_wrong_value_is_one_sentence_before_any_work(notebook, tmp_path, arguments, sentence):
    with pytest.raises(SystemExit, match=sentence) as stopped:
        main([str(notebook), *(word.format(tmp=tmp_path) for word in arguments)])
    assert "\n" not in str(stopped.value)


def test_where_the_copy_is_to_be_is_looked_at_first(notebook, tmp_path):
    with pytest.raises(SystemExit, match="'the executed copy' takes a file that ends in .ipynb"):
        main([str(notebook), str(tmp_path / "out.txt")])


def test_a_refusal_of_a_notebook_itself_is_one_sentence(notebook, tmp_path, capsys):
    refusing = nbformat.read(notebook, 4)
    refusing.cells[2:] = [new_code_cell("raise ValueError('There is no condition \\'x\\'.')")]
    nbformat.write(refusing, notebook)
    before = alive()
    with pytest.raises(SystemExit, match="shows where.* There is no condition 'x'.") as stopped:
        main([str(notebook), str(tmp_path / "out.ipynb")])
    assert "\n" not in str(stopped.value)
    assert not alive() - before, "its kernel has ended"


def alive():
    """The processes below this one that still run: what other tests began and nobody waited for is a zombie."""
    below = psutil.Process().children(recursive=True)
    return {process for process in below if process.status() != psutil.STATUS_ZOMBIE}


def test_a_cell_that_fails_is_shown_and_leaves_no_output(notebook, tmp_path, capsys):
    broken = nbformat.read(notebook, 4)
    broken.cells.append(new_code_cell("games + 'none at all'"))
    nbformat.write(broken, notebook)
    with pytest.raises(SystemExit, match="stopped; '.*' shows where. TypeError: unsupported"):
        main([str(notebook), str(tmp_path / "out.ipynb"), "-p", "games", "1"])
    assert not (tmp_path / "out.ipynb").exists()


def test_a_run_that_is_not_as_it_was_written_is_one_sentence(tmp_path, capsys):
    write_run(tmp_path / "run.parquet", pd.DataFrame({"x": [1]}), parameters={}, games=0)
    (tmp_path / "run.parquet").write_bytes(b"")
    read = f"from study.pipeline.runs import read_run\nread_run({str(tmp_path / 'run.parquet')!r})"
    about = {"language_info": {"name": "python"}}
    nbformat.write(new_notebook(cells=[new_code_cell(read)], metadata=about), tmp_path / "it.ipynb")
    with pytest.raises(SystemExit) as stopped:
        main([str(tmp_path / "it.ipynb"), str(tmp_path / "out.ipynb")])
    assert "run.parquet' is broken" in str(stopped.value)
    assert "\n" not in str(stopped.value)


def test_a_notebook_whose_process_is_killed_is_one_sentence(notebook, tmp_path, capsys):
    killed = nbformat.read(notebook, 4)
    killed.cells[2:] = [new_code_cell("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")]
    nbformat.write(killed, notebook)
    with pytest.raises(
        SystemExit, match="for its process was killed.* goes on from what has been kept"
    ) as stopped:
        main([str(notebook), str(tmp_path / "out.ipynb")])
    assert "\n" not in str(stopped.value) and not (tmp_path / "out.ipynb").exists()


def test_a_kernel_that_does_not_begin_is_one_sentence(notebook, tmp_path, monkeypatch):
    def waited(*_, start_timeout, **__):
        raise RuntimeError(f"Kernel didn't respond in {start_timeout} seconds")

    monkeypatch.setattr("papermill.execute_notebook", waited)
    with pytest.raises(SystemExit, match="could not be run: Kernel didn't respond in 600 seconds") as stopped:
        main([str(notebook), str(tmp_path / "out.ipynb")])
    assert "\n" not in str(stopped.value)


def test_a_kernel_ends_when_whoever_has_started_it_is_killed(notebook):
    """Not even a process that was killed leaves an orphan, which would go on playing unseen."""
    waiting = nbformat.read(notebook, 4)
    waiting.cells[2:] = [new_code_cell("import time; print('begun', flush=True); time.sleep(600)")]
    nbformat.write(waiting, notebook)
    command = [sys.executable, "-m", "study.pipeline.execute", str(notebook)]
    first = subprocess.Popen(command, cwd=HOME, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert first.stdout.readline() == "begun\n"
    kernels = psutil.Process(first.pid).children(recursive=True)
    first.kill()
    first.wait()
    assert kernels and not psutil.wait_procs(kernels, timeout=60)[1]
