"""Positions and actions as text for people.

The numbers of characters are the current ones, including auras, Enrage and bonuses for the turn.
"""

from deckspace.engine.hearthstone.places import is_hero, side_of
from deckspace.engine.hearthstone.positions import SHOWN, snapshot
from deckspace.engine.hearthstone.state import (
    ATTACK,
    CHOOSE,
    END_TURN,
    NO_TARGET,
    PLAY,
    decode,
)
from deckspace.engine.hearthstone.view import UNKNOWN, seen


def describe_game(game, book, side=None):
    """Return a position as a few lines, as `side` sees it (None: completely), with the player to move below."""
    shown = shown_to(side, game, book)
    active = shown["active"]
    lines = [f"turn {shown['turn']}, {side_name(shown, active)} to move"]
    for side in (1 - active, active):
        lines += player_lines(shown, side, side == active)
    if "choice" in shown:
        lines.append(f"  choice  {', '.join(shown['choice']['options'])}")
    if shown["game_over"]:
        winner = shown["winner"]
        lines.append("a draw" if winner is None else f"{side_name(shown, winner)} has won")
    return "\n".join(lines)


def shown_to(side, game, book):
    """Return a snapshot of what a side sees of a game (None: everything)."""
    return snapshot(game, book) if side is None else seen(game, book, side)


def side_name(shown, side):
    """Return the name of a side of a snapshot: its class and number."""
    return f"{shown['players'][side]['hero']['class'].capitalize()} (player {side})"


def player_lines(shown, side, active):
    """Return the lines about one player of a snapshot, without empty ones."""
    me = shown["players"][side]
    lines = [f"{side_name(shown, side)}: {hero_text(me['hero'])}, {mana_text(me)}, {deck_text(me)}"]
    rows = {
        "weapon": weapon_text(me["weapon"]),
        "secrets": ", ".join(me["secrets"]),
        "hand": ", ".join(
            name + change_text(me, place) if cost is None else f"{name}{change_text(me, place)} ({cost})"
            for place, (name, cost) in enumerate(zip(me["hand"], me["hand_costs"], strict=True))
        ),
        "board": " | ".join(minion_text(minion, active) for minion in me["board"]),
    }
    return lines + [f"  {name:8}{text}" for name, text in rows.items() if text]


def change_text(me, place):
    """Return the changes of a card in hand: ' +1/+1', ' of Kingsblood and Icecap'; usually nothing."""
    change = me.get("hand_changes", {}).get(place, {})
    figures = [change.get(word, 0) for word in ("attack", "health")]
    text = f" {figures[0]:+}/{figures[1]:+}" if any(figures) else ""
    return text + (f" of {' and '.join(change['parts'])}" if "parts" in change else "")


def hero_text(hero):
    """Return a hero's numbers: '28 health, 2 armor, 3 attack, frozen'."""
    parts = [f"{hero['health']} health"]
    parts += [f"{hero[what]} {what}" for what in ("armor", "attack") if hero[what]]
    return ", ".join(parts + [word for word in ("frozen", "immune") if hero[word]])


def mana_text(me):
    """Return a player's mana: 'mana 4/10 (2 locked, 1 overloaded), Fireblast (2)'."""
    overload = [f"{me[f'overload_{key}']} {word}" for key, word in OVERLOAD if me[f"overload_{key}"]]
    more = f" ({', '.join(overload)})" if overload else ""
    used = "" if me["hero"]["power_usable"] else ", unavailable"
    return f"mana {me['mana']}/{me['max_mana']}{more}, {me['power']} ({me['power_cost']}{used})"


OVERLOAD = (("locked", "locked"), ("next", "overloaded"))


def deck_text(me):
    """Return the remaining deck: 'deck 12', 'no deck, fatigue 3'."""
    left = f"deck {me['deck_size']}" if me["deck_size"] else "no deck"
    return f"{left}, fatigue {me['fatigue']}" if me["fatigue"] else left


def weapon_text(weapon):
    """Return 'Fiery War Axe 3/2'; nothing without a weapon."""
    return f"{weapon['name']} {weapon['attack']}/{weapon['durability']}" if weapon else ""


def minion_text(minion, active):
    """Return 'Chillwind Yeti 4/3 of 5, taunt, ready'."""
    text = f"{minion['name']} {minion['attack']}/{minion['health']}"
    if minion["health"] != minion["max_health"]:
        text += f" of {minion['max_health']}"
    words = [word.replace("_", " ") for word in SHOWN if minion[word]]
    if active and minion["can_attack"]:
        words.append("ready")
    return ", ".join([text, *words])


# --- Actions -------------------------------------------------------------------------------


def describe_action(game, book, action, side=None):
    """Return the meaning of an action number in this position: 'play Fireball on Chillwind Yeti'.

    With a `side`, it is what that side sees: the other side's Secrets and choices are not named.
    """
    kind, source, target, place, option = decode(int(action))
    known = side is None or side == game.active
    side = int(game.active)
    me = game.players[side]
    aim = "" if target == NO_TARGET else character_name(game, book, target)
    on = f" on {aim}" if aim else ""
    if kind == END_TURN:
        return "end the turn"
    if kind == ATTACK:
        return f"{character_name(game, book, source)} attacks {aim}"
    if kind == PLAY:
        card = int(me.hand[source].card)
        if not known and book.record.cards[card].secret:
            return "play a Secret"
        parts = parts_text(me.hand[source], book)
        return f"play {book.name(card)}{parts}{option_text(option)}{place_text(game, book, card, place)}{on}"
    if kind == CHOOSE:
        return f"choose {book.name(int(game.choice.options[source]) if known else UNKNOWN)}"
    return f"use {book.name(int(me.power))}{option_text(option)}{on}"


def character_name(game, book, place):
    """Return a character's name for the player to move; those of the same name are distinguished by their positions."""
    mine = side_of(place) == game.active
    if is_hero(place):
        return "my hero" if mine else "the enemy hero"
    name = minion_name(game, book, place)
    if sum(minion_name(game, book, other) == name for other in places(game)) == 1:
        return name
    order = game.players[side_of(place)].order.tolist()
    return f"{name} ({'my' if mine else 'enemy'} minion {order.index(place) + 1})"


def minion_name(game, book, place):
    return book.name(int(game.characters[place].card))


def places(game):
    """Return the places of all minions on the board."""
    return [int(place) for me in game.players for place in me.order[: me.minions]]


def parts_text(held, book):
    """Return the parts of a spell made of parts, as text."""
    parts = [book.name(int(part)) for part in held.parts if part]
    return f" of {' and '.join(parts)}" * bool(parts)


def option_text(option):
    """Return the option of a Choose One card as text."""
    return ("", " (first option)", " (second option)")[option]


def place_text(game, book, card, place):
    """Return the position of a played minion as text; nothing on the far right."""
    me = game.players[int(game.active)]
    if book.row(card).type != "MINION" or place >= me.minions:
        return ""
    return f" left of {character_name(game, book, int(me.order[place]))}"
