"""The text protocol of LoCM 1.2 and 1.5 between the referee and a bot.

It is used by `referee`, which lets external bots play, and by our own bot (lib/deckspace/agents/locm/bot.py).

A game has thirty draft turns (`draft_lines`), each answered by a line such as ``PICK 0``, then a battle turn
(`battle_lines`) for each of the player's turns, answered by commands separated by ``;``. In version 1.5 there is one turn
of construction instead of the draft (`construction_lines`), answered by thirty ``CHOOSE n`` separated by ``;``; its referee
numbers cards from 0, has no runes, and shows the area of each card. A creature's changes of health are always shown.
"""

import re
import time
from functools import partial

DECK = DRAFT_TURNS = 30
OFFERED = 3
CARDS, COPIES = 160, 60  # the largest card number, and the largest instance id but for twins
MAX_IN_HAND, MAX_ON_BOARD, MAX_ENEMY_ACTIONS = 8, 6, 100  # the last one: actions of the enemy's last turn
MAX_NUMBER = 9999  # of any other number
FIRST_DRAFT, DRAFT, FIRST_BATTLE, BATTLE = 1.0, 0.1, 1.0, 0.2  # time limits in seconds
CONSTRUCTION = 4.0  # of version 1.5
HAND, MINE, THEIRS = 0, 1, -1  # the location of a card, as numbered by the protocol
WHOLE = re.compile(r"[+-]?[0-9]+")
KEYWORDS = re.compile("[B-][C-][D-][G-][L-][W-]")


def time_limit(turn, battle_turn=None):
    """Return the seconds allowed for draft turn `turn`, or for a player's battle turn (from 0)."""
    if battle_turn is not None:
        return BATTLE if battle_turn else FIRST_BATTLE
    return DRAFT if turn else FIRST_DRAFT


# --- The referee's lines -------------------------------------------------------------------


def draft_lines(offer, turn, player, book):
    """Return the referee's lines for draft turn `turn` (from 0) to player 0 or 1."""
    me, enemy = f"30 0 {turn} 25 0", f"30 0 {turn + player} 25 0"
    cards = [card_line(card, -1, HAND, book, -1) for card in map(int, offer)]
    return [me, enemy, "0 0", str(OFFERED), *cards]


def construction_lines(book):
    """Return the referee's lines for the turn in which a player constructs its deck."""
    cards = [card_line(card, -1, HAND, book, -1) for card in range(1, book.card_count + 1)]
    return ["30 0 0 0", "30 0 0 0", "0 0", str(len(cards)), *cards]


def order_of_choosing(order):
    """Return the instance ids that the referee of version 1.5 gives to ours, a dict: it numbers cards as they are chosen.

    `order` (2, 30) holds, in the order of drawing, the place of each card among those chosen, from 1. Twins follow from 61 on.
    This is the referee of the competition of 2022, for which its programs were written. Since October 2022 it numbers cards by
    twos from 0, and a twin is its card's number plus 1: its authors say that the earlier programs do not work with that.
    A `ModernView` understands both.
    """
    return {
        identity_of(p, place): len(order[p]) * p + chosen
        for p in range(2)
        for place, chosen in enumerate(order[p])
    }


def battle_lines(game, book, draws, worn, actions, names=None):
    """Return the referee's lines for the turn that has just begun.

    `draws` is the number of cards that the player to move should have drawn; `worn` holds the instance ids of creatures
    that have fought or been the target of an item (the referee no longer shows their effects when summoned); `actions`
    are the opponent's executed commands as (card, text); `names` maps our instance ids to others (`order_of_choosing`).
    """
    names = names or {}
    p = int(game.current)
    me, enemy = game.players[p], game.players[1 - p]
    cards = hand_lines(me, p, book, names) + board_lines(me, p, book, worn, MINE, names)
    cards += board_lines(enemy, 1 - p, book, worn, THEIRS, names)
    return [
        player_line(me, book, draws),
        player_line(enemy, book, enemy.next_draw),
        f"{enemy.hand_size} {len(actions)}",
        *(f"{shown_number(card, book)} {text}" for card, text in actions),
        str(len(cards)),
        *cards,
    ]


def identity_of(p, place, twin=0):
    """Return our instance id of a card or creature (engine/locm/state.py)."""
    return COPIES + twin if twin else 2 * place + p + 1


def shown_number(card, book):
    """Return the referee's number of a card."""
    return int(card) - int(book.constructed)


