"""The benchmark of archives times every kind, in every stretch; how fast is nobody's assertion."""

from study.bench import archives as bench_archives


def test_a_row_for_every_kind_batch_and_stretch():
    table = bench_archives.bench(repeats=1, n=200, window=100)
    rows = [
        (kind, batch, already) for kind in bench_archives.KINDS for batch in (1, 50) for already in (0, 100)
    ]
    assert list(table[["kind", "batch", "individuals"]].itertuples(index=False, name=None)) == rows
    assert (table.microseconds > 0).all() and set(table.n) == {100} and set(table.runs) == {1}


def test_individuals_are_as_decks():
    some = bench_archives.individuals(500)
    assert (
        some["solution"].shape == (500, 30) and (some["solution"].sum(axis=1) == some["measures"][:, 0]).all()
    )
