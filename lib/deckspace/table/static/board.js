// The match: both sides, the hand, the legal moves, and the log.

const [END_TURN, PLAY, ATTACK, POWER, CHOOSE] = [0, 1, 2, 3, 4];
const NO_TARGET = 31;
const SIGNS = { taunt: "Taunt", divine_shield: "Shield", stealth: "Stealth", windfury: "Windfury", charge: "Charge",
  poisonous: "Poison", elusive: "Elusive", cant_attack: "No attack", frozen: "Frozen", immune: "Immune", silenced: "Silenced" };

/** An action that is being chosen: the moves that are still possible, and the next choice. */
class Picking {
  constructor(moves, source) {
    this.moves = moves;
    this.source = source;
  }

  values(name) {
    return [...new Set(this.moves.map((move) => move[name]))];
  }

  /** The next choice: "option", "at" (a place on the board), "target", or null when one action is left. */
  get asks() {
    if (this.values("option").length > 1) return "option";
    if (this.values("at").length > 1) return "at";
    if (this.values("target").some((target) => target !== NO_TARGET)) return "target";
    return null;
  }

  with(name, value) {
    const picked = new Picking(this.moves.filter((move) => move[name] === value), this.source);
    if (name === "target") picked.done = true;
    return picked;
  }
}

class Board extends Play {
  constructor(table) {
    super(table);
    this.conceding = "concede";
    this.kept = new Set();
    this.read = null;
  }

  // --- Clicks ---

  movesOf(kind, source) {
    return this.view.moves.filter((move) => move.kind === kind && (source === undefined || move.source === source));
  }

  /** Begin an action with a card, a character or the hero power; a second click on a card plays it to the far right. */
  pick(id, kind, source) {
    if (this.picking && this.picking.asks === "at" && this.picking.source === id) {
      return this.go(this.picking.with("at", Math.max(...this.picking.values("at"))));
    }
    const moves = this.movesOf(kind, source);
    if (!moves.length || (this.picking && this.picking.source === id)) return this.cancel();
    this.go(new Picking(moves, id));
  }

  go(picking) {
    if (picking.moves.length === 1 && (picking.done || !picking.asks)) return this.act(picking.moves[0].action);
    this.picking = picking;
    this.draw();
  }

  /** Request an action, and no other one until it is answered. */
  act(action) {
    if (this.busy) return;
    this.busy = true;
    this.picking = null;
    this.table.ask({ type: "act", action, step: this.message.step });
  }

  cancel() {
    if (!this.picking) return;
    this.picking = null;
    this.draw();
  }

  /** Handle a click on a character: a target of the chosen action, or the beginning of an attack. */
  touch(id, place) {
    if (this.picking && this.picking.asks === "target" && this.picking.values("target").includes(place)) {
      return this.go(this.picking.with("target", place));
    }
    this.pick(id, ATTACK, place);
  }

  /** Return how a character is highlighted: as a target, or as one that may attack. */
  light(id, place) {
    if (this.picking && this.picking.source === id) return "picked";
    if (this.picking) return this.picking.asks === "target" && this.picking.values("target").includes(place) ? "target" : "";
    return this.movesOf(ATTACK, place).length ? "lit" : "";
  }

  // --- Drawing ---

  show(message) {
    if (message.phase !== "mulligan") this.kept = new Set();
    super.show(message);
  }

  /** Reset after an answer: no action is pending. */
  refused() {
    this.picking = null;
    this.busy = false;
  }

  mainPart() {
    if (!this.view) return h("div", { class: "play" }, this.middle());
    const { me, foe } = this.view;
    return h("div", { class: "play" }, this.person(foe, "foe"), this.row(foe, "foe"), this.middle(), this.row(me, "me"),
      this.person(me, "me"), this.hand(me));
  }

  /** Return handlers that explain the card with this key, and remember it for the next time that the board is drawn. */
  reads(key) {
    const { onfocus } = super.reads(this.view.cards[key]);
    const read = () => {
      this.read = key;
      onfocus();
    };
    return { onmouseenter: read, onfocus: read };
  }

