"""Compare our cards' descriptions of themselves with the official sentences of the installed package.

Our sentence is made from the behaviour that the engine plays (describe/); the official one is
read from `hearthstone_data` when the check runs, and is never stored. Both are reduced to what
they mention: numbers, targets, keywords, races, events and deeds; a card whose two lists differ is
named. What may be chosen as a target is compared with the package's own play requirements. Known
differences are in data/cards/text_differences.csv, each with its reason.
"""

import csv
import re
from collections import Counter
from functools import cache
from importlib.metadata import distribution
from xml.etree import ElementTree

from deckspace.engine.hearthstone import words
from deckspace.engine.hearthstone.cards import behaviour, unbuilt
from deckspace.engine.hearthstone.describe import describe
from deckspace.engine.hearthstone.describe.speaker import find_chosen
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.errors import BadInput
from study import HOME
from study.conformance.report import Report

DIFFERENCES = HOME / "data" / "cards" / "text_differences.csv"
PLAIN = "mesb"  # the set of the package's own time
OLDER = ("mastering_2015", "eva_program")  # whose cards have changed since, or were played otherwise

# How both sentences are rewritten before they are compared: (what is found, what it becomes).
RACE = "beast|demon|dragon|elemental|mech|murloc|pirate|totem"
REWRITES = [
    (r"\s+", " "),
    (r"’", "'"),
    (r"\btwo\b", "2"),
    (r"\bthree\b", "3"),
    (r"\bfour\b", "4"),
    (r"\bfive\b", "5"),
    (r"\b(\d+)-(\d+)\b", r"\1 to \2"),
    (r"(?<=\d)/(?=\d|\+)", " "),
    (
        r"\b(deal \d+ damage|deal damage equal to its cost|restore \d+ health)(?=[.,;]| and| instead|$)",
        r"\1 to a character",
    ),
    (r"\b(your hero|one of your minions) is attacked\b", r"an enemy attacks \1"),
    (r"\bif that kills it\b", "if it dies"),
    (rf"\byour (other )?((?:\w+ )?(?:{RACE}|minion|character)s)\b(?! cost)", r"all \1friendly \2"),
    (rf"\byou have (an?|\d+ or more|at least \d+) (?=(?:damaged )?(?:{RACE}|minion))", r"you control \1 "),
    # no minion responds to its own summoning or death
    (r"\b(whenever|after|when)( you summon|) another\b", r"\1\2 a"),
]
KINDS = {  # kind: {what is mentioned: how it is recognised}
    "targets": {
        "enemy": r"\benem(?:y|ies)\b",
        "opponent": r"\bopponent\b",
        "friendly": rf"\bfriendly\b|\byour (?:\w+ )?(?:minion|character|{RACE})s\b|\byou control\b",
        "minion": r"(?<!this )\bminions?\b",
        "character": r"\bcharacters?\b|\benemies\b|\ban enemy\b(?! minion| hero| character)",
        "your hero": r"\byour hero\b(?! power)",
        "enemy hero": r"\benemy hero\b",
        "random": r"\brandom",
        "all": r"(?<!one of )\ball\b",
        "other": r"\b(?:an)?other\b(?! spell| card)|\bexcept\b",
        "adjacent": r"\badjacent\b|\bnext to\b|\bneighbours?\b",
        "damaged": r"\bdamaged (?!by)",
        "undamaged": r"\bundamaged\b",
        "weapon": r"(?<!this )\bweapon\b",
        "hand": r"\bhands?\b",
        "deck": r"\bdeck\b",
    },
    "keywords": {
        **{
            word: rf"\b{word}"
            for word in "battlecry deathrattle taunt charge windfury stealth poisonous".split()
        },
        **{word: rf"\b{word}" for word in "combo overload silence immune counter".split()},
        "divine shield": r"\bdivine shield",
        "spell damage": r"\bspell damage",
        "choose one": r"\bchoose one",
        "secret": r"\bsecrets?\b",
        "freeze": r"\bfreez|\bfrozen",
        "cannot attack": r"\bcan't attack\b",
        "cannot be targeted": r"\bcan't be targeted\b",
    },
    "races": {race: rf"\b{race}s?\b" for race in RACE.split("|")},
    "events": {
        "start of turn": r"\bat the start of\b",
        "end of turn": r"\bat the end of\b",
        "whenever": r"\bwhen(?:ever)?\b|\bafter\b",
        "attacks": r"\battack(?:s|ed|ing)\b|\bit attacks\b",
        "casts": r"\bcasts?\b",
        "dies": r"\bdies\b|\bdied\b",
        "heals": r"\bhealed\b",
        "takes damage": r"\btakes? damage\b",
        "this turn": r"\bthis turn\b",
        "next turn": r"\bnext turn\b",
        "your turn": r"\b(?:of|on|during|it is) your(?: next)? turn\b",
        "each turn": r"\b(?:each|every)(?: player's)? turn\b",
        "enemy turn": r"\byour opponent's turn\b|\bnot your turn\b",
    },
    "deeds": {
        "deal": r"\bdeals?\b",
        "restore": r"\brestore",
        "summon": r"\b(?:re)?summon",
        "draw": r"\bdraws?\b",
        "discard": r"\bdiscard",
        "destroy": r"\bdestroy",
        "return": r"\breturn\b",
        "transform": r"\btransform",
        "equip": r"\bequips?\b",
        "take control": r"\bcontrol of\b",
        "copy": r"\bcop(?:y|ies)\b",
        "swap": r"\bswap",
        "double": r"\bdouble\b",
        "cost": r"\bcosts?\b",
        "armor": r"\barmor\b",
        "mana crystal": r"\bmana crystals?\b",
        "attack": r"\battack\b",
        "health": r"\bhealth\b",
        "durability": r"\bdurability\b",
        "instead": r"\binstead\b|\botherwise\b",
    },
}


