"""The rules of Legends of Code and Magic 1.2 as the official referee plays them, one by one.

Each test sets up a position, plays a few commands and looks. In a `position` the first card in
hand of player 1 is number 1, the next 3, then come the creatures on the board; player 2 has 2, 4, ...
"""

import numpy as np
import pytest

from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import (
    action_number,
    begin,
    blank_game,
    creature,
    from_decks,
    legal_texts,
    offers_of,
    position,
    shuffled,
    side,
    take,
    to_dict,
)
from deckspace.errors import Illegal

OFFICIAL, PUBLISHED = edition("official"), edition("published")
DECK = list(range(1, 31))


def play(game, *commands, book=OFFICIAL):
    """Carry out commands and return the position as a dict, the players as me and enemy."""
    mover = int(game.current)
    for text in commands:
        take(game, book, action_number(game, book, text))
    after = to_dict(game)
    return after | {"me": after["p"][mover], "enemy": after["p"][1 - mover]}


def refused(game, *commands):
    """Tell whether each of these commands is refused without changing the game."""
    before = game.tobytes()
    for text in commands:
        with pytest.raises(Illegal):
            action_number(game, OFFICIAL, text)
    return game.tobytes() == before


def attack(one, two, **numbers):
    """Let creature `one` attack creature `two`: (its row or None, the other's, both players' hp)."""
    game = position(side(board=[one], **numbers), side(board=[two]))
    after = play(game, "ATTACK 1 2")
    rows = [player["board"][0][3:6] if player["board"] else None for player in after["p"]]
    return *rows, after["me"]["hp"], after["enemy"]["hp"]


def beast(attack, defense, keywords="------", **numbers):
    return creature(3, attack=attack, defense=defense, keywords=keywords, **numbers)


def use(item, target, **enemy):
    """Use an item on a creature, one's own for a green item: (attack, defense, keywords) or None."""
    green = item < 141
    sides = (side([item], [target]), side()) if green else (side([item]), side(board=[target], **enemy))
    after = play(position(*sides), "USE 1 3" if green else "USE 1 2")
    board = after["me" if green else "enemy"]["board"]
    return board[0][3:6] if board else None


# --- The draft and the first hands -----------------------------------------------------------


def test_a_draft_offers_three_different_cards_out_of_sixty():
    for seed in range(50):
        offers = offers_of(seed, OFFICIAL)
        assert offers.shape == (30, 3) and all(len(set(offer)) == 3 for offer in offers.tolist())
        assert len(np.unique(offers)) <= 60


def test_every_card_and_place_of_the_draft_is_equally_likely():
    offers = np.array([offers_of(seed, OFFICIAL) for seed in range(2000)])
    for place in range(3):
        counts = np.bincount(offers[:, :, place].ravel(), minlength=161)
        assert counts[0] == 0
        assert abs(counts[1:] / 375 - 1).max() < 0.35  # an offered card comes back: wider than binomial


def test_an_offered_card_may_be_offered_again():
    """Thirty times three out of sixty: 60 (1 - (1 - 3/60)**30) = 47.1 different cards on average."""
    different = [len(np.unique(offers_of(seed, OFFICIAL))) for seed in range(500)]
    assert abs(np.mean(different) - 47.1) < 0.6


def test_the_shuffle_keeps_the_cards_and_differs_between_the_players():
    decks = shuffled([DECK, DECK], seed=5)
    assert sorted(decks[0]) == sorted(decks[1]) == DECK
    assert decks[0] != decks[1] != DECK != decks[0]
    assert decks == shuffled([DECK, DECK], seed=5) != shuffled([DECK, DECK], seed=6)


def test_cards_are_numbered_in_the_order_they_are_drawn():
    start = to_dict(from_decks([DECK, DECK], OFFICIAL))
    assert start["p"][0]["hand"] == [1, 3, 5, 7, 9]
    assert start["p"][1]["hand"] == [2, 4, 6, 8, 10]


def test_the_first_player_begins_with_five_cards_and_the_second_with_six():
    game = from_decks([DECK, DECK], OFFICIAL)
    assert len(to_dict(game)["p"][0]["hand"]) == 5
    assert len(play(game, "PASS")["p"][1]["hand"]) == 6