  person(one, who) {
    const { hero, power, weapon } = one;
    const id = `${who}-hero`;
    const lit = this.light(id, hero.place);
    const facts = [`♥ ${hero.health}`, hero.armor && `⛨ ${hero.armor}`, hero.attack && `⚔ ${hero.attack}`,
      hero.frozen && "Frozen", hero.immune && "Immune"].filter(Boolean);
    const name = who === "me" ? `${this.message.own || "You"}, ${capital(hero.class)}` : `${this.message.opponent || "Opponent"}, ${capital(hero.class)}`;
    return h("section", { class: `person ${who}`, "aria-label": name },
      h("button", { type: "button", class: `hero ${lit}`, "data-id": id, onclick: () => this.touch(id, hero.place) },
        h("strong", {}, name), h("span", { class: "facts" }, facts.join("  "))),
      this.power(power, who),
      weapon && h("button", { type: "button", class: "weapon", "data-id": `${who}-weapon`, ...this.reads(weapon.key) },
        `⚔ ${weapon.name} ${weapon.attack}/${weapon.durability}`),
      h("span", { class: "mana", title: "mana" }, `◆ ${one.mana}/${one.max_mana}`,
        one.overload_locked ? ` (${one.overload_locked} locked)` : "", one.overload_next ? ` (${one.overload_next} overloaded)` : ""),
      h("span", { class: "stock" }, one.deck_size ? `deck ${one.deck_size}` : `no deck, fatigue ${one.fatigue}`),
      who === "foe" && !this.open && this.otherHand(one),
      one.secrets.map((key, i) => this.secret(key, `${who}-secret-${i}`)));
  }

  otherHand(one) {
    const seen = one.hand.filter((held) => held.key);
    return h("span", { class: "stock" }, `hand ${one.hand.length}`,
      seen.map((held, i) => h("button", { type: "button", class: "tiny", "data-id": `seen-${i}`, ...this.reads(held.key) },
        this.view.cards[held.key].name)));
  }

  secret(key, id) {
    const card = this.view.cards[key];
    return h("button", { type: "button", class: "tiny secret", "data-id": id, ...(card ? this.reads(key) : {}) },
      card ? `? ${card.name}` : "? Secret");
  }

  power(power, who) {
    if (!power) return null;
    const id = `${who}-power`;
    const can = who === "me" && !this.picking && this.movesOf(POWER).length;
    const lit = this.picking && this.picking.source === id ? "picked" : can ? "lit" : "";
    return h("button", { type: "button", class: `power ${lit}`, "data-id": id, ...this.reads(power.key),
      onclick: () => who === "me" && this.pick(id, POWER, undefined) },
      `${this.view.cards[power.key].name} (${power.cost})`);
  }

  row(one, who) {
    const { picking } = this;
    const gaps = who === "me" && picking && picking.asks === "at" ? picking.values("at") : [];
    const gap = (at) => gaps.includes(at) && button("+", () => this.go(picking.with("at", at)),
      { class: "gap target", "data-id": `gap-${at}`, "aria-label": `put it at place ${at + 1}` });
    const minions = one.board.map((minion, i) => [gap(i), this.minion(minion, who)]);
    const empty = !one.board.length && !gaps.length && h("span", { class: "faint" }, "no minions");
    return h("section", { class: `row ${who}`, "aria-label": who === "me" ? "your minions" : "enemy minions" },
      minions, gap(one.board.length), empty);
  }

  minion(minion, who) {
    const id = `minion-${minion.place}`;
    const signs = Object.keys(SIGNS).filter((word) => minion[word]).map((word) => SIGNS[word]);
    const lit = this.light(id, minion.place);
    const hurt = minion.health < minion.max_health ? " hurt" : "";
    return h("button", { type: "button", "data-id": id, class: `minion ${lit}${minion.taunt ? " taunt" : ""}${minion.frozen ? " frozen" : ""}`,
      onclick: () => this.touch(id, minion.place), ...this.reads(minion.key) },
      h("span", { class: "name" }, minion.name), h("span", { class: "signs" }, signs.join(", ")),
      h("span", { class: "attack" }, String(minion.attack)), h("span", { class: `health${hurt}` }, String(minion.health)));
  }

  hand(me) {
    const mulligan = this.message.phase === "mulligan";
    return h("section", { class: "hand", "aria-label": "your hand" }, me.hand.map((held, i) => {
      const id = `hand-${i}`;
      const can = !this.picking && this.movesOf(PLAY, i).length;
      const lit = this.picking && this.picking.source === id ? "picked" : can || (mulligan && this.kept.has(i)) ? "lit" : "";
      const onclick = () => mulligan ? this.keep(i) : this.pick(id, PLAY, i);
      return cardButton(this.view.cards[held.key], held, { "data-id": id, class: lit, onclick, ...this.reads(held.key),
        "aria-pressed": mulligan ? String(this.kept.has(i)) : null });
    }));
  }

  keep(i) {
    if (!this.kept.delete(i)) this.kept.add(i);
    this.draw();
  }

  // --- The line between the boards: the next decision ---

