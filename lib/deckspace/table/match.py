"""A match at the table, a person against an agent: one game, or a best of five in the Conquest format.

    match = begin("beam Control", "mesb", {"HUNTER": deck.cards}, {"WARLOCK": other.cards}, seed=1)
    match.mulligan([0, 2])                          # places of the opening hand that are kept
    while not match.over:
        match.act(match.legal()[0])                 # an illegal action raises BadInput and changes nothing
        while match.opponent_to_move:
            match.answer()                          # one action of the opponent
    match = resume(match.number)                    # the same match, in any other process

After every action the match is saved (playing.py): decks, seeds, actions, and the checksum of the resulting position.
"""

import secrets
from dataclasses import asdict, replace
from datetime import UTC, datetime

import numpy as np

from deckspace.engine.hearthstone import replay
from deckspace.engine.hearthstone.positions import copy, legal, take
from deckspace.engine.hearthstone.replay import Player, Replay
from deckspace.engine.hearthstone.setup import OPENING_HAND
from deckspace.engine.hearthstone.state import DRAW, END_TURN, WORK_TYPE, decode
from deckspace.engine.records import new_record
from deckspace.errors import BadInput, Illegal
from deckspace.table import log, storage
from deckspace.table.opponents import opponent
from deckspace.table.players import player_of
from deckspace.table.playing import Playing
from deckspace.table.rules import SETS, rules_of

FORMAT = "table 1"
WINNERS = ("me", "foe", "nobody")
FIELDS = dict.fromkeys(("format", "number", "begun", "opponent", "card_set"), (str,))
FIELDS |= {"best_of": (int,), "seed": (int,), "mine": (dict,), "theirs": (dict,), "games": (list,)}
GAME_FIELDS = {
    "heroes": (list,),
    "side": (int,),
    "seed": (int,),
    "keep": (list, type(None)),
    "actions": (list,),
}
GAME_FIELDS |= {"winner": (str, type(None)), "conceded": (bool,), "state": (str, type(None))}