def test_what_a_game_begins_with():
    start = to_dict(from_decks([DECK, DECK], OFFICIAL))
    first, second = start["p"]
    assert (start["player"], start["turn"], start["winner"]) == (0, 0, -1)
    for player, bonus in ((first, 0), (second, 1)):
        names = ("hp", "rune", "next_draw", "max_mana", "mana", "bonus")
        assert [player[name] for name in names] == [30, 25, 1, 1, 1, bonus]


# --- The start of a turn ---------------------------------------------------------------------


def test_passing_hands_over_the_turn_and_readies_the_next_players_creatures():
    game = position(
        side(board=[beast(2, 2, has_attacked=1, can_attack=0)]), side(board=[beast(1, 1, can_attack=0)])
    )
    after = play(game, "PASS")
    assert (after["player"], after["turn"]) == (1, 21)
    assert after["me"]["board"][0][6:] == [0, 0]
    assert after["enemy"]["board"][0][6:] == [1, 0]


def test_a_fresh_creature_may_attack_on_its_owners_next_turn():
    game = position(side(hand=[3]))
    assert "ATTACK 1 -1" not in (play(game, "SUMMON 1 0") and legal_texts(game, OFFICIAL))
    play(game, "PASS", "PASS")
    assert "ATTACK 1 -1" in legal_texts(game, OFFICIAL)


def test_mana_grows_by_one_a_turn_to_twelve():
    game = from_decks([DECK, DECK], OFFICIAL)
    seen = []
    for _ in range(14):
        seen.append(to_dict(game)["p"][0]["mana"])
        play(game, "PASS", "PASS")
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12]


def test_the_second_player_is_one_mana_ahead_as_long_as_some_is_left():
    game = from_decks([DECK, DECK], OFFICIAL)
    seen = []
    for _ in range(14):
        seen.append(play(game, "PASS")["p"][1]["mana"])
        play(game, "PASS")
    assert seen == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13]


def test_the_second_player_loses_the_bonus_after_spending_all_mana():
    game = position(side(board=[3]), side(hand=[148], max_mana=2, mana=2, bonus=1), current=1)
    play(game, "USE 2 1", "PASS")
    second = play(game, "PASS")["p"][1]
    assert (second["bonus"], second["max_mana"], second["mana"]) == (0, 2, 2)
    assert play(game, "PASS", "PASS")["p"][1]["max_mana"] == 3


def test_drawing_stops_at_eight_cards_and_the_others_stay_in_the_deck():
    game = position(side(), side(hand=[3] * 7, deck=5, next_draw=3))
    second = play(game, "PASS")["p"][1]
    assert (len(second["hand"]), second["deck"], second["hp"], second["next_draw"]) == (8, 4, 30, 1)


def test_a_draw_from_an_empty_deck_costs_a_rune_each_even_with_a_full_hand():
    game = position(side(), side(hand=[3] * 8, deck=0, next_draw=2))
    second = play(game, "PASS")["p"][1]
    assert (second["hp"], second["rune"], len(second["hand"]), second["next_draw"]) == (20, 15, 8, 1)


@pytest.mark.parametrize("turn, hp, deck", [(97, 30, 9), (98, 30, 9), (99, 25, 10), (100, 25, 10)])
def test_from_the_51st_turn_of_a_player_the_deck_counts_as_empty(turn, hp, deck):
    after = play(position(turn=turn, current=turn % 2), "PASS")
    mover = after["p"][after["player"]]
    assert (mover["hp"], mover["deck"], mover["hand"] == []) == (hp, deck, hp < 30)


def test_an_empty_deck_pulls_health_down_to_the_rune():
    after = play(position(side(), side(deck=0, hp=37)), "PASS")["p"][1]
    assert (after["hp"], after["rune"], after["next_draw"]) == (25, 20, 1)


def test_an_empty_deck_kills_a_player_without_runes():
    after = play(position(side(), side(deck=0, hp=40, runes=0)), "PASS")
    assert (after["enemy"]["hp"], after["winner"]) == (0, 0)


def test_nobody_plays_on_after_the_game():
    game = position(side(), side(deck=0, runes=0, hand=[3]))
    play(game, "PASS")
    assert refused(game, "SUMMON 2 0", "PASS")


# --- Health and runes ------------------------------------------------------------------------


def test_health_has_no_upper_limit():
    assert play(position(side(hand=[153], hp=58)), "USE 1 -1")["me"]["hp"] == 63


