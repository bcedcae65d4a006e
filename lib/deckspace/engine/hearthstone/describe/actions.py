"""What happens, in English: the phrase of an action, and the actions that steer a script."""

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import FIXED, sentence

PHRASES = {word: phrase for group in vocabulary.ACTIONS.values() for word, phrase in group.items()}


class Actions:
    """Says actions."""

    def action(self, action):
        """Return what is done, as an order: "draw a card"; "" if there is nothing to say."""
        phrase = PHRASES[action.word]
        if phrase is vocabulary.BY_METHOD:
            return getattr(self, "do_" + action.word)(action)
        return self.fill(phrase, action)

    def part_you(self, word, verb):
        return {
            words.ME: verb,
            words.ENEMY: f"your opponent {verb}s",
            words.BOTH: f"each player {verb}s",
        }[word.side]

    def part_for_whom(self, action, _):
        return {
            words.ENEMY: " for your opponent",
            words.BOTH: " for both players",
            words.SUBJECT: " for its controller",
        }.get(action.side, "")

    def part_flag(self, action, more):
        return f" {more}" * bool(action.flag)

    def do_grant(self, action):
        head, who = action.clause.head, action.who
        if head.event != "death" and who.base == "target":
            return self.choosing() + self.granted(action, "it")
        if head.event != "death" and who.areas in FIXED:
            return self.granted(action, FIXED[who.areas])
        said = self.granted(action, "this minion")
        return f'give {self.who(who)} "{sentence(said)}"'

    def choosing(self):
        """Return "choose a minion: " where the chosen one has not been mentioned yet."""
        return "" if self.known_target or self.chosen is None else f"choose {self.target()}; "

    def granted(self, action, me):
        """Return a granted clause as the one who has it would say it."""
        speaker = type(self)(self.table, None, self.behaviours)
        speaker.kind, speaker.me = "MINION", me
        said = speaker.clause(action.clause).removesuffix(".")
        if action.flag:  # it happens once
            turn = "this turn" if action.clause.head.event == "TURN_ENDS" else "your next turn"
            said = said.replace("your turn", turn, 1)
        return said if action.clause.head.event == "death" else said[:1].lower() + said[1:]

    def do_remember(self, action):
        self.noted = action.amount  # part of the text where it is used
        return ""

    def do_aim_at(self, action):
        self.aimed = action.who  # part of the text where something happens to it
        return ""

    def do_note_card(self, action):
        if isinstance(action.who, words.Chosen):
            return f"choose {self.target()}"
        self.mentioned = action.who.base
        return ""
