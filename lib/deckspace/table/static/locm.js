// Legends of Code and Magic: a draft of thirty picks or a choice of thirty cards, and the battle in two lanes.

const LOCM = { PASS: 0, SUMMON: 1, USE: 2, ATTACK: 3 };
const LANES = ["left lane", "right lane"];
const BEGINS = {
  1.2: "The game begins with a draft: thirty times you take one of three cards; the opponent secretly chooses from the same three. In the battle, a fall to 25, 20, 15, 10 or 5 health breaks a rune, which brings one more card.",
  1.5: "The game begins with a choice: of 120 new cards you take thirty, at most two of each; the opponent secretly chooses from the same cards. Some cards work on a lane or a whole side, and every five health lost draw a card.",
};

const WORDS = { Breakthrough: ["through", "Breakthrough"], Charge: ["arrow", "Charge"], Drain: ["drop", "Drain"], Guard: ["shield", "Guard"], Lethal: ["skull", "Lethal"], Ward: ["ring", "Ward"] }; // drawing, meaning

/** Return a card as its button shows it: what its keywords mean is in the panel beside the board. */
const withoutMeanings = (card) => ({ ...card, text: card.text.replace(/ \([^)]*\)/g, "") });

class Locm extends Play {
  constructor(table) {
    super(table);
    this.kind = "locm_"; // before the types of its messages
    this.marks = Object.values(WORDS);
    this.opponent = null;
    this.version = "1.2";
    this.choice = new Choice(this);
  }

  // --- The lobby ---

  showLobby(message) {
    this.list = message;
    this.drawLobby();
  }

