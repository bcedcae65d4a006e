"""The two commands of the README: what `run` does before it starts a command, and its messages if it fails."""

import os
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
import yaml

HOME = Path(__file__).resolve().parent.parent
COMMANDS = ("repro", "test", "check", "bench", "play", "bot", "league", "lab", "setup")
NEEDED = ("run", "requirements.txt", "pyproject.toml", "dvc.yaml", "lib/study/__init__.py")
NEEDED += ("lib/study/pipeline/repro.py", "lib/study/pipeline/checkout.py", "lib/deckspace/__init__.py")
NEEDED += ("lib/deckspace/errors.py", "lib/deckspace/extras.py")
WRITES_DOWN = '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../../calls"\n'


def run(*args, home=HOME, **kwargs):
    return subprocess.run(
        [sys.executable, str(home / "run"), *args], capture_output=True, text=True, **kwargs
    )


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


def calls(home):
    return (home / "calls").read_text().splitlines()


def environment():
    return {name: value for name, value in os.environ.items() if not name.startswith("CONDA")}


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    "args, sentence",
    [
        (["dance"], "no command 'dance': choose one of repro"),
        (["repro", "--scale", "huge"], "Argument --scale: invalid choice: 'huge' (choose from"),
        (["repro", "--scale=huge"], "invalid choice: 'huge'"),
        (["repro", "--scale"], "Argument --scale: expected one argument."),
        (["repro", "smoke"], "'smoke' is a scale, not a stage: ./run repro --scale smoke."),
        (["repro", "locm_raed"], "no stage 'locm_raed': did you mean locm_read or"),
        (["repro", "chess"], "no stage 'chess'; there are card_tables"),
        (["repro", "--fource"], "Unrecognized arguments: --fource."),
        (["repro", "locm_read@smoke", "--scale", "paper"], "'locm_read@smoke' belongs to the scale smoke"),
        (["bot"], "which game and which bot"),
        (["bot", "chess", "anyone"], "no bot for 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence_before_any_work(elsewhere, args, sentence):
    done = run(*args, home=elsewhere, env=environment())
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (elsewhere / "calls").exists()


@pytest.mark.parametrize(
    "command", [["repro"], ["bot", "locm", "mcts"], ["league"], ["play"], ["bench"], ["check"]]
)
def test_no_command_works_with_a_changed_original(elsewhere, command):
    agent = elsewhere / "lib/deckspace/data/agents/eva.json"
    agent.parent.mkdir(parents=True)
    agent.touch()
    for git in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *git], cwd=elsewhere, check=True)
    agent.write_text("{}")
    done = run(*command, home=elsewhere)
    assert done.returncode == 2 and not (elsewhere / "calls").exists()
    assert (
        "'lib/deckspace/data/agents/eva.json' is not as it came" in done.stderr
        and done.stderr.count("\n") == 1
    )


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"], ["help"]], ids=str)
def test_help_names_every_command_in_a_dozen_lines(elsewhere, args):
    done = run(*args, home=elsewhere, env=environment())
    assert all(f"./run {name}" in done.stdout for name in COMMANDS)
    assert len(done.stdout.splitlines()) <= 12 and done.returncode == 0 and not done.stderr
    assert not (elsewhere / "calls").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_before_anything_is_built(elsewhere, name):
    for args in ([name, "--help"], [name, "-h"], ["help", name]):
        done = run(*args, home=elsewhere, env=environment())
        assert done.stdout.startswith(f"./run {name}") and 3 <= len(done.stdout.splitlines()) <= 13
    assert not (elsewhere / "calls").exists()


def test_a_command_leads_to_its_module(elsewhere):
    for args in (
        ["bench", "archives"],
        ["bench", "inner-loop"],
        ["bench", "mastering"],
        ["bench", "hs-copy"],
    ):
        run(*args, home=elsewhere, env=environment())
    run("check", "--json", home=elsewhere, env=environment())
    for args in (["bench", "hs-copy", "--against", "HEAD"], ["bench", "--against=HEAD"]):
        run(*args, home=elsewhere, env=environment())
    for args in (["test"], ["test", "--quick"], ["test", "--quick", "-x"]):
        run(*args, home=elsewhere, env=environment())
    run("repro", "locm_read", "--force", home=elsewhere, env=environment())
    run("play", "--no-browser", home=elsewhere, env=environment())
    run("league", "add", "MCTS", home=elsewhere, env=environment())
    assert [line for line in calls(elsewhere) if " pip " not in f" {line} "] == [
        "-m study.bench.archives",
        "-m study.bench.inner_loop",
        "-m study.bench.mastering",
        "-m study.bench.games hs-copy",
        "-m study.conformance.checks --json",
        "-m study.bench.against hs-copy --against HEAD",
        "-m study.bench.against --against=HEAD",
        "-m pytest -n 2 --dist loadfile --no-loadscope-reorder",
        "-m pytest -n 2 --dist loadfile --no-loadscope-reorder -m quick",
        "-m pytest -m quick -x",
        "-m study.pipeline.repro locm_read --force",
        "-m deckspace play --with study.registered --no-browser",
        "-m deckspace league --with study.registered add MCTS",
    ]


# ------------------------------------------------------------------ the environment


def installations(home):
    """Return what pip was called for: the list, and the checkout itself."""
    return [line.split()[-1] for line in calls(home) if "pip install" in line]


@pytest.mark.parametrize("changed", ["requirements.txt", "pyproject.toml"])
def test_installs_once_and_again_only_when_something_changes(elsewhere, changed):
    for _ in range(2):
        run("test", "-x", home=elsewhere, env=environment())
    whole = [str(elsewhere / "requirements.txt"), str(elsewhere)]
    assert installations(elsewhere) == whole
    with open(elsewhere / changed, "a") as file:
        file.write("# changed\n")
    run("test", home=elsewhere, env=environment())
    assert installations(elsewhere) == 2 * whole


