"""Cards say what they do: every word has a phrase, every card that does something a sentence."""

import inspect
from dataclasses import fields, replace

import pytest

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.cards import behaviour
from deckspace.engine.hearthstone.describe import describe, describe_clauses
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.engine.hearthstone.words import *
from study.conformance.checks import run
from study.conformance.hearthstone import card_text

ARGUMENTS = {  # by the names that the constructors give to their parameters
    "n": 2, "who": one(enemies), "of": chosen(minions), "pool": one_of("Boar", "Sheep"),
    "area": my_minions, "card": "Boar", "fallback": "Boar", "name": "Boar", "instead": "Boar",
    "power": "INFERNO!", "filter": spells, "condition": has_weapon, "then": draw(),
    "clause": death >> draw(), "side": ENEMY, "low": 2, "high": 3, "attack": 1, "health": 2,
    "durability": 1, "keywords": TAUNT, "more": 1, "cost": 2, "keys": "Boar",
    "pools": one_of("Boar", "Sheep"), "value": Value("my_hand"), "where": 1, "copy": True,
    "head": played(), "first": draw(), "second": draw(2),
}  # fmt: skip
SILENT = {"aim_at", "require", "remember"}  # said elsewhere: at the end, and where the number is used
WITHOUT_PHRASE = {"keep_choice", "note_card", "discard_drawn", "ask", "take_chosen", "resolve_deaths"}


def first_of(made):
    return made[0] if isinstance(made, tuple) and made else made


def constructors(kind):
    """Every function of words/ that returns a `kind`, with the arguments that it must have and with all."""
    found = []
    for name, function in inspect.getmembers(words, inspect.isfunction):
        ours = function.__module__.startswith(words.__name__)
        if not ours or function.__name__ == "<lambda>" or name.startswith("_") or name == "in_a_row":
            continue
        parameters = inspect.signature(function).parameters.values()
        needed = [ARGUMENTS[each.name] for each in parameters if each.default is each.empty]
        if name in WITHOUT_PHRASE or not isinstance(first_of(function(*needed)), kind):
            continue
        found.append(pytest.param(function(*needed), id=name))
        if len(needed) < len(parameters):
            full = function(*(ARGUMENTS.get(each.name, each.default) for each in parameters))
            found.append(pytest.param(full, id=f"{name} in full"))
    return found


def values(kind):
    return [pytest.param(each, id=name) for name, each in vars(words).items() if isinstance(each, kind)]


def said(*clauses):
    """The sentences of clauses that belong to a neutral minion."""
    return " ".join(describe_clauses(clauses, card_table("mesb"), card_table("mesb")["Wisp"]))


def well_formed(text):
    text = text.replace("Rogues Do It...", "Rogues Do It")
    slips = ("  ", "..", " .", " ,", "None", "{", "<", "Value(", "()", "a a ", "a an ")
    whole = text[:1].isupper() and text.endswith((".", '."', ".)"))
    clean = not any(slip in text for slip in slips)
    return whole and clean and text.count('"') % 2 == 0 and text.count("(") == text.count(")")


@pytest.mark.parametrize(
    "word", [each for kind in (Action, Aura, Who) for each in constructors(kind) + values(kind)]
)
def test_every_action_aura_and_set_of_characters_has_a_phrase(word):
    first = first_of(word)
    action = damage(1, word) if isinstance(first, Who) else word
    text = said(word if isinstance(first, Aura) else play >> action)
    assert well_formed(text) or isinstance(first, Action) and first.word in SILENT, text


@pytest.mark.parametrize("head", [*constructors(Head), *values(Head)])
def test_every_event_has_a_phrase(head):
    assert well_formed(said(head >> draw()))
    if head.event.isupper():
        assert said(secret(head) >> draw()).startswith("Secret: ")


@pytest.mark.parametrize("condition", [*constructors(Condition), *values(Condition)])
def test_every_condition_has_a_phrase(condition):
    yes, no = said(play >> when(condition, draw())), said(play >> when(~condition, draw()))
    assert well_formed(yes) and well_formed(no)
    assert condition.kind == "chance" or yes != no


@pytest.mark.parametrize("value", [*constructors(Value), *values(Value)])
def test_every_value_has_a_phrase(value):
    for action in (damage(value, enemies), give(itself, value, value), draw(value), summon("Boar", value)):
        assert well_formed(said(play >> action)), said(play >> action)
    assert well_formed(said(costs_itself(-value)))


@pytest.mark.parametrize("name", SETS)
def test_every_card_that_does_something_says_so(name):
    for card in card_table(name):
        text = describe(card.key, name)
        if behaviour(name).get(card.key) or card.spell_damage or card.overload:
            assert text, card.key
        assert not text or well_formed(text), (card.key, text)


SENTENCES = {
    "Wisp": "",
    "Sunwalker": "Taunt, Divine Shield.",
    "Malygos": "Spell Damage +5.",
    "Knife Juggler": "After you summon another minion, deal 1 damage to a random enemy.",
    "Big Game Hunter": "Battlecry: Destroy a minion with 7 or more Attack.",
    "Defender of Argus": "Battlecry: Give adjacent minions +1/+1 and Taunt.",
    "Leeroy Jenkins": "Charge. Battlecry: Summon two 1/1 Whelps for your opponent.",
    "Mountain Giant": "Costs (1) less for each other card in your hand.",
    "Ysera Awakens": "Deal 5 damage to all characters other than Ysera.",
    "Raging Worgen": "Has +1 Attack and Windfury while damaged.",
}