  drawLobby() {
    const opponents = this.list.opponents[this.version];
    const nearest = [...opponents].sort((a, b) => Math.abs(a.elo ?? Infinity) - Math.abs(b.elo ?? Infinity))[0]; // to the mean
    const one = opponents.find((each) => each.name === this.opponent) || opponents.find((each) => each.first) || nearest;
    const unfinished = this.list.matches.filter((each) => !each.winner);
    const { lobbyPart } = this.table;
    const list = (what, name, options, value) => lobbyPart.field(what, select(`locm-${name}`, options, value, (chosen) => { this[name] = chosen; this.drawLobby(); }));
    const focus = focused();
    const waits = Boolean(this.table.warming.state);
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" },
      h("h2", {}, "Legends of Code and Magic"),
      h("p", {}, `${BEGINS[this.version]} The battle is in two lanes: creatures attack only in their own lane, and a player with no health left, of 30, has lost.`),
      h("div", { class: "form" }, list("Version", "version", Object.keys(this.list.opponents).map((each) => [each, each]), this.version),
        lobbyPart.opponents("locm-opponent", { groups: this.list.groups, opponents }, one.name, (name) => { this.opponent = name; this.drawLobby(); })),
      lobbyPart.introduce(one),
      button(this.version === "1.5" ? "Choose a deck and play" : "Draft and play", () => this.table.begin({ type: "locm_start", opponent: one.name, version: this.version }), { class: "lit big", "data-id": "locm-play", disabled: waits }),
      waits && this.table.warming.part,
      unfinished.length ? h("div", {}, h("h2", {}, "Continue"), h("ul", { class: "matches" }, unfinished.slice(0, 8).map((each) => h("li", {},
        button(`${each.begun} · ${each.opponent} · ${each.version}, ${this.standing(each)}`,
          () => this.table.begin({ type: "locm_resume", number: each.number }), { class: "quiet", disabled: waits, "data-id": `resume-${each.number}` }))))) : null,
      lobbyPart.damaged(this.list.damaged),
      h("p", { class: "faint" }, `Keys: ${this.version === "1.5" ? "← → ↑ ↓ move between the cards to choose from, Enter takes one, Backspace gives it back, F fills the deck, P plays with it; " : "1 to 3 pick a card of the draft, "}1 to 8 select a card of the hand, ← → move between possible choices, Enter selects, E ends the turn, ? gives a hint, Esc cancels. Or drag a card to a lane or to its target.`)));
    refocus(this.table.parts.main, focus);
  }

  standing({ picks, turns, version }) {
    if (picks === DECK) return `turn ${Math.floor(turns / 2) + 1}`;
    return version === "1.5" ? "deck to choose" : `${picks} of ${DECK} picks`;
  }

  // --- The game ---

  refused() {
    this.source = null; // the id of the selected source of an action, such as "hand-2"
    if (this.choice) this.choice.waits = false;
    super.refused();
  }

  ask(message) {
    if (this.busy) return;
    this.busy = true;
    this.table.ask({ ...message, step: this.message.step });
  }

  show(message) {
    if (message.pool) this.choice.open(message);
    super.show(message);
  }

  mainPart() {
    if (this.message.pool) return this.choice.mainPart();
    return this.message.phase === "draft" ? this.draft() : this.battle();
  }

  draft() {
    const { offer, picked, opponent } = this.message;
    const cards = offer.map((card, i) => cardButton(card, {}, { class: "lit", "data-id": `offer-${i}`, ...this.reads(card, () => this.ask({ type: "locm_pick", choice: i })) }));
    return h("div", { class: "play drafting" },
      h("section", { class: "middle" }, h("strong", { class: "call" }, `Pick ${picked.length + 1} of ${DECK}`), h("span", {}, `against ${opponent}, who chooses from the same cards`)),
      h("section", { class: "hand draft", "aria-label": "offered cards", style: "--n: 3" }, cards),
      h("p", { class: "touch faint" }, "Touch a card to take it; hold it to read it."),
      h("section", { "aria-label": "your deck so far" }, h("div", {}, `Your deck: ${plural(picked.length, "card")}, by cost`),
        curve(picked.map((card) => card.cost)),
        h("div", { class: "so-far" }, [...new Map(picked.map((card) => [card.name, card])).values()].map((card, i) =>
          h("button", { type: "button", class: "tiny", "data-id": `picked-${i}`, ...this.reads(card) }, entryOf(card, picked.filter(({ name }) => name === card.name).length))))));
  }

  battle() {
    if (!this.view) return h("div", { class: "play paused" }, this.middle());
    const { me, foe } = this.view;
    return h("div", { class: "play locm", "data-phase": this.message.phase }, this.person(foe, "foe"), this.lanes(), this.middle(), this.person(me, "me"), this.hand(me, "me"), this.played());
  }

  lanes() {
    const held = this.held();
    return h("div", { class: "lanes", "data-area": held ? held.area : 0 }, [0, 1].map((lane) => h("section", { class: "lane", "data-lane": `lane-${lane}`, "aria-label": LANES[lane] },
      this.row("foe", lane), this.row("me", lane))));
  }

  row(who, lane) {
    const minions = this.view[who].board.map((one, i) => [one, i]).filter(([one]) => one.lane === lane);
    const summon = who === "me" && this.moves().find((move) => move.kind === LOCM.SUMMON && move.target === lane);
    return h("div", { class: `row ${who}` }, minions.map(([one, i]) => this.creature(one, who, i)),
      summon ? button(`+ ${LANES[lane]}`, () => this.act(summon), { class: "gap target", "data-id": `lane-${lane}` })
        : !minions.length && h("span", { class: "empty" }, who === "me" ? LANES[lane] : ""));
  }

  creature(one, who, i) {
    const id = `${who}-${i}`;
    const card = this.view.cards[one.card];
    const changes = { attack: beside(one.attack, card.attack), health: beside(one.health, card.health) };
    const states = [one.keywords.includes("Guard") && "taunt", one.keywords.includes("Ward") && "divine_shield"].filter(Boolean).join(" ");
    return minionButton(card, one, one.keywords.map((word) => WORDS[word]), changes, { "data-id": id, "data-place": `${who}-${one.place}`, "data-piece": `${who}-${one.place}`, "data-health": one.health,
      class: `${this.light(id)} ${states}`, ...this.reads({ ...card, text: one.says }, () => this.touch(id)) });
  }

  person(one, who) {
    const id = `${who}-player`;
    const name = who === "me" ? "You" : this.message.opponent;
    return h("section", { class: `person ${who}`, "aria-label": name },
      h("div", { class: "side" }, this.nameOf(name), who === "foe" ? this.pile("hand", one.hand_size, who) : null, this.nextCard(one)),
      this.hero(id, who === "me" ? "PALADIN" : "WARLOCK", [name, ""], one.hp, [], { class: this.light(id), "data-place": id, onclick: () => this.touch(id) }),
      h("div", { class: "side right" }, this.crystals(one), this.pile("deck", one.deck_size, who, one.next_draw > 1 ? [`draws ${one.next_draw} next`] : [])));
  }

  /** Say at which health a player draws one more card: at a rune, or in version 1.5 after every 5 lost since its own turn began. */
  nextCard({ draws_at: at, runes }) {
    if (at <= 0) return runes ? h("span", { class: "stock" }, "no runes") : null;
    const title = runes ? "A player whose health falls to a rune loses it, and draws one more card in the next turn." : "A player whose health falls to this draws one more card in the next turn.";
    return h("span", { class: "stock", title }, `${runes ? `${plural(at / 5, "rune")}: ` : ""}+1 card at ♥ ${at}`);
  }

  hand(one, who) {
    return h("section", { class: `hand ${this.open ? "small" : ""}`, "aria-label": who === "me" ? "your hand" : "the other hand", style: `--n: ${one.hand.length}` }, one.hand.map((held, i) => {
      const id = `${who === "me" ? "hand" : "shown"}-${i}`;
      return cardButton(withoutMeanings(this.view.cards[held.card]), {}, { "data-id": id, "data-piece": `${who}-hand:${held.card}`, class: who === "me" ? this.light(id) : "", ...this.reads(this.view.cards[held.card], () => this.touch(id)) });
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

  /** Return the selected card of the hand, null if none is. */
  held() {
    const [where, i] = (this.source || "").split("-");
    return where === "hand" ? this.view.cards[this.view.me.hand[i].card] : null;
  }

  /** Whether the selected card is for the own creatures. */
  get heals() {
    return this.held()?.type === "GREEN ITEM";
  }

  light(id) {
    if (this.message.phase !== "play") return "";
    if (this.source === id) return "picked";
    if (this.source) return this.moves().some((move) => this.aimOf(move) === id) ? `target ${this.heals ? "heals" : ""}` : "";
    return this.view.moves.some((move) => this.idOf(move) === id) ? "lit" : "";
  }

  /** Begin to drag an element; return whether it can be dragged. */
  grab(id) {
    if (this.busy || this.message.phase !== "play" || !this.view.moves.some((move) => this.idOf(move) === id)) return false;
    this.source = id;
    this.draw();
    return true;
  }

  /** Drop a creature on a lane; return whether that has a meaning. */
  put(under) {
    const lane = under.closest(".lane");
    const summon = lane && lane.querySelector(".gap");
    if (summon) summon.click();
    return Boolean(summon);
  }

  touch(id) {
    const aimed = this.moves().find((move) => this.aimOf(move) === id);
    if (aimed) return this.act(aimed);
    if (this.source === id) return this.cancel();
    if (this.message.phase !== "play" || !this.view.moves.some((move) => this.idOf(move) === id)) return this.explain(id);
    this.source = id;
    const moves = this.moves();
    if (moves.length === 1 && moves[0].kind === LOCM.SUMMON) return this.act(moves[0]); // the other lane is full
    this.draw();
  }

  /** Return why an element cannot be used, or aimed at from the selected source; "" if nobody would want to. */
  whyNot(id) {
    if (this.source && !id.startsWith("hand")) return whyNotAtInLocm(this.view, this.source, id);
    return id.startsWith("foe") ? "" : whyNotInLocm(this.view, id);
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
    const { phase, winner, conceded, number, first } = this.message;
    if (phase === "over") {
      const ended = winner === "me" ? "You have won the game" : conceded ? "You have conceded the game" : "You have lost the game";
      if (this.looks) return this.lookedAt(`${ended}.`);
      const details = this.view && `Turn ${this.view.turn}: your health is ${this.view.me.hp}, the opponent's ${this.view.foe.hp}.`;
      return this.line(`${ended}.`, [this.afterwards(!first, "locm"), this.view && button("Watch the replay", () => this.table.replays.watch(number), { "data-id": "watch" }), this.view && this.looker()], `result ${winner}`, details);
    }
    if (!this.view.yours) return this.line(`The opponent's turn ${this.view.turn}`, [], "theirs");
    if (this.source) return this.line(this.asked(), button("Cancel (Esc)", () => this.cancel(), { "data-id": "cancel" }), "asks");
    return this.yourTurn(this.view.turn, this.view.moves.length > 1);
  }

  /** Say what is to be chosen, and on what else a card with an area works. */
  asked() {
    const area = (this.held() || { area: 0 }).area;
    if (this.moves()[0].kind === LOCM.SUMMON) return `Choose a lane.${["", " A second one comes beside it.", " A second one comes into the other lane."][area]}`;
    return `Choose a target in ${this.heals ? "green" : "red"}.${["", " All in its lane are affected.", " All on its side are affected."][area]}`;
  }

  // --- Beside the board ---

  sidePart() {
    const { phase, rated, opponent, version, pool } = this.message;
    return this.aside(null, phase !== "over", `Legends of Code and Magic ${version}, ${opponent}: ${rated}`, pool && this.choice.parts.deck);
  }

  get next() {
    return this.source ? ".target" : ".lit";
  }

  key(event) {
    if (!this.message) return false;
    if (this.message.pool && this.choice.key(event)) return true;
    if (event.key === "Escape" && this.view && this.message.phase === "over") return this.look(), true;
    if (/^[1-8]$/.test(event.key)) return this.number(Number(event.key) - 1), true;
    return super.key(event);
  }

  number(i) {
    if (this.message.pool) return;
    if (this.message.phase === "draft") return i < 3 && this.ask({ type: "locm_pick", choice: i });
    if (this.view && i < this.view.me.hand.length) this.touch(`hand-${i}`);
  }
}
