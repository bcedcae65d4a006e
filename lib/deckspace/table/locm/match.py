"""A game of LoCM at the table: thirty picks of three cards, in version 1.5 a choice of thirty cards, then the battle.

    match = begin("StrongOp", seed=1)
    while match.phase == "draft":
        match.pick(0)                          # the first of the three; the opponent's pick is hidden
    # begin("Beam", version="1.5").construct([1, 1, 2, 2, ...])
    while not match.over:
        match.act(match.legal()[0])
        while match.opponent_to_move:
            match.answer()
    match = resume(match.number)               # the same game, in any other process

After every pick and action the match is saved (playing.py): seeds, picks, actions, and the checksum of the resulting
position.
"""

import hashlib
import json
import secrets
from datetime import UTC, datetime

from deckspace.agents.locm.beam import Beam
from deckspace.agents.locm.solo import SoloAgent
from deckspace.engine.locm.cards import CARDS, COPIES, edition, with_cards_of
from deckspace.engine.locm.replay import (
    check_construction,
    copy,
    from_decks,
    legal,
    offers_of,
    shuffled,
    take,
    to_dict,
)
from deckspace.engine.locm.state import DECK
from deckspace.errors import BadInput
from deckspace.table import storage
from deckspace.table.locm import view
from deckspace.table.locm.opponents import opponents
from deckspace.table.opponents import opponent
from deckspace.table.playing import Playing

FORMAT, PREFIX = "locm 1", "locm-"
FIELDS = dict.fromkeys(("format", "number", "begun", "opponent"), (str,))
FIELDS |= dict.fromkeys(("draft", "seed", "side"), (int,)) | dict.fromkeys(("picks", "actions"), (list,))
FIELDS |= {"winner": (str, type(None)), "conceded": (bool,), "state": (str, type(None))}
VERSIONS = {"1.2": "official", "1.5": "1.5"}  # of the game, and the rule book of each
SEEDS = 2**53  # the largest exact whole number in a browser


class Player(SoloAgent):
    """An opponent in one game, with the interface of Hearthstone's (lib/deckspace/table/players.py).

    Its `thoughts`, what it considered before its last action, are (text, score or None) pairs in its own units.
    """

    choose = SoloAgent.act

    @property
    def thoughts(self):
        return super().thoughts(lambda action: view.sentence(self.book, self.before, int(action), mine=False))


