// The lobby: the choice of opponent, cards and decks, and unfinished matches.

class Lobby {
  constructor(table) {
    this.table = table;
    this.decks = {}; // by card set
    this.chosen = { opponent: null, set: null, bestOf: 1, mine: [], theirs: "" }; // decks: their places among those of the set
    this.changed = ""; // what another choice has changed, and why
    this.brought = null; // the name of the own deck to be chosen as soon as it is there
  }

  show(message) {
    this.message = message;
    if (!this.chosen.opponent) {
      const first = this.first(message.opponents);
      this.chosen.opponent = first.name;
      this.take(first.card_set, false);
    }
    else if (!this.decks[this.chosen.set]) this.table.ask({ type: "decks", card_set: this.chosen.set }); // after a deck was saved
    this.draw();
  }

  /** Return the opponent for a first game, which is preset; if none is marked, the first one. */
  first(opponents) {
    return opponents.find((each) => each.first) || opponents[0];
  }

  get one() {
    return this.message.opponents.find((each) => each.name === this.chosen.opponent);
  }

  /** The number of own decks in a match. */
  get needed() {
    return this.chosen.bestOf === 1 ? 1 : 3;
  }

  /** Choose an opponent; cards and decks stay unless it does not know them, which is told. */
  meet(name) {
    const { chosen } = this;
    const decks = [...chosen.mine.slice(0, this.needed), chosen.theirs].map((i) => this.decks[chosen.set]?.[i]).filter(Boolean);
    chosen.opponent = name;
    const { one } = this;
    const suits = !one.only || one.only === chosen.set;
    const gone = decks.filter((deck) => !suits || !this.knows(deck)).map((deck) => `“${deck.name}”`).join(" and ");
    if (!suits) this.take(one.only, false);
    else if (gone) Object.assign(chosen, { mine: [], theirs: "" });
    const why = suits ? `knows only the classes ${one.heroes.map(capital).join(", ")}` : `plays only “${this.message.sets[one.only]}”, so Cards has changed`;
    this.changed = !suits || gone ? `“${one.title}” ${why}${gone && `; your choice of ${gone} does not fit`}.` : "";
    this.draw();
  }

  take(set, draw = true) {
    Object.assign(this.chosen, { set, mine: [], theirs: "" });
    this.changed = "";
    if (!this.decks[set]) this.table.ask({ type: "decks", card_set: set });
    if (draw) this.draw();
  }

  /** Open the start page with a saved deck chosen; an opponent that cannot meet it is changed, which is told. */
  bring(deck) {
    const { one } = this;
    const first = this.first(this.message.opponents);
    const meets = (!one.only || one.only === deck.set) && this.knows(deck);
    Object.assign(this.chosen, { opponent: (meets ? one : first).name, set: deck.set, mine: [], theirs: "" });
    this.changed = meets ? "" : `“${one.title}” does not know this deck, so “${first.title}” is the opponent now.`;
    this.brought = deck.name;
    delete this.decks[deck.set]; // the page asks for them again, with this one
    this.table.go("lobby");
  }

  gotDecks(message) {
    this.decks[message.card_set] = message.decks;
    const own = message.decks.findIndex((deck) => deck.from === "your own" && deck.name === this.brought);
    if (own >= 0) this.chosen.mine = [String(own)];
    this.brought = null;
    if (this.table.where === "lobby") this.draw();
  }

