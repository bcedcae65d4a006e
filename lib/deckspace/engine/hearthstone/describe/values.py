"""Values in English."""

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import counted, joined, signed, singular


class Values:
    """Describes numbers, and values computed during the game."""

    def amount(self, value):
        """Return (figure, rest): ("3", ""), ("1", " for each enemy minion"), ("", " equal to its Attack")."""
        if not isinstance(value, words.Value):
            return str(value), ""
        if value.kind == "memory" and self.noted is not None:
            figure, rest = self.amount(self.noted * value.scale + value.add)
            rest = rest.replace("equal to your Mana", "equal to the Mana spent")
            return figure, rest.replace(" with ", " that had ")  # it was counted before
        phrase = vocabulary.VALUES[value.kind]
        if phrase.startswith("for each "):
            one = self.fill(phrase.removeprefix("for each "), value)
            return str(abs(value.scale)), f" for each {self.each(value, one)}"
        if phrase.startswith("equal to "):
            thing = self.fill(phrase.removeprefix("equal to "), value)
            times = {1: "", 2: "twice "}.get(abs(value.scale), f"{abs(value.scale)} times ")
            if value.scale < 0 < value.add:
                return "", f" equal to {value.add} minus {times}{thing}"
            extra = "" if not value.add else f" {'plus' if value.add > 0 else 'minus'} {abs(value.add)}"
            return "", f" equal to {times}{thing}{extra}"
        times = "" if value.scale == 1 and not value.add else f"{value.scale} times "
        return times + self.fill(phrase, value), ""

    def each(self, value, one):
        """Return one of the things that are counted."""
        if value.kind == "my_hand" and value.add == -value.scale:
            return "other " + one
        if not value.add:
            return one
        return f"{one}, {'less' if value.add * value.scale < 0 else 'and'} {abs(value.add)}"

    def part_one(self, value, _):
        return self.counted_one(value.who)

    def counted_one(self, who):
        if who.base == "neighbours":
            return "adjacent minion"
        if who.base != "area":
            return self.who(who)
        return ("other " if who.other or who.except_target else "") + singular(who)

    def bonus(self, attack, health):
        """Return "+2/+1", "+3 Attack", "+1 Health for each ...", "" for nothing."""
        if isinstance(attack, words.Value) or isinstance(health, words.Value):
            return self.variable_bonus(attack, health)
        if attack and health:
            return f"{signed(attack)}/{signed(health)}"
        return f"{signed(attack)} Attack" if attack else f"{signed(health)} Health" if health else ""

    def variable_bonus(self, attack, health):
        name = "Attack and Health" if attack and health else "Attack" if attack else "Health"
        figure, rest = self.amount(attack or health)
        if attack and health and attack != health:
            return joined([self.variable_bonus(attack, 0), self.variable_bonus(0, health)])
        if not figure or not figure.isdigit():
            return f"{name}{rest}" if not figure else f"{figure} {name}{rest}"
        return (f"+{figure}/+{figure}" if attack and health else f"+{figure} {name}") + rest

    def change(self, n):
        """Return a change of cost: "(2) more"."""
        figure, rest = self.amount(n)
        negative = n.scale < 0 if isinstance(n, words.Value) else n < 0
        figure = figure.removeprefix("-") or "1"
        rest = rest.replace(" equal to ", " for each point of ")
        return f"({figure}) {'less' if negative else 'more'}{rest}"

    def several(self, value, phrase):
        """Return phrase(n) for an amount, with " for each ..." if it is counted during the game."""
        if not isinstance(value, words.Value):
            return phrase(value)
        figure, rest = self.amount(value)
        if figure.isdigit():
            return phrase(int(figure)) + rest
        if figure:
            return phrase(2).replace("two ", f"{figure} ", 1)
        return phrase(2).replace("two ", "", 1) + rest.replace(" equal to", " equal in number to")

    def part_amount(self, action, thing):
        """Return "3", "3 Armor", "Armor equal to ...", "1 Armor for each ..."."""
        figure, rest = self.amount(action.amount)
        if not thing:
            return figure + rest.removeprefix(" equal to ")
        return f"{figure} {thing}{rest}".strip()

    def part_some(self, action, noun):
        return self.several(action.amount, lambda n: counted(n, noun))

    def part_change(self, aura, _):
        return self.change(aura.amount)

    def part_bonus(self, aura, _):
        return self.bonus(aura.amount, 0)
