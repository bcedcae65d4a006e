"""Our LoCM engine beside the official referee's recorded games, and the check that compares them."""

import gzip
import json
import random
import re

import pytest

from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import (
    Nonsense,
    action_number,
    creature,
    from_decks,
    from_seeds,
    legal,
    legal_texts,
    offers_of,
    position,
    replay,
    show,
    shuffled,
    side,
    take,
    to_dict,
)
from deckspace.errors import Illegal
from study.conformance import checks
from study.conformance.checks import run
from study.conformance.locm.recordings import SAMPLE
from study.conformance.report import differences

BOOK = edition()
DECK = list(range(101, 131))


@pytest.fixture
def sample(tmp_path):
    """A copy of one short recorded game and one table, to be spoilt."""
    lines = gzip.open(SAMPLE / "traces" / "java_full.jsonl.gz", "rt").read().splitlines()
    (tmp_path / "game.jsonl").write_text(min(lines, key=len) + "\n")
    (tmp_path / "face.csv").write_bytes(gzip.decompress((SAMPLE / "tables" / "face.csv.gz").read_bytes()))
    return tmp_path


def spoil(folder, change):
    game = json.loads((folder / "game.jsonl").read_text())
    change(game)
    (folder / "game.jsonl").write_text(json.dumps(game))


def check(capsys, *arguments):
    """Run the check as the command line does: (exit status, what it printed)."""
    status = checks.main(["locm", *map(str, arguments)])
    return status, "".join(capsys.readouterr())


def test_the_engine_agrees_with_the_original():
    report = run("locm")
    assert report.ok, str(report)
    assert report.compared == report.agreed
    assert report.agreed["games"] == 80 and report.agreed["states"] > 7000
    assert report.agreed["refusals"] > 100
    assert sum(n for kind, n in report.agreed.items() if kind.startswith("rows")) > 9000


def test_plain_and_zipped_files_are_read(sample, capsys):
    status, text = check(capsys, "--traces", sample, "--tables", sample)
    assert status == 0 and "all agrees" in text and "rows of face" in text


def test_a_wrong_state_is_named_field_by_field(sample, capsys):
    spoil(sample, lambda game: game["turns"][3]["start"]["p"][1].update(hp=59))
    status, text = check(capsys, "--traces", sample)
    assert status == 1
    assert "game.jsonl line 1, turn 3: states" in text and "should be 59" in text


@pytest.mark.parametrize("field, wrong", [("turn", 4), ("player", 0)])
def test_a_wrong_number_of_a_turn_and_a_wrong_player_are_found(sample, capsys, field, wrong):
    spoil(sample, lambda game: game["turns"][3].update({field: wrong}))
    status, text = check(capsys, "--traces", sample)
    assert status == 1 and "turns and whose they are" in text and f"should be {wrong}" in text


def test_a_missing_legal_command_is_named(sample, capsys):
    spoil(sample, lambda game: game["turns"][2]["legal"].remove("PASS"))
    status, text = check(capsys, "--traces", sample)
    assert status == 1 and "should not have ['PASS'], should have []" in text


def test_a_legal_command_that_should_be_refused_is_named(sample, capsys):
    def refuse(game):
        turn = next(turn for turn in game["turns"] if len(turn["actions"]) > 1)
        turn["actions"][0]["ok"] = False

    spoil(sample, refuse)
    status, text = check(capsys, "--traces", sample)
    assert status == 1 and "actions" in text and "is True, should be False" in text


def test_a_wrong_winner_and_a_wrong_deck_are_found(sample, capsys):
    spoil(sample, lambda game: game.update(winner=1 - game["winner"]))
    assert check(capsys, "--traces", sample)[0] == 1
    spoil(sample, lambda game: game["picks"][0].__setitem__(0, (game["picks"][0][0] + 1) % 3))
    status, text = check(capsys, "--traces", sample)
    assert status == 1 and "player 1: decks" in text


