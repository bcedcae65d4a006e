"""The text protocol of LoCM 1.2: the official referee's exact messages, and its treatment of answers."""

import io
import logging
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from deckspace import arena
from deckspace.agents.locm import bot as bots
from deckspace.agents.locm import players as compiled_players
from deckspace.agents.locm.baseline1 import Baseline1
from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.agents.locm.external import play_games
from deckspace.agents.locm.genomes import linear_from, to_json
from deckspace.agents.locm.players import GAME_SPEC
from deckspace.agents.locm.solo import SoloAgent, find_agent, named_agent
from deckspace.agents.locm.uniform import Random
from deckspace.engine.locm import protocol
from deckspace.engine.locm import replay as replays
from deckspace.engine.locm.cards import cards, edition
from deckspace.engine.locm.protocol import PlayerView, battle_lines, draft_lines, read_turn
from deckspace.engine.locm.referee import Inside, Lost, Outside, Table, play_match
from deckspace.engine.locm.replay import creature, from_decks, legal, legal_texts, position, side, to_dict
from study import HOME

BOOK = edition()
BOT = HOME / "tests" / "helpers" / "locm_bot.py"
PATIENT = 100  # tests share their machine, so only tests of time limits use real ones


class Says:
    """A player that answers every battle turn with the same line."""

    name = "parrot"

    def __init__(self, *answers):
        self.answers = list(answers)

    def pick(self, *question):
        return "PASS"

    def play(self, table):
        return self.answers.pop(0) if self.answers else ""

    def close(self):
        pass


def bot(*words, tolerance=PATIENT):
    return Outside([sys.executable, str(BOT), *words], tolerance)


# --- What the referee says -------------------------------------------------------------------


def test_a_draft_turn_word_for_word():
    assert draft_lines([4, 148, 25], 7, 0, BOOK) == [
        "30 0 7 25 0",
        "30 0 7 25 0",
        "0 0",
        "3",
        "4 -1 0 0 2 1 5 ------ 0 0 0 -1 ",
        "148 -1 0 2 2 0 -2 BCDGLW 0 0 0 -1 ",
        "25 -1 0 0 2 3 1 ------ -2 -2 0 -1 ",
    ]
    # The second player sees the first one pick, a card ahead
    assert draft_lines([1, 2, 3], 7, 1, BOOK)[:2] == ["30 0 7 25 0", "30 0 8 25 0"]


def test_the_first_battle_turn_word_for_word():
    game = from_decks([[3, 148, 155, 117, 36] * 6, [3] * 30], BOOK)
    assert battle_lines(game, BOOK, 1, set(), []) == [
        "30 1 25 25 1",
        "30 1 25 25 1",
        "5 0",
        "5",
        "3 1 0 0 1 2 2 ------ 0 0 0 -1 ",
        "148 3 0 2 2 0 -2 BCDGLW 0 0 0 -1 ",
        "155 5 0 3 3 0 -3 ------ 0 -1 0 -1 ",
        "117 7 0 1 1 1 1 B----- 0 0 0 -1 ",
        "36 9 0 0 6 4 4 ------ 0 0 2 -1 ",
    ]


def test_both_boards_come_after_the_hand_in_order_of_arrival():
    mine = side([3], [creature(36, lane=1, attack=9), creature(3)], deck=4, hp=17, runes=3, max_mana=9)
    game = position(mine, side([3, 3], [creature(2, defense=7)], hp=6, runes=1, next_draw=3))
    assert battle_lines(game, BOOK, 2, set(), [(2, "SUMMON 6 0")]) == [
        "17 9 4 15 2",
        "6 12 10 5 3",
        "2 1",
        "2 SUMMON 6 0",
        "4",
        "3 1 0 0 1 2 2 ------ 0 0 0 -1 ",
        "36 3 1 0 6 9 4 ------ 0 0 2 1 ",
        "3 5 1 0 1 2 2 ------ 0 0 0 0 ",
        "2 6 -1 0 1 1 7 ------ 0 -1 0 0 ",
    ]


def card_lines(table):
    return {line.split()[1]: line.split()[8:11] for line in table.lines() if len(line.split()) == 12}


