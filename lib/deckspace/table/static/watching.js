// A replay: a whole game, by itself at a speed that can be chosen, or step by step in both directions.

/** Return what was packed: JSON as gzip in base64. */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

class Watching {
  /** Make the part of a page that shows replays; `buttons` returns what else can be done with one. */
  constructor(page, buttons = () => []) {
    this.page = page;
    this.buttons = buttons;
    this.board = new Board(page);
    this.locm = new Locm(page);
    this.board.open = this.locm.open = true; // both hands are shown as cards
  }

  /** Show a packed game from a step on; `link` is what leads to it in an address, null if nothing does. */
  async open(packed, step, link) {
    this.close();
    this.packed = packed;
    const game = await unpacked(packed);
    if (this.packed !== packed) return; // another page is shown by now
    Object.assign(this, { game, link, steps: game.views.length - 1, step: null });
    this.build();
    this.go(step);
  }

  close() {
    this.packed = null;
    clearTimeout(this.timer);
  }

  // --- What stays through the game ---

  build() {
    const { game, steps } = this;
    this.playing = false;
    this.lines = game.lines.map((line, step) => h("button", { type: "button", class: `line ${line.who}`, tabindex: "-1", "data-id": `line-${step}`, onclick: () => this.jump(step) }, linesOf(line)));
    this.slider = h("input", { type: "range", min: 0, max: steps, "data-id": "slider", "aria-label": "step", oninput: (event) => this.jump(Number(event.target.value)) });
    this.player = button("", () => this.play(!this.playing), { class: "lit end", "data-id": "play-pause" });
    this.where = h("span", { class: "where" });
    const to = (text, step, id, name) => button(text, () => this.jump(step()), { "data-id": id, "aria-label": name, title: name });
    this.middle = h("section", { class: "middle", "aria-label": "steps" },
      h("div", { class: "steps" }, to("«", () => 0, "first", "to the beginning"), to("‹", () => this.step - 1, "back", "one step back"), this.player,
        to("›", () => this.step + 1, "forward", "one step forwards"), to("»", () => steps, "last", "to the end")),
      h("div", { class: "timeline" }, this.curve(), this.slider), this.where);
    this.log = h("div", { class: "log", role: "group", "aria-label": "log of the game" }, this.lines);
    this.more = h("div");
    this.stage = h("div", { class: `play replay ${game.game}` }, this.middle);
    this.page.parts.main.replaceChildren(h("div", { class: "match" }, this.stage, h("aside", {},
      h("div", { class: "reading", tabindex: "0", role: "region", "aria-label": "the card that is pointed at" }, explanation(null, (game.game === "locm" ? this.locm : this.board).marks)), this.log, this.more,
      h("details", { class: "faint small" }, h("summary", {}, "About this game and the curve"), h("p", {}, game.about), h("p", {}, game.judged)), this.page.settingsPart("Speed:"),
      h("div", { class: "below" }, this.link === null ? null : button("Copy a link to this step", () => this.copyLink(), { "data-id": "copy-link" }), this.buttons()))));
    this.drawPlayer();
  }

  /** Return the chances over the game as a curve, with the area below it. */
  curve() {
    const { chances } = this.game;
    if (!chances.length) return null;
    const line = chances.map(([step, chance]) => `${step} ${Math.round(1000 - 1000 * chance)}`).join("L");
    const [last] = chances[chances.length - 1];
    return svg(`0 0 ${this.steps} 1000`, `<path class="area" d="M0 1000L${line}L${last} 1000Z"/><path class="even" d="M0 500H${this.steps}"/><path class="chances" d="M${line}"/>`, "curve-of-chances", "none");
  }

  /** Return the chance that was found last before a step, null if there is none. */
  chance() {
    const found = this.game.chances.filter(([step]) => step <= this.step);
    return found.length ? found[found.length - 1][1] : null;
  }

  // --- Steps ---

  /** Go to a step that was asked for, where the game then stands. */
  jump(step) {
    this.play(false);
    this.go(step);
  }

  go(step) {
    const to = Math.max(0, Math.min(this.steps, Math.trunc(step) || 0));
    const { page } = this;
    const follows = to === this.step + 1;
    if (to === this.step) return;
    if (follows) page.motion.before(page.parts.main, null);
    this.step = to;
    const line = this.game.lines[to];
    this.draw(follows ? [line] : []);
    if (follows) page.motion.after(page.parts.main, { lines: [line] });
    page.parts.spoken.textContent = line.text;
  }

