"""A file of a check that is spoiled in one place is refused or counted as it should be; there is no traceback."""

import json

import numpy as np
import pytest

from spoiled import spoiled, spoiled_text
from study import HOME
from study.conformance import checks
from study.conformance.hearthstone.scenarios import SAMPLE as SCENARIOS
from study.conformance.report import files, read_text

RECORDED = HOME / "data" / "reference"
AGENTS = RECORDED / "hearthstone" / "sabberstone" / "agents"
CASES = 40  # of each kind


def scenario(random, folder):
    every = json.loads(read_text(files(SCENARIOS, ".json.gz")[0]))
    value, deed = spoiled([every[random.integers(len(every))]], random)
    (folder / "one.json").write_text(json.dumps(value))
    return ["scenarios", str(folder / "one.json")], deed


def recording(random, folder):
    lines = read_text(files(RECORDED / "locm" / "traces", ".jsonl.gz")[1]).splitlines()
    value, deed = spoiled(json.loads(lines[random.integers(len(lines))]), random)
    (folder / "one.jsonl").write_text(json.dumps(value))
    return ["locm", "--traces", str(folder)], deed


def match(random, folder):
    """Write one recorded match of LoCM 1.2 or 1.5, spoiled."""
    lines = read_text(files(RECORDED / "locm" / "matches", ".jsonl.gz")[random.integers(2)]).splitlines()
    value, deed = spoiled(json.loads(lines[0]), random)
    (folder / "one.jsonl").write_text(json.dumps(value))
    return ["locm", "--records", str(folder / "one.jsonl")], deed


def pairing(random, folder):
    rows = (AGENTS / ("pairings.csv", "eva_pairings.csv")[random.integers(2)]).read_text().splitlines()
    text = spoiled_text("\n".join(rows[:3]), random)
    (folder / "one.csv").write_text(text)
    return ["pairings", str(folder / "one.csv"), "--games", "2"], text


@pytest.mark.parametrize("write", [scenario, recording, match, pairing], ids=lambda write: write.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of correlations without a spread
def test_a_spoiled_file_is_refused_or_counted(write, tmp_path, capsys):
    random = np.random.default_rng(17)
    for _ in range(CASES):
        arguments, deed = write(random, tmp_path)
        status = checks.main(arguments)
        said = capsys.readouterr()
        assert status in (0, 1, 2), deed
        assert (status == 2) == (said.err != "") and said.err.count("\n") <= 1, (deed, said.err)


def test_without_a_name_the_checks_are_listed(capsys):
    assert checks.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == [*checks.CHECKS, "all"]
    assert all(len(line.split()) > 6 for line in lines)
    assert checks.main(["all", "--games"]) == 2
    assert capsys.readouterr().err == "Only a single check takes arguments, such as --games.\n"


def test_what_breaks_in_a_file_that_was_named_is_reported_in_one_sentence(tmp_path, capsys):
    columns = "a_atk,a_kw,attacker_player_hp_change,defender_player_hp_change"
    (tmp_path / "face.csv").write_text(f"{columns}\n1,B?,0,-1\n")
    assert checks.main(["locm", "--tables", str(tmp_path)]) == 2
    assert "cannot use what it was given to read" in capsys.readouterr().err
    assert checks.main(["pairings", str(tmp_path)]) == 2  # a folder