def test_a_wrong_row_is_named(sample, capsys):
    table = sample / "face.csv"
    table.write_text(table.read_text().replace("7,--D---,7,-7", "7,--D---,7,-6"))
    status, text = check(capsys, "--tables", sample)
    assert status == 1 and "face.csv row" in text
    assert "defender_player_hp_change is -7, should be -6" in text


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("game.jsonl", b'{"draft": ', "Line 1 of .*game.jsonl is not a game in JSON"),
        ("game.jsonl", b'{"draft": []}', "Line 1 of .*game.jsonl has no 'picks'"),
        ("game.jsonl", b"[3]", "Line 1 of .*game.jsonl has no 'draft'"),
        ("game.jsonl.gz", b"no zip", "game.jsonl.gz cannot be read"),
        ("game.jsonl.gz", gzip.compress(b"{}", mtime=0)[:-9], "game.jsonl.gz cannot be read"),
        ("game.jsonl.gz", b"\x1f\x8b\x08" + bytes(30), "game.jsonl.gz cannot be read"),
        ("game.txt", b"", "There is no file ending in .jsonl or .jsonl.gz in"),
    ],
)
def test_a_broken_trace_is_one_sentence(tmp_path, capsys, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    refused_with(capsys, "--traces", tmp_path, sentence)


def test_a_trace_with_a_hole_is_one_sentence(sample, capsys):
    spoil(sample, lambda game: game["turns"][0].pop("legal"))
    refused_with(capsys, "--traces", sample, "game.jsonl line 1 is not written as a trace should be")


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("fights.csv", b"a,b\n1,2\n", "fights.csv is not a table we know; the tables are combat, items"),
        ("face.csv", b"a_atk,a_kw\n1,B-----\n", "face.csv has no column 'attacker_player_hp_change'"),
        (
            "items_face.csv",
            b"item_id,user_hp_change,opponent_hp_change\n153,5\n",
            "Row 1 of .* is not a full",
        ),
        ("items_face.csv", b"item_id,user_hp_change,opponent_hp_change\n153,5,x\n", "Row 1 of .* is not a"),
    ],
)
def test_a_broken_table_is_one_sentence(tmp_path, capsys, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    refused_with(capsys, "--tables", tmp_path, sentence)


def refused_with(capsys, option, folder, sentence):
    status = checks.main(["locm", option, str(folder)])
    out, error = capsys.readouterr()
    assert (status, out, len(error.splitlines())) == (2, "", 1)
    assert re.search(sentence, error), error


def test_an_unknown_check_and_folder_are_one_sentence(capsys):
    assert checks.main(["chess"]) == 2
    assert "There is no check 'chess'; choose one of locm" in capsys.readouterr().err
    refused_with(capsys, "--traces", "/nowhere", "There is no folder /nowhere.")


def test_differences_name_the_path():
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) == ["    a[1].b is 2, should be 3"]
    assert list(differences([1, 2], [2, 3, 4])) == ["    list should not have [1], should have [3, 4]"]


