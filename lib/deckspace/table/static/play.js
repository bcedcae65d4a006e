// What the boards of both games share: a game in progress, and a panel with the explained card, the log and the settings.

const HELD = 400; // milliseconds that a finger rests on a card to read it
const PACES = [["1200", "slowly"], ["600", "step by step"], ["250", "quickly"], ["0", "at once"]]; // milliseconds between two actions of the opponent

class Play {
  constructor(table) {
    this.table = table;
    this.sure = false;
    this.refused();
  }

  get view() {
    return this.message.view;
  }

  /** Reset after an answer: no action is pending. */
  refused() {
    this.busy = false;
    this.hint = null;
    this.looks = false; // at the boards of a game that is over
  }

  show(message) {
    const { motion, parts } = this.table;
    motion.before(parts.main, this.message && this.view);
    const wasOver = Boolean(parts.main.querySelector(".result"));
    this.message = message;
    this.refused();
    this.draw();
    motion.after(parts.main, message);
    if (!wasOver) parts.main.querySelector(".result")?.scrollIntoView({ block: "nearest" });
    parts.spoken.textContent = message.lines.map((each) => each.text).join(" ");
  }

  draw() {
    const focus = focused();
    const { main } = this.table.parts;
    main.replaceChildren(h("div", { class: "match" }, this.mainPart(), this.sidePart()));
    fit(main);
    const log = main.querySelector(".log");
    if (log) new ResizeObserver(() => { log.scrollTop = log.scrollHeight; }).observe(log); // now, and when what is below it grows
    if (main.querySelector(".target")) main.querySelector(".play").scrollIntoView({ block: "nearest" });
    for (const id of this.hint ? this.hint.ids : []) main.querySelector(`[data-id="${id}"]`)?.classList.add("hinted");
    refocus(main, focus);
  }

  /** Show the card that the opponent has just played. */
  played() {
    const [line] = this.message.lines.slice(-1);
    const card = this.message.agent !== null && line && this.view.cards[line.played];
    return card ? h("div", { class: `played ${line.who}`, "aria-hidden": "true" }, cardButton(card, {}, { tabindex: "-1" })) : null;
  }

  /**
   * Return handlers that explain a card when it is pointed at or focused; on a phone, over the hand if it is not there.
   * What a click or tap chooses, if anything, is explained there while a finger rests on it.
   */
  reads(card, choose = null) {
    const panel = () => this.table.parts.main.querySelector(".reading");
    const read = () => panel()?.replaceChildren(explanation(card));
    const open = (event) => {
      read();
      panel()?.classList.toggle("open", !event.currentTarget.closest(".hand:not(.small)"));
    };
    return { onmouseenter: read, onfocus: open, onblur: () => panel()?.classList.remove("open"), ...(choose && this.readsWhenHeld(card, choose)) };
  }

  /** Return handlers of a card that is chosen by a click or a tap, and read while a finger rests on it. */
  readsWhenHeld(card, choose) {
    let [timer, isHeld] = [0, false];
    const panel = () => this.table.parts.main.querySelector(".reading");
    const read = () => {
      isHeld = true;
      panel()?.replaceChildren(explanation(card));
      panel()?.classList.add("open");
    };
    const end = () => {
      clearTimeout(timer);
      panel()?.classList.remove("open");
    };
    return {
      onpointerdown: ({ pointerType, currentTarget }) => {
        isHeld = false;
        if (pointerType === "touch") timer = setTimeout(() => currentTarget.isConnected && read(), HELD); // not of a card that is dragged
      },
      onpointerup: end,
      onpointercancel: end,
      oncontextmenu: (event) => isHeld && event.preventDefault(),
      onclick: () => {
        if (!isHeld) choose();
        isHeld = false;
      },
    };
  }

  /** Return a player's name, which is seen where the hero has no room for it. */
  nameOf(name) {
    return h("span", { class: "who", "aria-hidden": "true" }, name);
  }

  /** Return the big line between the boards: what to do, the buttons for it, a hint that was asked for, and smaller text. */
  line(text, buttons, className = "", details = "") {
    return h("section", { class: `middle ${className}` }, h("strong", { class: "call" }, text), details && h("span", { class: "details" }, details),
      this.hint && h("span", { class: "hint" }, `Hint: ${this.hint.says}`), buttons);
  }

  /** Return the line of the user's turn. */
  yourTurn(turn, left) {
    return this.line(`Your turn ${turn}`, [button("Hint (?)", () => this.askHint(), { "data-id": "hint", class: "quiet", title: "what a strong agent would do now" }),
      button("End turn (E)", () => this.endTurn(), { class: `end lit${left ? "" : " only"}`, "data-id": "end" })], "yours");
  }

  /** Return the buttons for what comes after a match: another one like it, which the user begins or not, or any other one. */
  afterwards(begins, lobby) {
    return [button(`Rematch, ${begins ? "you go first" : "the opponent goes first"}`, () => this.table.begin({ type: `${this.kind}rematch` }), { class: "lit", "data-id": "rematch" }),
      button("New match", () => this.table.lobby(lobby), { "data-id": "again" })];
  }

  /** Return the button that puts the result of a game aside, and the line that brings it back. */
  looker() {
    return button("Look at the board (Esc)", () => this.look(), { "data-id": "look" });
  }

  lookedAt(text) {
    return this.line(text, button("Show the result (Esc)", () => this.look(), { "data-id": "look" }));
  }

