"""One game of Legends of Code and Magic, played by hand, by a program, or by an agent."""

import copy as shallow

import numpy as np

from deckspace.actions import Action
from deckspace.agents.locm.contest import as_agent, book_of
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import card_frame, with_cards_of
from deckspace.engine.locm.state import DECK, creature_id, place_of
from deckspace.engine.locm.view import View
from deckspace.errors import BadInput, Illegal, check_seed, is_whole, shown


class Game:
    """A game in which the caller plays both sides: they choose their decks, then comes the battle.

    In version 1.2 both players `pick` one of the same three cards thirty times; in 1.5 both `construct` their decks from the
    same 120 cards. `seed` decides how the decks are shuffled, and `draft` which cards are offered, in 1.5 which there are
    (None: the seed decides that, too); both are whole numbers from 0. With `decks`, two lists of 30 card numbers (from 1), the
    battle begins at once. `book` is a rule book (see `cards`), or the name of an edition (None: "official", version 1.2). Player
    0 moves first; texts call the players 1 and 2.

    Attributes: `picks`, the picks of both players so far; `decks`, after the draft; `state`, the engine's record
    (engine/locm/state.py), after the draft; `actions`, the action numbers of the battle so far.

    Raises ValueError for invalid decks, and for calls in the wrong phase.

    >>> import deckspace as ds
    >>> game = ds.locm.Game(seed=1)
    >>> game.offer
    [112, 22, 10]
    >>> while game.offer:
    ...     game.pick(0, 1)
    >>> while not game.over:
    ...     game.play(game.legal()[-1])
    >>> game.winner, game.turn
    (0, 18)
    >>> game = ds.locm.Game(seed=1, book=ds.locm.cards("1.5"))
    >>> len(game.offer)
    120
    >>> game.construct(game.ask(ds.locm.Beam(), 0), list(range(1, 31)))
    >>> game.legal()[:2]
    [PASS, SUMMON 1 0 (card 11)]
    """

    def __init__(self, seed=0, draft=None, book=None, decks=None):
        seed, draft = check_seed(seed), check_seed(seed if draft is None else draft)
        if decks is not None:
            check_decks(decks)
        self.book = with_cards_of(book_of(book), draft)
        self.seed, self.picks, self.actions, self.state = seed, ([], []), [], None
        self.offers = [] if self.book.constructed else replay.offers_of(draft, self.book).tolist()
        self.decks = None
        if decks is not None:
            self._begin([list(map(int, deck)) for deck in decks])

    def _begin(self, decks):
        self.decks, self.state = decks, replay.from_decks(replay.shuffled(decks, self.seed), self.book)

    # --- The draft ---

    @property
    def offer(self):
        """The numbers of the three offered cards, in version 1.5 of all cards; None after the draft."""
        if self.state is not None:
            return None
        return (
            list(range(1, self.book.card_count + 1))
            if self.book.constructed
            else self.offers[len(self.picks[0])]
        )

    def construct(self, first, second):
        """Let both players choose their decks, lists of 30 card numbers, at most two of each; then the battle begins."""
        if not self.book.constructed:
            raise ValueError("Decks are drafted in this version: use `pick`.")
        if self.offer is None:
            raise ValueError("The decks have been constructed: use `play` for actions of the battle.")
        for deck in (first, second):
            replay.check_construction(deck, self.book)
        self._begin([list(map(int, deck)) for deck in (first, second)])

    def pick(self, first, second):
        """Let both players pick one of the three offered cards, 0, 1 or 2 each. After thirty picks the battle begins."""
        if self.offer is None:
            raise ValueError("The draft is over: use `play` for actions of the battle.")
        if self.book.constructed:
            raise ValueError("Decks are constructed in this version: use `construct`.")
        if not all(pick in (0, 1, 2) for pick in (first, second)):
            raise ValueError(
                f"A pick must be 0, 1 or 2, one of the three offered cards, not {shown(first)} and {shown(second)}."
            )
        for picks, choice in zip(self.picks, (first, second), strict=True):
            picks.append(int(choice))
        if len(self.picks[0]) == DECK:
            self._begin([[self.offers[i][pick] for i, pick in enumerate(picks)] for picks in self.picks])

    # --- State of the game ---

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state is not None and int(self.state.winner) >= 0

    @property
    def winner(self):
        """The player who has won, 0 or 1; None while the game goes on. There are no draws."""
        return int(self.state.winner) if self.over else None

    @property
    def to_move(self) -> int:
        """The player to move, 0 or 1."""
        return int(self._battle().current)

    @property
    def turn(self) -> int:
        """The number of the current turn, counting both players' turns from 0."""
        return int(self._battle().turn)

    def view(self) -> View:
        """Return the View of the player to move, as agents in plain Python get it."""
        return View(self._battle(), self.book, np.array(self.offers) if self.offers else ())

    def log(self) -> str:
        """Return the battle so far as text: every action with its cards, and the current position.

        Cards of version 1.5 have no names, but numbers, by which `card_table(game.book)` lists them.
        """
        lines, turn = [], None

        def follow(state, text):
            nonlocal turn
            if state.turn != turn:
                turn = int(state.turn)
                one, other = (f"{int(player.hp)} health" for player in state.players)
                lines.append(f"turn {turn}, player {int(state.current) + 1} to move ({one}, {other})")
            lines.append(f"  {with_names(state, self.book, text)}")

        self._battle()  # raises ValueError during the draft
        decks = replay.shuffled(self.decks, self.seed)
        replay.replay(replay.from_decks(decks, self.book), self.actions, self.book, follow)
        return "\n".join([*lines, repr(self)])

    def __repr__(self):
        if self.offer and self.book.constructed:
            return f"decks of {DECK} to construct, from {self.book.card_count} cards"
        if self.offer:
            return f"pick {len(self.picks[0]) + 1} of {DECK}: {', '.join(map(replay.card_name, self.offer))}"
        return replay.show(self.state, self.book)

    def _battle(self):
        """Return the engine's record; raises ValueError before the battle."""
        if self.state is None:
            if self.book.constructed:
                raise ValueError("The decks are not chosen: use `construct`.")
            raise ValueError(f"The draft is not over: {len(self.picks[0])} of {DECK} cards are picked.")
        return self.state

    # --- Playing ---

    def legal(self) -> list[Action]:
        """Return the legal Actions of the player to move, which print as the referee's text with its cards, as in `log`."""
        listed = [] if self.over else replay.legal(self._battle(), self.book)
        texts = [replay.command_text(self.state, self.book, number) for number in listed]
        named = [with_names(self.state, self.book, text) for text in texts]
        return [Action(number, text) for number, text in zip(listed, named, strict=True)]

    def play(self, action):
        """Do an action: one of `legal`, its number, or the referee's text for it, such as "SUMMON 3 0" or "PASS".

        Raises a ValueError that explains why the action is not legal; the game is then unchanged.

        >>> import deckspace as ds
        >>> game = ds.locm.Game(seed=1, decks=[[3] * 30, [3] * 30])
        >>> game.legal()[:2]
        [PASS, SUMMON 1 0 (Beavrat)]
        >>> game.play("ATTACK 1 -1")
        Traceback (most recent call last):
        deckspace.errors.Illegal: Creature 1 is not on the board of player 1.
        """
        text = action.upper() if isinstance(action, str) else self._text(action)
        number = replay.action_number(self._battle(), self.book, text)
        replay.take(self.state, self.book, number)
        self.actions.append(int(number))

    def _text(self, number):
        """Return the referee's text for an action number; raises Illegal if it is not legal."""
        if number not in self.legal():
            raise Illegal(f"{shown(number)} cannot be done now; `legal` lists what is possible.")
        return replay.command_text(self.state, self.book, int(number))

    def ask(self, agent, player=0):
        """Return an agent's Action in this position, for `play`; the game does not change.

        As long as there is a draft: which of the three cards it would pick as `player`, who sees its own picks. Before
        decks are constructed: the 30 numbers of its deck. Raises Illegal, a ValueError, after the end.

        >>> import deckspace as ds
        >>> game, one, other = ds.locm.Game(seed=1), ds.locm.WeakOp(), ds.locm.Random()
        >>> while game.offer:
        ...     game.pick(game.ask(one, 0), game.ask(other, 1))
        >>> game.play(game.ask(one))
        """
        if player not in (0, 1):
            raise BadInput(f"The player must be 0 or 1, not {shown(player)}.")
        if self.over:
            raise Illegal("The game is over.")
        asked = len(self.picks[0]) + len(self.actions)
        seat = SoloAgent(as_agent(agent), self.book, self.seed + asked)
        if self.offers:
            seat.scratch.offers[:] = self.offers
        if self.offer is None:
            action = seat.act(self._battle())
            return next(each for each in self.legal() if each == action)
        if self.book.constructed:
            return seat.construct()
        seat.offers_seen = len(self.picks[player])
        picked = [self.offers[i][pick] for i, pick in enumerate(self.picks[player])]
        seat.scratch.game.current = player
        seat.scratch.game.players[player].deck[: len(picked)] = picked
        return seat.draft(self.offer)

    def copy(self) -> "Game":
        """Return an independent copy of the game."""
        other = shallow.copy(self)
        other.picks, other.actions = tuple(map(list, self.picks)), list(self.actions)
        other.state = None if self.state is None else replay.copy(self.state)
        return other


