"""Cards in English: names, tokens, cards of random effects, and where cards are."""

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.english import (
    PARAPHRASED,
    STRUCTURE,
    article,
    card_noun,
    card_nouns,
    counted,
    joined,
    keyword_name,
    number,
    plural,
)

HERE = " (of the cards in this set)"  # follows the cards of a random effect


class Cards:
    """Describes cards."""

    def name(self, key):
        """Return a card's name; without a table, its key."""
        if key == words.found:
            return "copy of it"
        return self.table[key].name if self.table and key in self.table else key

    def body(self, key, n=1):
        """Return a token with its numbers and keywords: "a 2/1 Imp", "two 2/2 Treants with Taunt"."""
        name = self.name(key)
        card = self.table[key] if self.table and key in self.table else None
        figures = f"{card.attack}/{card.health} " if card and card.type in ("MINION", "WEAPON") else ""
        after = ""
        if card and card.type == "MINION":
            names = [keyword_name(word) for word in card.keywords if word not in (*STRUCTURE, *PARAPHRASED)]
            after = f" with {joined(names)}" if names else ""
        if n == 1:
            return article(figures + name) + after
        return f"{number(n)} {figures}{plural(name)}{after}" if n else f"{figures}{plural(name)}{after}"

    def cards(self, card, n=1, bodies=False):
        """Return the text for n cards of a key or a pool."""
        if not isinstance(card, words.Pool):
            return self.body(card, n) if bodies else counted(n, self.name(card))
        if card.pools:
            kinds = [self.cards(pool).removesuffix(HERE).replace("a random", "a") for pool in card.pools]
            return joined(kinds, "or") + HERE * any(pool.filter is not None for pool in card.pools)
        if card.counted:
            first, second, last = (
                self.body(card.keys[i]).removeprefix("a ").removeprefix("an ") for i in (0, 1, -1)
            )
            figures = [each.removesuffix(" " + self.name(card.keys[0])) for each in (first, second, last)]
            return f"{article(self.name(card.keys[0]))} (each time the next one: {figures[0]}, {figures[1]} and so on to {figures[2]})"
        if card.keys:
            names = [self.body(key) if bodies else self.name(key) for key in card.keys]
            text = f"{joined(names, 'or')} at random" if bodies else f"a random one of {joined(names)}"
            text += " (but none that you control already)" * card.missing
            return text if n == 1 else f"{number(n)} times {text}"
        noun, nouns = card_noun(card.filter), card_nouns(card.filter)
        own = " other than itself" if card.but_itself else ""
        what = f"a random {noun}" if n == 1 else f"{number(n)} random {nouns}"
        what += " of your opponent's class" * card.enemy_class
        what += " of the same cost" * card.same_cost
        return f"{what}{own}{HERE}"

    def hand(self, side):
        names = {
            words.ME: "your hand",
            words.ENEMY: "your opponent's hand",
            words.BOTH: "both players' hands",
        }
        return names.get(side, "the other player's hand")

    def weapon(self, side):
        if side == words.ME and self.kind == "WEAPON":
            return "this weapon"
        return {words.ME: "your weapon", words.ENEMY: "your opponent's weapon", words.BOTH: "both weapons"}[
            side
        ]

    def power(self, key):
        """Return the name of a hero power, followed by its description in quotation marks."""
        if key == words.found:
            return "that one"
        card = self.table[key] if self.table and key in self.table else None
        text = ""
        if card:
            speaker = type(self)(self.table, card, self.behaviours)
            text = " ".join(speaker.sentences(self.behaviours.get(card.key, ())))
        return f'{self.name(key)} "{text}"' if text else self.name(key)

    def part_hand(self, action, _):
        return self.hand(action.side)

    def part_weapon(self, action, _):
        return self.weapon(action.side)

    def part_power(self, action, _):
        return self.power(action.card)

    def part_bodies(self, action, _):
        return self.cards(action.card, bodies=True)

    def part_cards(self, action, _):
        return self.several(action.amount, lambda n: self.cards(action.card, n))
