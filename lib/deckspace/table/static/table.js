// The page of a server: it sends messages, receives answers, and draws. Its only game state is the last message.

const PATIENCE = 20000; // milliseconds without an answer before a notice appears
const AT_ONCE = 80; // milliseconds without an answer before the page shows that it waits
const HICCUP = 700; // milliseconds that a lost connection has to come back before a notice appears
const GONE = "The table does not answer. Your matches are saved: reload this page; if that fails, start the table again and open the new address that the terminal shows, where they are listed under Continue.";
const [OUTSIDE, INSIDE] = ["lobby", "inside"]; // states of the browser's history: the lobby, and all that one goes back from to it
const TABS = [["lobby", "Play"], ["locm", "LoCM"], ["decks", "Decks"], ["replays", "Replays"]];

class TablePage extends Page {
  constructor(model, element) {
    const tabs = TABS.map(([where, text]) => button(text, () => this.go(where), { "data-id": `tab-${where}` }));
    super(element, h("nav", {}, tabs), "Looking for the agents, your decks and your matches …");
    this.parts.tabs = tabs;
    this.model = model;
    this.where = "lobby";
    this.thinks = recall("deckspace-thinks") === "on";
    this.queue = [];
    this.clear();
    this.board = new Board(this);
    this.warming = new Warming(this);
    this.lobbyPart = new Lobby(this);
    this.builder = new Builder(this);
    this.replays = new Replays(this);
    this.watching = new Watching(this, () => this.replays.buttons());
    this.locm = new Locm(this);
    this.drag = new Drag(this);
    this.enlarging = new Enlarging(this.root);
    model.on("msg:custom", (message) => this.hear(message));
    model.widget_manager?.kernel?.connectionStatusChanged.connect((_, status) => this.connection(status));
    addEventListener("popstate", ({ state }) => this.back(state));
    this.greet();
  }

  /** Say when the connection to the server has been lost, and take it back when it is there again. */
  connection(status) {
    clearTimeout(this.lost);
    if (status !== "connected") this.lost = setTimeout(() => this.say(GONE), HICCUP);
    else if (this.parts.notice.textContent === GONE) this.say("");
  }

  // --- Sending ---

  /** Say hello, and ask for the match that this tab has left, or for the replay that the address names. */
  greet() {
    if (this.thinks) this.model.send({ type: "thoughts", on: true }); // this has no answer
    const linked = this.replays.linked();
    this.ask({ type: "hello", match: linked ? null : recall("deckspace-match") });
    if (linked) this.replays.watch(...linked);
  }

  ask(message) {
    this.asked = performance.now();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.say(GONE), PATIENCE);
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.root.setAttribute("aria-busy", "true"), AT_ONCE);
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

  /** Note in the browser's history that the lobby has been left, unless the page is one of many in a notebook. */
  note(where) {
    if (where === "lobby" || history.state === INSIDE || this.root.closest(".jp-NotebookPanel")) return;
    history.replaceState(OUTSIDE, "");
    history.pushState(INSIDE, "");
  }

  /** Go where the browser's Back button leads: to the lobby, and from there away. */
  back(state) {
    if (state !== OUTSIDE) return;
    if (this.where === "lobby") history.back();
    else this.go(this.where === "locm-match" ? "locm" : "lobby");
  }

  lobby(where = "lobby") {
    remember("deckspace-match", null);
    this.go(where);
  }

  think(on) {
    this.thinks = on;
    remember("deckspace-thinks", on ? "on" : null);
    this.thoughts = [];
    this.model.send({ type: "thoughts", on }); // this has no answer
    (this.where === "locm-match" ? this.locm : this.board).draw();
  }

  thinksBox() {
    return h("label", {}, h("input", { type: "checkbox", checked: this.thinks, "data-id": "thinks", onchange: (event) => this.think(event.target.checked) }), " What the opponent thinks");
  }

  thoughtsPart() {
    if (!this.thinks) return null;
    const chance = (value) => value === null ? null : h("span", { class: "chance" }, h("meter", { min: 0, max: 1, value, "aria-label": "per cent" }), h("b", {}, `${Math.round(100 * value)} %`));
    const weighed = (each) => h("ul", {}, each.map(([text, value]) => h("li", {}, text, " ", chance(value))));
    return h("div", { class: "thoughts", tabindex: "0", role: "region", "aria-label": "what the opponent thought" },
      this.thoughts.length && this.perCent ? h("div", { class: "faint" }, this.perCent) : null,
      this.thoughts.length ? this.thoughts.map(([text, each]) => h("div", {}, h("strong", {}, text), weighed(each))) : "Its thoughts will appear in its next turn. They reveal its cards.");
  }

  // --- Receiving ---

  hear(message) {
    clearTimeout(this.waiting);
    if (message.type === "wait") return this.wait(message.text);
    clearTimeout(this.slow);
    this.root.setAttribute("aria-busy", "false");
    if (message.type === "warming") return this.warming.hear(message.state);
    if (["sorry", "match", "locm_match", "lobby"].includes(message.type)) this.starting = false;
    if (message.type === "sorry") return this.refused(message.text);
    if (message.type === "compiling") return this.compiling(message);
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
      replay: () => { this.stand("replay"); this.replays.show(message); },
      page: () => download(message.name, message.text),
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
      else this.replays.open(message);
    }
  }

  /** Leave the board for another page, dropping its pending animations; the match itself is saved. */
  leave(where) {
    this.aim = null;
    this.watching.close();
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
    this.say("");
    if (message.notice) this.compiling({ text: message.notice, again: { type: "ready" } });
    remember("deckspace-match", message.phase === "over" ? null : message.number);
    if (message.fresh || (message.step === 0 && !message.result)) this.clear(); // a game may be conceded at once
    this.lines.push(...message.lines);
    if (message.agent !== null && !this.answering) { // its turn begins: clear the thoughts and times of the last one
      this.times.turn = 0;
      this.thoughts = [];
    }
    this.answering = message.agent !== null;
    if (message.agent !== null) Object.assign(this.times, { agent: message.agent, turn: this.times.turn + message.agent });
    if (message.thoughts) this.thoughts.push([message.lines[0].text, message.thoughts]);
    if (message.thoughts) this.perCent = message.per_cent;
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
    const shown = [redraw !== null && `response ${Math.round(redraw)} ms`, turn > 0 && `the opponent took ${Math.round(turn)} ms`].filter(Boolean);
    return h("span", { class: "timing" }, shown.join(", "));
  }

  stand(where) {
    this.note(where);
    this.where = where;
    this.root.dataset.where = where;
    this.parts.tabs.forEach((tab) => tab.setAttribute("aria-current", String(tab.dataset.id === `tab-${where.replace("-match", "")}`)));
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

  /** While an agent's code is being compiled, ask `again`, as long as the match is shown, and a hint's position is. */
  compiling({ text, again }) {
    this.say(text);
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      const isShown = this.where === "match" && [undefined, this.board.message.step].includes(again.step);
      if (isShown) this.ask(again);
    }, 2000);
  }

  /** The part that hears keys. */
  get part() {
    return { match: this.board, "locm-match": this.locm, replay: this.watching }[this.where];
  }
}

export default {
  render({ model, el }) {
    return new TablePage(model, el).hearKeys();
  },
};
