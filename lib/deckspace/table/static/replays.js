// The list of replays: finished games, and any replay from a file. One is watched by watching.js.

const MOST_BYTES = 2e6; // more would break the connection instead of getting an answer

class Replays {
  constructor(table) {
    this.table = table;
    this.asked = { name: null, step: 0 }; // the name of a replay, null if nothing leads to it, and where it begins
  }

  // --- The list ---

  open(message) {
    this.message = message;
    this.draw();
  }

  draw() {
    const file = h("input", { type: "file", accept: ".json,application/json", "data-id": "file", onchange: async (event) => {
      const [chosen] = event.target.files;
      if (chosen && chosen.size > MOST_BYTES) this.table.say(`“${chosen.name}” is too large for a replay, which has at most two million characters.`);
      else if (chosen) this.read(await chosen.text());
    } });
    const text = h("textarea", { rows: 2, "data-id": "replay-text", placeholder: "or the text of a replay", maxlength: MOST_BYTES });
    this.table.parts.main.replaceChildren(h("div", { class: "lobby" }, h("h2", {}, "Replays"),
      h("p", {}, "A replay consists of the seed and the actions of a game. Open one from a file or as text, or watch a game that was played here, by itself or step by step in both directions."),
      h("div", { class: "form" }, h("label", { class: "field" }, h("span", {}, "File"), file), h("label", { class: "field" }, h("span", {}, "Text"), text),
        button("Open the text", () => this.read(text.value), { "data-id": "open-text" })),
      this.message.papers.length ? [h("h2", {}, "From the papers"), h("ul", { class: "matches" }, this.message.papers.map((one) => h("li", {},
        button(`${one.title}: ${one.first} against ${one.second} (${one.chosen})`, () => this.watch(one.name), { class: "quiet", "data-id": `paper-${one.name}` }))))] : null,
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
    return this.entry(one, one.heroes[one.game].map(capital).join(" against "), `${one.number}/${one.game}`, `watch-${one.number}-${one.game}`);
  }

  legends(one) {
    return this.entry(one, `LoCM ${one.version}`, one.number, `watch-${one.number}`);
  }

  entry(one, what, name, id) {
    const how = { me: "won", foe: "lost", nobody: "drawn" }[one.winner];
    return button(`${one.begun} · ${one.opponent} · ${what} · ${how}`, () => this.watch(name), { class: "quiet", "data-id": id });
  }

  // --- One replay ---

  /** Ask for a replay by its name: of a game from the papers, "NUMBER/GAME" of a match, or the number of a game of LoCM. */
  watch(name, step = 0) {
    const [number, game] = name.split("/");
    this.asked = { name, step };
    if (name.startsWith("locm-")) this.table.ask({ type: "locm_watch", number });
    else if (game) this.table.ask({ type: "watch", number, game: Number(game), text: null });
    else this.table.ask({ type: "watch_paper", name });
  }

  read(text) {
    this.asked = { name: null, step: 0 };
    this.table.ask({ type: "watch", number: null, game: null, text });
  }

  show({ packed }) {
    const { name, step } = this.asked;
    this.table.watching.open(packed, step, name && `replay=${encodeURIComponent(name)}&`);
  }

  /** Return the name and the step of the replay that the page's address names, which then no longer does. */
  linked() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (!given.has("replay")) return null;
    history.replaceState(history.state, "", location.pathname + location.search);
    return [given.get("replay"), Number(given.get("step"))];
  }

  buttons() {
    return [button("Save as a page", () => this.table.ask({ type: "save_replay" }), { "data-id": "save-page", title: "one file that plays anywhere, without a server" }),
      button("Other replays", () => this.table.go("replays"), { "data-id": "others" })];
  }
}

/** Let the browser save a text as a file. */
function download(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/html" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
