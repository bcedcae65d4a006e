"""The benchmark of learning times what it says it does; how fast is nobody's assertion."""

from study.bench import mastering


def test_a_row_for_each_game_and_network():
    table = mastering.bench(seconds=0.01)
    assert table.groupby("game").size().to_dict() == {"small": 5, "big": 5}
    assert table.what.value_counts().to_dict() == {"decisions": 4, "samples": 4, "steps": 2}
    assert (table.per_second > 0).all() and "trunk" in table.network[1]


def test_a_rate_is_of_what_was_done_in_the_time():
    assert mastering.rate(lambda: sum(range(10_000)) and 7, 0.02) > 7
