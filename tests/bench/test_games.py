"""The benchmarks run and say what they measured; how fast is nobody's assertion."""

import json

import pytest

from study.bench import games as bench


@pytest.fixture
def small(monkeypatch):
    for name in bench.BENCHMARKS:
        made = bench.BENCHMARKS[name]
        play_games, games, *args = made()
        monkeypatch.setitem(bench.BENCHMARKS, name, lambda p=play_games, g=games[:200], a=args: (p, g, *a))


def test_every_benchmark_prints_one_json_object(small, capsys):
    bench.main(["--json", "--repeats", "1"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [f["name"] for f in found] == list(bench.BENCHMARKS)
    assert all(f["games_per_cpu_second"] > 0 and f["games_per_second"] > 0 for f in found)
    assert all(f["n"] == 200 and f["threads"] >= 1 for f in found)


def test_a_table_for_people_and_the_other_benchmarks(small, capsys):
    bench.main(["--repeats", "1"])
    header, row, *_, others = capsys.readouterr().out.splitlines()
    assert header.split()[0] == "benchmark" and row.startswith(next(iter(bench.BENCHMARKS)))
    assert "./run bench archives" in others and "./run bench inner-loop" in others


@pytest.mark.parametrize("arguments, word", [(["fast"], "fast"), (["locm-random", "--repeats", "0"], "0")])
def test_mistakes_are_reported_in_one_sentence_before_any_work(arguments, word, capsys):
    with pytest.raises(SystemExit) as stopped:
        bench.main(arguments)
    error = capsys.readouterr().err
    assert stopped.value.code == 2 and word in error and len(error.splitlines()) == 1