  /** Play on from here, or from the beginning if the game is over; or pause. */
  play(on) {
    if (on && this.step === this.steps) this.go(0);
    clearTimeout(this.timer);
    this.playing = on;
    this.drawPlayer();
    if (on) this.timer = setTimeout(() => this.next(), this.page.pace());
  }

  next() {
    this.go(this.step + 1);
    this.play(this.step < this.steps);
  }

  // --- Drawing ---

  get view() {
    return { ...this.game.views[this.step], cards: this.game.cards };
  }

  draw(lines) {
    const { view, stage, middle } = this;
    const { main } = this.page.parts;
    const focus = focused();
    const parts = this.game.game === "locm" ? this.locmParts(view, lines) : this.parts(view, lines);
    for (const each of [...stage.children]) if (each !== middle) each.remove();
    middle.before(...parts.slice(0, 3));
    middle.after(...parts.slice(3).filter(Boolean));
    fit(stage);
    this.drawStep(view);
    refocus(main, focus);
  }

  parts(view, lines) {
    const { board, game } = this;
    const { me, foe } = view;
    board.message = { view: { ...view, moves: [], choice: null, yours: false }, phase: "play", opponent: game.names[1], own: game.names[0], lines };
    return [this.openHand(foe, "foe"), board.person(foe, "foe"), board.row(foe, "foe"), board.row(me, "me"), board.person(me, "me"), this.openHand(me, "me"), board.played()];
  }

  locmParts(view, lines) {
    const { locm } = this;
    locm.message = { view, phase: "over", opponent: this.game.names[1], lines };
    return [locm.hand(view.foe, "foe"), locm.person(view.foe, "foe"), locm.lanes(), locm.person(view.me, "me"), locm.hand(view.me, "me"), locm.played()];
  }

  openHand(one, who) {
    const { cards } = this.game;
    const copies = {};
    return h("section", { class: "hand small", "aria-label": who === "me" ? "the hand below" : "the hand above", style: `--n: ${one.hand.length}` }, one.hand.map((held, i) => {
      copies[held.key] = (copies[held.key] || 0) + 1;
      return cardButton(cards[held.key], held, { "data-id": `${who}-shown-${i}`, "data-piece": `${who}-hand:${held.key}:${copies[held.key]}`, ...this.board.reads(held.key) });
    }));
  }

  /** Mark the step in the log and on the curve, and say where the game stands. */
  drawStep(view) {
    const { step, steps, lines, log } = this;
    const [name] = this.game.names;
    const turn = this.game.game === "locm" ? view.turn : Math.ceil(view.turn / 2);
    const at = turn ? `turn ${turn}` : "mulligan";
    const chance = this.chance();
    const stands = view.over ? this.result(view) : chance === null ? "" : `${name}: ${Math.round(100 * chance)} %`;
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", `${step} of ${steps}, ${at}. ${stands}`);
    this.where.replaceChildren(h("span", {}, `${at} · ${step} of ${steps}`), h("strong", {}, stands));
    for (const each of log.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current"), each.setAttribute("tabindex", "-1");
    lines[step].setAttribute("aria-current", "step");
    lines[step].setAttribute("tabindex", "0");
    log.scrollTop = lines[step].offsetTop - (log.clientHeight - lines[step].offsetHeight) / 2;
    this.more.textContent = view.choice ? `To choose from: ${view.choice.map((key) => view.cards[key].name).join(", ")}` : "";
  }

  result({ won }) {
    if (won === null) return "A draw.";
    const winner = this.game.names[won ? 0 : 1];
    return `${winner} ${winner === "You" ? "have" : "has"} won.`;
  }

  drawPlayer() {
    this.player.textContent = this.playing ? "❚❚ Pause" : "▶ Play";
  }

  // --- Links and keys ---

  /** Return the address of this step. */
  address() {
    return `${location.href.split("#")[0]}#${this.link}step=${this.step}`;
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(this.address());
      this.page.say(`The link to step ${this.step} is copied.`);
    } catch { // a browser that does not let pages copy
      this.page.say(this.address());
    }
  }

  key({ key, target }) {
    if (!this.packed || !this.middle) return false;
    if (key === " " && !target.closest(".middle button, aside button")) this.play(!this.playing);
    else if (key === "ArrowLeft" || key === "ArrowRight") this.jump(this.step + (key === "ArrowRight" ? 1 : -1));
    else return false;
    return true;
  }
}