def player_line(player, book, draws):
    """Return health, maximal mana, cards in deck, next rune (if there are runes) and cards drawn, as one line."""
    rune = f" {5 * player.runes}" if book.runes else ""
    return f"{player.hp} {player.max_mana} {30 - player.drawn}{rune} {draws}"


def hand_lines(player, p, book, names):
    """Return a line for each card in hand."""
    lines = []
    for place in map(int, player.hand[: player.hand_size]):
        identity = identity_of(p, place)
        lines.append(card_line(player.deck[place], names.get(identity, identity), HAND, book, -1))
    return lines


def board_lines(player, p, book, worn, location, names):
    """Return a line for each creature on a board."""
    lines = []
    for i in range(player.board_size):
        one = player.board[i]
        number, identity = player.deck[one.place], identity_of(p, int(one.place), int(one.twin))
        numbers, is_worn = (one.attack, one.defense, one.keywords), identity in worn
        lines.append(
            card_line(number, names.get(identity, identity), location, book, one.lane, numbers, is_worn)
        )
    return lines


def card_line(number, identity, location, book, lane, numbers=None, worn=False):
    """Return one card as the referee writes it, including the trailing space."""
    card = book.cards[number]
    attack, defense, keywords = numbers or (card.attack, card.defense, card.keywords)
    hidden = worn and not book.constructed
    changes = "0 0 0" if hidden else f"{card.player_hp} {card.enemy_hp} {card.card_draw}"
    area = f" {card.area}" if book.constructed else ""
    letters = "".join(c if keywords >> i & 1 else "-" for i, c in enumerate("BCDGLW"))
    return (
        f"{shown_number(number, book)} {identity} {location} {card.type} {card.cost} {attack} {defense} "
        f"{letters} {changes}{area} {lane} "
    )


# --- A bot's answers -----------------------------------------------------------------------


def read_pick(line, offer):
    """Return which of the three offered cards a draft answer takes (0, 1 or 2).

    Raises ValueError, which loses a bot the game, for anything but PASS, PICK with an index, or CHOOSE with the number of
    an offered card.
    """
    word, *rest = line.split(" ", 2)
    if word == "PASS":
        return 0
    if word not in ("PICK", "CHOOSE") or not rest or not WHOLE.fullmatch(rest[0]):
        raise ValueError(f"A draft answer must be PICK 0, 1 or 2, CHOOSE card, or PASS, not {line[:60]!r}.")
    choices = [0, 1, 2] if word == "PICK" else [int(card) for card in offer]
    if int(rest[0]) not in choices:
        raise ValueError(f"{word} needs one of {choices}, not {rest[0]}.")
    return choices.index(int(rest[0]))


def read_construction(line, book):
    """Return the numbers of the thirty cards that an answer chooses.

    Raises ValueError, which loses a bot the game, for anything but thirty CHOOSE (or PICK) with a card's number, and for
    more than two copies of a card. PASS takes the first cards of those that are left.
    """
    from deckspace.engine.locm.replay import (
        check_construction,  # here, for a bot must answer before this is loaded
    )

    deck = []
    for text in read_commands(line):
        word, *rest = text.split(" ", 2)
        if word == "PASS":
            deck += first_cards(deck)
            continue
        if word not in ("CHOOSE", "PICK") or not rest or not WHOLE.fullmatch(rest[0]):
            raise ValueError(
                f"A deck is chosen by CHOOSE and the number of a card, or PASS, not by {text[:60]!r}."
            )
        if int(rest[0]) not in range(book.card_count):
            raise ValueError(f"{word} needs a card from 0 to {book.card_count - 1}, not {rest[0][:20]}.")
        deck.append(int(rest[0]) + 1)
    check_construction(deck, book)
    return deck


def first_cards(deck):
    """Return the first cards, two copies of each, that fill up a deck."""
    left = [card for card in range(1, DECK + 1) for _ in range(2 - deck.count(card))]
    return left[: max(0, DECK - len(deck))]


def construction_text(deck):
    """Return the answer that chooses these cards."""
    return " ; ".join(f"CHOOSE {card - 1}" for card in deck)


def read_commands(line):
    """Return the nonempty commands of a battle answer as texts."""
    return [text.strip() for text in line.split(";") if text.strip()]


# --- The bot's side ------------------------------------------------------------------------


