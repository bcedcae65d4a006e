// The deck builder: all cards of a class, the deck beside them, its mana curve, its code, and its faults.

class Builder {
  constructor(table) {
    this.table = table;
    this.deck = { set: "mesb", hero: "MAGE", cards: [], name: "" };
    this.filter = { cost: "", type: "", set: "", name: "" };
    this.pool = null;
    this.known = new Map(); // the cards of all classes that have been looked at
    this.checked = null;
    this.kept = null; // the deck that was saved last
    this.starts = {}; // the decks to start from, by card set
  }

  gotDecks(message) {
    this.starts[message.card_set] = message.decks;
    if (this.pool && this.table.where === "decks") this.parts.files.replaceChildren(this.files());
  }

  /** Open the builder with the current deck. */
  open(message) {
    this.message = message;
    this.load();
  }

  load() {
    if (!this.starts[this.deck.set]) this.table.ask({ type: "decks", card_set: this.deck.set });
    this.table.ask({ type: "cards", card_set: this.deck.set, hero: this.deck.hero });
    this.check();
  }

  check() {
    this.table.ask({ type: "check", card_set: this.deck.set, hero: this.deck.hero, cards: this.deck.cards });
  }

  gotCards(message) {
    if (message.card_set !== this.deck.set || message.hero !== this.deck.hero) return;
    this.pool = new Map(message.cards.map((card) => [card.key, card]));
    this.known = new Map([...this.known, ...this.pool]);
    this.draw();
  }

  gotChecked(message) {
    if (!message.of || message.of.join() !== this.deck.cards.join()) return; // the deck has changed meanwhile
    this.checked = message;
    if (this.pool && this.table.where === "decks") this.drawVerdict();
  }

  /** Handle a deck loaded from a file or a code. */
  gotDeck(message) {
    this.deck = { set: message.card_set, hero: message.hero, cards: message.cards, name: message.name };
    this.pool = null;
    this.load();
  }

  saved(message) {
    this.message.saved = message.saved;
    this.kept = { name: message.name, set: this.deck.set, class: this.deck.hero, cards: this.deck.cards.join() };
    this.table.lobbyPart.decks = {};
    const isLegal = this.checked && !this.checked.faults.length;
    this.table.say(`Saved as “${message.name}”${isLegal ? "." : ", but it cannot be played before it is legal."}`);
    this.draw();
  }

  /** Change the class or the card set; the check reports cards that no longer fit. */
  change(what, value) {
    this.deck[what] = value;
    this.pool = null;
    this.load();
  }

  add(key) {
    const no = this.refusal(this.pool.get(key));
    if (no) return this.list.firstChild.replaceChildren(h("span", { class: "bad", role: "status", "data-id": "refusal" }, no));
    this.deck.cards.push(key);
    this.changed();
  }

  copies(key) {
    return this.deck.cards.filter((each) => each === key).length;
  }

  /** Say why a deck may not hold one more of this card, "" if it may. */
  refusal({ key, name, most }) {
    if (this.copies(key) >= most) return most === 1 ? `${name} is legendary: a deck holds only one.` : `A deck holds at most ${most} of ${name}.`;
    return this.deck.cards.length < DECK ? "" : "The deck is full: click a card in it to take one out.";
  }

  /** Add random cards that the deck may hold until it is full. */
  fill() {
    while (this.deck.cards.length < DECK) {
      const left = [...this.pool.values()].filter((card) => !this.refusal(card));
      this.deck.cards.push(left[Math.floor(Math.random() * left.length)].key);
    }
    this.changed();
  }

  remove(key) {
    this.deck.cards.splice(this.deck.cards.indexOf(key), 1);
    this.changed();
  }

  changed() {
    this.drawDeck();
    this.mark();
    this.check();
  }

  // --- Drawing ---

  draw() {
    const { deck, message } = this;
    const field = this.table.lobbyPart.field.bind(this.table.lobbyPart);
    this.list = h("div", { class: "pool", "data-id": "pool" });
    this.parts = { deck: h("div"), verdict: h("div"), files: h("div") }; // drawn separately, so that typed text stays
    this.side = h("aside", { class: "deck" }, Object.values(this.parts));
    this.table.parts.main.replaceChildren(h("div", { class: "builder" },
      h("div", {},
        h("div", { class: "form" },
          field("Cards", select("build-set", Object.entries(message.sets).filter(([set]) => message.whole.includes(set)), deck.set, (set) => this.change("set", set))),
          field("Class", select("build-hero", message.classes.map((each) => [each, capital(each)]), deck.hero, (hero) => this.change("hero", hero))),
          field("Cost", select("by-cost", [["", "any"], ...[..."0123456"].map((n) => [n, n]), ["7", "7 or more"]], this.filter.cost, (cost) => this.narrow({ cost }))),
          field("Type", select("by-type", [["", "any"], ["MINION", "minions"], ["SPELL", "spells"], ["WEAPON", "weapons"]], this.filter.type, (type) => this.narrow({ type }))),
          field("Set", select("by-set", [["", "any"], ...this.sets().map((each) => [each, each])], this.filter.set, (set) => this.narrow({ set }))),
          field("Name or text", h("input", { type: "search", "data-id": "by-name", value: this.filter.name, oninput: (event) => this.narrow({ name: event.target.value }) }))),
        this.list),
      this.side));
    this.drawPool();
    this.drawDeck();
    this.drawVerdict();
    this.parts.files.replaceChildren(this.files());
  }

