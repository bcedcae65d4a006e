// The match: both sides, the hand, the legal moves, and the log.

const [END_TURN, PLAY, ATTACK, POWER, CHOOSE] = [0, 1, 2, 3, 4];
const NO_TARGET = 31;
const MARKS = [ // of a minion: [name in the view, drawing, meaning]
  ["divine_shield", "ring", "Divine Shield"], ["taunt", "shield", "Taunt"], ["frozen", "snow", "Frozen"], ["stealth", "veil", "Stealth"],
  ["poisonous", "flask", "Poisonous"], ["deathrattle", "skull", "Deathrattle"], ["trigger", "bolt", "reacts to events"], ["aura", "wave", "lasting effect"],
  ["spell_damage", "spark", "Spell Damage"], ["windfury", "wind", "Windfury"], ["charge", "arrow", "Charge"], ["elusive", "no", "no spell can aim at it"],
  ["cant_attack", "peace", "cannot attack"], ["immune", "star", "Immune"], ["silenced", "mute", "Silenced"], ["sleeping", "sleep", "asleep"],
];

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
    this.kind = ""; // before the types of its messages
    this.marks = MARKS.map(([, ...drawn]) => drawn);
    this.goes = new Set(); // places of the opening hand that are exchanged
    this.read = null;
  }

  /** The turns that the player to move has had. */
  get turn() {
    return Math.ceil(this.view.turn / 2);
  }

  // --- Clicks ---

  movesOf(kind, source) {
    return this.view.moves.filter((move) => move.kind === kind && (source === undefined || move.source === source));
  }

  /** Return the moves that begin with the element of this id. */
  movesFrom(id) {
    return this.view.moves.filter((move) => this.idOf(move) === id);
  }

  idOf({ kind, source }) {
    if (kind === ATTACK) return this.idAt(source);
    return { [END_TURN]: "end", [POWER]: "me-power", [PLAY]: `hand-${source}`, [CHOOSE]: `choice-${source}` }[kind];
  }

  aimOf({ target }) {
    return target === NO_TARGET ? null : this.idAt(target);
  }

  idAt(place) {
    return ["me", "foe"].map((who) => place === this.view[who].hero.place && `${who}-hero`).find(Boolean) || `minion-${place}`;
  }

  /** Begin to drag an element; return whether it can be dragged. */
  grab(id) {
    const moves = this.busy || this.message.phase !== "play" ? [] : this.movesFrom(id);
    if (!moves.length) return false;
    this.picking = new Picking(moves, id);
    this.draw();
    return true;
  }

  /** Drop what is dragged on something that is no target; return whether that has a meaning. */
  put(under, x) {
    const { picking } = this;
    if (!picking || picking.asks === "target" || !under.closest(".play") || under.closest(".hand")) return false;
    if (picking.asks === "option") return true; // the options are shown
    if (picking.asks === "at") {
      const minions = [...this.table.parts.main.querySelectorAll(".row.me .minion")].map((each) => each.getBoundingClientRect());
      this.go(picking.with("at", minions.filter((box) => box.left + box.width / 2 < x).length));
    } else this.go(picking);
    return true;
  }

  /** Begin an action with a card, a character or the hero power; a second click on a card plays it to the far right. */
  pick(id, kind, source) {
    if (this.picking && this.picking.asks === "at" && this.picking.source === id) {
      return this.go(this.picking.with("at", Math.max(...this.picking.values("at"))));
    }
    const moves = this.movesOf(kind, source);
    if (this.picking && this.picking.source === id) return this.cancel();
    if (!moves.length) return this.explain(id);
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

  /** Return why an element cannot be used, or aimed at by the chosen action; "" if nobody would want to. */
  whyNot(id) {
    const isCharacter = /^(minion|me-hero|foe-hero)/.test(id);
    if (this.picking && isCharacter) return whyNotAt(this.view, this.picking, id);
    return isCharacter && !characterOf(this.view, id).mine ? "" : whyNot(this.view, id);
  }

  /** Whether the chosen card or hero power restores health. */
  get heals() {
    const { me, cards } = this.view;
    const [where, i] = this.picking.source.split("-");
    const { key } = where === "hand" ? me.hand[i] : this.picking.source === "me-power" ? me.power : {};
    return Boolean(key && cards[key].heals && !me.healing_hurts);
  }

  /** Return how a character is highlighted: as a target, or as one that may attack. */
  light(id, place) {
    if (this.picking && this.picking.source === id) return "picked";
    if (this.picking) return this.picking.asks === "target" && this.picking.values("target").includes(place) ? `target ${this.heals ? "heals" : ""}` : "";
    return this.movesOf(ATTACK, place).length ? "lit" : "";
  }

  // --- Drawing ---

  show(message) {
    if (message.phase !== "mulligan") this.goes = new Set();
    super.show(message);
  }

  /** Reset after an answer: no action is pending. */
  refused() {
    this.picking = null;
    super.refused();
  }

  mainPart() {
    if (!this.view) return h("div", { class: "play paused" }, this.middle());
    const { me, foe } = this.view;
    const { phase } = this.message;
    return h("div", { class: "play", "data-phase": phase }, this.person(foe, "foe"), this.row(foe, "foe"), this.middle(), this.row(me, "me"),
      this.person(me, "me"), this.hand(me), this.played());
  }

  /** Return handlers that explain the card with this key, and remember it for the next time that the board is drawn. */
  reads(key, choose) {
    const handlers = super.reads(this.view.cards[key], choose);
    const keep = (read) => (event) => {
      this.read = key;
      read(event);
    };
    return { ...handlers, onmouseenter: keep(handlers.onmouseenter), onfocus: keep(handlers.onfocus) };
  }

  person(one, who) {
    const { hero, power, weapon } = one;
    const id = `${who}-hero`;
    const name = who === "me" ? this.message.own || "You" : this.message.opponent || "Opponent";
    const gems = [hero.armor && ["armor", hero.armor], hero.attack && ["attack", hero.attack], hero.frozen && ["snow", 0, "Frozen"], hero.immune && ["star", 0, "Immune"]].filter(Boolean);
    return h("section", { class: `person ${who}`, "aria-label": `${name}, ${capital(hero.class)}` },
      h("div", { class: "side" }, this.nameOf(name), who === "foe" || this.open ? this.pile("hand", one.hand.length, who) : null, one.secrets.map((key, i) => this.secret(key, `${who}-secret-${i}`)), who === "foe" && !this.open && this.seen(one)),
      weapon && h("button", { type: "button", class: "weapon", "data-id": `${who}-weapon`, "aria-label": `${weapon.name}, weapon ${weapon.attack}/${weapon.durability}`, ...this.reads(weapon.key) },
        sign("sword"), h("span", {}, weapon.name), figure("attack", weapon.attack, ""), figure("health", weapon.durability, "")),
      this.hero(id, hero.class, [name, capital(hero.class)], hero.health, gems,
        { class: this.light(id, hero.place), "data-place": hero.place, onclick: () => this.touch(id, hero.place), change: hero.health < hero.max_health ? "worse" : "" }),
      this.power(power, who, hero.class),
      h("div", { class: "side right" }, this.crystals(one), this.pile("deck", one.deck_size, who, one.deck_size ? [] : [`fatigue ${one.fatigue + 1} next`]),
        one.spell_damage ? sign("spark", `Spell Damage +${one.spell_damage}`) : null));
  }

  /** Return the known cards of the other hand. */
  seen(one) {
    return one.hand.map((held, i) => held.key && h("button", { type: "button", class: "tiny", "data-id": `seen-${i}`, ...this.reads(held.key) }, this.view.cards[held.key].name));
  }

  secret(key, id) {
    const card = this.view.cards[key];
    return h("button", { type: "button", class: "secret", "data-id": id, "data-piece": id, "aria-label": card ? `Secret: ${card.name}` : "a Secret", title: card ? card.name : "a Secret", ...(card ? this.reads(key) : {}) }, "?");
  }

  power(power, who, name) {
    if (!power) return null;
    const id = `${who}-power`;
    const can = who === "me" && !this.picking && this.movesOf(POWER).length;
    const lit = this.picking && this.picking.source === id ? "picked" : can ? "lit" : "";
    const card = this.view.cards[power.key];
    return h("button", { type: "button", class: `power ${lit}`, "data-id": id, "aria-label": `Hero Power: ${card.name}, ${power.cost} mana`, title: `${card.name}: ${card.text}`, ...this.reads(power.key, () => who === "me" && this.pick(id, POWER, undefined)) }, sign(CLASSES[name] ? CLASSES[name][1] : "bolt"), h("span", {}, card.name), figure("cost", power.cost, ""));
  }

  row(one, who) {
    const { picking } = this;
    const gaps = who === "me" && picking && picking.asks === "at" ? picking.values("at") : [];
    const gap = (at) => gaps.includes(at) && button("+", () => this.go(picking.with("at", at)),
      { class: "gap target", "data-id": `gap-${at}`, "aria-label": `put it at place ${at + 1}` });
    const minions = one.board.map((minion, i) => [gap(i), this.minion(minion, who)]);
    const empty = !one.board.length && !gaps.length && h("span", { class: "empty" }, "no minions");
    return h("section", { class: `row ${who}`, style: `--n: ${one.board.length}`, "aria-label": who === "me" ? "your minions" : "enemy minions" },
      minions, gap(one.board.length), empty);
  }

  minion(minion, who) {
    const id = `minion-${minion.place}`;
    const card = this.view.cards[minion.key];
    const marks = MARKS.filter(([what]) => minion[what]).map(([, ...drawn]) => drawn);
    const changes = { attack: beside(minion.attack, card.attack), health: minion.health < minion.max_health ? "worse" : beside(minion.health, card.health) };
    const states = ["taunt", "frozen", "stealth", "divine_shield", "sleeping"].filter((word) => minion[word]).join(" ");
    return minionButton(card, minion, marks, changes, { "data-id": id, "data-place": minion.place, "data-piece": `${minion.place}:${minion.key}`, "data-health": minion.health,
      class: `${this.light(id, minion.place)} ${states}`, ...this.reads(minion.key, () => this.touch(id, minion.place)) });
  }

  hand(me) {
    const mulligan = this.message.phase === "mulligan";
    const copies = {};
    return h("section", { class: "hand", "aria-label": "your hand", style: `--n: ${me.hand.length}` }, me.hand.map((held, i) => {
      const id = `hand-${i}`;
      const can = mulligan || (!this.picking && this.movesOf(PLAY, i).length);
      const goes = mulligan && this.goes.has(i);
      const lit = this.picking && this.picking.source === id ? "picked" : can ? "lit" : "";
      const choose = () => mulligan ? this.exchange(i) : this.pick(id, PLAY, i);
      copies[held.key] = (copies[held.key] || 0) + 1;
      return cardButton(this.view.cards[held.key], held, { "data-id": id, "data-piece": `hand:${held.key}:${copies[held.key]}`, class: `${lit}${goes ? " goes" : ""}`, ...this.reads(held.key, choose),
        "aria-pressed": mulligan ? String(goes) : null });
    }));
  }

  exchange(i) {
    if (!this.goes.delete(i)) this.goes.add(i);
    this.draw();
  }

  // --- The line between the boards: the next decision ---

  middle() {
    const { phase } = this.message;
    if (phase === "mulligan") return this.mulligan();
    if (phase === "pick" || phase === "between" || phase === "over") return this.pause();
    if (this.view.choice) return this.chooser();
    if (this.picking) return this.asked();
    if (!this.view.yours) return this.line(`The opponent's turn ${this.turn}`, [], "theirs");
    return this.yourTurn(this.turn, this.view.moves.length > 1);
  }

  endTurn() {
    if (this.message.phase === "mulligan") return this.keep(this.goes);
    const [end] = this.movesOf(END_TURN);
    if (end) this.act(end.action);
  }

  mulligan() {
    const n = this.view.me.hand.length;
    const first = this.message.first ? "You begin." : "The opponent begins; you will get the Coin.";
    return this.line(`${first} Choose the cards to exchange.`, [
      this.goes.size ? button(`Exchange ${this.goes.size} of ${n} (E)`, () => this.keep(this.goes), { class: "lit only", "data-id": "keep" }) : null,
      button(this.goes.size ? "Keep all" : "Keep all (E)", () => this.keep(new Set()), { "data-id": "keep-all", class: this.goes.size ? "" : "only" })]);
  }

  /** Keep the opening hand except for the cards that go, once. */
  keep(goes) {
    if (this.busy) return;
    this.busy = true;
    this.table.ask({ type: "mulligan", keep: [...this.view.me.hand.keys()].filter((i) => !goes.has(i)) });
  }

  chooser() {
    const options = this.view.choice.map((key, i) => {
      const [move] = this.movesOf(CHOOSE, i);
      return cardButton(this.view.cards[key], {}, { class: "lit", "data-id": `choice-${i}`, ...this.reads(key), onclick: () => this.act(move.action) });
    });
    return this.line("Choose one", [button("Hint (?)", () => this.askHint(), { "data-id": "hint", class: "quiet" }), h("div", { class: "choices" }, options)], "choose");
  }

  asked() {
    const { picking } = this;
    const { asks } = picking;
    const text = { at: "Choose a place: a +, or the card again for the far right", target: `Choose a target in ${this.heals ? "green" : "red"}` }[asks];
    const options = asks === "option" && picking.values("option").map((option) =>
      button(this.optionName(option), () => this.go(picking.with("option", option)), { class: "lit", "data-id": `option-${option}` }));
    return this.line(text || "Choose one", [options, button("Cancel (Esc)", () => this.cancel(), { "data-id": "cancel" })], "asks");
  }

  optionName(option) {
    const index = Number(this.picking.source.split("-")[1]);
    const held = this.picking.source.startsWith("hand") && this.view.me.hand[index];
    const names = held ? this.view.cards[held.key].options : [];
    return names[option - 1] || (option === 1 ? "The first option" : "The second option");
  }

  pause() {
    const { phase, score, best_of: bestOf, result, winner, left, conceded } = this.message;
    const ended = { me: "You have won the game", foe: conceded ? "You have conceded the game" : "You have lost the game", nobody: "The game is a draw" }[result];
    const call = result ? `${ended}.` : `A best of ${bestOf}: with which deck do you begin?`;
    if (this.looks) return this.lookedAt(call);
    const details = [result && `Turn ${this.turn}: your health is ${this.view.me.hero.health}, the opponent's ${this.view.foe.hero.health}.`,
      phase === "over" && bestOf > 1 && `The match is ${winner === "me" ? "yours" : "lost"}, ${score.join(":")}.`,
      phase === "between" && `The score is ${score.join(":")} in a best of ${bestOf}.`, phase !== "over" && "A deck that has won is out."];
    const next = phase === "over" ? [this.afterwards(this.message.rematch_first, "lobby"),
      button("Watch the replay", () => this.table.replays.watch(`${this.message.number}/${this.message.game - 1}`), { "data-id": "watch" })]
      : left.map((hero) => button(`Play ${capital(hero)}`, () => this.table.ask({ type: "next", hero }), { class: "lit", "data-id": `next-${hero}` }));
    return this.line(call, [next, result && this.looker()], `result ${result || ""}`, details.filter(Boolean).join(" "));
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
    if (key === "Escape" && this.message.result) return this.look(), true;
    if (key === "h" || key === "H") return this.pick("me-power", POWER, undefined), true;
    if (/^[0-9]$/.test(key)) return this.number((Number(key) + 9) % 10), true;
    return super.key(event);
  }

  number(i) {
    if (i >= this.view.me.hand.length) return;
    if (this.message.phase === "mulligan") this.exchange(i);
    else this.pick(`hand-${i}`, PLAY, i);
  }
}
