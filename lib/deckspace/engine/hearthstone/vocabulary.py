"""The vocabulary of the cards: one entry per word, with its English.

A new word needs an entry here, and a branch in the kernel that carries it out; everything else follows from the entry:

    codes.py      its number, and the constants of the kernels: the action `freeze` is FREEZE, the value `my_hand`
                  V_MY_HAND, the condition `has_weapon` C_HAS_WEAPON, the aura `doubling` A_DOUBLING, the event
                  HURT and the set `itself` (ITSELF) go by their own names
    words/        the word itself, if its phrase shows its arguments; a word with more arguments has a documented
                  function there
    encode.py     its fields, as numbers of a row
    describe/     its phrase: `{field rest}` is the result of the method `part_field`, called with the rest, or else
                  the word's field of that name

A word that is BY_METHOD has a method in describe/ instead of a phrase: `do_<action>`, `if_<condition>`, `while_<aura>`
or `who_<base>`.
"""

import re

BY_METHOD = None

# --- Actions: a group for each function that effects/interpreter.py calls, in this order -----

ACTIONS = {
    "characters": {  # change_characters
        "damage": BY_METHOD,
        "missiles": "deal {amount damage} randomly split among {who}",
        "heal": BY_METHOD,
        "give": BY_METHOD,
        "give_this_turn": BY_METHOD,
        "take": BY_METHOD,
        "set_attack": "set {whose Attack} to {amount}",
        "set_health": "set {whose Health} to {amount}",
        "double_attack": "double {whose Attack}",
        "double_health": "double {whose Health}",
        "swap_stats": "swap {whose Attack and Health}",
        "give_spell_damage": BY_METHOD,
        "swap_health": "swap Health with {who}",
        "give_one_keyword": BY_METHOD,
        "damage_until_death": "deal {amount damage} to {one_of_them}, again and again until one dies",
    },
    "board": {  # change_board
        "freeze": "Freeze {who}",
        "silence": "Silence {who}",
        "destroy": "destroy {who}",
        "bounce": BY_METHOD,
        "transform": "transform {who} into {bodies}",
        "become_copy": "become a copy of {who}",
        "steal": "take control of {who}{flag until the end of the turn}",
        "summon": BY_METHOD,
        "summon_copy": "summon a copy of {who}{for_whom}",
        "resummon": BY_METHOD,
        "resummon_dead": "summon all friendly minions that died this turn",
        "summon_from_enemy_deck": (
            "summon a copy of a random minion in your opponent's deck (if there is none, {bodies})"
        ),
        "swap_with_hand": "swap {me} with a random minion in your hand",
        "summon_around": BY_METHOD,
        "put_into_play": BY_METHOD,
        "replace_all": "destroy {who} and summon {bodies} in the place of each",
        "resurrect": "summon {some random friendly minion} that died this game",
        "come_from_deck": "summon {me} from your deck",
        "resolve_deaths": "",  # the dead leave before the script continues
        "note_card": BY_METHOD,
        "trigger_deathrattles": "trigger the Deathrattles of {who}",
        "into_deck": BY_METHOD,
        "aim_at": BY_METHOD,
        "summon_copies": BY_METHOD,
    },
    "cards": {  # change_cards
        "draw": "{you draw} {some card}",
        "draw_like": BY_METHOD,
        "add": "add {cards} to {hand}",
        "copy_from_enemy_hand": "add a copy of a random card in your opponent's hand to your hand",
        "copy_from_enemy_deck": BY_METHOD,
        "copy_played": "add a copy of it to {hand}{flag that costs (0)}",
        "discard": BY_METHOD,
        "cheapen_drawn": "it costs ({amount}) less",
        "look_at_three": (
            "look at the top three cards of your deck, draw one of your choice and discard the others"
        ),
        "draw_until": BY_METHOD,
    },
    "more_cards": {  # change_more_cards
        "offer": BY_METHOD,
        "ask": "",  # let the player choose between the offered cards
        "take_chosen": "",  # into the hand
        "keep_choice": "",  # as a part of the spell that this script makes
        "make_spell": BY_METHOD,
        "do_parts": BY_METHOD,
        "shuffle_in": BY_METHOD,
        "mill": BY_METHOD,
        "cheapen_hand": BY_METHOD,
        "transform_drawn": "transform it into {bodies}",
        "discard_drawn": "",  # included in the draw's phrase
        "grow_in_hand": BY_METHOD,
        "copy_to_hand": "add a copy of {each_one} to your hand",
        "reveal": BY_METHOD,
        "copy_cheapest": BY_METHOD,
        "do_chosen": "do to {me} what it says",
        "upgrade": BY_METHOD,
        "give_in_hand": BY_METHOD,
    },
    "rest": {  # change_rest
        "equip": "{you equip} {bodies}",
        "destroy_weapon": "destroy {weapon}",
        "give_weapon": BY_METHOD,
        "keep_durability": "the attack costs 1 Attack instead of 1 Durability",
        "gain_armor": "gain {amount Armor}",
        "mana": BY_METHOD,
        "crystals": BY_METHOD,
        "discount": BY_METHOD,
        "grant": BY_METHOD,
        "replace_hero": BY_METHOD,
        "replace_power": "your Hero Power becomes {power}",
        "counter": "Counter it",
        "redirect": "the attack goes to {who} instead",
        "retarget": "the spell goes to {who} instead",
        "destroy_secrets": BY_METHOD,
        "keep_alive": "your minions can't be reduced below 1 Health this turn",
        "keep_one": "destroy all minions except a random one",
        "gain_stats_of": "gain {whose Attack and Health}",
        "remember": BY_METHOD,
        "nothing": "nothing happens",
        "unlock_mana": "unlock your Overloaded Mana Crystals",
        "spend_mana": "spend all your Mana",
        "secret_from_deck": "put a random Secret from your deck into play",
        "steal_secret": "take control of a random enemy Secret",
        "secrets_from_deck": "put one of each Secret in your deck into play",
    },
    "steps": {  # carried out by `step` itself
        "when": BY_METHOD,
        "jump": "",  # only from encode.py: skips an `otherwise`
        "require": "",  # described at the end, for the whole card; has no row in a script
    },
}

