"""The session of one page at the table: the messages that it handles and sends. Each tab has its own session.

    session = Session(send)                       # `send` takes a message, a dict of plain values
    session.handle({"type": "start", ...})

A message is an object with a `type` of MESSAGES and its fields. Anything else is answered by a sentence ({"type":
"sorry"}) and changes nothing.
"""

import re
import time

from deckspace.engine.hearthstone.decks import CLASSES
from deckspace.engine.hearthstone.encode import card_book
from deckspace.errors import BadInput, told
from deckspace.table import (
    compile_games,
    compile_opponent,
    decks,
    hints,
    log,
    match,
    page,
    replays,
    view,
    viewer,
)
from deckspace.table.chances import as_chances, meaning
from deckspace.table.locm import session as locm
from deckspace.table.locm.session import LOGGED, OUT_OF_DATE, LocmPart
from deckspace.table.opponents import GROUPS, about, opponent, opponents, titled
from deckspace.table.rules import SETS, WHOLE, rules_of

MESSAGES = {  # type of a message: {field: its types}
    "hello": {"match": (str, None)},
    "lobby": {},
    "warming": {},
    "decks": {"card_set": (str,)},
    "start": {
        "opponent": (str,),
        "card_set": (str,),
        "best_of": (int,),
        "mine": (list,),
        "theirs": (list, None),
    },
    "resume": {"number": (str,)},
    "next": {"hero": (str, None)},
    "mulligan": {"keep": (list,)},
    "act": {"action": (int,), "step": (int,)},
    "concede": {},
    "go_on": {},
    "ready": {},
    "rematch": {},
    "hint": {"step": (int,)},
    "thoughts": {"on": (bool,)},
    "cards": {"card_set": (str,), "hero": (str,)},
    "check": {"card_set": (str,), "hero": (str,), "cards": (list,)},
    "save_deck": {"name": (str,), "card_set": (str,), "hero": (str,), "cards": (list,)},
    "load_deck": {"name": (str,)},
    "read_code": {"card_set": (str,), "code": (str,)},
    "watch": {"number": (str, None), "game": (int, None), "text": (str, None)},
    "watch_paper": {"name": (str,)},
    "save_replay": {},
    **locm.MESSAGES,
}
READY = {"type": "ready"}  # a question of the page, and the answer that nothing is to be compiled any more
PREFIX = "locm-"  # of the numbers of LoCM games