def test_reaching_a_rune_breaks_it_and_the_owner_draws_one_more():
    game = position(side(board=[beast(5, 5)]), side(hp=30))
    enemy = play(game, "ATTACK 1 -1")["enemy"]
    assert (enemy["hp"], enemy["rune"], enemy["next_draw"]) == (25, 20, 2)


def test_one_blow_may_break_several_runes():
    game = position(side(board=[beast(12, 5)]), side(hp=26))
    enemy = play(game, "ATTACK 1 -1")["enemy"]
    assert (enemy["hp"], enemy["rune"], enemy["next_draw"]) == (14, 10, 4)


def test_healing_brings_no_rune_back():
    me = play(position(side(hand=[153], hp=22, runes=4)), "USE 1 -1")["me"]
    assert (me["hp"], me["rune"], me["next_draw"]) == (27, 20, 1)


def test_a_card_that_hurts_its_owner_breaks_own_runes():
    after = play(position(side(hand=[45], hp=27)), "SUMMON 1 0")
    assert (after["me"]["hp"], after["me"]["rune"], after["me"]["next_draw"]) == (24, 20, 2)


def test_all_extra_cards_come_at_the_start_of_the_owners_next_turn():
    game = position(side(hand=[36], hp=27), side(board=[beast(2, 9, can_attack=0)]))
    assert len(play(game, "SUMMON 1 0")["me"]["hand"]) == 0
    play(game, "PASS", "ATTACK 2 -1")
    first = play(game, "PASS")["p"][0]
    assert len(first["hand"]) == 1 + 2 + 1  # one as always, two of the card, one of the rune
    assert first["next_draw"] == 1


def test_flumpy_heals_the_enemy():
    after = play(position(side(hand=[91])), "SUMMON 1 0")
    assert (after["me"]["hp"], after["enemy"]["hp"]) == (30, 31)


def test_flumpy_is_the_only_card_that_heals_the_enemy():
    assert [card for card in range(1, 161) if OFFICIAL.cards[card].enemy_hp > 0] == [91]


# --- Summoning -------------------------------------------------------------------------------


def test_a_creature_needs_mana_and_room():
    game = position(side(hand=[3, 62], board=[3, 3, 3], mana=2))
    assert refused(game, "SUMMON 1 0", "SUMMON 3 1", "SUMMON 1 2", "SUMMON 1 -1", "SUMMON 5 1")
    assert play(game, "SUMMON 1 1")["me"]["board"][3][:3] == [1, 3, 1]


def test_an_item_is_not_summoned_and_a_creature_is_not_used():
    assert refused(position(side(hand=[153, 3])), "SUMMON 1 0", "USE 3 -1")


def test_summoning_costs_mana_and_does_what_the_card_says():
    after = play(position(side(hand=[37, 25], mana=9)), "SUMMON 3 0", "SUMMON 1 1")
    assert (after["me"]["hp"], after["enemy"]["hp"]) == (28, 28)
    assert (after["me"]["mana"], after["me"]["next_draw"], after["me"]["hand"]) == (1, 2, [])


def test_only_charge_attacks_at_once():
    game = position(side(hand=[41, 3]))
    board = play(game, "SUMMON 1 0", "SUMMON 3 0")["me"]["board"]
    assert [row[6] for row in board] == [1, 0]
    assert refused(game, "ATTACK 3 -1")
    assert play(game, "ATTACK 1 -1")["enemy"]["hp"] == 28


def test_the_board_is_in_order_of_arrival_over_both_lanes():
    game = position(side(hand=[3, 3, 3, 3]))
    board = play(game, "SUMMON 3 1", "SUMMON 1 0", "SUMMON 7 1", "SUMMON 5 0")["me"]["board"]
    assert [row[0] for row in board] == [3, 1, 7, 5]
    assert [row[2] for row in board] == [1, 0, 1, 0]


# --- Attacking -------------------------------------------------------------------------------


def attacks(game):
    return [text for text in legal_texts(game, OFFICIAL) if text.startswith("ATTACK")]


def test_a_creature_attacks_in_its_lane_or_the_player_even_past_other_creatures():
    game = position(side(board=[beast(1, 1, lane=1)]), side(board=[beast(1, 1), beast(1, 1, lane=1)]))
    assert attacks(game) == ["ATTACK 1 -1", "ATTACK 1 4"]
    assert refused(game, "ATTACK 1 2")