class Match(Playing):
    """The stored record of a match (FIELDS, as JSON), and the current game."""

    FOLDER, GROWS = "matches", ("games",)

    def __init__(self, saved):
        super().__init__(saved)
        self.opponent, self.rules = opponent(saved["opponent"]), rules_of(saved["card_set"])
        self.first_side = None  # the user's side in the first game, None: by chance
        self.book = self.rules.book
        if saved["games"]:
            self.play_again()

    # --- State of the match ---

    @property
    def current(self):
        """The record of the current or last game; None before the first."""
        return self.saved["games"][-1] if self.saved["games"] else None

    @property
    def side(self):
        """The user's side in the game; 0 begins."""
        return self.current["side"]

    @property
    def score(self):
        """The games won by the user and by the opponent."""
        return [sum(game["winner"] == who for game in self.saved["games"]) for who in WINNERS[:2]]

    @property
    def winner(self):
        """The winner of the match, None while it goes on."""
        needed = self.saved["best_of"] // 2 + 1
        return next((who for who, won in zip(WINNERS, self.score, strict=False) if won >= needed), None)

    @property
    def over(self):
        """Whether the match is over; a drawn game ends a match of one game."""
        return bool(self.winner) or is_drawn(self.saved, [game["winner"] for game in self.saved["games"]])

    @property
    def phase(self):
        """The phase of the match: "pick" (a deck), "mulligan", "play", "between" (two games), or "over"."""
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
        """Return the hero classes that "me" or "foe" may still choose: those whose decks have not won."""
        place = WINNERS.index(who)
        won = {game["heroes"][place] for game in self.saved["games"] if game["winner"] == who}
        return [hero for hero in self.saved[("mine", "theirs")[place]] if hero not in won]

    # --- Beginning a game ---

    def next_game(self, hero=None):
        """Begin the next game with the user's deck of this class (None: the first one left)."""
        if self.phase not in ("pick", "between"):
            raise BadInput("A new game can begin only after the last one, and before the end of the match.")
        self.check_alone()
        mine, theirs = self.decks_left("me"), self.decks_left("foe")
        hero = mine[0] if hero is None else hero
        if hero not in mine:
            raise BadInput(f"Choose a deck that has not won yet, of {', '.join(mine)}.")
        rng = np.random.default_rng([self.saved["seed"], len(self.saved["games"])])
        last = self.current["heroes"][1] if self.current else None
        other = last if last in theirs else theirs[rng.integers(len(theirs))]
        side, seed = int(rng.integers(2)), int(rng.integers(2**53))  # exact in a browser
        if self.first_side is not None and not self.saved["games"]:
            side = self.first_side
        game = {"heroes": [hero, other], "side": side, "seed": seed, "keep": None, "actions": []}
        self.saved["games"].append(game | {"winner": None, "conceded": False, "state": None})
        self.log = []
        self.deal()
        self.save()

    def deal(self):
        """Deal the opening hands of the current game."""
        self.game = self.rules.dealt(self.players(), self.current["seed"])
        self.player = player_of(self.opponent.agent, self.book)
        self.player.prepare(self.players())

    def players(self, keep=(None, None)):
        """Return both replay.Players of the current game, in the order of their sides."""
        decks = [self.saved[name][hero] for name, hero in zip(("mine", "theirs"), self.heroes, strict=True)]
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
        """Exchange the cards of the opening hand except those at the places `keep`, and begin the first turn."""
        if self.phase != "mulligan":
            raise BadInput("Cards of the opening hand can be exchanged only once, before the first turn.")
        most = OPENING_HAND[self.side]
        if not isinstance(keep, list) or any(type(i) is not int or not 0 <= i < most for i in keep):
            raise BadInput(f"The cards to keep must be places from 0 to {most - 1} of the opening hand.")
        self.check_alone()
        theirs = self.player.keep(self.game, 1 - self.side)
        pair = [sorted(set(keep)), theirs if theirs is None else list(theirs)]
        self.current["keep"] = pair if self.side == 0 else pair[::-1]
        self.start()
        self.save()

    def start(self):
        """Begin the current game, whose opening hands have been dealt, after the recorded mulligans."""
        dealt, keep = self.game, self.current["keep"]
        self.game = self.rules.started(self.players(), self.current["seed"], keep)
        self.log = [log.mulligan(dealt, self.game, self.book, keep, self.side)]

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
        """Let the opponent take one action in a throwaway game, so that its code is compiled before the first turn."""
        game, player = self.rules.started(self.players(), 1), player_of(self.opponent.agent, self.book)
        player.prepare(self.players())
        take(game, self.book.record, new_record(WORK_TYPE), player.choose(game))

    def follow(self, action):
        """Carry out an action on the game without saving; return its line of the log."""
        before, work = copy(self.game), new_record(WORK_TYPE)
        self.log.append(log.entry(before, self.book, action, self.side))
        take(self.game, self.book.record, work, action)
        if int(before.active) != self.side:
            self.player.saw(before, self.game, action, work)
        return self.log[-1]

    def settle(self):
        if not self.game.over and self.rules.too_long(self.game):
            self.current["winner"] = "nobody"
        elif self.game.over:
            drawn, mine = int(self.game.winner) == DRAW, int(self.game.winner) == self.side
            self.current["winner"] = "nobody" if drawn else "me" if mine else "foe"

    # --- Saving ---

    def digest(self):
        return replay.digest(self.game, self.book)

    def check_alone(self):
        if self.saved["games"]:  # before the first game the match is not saved
            super().check_alone()

    def replay(self, game=-1):
        """Return a game of the match as a Replay."""
        current = self.saved["games"][game]
        keep = current["keep"] or (None, None)
        match = self if game == -1 else Match({**self.saved, "games": [current]})
        return Replay(
            self.saved["card_set"], current["seed"], tuple(match.players(keep)), tuple(current["actions"])
        )

    def positions(self):
        """Return all positions of the current game so far: the opening hands, the first turn, and that after each action."""
        found = [self.rules.dealt(self.players(), self.current["seed"])]
        if self.current["keep"] is None:
            return found
        game = self.rules.started(self.players(), self.current["seed"], self.current["keep"])
        found.append(copy(game))
        for action in self.current["actions"]:
            take(game, self.book.record, new_record(WORK_TYPE), action)
            found.append(copy(game))
        return found

    def play_again(self):
        """Replay the saved actions; raises BadInput if they do not lead to the saved position."""
        self.deal()
        if self.current["keep"] is not None:
            self.start()
        self.follow_saved()


