"""Where the recorded games of SabberStone break the rules of the real game: the known causes of mismatches.

Each cause says as narrowly as possible what its steps look like: which card, which fields, and which
numbers before and after. A step that differs in any other field as well is not of that cause.
"""

from dataclasses import dataclass

WRONG = "theirs wrong"
ENRAGED = {
    "Amani Berserker",
    "Angry Chicken",
    "Grommash Hellscream",
    "Raging Worgen",
    "Spiteful Smith",
    "Tauren Warrior",
    "Warbot",
}
NEIGHBOUR_AURAS = {"Dire Wolf Alpha", "Flametongue Totem"}
WITHOUT_SPELL_DAMAGE = {"Bane of Doom", "Eviscerate", "Headcrack"}
COSTS = ("my hand's cost", "enemy hand's cost")
TURN = (  # what differs where one game has gone on to the next turn
    "turn", "active", "board's attacks", "board's E", "attack", "attacks", "exhausted", "crystals", "mana", "used",
    "temporary", "locked", "owed", "combo", "power_used", "hand", "hand's cost", "deck", "health", "armor", "fatigue",
    "frozen", "board's F",
)  # fmt: skip


@dataclass(frozen=True)
class Known:
    """A cause of mismatches that is not ours to mend: which ones (`applies`), and why."""

    verdict: str
    reason: str
    applies: object


# --- What a mismatch shows -----------------------------------------------------------------


def only(found, *fields):
    """Tell whether nothing but these fields differs, those of a player on either side."""
    allowed = {f"{whose}{field}" for whose in ("", "my ", "enemy ") for field in fields}
    return set(found.fields) <= allowed


def sides(found):
    """Return the sides (0, 1) that differ."""
    whose = {field.split()[0] for field in found.fields}
    return [side for side in range(2) if ("my" if side == found.cur else "enemy") in whose]


def one_side(found):
    """Return the only side that differs, None if both or neither do."""
    differing = sides(found)
    return differing[0] if len(differing) == 1 else None


def pairs(found, side):
    """Return the minions of a side that differ, as (ours, theirs); the boards must hold the same cards."""
    boards = found.board("ours", side), found.board("theirs", side)
    return [(ours, theirs) for ours, theirs in zip(*boards, strict=True) if ours != theirs]


def number_of(found, when, side, card):
    """Return how many minions of a card a side has."""
    return sum(minion.name == card for minion in found.board(when, side))


def life(found, when, side):
    """Return the health and armor of a hero, added up."""
    player = found.player(when, side)
    return int(player.health) + int(player.armor)


def has_secret(found, when, side, card):
    """Tell whether a side has a secret in play."""
    return card in found.secrets(when, side)


def plays(found, *cards):
    """Tell whether one of these cards is played."""
    return found.step["act"][0] == "PLAY_CARD" and found.actor in cards


def attacks(found):
    """Tell whether it is an attack."""
    return found.step["act"][0] in ("MINION_ATTACK", "HERO_ATTACK")


def attacker(found, when="before"):
    """Return the minion that attacks, None if it is a hero or gone."""
    return found.entity(when, found.step["act"][1])


def target(found):
    """Return the minion that is aimed at, None if it is a hero or nobody."""
    return found.entity("before", found.step["act"][2])


def loss(found):
    """Return the health that the target has lost in their game, None if it is gone or there is none."""
    before, after = (found.health_of(when, found.step["act"][2]) for when in ("before", "theirs"))
    return None if before is None or after is None else before - after


def spared(found, damage):
    """Tell whether nothing differs but that the target takes so much more damage in ours, and may die of it."""
    side, where = one_side(found), found.place("theirs", found.step["act"][2])
    if where is None:
        hero = side is not None and only(found, "health", "armor")
        return hero and life(found, "theirs", side) - life(found, "ours", side) == damage
    if side != where[0] or not only(found, "board", "board's health", "hand's cost", "spell_damage"):
        return False
    theirs, place = found.board("theirs", side), where[1]
    weaker = theirs[place]._replace(health=theirs[place].health - damage)
    left = [weaker] if weaker.health > 0 else []
    return found.board("ours", side) == theirs[:place] + left + theirs[place + 1 :]


# --- The causes ----------------------------------------------------------------------------


