"""Clauses in English, and how the steps of a script are joined."""

from dataclasses import replace

from deckspace.engine.hearthstone import state, words
from deckspace.engine.hearthstone.english import is_instruction, is_statement, joined, sentence


def merged(actions):
    """Return the actions of a script, with the offers of a choice merged into one."""
    out = []
    for action in actions:
        if action.word == "offer" and out and out[-1].word == "offer":
            out[-1] = replace(out[-1], card=words.any_one_of(out[-1].card, action.card))
        else:
            out.append(action)
    return out


class Clauses:
    """Describes clauses."""

    def clause(self, clause):
        """Return a clause's sentences."""
        self.forget(clause)
        event = clause.head.event
        if event == words.aimed.event and self.kind == "HERO_POWER":
            return f"(Where it can target minions: {self.steps(clause.actions)})"
        if event in ("option_1", "option_2"):
            return self.steps(clause.actions)
        if all(action.word == "nothing" for action in clause.actions):
            return "has no effect"
        if event == "play" and clause.head.condition:
            self.known_target = False
            condition = sentence(self.only_if(clause.head.condition)).removesuffix(".")
            return f"Battlecry: {condition}, {self.steps(clause.actions, begun=True)}"
        if event == "play":
            return ("Battlecry: " if self.kind in ("MINION", "WEAPON") else "") + self.steps(clause.actions)
        if event == "combo":
            return "Combo: " + self.combo(self.steps(clause.actions))
        if event == "death":
            return "Deathrattle: " + self.steps(clause.actions)
        if event == "drawn":
            self.mentioned = "drawn"
            return "when you draw this, " + self.steps(clause.actions, begun=True)
        if event == "itself_discarded":
            return "when you discard this, " + self.steps(clause.actions, begun=True)
        return ("Secret: " if self.in_secret else "") + self.triggered(clause)

    def combo(self, text):
        """Return the text of a combo; with a battlecry, it says that the combo replaces it."""
        if not self.replaces:
            return text
        if ". " in text:
            return "Instead, " + text[:1].lower() + text[1:]
        return text.rstrip(".") + " instead"

    def triggered(self, clause):
        """Return "Whenever ..., ..." for a clause that reacts to an event."""
        head = clause.head
        opening, left = self.opening(head)
        opening = {
            state.IN_HAND: "while this is in your hand, ",
            state.IN_DECK: "while this is in your deck, ",
        }.get(head.zone, "") + opening
        condition = f"{self.only_if(left)}, " if left else ""
        return sentence(f"{opening}, {condition}{self.steps(clause.actions, begun=True)}")

    def steps(self, actions, begun=False):
        """Return the sentences of a script; `begun` if it continues a sentence."""
        groups = [[]]  # instructions are joined by "and"; a condition or a statement is a sentence of its own
        for action in merged(actions):
            phrase = self.action(action)
            alone = not is_instruction(phrase) and not (begun and is_statement(phrase))
            groups += [[phrase], []] if alone else []
            groups[-1] += [phrase] if phrase and not alone else []
        parts = [joined(group) for group in groups if group]
        if begun:
            first, *rest = parts or ["nothing happens"]
            return " ".join([first + ".", *(sentence(each) for each in rest)])
        return " ".join(sentence(each) for each in parts)

    def requirement(self, clause):
        """Return the condition for playing a card, "" if there is none."""
        needs = [action.condition for action in clause.actions if action.word == "require"]
        return f"Playable only if {joined([self.condition(need) for need in needs])}" if needs else ""

    def do_when(self, action):
        choosing = self.choosing() if action.condition.who and action.condition.who.base == "target" else ""
        condition = choosing + self.only_if(action.condition)
        known, mentioned = self.known_target, self.mentioned
        then = joined([self.action(each) for each in merged(action.then)])
        self.known_target, self.mentioned = known, mentioned
        otherwise = joined([self.action(each) for each in merged(action.otherwise)])
        self.known_target = known or self.chosen is not None
        if not then:
            return f"unless {self.condition(action.condition)}, {otherwise}" if otherwise else ""
        return f"{condition}, {then}" + (f"; otherwise, {otherwise}" if otherwise else "")
