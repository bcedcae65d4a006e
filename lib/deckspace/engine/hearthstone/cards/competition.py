"""What the cards of the three decks of the competition of 2018 do, with all that they create.

`CARDS` has the texts of February 2018, `CARDS_EVA_PROGRAM` those that the program of the EVA paper played: it did not
implement the cards of The League of Explorers and The Grand Tournament, so that their spells had no effect, and their
minions only their numbers and keywords.
"""

from deckspace.engine.hearthstone.words import *

pirates = race("PIRATE")
mage_spells, demons = any_of(spells & of_class("MAGE")), any_of(minion_cards & race("DEMON"))
jade_golems = tuple(f"Jade Golem ({n})" for n in range(1, 31))
jade_golem = next_of(*jade_golems)
basic_powers = (
    *("Armor Up!", "Dagger Mastery", "Fireblast", "Lesser Heal", "Life Tap"),
    *("Reinforce", "Shapeshift", "Steady Shot", "Totemic Call"),
)

# The ingredients of a potion: two of these, which take effect in this order.
SMALL = "Felbloom, Netherbloom, Ichor of Undeath, Heart of Fire, Stonescale Oil, Goldthorn, Icecap, Kingsblood, Shadow Oil"
LARGE = "Mystic Wool, " + SMALL
parts = {
    mana: tuple(f"{name} ({mana})" for name in names.split(", "))
    for mana, names in ((1, SMALL), (5, LARGE), (10, LARGE))
}
potions = tuple(f"Kazakus Potion ({mana})" for mana in parts)


def two_parts(mana):
    """Return the choices of two different ingredients for a potion of this cost."""
    first, second = one_of(*parts[mana]), Pool(keys=parts[mana], but_chosen=True)
    return choose_from(first), keep_choice(), choose_from(second), keep_choice()