def poisoned_hero(found):
    """The hero strikes a Poisonous minion and dies of it."""
    struck = target(found)
    hit = struck is not None and "P" in struck.letters
    dead = only(found, "over", "winner") and found.theirs.over and not found.ours.over
    return found.step["act"][0] == "HERO_ATTACK" and hit and dead


def one_neighbour(found):
    """Void Terror stands beside one minion only and spares it."""
    if not plays(found, "Void Terror") or not set(found.fields) <= {"my board", *COSTS}:
        return False
    before, position = found.board("before", found.cur), found.step["act"][3]
    theirs, ours = found.board("theirs", found.cur), found.board("ours", found.cur)
    alone = (position > 0) != (position < len(before))
    if not alone or len(theirs) != len(before) + 1 or len(ours) != len(before):
        return False
    place = max(0, position - 1)  # of the two that stand there, and of Void Terror alone in ours
    others = theirs[:place] + theirs[place + 2 :] == ours[:place] + ours[place + 1 :]
    return others and theirs[position].name == ours[place].name == "Void Terror"


def whole_health(found):
    """Void Terror gains the maximum health of its neighbours, not what they have left."""
    if not plays(found, "Void Terror") or not only(found, "board's health", "board's max_health"):
        return False
    before, position = found.board("before", found.cur), found.step["act"][3]
    lost = sum(one.max_health - one.health for one in before[max(0, position - 1) : position + 1])
    return all(theirs.health - ours.health == lost for ours, theirs in pairs(found, found.cur))


def seer_itself(found):
    """Coldlight Seer gives health to itself."""
    if not plays(found, "Coldlight Seer") or not only(found, "board's health", "board's max_health"):
        return False
    return all(
        theirs.name == "Coldlight Seer" and theirs.health == ours.health + 2
        for side in sides(found)
        for ours, theirs in pairs(found, side)
    )


def lasting_sword(found):
    """Sword of Justice does not lose durability when a minion is summoned."""
    side = one_side(found)
    if side is None or not only(found, "attack", "weapon", "weapon_attack", "weapon_durability"):
        return False
    if not found.weapon("before", side) == found.weapon("theirs", side) == "Sword of Justice":
        return False
    used = found.step["act"][0] == "HERO_ATTACK" and side == found.cur
    before, after = found.player("before", side), found.player("theirs", side)
    defended = has_secret(found, "before", side, "Noble Sacrifice")
    return (found.came(side) > 0 or defended) and after.weapon_durability == before.weapon_durability - used


def mortal_sword(found):
    """Sword of Justice loses durability at first; the error that keeps it sets in later in a process."""
    side = one_side(found)
    if side is None or found.weapon("before", side) != "Sword of Justice":
        return False
    shown = ("attack", "weapon", "weapon_attack", "weapon_durability", "hand's cost")
    if not only(found, *shown, "board's attack", "board's health", "board's max_health"):
        return False
    before, ours, theirs = (
        found.player(when, side).weapon_durability for when in ("before", "ours", "theirs")
    )
    return found.came(side) > 0 and ours >= before - 1 and theirs == max(0, ours - found.came(side))


def broken_sword(found):
    """Sword of Justice strengthens a second minion with its last durability."""
    side = one_side(found)
    if side is None or not only(found, "board's attack", "board's health", "board's max_health"):
        return False
    armed = found.weapon("before", side) == "Sword of Justice"
    spent = found.came(side) > found.player("before", side).weapon_durability
    return (
        armed
        and spent
        and all(
            (theirs.attack, theirs.health) == (ours.attack + 1, ours.health + 1)
            for ours, theirs in pairs(found, side)
        )
    )


def redeemed_and_strengthened(found):
    """A minion brought back by Redemption is set to 1 health after it has been strengthened."""
    side = one_side(found)
    if side is None or not only(found, "board's health"):
        return False
    redeemed = has_secret(found, "before", side, "Redemption") and not has_secret(
        found, "theirs", side, "Redemption"
    )
    return redeemed and all(theirs.health == 1 < ours.health for ours, theirs in pairs(found, side))


def no_worthless_imps(found):
    """Sense Demons adds nothing for a Demon that is missing."""
    if not plays(found, "Sense Demons") or not only(found, "hand"):
        return False
    theirs = found.hand("theirs", found.cur)
    return [card for card in found.hand("ours", found.cur) if card != "Worthless Imp"] == theirs


def freezing_elemental(found):
    """Frost Elemental freezes whatever it damages, as Water Elemental does."""
    fighters = [one.name for one in (attacker(found), target(found)) if one is not None]
    struck = "Frost Elemental" in fighters
    return attacks(found) and struck and only(found, "frozen", "board's F")