class Match(Playing):
    """The stored record of a game (FIELDS, as JSON), and its current position."""

    FOLDER, GROWS = "locm", ("picks", "actions", "winner")

    def __init__(self, saved):
        super().__init__(saved)
        self.version = version_of(saved)
        self.book = with_cards_of(edition(VERSIONS[self.version]), saved["draft"])
        self.opponent = opponent(saved["opponent"], opponents(self.version))
        self.offers = [] if self.book.constructed else offers_of(saved["draft"], self.book).tolist()
        self.player = Player(self.opponent.agent, self.book, saved["seed"])
        self.play_again()

    # --- State of the match ---

    @property
    def current(self):
        """The record of the current game, which is that of the whole match."""
        return self.saved

    @property
    def side(self):
        """The user's side; 0 begins."""
        return self.saved["side"]

    @property
    def mine(self):
        """The user's picks so far, as places in the offers; in version 1.5 the numbers of the chosen cards."""
        return self.saved["picks"][self.side]

    @property
    def over(self):
        return self.saved["winner"] is not None

    @property
    def phase(self):
        """The phase of the match: "draft", "play" or "over"."""
        if self.over:
            return "over"
        return "draft" if len(self.mine) < DECK else "play"

    @property
    def step(self):
        """The number of the user's picks plus the number of actions."""
        return len(self.mine) + len(self.saved["actions"])

    @property
    def opponent_to_move(self):
        return self.phase == "play" and int(self.game.current) != self.side

    def cards(self, picks):
        """Return the numbers of the picked cards."""
        if self.book.constructed:
            return picks
        return [offer[pick] for offer, pick in zip(self.offers, picks, strict=False)]

    # --- Playing ---

    def pick(self, choice):
        """Take one of the three offered cards, 0, 1 or 2; raises BadInput."""
        if self.phase != "draft" or self.book.constructed:
            raise BadInput("There is no draft now.")
        if type(choice) is not int or choice not in (0, 1, 2):
            raise BadInput("Pick one of the three cards: 0, 1 or 2.")
        self.check_alone()
        offer = self.offers[len(self.mine)]
        theirs = self.player.draft(offer)
        self.saved["picks"][1 - self.side].append(theirs)
        self.mine.append(choice)
        if self.phase == "play":
            self.begin_battle()
        self.save()

    def construct(self, deck):
        """Choose the numbers of the thirty cards of the user's deck (version 1.5); raises ValueError."""
        self.check_choice(deck)
        check_construction(deck, self.book)
        self.check_alone()
        self.saved["picks"] = [deck, self.player.construct()][:: -1 if self.side else 1]
        self.begin_battle()
        self.save()

    def filled(self, deck):
        """Return a deck with more cards, up to thirty: those that the agent Beam would choose; raises BadInput."""
        self.check_choice(deck)
        for number in SoloAgent(Beam(), self.book).construct():
            if len(deck) < DECK and deck.count(number) < COPIES:
                deck = [*deck, number]
        return deck

    def check_choice(self, deck):
        """Raise BadInput unless a deck is to be chosen now, and this is a list of numbers."""
        if self.phase != "draft" or not self.book.constructed:
            raise BadInput("There is no deck to choose now.")
        if any(type(number) is not int for number in deck):
            raise BadInput("A deck must be a list of card numbers.")

    def warm_up(self):
        """Let the opponent take one action in a throwaway game, so that its code is compiled before the battle."""
        deck = [1 + i // COPIES for i in range(DECK)]
        game, player = from_decks([deck, deck], self.book), Player(self.opponent.agent, self.book, 1)
        take(game, self.book, player.choose(game))

    def begin_battle(self):
        decks = [self.cards(picks) for picks in self.saved["picks"]]
        self.game = from_decks(shuffled(decks, self.saved["seed"]), self.book)

    def moves(self):
        return [] if self.game is None else legal(self.game, self.book)

    def follow(self, action):
        """Carry out an action on the game without saving; return its line of the log."""
        before = copy(self.game)
        take(self.game, self.book, action)
        self.log.append(view.entry(self.book, before, self.game, action, self.side))
        return self.log[-1]

    def settle(self):
        if int(self.game.winner) >= 0:
            self.saved["winner"] = "me" if int(self.game.winner) == self.side else "foe"

    # --- Saving ---

    def digest(self):
        return digest(self.game)

    def play_again(self):
        """Replay the saved picks and actions; raises BadInput if they do not lead to the saved position."""
        for offer, _ in zip(self.offers, self.mine, strict=False):
            self.player.draft(offer)
        if self.book.constructed and self.mine:
            self.player.construct()
            for deck in self.saved["picks"]:
                check_construction(deck, self.book)
        if len(self.mine) == DECK:
            self.begin_battle()
        self.follow_saved()


def digest(game):
    """Return a hash of a position (16 characters); None before the battle."""
    return None if game is None else hashlib.sha256(json.dumps(to_dict(game)).encode()).hexdigest()[:16]


# --- Beginning and resuming ----------------------------------------------------------------


def begin(name, seed=None, version="1.2") -> Match:
    """Return a new game of a version against the opponent with this name; raises BadInput if there is none."""
    if version not in VERSIONS:
        raise BadInput(f"There is no version {version!r}; choose {' or '.join(VERSIONS)}.")
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    now = datetime.now(UTC)
    saved = {"format": FORMAT, "number": f"{PREFIX}{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"}
    saved |= {"version": version, "begun": f"{now:%Y-%m-%d %H:%M}", "draft": seed}
    saved |= {"opponent": opponent(name, opponents()).name}
    saved |= {"seed": (seed * 2654435761 + 1) % SEEDS, "side": seed % 2, "picks": [[], []], "actions": []}
    match = Match(saved | {"winner": None, "conceded": False, "state": None})
    match.save()
    return match


def rematch(one) -> Match:
    """Return a new game like `one`, in which the other side begins."""
    seed = 2 * secrets.randbelow(SEEDS // 2) + 1 - one.side  # its parity is the user's side
    return begin(one.opponent.name, seed, one.version)


def resume(number) -> Match:
    """Return a saved game. Raises BadInput for one that is missing or broken."""
    return from_record(storage.read(Match.FOLDER, number), f"The game '{number}'")


def from_record(saved, what) -> Match:
    """Return the game of a record; raises BadInput, whose message calls it `what`."""
    try:
        check(saved)
        return Match(saved)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise BadInput(f"{what} is broken: {error}") from None


def version_of(saved):
    """Return the version of a game; records from before there were two do not name it."""
    return saved.get("version", "1.2")


def check(saved):
    """Raise BadInput unless the record of a game is valid."""
    storage.check_fields(saved, FIELDS)
    if saved["format"] != FORMAT:
        raise BadInput(f"its format is '{saved['format']}', not '{FORMAT}'.")
    if saved["side"] not in (0, 1) or saved["winner"] not in (None, "me", "foe"):
        raise BadInput("its side or winner is invalid.")
    if version_of(saved) not in VERSIONS:
        raise BadInput(f"its version is '{version_of(saved)}', not {' or '.join(VERSIONS)}.")
    picks, seeds = saved["picks"], (saved["draft"], saved["seed"])
    if any(type(seed) is not int or not 0 <= seed < SEEDS for seed in seeds):
        raise BadInput("its seeds are not whole numbers below 2^53.")
    right = len(picks) == 2 and len(picks[0]) == len(picks[1]) <= DECK
    known = (0, 1, 2) if version_of(saved) == "1.2" else range(1, CARDS + 1)
    if not right or any(type(pick) is not int or pick not in known for row in picks for pick in row):
        raise BadInput(f"its picks are not those of {DECK} cards.")


def listed():
    """Return (summaries of all saved games, names of damaged files), the newest first."""
    return storage.listed(Match.FOLDER, summary)


def summary(saved, number) -> dict:
    """Return what the page's lists say of a game; raises BadInput for an invalid record."""
    check(saved)
    row = {name: saved[name] for name in ("number", "begun", "opponent", "winner", "conceded")}
    row |= {"version": version_of(saved), "picks": len(saved["picks"][0])}
    return row | {"turns": saved["actions"].count(0)}
