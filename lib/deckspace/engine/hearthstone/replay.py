"""Whole games as replays, which can be stored, played again and read: a seed, two decks and the actions.

    replay, game = record(book, deck("Elite Aggro Hunter"), deck("Elite Control Warlock"), seed=7)
    write(replay, "game.json")
    game = play_again(read("game.json"))
    print(log(replay))

Everything is checked: for an illegal action, an illegal deck or a damaged file, the error says what is wrong and what
would be right. A refused action leaves the game unchanged.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone.changes import changes
from deckspace.engine.hearthstone.decks import Deck, check_deck
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import hero_at, side_of
from deckspace.engine.hearthstone.positions import legal, snapshot, take, whole
from deckspace.engine.hearthstone.printing import (
    character_name,
    describe_action,
    describe_game,
    places,
)
from deckspace.engine.hearthstone.queries import keywords_of
from deckspace.engine.hearthstone.setup import KEEP_ALL, OPENING_HAND, begin, deal, deck_list
from deckspace.engine.hearthstone.state import (
    ATTACK,
    BOARD,
    CANT_ATTACK,
    CHOOSE,
    END_TURN,
    FROZEN,
    NO_TARGET,
    PLAY,
    POWER,
    SECRETS,
    WORK_TYPE,
    decode,
    new_games,
)
from deckspace.engine.hearthstone.tables import SABBERSTONE, SETS
from deckspace.engine.records import new_record
from deckspace.engine.rng import below
from deckspace.errors import BadInput, Illegal, is_whole, shown
from deckspace.whole_files import whole_file

KINDS = {END_TURN: "end of turn", PLAY: "play", ATTACK: "attack", POWER: "hero power", CHOOSE: "choice"}


@dataclass(frozen=True)
class Player:
    """A player's hero class, deck and mulligan."""

    hero_class: str
    cards: tuple[str, ...]  # keys, in their order before the shuffle
    keep: tuple[int, ...] | None = None  # indices of the kept cards of the opening hand; None: all


@dataclass(frozen=True)
class Replay:
    """A recorded game; `state` is the digest of its last position (see `digest`)."""

    card_set: str
    seed: int
    players: tuple[Player, Player]  # the first one moves first
    actions: tuple[int, ...] = ()
    overrides: dict | None = None  # changed figures of cards (tables.card_table)
    state: str | None = None


# --- Beginning a game ----------------------------------------------------------------------


def new_game(book, first, second, seed, keep=(None, None)):
    """Return a game at its first turn; the player of the deck `first` moves first.

    Decks are `decks.Deck`s or pairs (class, 30 cards). `keep` has for each player the indices of the cards of the
    opening hand (3 and 4 cards) to keep; None keeps all. Raises ValueError for invalid arguments.
    """
    game = dealt(book, first, second, seed)
    masks = [kept_mask(one, n) for one, n in zip(keep, OPENING_HAND, strict=True)]
    begin(game, book.record, new_record(WORK_TYPE), *masks)
    return game


def dealt(book, first, second, seed):
    """Return a game in which only the opening hands have been dealt."""
    game = new_games(1)[0]
    number = np.uint64(whole(seed, 0, 2**64 - 1, "A seed"))
    deal(game, book.record, number, *(deck_list(book, *deck_of(given)) for given in (first, second)))
    return game


def deck_of(given):
    """Return (class, cards) of a deck in any form; raises BadInput."""
    if isinstance(given, Deck | Player):
        return given.hero_class, given.cards
    if isinstance(given, tuple | list) and len(given) == 2:
        return given[0], tuple(given[1])
    raise BadInput(f"A deck must be a Deck or a pair of class and cards, not {shown(given)}.")


def kept_mask(keep, n):
    """Return the kept ones among the n cards of an opening hand as a mask; raises BadInput."""
    if keep is None:
        return KEEP_ALL
    if not isinstance(keep, tuple | list):
        raise BadInput(f"The kept cards must be a list of places in the opening hand, not {shown(keep)}.")
    places_kept = {whole(place, 0, n - 1, "The place of a kept card") for place in keep}
    return sum(1 << place for place in places_kept)


# --- Playing -------------------------------------------------------------------------------


def do(game, book, action):
    """Carry out an action number in place; raises Illegal with the reason, and then leaves the game unchanged."""
    check(game, book, action)
    take(game, book.record, new_record(WORK_TYPE), int(action))


def check(game, book, action):
    """Raise Illegal with the reason unless an action number is legal now."""
    if not is_whole(action):
        raise Illegal(f"An action must be a whole number that `legal` lists, not {shown(action)}.")
    if action not in legal(game, book):
        raise Illegal(reason(game, book, int(action)))