def portal_gone(found):
    """When Summoning Portal leaves, cards that were never cheaper cost more."""
    left = any(
        number_of(found, "before", side, "Summoning Portal")
        > number_of(found, "theirs", side, "Summoning Portal")
        for side in range(2)
    )
    if not left or not only(found, "hand's cost", "mana", "used", "temporary"):
        return False
    return all(theirs >= ours for side in sides(found) for ours, theirs in found.costs(side))


def two_portals(found):
    """Two Summoning Portals take a minion's cost below 1."""
    side = one_side(found)
    if (
        side is None
        or not only(found, "hand's cost")
        or number_of(found, "theirs", side, "Summoning Portal") < 2
    ):
        return False
    return all(ours == 1 and theirs == 0 for ours, theirs in found.costs(side) if ours != theirs)


def weak_blade(found):
    """Perdition's Blade deals 1 damage in a combo, too."""
    combo = found.player("before", found.cur).combo
    return plays(found, "Perdition's Blade") and combo and loss(found) == 1 and spared(found, 1)


def mortal_deathwing(found):
    """Deathwing dies with the others."""
    ours, theirs = found.board("ours", found.cur), found.board("theirs", found.cur)
    others = [one for one in ours if one.name != "Deathwing"]
    return plays(found, "Deathwing") and found.fields == ("my board",) and others == theirs


def old_blow(found):
    """A minion that a Secret has made stronger strikes with the attack that it had when it declared."""
    side, before, after = one_side(found), attacker(found), attacker(found, "theirs")
    if (
        not attacks(found)
        or None in (before, after)
        or side != 1 - found.cur
        or not only(found, "health", "armor")
    ):
        return False
    sprung = len(found.secrets("theirs", side)) < len(found.secrets("before", side))
    gained = after.attack - before.attack
    return sprung and gained > 0 and life(found, "theirs", side) - life(found, "ours", side) == gained


def one_by_one(found):
    """Damage to all is dealt one by one, so that Armorsmith's armor saves a hero hit after her."""
    side = one_side(found)
    if side is None or not only(found, "health", "armor"):
        return False
    same = life(found, "ours", side) == life(found, "theirs", side)
    return same and number_of(found, "before", side, "Armorsmith") > 0


def tired_copy(found):
    """Faceless Manipulator copies the attacks that a minion has made."""
    return plays(found, "Faceless Manipulator") and only(found, "board's attacks")


def copied_blessing(found):
    """A Blessing of Wisdom copied by Faceless Manipulator draws nothing."""
    if not attacks(found) or not only(found, "hand", "deck"):
        return False
    copy = found.card_of(found.step["act"][1]) == "Faceless Manipulator"
    nothing = all(found.hand("theirs", side) == found.hand("before", side) for side in range(2))
    return copy and nothing


def early_repentance(found):
    """Repentance comes before the battlecry."""
    enemy = 1 - found.cur
    used = has_secret(found, "before", enemy, "Repentance") and not has_secret(
        found, "theirs", enemy, "Repentance"
    )
    if found.step["act"][0] != "PLAY_CARD" or not used or not found.ours.over:
        return False
    if not only(found, "board's health", "board's max_health", "secrets"):
        return False
    return all(theirs.health == theirs.max_health == 1 for _, theirs in pairs(found, found.cur))


def turn_after_the_end(found):
    """The next turn begins although a hero has died at the end of this one."""
    begun = found.ours.over and found.theirs.turn == found.ours.turn + 1
    return found.step["act"][0] == "END_TURN" and begun and only(found, *TURN)


def dead_for_good(found):
    """A hero that was without health for a moment is dead, whatever it is healed by at the same time."""
    over = found.theirs.over and not found.ours.over and only(found, "over", "winner")
    return over and plays(found, "Drain Life", "Holy Fire") and found.player("theirs", found.cur).health > 0


def charge_without_rhino(found):
    """Beasts keep Charge when Tundra Rhino leaves."""
    side = one_side(found)
    if side is None or not only(found, "board's C", "board's E"):
        return False
    left = number_of(found, "before", side, "Tundra Rhino") > number_of(found, "theirs", side, "Tundra Rhino")
    return left and all(
        "C" in theirs.letters and "C" not in ours.letters for ours, theirs in pairs(found, side)
    )