# Arguments that the kernel supports; grammar.py refuses others.
PLAIN_NUMBERS = ("mana", "crystals", "discount", "destroy_secrets", "cheapen_drawn", "copy_from_enemy_deck")
FOR_BOTH = ("summon", "equip")  # actions that can have the side `BOTH`
OF_POOLS = (  # actions that can have a pool
    *("summon", "summon_around", "add", "equip", "transform", "offer", "shuffle_in"),
    *("take_chosen", "make_spell", "do_parts"),
)

# --- Who: the bases of sets of characters --------------------------------------------------

SINGLES = {  # single characters: "it" if mentioned last
    "itself": "{me}",  # the minion (or the hero, for a weapon) that the clause belongs to
    "target": "{target}",  # the chosen character, without another choice
    "subject": "{that}",  # the character of the event
    "attacker": "the attacker",
    "defender": "the attacked character",
    "made": "the summoned minion",  # the last one that this script summoned
}
BASES = {
    "area": BY_METHOD,  # heroes and minions of one side or both
    **SINGLES,
    "neighbours": "adjacent {minions}",  # the minions beside itself
    "beside_target": "the minions next to {target}",
    "around_target": "{target} and the minions next to it",
    "bystanders": BY_METHOD,  # all characters except the attacker and the defender
}

# --- How much: "for each" thing counted, "equal to" a number, or the figure itself -----------

VALUES = {
    "count": "for each {one}",
    "attack": "equal to {whose Attack}",
    "health": "equal to {whose Health}",
    "cost_of_drawn": "equal to its cost",  # of the last card that this script has drawn
    "roll": "{low} to {high}",
    "event_amount": "that much",  # the damage taken, or health restored, of the event
    "weapon_attack": "equal to your weapon's Attack",
    "weapon_durability": "equal to your weapon's Durability",
    "enemy_weapon_durability": "equal to its Durability",
    "hero_attack": "equal to your hero's Attack",  # weapon included
    "my_armor": "equal to your Armor",
    "my_hand": "for each card in your hand",
    "enemy_hand": "for each card in your opponent's hand",
    "cards_played_before": "for each other card you have played this turn",
    "my_missing_health": "equal to the Health your hero has lost",
    "enemy_health": "equal to the enemy hero's Health",
    "memory": "that much",  # the number stored by `remember`
    "friends_died": "for each friendly minion that died this turn",
    "all_died": "for each minion that died this turn",
    "its_attack": "equal to its Attack",  # of the damaged character
    "cards_discarded": "for each card you have discarded this game",
    "my_mana": "equal to your Mana",
    "my_spell_damage": "equal to your Spell Damage",
    "totems_summoned": "for each Totem you have summoned this game",
    "damage_dealt": "for each damage dealt",  # by this script's last damage
    "hand_gap": "for each card by which your opponent's hand is larger than yours",  # 0 if it is not
}

# --- If: conditions, and their negations ---------------------------------------------------

