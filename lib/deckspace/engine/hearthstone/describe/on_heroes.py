"""Actions on weapons, mana, costs, hero powers and Secrets in English."""

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.english import card_noun, card_nouns, counted, number


class OnHeroes:
    """Describes actions on weapons, mana, costs, hero powers and Secrets."""

    def do_give_weapon(self, action):
        weapon, attack, durability = self.weapon(action.side), action.amount, action.second
        if not isinstance(durability, words.Value) and durability < 0 and not attack:
            return f"{weapon} loses {-durability} Durability"
        if attack and durability:
            return f"give {weapon} {self.bonus(attack, durability)}"
        bonus = self.bonus(attack or durability, 0) or "nothing"
        return f"give {weapon} {bonus if attack else bonus.replace('Attack', 'Durability', 1)}"

    def do_mana(self, action):
        return (
            "gain "
            + self.several(action.amount, lambda n: f"{n} Mana Crystal{'s' * (n != 1)}")
            + " for this turn only"
        )

    def do_crystals(self, action):
        if action.side == words.ME and action.amount < 0:
            return f"destroy {counted(-action.amount, 'Mana Crystal')} of yours"
        kind = "Mana Crystal" if action.flag or action.amount < 0 else "empty Mana Crystal"
        who = {words.ME: "", words.ENEMY: "your opponent ", words.BOTH: "each player "}[action.side]
        verb = ("loses" if who else "lose") if action.amount < 0 else ("gains" if who else "gain")
        return f"{who}{verb} {counted(abs(action.amount), kind)}"

    def do_discount(self, action):
        cost = "(0)" if action.flag & 1 else self.change(action.amount)
        enemy = action.side == words.ENEMY
        verb = self.verb(action.filter)
        you = f"your opponent {verb}s" if enemy else f"you {verb}"
        turn = "" if action.flag & 2 else " next turn" if enemy else " this turn"
        if action.second:
            noun = card_noun(action.filter) if action.second == 1 else card_nouns(action.filter)
            many, costs = ("", "costs") if action.second == 1 else (f"{number(action.second)} ", "cost")
            return f"the next {many}{noun} {you}{turn} {costs} {cost}"
        return f"{'enemy' if enemy else 'your'} {card_nouns(action.filter)} cost {cost}{turn}"

    def do_replace_hero(self, action):
        power, weapon = action.clause
        health = (
            f" ({self.table[action.card].health} Health)" if self.table and action.card in self.table else ""
        )
        text = f"replace your hero with {self.name(action.card)}{health} (Hero Power: {self.power(power)})"
        text += " (it keeps your Armor)" * action.flag
        return text + (f" (weapon: {self.body(weapon)})" if weapon else "")

    def do_destroy_secrets(self, action):
        whose = {words.ME: "friendly ", words.ENEMY: "enemy ", words.BOTH: ""}[action.side]
        if not action.amount:
            return f"destroy all {whose}Secrets"
        return "destroy " + counted(action.amount, f"random {whose}Secret")
