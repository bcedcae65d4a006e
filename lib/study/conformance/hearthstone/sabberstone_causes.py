"""Where the recorded games of SabberStone break the rules of the real game: the known causes of mismatches.

Each cause says as narrowly as possible what its steps look like: who acts, which fields differ, and which numbers
before and after. A step that differs in any other field as well is not of that cause. Every cause is one of the
project's own recordings.
"""

from typing import NamedTuple

VERDICT = "theirs wrong"  # of all causes: none is ours to mend


class Cause(NamedTuple):
    """A cause of mismatches: why, the only fields that differ, and what else its steps have in common."""

    reason: str
    fields: str  # as `my board`; without a side, of both
    shows: object  # of a Mismatch: whether its numbers are those of this cause
    actors: tuple = ()  # who acts (a card played, `the hero attacks` ...); without one, anybody

    def explains(self, found):
        """Tell whether a mismatch is of this cause."""
        fields = self.fields.split(", ")
        if self.actors and found.actor not in self.actors:
            return False
        return all(
            field in fields or field.removeprefix("my ").removeprefix("enemy ") in fields
            for field in found.fields
        ) and bool(self.shows(found))


def cause_of(found):
    """Return the cause that explains a mismatch, None if no known one does."""
    return next((cause for cause in CAUSES if cause.explains(found)), None)


# --- What takes more than a line to see ----------------------------------------------------


def spares_one_neighbour(found):
    """In theirs, Void Terror stands where it was played, beside the only neighbour, which is gone in ours."""
    before, position = found.board("before", found.cur), found.step["act"][3]
    theirs, ours = found.board("theirs", found.cur), found.board("ours", found.cur)
    alone = (position > 0) != (position < len(before))
    if not alone or len(theirs) != len(before) + 1 or len(ours) != len(before):
        return False
    place = max(0, position - 1)  # of the two that stand there, and of Void Terror alone in ours
    others = theirs[:place] + theirs[place + 2 :] == ours[:place] + ours[place + 1 :]
    return others and theirs[position].name == ours[place].name == "Void Terror"


def gains_lost_health(found):
    """Void Terror has more health in theirs: as much as its neighbours had lost."""
    before, position = found.board("before", found.cur), found.step["act"][3]
    lost = sum(one.max_health - one.health for one in before[max(0, position - 1) : position + 1])
    return all(theirs.health - ours.health == lost for ours, theirs in found.changed())


def dearer_without_portal(found):
    """A Summoning Portal leaves, and nothing costs less in theirs."""
    costs = [pair for side in range(2) for pair in found.costs(side)]
    return found.leaves("Summoning Portal") and all(theirs >= ours for ours, theirs in costs)


def keeps_durability(found):
    """A minion comes to the side with Sword of Justice, and it is as it was."""
    for side in range(2):
        before, theirs = found.player("before", side), found.player("theirs", side)
        if found.came(side) and found.weapon("before", side) == "Sword of Justice":
            return theirs.weapon_durability == before.weapon_durability
    return False


def takes_more(found, dealt, more):
    """The target has lost `dealt` health in theirs, nothing differs but that it takes `more` in ours, or dies of it."""
    side, place = found.place("theirs", found.target) or (None, None)
    if (
        side is None
        or found.entity("before", found.target).health - dealt != found.board("theirs", side)[place].health
    ):
        return False
    boards = [found.board("theirs", side) for side in range(2)]
    boards[side][place] = boards[side][place]._replace(health=boards[side][place].health - more)
    return all(found.board("ours", s) == [one for one in boards[s] if one.health > 0] for s in range(2))


def idle_savagery(found):
    """A hero without attack deals nothing in theirs, and its Spell Damage in ours."""
    me = found.player("before", found.cur)
    return me.attack == 0 < me.spell_damage and takes_more(found, 0, int(me.spell_damage))


def draws_nothing(found):
    """What was Faceless Manipulator in the hand attacks, and no hand changes in theirs."""
    hands = [[found.hand(when, side) for side in range(2)] for when in ("before", "theirs")]
    copy = found.actor.endswith(" attacks") and found.card_of(found.source) == "Faceless Manipulator"
    return copy and hands[0] == hands[1]


def stays_in_play(found):
    """Alarm-o-Bot, beside Nat Pagle, changes places with a card of the hand in ours only."""
    bots = [
        sum(one.name == "Alarm-o-Bot" for one in found.board(when, 1 - found.cur))
        for when in ("theirs", "ours")
    ]
    beside = {one.name for one in found.board("before", 1 - found.cur)}
    return {"Alarm-o-Bot", "Nat Pagle"} <= beside and bots[0] > bots[1]


