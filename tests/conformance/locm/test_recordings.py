"""Our LoCM engine beside the official referee's recorded games, and the check that compares them."""

import gzip
import json
import random
import re

import pytest

from deckspace.engine.locm import replay as replays
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import Nonsense, action_number, creature, from_decks, legal, position, side
from deckspace.errors import Illegal
from study.conformance.checks import run
from study.conformance.locm.recordings import SAMPLE
from study.conformance.report import differences

BOOK = edition()
DECK = list(range(101, 131))


@pytest.fixture
def sample(tmp_path):
    """A copy of one short recorded game and one table, to be spoiled."""
    lines = gzip.open(SAMPLE / "traces" / "java_full.jsonl.gz", "rt").read().splitlines()
    (tmp_path / "game.jsonl").write_text(min(lines, key=len) + "\n")
    (tmp_path / "face.csv").write_bytes(gzip.decompress((SAMPLE / "tables" / "face.csv.gz").read_bytes()))
    return tmp_path


def spoil(folder, change):
    game = json.loads((folder / "game.jsonl").read_text())
    change(game)
    (folder / "game.jsonl").write_text(json.dumps(game))


def test_the_engine_agrees_with_the_original():
    report = run("locm")
    assert report.ok, str(report)
    assert report.compared == report.agreed
    assert report.agreed["games"] == 80 and report.agreed["states"] > 7000
    assert report.agreed["refusals"] > 100
    assert sum(n for kind, n in report.agreed.items() if kind.startswith("rows")) > 9000


# --- Recorded matches ------------------------------------------------------------------------

MATCHES = SAMPLE / "matches"


def test_recorded_matches_of_both_versions_agree_to_the_last_line(check):
    status, text = check("locm", "--records", MATCHES / "v12.jsonl.gz", MATCHES / "v15.jsonl.gz")
    assert status == 0 and "all agrees" in text
    counts = {line[:22].strip(): line[22:].replace(",", "").split() for line in text.splitlines()[2:]}
    assert int(counts["lines"][0]) > 5000 and counts["matches"] == ["10", "10"]
    assert int(counts["cards"][0]) == 6 * 120


def spoiled_match(folder, version, change):
    """Write the first recorded match of a version, spoiled by a change; return its file."""
    match = json.loads(gzip.open(MATCHES / f"{version}.jsonl.gz", "rt").readline())
    change(match)
    (folder / "match.jsonl").write_text(json.dumps(match) + "\n")
    return folder / "match.jsonl"


def frames_of(match, player):
    """The frames in which a player was asked."""
    return [i for i, text in enumerate(match["errors"][player]) if text and match["outputs"][player][i]]


def another_health(match):
    frame = frames_of(match, "1")[-1]
    text = match["errors"]["1"][frame]
    match["errors"]["1"][frame] = "77" + text[text.index(" ") :]


def another_winner(match):
    match["scores"] = {"0": match["scores"]["1"], "1": match["scores"]["0"]}


def another_seed(match):
    key = "gameParameters" if "gameParameters" in match else "uinput"
    match[key][0] = match[key][0].replace("shufflePlayer1Seed=", "shufflePlayer1Seed=9")


def another_command(match):
    frame = next(i for i, text in enumerate(match["summaries"]) if text and "action: ATTACK" in text)
    match["summaries"][frame] = match["summaries"][frame].replace("ATTACK", "USE")


@pytest.mark.parametrize("version", ["v12", "v15"])
@pytest.mark.parametrize(
    "change, sentence",
    [
        (another_health, "line 1: lines\n    value is"),
        (another_winner, "match.jsonl line 1: winners"),
        (another_seed, "lines\n    value is"),
        (another_command, "turns of commands"),
    ],
)
def test_what_differs_in_a_recorded_match_is_told(tmp_path, check, version, change, sentence):
    status, text = check("locm", "--records", spoiled_match(tmp_path, version, change))
    assert status == 1 and "DOES NOT AGREE" in text and sentence in text


