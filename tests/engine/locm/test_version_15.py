"""The rules of Legends of Code and Magic 1.5 where they differ from those of 1.2, and its cards and messages.

Each rule has a position, a few commands and a look, as in test_rules.py. Card 1 is a beast that an area may copy.
"""

import io
import random
import time

import numpy as np
import pytest

from deckspace.agents.locm import bot as bots
from deckspace.agents.locm import external
from deckspace.agents.locm.baseline2 import Baseline2
from deckspace.agents.locm.matches import specs
from deckspace.agents.locm.players import entrants, play_games
from deckspace.agents.locm.trained import read_strong_op
from deckspace.engine.locm import protocol
from deckspace.engine.locm import replay as replays
from deckspace.engine.locm.cards import cards, edition, rules_of
from deckspace.engine.locm.protocol import read_turn
from deckspace.engine.locm.random_java import derived_seed, fraction, start_random, whole
from deckspace.engine.locm.referee import Table, play_match
from deckspace.engine.locm.replay import creature, from_decks, legal_texts, position, side, to_dict
from deckspace.engine.locm.state import creature_id, instance_id

BEAST = {
    "type": 0,
    "cost": 1,
    "attack": 2,
    "defense": 3,
    "keywords": 0,
    "player_hp": 1,
    "enemy_hp": -2,
    "card_draw": 1,
}
NOTHING = {
    "attack": 0,
    "defense": 0,
    "keywords": 0,
    "player_hp": 0,
    "enemy_hp": 0,
    "card_draw": 0,
    "area": 0,
    "cost": 1,
}
BOLT = {"type": 3} | NOTHING | {"defense": -3, "enemy_hp": -1, "player_hp": 1, "card_draw": 1}
CHANGES = {
    1: BEAST | {"area": 0},
    2: BEAST | {"area": 1},
    3: BEAST | {"area": 2},
    4: BOLT,
    5: BOLT | {"area": 1},
    6: BOLT | {"area": 2},
    7: {"type": 1} | NOTHING | {"attack": 1, "defense": 1, "area": 2},
}
BOOK = cards("1.5", CHANGES, seed=1)
PLAIN, ROW, BOTH, ONE_BOLT, ROW_BOLT, BOTH_BOLT, CHEER = range(1, 8)


def half(**what):
    """One side of a position without runes; creatures are given as (card, lane) or made by `creature`."""
    board = [
        one if isinstance(one, dict) else creature(one[0], one[1], BOOK) for one in what.pop("board", [])
    ]
    return side(board=board, runes=0, **what)


def play(game, *commands):
    """Carry out commands and return the position as a dict, the players as me and enemy."""
    mover = int(game.current)
    for text in commands:
        replays.take(game, BOOK, replays.action_number(game, BOOK, text))
    after = to_dict(game)
    return after | {"me": after["p"][mover], "enemy": after["p"][1 - mover]}


def ids_and_lanes(player):
    return [(one[0], one[2]) for one in player["board"]]


# --- Areas -----------------------------------------------------------------------------------

# The card in hand, the lanes of my creatures, the lane I choose; creatures with their lanes; health and draws of both
SUMMONED = {
    "no area": (PLAIN, [], 0, [(1, 0)], (31, 2, 28, 1)),
    "the lane": (ROW, [], 1, [(1, 1), (61, 1)], (32, 3, 26, 1)),
    "both lanes": (BOTH, [], 1, [(1, 1), (61, 0)], (32, 3, 26, 1)),
    "a lane with room for one": (ROW, [0, 0], 0, [(3, 0), (5, 0), (1, 0)], (31, 2, 28, 1)),
    "no room in the other lane": (BOTH, [0, 0, 0], 1, [(3, 0), (5, 0), (7, 0), (1, 1)], (31, 2, 28, 1)),
}


@pytest.mark.parametrize("what", SUMMONED)
def test_an_area_summons_a_second_creature_where_there_is_room(what):
    card, lanes, lane, board, numbers = SUMMONED[what]
    game = position(half(hand=[card], board=[(PLAIN, each) for each in lanes]), half())
    after = play(game, f"SUMMON 1 {lane}")
    assert ids_and_lanes(after["me"]) == board
    me, enemy = after["me"], after["enemy"]
    assert (me["hp"], me["next_draw"], enemy["hp"], enemy["next_draw"]) == numbers


