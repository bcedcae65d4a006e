"""A match at the table, a person against an agent: one game, or a Best of 5 by the rule Conquest.

    match = begin("beam Control", "mesb", {"HUNTER": deck.cards}, {"WARLOCK": other.cards}, seed=1)
    match.mulligan([0, 2])                          # places of the first hand that are kept
    while not match.over:
        match.act(match.legal()[0])                 # refused with a sentence, and then nothing has happened
        while match.opponent_to_move:
            match.answer()                          # one action of the opponent
    match = resume(match.number)                    # the same match, after whatever has happened to this process

What is kept of it after every action (playing.py): decks, seeds, actions, and the checksum of the position they lead to.
"""

import secrets
from dataclasses import asdict, replace
from datetime import UTC, datetime

import numpy as np

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.positions import copy, legal, take
from deckspace.engine.hearthstone.replay import Player, Replay
from deckspace.engine.hearthstone.setup import FIRST_HAND
from deckspace.engine.hearthstone.state import DRAW, WORK_TYPE
from deckspace.engine.records import new_record
from deckspace.errors import BadInput, Illegal
from deckspace.table import log, storage
from deckspace.table.opponents import opponent
from deckspace.table.players import player_of
from deckspace.table.playing import Playing
from deckspace.table.rules import SETS, rules_of

FORMAT = "table 1"
WINNERS = ("me", "foe", "nobody")
FIELDS = ("format", "number", "begun", "opponent", "card_set", "best_of", "seed", "mine", "theirs", "games")