def record(book, first, second, seed, choose=None, keep=(None, None), overrides=None):
    """Play a game to its end and return (its Replay, the game).

    `choose(game, actions)` returns one of the legal action numbers; None chooses at random, by the seed. `overrides`
    must be those of `book`.
    """
    game, actions = new_game(book, first, second, seed, keep), []
    choose = choose or at_random(seed)
    while not game.over:
        action = choose(game, legal(game, book))
        do(game, book, action)
        actions.append(int(action))
    players = tuple(Player(*deck_of(one), kept) for one, kept in zip((first, second), keep, strict=True))
    name = book.name_of_set
    return Replay(name, seed, players, tuple(actions), overrides, digest(game, book)), game


def at_random(seed):
    """Return a function that chooses a random action, with its own generator."""
    generator = new_games(1)[0]
    generator.rng = ~np.uint64(seed)  # a different stream from the game's
    return lambda game, actions: actions[int(draw_below(generator, len(actions)))]


@njit(cache=True)
def draw_below(game, n):
    """Draw a whole number below n with a game's generator."""
    return below(game, n)


def play_again(replay, follow=None):
    """Play a recorded game again; return it after its last action.

    `follow(game, action)` is called before each action. Raises BadInput, with the number of the action, if an action is
    illegal or the last position differs from the recorded one.
    """
    book = book_of(replay)
    game = first_position(replay, book)
    for i, action in enumerate(replay.actions):
        try:
            if follow and action in legal(game, book):
                follow(game, action)
            do(game, book, action)
        except Illegal as error:
            raise BadInput(f"Action {i + 1} of {len(replay.actions)}, turn {game.turn}: {error}") from None
    if replay.state is not None and digest(game, book) != replay.state:
        raise BadInput(
            f"After its {len(replay.actions)} actions the game differs from the recorded one (turn {game.turn}, "
            f"{'over' if game.over else 'not over'}): the replay is incomplete or has been changed, or the rules have."
        )
    return game


def book_of(replay):
    """Return the book of a replay; raises BadInput."""
    try:
        return card_book(replay.card_set, replay.overrides)
    except ValueError as error:
        raise BadInput(str(error)) from None


def first_position(replay, book):
    """Return the game at the beginning of a replay; raises BadInput."""
    one, other = replay.players
    for i, player in enumerate(replay.players):
        try:
            check_deck(player.cards, player.hero_class, book.table)
            kept_mask(player.keep, OPENING_HAND[i])
        except ValueError as error:
            raise BadInput(f"Player {i}: {error}") from None
    return new_game(book, one, other, replay.seed, (one.keep, other.keep))


def digest(game, book):
    """Return a hash (16 characters) of everything visible in a position."""
    return hashlib.sha256(json.dumps(snapshot(game, book), sort_keys=True).encode()).hexdigest()[:16]


# --- Reasons for refusing an action --------------------------------------------------------


def reason(game, book, action):
    """Return a sentence that says why an action number is illegal now, and which ones are legal."""
    if game.over:
        return "The game is over: there are no more actions."
    kind, source, target, position, option = decode(action)
    if action < 0 or kind not in KINDS:
        return f"{action} is not an action number; `legal` lists those that are legal now."
    if game.choice.count and kind != CHOOSE:
        return f"A card must be chosen first; the actions to choose from are {listed(game, book)}."
    if target not in (NO_TARGET, *places(game), 0, 8):
        return f"There is no character at place {target}, only at {comma(sorted([0, 8, *places(game)]))}."
    why = REASONS[kind](game, book, source, target, position, option)
    return why or f"{action} has superfluous parts; the legal actions are {listed(game, book)}."


SHOWN = 8  # actions named in a message


def listed(game, book, kind=None, source=None):
    """Return the legal actions as text, optionally only those of one kind and source."""
    texts = [
        f"{action} ({describe_action(game, book, action)})"
        for action in legal(game, book)
        if kind in (None, decode(action)[0]) and source in (None, decode(action)[1])
    ]
    return comma(texts[:SHOWN]) + (f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else "")


def capital(text):
    return text[:1].upper() + text[1:]


def comma(items):
    return ", ".join(str(item) for item in items)


def targets_of(game, book, kind, source, option=0):
    """Return the places of the possible targets of a card, power or attacker."""
    listed = [decode(action) for action in legal(game, book)]
    return sorted({one[2] for one in listed if (one[0], one[1], one[4]) == (kind, source, option)})


