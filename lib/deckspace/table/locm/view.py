"""The page's view of a game of LoCM: what its player may see, the legal moves, and a log in English.

shown(game, book, side)              # of the opponent's hand, only the number of cards
entry(book, before, after, action, side)
"""

from deckspace.engine.locm.cards import BLUE, CREATURE, GREEN, KEYWORDS, RED, card_frame
from deckspace.engine.locm.replay import legal
from deckspace.engine.locm.state import ATTACK, DECK, PASS, SUMMON, USE
from deckspace.table import log

LANES = ("left lane", "right lane")
MEANS = {
    "breakthrough": "Breakthrough (excess damage hits the player)",
    "charge": "Charge (attacks at once)",
    "drain": "Drain (damage dealt heals you)",
    "guard": "Guard (must be attacked first in its lane)",
    "lethal": "Lethal (kills what it damages)",
    "ward": "Ward (ignores the next damage)",
}
KINDS = ("CREATURE", "GREEN ITEM", "RED ITEM", "BLUE ITEM")
AREAS = ("", " and all in its lane", " and all on its side")
TWICE = ("", "Comes with a second one in its lane.", "Comes with a second one in the other lane.")
USED_ON = {  # by kind and area
    GREEN: ("one of your creatures", "all your creatures in a lane", "all your creatures"),
    RED: ("an enemy creature", "all enemy creatures in a lane", "all enemy creatures"),
    BLUE: (
        "an enemy creature or the enemy player",
        "all enemy creatures in a lane, or the enemy player",
        "all enemy creatures, or the enemy player",
    ),
}


# --- The position --------------------------------------------------------------------------


def shown(game, book, side, moves=True, open_hands=False):
    """Return what `side` sees of a game, and with `moves` also its legal moves."""
    yours = int(game.winner) < 0 and int(game.current) == side
    view = {
        "turn": turn(game),
        "yours": yours,
        "over": int(game.winner) >= 0,
        "won": None if int(game.winner) < 0 else int(game.winner) == side,
        "me": player(game, book, side, True),
        "foe": player(game, book, 1 - side, open_hands),
    }
    view["moves"] = [move(action) for action in legal(game, book)] if yours and moves else []
    numbers = {one["card"] for who in ("me", "foe") for part in ("hand", "board") for one in view[who][part]}
    return view | {"cards": {str(number): card(number, book) for number in sorted(numbers)}}


def turn(game):
    """Return the number of the current turn, counted for each player from 1."""
    return max(0, int(game.turn)) // 2 + 1


def player(game, book, side, hand):
    """Return one player, with its hand or only the size of it."""
    me = game.players[side]
    held = [int(me.deck[place]) for place in me.hand[: me.hand_size]]
    return {
        **{name: max(0, int(me[name])) for name in ("hp", "mana", "max_mana", "hand_size", "next_draw")},
        "runes": bool(book.runes),
        "draws_at": 5 * int(me.runes) if book.runes else int(me.hp) - 5 + int(me.lost) % 5,
        "deck_size": DECK - int(me.drawn),
        "hand": [{"card": number} for number in held] if hand else [],
        "board": [creature(me, i, book) for i in range(int(me.board_size))],
    }


def creature(me, i, book):
    one = me.board[i]
    number = int(me.deck[one.place])
    return {
        "card": number,
        "place": place_of(one),
        "name": name_of(number, book),
        "lane": int(one.lane),
        "attack": int(one.attack),
        "health": int(one.defense),
        "keywords": words(int(one.keywords)),
        "says": meanings(int(one.keywords)),
        "can_attack": bool(one.can_attack),
        "has_attacked": bool(one.has_attacked),
    }


def place_of(creature):
    """Return a number that no other creature of its player has."""
    return DECK + int(creature.twin) if creature.twin else int(creature.place)


def move(action):
    """Return the parts of a legal action (lib/deckspace/engine/locm/state.py)."""
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    return {"action": action, "kind": kind, "source": source, "target": target}


# --- Cards ---------------------------------------------------------------------------------


def name_of(number, book):
    """Return a card's name; the generated cards of version 1.5 have only a kind and a number."""
    if book.constructed:
        return f"{KINDS[book.cards[number].type].capitalize()} {number}"
    return card_frame().at[number, "name"]


def card(number, book):
    """Return a card: its name, numbers, kind, and a description in English."""
    row = book.cards[number]
    about = {"name": name_of(number, book), "cost": int(row.cost), "type": KINDS[int(row.type)]}
    about |= {"attack": int(row.attack), "health": int(row.defense), "area": int(row.area)}
    return about | {"race": None, "rarity": None, "text": text(row)}


def text(row):
    """Return a description of what a card does."""
    keywords = meanings(int(row.keywords))
    effects = change("You", "gain", "lose", int(row.player_hp))
    effects += change("The enemy", "gains", "loses", int(row.enemy_hp))
    if row.card_draw:
        effects.append(f"You draw {int(row.card_draw)} more next turn.")
    if int(row.type) == CREATURE:
        summoned = ["When summoned:", *effects] if effects else []
        twice = [TWICE[row.area]] * bool(row.area)
        return " ".join([keywords] * bool(keywords) + twice + summoned)
    numbers = ("attack", int(row.attack)), ("health", int(row.defense))
    figures = ", ".join(f"{value:+d} {what}" for what, value in numbers if value)
    sentences = [f"For {USED_ON[int(row.type)][row.area]}{': ' if figures else ''}{figures}."]
    if keywords:
        sentences.append(f"{'Gives' if int(row.type) == GREEN else 'Takes'} {keywords}")
    if row.area and effects:
        sentences.append("For each:")
    return " ".join([*sentences, *effects]).replace("-", "−")