class Match(Playing):
    """What is kept of a match (FIELDS, as JSON), and the game that is being played."""

    FOLDER, GROWS = "matches", ("games",)

    def __init__(self, kept):
        super().__init__(kept)
        self.opponent, self.rules = opponent(kept["opponent"]), rules_of(kept["card_set"])
        self.book = self.rules.book
        if kept["games"]:
            self.play_again()

    # --- How it stands ---

    @property
    def current(self):
        """The game being played, or played last, as it is kept; None before the first."""
        return self.kept["games"][-1] if self.kept["games"] else None

    @property
    def side(self):
        """The person's side in the game: 0 begins."""
        return self.current["side"]

    @property
    def score(self):
        """Games won by the person, and by the opponent."""
        return [sum(game["winner"] == who for game in self.kept["games"]) for who in WINNERS[:2]]

    @property
    def winner(self):
        """Who has won the match, None while nobody has."""
        needed = self.kept["best_of"] // 2 + 1
        return next((who for who, won in zip(WINNERS, self.score, strict=False) if won >= needed), None)

    @property
    def over(self):
        """Whether the match is over; a single game that is drawn is over, too."""
        return bool(self.winner) or is_drawn(self.kept, [game["winner"] for game in self.kept["games"]])

    @property
    def phase(self):
        """What happens next: "pick" a deck, "mulligan", "play", "between" two games, or "over"."""
        if self.over:
            return "over"
        if self.current is None:
            return "pick"
        if self.current["winner"]:
            return "between"
        return "mulligan" if self.waits_for_mulligan else "play"

    @property
    def waits_for_mulligan(self):
        return self.current["keep"] is None

    @property
    def opponent_to_move(self):
        return self.phase == "play" and int(self.game.active) != self.side

    def decks_left(self, who):
        """Return the hero classes whose decks "me" or "foe" may still choose: those that have not won."""
        place = WINNERS.index(who)
        won = {game["heroes"][place] for game in self.kept["games"] if game["winner"] == who}
        return [hero for hero in self.kept[("mine", "theirs")[place]] if hero not in won]

    # --- Beginning a game ---

    def next_game(self, hero=None):
        """Begin the next game with the person's deck of this class (None: the first one left)."""
        if self.phase not in ("pick", "between"):
            raise BadInput("A new game begins when the last one is over and the match is not.")
        self.check_alone()
        mine, theirs = self.decks_left("me"), self.decks_left("foe")
        hero = mine[0] if hero is None else hero
        if hero not in mine:
            raise BadInput(f"Choose a deck that has not won yet: {', '.join(mine)}.")
        rng = np.random.default_rng([self.kept["seed"], len(self.kept["games"])])
        last = self.current["heroes"][1] if self.current else None
        other = last if last in theirs else theirs[rng.integers(len(theirs))]
        side, seed = int(rng.integers(2)), int(rng.integers(2**53))  # a browser counts exactly to 2**53
        game = {"heroes": [hero, other], "side": side, "seed": seed, "keep": None, "actions": []}
        self.kept["games"].append(game | {"winner": None, "conceded": False, "state": None})
        self.log = []
        self.deal()
        self.save()

    def deal(self):
        """Deal the first hands of the current game."""
        self.game = self.rules.dealt(self.players(), self.current["seed"])
        self.player = player_of(self.opponent.agent, self.book)
        self.player.sits(self.players())

    def players(self, keep=(None, None)):
        """Return both replay.Players of the current game, the one that begins first."""
        decks = [self.kept[name][hero] for name, hero in zip(("mine", "theirs"), self.heroes, strict=True)]
        pair = [Player(hero, tuple(cards)) for hero, cards in zip(self.heroes, decks, strict=True)]
        pair = pair if self.side == 0 else pair[::-1]
        return [
            replace(one, keep=None if kept is None else tuple(kept))
            for one, kept in zip(pair, keep, strict=True)
        ]

    @property
    def heroes(self):
        return self.current["heroes"]

    def mulligan(self, keep):
        """Exchange the cards of the first hand that are not kept (places from 0), and begin the first turn."""
        if self.phase != "mulligan":
            raise BadInput("First hands are exchanged before the first turn, and once.")
        most = FIRST_HAND[self.side]
        if not isinstance(keep, list) or any(type(i) is not int or not 0 <= i < most for i in keep):
            raise BadInput(f"The cards kept are places from 0 to {most - 1} of the first hand.")
        self.check_alone()
        theirs = self.player.keep(self.game, 1 - self.side)
        pair = [sorted(set(keep)), theirs if theirs is None else list(theirs)]
        self.current["keep"] = pair if self.side == 0 else pair[::-1]
        self.start()
        self.save()

    def start(self):
        """Begin the current game, first hands exchanged as they are kept."""
        self.game = self.rules.begun(self.players(), self.current["seed"], self.current["keep"])

    # --- Playing ---

    def moves(self):
        return legal(self.game, self.book)

    def refuse(self, action):
        try:
            replay.do(copy(self.game), self.book, action)
        except Illegal as error:
            raise BadInput(str(error)) from None
        super().refuse(action)

    def warm_up(self):
        """Have the opponent take one action in a game of nobody's, so that all code is ready before the first turn."""
        game, player = self.rules.begun(self.players(), 1), player_of(self.opponent.agent, self.book)
        player.sits(self.players())
        take(game, self.book.record, new_record(WORK_TYPE), player.choose(game))

    def follow(self, action):
        """Carry out an action on the game alone; return its line of the log."""
        before, work = copy(self.game), new_record(WORK_TYPE)
        take(self.game, self.book.record, work, action)
        if int(before.active) != self.side:
            self.player.saw(before, self.game, action, work)
        self.log.append(log.entry(before, self.game, self.book, action, self.side))
        return self.log[-1]

    def settle(self):
        """Write down who has won, if the game is over."""
        if not self.game.over and self.rules.too_long(self.game):
            self.current["winner"] = "nobody"
        elif self.game.over:
            drawn, mine = int(self.game.winner) == DRAW, int(self.game.winner) == self.side
            self.current["winner"] = "nobody" if drawn else "me" if mine else "foe"

    # --- Keeping ---

    def digest(self):
        return replay.digest(self.game, self.book)

    def check_alone(self):
        if self.kept["games"]:  # before the first one it is no file yet
            super().check_alone()

    def replay(self, game=-1):
        """Return a game of the match as a Replay."""
        current = self.kept["games"][game]
        keep = current["keep"] or (None, None)
        match = self if game == -1 else Match({**self.kept, "games": [current]})
        return Replay(
            self.kept["card_set"], current["seed"], tuple(match.players(keep)), tuple(current["actions"])
        )

    def positions(self):
        """Return all positions of the current game, from the first one to where it stands."""
        if self.current["keep"] is None:
            return [copy(self.game)]
        game = self.rules.begun(self.players(), self.current["seed"], self.current["keep"])
        found = [copy(game)]
        for action in self.current["actions"]:
            take(game, self.book.record, new_record(WORK_TYPE), action)
            found.append(copy(game))
        return found

    def play_again(self):
        """Bring the game to where it was kept; raises BadInput if it does not go there."""
        self.deal()
        if self.current["keep"] is not None:
            self.start()
        self.follow_kept()


# --- Beginning and resuming ----------------------------------------------------------------


