"""The two commands of the README: what `run` does before it starts a command, and its messages if it fails."""

import ast
import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from types import SimpleNamespace

import pytest
import yaml

from deckspace.commands import qd
from deckspace.league.options import parser_of_league
from study import HOME
from study.bench import games
from study.pipeline import checkout, repro  # noqa: F401  before `front` finds copies of them

POSITIONS = ("help", "what", "name", "file")
COMMANDS = ("repro", "test", "check", "bench", "play", "bot", "league", "qd", "lab", "site", "setup")
NEEDED = ("run", "requirements.txt", "pyproject.toml", "dvc.yaml", "lib/study/__init__.py")
NEEDED += ("lib/study/pipeline/repro.py", "lib/study/pipeline/checkout.py", "lib/deckspace/__init__.py")
NEEDED += ("lib/deckspace/errors.py", "lib/deckspace/extras.py")
WRITES_DOWN = '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../../calls"\n'


def run(*args, home, env=None):
    command = [sys.executable, str(home / "run"), *args]
    return subprocess.run(command, capture_output=True, text=True, env=env or environment())


@pytest.fixture
def elsewhere(tmp_path):
    """A copy of `run` with an environment that only writes down what it is asked to do."""
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / name, tmp_path / name)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(WRITES_DOWN)
    python.chmod(0o755)
    return tmp_path


def environment():
    return {name: value for name, value in os.environ.items() if not name.startswith("CONDA")}


@pytest.mark.parametrize(
    "args, sentence",
    [
        (["dance"], "no command 'dance': choose one of repro"),
        (["repro", "--scale=huge"], "Argument --scale: invalid choice: 'huge' (choose from"),
        (["repro", "smoke"], "'smoke' is a scale, not a stage: ./run repro --scale smoke."),
        (["repro", "locm_raed"], "no stage 'locm_raed': did you mean locm_read or"),
        (["repro", "chess"], "no stage 'chess'; there are card_tables"),
        (["repro", "--scale", "smoke", "--scale", "paper"], "--scale is given twice: choose one."),
        (["repro", ""], "A stage needs a name; leave it out"),
        (["help", "dance"], "no command 'dance': choose one of repro"),
        (["repro", "--fource"], "Unrecognized arguments: --fource."),
        (["repro", "locm_read@smoke", "--scale", "paper"], "'locm_read@smoke' belongs to the scale smoke"),
        (["bot"], "which game and which bot"),
        (["bot", "chess", "anyone"], "no bot for 'chess'"),
        (["setup", "now"], "./run setup takes no arguments."),
        (["bench", "archives", "--json"], "'archives' runs alone and without options: ./run bench archives."),
        (["bench", "hs-copy", "mastering"], "'mastering' runs alone and without options"),
        (["bench", "inner-loop", "--against", "HEAD"], "'inner-loop' runs alone and without options"),
        (["site", "fast"], "./run site takes no arguments."),
    ],
)
def test_a_mistake_is_reported_in_one_sentence_before_any_work(elsewhere, args, sentence):
    done = run(*args, home=elsewhere)
    assert done.returncode == 2 and not (elsewhere / "calls").exists()
    assert sentence in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["repro", "bot locm mcts", "league", "play", "bench", "check"])
def test_no_command_works_with_a_changed_original(elsewhere, command):
    agent = elsewhere / "lib/deckspace/data/agents/eva.json"
    agent.parent.mkdir(parents=True)
    agent.touch()
    for git in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *git], cwd=elsewhere, check=True)
    agent.write_text("{}")
    done = run(*command.split(), home=elsewhere)
    assert done.returncode == 2 and not (elsewhere / "calls").exists() and done.stderr.count("\n") == 1
    assert "'lib/deckspace/data/agents/eva.json' has been changed" in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_every_command_which_explains_itself_before_anything_is_built(elsewhere, name):
    for args in ([], ["--help"], ["-h"], ["help"]):
        done = run(*args, home=elsewhere)
        assert done.returncode == 0 and f"./run {name}" in done.stdout and not done.stderr
    for args in ([name, "--help"], [name, "-h"], ["help", name]):
        assert run(*args, home=elsewhere).stdout.startswith(f"./run {name}")
    assert not (elsewhere / "calls").exists()


def test_help_may_follow_what_is_to_be_rebuilt(elsewhere):
    done = run("repro", "locm_read", "--scale", "paper", "--help", home=elsewhere)
    assert done.stdout.startswith("./run repro") and not done.stderr and not (elsewhere / "calls").exists()


@pytest.mark.parametrize(
    "name, parser", [("league", parser_of_league()), ("qd", qd.parser_of_qd())], ids=["league", "qd"]
)
def test_help_names_every_option_that_the_command_of_the_library_has(front, name, parser):
    told = front.COMMANDS[name].__doc__
    assert all(max(each.option_strings) in told for each in parser._actions if each.dest not in POSITIONS)
    assert all(word in told for word in ("FILE", "laptop", "kept"))