def add_arguments(parser):
    """Declare the arguments of the check; without any it compares all card sets."""
    parser.add_argument(
        "sets", metavar="SET", nargs="*", help=f"one of {', '.join(SETS)}; all, if none is named"
    )
    parser.add_argument("--all", action="store_true", help="print both sentences of every card")


def check(args):
    """Run the check and return its Report. Raises BadInput for an unknown set."""
    unknown = [name for name in args.sets if name not in SETS]
    if unknown:
        raise BadInput(f"There is no card set {unknown[0]!r}; choose one of {', '.join(SETS)}.")
    report = TextReport(read_differences(), whole=not args.sets)
    for name in args.sets or SETS:
        check_set(report, name, args.all)
    return report


def check_set(report, name, show=False):
    """Compare all cards of a set that have an official sentence or say something themselves."""
    official, missing = official_sentences(), set(unbuilt(name))
    for card in card_table(name):
        ours = describe(card.key, name)
        if card.key in missing:
            report.left_out["not built yet"] += 1
        elif card.id not in official:
            report.left_out["newer than the package"] += bool(ours)
        elif has_changed(card, name):
            report.left_out["changed since"] += 1
        elif is_option(card, name):
            report.left_out["options, told by their card"] += 1
        elif ours or official[card.id]:
            report.card(name, card, ours, official[card.id])
            if show:
                print(f"{card.key}\n  ours:  {ours}\n  theirs: {plain(official[card.id])}")