CONDITIONS = {
    "at_least": BY_METHOD,
    "health_at_most": ("you have {n} or less Health", "you have more than {n} Health"),
    "enemy_health_at_most": (
        "your opponent has {n} or less Health",
        "your opponent has more than {n} Health",
    ),
    "drawn_is": ("it is {a_card}", "it is not {a_card}"),
    "chance": ("with a {percent}% chance", "with a {percent}% chance"),
    "power_is": ("your Hero Power is {name}", "your Hero Power is not {name}"),
    "hand_has": ("you hold {a_card}", "you do not hold {a_card}"),
    "has_weapon": ("you have a weapon", "you have no weapon"),
    "enemy_has_weapon": ("your opponent has a weapon", "your opponent has no weapon"),
    "has_secret": ("you control a Secret", "you control no Secret"),
    "enemy_has_secret": ("your opponent has a Secret", "your opponent has no Secret"),
    "has_space": ("there is space on your side", "your side is full"),  # fewer than seven minions
    "enemy_has_space": ("there is space on your opponent's side", "your opponent's side is full"),
    "is_my_turn": ("it is your turn", "it is not your turn"),
    "combo_active": ("you have played another card this turn", "you have played no other card this turn"),
    "target_died": ("{target} dies", "{target} survives"),  # also if it is about to be removed
    "full_mana": ("you have ten Mana Crystals", "you have fewer than ten Mana Crystals"),
    "hand_not_empty": ("you hold a card", "your hand is empty"),
    # the spell being cast
    "spell_targets_minion": ("it is aimed at a minion", "it is not aimed at a minion"),
    "attacker_is_hero": ("the attacker is a hero", "the attacker is a minion"),
    "defender_is_my_hero": ("your hero is attacked", "your hero is not attacked"),
    "defender_is_my_minion": ("one of your minions is attacked", "none of your minions is attacked"),
    "defender_is_minion": ("a minion was attacked", "a hero was attacked"),  # after the attack
    "other_choice_of_attack": ("somebody else can be attacked", "nobody else can be attacked"),
    "self_damaged": ("{me} is damaged", "{me} is undamaged"),
    "first_minion_this_turn": ("you have played no minion this turn", "you have played a minion this turn"),
    "number_at_least": BY_METHOD,
    "no_duplicates": ("your deck has no duplicates", "your deck has duplicates"),
    "itself_lives": ("it survives", "it dies"),
    "has_died": ("{name} has died this game", "{name} has not died this game"),
    "paid": ("it costs ({n})", "it does not cost ({n})"),  # the mana paid for the played card
    "friend_has_died": ("a friendly minion has died this game", "no friendly minion has died this game"),
    "some_missing": ("you do not control all of {pool}", "you control all of {pool}"),
}

# --- When ----------------------------------------------------------------------------------

EVENTS = {  # at most 32, one bit each
    "PLAYED": "{when} {somebody} {a_card}",  # before it has any effect; the card itself never counts
    "AFTER_PLAYED": "after {somebody} {a_card}",
    "SUMMONED": "{when} {summoned}",  # a minion enters the board, played or not
    "AFTER_SUMMONED": "after {summoned}",  # after battlecries too
    "HURT": "{when} {subject} takes damage",
    "HEALED": "{when} {subject} is healed",
    "DIES": "{when} {subject} dies",  # minions that die at the same time do not react
    "ATTACKS": "{when} {subject} attacks{whom}",  # before the damage
    "AFTER_ATTACK": "after {subject} attacks{whom}",
    "TURN_STARTS": "at the start of {turn}",
    "TURN_ENDS": "at the end of {turn}",
    "SECRET_REVEALED": "{when} {secret} is revealed",
    "FATAL_DAMAGE": "{when} {subject} would take fatal damage",  # then it is not dealt
    "DREW": "{when} {drawer} a card",
    "DISCARDED": "{when} {discarder} a card",
    "OVERLOADED": "{when} {overloader} Mana Crystals",
    "ARMOR_GAINED": "{when} {gainer} Armor",
    "TARGETED": "{when} {caster} at {subject}",  # with PLAYED, before the spell has any effect
    "COMES": "just before {summoned}",  # or another turns into it; who is copied is copied with what it gains
}

# --- Auras ---------------------------------------------------------------------------------

AURAS = {
    "stats": BY_METHOD,
    "cost": BY_METHOD,
    "own_cost": "costs {change}{as_long_as}",
    "weapon": "{weapon} has {bonus}{as_long_as}",
    "doubling": "your spells and Hero Power deal double damage and restore double Health",
    "healing_hurts": "your cards and powers that restore Health deal that much damage instead",
    "attack_is_health": "{me}'s Attack is always equal to its Health",
    "battlecries_twice": "your Battlecries trigger twice",
    "deathrattles_twice": "your minions trigger their Deathrattles twice",
    "power_hits_minions": "your Hero Power can target minions",
    "immune_while_attacking": "your hero is Immune while attacking",
}

# --- Reading the tables --------------------------------------------------------------------

# Filled in by the speaker of describe/, not by a word
NO_ARGUMENTS = ("me", "target", "that", "minions", "when", "whom")


def arguments(phrase):
    """Return the arguments that a word needs: the names in the braces of its phrase (of a pair, the first)."""
    names = re.findall(r"{(\w+)", phrase if isinstance(phrase, str) else phrase[0])
    return {name for name in names if name not in NO_ARGUMENTS}


def alone(table):
    """Return the words of a table without arguments."""
    return [word for word, phrase in table.items() if phrase is not BY_METHOD and not arguments(phrase)]