def read_turn(stream):
    """Return the lines of one turn from a stream, as lists of words; None at its end.

    Those of version 1.5 are returned as those of 1.2, without runes, and each card's area comes last. Raises ValueError if
    the text does not follow the protocol.
    """
    first = stream.readline()
    if not first.strip():
        return None
    try:
        return read_rest(first, stream)
    except (IndexError, ValueError):
        raise ValueError("The input is not that of a LoCM 1.2 or 1.5 referee, or it is cut off.") from None


def read_rest(first, stream):
    """Return the lines of a turn whose first line is known."""
    modern = len(first.split()) == 4
    me, enemy = (player_words(line, modern) for line in (first, stream.readline()))
    counts = split(stream.readline(), 2)
    check_numbers(counts, (0, MAX_IN_HAND), (0, MAX_ENEMY_ACTIONS))
    numbers, ids = ((0, CARDS), MAX_NUMBER) if modern else ((1, CARDS), COPIES)
    actions = [split(stream.readline(), 4) for _ in range(int(counts[1]))]
    for action in actions:
        check_numbers([*action[:1], *action[2:]], numbers, (int(not modern), ids), (-1, ids))
    size = split(stream.readline(), 1)
    check_numbers(size, (0, CARDS if modern else MAX_IN_HAND + 2 * MAX_ON_BOARD))
    cards = [card_words(stream.readline(), modern) for _ in range(int(size[0]))]
    check_cards(cards, modern, numbers, ids)
    return me, enemy, counts, actions, cards


def player_words(line, modern):
    """Return the words of a player's line; in version 1.5 with a rune of 0."""
    words = split(line, 4 if modern else 5)
    words = [*words[:3], "0", words[3]] if modern else words
    check_numbers(
        words, (-MAX_NUMBER, MAX_NUMBER), (0, MAX_NUMBER), (0, DRAFT_TURNS), (0, MAX_NUMBER), (0, MAX_NUMBER)
    )
    return words


def card_words(line, modern):
    """Return the words of a card's line; in version 1.5 with the area behind the lane."""
    words = split(line, 13 if modern else 12)
    return [*words[:11], words[12], words[11]] if modern else words


def check_cards(cards, modern, numbers, ids):
    """Raise ValueError unless these are the cards of a turn: those to choose from, or a hand and two boards."""
    for card in cards:
        check_numbers(card[:4], numbers, (-1, ids), (THEIRS, MINE), (0, 3))
        check_numbers([*card[4:7], *card[8:12]], *[(-MAX_NUMBER, MAX_NUMBER)] * 6, (-1, 1))
        check_numbers(card[12:], *[(0, 2)] * modern)
        if not KEYWORDS.fullmatch(card[7]):
            raise ValueError(f"{card[7]!r} instead of six keyword letters")
    places, identities = [int(card[2]) for card in cards], [int(card[1]) for card in cards]
    if modern and set(identities) == {-1} and set(places) == {HAND}:
        return
    if places.count(HAND) > MAX_IN_HAND or max(map(places.count, (MINE, THEIRS))) > MAX_ON_BOARD:
        raise ValueError("too many cards in a hand or on a board")
    if set(identities) == {-1}:
        if places != [HAND] * OFFERED:
            raise ValueError(f"{len(cards)} offered cards")
    elif min(identities, default=1) < (0 if modern else 1) or len(set(identities)) < len(identities):
        raise ValueError("a repeated instance id")


def check_numbers(words, *ranges):
    """Raise ValueError unless each word is a whole number in its range (first, last)."""
    for word, (first, last) in zip(words, ranges, strict=True):
        if not WHOLE.fullmatch(word) or len(word) > 6 or not first <= int(word) <= last:
            raise ValueError(f"{word[:20]!r} instead of a number from {first} to {last}")


def split(line, n):
    """Return the words of a line; raises ValueError unless there are `n`."""
    words = line.split()
    if len(words) != n:
        raise ValueError(f"{len(words)} words instead of {n}")
    return words


