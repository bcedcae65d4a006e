"""Events in English: those that clauses react to."""

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import any_one, article, card_noun


class Events:
    """Describes events."""

    def opening(self, head):
        """Return (the text of an event, the part of the condition that it does not cover)."""
        self.left = head.condition
        return self.fill(vocabulary.EVENTS[self.event], head), self.left

    def part_when(self, head, _):
        return "when" if self.in_secret else "whenever"

    def part_turn(self, head, _):
        return {words.ME: "your turn", words.ENEMY: "your opponent's turn", words.BOTH: "each turn"}[
            head.side
        ]

    def part_drawer(self, head, _):
        return self.does(head.side, "draw")

    def part_discarder(self, head, _):
        return self.does(head.side, "discard")

    def part_overloader(self, head, _):
        return self.does(head.side, "Overload")

    def part_gainer(self, head, _):
        return self.does(head.side, "gain")

    def part_caster(self, head, _):
        """Return who casts a targeted spell, as far as the condition tells: the player whose turn it is."""
        if head.condition is None or head.condition.kind != "is_my_turn":
            return "a spell is aimed"
        self.left = head.condition.also
        return "your opponent aims a spell" if head.condition.negated else "you aim a spell"

    def does(self, side, verb):
        """Return a side with a verb: "you draw", "your opponent draws"."""
        return {
            words.ME: f"you {verb}",
            words.ENEMY: f"your opponent {verb}s",
            words.BOTH: f"a player {verb}s",
        }[side]

    def part_secret(self, head, _):
        return {words.ME: "a friendly Secret", words.ENEMY: "an enemy Secret", words.BOTH: "a Secret"}[
            head.side
        ]

    def part_somebody(self, head, _):
        verb = self.verb(head.filter)
        self.mentioned = "subject"
        return {
            words.ME: f"you {verb}",
            words.ENEMY: f"your opponent {verb}s",
            words.BOTH: f"a player {verb}s",
        }[head.side]

    def part_a_card(self, word, _):
        return article(card_noun(word.filter))

    def verb(self, what):
        return "cast" if what.type == "SPELL" and not what.secret else "play"

    def part_summoned(self, head, _):
        self.mentioned = "subject"
        if head.who.base == "itself":
            return f"{self.me} is summoned"
        kind = words.Who(areas=10, filter=head.who.filter, other=head.who.other)
        who = {2: "you summon ", 8: "your opponent summons "}.get(head.who.areas & 10, "")
        return f"{who}{any_one(kind)}" + ("" if who else " is summoned")

    def part_whom(self, head, _):
        """Return the attacked character if the condition names it."""
        attacked, self.left = self.attacked(head.condition)
        self.mentioned = "attacker"
        return f" {attacked}" * bool(attacked)

    def part_subject(self, head, _):
        return self.one_subject(head.who)

    def attacked(self, condition):
        """Return (the attacked character according to a condition, the rest of the condition)."""
        if condition is None or condition.negated:
            return "", condition
        if condition.kind in ("defender_is_my_hero", "defender_is_my_minion"):
            mine = "your hero" if condition.kind == "defender_is_my_hero" else "one of your minions"
            return mine, condition.also
        if condition.kind == "at_least" and condition.who.base == "defender":
            return article(card_noun(condition.who.filter, "character")), condition.also
        return "", condition

    def one_subject(self, who):
        """Return the subject of an event."""
        self.mentioned = "subject"
        if who is None:
            return "a character"
        return self.who(who) if who.base != "area" else any_one(who)
