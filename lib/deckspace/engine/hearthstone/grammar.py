"""The grammar of behaviours: expressions of which the book would silently lose a part are refused.

The words of words/ can be joined in more ways than the book can store: two battlecries, two different targets, a random
number where only a plain one fits. `check_card` raises ValueError for these, with a sentence that says what is wrong
and what would be right; encode.py prepends the card's name.
"""

from deckspace.engine.hearthstone import codes, state, vocabulary, words
from deckspace.engine.hearthstone.vocabulary import FOR_BOTH, OF_POOLS, PLAIN_NUMBERS

AIMED = ("play", "combo", "option_1", "option_2")  # clauses for which a target is chosen
NAMES = {"option_1": "first option", "option_2": "second option"}  # of clauses whose events have other names
TARGETS = tuple(
    base for base, phrase in vocabulary.BASES.items() if "{target}" in (phrase or "")
)  # sets that are empty without a choice
IN_PLAY_ONLY = "Filters for keywords such as Taunt, attack or damage can be used only for characters in play"


def parts_of(behaviour):
    """Return the clauses and auras of a behaviour in one flat tuple; raises ValueError for anything else."""
    if isinstance(behaviour, tuple):
        return tuple(part for each in behaviour for part in parts_of(each))
    if isinstance(behaviour, words.Clause | words.Aura):
        return (behaviour,)
    if isinstance(behaviour, words.Head):
        raise ValueError(f"`{name_of(behaviour)}` does nothing alone; add an action, as in `play >> draw()`.")
    if isinstance(behaviour, words.Action):
        raise ValueError(
            f"`{behaviour.word}` does not say when it happens; begin a clause, as in `play >> draw()`."
        )
    raise ValueError(f"A card's behaviour must consist of clauses and auras, not of {behaviour!r}.")


def check_card(kind, is_secret, parts):
    """Raise ValueError if a card of this type cannot have these parts together."""
    clauses = [part for part in parts if isinstance(part, words.Clause)]
    auras = [part for part in parts if isinstance(part, words.Aura)]
    check_events([clause.head.event for clause in clauses])
    if sum(aura.kind == "own_cost" for aura in auras) > 1:
        raise ValueError("There is more than one `costs_itself`; a card can have only one.")
    for clause in clauses:
        check_place(kind, is_secret, clause)
        check_clause(clause)
    for aura in auras:
        check_aura(kind, aura)


def check_granted(parts):
    """Raise ValueError for clauses that cannot be granted to a character."""
    for part in parts:
        if isinstance(part, words.Aura):
            raise ValueError("An aura cannot be granted; give attack, health or keywords with `give`.")
        if part.head.event in AIMED or is_secret_head(part.head):
            raise ValueError(
                f"A clause `{name_of(part.head)}` cannot be granted, only a Deathrattle or a trigger."
            )
        check_clause(part)
    check_events([part.head.event for part in parts])


def check_events(events):
    """Raise ValueError for clauses of which one would replace another."""
    for event in (*AIMED, "death", "drawn", "itself_discarded"):
        if events.count(event) > 1:
            what = NAMES.get(event, f"clause `{event}`")
            raise ValueError(f"There is more than one {what}; join their actions with >>.")
    for event in ("play", "combo"):
        if event in events and "option_2" in events:
            raise ValueError(
                f"`choose` leaves no room for a clause `{event}`; put its actions into both options."
            )


def is_secret_head(head):
    return head.event.startswith("secret ")


def is_trigger(head):
    """Tell whether a clause is triggered by an event."""
    return head.event.removeprefix("secret ") in codes.EVENTS


def name_of(head):
    """Return the name of a head in messages."""
    return NAMES.get(head.event, head.event.lower())


def check_place(kind, is_secret, clause):
    """Raise ValueError for a clause that can never take effect on a card of this type."""
    head = clause.head
    if not is_trigger(head) and head.event not in (*AIMED, "death", "drawn", "itself_discarded"):
        raise ValueError(f"A clause cannot begin with {head.event!r}.")
    if is_secret_head(head) != is_secret:
        wrong = (
            "only a Secret can have clauses `secret(...)`"
            if is_secret_head(head)
            else "the clauses of a Secret must be `secret(...)`"
        )
        raise ValueError(f"The clause `{name_of(head)}` would never be live: {wrong}.")
    if head.zone != state.IN_PLAY:
        return
    if kind == "SPELL" and not is_secret and head.event not in (*AIMED, "drawn", "itself_discarded"):
        raise ValueError(f"A spell is not in play, so its `{name_of(head)}` would never happen.")
    if kind == "HERO_POWER" and head.event not in ("play", words.aimed.event):
        raise ValueError(
            f"A hero power can have only clauses `play` and `aimed`; its `{name_of(head)}` would never happen."
        )