  middle() {
    const { phase } = this.message;
    if (phase === "mulligan") return this.mulligan();
    if (phase === "pick" || phase === "between" || phase === "over") return this.pause();
    if (this.view.choice) return this.chooser();
    if (this.picking) return this.asked();
    const turn = `Turn ${Math.ceil(this.view.turn / 2)}`;
    if (!this.view.yours) return h("section", { class: "middle" }, h("span", {}, `${turn}. The opponent is thinking …`));
    const left = this.view.moves.length > 1;
    return h("section", { class: "middle" }, h("span", {}, `${turn}. Your move.`),
      button("End turn (E)", () => this.endTurn(), { class: `end lit${left ? "" : " only"}`, "data-id": "end" }));
  }

  endTurn() {
    const [end] = this.movesOf(END_TURN);
    if (end) this.act(end.action);
  }

  mulligan() {
    const n = this.view.me.hand.length;
    const first = this.message.first ? "You begin." : "The opponent begins; you will get the Coin.";
    return h("section", { class: "middle" }, h("span", {}, `${first} Click the cards that you keep; the others are exchanged.`),
      button(`Keep ${this.kept.size} of ${n}`, () => this.table.ask({ type: "mulligan", keep: [...this.kept] }), { class: "lit", "data-id": "keep" }),
      button("Keep all", () => this.table.ask({ type: "mulligan", keep: [...Array(n).keys()] }), { "data-id": "keep-all" }));
  }

  chooser() {
    const options = this.view.choice.map((key, i) => {
      const [move] = this.movesOf(CHOOSE, i);
      return cardButton(this.view.cards[key], {}, { class: "lit", "data-id": `choice-${i}`, ...this.reads(key), onclick: () => this.act(move.action) });
    });
    return h("section", { class: "middle choose" }, h("span", {}, "Choose one:"), options);
  }

  asked() {
    const { picking } = this;
    const { asks } = picking;
    const text = { at: "Choose a place: click a +, or click the card again for the far right.", target: "Choose a target: click one of those in red." }[asks];
    const options = asks === "option" && picking.values("option").map((option) =>
      button(this.optionName(option), () => this.go(picking.with("option", option)), { class: "lit", "data-id": `option-${option}` }));
    return h("section", { class: "middle" }, h("span", {}, text || "Choose one:"), options || "", button("Cancel (Esc)", () => this.cancel(), { "data-id": "cancel" }));
  }

  optionName(option) {
    const index = Number(this.picking.source.split("-")[1]);
    const held = this.picking.source.startsWith("hand") && this.view.me.hand[index];
    const names = held ? this.view.cards[held.key].options : [];
    return names[option - 1] || (option === 1 ? "The first option" : "The second option");
  }

  pause() {
    const { phase, score, best_of: bestOf, result, winner, left, conceded } = this.message;
    const ended = { me: "You have won the game", foe: conceded ? "You have conceded the game" : "The opponent has won the game", nobody: "The game is a draw" };
    const match = phase === "over" && bestOf > 1 ? ` The match is ${winner === "me" ? "yours" : "lost"}, ${score.join(":")}.` : "";
    const standing = phase === "between" ? ` The score is ${score.join(":")} in a best of ${bestOf}; a deck that has won is out.` : "";
    const first = phase === "pick" ? `A best of ${bestOf}: with which deck do you begin? A deck that has won is out.` : "";
    const text = first + (result ? `${ended[result]}.` : "") + match + standing;
    const next = phase === "over" ? [button("New match", () => this.table.lobby(), { class: "lit", "data-id": "again" }),
      button("Watch it", () => this.table.ask({ type: "watch", number: this.message.number, game: this.message.game - 1 }), { "data-id": "watch" })]
      : left.map((hero) => button(`Play ${capital(hero)}`, () => this.table.ask({ type: "next", hero }), { class: "lit", "data-id": `next-${hero}` }));
    return h("section", { class: "middle result" }, h("strong", {}, text), next);
  }

  // --- Beside the board ---

  sidePart() {
    const { phase, cards, best_of: bestOf, score } = this.message;
    const standing = bestOf > 1 ? `, best of ${bestOf}: ${score.join(":")}` : "";
    return this.aside(this.view && this.view.cards[this.read], phase === "play" || phase === "mulligan", cards + standing);
  }

  // --- Keys ---

  get next() {
    return this.picking ? ".target, .middle .lit" : ".lit";
  }

  key(event) {
    if (!this.message || !this.view) return false;
    const { key } = event;
    if (key === "h" || key === "H") return this.pick("me-power", POWER, undefined), true;
    if (/^[0-9]$/.test(key)) return this.number((Number(key) + 9) % 10), true;
    return super.key(event);
  }

  number(i) {
    if (i >= this.view.me.hand.length) return;
    if (this.message.phase === "mulligan") this.keep(i);
    else this.pick(`hand-${i}`, PLAY, i);
  }
}
