"""Positions, commands and games in readable form.

A command is the referee's text, such as ``ATTACK 7 -1`` (cards are named by instance id, -1 is the enemy player); the
engine's action numbers use places instead (see `state`). A position is a dict in the form of a game trace, or is set up
with `position`.
"""

import re

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.locm import rules
from deckspace.engine.locm.cards import AREAS, CARDS, COPIES, CREATURE, TYPES, card_frame, edition
from deckspace.engine.locm.state import (
    ATTACK,
    BOARD,
    DECK,
    HAND,
    LANE,
    MAX_ACTIONS,
    PASS,
    SUMMON,
    USE,
    creature_id,
    encode,
    instance_id,
    keywords_bits,
    keywords_text,
    new_games,
)
from deckspace.engine.rng import derive
from deckspace.errors import Illegal, shown

WORDS = {"SUMMON": SUMMON, "USE": USE, "ATTACK": ATTACK}
NUMBER = re.compile(r"[+-]?[0-9]+")
FILLER = 3  # the card in unspecified places of a deck
OFFERS, SHUFFLE = 0, 1  # random streams below a draft's seed and a game's seed


class Nonsense(ValueError):
    """A text that is not a command, with which a player loses the game."""


# --- The rules, called from Python ---------------------------------------------------------
# Compiled once and kept on disk, because a bot has one second for its first answer.


@njit(cache=True)
def take(game, book, action):
    """Carry out a legal action number in place."""
    rules.act(game, book, action)


@njit(cache=True)
def begin(game, book):
    """Deal the opening hands from the decks and begin the first turn, in place."""
    rules.start(game, book)


@njit(cache=True)
def list_legal(game, book, actions):
    """Write the legal action numbers into `actions`; return their number."""
    return rules.legal_actions(game, book, actions)


def legal(game, book):
    """Return the legal action numbers of the player to move as a list of int."""
    actions = np.zeros(MAX_ACTIONS, "i2")
    return actions[: list_legal(game, book, actions)].tolist()


def legal_texts(game, book):
    """Return the legal commands of the player to move as sorted texts, PASS included."""
    return sorted(command_text(game, book, action) for action in legal(game, book))


def copy(game):
    """Return a copy of a game that shares nothing with it."""
    games = new_games(1)
    games[0] = game
    return games[0]


# --- Commands ------------------------------------------------------------------------------


def command_text(game, book, action):
    """Return the referee's text for an action of the player to move."""
    kind, source, target = action >> 6, action >> 3 & 7, action & 7
    p, me = game.current, game.players[game.current]
    if kind == PASS:
        return "PASS"
    if kind == SUMMON:
        return f"SUMMON {instance_id(p, int(me.hand[source]))} {target}"
    if kind == ATTACK:
        return f"ATTACK {creature_id(p, me.board[source])} {target_id(game, 1 - p, target)}"
    q = p if TYPES[card_of(game, book, p, me.hand[source]).type] == "green_item" else 1 - p
    return f"USE {instance_id(p, int(me.hand[source]))} {target_id(game, q, target)}"


def target_id(game, player, target):
    """Return the instance id of a target: -1 for the player, else creature target - 1 of its board."""
    return -1 if target == 0 else creature_id(player, game.players[player].board[target - 1])


def card_of(game, book, player, place):
    """Return the card (a row of the rule book's table) at a place of a player's deck."""
    return book.cards[game.players[player].deck[place]]


def read_command(text):
    """Return (kind, card id, target) of a command's text, parsed as the referee parses it.

    Text after the arguments is ignored. Raises Nonsense for anything but PASS, and SUMMON, USE or ATTACK with two whole
    numbers, separated by single spaces.
    """
    word, _, rest = text.strip().partition(" ")
    word = word.strip()
    if word == "PASS":
        return PASS, 0, 0
    if word not in WORDS:
        raise Nonsense(f"There is no command {word!r}; use SUMMON, ATTACK, USE or PASS.")
    numbers = rest.split(" ", 2)[:2]
    if len(numbers) < 2 or not all(map(is_whole, numbers)):
        raise Nonsense(f"{word} needs two whole numbers, not {rest!r}.")
    return WORDS[word], int(numbers[0]), int(numbers[1])


def is_whole(text):
    """Tell whether a text is a 32-bit whole number."""
    return bool(NUMBER.fullmatch(text)) and -(2**31) <= int(text) < 2**31


def action_number(game, book, text):
    """Return the action number of a command of the player to move.

    Raises Nonsense for a text that is not a command, and Illegal for one that the rules do not allow now; the game is
    not changed.
    """
    return find_action(game, book, *read_command(text))