def ready_deckhand(found):
    """Southsea Deckhand may still attack on its first turn when the weapon is gone."""
    side = one_side(found)
    if side is None or not only(found, "board's E") or found.weapon("theirs", side) != "nothing":
        return False
    differing = pairs(found, side)
    armed = found.weapon("before", side) != "nothing"
    return armed and all(one.name == "Southsea Deckhand" and "E" not in one.letters for _, one in differing)


def enrage_lost_twice(found):
    """Silence takes the attack of Enrage away once more than it was given."""
    side = one_side(found)
    if side is None or not only(found, "board's attack"):
        return False
    return all(
        one.name in ENRAGED and "X" in one.letters and one.attack < ours.attack
        for ours, one in pairs(found, side)
    )


def letters_kept(found):
    """A minion that is transformed still counts as silenced, frozen, with Windfury, a Deathrattle or attacks made."""
    kept = ("board's X", "board's d", "board's F", "board's C", "board's E", "board's W", "board's attacks")
    return only(found, *kept) and plays(found, "Polymorph", "Hex", "Tinkmaster Overspark")


def frozen_through_armor(found):
    """A hero whose armor takes all the damage is not frozen by it, as an unhurt one would not be."""
    side = one_side(found)
    if side is None or not only(found, "frozen", "attack", "exhausted"):
        return False
    before, theirs = found.player("before", side), found.player("theirs", side)
    barrier = has_secret(found, "before", side, "Ice Barrier") and not has_secret(
        found, "theirs", side, "Ice Barrier"
    )
    absorbed = theirs.armor < before.armor + 8 * barrier and theirs.health == before.health
    return absorbed and not theirs.frozen


def frozen_by_silenced(found):
    """A silenced minion still freezes what it damages."""
    fighters = [one for one in (attacker(found), target(found)) if one is not None]
    silent = any("X" in one.letters for one in fighters)
    return attacks(found) and silent and only(found, "frozen", "board's F")


def claws_of_the_hero(found):
    """The attack of Spirit Claws with Spell Damage is the hero's own: the weapon does not show it, and it ends."""
    armed = [
        side
        for side in range(2)
        if "Spirit Claws" in (found.weapon("before", side), found.weapon("theirs", side))
    ]
    shown = only(found, "attack", "weapon_attack")
    return shown and bool(armed) and all(side in armed for side in sides(found))


def rooted_watcher(found):
    """A minion whose text says that it cannot attack cannot when it is silenced either."""
    if not only(found, "board's N"):
        return False
    return all(set("NX") <= set(one.letters) for side in sides(found) for _, one in pairs(found, side))


def keywords_kept(found):
    """A silenced minion keeps keywords that it was given, and may attack if it had Charge."""
    if not only(found, "board's C", "board's E", "board's P"):
        return False
    return all("X" in one.letters for side in sides(found) for _, one in pairs(found, side))


def second_blow(found):
    """A hero that has struck with Doomhammer may strike again when the weapon has gone."""
    theirs = found.player("theirs", found.cur)
    struck = theirs.attacks == 1 and not theirs.exhausted
    return found.fields == ("my exhausted",) and struck and found.weapon("theirs", found.cur) != "Doomhammer"


def fresh_hero(found):
    """The hero that Majordomo Executus becomes may attack although the old one has."""
    return plays(found, "Majordomo Executus") and set(found.fields) <= {"my exhausted", "my attacks"}


def countered_overload(found):
    """A spell that is countered owes no Overload."""
    enemy, secret = 1 - found.cur, "Counterspell"
    countered = has_secret(found, "before", enemy, secret) and not has_secret(found, "theirs", enemy, secret)
    return countered and set(found.fields) <= {"my owed", "my board's attack"}


def countered_first(found):
    """Counterspell answers before an older Spellbender."""
    enemy = 1 - found.cur
    secrets = [found.secrets(when, enemy) for when in ("before", "ours", "theirs")]
    both = "Counterspell" in secrets[0] and "Spellbender" in secrets[0]
    spared = "Spellbender" in secrets[2] and "Spellbender" not in secrets[1]
    shown = {"enemy secrets", "enemy board", "my owed", "my board's attack"}
    return both and spared and set(found.fields) <= shown


def lasting_snakes(found):
    """Snake Trap stays in play if there is no room for all three Snakes."""
    enemy = 1 - found.cur
    stays = has_secret(found, "theirs", enemy, "Snake Trap") and len(found.board("theirs", enemy)) == 7
    return attacks(found) and stays and found.fields == ("enemy secrets",)


