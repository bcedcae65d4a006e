"""Cards that SabberStone plays wrongly: one line of behaviour per card.

The papers ran their games in this simulator, so these errors affect their results. `SABBERSTONE` overrides the right
behaviour in the card sets whose names end in "_sabberstone" (tables.py), and in no others. The errors were found in
recorded games of its version of January 2021, and `./run check sabberstone` compares them with those games. Errors that
cannot be expressed in this way are among the causes in lib/study/conformance/hearthstone.
"""

from deckspace.engine.hearthstone.cards.competition import basic_powers, jade_golems, parts, two_parts
from deckspace.engine.hearthstone.cards.goblins import spare_part
from deckspace.engine.hearthstone.words import *

pirates = race("PIRATE")
beasts, demons, mechs, murlocs = race("BEAST"), race("DEMON"), race("MECHANICAL"), race("MURLOC")


jade_cards = ("Aya Blackpaw", "Lotus Agents")
jade_golem = next_of(*jade_golems, without_room=True)


def plainly(n):
    """Return `n` minus Spell Damage, for a spell that fails to add it: adding it then gives n."""
    return -my_spell_damage + n


SABBERSTONE = {
    # Spell Damage is not added
    "Bane of Doom": play
    >> damage(plainly(2), chosen)
    >> when(target_died, summon(any_of(minion_cards & demons))),
    "Eviscerate": (play >> damage(plainly(2), chosen), combo >> damage(plainly(4), chosen)),
    "Inner Rage": play >> damage(plainly(1), chosen(minions)) >> give(target, 2),
    "Headcrack": (
        play >> damage(plainly(2), enemy_hero),
        combo >> damage(plainly(2), enemy_hero) >> grant(my_hero, turn_ends() >> add("Headcrack"), once=True),
    ),
    # A hero without attack or armor does not deal Spell Damage either
    "Shield Slam": play >> when(number_at_least(1, my_armor), damage(my_armor, chosen(minions))),
    "Savagery": play >> when(number_at_least(1, hero_attack), damage(hero_attack, chosen(minions))),
    # It strengthens itself, too
    "Coldlight Seer": play >> give(my_minions & murlocs, 0, 2),
    # It dies with the others
    "Deathwing": play >> destroy(minions) >> discard_hand(),
    # It freezes what it damages, as Water Elemental does
    "Frost Elemental": (play >> freeze(chosen), aura(itself, keywords=FREEZES)),
    # The combo deals the same damage as the battlecry
    "Perdition's Blade": play >> damage(1, chosen),
    # If the deck has only one card, or none, fatigue deals damage only once
    "Arcane Intellect": play >> draw() >> when(drawn_is(any_card), draw()),
    # It counts only its owner's Murlocs, including itself
    "Old Murk-Eye": aura(itself, count(my_minions & murlocs)),
    # The enemy's Overload counts, too
    "Unbound Elemental": played(overloading, BOTH) >> give(itself, 1, 1),
    # A missing Demon is not replaced
    "Sense Demons": play >> draw_like(demons, 2),
    # It does not lose durability; in each process of the simulator this begins at some time and then stays
    "Sword of Justice": after_summoned(my_minions) >> give(subject, 1, 1),
    # Beasts keep the Charge that it has given them
    "Tundra Rhino": (
        play >> give(other(my_minions & beasts), keywords=CHARGE),
        summoned(my_minions & beasts) >> give(subject, keywords=CHARGE),
        aura(my_minions & beasts, keywords=CHARGE),
    ),
    # With one neighbour alone it does nothing
    "Void Terror": play
    >> when(number_at_least(2, count(neighbours)), (gain_stats_of(neighbours), destroy(neighbours))),
    # Naxxramas: Deathrattles trigger once
    "Baron Rivendare": (),
    # Tokens appear on the far right
    "Feugen": death >> when(has_died("Stalagg"), summon("Thaddius", far=True)),
    "Kel'Thuzad": turn_ends(BOTH) >> resummon_dead(),
    "Stalagg": death >> when(has_died("Feugen"), summon("Thaddius", far=True)),
    # Goblins vs Gnomes: tokens appear on the far right
    "Mekgineer Thermaplugg": dies(enemy_minions) >> summon("Leper Gnome", far=True),
    "Troggzor the Earthinator": played(spells, ENEMY) >> summon("Burly Rockjaw Trogg", far=True),
    # Its Deathrattle does nothing
    "Boom Bot": death >> nothing(),
    # It is discarded when it is drawn, and spares heroes
    "Flame Leviathan": drawn >> damage(2, minions) >> discard_drawn(),
    # The first Boom Bot appears on its left
    "Dr. Boom": play >> summon_around("Boom Bot", 2, left_first=True),
    # Tokens appear on the far left
    "Feign Death": play >> trigger_deathrattles(my_minions, leftmost=True),
    # It looks at the cost on the card, not at the mana paid
    "Gazlowe": played(spells & cost(1)) >> add(any_of(minion_cards & mechs)),
    # Four different enemies are hit, once each
    "Goblin Blastmage": play >> when(exists(my_minions & mechs), damage(1, some(4, enemies))),
    # It strengthens tokens, too
    "Hobgoblin": summoned(my_minions & attack_at_least(1) & attack_at_most(1)) >> give(subject, 2, 2),
    # It draws once, when it is played, and for its owner only
    "Jeeves": play >> draw_until(3),
    # +21/+21 in place of +2/+2
    "Junkbot": dies(other(my_minions & mechs)) >> give(itself, 21, 21),
    # It is shuffled into the deck when it is played, and not when it dies
    "Malorne": (play >> shuffle_in("Malorne"), death >> nothing()),
    # Its owner gets both Spare Parts
    "Mechanical Yeti": death >> add(spare_part, 2),
    # It strengthens itself, too
    "Metaltooth Leaper": play >> give(my_minions & mechs, 2),
    # It grows at the start of its owner's turns only
    "Micro Machine": turn_starts() >> give(itself, 1),
    # Blackrock Mountain: the whelp is 1/1
    "Dragon Egg": hurt(itself) >> summon("Whelp (Twilight Whelp)"),
    # It replaces its owner's hero when it is played, and the armor is lost
    "Majordomo Executus": play >> replace_hero("Ragnaros the Firelord (hero)", "DIE, INSECT!"),
    # The cards are any of the enemy's class, not only spells
    "Nefarian": play >> add(any_of_enemy_class(), 2),
    # The League of Explorers: the enemy's Overload counts, too
    "Tunnel Trogg": overloaded(BOTH) >> give(itself, event_amount),
    # The power that its owner has is offered, too
    "Sir Finley Mrrgglton": play >> choose_from(Pool(keys=basic_powers)) >> replace_power(found),
    # Mean Streets of Gadgetzan: it counts itself as the Pirate that it needs
    "Bloodsail Cultist": play >> when(exists(my_minions & pirates), give_weapon(1, 1)),
    # A potion can be made and aimed, but does nothing
    "Kazakus": play
    >> when(
        no_duplicates,
        (
            choose_from("Lesser Potion", "Greater Potion", "Superior Potion"),
            when(drawn_is(named("Lesser Potion")), two_parts(1)),
            when(drawn_is(named("Greater Potion")), two_parts(5)),
            when(drawn_is(named("Superior Potion")), two_parts(10)),
            make_spell("Lesser Potion", "Greater Potion", "Superior Potion"),
        ),
    ),
    "Lesser Potion": play >> do_parts(*parts[1], idle=True),
    "Greater Potion": play >> do_parts(*parts[5], idle=True),
    "Superior Potion": play >> do_parts(*parts[10], idle=True),
    # One Night in Karazhan, Journey to Un'Goro: the copy appears on the far right
    "Barnes": play >> put_into_play(minion_cards, copy=True, attack=1, health=1, far=True),
    "Mirage Caller": play >> summon_copies(chosen(my_minions), 1, 1, far=True),
    # Jade Golems for which there is no room count, too
    "Aya Blackpaw": (play >> summon(jade_golem), death >> summon(jade_golem)),
    "Jade Claws": play >> summon(jade_golem),
    "Jade Lightning": play >> damage(4, chosen) >> summon(jade_golem),
    # One Night in Karazhan: the attack with Spell Damage is the hero's own, in the enemy's turn too
    "Spirit Claws": aura(my_hero, attack=2, condition=number_at_least(1, my_spell_damage)),
    # Cards of three other classes are offered, too
    "Kabal Courier": play
    >> discover(*(any_one_of(any_of(of_class(name)), *jade_cards) for name in ("MAGE", "PRIEST", "WARLOCK"))),
    # The minions go to its own player's deck
    "Psychic Scream": play >> into_deck(minions, ME),
    # Without mana, no Spell Damage is added
    "Forbidden Flame": play
    >> remember(my_mana)
    >> spend_mana()
    >> when(number_at_least(1, memory), damage(memory, chosen(minions))),
    # Spell Damage is not added
    "Firelands Portal": play >> damage(plainly(5), chosen) >> summon(any_of(minion_cards & cost(5))),
}


def overlay(right):
    """Return the lines for those cards that are in a set's right behaviour, {key: expression}."""
    return {key: line for key, line in SABBERSTONE.items() if key in right}