class PlayerView:
    """What a bot has seen of its game, from which it builds the engine's record of a position.

    A record can be derived from what a player sees, except for cards in decks and in the enemy's hand, which are filled
    with our own picks. Instance ids give the order of drawing, so even the places of the enemy's hand are known.
    """

    def __init__(self):
        self.player, self.offer, self.picks, self.turns = 0, [], [], 0
        self.known, self.played = (
            {},
            set(),
        )  # card numbers by instance id; instance ids that the enemy has played

    def see_draft(self, turn):
        """Process a draft turn; return the three offered card numbers."""
        me, enemy, _, _, cards = turn
        self.player = int(int(enemy[2]) > int(me[2]))
        self.offer = [int(card[0]) for card in cards]
        return self.offer

    def see_battle(self, turn, book):
        """Process a battle turn; return the position as a game record."""
        from deckspace.engine.locm.state import new_games

        me, enemy, _, actions, cards = turn
        game, p = new_games(1)[0], self.player
        self.note(actions, cards)
        game.turn, game.current, game.winner = 2 * self.turns + p, p, -1
        self.fill_player(game.players[p], p, me, self.turns)
        self.fill_player(game.players[1 - p], 1 - p, enemy, self.turns - (p == 0))
        self.fill_mine(game.players[p], cards)
        self.fill_theirs(game.players[1 - p], cards, actions, enemy, book)
        if game.players[p].hp <= 0:
            game.winner = 1 - p
        self.turns += 1
        return game

    def note(self, actions, cards):
        """Record the card of each instance id, and what the enemy has played."""
        for card in cards:
            self.known[int(card[1])] = int(card[0])
        for card, word, identity, *_ in actions:
            self.known[int(identity)] = int(card)
            if word != "ATTACK":
                self.played.add(int(identity))

    def fill_player(self, player, p, line, turns):
        """Fill in a player's numbers; `turns` is the number of its turns so far, from 0."""
        hp, max_mana, deck, rune, _ = map(int, line)
        player.hp, player.runes, player.drawn = hp, rune // 5, 30 - deck
        player.max_mana = player.mana = max_mana
        player.next_draw = 1
        player.bonus = p == 1 and max_mana == min(13, turns + 2)
        hidden, known = list(self.picks), self.known_cards(p)
        for card in known.values():
            if card in hidden:
                hidden.remove(card)
        for place in range(30):
            player.deck[place] = known.get(place) or (hidden.pop() if hidden else self.picks[place])

    def known_cards(self, p):
        """Return the known cards of a player's deck by their places."""
        return {
            place: self.known[2 * place + p + 1] for place in range(30) if 2 * place + p + 1 in self.known
        }

    def place_of(self, identity, p):
        """Return the place in the deck of `p` of the card with this instance id."""
        return (identity - 1) // 2

    def twin_of(self, identity):
        """Return the number of a twin, 0 for any other creature."""
        return 0

    def has_played(self, p, place):
        """Tell whether the enemy `p` has played the card from this place of its deck."""
        return 2 * place + p + 1 in self.played

    def named(self, text):
        """Return one of our commands as the referee takes it."""
        return text

    def fill_mine(self, player, cards):
        """Fill in one's own hand and board."""
        hand = [self.place_of(int(card[1]), self.player) for card in cards if int(card[2]) == HAND]
        player.hand_size = len(hand)
        player.hand[: len(hand)] = hand
        fill_board(player, cards, MINE, partial(self.place_of, p=self.player), self.twin_of)

    def fill_theirs(self, player, cards, actions, line, book):
        """Fill in the enemy's hand, board, remaining mana and cards to draw."""
        q = 1 - self.player
        drawn = [place for place in range(player.drawn) if not self.has_played(q, place)]
        player.hand_size = len(drawn)
        player.hand[: len(drawn)] = drawn
        fill_board(player, cards, THEIRS, partial(self.place_of, p=q), self.twin_of)
        player.next_draw = int(line[4])
        player.mana -= sum(book.cards[int(action[0])].cost for action in actions if action[1] != "ATTACK")