def hollow_lifesteal(found):
    """Damage with Lifesteal that armor takes does not heal."""
    before = attacker(found)
    return before is not None and "L" in before.letters and found.fields == ("my health",)


def copied_charge(found):
    """Mirror Entity copies the Charge that Southsea Deckhand has for its owner's weapon."""
    copied = has_secret(found, "before", 1 - found.cur, "Mirror Entity")
    return plays(found, "Southsea Deckhand") and copied and found.fields == ("enemy board's C",)


def halved_power(found):
    """Prophet Velen does not double the damage of a Hero Power."""
    velen = number_of(found, "before", found.cur, "Prophet Velen") > 0
    hits = only(found, "health", "armor", "board's health")
    return found.step["act"][0] == "HERO_POWER" and velen and hits


def weapon_dies(found):
    """Mekgineer Thermaplugg and Duplicate answer to a weapon's destruction as to a minion's death."""
    for side in range(2):
        gone = found.weapon("before", side) not in ("nothing", found.weapon("theirs", side))
        gnomes = [number_of(found, when, 1 - side, "Leper Gnome") for when in ("ours", "theirs")]
        mekgineer = number_of(found, "before", 1 - side, "Mekgineer Thermaplugg") and gnomes[0] < gnomes[1]
        if gone and only(found, "board") and mekgineer:
            return True
        if gone and only(found, "hand", "secrets") and has_secret(found, "before", side, "Duplicate"):
            return True
    return False


def debt(found):
    """More Overload than there are Mana Crystals leaves less than no mana."""
    return only(found, "mana", "used") and any(found.player("theirs", side).mana < 0 for side in range(2))


def silenced_aura(found):
    """A silenced minion that has changed sides gives its aura again, until it leaves."""
    side = one_side(found)
    if side is None or not only(found, "board's attack"):
        return False
    return any(
        one.name in NEIGHBOUR_AURAS and "X" in one.letters
        for one in found.board("before", side) + found.board("theirs", side)
    )


def no_spell_damage(found):
    """Spell Damage is not added."""
    if not plays(found, *WITHOUT_SPELL_DAMAGE):
        return False
    more = found.player("before", found.cur).spell_damage
    side = one_side(found)
    if more == 0 or side is None or not only(found, "health", "armor", "board's health"):
        return False
    lives = life(found, "theirs", side) - life(found, "ours", side)
    return lives == more or any(theirs.health - ours.health == more for ours, theirs in pairs(found, side))


def idle_savagery(found):
    """Savagery of a hero without attack deals no Spell Damage."""
    me = found.player("before", found.cur)
    idle = plays(found, "Savagery") and me.spell_damage > 0 and me.attack == 0
    return idle and loss(found) == 0 and spared(found, int(me.spell_damage))


def blind_alarm(found):
    """Alarm-o-Bot looks into the hand before Nat Pagle has drawn a card for it."""
    owner = 1 - found.cur
    waiting = all(number_of(found, "before", owner, card) for card in ("Alarm-o-Bot", "Nat Pagle"))
    if found.step["act"][0] != "END_TURN" or not waiting or not only(found, "hand", "hand's cost", "board"):
        return False
    return number_of(found, "theirs", owner, "Alarm-o-Bot") > number_of(found, "ours", owner, "Alarm-o-Bot")


KNOWN = [
    Known(WRONG, cause.__doc__.rstrip("."), cause)
    for cause in (
        poisoned_hero, one_neighbour, whole_health, seer_itself, lasting_sword, mortal_sword, broken_sword,
        redeemed_and_strengthened, no_worthless_imps, freezing_elemental, portal_gone, two_portals, weak_blade,
        mortal_deathwing, old_blow, one_by_one, tired_copy, copied_blessing, early_repentance, turn_after_the_end,
        dead_for_good, charge_without_rhino, ready_deckhand, enrage_lost_twice, letters_kept, rooted_watcher,
        keywords_kept, second_blow, fresh_hero, countered_overload, countered_first, lasting_snakes, hollow_lifesteal,
        copied_charge, halved_power, weapon_dies, debt,
        frozen_through_armor, frozen_by_silenced, claws_of_the_hero, silenced_aura, no_spell_damage, idle_savagery, blind_alarm,
    )
]  # fmt: skip