  /** Show the boards instead of the result of a game, or the result again. */
  look() {
    this.looks = !this.looks;
    this.draw();
  }

  askHint() {
    if (this.view && this.view.yours && !this.busy) this.table.ask({ type: `${this.kind}hint`, step: this.message.step });
  }

  /** Show the move that was asked for. */
  gotHint({ action, says }) {
    const move = this.view && this.view.moves.find((each) => each.action === action);
    if (!move) return;
    this.cancel();
    this.hint = { says, ids: [this.idOf(move), this.aimOf(move)] };
    this.draw();
  }

  /** Say why something that was tried is not possible; where there is nothing to say, end the choice. */
  explain(id) {
    const why = this.busy || this.open || this.message.phase !== "play" ? "" : this.whyNot(id);
    if (why) this.tell(why);
    else this.stop();
  }

  /** End a choice, and take back what was said about another. */
  stop() {
    this.cancel();
    if (this.table.parts.main.querySelector(".why")) this.draw();
  }

  /** End a drag that was dropped on something impossible, and say why it is. */
  dropped(under) {
    const { id, lane } = (under && under.closest("[data-place], [data-lane]") || { dataset: {} }).dataset;
    const why = (id || lane) && !under.closest(".picked") ? this.whyNot(id || lane) : "";
    this.cancel();
    if (why) this.tell(why);
  }

  /** Say something in the middle of the board, until it is drawn again. */
  tell(text) {
    const call = this.table.parts.main.querySelector(".middle .call");
    call.textContent = text;
    call.classList.add("why");
    this.table.parts.spoken.textContent = text;
  }

  /** Return mana as crystals: full ones, used ones, and locked ones. */
  crystals(one) {
    const { mana, max_mana: most, overload_locked: locked = 0, overload_next: next = 0 } = one;
    const said = `mana ${mana} of ${most}${locked ? `, ${locked} locked` : ""}${next ? `, ${next} overloaded next turn` : ""}`;
    const kinds = [...Array(Math.max(most, mana)).keys()].map((i) => (i < mana ? "full" : i < most - locked ? "used" : "locked"));
    return h("span", { class: "mana", role: "img", "aria-label": said, title: said }, h("b", {}, `${mana}/${most}`), h("span", { class: "crystals" }, kinds.map((kind) => h("i", { class: kind }))),
      next ? h("span", {}, `−${next}`) : null);
  }

  /** Return a pile of hidden cards with their number. */
  pile(what, n, who, notes = []) {
    const said = [`${what} ${plural(n, "card")}`, ...notes].join(", ");
    return h("span", { class: `pile of-${what} ${n ? "" : "none"}`, "data-pile": `${who}-${what}`, role: "img", "aria-label": said, title: said },
      h("span", { class: "backs" }, [...Array(Math.min(n, what === "hand" ? 10 : 3)).keys()].map(() => h("i"))), h("b", {}, String(n)), notes.map((note) => h("small", {}, note)));
  }

  /** Return a hero as a button; `gems` are [what, number] of numbers, and [drawing, 0, meaning] of states. */
  hero(id, name, [title, kind], health, gems, attributes) {
    return h("button", { type: "button", "data-id": id, "data-piece": id, "data-health": health, ...attributes, class: `hero ${attributes.class}`, "aria-label": `${title}, ${kind ? `${kind}, ` : ""}${health} health${gems.map(([what, n, text]) => `, ${text || `${n} ${what}`}`).join("")}` },
      portrait(name), h("span", { class: "title" }, title, h("small", {}, kind)), figure("health", health, attributes.change || ""),
      gems.map(([what, n, text]) => text ? sign(what, text, what) : figure(what, n, "")));
  }

  /** Return the panel beside the board; `deck`, if given, stands in place of the log. */
  aside(card, playing, about, deck = null) {
    const { table } = this;
    return h("aside", {}, h("div", { class: "reading", tabindex: "0", role: "region", "aria-label": "the card that is pointed at" }, explanation(card, this.marks)),
      deck || h("div", { class: "log", tabindex: "0", "aria-label": "log of the game", role: "log" }, table.lines.map(logLine)),
      table.thoughtsPart(),
      h("div", { class: "below" }, table.thinksBox(),
        playing && button(this.sure ? "Really concede?" : "Concede", () => this.concede(), { "data-id": "concede", class: "quiet" })),
      table.settingsPart("The opponent plays"),
      h("div", { class: "faint small" }, `${about}. `, table.timing()));
  }

  /** Concede at the second click, unless it is that of a double click. */
  concede() {
    if (this.sure && Date.now() - this.sure < 500) return;
    if (this.sure) {
      this.sure = false;
      return this.table.ask({ type: `${this.kind}concede` });
    }
    this.sure = Date.now();
    setTimeout(() => {
      this.sure = false;
      for (const one of this.table.root.querySelectorAll("[data-id=concede]")) one.textContent = "Concede";
    }, 4000);
    this.draw();
  }

  /** Handle a key that means the same in both games; return whether it was one. */
  key({ key }) {
    if (key === "Escape") this.stop();
    else if (key === "e" || key === "E") this.endTurn();
    else if (key === "?") this.askHint();
    else if (key === "ArrowLeft" || key === "ArrowRight") walk(this.table.parts.main, this.next, key === "ArrowRight" ? 1 : -1);
    else return false;
    return true;
  }
}
