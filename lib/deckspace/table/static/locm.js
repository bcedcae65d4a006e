// Legends of Code and Magic: a draft of thirty picks, and the battle in two lanes.

const LOCM = { PASS: 0, SUMMON: 1, USE: 2, ATTACK: 3 };
const LANES = ["left lane", "right lane"];

class Locm {
  constructor(table) {
    this.table = table;
    this.opponent = null;
    this.source = null; // what has been picked of an action so far: an id, as "hand-2"
    this.sure = false;
  }

  // --- The lobby ---

  showLobby(told) {
    this.list = told;
    if (!told.opponents.some((one) => one.name === this.opponent)) this.opponent = (told.opponents.find((one) => one.name === "WeakOp") || told.opponents[0]).name;
    this.drawLobby();
  }

  drawLobby() {
    const { opponents, matches } = this.list;
    const one = opponents.find((each) => each.name === this.opponent);
    const going = matches.filter((each) => !each.winner);
    const select = h("select", { "data-id": "locm-opponent", onchange: (event) => { this.opponent = event.target.value; this.drawLobby(); } },
      opponents.map((each) => h("option", { value: each.name, selected: each.name === this.opponent }, `${each.name} · ${each.rated}`)));
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" },
      h("h2", {}, "Legends of Code and Magic"),
      h("p", {}, "First a draft: thirty times you take one of three cards; the opponent is offered the same three and chooses for itself, hidden. Then a battle in two lanes with the decks so made: creatures attack in their own lane only, and whoever loses all 30 health has lost."),
      h("div", { class: "form" }, h("label", { class: "field" }, h("span", {}, "Opponent"), select)),
      h("p", { class: "faint" }, `${one.name}: ${one.says}. In the league: ${one.rated}.`),
      button("Draft and play", () => this.table.ask({ type: "locm_start", opponent: this.opponent }), { class: "lit big", "data-id": "locm-play" }),
      going.length ? h("div", {}, h("h2", {}, "Go on with"), h("ul", { class: "matches" }, going.slice(0, 8).map((each) => h("li", {},
        button(`${each.begun} · ${each.opponent} · ${each.picks < 30 ? `${each.picks} of 30 picks` : `turn ${Math.floor(each.turns / 2) + 1}`}`,
          () => this.table.ask({ type: "locm_resume", number: each.number }), { class: "quiet", "data-id": `resume-${each.number}` }))))) : null,
      h("p", { class: "faint" }, "Keys at the table: 1 to 3 pick a card of the draft, 1 to 8 one of the hand, ← → move between what can be done, Enter does it, E ends the turn, Esc takes back a pick.")));
  }

  // --- The game ---

  show(told) {
    this.told = told;
    this.refused();
    this.draw();
  }

  refused() {
    this.source = null;
    this.busy = false;
  }

  ask(message) {
    if (this.busy) return;
    this.busy = true;
    this.table.ask({ ...message, step: this.told.step });
  }

  get view() {
    return this.told.view;
  }

  draw() {
    const focus = focused();
    const { main } = this.table.parts;
    const part = this.told.phase === "draft" ? this.draft() : this.battle();
    main.replaceChildren(h("div", { class: "match" }, part, this.sidePart()));
    const log = main.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
    refocus(main, focus);
  }

  draft() {
    const { offer, picked, opponent } = this.told;
    const cards = offer.map((card, i) => cardButton(card, {}, { class: "lit", "data-id": `offer-${i}`, ...this.reads(card), onclick: () => this.ask({ type: "locm_pick", choice: i }) }));
    const most = Math.max(1, ...this.curve(picked));
    return h("div", { class: "play" },
      h("section", { class: "middle" }, h("strong", {}, `Pick ${picked.length + 1} of 30`), h("span", { class: "faint" }, `against ${opponent}, who is offered the same cards`)),
      h("section", { class: "hand draft", "aria-label": "the cards offered" }, cards),
      h("section", { "aria-label": "your deck so far" }, h("div", { class: "faint" }, `Your deck: ${plural(picked.length, "card")}, by cost`),
        h("div", { class: "curve" }, this.curve(picked).map((n, cost) => h("div", {}, n || "", h("i", { style: `height:${(34 * n) / most}px` }), cost === 7 ? "7+" : String(cost)))),
        h("div", { class: "so-far" }, picked.map((card, i) => h("button", { type: "button", class: "tiny", "data-id": `picked-${i}`, ...this.reads(card) }, `${card.cost} ${card.name}`)))));
  }

  curve(cards) {
    return [...Array(8).keys()].map((cost) => cards.filter((card) => Math.min(card.cost, 7) === cost).length);
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
    const name = who === "me" ? "You" : this.told.opponent;
    return h("section", { class: `person ${who}`, "aria-label": name },
      h("button", { type: "button", class: `hero ${this.light(id)}`, "data-id": id, onclick: () => this.touch(id) }, h("strong", {}, name), h("span", { class: "facts" }, `♥ ${one.hp}`)),
      h("span", { class: "mana", title: "mana" }, `◆ ${one.mana}/${one.max_mana}`),
      h("span", { class: "stock", title: "whoever falls to this health draws one more card" }, one.rune ? `next rune ${one.rune}` : "no runes"),
      h("span", { class: "stock" }, `deck ${one.deck_size}`), h("span", { class: "stock" }, `hand ${one.hand_size}`),
      one.next_draw > 1 ? h("span", { class: "stock" }, `draws ${one.next_draw} next`) : null);
  }

  hand(one, who) {
    return h("section", { class: `hand${this.open ? " small" : ""}`, "aria-label": who === "me" ? "your hand" : "the other hand" }, one.hand.map((held, i) => {
      const id = `${who === "me" ? "hand" : "shown"}-${i}`;
      return cardButton(this.view.cards[held.card], {}, { "data-id": id, class: who === "me" ? this.light(id) : "", ...this.reads(this.view.cards[held.card]), onclick: () => this.touch(id) });
    }));
  }

  // --- What a click means ---

  /** The moves that what has been picked can still become; none while nothing has been. */
  moves() {
    return this.source ? this.view.moves.filter((move) => this.idOf(move) === this.source) : [];
  }

  idOf(move) {
    if (move.kind === LOCM.PASS) return "end";
    return move.kind === LOCM.ATTACK ? `me-${move.source}` : `hand-${move.source}`;
  }

  /** Whom a move is done to: a player, a creature, or a lane. */
  aimOf(move) {
    if (move.kind === LOCM.SUMMON) return `lane-${move.target}`;
    const held = move.kind === LOCM.USE && this.view.cards[this.view.me.hand[move.source].card];
    const who = held && held.type === "GREEN ITEM" ? "me" : "foe";
    return move.target === 0 ? `${who}-player` : `${who}-${move.target - 1}`;
  }

  light(id) {
    if (this.told.phase !== "play") return "";
    if (this.source === id) return "picked";
    if (this.source) return this.moves().some((move) => this.aimOf(move) === id) ? "target" : "";
    return this.view.moves.some((move) => this.idOf(move) === id) ? "lit" : "";
  }

  touch(id) {
    const aimed = this.moves().find((move) => this.aimOf(move) === id);
    if (aimed) return this.act(aimed);
    if (this.told.phase !== "play" || this.source === id || !this.view.moves.some((move) => this.idOf(move) === id)) return this.cancel();
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
    const end = this.view.moves.find((move) => move.kind === LOCM.PASS);
    if (end) this.act(end);
  }

  middle() {
    const { phase, winner, conceded, number } = this.told;
    if (phase === "over") {
      const text = winner === "me" ? "You have won the game." : conceded ? "You have given up the game." : "The opponent has won the game.";
      return h("section", { class: "middle result" }, h("strong", {}, text), button("New game", () => this.table.lobby("locm"), { class: "lit", "data-id": "again" }),
        this.view ? button("Watch it", () => this.table.ask({ type: "locm_watch", number }), { "data-id": "watch" }) : null);
    }
    const turn = `Turn ${this.view.turn}`;
    if (!this.view.yours) return h("section", { class: "middle" }, h("span", {}, `${turn}. The opponent is thinking …`));
    if (this.source) {
      const kind = this.moves()[0].kind;
      return h("section", { class: "middle" }, h("span", {}, kind === LOCM.SUMMON ? "Which lane? Click a +." : "Whom? Click one of those in red."), button("Cancel (Esc)", () => this.cancel(), { "data-id": "cancel" }));
    }
    const left = this.view.moves.length > 1;
    return h("section", { class: "middle" }, h("span", {}, `${turn}. Your move.`), button("End turn (E)", () => this.endTurn(), { class: `end lit${left ? "" : " only"}`, "data-id": "end" }));
  }

  // --- Beside the board ---

  reads(card) {
    const read = () => {
      const panel = this.table.parts.main.querySelector(".reading");
      if (panel) panel.replaceChildren(explanation(card));
    };
    return { onmouseenter: read, onfocus: read };
  }

  sidePart() {
    const { phase, rated, opponent } = this.told;
    return h("aside", {}, h("div", { class: "reading" }, explanation(null)),
      h("div", { class: "log", tabindex: "0", "aria-label": "what has happened", role: "log" }, this.table.lines.map(logLine)),
      this.table.thoughtsPart(),
      h("div", { class: "below" }, this.table.thinksBox(), phase === "over" ? null : button(this.sure ? "Really give up?" : "Concede", () => this.concede(), { "data-id": "concede", class: "quiet" })),
      h("div", { class: "faint small" }, `Legends of Code and Magic 1.2, ${opponent}: ${rated}. `, this.table.timing()));
  }

  concede() {
    if (this.sure) {
      this.sure = false;
      return this.table.ask({ type: "locm_concede" });
    }
    this.sure = true;
    setTimeout(() => { this.sure = false; }, 4000);
    this.draw();
  }

  key(event) {
    if (!this.told) return false;
    const { key } = event;
    if (key === "Escape") return this.cancel(), true;
    if ((key === "e" || key === "E") && this.view && this.told.phase === "play") return this.endTurn(), true;
    if (/^[1-8]$/.test(key)) return this.number(Number(key) - 1), true;
    if (key === "ArrowLeft" || key === "ArrowRight") return walk(this.table.parts.main, this.source ? ".target" : ".lit", key === "ArrowRight" ? 1 : -1), true;
    return false;
  }

  number(i) {
    if (this.told.phase === "draft") return i < 3 && this.ask({ type: "locm_pick", choice: i });
    if (this.view && i < this.view.me.hand.length) this.touch(`hand-${i}`);
  }
}