class ModernView(PlayerView):
    """The same in version 1.5, whose instance ids tell nothing about the order of drawing.

    Cards get their places as they are seen; so do those of the enemy, when it plays them. A creature whose id is new is a
    twin, which shares the place of a card of the same number.
    """

    def __init__(self):
        super().__init__()
        self.seen = (
            {},
            {},
        )  # of each player: the place of each card that has been seen, by the referee's instance id
        self.twins = {}  # (player, place, number) of each twin, by the referee's instance id
        self.numbers = {}  # our card numbers by those of the referee
        self.game = None  # the last position
        self.by_twos = True  # whether the ids seen so far are those of the newest referee (order_of_choosing)

    def see_construction(self, turn, book):
        """Process the turn of construction; write its cards into a rule book."""
        self.offer = [int(card[0]) for card in turn[4]]
        self.numbers = {number: i for i, number in enumerate(self.offer, 1)}
        book.card_count = len(self.offer)
        for i, words in enumerate(turn[4], 1):
            write_card(book.cards[i], words)

    def construction(self, deck):
        """Return the answer that chooses these cards."""
        self.picks = deck
        return " ; ".join(f"CHOOSE {self.offer[card - 1]}" for card in deck)

    def see_battle(self, turn, book):
        me, enemy, counts, actions, cards = turn
        if self.turns == 0:
            self.player = int(int(me[1]) > 1)  # the second player has 2 mana in its first turn
        ours = [[self.numbers[int(words[0])], *words[1:]] for words in cards]
        done = [[self.numbers[int(words[0])], *words[1:]] for words in actions]
        game = super().see_battle((me, enemy, counts, done, ours), book)
        for player in game.players:
            player.runes = 0
        game.twins = len(self.twins)
        self.game = game
        return game

    def note(self, actions, cards):
        p = self.player
        for card in cards:
            if int(card[2]) == HAND:
                self.place(p, card)
                self.by_twos &= int(card[1]) % 2 == 0 and int(card[1]) // COPIES == p
        for action in actions:
            if action[1] != "ATTACK":
                self.place(1 - p, [action[0], action[2]])
        for card in cards:
            owner = p if int(card[2]) != THEIRS else 1 - p
            if int(card[1]) not in self.seen[owner] and int(card[1]) not in self.twins:
                places = [place for place, number in self.seen[owner].values() if number == card[0]]
                self.twins[int(card[1])] = owner, places[-1], len(self.twins) + 1

    def place(self, p, card):
        """Give a card of a player a place in its deck when it is seen for the first time."""
        self.seen[p].setdefault(int(card[1]), (len(self.seen[p]), card[0]))

    def known_cards(self, p):
        return dict(self.seen[p].values())

    def place_of(self, identity, p):
        return self.seen[p][identity][0] if identity in self.seen[p] else self.twins[identity][1]

    def twin_of(self, identity):
        return self.twins[identity][2] if identity in self.twins else 0

    def has_played(self, p, place):
        return place < len(self.seen[p])

    def named(self, text):
        """Return one of our commands with the referee's instance ids."""
        word, *ids = text.split()
        for i in range(1 if word == "SUMMON" else len(ids)):
            ids[i] = str(self.shown(int(ids[i])))
        return " ".join([word, *ids])

    def shown(self, identity):
        """Return the referee's instance id for one of ours."""
        for p in range(2):
            for shown, (place, _) in self.seen[p].items():
                if identity == identity_of(p, place):
                    return shown
        for shown, (_, _, number) in self.twins.items():
            if identity == COPIES + number:
                return shown
        if identity <= COPIES:  # the enemy player
            return identity
        return self.shown_soon(identity - COPIES)

    def shown_soon(self, twin):
        """Return the instance id that the referee will give to a twin that has been summoned just now."""
        if not self.by_twos:
            return max(COPIES, *self.twins, COPIES) + twin - len(self.twins)
        me = self.game.players[self.player]
        place = next(int(one.place) for one in me.board[: me.board_size] if one.twin == twin)
        return self.shown(identity_of(self.player, place)) + 1


def write_card(card, words):
    """Write a card of the referee's lines into a row of the card table."""
    card.type, card.cost, card.attack, card.defense = map(int, words[3:7])
    card.keywords = keyword_bits(words[7])
    card.player_hp, card.enemy_hp, card.card_draw = map(int, words[8:11])
    card.area = int(words[12])


def keyword_bits(letters):
    """Return the bits of six keyword letters."""
    return sum(1 << i for i in range(6) if letters[i] != "-")


def fill_board(player, cards, location, place_of, twin_of):
    """Fill in a board from the referee's card lines; a player's own creatures are ready."""
    rows = [card for card in cards if int(card[2]) == location]
    player.board_size = len(rows)
    for i, row in enumerate(rows):
        one = player.board[i]
        one.place, one.twin, one.lane = place_of(int(row[1])), twin_of(int(row[1])), int(row[11])
        one.attack, one.defense = int(row[5]), int(row[6])
        one.keywords = keyword_bits(row[7])
        one.can_attack = location == MINE


def commands(agent, game, deadline=float("inf")):
    """Yield the commands of an agent's whole turn, which are carried out on the game."""
    from deckspace.engine.locm.replay import (  # imported here: a bot must answer before the compiler is loaded
        command_text,
        take,
    )

    mover = game.current
    while game.winner < 0 and game.current == mover and time.perf_counter() < deadline:
        action = agent.act(game)
        if action == 0:
            return
        yield command_text(game, agent.book, action)
        take(game, agent.book, action)