def find_action(game, book, kind, card, target):
    """Return the action number of a parsed command; raises Illegal."""
    if game.winner >= 0:
        raise Illegal("The game is over.")
    if kind == PASS:
        return encode(PASS)
    p, me = int(game.current), game.players[game.current]
    if kind == ATTACK:
        source, target = find_on_board(game, p, card), find_target(game, 1 - p, target)
    else:
        source = find_in_hand(me, p, card)
        target = find_use(game, book, p, source, kind, target)
    action = encode(kind, source, target)
    if action not in legal(game, book):
        raise Illegal(reason(game, book, kind, source, target))
    return action


def find_in_hand(player, p, card):
    """Return the index in a player's hand of the card with this instance id."""
    ids = [instance_id(p, int(place)) for place in player.hand[: player.hand_size]]
    if card not in ids:
        raise Illegal(f"Card {card} is not in the hand of player {p + 1}.")
    return ids.index(card)


def find_on_board(game, p, card):
    """Return the index on a player's board of the creature with this instance id."""
    ids = board_ids(game, p)
    if card not in ids:
        raise Illegal(f"Creature {card} is not on the board of player {p + 1}.")
    return ids.index(card)


def board_ids(game, p):
    """Return the instance ids of a player's creatures in order of arrival."""
    player = game.players[p]
    return [creature_id(p, player.board[i]) for i in range(player.board_size)]


def find_target(game, p, target):
    """Return 0 for the player (-1) or 1 + the index of a creature on the board of player `p`."""
    return 0 if target == -1 else 1 + find_on_board(game, p, target)


def find_use(game, book, p, source, kind, target):
    """Return the target number of a SUMMON (a lane) or USE (a player or creature)."""
    card_type = card_of(game, book, p, game.players[p].hand[source]).type
    if (kind == SUMMON) != (card_type == CREATURE):
        raise Illegal("Creatures must be summoned, and items must be used.")
    if kind == SUMMON:
        if target not in (0, 1):
            raise Illegal(f"There is no lane {target}; the lanes are 0 and 1.")
        return target
    return find_target(game, p if TYPES[card_type] == "green_item" else 1 - p, target)


def reason(game, book, kind, source, target):
    """Return a sentence that explains why an action with existing cards is illegal."""
    p, me = game.current, game.players[game.current]
    if kind == ATTACK:
        creature, enemy = me.board[source], game.players[1 - p]
        if not creature.can_attack:
            return "This creature cannot attack now."
        if target and enemy.board[target - 1].lane != creature.lane:
            return "A creature can attack only in its own lane."
        return "A creature with Guard stands in the way."
    card = card_of(game, book, p, me.hand[source])
    if card.cost > me.mana:
        return f"The card costs {card.cost} mana, but only {me.mana} is left."
    if kind == SUMMON:
        return f"Lane {target} is full: it has {LANE} creatures."
    return "Only a blue item can be used on the enemy player."


# --- Positions -----------------------------------------------------------------------------


def creature(card, lane=0, book=None, **numbers):
    """Return a creature for `position`: a card on the board, perhaps with changed numbers.

    `numbers` may be attack, defense, keywords (text such as 'B--G--'), can_attack (default 1) and has_attacked
    (default 0).
    """
    row = (book or edition()).cards[card]
    one = {"card": card, "lane": lane, "attack": row.attack, "defense": row.defense}
    one |= {"keywords": keywords_text(row.keywords), "can_attack": 1, "has_attacked": 0}
    unknown = sorted(set(numbers) - set(one))
    if unknown:
        raise ValueError(f"A creature has no {unknown[0]!r}; it has {', '.join(one)}.")
    return one | numbers


def side(hand=(), board=(), deck=10, **numbers):
    """Return one player's half of a `position`.

    `hand` holds card numbers; `board` holds card numbers (placed in lane 0) or `creature(...)`; `deck` holds the card
    numbers still to be drawn, the next one first, or is just their count. `numbers` may be hp (30), runes (5), max_mana
    and mana (12), bonus (0) and next_draw (1).
    """
    half = {"hp": 30, "runes": 5, "max_mana": 12, "mana": 12, "bonus": 0, "next_draw": 1}
    unknown = sorted(set(numbers) - set(half))
    if unknown:
        raise ValueError(f"A player has no {unknown[0]!r}; it has {', '.join(half)}.")
    deck = [FILLER] * deck if isinstance(deck, int) else list(deck)
    board = [creature(one) if isinstance(one, int) else one for one in board]
    check_side(list(hand), board, deck)
    return half | numbers | {"hand": list(hand), "board": board, "deck": deck}