def wrong_target(game, book, what, kind, source, target, option=0):
    """Return a sentence with the possible targets of a card, power or attacker; None if the target is right."""
    right = targets_of(game, book, kind, source, option)
    if target in right or not right:
        return None
    if right == [NO_TARGET]:
        return f"{what} has no target."
    names = comma(character_name(game, book, place) for place in right)
    if target == NO_TARGET:
        return f"{what} needs a target, one of {names}."
    verb = "attack" if kind == ATTACK else "target"
    return f"{what} cannot {verb} {character_name(game, book, target)}, only {names}."


def why_no_end(game, book, source, target, position, option):
    return f"The action that ends the turn is {legal(game, book)[0]}; its number has no other parts."


def why_no_choice(game, book, source, target, position, option):
    if not game.choice.count:
        return "There is nothing to choose from now."
    return f"There is no option {source}; the actions to choose from are {listed(game, book)}."


def why_not_played(game, book, source, target, position, option):
    """Return why a card of the hand cannot be played in this way."""
    side = int(game.active)
    me, view = game.players[side], snapshot(game, book)["players"][side]
    if source >= me.hand_size:
        return f"There is no card {source} in the hand; it has {me.hand_size} cards, counted from 0."
    card, cost = int(me.hand[source].card), view["hand_costs"][source]
    name, entry = book.name(card), book.record.cards[card]
    if cost > me.mana:
        return f"{name} costs {cost} mana, but only {me.mana} is left."
    if book.row(card).type == "MINION" and me.minions >= BOARD:
        return f"There is no room for {name}: the board has its {BOARD} minions."
    if entry.secret and me.secret_count >= SECRETS:
        return f"There is no room for {name}: the player has {SECRETS} Secrets already."
    if entry.secret and name in view["secrets"]:
        return f"{name} is already in play; a player's Secrets must be different."
    listed = [decode(action) for action in legal(game, book)]
    options = sorted({one[4] for one in listed if one[:2] == (PLAY, source)})
    if not options:
        return f"{name} cannot be played now: its requirements are not met."
    if option not in options:
        return f"{name} has no option {option} now; it has {comma(options)} (0: without a choice)."
    most = int(me.minions) if book.row(card).type == "MINION" else 0
    if position > most:
        return f"{name} cannot be put at position {position}; the positions are 0 to {most}."
    return wrong_target(game, book, name, PLAY, source, target, option)


def why_no_power(game, book, source, target, position, option):
    """Return why the hero power cannot be used in this way."""
    side = int(game.active)
    me, view = game.players[side], snapshot(game, book)["players"][side]
    name, cost = book.name(int(me.power)), view["power_cost"]
    if me.power_used:
        return f"{name} has been used this turn."
    if cost > me.mana:
        return f"{name} costs {cost} mana, but only {me.mana} is left."
    if not targets_of(game, book, POWER, 0):
        return f"{name} cannot be used now: its requirements are not met."
    return wrong_target(game, book, name, POWER, 0, target)


def why_no_attack(game, book, source, target, position, option):
    """Return why a character cannot attack, or cannot attack this target."""
    side = int(game.active)
    mine = sorted([hero_at(side), *(place for place in places(game) if side_of(place) == side)])
    if source not in mine:
        return f"The player to move has no character at place {source}, only at {comma(mine)}."
    name = capital(character_name(game, book, source))
    if targets_of(game, book, ATTACK, source):
        return wrong_target(game, book, name, ATTACK, source, target)
    keywords = int(keywords_now(game, source))
    view = snapshot(game, book)["players"][side]
    one = view["hero"] if source == hero_at(side) else view["board"][index_on_board(game, source)]
    if one["attack"] <= 0:
        return f"{name} has no attack."
    if keywords & FROZEN:
        return f"{name} is frozen and cannot attack this turn."
    if keywords & CANT_ATTACK:
        return f"{name} cannot attack at all."
    if game.characters[source].attacks:
        return f"{name} has attacked this turn."
    return f"{name} cannot attack now: it came into play this turn, or there is no enemy that it may attack."


@njit(cache=True)
def keywords_now(game, c):
    """Return the keywords of a character, for callers in Python."""
    return keywords_of(game, c)


def index_on_board(game, place):
    """Return a minion's position on its board."""
    return game.players[side_of(place)].order.tolist().index(place)


REASONS = {
    END_TURN: why_no_end,
    PLAY: why_not_played,
    ATTACK: why_no_attack,
    POWER: why_no_power,
    CHOOSE: why_no_choice,
}


# --- Files ---------------------------------------------------------------------------------


def to_text(replay):
    """Return a replay as JSON."""
    return json.dumps(asdict(replay), ensure_ascii=False, separators=(",", ":")) + "\n"