def test_twins_are_numbered_through_the_game_and_act_on_their_own():
    game = position(half(hand=[ROW, BOTH], deck=[BOTH] * 10), half(hand=[ROW], deck=10))
    play(game, "SUMMON 1 0", "SUMMON 3 1", "PASS", "SUMMON 2 0", "PASS")
    after = play(game, "ATTACK 61 63")
    assert ids_and_lanes(after["me"]) == [(1, 0), (61, 0), (3, 1), (62, 0)]
    assert ids_and_lanes(after["enemy"]) == [(2, 0), (63, 0)]
    assert [one[4] for one in after["me"]["board"]] == [3, 1, 3, 3]
    assert [one[4] for one in after["enemy"]["board"]] == [3, 1]


# The item, its target; defenses left of the enemy's five creatures (three in lane 0), and how often its effects count
HIT = {
    "no area": (ONE_BOLT, 2, [2, 5, 3, 5], 1),
    "a lane": (ROW_BOLT, 2, [2, 2, 5], 3),
    "the other lane": (ROW_BOLT, 8, [5, 5, 3, 2], 1),
    "both lanes": (BOTH_BOLT, 6, [2, 2, 2], 4),
    "the player": (BOTH_BOLT, -1, [5, 5, 3, 5], 1),
}


@pytest.mark.parametrize("what", HIT)
def test_an_item_with_an_area_works_on_a_lane_or_on_the_whole_board(what):
    card, target, left, times = HIT[what]
    tough = [
        creature(PLAIN, lane, BOOK, defense=defense) for lane, defense in ((0, 5), (0, 5), (0, 3), (1, 5))
    ]
    after = play(position(half(hand=[card]), half(board=tough)), f"USE 1 {target}")
    assert [one[4] for one in after["enemy"]["board"]] == left
    assert after["me"]["hp"] == 30 + times and after["me"]["next_draw"] == 1 + times
    assert after["enemy"]["hp"] == 30 - times - (3 if target == -1 else 0)


def test_a_green_item_with_an_area_helps_all_own_creatures():
    game = position(half(hand=[CHEER], board=[(PLAIN, 0), (PLAIN, 1)]), half(board=[(PLAIN, 0)]))
    after = play(game, "USE 1 3")
    assert [one[3:5] for one in after["me"]["board"]] == [[3, 4], [3, 4]]
    assert after["enemy"]["board"][0][3:5] == [2, 3]


# --- Health and draws ------------------------------------------------------------------------


@pytest.mark.parametrize("blows, draws", [([4], 1), ([5], 2), ([4, 4], 2), ([4, 4, 4], 3), ([3, 3, 3], 2)])
def test_every_five_health_lost_within_a_turn_bring_a_card(blows, draws):
    board = [creature(PLAIN, 0, BOOK, attack=blow) for blow in blows]
    game = position(half(board=board), half())
    after = play(game, *(f"ATTACK {2 * i + 1} -1" for i in range(len(blows))))
    assert (after["enemy"]["next_draw"], after["enemy"]["rune"]) == (draws, 0)


def test_health_lost_is_counted_anew_from_the_start_of_the_own_turn():
    blow = [creature(PLAIN, 0, BOOK, attack=4)]
    game = position(half(board=blow), half())
    play(game, "ATTACK 1 -1", "PASS")
    assert play(game, "PASS")["me"]["next_draw"] == 1
    assert play(game, "ATTACK 1 -1")["enemy"]["next_draw"] == 1


# What the second player has at the start of the turn, and the half-turn; then: cards, deck, health, winner
DRAWS = {
    "an empty deck costs ten health for each card": (dict(deck=0, hp=37, next_draw=2), 20, (0, 0, 17, -1)),
    "a full hand ends the draw before the empty deck is missed": (dict(hand=[1] * 8, deck=0, next_draw=3), 20, (8, 0, 30, -1)),
    "an empty deck kills": (dict(deck=0, hp=10), 20, (0, 0, 0, 0)),
    "the 51st turn costs ten health, and cards are drawn as ever": (dict(deck=9, hp=30, next_draw=2), 100, (2, 7, 20, -1)),
    "the 51st turn costs ten health even with a full hand": (dict(hand=[1] * 8, deck=9), 100, (8, 9, 20, -1)),
    "the 50th turn costs nothing": (dict(deck=9), 98, (1, 8, 30, -1)),
}  # fmt: skip


