"""LoCM at the table: its opponents and what they say that they thought, its page, its log, and its results."""

import json
import re

import pytest

from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import BLUE, CARDS, CREATURE, GREEN, RED, edition, with_cards_of
from deckspace.engine.locm.state import ATTACK, SUMMON, USE
from deckspace.errors import BadInput
from deckspace.table import storage
from deckspace.table.locm import match, results, view, viewer
from table_pages import Page, play_on, unpacked


def conceded_in_the_draft():
    one = match.begin("random", 4)
    one.pick(1)
    one.concede()
    return one.number


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: match.begin("random", 4).pick(3), "one of the three"),
        (lambda: match.begin("chess"), "no opponent 'chess'"),
        (lambda: match.begin("random", 4, "1.6"), "no version '1.6'; choose 1.2 or 1.5"),
        (lambda: match.begin("random", 4, "1.5").pick(1), "no draft now"),
        (lambda: viewer.from_match(conceded_in_the_draft()), "nothing to watch"),
    ],
)
def test_what_cannot_be_done_is_refused(call, words):
    with pytest.raises(BadInput, match=words):
        call()


def test_a_page_drafts_plays_and_watches():
    page, again = Page(), Page()
    begun = page.ask("locm_start", opponent="Baseline1", version="1.2")
    assert len(begun["offer"]) == 3 and "view" not in begun
    drafted = page.draft("Baseline1")
    back = again.ask("hello", match=drafted["number"])  # the page is loaded again
    assert back["fresh"] and back["view"] == drafted["view"]
    number = again.play_out(-1)["number"]
    packed = again.ask("locm_watch", number=number)["packed"]
    assert unpacked(packed)["views"][-1]["over"] and unpacked(packed)["lines"][-1]["text"]
    opened = again.ask("watch", number=None, game=None, text=json.dumps(storage.read("locm", number)))
    assert opened["packed"] == packed
    assert "out of date" in again.ask("locm_act", action=0, step=5)["text"]


def test_in_version_1_5_a_page_chooses_a_deck():
    page, again = Page(), Page()
    assert set(page.ask("locm")["opponents"]) == {"1.2", "1.5"}
    begun, other = (page.ask("locm_start", opponent="WeakOp", version="1.5")["pool"] for _ in range(2))
    assert len(begun) == 120 and begun != other
    deck = page.ask("locm_fill", cards=[5, 5, 9], step=0)["cards"]
    assert len(deck) == 30 and deck[:3] == [5, 5, 9] and max(map(deck.count, deck)) == 2
    assert "no draft" in page.ask("locm_pick", choice=0, step=0)["text"]
    for wrong, words in (
        (deck[1:], "30 card numbers"),
        ([1] * 30, "at most 2 copies"),
        (["1"] * 30, "list of"),
    ):
        assert words in page.ask("locm_construct", cards=wrong, step=0)["text"]
    begun = page.ask("locm_construct", cards=deck, step=0)
    assert "no deck to choose" in page.ask("locm_fill", cards=[], step=begun["step"])["text"]
    number = begun["number"]
    assert again.ask("hello", match=number)["view"] == begun["view"]
    game = unpacked(again.play_out(-1) and again.ask("locm_watch", number=number)["packed"])
    assert game["views"][-1]["over"] and game["about"].endswith("1.5.")
    assert results.table().version.tolist() == ["1.5"]


@pytest.mark.parametrize("name", ["random", "Baseline1", "Baseline2", "WeakOp", "StrongOp", "Beam", "MCTS"])
def test_every_opponent_plays_version_1_5(name):
    one = match.begin(name, 6, "1.5")
    one.construct(one.filled([]))
    play_on(one)
    again = match.resume(one.number)
    assert again.over and again.digest() == one.digest() and again.log == one.log
    assert {len(deck) for deck in one.saved["picks"]} == {30}


def battle(book, types, area):
    """Return a battle in which the hand holds a card of one of these types with an area, and three creatures are on each board."""
    numbers = [n for n in range(1, 121) if book.cards[n].type in types and book.cards[n].area == area]
    plain = next(n for n in range(1, 121) if book.cards[n].type == CREATURE and book.cards[n].defense > 8)
    board = [replay.creature(plain, lane, book) for lane in (0, 0, 1)]
    return replay.position(replay.side(numbers[:1], board), replay.side(board=board), turn=10), numbers[0]


