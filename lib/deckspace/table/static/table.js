// The page: it sends messages, receives answers, and draws. Its only game state is the last message.

const PATIENCE = 20000; // milliseconds without an answer before a notice appears

class TablePage {
  constructor(model, element) {
    this.model = model;
    this.where = "lobby";
    this.thinks = false;
    this.queue = [];
    this.clear();
    this.build(element);
    this.sounds = new Sounds();
    this.motion = new Motion(this);
    this.board = new Board(this);
    this.warming = new Warming(this);
    this.lobbyPart = new Lobby(this);
    this.builder = new Builder(this);
    this.watching = new Watching(this);
    this.locm = new Locm(this);
    this.drag = new Drag(this);
    model.on("msg:custom", (message) => this.hear(message));
    this.ask({ type: "hello", match: recall("deckspace-match") });
  }

  build(element) {
    const main = h("main", {}, h("p", { class: "faint" }, "One moment …"));
    const notice = h("div", { class: "notice", role: "status", hidden: true });
    const tabs = [["lobby", "Play"], ["locm", "LoCM"], ["decks", "Decks"], ["replays", "Replays"]].map(([where, text]) => button(text, () => this.go(where), { "data-id": `tab-${where}` }));
    const spoken = h("div", { class: "spoken", "aria-live": "polite" });
    this.parts = { main, notice, tabs, spoken };
    this.root = h("div", { class: "deckspace", lang: "en", tabindex: "-1", "data-lm-suppress-shortcuts": "true", onkeydown: (event) => this.key(event) },
      h("header", {}, h("strong", {}, "Deckspace"), h("nav", {}, tabs)), notice, main, spoken);
    element.append(this.root);
  }

  // --- Sending ---