@pytest.mark.parametrize("what", DRAWS)
def test_drawing_without_runes(what):
    second, turn, found = DRAWS[what]
    after = play(position(half(), half(**second), turn=turn), "PASS")
    me = after["p"][1]
    assert (len(me["hand"]), me["deck"], me["hp"], after["winner"]) == found


# --- Cards -----------------------------------------------------------------------------------


def test_javas_random_numbers():
    """The first numbers of java.util.Random(42), as its documentation defines them."""
    states = np.zeros(1, "u8")
    start_random(states, 0, np.uint64(42))
    assert derived_seed(states, 0) == np.uint64(2**48 - 1170105035)  # nextInt() is -1170105035
    start_random(states, 0, np.uint64(42))
    assert [whole(states, 0, 10) for _ in range(5)] == [0, 3, 8, 4, 0]
    start_random(states, 0, np.uint64(42))
    assert fraction(states, 0) == pytest.approx(0.7275636800328681, abs=0)


def test_a_seed_generates_120_cards_by_cost():
    """They are compared with recorded ones by ./run check; here is what holds for all seeds."""
    costs, areas = [], []
    for seed in range(50):
        table = cards("1.5", seed=seed).cards[1:121].view(np.recarray)
        assert (np.diff(table.cost) >= 0).all() and table.cost.max() <= 12
        beasts, harmful = table[table.type == 0], table[table.type >= 2]
        assert (beasts.defense >= 1).all() and (beasts.attack >= 0).all()
        assert (harmful.attack <= 0).all() and (harmful.defense <= 0).all()
        assert (table[table.type == 3].attack == 0).all() and (table[table.type == 3].keywords == 0).all()
        costs.append(table.cost.mean())
        areas.append((table.area > 0).mean())
    assert np.mean(costs) == pytest.approx(6, abs=0.15)
    assert np.mean(areas) == pytest.approx(0.5, abs=0.03)  # an area has no price, only a rate


def test_a_book_without_a_seed_gets_its_cards_from_the_draft():
    from deckspace.engine.locm.cards import with_cards_of

    book = edition("1.5")
    assert book.new_cards and (with_cards_of(book, 7).cards == cards("1.5", seed=7).cards).all()
    fixed = cards("1.5", seed=7)
    assert with_cards_of(fixed, 8) is fixed


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (dict(name="official", seed=1), "Only the edition '1.5' takes a seed"),
        (dict(name="1.5", seed=-1), "a whole number from 0 to 2"),
        (dict(name="1.5", changes={1: {"cost": 1}}), "give a seed to change those"),
        (dict(name="1.5", seed=1, changes={121: {"cost": 1}}), "cards are numbered from 1 to 120"),
        (dict(name="1.5", seed=1, changes={1: {"area": 3}}), "must be 0 to 2"),
        (dict(name="official", changes={1: {"area": 1}}), "A LoCM card has no 'area'"),
    ],
)
def test_wrong_books_are_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        cards(**arguments)


# --- Messages --------------------------------------------------------------------------------

DECK = [card for card in range(1, 16) for _ in range(2)]


def test_construction_word_for_word():
    lines = protocol.construction_lines(BOOK)
    assert lines[:6] == ["30 0 0 0", "30 0 0 0", "0 0", "120", "0 -1 0 0 1 2 3 ------ 1 -2 1 0 -1 ", "1 -1 0 0 1 2 3 ------ 1 -2 1 1 -1 "]  # fmt: skip
    assert len(lines) == 124


