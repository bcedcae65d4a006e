"""Without the study, the league has the agents of the package and those of the user's modules."""

import json

import pytest

from deckspace.agents import roster
from deckspace.agents.roster import GAMES
from deckspace.commands import league as command
from deckspace.league import scales
from deckspace.league.scales import Scale
from deckspace.table import decks, opponents, replays
from deckspace.table.locm import opponents as locm
from deckspace.table.session import Session

TINY = {"positions": 5, "suites": ["starter"], "drawn": 1, "games": 1, "drafts": 1, "seed": 1}
OUTSIDE = """
from deckspace.agents.hearthstone.beam import Beam
from deckspace.agents.roster import Entry, register as enter


def eager(view):
    return view["actions"][-1]


def register():
    enter(Entry("plain", lambda positions: eager, "script", says="does whatever it can"))
    enter(Entry("mine", lambda positions: Beam("control", width=2, fair=True), "beam", says="looks less far around"))
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """The installed library, used from a folder of the user."""
    monkeypatch.setattr(roster, "_registered", {game: {} for game in GAMES})
    monkeypatch.setattr(roster, "_taken", [])
    monkeypatch.setattr(scales, "_registered", {})
    monkeypatch.setattr(replays, "FOLDER", None)
    monkeypatch.setattr(decks, "ELITES", {})
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "home"))
    for name in ("DECKSPACE_PLAYED", roster.WITH, "PYTHONPATH"):
        monkeypatch.setenv(name, "")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_has_the_agents_of_the_package_and_its_page_writes_nothing(alone):
    everybody = [*opponents.opponents().values(), *locm.opponents().values()]
    assert {"MCTS", "beam Control", "best of the final 100"} <= set(opponents.opponents())
    assert all(one.rated == "not rated" and one.agent is not None for one in everybody)
    heard = []
    session = Session(lambda message: heard.append(json.loads(json.dumps(message))))
    for message in ({"type": "lobby"}, {"type": "locm"}, {"type": "decks", "card_set": "mesb"}):
        session.handle(message)
    assert [each["type"] for each in heard] == ["lobby", "locm_lobby", "decks"]
    assert heard[0]["opponents"][0]["name"] == "beam Control"
    assert heard[0]["papers"] == [] and heard[2]["decks"]
    assert list(alone.iterdir()) == []


def test_an_agent_from_outside_plays_the_league_and_sits_at_the_table(alone, monkeypatch, capsys):
    (alone / "my_agents.py").write_text(OUTSIDE)
    some = [each for each in roster.hearthstone() if each.name in ("random", "beam Aggro")]
    monkeypatch.setitem(roster.BUILT_IN, "hearthstone", lambda: some)
    monkeypatch.setattr(scales, "_registered", {"tiny": Scale("tiny", TINY.copy, alone / "league")})
    assert command.main(["add", "mine", "--with", "my_agents"]) == 0
    shown = capsys.readouterr().out
    assert "mine has 7 pairs to play in the league of Hearthstone at the scale 'tiny'" in shown
    assert "mine is number 1 of 4: +" in shown
    assert command.main(["add", "plain", "--with", "my_agents"]) == 0  # a function plays where no policy does
    shown = capsys.readouterr().out
    assert "plain has 2 pairs to play" in shown and "plain is number" in shown
    assert (
        command.main(["add", "mine"]) == 0 and "mine has already played everybody" in capsys.readouterr().out
    )
    assert {path.parent for path in alone.rglob("*.parquet")} == {alone / "home" / "league"}
    mine = opponents.opponent("mine")
    assert opponents.opponent("plain").is_ready  # it needs no compiled code
    assert mine.says == "looks less far around"
    assert mine.agent.width == 2 and mine.agent.mulligan == "keep_all"