# --- One clause ----------------------------------------------------------------------------


def check_clause(clause):
    """Raise ValueError if a part of a clause would be lost."""
    for action in clause.actions:
        if not isinstance(action, words.Action):
            raise ValueError(f">> must be followed by an action, not by {action!r}.")
    if is_trigger(clause.head):
        check_head(clause.head)
    elif clause.head.condition and not is_aimed_conditionally(clause):
        raise ValueError(f"A clause `{name_of(clause.head)}` cannot have a `where`; use `require` or `when`.")
    actions = list(flat(clause.actions))
    check_requirements(clause, actions)
    check_targets(clause, actions)
    for action in actions:
        check_action(action)


def is_aimed_conditionally(clause):
    """Tell whether a clause is a `play` that has a target only if its condition holds."""
    sets = [who for action in flat(clause.actions) for who in sets_of(action)]
    return clause.head.event == "play" and any(isinstance(who, words.Chosen) for who in sets)


def flat(actions):
    """Yield all actions, including those inside `when`."""
    for action in actions:
        yield action
        yield from flat(action.then)
        yield from flat(action.otherwise)


def check_requirements(clause, actions):
    """Raise ValueError for a `require` that the rules would not check."""
    if not any(action.word == "require" for action in actions):
        return
    if clause.head.event not in ("play", "option_1", "option_2"):
        raise ValueError(f"A clause `{name_of(clause.head)}` cannot `require` anything; use `when`.")
    if sum(action.word == "require" for action in clause.actions) < sum(a.word == "require" for a in actions):
        raise ValueError("`require` is checked before the card is played, so it cannot be inside `when`.")


def sets_of(thing):
    """Yield the sets of characters in an action, value, head, aura or condition, except those in branches."""
    if isinstance(thing, words.Who):
        yield thing
        return
    for name in ("who", "amount", "second", "attack", "condition", "also"):
        inner = getattr(thing, name, None)
        if isinstance(inner, words.Who | words.Value | words.Condition):
            yield from sets_of(inner)


def check_targets(clause, actions):
    """Raise ValueError for targets that nobody chooses, and for several different ones."""
    sets = [who for action in actions for who in sets_of(action)]
    chosen = {who.who for who in sets if isinstance(who, words.Chosen)}
    aimed = clause.head.event in AIMED
    if chosen and not aimed:
        raise ValueError(
            f"Nobody chooses a target for a clause `{name_of(clause.head)}`, so it cannot have `chosen`."
        )
    if len(chosen) > 1:
        raise ValueError(
            "There is only one target, but `chosen` is from different sets; use `target` the second time."
        )
    noted = any(action.word == "aim_at" for action in actions)
    if not chosen and not noted and any(who.base in TARGETS for who in sets):
        raise ValueError("The target is used, but never chosen: add `chosen`.")
    for who in sets:
        check_chosen(who)


def check_value(value):
    """Raise ValueError for a value that is computed from two other values."""
    if isinstance(value, words.Value) and not (isinstance(value.scale, int) and isinstance(value.add, int)):
        raise ValueError("A value computed in the game can be combined only with plain numbers by + and *.")


def check_chosen(who):
    """Raise ValueError for a set `chosen` whose own restrictions would be lost."""
    if not isinstance(who, words.Chosen):
        return
    if who != words.Chosen(who=who.who):
        raise ValueError("`chosen` must be narrowed from inside, as in `chosen(other(minions & damaged))`.")
    if who.who.base != "area" or who.who.random:
        raise ValueError("`chosen` must be from all characters of an area, not from random ones.")