def test_a_creature_that_has_fought_or_met_an_item_no_longer_shows_its_cards_effects():
    """Cards 36 draw two; 7 and 9 fight, 11 gets an item, 13 does nothing, 5 is fresh; likewise the enemy's."""
    tough = {"attack": 1, "defense": 9}
    mine = [creature(36, **tough), creature(36, **tough), creature(36, **tough), creature(36, lane=1)]
    theirs = [creature(36, **tough), creature(36, lane=1), creature(36, lane=1)]
    table = Table(position(side([118, 143, 36], mine), side(board=theirs)), BOOK, [])
    assert card_lines(table)["9"] == ["0", "0", "2"]
    table.ask(Says("ATTACK 7 2;ATTACK 9 -1; USE 1 11; USE 3 4; ATTACK 11 6; SUMMON 5 0"))
    shown = {identity for identity, changes in card_lines(table).items() if changes == ["0", "0", "2"]}
    assert shown == {"13", "6", "5"}


def test_own_draws_are_requested_ones_and_the_enemys_are_upcoming_ones():
    game = position(side([3] * 7, next_draw=1), side([3] * 8, next_draw=3))
    table = Table(game, BOOK, [])
    table.ask(Says(""))
    table.end_turn()
    me, enemy = table.lines()[:2]
    assert me.split()[4] == "3" and len(to_dict(game)["p"][1]["hand"]) == 8
    assert enemy.split()[4] == "1"


def test_only_actual_enemy_actions_are_reported():
    game = position(side([3, 36, 155], mana=4))
    table = Table(game, BOOK, [])
    table.ask(Says("SUMMON 1 0 hello; ATTACK 1 -1; PASS; SUMMON 3 0; USE 5 -1"))
    table.end_turn()
    assert table.lines()[2:5] == ["1 2", "3 SUMMON 1 0", "155 USE 5 -1"]
    table.ask(Says("PASS"))
    table.end_turn()
    assert table.lines()[2].split()[1] == "0"


def test_time_limits():
    assert [protocol.time_limit(turn) for turn in (0, 1, 29)] == [1.0, 0.1, 0.1]
    assert [protocol.time_limit(0, turn) for turn in (0, 1, 50)] == [1.0, 0.2, 0.2]
    table = Table(from_decks([[3] * 30] * 2, BOOK), BOOK, [])
    limits = []
    for _ in range(4):
        limits.append(table.limit())
        table.end_turn()
    assert limits == [1.0, 1.0, 0.2, 0.2]


# --- How it takes answers --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line, pick",
    [("PICK 0", 0), ("PICK 2", 2), ("PASS", 0), ("CHOOSE 25", 2), ("PICK 1 I like it", 1), ("PASS on", 0)],
)
def test_draft_answers(line, pick):
    assert protocol.read_pick(line, [4, 148, 25]) == pick


@pytest.mark.parametrize(
    "line",
    ["PICK 3", "PICK -1", "", "PICK", "PICK one", "PICK  1", "pick 1", " PICK 1", "CHOOSE 5", "SUMMON 1 0"],
)
def test_draft_answers_that_lose_the_game(line):
    with pytest.raises(ValueError, match=r"\.$"):
        protocol.read_pick(line, [4, 148, 25])
    fault = play_match([bot("PASS", "PASS"), bot(line, "PASS")], 1, 2, BOOK)
    assert fault.winner == 0 and fault.fault.startswith("sent an invalid answer in draft turn 1: ")


ANSWERS = {  # my hand and board, the enemy's side; what is answered; and what is then looked at
    "an empty one does nothing": (dict(hand=[3]), {}, "", lambda game: game["p"][0]["hand"] == [1]),
    "illegal commands are skipped one by one and the rest goes on": (
        dict(hand=[3, 62, 3, 3, 3, 3], mana=9), dict(board=[creature(40)]),
        "SUMMON 3 0;SUMMON 99 0;SUMMON 1 7;SUMMON 1 0;ATTACK 1 -1;USE 5 2;SUMMON 1 1;SUMMON 5 0",
        lambda game: [row[0] for row in game["p"][0]["board"]] == [1, 5]),
    "a command is judged at its own moment": (
        dict(hand=[3, 140]), {}, "ATTACK 1 -1;SUMMON 1 0;USE 3 1;ATTACK 1 -1", lambda game: game["p"][1]["hp"] == 28),
    "commands after PASS are still carried out, and empty ones are none": (
        dict(hand=[3, 3]), {}, "PASS; SUMMON 1 0;; ;PASS;SUMMON 3 1 now ;",
        lambda game: len(game["p"][0]["board"]) == 2),
    "what follows a won game is dropped": (
        dict(hand=[3], board=[3]), dict(hp=2, runes=0), "ATTACK 3 -1;SUMMON 1 0",
        lambda game: game["winner"] == 0 and game["p"][0]["hand"] == [1]),
}  # fmt: skip