  draw() {
    const { message, chosen, one } = this;
    const focus = focused();
    const waits = Boolean(this.table.warming.state);
    const classes = new Set(this.known().map((deck) => deck.class));
    if (classes.size && classes.size < 3) chosen.bestOf = 1; // too few decks of different classes
    const sets = Object.entries(message.sets).filter(([set]) => !one.only || set === one.only);
    const lengths = [["1", "One game"], ["5", "Best of 5 (Conquest, three decks each)"]].slice(0, classes.size < 3 ? 1 : 2);
    const unfinished = message.matches.filter((match) => !match.over);
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" },
      h("h2", {}, "Play a match"),
      h("p", {}, "Choose an opponent and your deck, and play."),
      h("div", { class: "form choices" },
        this.opponents("opponent", message, chosen.opponent, (name) => this.meet(name)),
        this.field("Cards", select("set", sets, chosen.set, (set) => this.take(set))),
        this.field("Match", select("best-of", lengths, String(chosen.bestOf), (n) => { chosen.bestOf = Number(n); this.draw(); })),
        this.ownDecks(), this.otherDeck()),
      this.changed && h("p", { role: "status", "data-id": "changed" }, this.changed),
      this.introduce(one, one.compiles && !waits ? " Its code must be compiled first, which takes from a few seconds to three minutes; you can use the page meanwhile." : ""),
      button(this.decks[chosen.set] ? "Play" : "Loading decks …", () => this.start(), { class: "lit big", "data-id": "play", disabled: !this.decks[chosen.set] || waits }),
      waits && this.table.warming.part,
      unfinished.length ? h("div", {}, h("h2", {}, "Continue"), h("ul", { class: "matches" }, unfinished.slice(0, 8).map((match) => this.unfinished(match)))) : null,
      this.damaged(message.damaged),
      h("p", { class: "faint" }, "Keys: 1 to 9 and 0 select a card of the hand, H the hero power, ← → move between possible choices, Enter selects, E ends the turn, ? gives a hint, Esc cancels. Or drag a card to where you want it.")));
    refocus(this.table.parts.main, focus);
  }

  /** Say which files the lists leave out. */
  damaged(files) {
    return files.length ? h("p", { class: "faint", "data-id": "damaged" }, `Left out, because damaged: ${files.join(", ")}`) : null;
  }

  field(name, control) {
    return h("label", { class: "field" }, h("span", {}, name), control);
  }

  /** Return the choice of an opponent: grouped, the weakest of a group first, as the groups themselves are. */
  opponents(id, { groups, opponents }, chosen, onchange) {
    const points = (elo) => elo === null ? "" : ` · Elo ${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed()}`;
    const of = (group) => opponents.filter((each) => each.group === group).sort((a, b) => a.elo - b.elo).map((each) => [each.name, each.title + points(each.elo) + (each.first ? " · for a first game" : "")]);
    const found = Object.entries(groups).map(([group, says]) => [`${group}: ${says}`, of(group)]).filter(([, some]) => some.length);
    return this.field("Opponent", select(id, Object.fromEntries(found), chosen, onchange));
  }

  /** Say who an opponent is. */
  introduce(one, more = "") {
    return h("p", { class: "about" }, h("strong", {}, one.title), ` (${one.group.toLowerCase()}): ${one.says}. ${one.strength} `, one.first && "It is preset, for a first game, because most agents of the league beat it. ",
      h("span", { class: "faint" }, `In the league: ${one.rated}.${more}${one.elo === null ? "" : " Ratings are Elo points with their 95 % intervals; 0 is the mean of all agents."}`));
  }

  knows(deck) {
    return !this.one.heroes.length || this.one.heroes.includes(deck.class);
  }

  /** Return the decks for the chosen cards whose heroes the opponent knows. */
  known() {
    return (this.decks[this.chosen.set] || []).filter((deck) => this.knows(deck));
  }

  placeOf(deck) {
    return String(this.decks[this.chosen.set].indexOf(deck));
  }

  deckOptions() {
    return this.known().map((deck) => [this.placeOf(deck), `${deck.name} (${capital(deck.class)}${deck.from === "from the papers" ? "" : `, ${deck.from}`})`]);
  }

  /** Return one choice of a deck for a single game, three for a best of 5, preset to different classes if possible. */
  ownDecks() {
    const options = this.deckOptions();
    const decks = this.known();
    const { needed } = this;
    for (let i = 0; i < needed && decks.length; i += 1) {
      if (this.chosen.mine[i] !== undefined) continue;
      const used = this.chosen.mine.slice(0, i).map((n) => this.decks[this.chosen.set][n].class);
      this.chosen.mine[i] = this.placeOf(decks.find((deck) => !used.includes(deck.class)) || decks[0]);
    }
    return [...Array(needed).keys()].map((i) => this.field(needed === 1 ? "Your deck" : `Your deck ${i + 1}`,
      select(`mine-${i}`, options, this.chosen.mine[i], (value) => { this.chosen.mine[i] = value; })));
  }

  otherDeck() {
    if (this.chosen.bestOf > 1) return null;
    const options = [["", "Random"], ...this.deckOptions()];
    return this.field("Opponent's deck", select("theirs", options, this.chosen.theirs, (value) => { this.chosen.theirs = value; }));
  }

  start() {
    const { chosen } = this;
    const deck = (i) => ({ class: this.decks[chosen.set][i].class, cards: this.decks[chosen.set][i].cards });
    if (!this.known().length) return this.table.say("There is no deck for these cards yet: build one first.");
    const mine = chosen.mine.slice(0, this.needed).map(deck);
    const theirs = chosen.bestOf === 1 && chosen.theirs !== "" ? [deck(chosen.theirs)] : null;
    this.table.begin({ type: "start", opponent: chosen.opponent, card_set: chosen.set, best_of: chosen.bestOf, mine, theirs });
  }

  unfinished(match) {
    const heroes = match.heroes.length ? match.heroes[match.heroes.length - 1].map(capital).join(" against ") : "not started";
    const standing = match.best_of > 1 ? `, best of ${match.best_of} at ${match.score.join(":")}` : "";
    const turn = match.turn ? `, turn ${match.turn}` : "";
    return h("li", {}, button(`${match.begun} · ${match.opponent} · ${heroes}${standing}${turn}`, () => this.table.begin({ type: "resume", number: match.number }), { class: "quiet", disabled: Boolean(this.table.warming.state), "data-id": `resume-${match.number}` }));
  }
}