def check_side(hand, board, deck):
    """Raise ValueError for a side that is impossible in a game."""
    lanes = [one["lane"] for one in board]
    if len(hand) > HAND or len(board) > BOARD or any(lanes.count(lane) > LANE for lane in lanes):
        raise ValueError(f"A side has at most {HAND} cards in hand and {LANE} creatures in a lane.")
    if len(hand) + len(board) + len(deck) > DECK:
        raise ValueError(f"Hand, board and deck hold at most {DECK} cards.")
    for card in [*hand, *deck, *(one["card"] for one in board)]:
        if card not in range(1, CARDS + 1):
            raise ValueError(f"There is no LoCM card {shown(card)}; cards are numbered from 1 to {CARDS}.")


def position(first=None, second=None, current=0, turn=None):
    """Return a game with these two `side`s and player `current` to move, as a record.

    Places in the deck are assigned to the hand first, then to the board, so the first card in hand has the instance id
    1 for player 0 and 2 for player 1.
    """
    game = new_games(1)[0]
    game.turn = 20 + current if turn is None else turn
    game.current, game.winner = current, -1
    for p, half in enumerate((first or side(), second or side())):
        set_side(game.players[p], half)
    return game


def set_side(player, half):
    """Write one `side` into a player record."""
    hand, board, deck = half["hand"], half["board"], half["deck"]
    for name in ("hp", "runes", "max_mana", "mana", "bonus", "next_draw"):
        player[name] = half[name]
    player.drawn = DECK - len(deck)
    player.hand_size, player.board_size = len(hand), len(board)
    player.deck[:] = FILLER
    player.deck[: len(hand)] = hand
    player.deck[player.drawn :] = deck
    player.hand[: len(hand)] = range(len(hand))
    for i, one in enumerate(board):
        put_creature(player, i, len(hand) + i, one)


def put_creature(player, i, place, one):
    """Write a `creature` to index `i` of a board."""
    player.deck[place] = one["card"]
    target = player.board[i]
    target.place, target.lane = place, one["lane"]
    target.attack, target.defense = one["attack"], one["defense"]
    target.keywords = keywords_bits(one["keywords"])
    target.can_attack, target.has_attacked = one["can_attack"], one["has_attacked"]


def to_dict(game):
    """Return a position as a plain dict in the form of game traces."""
    return {
        "player": int(game.current),
        "turn": int(game.turn),
        "winner": int(game.winner),
        "p": [player_dict(game.players[p], p) for p in range(2)],
    }


def player_dict(player, p):
    """Return a player as a plain dict: hp, rune, mana, deck size, hand and board by instance id."""
    return {
        "hp": int(player.hp),
        "rune": 5 * int(player.runes),
        "max_mana": int(player.max_mana),
        "mana": int(player.mana),
        "bonus": int(player.bonus),
        "next_draw": int(player.next_draw),
        "deck": DECK - int(player.drawn),
        "hand": [instance_id(p, int(place)) for place in player.hand[: player.hand_size]],
        "board": [creature_list(player, p, i) for i in range(player.board_size)],
    }


def creature_list(player, p, i):
    """Return [instance id, card, lane, attack, defense, keywords, can attack, has attacked]."""
    one = player.board[i]
    return [
        creature_id(p, one),
        int(player.deck[one.place]),
        int(one.lane),
        int(one.attack),
        int(one.defense),
        keywords_text(one.keywords),
        int(one.can_attack),
        int(one.has_attacked),
    ]


# --- Whole games ---------------------------------------------------------------------------


def from_decks(decks, book):
    """Return a game at its first turn, from both decks (2, 30) in the order they are drawn."""
    game = blank_game(decks, int(book.card_count))
    begin(game, book)
    return game


def blank_game(decks, cards=CARDS):
    """Return a game with both decks in place and nothing dealt; raises ValueError for no card from 1 to `cards`."""
    game = new_games(1)[0]
    for p in range(2):
        if len(decks[p]) != DECK or not all(card in range(1, cards + 1) for card in decks[p]):
            raise ValueError(f"A deck must have {DECK} card numbers from 1 to {cards}.")
        game.players[p].deck[:] = decks[p]
    return game


def from_seeds(draft, seed, picks, book):
    """Return a game at its first turn, from its two seeds and the picks of both players (2, 30).

    Raises ValueError for a draft of the wrong length or a pick other than 0, 1 or 2. Where decks are constructed, the picks
    are the numbers of their cards.
    """
    if book.constructed:
        for deck in picks:
            check_construction(deck, book)
        return from_decks(shuffled(picks, seed), book)
    for row in picks:
        if len(row) != DECK or not set(row) <= {0, 1, 2}:
            raise ValueError(
                f"A draft must have {DECK} picks of 0, 1 or 2, but this one is {shown(list(row))}."
            )
    offers = offers_of(draft, book)
    chosen = [[int(offers[i, pick]) for i, pick in enumerate(row)] for row in picks]
    return from_decks(shuffled(chosen, seed), book)