@pytest.mark.parametrize("what", ANSWERS)
def test_battle_answers(what):
    mine, theirs, answer, right = ANSWERS[what]
    game = position(side(**mine), side(**theirs))
    before = to_dict(game)
    Table(game, BOOK, []).ask(Says(answer))
    assert right(to_dict(game)) and (answer or to_dict(game) == before)


NONSENSE = ["attack 5 -1", "DANCE", "SUMMON", "SUMMON 1", "USE 1 x", "ATTACK 1 2.5", "SUMMON 1  0", "PICK 0"]


@pytest.mark.parametrize("text", NONSENSE)
def test_one_word_of_nonsense_loses_the_game_before_anything_is_done(text):
    game = position(side([3]))
    before = game.tobytes()
    with pytest.raises(Lost, match="sent an invalid answer in turn 20: "):
        Table(game, BOOK, []).ask(Says(f"SUMMON 1 0;{text}"))
    assert game.tobytes() == before


def test_a_player_that_died_drawing_is_still_asked():
    game = position(side(), side([3], deck=0, runes=0))
    table = Table(game, BOOK, [])
    table.end_turn()
    assert game.winner == 0
    before = game.tobytes()
    table.ask(Says("SUMMON 2 0"))
    assert game.tobytes() == before
    with pytest.raises(Lost):
        table.ask(Says("NONSENSE"))


# --- Bots that misbehave ---------------------------------------------------------------------


def fault_of(player, caplog):
    """Return the message about a losing bot, after checking that it is one line of the log."""
    with caplog.at_level(logging.WARNING):
        match = play_match([player, bot("PICK 1", "PASS")], 1, 2, BOOK)
    assert match.winner == 1
    assert len(caplog.messages) == 1 and "\n" not in caplog.messages[0]
    assert caplog.messages[0].startswith("Player 1 (") and caplog.messages[0].endswith(" and loses.")
    assert match.fault in caplog.messages[0]
    return match.fault


@pytest.mark.parametrize(
    "words, fault",
    [
        (["exit 3", ""], "stopped (exit status 3)"),  # in the draft
        (["PICK 0", "exit 0"], "stopped (exit status 0)"),
        (["PICK 0", "die"], "crashed (killed by signal 9)"),
        (["PICK 0", "close"], "closed its output"),
        (["PICK 0", "flood"], "sent an invalid answer: the line is too long"),
        (["PICK 0", "ATTACK the dragon"], "sent an invalid answer in turn 0: ATTACK needs two whole numbers"),
    ],
)
def test_a_bot_that_misbehaves_loses(words, fault, caplog):
    assert fault_of(bot(*words), caplog).startswith(fault)


def test_a_bot_that_does_not_exist_loses(caplog):
    assert fault_of(Outside("/no/such/bot"), caplog) == "could not be started (No such file or directory)"


def test_a_bot_that_hangs_loses_in_time_and_takes_its_children_along(caplog, tmp_path, monkeypatch):
    monkeypatch.setenv("CHILD", str(tmp_path / "child"))
    started = time.monotonic()
    assert fault_of(bot("PICK 0", "sleep", tolerance=1), caplog) == "took more than 1000 ms"
    assert time.monotonic() - started < 20
    child = Path("/proc", (tmp_path / "child").read_text(), "stat")
    for _ in range(50):  # it has ended, or is a zombie
        if not child.exists() or child.read_text().split()[2] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError("the child is still there")


# --- Our agents as bots ----------------------------------------------------------------------


def seen(game, view, table):
    """Return a bot's record of the messages to it."""
    text = "".join(line + "\n" for line in table.lines())
    return view.see_battle(read_turn(io.StringIO(text)), BOOK)


