// Choosing a deck for version 1.5 of Legends of Code and Magic: thirty of 120 cards, at most two copies of each.

const DECK = 30;
const COPIES = 2; // of a card in a deck
const TYPES = ["CREATURE", "GREEN ITEM", "RED ITEM", "BLUE ITEM"];

class Choice {
  constructor(locm) {
    this.locm = locm;
    this.filter = { sort: "cost", type: "", cost: "" };
    this.deck = []; // the numbers of the cards chosen so far
    this.waits = false; // whether to play as soon as the deck has been filled up
  }

  /** Begin, or go on with what was chosen before the page was loaded again. */
  open({ number, pool }) {
    Object.assign(this, { number, pool: new Map(pool.map((card, i) => [i + 1, card])) });
    const [before, cards] = (recall("deckspace-chosen") || "").split(":");
    this.deck = before === number && cards ? cards.split(",").map(Number) : [];
  }

  // --- Drawing ---

  mainPart() {
    const { lobbyPart } = this.locm.table;
    const list = (name, what, options) => lobbyPart.field(what, select(`by-${name}`, options, this.filter[name], (value) => { this.filter[name] = value; this.locm.draw(); }));
    const costs = [...new Set([...this.pool.values()].map((card) => String(card.cost)))];
    this.parts = { head: h("section", { class: "middle" }), cards: h("div", { class: "cards", role: "group", "aria-label": "cards to choose from" }, this.shown()), deck: h("section", { class: "so-far", "aria-label": "your deck so far" }) };
    this.update();
    return h("div", { class: "play choosing" }, this.parts.head,
      h("div", { class: "form" }, list("sort", "Sorted by", [["cost", "cost"], ["type", "type"]]),
        list("type", "Type", [["", "any"], ...TYPES.map((type) => [type, `${capital(type)}s`])]), list("cost", "Cost", [["", "any"], ...costs.map((cost) => [cost, cost])])),
      this.parts.cards);
  }

  shown() {
    const { sort, type, cost } = this.filter;
    const cards = [...this.pool].filter(([, card]) => (!type || card.type === type) && (!cost || card.cost === Number(cost)));
    if (sort === "type") cards.sort(([, a], [, b]) => TYPES.indexOf(a.type) - TYPES.indexOf(b.type));
    return cards.map(([number, card]) => cardButton(withoutMeanings(card), {}, { "data-id": `add-${number}`, ...this.locm.reads(card), onclick: () => this.add(number) }));
  }

  /** Show the chosen cards, without drawing the others again, so that their list stays where it is. */
  update() {
    const { head, cards, deck } = this.parts;
    const left = DECK - this.deck.length;
    const focus = focused();
    head.replaceChildren(h("strong", { class: "call" }, `${this.deck.length} of ${DECK} cards`), h("span", {}, `against ${this.locm.message.opponent}`),
      button(this.locm.busy ? "Filling up …" : "Fill up (F)", () => this.fill(), { "data-id": "fill", disabled: !left, title: "with the cards that the agent Beam would take" }),
      button("Empty", () => this.choose([]), { "data-id": "empty", disabled: !this.deck.length }),
      button(left ? `Play (${left} to go)` : "Play (P)", () => this.play(), { "data-id": "construct", class: `end${left ? "" : " lit only"}`, disabled: left > 0 }));
    const numbers = [...new Set(this.deck)].sort((a, b) => a - b);
    deck.replaceChildren(curve(this.deck.map((number) => this.pool.get(number).cost), 12), ...numbers.map((number) => {
      const card = this.pool.get(number);
      return h("button", { type: "button", class: "tiny", title: "Click to take one out", "data-id": `remove-${number}`, ...this.locm.reads(card), onclick: () => this.remove(number) },
        entryOf(card, this.copies(number)));
    }));
    for (const each of cards.children) {
      const copies = this.copies(Number(each.dataset.id.slice(4)));
      each.dataset.copies = copies || "";
      each.classList.toggle("picked", copies > 0);
      each.classList.toggle("lit", left > 0 && copies < COPIES);
    }
    refocus(this.locm.table.parts.main, focus);
  }

  // --- Choosing ---

  copies(number) {
    return this.deck.filter((each) => each === number).length;
  }

  choose(deck) {
    const { waits } = this;
    this.locm.refused(); // no answer is awaited any longer
    this.deck = deck;
    remember("deckspace-chosen", `${this.number}:${deck}`);
    this.update();
    if (waits) this.play();
  }

  add(number) {
    if (this.deck.length < DECK && this.copies(number) < COPIES) this.choose([...this.deck, number]);
  }

  remove(number) {
    const at = this.deck.indexOf(number);
    this.choose(this.deck.filter((_, i) => i !== at));
  }

  fill() {
    if (this.deck.length === DECK) return;
    this.locm.ask({ type: "locm_fill", cards: this.deck });
    this.update();
  }

  /** Play with the deck; while it is being filled up, as soon as it is full. */
  play() {
    this.waits = this.locm.busy;
    if (this.deck.length === DECK) this.locm.ask({ type: "locm_construct", cards: this.deck });
  }

  /** Handle a key; return whether it has a meaning here. */
  key({ key }) {
    const row = [...this.parts.cards.children].filter((each, i, all) => each.offsetTop === all[0].offsetTop).length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[key];
    const [what, number] = (focused() || "").split("-");
    if (step) walk(this.parts.cards, ".card", step);
    else if (key === "Backspace" && ["add", "remove"].includes(what)) this.remove(Number(number));
    else if (key === "f" || key === "F") this.fill();
    else if (key === "p" || key === "P") this.play();
    else return false;
    return true;
  }
}
