"""Actions on cards in hands and decks in English."""

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.english import article, card_noun, card_nouns, counted, joined, number


class OnCards:
    """Describes actions on cards in hands and decks."""

    def do_draw_like(self, action):
        def found(n):
            return (
                f"a random {card_noun(action.filter)}"
                if n == 1
                else f"{number(n)} random {card_nouns(action.filter)}"
            )

        instead = f" ({article(self.name(action.card))} for each missing one)" if action.card else ""
        return "draw " + self.several(action.amount, found) + f" from your deck{instead}"

    def do_draw_until(self, action):
        if action.side == words.SUBJECT:
            return f"that player draws until there are {action.amount} cards in their hand"
        return f"{self.part_you(action, 'draw')} until there are {action.amount} cards in {self.hand(action.side)}"

    def do_copy_from_enemy_deck(self, action):
        def copies(n):
            return "a copy of a random card" if n == 1 else f"copies of {number(n)} random cards"

        return "add " + self.several(action.amount, copies) + " in your opponent's deck to your hand"

    def do_copy_cheapest(self, action):
        return f"add a copy of the {card_noun(action.filter)} that costs least in your hand to your hand"

    def do_discard(self, action):
        if action.amount == words.HAND_ALL:
            return "discard your hand"
        return "discard " + self.several(action.amount, lambda n: counted(n, "random card"))

    def do_offer(self, action):
        self.mentioned = "chosen"
        if action.card.but_chosen:
            return "Discover another of them"
        if action.card.pools or not action.card.keys:
            cards = self.cards(action.card).removeprefix("a random ")
            return f"Discover {cards if action.card.pools else article(cards)}"
        names = joined([self.name(key) for key in action.card.keys], "or")
        return f"Discover {names}" + " (but not your Hero Power)" * action.card.but_power

    def do_make_spell(self, action):
        names = dict.fromkeys(self.name(key) for key in action.card.keys)
        return f"add {article(joined(list(names), 'or'))} that does both to your hand"

    def do_do_parts(self, action):
        names = dict.fromkeys(self.name(key) for key in action.card.keys)
        if action.flag:
            return "nothing happens, whatever it is aimed at"
        return f"do what its two parts do, which are two of {joined(list(names))}, in this order"

    def do_shuffle_in(self, action):
        decks = {words.ME: "your deck", words.ENEMY: "your opponent's deck", words.BOTH: "both decks"}
        card = self.several(action.amount, lambda n: self.cards(action.card, n))
        return f"shuffle {card} into {decks.get(action.side, 'the deck of its owner')}"

    def do_mill(self, action):
        deck = {words.ME: "your deck", words.ENEMY: "your opponent's deck"}.get(action.side, "the deck")
        top = self.several(action.amount, lambda n: "top card" if n == 1 else f"top {number(n)} cards")
        return f"remove the {top} of {deck}"

    def do_reveal(self, action):
        self.mentioned = "drawn"
        return f"reveal a random {card_noun(action.filter)} in your deck"

    def do_cheapen_hand(self, action):
        return f"{card_nouns(action.filter)} in {self.hand(action.side)} cost {self.change(-action.amount)}"

    def do_give_in_hand(self, action):
        noun, nouns = card_noun(action.filter, "minion"), card_nouns(action.filter, "minion")
        whom = f"a random {noun}" if action.flag else f"all {nouns}"
        return f"give {whom} in your hand {self.bonus(action.amount, action.second)}"

    def do_grow_in_hand(self, action):
        return f"give this card {self.bonus(action.amount, action.second) or 'nothing'}"

    def do_upgrade(self, action):
        times = {1: "", 2: "the second time, "}.get(action.amount, f"the {action.amount}th time, ")
        return f"{times}this becomes {article(self.name(action.card))}"
