"""A game of LoCM at the table: thirty picks of three cards, then the battle.

    match = begin("StrongOp", seed=1)
    while match.phase == "draft":
        match.pick(0)                          # the first of the three; the opponent picks, too, and hidden
    while not match.over:
        match.act(match.legal()[0])
        while match.opponent_to_move:
            match.answer()
    match = resume(match.number)               # the same game, after whatever has happened to this process

What is kept of it after every pick and action (playing.py): seeds, picks, actions, and the checksum of the position they
lead to.
"""

import hashlib
import json
import secrets
from datetime import UTC, datetime

from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.replay import copy, from_decks, legal, offers_of, shuffled, take, to_dict
from deckspace.engine.locm.state import DECK
from deckspace.errors import BadInput
from deckspace.table import storage
from deckspace.table.locm import view
from deckspace.table.locm.opponents import opponent
from deckspace.table.locm.players import Player
from deckspace.table.playing import Playing

FORMAT, PREFIX = "locm 1", "locm-"
FIELDS = (
    "format",
    "number",
    "begun",
    "opponent",
    "draft",
    "seed",
    "side",
    "picks",
    "actions",
    "winner",
    "conceded",
    "state",
)
SEEDS = 2**53  # a browser counts exactly so far


class Match(Playing):
    """What is kept of a game (FIELDS, as JSON), and the game that is being played."""

    FOLDER, GROWS = "locm", ("picks", "actions", "winner")

    def __init__(self, kept):
        super().__init__(kept)
        self.book, self.opponent = edition(), opponent(kept["opponent"])
        self.offers = offers_of(kept["draft"], self.book).tolist()
        self.player = Player(self.opponent.sit(kept["seed"]))
        self.play_again()

    # --- How it stands ---

    @property
    def current(self):
        """The game being played: what is kept is no more than that."""
        return self.kept

    @property
    def side(self):
        """The person's side: 0 begins."""
        return self.kept["side"]

    @property
    def mine(self):
        """The person's picks so far, places in the offers."""
        return self.kept["picks"][self.side]

    @property
    def over(self):
        return self.kept["winner"] is not None

    @property
    def phase(self):
        """What happens next: "draft", "play", or it is "over"."""
        if self.over:
            return "over"
        return "draft" if len(self.mine) < DECK else "play"

    @property
    def step(self):
        """How many picks of the person's and actions there have been."""
        return len(self.mine) + len(self.kept["actions"])

    @property
    def opponent_to_move(self):
        return self.phase == "play" and int(self.game.current) != self.side

    def deck(self):
        """Return the numbers of the cards that the person has picked."""
        return [self.offers[i][pick] for i, pick in enumerate(self.mine)]

    # --- Playing ---

    def pick(self, choice):
        """Take one of the three cards offered, 0, 1 or 2; raises BadInput."""
        if self.phase != "draft":
            raise BadInput("The draft is over.")
        if type(choice) is not int or choice not in (0, 1, 2):
            raise BadInput("Pick one of the three cards: 0, 1 or 2.")
        self.check_alone()
        offer = self.offers[len(self.mine)]
        theirs = self.player.draft(offer)
        self.kept["picks"][1 - self.side].append(theirs)
        self.mine.append(choice)
        if self.phase == "play":
            self.begin_battle()
        self.save()

    def warm_up(self):
        """Have the opponent take one action in a game of nobody's, so that all code is ready before the battle."""
        deck = [offer[0] for offer in self.offers]
        game, player = from_decks([deck, deck], self.book), Player(self.opponent.sit(1))
        take(game, self.book, player.choose(game))

    def begin_battle(self):
        decks = [[self.offers[i][pick] for i, pick in enumerate(row)] for row in self.kept["picks"]]
        self.game = from_decks(shuffled(decks, self.kept["seed"]), self.book)

    def moves(self):
        return [] if self.game is None else legal(self.game, self.book)

    def follow(self, action):
        """Carry out an action on the game alone; return its line of the log."""
        before = copy(self.game)
        take(self.game, self.book, action)
        self.log.append(view.entry(before, self.game, self.book, action, self.side))
        return self.log[-1]

    def settle(self):
        """Write down who has won, if the game is over."""
        if int(self.game.winner) >= 0:
            self.kept["winner"] = "me" if int(self.game.winner) == self.side else "foe"

    # --- Keeping ---

    def digest(self):
        return digest(self.game)

    def play_again(self):
        """Bring the game to where it was kept; raises BadInput if it does not go there."""
        for offer, _ in zip(self.offers, self.mine, strict=False):
            self.player.draft(offer)
        if len(self.mine) == DECK:
            self.begin_battle()
        self.follow_kept()


def digest(game):
    """Return 16 letters that stand for all that can be seen of a position; None before the battle."""
    return None if game is None else hashlib.sha256(json.dumps(to_dict(game)).encode()).hexdigest()[:16]


# --- Beginning and resuming ----------------------------------------------------------------


def begin(name, seed=None) -> Match:
    """Return a new game against the opponent of this name; raises ValueError for an unknown one."""
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    now = datetime.now(UTC)
    kept = {"format": FORMAT, "number": f"{PREFIX}{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"}
    kept |= {"begun": f"{now:%Y-%m-%d %H:%M}", "opponent": opponent(name).name, "draft": seed}
    kept |= {"seed": (seed * 2654435761 + 1) % SEEDS, "side": seed % 2, "picks": [[], []], "actions": []}
    begun = Match(kept | {"winner": None, "conceded": False, "state": None})
    begun.save()
    return begun


def resume(number) -> Match:
    """Return a game that was kept. Raises BadInput, with a sentence, for one that cannot be gone on with."""
    return of_record(storage.read(Match.FOLDER, number), f"The game '{number}'")


def of_record(kept, what) -> Match:
    """Return the game of a record; raises BadInput, in which `what` is how it is called."""
    try:
        check(kept)
        return Match(kept)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise BadInput(f"{what} is broken: {error}") from None


def check(kept):
    """Raise BadInput unless a record of a game has all its parts."""
    for name in FIELDS:
        if name not in kept:
            raise BadInput(f"it has no '{name}'.")
    if kept["format"] != FORMAT:
        raise BadInput(f"its format is '{kept['format']}', not '{FORMAT}'.")
    if kept["side"] not in (0, 1) or kept["winner"] not in (None, "me", "foe"):
        raise BadInput("it has no right side or winner.")
    picks, seeds = kept["picks"], (kept["draft"], kept["seed"])
    if any(type(seed) is not int or not 0 <= seed < SEEDS for seed in seeds):
        raise BadInput("its seeds are no whole numbers from 0 to 2^53.")
    right = len(picks) == 2 and len(picks[0]) == len(picks[1]) <= DECK
    if not right or any(type(pick) is not int or pick not in (0, 1, 2) for row in picks for pick in row):
        raise BadInput(f"its picks are not those of a draft of {DECK} cards.")


def listed() -> list[dict]:
    """Return what there is to say of every game that was kept, the newest first; broken files are left out."""
    found = []
    for number in storage.names(Match.FOLDER):
        try:
            kept = storage.read(Match.FOLDER, number)
            check(kept)
            found.append({name: kept[name] for name in ("number", "begun", "opponent", "winner", "conceded")})
            found[-1]["picks"], found[-1]["turns"] = len(kept["picks"][0]), kept["actions"].count(0)
        except (BadInput, KeyError, TypeError):
            continue
    return found
