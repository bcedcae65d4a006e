"""A card says what it does: English sentences made from its behaviour and its table's keywords.

``describe("Knife Juggler")`` reads the expression that the engine plays, so a player who cannot
program can check a card. No card is named here: every word has its phrase in vocabulary.py (or a method
here, where the table says BY_METHOD), every sentence is put together from phrases. What stands in round brackets is an
explanation, such as which cards chance draws from.

speaker.py      keeps in mind what has been mentioned, and is made of all that follow
clauses.py      what happens when, and how the steps of a script are joined
events.py       when
who.py          sets of characters, named anew or as "it" and "them"
values.py       how much
conditions.py   if
cards.py        names, tokens, what chance draws from
actions.py      what happens; then the actions with more to be said, as they are in words/:
                on_board.py, on_cards.py, on_heroes.py
auras.py        what holds as long as a card is in play

A word's method is `do_<action>`, `if_<condition>`, `while_<aura>` or `who_<base>`; `part_<name>` says what stands
in the braces of a phrase.
"""

from deckspace.engine.hearthstone.cards import behaviour
from deckspace.engine.hearthstone.describe.speaker import Speaker
from deckspace.engine.hearthstone.english import SPOKEN, STRUCTURE, keyword_name, sentence
from deckspace.engine.hearthstone.tables import card_table


def describe(key, card_set="mesb"):
    """Return what the card of this key (or id, or name) does, "" if it has a body only.

    Raises ValueError for an unknown card or card set.
    """
    table = card_table(card_set)
    card, behaviours = table[key], behaviour(card_set)
    said = describe_clauses(behaviours.get(card.key, ()), table, card, behaviours)
    return " ".join([*keyword_sentences(card), *said])


def describe_clauses(clauses, table=None, card=None, behaviours=None):
    """Return the sentences of a clause, an aura, or a tuple of them."""
    return Speaker(table, card, behaviours).sentences(clauses)


def keyword_sentences(card):
    """Return the sentences of a table row's keywords, Spell Damage and Overload."""
    plain = [word for word in card.keywords if word not in STRUCTURE]
    names = [keyword_name(word) for word in plain if word not in SPOKEN]
    said = [", ".join(names)] if names else []
    said += [SPOKEN[word] for word in plain if word in SPOKEN]
    if card.spell_damage:
        said.append(f"Spell Damage +{card.spell_damage}")
    if card.overload:
        said.append(f"Overload ({card.overload})")
    return [sentence(each) for each in said]
