"""What may stand together in a card's text: whatever would be lost without a word is refused with one.

The words of words/ can be joined in more ways than the book has room for: two battlecries, two different
targets, a random number where only a plain one is kept. `check_card` raises ValueError for these, with a
sentence that says what is wrong and what would be right; encode.py puts the card's name before it.
"""

from deckspace.engine.hearthstone import codes, state, vocabulary, words
from deckspace.engine.hearthstone.vocabulary import FOR_BOTH, OF_POOLS, PLAIN_NUMBERS

AIMED = ("play", "combo", "option_1", "option_2")  # clauses for which a target is chosen
NAMES = {"option_1": "first option", "option_2": "second option"}  # of clauses, where their event is no name
TARGETS = tuple(
    base for base, phrase in vocabulary.BASES.items() if "{target}" in (phrase or "")
)  # sets that are empty if nothing was chosen
IN_PLAY_ONLY = "Taunt and other keywords, attack and damage can be asked of characters in play only"


def parts_of(behaviour):
    """Return the clauses and auras of a behaviour in one flat tuple; raises ValueError for anything else."""
    if isinstance(behaviour, tuple):
        return tuple(part for each in behaviour for part in parts_of(each))
    if isinstance(behaviour, words.Clause | words.Aura):
        return (behaviour,)
    if isinstance(behaviour, words.Head):
        raise ValueError(
            f"`{name_of(behaviour)}` does nothing alone; say what happens, as in `play >> draw()`."
        )
    if isinstance(behaviour, words.Action):
        raise ValueError(
            f"`{behaviour.word}` does not say when it happens; begin a clause, as in `play >> draw()`."
        )
    raise ValueError(f"A card's behaviour is made of clauses and auras, not of {behaviour!r}.")


def check_card(kind, is_secret, parts):
    """Raise ValueError where the parts of a card of this type cannot stand together as they do."""
    clauses = [part for part in parts if isinstance(part, words.Clause)]
    auras = [part for part in parts if isinstance(part, words.Aura)]
    check_events([clause.head.event for clause in clauses])
    if sum(aura.kind == "own_cost" for aura in auras) > 1:
        raise ValueError("There are two `costs_itself`; a card can have one, of one number.")
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
                f"A clause `{name_of(part.head)}` cannot be granted, only a Deathrattle or an answer."
            )
        check_clause(part)
    check_events([part.head.event for part in parts])


def check_events(events):
    """Raise ValueError for clauses of which one would take the other's place."""
    for event in (*AIMED, "death", "drawn", "thrown"):
        if events.count(event) > 1:
            what = NAMES.get(event, f"clause `{event}`")
            raise ValueError(f"There is more than one {what}; join their actions with >> in one.")
    for event in ("play", "combo"):
        if event in events and "option_2" in events:
            raise ValueError(
                f"`choose` leaves no room for a clause `{event}`; put its actions into both options."
            )


def is_secret_head(head):
    return head.event.startswith("secret ")


def is_answer(head):
    """Tell whether a clause answers to an event."""
    return head.event.removeprefix("secret ") in codes.EVENTS


def name_of(head):
    """Return how a head is called in a message."""
    return NAMES.get(head.event, head.event.lower())


def check_place(kind, is_secret, clause):
    """Raise ValueError for a clause that a card of this type can never make use of."""
    head = clause.head
    if not is_answer(head) and head.event not in (*AIMED, "death", "drawn", "thrown"):
        raise ValueError(f"A clause cannot begin with {head.event!r}.")
    if is_secret_head(head) != is_secret:
        wrong = (
            "only a Secret has clauses `secret(...)`"
            if is_secret_head(head)
            else "a Secret's are `secret(...)`"
        )
        raise ValueError(f"The clause `{name_of(head)}` would never be live: {wrong}.")
    if head.zone != state.IN_PLAY:
        return
    if kind == "SPELL" and not is_secret and head.event not in (*AIMED, "drawn", "thrown"):
        raise ValueError(f"A spell is not in play, so its `{name_of(head)}` would never happen.")
    if kind == "HERO_POWER" and head.event not in ("play", words.aimed.event):
        raise ValueError(
            f"A hero power has clauses `play` and `aimed` only; its `{name_of(head)}` would never happen."
        )


