"""One game of Hearthstone, played by hand, by a program, or by an agent."""

import copy as shallow

from deckspace.actions import Action
from deckspace.agents.hearthstone.entrants import agent_of
from deckspace.agents.hearthstone.outside import actions_of, number_of, view_of
from deckspace.engine.hearthstone import positions, replay
from deckspace.engine.hearthstone.decks import Deck
from deckspace.engine.hearthstone.printing import describe_game
from deckspace.engine.hearthstone.setup import OPENING_HAND
from deckspace.engine.hearthstone.state import DRAW
from deckspace.errors import BadInput, Illegal, shown
from deckspace.hearthstone.collection import cards, deck


class Game:
    """A game between two decks, in which the caller plays both sides.

    `book` is a card set (see `cards`) or its name. `first` and `second` are decks, or whatever `deck` takes; `first` is
    side 0 and moves first. The `seed`, a whole number from 0, decides the order of both decks and all chance. `keep`
    holds for each side the cards of its opening hand (3 and 4 cards) that it keeps: places counted from 0, None for
    all, or a function from the list of card names to places.

    Attributes: `book`; `state`, the engine's record (engine/hearthstone/state.py); `actions`, the past action numbers.

    Raises ValueError for an invalid deck, seed or place.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Elite Control Warlock", seed=1)
    >>> while not game.over:
    ...     game.play(game.legal()[-1])
    >>> game.turn, game.winner
    (11, 0)
    """

    def __init__(self, book, first, second, seed=0, keep=(None, None)):
        self.book = cards(book) if isinstance(book, str) else book
        decks = [deck(each, self.book) for each in (first, second)]
        if not isinstance(keep, tuple | list) or len(keep) != 2:
            raise BadInput(
                f"The kept cards must be a pair, those of side 0 and of side 1, not {shown(keep)}."
            )
        dealt = replay.dealt(self.book, *decks, seed)
        kept = [self._places(dealt.players[side], n, keep[side]) for side, n in enumerate(OPENING_HAND)]
        self.seed, self.actions = int(seed), []
        self.players = tuple(
            replay.Player(one.hero_class, one.cards, places) for one, places in zip(decks, kept, strict=True)
        )
        self.state = replay.new_game(self.book, *decks, seed, kept)

    def _places(self, player, n, keep):
        """Return the places of an opening hand of n cards that are kept, None for all."""
        if callable(keep):
            keep = keep([self.book.name(int(held.card)) for held in player.hand[:n]])
        return tuple(keep) if isinstance(keep, list) else keep

    # --- State of the game ---

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def winner(self):
        """The side that has won, 0 or 1; None while the game goes on, and for a draw."""
        return int(self.state.winner) if self.over and self.state.winner != DRAW else None

    @property
    def to_move(self) -> int:
        """The side to move, 0 or 1."""
        return int(self.state.active)

    @property
    def turn(self) -> int:
        """The number of the current turn, counting both sides' turns from 1."""
        return int(self.state.turn)

    def view(self, side=None) -> dict:
        """Return what a side (None: the one to move) sees as a plain dict of names and numbers.

            side, actions     the viewing side, and its legal Actions, empty unless it is to move
            turn, active      the number of this turn, from 1, and the side to move
            game_over, winner whether the game has ended, and its winner (None: nobody)
            choice            only while cards are offered: the choosing side, its options, the number of open choices
            luck              a random number in [0, 1) that depends on the position only
            players           two dicts, of side 0 and 1, each with

        hero (class, health, armor, attack, frozen, immune, can_attack, power_usable), power, power_cost, weapon (name,
        attack, durability; None), mana, max_mana, overload_next, overload_locked, hand, hand_costs, deck, deck_size,
        fatigue, spell_damage, secrets, and board, a list of minions from the left (name, attack, health, max_health,
        taunt, divine_shield, stealth, windfury, charge, poisonous, elusive, cant_attack, frozen, immune, silenced,
        can_attack); also jades, totems, and hand_changes by place in the hand, if there are any. Hand, deck and secrets
        are lists of card names. The order of its own deck is arbitrary, and a card that it cannot see is "a hidden
        card" with a cost of None.

        >>> import deckspace as ds
        >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Elite Control Warlock", seed=1)
        >>> view = game.view(0)
        >>> view["players"][0]["hand"], view["players"][1]["hand"][3:]
        (['Wisp', 'Nightblade', 'Kobold Geomancer', 'Fen Creeper'], ['a hidden card', 'The Coin'])
        """
        side = check_side(side)
        return view_of(self.state, self.book, self.to_move if side is None else side)

    def log(self, side=None) -> str:
        """Return the game so far as text, turn by turn, as one side has seen it (None: with all hidden cards).

        >>> import deckspace as ds
        >>> print(ds.hearthstone.Game("mesb", "Starter Hunter", "Starter Warlock", seed=1).log().splitlines()[0])
        card set mesb, seed 1
        """
        return replay.log(self._replay(), self.book, check_side(side))

    def __repr__(self):
        return describe_game(self.state, self.book)

    # --- Playing ---

    def legal(self) -> list[Action]:
        """Return the legal Actions of the side to move; none when the game is over."""
        return actions_of(self.state, self.book)

    def play(self, action):
        """Do an action: one of `legal`, its number, or its text (the first of several with the same text).

        Raises Illegal, a ValueError that explains why the action is not legal; the game is then unchanged.

        >>> import deckspace as ds
        >>> game = ds.hearthstone.Game("mesb", "Starter Hunter", "Starter Warlock", seed=1)
        >>> game.play("end the turn")
        >>> game.play("end the trun")
        Traceback (most recent call last):
        deckspace.errors.Illegal: 'end the trun' cannot be done now; the nearest is 'end the turn'.
        """
        number = number_of(action, self.state, self.book)
        replay.do(self.state, self.book, number)
        self.actions.append(int(number))

    def ask(self, agent) -> Action:
        """Return the action that an agent, or a function of a view, takes in this position; the game is not changed.

        Raises Illegal, a ValueError, after the end, and for a function that returns what is not legal.

        >>> import deckspace as ds
        >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
        >>> game.play(game.ask(ds.Beam("aggro")))
        >>> game.play(game.ask(lambda view: view["actions"][0]))
        >>> game.turn
        2
        """
        if self.over:
            raise Illegal("The game is over: there are no more actions.")
        number = agent_of(agent).ask(self.state, self.book, len(self.actions) + 1).action
        return next(action for action in self.legal() if action == number)

    def copy(self) -> "Game":
        """Return an independent copy of the game."""
        other = shallow.copy(self)
        other.state, other.actions = positions.copy(self.state), list(self.actions)
        return other

    # --- Files ---

    def save(self, path):
        """Write the game so far to a JSON file: card set and changes, seed, decks and actions.

        >>> import deckspace as ds, pathlib, tempfile
        >>> game = ds.hearthstone.Game("mesb", "Starter Hunter", "Starter Warlock", seed=1)
        >>> game.play("end the turn")
        >>> file = pathlib.Path(tempfile.mkdtemp(), "game.json")
        >>> game.save(file)
        >>> ds.hearthstone.Game.load(file).turn
        2
        """
        replay.write(self._replay(), path)

    @classmethod
    def load(cls, path) -> "Game":
        """Return the game that `save` wrote.

        Raises FileNotFoundError, and BadInput (a ValueError) for a damaged file and for a game that no longer leads to
        the saved position because the rules have changed.
        """
        kept = replay.read(path)
        state = replay.play_again(kept)
        decks = [Deck("", one.hero_class, (), one.cards, len(one.cards)) for one in kept.players]
        game = cls(replay.book_of(kept), *decks, kept.seed, [one.keep for one in kept.players])
        game.state, game.actions = state, list(kept.actions)
        return game

    def _replay(self):
        """Return the game so far as a Replay."""
        state = replay.digest(self.state, self.book)
        return replay.Replay(
            self.book.name_of_set, self.seed, self.players, tuple(self.actions), self.book.overrides, state
        )


def check_side(side):
    """Return a side as an int, None as it is. Raises BadInput for anything else."""
    if side not in (None, 0, 1):
        raise BadInput(f"The side must be 0, 1 or None, not {shown(side)}.")
    return None if side is None else int(side)
