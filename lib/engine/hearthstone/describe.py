"""A card says what it does: English sentences made from its behaviour and its table's keywords.

``describe("Knife Juggler")`` reads the expression that the engine plays, so a player who cannot
program can check a card. No card is named here: every word has its phrase in vocabulary.py (or a method
here, where the table says TOLD), every sentence is put together from phrases. What stands in round brackets is an explanation, such as
which cards chance draws from.
"""

import re
from dataclasses import fields, is_dataclass, replace

from lib.engine.hearthstone import state, vocabulary, words
from lib.engine.hearthstone.cards import behaviour
from lib.engine.hearthstone.english import (
    ALL_AREAS,
    FIXED,
    HANDS,
    SPOKEN,
    STRUCTURE,
    adjectives,
    afterwards,
    all_of,
    any_one,
    article,
    at_random,
    card_noun,
    card_nouns,
    counted,
    described,
    is_one,
    is_order,
    is_statement,
    joined,
    keyword_name,
    keyword_names,
    noun_of,
    number,
    plural,
    sentence,
    signed,
    singular,
    title,
)
from lib.engine.hearthstone.tables import card_table

HERE = " (of the cards in this set)"  # behind what chance draws from

PHRASES = {word: phrase for group in vocabulary.ACTIONS.values() for word, phrase in group.items()}


def describe(key, card_set="mesb"):
    """Return what the card of this key (or id, or name) does, "" if it has a body only.

    Raises ValueError for an unknown card or card set.
    """
    table = card_table(card_set)
    card = table[key]
    return " ".join([*keyword_sentences(card), *sentences(table, card, behaviour(card_set))])


def sentences(table, card, behaviours):
    """Return the sentences of a card's behaviour, without its keywords."""
    return describe_clauses(behaviours.get(card.key, ()), table, card, behaviours)


def describe_clauses(clauses, table=None, card=None, behaviours=None):
    """Return the sentences of a clause, an aura, or a tuple of them."""
    clauses = clauses if isinstance(clauses, tuple) else (clauses,)
    speaker = Speaker(table, card, behaviours)
    said = [speaker.aura(each) for each in clauses if isinstance(each, words.Aura)]
    heads = [each for each in clauses if isinstance(each, words.Clause)]
    options = [
        each for each in heads if each.head.event.startswith("option") and speaker.kind != "HERO_POWER"
    ]
    speaker.replaces = {each.head.event for each in heads} >= {"play", "combo"}
    said += [speaker.clause(each) for each in heads if each not in options]
    if options:
        said.append(
            "Choose One - " + "; or ".join(speaker.clause(each).rstrip(".") for each in options) + "."
        )
    needs = [speaker.requirement(each) for each in heads]
    return [sentence(each) for each in [*said, *needs] if each]


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


# --- The speaker ---------------------------------------------------------------------------


def find_chosen(what):
    """Return the Chosen somewhere inside clauses, actions and values, or None."""
    if isinstance(what, words.Chosen):
        return what
    inner = what if isinstance(what, tuple) else ()
    if is_dataclass(what):
        inner = [getattr(what, field.name) for field in fields(what)]
    return next((found for found in map(find_chosen, inner) if found), None)


def merged(actions):
    """Return the actions of a script with those of one choice made one."""
    out = []
    for action in actions:
        if action.word == "offer" and out and out[-1].word == "offer":
            out[-1] = replace(out[-1], card=words.any_one_of(out[-1].card, action.card))
        else:
            out.append(action)
    return out