  ask(message) {
    this.asked = performance.now();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.say("The table does not answer. Reload the page: the match is saved and continues."), PATIENCE);
    this.model.send(message);
  }

  /** Ask for a new match, or for one to be continued: once, until there is an answer. */
  begin(message) {
    if (this.starting) return;
    this.starting = true;
    for (const each of this.parts.main.querySelectorAll("button")) each.disabled = true;
    this.ask(message);
  }

  isLobby() {
    return this.where === "lobby" || this.where === "locm";
  }

  drawLobby() {
    if (this.where === "lobby" && this.lobbyPart.message) this.lobbyPart.draw();
    if (this.where === "locm" && this.locm.list) this.locm.drawLobby();
  }

  go(where) {
    this.aim = where;
    this.ask({ type: where === "locm" ? "locm" : "lobby" });
  }

  lobby(where = "lobby") {
    remember("deckspace-match", null);
    this.go(where);
  }

  think(on) {
    this.thinks = on;
    this.thoughts = [];
    this.ask({ type: "thoughts", on });
    (this.where === "locm-match" ? this.locm : this.board).draw();
  }

  thinksBox() {
    return h("label", {}, h("input", { type: "checkbox", checked: this.thinks, "data-id": "thinks", onchange: (event) => this.think(event.target.checked) }), " What the opponent thinks");
  }

  settingsPart() {
    const box = (name, otherwise, text) => h("label", {}, h("input", { type: "checkbox", checked: setting(name, otherwise) === "on", "data-id": name, onchange: (event) => set(name, event.target.checked ? "on" : "off") }), ` ${text}`);
    return h("div", { class: "below" }, h("label", {}, "The opponent plays ", this.lobbyPart.select("pace", PACES, setting("pace", "600"), (pace) => set("pace", pace))), box("motion", "on", "Animations"), box("sounds", "off", "Sounds"));
  }

  thoughtsPart() {
    if (!this.thinks) return null;
    const chance = (value) => value === null ? null : h("span", { class: "chance" }, h("meter", { min: 0, max: 1, value, "aria-label": "chance" }), h("b", {}, `${Math.round(100 * value)} %`));
    const weighed = (each) => h("ul", {}, each.map(([text, value]) => h("li", {}, text, " ", chance(value))));
    return h("div", { class: "thoughts", tabindex: "0", "aria-label": "what the opponent thought" },
      this.thoughts.length ? this.thoughts.map(([text, each]) => h("div", {}, h("strong", {}, text), weighed(each))) : "Its thoughts will appear in its next turn. They reveal its cards.");
  }

  // --- Receiving ---

  hear(message) {
    clearTimeout(this.waiting);
    if (message.type === "warming") return this.warming.hear(message.state);
    if (message.type === "wait") return this.wait(message.text);
    if (["sorry", "match", "locm_match", "lobby"].includes(message.type)) this.starting = false;
    if (message.type === "sorry") return this.refused(message.text);
    if (message.type === "compiling") return this.compiling(message.text);
    if (message.type === "match" || message.type === "locm_match") return this.hearMatch(message);
    this.say("");
    if (message.type === "lobby") return this.hearLobby(message);
    const heard = {
      locm_lobby: () => { this.leave("locm"); this.warming.take(message.warming); this.locm.showLobby(message); },
      decks: () => { this.lobbyPart.gotDecks(message); this.builder.gotDecks(message); },
      cards: () => this.builder.gotCards(message),
      checked: () => this.builder.gotChecked(message),
      deck: () => this.builder.gotDeck(message),
      saved: () => this.builder.saved(message),
      hint: () => (this.where === "locm-match" ? this.locm : this.board).gotHint(message),
      locm_filled: () => this.locm.choice.choose(message.cards),
      replay: () => { this.stand("replay"); this.watching.show(message); },
    }[message.type];
    if (heard) heard();
  }

  hearLobby(message) {
    const where = this.aim && this.aim !== "locm" ? this.aim : "lobby";
    this.leave(where);
    this.warming.take(message.warming);
    if (where === "lobby") this.lobbyPart.show(message);
    else {
      this.lobbyPart.message = message;
      if (where === "decks") this.builder.open(message);
      else this.watching.open(message);
    }
  }

  /** Leave the board for another page, dropping its pending animations; the match itself is saved. */
  leave(where) {
    this.aim = null;
    clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.stand(where);
  }

  /** Show actions of the opponent one at a time, and actions of the user at once. */
  hearMatch(message) {
    this.queue.push(message);
    if (message.agent === null) this.flush();
    else if (!this.timer) this.timer = setTimeout(() => this.next(), this.pace());
  }

  pace() {
    return Number(setting("pace", "600"));
  }

  next() {
    this.timer = null;
    const message = this.queue.shift();
    if (message) this.showMatch(message);
    if (this.queue.length) this.timer = setTimeout(() => this.next(), this.pace());
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = null;
    while (this.queue.length) this.showMatch(this.queue.shift());
  }

  showMatch(message) {
    const { locm } = this;
    const board = message.type === "match" ? this.board : locm;
    this.stand(board === locm ? "locm-match" : "match");
    this.say(message.notice || "");
    remember("deckspace-match", message.phase === "over" ? null : message.number);
    if (message.fresh || message.step === 0) this.clear();
    this.lines.push(...message.lines);
    if (message.agent !== null && !this.answering) { // its turn begins: clear the thoughts and times of the last one
      this.times.turn = 0;
      this.thoughts = [];
    }
    this.answering = message.agent !== null;
    if (message.agent !== null) Object.assign(this.times, { agent: message.agent, turn: this.times.turn + message.agent });
    if (message.thoughts) this.thoughts.push([message.lines[0].text, message.thoughts]);
    board.show(message);
    if (message.milliseconds !== null) {
      const { asked } = this;
      requestAnimationFrame(() => this.measured(performance.now() - asked));
    }
  }

  /** Clear log, thoughts and times for a new game. */
  clear() {
    this.lines = [];
    this.thoughts = [];
    this.times = { redraw: null, agent: null, turn: 0 };
  }

  measured(milliseconds) {
    this.times.redraw = milliseconds;
    const place = this.root.querySelector(".timing");
    if (place) place.replaceWith(this.timing());
  }

  timing() {
    const { redraw, turn } = this.times;
    const shown = [redraw !== null && `response ${Math.round(redraw)} ms`, turn > 0 && `opponent's turn ${Math.round(turn)} ms`].filter(Boolean);
    return h("span", { class: "timing" }, shown.join(", "));
  }

  stand(where) {
    this.where = where;
    this.root.dataset.where = where;
    this.parts.tabs.forEach((tab) => tab.setAttribute("aria-current", String(tab.dataset.id === `tab-${where.replace("-match", "")}`)));
  }

  say(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.hidden = !text;
  }

  refused(text) {
    this.say(text);
    const board = { match: this.board, "locm-match": this.locm }[this.where];
    this.board.refused();
    this.locm.refused();
    if (board) board.draw();
    else this.drawLobby();
  }

  wait(text) {
    this.say(text);
    clearTimeout(this.waiting); // compiling takes as long as it takes
  }

  /** While the opponent's code is being compiled, ask again, as long as its match is shown. */
  compiling(text) {
    this.say(text);
    setTimeout(() => this.where === "match" && this.ask({ type: "go_on" }), 2000);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
    const part = { match: this.board, "locm-match": this.locm, replay: this.watching }[this.where];
    if (part && part.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

/** Return a setting of this browser. */
function setting(name, otherwise) {
  try {
    return localStorage.getItem(`deckspace-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function set(name, value) {
  try {
    localStorage.setItem(`deckspace-${name}`, value);
  } catch { /* without storage, the settings are as at first */ }
}

// Values that a tab keeps across reloads, invisible to other tabs.
function remember(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch { /* without storage, the match can be continued from the lobby */ }
}

function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export default {
  render({ model, el }) {
    const page = new TablePage(model, el);
    // Keys work wherever the user has clicked last, if nothing else on the page has the focus.
    const listener = (event) => document.body === document.activeElement && page.key(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  },
};
