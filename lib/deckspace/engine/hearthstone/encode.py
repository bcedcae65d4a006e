"""The encoder of books: it turns tables of numbers and expressions into rows of small integers.

``card_book("mesb")`` is everything that the kernels need to know; ``card_book("mesb", {"Sunwalker": {"attack": 1}})``
is the same with changed numbers. Books of all sets have the same type, so they need no new compilation.
"""

from dataclasses import replace
from functools import lru_cache, reduce
from operator import and_

from deckspace.engine.hearthstone import codes, queries, state, words
from deckspace.engine.hearthstone.cards import LATER, behaviour, unbuilt_of
from deckspace.engine.hearthstone.eras import ERAS
from deckspace.engine.hearthstone.grammar import check_card, flat, is_trigger, parts_of, sets_of
from deckspace.engine.hearthstone.tables import card_table, table_of
from deckspace.engine.records import new_record
from deckspace.errors import shown

SIDES = {
    words.ME: codes.TO_ME,
    words.ENEMY: codes.TO_ENEMY,
    words.BOTH: codes.TO_BOTH,
    "opponent": codes.TO_OPPONENT_OF_SUBJECT,
    words.SUBJECT: codes.TO_SUBJECT,
}
SIDE_BITS = {words.ME: codes.MINE, words.ENEMY: codes.THEIRS, words.BOTH: codes.MINE | codes.THEIRS}
FACTS = ("SECRET", "BATTLECRY", "DEATHRATTLE", "COMBO", "CHOOSE_ONE", "ENRAGE")  # labels without rules
# The compiled function would do the same, but would have to be compiled before the first book.
card_suits = getattr(queries.card_suits, "py_func", queries.card_suits)
MY_AREAS, ENEMY_AREAS = words.MY_HERO | words.MY_MINIONS, words.ENEMY_HERO | words.ENEMY_MINIONS
HERO_AREAS, MINION_AREAS = words.MY_HERO | words.ENEMY_HERO, words.MY_MINIONS | words.ENEMY_MINIONS


def numbers(names):
    return {name: number for number, name in enumerate(names)}


NUMBERS = {  # names in words as numbers: {(class of the word, field): (the book's field, numbers of the names)}
    (words.Action, "word"): ("op", numbers(codes.OPS)),
    (words.Action, "side"): ("side", SIDES),
    (words.Aura, "kind"): ("kind", numbers(codes.AURA_KINDS)),
    (words.Aura, "side"): ("sides", SIDE_BITS),
    (words.Value, "kind"): ("kind", numbers(codes.VALUE_KINDS)),
    (words.Condition, "kind"): ("kind", numbers(codes.CONDITION_KINDS)),
    (words.Who, "base"): ("origin", numbers(codes.BASES)),
    (words.Filter, "type"): ("type", state.TYPES),
    (words.Filter, "race"): ("race", numbers(state.RACES)),
    (words.Filter, "not_race"): ("not_race", numbers(state.RACES)),
    (words.Filter, "rarity"): ("rarity", numbers(state.RARITIES)),
    (words.Filter, "cls"): ("cls", numbers(state.CLASSES)),
    (words.Condition, "name"): ("card", None),  # None: cards of the set
    (words.Action, "card"): ("card", None),
}
# The fields for values computed during the game; `second` has `second_value` ...
VALUE_FIELDS = {"amount": "value", "value": "value"}
BRANCHES = ("then", "otherwise", "clause")  # fields that have rows of their own

HIDDEN_CARD = "a hidden card"  # the name of card number 0


