"""What is played again with the same result changes nothing: tables decide, how long they took does not."""

import shutil

import pandas as pd
import pytest

from deckspace import runs
from study import HOME
from study.papers.dsa_me import contest as dsa_me_contest
from study.papers.dsa_me import results as dsa_me_results
from study.papers.locm import results as locm_results
from study.papers.locm import tournament as locm_tournament
from study.papers.mesb import results as mesb_results
from study.pipeline.inventory import inventory
from study.pipeline.runs import read_run, record_path, write_run

RUNS = HOME / "data" / "runs"


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """The runs of the smallest scale, without what their records say under "made"."""
    folder = tmp_path_factory.mktemp("again")
    for path in sorted(RUNS.glob("*/smoke/**/*.*")):
        (folder / path.relative_to(RUNS)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(RUNS))
    for path in folder.rglob("*.parquet"):
        record = {name: value for name, value in read_run(path)[1].items() if name != "sha256"}
        record_path(path).write_text(runs._sealed(record | {"made": {}}, path.read_bytes()))
    return folder


def spoil(path):
    """Another table in the place of one."""
    table, record = read_run(path)
    write_run(path, table.iloc[::-1], parameters=record["parameters"], games=record["games"])


def test_locm_reads_tables(again):
    folders = [place / "locm/smoke/evolution" for place in (RUNS, again)]
    pd.testing.assert_frame_equal(*map(locm_results.read_evolution, folders))
    before, after = map(locm_tournament.field, folders)
    assert [agent.name for agent in before] == [agent.name for agent in after]


def test_mesb_plays_fresh_games_for_tables(again, tmp_path):
    before, after = (place / "mesb/smoke/searches" for place in (RUNS, again))
    pd.testing.assert_frame_equal(*(mesb_results.read_searches(folder)[0] for folder in (before, after)))
    assert inventory(before) == inventory(after)
    other = shutil.copytree(after, tmp_path / "searches")
    spoil(other / "elite/1.parquet")
    assert inventory(other) != inventory(before)


def test_dsa_me_plays_fresh_games_for_tables_and_surrogates(again, tmp_path):
    found = {place: list(dsa_me_contest.trials(place / "dsa_me/smoke/trials")) for place in (RUNS, again)}
    for one, other in zip(*found.values(), strict=True):
        pd.testing.assert_frame_equal(one.rows, other.rows)
        assert one[:2] == other[:2] and one.games == other.games
    before, after = (inventory(place / "dsa_me/smoke/trials") for place in (RUNS, again))
    assert before == after
    for name in ("map_elites/decks.parquet", "dsa_me/surrogate-1.pt"):
        other = shutil.copytree(again / "dsa_me/smoke/trials", tmp_path / name)
        spoil(other / name) if name.endswith("parquet") else (other / name).write_bytes(b"another")
        assert inventory(other) != before, name


def test_of_all_readers_only_the_overview_of_dsa_me_shows_what_trials_took(again):
    found = dsa_me_results.read_trials(again / "dsa_me/smoke")
    assert len(dsa_me_results.of_each(found, dsa_me_results.metrics)) == len(found)
    with pytest.raises(KeyError, match="cpu_seconds"):
        dsa_me_results.overview(found)