CARDS = {
    # The Warrior's deck
    "Bloodsail Cultist": play >> when(exists(other(my_minions & pirates)), give_weapon(1, 1)),
    "N'Zoth's First Mate": play >> equip("Rusty Hook"),
    "Naga Corsair": play >> give_weapon(1),
    "Patches the Pirate": in_deck(after_played(pirates)) >> come_from_deck(),
    "Sir Finley Mrrgglton": play
    >> choose_from(Pool(keys=basic_powers, but_power=True))
    >> replace_power(found),
    "Small-Time Buccaneer": while_(has_weapon, 2),
    # The Shaman's deck
    "Aya Blackpaw": (play >> summon(jade_golem), death >> summon(jade_golem)),
    "Barnes": play >> put_into_play(minion_cards, copy=True, attack=1, health=1),
    "Jade Claws": play >> summon(jade_golem),
    "Jade Lightning": play >> damage(4, chosen) >> summon(jade_golem),
    "Maelstrom Portal": play >> damage(1, enemy_minions) >> summon(any_of(minion_cards & cost(1))),
    "Ragnaros the Firelord": turn_ends() >> damage(8, one(enemies)),
    "Spirit Claws": weapon_aura(2, number_at_least(1, my_spell_damage)),
    "Thing from Below": costs_itself(-totems_summoned),
    "Tunnel Trogg": overloaded() >> give(itself, event_amount),
    # The Mage's deck
    "Arcane Blast": play >> damage(my_spell_damage + 2, chosen(minions)),
    "Babbling Book": play >> add(mage_spells),
    "Brann Bronzebeard": battlecries_twice,
    "Cabalist's Tome": play >> add(mage_spells, 3),
    "Dirty Rat": play >> put_into_play(minion_cards, IN_THE_HAND, ENEMY),
    "Firelands Portal": play >> damage(5, chosen) >> summon(any_of(minion_cards & cost(5))),
    "Forbidden Flame": play >> remember(my_mana) >> spend_mana() >> damage(memory, chosen(minions)),
    "Forgotten Torch": play >> damage(3, chosen) >> shuffle_in("Roaring Torch"),
    "Roaring Torch": play >> damage(6, chosen),
    "Ice Block": secret(fatal_damage(my_hero)) >> give_this_turn(my_hero, keywords=IMMUNE_FOR_NOW),
    "Kabal Courier": play
    >> discover(any_of(of_class("MAGE")), any_of(of_class("PRIEST")), any_of(of_class("WARLOCK"))),
    "Manic Soulcaster": play >> note_card(chosen(my_minions)) >> shuffle_in(found),
    "Refreshment Vendor": play >> heal(4, heroes),
    "Reno Jackson": play >> when(no_duplicates, heal_fully(my_hero)),
    "Sylvanas Windrunner": death >> steal(one(enemy_minions)),
    "Volcanic Potion": play >> damage(2, minions),
    # A custom spell: first its cost is chosen, then its two parts
    "Kazakus": play
    >> when(
        no_duplicates,
        (
            choose_from("Lesser Potion", "Greater Potion", "Superior Potion"),
            when(drawn_is(named("Lesser Potion")), two_parts(1)),
            when(drawn_is(named("Greater Potion")), two_parts(5)),
            when(drawn_is(named("Superior Potion")), two_parts(10)),
            make_spell(*potions),
        ),
    ),
    "Lesser Potion": (),  # stand for the costs to choose from; they are never in a hand
    "Greater Potion": (),
    "Superior Potion": (),
    **{potion: play >> do_parts(*parts[mana]) for potion, mana in zip(potions, parts, strict=True)},
    # The parts
    "Felbloom (1)": play >> damage(2, minions),
    "Felbloom (5)": play >> damage(4, minions),
    "Felbloom (10)": play >> damage(6, minions),
    "Goldthorn (1)": play >> give(my_minions, 0, 2),
    "Goldthorn (5)": play >> give(my_minions, 0, 4),
    "Goldthorn (10)": play >> give(my_minions, 0, 6),
    "Heart of Fire (1)": play >> damage(3, chosen),
    "Heart of Fire (5)": play >> damage(5, chosen),
    "Heart of Fire (10)": play >> damage(8, chosen),
    "Icecap (1)": play >> freeze(one(enemy_minions)),
    "Icecap (5)": play >> freeze(some(2, enemy_minions)),
    "Icecap (10)": play >> freeze(some(3, enemy_minions)),
    "Ichor of Undeath (1)": play >> resurrect(1),
    "Ichor of Undeath (5)": play >> resurrect(2),
    "Ichor of Undeath (10)": play >> resurrect(3),
    "Kingsblood (1)": play >> draw(),
    "Kingsblood (5)": play >> draw(2),
    "Kingsblood (10)": play >> draw(3),
    "Mystic Wool (5)": play >> transform(one(enemy_minions), "Sheep (Kazakus)"),
    "Mystic Wool (10)": play >> transform(minions, "Sheep (Kazakus)"),
    "Netherbloom (1)": play >> summon("Kabal Demon (2)"),
    "Netherbloom (5)": play >> summon("Kabal Demon (5)"),
    "Netherbloom (10)": play >> summon("Kabal Demon (8)"),
    "Shadow Oil (1)": play >> add(demons),
    "Shadow Oil (5)": play >> add(demons, 2),
    "Shadow Oil (10)": play >> add(demons, 3),
    "Stonescale Oil (1)": play >> gain_armor(4),
    "Stonescale Oil (5)": play >> gain_armor(7),
    "Stonescale Oil (10)": play >> gain_armor(10),
}

CARDS_EVA_PROGRAM = {
    # The League of Explorers
    "Brann Bronzebeard": (),
    "Forgotten Torch": play >> give(chosen),
    "Reno Jackson": (),
    "Sir Finley Mrrgglton": (),
    "Tunnel Trogg": (),
    # The Grand Tournament
    "Arcane Blast": play >> give(chosen(minions)),
    "Refreshment Vendor": (),
}
