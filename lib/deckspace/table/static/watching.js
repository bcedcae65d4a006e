// Replays: finished games, or any replay from a file, step by step.

const MOST_BYTES = 2e6; // more would break the connection instead of getting an answer

class Watching {
  constructor(table) {
    this.table = table;
    this.board = new Board(table);
    this.board.open = true; // both hands are shown as cards
    this.locm = new Locm(table);
    this.locm.open = true;
  }

  open(message) {
    this.message = message;
    this.draw();
  }

  draw() {
    const file = h("input", { type: "file", accept: ".json,application/json", "data-id": "file", onchange: async (event) => {
      const [chosen] = event.target.files;
      if (chosen && chosen.size > MOST_BYTES) this.table.say(`“${chosen.name}” is too large for a replay, which has at most two million characters.`);
      else if (chosen) this.table.ask({ type: "watch", number: null, game: null, text: await chosen.text() });
    } });
    const text = h("textarea", { rows: 2, "data-id": "replay-text", placeholder: "or the text of a replay", maxlength: MOST_BYTES });
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" }, h("h2", {}, "Replays"),
      h("p", {}, "A replay consists of the seed and the actions of a game. Open one from a file or as text, or watch a game that was played here, and step through it in both directions."),
      h("div", { class: "form" }, h("label", { class: "field" }, h("span", {}, "File"), file), h("label", { class: "field" }, h("span", {}, "Text"), text),
        button("Open the text", () => this.table.ask({ type: "watch", number: null, game: null, text: text.value }), { "data-id": "open-text" })),
      this.message.papers.length ? [h("h2", {}, "From the papers"), h("ul", { class: "matches" }, this.message.papers.map((one) => h("li", {},
        button(`${one.title}: ${one.first} against ${one.second} (${one.chosen})`, () => this.table.ask({ type: "watch_paper", name: one.name }), { class: "quiet", "data-id": `paper-${one.name}` }))))] : null,
      h("h2", {}, "Played here"), this.played(), this.table.lobbyPart.damaged(this.message.damaged)));
  }

  /** Return the list of all games finished here, of both kinds, the newest match first. */
  played() {
    const games = this.message.matches.flatMap((match) => match.winners.map((winner, game) => ({ ...match, winner, game })).filter((one) => one.winner));
    const all = [...games, ...this.message.locm].sort((a, b) => b.begun.localeCompare(a.begun));
    if (!all.length) return h("p", { class: "faint" }, "No game has been finished here yet.");
    return h("ul", { class: "matches" }, all.map((one) => h("li", {}, one.heroes ? this.hearthstone(one) : this.legends(one))));
  }

  hearthstone(one) {
    const ask = { type: "watch", number: one.number, game: one.game, text: null };
    return this.entry(one, one.heroes[one.game].map(capital).join(" against "), ask, `watch-${one.number}-${one.game}`);
  }

  legends(one) {
    return this.entry(one, `LoCM ${one.version}`, { type: "locm_watch", number: one.number }, `watch-${one.number}`);
  }

  entry(one, what, ask, id) {
    const how = { me: "won", foe: "lost", nobody: "drawn" }[one.winner];
    return button(`${one.begun} · ${one.opponent} · ${what} · ${how}`, () => this.table.ask(ask), { class: "quiet", "data-id": id });
  }

  show(message) {
    this.step = message;
    const { step, steps, view, line } = message;
    const go = (n) => this.table.ask({ type: "step", step: Math.max(0, Math.min(steps, n)) });
    this.go = go;
    const focus = focused();
    const slider = h("input", { type: "range", min: 0, max: steps, "data-id": "slider", "aria-label": "step", onchange: (event) => go(Number(event.target.value)) });
    slider.value = String(step); // after its range is set
    const turn = message.game === "locm" ? view.turn : Math.ceil(view.turn / 2);
    const controls = h("section", { class: "middle" }, button("|◀", () => go(0), { "data-id": "first", "aria-label": "to the beginning" }), button("◀", () => go(step - 1), { "data-id": "back", "aria-label": "one step back" }),
      h("span", {}, `${step} of ${steps}, turn ${turn}`), button("▶", () => go(step + 1), { "data-id": "forward", "aria-label": "one step forwards", class: "lit" }), button("▶|", () => go(steps), { "data-id": "last", "aria-label": "to the end" }), slider);
    this.table.parts.main.replaceChildren(h("div", { class: "match" },
      h("div", { class: `play replay ${message.game || ""}` }, message.game === "locm" ? this.locmParts(message, controls) : this.parts(message, controls)),
      h("aside", {}, h("div", { class: "reading" }, explanation(null)), h("div", { class: "log" }, line ? logLine(line) : "The first turn begins."),
        message.about ? h("div", { class: "faint" }, message.about) : null,
        view.choice ? h("div", {}, `To choose from: ${view.choice.map((key) => view.cards[key].name).join(", ")}`) : null,
        view.over ? h("strong", {}, view.won === null ? "A draw." : view.won ? "The side below has won." : "The side above has won.") : null,
        button("Other replays", () => this.table.go("replays"), { "data-id": "others", class: "quiet" }))));
    fit(this.table.parts.main);
    refocus(this.table.parts.main, focus);
  }

  parts({ view, names }, controls) {
    const { board } = this;
    const { me, foe } = view;
    board.message = { view: { ...view, moves: [], choice: null, yours: false }, phase: "play", opponent: names[1], own: names[0], lines: [] };
    return [this.openHand(foe), board.person(foe, "foe"), board.row(foe, "foe"), controls, board.row(me, "me"), board.person(me, "me"), this.openHand(me)];
  }

  locmParts({ view, opponent }, controls) {
    const { locm } = this;
    locm.message = { view, phase: "over", opponent };
    return [locm.hand(view.foe, "foe"), locm.person(view.foe, "foe"), locm.lanes(), controls, locm.person(view.me, "me"), locm.hand(view.me, "me")];
  }

  openHand(one) {
    const { cards } = this.step.view;
    return h("section", { class: "hand small", style: `--n: ${one.hand.length}` }, one.hand.map((held, i) => held.key && cardButton(cards[held.key], held, { "data-id": `shown-${i}`, ...this.board.reads(held.key) })));
  }

  key(event) {
    if (!this.step || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
    this.go(this.step.step + (event.key === "ArrowRight" ? 1 : -1));
    return true;
  }
}