@pytest.mark.parametrize(
    "kind, area, place, what, where, hit",
    [
        (GREEN, 1, "your", "all your creatures in a lane", " and all in its lane.", 2),
        (RED, 1, "the enemy", "all enemy creatures in a lane", " and all in its lane.", 2),
        (RED, 2, "the enemy", "all enemy creatures", " and all on its side.", 3),
        (BLUE, 2, "the enemy", "all enemy creatures, or the enemy player", " and all on its side.", 3),
        (CREATURE, 2, "the left", "Comes with a second one in the other lane.", "lane.", 2),
    ],
)
def test_cards_with_an_area_say_whom_they_affect(kind, area, place, what, where, hit):
    book = with_cards_of(edition("1.5"), 5)
    game, number = battle(book, (kind,), area)
    assert what in view.card(number, book)["text"]
    after = replay.copy(game)
    action = next(
        each
        for each in replay.legal(game, book)
        if each >> 6 in (SUMMON, USE) and (each & 7 or kind == CREATURE)
    )
    replay.take(after, book, action)
    line = view.entry(book, game, after, action, side=0)
    assert place in line["text"] and line["text"].endswith(where)
    own = [each for each in line["then"] if re.search(r"Creature \d+(:| \d+/| is)", each)]
    assert len(own) == hit
    theirs = view.entry(book, game, after, action, side=1)["text"]
    assert "The opponent" in theirs and {GREEN: " on its ", CREATURE: "the left"}.get(kind, "your") in theirs


def after_attack(health):
    """Return what the first creature of side 0 brings, as the log says to either side, by attacking a player with this health."""
    book = edition()
    attacker = replay.creature(1, 0, book, attack=6)
    before = replay.position(replay.side([], [attacker]), replay.side(hp=health), turn=10)
    after = replay.copy(before)
    action = next(each for each in replay.legal(before, book) if each >> 6 == ATTACK)
    replay.take(after, book, action)
    return [view.entry(book, before, after, action, side)["then"] for side in (0, 1)]


def test_a_player_that_falls_takes_the_whole_damage():
    assert after_attack(20)[1][0] == "Your health: 20 → 14 (-6)."
    told = [then[0] for then in after_attack(2)]
    assert told == ["The opponent takes 6 damage and dies.", "You take 6 damage and die."]


def test_drawn_cards_come_into_the_hand():
    book = edition()
    before = replay.position(replay.side(), replay.side(deck=[1, 2]), turn=10)
    after = replay.copy(before)
    replay.take(after, book, 0)
    theirs, mine = (view.entry(book, before, after, 0, side)["then"] for side in (0, 1))
    assert "1 card comes into the opponent's hand." in theirs
    assert f"1 card comes into your hand: {view.name_of(1, book)}." in mine


def test_the_keywords_that_a_creature_has_now_are_explained():
    book = edition()
    ward = replay.creature(1, 0, book, keywords="-----W")
    game = replay.position(
        replay.side([], [ward, replay.creature(1, 0, book, keywords="------")]), replay.side()
    )
    one, plain = view.shown(game, book, 0)["me"]["board"]
    assert one["says"] == "Ward (ignores the next damage)." and plain["says"] == ""


def test_a_card_is_drawn_at_every_fifth_health_lost_in_version_1_5():
    book = edition("1.5")
    game = replay.position(replay.side(runes=0, hp=26), replay.side(runes=0))
    game.players[0].lost = 4
    assert [view.player(game, book, side, True)["draws_at"] for side in (0, 1)] == [25, 25]


def test_records_from_before_there_were_two_versions_are_still_read():
    one = play_on(match.begin("random", 4))
    storage.write("locm", one.number, {name: part for name, part in one.saved.items() if name != "version"})
    assert match.resume(one.number).version == "1.2" and viewer.from_match(one.number).steps
    assert results.table().version.tolist() == ["1.2"]