class Book:
    """A card set ready for play: `record` for the kernels, names and numbers for people.

    `table` holds the cards (tables.CardTable), and `overrides` the changes to the set of its name.
    """

    def __init__(self, name, table, behaviours, unbuilt=(), overrides=None):
        self.name_of_set, self.table, self.behaviours = name, table, behaviours
        self.overrides = overrides
        self.record = new_record(codes.BOOK_TYPE)
        self.unbuilt = frozenset(unbuilt)  # keys of unimplemented cards, which random effects leave out
        self.rows = list(table)
        self._number = {row.key: i for i, row in enumerate(self.rows, 1)}

    def number(self, key):
        """Return the number of the card with this key; raises KeyError with the nearest name."""
        if key not in self._number:
            raise KeyError(unknown(key, self._number, self.name_of_set))
        return self._number[key]

    def row(self, number):
        """Return the card with this number (tables.Card)."""
        return self.rows[number - 1]

    def key(self, number):
        return self.rows[number - 1].key

    def name(self, number):
        return self.rows[number - 1].name if number else HIDDEN_CARD

    def id(self, number):
        return self.rows[number - 1].id

    def __len__(self):
        return len(self.rows)

    def __repr__(self):
        changed = f", changed: {', '.join(self.overrides)}" if self.overrides else ""
        return f"<Book {self.name_of_set}: {len(self)} cards{changed}>"