def test_guards_stop_attacks_in_their_lane():
    board = [beast(1, 1), beast(1, 1, "---G--"), beast(2, 2, "---G--"), beast(1, 1, lane=1)]
    game = position(side(board=[beast(1, 1), beast(1, 1, lane=1)]), side(board=board))
    assert attacks(game) == ["ATTACK 1 4", "ATTACK 1 6", "ATTACK 3 -1", "ATTACK 3 8"]
    assert refused(game, "ATTACK 1 -1", "ATTACK 1 2")


def test_a_creature_without_attack_may_attack_in_vain():
    game = position(side(board=[beast(0, 3)]))
    after = play(game, "ATTACK 1 -1")
    assert after["enemy"]["hp"] == 30 and after["me"]["board"][0][6:] == [0, 1]


def test_both_creatures_strike_at_the_same_time():
    assert attack(beast(3, 2), beast(2, 3)) == (None, None, 30, 30)
    assert attack(beast(2, 4), beast(3, 5)) == ([2, 1, "------"], [3, 3, "------"], 30, 30)


def test_ward_takes_one_blow_in_either_role():
    assert attack(beast(3, 2), beast(2, 3, "-----W"))[1] == [2, 3, "------"]
    assert attack(beast(3, 2, "-----W"), beast(2, 3))[0] == [3, 2, "------"]


def test_ward_is_kept_against_a_creature_without_attack():
    assert attack(beast(0, 2), beast(2, 3, "-----W"))[1] == [2, 3, "-----W"]
    assert attack(beast(3, 2, "-----W"), beast(0, 9))[0] == [3, 2, "-----W"]


def test_lethal_kills_with_any_damage_in_either_role():
    assert attack(beast(1, 2, "----L-"), beast(0, 9))[1] is None
    assert attack(beast(0, 9), beast(1, 2, "----L-"))[0] is None


def test_lethal_needs_damage():
    assert attack(beast(0, 9, "----L-"), beast(0, 9))[1] == [0, 9, "------"]
    assert attack(beast(1, 9), beast(0, 9, "----L-"))[0] == [1, 9, "------"]
    assert attack(beast(5, 9, "----L-"), beast(0, 9, "-----W"))[1] == [0, 9, "------"]


def test_breakthrough_hits_the_player_with_what_is_left():
    assert attack(beast(7, 9, "B-----"), beast(0, 3))[3] == 26
    assert attack(beast(3, 9, "B-----"), beast(0, 3))[3] == 30
    assert attack(beast(2, 9, "B---L-"), beast(0, 3))[1:] == (None, 30, 30)
    assert attack(beast(7, 9, "B-----"), beast(0, 3, "-----W"))[3] == 30
    assert attack(beast(0, 9), beast(7, 9, "B-----"))[2:] == (30, 30)


def test_drain_heals_the_attacks_full_value():
    assert attack(beast(7, 9, "--D---"), beast(0, 3))[2] == 37
    assert play(position(side(board=[beast(4, 1, "--D---")])), "ATTACK 1 -1")["me"]["hp"] == 34


def test_drain_needs_damage_and_an_attacker():
    assert attack(beast(7, 9, "--D---"), beast(0, 3, "-----W"))[2] == 30
    assert attack(beast(0, 9), beast(7, 9, "--D---"))[3] == 30


def test_drain_heals_before_the_enemy_dies():
    game = position(side(board=[beast(9, 9, "B-D---")], hp=1), side(board=[beast(5, 1)], hp=8))
    after = play(game, "ATTACK 1 2")
    assert (after["me"]["hp"], after["enemy"]["hp"], after["winner"]) == (10, 0, 0)


def test_a_creature_attacks_once_a_turn():
    game = position(side(board=[beast(2, 2)]))
    assert play(game, "ATTACK 1 -1")["me"]["board"][0][6:] == [0, 1]
    assert refused(game, "ATTACK 1 -1")


def test_the_dead_leave_the_board_and_the_others_move_up():
    game = position(side(board=[beast(9, 9)]), side(board=[beast(1, 1), beast(2, 2), beast(3, 3)]))
    assert [row[0] for row in play(game, "ATTACK 1 4")["enemy"]["board"]] == [2, 6]