@pytest.mark.parametrize(
    "line, called",
    [
        ("bench inner-loop", "study.stoppable study.bench.inner_loop"),
        ("bench hs-copy --against HEAD", "study.stoppable study.bench.against hs-copy --against HEAD"),
        ("bench --against=HEAD", "study.stoppable study.bench.against --against=HEAD"),
        ("check --json", "study.stoppable study.conformance.checks --json"),
        ("test --quick", "pytest -n 2 --dist loadfile --no-loadscope-reorder -m quick"),
        ("test --quick -x", "pytest -m quick -x"),
        ("repro locm_read --force", "study.pipeline.repro locm_read --force"),
        ("play --no-browser", "deckspace play --with study.registered --no-browser"),
        ("league add MCTS", "deckspace league --with study.registered add MCTS"),
        ("bot locm anyone", "deckspace bot locm anyone"),
    ],
)
def test_a_command_leads_to_its_module(front, monkeypatch, line, called):
    handed = []
    monkeypatch.setattr(front, "hand_over", handed.append)
    monkeypatch.setattr(front, "refused", lambda *_: None)
    monkeypatch.setattr(os, "environ", environment())
    monkeypatch.chdir(".")  # where it returns to
    front.main(line.split())
    assert handed == [[front.python_of(front.prefix()), "-m", *called.split()]]


def test_the_lab_opens_for_root_too_as_in_a_container(front, monkeypatch):
    monkeypatch.chdir(".")  # where it returns to
    assert front.lab([]) == ["-m", "jupyterlab", "--allow-root", "notebooks"]
    assert front.lab(["--no-browser"]) == ["-m", "jupyterlab", "--allow-root", "--no-browser"]


def installations(home):
    """Return what pip was called for: the list, and the checkout itself."""
    calls = (home / "calls").read_text().splitlines()
    return [line.split()[-1] for line in calls if "pip install" in line]


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml"])
def test_installs_once_and_again_only_when_something_changes_or_the_checkout_has_moved(elsewhere, changed):
    for _ in range(2):
        run("test", "-x", home=elsewhere)
    whole = [str(elsewhere / "requirements.txt"), str(elsewhere)]
    assert installations(elsewhere) == whole
    with open(elsewhere / changed, "a") as file:
        file.write("# changed\n")
    run("test", home=elsewhere)
    assert installations(elsewhere) == 2 * whole
    moved = elsewhere.rename(elsewhere.with_name(f"moved_{changed}"))
    run("setup", home=moved)
    assert installations(moved)[-1] == str(moved)


@pytest.fixture
def conda(elsewhere):
    shutil.copytree(elsewhere / ".venv", elsewhere / "conda")
    return elsewhere / "conda"


def in_conda(conda):
    return environment() | {"CONDA_PREFIX": str(conda), "CONDA_DEFAULT_ENV": "cards"}


def test_an_active_conda_environment_is_used_and_has_the_same_list_and_the_checkout(elsewhere, conda):
    run("setup", home=elsewhere, env=in_conda(conda))
    assert (conda / "deckspace-installation.sha256").exists()
    assert not (elsewhere / ".venv" / "deckspace-installation.sha256").exists()
    written = yaml.safe_load((HOME / "environment.yml").read_text())["dependencies"]
    assert written[-1] == {"pip": ["-r requirements.txt", "-e ."]}


def test_a_failed_installation_is_shown_and_tried_again(elsewhere):
    python = elsewhere / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\ncase "$*" in *install*) echo no such package; exit 1;; esac\n')
    for _ in range(2):
        done = run("setup", home=elsewhere)
        assert done.returncode == 1 and "no such package" in done.stderr and "failed" in done.stderr
    assert not (elsewhere / ".venv" / "deckspace-installation.sha256").exists()