def test_a_match_may_end_by_an_answer_that_is_none(tmp_path, check):
    def talk_nonsense(match):
        last = max(("0", "1"), key=lambda player: frames_of(match, player)[-1])
        match["outputs"][last][frames_of(match, last)[-1]] = "DANCE\n"
        match["scores"] = {last: -1, str(1 - int(last)): 0}
        match["summaries"] = [
            None if i >= frames_of(match, last)[-1] else text for i, text in enumerate(match["summaries"])
        ]

    status, text = check("locm", "--records", spoiled_match(tmp_path, "v15", talk_nonsense))
    assert status == 0, text


@pytest.mark.parametrize("version", ["v12", "v15"])
def test_a_match_may_end_before_its_battle(tmp_path, check, version):
    def talk_nonsense(match):
        first = frames_of(match, "1")[0]
        match["outputs"]["1"][first] = "CHOOSE 7 of hearts\n" if version == "v12" else "CHOOSE 120\n"
        match["scores"] = {"0": 0, "1": -1}

    status, text = check("locm", "--records", spoiled_match(tmp_path, version, talk_nonsense))
    assert status == 0, text


@pytest.mark.parametrize(
    "change, sentence",
    [
        (lambda match: match.pop("outputs"), "has no 'outputs'"),
        (lambda match: match.pop("gameParameters"), "is not written as a recorded one should be"),
        (
            lambda match: match["summaries"].__setitem__(0, "Once upon a time"),
            "the generated cards are missing",
        ),
    ],
)
def test_a_broken_match_is_refused_in_a_sentence(tmp_path, check, change, sentence):
    status, text = check("locm", "--records", spoiled_match(tmp_path, "v15", change))
    assert status == 2 and sentence in text


def test_a_missing_file_of_matches_is_named(tmp_path, check):
    status, text = check("locm", "--records", tmp_path / "none.jsonl")
    assert status == 2 and "none.jsonl cannot be read" in text


def test_plain_and_zipped_files_are_read(sample, check):
    status, text = check("locm", "--traces", sample, "--tables", sample)
    assert status == 0 and "all agrees" in text and "rows of face" in text


def refuse_a_command(game):
    turn = next(turn for turn in game["turns"] if len(turn["actions"]) > 1)
    turn["actions"][0]["ok"] = False


def exchange_a_pick(game):
    game["picks"][0][0] = (game["picks"][0][0] + 1) % 3