# --- Items -----------------------------------------------------------------------------------


def uses(game):
    return [text for text in legal_texts(game, OFFICIAL) if text.startswith("USE")]


def test_green_items_go_to_own_creatures_of_any_lane():
    game = position(side([118], [beast(1, 1), beast(1, 1, lane=1)]), side(board=[3]))
    assert uses(game) == ["USE 1 3", "USE 1 5"]
    assert refused(game, "USE 1 -1", "USE 1 2")


def test_red_items_go_to_enemy_creatures_whatever_guards():
    game = position(side([150], [3]), side(board=[beast(1, 1, "---G--"), beast(1, 1), beast(1, 1, lane=1)]))
    assert uses(game) == ["USE 1 2", "USE 1 4", "USE 1 6"]
    assert refused(game, "USE 1 -1", "USE 1 3")


@pytest.mark.parametrize("item", range(153, 161))
def test_blue_items_go_to_the_enemy_player_or_any_enemy_creature(item):
    game = position(side([item], [3]), side(board=[beast(1, 1, lane=1)]))
    assert uses(game) == ["USE 1 -1", "USE 1 2"]


def test_a_healing_potion_on_an_enemy_creature_heals_its_user_only():
    after = play(position(side([153]), side(board=[beast(2, 2)])), "USE 1 2")
    assert after["me"]["hp"] == 35 and after["enemy"]["board"][0][3:6] == [2, 2, "------"]


def test_an_item_costs_mana():
    game = position(side([151], mana=4), side(board=[3]))
    assert refused(game, "USE 1 2")
    assert play(position(side([151], mana=6), side(board=[3])), "USE 1 2")["me"]["mana"] == 1


def test_green_items_add_keywords_and_numbers():
    assert use(122, beast(1, 1)) == [2, 4, "---G--"]
    assert use(139, beast(1, 1, "---G--")) == [1, 1, "---GLW"]


def test_attack_never_falls_below_zero():
    assert use(145, beast(1, 9)) == [0, 7, "------"]


def test_ward_is_spent_in_place_of_a_loss_of_defense():
    assert use(144, beast(3, 5, "-----W")) == [3, 5, "------"]
    assert use(158, beast(3, 2, "---G-W")) == [3, 2, "---G--"]


def test_a_cursed_sword_still_lowers_the_attack_under_ward():
    assert use(145, beast(3, 5, "-----W")) == [1, 5, "------"]


def test_an_item_that_removes_ward_first_goes_through_it():
    assert use(151, beast(3, 5, "B----W")) is None
    assert use(148, beast(3, 5, "BCDGLW")) == [3, 3, "------"]


def test_an_item_without_damage_leaves_ward_alone():
    assert use(143, beast(3, 5, "---G-W")) == [3, 5, "-----W"]
    assert use(142, beast(3, 5, "---G-W")) == [3, 5, "------"]
    assert use(153, beast(3, 5, "-----W")) == [3, 5, "-----W"]


def test_a_creature_dies_at_defense_zero():
    assert use(144, beast(3, 2)) is None
    assert use(144, beast(3, 3)) == [3, 1, "------"]


def test_wings_let_a_fresh_creature_attack_but_not_a_second_time():
    game = position(side(hand=[3, 140]))
    after = play(game, "SUMMON 1 0", "USE 3 1")
    assert after["me"]["board"][0][5:] == ["-C----", 1, 0]
    game = position(side(hand=[140], board=[beast(2, 2)]))
    assert play(game, "ATTACK 3 -1", "USE 1 3")["me"]["board"][0][6:] == [0, 1]


def test_other_green_items_do_not_wake_a_creature():
    game = position(side(hand=[3, 128]))
    assert play(game, "SUMMON 1 0", "USE 3 1")["me"]["board"][0][6:] == [0, 0]


def test_a_blue_item_on_the_player_is_one_change_of_health():
    enemy = play(position(side([155]), side(hp=30)), "USE 1 -1")["enemy"]
    assert (enemy["hp"], enemy["next_draw"]) == (26, 1)


def test_a_blue_item_on_a_creature_spares_the_player_its_damage():
    after = play(position(side([155]), side(board=[beast(1, 9)])), "USE 1 2")
    assert (after["enemy"]["hp"], after["enemy"]["board"][0][4]) == (29, 6)