def change(who, more, less, value):
    return [f"{who} {more if value > 0 else less} {abs(value)} health."] if value else []


def meanings(bits):
    """Return keywords with what they mean, as a sentence; "" if there are none."""
    found = [MEANS[name] for i, name in enumerate(KEYWORDS) if bits >> i & 1]
    return f"{', '.join(found)}." * bool(found)


def words(bits):
    return [name.capitalize() for i, name in enumerate(KEYWORDS) if bits >> i & 1]


# --- The log -------------------------------------------------------------------------------


def entry(book, before, after, action, side, hidden=True):
    """Return an action and its effects as a line of the log, as `side` sees them, or completely if nothing is `hidden`."""
    mine = int(before.current) == side
    then = [line for who in (side, 1 - side) for line in changes(book, before, after, who, side, hidden)]
    if action >> 6 == PASS and int(after.winner) < 0:
        whose = "The opponent's" if mine else "Your"
        then.append(f"{whose} turn {turn(after)} begins.")
    return {
        "turn": int(before.turn),
        "who": "me" if mine else "foe",
        "text": sentence(book, before, action, mine),
        "then": then,
        **aimed(book, before, action, mine),
    }


def aimed(book, game, action, mine):
    """Return who attacks and who is the target of an action, as whose and place ("me-3", "foe-player"), and the card played.

    None if there is none.
    """
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    actor = game.players[int(game.current)]
    own = kind == USE and book.cards[int(actor.deck[actor.hand[source]])].type == GREEN
    whose = ("me" if mine else "foe", "foe" if mine else "me")
    found = {"attacker": None, "target": None, "played": None}
    if kind in (SUMMON, USE):
        found["played"] = str(int(actor.deck[actor.hand[source]]))
    if kind == ATTACK:
        found["attacker"] = f"{whose[0]}-{place_of(actor.board[source])}"
    if kind in (ATTACK, USE):
        player, who = (actor, whose[0]) if own else (game.players[1 - int(game.current)], whose[1])
        found["target"] = f"{who}-{place_of(player.board[target - 1]) if target else 'player'}"
    return found


def sentence(book, game, action, mine):
    """Return an action as a sentence."""
    text = deed(book, game, action, mine)
    if action >> 6 == ATTACK:
        return text
    return f"{'You' if mine else 'The opponent'} {text}"


def deed(book, game, action, mine):
    """Return an action as a sentence that does not say who acts, unless it is a creature."""
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    me, enemy = game.players[int(game.current)], game.players[1 - int(game.current)]
    s, own, other = ("", "your", "the enemy") if mine else ("s", "its", "your")
    if kind == PASS:
        return f"end{s} the turn."
    if kind == ATTACK:
        attacker = f"{'Your' if mine else 'The enemy'} {on_board(book, me, source)}"
        return f"{attacker} attacks {aim(book, enemy, target, other)}."
    held = int(me.deck[me.hand[source]])
    if kind == SUMMON:
        return f"summon{s} {name_of(held, book)} into the {LANES[target]}."
    row = book.cards[held]
    owner, whose = (me, own) if row.type == GREEN else (enemy, other)
    others = AREAS[row.area] if target else ""
    return f"use{s} {name_of(held, book)} on {aim(book, owner, target, whose)}{others}."


def on_board(book, player, i):
    return name_of(int(player.deck[player.board[i].place]), book)


def aim(book, player, target, whose):
    """Return the name of a target; `whose` it is: "your", "its" (of the opponent, who acts) or "the enemy"."""
    if target == 0:
        return "you" if whose == "your" else f"{whose} player"
    return f"{whose} {on_board(book, player, target - 1)}"


def changes(book, before, after, who, side, hidden):
    """Yield the changes by an action for one player, as sentences."""
    old, new = before.players[who], after.players[who]
    whose = "Your" if who == side else "The opponent's"
    if new.hp <= 0 < old.hp:
        who, s = ("You", "") if whose == "Your" else ("The opponent", "s")
        yield f"{who} take{s} {int(old.hp - new.hp)} damage and die{s}."
    elif old.hp != new.hp:
        yield f"{whose} health: {int(old.hp)} → {int(new.hp)} ({int(new.hp) - int(old.hp):+})."
    if book.runes and old.runes != new.runes:
        yield f"{whose} runes: {int(old.runes)} → {int(new.runes)}."
    drawn = [name_of(int(new.deck[place]), book) for place in range(int(old.drawn), int(new.drawn))]
    if drawn:
        named = "" if hidden and who != side else f": {', '.join(drawn)}"
        cards = "1 card comes" if len(drawn) == 1 else f"{len(drawn)} cards come"
        yield f"{cards} into {log.inside(whose)} hand{named}."
    was, now = creatures(old, book), creatures(new, book)
    for place, one in was.items():
        if place not in now:
            yield f"{whose} {one['name']} is destroyed."
    for place, one in now.items():
        if place not in was:
            yield f"{whose} side gains {one['name']} {one['attack']}/{one['health']}."
        elif difference(was[place], one):
            yield f"{whose} {one['name']}: {difference(was[place], one)}."


def creatures(player, book):
    found = (creature(player, i, book) for i in range(int(player.board_size)))
    return {one["place"]: one for one in found}


def difference(old, new):
    """Return how a creature has changed, "" if it has not."""
    figures = [f"{each['attack']}/{each['health']}" for each in (old, new)]
    parts = [f"{figures[0]} → {figures[1]}"] if figures[0] != figures[1] else []
    parts += [f"gains {word}" for word in new["keywords"] if word not in old["keywords"]]
    parts += [f"loses {word}" for word in old["keywords"] if word not in new["keywords"]]
    return ", ".join(parts)