def from_text(text):
    """Return the Replay in a JSON text; raises BadInput."""
    try:
        read_back = json.loads(text)
    except ValueError as error:
        raise BadInput(f"This is not JSON, or incomplete: {error}.") from None
    given = named_fields(read_back, Replay, "A replay")
    players = given.pop("players")
    if not isinstance(players, list) or len(players) != 2:
        raise BadInput(f"A replay must have a list of two players, not {players!r}.")
    return checked(Replay(players=tuple(player_from(one) for one in players), **given))


def named_fields(given, kind, what):
    """Return the fields of a dataclass from JSON; raises BadInput for missing and unknown ones."""
    names = [field.name for field in fields(kind)]
    if not isinstance(given, dict):
        raise BadInput(f"{what} must be an object with {comma(names)}, not {shown(given)}.")
    for name in (*names, *given):
        if name not in given:
            raise BadInput(f"{what} has no {name!r}; it needs {comma(names)}.")
        if name not in names:
            raise BadInput(f"{what} has the unknown field {name!r}; it may have {comma(names)}.")
    return dict(given)


def player_from(given):
    """Return a Player from JSON; raises BadInput."""
    one = named_fields(given, Player, "A player")
    if not isinstance(one["cards"], list):
        raise BadInput(f"A player must have a list of cards, not {one['cards']!r}.")
    if not isinstance(one["keep"], list | None):
        raise BadInput(f"The kept cards must be a list of places in the opening hand, not {one['keep']!r}.")
    keep = None if one["keep"] is None else tuple(one["keep"])
    return Player(one["hero_class"], tuple(one["cards"]), keep)


def checked(replay):
    """Return a replay after checking its fields; raises BadInput."""
    if replay.card_set not in SETS + SABBERSTONE:
        raise BadInput(
            f"There is no card set {replay.card_set!r}; choose one of {comma(SETS + SABBERSTONE)}."
        )
    whole(replay.seed, 0, 2**64 - 1, "A seed")
    if not isinstance(replay.actions, list | tuple):
        raise BadInput(f"The actions must be a list of whole numbers, not {shown(replay.actions)}.")
    for action in replay.actions:
        whole(action, 0, 2**32, "An action")
    if not isinstance(replay.overrides, dict | None):
        raise BadInput(f"The overrides must map cards to figures, or be null, not {shown(replay.overrides)}.")
    if not isinstance(replay.state, str | None):
        raise BadInput(f"The state must be a text or null, not {shown(replay.state)}.")
    return replace(replay, actions=tuple(replay.actions))


def write(replay, path):
    """Write a replay to a file, completely or not at all."""
    with whole_file(path) as file:
        file.write(to_text(replay).encode())


def read(path):
    """Return the Replay in a file; raises BadInput, FileNotFoundError."""
    try:
        return from_text(Path(path).read_text(encoding="utf-8"))
    except (BadInput, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None


# --- Text for people -----------------------------------------------------------------------


def log(replay, book=None, side=None):
    """Return a whole game as text, turn by turn: the actions and their effects; raises BadInput.

    `book` is by default that of the replay. With a `side`, the text has what that side saw (view.py).
    """
    book = book or book_of(replay)
    first_position(replay, book)  # raises an error for an impossible beginning before the rest is formatted
    lines, turn = [opening(replay, book, side)], 0

    def follow(game, action):
        nonlocal turn
        if game.turn != turn:
            turn = int(game.turn)
            lines.append("\n" + describe_game(game, book, side))
        lines.append(f"--> {describe_action(game, book, action, side)}")
        lines.extend(f"    {change}" for change in changes(game, book, action, side))

    game = play_again(replay, follow)
    return "\n".join([*lines, "", describe_game(game, book, side)]) + "\n"


def opening(replay, book, side=None):
    """Return the decks, opening hands and kept cards as text.

    With a `side`, the other side has only its deck, which the papers' players know.
    """
    lines = [f"card set {replay.card_set}, seed {replay.seed}"]
    game = dealt(book, *replay.players, replay.seed)
    for i, player in enumerate(replay.players):
        counts = {card: player.cards.count(card) for card in player.cards}
        cards = comma(f"{card} x{n}" if n > 1 else card for card, n in counts.items())
        hand = [book.name(int(one.card)) for one in game.players[i].hand[: OPENING_HAND[i]]]
        kept = "all" if player.keep is None else comma(hand[k] for k in sorted(player.keep)) or "none"
        name = f"{player.hero_class.capitalize()} (player {i})"
        lines.append(f"{name}, deck: {cards}")
        if side in (None, i):
            lines.append(f"{name}, opening hand: {comma(hand)}; keeps {kept}")
    return "\n".join(lines)