# --- One clause ----------------------------------------------------------------------------


def check_clause(clause):
    """Raise ValueError where a part of a clause would be lost."""
    for action in clause.actions:
        if not isinstance(action, words.Action):
            raise ValueError(f"What follows >> is one action, not {action!r}.")
    if is_answer(clause.head):
        check_head(clause.head)
    elif clause.head.condition and not is_aimed_at_times(clause):
        raise ValueError(f"A clause `{name_of(clause.head)}` takes no `where`; use `require` or `when`.")
    actions = list(flat(clause.actions))
    check_requirements(clause, actions)
    check_targets(clause, actions)
    for action in actions:
        check_action(action)


def is_aimed_at_times(clause):
    """Tell whether a clause is a `play` that has a target only if its condition holds."""
    sets = [who for action in flat(clause.actions) for who in sets_of(action)]
    return clause.head.event == "play" and any(isinstance(who, words.Chosen) for who in sets)


def flat(actions):
    """Yield all actions, those inside `when` too."""
    for action in actions:
        yield action
        yield from flat(action.then)
        yield from flat(action.otherwise)


def check_requirements(clause, actions):
    """Raise ValueError for a `require` that the rules would not ask for, or not as it says."""
    if not any(action.word == "require" for action in actions):
        return
    if clause.head.event not in ("play", "option_1", "option_2"):
        raise ValueError(f"A clause `{name_of(clause.head)}` cannot `require` anything; use `when`.")
    if sum(action.word == "require" for action in clause.actions) < sum(a.word == "require" for a in actions):
        raise ValueError("`require` is asked before the card is played, so it cannot stand inside `when`.")


def sets_of(thing):
    """Yield the sets of characters that an action, value, head, aura or condition speaks of, branches aside."""
    if isinstance(thing, words.Who):
        yield thing
        return
    for name in ("who", "amount", "second", "attack", "condition", "also"):
        inner = getattr(thing, name, None)
        if isinstance(inner, words.Who | words.Value | words.Condition):
            yield from sets_of(inner)


def check_targets(clause, actions):
    """Raise ValueError for targets that nobody chooses, or of which one would decide for the others."""
    sets = [who for action in actions for who in sets_of(action)]
    chosen = {who.who for who in sets if isinstance(who, words.Chosen)}
    aimed = clause.head.event in AIMED
    if chosen and not aimed:
        raise ValueError(
            f"Nobody chooses anything for a clause `{name_of(clause.head)}`, so it has no `chosen`."
        )
    if len(chosen) > 1:
        raise ValueError(
            "It has `chosen` out of different sets, but one target; say `target` the second time."
        )
    noted = any(action.word == "aim_at" for action in actions)
    if not chosen and not noted and any(who.base in TARGETS for who in sets):
        raise ValueError("It speaks of a target, but there is no `chosen`, so nobody would ever be meant.")
    for who in sets:
        check_chosen(who)


def check_value(value):
    """Raise ValueError for a number worked out of two others that are worked out in the game."""
    if isinstance(value, words.Value) and not (isinstance(value.scale, int) and isinstance(value.add, int)):
        raise ValueError("A number worked out in the game can only be joined with plain ones by + and *.")


def check_chosen(who):
    """Raise ValueError for a set `chosen` whose own restrictions would be lost."""
    if not isinstance(who, words.Chosen):
        return
    if who != words.Chosen(who=who.who):
        raise ValueError("`chosen` is narrowed from inside, as in `chosen(other(minions & damaged))`.")
    if who.who.base != "area" or who.who.random:
        raise ValueError("`chosen` is out of all characters of an area, none of them drawn by chance.")


def check_action(action):
    """Raise ValueError for arguments that the interpreter does not look at."""
    word = action.word
    check_value(action.amount)
    check_value(action.second)
    if word in PLAIN_NUMBERS and not (isinstance(action.amount, int) and isinstance(action.second, int)):
        raise ValueError(f"The number of `{word}` is a plain one; it cannot be worked out in the game.")
    if word == "copy_from_enemy_deck" and not 1 <= action.amount <= 3:
        raise ValueError(f"`copy_from_enemy_deck` copies one to three cards, not {action.amount}.")
    if action.side == words.BOTH and word not in FOR_BOTH:
        raise ValueError(f"`{word}` is for one side; for both write it twice, for ME and for ENEMY.")
    if isinstance(action.card, words.Pool):
        check_pool(word, action.card)
    if action.filter:
        check_filter_of_cards(action.filter)
    check_condition(action.condition)
    if word == "grant":
        check_granted(parts_of(action.clause))