SPOILED = {  # what is wrong in a recorded game, how it gets so, and what the check says of it
    "a state": (lambda game: game["turns"][3]["start"]["p"][1].update(hp=59), "game.jsonl line 1, turn 3: states", "should be 59"),
    "the number of a turn": (lambda game: game["turns"][3].update(turn=4), "turns and whose they are", "should be 4"),
    "whose turn it is": (lambda game: game["turns"][3].update(player=0), "turns and whose they are", "should be 0"),
    "a legal command that is missing": (lambda game: game["turns"][2]["legal"].remove("PASS"), "legal-action lists",
                                        "should not have ['PASS'], should have []"),
    "a legal command that should be refused": (refuse_a_command, "actions", "is True, should be False"),
    "the winner": (lambda game: game.update(winner=1 - game["winner"]), "winners", "should be"),
    "a deck": (exchange_a_pick, "player 1: decks", "should"),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_wrong_in_a_recorded_game_is_named(sample, check, what):
    change, *words = SPOILED[what]
    spoil(sample, change)
    status, text = check("locm", "--traces", sample)
    assert status == 1 and all(word in text for word in words), text


def test_a_wrong_row_is_named(sample, check):
    table = sample / "face.csv"
    table.write_text(table.read_text().replace("7,--D---,7,-7", "7,--D---,7,-6"))
    status, text = check("locm", "--tables", sample)
    assert status == 1 and "face.csv row" in text
    assert "defender_player_hp_change is -7, should be -6" in text


BROKEN = {  # a file, what is in it, and what is said
    "no JSON": ("game.jsonl", b'{"draft": ', "Line 1 of .*game.jsonl is not a game in JSON"),
    "no picks": ("game.jsonl", b'{"draft": []}', "Line 1 of .*game.jsonl has no 'picks'"),
    "no game": ("game.jsonl", b"[3]", "Line 1 of .*game.jsonl has no 'draft'"),
    "no zip": ("game.jsonl.gz", b"no zip", "game.jsonl.gz cannot be read"),
    "half a zip": ("game.jsonl.gz", gzip.compress(b"{}", mtime=0)[:-9], "game.jsonl.gz cannot be read"),
    "no trace": ("game.txt", b"", "There is no file ending in .jsonl or .jsonl.gz in"),
    "an unknown table": ("fights.csv", b"a,b\n1,2\n",
        "fights.csv is not a table we know; the tables are combat, items"),
    "no column": ("face.csv", b"a_atk,a_kw\n1,B-----\n",
        "face.csv has no column 'attacker_player_hp_change'"),
    "a short row": ("items_face.csv", b"item_id,user_hp_change,opponent_hp_change\n153,5\n",
        "Row 1 of .* is not a full"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_reported_in_one_sentence(tmp_path, check, what):
    name, content, sentence = BROKEN[what]
    (tmp_path / name).write_bytes(content)
    assert_refused(check("locm", "--tables" if ".csv" in name else "--traces", tmp_path), sentence)


def test_a_trace_with_a_hole_an_unknown_folder_and_check_are_reported_in_one_sentence(sample, check):
    spoil(sample, lambda game: game["turns"][0].pop("legal"))
    assert_refused(check("locm", "--traces", sample), "game.jsonl line 1 is not written as a trace should be")
    assert_refused(check("locm", "--traces", "/nowhere"), "There is no folder /nowhere.")
    assert_refused(check("chess"), "There is no check 'chess'; choose one of locm")


def assert_refused(done, sentence):
    status, said = done
    assert status == 2 and len(said.splitlines()) == 1 and re.search(sentence, said), said


def test_differences_name_the_path():
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) == ["    a[1].b is 2, should be 3"]
    assert list(differences([1, 2], [2, 3, 4])) == ["    list should not have [1], should have [3, 4]"]


# --- Commands --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, kind, sentence",
    [
        ("", Nonsense, "no command ''"),
        ("DANCE", Nonsense, "use SUMMON, ATTACK, USE or PASS"),
        ("ATTACK", Nonsense, "ATTACK needs two whole numbers"),
        ("ATTACK  5 -1", Nonsense, "needs two whole numbers"),
        ("ATTACK five -1", Nonsense, "needs two whole numbers"),
        ("ATTACK 5 1.0", Nonsense, "needs two whole numbers"),
        ("ATTACK 5 99999999999", Nonsense, "needs two whole numbers"),
        ("ATTACK 6 -1", Illegal, "Creature 6 is not on the board of player 1"),
        ("ATTACK 5 4", Illegal, "only in its own lane"),
        ("ATTACK 5 -1", Illegal, "Guard stands in the way"),
        ("ATTACK 7 -1", Illegal, "cannot attack now"),
        ("SUMMON 9 0", Illegal, "Card 9 is not in the hand of player 1"),
        ("SUMMON 1 2", Illegal, "no lane 2; the lanes are 0 and 1"),
        ("SUMMON 1 0", Illegal, "costs 12 mana, but only 5 is left"),
        ("SUMMON 3 0", Illegal, "Creatures must be summoned, and items must be used"),
        ("USE 3 -1", Illegal, "Only a blue item"),
        ("USE 3 5", Illegal, "Creature 5 is not on the board of player 2"),
    ],
)
def test_a_refused_command_says_why(text, kind, sentence):
    board = [creature(3), creature(3, can_attack=0)]
    game = position(side([62, 150], board, mana=5), side(board=[creature(40), creature(3, lane=1)]))
    before = game.tobytes()
    with pytest.raises(kind, match=sentence):
        action_number(game, BOOK, text)
    assert game.tobytes() == before


def test_whatever_is_typed_is_either_legal_or_refused_unchanged():
    rng, game = random.Random(1), from_decks([DECK, DECK], BOOK)
    for _ in range(3000):
        words = [rng.choice(["SUMMON", "USE", "ATTACK", "PASS", "PICK", "summon"])]
        words += [str(rng.randint(-2, 62)) for _ in range(rng.randint(0, 3))]
        before = game.tobytes()
        try:
            action = action_number(game, BOOK, " ".join(words)[: rng.randint(0, 16)])
        except (Nonsense, Illegal) as refusal:
            assert str(refusal).endswith(".") and game.tobytes() == before
        else:
            assert action in legal(game, BOOK)
        if rng.random() < 0.2:
            replays.take(game, BOOK, rng.choice(legal(game, BOOK)))
        if game.winner >= 0:
            game = from_decks([DECK, DECK], BOOK)


def test_commands_may_be_followed_by_words_and_carry_signs():
    game = position(side([3]))
    for text in ("SUMMON 1 1 go", " SUMMON 1 1 ", "SUMMON +1 +1", "SUMMON 01 1 2 3"):
        assert action_number(game, BOOK, text) == action_number(game, BOOK, "SUMMON 1 1")
    assert action_number(game, BOOK, "PASS it on") == 0


# --- Games written down ----------------------------------------------------------------------


def test_a_game_is_its_seeds_picks_and_commands():
    offers, picks = replays.offers_of(7, BOOK), [[0] * 30, [2] * 30]
    game = from_decks(replays.shuffled([offers[:, 0], offers[:, 2]], 8), BOOK)
    rng, commands, seen = random.Random(4), [], []
    while game.winner < 0:
        commands.append(rng.choice(replays.legal_texts(game, BOOK)))
        replays.take(game, BOOK, action_number(game, BOOK, commands[-1]))
    first = replays.from_seeds(7, 8, picks, BOOK)
    again = replays.replay(first, commands, BOOK, follow=lambda _, text: seen.append(text))
    assert replays.to_dict(again) == replays.to_dict(game) and seen == commands


def test_a_position_is_readable_and_hides_the_enemys_hand():
    text = replays.show(position(side([148, 3], [creature(40, lane=1)]), side([151], [3], hp=12, runes=2)))
    assert "[1] 148 Helm Crusher, red item for 2: 0/-2 BCDGLW" in text
    assert "lane 1: [5] 40 Rock Gobbler 2/3 --DG-- ready" in text
    assert "Player 2: health 12 (next rune 10)" in text and "Decimate" not in text


LENGTH, DECKS = "A draft must have 30 picks of 0, 1 or 2, but", "A deck must have 30 card numbers"
IMPOSSIBLE = {  # what is made, and the sentence with which it is refused
    "a hand": (lambda: side([3] * 9), "at most 8 cards in hand"),
    "a lane": (lambda: side(board=[3] * 4), "3 creatures in a lane"),
    "a card": (lambda: side([161]), "no LoCM card 161"),
    "a side": (lambda: side(deck=30, hand=[3]), "at most 30 cards"),
    "a word of a player": (lambda: side(health=3), "A player has no 'health'"),
    "a word of a creature": (lambda: creature(3, life=2), "A creature has no 'life'"),
    "a short draft": (lambda: replays.from_seeds(1, 2, [[0] * 30, [0] * 29], BOOK), LENGTH),
    "a pick": (lambda: replays.from_seeds(1, 2, [[0] * 30, [3, *[0] * 29]], BOOK), LENGTH),
    "a short deck": (lambda: from_decks([DECK, [1] * 29], BOOK), DECKS),
    "card 0 in a deck": (lambda: from_decks([DECK, [0] * 30], BOOK), DECKS),
    "card 161 in a deck": (lambda: from_decks([DECK, [161] * 30], BOOK), DECKS),
    "a command": (lambda: replays.replay(from_decks([DECK, DECK], BOOK), ["PASS", "SUMMON 61 0"], BOOK),
                  "Command 2 of the game, SUMMON 61 0: Card 61 is not in the hand"),
    "a full lane": (lambda: action_number(position(side([3], [3, 3, 3])), BOOK, "SUMMON 1 0"),
        "Lane 0 is full"),
}  # fmt: skip


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_is_impossible_is_reported_in_one_sentence(what):
    make, sentence = IMPOSSIBLE[what]
    with pytest.raises(ValueError, match=sentence):
        make()
