"""The page's view of a game: what its player may see (lib/deckspace/engine/hearthstone/view.py), and the legal moves.

    shown(game, book, side)      # a plain dict of small numbers and words: heroes, boards, hands, cards, moves

The moves are those of `legal` with their parts, so that the page can highlight them and refer to an action by its number.
Each card is explained once, by key.
"""

from functools import cache

from deckspace.engine.hearthstone.cards import behaviour
from deckspace.engine.hearthstone.codes import FIRST_GRANT
from deckspace.engine.hearthstone.describe import describe
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import legal, snapshot
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import (
    CHARGE,
    CHARGE_FOR_NOW,
    DRAW,
    EXHAUSTED,
    SPARES_HEROES_FOR_NOW,
    decode,
)
from deckspace.engine.hearthstone.view import concealed
from deckspace.engine.hearthstone.words.actions import in_a_row
from deckspace.engine.hearthstone.words.who import Chosen


def shown(game, book, side, moves=True):
    """Return what `side` sees of a game, and with `moves` its legal moves (none while the other side is to move)."""
    yours = not game.over and int(game.active) == side
    view = described(concealed(game, side), book, side)
    view["moves"] = [move(game, book, action) for action in legal(game, book)] if yours and moves else []
    return view


def open_view(game, book, side):
    """Return a game with nothing hidden and without moves, for replays."""
    return described(game, book, side) | {"moves": []}


def described(own, book, side):
    """Return the view of a game from `side`; hidden cards must already be removed from `own`."""
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
    """Return one side of a game; in `own`, hidden cards are 0."""
    me, facts = own.players[side], seen["players"][side]
    hero = {"place": int(hero_at(side)), **facts["hero"]}
    hero["max_health"] = int(own.characters[hero["place"]].max_health)
    numbers = ("mana", "max_mana", "overload_next", "overload_locked", "deck_size", "fatigue", "spell_damage")
    return {
        "hero": hero,
        "power": power(me, facts, book) if int(me.power) else None,
        "weapon": facts["weapon"] and {"key": book.key(int(me.weapon.card)), **facts["weapon"]},
        **{name: facts[name] for name in numbers},
        "healing_hurts": bool(me.healing_hurts),
        "secrets": [key(book, one.card) for one in me.secrets[: me.secret_count]],
        "hand": [
            {"key": key(book, held.card), "cost": cost, **facts.get("hand_changes", {}).get(i, {})}
            for i, (held, cost) in enumerate(zip(me.hand, facts["hand_costs"], strict=False))
        ],
        "board": [
            {"place": int(place), **one, **signs(own.characters[int(place)], one, book)}
            for place, one in zip(me.order, facts["board"], strict=False)
        ],
    }


def power(me, facts, book):
    return {"key": book.key(int(me.power)), "cost": facts["power_cost"], "used": bool(me.power_used)}


def signs(body, minion, book):
    """Return the key of a minion, and those of its signs that a snapshot lacks."""
    printed, keywords = book.record.cards[body.card], int(body.keywords) | int(body.aura_keywords)
    speaks = not minion["silenced"]
    granted = (book.record.cards[FIRST_GRANT + (int(one) & 127)] for one in body.granted[: body.grants])
    return {
        "key": book.key(int(body.card)),
        "deathrattle": bool(speaks and printed.death) or any(one.death for one in granted),
        "trigger": bool(body.event_mask),
        "aura": bool(speaks and printed.auras),
        "spell_damage": int(body.spell_damage),
        "spares_heroes": bool(keywords & SPARES_HEROES_FOR_NOW),
        "sleeping": bool(keywords & EXHAUSTED and not keywords & (CHARGE | CHARGE_FOR_NOW)),
    }


def key(book, card):
    """Return the key of a card number, None for a hidden card."""
    return book.key(int(card)) if int(card) else None


def options(own, book, side):
    """Return the keys of the cards that this side has to choose between, or None."""
    if not own.choice.count or int(own.active) != side:
        return None
    return [key(book, card) for card in own.choice.options[: own.choice.count]]


def move(game, book, action):
    """Return the parts of a legal action (`state.decode`), and its description."""
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
    """Return a card: its name, numbers, kind, and a description in English."""
    row = book.table[key]
    about = {"name": row.name, "cost": row.cost, "type": row.type, "race": row.race, "rarity": row.rarity}
    about |= {"attack": row.attack, "health": row.health, "class": row.hero_class}
    about |= {"text": describe(key, book.name_of_set), "heals": heals(book, row.key)}
    return about | {"options": option_names(book, key)}


def heals(book, key):
    """Tell whether a card restores health to a character that is chosen."""
    clauses = behaviour(book.name_of_set).get(key, ())
    steps = [step for one in in_a_row(clauses) for step in getattr(one, "actions", ())]
    return any(step.word == "heal" and isinstance(step.who, Chosen) for step in steps)


def option_names(book, key):
    """Return the names of the two options of a card with Choose One, if they are cards."""
    return [row.name for row in book.table if row.option_of == key]
