"""English for cards: numbers, plurals, and the names of filters and sets of characters.

Sentences are composed in describe/.
"""

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.state import KEYWORDS
from deckspace.engine.hearthstone.vocabulary import SINGLES

NUMBERS = "no one two three four five six seven eight nine ten".split()
PARAPHRASED = {  # keywords that are described instead of named
    "ELUSIVE": "can't be targeted by spells or Hero Powers",
    "CANT_ATTACK": "can't attack",
    "FREEZES": "Freezes any character it damages",
    "ATTACK_IS_HEALTH": "its Attack is always its Health",
    "FORGETFUL": "has a 50% chance to attack a different enemy",
    "CLEAVES": "also damages the neighbours of the minion that it attacks",
    "STEALTH_FOR_NOW": "Stealth until your next turn",
    "IMMUNE_FOR_NOW": "Immune this turn",
    "CHARGE_FOR_NOW": "Charge this turn",
    "EXHAUSTED": "can't attack this turn",
    "SPARES_HEROES_FOR_NOW": "can't attack heroes this turn",
}
STRUCTURE = (
    "BATTLECRY",
    "DEATHRATTLE",
    "COMBO",
    "CHOOSE_ONE",
    "SECRET",
    "ENRAGE",
)  # described by the clauses
RACES = {"MECHANICAL": "Mech", "ALL": "Amalgam"}


# --- Words and endings ---------------------------------------------------------------------


def sentence(text):
    """Return text as a sentence: a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", '."', ".)")) else text + "."


def joined(parts, word="and"):
    """Return "a", "a and b", "a, b and c"."""
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def article(noun):
    """Return the noun with "a" or "an"; a name that begins with "The" is unchanged."""
    if noun.startswith("The "):
        return noun
    first = noun.split("/")[0].split("-")[0]
    vowel = noun[0].lower() in "aeiou" or first in ("8", "11", "18")
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun):
    """Return the plural of a noun or of a card's name."""
    head, of, rest = noun.partition(" of ")
    if of:
        return plural(head) + of + rest
    if noun.endswith("y") and noun[-2:-1] not in "aeou":
        return noun[:-1] + "ies"
    if noun.endswith(("lf", "arf")):
        return noun[:-1] + "ves"
    if noun.endswith("s"):
        return noun
    hissing = noun.endswith(("x", "ch", "sh")) and not noun.endswith("Mech")
    return noun + ("es" if hissing else "s")


def is_statement(phrase):
    """Tell whether a phrase has its own subject: "your opponent draws a card"."""
    return phrase.startswith(
        ("this becomes ", "your ", "enemy ", "the ", "it ", "each ", "both ", "a ", "an ")
    )


def is_instruction(phrase):
    """Tell whether a phrase is an instruction: "draw a card"."""
    return not is_statement(phrase) and not phrase.startswith(
        ("if ", "unless ", "with ", "choose ", "at ", "when", "after ")
    )