class TextReport(Report):
    """A Report that knows justified differences and names every card that differs otherwise."""

    def __init__(self, reasons, whole=True):
        super().__init__()
        self.reasons, self.whole = reasons, whole  # whole: all sets are compared, so every reason is needed
        self.explained, self.left_out = Counter(), Counter()
        self.found, self.sentences = {}, {}  # in the order in which they are met

    def card(self, set_name, card, ours, theirs):
        """Compare the two sentences of a card, and its target with what the package requires."""
        self.sentences[card.key] = ours, plain(theirs)
        told, meant = spoken_of(ours), spoken_of(plain(theirs))
        told["choice"], meant["choice"] = chosen_of(behaviour(set_name).get(card.key, ())), required_of(card)
        for kind in told:
            self.kind(card.key, kind, told[kind], meant[kind])

    def kind(self, key, kind, ours, theirs):
        """Count one comparison."""
        if self.count(kind, ours == theirs):
            return
        what = key, kind, difference(ours, theirs)
        self.found[what] = True
        self.explained[kind] += what in self.reasons

    @property
    def allowed(self):
        """The differences that have a reason, [(card, kind, difference)]."""
        return [what for what in self.found if what in self.reasons]

    @property
    def differing(self):
        """The differences without a reason."""
        return [what for what in self.found if what not in self.reasons]

    @property
    def unneeded(self):
        """The reasons for differences that no longer exist."""
        return [what for what in self.reasons if self.whole and what not in self.found]

    @property
    def ok(self):
        return bool(self.compared) and not self.differing and not self.unneeded

    @property
    def exceptions(self):
        cards = {key for key, _, _ in self.allowed}
        return f"{len(cards)} cards that differ for a reason" if cards else ""

    def __str__(self):
        lines = [f"{'':22}{'compared':>10}{'agree':>10}{'explained':>11}"]
        lines += [
            f"{k:22}{n:>10,}{self.agreed[k]:>10,}{self.explained[k]:>11,}" for k, n in self.compared.items()
        ]
        cards, differ = len(self.sentences), len({key for key, _, _ in self.found})
        lines += ["", f"{cards} different cards compared: {cards - differ} agree in all"]
        lines += [f"not compared: {n} {why}" for why, n in self.left_out.items() if n]
        lines += [
            "",
            f"{len({key for key, _, _ in self.allowed})} cards differ for a reason, told in {DIFFERENCES.name}:",
        ]
        lines += [
            f"  {key}: {kind} {what} ({self.reasons[key, kind, what]})" for key, kind, what in self.allowed
        ]
        lines += ["", f"{len({key for key, _, _ in self.differing})} cards differ without a reason:"]
        lines += [
            f"  {key}: {kind} {what}{beside(*self.sentences[key])}" for key, kind, what in self.differing
        ]
        lines += [f"A reason that is no longer needed: {', '.join(what)}." for what in self.unneeded]
        return "\n".join(lines)


def beside(ours, theirs):
    return f"\n    ours:   {ours}\n    theirs: {theirs}"


def difference(ours, theirs):
    """Return in words what one list has and the other has not."""
    extra, missing = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    said = [
        f"{what} {', '.join(map(str, found.elements()))}"
        for what, found in (("only ours", extra), ("only theirs", missing))
        if found
    ]
    return "; ".join(said)


def read_differences():
    """Return the justified differences, {(card, kind, difference): reason}."""
    with open(DIFFERENCES, newline="") as file:
        return {(row["card"], row["kind"], row["difference"]): row["reason"] for row in csv.DictReader(file)}


# --- The sentences -------------------------------------------------------------------------


@cache
def official_sentences():
    """Return {card id: official sentence} of the installed package, "" where a card has none."""
    path = distribution("hearthstone_data").locate_file("hearthstone_data/CardDefs.xml")
    return {entity.get("CardID"): official_sentence(entity) for entity in ElementTree.parse(path).getroot()}


def official_sentence(entity):
    found = entity.find("Tag[@name='CARDTEXT']")
    return (found.findtext("enUS") or "") if found is not None else ""


