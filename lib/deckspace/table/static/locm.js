// Legends of Code and Magic: a draft of thirty picks or a choice of thirty cards, and the battle in two lanes.

const LOCM = { PASS: 0, SUMMON: 1, USE: 2, ATTACK: 3 };
const LANES = ["left lane", "right lane"];
const DECK = 30;
const COPIES = 2; // of a card in a chosen deck
const BEGINS = {
  1.2: "The game begins with a draft: thirty times you take one of three cards; the opponent secretly chooses from the same three.",
  1.5: "The game begins with a choice: of 120 new cards you take thirty, at most two of each; the opponent secretly chooses from the same cards. Some cards work on a lane or a whole side.",
};

class Locm extends Play {
  constructor(table) {
    super(table);
    this.conceding = "locm_concede";
    this.opponent = null;
    this.version = "1.2";
    this.kind = ""; // of the cards shown to choose from
    this.deck = []; // the numbers of the cards chosen so far
  }

  // --- The lobby ---

  showLobby(message) {
    this.list = message;
    if (!message.opponents.some((one) => one.name === this.opponent)) this.opponent = (message.opponents.find((one) => one.name === "WeakOp") || message.opponents[0]).name;
    this.drawLobby();
  }

  drawLobby() {
    const { opponents, matches } = this.list;
    const one = opponents.find((each) => each.name === this.opponent);
    const unfinished = matches.filter((each) => !each.winner);
    const select = h("select", { "data-id": "locm-opponent", onchange: (event) => { this.opponent = event.target.value; this.drawLobby(); } },
      opponents.map((each) => h("option", { value: each.name, selected: each.name === this.opponent }, `${each.name} · ${each.rated}`)));
    const versions = h("select", { "data-id": "locm-version", onchange: (event) => { this.version = event.target.value; this.drawLobby(); } },
      this.list.versions.map((each) => h("option", { value: each, selected: each === this.version }, each)));
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" },
      h("h2", {}, "Legends of Code and Magic"),
      h("p", {}, `${BEGINS[this.version]} Then follows a battle in two lanes with these decks: creatures attack only in their own lane, and a player with no health left, of 30, has lost.`),
      h("div", { class: "form" }, h("label", { class: "field" }, h("span", {}, "Version"), versions), h("label", { class: "field" }, h("span", {}, "Opponent"), select)),
      h("p", { class: "faint" }, `${one.name}: ${one.says}. In the league: ${one.rated}.`),
      button(this.version === "1.2" ? "Draft and play" : "Choose a deck and play", () => this.table.ask({ type: "locm_start", opponent: this.opponent, version: this.version }), { class: "lit big", "data-id": "locm-play" }),
      unfinished.length ? h("div", {}, h("h2", {}, "Continue"), h("ul", { class: "matches" }, unfinished.slice(0, 8).map((each) => h("li", {},
        button(`${each.begun} · ${each.opponent} · ${each.picks < DECK ? `${each.picks} of ${DECK} picks` : `turn ${Math.floor(each.turns / 2) + 1}`}`,
          () => this.table.ask({ type: "locm_resume", number: each.number }), { class: "quiet", "data-id": `resume-${each.number}` }))))) : null,
      h("p", { class: "faint" }, "Keys: 1 to 3 pick a card of the draft, F fills a chosen deck, 1 to 8 select a card of the hand, ← → move between possible choices, Enter selects, E ends the turn, Esc cancels.")));
  }

  // --- The game ---

  refused() {
    this.source = null; // the id of the selected source of an action, such as "hand-2"
    this.busy = false;
  }

  ask(message) {
    if (this.busy) return;
    this.busy = true;
    this.table.ask({ ...message, step: this.message.step });
  }

  mainPart() {
    if (this.message.pool) return this.choice();
    return this.message.phase === "draft" ? this.draft() : this.battle();
  }

  show(message) {
    if (message.pool && message.fresh) { // a reloaded page goes on with what was chosen
      const [number, cards] = (recall("deckspace-chosen") || "").split(":");
      this.deck = number === message.number && cards ? cards.split(",").map(Number) : [];
    }
    super.show(message);
  }

  draft() {
    const { offer, picked, opponent } = this.message;
    const cards = offer.map((card, i) => cardButton(card, {}, { class: "lit", "data-id": `offer-${i}`, ...this.reads(card), onclick: () => this.ask({ type: "locm_pick", choice: i }) }));
    return h("div", { class: "play" },
      h("section", { class: "middle" }, h("strong", {}, `Pick ${picked.length + 1} of ${DECK}`), h("span", { class: "faint" }, `against ${opponent}, who chooses from the same cards`)),
      h("section", { class: "hand draft", "aria-label": "offered cards" }, cards),
      h("section", { "aria-label": "your deck so far" }, h("div", { class: "faint" }, `Your deck: ${plural(picked.length, "card")}, by cost`),
        this.curveOf(picked),
        h("div", { class: "so-far" }, picked.map((card, i) => h("button", { type: "button", class: "tiny", "data-id": `picked-${i}`, ...this.reads(card) }, `${card.cost} ${card.name}`)))));
  }

  curveOf(cards) {
    const counts = [...Array(8).keys()].map((cost) => cards.filter((card) => Math.min(card.cost, 7) === cost).length);
    const most = Math.max(1, ...counts);
    return h("div", { class: "curve" }, counts.map((n, cost) => h("div", {}, n || "", h("i", { style: `height:${(34 * n) / most}px` }), cost === 7 ? "7+" : String(cost))));
  }

  // --- Choosing a deck (version 1.5) ---

  choice() {
    const kinds = [["", "All"], ["CREATURE", "Creatures"], ["GREEN ITEM", "Green items"], ["RED ITEM", "Red items"], ["BLUE ITEM", "Blue items"]];
    const shown = this.message.pool.map((card, i) => [card, i + 1]).filter(([card]) => !this.kind || card.type === this.kind);
    this.chosen = h("section", { class: "so-far", "aria-label": "your deck so far" });
    this.begins = h("section", { class: "middle" });
    this.drawChosen();
    return h("div", { class: "play" }, this.begins,
      h("div", { class: "form" }, kinds.map(([kind, text]) => button(text, () => { this.kind = kind; this.draw(); }, { "data-id": `kind-${kind}`, "aria-pressed": String(kind === this.kind), class: `tiny ${kind === this.kind ? "picked" : ""}` }))),
      h("div", { class: "cards draft", "aria-label": "cards to choose from" }, shown.map(([card, number]) =>
        cardButton(card, {}, { "data-id": `add-${number}`, "data-copies": this.copies(number) || "", class: "lit", ...this.reads(card), onclick: () => this.add(number) }))));
  }

  /** Show the chosen cards, without drawing the others again, so that the list of these stays where it is. */
  drawChosen() {
    const { pool, opponent } = this.message;
    const left = DECK - this.deck.length;
    const numbers = [...new Set(this.deck)].sort((a, b) => a - b);
    this.begins.replaceChildren(h("strong", {}, `${this.deck.length} of ${DECK} cards`), h("span", { class: "faint" }, `against ${opponent}, who chooses from the same cards`),
      left ? button("Fill the rest (F)", () => this.fill(), { "data-id": "fill" }) : button("Play", () => this.ask({ type: "locm_construct", cards: this.deck }), { class: "lit", "data-id": "construct" }),
      this.deck.length ? button("Empty", () => this.choose([]), { "data-id": "empty", class: "quiet" }) : "");
    this.chosen.replaceChildren(this.curveOf(this.deck.map((number) => pool[number - 1])), ...numbers.map((number) => {
      const card = pool[number - 1];
      const twice = this.copies(number) > 1 ? " ×2" : "";
      return h("button", { type: "button", class: "tiny", title: "Click to take one out", "data-id": `remove-${number}`, ...this.reads(card), onclick: () => this.remove(number) }, `${card.cost} ${card.name}${twice}`);
    }));
    for (const each of this.table.parts.main.querySelectorAll("[data-id^=add-]")) each.dataset.copies = this.copies(Number(each.dataset.id.slice(4))) || "";
  }

  copies(number) {
    return this.deck.filter((each) => each === number).length;
  }

  choose(numbers) {
    this.busy = false;
    this.deck = numbers;
    remember("deckspace-chosen", `${this.message.number}:${numbers}`);
    const focus = focused();
    this.drawChosen();
    refocus(this.table.parts.main, focus);
  }

  add(number) {
    if (this.deck.length < DECK && this.copies(number) < COPIES) this.choose([...this.deck, number]);
  }

  remove(number) {
    this.choose(this.deck.toSpliced(this.deck.indexOf(number), 1));
  }

  fill() {
    this.ask({ type: "locm_fill", cards: this.deck });
  }

  battle() {
    if (!this.view) return h("div", { class: "play" }, this.middle());
    const { me, foe } = this.view;
    return h("div", { class: "play" }, this.person(foe, "foe"), this.open ? this.hand(foe, "foe") : null, this.lanes(), this.middle(), this.person(me, "me"), this.hand(me, "me"));
  }

  lanes() {
    return h("div", { class: "lanes" }, [0, 1].map((lane) => h("section", { class: "lane", "aria-label": LANES[lane] },
      this.row("foe", lane), this.row("me", lane))));
  }

  row(who, lane) {
    const minions = this.view[who].board.map((one, i) => [one, i]).filter(([one]) => one.lane === lane);
    const summon = who === "me" && this.moves().find((move) => move.kind === LOCM.SUMMON && move.target === lane);
    return h("div", { class: `row ${who}` }, minions.map(([one, i]) => this.creature(one, who, i)),
      summon ? button(`+ ${LANES[lane]}`, () => this.act(summon), { class: "gap target", "data-id": `lane-${lane}` })
        : !minions.length && h("span", { class: "faint" }, who === "me" ? LANES[lane] : "empty"));
  }

  creature(one, who, i) {
    const id = `${who}-${i}`;
    return h("button", { type: "button", "data-id": id, class: `minion ${this.light(id)}${one.keywords.includes("Guard") ? " taunt" : ""}`,
      ...this.reads(this.view.cards[one.card]), onclick: () => this.touch(id) },
      h("span", { class: "name" }, one.name), h("span", { class: "signs" }, one.keywords.join(", ")),
      h("span", { class: "attack" }, String(one.attack)), h("span", { class: "health" }, String(one.health)));
  }

  person(one, who) {
    const id = `${who}-player`;
    const name = who === "me" ? "You" : this.message.opponent;
    return h("section", { class: `person ${who}`, "aria-label": name },
      h("button", { type: "button", class: `hero ${this.light(id)}`, "data-id": id, onclick: () => this.touch(id) }, h("strong", {}, name), h("span", { class: "facts" }, `♥ ${one.hp}`)),
      h("span", { class: "mana", title: "mana" }, `◆ ${one.mana}/${one.max_mana}`),
      one.rune === null ? h("span", { class: "stock", title: "health lost since the own turn began: every 5 draw one more card" }, `lost ${one.lost}`)
        : h("span", { class: "stock", title: "falling to this health draws one more card" }, one.rune ? `next rune ${one.rune}` : "no runes"),
      h("span", { class: "stock" }, `deck ${one.deck_size}`), h("span", { class: "stock" }, `hand ${one.hand_size}`),
      one.next_draw > 1 ? h("span", { class: "stock" }, `draws ${one.next_draw} next`) : null);
  }

  hand(one, who) {
    return h("section", { class: `hand${this.open ? " small" : ""}`, "aria-label": who === "me" ? "your hand" : "the other hand" }, one.hand.map((held, i) => {
      const id = `${who === "me" ? "hand" : "shown"}-${i}`;
      return cardButton(this.view.cards[held.card], {}, { "data-id": id, class: who === "me" ? this.light(id) : "", ...this.reads(this.view.cards[held.card]), onclick: () => this.touch(id) });
    }));
  }

  // --- Clicks ---

  /** Return the moves of the selected source; none if nothing is selected. */
  moves() {
    return this.source ? this.view.moves.filter((move) => this.idOf(move) === this.source) : [];
  }

  idOf(move) {
    if (move.kind === LOCM.PASS) return "end";
    return move.kind === LOCM.ATTACK ? `me-${move.source}` : `hand-${move.source}`;
  }

  /** Return the id of the target of a move: a player, a creature, or a lane. */
  aimOf(move) {
    if (move.kind === LOCM.SUMMON) return `lane-${move.target}`;
    const held = move.kind === LOCM.USE && this.view.cards[this.view.me.hand[move.source].card];
    const who = held && held.type === "GREEN ITEM" ? "me" : "foe";
    return move.target === 0 ? `${who}-player` : `${who}-${move.target - 1}`;
  }

  light(id) {
    if (this.message.phase !== "play") return "";
    if (this.source === id) return "picked";
    if (this.source) return this.moves().some((move) => this.aimOf(move) === id) ? "target" : "";
    return this.view.moves.some((move) => this.idOf(move) === id) ? "lit" : "";
  }

  touch(id) {
    const aimed = this.moves().find((move) => this.aimOf(move) === id);
    if (aimed) return this.act(aimed);
    if (this.message.phase !== "play" || this.source === id || !this.view.moves.some((move) => this.idOf(move) === id)) return this.cancel();
    this.source = id;
    const moves = this.moves();
    if (moves.length === 1 && moves[0].kind === LOCM.SUMMON) return this.act(moves[0]); // the other lane is full
    this.draw();
  }

  act(move) {
    this.source = null;
    this.ask({ type: "locm_act", action: move.action });
  }

  cancel() {
    if (!this.source) return;
    this.source = null;
    this.draw();
  }

  endTurn() {
    if (!this.view || this.message.phase !== "play") return;
    const end = this.view.moves.find((move) => move.kind === LOCM.PASS);
    if (end) this.act(end);
  }

  middle() {
    const { phase, winner, conceded, number } = this.message;
    if (phase === "over") {
      const text = winner === "me" ? "You have won the game." : conceded ? "You have conceded the game." : "The opponent has won the game.";
      return h("section", { class: "middle result" }, h("strong", {}, text), button("New game", () => this.table.lobby("locm"), { class: "lit", "data-id": "again" }),
        this.view ? button("Watch it", () => this.table.ask({ type: "locm_watch", number }), { "data-id": "watch" }) : null);
    }
    const turn = `Turn ${this.view.turn}`;
    if (!this.view.yours) return h("section", { class: "middle" }, h("span", {}, `${turn}. The opponent is thinking …`));
    if (this.source) {
      const kind = this.moves()[0].kind;
      return h("section", { class: "middle" }, h("span", {}, kind === LOCM.SUMMON ? "Choose a lane: click a +." : "Choose a target: click one of those in red."), button("Cancel (Esc)", () => this.cancel(), { "data-id": "cancel" }));
    }
    const left = this.view.moves.length > 1;
    return h("section", { class: "middle" }, h("span", {}, `${turn}. Your move.`), button("End turn (E)", () => this.endTurn(), { class: `end lit${left ? "" : " only"}`, "data-id": "end" }));
  }

  // --- Beside the board ---

  sidePart() {
    const { phase, rated, opponent, version, pool } = this.message;
    const aside = this.aside(null, phase !== "over", `Legends of Code and Magic ${version}, ${opponent}: ${rated}`);
    if (pool) aside.querySelector(".log").append(this.chosen);
    return aside;
  }

  get next() {
    return this.source ? ".target" : ".lit";
  }

  key(event) {
    if (!this.message) return false;
    if (this.message.pool && /^f$/i.test(event.key) && this.deck.length < DECK) return this.fill(), true;
    if (/^[1-8]$/.test(event.key)) return this.number(Number(event.key) - 1), true;
    return super.key(event);
  }

  number(i) {
    if (this.message.pool) return;
    if (this.message.phase === "draft") return i < 3 && this.ask({ type: "locm_pick", choice: i });
    if (this.view && i < this.view.me.hand.length) this.touch(`hand-${i}`);
  }
}