def checked(message) -> dict:
    """Return the fields of a message; raises BadInput for an invalid message."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadInput("A message must be an object with a 'type'.")
    kind = message["type"]
    if kind not in MESSAGES:
        raise BadInput(f"The table does not know the message '{kind[:40]}'.")
    fields = {}
    for name, kinds in MESSAGES[kind].items():
        value = message.get(name)
        fits = (value is None and None in kinds) or type(value) in kinds
        if not fits:
            names = " or ".join("nothing" if each is None else each.__name__ for each in kinds)
            raise BadInput(f"The field '{name}' of the message '{kind}' must be of the type {names}.")
        fields[name] = value
    return fields


class Session(LocmPart):
    """A page's own match, deck and replay."""

    def __init__(self, send):
        self.send, self.match, self.viewer, self.thoughts = send, None, None, False
        self.ready = set()  # opponents that have taken an action in a throwaway game
        self.compiled = set()  # opponents whose code is compiled, which takes long to find out

    def handle(self, message):
        """Handle any message from the page."""
        try:
            fields = checked(message)
            getattr(self, f"on_{message['type']}")(**fields)
        except (ValueError, OSError) as error:  # such as BadInput or a full disk
            self.send({"type": "sorry", "text": told(error)})
        except Exception as error:
            self.send({"type": "sorry", "text": f"Here the table itself is at fault, not you: {error!r}."})
            raise

    # --- The lobby ---

    def on_hello(self, match):
        """Handle a new page, or a reopened one with the number of its match."""
        self.on_lobby()
        if match and match.startswith(PREFIX):
            self.on_locm_resume(match)
        elif match:
            self.on_resume(match)

    def on_lobby(self):
        listed = [
            about(one)
            | {"card_set": one.card_set, "only": one.only, "heroes": one.heroes, "compiles": not one.is_ready}
            for one in opponents().values()
        ]
        lobby = {"opponents": listed, "groups": GROUPS, "sets": SETS, "whole": WHOLE, "classes": CLASSES}
        (matches, damaged), (over, others) = match.listed(), self.over()
        lobby |= {"matches": titled(matches[:50], opponents()), "locm": over, "papers": replays.listed()}
        lobby |= {"damaged": damaged + others + decks.saved()[1], "warming": compile_games.progress()}
        self.send({"type": "lobby", **lobby, "saved": list(decks.saved()[0])})

    def on_warming(self):
        """Send how much of the games is compiled."""
        self.send({"type": "warming", "state": compile_games.progress()})

    def on_decks(self, card_set):
        self.send({"type": "decks", "card_set": card_set, "decks": decks.known(known_set(card_set))})

    # --- A match ---

    def on_start(self, opponent, card_set, best_of, mine, theirs):
        """Begin a match; `mine` and `theirs` are decks, objects with a class and cards (None: the opponent chooses)."""
        own = by_class(mine)
        others = by_class(theirs) if theirs else choice_of_decks(opponent, card_set, best_of)
        new = match.begin(opponent, known_set(card_set), own, others, best_of)
        if best_of == 1:
            new.next_game()
        self.match = new
        self.warm_up()
        self.show()

    def on_resume(self, number):
        self.match = match.resume(number)
        self.warm_up()
        self.show(whole=True)
        self.answer()

    def on_next(self, hero):
        self.playing().next_game(hero)
        self.warm_up()
        self.show()

    def on_mulligan(self, keep):
        self.playing().mulligan(keep)
        self.show(self.match.log)
        self.answer()

    def on_act(self, action, step):
        """Carry out an action; `step` is the page's own state, so that no click counts twice."""
        self.check_step(step)
        start = time.perf_counter()
        line = self.match.act(action)
        self.show([line], milliseconds=1000 * (time.perf_counter() - start))
        self.answer()

    def on_concede(self):
        self.playing().concede()
        self.show()

    def on_rematch(self):
        """Begin a match like the last one, in which the other side begins."""
        if not self.playing().over:
            raise BadInput("A rematch can begin only after the match is over.")
        self.match = match.rematch(self.match)
        if self.match.saved["best_of"] == 1:
            self.match.next_game()
        self.warm_up()
        self.show()

    def on_hint(self, step):
        """Send what a strong agent would do."""
        self.check_step(step)
        if notice := hints.notice(self.match):
            return self.send({"type": "compiling", "text": notice, "again": {"type": "hint", "step": step}})
        action, text = hints.hint(self.match)
        self.send({"type": "hint", "action": action, "says": text})

    def on_thoughts(self, on):
        self.thoughts = on

    def check_step(self, step):
        """Raise BadInput unless a page is up to date; one that has missed something is shown the present state first."""
        current = self.playing().current
        if current is None or step != len(current["actions"]):
            self.show(whole=True)
            self.answer()
            raise BadInput(OUT_OF_DATE)

    def playing(self):
        if self.match is None:
            raise BadInput("There is no match on this page yet.")
        return self.match

    def answer(self):
        """Let the opponent play its turn, and show each of its actions."""
        while self.match.opponent_to_move:
            notice = self.notice()
            if notice:
                return self.send({"type": "compiling", "text": notice, "again": {"type": "go_on"}})
            line = self.match.answer()
            self.show([line], agent=self.match.milliseconds[-1], thoughts=self.shown_thoughts())

    def on_go_on(self):
        """Continue if the opponent's code has been compiled by now."""
        self.playing()
        self.answer()

    def on_ready(self):
        """Say whether the opponent's code is still being compiled."""
        self.playing()
        notice = self.notice()
        self.send({"type": "compiling", "text": notice, "again": READY} if notice else READY)

    def shown_thoughts(self):
        """Return what the opponent has thought, with the sides named as the user sees them."""
        one = self.match
        if not self.thoughts:
            return None
        thoughts = [(log.with_sides(text, reads=False), score) for text, score in one.player.thoughts]
        return as_chances(one.opponent.name, thoughts)

    def warm_up(self):
        """Compile the opponent's code before its first turn, if necessary."""
        name = self.match.opponent.name
        if self.match.phase == "mulligan" and name not in self.ready:
            if self.match.opponent.only:
                self.send({"type": "wait", "text": f"Reading the weights of {self.match.opponent.title} …"})
            if compile_opponent.is_compiling(self.match.opponent):
                return
            self.match.warm_up()
            self.ready.add(name)

    def notice(self):
        """Return the notice for the page while the opponent's code is being compiled, otherwise None."""
        one = self.match.opponent
        if one.name in self.compiled:
            return None
        text = compile_opponent.notice(one)
        if not text:
            self.compiled.add(one.name)
        return text

    def show(self, lines=(), whole=False, milliseconds=None, agent=None, thoughts=None):
        """Send the state of the match, and new lines of its log."""
        one = self.match
        message = {"type": "match", "number": one.number, "opponent": one.opponent.title, "phase": one.phase}
        message |= {"notice": None if one.over else self.notice(), "fresh": whole}
        message |= {"best_of": one.saved["best_of"], "score": one.score, "winner": one.winner}
        message |= {"cards": SETS[one.saved["card_set"]], "left": one.decks_left("me")}
        message |= {"milliseconds": milliseconds, "agent": agent}
        message["lines"] = one.log[-LOGGED:] if whole else list(lines)
        if one.current:
            message |= {"heroes": one.heroes, "first": one.side == 0, "game": len(one.saved["games"])}
            message["rematch_first"] = match.begins_rematch(one)
            message |= {"step": len(one.current["actions"]), "result": one.current["winner"]}
            message["conceded"] = one.current["conceded"]
            message["view"] = view.shown(one.game, one.book, one.side, moves=one.phase == "play")
            for key in {line["played"] for line in lines} - {None}:
                message["view"]["cards"][key] = view.card(one.book, key)
        if thoughts is not None:
            message |= {"thoughts": thoughts, "per_cent": meaning(one.opponent.name)}
        self.send(message)

    # --- The deck builder ---

    def on_cards(self, card_set, hero):
        book = book_of(card_set)
        self.send({"type": "cards", "card_set": card_set, "hero": hero, "cards": decks.cards(book, hero)})

    def on_check(self, card_set, hero, cards):
        """Send the faults of a deck, or its code if it has none."""
        faults = decks.faults(book_of(card_set), hero, keys(cards))
        code = None if faults else decks.code_of(book_of(card_set), hero, cards)
        self.send({"type": "checked", "of": cards, "faults": faults, "code": code})

    def on_save_deck(self, name, card_set, hero, cards):
        decks.save(name, card_set, hero, keys(cards))
        self.send({"type": "saved", "name": name, "saved": list(decks.saved()[0])})

    def on_load_deck(self, name):
        saved = decks.load(name)
        self.send_deck(saved["card_set"], saved["class"], saved["cards"], name)

    def on_read_code(self, card_set, code):
        hero, found = decks.from_code(book_of(card_set), code)
        self.send_deck(card_set, hero, found, "")

    def send_deck(self, card_set, hero, cards, name):
        self.send({"type": "deck", "card_set": card_set, "hero": hero, "cards": cards, "name": name})

    # --- Replays ---

    def on_watch(self, number, game, text):
        """Open a game of a saved match, or a replay given as text."""
        self.watch(viewer.from_match(number, game or 0) if number else viewer.from_text(text))

    def on_watch_paper(self, name):
        """Open a recorded game of the papers' experiments."""
        self.watch(viewer.from_paper(name))

    def watch(self, opened):
        """Send a whole game."""
        self.send({"type": "replay", "packed": page.packed(page.whole(opened, opened.is_judged_at_once))})
        self.viewer = opened

    def on_save_replay(self):
        """Send the replay as a page that needs no server."""
        if self.viewer is None:
            raise BadInput("No replay is open on this page.")
        name = re.sub("[^a-z0-9]+", "-", page.title_of(self.viewer).lower()).strip("-")
        self.send({"type": "page", "name": f"{name[:80]}.html", "text": page.of(self.viewer)})