@pytest.mark.parametrize("key", SENTENCES)
def test_a_card_says_what_it_does(key):
    assert describe(key) == SENTENCES[key]


PHRASES = [
    (play >> damage(4, chosen(enemies)) >> damage(1, but_target(enemies)), "Battlecry: Deal 4 damage to an enemy and deal 1 damage to all other enemies."),
    (play >> damage(2, enemy_minions) >> freeze(enemy_minions), "Battlecry: Deal 2 damage to all enemy minions and Freeze them."),
    (play >> damage(3, some(2, enemy_minions)), "Battlecry: Deal 3 damage to two random enemy minions."),
    (play >> when(exists(my_minions & race("BEAST")), damage(5, chosen), damage(3, chosen)), "Battlecry: If you control a Beast, deal 5 damage to a character; otherwise, deal 3 damage to a character."),
    (play >> grant(chosen(minions), attacks(itself) >> draw()), "Battlecry: Choose a minion; whenever it attacks, draw a card."),
    (play >> grant(my_minions, death >> summon("Treant (Taunt)")), 'Battlecry: Give your minions "Deathrattle: Summon a 2/2 Treant with Taunt."'),
    (combo >> give(itself, 2 * cards_played_before, 2 * cards_played_before), "Combo: Gain +2/+2 for each other card you have played this turn."),
    (choose(draw(), heal(5, chosen)), "Choose One - Draw a card; or Restore 5 Health to a character."),
    (secret(attacks(enemies).where(defender_is_my_hero)) >> damage(2, enemies), "Secret: When an enemy attacks your hero, deal 2 damage to all enemies."),
    (play >> destroy(chosen(my_minions)) >> damage(attack_of(target), enemy_minions), "Battlecry: Destroy a friendly minion and deal damage equal to its Attack to all enemy minions."),
    (play >> summon(any_of(minion_cards & race("BEAST"))), "Battlecry: Summon a random Beast (of the cards in this set)."),
    (turn_ends() >> when(has_secret, give(itself, 2, 2)), "At the end of your turn, if you control a Secret, gain +2/+2."),
]  # fmt: skip


@pytest.mark.parametrize("clauses, text", PHRASES)
def test_a_phrase_is_good_english(clauses, text):
    assert said(*(clauses if isinstance(clauses, tuple) else (clauses,))) == text


# --- Beside the official sentences ---------------------------------------------------------


def test_a_difference_is_named_and_a_reason_accepted():
    sentence = "[x]<b>Deathrattle:</b> Deal $2 damage to a random enemy minion.\n<i>(Not 7.)</i>@Nor this."
    found = card_text.spoken_of(card_text.plain(sentence))
    assert (found["numbers"], found["keywords"]) == ([2], ["deathrattle"])
    assert found["targets"] == ["enemy", "minion", "random"]
    card = card_table("mesb")["Elven Archer"]
    what = ("Elven Archer", "numbers", "only ours 2; only theirs 1")
    for reasons in {}, {what: "for the test"}:
        report = card_text.TextReport(reasons)
        ours = "Battlecry: Deal 2 damage to a character."
        report.card("mesb", card, ours, "<b>Battlecry:</b> Deal 1 damage.")
        assert report.differing == ([] if reasons else [what])
        assert report.ok == bool(reasons)
    assert card_text.TextReport({what: "not needed"}).unneeded == [what]


WHOSE = {
    "your": "your turn",
    "your next": "your turn",
    "each player's": "each turn",
    "your opponent's": "enemy turn",
}


@pytest.mark.parametrize("words", WHOSE)
def test_it_is_compared_whose_turn_it_is(words):
    events = card_text.spoken_of(f"At the end of {words} turn, draw a card.")["events"]
    assert [event for event in set(WHOSE.values()) if event in events] == [WHOSE[words]]


def raised(what):
    """The same behaviour with every amount one higher."""
    if isinstance(what, tuple):
        return tuple(raised(each) for each in what)
    if not isinstance(what, (Clause, Action, Aura)):
        return what
    new = {field.name: raised(getattr(what, field.name)) for field in fields(what)}
    for name in ("amount", "attack", "health"):
        if type(new.get(name)) is int and 0 < new[name] < words.HAND_ALL:
            new[name] += 1
    return replace(what, **new)


def test_a_wrong_number_is_noticed():
    table, right, official = card_table("mesb"), behaviour("mesb"), card_text.official_sentences()
    wrong = {key: raised(clauses) for key, clauses in right.items() if key in table}
    wrong = {key: clauses for key, clauses in wrong.items() if clauses != right[key]}
    missed = []
    for key in wrong:
        report = card_text.TextReport(card_text.read_differences())
        ours = " ".join(describe_clauses(wrong[key], table, table[key], wrong))
        report.card("mesb", table[key], ours, official[table[key].id])
        if not any(kind == "numbers" for _, kind, _ in report.differing):
            missed.append(key)
    assert len(wrong) > 200
    assert missed == ["Onyxia"]  # its Whelps come until there is no more space, six or seven


def test_cards_say_what_the_official_sentences_say():
    report = run("text")
    assert report.ok, str(report)