# --- Beginning and resuming ----------------------------------------------------------------


def rematch(one) -> Match:
    """Return a new match like `one`, with the same decks, in whose first game the other side begins."""
    saved = one.saved
    new = begin(saved["opponent"], saved["card_set"], saved["mine"], saved["theirs"], saved["best_of"])
    new.first_side = 0 if begins_rematch(one) else 1
    return new


def begins_rematch(one):
    """Tell whether the user begins a rematch of `one`: if the opponent began its first game."""
    return one.saved["games"][0]["side"] == 1


def begin(name, card_set, mine, theirs, best_of=1, seed=None) -> Match:
    """Return a new match against the opponent with this name; it is saved from its first game on.

    `mine` and `theirs` map hero classes to decks (card keys). Raises ValueError for an invalid match.
    """
    if best_of not in (1, 5):
        raise BadInput(f"A match must be a single game or a best of 5, not a best of {best_of!r}.")
    check_decks(card_set, mine, theirs, best_of)
    seed = secrets.randbelow(2**53) if seed is None else seed
    now = datetime.now(UTC)
    check_knowledge(opponent(name), card_set, {*mine, *theirs})
    saved = {"format": FORMAT, "number": f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"}
    saved |= {"begun": f"{now:%Y-%m-%d %H:%M}", "opponent": opponent(name).name, "card_set": card_set}
    saved |= {"best_of": best_of, "seed": seed, "mine": dict(mine), "theirs": dict(theirs), "games": []}
    return Match(saved)


def check_knowledge(one, card_set, heroes):
    """Raise BadInput unless an opponent knows these cards, and the heroes on both sides."""
    if one.only not in (None, card_set):
        raise BadInput(f"{one.title} knows only '{SETS[one.only]}': choose these cards to play against it.")
    unknown = [hero.title() for hero in sorted(heroes) if one.heroes and hero not in one.heroes]
    if unknown:
        known = ", ".join(hero.title() for hero in one.heroes)
        raise BadInput(f"{one.title} knows only the heroes {known}, not {unknown[0]}: choose decks of these.")


def check_decks(card_set, mine, theirs, best_of):
    """Raise ValueError unless both sides have enough legal decks."""
    rules = rules_of(card_set)
    for who, decks in (("You have", mine), ("The opponent has", theirs)):
        if not decks:
            raise BadInput(f"{who} no deck: a game needs one of each side.")
        needed = best_of // 2 + 1
        if not isinstance(decks, dict) or len(decks) < needed:
            count = f"{len(decks)} deck{'s' * (len(decks) > 1)}"
            raise BadInput(f"{who} {count}, but a best of {best_of} needs decks of {needed} classes.")
        for hero, cards in decks.items():
            faults = rules.faults(hero, cards)
            if faults:
                raise BadInput(" ".join(faults))


def resume(number) -> Match:
    """Return a saved match. Raises BadInput for one that is missing or broken."""
    return from_record(storage.read("matches", number), f"The match '{number}'")


def from_record(saved, what) -> Match:
    """Return the match of a record; raises BadInput, whose message calls it `what`."""
    try:
        check(saved)
        return Match(saved)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise BadInput(f"{what} is broken: {error}") from None


def listed():
    """Return (summaries of all saved matches, names of damaged files), the newest first."""
    return storage.listed("matches", summary)


def summary(saved, number) -> dict:
    """Return what the page's lists say of a match; raises BadInput for an invalid record."""
    check_form(saved)
    winners = [game["winner"] for game in saved["games"]]
    row = {name: saved[name] for name in ("number", "begun", "opponent", "card_set", "best_of")}
    row["score"] = [winners.count(who) for who in WINNERS[:2]]
    row["games"] = len(winners)
    row["heroes"] = [game["heroes"] for game in saved["games"]]
    row["over"] = max(row["score"]) > saved["best_of"] // 2 or is_drawn(saved, winners)
    return row | {"winners": winners, "turn": turn_of(saved["games"])}


def turn_of(games):
    """Return the turn of each player in which the last game is, from 1; None before its mulligan is over."""
    if not games or games[-1]["keep"] is None:
        return None
    return 1 + sum(decode(action)[0] == END_TURN for action in games[-1]["actions"]) // 2


def is_drawn(saved, winners):
    """Tell whether a match of one game has ended in a draw."""
    return saved["best_of"] == 1 and winners[-1:] == ["nobody"]


def check(saved):
    """Raise ValueError unless the record of a match is valid, and its decks are."""
    check_form(saved)
    check_decks(saved["card_set"], saved["mine"], saved["theirs"], saved["best_of"])


def check_form(saved):
    """Raise BadInput unless the record of a match has all its fields, whatever its decks are."""
    storage.check_fields(saved, FIELDS)
    if saved["format"] != FORMAT:
        raise BadInput(f"its format is '{saved['format']}', not '{FORMAT}'.")
    if saved["best_of"] not in (1, 5):
        raise BadInput(f"it is a best of {saved['best_of']}.")
    for i, game in enumerate(saved["games"]):
        storage.check_fields(game, GAME_FIELDS, f"game {i + 1}")
        if game["side"] not in (0, 1) or game["winner"] not in (None, *WINNERS):
            raise BadInput(f"the side or winner of game {i + 1} is invalid.")
        mine, theirs = game["heroes"]
        if mine not in saved["mine"] or theirs not in saved["theirs"]:
            raise BadInput(f"game {i + 1} is played with an unknown deck.")


def as_record(saved):
    """Return a saved match as a record of lib/deckspace/learning/hearthstone/conquest.py, without unfinished games."""
    from deckspace.learning.hearthstone.game import Game

    rules = rules_of(saved["card_set"])
    heroes = sorted({*saved["mine"], *saved["theirs"]})
    game = rules.game or Game(card_set=rules.book.name_of_set, heroes=tuple(heroes))
    players = [{"name": "you", "kind": "human", "decks": saved["mine"]}]
    players.append({"name": saved["opponent"], "kind": "agent", "decks": saved["theirs"]})
    games = [as_game(each) for each in saved["games"] if each["winner"]]
    score = [sum(each["winner"] == who for each in games) for who in (0, 1)]
    winner = next((who for who in (0, 1) if score[who] > saved["best_of"] // 2), None)
    record = {"format": "conquest 1", "by": "the table", "game": asdict(game), "best_of": saved["best_of"]}
    record |= {"hero_rule": None, "likeliest": None, "players": players}
    return record | {"matches": [{"games": games, "score": score, "winner": winner}]}


def as_game(game):
    """Return a game of a match for such a record, with the additional fields `opening` and `keep`."""
    winner = {"me": 0, "foe": 1, "nobody": None}[game["winner"]]
    record = {"heroes": game["heroes"], "first": game["side"], "winner": winner, "seed": None, "place": None}
    return record | {"actions": game["actions"], "opening": game["seed"], "keep": game["keep"]}
