"""The speaker: says everything that a card does, and keeps in mind what it has mentioned."""

import re
from dataclasses import fields, is_dataclass

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.describe.actions import Actions
from deckspace.engine.hearthstone.describe.auras import Auras
from deckspace.engine.hearthstone.describe.cards import Cards
from deckspace.engine.hearthstone.describe.clauses import Clauses
from deckspace.engine.hearthstone.describe.conditions import Conditions
from deckspace.engine.hearthstone.describe.events import Events
from deckspace.engine.hearthstone.describe.on_board import OnBoard
from deckspace.engine.hearthstone.describe.on_cards import OnCards
from deckspace.engine.hearthstone.describe.on_heroes import OnHeroes
from deckspace.engine.hearthstone.describe.values import Values
from deckspace.engine.hearthstone.describe.who import Sets
from deckspace.engine.hearthstone.english import sentence, title


def find_chosen(what):
    """Return the Chosen somewhere inside clauses, actions and values, or None."""
    if isinstance(what, words.Chosen):
        return what
    inner = what if isinstance(what, tuple) else ()
    if is_dataclass(what):
        inner = [getattr(what, field.name) for field in fields(what)]
    return next((found for found in map(find_chosen, inner) if found), None)


class Speaker(Clauses, Events, Sets, Values, Conditions, Cards, Actions, OnBoard, OnCards, OnHeroes, Auras):
    """Turns clauses into English, and keeps in mind what has been mentioned, so that it can say "it".

    Each of the classes that it is made of says one kind of word.
    """

    def __init__(self, table=None, card=None, behaviours=None):
        self.table, self.card, self.behaviours = table, card, behaviours or {}
        self.kind = card.type if card else "SPELL"
        self.me = "your hero" if self.kind == "WEAPON" else f"this {title(self.kind).lower()}"
        self.replaces = False  # a combo that happens in place of the battlecry
        self.forget()

    def forget(self, clause=None):
        """Begin a new clause: nothing has been mentioned."""
        self.chosen = find_chosen(clause)
        self.mentioned = None  # what "it" or "them" would be
        self.known_target = False
        self.event = clause.head.event.removeprefix("secret ") if clause else ""
        self.in_secret = bool(clause) and clause.head.event.startswith("secret ")
        self.noted = None  # the value put aside by `remember`
        self.left = None  # what an event's condition says beyond its phrase
        self.aimed = None  # the set whose only one is the target

    def sentences(self, clauses):
        """Return the sentences of a clause, an aura, or a tuple of them."""
        clauses = clauses if isinstance(clauses, tuple) else (clauses,)
        said = [self.aura(each) for each in clauses if isinstance(each, words.Aura)]
        heads = [each for each in clauses if isinstance(each, words.Clause)]
        options = [
            each for each in heads if each.head.event.startswith("option") and self.kind != "HERO_POWER"
        ]
        self.replaces = {each.head.event for each in heads} >= {"play", "combo"}
        said += [self.clause(each) for each in heads if each not in options]
        if options:
            said.append(
                "Choose One - " + "; or ".join(self.clause(each).rstrip(".") for each in options) + "."
            )
        needs = [self.requirement(each) for each in heads]
        return [sentence(each) for each in [*said, *needs] if each]

    def fill(self, phrase, word):
        """Return a phrase of the vocabulary with what its braces stand for."""
        return re.sub(r"{(\w+) ?(.*?)}", lambda found: self.part(found[1], word, found[2]), phrase)

    def part(self, name, word, rest):
        """Return what one pair of braces stands for: what `part_<name>` says, or else the word's field."""
        method = getattr(self, "part_" + name, None)
        return method(word, rest) if method else str(getattr(word, name))
