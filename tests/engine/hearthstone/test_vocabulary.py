"""A word is one entry of a table: its number, its constant, the word itself and its English follow from it."""

import ast
import builtins
import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from deckspace.engine.hearthstone import cards, codes, vocabulary, words
from deckspace.engine.hearthstone.describe.speaker import Speaker
from deckspace.engine.hearthstone.effects import interpreter
from uncompiled import uncompiled

ACTIONS = {word: phrase for group in vocabulary.ACTIONS.values() for word, phrase in group.items()}
TABLES = {  # the words, the class that says them, the prefix of the speaker's methods, that of the constants
    "actions": (ACTIONS, words.Action, "do_", ""),
    "values": (vocabulary.VALUES, words.Value, None, "V_"),
    "conditions": (vocabulary.CONDITIONS, words.Condition, "if_", "C_"),
    "bases": (vocabulary.BASES, words.Who, "who_", ""),
    "events": (vocabulary.EVENTS, words.Head, None, ""),
    "auras": (vocabulary.AURAS, words.Aura, "while_", "A_"),
}
NEW_WORDS = """
from deckspace.engine.hearthstone import vocabulary
vocabulary.ACTIONS["characters"]["tickle"] = "tickle {who}"
vocabulary.ACTIONS["rest"]["gain_luck"] = "gain {amount Luck}"
vocabulary.BASES["audience"] = "the audience"
vocabulary.VALUES["my_luck"] = "equal to your Luck"
vocabulary.CONDITIONS["is_raining"] = ("it rains", "it does not rain")
vocabulary.EVENTS["LAUGHS"] = "{when} {subject} laughs"
vocabulary.AURAS["sunshine"] = "the sun shines"
from deckspace.engine.hearthstone import codes
from deckspace.engine.hearthstone.describe import describe_clauses
from deckspace.engine.hearthstone.encode import Book, Encoder
from deckspace.engine.hearthstone.tables import card_table
from deckspace.engine.hearthstone.words import *
table = card_table("mesb")
does = (laughs(enemies) >> tickle(audience) >> gain_luck(my_luck) >> when(~is_raining, draw()), sunshine)
book = Book("mesb", table, {"Wisp": does})
Encoder(book).encode()
record, card = book.record, book.record.cards[book.number("Wisp")]
pc = record.triggers[card.first_trigger].pc
rows = [record.rows[pc + i] for i in range(4)]
print(codes.TICKLE <= codes.LAST_OF_CHARACTERS < codes.FREEZE)
print([row.op for row in rows[:3]] == [codes.TICKLE, codes.GAIN_LUCK, codes.WHEN])
print(record.selectors[rows[0].selector].origin == codes.AUDIENCE)
print(record.values[rows[1].value].kind == codes.V_MY_LUCK)
rain = record.conditions[rows[2].condition]
print((rain.kind, rain.negated) == (codes.C_IS_RAINING, 1))
print(card.event_mask == 1 << codes.LAUGHS, record.auras[card.first_aura].kind == codes.A_SUNSHINE)
print(*describe_clauses(does, table, table["Wisp"]))
"""


def test_a_new_word_of_each_kind_takes_one_entry():
    *right, said = uncompiled("-c", NEW_WORDS).splitlines()
    assert right == ["True"] * 5 + ["True True"]
    laughs = "Whenever an enemy laughs, tickle the audience and gain Luck equal to your Luck."
    assert said == f"The sun shines. {laughs} If it does not rain, draw a card."


@pytest.mark.parametrize("kind", TABLES)
def test_every_word_has_a_constant_of_its_own(kind):
    table, _, _, prefix = TABLES[kind]
    first = {"actions": 1, "values": 1, "conditions": 1, "auras": 1}.get(kind, 0)
    assert [getattr(codes, prefix + word.upper()) for word in table] == [*range(first, first + len(table))]
    assert len(table) < (32 if kind == "events" else 256)
    names = [prefix + word.upper() for table, _, _, prefix in TABLES.values() for word in table]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", TABLES)
def test_what_every_phrase_asks_for_is_known(kind):
    table, word_type, told, _ = TABLES[kind]
    known = {field.name for field in fields(word_type)}
    for word, phrase in table.items():
        if phrase is vocabulary.BY_METHOD:
            assert told is None or hasattr(Speaker, told + word), word
        for name in re.findall(r"{(\w+)", " ".join(phrase) if isinstance(phrase, tuple) else phrase or ""):
            assert hasattr(Speaker, f"part_{name}") or name in known, (word, name)


@pytest.mark.parametrize("kind", TABLES)
def test_every_word_can_be_said(kind):
    """A word without arguments goes by its own name; of the others some function or constant makes each."""
    table, word_type, _, _ = TABLES[kind]
    if kind in ("values", "conditions", "auras"):
        for word in vocabulary.alone(table):
            assert getattr(words, word) == word_type(word)
    source = "".join(path.read_text() for path in Path(words.__file__).parent.glob("*.py"))
    for word in table:
        known = hasattr(words, word.lower()) or f'("{word}"' in source or word in ("jump", "area", "DREW")
        assert known, word


def test_the_words_are_what_cards_are_written_in_and_nothing_else():
    assert len(words.__all__) == len(set(words.__all__)) > 300
    assert {"play", "damage", "chosen", "TAUNT", "itself", "freeze"} <= set(words.__all__)
    assert not {"dataclass", "replace", "vocabulary", "who", *vars(builtins)} & set(words.__all__)


@pytest.mark.parametrize("module", (*cards.MODULES, cards.sabberstone), ids=lambda module: module.__name__)
def test_what_cards_share_speaks_known_words_only(module):
    """A word that does not exist stops the import where it stands in a card's line; a function waits for its call."""
    nodes = list(ast.walk(ast.parse(inspect.getsource(module))))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert names - own - {*vars(module), *vars(builtins)} == set()


def test_every_action_is_in_a_group_that_the_kernel_asks_for():
    source = open(interpreter.__file__).read()
    asked = re.findall(r"LAST_OF_(\w+):\n\s+return (\w+)", source)
    assert asked == [(each, f"change_{each.lower()}") for each in "CHARACTERS BOARD CARDS MORE_CARDS".split()]
    for group, function in [*asked, ("REST", "change_rest"), ("STEPS", "step")]:
        *_, last = vocabulary.ACTIONS[group.lower()]
        assert getattr(codes, last.upper()) == getattr(codes, f"LAST_OF_{group}")
        assert hasattr(interpreter, function)


def test_records_of_the_book_keep_their_numbers_aligned():
    for name in "CARD ROW TRIGGER AURA SELECTOR VALUE CONDITION POOL".split():
        kind = getattr(codes, f"{name}_TYPE")
        size = max(kind[field].base.itemsize for field in kind.names)
        assert kind.itemsize % size == 0
        assert all(kind.fields[field][1] % kind[field].base.itemsize == 0 for field in kind.names)
    assert codes.CARD_TYPE.itemsize == 64
