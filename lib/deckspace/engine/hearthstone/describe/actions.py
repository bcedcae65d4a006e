"""Actions in English: their phrases, and the actions that control a script."""

from deckspace.engine.hearthstone import vocabulary, words
from deckspace.engine.hearthstone.english import FIXED, sentence

PHRASES = {word: phrase for group in vocabulary.ACTIONS.values() for word, phrase in group.items()}


class Actions:
    """Describes actions."""

    def action(self, action):
        """Return an action as an instruction: "draw a card"; "" if it needs no text."""
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
        return f'give {self.who(who)} "{sentence(self.granted(action, "this minion"))}"'

    def choosing(self):
        """Return "choose a minion; " if the chosen one has not been mentioned yet."""
        return "" if self.known_target or self.chosen is None else f"choose {self.target()}; "

    def granted(self, action, me):
        """Return a granted clause from the point of view of the character that has it."""
        speaker = type(self)(self.table, None, self.behaviours)
        speaker.kind, speaker.me = "MINION", me
        text = speaker.clause(action.clause).removesuffix(".")
        if action.flag:  # it happens once
            turn = "this turn" if action.clause.head.event == "TURN_ENDS" else "your next turn"
            text = text.replace("your turn", turn, 1)
        return text if action.clause.head.event == "death" else text[:1].lower() + text[1:]

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