def test_a_battle_turn_word_for_word():
    """There is no rune, the area stands before the lane, and a creature that has fought still shows its effects."""
    game = position(
        half(hand=[ROW_BOLT, ROW], board=[(BOTH, 1)], hp=17), half(board=[(PLAIN, 1)], deck=[ONE_BOLT], hp=6)
    )
    table = Table(game, BOOK, [])
    table.ask(Answers("ATTACK 5 2; SUMMON 3 0"))
    table.end_turn()
    assert table.lines() == [
        "2 12 0 1",
        "19 12 10 3",
        "1 2",
        "2 ATTACK 5 2",
        "1 SUMMON 3 0",
        "5",
        "3 60 0 3 1 0 -3 ------ 1 -1 1 0 -1 ",
        "0 2 1 0 1 2 1 ------ 1 -2 1 0 1 ",
        "2 5 -1 0 1 2 1 ------ 1 -2 1 2 1 ",
        "1 3 -1 0 1 2 3 ------ 1 -2 1 1 0 ",
        "1 61 -1 0 1 2 3 ------ 1 -2 1 1 0 ",
    ]


class Answers:
    """A player that gives these answers."""

    name = "parrot"

    def __init__(self, *answers):
        self.answers = list(answers)

    def construct(self, book):
        return self.answers.pop(0)

    def play(self, table):
        return self.answers.pop(0) if self.answers else ""

    def close(self):
        pass


CHOSEN = protocol.construction_text(DECK)


@pytest.mark.parametrize(
    "line, deck",
    [
        (CHOSEN, DECK),
        (CHOSEN.replace("CHOOSE", "PICK"), DECK),
        ("PASS", DECK),
        ("CHOOSE 119 here I am; ;PASS", [120, *DECK[:-1]]),
    ],
)
def test_a_deck_is_chosen(line, deck):
    assert protocol.read_construction(line, BOOK) == deck


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("CHOOSE 0", "A deck must have 30 card numbers from 1 to 120"),
        ("CHOOSE 0;" * 3 + "PASS", "at most 2 copies of a card, but this one 3 of card 1"),
        ("CHOOSE 120;PASS", "CHOOSE needs a card from 0 to 119, not 120"),
        ("SUMMON 1 0", "A deck is chosen by CHOOSE and the number of a card"),
        ("CHOOSE x", "A deck is chosen by CHOOSE"),
        ("", "A deck must have 30 card numbers"),
    ],
)
def test_a_wrong_deck_is_refused_and_loses(line, sentence):
    with pytest.raises(ValueError, match=sentence):
        protocol.read_construction(line, BOOK)
    match = play_match([Answers(CHOSEN), Answers(line)], 1, 2, BOOK)
    assert match.winner == 0 and "sent an invalid deck" in match.fault


def test_instance_ids_follow_the_order_of_choosing_and_both_players_are_asked_in_turn():
    """The cards are named by the place at which they were chosen: 1 to 30, and 31 to 60 of the second player."""
    deck = [ROW, ROW, BOTH, BOTH, *[card for card in range(10, 23) for _ in range(2)]]
    seen = []

    class Curious(Answers):
        def play(self, table):
            seen.append(table.lines())
            return super().play(table)

    text = protocol.construction_text(deck)
    play_match([Curious(text), Curious(text)], 1, 2, BOOK)
    for turn, first in ((0, 1), (1, 31)):
        hand = [line.split() for line in seen[turn] if len(line.split()) == 13]
        assert len(hand) == 5 + turn
        for number, identity, *_ in hand:
            assert deck[int(identity) - first] == int(number) + 1
    assert len({line.split()[1] for line in seen[0][4:]}) == 5


# --- Our agents as bots ----------------------------------------------------------------------


def seen(view, lines, book):
    """A bot's record of a message, which has the position as far as a player knows it."""
    return view.see_battle(read_turn(io.StringIO("".join(line + "\n" for line in lines))), book)


class Newest(Table):
    """Numbers cards by twos from 0, and a twin after its card."""

    def __init__(self, game, book, commands, names):
        super().__init__(game, book, commands, {own: 2 * (shown - 1) for own, shown in names.items()})

    def carry_out(self, *command):
        super().carry_out(*command)
        p, me = int(self.game.current), self.game.players[self.game.current]
        for one in me.board[: me.board_size]:
            self.names.setdefault(creature_id(p, one), self.names[instance_id(p, int(one.place))] + 1)
        self.ours = {shown: own for own, shown in self.names.items()}