# --- Commands --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, kind, sentence",
    [
        ("", Nonsense, "no command ''"),
        ("attack 1 -1", Nonsense, "no command 'attack'"),
        ("DANCE", Nonsense, "use SUMMON, ATTACK, USE or PASS"),
        ("ATTACK", Nonsense, "ATTACK needs two whole numbers"),
        ("ATTACK 5", Nonsense, "needs two whole numbers"),
        ("ATTACK  5 -1", Nonsense, "needs two whole numbers"),
        ("ATTACK 5 -", Nonsense, "needs two whole numbers"),
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


def test_a_full_lane_says_so():
    with pytest.raises(Illegal, match="Lane 0 is full"):
        action_number(position(side([3], [3, 3, 3])), BOOK, "SUMMON 1 0")


def test_commands_may_be_followed_by_words_and_carry_signs():
    game = position(side([3]))
    for text in ("SUMMON 1 1 go", " SUMMON 1 1 ", "SUMMON +1 +1", "SUMMON 01 1 2 3"):
        assert action_number(game, BOOK, text) == action_number(game, BOOK, "SUMMON 1 1")
    assert action_number(game, BOOK, "PASS it on") == 0


def test_whatever_is_typed_is_either_legal_or_refused_unchanged():
    rng = random.Random(1)
    game = from_decks([DECK, DECK], BOOK)
    for _ in range(3000):
        text = rng.choice(["SUMMON", "USE", "ATTACK", "PASS", "PICK", "summon"])
        text += "".join(f" {rng.randint(-2, 62)}" for _ in range(rng.randint(0, 3)))
        text = text[: rng.randint(0, 16)]
        before = game.tobytes()
        try:
            action = action_number(game, BOOK, text)
        except (Nonsense, Illegal) as refusal:
            assert str(refusal).endswith(".") and game.tobytes() == before
        else:
            assert action in legal(game, BOOK)
        if rng.random() < 0.2 and game.winner < 0:
            take(game, BOOK, rng.choice(legal(game, BOOK)))
        if game.winner >= 0:
            game = from_decks([DECK, DECK], BOOK)


# --- Games written down ----------------------------------------------------------------------


def random_commands(game, seed):
    rng, commands = random.Random(seed), []
    while game.winner < 0:
        commands.append(rng.choice(legal_texts(game, BOOK)))
        take(game, BOOK, action_number(game, BOOK, commands[-1]))
    return commands


def test_a_game_is_its_decks_and_commands():
    game = from_decks([DECK, DECK], BOOK)
    commands = random_commands(game, 3)
    seen = []
    again = replay(
        from_decks([DECK, DECK], BOOK), commands, BOOK, follow=lambda game, text: seen.append(text)
    )
    assert again.tobytes() == game.tobytes() and seen == commands


def test_a_game_is_its_seeds_picks_and_commands():
    offers, picks = offers_of(7, BOOK), [[0] * 30, [2] * 30]
    game = from_decks(shuffled([offers[:, 0], offers[:, 2]], 8), BOOK)
    commands = random_commands(game, 4)
    assert to_dict(replay(from_seeds(7, 8, picks, BOOK), commands, BOOK)) == to_dict(game)


def test_a_game_that_goes_wrong_says_where():
    with pytest.raises(Illegal, match="Command 2 of the game, SUMMON 61 0: Card 61 is not in the hand"):
        replay(from_decks([DECK, DECK], BOOK), ["PASS", "SUMMON 61 0"], BOOK)


def test_a_position_is_readable_and_hides_the_enemys_hand():
    text = show(position(side([148, 3], [creature(40, lane=1)]), side([151], [3], hp=12, runes=2)))
    assert "[1] 148 Helm Crusher, red item for 2: 0/-2 BCDGLW" in text
    assert "lane 1: [5] 40 Rock Gobbler 2/3 --DG-- ready" in text
    assert "Player 2: health 12 (next rune 10)" in text and "Decimate" not in text


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: side([3] * 9), "at most 8 cards in hand"),
        (lambda: side(board=[3] * 4), "3 creatures in a lane"),
        (lambda: side([161]), "no LoCM card 161"),
        (lambda: side(deck=30, hand=[3]), "at most 30 cards"),
        (lambda: side(health=3), "A player has no 'health'"),
        (lambda: creature(3, life=2), "A creature has no 'life'"),
    ],
)
def test_an_impossible_position_is_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize("spoil", [lambda row: row[:29], lambda row: [*row, 0], lambda row: [3, *row[1:]]])
def test_a_draft_of_the_wrong_length_is_one_sentence(spoil):
    picks = [[0] * 30, spoil([0] * 30)]
    with pytest.raises(ValueError, match="A draft is 30 picks of 0, 1 or 2, but this one is"):
        from_seeds(1, 2, picks, BOOK)


@pytest.mark.parametrize("deck", [[1] * 29, [1] * 31, [0] * 30, [161] * 30])
def test_a_deck_of_the_wrong_length_or_of_unknown_cards_is_one_sentence(deck):
    with pytest.raises(ValueError, match="A deck is 30 card numbers from 1 to 160"):
        from_decks([[1] * 30, deck], edition())