def test_a_checkout_that_has_moved_is_installed_again(elsewhere):
    run("setup", home=elsewhere, env=environment())
    moved = elsewhere.with_name("moved")
    elsewhere.rename(moved)
    run("setup", home=moved, env=environment())
    assert installations(moved)[-1] == str(moved)


def test_an_active_conda_environment_is_used(elsewhere):
    conda = elsewhere / "conda"
    shutil.copytree(elsewhere / ".venv", conda)
    run("setup", home=elsewhere, env=in_conda(conda))
    assert (conda / "deckspace-installation.sha256").exists()
    assert not (elsewhere / ".venv" / "deckspace-installation.sha256").exists()


def in_conda(conda):
    return environment() | {"CONDA_PREFIX": str(conda), "CONDA_DEFAULT_ENV": "cards"}


def test_conda_installs_the_same_list_and_the_checkout():
    written = yaml.safe_load((HOME / "environment.yml").read_text())["dependencies"]
    assert written[-1] == {"pip": ["-r requirements.txt", "-e ."]}


def test_a_failed_installation_is_shown_and_tried_again(elsewhere):
    python = elsewhere / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\ncase "$*" in *install*) echo no such package; exit 1;; esac\n')
    for _ in range(2):
        done = run("setup", home=elsewhere, env=environment())
        assert done.returncode == 1 and "no such package" in done.stderr and "failed" in done.stderr
    assert not (elsewhere / ".venv" / "deckspace-installation.sha256").exists()


def test_a_ready_environment_costs_almost_nothing(elsewhere):
    run("setup", home=elsewhere, env=environment())
    before = calls(elsewhere)
    run("bot", "locm", "anyone", home=elsewhere, env=environment())
    assert calls(elsewhere) == [*before, "-m deckspace bot locm anyone"]


# ------------------------------------------------------------------ what was broken


@pytest.fixture
def front(elsewhere, monkeypatch):
    """`run` as a module that creates no environment but records how it would."""
    loader = SourceFileLoader("front", str(elsewhere / "run"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
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


def without_python(folder):
    (folder / "bin" / "python").unlink()


def with_a_dead_python(folder):
    without_python(folder)
    (folder / "bin" / "python").symlink_to("/nowhere/python3")


@pytest.mark.parametrize("spoil", [without_pip, without_python, with_a_dead_python])
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


@pytest.mark.parametrize("spoil", [without_pip, without_python, with_a_dead_python])
def test_a_broken_conda_environment_is_left_alone(elsewhere, spoil):
    conda = elsewhere / "conda"
    shutil.copytree(elsewhere / ".venv", conda)
    spoil(conda)
    (conda / "precious").touch()
    done = run("setup", home=elsewhere, env=in_conda(conda))
    assert done.returncode == 2 and "conda environment has no Python with pip" in done.stderr
    assert (conda / "precious").exists() and not (elsewhere / "calls").exists()


def test_an_environment_that_is_only_linked_is_left_alone(elsewhere):
    lent = elsewhere / "other" / ".venv"
    lent.parent.mkdir()
    (elsewhere / ".venv").rename(lent)
    (elsewhere / ".venv").symlink_to(lent)
    run("setup", home=elsewhere, env=environment())
    listed = (elsewhere / "other" / "calls").read_text()
    assert listed.rstrip().endswith(str(lent.parent)), "its own checkout stays the installed one"
    without_pip(lent)
    (lent / "deckspace-installation.sha256").unlink()
    done = run("setup", home=elsewhere, env=environment())
    assert done.returncode == 2 and "remove the link" in done.stderr and lent.exists()


# ------------------------------------------------------------------ Windows


def test_on_windows_an_environment_has_its_python_elsewhere(front, elsewhere, monkeypatch):
    monkeypatch.setattr(front, "WINDOWS", True)
    env = elsewhere / ".venv"
    assert front.python_of(str(env)) == str(env / "Scripts" / "python.exe")
    assert front.python_of("/conda/envs/cards") == "/conda/envs/cards/python.exe"


def test_on_windows_we_wait_for_a_command_and_pass_its_status_on(front, monkeypatch):
    monkeypatch.setattr(front, "WINDOWS", True)
    before = signal.getsignal(signal.SIGINT)
    try:
        assert front.hand_over([sys.executable, "-c", "raise SystemExit(3)"]) == 3
    finally:
        signal.signal(signal.SIGINT, before)


# ------------------------------------------------------------------ Ctrl-C


def test_ctrl_c_ends_an_installation_in_one_line(elsewhere):
    python = elsewhere / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\ncase "$*" in *install*) echo $$ > {elsewhere}/pid; exec sleep 60;; esac\n')
    output = interrupted([sys.executable, str(elsewhere / "run"), "setup"], elsewhere / "pid", environment())
    assert output == ["run: installing requirements.txt (a few minutes the first time)"] + [
        "run: stopped; the next ./run goes on from here."
    ]
    assert not is_alive(int((elsewhere / "pid").read_text()))


def interrupted(command, sign, env):
    """Return the output of a command that is stopped by Ctrl-C once the file `sign` exists."""
    # A shell that starts the tests in the background has them ignore Ctrl-C, and their children with them.
    hear = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    settings = dict(stderr=subprocess.PIPE, text=True, env=env, start_new_session=True, preexec_fn=hear)
    process = subprocess.Popen(command, **settings)
    deadline = time.time() + 60
    while not (sign.exists() and sign.read_text().strip()) and time.time() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, output = process.communicate(timeout=30)
    assert process.returncode == 130
    return output.splitlines()


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