@pytest.mark.parametrize("numbering", [Table, Newest])
@pytest.mark.parametrize("seed", range(15))
def test_a_bot_knows_the_position_and_names_cards_as_the_referee_does(seed, numbering):
    book, own, chance = cards("1.5", seed=seed), rules_of("1.5"), random.Random(seed)
    lines, views = protocol.construction_lines(book), [protocol.ModernView(), protocol.ModernView()]
    decks = [chance.sample([card for card in range(1, 121) for _ in range(2)], 30) for _ in views]
    for view, deck in zip(views, decks, strict=True):
        view.see_construction(read_turn(io.StringIO("\n".join(lines) + "\n")), own)
        assert protocol.read_construction(view.construction(deck), book) == deck
    assert (own.cards == book.cards).all()
    order = [chance.sample(range(1, 31), 30) for _ in views]
    drawn = [[deck[i - 1] for i in row] for deck, row in zip(decks, order, strict=True)]
    table = numbering(from_decks(drawn, book), book, [], protocol.order_of_choosing(order))
    game = table.game
    while game.winner < 0:
        p = int(game.current)
        known = seen(views[p], table.lines(), own)
        for ours, real in zip(known.players, game.players, strict=True):
            for figure in (
                "hp",
                "max_mana",
                "mana",
                "next_draw",
                "drawn",
                "hand_size",
                "board_size",
                "bonus",
            ):
                assert ours[figure] == real[figure], figure
            for i in range(real.board_size):
                one, other = (replays.creature_list(each, 0, i)[1:] for each in (ours, real))
                assert one == other
        assert sorted(known.players[p].deck) == sorted(game.players[p].deck)
        named = sorted(map(views[p].named, legal_texts(known, own)))
        assert named == sorted(map(table.named, legal_texts(game, book)))
        answer = []
        while known.winner < 0 and (action := chance.choice(replays.legal(known, own))):
            answer.append(views[p].named(replays.command_text(known, own, action)))
            replays.take(known, own, action)
        table.ask(Answers(";".join(answer)))
        done = [text for _, text in table.actions]
        assert done == answer  # also of a twin that has only just been summoned
        if game.winner < 0:
            table.end_turn()


def test_a_bot_that_is_not_ready_in_time_gets_the_first_cards():
    said, out = "\n".join(protocol.construction_lines(BOOK)) + "\n", io.StringIO()
    bots.run_bot(lambda: time.sleep(30), io.StringIO(said), out, patience=0.01)
    assert out.getvalue() == "PASS\n" and protocol.read_construction("PASS", BOOK) == DECK


@pytest.mark.parametrize(
    "old, new",
    [("30 0 0 0", "30 0 0 x"), (" 0 -1 \n", " 7 -1 \n"), ("\n120\n", "\n161\n"), ("------", "-----X")],
)
def test_invalid_referee_input_is_refused(old, new):
    said = "\n".join(protocol.construction_lines(BOOK)) + "\n"
    assert old in said
    with pytest.raises(ValueError, match="not that of a LoCM 1.2 or 1.5 referee"):
        read_turn(io.StringIO(said.replace(old, new, 1)))


def test_the_referee_plays_the_arenas_games():
    """Agents that use no chance play the same games as in the compiled loop, which has other instance ids."""
    players, book = [Baseline2(), read_strong_op()], edition("1.5")
    rows = specs(0, 1, 8, 1, 1)
    compiled = play_games(rows, entrants(players, book), book)
    refereed = external.play_games(rows, players, book)
    for figure in ("winner", "turns", "hp"):
        assert (refereed[figure] == compiled[figure]).all()


def test_random_games_end_as_their_commands_say():
    rng = np.random.default_rng(1)
    for seed in range(20):
        book = cards("1.5", seed=seed)
        game = from_decks(rng.integers(1, 121, (2, 30)), book)
        first, commands = replays.copy(game), []
        while game.winner < 0:
            commands.append(str(rng.choice(replays.legal_texts(game, book))))
            replays.take(game, book, replays.action_number(game, book, commands[-1]))
        assert to_dict(replays.replay(first, commands, book)) == to_dict(game)