def number(n):
    """Return a count in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def counted(n, noun):
    """Return "a card", "two cards"."""
    return article(noun) if n == 1 else f"{number(n)} {plural(noun)}"


def title(word):
    return word.replace("_", " ").title()


def race_name(race):
    return RACES.get(race, title(race))


def keyword_name(word):
    return PARAPHRASED.get(word, title(word))


def keyword_names(mask):
    """Return the names of the keywords in a mask."""
    return [keyword_name(word) for word, bit in KEYWORDS.items() if mask & bit]


def signed(n):
    return f"+{n}" if n >= 0 else str(n)


# --- Filters -------------------------------------------------------------------------------


def adjectives(what):
    """Return the words of a filter that precede the noun."""
    found = [{1: "damaged", 2: "undamaged"}.get(what.damaged, "")]
    if what.keywords == words.FROZEN:
        found.append("Frozen")
    found += [title(word) for word in (what.rarity, what.cls) if word]
    return [word for word in found if word]


def noun_of(what, noun):
    """Return the noun for a filter; `noun` if the filter does not determine one."""
    if what.name:
        return what.name
    if what.secret:
        return "Secret"
    if what.race:
        return race_name(what.race)
    return title(what.type).lower() if what.type else noun


def afterwards(what):
    """Return the words of a filter that follow the noun, each with a leading space."""
    found = []
    if what.keywords and what.keywords != words.FROZEN:
        found.append("with " + joined(keyword_names(what.keywords), "or"))
    if what.lacking:
        found.append("without " + joined(keyword_names(what.lacking), "or"))
    found += [f"with {bounds(what.attack_min, what.attack_max)} Attack"] * (
        what.attack_min >= 0 or what.attack_max >= 0
    )
    if what.cost_min >= 0 or what.cost_max >= 0:
        low, high = (f"({n})" if n >= 0 else -1 for n in (what.cost_min, what.cost_max))
        found.append(f"that costs {bounds(low, high)}")
    flags = (
        ("overload", "Overload"),
        ("spell_damage", "Spell Damage"),
        ("battlecry", "Battlecry"),
        ("deathrattle", "Deathrattle"),
    )
    found += [f"with {name}" for field, name in flags if getattr(what, field)]
    if what.not_race:
        found.append(f"other than {race_name(what.not_race)}s")
    if what.not_name:
        found.append(f"other than {what.not_name}")
    return "".join(" " + words for words in found)


def bounds(low, high):
    """Return "3", "3 or more", "3 or less" or "3 to 5"; -1 means no bound."""
    if low == high:
        return str(low)
    if high == -1:
        return f"{low} or more"
    return f"{high} or less" if low in (-1, 0) else f"{low} to {high}"


def card_noun(what, noun="card"):
    """Return the noun phrase for a filter of cards, without an article: "Mage spell", "card with Overload"."""
    what = what or words.any_card
    return " ".join([*adjectives(what), noun_of(what, noun)]) + afterwards(what)


def card_nouns(what, noun="card"):
    """Return the plural of `card_noun`."""
    what = what or words.any_card
    return " ".join([*adjectives(what), plural(noun_of(what, noun))]) + afterwards(what).replace(
        "that costs", "that cost"
    )


# --- Characters ----------------------------------------------------------------------------

# Areas, as bits: my hero 1, my minions 2, enemy hero 4, enemy minions 8.
FIXED = {1: "your hero", 4: "the enemy hero"}
NOUNS = {  # side, singular, plural
    2: ("friendly", "minion", "minions"),
    3: ("friendly", "character", "characters"),
    5: ("", "hero", "heroes"),
    8: ("enemy", "minion", "minions"),
    10: ("", "minion", "minions"),
    12: ("", "enemy", "enemies"),
    15: ("", "character", "characters"),
}
ALL_AREAS = 15
HANDS = {2: words.ME, 3: words.ME, 8: words.ENEMY, 12: words.ENEMY}


def is_one(who):
    """Tell whether `who` is a single character, so that "has" is right, not "have"."""
    return isinstance(who, words.Chosen) or who.base in SINGLES or who.random == 1 or who.areas in FIXED


def described(who, count=1):
    """Return (before, noun, after) for the characters of an area; `count` decides the number of the noun."""
    side, *nouns = NOUNS[who.areas]
    noun = nouns[count != 1]
    kind = noun_of(who.filter, "")
    if kind:
        side = "enemy" if who.areas == 12 else side
        noun = kind if count == 1 else plural(kind)
    before = [*adjectives(who.filter), side]
    return " ".join(word for word in before if word), noun, afterwards(who.filter)


def singular(who):
    """Return one of `who` without an article: "damaged enemy minion"."""
    if who.areas not in NOUNS:
        return joined(
            [FIXED.get(bit) or singular(words.Who(areas=bit)) for bit in (8, 4, 2, 1) if who.areas & bit],
            "or",
        )
    before, noun, after = described(who)
    return f"{before} {noun}".strip() + after


def any_one(who):
    """Return any one of `who`: "an enemy minion", "another Beast", "your hero"."""
    if who.areas in FIXED:
        return FIXED[who.areas]
    return ("another " + singular(who)) if who.other else article(singular(who))


def all_of(who):
    """Return all of `who`: "all other enemies", "your damaged minions"."""
    other = "other" if who.other or who.except_target else ""
    if who.areas not in NOUNS:
        return joined(
            [
                all_of(words.Who(areas=bit, filter=who.filter)) if bit in NOUNS else FIXED[bit]
                for bit in (1, 2, 4, 8)
                if who.areas & bit
            ]
        )
    before, noun, after = described(who, 2)
    if who.areas in (2, 3):
        return " ".join(word for word in ("your", other, *adjectives(who.filter), noun) if word) + after
    return " ".join(word for word in ("all", other, before, noun) if word) + after


def at_random(who):
    """Return some of `who` at random: "a random enemy", "two other random minions"."""
    if who.random == 1:
        other = "another random" if who.other or who.except_target else "a random"
        return f"{other} {singular(who)}"
    before, noun, after = described(who, who.random)
    other = "other" if who.other or who.except_target else ""
    return " ".join(word for word in (number(who.random), other, "random", before, noun) if word) + after