def check_action(action):
    """Raise ValueError for arguments that the interpreter would ignore."""
    word = action.word
    check_value(action.amount)
    check_value(action.second)
    if word in PLAIN_NUMBERS and not (isinstance(action.amount, int) and isinstance(action.second, int)):
        raise ValueError(f"The number of `{word}` must be a plain one, not one computed in the game.")
    if word == "copy_from_enemy_deck" and not 1 <= action.amount <= 3:
        raise ValueError(f"`copy_from_enemy_deck` can copy one to three cards, not {action.amount}.")
    if action.side == words.BOTH and word not in FOR_BOTH:
        raise ValueError(f"`{word}` is for one side; for both, write it twice, for ME and for ENEMY.")
    if isinstance(action.card, words.Pool):
        check_pool(word, action.card)
    if action.filter:
        check_filter_of_cards(action.filter)
    check_condition(action.condition)
    if word == "grant":
        check_granted(parts_of(action.clause))


def check_pool(word, pool):
    """Raise ValueError for a pool where only a single card is allowed, or a contradictory pool."""
    if word not in OF_POOLS:
        raise ValueError(f"`{word}` takes a card by name, not a random one.")
    if pool.keys and pool.filter:
        raise ValueError("A pool must be a list of cards or a filter, not both.")
    if pool.filter:
        check_filter_of_cards(pool.filter)


def check_condition(condition):
    """Raise ValueError if a condition requires of a card what only characters have."""
    while condition:
        if condition.filter:
            check_filter_of_cards(condition.filter)
        condition = condition.also


def check_filter_of_cards(what):
    """Raise ValueError for a filter of cards that requires what only characters in play have."""
    limits = what.attack_min >= 0 or what.attack_max >= 0
    if what.keywords or what.lacking or what.damaged or limits:
        raise ValueError(f"{IN_PLAY_ONLY}, not of cards elsewhere.")


# --- Triggers and auras --------------------------------------------------------------------


def check_head(head):
    """Raise ValueError for a head whose event cannot have such a subject."""
    check_condition(head.condition)
    if any(who.base in TARGETS for who in sets_of(head)):
        raise ValueError(
            f"Nothing has been chosen when `{name_of(head)}` happens, so its subject cannot be a target."
        )
    if head.who is None:
        check_filter_of_cards(head.filter)
        return
    who, name = head.who, name_of(head)
    if who.base not in ("area", "itself") or who.random or who.except_target or (who.other and not who.areas):
        raise ValueError(f"The subject of `{name}` must be `itself`, a whole area, or an area without it.")
    if who.base == "area" and who.areas not in areas_that_events_know():
        raise ValueError(
            f"The subject of `{name}` must be heroes, minions or both, on one side or both, without a mixture."
        )
    event = head.event.removeprefix("secret ")
    if event == "DIES":
        if who.base == "itself":
            raise ValueError("A minion does not react to its own death; use `death`.")
        if who.areas & (words.MY_HERO | words.ENEMY_HERO):
            raise ValueError("`dies` is only for minions: the game ends when a hero dies.")
        check_filter_of_cards(who.filter)
    if event == "FATAL_DAMAGE" and not (is_secret_head(head) and who == words.my_hero):
        raise ValueError("Only a Secret can react to fatal damage, and only to that of its own hero.")


def areas_that_events_know():
    """Return the possible areas of triggers, which combine some kinds of characters with some sides."""
    sides = (words.friends.areas, words.enemies.areas, words.characters.areas)
    kinds = (words.heroes.areas, words.minions.areas, words.characters.areas)
    return {side & kind for side in sides for kind in kinds}


def check_aura(kind, aura):
    """Raise ValueError for an aura that would have no effect, or only a part of it."""
    if any(isinstance(who, words.Chosen) or who.base in TARGETS for who in sets_of(aura)):
        raise ValueError("Nobody chooses a target for an aura, so it cannot have `chosen` or `target`.")
    check_value(aura.amount)
    check_value(aura.attack)
    if aura.kind == "own_cost":
        if not isinstance(aura.amount, words.Value) and not aura.condition:
            raise ValueError(
                "`costs_itself` takes a value computed during the game; a plain cost belongs in the table."
            )
        return
    if not isinstance(aura.amount, int) or not isinstance(aura.health, int):
        raise ValueError("Of an aura's numbers, only its attack can be computed during the game.")
    either = ("MINION", "WEAPON")
    needed = {"immune_while_attacking": ("WEAPON",), "weapon": either, "stats": either}.get(
        aura.kind, ("MINION",)
    )
    if kind not in needed:
        raise ValueError(f"An aura of this kind has an effect only on a {' or '.join(needed).lower()}.")
    check_filter_of_cards(aura.filter)
    check_condition(aura.condition)