class Speaker:
    """Turns clauses into English, and keeps in mind what has been mentioned, so that it can say "it"."""

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

    # --- Clauses -------------------------------------------------------------------------

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
        if event == "thrown":
            return "when you discard this, " + self.steps(clause.actions, begun=True)
        return ("Secret: " if self.in_secret else "") + self.triggered(clause)

    def combo(self, said):
        """Say that what a combo does is done in place of the battlecry, if there is one."""
        if not self.replaces:
            return said
        if ". " in said:
            return "Instead, " + said[:1].lower() + said[1:]
        return said.rstrip(".") + " instead"

    def triggered(self, clause):
        """Return "Whenever ..., ..." of a clause that answers to an event."""
        head = clause.head
        opening, left = self.opening(head)
        opening = {
            state.IN_HAND: "while this is in your hand, ",
            state.IN_DECK: "while this is in your deck, ",
        }.get(head.zone, "") + opening
        condition = f"{self.only_if(left)}, " if left else ""
        return sentence(f"{opening}, {condition}{self.steps(clause.actions, begun=True)}")

    def steps(self, actions, begun=False):
        """Return the sentences of a script; `begun` if it goes on a sentence."""
        groups = [[]]  # orders are joined by "and"; a condition or a statement is a sentence of its own
        for action in merged(actions):
            phrase = self.action(action)
            alone = not is_order(phrase) and not (begun and is_statement(phrase))
            groups += [[phrase], []] if alone else []
            groups[-1] += [phrase] if phrase and not alone else []
        said = [joined(group) for group in groups if group]
        if begun:
            first, *rest = said or ["nothing happens"]
            return " ".join([first + ".", *(sentence(each) for each in rest)])
        return " ".join(sentence(each) for each in said)

    def requirement(self, clause):
        """Return when a card can be played, "" if always."""
        needs = [action.condition for action in clause.actions if action.word == "require"]
        return f"Playable only if {joined([self.condition(need) for need in needs])}" if needs else ""

    # --- When ----------------------------------------------------------------------------

    def opening(self, head):
        """Return (the words for an event, the condition that they leave to be said)."""
        self.left = head.condition
        return self.fill(vocabulary.EVENTS[self.event], head), self.left

    def part_when(self, head, _):
        return "when" if self.in_secret else "whenever"

    def part_turn(self, head, _):
        return {words.ME: "your turn", words.ENEMY: "your opponent's turn", words.BOTH: "each turn"}[
            head.side
        ]

    def part_drawer(self, head, _):
        return self.does(head.side, "draw")

    def part_discarder(self, head, _):
        return self.does(head.side, "discard")

    def part_overloader(self, head, _):
        return self.does(head.side, "Overload")

    def part_gainer(self, head, _):
        return self.does(head.side, "gain")

    def part_caster(self, head, _):
        """Return who aims a spell, as far as the condition tells: who casts one has the turn."""
        if head.condition is None or head.condition.kind != "is_my_turn":
            return "a spell is aimed"
        self.left = head.condition.also
        return "your opponent aims a spell" if head.condition.negated else "you aim a spell"

    def does(self, side, verb):
        """Return what a side does: "you draw", "your opponent draws"."""
        return {
            words.ME: f"you {verb}",
            words.ENEMY: f"your opponent {verb}s",
            words.BOTH: f"a player {verb}s",
        }[side]

    def part_secret(self, head, _):
        return {words.ME: "a friendly Secret", words.ENEMY: "an enemy Secret", words.BOTH: "a Secret"}[
            head.side
        ]

    def part_somebody(self, head, _):
        verb = self.verb(head.filter)
        self.mentioned = "subject"
        return {
            words.ME: f"you {verb}",
            words.ENEMY: f"your opponent {verb}s",
            words.BOTH: f"a player {verb}s",
        }[head.side]

    def part_a_card(self, word, _):
        return article(card_noun(word.filter))

    def verb(self, what):
        return "cast" if what.type == "SPELL" and not what.secret else "play"

    def part_summoned(self, head, _):
        self.mentioned = "subject"
        if head.who.base == "itself":
            return f"{self.me} is summoned"
        kind = words.Who(areas=10, filter=head.who.filter, other=head.who.other)
        who = {2: "you summon ", 8: "your opponent summons "}.get(head.who.areas & 10, "")
        return f"{who}{any_one(kind)}" + ("" if who else " is summoned")

    def part_whom(self, head, _):
        """Return the attacked where the condition names it."""
        attacked, self.left = self.attacked(head.condition)
        self.mentioned = "attacker"
        return f" {attacked}" * bool(attacked)

    def part_subject(self, head, _):
        return self.one_subject(head.who)

    def attacked(self, condition):
        """Return (whoever a condition says is attacked, what else it says)."""
        if condition is None or condition.negated:
            return "", condition
        if condition.kind in ("defender_is_my_hero", "defender_is_my_minion"):
            mine = "your hero" if condition.kind == "defender_is_my_hero" else "one of your minions"
            return mine, condition.also
        if condition.kind == "at_least" and condition.who.base == "defender":
            return article(card_noun(condition.who.filter, "character")), condition.also
        return "", condition

    def one_subject(self, who):
        """Return the subject of an event."""
        self.mentioned = "subject"
        if who is None:
            return "a character"
        return self.who(who) if who.base != "area" else any_one(who)

    # --- Who -----------------------------------------------------------------------------

    def who(self, who):
        """Return a set of characters as it is named here: "all enemies", "a minion", "it"."""
        if isinstance(who, words.Chosen) or who.base == "target":
            return self.target()
        if who.base == "itself":
            return self.me
        if who.base in vocabulary.SINGLES:
            return self.special(who)
        phrase = vocabulary.BASES[who.base]
        if phrase is vocabulary.TOLD:
            return getattr(self, "who_" + who.base)(who)
        return self.again_or(who, self.fill(phrase, who))

    def who_bystanders(self, who):
        return self.who(words.Who(areas=ALL_AREAS, filter=who.filter, other=True, random=who.random))

    def who_area(self, who):
        if who.areas == 0:
            return "nobody"
        if who.random:
            self.mentioned = None
            return at_random(who)
        if who.areas in FIXED:
            return FIXED[who.areas]
        return self.again_or(who, all_of(who))

    def part_minions(self, who, _):
        return plural(noun_of(who.filter, "minion")) + afterwards(who.filter)

    def part_target(self, word, _):
        return self.target()

    def part_me(self, word, _):
        return self.me

    def again_or(self, who, phrase):
        """Return "them" for the characters mentioned just before, else the phrase."""
        again, self.mentioned = self.mentioned == who, who
        return "them" if again else phrase

    def target(self):
        """Return the chosen character: introduced once, "it" from then on."""
        if self.known_target:
            self.mentioned = "target"
            return "it"
        self.known_target, self.mentioned = True, "target"
        if self.aimed is not None:
            return at_random(self.aimed)
        if self.chosen is None:
            return "the chosen character"
        return any_one(self.chosen.who & self.chosen.filter)

    def special(self, who):
        """Return one character that the event or the script knows, "it" where it has been mentioned last."""
        phrase = self.fill(vocabulary.SINGLES[who.base], who)
        same = self.about_attack() and {self.mentioned, who.base} <= {"subject", "attacker"}
        if self.mentioned == who.base or same:
            return "it"
        self.mentioned = who.base
        return phrase

    def part_that(self, who, _):
        return "that character" if self.about_attack() or self.event in ("HURT", "HEALED") else "that minion"

    def about_attack(self):
        return self.event in ("ATTACKS", "AFTER_ATTACK")

    def whose(self, who, thing):
        """Return a property: "its Attack", "the Attack of all minions"."""
        name = self.who(who)
        if name in ("it", "them"):
            return ("its " if name == "it" else "their ") + thing
        if is_one(who):
            return f"{name}'s {thing}"
        return f"the {thing} of {name}"

    # --- How much ------------------------------------------------------------------------

    def amount(self, value):
        """Return (figure, rest): ("3", ""), ("1", " for each enemy minion"), ("", " equal to its Attack")."""
        if not isinstance(value, words.Value):
            return str(value), ""
        if value.kind == "memory" and self.noted is not None:
            figure, rest = self.amount(self.noted * value.scale + value.add)
            rest = rest.replace("equal to your Mana", "equal to the Mana spent")
            return figure, rest.replace(" with ", " that had ")  # it was counted before
        phrase = vocabulary.VALUES[value.kind]
        if phrase.startswith("for each "):
            one = self.fill(phrase.removeprefix("for each "), value)
            return str(abs(value.scale)), f" for each {self.each(value, one)}"
        if phrase.startswith("equal to "):
            thing = self.fill(phrase.removeprefix("equal to "), value)
            times = {1: "", 2: "twice "}.get(abs(value.scale), f"{abs(value.scale)} times ")
            if value.scale < 0 < value.add:
                return "", f" equal to {value.add} minus {times}{thing}"
            extra = "" if not value.add else f" {'plus' if value.add > 0 else 'minus'} {abs(value.add)}"
            return "", f" equal to {times}{thing}{extra}"
        times = "" if value.scale == 1 and not value.add else f"{value.scale} times "
        return times + self.fill(phrase, value), ""

    def each(self, value, one):
        """Return what is counted, one of it."""
        if value.kind == "my_hand" and value.add == -value.scale:
            return "other " + one
        if not value.add:
            return one
        return f"{one}, {'less' if value.add * value.scale < 0 else 'and'} {abs(value.add)}"

    def part_one(self, value, _):
        return self.counted_one(value.who)

    def counted_one(self, who):
        if who.base == "neighbours":
            return "adjacent minion"
        if who.base != "area":
            return self.who(who)
        return ("other " if who.other or who.except_target else "") + singular(who)

    def bonus(self, attack, health):
        """Return "+2/+1", "+3 Attack", "+1 Health for each ...", "" for nothing."""
        if isinstance(attack, words.Value) or isinstance(health, words.Value):
            return self.variable_bonus(attack, health)
        if attack and health:
            return f"{signed(attack)}/{signed(health)}"
        return f"{signed(attack)} Attack" if attack else f"{signed(health)} Health" if health else ""

    def variable_bonus(self, attack, health):
        name = "Attack and Health" if attack and health else "Attack" if attack else "Health"
        figure, rest = self.amount(attack or health)
        if attack and health and attack != health:
            return joined([self.variable_bonus(attack, 0), self.variable_bonus(0, health)])
        if not figure or not figure.isdigit():
            return f"{name}{rest}" if not figure else f"{figure} {name}{rest}"
        return (f"+{figure}/+{figure}" if attack and health else f"+{figure} {name}") + rest

    # --- If ------------------------------------------------------------------------------

    def only_if(self, condition):
        """Return "if ..." or, for chance, "with a 50% chance"."""
        said = self.condition(condition)
        return said if said.startswith("with ") else f"if {said}"

    def condition(self, condition):
        """Return a condition as a sentence without an end: "you have a Secret"."""
        if condition.also is not None:
            return f"{self.condition(replace(condition, also=None))} and {self.condition(condition.also)}"
        phrases = vocabulary.CONDITIONS[condition.kind]
        if phrases is vocabulary.TOLD:
            return getattr(self, "if_" + condition.kind)(condition)
        return self.fill(phrases[condition.negated], condition)

    def part_name(self, word, _):
        return self.name(word.name)

    def part_percent(self, condition, _):
        return str(100 // condition.n)

    def part_pool(self, condition, _):
        return joined([self.name(key) for key in condition.pool.keys])

    def if_at_least(self, condition):
        """Return "you have 4 or more minions", "it is Frozen", "there is a Murloc"."""
        who, n, no = condition.who, condition.n, condition.negated
        if isinstance(who, words.Chosen) or who.base != "area":
            return self.is_like(who, no)
        if who.areas in FIXED:
            return (
                f"{FIXED[who.areas]} is {'not ' * no}{joined(adjectives(who.filter))}{afterwards(who.filter)}"
            )
        mine = {2: "you control", 8: "your opponent has"}.get(
            who.areas, "there are" if n > 1 or no else "there is"
        )
        kind = words.Who(areas=10, filter=who.filter, other=who.other) if who.areas in (2, 8) else who
        if n == 1:
            what = ("no " + ("other " if who.other else "") + singular(kind)) if no else any_one(kind)
            return f"{mine} {what}"
        before, noun, after = described(kind, n)
        what = " ".join(word for word in ("other" if who.other else "", before, noun) if word) + after
        return f"{mine} {'fewer than ' + str(n) if no else str(n) + ' or more'} {what}"

    def if_number_at_least(self, condition):
        """Return "there are 6 or more cards in your opponent's hand", "your Spell Damage is 1 or more"."""
        n, value, no = condition.n, condition.value, condition.negated
        phrase = vocabulary.VALUES[value.kind]
        if value.kind in ("my_hand", "enemy_hand"):
            holder = "you have" if value.kind == "my_hand" else "your opponent has"
            return f"{holder} {f'fewer than {n}' if no else f'{n} or more'} cards in hand"
        if phrase.startswith("for each "):
            one = self.each(value, self.fill(phrase.removeprefix("for each "), value))
            return f"you count {'fewer than' if no else 'at least'} {n} of this: {one}"
        thing = self.fill(phrase.removeprefix("equal to "), value)
        return f"{thing} is {'less than ' + str(n) if no else str(n) + ' or more'}"

    def is_like(self, who, no):
        """Return what a filter says of one character: "it is a friendly Demon", "it has Taunt"."""
        name, what = self.who(who), who.filter
        side = {2: "friendly", 3: "friendly", 8: "enemy", 12: "enemy"}.get(who.areas, "")
        noun = noun_of(what, "minion" if side else "")
        said = []
        if noun:
            said.append(article(" ".join(word for word in (side, *adjectives(what), noun) if word)))
        elif adjectives(what):
            said.append(joined(adjectives(what)))
        if not said and not afterwards(what):
            return f"{name} is {'no longer' if no else 'still'} in play"
        tail = afterwards(what)
        if not said and tail.startswith((" with ", " without ")):
            return f"{name} {'does not have' if no else 'has'} {tail.removeprefix(' with ')}"
        return f"{name} is {'not ' * no}{joined(said)}{tail}"

    # --- Cards ---------------------------------------------------------------------------

    def name(self, key):
        """Return a card's name, which is its key where there is no table."""
        if key == words.found:
            return "copy of it"
        return self.table[key].name if self.table and key in self.table else key

    def body(self, key, n=1):
        """Return a token with its numbers and keywords: "a 2/1 Imp", "two 2/2 Treants with Taunt"."""
        name = self.name(key)
        card = self.table[key] if self.table and key in self.table else None
        figures = f"{card.attack}/{card.health} " if card and card.type in ("MINION", "WEAPON") else ""
        after = ""
        if card and card.type == "MINION":
            names = [keyword_name(word) for word in card.keywords if word not in (*STRUCTURE, *SPOKEN)]
            after = f" with {joined(names)}" if names else ""
        if n == 1:
            return article(figures + name) + after
        return f"{number(n)} {figures}{plural(name)}{after}" if n else f"{figures}{plural(name)}{after}"

    def cards(self, card, n=1, bodies=False):
        """Return n cards of a key or a pool."""
        if not isinstance(card, words.Pool):
            return self.body(card, n) if bodies else counted(n, self.name(card))
        if card.pools:
            kinds = [self.cards(pool).removesuffix(HERE).replace("a random", "a") for pool in card.pools]
            return joined(kinds, "or") + HERE * any(pool.filter is not None for pool in card.pools)
        if card.counted:
            first, second, last = (
                self.body(card.keys[i]).removeprefix("a ").removeprefix("an ") for i in (0, 1, -1)
            )
            figures = [said.removesuffix(" " + self.name(card.keys[0])) for said in (first, second, last)]
            return f"{article(self.name(card.keys[0]))} (each time the next one: {figures[0]}, {figures[1]} and so on to {figures[2]})"
        if card.keys:
            names = [self.body(key) if bodies else self.name(key) for key in card.keys]
            said = f"{joined(names, 'or')} at random" if bodies else f"a random one of {joined(names)}"
            said += " (but none that you control already)" * card.missing
            return said if n == 1 else f"{number(n)} times {said}"
        noun, nouns = card_noun(card.filter), card_nouns(card.filter)
        own = " other than itself" if card.but_itself else ""
        what = f"a random {noun}" if n == 1 else f"{number(n)} random {nouns}"
        what += " of your opponent's class" * card.enemy_class
        what += " of the same cost" * card.same_cost
        return f"{what}{own}{HERE}"

    def several(self, value, phrase):
        """Return phrase(n) for an amount, with " for each ..." where it has to be counted."""
        if not isinstance(value, words.Value):
            return phrase(value)
        figure, rest = self.amount(value)
        if figure.isdigit():
            return phrase(int(figure)) + rest
        if figure:
            return phrase(2).replace("two ", f"{figure} ", 1)
        return phrase(2).replace("two ", "", 1) + rest.replace(" equal to", " equal in number to")

    def hand(self, side):
        names = {
            words.ME: "your hand",
            words.ENEMY: "your opponent's hand",
            words.BOTH: "both players' hands",
        }
        return names.get(side, "the other player's hand")

    def power(self, key):
        """Return what a hero power does, in quotation marks behind its name."""
        if key == words.found:
            return "that one"
        card = self.table[key] if self.table and key in self.table else None
        said = " ".join(sentences(self.table, card, self.behaviours)) if card else ""
        return f'{self.name(key)} "{said}"' if said else self.name(key)

    # --- Actions -------------------------------------------------------------------------

    def action(self, action):
        """Return what is done, as an order: "draw a card"; "" if there is nothing to say."""
        phrase = PHRASES[action.word]
        if phrase is vocabulary.TOLD:
            return getattr(self, "do_" + action.word)(action)
        return self.fill(phrase, action)

    def fill(self, phrase, word):
        """Return a phrase of the vocabulary with what its braces stand for."""
        return re.sub(r"{(\w+) ?(.*?)}", lambda found: self.part(found[1], word, found[2]), phrase)

    def part(self, name, word, rest):
        method = getattr(self, "part_" + name, None)
        return method(word, rest) if method else str(getattr(word, name))

    def part_who(self, action, _):
        return self.who(action.who)

    def part_one_of_them(self, action, _):
        return at_random(replace(action.who, random=1))

    def part_each_one(self, action, _):
        return self.who(action.who) if is_one(action.who) else f"each {singular(action.who)}"

    def part_whose(self, word, thing):
        return self.whose(word.who, thing)

    def part_amount(self, action, thing):
        """Return "3", "3 Armor", "Armor equal to ...", "1 Armor for each ..."."""
        figure, rest = self.amount(action.amount)
        if not thing:
            return figure + rest.removeprefix(" equal to ")
        return f"{figure} {thing}{rest}".strip()

    def part_some(self, action, noun):
        return self.several(action.amount, lambda n: counted(n, noun))

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

    def part_hand(self, action, _):
        return self.hand(action.side)

    def part_weapon(self, action, _):
        return self.weapon(action.side)

    def part_power(self, action, _):
        return self.power(action.card)

    def part_bodies(self, action, _):
        return self.cards(action.card, bodies=True)

    def part_cards(self, action, _):
        return self.several(action.amount, lambda n: self.cards(action.card, n))

    def do_damage(self, action):
        dealer = self.target() if action.flag else ""
        figure, rest = self.amount(action.amount)
        if isinstance(action.amount, words.Value) and action.amount.kind == "its_attack":
            return f"deal damage equal to its own Attack to each {singular(action.who)}"
        if dealer:
            return f"{dealer} deals {figure or 'damage'}{' damage' * bool(figure)}{rest} to {self.who(action.who)}"
        if figure:
            return f"deal {figure} damage to {self.who(action.who)}{rest}"
        return f"deal damage{rest} to {self.who(action.who)}"

    def do_heal(self, action):
        if action.amount == words.heal_fully(words.nobody).amount:
            return f"restore {self.who(action.who)} to full Health"
        figure, rest = self.amount(action.amount)
        return f"restore {figure}{' ' * bool(figure)}Health{rest} to {self.who(action.who)}"

    def gains(self, who, things):
        """Return "gain ..." for the card itself, "give ... ..." for others."""
        if who.base == "itself" and self.kind == "MINION" and self.me != "it":
            return f"gain {things}"
        return f"give {self.who(who)} {things}"

    def do_give(self, action):
        return self.gains(action.who, self.things(action))

    def do_give_this_turn(self, action):
        things = self.things(action)
        return self.gains(action.who, things.replace(" this turn", "") + " this turn")

    def things(self, action):
        names = [name.removeprefix("has ") for name in keyword_names(action.keywords)]
        names = [f'"{sentence(name)}"' if name[0].islower() and name[:2] != "a " else name for name in names]
        return joined([self.bonus(action.amount, action.second), *names]) or "nothing"

    def do_give_spell_damage(self, action):
        figure, rest = self.amount(action.amount)
        return self.gains(action.who, f"Spell Damage +{figure}{rest}")

    def do_take(self, action):
        names = [name.removesuffix(" until your next turn") for name in keyword_names(action.keywords)]
        return f"remove {joined(list(dict.fromkeys(names)))} from {self.who(action.who)}"

    def owner_of(self, who):
        """Return the side that a set of characters is of, None where that is not said."""
        areas = self.chosen.who.areas if who.base == "target" and self.chosen else who.areas
        return HANDS.get(areas)

    def do_into_deck(self, action):
        decks = {words.ME: "your deck", words.ENEMY: "your opponent's deck"}
        owner = action.side if action.flag else self.owner_of(action.who)
        deck = decks.get(owner, "its owner's deck")
        return f"shuffle {self.who(action.who)} into {deck}"

    def do_bounce(self, action):
        hand = "its owner's hand" if is_one(action.who) else "their owners' hands"
        if self.owner_of(action.who):
            hand = self.hand(self.owner_of(action.who))
        more = ""
        if action.amount:
            more = f", where {'it costs' if is_one(action.who) else 'they cost'} {self.change(action.amount)}"
        return f"return {self.who(action.who)} to {hand}{more}"

    def change(self, n):
        """Return a change of cost: "(2) more"."""
        figure, rest = self.amount(n)
        negative = n.scale < 0 if isinstance(n, words.Value) else n < 0
        figure = figure.removeprefix("-") or "1"
        rest = rest.replace(" equal to ", " for each point of ")
        return f"({figure}) {'less' if negative else 'more'}{rest}"

    def do_summon(self, action):
        side = self.part_for_whom(action, "")
        if action.card == words.found and self.mentioned == "chosen":
            return f"summon it{side}"
        self.mentioned = "made" if action.amount == 1 else None
        return "summon " + self.several(
            action.amount, lambda n: self.cards(action.card, n, bodies=True) + side
        )

    def do_summon_around(self, action):
        if action.amount >= 6:
            return f"summon {self.cards(action.card, 0, bodies=True)} until your side is full"
        return (
            "summon "
            + self.several(action.amount, lambda n: self.cards(action.card, n, bodies=True))
            + " beside this minion"
        )

    def do_resummon(self, action):
        name = self.me if self.event == "death" else "it"
        return f"summon {name} again" + (f" with {action.amount} Health" if action.amount else "")

    def do_draw_like(self, action):
        def found(n):
            return (
                f"a random {card_noun(action.filter)}"
                if n == 1
                else f"{number(n)} random {card_nouns(action.filter)}"
            )

        instead = f" ({article(self.name(action.card))} for each missing one)" if action.card else ""
        return "draw " + self.several(action.amount, found) + f" from your deck{instead}"

    def do_copy_from_enemy_deck(self, action):
        def copies(n):
            return "a copy of a random card" if n == 1 else f"copies of {number(n)} random cards"

        return "add " + self.several(action.amount, copies) + " in your opponent's deck to your hand"

    def do_draw_until(self, action):
        if action.side == words.SUBJECT:
            return f"that player draws until there are {action.amount} cards in their hand"
        return f"{self.part_you(action, 'draw')} until there are {action.amount} cards in {self.hand(action.side)}"

    def do_offer(self, action):
        self.mentioned = "chosen"
        if action.card.but_chosen:
            return "Discover another of them"
        if action.card.pools or not action.card.keys:
            said = self.cards(action.card).removeprefix("a random ")
            return f"Discover {said if action.card.pools else article(said)}"
        names = joined([self.name(key) for key in action.card.keys], "or")
        return f"Discover {names}" + " (but not your Hero Power)" * action.card.but_power

    def do_make_spell(self, action):
        names = dict.fromkeys(self.name(key) for key in action.card.keys)
        return f"add {article(joined(list(names), 'or'))} that does both to your hand"

    def do_do_parts(self, action):
        names = dict.fromkeys(self.name(key) for key in action.card.keys)
        if action.flag:
            return "nothing happens, whatever it is aimed at"
        return f"do what its two parts do, which are two of {joined(list(names))}, in this order"

    def do_shuffle_in(self, action):
        decks = {words.ME: "your deck", words.ENEMY: "your opponent's deck", words.BOTH: "both decks"}
        card = self.several(action.amount, lambda n: self.cards(action.card, n))
        return f"shuffle {card} into {decks.get(action.side, 'the deck of its owner')}"

    def do_mill(self, action):
        deck = {words.ME: "your deck", words.ENEMY: "your opponent's deck"}.get(action.side, "the deck")
        top = self.several(action.amount, lambda n: "top card" if n == 1 else f"top {number(n)} cards")
        return f"remove the {top} of {deck}"

    def do_cheapen_hand(self, action):
        return f"{card_nouns(action.filter)} in {self.hand(action.side)} cost {self.change(-action.amount)}"

    def do_grow_in_hand(self, action):
        return f"give this card {self.bonus(action.amount, action.second) or 'nothing'}"

    def do_give_one_keyword(self, action):
        return f"give {self.who(action.who)} {joined(keyword_names(action.keywords), 'or')} at random"

    def do_put_into_play(self, action):
        where = "hand" if action.flag & 1 else "deck"
        kind = card_noun(action.filter & words.minion_cards)
        copy = "a copy of " if action.flag & 2 else ""
        who = {words.ME: ("summon", "your"), words.ENEMY: ("your opponent summons", "their")}.get(
            action.side, ("each player summons", "their")
        )
        self.mentioned = "made"
        if action.second:
            copy = f"a {action.amount}/{action.second} " + copy.removeprefix("a ")
        return f"{who[0]} {copy}a random {kind} from {who[1]} {where}"

    def do_aim_at(self, action):
        self.aimed = action.who  # said where something happens to it
        return ""

    def do_summon_copies(self, action):
        figures = f"{action.amount}/{action.second} " * bool(action.second)
        if is_one(action.who):
            return f"summon {article(figures + 'copy')} of {self.who(action.who)}"
        return f"summon {article(figures + 'copy')} of each of {self.who(action.who)}"

    def do_reveal(self, action):
        self.mentioned = "drawn"
        return f"reveal a random {card_noun(action.filter)} in your deck"

    def do_upgrade(self, action):
        times = {1: "", 2: "the second time, "}.get(action.amount, f"the {action.amount}th time, ")
        return f"{times}this becomes {article(self.name(action.card))}"

    def do_give_in_hand(self, action):
        noun, nouns = card_noun(action.filter, "minion"), card_nouns(action.filter, "minion")
        whom = f"a random {noun}" if action.flag else f"all {nouns}"
        return f"give {whom} in your hand {self.bonus(action.amount, action.second)}"

    def do_copy_cheapest(self, action):
        return f"add a copy of the {card_noun(action.filter)} that costs least in your hand to your hand"

    def do_note_card(self, action):
        if isinstance(action.who, words.Chosen):
            return f"choose {self.target()}"
        self.mentioned = action.who.base
        return ""

    def do_discard(self, action):
        if action.amount == words.HAND_ALL:
            return "discard your hand"
        return "discard " + self.several(action.amount, lambda n: counted(n, "random card"))

    def weapon(self, side):
        if side == words.ME and self.kind == "WEAPON":
            return "this weapon"
        return {words.ME: "your weapon", words.ENEMY: "your opponent's weapon", words.BOTH: "both weapons"}[
            side
        ]

    def do_give_weapon(self, action):
        weapon, attack, durability = self.weapon(action.side), action.amount, action.second
        if not isinstance(durability, words.Value) and durability < 0 and not attack:
            return f"{weapon} loses {-durability} Durability"
        if attack and durability:
            return f"give {weapon} {self.bonus(attack, durability)}"
        bonus = self.bonus(attack or durability, 0) or "nothing"
        return f"give {weapon} {bonus if attack else bonus.replace('Attack', 'Durability', 1)}"

    def do_mana(self, action):
        return (
            "gain "
            + self.several(action.amount, lambda n: f"{n} Mana Crystal{'s' * (n != 1)}")
            + " for this turn only"
        )

    def do_crystals(self, action):
        if action.side == words.ME and action.amount < 0:
            return f"destroy {counted(-action.amount, 'Mana Crystal')} of yours"
        kind = "Mana Crystal" if action.flag or action.amount < 0 else "empty Mana Crystal"
        who = {words.ME: "", words.ENEMY: "your opponent ", words.BOTH: "each player "}[action.side]
        verb = ("loses" if who else "lose") if action.amount < 0 else ("gains" if who else "gain")
        return f"{who}{verb} {counted(abs(action.amount), kind)}"

    def do_discount(self, action):
        cost = "(0)" if action.flag & 1 else self.change(action.amount)
        enemy = action.side == words.ENEMY
        verb = self.verb(action.filter)
        you = f"your opponent {verb}s" if enemy else f"you {verb}"
        turn = "" if action.flag & 2 else " next turn" if enemy else " this turn"
        if action.second:
            noun = card_noun(action.filter) if action.second == 1 else card_nouns(action.filter)
            many, costs = ("", "costs") if action.second == 1 else (f"{number(action.second)} ", "cost")
            return f"the next {many}{noun} {you}{turn} {costs} {cost}"
        return f"{'enemy' if enemy else 'your'} {card_nouns(action.filter)} cost {cost}{turn}"

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
        speaker = Speaker(self.table, None, self.behaviours)
        speaker.kind, speaker.me = "MINION", me
        said = speaker.clause(action.clause).removesuffix(".")
        if action.flag:  # it happens once
            turn = "this turn" if action.clause.head.event == "TURN_ENDS" else "your next turn"
            said = said.replace("your turn", turn, 1)
        return said if action.clause.head.event == "death" else said[:1].lower() + said[1:]

    def do_replace_hero(self, action):
        power, weapon = action.clause
        health = (
            f" ({self.table[action.card].health} Health)" if self.table and action.card in self.table else ""
        )
        said = f"replace your hero with {self.name(action.card)}{health} (Hero Power: {self.power(power)})"
        said += " (it keeps your Armor)" * action.flag
        return said + (f" (weapon: {self.body(weapon)})" if weapon else "")

    def do_destroy_secrets(self, action):
        whose = {words.ME: "friendly ", words.ENEMY: "enemy ", words.BOTH: ""}[action.side]
        if not action.amount:
            return f"destroy all {whose}Secrets"
        return "destroy " + counted(action.amount, f"random {whose}Secret")

    def do_remember(self, action):
        self.noted = action.amount  # said where it is used
        return ""

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

    # --- Always --------------------------------------------------------------------------

    def aura(self, aura):
        """Return what a card does as long as it is in play."""
        self.forget()
        phrase = vocabulary.AURAS[aura.kind]
        if phrase is vocabulary.TOLD:
            return getattr(self, "while_" + aura.kind)(aura)
        return self.fill(phrase, aura)

    def part_change(self, aura, _):
        return self.change(aura.amount)

    def part_bonus(self, aura, _):
        return self.bonus(aura.amount, 0)

    def part_as_long_as(self, aura, _):
        return self.as_long_as(aura.condition)

    def as_long_as(self, condition, subject_is_me=False):
        if condition is None:
            return ""
        if condition.kind == "self_damaged" and subject_is_me and not condition.negated:
            return " while damaged"
        return f" while {self.condition(condition)}"

    def while_stats(self, aura):
        things = self.things(words.Action("give", aura.who, aura.attack, aura.health, aura.keywords))
        if aura.who.base == "itself":
            return f"has {things}{self.as_long_as(aura.condition, subject_is_me=True)}"
        verbs = ("is", "are") if things == keyword_name("IMMUNE") else ("has", "have")
        return f"{self.who(aura.who)} {verbs[not is_one(aura.who)]} {things}{self.as_long_as(aura.condition)}"

    def while_cost(self, aura):
        whose = {words.ME: "your", words.ENEMY: "your opponent's", words.BOTH: "all"}[aura.side]
        least = f", but not less than ({aura.least})" if aura.least else ""
        if aura.condition is not None and aura.condition.kind == "first_minion_this_turn":
            you = {words.ME: "you play", words.ENEMY: "your opponent plays", words.BOTH: "a player plays"}[
                aura.side
            ]
            return (
                f"the first {card_noun(aura.filter)} {you} each turn costs {self.change(aura.amount)}{least}"
            )
        return f"{whose} {card_nouns(aura.filter)} cost {self.change(aura.amount)}{least}{self.as_long_as(aura.condition)}"