@pytest.fixture
def front(elsewhere, monkeypatch):
    """`run` as a module that creates no environment but records how it would."""
    loader = SourceFileLoader("front", str(elsewhere / "run"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    module = type(sys)("front")
    module.__file__ = str(elsewhere / "run")
    loader.exec_module(module)
    module.made = []
    monkeypatch.setattr(module, "silently", lambda command: stand_in(module, elsewhere, command))
    return module


def stand_in(module, home, command):
    module.made.append(command[2])
    if command[2] == "venv":
        python = home / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(WRITES_DOWN)


def without_pip(folder):
    (folder / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")


def with_a_dead_python(folder):
    (folder / "bin" / "python").unlink()
    (folder / "bin" / "python").symlink_to("/nowhere/python3")


@pytest.mark.parametrize("spoil", [without_pip, with_a_dead_python])
def test_a_broken_environment_is_recreated(front, elsewhere, spoil):
    env = elsewhere / ".venv"
    front.build(str(env))
    assert front.made == ["pip", "pip"] and front.is_ready(str(env))
    spoil(env)
    (env / "left_over").touch()
    if spoil is without_pip:  # killed before anything was installed
        (env / "deckspace-installation.sha256").unlink()
    assert not front.is_ready(str(env))
    front.build(str(env))
    assert front.made == ["pip", "pip", "venv", "pip", "pip"] and not (env / "left_over").exists()


@pytest.mark.parametrize("spoil", [without_pip, with_a_dead_python])
def test_a_broken_conda_environment_is_left_alone(elsewhere, conda, spoil):
    spoil(conda)
    (conda / "precious").touch()
    done = run("setup", home=elsewhere, env=in_conda(conda))
    assert done.returncode == 2 and "conda environment has no Python with pip" in done.stderr
    assert (conda / "precious").exists() and not (elsewhere / "calls").exists()


def test_an_environment_that_cannot_be_removed_is_reported_in_one_sentence(front, elsewhere, monkeypatch):
    without_pip(elsewhere / ".venv")

    def locked(folder):
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr(front.shutil, "rmtree", locked)
    with pytest.raises(
        front.Refusal, match="'.venv' is broken and cannot be removed .Permission denied.: remove it"
    ):
        front.build(str(elsewhere / ".venv"))


def test_what_is_needed_before_an_installation_needs_none():
    modules = "deckspace.errors, deckspace.files, study.pipeline.checkout, study.pipeline.repro"
    bare = [sys.executable, "-S", "-c", f"import {modules}"]
    subprocess.run(bare, env=environment() | {"PYTHONPATH": str(HOME / "lib")}, cwd=HOME, check=True)


def test_what_cannot_be_written_is_reported_in_one_sentence(elsewhere):
    mark = elsewhere / ".venv" / "deckspace-installation.sha256"
    mark.mkdir()
    done = run("setup", home=elsewhere)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert str(mark) in done.stderr.splitlines()[-1]


def test_a_site_is_refused_where_it_has_no_room(front, monkeypatch):
    monkeypatch.setattr(front.shutil, "disk_usage", lambda place: SimpleNamespace(free=1_000_000))
    with pytest.raises(front.Refusal, match="needs 50 MB of room below .* which is full or read-only."):
        front.site([])


def test_compiled_code_of_a_checkout_that_cannot_be_written_to_is_kept_elsewhere(front, monkeypatch):
    for writable in (True, False):
        monkeypatch.setattr(os, "environ", {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": "/caches"})
        monkeypatch.setattr(os, "access", lambda folder, mode, writable=writable: writable)
        front.enter(front.prefix())
        assert ("DECKSPACE_CACHE" in os.environ) == (not writable)


def test_an_old_python_is_told_so_in_one_sentence(front, monkeypatch):
    ast.parse((HOME / "run").read_text(), feature_version=(3, 6))
    for late in ("capture_output", "text=True", "removeprefix"):  # of 3.7 and 3.9
        assert late not in (HOME / "run").read_text()
    monkeypatch.setattr(sys, "version_info", (3, 6, 9))
    with pytest.raises(
        front.Refusal, match="this is Python 3.6: start it with a newer one, as in `python3.12 run play"
    ):
        front.main(["play", "--port", "9000"])


def test_ctrl_c_ends_a_module_in_one_line(tmp_path):
    (tmp_path / "toy.py").write_text("import sys\nprint(__name__, sys.argv[1:])\nraise KeyboardInterrupt\n")
    path = os.pathsep.join([str(tmp_path), str(HOME / "lib")])
    command = [sys.executable, "-m", "study.stoppable", "toy", "--fast"]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (130, "__main__ ['--fast']\n")
    assert done.stderr == "run: stopped.\n"


def test_the_help_of_bench_forgets_none(front):
    assert all(
        f"./run bench {name} " in front.bench.__doc__ and name in games.MORE for name in front.BENCHMARKS
    )
    assert all(f" {name}" in front.bench.__doc__ for name in games.BENCHMARKS)


def test_an_environment_that_is_only_linked_is_left_alone(elsewhere):
    lent = elsewhere / "other" / ".venv"
    lent.parent.mkdir()
    (elsewhere / ".venv").rename(lent)
    (elsewhere / ".venv").symlink_to(lent)
    run("setup", home=elsewhere)
    assert installations(lent.parent)[-1] == str(lent.parent), "its own checkout stays the installed one"
    without_pip(lent)
    (lent / "deckspace-installation.sha256").unlink()
    done = run("setup", home=elsewhere)
    assert done.returncode == 2 and "remove the link" in done.stderr and lent.exists()