def test_the_log_says_whose_turn_begins():
    one = play_on(match.begin("WeakOp", 2), actions=40)
    turn_ends = [(line["turn"], line["who"], line["then"][-1]) for line in one.log if " end" in line["text"]]
    assert turn_ends[0] == (0, "me", "The opponent's turn 1 begins.")
    assert turn_ends[1] == (1, "foe", "Your turn 2 begins.")


def test_every_card_says_what_it_does():
    cards = {number: view.card(number, edition()) for number in range(1, CARDS + 1)}
    plain = [one for one in cards.values() if not one["text"]]
    assert all(one["type"] == "CREATURE" for one in plain) and len(plain) < 30
    assert cards[121]["text"] == "For one of your creatures: +3 health. You draw 1 more next turn."
    assert cards[148]["text"].startswith("For an enemy creature: −2 health. Takes Breakthrough (")


def test_the_evolved_agent_takes_what_it_likes_best():
    one = play_on(match.begin("StrongOp", 3), actions=30)
    weighed = []
    while not one.over and len(weighed) < 30:
        if not one.opponent_to_move:
            one.act(one.legal()[-1])
            continue
        line, thoughts = one.answer(), one.player.thoughts
        scores = [score for _, score in thoughts[:-1]]
        assert thoughts[0][0] == line["text"] and scores == sorted(scores, reverse=True)
        ends = line["text"] == "The opponent ends the turn."
        assert scores[0] == 0 if ends else scores[0] >= 0  # it continues as long as the score does not fall
        weighed.append(scores)
    assert max(map(len, weighed)) > 2


@pytest.mark.parametrize(
    "name, start, scored",
    [
        ("random", "one of ", False),
        ("Baseline1", "This opponent is a script, which compares no actions: there are no scores", False),
        ("WeakOp", "This opponent is a script", False),
        ("Beam", "step 1 of a plan of ", True),
        ("MCTS", "200 rounds; win probability", True),
    ],
)
def test_every_opponent_says_what_it_thought_or_that_it_does_not(name, start, scored):
    one = play_on(match.begin(name, 9), actions=34)
    while not one.opponent_to_move:
        one.act(0)
    one.answer()
    thoughts = one.player.thoughts
    assert thoughts[0][0].startswith(start) and (thoughts[0][1] is not None) == scored
    if name == "MCTS":
        shares = [share for _, share in thoughts[1:]]
        assert 0 <= thoughts[0][1] <= 1 and shares == sorted(shares, reverse=True) and sum(shares) <= 1
        assert thoughts[1][0].startswith(one.log[-1]["text"])
    if name == "Beam":
        assert one.log[-1]["text"] in thoughts[0][0]
        steps = int(thoughts[0][0].split()[6].rstrip(":"))
        for step in range(2, steps + 1):
            one.answer()
            assert one.player.thoughts[0][0].startswith(f"step {step} of a plan of {steps}: ")
        assert not one.opponent_to_move


@pytest.mark.parametrize("name", ["random", "WeakOp", "StrongOp", "Beam", "MCTS"])
def test_an_opponents_code_is_compiled_in_a_warmup_game(name):
    one, other = match.begin(name, 6), match.begin(name, 6)
    one.warm_up()
    apart = {"number": None, "begun": None}  # the two may begin in two minutes
    assert one.saved | apart == other.saved | apart and one.game is None
    assert play_on(one, actions=34).saved["actions"] == play_on(other, actions=34).saved["actions"]


def test_all_games_that_are_over_are_summed_up():
    assert results.table().empty
    for seed in (1, 2):
        play_on(match.begin("random", seed))
    won = [one["winner"] for one in match.listed()[0]].count("me")
    match.begin("random", 3).concede()
    match.begin("Beam", 4).concede()
    match.begin("MCTS", 5)  # goes on
    rows = results.table().set_index("against")
    assert rows.games.to_dict() == {"Beam": "0:1", "random": f"{won}:{3 - won}"}
    assert rows["conceded"].to_dict() == {"Beam": 1, "random": 1} and set(rows.player) == {"you"}
    assert rows["games won (%)"]["Beam"].startswith("0")