@pytest.mark.parametrize("seed", range(25))
def test_a_bot_knows_the_whole_position_but_the_hidden_cards(seed):
    chance = random.Random(seed)
    offers = [[chance.randint(1, 160) for _ in range(3)] for _ in range(30)]
    views = [PlayerView(), PlayerView()]
    for turn, offer in enumerate(offers):
        for p, view in enumerate(views):
            text = "\n".join(draft_lines(offer, turn, p, BOOK)) + "\n"
            assert view.see_draft(read_turn(io.StringIO(text))) == offer
            view.picks.append(offer[p])
    game = from_decks([chance.sample(view.picks, 30) for view in views], BOOK)
    table = Table(game, BOOK, [])
    while game.winner < 0:
        mover = int(game.current)
        known = seen(game, views[mover], table)
        assert to_dict(known) == to_dict(game)
        assert sorted(known.players[mover].deck) == sorted(game.players[mover].deck)
        assert legal_texts(known, BOOK) == legal_texts(game, BOOK)
        table.ask(Says(";".join(random_turn(game, chance))))
        if game.winner < 0:
            table.end_turn()


def random_turn(game, chance):
    """Random legal commands of one turn."""
    own = game.copy()
    while own.winner < 0:
        action = chance.choice(legal(own, BOOK))
        if action == 0:
            return
        yield replays.command_text(own, BOOK, action)
        replays.take(own, BOOK, action)


def our_bot(name, seed):
    """One of our agents as a bot without a time limit."""
    words = [sys.executable, str(HOME / "run"), "bot", "locm", name, "--seed", str(seed)]
    return Outside([*words, "--patience", "1000"], tolerance=1000)


@pytest.mark.parametrize(
    "first, second, book",
    [
        ("random", "weak_op", BOOK),
        ("baseline1", "random", BOOK),
        ("weak_op", "strong_op", cards("1.5", seed=3)),
    ],
)
def test_our_bot_plays_as_the_agent_in_process(first, second, book):
    names = (first, 1), (second, 2)
    within = play_match([Inside(named_agent(*name, book)) for name in names], 3, 4, book)
    without = play_match([our_bot(*name) for name in names], 3, 4, book)
    assert without.fault == within.fault == ""
    assert (without.picks, without.commands) == (within.picks, within.commands)
    assert to_dict(without.game) == to_dict(within.game)
    again = replays.replay(replays.from_seeds(3, 4, within.picks, book), within.commands, book)
    assert to_dict(again) == to_dict(within.game)


def test_the_referee_plays_the_arenas_games():
    """Deterministic agents play the same games as in the arena's compiled loop."""
    players = [Baseline1(), WeakOp()]
    games = np.zeros(20, GAME_SPEC)
    games["draft"], games["seed"], games["second"] = range(20), range(50, 70), 1
    table = compiled_players.entrants(players, BOOK)
    compiled = compiled_players.play_games(games, table, BOOK)
    refereed = play_games(games, players, BOOK)
    for column in ("winner", "turns", "hp"):
        assert (refereed[column] == compiled[column]).all()
    assert set(refereed["winner"]) == {0, 1}


QUESTION = "".join(line + "\n" for line in draft_lines([1, 2, 3], 0, 0, BOOK))
INVALID = [("2 -1 0", "161 -1 0"), ("2 -1 0", "two -1 0"), ("2 -1 0", "2 7 0"), ("2 -1 0", "2 -1 4")]
INVALID += [("30 0 0 25 0", "99999999999999999999 0 0 25 0"), ("30 0 0 25 0", "30 0 -1 25 0")]
INVALID += [("\n3\n", "\n60\n"), ("0 0\n3", "0 99999999\n3"), ("------", "-----9")]


@pytest.mark.parametrize("old, new", INVALID)
def test_invalid_referee_input_is_refused(old, new):
    assert read_turn(io.StringIO(QUESTION)) and old in QUESTION
    with pytest.raises(ValueError, match="not that of a LoCM 1.2 or 1.5 referee"):
        read_turn(io.StringIO(QUESTION.replace(old, new, 1)))


def test_a_bot_that_is_not_ready_in_time_still_answers_and_knows_what_it_has_picked():
    out = io.StringIO()
    bots.run_bot(lambda: time.sleep(30), io.StringIO(QUESTION), out, patience=0.1)
    assert out.getvalue() == "PICK 0\n"
    agent, view = SoloAgent(Random(), BOOK, 5), PlayerView()
    for turn in range(3):
        bots.answer_turn(agent, view, turn, read_turn(io.StringIO(QUESTION)), "PICK 0", 1)
    assert view.picks == [1, 1]