def begin(name, card_set, mine, theirs, best_of=1, seed=None) -> Match:
    """Return a new match against the opponent of this name, which is kept from its first game on.

    `mine` and `theirs` map hero classes to decks, keys of cards. Raises ValueError for what cannot be played.
    """
    if best_of not in (1, 5):
        raise BadInput(f"A match is a single game or a Best of 5, not a best of {best_of!r}.")
    check_decks(card_set, mine, theirs, best_of)
    seed = secrets.randbelow(2**53) if seed is None else seed
    now = datetime.now(UTC)
    check_knowledge(opponent(name), card_set, {*mine, *theirs})
    kept = {"format": FORMAT, "number": f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"}
    kept |= {"begun": f"{now:%Y-%m-%d %H:%M}", "opponent": opponent(name).name, "card_set": card_set}
    kept |= {"best_of": best_of, "seed": seed, "mine": dict(mine), "theirs": dict(theirs), "games": []}
    return Match(kept)


def check_knowledge(one, card_set, heroes):
    """Raise BadInput unless an opponent knows these cards, and the heroes on both sides."""
    if one.only not in (None, card_set):
        raise BadInput(f"{one.name} knows '{SETS[one.only]}' alone: choose these cards to meet it.")
    strange = [hero.title() for hero in sorted(heroes) if one.heroes and hero not in one.heroes]
    if strange:
        known = ", ".join(hero.title() for hero in one.heroes)
        raise BadInput(f"{one.name} knows the heroes {known} alone, not {strange[0]}: choose decks of these.")


def check_decks(card_set, mine, theirs, best_of):
    """Raise ValueError unless both sides have enough legal decks."""
    rules = rules_of(card_set)
    for who, decks in (("You have", mine), ("The opponent has", theirs)):
        if not isinstance(decks, dict) or len(decks) < best_of // 2 + 1:
            raise BadInput(
                f"{who} {len(decks)} decks, but a Best of {best_of} takes decks of {best_of // 2 + 1} classes."
            )
        for hero, cards in decks.items():
            faults = rules.faults(hero, cards)
            if faults:
                raise BadInput(" ".join(faults))


def resume(number) -> Match:
    """Return a match that was kept. Raises BadInput, with a sentence, for one that cannot be gone on with."""
    kept = storage.read("matches", number)
    try:
        check(kept)
        return Match(kept)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise BadInput(f"The match '{number}' is broken: {error}") from None


def listed() -> list[dict]:
    """Return what there is to say of every match that was kept, the newest first; broken files are left out."""
    found = []
    for number in storage.names("matches"):
        try:
            kept = storage.read("matches", number)
            winners = [game["winner"] for game in kept["games"]]
            told = {name: kept[name] for name in ("number", "begun", "opponent", "card_set", "best_of")}
            told["score"] = [winners.count(who) for who in WINNERS[:2]]
            told["games"] = len(winners)
            told["heroes"] = [game["heroes"] for game in kept["games"]]
            told["over"] = max(told["score"]) > kept["best_of"] // 2 or is_drawn(kept, winners)
            told["winners"] = winners
            found.append(told)
        except (BadInput, KeyError, TypeError):
            continue
    return found


def is_drawn(kept, winners):
    """Tell whether a single game has ended with no winner, which ends its match."""
    return kept["best_of"] == 1 and winners[-1:] == ["nobody"]


def check(kept):
    """Raise ValueError unless what was kept of a match has all its parts."""
    for name in FIELDS:
        if name not in kept:
            raise BadInput(f"it has no '{name}'.")
    if kept["format"] != FORMAT:
        raise BadInput(f"its format is '{kept['format']}', not '{FORMAT}'.")
    if kept["best_of"] not in (1, 5):
        raise BadInput(f"it is a best of {kept['best_of']}.")
    check_decks(kept["card_set"], kept["mine"], kept["theirs"], kept["best_of"])
    for i, game in enumerate(kept["games"]):
        if game["side"] not in (0, 1) or game["winner"] not in (None, *WINNERS):
            raise BadInput(f"game {i + 1} has no right side or winner.")
        if game["heroes"][0] not in kept["mine"] or game["heroes"][1] not in kept["theirs"]:
            raise BadInput(f"game {i + 1} is played with a deck that nobody has.")


def as_record(kept):
    """Return a kept match as a record of lib/deckspace/learning/hearthstone/conquest.py; games going on are left out."""
    from deckspace.learning.hearthstone.game import Game

    rules = rules_of(kept["card_set"])
    heroes = sorted({*kept["mine"], *kept["theirs"]})
    game = rules.game or Game(card_set=rules.book.name_of_set, heroes=tuple(heroes))
    players = [{"name": "you", "kind": "human", "decks": kept["mine"]}]
    players.append({"name": kept["opponent"], "kind": "agent", "decks": kept["theirs"]})
    games = [as_game(each) for each in kept["games"] if each["winner"]]
    score = [sum(each["winner"] == who for each in games) for who in (0, 1)]
    winner = next((who for who in (0, 1) if score[who] > kept["best_of"] // 2), None)
    record = {"format": "conquest 1", "by": "the table", "game": asdict(game), "best_of": kept["best_of"]}
    record |= {"hero_rule": None, "likeliest": None, "players": players}
    return record | {"matches": [{"games": games, "score": score, "winner": winner}]}


def as_game(game):
    """Return a game of a match as it stands in such a record; `opening` and `keep` are the table's own."""
    winner = {"me": 0, "foe": 1, "nobody": None}[game["winner"]]
    told = {"heroes": game["heroes"], "first": game["side"], "winner": winner, "seed": None, "place": None}
    return told | {"actions": game["actions"], "opening": game["seed"], "keep": game["keep"]}
