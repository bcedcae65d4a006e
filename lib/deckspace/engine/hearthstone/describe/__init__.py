"""Descriptions of cards in English, generated from their behaviour and their keywords.

``describe("Knife Juggler")`` reads the expression that the engine plays, so a player who cannot program can check a
card. No card is named here: each word has a phrase in vocabulary.py (or a method here, where the table says BY_METHOD),
and sentences are composed of phrases. Parentheses contain explanations, such as the cards of a random effect.

speaker.py      keeps track of what has been mentioned; it combines all of the following
clauses.py      clauses, and how the steps of a script are joined
events.py       when
who.py          sets of characters, by name or as "it" and "them"
values.py       how much
conditions.py   if
cards.py        names, tokens, cards of random effects
actions.py      what happens; the more complex actions are divided as in words/:
                on_board.py, on_cards.py, on_heroes.py
auras.py        continuous effects of cards in play

A word's method is `do_<action>`, `if_<condition>`, `while_<aura>` or `who_<base>`; `part_<name>` returns the text for
braces in a phrase.
"""

from deckspace.engine.hearthstone.cards import behaviour
from deckspace.engine.hearthstone.describe.speaker import Speaker
from deckspace.engine.hearthstone.english import PARAPHRASED, STRUCTURE, keyword_name, sentence
from deckspace.engine.hearthstone.tables import card_table


def describe(key, card_set="mesb"):
    """Return the description of the card with this key, id or name; "" if it has no text.

    Raises ValueError for an unknown card or card set.
    """
    table = card_table(card_set)
    card, behaviours = table[key], behaviour(card_set)
    sentences = describe_clauses(behaviours.get(card.key, ()), table, card, behaviours)
    return " ".join([*keyword_sentences(card), *sentences])


def describe_clauses(clauses, table=None, card=None, behaviours=None):
    """Return the sentences of a clause, an aura, or a tuple of them."""
    return Speaker(table, card, behaviours).sentences(clauses)


def keyword_sentences(card):
    """Return the sentences of a table row's keywords, Spell Damage and Overload."""
    plain = [word for word in card.keywords if word not in STRUCTURE]
    names = [keyword_name(word) for word in plain if word not in PARAPHRASED]
    parts = [", ".join(names)] if names else []
    parts += [PARAPHRASED[word] for word in plain if word in PARAPHRASED]
    if card.spell_damage:
        parts.append(f"Spell Damage +{card.spell_damage}")
    if card.overload:
        parts.append(f"Overload ({card.overload})")
    return [sentence(each) for each in parts]