def test_an_item_heals_hurts_and_draws():
    after = play(position(side([154, 156, 157])), "USE 1 -1", "USE 3 -1", "USE 5 -1")
    assert (after["me"]["hp"], after["enemy"]["hp"], after["me"]["next_draw"]) == (34, 24, 3)
    assert after["enemy"]["next_draw"] == 2


# --- The end of the game ---------------------------------------------------------------------


def test_killing_the_enemy_wins():
    assert play(position(side(board=[beast(5, 5)]), side(hp=5, runes=0)), "ATTACK 1 -1")["winner"] == 0


def test_killing_only_oneself_loses():
    assert play(position(side(hand=[45], hp=3, runes=0)), "SUMMON 1 0")["winner"] == 1


@pytest.mark.parametrize("mover", [0, 1])
def test_when_both_die_the_player_to_move_wins(mover):
    halves = side(hand=[25], hp=2, runes=0), side(hand=[25], hp=2, runes=0)
    after = play(position(*halves, current=mover), f"SUMMON {mover + 1} 0")
    assert after["me"]["hp"] == after["enemy"]["hp"] == 0 and after["winner"] == mover


def test_two_passing_players_end_at_turn_110_with_the_first_ones_death():
    game = from_decks([DECK, DECK], OFFICIAL)
    health = {}
    while game.winner < 0:
        after = play(game, "PASS")
        health[after["turn"]] = after["p"][0]["hp"]
    assert (after["turn"], after["winner"]) == (110, 1)
    assert [health[turn] for turn in range(98, 111, 2)] == [30, 25, 20, 15, 10, 5, 0]


# --- The engine as published with the paper --------------------------------------------------


def test_published_players_begin_with_one_card_less():
    game = blank_game([DECK, DECK])
    begin(game, PUBLISHED)
    assert len(to_dict(game)["p"][0]["hand"]) == 4
    assert len(play(game, "PASS", book=PUBLISHED)["p"][1]["hand"]) == 5


def test_published_cards_heal_the_enemy_they_should_hurt():
    hurting = [card for card in range(1, 161) if OFFICIAL.cards[card].enemy_hp < 0]
    assert hurting == [2, 13, 24, 25, 26, 30, 31, 59, 67, 78, 102, 146, 154, 155, 156, 160]
    for card in hurting:
        assert PUBLISHED.cards[card].enemy_hp == -OFFICIAL.cards[card].enemy_hp
    assert play(position(side(hand=[24])), "SUMMON 1 0", book=PUBLISHED)["enemy"]["hp"] == 31


def test_published_lethal_kills_without_attack_but_not_through_ward():
    for book, dies in ((PUBLISHED, True), (OFFICIAL, False)):
        for keywords in ("------", "-----W"):
            halves = side(board=[beast(0, 9, "----L-")]), side(board=[beast(0, 9, keywords)])
            after = play(position(*halves), "ATTACK 1 2", book=book)
            assert (after["enemy"]["board"] == []) == (dies and keywords == "------")


def test_published_late_turns_cost_a_rune_and_draw_the_card_too():
    after = play(position(turn=99, current=1), "PASS", book=PUBLISHED)["p"][0]
    assert (after["hp"], after["deck"], len(after["hand"])) == (25, 9, 1)


@pytest.mark.parametrize("mover", [0, 1])
def test_published_second_player_wins_when_both_die(mover):
    halves = side(hand=[45], hp=3, runes=0), side(hand=[45], hp=3, runes=0)
    game = position(*halves, current=mover)
    game.players[1 - mover].hp = 0
    assert play(game, f"SUMMON {mover + 1} 0", book=PUBLISHED)["winner"] == 1


def test_published_drafts_may_repeat_a_card_and_use_all_cards():
    offers = np.array([offers_of(seed, PUBLISHED) for seed in range(200)])
    assert any(len(set(offer)) < 3 for offer in offers.reshape(-1, 3).tolist())
    assert max(len(np.unique(draft)) for draft in offers) > 60
    assert set(np.unique(offers)) == set(range(1, 161))


def test_an_unknown_edition_is_a_sentence():
    with pytest.raises(ValueError, match="no LoCM edition 'beta'; choose one of official, published"):
        edition("beta")
