"""The tables of the checks count what the checks count."""

import gzip

import numpy as np
import pandas as pd
import pytest

from deckspace import arena
from deckspace.agents.hearthstone.entrants import entrants
from deckspace.agents.hearthstone.games import GAME_SPEC, play_games
from deckspace.engine.hearthstone.decks import suite
from deckspace.engine.hearthstone.encode import card_book
from study.conformance import tables as conformance_tables
from study.conformance.hearthstone import pairings, sabberstone, scenarios
from study.conformance.hearthstone.sabberstone_mismatches import CHANCE, OPTIONS, STATES
from study.conformance.tables import agreement, causes, replay_sample, result_of, share
from study.results.claims import published_claims

GAMES = 4


def test_a_share_is_a_hundred_only_if_all_agree():
    assert (share(3, 3), share(99_999, 100_000), share(1, 3)) == (100, 99.99, 33.33)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The first games of the recorded ones, replayed: the report, and a row for each step."""
    folder = tmp_path_factory.mktemp("sample")
    for path in sabberstone.SAMPLE.glob("*.jsonl.gz"):
        lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
        (folder / path.name).write_bytes(gzip.compress(b"".join(lines[:GAMES])))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sabberstone, "SAMPLE", folder)
        return replay_sample()


def test_steps_are_counted_as_the_check_counts_them(sample):
    report, steps = sample
    by_kind = agreement(steps, ["file", "kind"])
    assert by_kind.steps.sum() == len(steps) > 100
    options, states = report.rate(OPTIONS), report.rate(STATES)
    assert (by_kind.steps.sum(), by_kind.options_agree.sum()) == options
    assert (by_kind.states.sum(), by_kind.states_agree.sum()) == states
    assert steps.chance.sum() == report.rate(CHANCE)[0]


def test_every_step_has_a_kind_and_most_a_card_and_every_difference_a_cause(sample):
    report, steps = sample
    assert causes(report).steps.sum() == len(report.found) + len(report.named)
    assert {"play a minion", "attack with a minion", "end the turn"} <= set(steps.kind)
    without = ["end the turn", "attack with the hero", "choose a card"]
    assert (steps.card.isna() == steps.kind.isin(without)).all()


def test_a_scenario_that_is_wrong_is_counted_apart():
    book = card_book(scenarios.CARD_SET)
    scenario = scenarios.read_scenarios(next(scenarios.SAMPLE.glob("basic*")))[0]
    spoiled = scenario | {"expected": scenario["expected"] | {"active": 7}}
    assert result_of(book, scenario, {}) == "passed"
    assert result_of(book, spoiled, {}) == "failed"
    assert result_of(book, spoiled, {scenario["id"]: "a reason"}) == "listed_wrong"


def test_what_is_measured_are_claims(tmp_path, monkeypatch):
    tables, claims = {"one": pd.DataFrame({"n": [1]})}, conformance_tables.measure("text-cards", 3, 4)
    monkeypatch.setattr(conformance_tables, "checks", lambda scale: [lambda: (tables, claims)])
    rows = conformance_tables.write("smoke", tmp_path).set_index("claim")
    assert len(rows) == len(published_claims("engine"))
    assert rows.ours.dropna().tolist() == ["75"] and "contradicted" in set(rows.verdict)
    assert {path.name for path in tmp_path.iterdir()} == {"one.csv", "claims.csv"}


def test_pairings_are_the_recorded_ones_with_ours_beside(monkeypatch):
    rows = pairings.read_rows(pairings.SAMPLE)[::40]
    monkeypatch.setattr(pairings, "read_rows", lambda path: [dict(row) for row in rows])
    tables, claims = conformance_tables.check_pairings(games=30)
    found = tables["pairings"]
    assert found.theirs.tolist() == [row["health_difference"] for row in rows]
    assert found.ours.notna().all() and len(tables["pairings_measures"]) == len(pairings.MEASURES)
    assert set(claims) == {"pairings-correlation", "pairings-bias", "pairings-spread"}
    assert claims["pairings-bias"].value == pytest.approx((found.ours - found.theirs).mean())
    assert all(each.low < each.value < each.high and each.n == len(rows) for each in claims.values())


def test_pairings_of_eva_are_the_recorded_ones_with_ours_beside():
    tables, claims = conformance_tables.check_eva_pairings(games=20)
    rows = tables["eva_pairings"]
    assert rows.theirs[0] == 1026 / 2000 and rows.ours.between(0, 1).all() and len(rows) == 18
    assert set(claims) == {f"eva-pairings-{name}" for name in ("correlation", "spread", "turns")}
    assert claims["eva-pairings-turns"].value == pytest.approx((rows.ours_turns - rows.theirs_turns).mean())
    assert all(each.low < each.value < each.high for each in claims.values())
    assert claims["eva-pairings-correlation"].n == 9  # EVA against itself
    same = rows[:9]
    errors = np.sqrt(same.theirs * (1 - same.theirs) / 2000), np.sqrt(same.ours * (1 - same.ours) / 20)
    assert np.allclose(same[["theirs_error", "ours_error"]], np.transpose(errors))


def test_peeking_is_compared_in_the_same_games():
    tables, claims = conformance_tables.check_peeking(games=10)
    rows = tables["peeking"].set_index(["first", "second"])
    assert not claims and len(rows) == 4
    assert (rows.games == 6 * 6 * 10).all()
    assert rows.same["peeking", "peeking"] == 360
    assert rows.same["fair", "fair"] < min(rows.same["peeking", "fair"], rows.same["fair", "peeking"]) < 360
    players = [conformance_tables.elite(deck, fair=False) for deck in suite("elite")]
    specs = np.zeros(360, GAME_SPEC)
    specs["seed"] = arena.game_seeds(pairings.SEED, 360)
    specs["first"], specs["second"] = np.arange(360) // 60, np.arange(360) // 10 % 6
    book = card_book(pairings.CARD_SET)
    winner = play_games(specs, entrants(players, book), book.record)["winner"]
    found = rows.loc[("peeking", "peeking"), ["wins", "draws"]].tolist()
    assert found == [(winner == 0).sum(), (winner == 2).sum()] and 0 < found[0] < 360
