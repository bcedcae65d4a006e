"""Conditions in English."""

from dataclasses import replace

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import (
    FIXED,
    adjectives,
    afterwards,
    any_one,
    article,
    described,
    joined,
    noun_of,
    singular,
)


class Conditions:
    """Describes conditions."""

    def only_if(self, condition):
        """Return "if ..." or, for chance, "with a 50% chance"."""
        text = self.condition(condition)
        return text if text.startswith("with ") else f"if {text}"

    def condition(self, condition):
        """Return a condition as a clause: "you have a Secret"."""
        if condition.also is not None:
            return f"{self.condition(replace(condition, also=None))} and {self.condition(condition.also)}"
        phrases = vocabulary.CONDITIONS[condition.kind]
        if phrases is vocabulary.BY_METHOD:
            return getattr(self, "if_" + condition.kind)(condition)
        return self.fill(phrases[condition.negated], condition)

    def part_name(self, word, _):
        return self.name(word.name)

    def part_percent(self, condition, _):
        return str(100 // condition.n)

    def part_pool(self, condition, _):
        return joined([self.name(key) for key in condition.pool.keys])

    def if_at_least(self, condition):
        """Return "you have 4 or more minions", "it is Frozen", "there is a Murloc"."""
        who, n, no = condition.who, condition.n, condition.negated
        if isinstance(who, words.Chosen) or who.base != "area":
            return self.is_like(who, no)
        if who.areas in FIXED:
            return (
                f"{FIXED[who.areas]} is {'not ' * no}{joined(adjectives(who.filter))}{afterwards(who.filter)}"
            )
        mine = {2: "you control", 8: "your opponent has"}.get(
            who.areas, "there are" if n > 1 or no else "there is"
        )
        kind = words.Who(areas=10, filter=who.filter, other=who.other) if who.areas in (2, 8) else who
        if n == 1:
            what = ("no " + ("other " if who.other else "") + singular(kind)) if no else any_one(kind)
            return f"{mine} {what}"
        before, noun, after = described(kind, n)
        what = " ".join(word for word in ("other" if who.other else "", before, noun) if word) + after
        return f"{mine} {'fewer than ' + str(n) if no else str(n) + ' or more'} {what}"

    def if_number_at_least(self, condition):
        """Return "there are 6 or more cards in your opponent's hand", "your Spell Damage is 1 or more"."""
        n, value, no = condition.n, condition.value, condition.negated
        phrase = vocabulary.VALUES[value.kind]
        if value.kind in ("my_hand", "enemy_hand"):
            holder = "you have" if value.kind == "my_hand" else "your opponent has"
            return f"{holder} {f'fewer than {n}' if no else f'{n} or more'} cards in hand"
        if phrase.startswith("for each "):
            one = self.each(value, self.fill(phrase.removeprefix("for each "), value))
            return f"you count {'fewer than' if no else 'at least'} {n} of this: {one}"
        thing = self.fill(phrase.removeprefix("equal to "), value)
        return f"{thing} is {'less than ' + str(n) if no else str(n) + ' or more'}"

    def is_like(self, who, no):
        """Return a filter's conditions on a single character: "it is a friendly Demon", "it has Taunt"."""
        name, what = self.who(who), who.filter
        side = {2: "friendly", 3: "friendly", 8: "enemy", 12: "enemy"}.get(who.areas, "")
        noun = noun_of(what, "minion" if side else "")
        parts = []
        if noun:
            parts.append(article(" ".join(word for word in (side, *adjectives(what), noun) if word)))
        elif adjectives(what):
            parts.append(joined(adjectives(what)))
        if not parts and not afterwards(what):
            return f"{name} is {'no longer' if no else 'still'} in play"
        tail = afterwards(what)
        if not parts and tail.startswith((" with ", " without ")):
            return f"{name} {'does not have' if no else 'has'} {tail.removeprefix(' with ')}"
        return f"{name} is {'not ' * no}{joined(parts)}{tail}"

    def as_long_as(self, condition, subject_is_me=False):
        if condition is None:
            return ""
        if condition.kind == "self_damaged" and subject_is_me and not condition.negated:
            return " while damaged"
        return f" while {self.condition(condition)}"

    def part_as_long_as(self, aura, _):
        return self.as_long_as(aura.condition)