def plain(text):
    """Return an official sentence without markup, reminders, and other readings of it."""
    text = re.sub(r"<i>.*?</i>", " ", text.split("@")[0].replace("[x]", ""), flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", "", text).removeprefix("Hero Power")
    return re.sub(r"\s+", " ", re.sub(r"[$#]", "", text).replace("_", " ")).strip()


def spoken_of(text):
    """Return {kind: sorted list of what a sentence mentions}."""
    text = re.sub(r"\((?!\d+\))[^()]*(?:\(\d+\)[^()]*)*\)", "", text)  # explanations of ours
    text = re.sub(r"Playable only if .*", "", text).lower()
    for what, becomes in REWRITES:
        text = re.sub(what, becomes, text)
    found = {"numbers": sorted(int(n) for n in re.findall(r"\d+", text))}
    for kind, vocabulary in KINDS.items():
        found[kind] = sorted(word for word, pattern in vocabulary.items() if re.search(pattern, text))
    return found


# --- What is compared ----------------------------------------------------------------------


def has_changed(card, set_name):
    """Tell whether a card from another time did something else at the time of the package."""
    if set_name not in OLDER:
        return False
    then, now = behaviour(set_name), behaviour(PLAIN)
    if card.key in then and card.key in now and then[card.key] != now[card.key]:
        return True
    if card.key not in card_table(PLAIN):
        return False
    other = card_table(PLAIN)[card.key]
    return (card.keywords, card.spell_damage, card.overload) != (
        other.keywords,
        other.spell_damage,
        other.overload,
    )


def is_option(card, set_name):
    """Tell whether a card only stands for one option of a Choose One card."""
    table, parent = card_table(set_name), card.id[:-1]
    return (
        parent in table
        and "CHOOSE_ONE" in table[parent].keywords
        and card.type == "SPELL"
        and not card.collectible
    )


# --- Targets -------------------------------------------------------------------------------

DRAGON_IN_HAND = "REQ_51"  # a target, if there is one and its player holds a Dragon
TARGETED = ("REQ_TARGET_TO_PLAY", "REQ_TARGET_IF_AVAILABLE", "REQ_TARGET_FOR_COMBO", DRAGON_IN_HAND)
REQUIRED = {
    "REQ_MINION_TARGET": "minion",
    "REQ_HERO_TARGET": "hero",
    "REQ_FRIENDLY_TARGET": "friendly",
    "REQ_ENEMY_TARGET": "enemy",
    "REQ_DAMAGED_TARGET": "damaged",
    "REQ_UNDAMAGED_TARGET": "undamaged",
    "REQ_MUST_TARGET_TAUNTER": "taunt",
    "REQ_TARGET_WITH_RACE": "race",
    "REQ_TARGET_MAX_ATTACK": "attack at most",
    "REQ_TARGET_MIN_ATTACK": "attack at least",
    "REQ_52": "legendary",
}


def required_of(card):
    """Return what the package requires of the target, [] if there is none, or it depends on the option."""
    needs = [need.partition("=") for need in card.requires]
    if "CHOOSE_ONE" in card.keywords or not {name for name, _, _ in needs} & set(TARGETED):
        return []
    found = {f"{REQUIRED[name]} {value}".strip() for name, _, value in needs if name in REQUIRED}
    return target_list(found)


def target_list(found):
    """Return the list to compare, without "minion" if there is a race: the package is not consistent there."""
    if any(each.startswith("race") for each in found):
        found = found - {"minion"}
    return ["target", *sorted(found)]


def chosen_of(clauses):
    """Return the same of our behaviour."""
    clauses = clauses if isinstance(clauses, tuple) else (clauses,)
    heads = [
        each
        for each in clauses
        if isinstance(each, words.Clause) and not each.head.event.startswith("option")
    ]
    chosen = find_chosen(tuple(heads))
    if chosen is None:
        return []
    areas, what = chosen.who.areas, chosen.who.filter & chosen.filter
    found = {
        name
        for name, inside in (("minion", 10), ("hero", 5), ("friendly", 3), ("enemy", 12))
        if areas & ~inside == 0
    }
    found |= {"damaged"} if what.damaged == 1 else {"undamaged"} if what.damaged == 2 else set()
    found |= {"taunt"} if what.keywords & words.TAUNT else set()
    found |= {f"race {what.race}"} if what.race else set()
    found |= {what.rarity.lower()} if what.rarity else set()
    found |= {f"attack at most {what.attack_max}"} if what.attack_max >= 0 else set()
    found |= {f"attack at least {what.attack_min}"} if what.attack_min >= 0 else set()
    return target_list(found)
