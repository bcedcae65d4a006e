"""Foreign programs that play by the referee's protocol: in matches from Python, and in the league."""

import shlex
import sys
from pathlib import Path

import pytest

import deckspace as ds
from deckspace.agents import roster
from deckspace.agents.locm.external import Program
from deckspace.commands.league import main
from deckspace.league import locm, scales
from deckspace.league.scales import Scale

BOT = Path(__file__).parents[2] / "helpers" / "locm_bot.py"
PATIENT = 100  # tests share their machine
OUTSIDE = """
from deckspace.agents import roster
from deckspace.agents.locm.external import Program
from deckspace.agents.roster import LEAGUE, Entry


def register():
    bot = Program({command!r}, patience=100, versions=("1.2", "1.5"))
    roster.register(Entry("their bot", lambda n: bot, "script", game="locm", places=(LEAGUE,)))
"""


def program(*answers, patience=PATIENT, versions=("1.2",)):
    return Program(shlex.join([sys.executable, str(BOT), *answers]), patience, versions=versions)


def test_a_program_plays_our_agents_in_both_versions():
    table = ds.locm.play(
        {"theirs": program("PICK 0", "PASS"), "ours": ds.locm.WeakOp()}, drafts=2, progress=False
    )
    assert table.set_index("agent").wins.to_dict() == {"theirs": 0, "ours": 4}
    new, modern = ds.locm.cards("1.5"), program("PASS", "PASS", "1", versions=("1.5",))
    score = ds.locm.evaluate(ds.locm.WeakOp(), modern, drafts=2, book=new)
    assert score.wins == score.games == 4
    with pytest.raises(ValueError, match="speaks version 1.2 only: if it speaks 1.5, name that"):
        ds.locm.evaluate(ds.locm.WeakOp(), program("PICK 0", "PASS"), drafts=2, book=new)


def test_a_program_that_takes_too_long_loses(caplog):
    score = ds.locm.evaluate(ds.locm.Random(), program("PICK 0", "PASS", patience=0.001), drafts=1)
    assert score.wins == 2 and "took more than 1 ms and loses" in caplog.text


def test_a_program_is_known_by_its_command_its_patience_and_its_files(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("pass")
    one = Program(f"python {bot}")
    before = one.about()
    assert before != Program(f"python {bot}", 2).about() and before == Program(f"python {bot}").about()
    bot.write_text("print(1)")
    assert one.about() != before and one.name == f"python {bot}"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("",), "needs a command line, such as 'java -jar bot.jar'"),
        (("a 'b",), "A program needs a command line, not .* No closing quotation"),
        ((7,), "A program needs a command line, not 7"),
        (("bot", 0), "patience with a program must be a positive number, not 0"),
        (("bot", True), "must be a positive number, not True"),
        (("bot", 1, "", ("1.0",)), "versions of a program must be a tuple of some of 1.2 and 1.5, not"),
        (("bot", 1, "", "1.5"), "must be a tuple of some of 1.2 and 1.5, not '1.5'"),
    ],
)
def test_what_is_no_program_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Program(*arguments)


def test_a_program_plays_in_the_league_of_the_versions_that_it_speaks():
    places = locm.locm().venues.values()
    for versions in (("1.2",), ("1.5",), ("1.2", "1.5")):
        one = locm.Contender(program("PASS", versions=versions), "script")
        assert tuple(each.version for each in places if one.plays_at(each)) == versions
    assert all(locm.Contender(ds.locm.WeakOp(), "script").plays_at(each) for each in places)


def test_a_program_enters_the_league(monkeypatch, tmp_path, capsys):
    for name, value in (("_registered", {game: {} for game in roster.GAMES}), ("_taken", [])):
        monkeypatch.setattr(roster, name, value)
    some = [each for each in roster.locm() if each.name in ("random", "WeakOp")]
    monkeypatch.setitem(roster.BUILT_IN, "locm", lambda: some)
    tiny = {"positions": 5, "suites": ["starter"], "drawn": 1, "games": 1, "drafts": 2, "seed": 1}
    monkeypatch.setattr(scales, "_registered", {"tiny": Scale("tiny", tiny.copy, tmp_path / "league")})
    monkeypatch.setenv("DECKSPACE_HOME", str(tmp_path / "home"))
    for name in ("DECKSPACE_PLAYED", roster.WITH, "PYTHONPATH"):
        monkeypatch.setenv(name, "")
    monkeypatch.chdir(tmp_path)
    command = program("PICK 0", "PASS").command
    (tmp_path / "my_bots.py").write_text(OUTSIDE.format(command=command))
    assert main(["add", "their bot", "--game", "locm", "--with", "my_bots"]) == 0
    shown = capsys.readouterr().out
    assert "their bot has 4 pairs to play in the league of LoCM at the scale 'tiny'" in shown
    assert "Version 1.2 (8 games" in shown and "Version 1.5 (8 games" in shown
    assert shown.count("it wins 0 % of games against") == 2
    assert main(["add", "their bot", "--game", "locm"]) == 0
    assert "their bot has already played everybody" in capsys.readouterr().out