# --- Values from the page ------------------------------------------------------------------


def known_set(card_set):
    rules_of(card_set)
    return card_set


def book_of(card_set):
    """Return the Book of a card set for deck building; raises BadInput."""
    if card_set not in WHOLE:
        raise BadInput(
            f"There is no deck building for the cards {card_set!r}; choose one of {', '.join(WHOLE)}."
        )
    return card_book(card_set)


def keys(cards):
    """Return a list of card keys; raises BadInput for anything else."""
    if len(cards) > 100 or not all(isinstance(key, str) for key in cards):
        raise BadInput("A deck must be a list of at most 100 card names.")
    return cards


def by_class(given):
    """Return {class: card keys} from the decks in a message; raises BadInput."""
    found = {}
    for deck in given:
        right = (
            isinstance(deck, dict)
            and isinstance(deck.get("class"), str)
            and isinstance(deck.get("cards"), list)
        )
        if not right:
            raise BadInput("A deck must be an object with a class and cards.")
        hero = deck["class"]
        if hero in found:
            raise BadInput(f"Bring decks of different classes: there are two for {hero.capitalize()}.")
        found[hero] = keys(deck["cards"])
    return found


def choice_of_decks(name, card_set, best_of):
    """Return an opponent's random choice of decks from the papers or its own, of different classes."""
    import random

    one = opponent(name)
    found = [deck for deck in decks.known(known_set(card_set)) if deck["from"] == one.brings]
    found = [deck for deck in found if deck["class"] in (one.heroes or CLASSES)]
    if not found:
        raise BadInput(f"The opponent '{name}' has no decks for these cards: choose some for it.")
    random.SystemRandom().shuffle(found)
    chosen = {deck["class"]: deck["cards"] for deck in found}
    return dict(list(chosen.items())[: 1 if best_of == 1 else 3])