def check_construction(deck, book):
    """Raise ValueError unless these are the numbers of the cards of a constructed deck."""
    deck = [int(card) for card in deck]
    if len(deck) != DECK or not all(card in range(1, book.card_count + 1) for card in deck):
        raise ValueError(f"A deck must have {DECK} card numbers from 1 to {book.card_count}.")
    for card in deck:
        if deck.count(card) > COPIES:
            raise ValueError(
                f"A deck has at most {COPIES} copies of a card, but this one {deck.count(card)} of card {card}."
            )


def replay(game, commands, book, follow=None):
    """Play the commands (texts or action numbers) of a whole game, from its first turn on; return it.

    `follow(game, text)` is called before each command. Raises Nonsense or Illegal with the number of the first invalid
    command.
    """
    for i, command in enumerate(commands):
        text = command if isinstance(command, str) else command_text(game, book, command)
        if follow:
            follow(game, text)
        try:
            action = action_number(game, book, text)
        except ValueError as error:
            raise type(error)(f"Command {i + 1} of the game, {text}: {error}") from None
        take(game, book, action)
    return game


def offers_of(draft, book):
    """Return the card numbers (30, 3) offered in the draft with this seed."""
    game, offers = new_games(1)[0], np.zeros((DECK, 3), "u1")
    fill_offers(game, book, np.uint64(draft), np.zeros(CARDS, "u1"), offers)
    return offers


@njit(cache=True)
def fill_offers(game, book, draft, pool, offers):
    """Write the offers of a draft's seed into `offers` (30, 3)."""
    game.rng = derive(draft, OFFERS)
    rules.offer_cards(game, book, pool, offers)


def shuffled(decks, seed):
    """Return both decks (2, 30) in the order in which a game with this seed draws them."""
    game = blank_game(decks)
    shuffle(game, np.uint64(seed))
    return [game.players[p].deck.tolist() for p in range(2)]


@njit(cache=True)
def shuffle(game, seed):
    """Shuffle both decks of a game by its seed, in place."""
    game.rng = derive(seed, SHUFFLE)
    rules.shuffle_decks(game)


# --- Text for people -----------------------------------------------------------------------


def card_name(card, book=None):
    """Return a card's number and name, e.g. '148 Helm Crusher', or 'card 17' in version 1.5, whose cards have no names."""
    return f"card {card}" if book is not None and book.constructed else f"{card} {card_frame().name[card]}"


def show(game, book=None):
    """Return a position as text, with the enemy above the player to move."""
    book = book or edition()
    mover = int(game.current)
    lines = [f"Turn {game.turn}, player {mover + 1} to move"]
    for p in (1 - mover, mover):
        lines += player_lines(game, book, p, hidden=p != mover)
    if game.winner >= 0:
        lines.append(f"Player {game.winner + 1} has won.")
    return "\n".join(lines)


def player_lines(game, book, p, hidden):
    """Return the lines of `show` about one player."""
    one = player_dict(game.players[p], p)
    rune = f" (next rune {one['rune']})" if book.runes else ""
    head = (
        f"Player {p + 1}: health {one['hp']}{rune}, mana {one['mana']} of "
        f"{one['max_mana']}, {one['deck']} cards in deck, {len(one['hand'])} in hand"
    )
    lines = [head]
    for identity, card, lane, attack, defense, keywords, *flags in one["board"]:
        ready = " ready" if flags[0] and not hidden else ""
        text = f"  lane {lane}: [{identity}] {card_name(card, book)} {attack}/{defense} {keywords}{ready}"
        lines.append(text)
    if not hidden:
        lines += [f"  hand: {hand_text(game, book, p, i)}" for i in range(len(one["hand"]))]
    return lines


def hand_text(game, book, p, i):
    """Return the line of `show` about one card in hand."""
    player = game.players[p]
    card = book.cards[player.deck[player.hand[i]]]
    kind = TYPES[card.type].replace("_", " ")
    return (
        f"[{instance_id(p, int(player.hand[i]))}] {card_name(int(player.deck[player.hand[i]]), book)}, "
        f"{kind} for {card.cost}: {card.attack}/{card.defense} {keywords_text(card.keywords)}{AREAS[card.area]}"
    )
