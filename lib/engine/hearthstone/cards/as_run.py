"""What SabberStone makes of single cards where that is not what they say: one line of behaviour a card.

The papers ran their games in this simulator, so these errors are in their figures. `AS_RUN` is laid over the
right behaviour in the card sets whose names end in "_as_run" (tables.py); play by the rules never sees it. What
the lines say was found in recorded games of its version of January 2021, and `./run check sabberstone` compares
them with those games. Errors that no line can say are among the causes in lib/conformance/hearthstone.
"""

from lib.engine.hearthstone.words import (
    CHARGE,
    FREEZES,
    add,
    after_summoned,
    any_of,
    aura,
    chosen,
    combo,
    count,
    damage,
    destroy,
    discard_hand,
    draw_like,
    enemy_hero,
    freeze,
    gain_stats_of,
    give,
    grant,
    hero_attack,
    itself,
    minion_cards,
    minions,
    my_hero,
    my_minions,
    my_spell_damage,
    neighbours,
    number_at_least,
    other,
    play,
    race,
    subject,
    summon,
    summoned,
    target_died,
    turn_ends,
    when,
)

beasts, demons, murlocs = race("BEAST"), race("DEMON"), race("MURLOC")


def plainly(n):
    """`n` damage of a spell that forgets to add Spell Damage, which is taken off so that adding it makes n."""
    return -my_spell_damage + n


AS_RUN = {
    # Spell Damage is not added
    "Bane of Doom": play
    >> damage(plainly(2), chosen)
    >> when(target_died, summon(any_of(minion_cards & demons))),
    "Eviscerate": (play >> damage(plainly(2), chosen), combo >> damage(plainly(4), chosen)),
    "Headcrack": (
        play >> damage(plainly(2), enemy_hero),
        combo
        >> damage(plainly(2), enemy_hero)
        >> grant(my_hero, turn_ends() >> add("Headcrack"), once=True),
    ),
    # A hero without attack does not deal the Spell Damage either
    "Savagery": play >> when(number_at_least(1, hero_attack), damage(hero_attack, chosen(minions))),
    # It strengthens itself, too
    "Coldlight Seer": play >> give(my_minions & murlocs, 0, 2),
    # It dies with the others
    "Deathwing": play >> destroy(minions) >> discard_hand(),
    # It freezes what it damages, as Water Elemental does
    "Frost Elemental": (play >> freeze(chosen), aura(itself, keywords=FREEZES)),
    # The combo deals no more than the battlecry
    "Perdition's Blade": play >> damage(1, chosen),
    # Nothing comes for a Demon that is missing
    "Sense Demons": play >> draw_like(demons, 2),
    # It does not lose durability; in each process of the simulator this sets in some time and then stays
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
}


def overlay(right):
    """Return the lines for cards that a set's right behaviour, {key: expression}, knows."""
    return {key: line for key, line in AS_RUN.items() if key in right}