def check_decks(decks):
    """Raise BadInput unless these are two lists of 30 whole numbers; the numbers themselves are not checked."""
    lists = list | tuple | np.ndarray
    if not (
        isinstance(decks, lists)
        and len(decks) == 2
        and all(isinstance(deck, lists) and len(deck) == DECK and all(map(is_whole, deck)) for deck in decks)
    ):
        raise BadInput(f"The decks must be two lists of {DECK} card numbers.")


def with_names(state, book, text):
    """Return a command followed by its cards."""
    cards = [int(word) for word in text.split()[1:] if word.lstrip("-").isdigit()]
    if text.startswith("SUMMON"):
        cards = cards[:1]  # the second number is a lane
    names = [name_of(state, book, card) for card in cards if card > 0]
    return f"{text} ({', '.join(names)})" if names else text


def name_of(state, book, instance):
    """Return the name of the card with this instance id, or its number if it has none."""
    card = card_with(state, instance)
    return f"card {card}" if book.constructed else card_frame().name[card]


def card_with(state, instance):
    """Return the number of the card, or of the twin's card, with this instance id."""
    for p, player in enumerate(state.players):
        for i in range(player.board_size):
            if creature_id(p, player.board[i]) == instance:
                return int(player.deck[player.board[i].place])
    p = (instance - 1) % 2
    return int(state.players[p].deck[place_of(p, instance)])