def bot_process(agent, said):
    """A finished process of one of our agents as a bot to which a referee has said this."""
    command = [sys.executable, "-m", "deckspace.agents.locm.bot", agent, "--patience", "60"]
    return subprocess.run(command, cwd=HOME, input=said, capture_output=True, text=True)


def test_what_an_agent_prints_does_not_reach_the_referee(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("print('hello')\ndef mine(view):\n    print('well')\n    return 2 if view.offer else 0\n")
    done = bot_process(f"{mine}:mine", QUESTION)
    assert done.stdout == "PICK 2\n" and "hello" in done.stderr


ENDS = {  # an agent, what the referee says, and the one sentence with which the bot ends
    "a referee that stops in the draft": ("random", "30 0 0 25 0\n30 0", "not that of a LoCM 1.2 or 1.5 referee"),
    "no referee": ("random", "hello\n", "not that of a LoCM 1.2 or 1.5 referee"),
    "a referee that stops in the battle": (
        "random", "30 1 25 25 1\n30 1 25 25 1\n5 0\n5\n1 2\n", "not that of a LoCM 1.2 or 1.5 referee"),
    "an unknown agent": ("nobody", "", "There is no LoCM agent 'nobody'; choose one of random, "),
}  # fmt: skip


@pytest.mark.parametrize("what", ENDS)
def test_a_bot_that_cannot_play_says_so_in_one_sentence(what):
    agent, said, sentence = ENDS[what]
    done = bot_process(agent, said)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1) and sentence in done.stderr


def test_an_impossible_position_is_reported_in_one_sentence(monkeypatch):
    """For example sixty cards on the board, although each word is valid by itself."""
    agent = SoloAgent(Random(), BOOK, 5)
    monkeypatch.setattr(agent, "draft", lambda offer: [][0])
    with pytest.raises(ValueError, match="Turn 1 of the referee cannot be played .IndexError: list index"):
        bots.run_bot(lambda: agent, io.StringIO(QUESTION), io.StringIO(), patience=10)


REFUSED = dict.fromkeys(["beam:x", "nobody:4"], "There is no LoCM agent '{}'; choose one of random, ")
REFUSED |= dict.fromkeys(
    ["mcts:0", f"mcts:{'9' * 20}"], "The effort of 'mcts' must be from 1 to 1,000,000, not "
)


@pytest.mark.parametrize("name", REFUSED)
def test_an_unknown_name_and_an_invalid_effort_are_refused(name):
    with pytest.raises(ValueError, match=REFUSED[name].format(name)):
        find_agent(name)


def test_agents_are_known_by_name(tmp_path):
    assert find_agent("Beam:8").width == find_agent("beam:8").width == 8 and find_agent("mcts").visits == 16
    file = tmp_path / "mine.json"
    file.write_text(to_json(linear_from([0.5] * 20)))
    assert (find_agent(str(file)).name, find_agent(str(file)).kind) == ("mine", "greedy")
    file.write_text("{}")
    with pytest.raises(ValueError):
        find_agent(str(file))


# --- Foreign bots in our arena ---------------------------------------------------------------


def test_foreign_bots_play_in_the_arena():
    games = np.zeros(6, GAME_SPEC)
    games["draft"], games["seed"], games["first"] = 1, range(6), [0, 1, 0, 1, 0, 2]
    games["second"] = 1 - games["first"].clip(max=1)
    players = [Random(), f"{sys.executable} {BOT} 'PICK 0' PASS", f"{sys.executable} {BOT} x y"]
    results = arena.play(play_games, games, players, BOOK, PATIENT, threads=2)
    assert results["winner"].tolist() == [0, 1, 0, 1, 0, 1]
    assert (results["turns"][:5] > 5).all() and results["turns"][5] == 0


def test_a_playing_agent_does_not_change_the_game():
    game = position(side([3, 118], [3]), side(board=[3]))
    before = game.tobytes()
    agent = SoloAgent(Random(), BOOK, 5)
    assert {agent.act(game) for _ in range(200)} == set(legal(game, BOOK))
    assert game.tobytes() == before