def check_pool(word, pool):
    """Raise ValueError for a pool where only one card is looked at, or one that says two things."""
    if word not in OF_POOLS:
        raise ValueError(f"`{word}` takes one card by name, not a random one of many.")
    if pool.keys and pool.filter:
        raise ValueError("A pool is a list of cards or a filter, not both.")
    if pool.filter:
        check_filter_of_cards(pool.filter)


def check_condition(condition):
    """Raise ValueError where a condition asks of a card what only characters have."""
    while condition:
        if condition.filter:
            check_filter_of_cards(condition.filter)
        condition = condition.also


def check_filter_of_cards(what):
    """Raise ValueError for a filter of cards that asks for what only characters in play have."""
    limits = what.attack_min >= 0 or what.attack_max >= 0
    if what.keywords or what.lacking or what.damaged or limits:
        raise ValueError(f"{IN_PLAY_ONLY}, not of cards elsewhere.")


# --- Answers and auras ---------------------------------------------------------------------


def check_head(head):
    """Raise ValueError for an event whose subject cannot be as a head says."""
    check_condition(head.condition)
    if any(who.base in TARGETS for who in sets_of(head)):
        raise ValueError(
            f"Nothing has been chosen when `{name_of(head)}` happens, so its subject is no target."
        )
    if head.who is None:
        check_filter_of_cards(head.filter)
        return
    who, name = head.who, name_of(head)
    if who.base not in ("area", "itself") or who.random or who.except_target or (who.other and not who.areas):
        raise ValueError(f"The subject of `{name}` is `itself` or an area, all of it or all but itself.")
    if who.base == "area" and who.areas not in areas_that_events_know():
        raise ValueError(
            f"The subject of `{name}` is heroes, minions or both of one side or both, not of a mixture."
        )
    event = head.event.removeprefix("secret ")
    if event == "DIES":
        if who.base == "itself":
            raise ValueError("A minion does not see its own death; use `death`.")
        if who.areas & (words.MY_HERO | words.ENEMY_HERO):
            raise ValueError("`dies` is about minions only; no card outlives a hero.")
        check_filter_of_cards(who.filter)
    if event == "FATAL_DAMAGE" and not (is_secret_head(head) and who == words.my_hero):
        raise ValueError("Only a Secret can answer to fatal damage, and only to that of its own hero.")


def areas_that_events_know():
    """Return the areas that are all kinds of some sides: a trigger keeps kinds and sides apart."""
    sides = (words.friends.areas, words.enemies.areas, words.characters.areas)
    kinds = (words.heroes.areas, words.minions.areas, words.characters.areas)
    return {side & kind for side in sides for kind in kinds}


def check_aura(kind, aura):
    """Raise ValueError for an aura that would have no effect, or not all of it."""
    if any(isinstance(who, words.Chosen) or who.base in TARGETS for who in sets_of(aura)):
        raise ValueError("Nobody chooses anything for an aura, so it has no `chosen` and no `target`.")
    check_value(aura.amount)
    check_value(aura.attack)
    if aura.kind == "own_cost":
        if not isinstance(aura.amount, words.Value) and not aura.condition:
            raise ValueError(
                "`costs_itself` takes a number worked out in the game; a plain cost is in the table."
            )
        return
    if not isinstance(aura.amount, int) or not isinstance(aura.health, int):
        raise ValueError("Only the attack that an aura gives can be worked out in the game, no other number.")
    either = ("MINION", "WEAPON")
    needed = {"immune_while_attacking": ("WEAPON",), "weapon": either, "stats": either}.get(
        aura.kind, ("MINION",)
    )
    if kind not in needed:
        raise ValueError(f"An aura of this kind has an effect on a {' or '.join(needed).lower()} only.")
    check_filter_of_cards(aura.filter)
    check_condition(aura.condition)
