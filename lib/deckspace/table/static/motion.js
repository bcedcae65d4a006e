// Movements on the board: what an answer has changed is shown by moving it from where it was.

const QUICK = 200; // milliseconds
const SHOWN_FOR = 600; // of a number of damage, and of the opponent's card

class Motion {
  constructor(table) {
    this.table = table;
    this.was = new Map();
  }

  get on() {
    return setting("motion", "on") === "on" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  pieces(main) {
    return new Map([...main.querySelectorAll("[data-piece]")].map((element) => [element.dataset.piece, {
      element, box: element.getBoundingClientRect(), health: Number(element.dataset.health), size: getComputedStyle(element).fontSize }]));
  }

  /** Remember where everything is, before the page is drawn again. */
  before(main, view) {
    this.waited = Boolean(view && !view.yours);
    this.was = this.on ? this.pieces(main) : new Map();
  }

  /** Show what has changed; in another game than before, only end what still moves. */
  after(main, message) {
    this.root = main.parentNode;
    const { number, game } = message;
    const begins = message.fresh || number !== this.number || game !== this.game;
    Object.assign(this, { number, game });
    if (begins) for (const each of this.root.querySelectorAll(":scope > :is(.rise, .ghost)")) each.remove();
    if (begins || !this.was.size || !this.on) return;
    const now = this.pieces(main);
    const [line] = message.lines.slice(-1);
    for (const [name, piece] of now) {
      const old = this.was.get(name);
      if (!old) this.arrive(main, piece);
      else this.change(old, piece);
    }
    for (const [name, old] of this.was) if (!now.has(name)) this.leave(old);
    if (this.waited && message.view && message.view.yours) this.rise(main.querySelector(".play").getBoundingClientRect(), "Your turn", "banner");
    if (line && line.attacker !== null && line.attacker !== undefined) this.lunge(line, now);
  }

  /** A piece that stays: it moves to its new place, and a change of its health rises from it. */
  change(old, { element, box, health }) {
    const [x, y] = [old.box.left - box.left, old.box.top - box.top];
    if (Math.abs(x) + Math.abs(y) > 2) element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: QUICK, easing: "ease-out" });
    if (health === old.health || Number.isNaN(health)) return;
    const by = health - old.health;
    this.rise(element.querySelector(".portrait, .art").getBoundingClientRect(), by > 0 ? `+${by}` : `−${-by}`, by > 0 ? "healed" : "hurt");
    if (by < 0) element.animate([{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "0" }], { duration: QUICK });
    this.table.sounds.play(by > 0 ? "heal" : "hit");
  }

  /** A new piece: a card comes from the deck, a minion comes down on the board. */
  arrive(main, { element, box }) {
    const who = element.dataset.piece.startsWith("foe") ? "foe" : "me";
    const deck = element.classList.contains("card") && main.querySelector(`[data-pile="${who}-deck"]`);
    const from = deck ? deck.getBoundingClientRect() : null;
    const start = from ? `translate(${from.left - box.left}px, ${from.top - box.top}px) scale(.3)` : "translateY(-14px) scale(1.25)";
    element.animate([{ transform: start, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 250, easing: "ease-out" });
    this.table.sounds.play(deck ? "draw" : "land");
  }

  /** A piece that is gone: its picture fades where it was. */
  leave(old) {
    const ghost = this.ghost(old.element, old.box, old.size);
    ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.7) rotate(4deg)", filter: "grayscale(1)" }], { duration: 250 }).onfinish = () => ghost.remove();
    Object.assign(old, { element: ghost });
  }

  /** An attacker jumps at its target and back. */
  lunge(line, now) {
    const at = (place) => [...now.values(), ...this.was.values()].find((each) => each.element.dataset.place === String(place));
    const [attacker, target] = [at(line.attacker), at(line.target)];
    if (!attacker || !target) return;
    const [x, y] = [target.box.left - attacker.box.left, target.box.top - attacker.box.top].map((each) => each * 0.8);
    attacker.element.style.zIndex = 9;
    attacker.element.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, offset: 0.45 }, { transform: "none" }], { duration: 250, easing: "ease-in" })
      .onfinish = () => { attacker.element.style.zIndex = ""; };
  }

  /** Show a text over a box for a moment. */
  rise(box, text, className) {
    const number = this.place(h("div", { class: `rise ${className}`, "aria-hidden": "true" }, text), box);
    number.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(-18px)" }], { duration: 250, delay: SHOWN_FOR }).onfinish = () => number.remove();
  }

  ghost(element, box, size) {
    for (const name of ["data-id", "data-piece"]) element.removeAttribute(name);
    element.classList.add("ghost");
    element.inert = true;
    element.style.fontSize = size;
    return this.place(element, box);
  }

  place(element, box) {
    const root = this.root.getBoundingClientRect();
    Object.assign(element.style, { position: "absolute", left: `${box.left - root.left}px`, top: `${box.top - root.top}px`, width: `${box.width}px`, height: `${box.height}px`, margin: 0 });
    this.root.append(element);
    return element;
  }
}
