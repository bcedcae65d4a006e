// Parts of the page: elements, and cards as buttons.

/** Create an element: h("button", {class: "lit", onclick: f}, "text", other, ...). */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const button = (text, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, text);

/** Return the id of the focused element; restore the focus after the page has been redrawn. */
const focused = () => (document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.id : null);
function refocus(main, id) {
  const again = id && main.querySelector(`[data-id="${id}"]`);
  if (again) again.focus({ preventScroll: true });
}

/** Move the focus to the next matching element. */
function walk(main, what, step) {
  const lit = [...main.querySelectorAll(what)];
  if (!lit.length) return;
  const now = lit.indexOf(document.activeElement);
  lit[(now + step + lit.length) % lit.length].focus();
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
const plural = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

const BODIES = ["MINION", "WEAPON", "CREATURE"]; // types of cards with attack and health

/** Return the kind of a card: "4 mana 3/5 minion (Beast)". */
function kindOf(card) {
  const figures = BODIES.includes(card.type) ? ` ${card.attack}/${card.health}` : "";
  const race = card.race ? ` (${capital(card.race)})` : "";
  return `${card.cost} mana${figures} ${card.type.toLowerCase().replace("_", " ")}${race}`;
}

/** Return what a card's numbers and name do not show: that it is a weapon or an item, or a minion's race; "" for others. */
function signOf(card) {
  const type = capital(card.type.replace("_", " "));
  if (card.type === "WEAPON" || card.type.endsWith("ITEM")) return card.name.startsWith(type) ? "" : type;
  return card.race ? capital(card.race) : "";
}

/** Return the full description of a card, for the panel next to the board. */
function explanation(card) {
  if (!card) return h("p", { class: "faint" }, "Point at a card, or move to it with Tab, to read it.");
  // Basic cards are "FREE" in the tables, which could be mistaken for a cost.
  const rarity = card.rarity ? `, ${card.rarity === "FREE" ? "basic" : card.rarity.toLowerCase()}` : "";
  return h(
    "div",
    {},
    h("strong", {}, card.name),
    h("div", { class: "faint" }, kindOf(card) + rarity),
    h("p", {}, card.text || "No further effect."),
  );
}

/** Return a card as a button; `now` holds its differences from the printed card. */
function cardButton(card, now, attributes) {
  const cost = now.cost === null || now.cost === undefined ? card.cost : now.cost;
  const changed = cost < card.cost ? " cheaper" : cost > card.cost ? " costlier" : "";
  const body = BODIES.includes(card.type);
  const attack = card.attack + (now.attack || 0);
  const health = card.health + (now.health || 0);
  const text = now.parts ? `${card.text} (${now.parts.join(" and ")})` : card.text;
  return h(
    "button",
    { type: "button", title: `${card.name}: ${kindOf(card)}. ${text}`, ...attributes, class: `card ${attributes.class || ""}` },
    h("span", { class: `cost${changed}` }, String(cost)),
    h("span", { class: "name" }, card.name),
    signOf(card) && h("span", { class: "kind" }, signOf(card)),
    h("span", { class: "text" }, text),
    body && h("span", { class: "attack" }, String(attack)),
    body && h("span", { class: "health" }, String(health)),
  );
}

/** What the boards of both games share: a game in progress, and a panel with the explained card, the log and the thoughts. */
class Play {
  constructor(table) {
    this.table = table;
    this.sure = false;
    this.refused();
  }

  get view() {
    return this.message.view;
  }

  show(message) {
    this.message = message;
    this.refused();
    this.draw();
  }

  draw() {
    const focus = focused();
    const { main } = this.table.parts;
    main.replaceChildren(h("div", { class: "match" }, this.mainPart(), this.sidePart()));
    const log = main.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
    refocus(main, focus);
  }

  /** Return handlers that explain a card when it is pointed at or focused. */
  reads(card) {
    const read = () => {
      const panel = this.table.parts.main.querySelector(".reading");
      if (panel) panel.replaceChildren(explanation(card));
    };
    return { onmouseenter: read, onfocus: read };
  }

  /** Return the panel beside the board; `deck`, if given, stands in place of the log. */
  aside(card, playing, about, deck = null) {
    const { table } = this;
    return h("aside", {}, h("div", { class: "reading" }, explanation(card)),
      deck || h("div", { class: "log", tabindex: "0", "aria-label": "log of the game", role: "log" }, table.lines.map(logLine)),
      table.thoughtsPart(),
      h("div", { class: "below" }, table.thinksBox(),
        playing && button(this.sure ? "Really concede?" : "Concede", () => this.concede(), { "data-id": "concede", class: "quiet" })),
      h("div", { class: "faint small" }, `${about}. `, table.timing()));
  }

  /** Concede at the second click. */
  concede() {
    if (this.sure) {
      this.sure = false;
      return this.table.ask({ type: this.conceding });
    }
    this.sure = true;
    setTimeout(() => { this.sure = false; }, 4000);
    this.draw();
  }

  /** Handle a key that means the same in both games; return whether it was one. */
  key({ key }) {
    if (key === "Escape") this.cancel();
    else if (key === "e" || key === "E") this.endTurn();
    else if (key === "ArrowLeft" || key === "ArrowRight") walk(this.table.parts.main, this.next, key === "ArrowRight" ? 1 : -1);
    else return false;
    return true;
  }
}

function logLine(line) {
  return h("div", { class: `line ${line.who}` }, h("div", {}, line.text), line.then.map((each) => h("div", { class: "then" }, each)));
}