  sets() {
    return [...new Set([...this.pool.values()].map((card) => card.set))].sort();
  }

  narrow(change) {
    Object.assign(this.filter, change);
    this.drawPool();
  }

  fits(card) {
    const { cost, type, set, name } = this.filter;
    const text = `${card.name} ${card.text} ${card.race}`.toLowerCase();
    return (cost === "" || (cost === "7" ? card.cost >= 7 : card.cost === Number(cost))) && (type === "" || card.type === type)
      && (set === "" || card.set === set) && text.includes(name.toLowerCase());
  }

  drawPool() {
    const cards = [...this.pool.values()].filter((card) => this.fits(card));
    this.list.replaceChildren(h("p", { class: "faint" }),
      h("div", { class: "cards" }, cards.map((card) => cardButton(card, {}, { "data-id": `add-${card.key}`, "data-key": card.key, onclick: () => this.add(card.key) }))));
    this.mark();
    fit(this.list);
  }

  /** Mark the cards that are in the deck, without drawing them again, so that their list stays where it is. */
  mark() {
    const [head, { children: cards }] = this.list.children;
    head.replaceChildren(`${plural(cards.length, "card")}. Click one to add it.`);
    for (const each of cards) {
      const card = this.pool.get(each.dataset.key);
      each.dataset.copies = this.copies(card.key) || "";
      each.classList.toggle("full", this.copies(card.key) >= card.most);
      each.classList.toggle("lit", !this.refusal(card));
    }
  }

  drawDeck() {
    const { deck } = this;
    const counts = new Map();
    for (const key of deck.cards) counts.set(key, (counts.get(key) || 0) + 1);
    const of = (key) => this.known.get(key) || { name: key, cost: 0, text: "not of this class and set" };
    const keys = [...counts.keys()].sort((a, b) => of(a).cost - of(b).cost || of(a).name.localeCompare(of(b).name));
    this.parts.deck.replaceChildren(
      h("h2", {}, `${plural(deck.cards.length, "card")} of 30`), curve(deck.cards.map((key) => of(key).cost)),
      h("div", { class: "chosen" }, keys.map((key) => button(entryOf(of(key), counts.get(key)),
        () => this.remove(key), { class: "entry", "data-id": `remove-${key}`, title: "Click to take one out" }))));
  }

  drawVerdict() {
    if (this.checked) this.parts.verdict.replaceChildren(this.verdict());
  }

  verdict() {
    const { faults, code } = this.checked;
    if (faults.length) return h("div", { class: "bad", "data-id": "faults" }, faults.map((fault) => h("div", {}, fault)));
    const { kept, deck } = this;
    const plays = kept && kept.set === deck.set && kept.cards === deck.cards.join();
    return h("div", { class: "good" }, "This deck is legal. Its code:",
      h("div", { class: "code" }, h("input", { readonly: true, "data-id": "code", value: code, onclick: (event) => event.target.select() }), button("Copy", () => this.copy(code), { "data-id": "copy-code" })),
      plays && button("Play with it", () => this.table.lobbyPart.bring(kept), { class: "lit", "data-id": "play-with" }));
  }

  async copy(code) {
    try {
      await navigator.clipboard.writeText(code);
      this.table.say("The deck code has been copied.");
    } catch { // a browser that does not let pages copy
      this.parts.verdict.querySelector("input").select();
    }
  }

  files() {
    const { deck, message } = this;
    const name = h("input", { "data-id": "deck-name", value: deck.name, placeholder: "name of the deck", oninput: (event) => { deck.name = event.target.value; } });
    const code = h("input", { "data-id": "code-in", placeholder: "paste a deck code" });
    const known = (this.starts[deck.set] || []).filter((each) => each.from !== "your own");
    const starts = known.map((each) => [each.name, `${each.name} (${capital(each.class)})`]);
    const from = (value) => {
      const found = known.find((each) => each.name === value);
      if (found) this.gotDeck({ card_set: deck.set, hero: found.class, cards: [...found.cards], name: "" });
    };
    return h("div", { class: "files" },
      h("div", {}, name, button("Save", () => this.table.ask({ type: "save_deck", name: deck.name, card_set: deck.set, hero: deck.hero, cards: deck.cards }), { "data-id": "save" }),
        button("Fill up", () => this.fill(), { "data-id": "fill", class: "quiet", title: "with random cards" }),
        button("Empty", () => { deck.cards = []; this.changed(); }, { "data-id": "empty", class: "quiet" })),
      h("div", {}, code, button("Read", () => this.table.ask({ type: "read_code", card_set: deck.set, code: code.value }), { "data-id": "read-code" })),
      message.saved.length ? select("load", [["", "Load one of yours …"], ...message.saved.map((each) => [each, each])], "", (value) => value && this.table.ask({ type: "load_deck", name: value })) : null,
      starts.length ? select("start-from", [["", "Start from …"], ...starts], "", from) : null);
  }
}
