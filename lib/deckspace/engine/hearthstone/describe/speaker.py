"""The speaker: describes cards, and keeps track of what it has mentioned."""

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
    """Return the Chosen inside clauses, actions or values; None if there is none."""
    if isinstance(what, words.Chosen):
        return what
    inner = what if isinstance(what, tuple) else ()
    if is_dataclass(what):
        inner = [getattr(what, field.name) for field in fields(what)]
    return next((found for found in map(find_chosen, inner) if found), None)


class Speaker(Clauses, Events, Sets, Values, Conditions, Cards, Actions, OnBoard, OnCards, OnHeroes, Auras):
    """Turns clauses into English, and keeps track of what has been mentioned, so that it can say "it".

    Each of its base classes describes one kind of word.
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
        self.mentioned = None  # what "it" or "them" would refer to
        self.known_target = False
        self.event = clause.head.event.removeprefix("secret ") if clause else ""
        self.in_secret = bool(clause) and clause.head.event.startswith("secret ")
        self.noted = None  # the value put aside by `remember`
        self.left = None  # the part of an event's condition that its phrase does not cover
        self.aimed = None  # the set whose only member is the target

    def sentences(self, clauses):
        """Return the sentences of a clause, an aura, or a tuple of them."""
        clauses = clauses if isinstance(clauses, tuple) else (clauses,)
        found = [self.aura(each) for each in clauses if isinstance(each, words.Aura)]
        heads = [each for each in clauses if isinstance(each, words.Clause)]
        options = [
            each for each in heads if each.head.event.startswith("option") and self.kind != "HERO_POWER"
        ]
        self.replaces = {each.head.event for each in heads} >= {"play", "combo"}
        found += [self.clause(each) for each in heads if each not in options]
        if options:
            found.append(
                "Choose One - " + "; or ".join(self.clause(each).rstrip(".") for each in options) + "."
            )
        needs = [self.requirement(each) for each in heads]
        return [sentence(each) for each in [*found, *needs] if each]

    def fill(self, phrase, word):
        """Return a phrase of the vocabulary with its braces filled in."""
        return re.sub(r"{(\w+) ?(.*?)}", lambda found: self.part(found[1], word, found[2]), phrase)

    def part(self, name, word, rest):
        """Return the text for a pair of braces: that of `part_<name>`, or the word's field."""
        method = getattr(self, "part_" + name, None)
        return method(word, rest) if method else str(getattr(word, name))
