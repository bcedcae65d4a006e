"""Auras in English: the continuous effects of cards in play, and changes of costs."""

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import card_noun, card_nouns, is_one, keyword_name


class Auras:
    """Describes auras."""

    def aura(self, aura):
        """Return the text of a continuous effect."""
        self.forget()
        phrase = vocabulary.AURAS[aura.kind]
        if phrase is vocabulary.BY_METHOD:
            return getattr(self, "while_" + aura.kind)(aura)
        return self.fill(phrase, aura)

    def while_stats(self, aura):
        things = self.things(words.Action("give", aura.who, aura.attack, aura.health, aura.keywords))
        if aura.who.base == "itself":
            return f"has {things}{self.as_long_as(aura.condition, subject_is_me=True)}"
        verbs = ("is", "are") if things == keyword_name("IMMUNE") else ("has", "have")
        return f"{self.who(aura.who)} {verbs[not is_one(aura.who)]} {things}{self.as_long_as(aura.condition)}"

    def while_cost(self, aura):
        whose = {words.ME: "your", words.ENEMY: "your opponent's", words.BOTH: "all"}[aura.side]
        least = f", but not less than ({aura.least})" if aura.least else ""
        if aura.condition is not None and aura.condition.kind == "first_minion_this_turn":
            you = {words.ME: "you play", words.ENEMY: "your opponent plays", words.BOTH: "a player plays"}[
                aura.side
            ]
            return (
                f"the first {card_noun(aura.filter)} {you} each turn costs {self.change(aura.amount)}{least}"
            )
        return f"{whose} {card_nouns(aura.filter)} cost {self.change(aura.amount)}{least}{self.as_long_as(aura.condition)}"