def unknown(name, known, set_name):
    """Return the error message for a name that is not in a card set."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no card {shown(name)} in the card set {set_name!r}.{hint}"


@lru_cache(maxsize=8)
def _plain_book(name):
    return _book(name, None)


def card_book(name, overrides=None):
    """Return the Book of a card set, perhaps with changed numbers (see tables.card_table).

    Raises the errors of `card_table`, and ValueError for a card whose behaviour does not fit or would be partly lost
    (grammar.py); the message names the card and says what would be right.
    """
    return _book(name, overrides) if overrides else _plain_book(name)


def _book(name, overrides):
    table = card_table(name, overrides)
    behaviours = behaviour(name)
    book = Book(name, table, behaviours, unbuilt_of(table, behaviours), overrides)
    Encoder(book).encode()
    return book


class Encoder:
    """Fills a book's record; stores equal selectors, values and conditions only once."""

    def __init__(self, book):
        self.book, self.record = book, book.record
        self.used = {"rows": 1, "triggers": 0, "auras": 0, "grants": 0, "pool_items": 0, "more": 1}
        self.known = {"selectors": {}, "values": {}, "conditions": {}, "pools": {}, "grants": {}}

    def encode(self):
        if len(self.book) >= codes.FIRST_GRANT:
            raise ValueError(f"A card set has at most {codes.FIRST_GRANT - 1} cards, not {len(self.book)}.")
        for number, row in enumerate(self.book.rows, 1):
            self.numbers(self.record.cards[number], row)
        for number, row in enumerate(self.book.rows, 1):
            self.behaviour(self.record.cards[number], row, self.book.behaviours.get(row.key, ()))
        self.record.coin = self.book.number("The Coin")
        self.record.era = ERAS[table_of(self.book.name_of_set)]

    # --- Numbers -------------------------------------------------------------------------

    def numbers(self, card, row):
        for word in row.keywords:
            if word not in FACTS and word not in LATER and word not in state.KEYWORDS:
                raise ValueError(f"{row.key} has the keyword {word}, which the rules do not know.")
        card.keywords = sum(state.KEYWORDS.get(word, 0) for word in row.keywords)
        card.cost, card.attack, card.health = row.cost, row.attack, row.health
        card.type = state.TYPES[row.type]
        card.cls = state.CLASSES.index(row.hero_class)
        card.race, card.rarity = state.RACES.index(row.race), state.RARITIES.index(row.rarity)
        card.overload, card.spell_damage, card.collectible = row.overload, row.spell_damage, row.collectible
        card.secret = "SECRET" in row.keywords
        card.battlecry, card.deathrattle = "BATTLECRY" in row.keywords, "DEATHRATTLE" in row.keywords

    # --- Clauses -------------------------------------------------------------------------

    def behaviour(self, card, row, behaviour):
        """Write the behaviour of a card of the table; raises ValueError with the card's name."""
        try:
            parts = parts_of(behaviour)
            check_card(row.type, "SECRET" in row.keywords, parts)
            self.clauses(card, parts)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{row.key}: {error.args[0]}") from error
        except OverflowError:
            raise ValueError(f"{row.key}: A number in it is negative, or too large for the book.") from None

    def clauses(self, card, parts):
        auras = [part for part in parts if isinstance(part, words.Aura)]
        heads = [part for part in parts if isinstance(part, words.Clause)]
        triggers = [clause for clause in heads if is_trigger(clause.head)]
        for clause in heads:
            if clause not in triggers:
                self.script_of(card, clause)
        card.first_trigger, card.triggers = self.used["triggers"], len(triggers)
        scripts = [self.script(clause.actions) for clause in triggers]
        card.first_trigger = self.used["triggers"]  # scripts may have granted triggers of their own
        for clause, pc in zip(triggers, scripts, strict=True):
            event = 1 << self.trigger(clause.head, pc)
            if clause.head.zone == state.IN_PLAY:
                card.event_mask |= event
            else:
                self.more(card).hidden_mask |= event
        in_play = [a for a in auras if a.kind not in ("own_cost", "attack_is_health")]
        card.first_aura, card.auras = self.used["auras"], len(in_play)
        for each in in_play:
            self.aura(each)
        for each in auras:
            if each.kind == "own_cost":
                plain = not isinstance(each.amount, words.Value)
                card.own_cost = self.value(words.Value("constant", add=each.amount) if plain else each.amount)
                if each.condition:
                    self.more(card).own_cost_if = self.condition(each.condition)
            if each.kind == "attack_is_health":
                card.keywords |= state.ATTACK_IS_HEALTH
        card.special = bool(card.event_mask or card.auras or card.spell_damage)
        asks = card.target, card.combo_target, card.require, card.secret, card.options[0], card.made_up
        card.plain = not any(asks)

    def script_of(self, card, clause):
        """Write the script of a clause such as play, combo, option or death."""
        event, pc = clause.head.event, self.script(clause.actions)
        target = self.target_of(clause.actions)
        require = self.requirement_of(clause.actions)
        if event == "play":
            card.play, card.target, card.require = pc, target, require
            for action in clause.actions:
                if action.word == "do_parts":
                    card.made_up, card.parts = 1 + action.flag, self.pool(action.card)
            if clause.head.condition:
                self.more(card).aims_if = self.condition(clause.head.condition)
        elif event == "drawn":
            self.more(card).drawn = pc
            self.more(card).hidden_mask |= 1 << codes.DREW  # so that its draw is not skipped
        elif event == "itself_discarded":
            self.more(card).discarded = pc
            self.more(card).hidden_mask |= 1 << codes.DISCARDED
        elif event == "combo":
            card.combo, card.combo_target = pc, target
        elif event in ("option_1", "option_2"):
            which = int(event[-1]) - 1
            card.options[which], card.option_targets[which], card.option_requires[which] = pc, target, require
        else:
            card.death = pc

    def more(self, card):
        """Return the row of the book for a card's rarer features."""
        if not card.more:
            card.more = self.take("more", 1)
        return self.record.more[card.more]

    def target_of(self, actions):
        """Return the selector of the targets of these actions; 0 if there is no target."""
        sets = [who for action in flat(actions) for who in sets_of(action)]
        return next((self.selector(who.who) for who in sets if isinstance(who, words.Chosen)), 0)

    def requirement_of(self, actions):
        """Return the joined conditions for playing the card; 0 if there are none."""
        found = [action.condition for action in actions if action.word == "require"]
        return self.condition(reduce(and_, found)) if found else 0

    def trigger(self, head, pc):
        """Add a trigger and return its event."""
        row = self.record.triggers[self.take("triggers", 1)]
        event = codes.EVENTS.index(head.event.removeprefix("secret "))
        row.event, row.pc, row.secret, row.zone = event, pc, head.event.startswith("secret "), head.zone
        row.condition = self.condition(head.condition) if head.condition else 0
        if head.who is None:
            row.sides, row.filter = SIDE_BITS[head.side], self.filter(head.filter)
            return event
        who = head.who
        if who.base == "itself":
            row.sides, row.relation, row.kinds = 3, codes.ONLY_ITSELF, 3
        else:
            row.sides = (codes.MINE if who.areas & MY_AREAS else 0) | (
                codes.THEIRS if who.areas & ENEMY_AREAS else 0
            )
            row.kinds = (codes.HEROES if who.areas & HERO_AREAS else 0) | (
                codes.MINIONS if who.areas & MINION_AREAS else 0
            )
            row.relation = codes.ONLY_OTHERS if who.other else codes.ANY
        row.filter = self.filter(who.filter)
        return event

    def aura(self, aura):
        row = self.record.auras[self.take("auras", 1)]
        self.write(row, aura)
        what = self.record.selectors[row.selector]
        self.record.asks_for_hands |= asks_for_hands(aura)
        conditional_auras = row.condition, row.attack_value, what.keywords, what.lacking, what.damaged
        row.conditional = any(conditional_auras) or what.attack_min >= 0 or what.attack_max >= 0

    # --- Scripts -------------------------------------------------------------------------

    def script(self, actions):
        """Write actions as rows; return the number of the first."""
        rows = [self.row(action, jump) for action, jump in lines(actions)]
        first = self.take("rows", len(rows) + 1)
        for number, row in enumerate(rows, first):
            row.jump += first
            self.record.rows[number] = row
        self.record.rows[first + len(rows)].op = codes.END
        return first

    def row(self, action, jump):
        """Return the row of an action; `jump` is counted from the first row of its script."""
        row = new_record(codes.ROW_TYPE)
        self.write(row, action)
        row.jump = jump
        self.record.asks_for_graves |= action.word == "resurrect"
        if action.word == "grant":
            row.card = self.granted(action.clause, action.flag)
        if action.word == "replace_hero":
            row.amount, row.second = (self.book.number(key) if key else 0 for key in action.clause)
        return row

    def write(self, row, word):
        """Write the fields of a word into a row of the book: plain numbers as they are, other values by number."""
        for name, what in vars(word).items():
            if what in (None, "") or name in BRANCHES:
                continue
            if isinstance(what, words.Who):
                name, what = "selector", self.selector(what)
            elif isinstance(what, words.Filter):
                what = self.filter(what)
            elif isinstance(what, words.Condition):
                what = self.condition(what)
            elif isinstance(what, words.Pool):
                name, what = "pool", self.pool(what)
            elif isinstance(what, words.Value):
                name, what = VALUE_FIELDS.get(name, f"{name}_value"), self.value(what)
            elif what == words.found:
                what = codes.FOUND
            elif isinstance(what, str):
                name, known = NUMBERS.get((type(word), name), (name, None))
                what = known[what] if known else self.book.number(what)
            setattr(row, name, what)

    def granted(self, clause, once):
        """Write an effect that can be granted; return its number, from 0."""
        key = (clause, once)
        if key not in self.known["grants"]:
            number = self.take("grants", 1)
            if number >= 127:
                raise ValueError("A card set can grant at most 127 different effects.")
            self.known["grants"][key] = number
            card = self.record.cards[codes.FIRST_GRANT + number]
            card.type = state.ENCHANTMENT
            self.clauses(card, parts_of(clause))
            for i in range(card.triggers):
                self.record.triggers[card.first_trigger + i].once = once
        return self.known["grants"][key]

    # --- Selectors, values, conditions, pools --------------------------------------------

    def selector(self, who):
        """Return the number of a set of characters; 0 is the empty set."""
        if isinstance(who, words.Chosen):
            who = words.target & who.filter
        if who == words.nobody:
            return 0
        return self.intern("selectors", who, self.write_selector)

    def filter(self, what):
        """Return the number of a selector that is used only for its filter; 0 lets everything pass."""
        return 0 if what == words.any_card else self.selector(words.Who(areas=15, filter=what))

    def write_selector(self, row, who):
        if who.filter.clash:
            raise ValueError(who.filter.clash)
        self.write(row, replace(who, filter=None))
        self.write(row, who.filter)
        row.plain, row.any_class = who.filter == words.any_card, not who.filter.cls

    def value(self, value):
        self.record.asks_for_totems |= value.kind == "totems_summoned"
        self.record.asks_for_discards |= value.kind == "cards_discarded"
        return self.intern("values", value, self.write)

    def condition(self, condition):
        self.record.asks_for_graves |= condition.kind in ("has_died", "friend_has_died")
        return self.intern("conditions", condition, self.write)

    def pool(self, pool):
        return self.intern("pools", pool, self.write_pool)

    def write_pool(self, row, pool):
        numbers = self.members(pool)
        if not numbers:
            raise ValueError(f"No card of the set {self.book.name_of_set!r} is in the pool {pool}.")
        row.first, row.count, row.but_itself = (
            self.take("pool_items", len(numbers)),
            len(numbers),
            pool.but_itself,
        )
        for name in ("missing", "enemy_class", "counted", "but_power", "but_chosen", "same_cost"):
            setattr(row, name, getattr(pool, name))
        for i, number in enumerate(numbers):
            self.record.pool_items[row.first + i] = number

    def members(self, pool):
        """Return the numbers of the cards of a random effect."""
        if pool.pools:
            return [number for each in pool.pools for number in self.members(each)]
        numbers = self.whole_pool(pool)
        return numbers if pool.keys else [n for n in numbers if self.book.key(n) not in self.book.unbuilt]

    def whole_pool(self, pool):
        """Return the same, including unimplemented cards."""
        if pool.pools:
            return [number for each in pool.pools for number in self.whole_pool(each)]
        if pool.keys:
            return [self.book.number(key) for key in pool.keys]
        what, anyone = pool.filter & words.collectible, replace(pool.filter & words.collectible, cls="")
        suiting = self.suiting(what)
        shared = (
            set(self.suiting(anyone)) if what.cls else set()
        )  # cards of three classes count as each of them
        shared = {n for n in shared if what.cls in self.book.row(n).classes}
        return sorted({*suiting, *shared})

    def suiting(self, what):
        """Return the numbers of all cards that pass a filter."""
        selector = new_record(codes.SELECTOR_TYPE)
        self.write_selector(selector, words.Who(areas=15, filter=what))
        return [n for n in range(1, len(self.book) + 1) if card_suits(self.record, n, selector)]

    # --- Room ----------------------------------------------------------------------------

    def intern(self, table, what, write):
        """Return the number of `what` in a table, after writing it there if it is new."""
        known = self.known[table]
        if what not in known:
            rows = getattr(self.record, table)
            number = len(known) + 1
            if number >= len(rows):
                raise ValueError(
                    f"The card set {self.book.name_of_set!r} needs more than {len(rows) - 1} {table}."
                )
            known[what] = number
            write(rows[number], what)
        return known[what]

    def take(self, table, n):
        """Reserve n rows of a table; return the number of the first."""
        sizes = {"rows": codes.ROWS, "triggers": codes.TRIGGERS, "auras": codes.AURAS, "more": codes.MORE}
        sizes |= {"grants": codes.CARDS - codes.FIRST_GRANT, "pool_items": codes.POOL_ITEMS}
        first = self.used[table]
        self.used[table] += n
        if self.used[table] > sizes[table]:
            raise ValueError(
                f"The card set {self.book.name_of_set!r} needs more than {sizes[table]} {table}."
            )
        return first


def asks_for_hands(aura):
    """Tell whether an aura depends on the size of a hand."""
    values = (aura.attack, aura.condition.value if aura.condition else None)
    return any(isinstance(v, words.Value) and v.kind in ("my_hand", "enemy_hand", "hand_gap") for v in values)


def lines(actions):
    """Return [(action, row to jump to)] in a line, including branches; rows are counted from 0.

    `when` jumps if its condition fails, `jump` always.
    """
    out = []
    for action in actions:
        if action.word == "require":
            continue
        if action.word != "when":
            out.append((action, 0))
            continue
        then, otherwise = lines(action.then), lines(action.otherwise)
        start = len(out) + 1
        after_then = start + len(then) + (1 if otherwise else 0)
        out.append((words.Action("when", condition=action.condition), after_then))
        out += [(a, jump + start) for a, jump in then]
        if otherwise:
            out.append((words.Action("jump"), after_then + len(otherwise)))
            out += [(a, jump + after_then) for a, jump in otherwise]
    return out
