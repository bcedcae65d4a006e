"""Actions on characters in English."""

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.english import (
    article,
    card_noun,
    is_one,
    joined,
    keyword_names,
    sentence,
    singular,
)


class OnBoard:
    """Describes actions on characters."""

    def do_damage(self, action):
        dealer = self.target() if action.flag else ""
        figure, rest = self.amount(action.amount)
        if isinstance(action.amount, words.Value) and action.amount.kind == "its_attack":
            return f"deal damage equal to its own Attack to each {singular(action.who)}"
        if dealer:
            return f"{dealer} deals {figure or 'damage'}{' damage' * bool(figure)}{rest} to {self.who(action.who)}"
        if figure:
            return f"deal {figure} damage to {self.who(action.who)}{rest}"
        return f"deal damage{rest} to {self.who(action.who)}"

    def do_heal(self, action):
        if action.amount == words.heal_fully(words.nobody).amount:
            return f"restore {self.who(action.who)} to full Health"
        figure, rest = self.amount(action.amount)
        return f"restore {figure}{' ' * bool(figure)}Health{rest} to {self.who(action.who)}"

    def gains(self, who, things):
        """Return "gain ..." for the card itself, "give ..." for others."""
        if who.base == "itself" and self.kind == "MINION" and self.me != "it":
            return f"gain {things}"
        return f"give {self.who(who)} {things}"

    def do_give(self, action):
        return self.gains(action.who, self.things(action))

    def do_give_this_turn(self, action):
        things = self.things(action)
        return self.gains(action.who, things.replace(" this turn", "") + " this turn")

    def things(self, action):
        names = [name.removeprefix("has ") for name in keyword_names(action.keywords)]
        names = [f'"{sentence(name)}"' if name[0].islower() and name[:2] != "a " else name for name in names]
        return joined([self.bonus(action.amount, action.second), *names]) or "nothing"

    def do_give_spell_damage(self, action):
        figure, rest = self.amount(action.amount)
        return self.gains(action.who, f"Spell Damage +{figure}{rest}")

    def do_give_one_keyword(self, action):
        return f"give {self.who(action.who)} {joined(keyword_names(action.keywords), 'or')} at random"

    def do_take(self, action):
        names = [name.removesuffix(" until your next turn") for name in keyword_names(action.keywords)]
        return f"remove {joined(list(dict.fromkeys(names)))} from {self.who(action.who)}"

    def do_bounce(self, action):
        hand = "its owner's hand" if is_one(action.who) else "their owners' hands"
        if self.owner_of(action.who):
            hand = self.hand(self.owner_of(action.who))
        more = ""
        if action.amount:
            more = f", where {'it costs' if is_one(action.who) else 'they cost'} {self.change(action.amount)}"
        return f"return {self.who(action.who)} to {hand}{more}"

    def do_into_deck(self, action):
        decks = {words.ME: "your deck", words.ENEMY: "your opponent's deck"}
        owner = action.side if action.flag else self.owner_of(action.who)
        deck = decks.get(owner, "its owner's deck")
        return f"shuffle {self.who(action.who)} into {deck}"

    def do_summon(self, action):
        side = self.part_for_whom(action, "")
        if action.card == words.found and self.mentioned == "chosen":
            return f"summon it{side}"
        self.mentioned = "made" if action.amount == 1 else None
        return "summon " + self.several(
            action.amount, lambda n: self.cards(action.card, n, bodies=True) + side
        )

    def do_summon_around(self, action):
        if action.amount >= 6:
            return f"summon {self.cards(action.card, 0, bodies=True)} until your side is full"
        return (
            "summon "
            + self.several(action.amount, lambda n: self.cards(action.card, n, bodies=True))
            + " beside this minion"
        )

    def do_summon_copies(self, action):
        figures = f"{action.amount}/{action.second} " * bool(action.second)
        if is_one(action.who):
            return f"summon {article(figures + 'copy')} of {self.who(action.who)}"
        return f"summon {article(figures + 'copy')} of each of {self.who(action.who)}"

    def do_resummon(self, action):
        name = self.me if self.event == "death" else "it"
        return f"summon {name} again" + (f" with {action.amount} Health" if action.amount else "")

    def do_put_into_play(self, action):
        where = "hand" if action.flag & 1 else "deck"
        kind = card_noun(action.filter & words.minion_cards)
        copy = "a copy of " if action.flag & 2 else ""
        who = {words.ME: ("summon", "your"), words.ENEMY: ("your opponent summons", "their")}.get(
            action.side, ("each player summons", "their")
        )
        self.mentioned = "made"
        if action.second:
            copy = f"a {action.amount}/{action.second} " + copy.removeprefix("a ")
        return f"{who[0]} {copy}a random {kind} from {who[1]} {where}"
