"""Sets of characters in English, by name or as "it" and "them"."""

from dataclasses import replace

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import (
    ALL_AREAS,
    FIXED,
    HANDS,
    afterwards,
    all_of,
    any_one,
    at_random,
    is_one,
    noun_of,
    plural,
    singular,
)


class Sets:
    """Describes sets of characters."""

    def who(self, who):
        """Return the name of a set of characters in this context: "all enemies", "a minion", "it"."""
        if isinstance(who, words.Chosen) or who.base == "target":
            return self.target()
        if who.base == "itself":
            return self.me
        if who.base in vocabulary.SINGLES:
            return self.special(who)
        phrase = vocabulary.BASES[who.base]
        if phrase is vocabulary.BY_METHOD:
            return getattr(self, "who_" + who.base)(who)
        return self.again_or(who, self.fill(phrase, who))

    def who_bystanders(self, who):
        return self.who(words.Who(areas=ALL_AREAS, filter=who.filter, other=True, random=who.random))

    def who_area(self, who):
        if who.areas == 0:
            return "nobody"
        if who.random:
            self.mentioned = None
            return at_random(who)
        if who.areas in FIXED:
            return FIXED[who.areas]
        return self.again_or(who, all_of(who))

    def part_minions(self, who, _):
        return plural(noun_of(who.filter, "minion")) + afterwards(who.filter)

    def part_target(self, word, _):
        return self.target()

    def part_me(self, word, _):
        return self.me

    def again_or(self, who, phrase):
        """Return "them" if these characters were mentioned last, otherwise the phrase."""
        again, self.mentioned = self.mentioned == who, who
        return "them" if again else phrase

    def target(self):
        """Return the chosen character: by name at first, then as "it"."""
        if self.known_target:
            self.mentioned = "target"
            return "it"
        self.known_target, self.mentioned = True, "target"
        if self.aimed is not None:
            return at_random(self.aimed)
        if self.chosen is None:
            return "the chosen character"
        return any_one(self.chosen.who & self.chosen.filter)

    def special(self, who):
        """Return a character of the event or the script; "it" if it was mentioned last."""
        phrase = self.fill(vocabulary.SINGLES[who.base], who)
        same = self.about_attack() and {self.mentioned, who.base} <= {"subject", "attacker"}
        if self.mentioned == who.base or same:
            return "it"
        self.mentioned = who.base
        return phrase

    def part_that(self, who, _):
        return "that character" if self.about_attack() or self.event in ("HURT", "HEALED") else "that minion"

    def about_attack(self):
        return self.event in ("ATTACKS", "AFTER_ATTACK")

    def whose(self, who, thing):
        """Return a property: "its Attack", "the Attack of all minions"."""
        name = self.who(who)
        if name in ("it", "them"):
            return ("its " if name == "it" else "their ") + thing
        if is_one(who):
            return f"{name}'s {thing}"
        return f"the {thing} of {name}"

    def owner_of(self, who):
        """Return the side of a set of characters; None if it belongs to both."""
        areas = self.chosen.who.areas if who.base == "target" and self.chosen else who.areas
        return HANDS.get(areas)

    def part_who(self, action, _):
        return self.who(action.who)

    def part_one_of_them(self, action, _):
        return at_random(replace(action.who, random=1))

    def part_each_one(self, action, _):
        return self.who(action.who) if is_one(action.who) else f"each {singular(action.who)}"

    def part_whose(self, word, thing):
        return self.whose(word.who, thing)