# --- The causes ----------------------------------------------------------------------------

CAUSES = (
    Cause(
        "Void Terror stands beside one minion only and spares it",
        "my board, hand's cost",
        spares_one_neighbour,
        ("Void Terror",),
    ),
    Cause(
        "Void Terror gains the maximum health of its neighbours, not what they have left",
        "board's health, board's max_health",
        gains_lost_health,
        ("Void Terror",),
    ),
    Cause(
        "Coldlight Seer gives health to itself",
        "board's health, board's max_health",
        lambda found: all(
            theirs.name == "Coldlight Seer" and theirs.health == ours.health + 2
            for ours, theirs in found.changed()
        ),
        ("Coldlight Seer",),
    ),
    Cause(
        "When Summoning Portal leaves, cards that were never cheaper cost more",
        "hand's cost",
        dearer_without_portal,
    ),
    Cause(
        "Sword of Justice does not lose durability when a minion is summoned",
        "weapon_durability",
        keeps_durability,
    ),
    Cause(
        "Frost Elemental freezes whatever it damages, as Water Elemental does",
        "frozen, board's F",
        lambda found: found.fights("Frost Elemental") and found.frozen("theirs") > found.frozen("ours"),
    ),
    Cause(
        "Perdition's Blade deals 1 damage in a combo, too",
        "board, board's health",
        lambda found: found.player("before", found.cur).combo and takes_more(found, 1, 1),
        ("Perdition's Blade",),
    ),
    Cause(
        "Savagery of a hero without attack deals no Spell Damage",
        "board, board's health",
        idle_savagery,
        ("Savagery",),
    ),
    Cause(
        "Sense Demons adds nothing for a Demon that is missing",
        "my hand",
        lambda found: (
            [card for card in found.hand("ours", found.cur) if card != "Worthless Imp"]
            == found.hand("theirs", found.cur)
        ),
        ("Sense Demons",),
    ),
    Cause(
        "The hero strikes a Poisonous minion and dies of it",
        "over, winner",
        lambda found: "P" in found.entity("before", found.target).letters and found.theirs.over,
        ("the hero attacks",),
    ),
    Cause(
        "A hero that was without health for a moment is dead, whatever it is healed by at the same time",
        "over, winner",
        lambda found: found.theirs.over and found.player("theirs", found.cur).health > 0,
        ("Drain Life",),
    ),
    Cause(
        "A Blessing of Wisdom copied by Faceless Manipulator draws nothing",
        "hand, deck",
        draws_nothing,
    ),
    Cause(
        "Faceless Manipulator copies the attacks that a minion has made",
        "board's attacks",
        lambda found: all(theirs.attacks > ours.attacks == 0 for ours, theirs in found.changed()),
        ("Faceless Manipulator",),
    ),
    Cause(
        "Beasts keep Charge when Tundra Rhino leaves",
        "board's C, board's E",
        lambda found: (
            found.leaves("Tundra Rhino")
            and all("C" in theirs.letters and "C" not in ours.letters for ours, theirs in found.changed())
        ),
    ),
    Cause(
        "A minion that is transformed still counts as silenced, frozen, with Windfury, a Deathrattle or attacks made",
        "board's X, board's d, board's F, board's W, board's attacks",
        lambda found: all(
            theirs.name in ("Sheep", "Frog")
            and (theirs.attacks, len(theirs.letters)) > (ours.attacks, len(ours.letters))
            for ours, theirs in found.changed()
        ),
        ("Polymorph", "Hex"),
    ),
    Cause(
        "Deathwing dies with the others",
        "my board",
        lambda found: (
            [one for one in found.board("ours", found.cur) if one.name != "Deathwing"]
            == found.board("theirs", found.cur)
        ),
        ("Deathwing",),
    ),
    Cause(
        "A silenced minion that has changed sides gives its aura again, until it leaves",
        "board's attack",
        lambda found: any(
            one.name in ("Dire Wolf Alpha", "Flametongue Totem") and "X" in one.letters
            for when in ("before", "theirs")
            for one in found.minions(when)
        ),
    ),
    Cause(
        "Silence takes the attack of Enrage away once more than it was given",
        "board's attack",
        lambda found: all(
            theirs.name == "Tauren Warrior" and "X" in theirs.letters and theirs.attack < ours.attack
            for ours, theirs in found.changed()
        ),
    ),
    Cause(
        "Alarm-o-Bot looks into the hand before Nat Pagle has drawn a card for it",
        "enemy hand, enemy board, hand's cost",
        stays_in_play,
        ("end turn",),
    ),
)
