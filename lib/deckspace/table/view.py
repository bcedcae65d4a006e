"""What the page is sent of a game: only what its player may see (lib/deckspace/engine/hearthstone/view.py), and the legal moves.

    shown(game, book, side)      # a plain dict of small numbers and words: heroes, boards, hands, cards, moves

The moves are those of `legal`, taken apart, so that the page can light up what can be done and name an action by its
number alone. Cards are explained once each, by key.
"""

from functools import cache

from deckspace.engine.hearthstone.describe import describe
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal, snapshot
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import DRAW, decode
from deckspace.engine.hearthstone.view import concealed


def shown(game, book, side, moves=True):
    """Return what `side` sees of a game; with `moves`, what it may do now (nothing while the other one is to move)."""
    yours = not game.over and int(game.active) == side
    view = told(concealed(game, side), book, side)
    view["moves"] = [move(game, book, action) for action in legal(game, book)] if yours and moves else []
    return view


def open_view(game, book, side):
    """Return all of a game, as it is shown when nothing is hidden any more: both hands, and no moves."""
    return told(game, book, side) | {"moves": []}


def told(own, book, side):
    """Return a game, whose hidden cards have been taken out where they are to be, from `side`."""
    seen, over = snapshot(own, book), bool(own.over)
    view = {
        "turn": int(own.turn),
        "yours": not over and int(own.active) == side,
        "over": over,
        "won": None if not over or int(own.winner) == DRAW else int(own.winner) == side,
        "me": player(own, seen, book, side),
        "foe": player(own, seen, book, 1 - side),
        "choice": options(own, book, side),
    }
    return view | {"cards": explained(view, book)}


def player(own, seen, book, side):
    """Return one side of a game; `own` hides what is hidden, and so has no card in its place."""
    me, told = own.players[side], seen["players"][side]
    hero = {"place": int(hero_at(side)), **told["hero"]}
    numbers = ("mana", "max_mana", "overload_next", "overload_locked", "deck_size", "fatigue", "spell_damage")
    return {
        "hero": hero,
        "power": {"key": book.key(int(me.power)), "cost": told["power_cost"]} if int(me.power) else None,
        "weapon": told["weapon"] and {"key": book.key(int(me.weapon.card)), **told["weapon"]},
        **{name: told[name] for name in numbers},
        "secrets": [key(book, one.card) for one in me.secrets[: me.secret_count]],
        "hand": [
            {"key": key(book, held.card), "cost": cost, **told.get("hand_changes", {}).get(i, {})}
            for i, (held, cost) in enumerate(zip(me.hand, told["hand_costs"], strict=False))
        ],
        "board": [
            {"key": key(book, own.characters[int(place)].card), "place": int(place), **one}
            for place, one in zip(me.order, told["board"], strict=False)
        ],
    }


def key(book, card):
    """Return the key of a card number, None of what is hidden."""
    return book.key(int(card)) if int(card) else None


def options(own, book, side):
    """Return what this side has to choose between now, keys, or None."""
    if not own.choice.count or int(own.active) != side:
        return None
    return [key(book, card) for card in own.choice.options[: own.choice.count]]


def move(game, book, action):
    """Return a legal action, taken apart (`state.decode`), and what it is called."""
    kind, source, target, place, option = decode(action)
    parts = {
        "action": action,
        "kind": kind,
        "source": source,
        "target": target,
        "at": place,
        "option": option,
    }
    return parts | {"says": describe_action(game, book, action)}


# --- Cards ---------------------------------------------------------------------------------


def explained(view, book):
    """Return {key: card} for every card that a view names."""
    keys = set(view["choice"] or ())
    for who in ("me", "foe"):
        each = view[who]
        keys |= {one["key"] for one in each["hand"] + each["board"]} | set(each["secrets"])
        keys |= {each[what]["key"] for what in ("power", "weapon") if each[what]}
    return {each: card(book, each) for each in sorted(keys - {None})}


@cache
def card(book, key):
    """Return what there is to say of a card: its name, figures, kind, and what it does in English."""
    row = book.table[key]
    said = {"name": row.name, "cost": row.cost, "type": row.type, "race": row.race, "rarity": row.rarity}
    said |= {"attack": row.attack, "health": row.health, "class": row.hero_class}
    return said | {"text": describe(key, book.name_of_set), "options": option_names(book, key)}


def option_names(book, key):
    """Return the names of the two options of a card with Choose One, as far as they are cards."""
    return [row.name for row in book.table if row.option_of == key]
