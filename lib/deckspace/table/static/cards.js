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

/** Return a button; the key that does the same, in brackets at the end of its text, is seen only where there are keys. */
function button(text, onclick, attributes = {}) {
  const [key = ""] = text.match(/ \((E|Esc|F|P|\?)\)$/) || [];
  return h("button", { type: "button", onclick, ...attributes }, text.slice(0, text.length - key.length), key && h("span", { class: "key" }, key));
}

/** Return a choice of [value, text] pairs, or of such pairs by group. */
function select(id, options, value, onchange) {
  const option = ([key, text]) => h("option", { value: key, selected: key === value }, text);
  return h("select", { "data-id": id, onchange: (event) => onchange(event.target.value) },
    Array.isArray(options) ? options.map(option) : Object.entries(options).map(([label, some]) => h("optgroup", { label }, some.map(option))));
}

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
// Basic cards are "FREE" in the tables, which could be mistaken for a cost.
const rarityOf = (card) => !card.rarity ? "" : card.rarity === "FREE" ? "basic" : card.rarity.toLowerCase();

/** Return the kind of a card: "4 mana 3/5 minion (Beast)". */
function kindOf(card) {
  const figures = BODIES.includes(card.type) ? ` ${card.attack}/${card.health}` : "";
  const race = card.race ? ` (${capital(card.race)})` : "";
  return `${card.cost} mana${figures} ${card.type.toLowerCase().replace("_", " ")}${race}`;
}

/** Return the words below a card's picture: a minion's race, or what else it is. */
const wordOf = (card) => card.race ? capital(card.race) : capital(card.type.replace("_", " "));

/** Return the full description of a card, for the panel next to the board; without a card, what the signs mean. */
function explanation(card, marks = []) {
  if (!card) return h("div", {}, h("p", { class: "faint" }, h("span", { class: "key" }, "Point at a card, or move to it with Tab, to read it."), h("span", { class: "touch" }, "Hold a card to read it.")), h("div", { class: "legend" }, marks.map(([what, meaning]) => h("span", {}, sign(what), ` ${meaning}`))));
  const rarity = rarityOf(card) && `, ${rarityOf(card)}`;
  return h("div", {}, h("div", { class: "shown" }, picture(card)),
    h("strong", {}, card.name), h("div", { class: "faint" }, kindOf(card) + rarity), h("p", {}, card.text || "No further effect."));
}

/** Return a card as an entry of a list of a deck's cards. */
const entryOf = ({ cost, name }, copies) => `${cost} · ${name}${copies > 1 ? ` ×${copies}` : ""}`;

/** Return the word for a number beside the printed one: "better", "worse", or "" for the same. */
const beside = (now, printed) => now > printed ? "better" : now < printed ? "worse" : "";
const figure = (what, now, change) => h("span", { class: `gem ${what} ${change}` }, String(now));

/** Return a card as a button; `now` holds its differences from the printed card. */
function cardButton(card, now, attributes) {
  const cost = now.cost === null || now.cost === undefined ? card.cost : now.cost;
  const body = BODIES.includes(card.type);
  const attack = card.attack + (now.attack || 0);
  const health = card.health + (now.health || 0);
  const text = now.parts ? `${card.text} (${now.parts.join(" and ")})` : card.text;
  return h("button", { type: "button", "aria-label": `${card.name}: ${kindOf({ ...card, cost, attack, health })}. ${text}`, ...attributes, class: `card ${attributes.class || ""}`, style: `--class: ${CLASSES[classOf(card)][0]}` },
    figure("cost", cost, beside(card.cost, cost)),
    h("span", { class: "name" }, card.name),
    picture(card),
    h("span", { class: "kind" }, sign(RACES[card.race] || TYPES_OF_CARDS[card.type] || "star"), h("span", {}, wordOf(card)), rarityOf(card) && h("i", { class: `rarity ${rarityOf(card)}`, title: rarityOf(card) })),
    h("span", { class: text.length < 60 ? "text brief" : "text" }, text),
    body && figure("attack", attack, beside(attack, card.attack)),
    body && figure("health", health, beside(health, card.health)));
}

/** Return a minion on the board as a button; `signs` are [name of a drawing, meaning] pairs, `changes` those of its numbers. */
function minionButton(card, minion, signs, changes, attributes) {
  const name = `${minion.name}, ${minion.attack}/${minion.health}${signs.map(([, meaning]) => `, ${meaning}`).join("")}`;
  return h("button", { type: "button", "aria-label": name, ...attributes, class: `minion ${attributes.class}`, style: `--class: ${CLASSES[classOf(card)][0]}` },
    picture(card), h("span", { class: "name" }, minion.name),
    h("span", { class: "signs" }, signs.map(([what, meaning]) => sign(what, meaning))),
    figure("attack", minion.attack, changes.attack), figure("health", minion.health, changes.health));
}

const READABLE = 7; // pixels
const fits = new Map(); // sizes and words found so far, by what was to fit where

/** Make the texts of cards as large as their cards allow, at most as large as the style says. A `title` has the whole of a shortened one. */
function fit(root) {
  const where = (text, whole) => `${text.className}|${text.clientWidth}|${text.parentNode.clientHeight}|${whole}`;
  const texts = [...root.querySelectorAll(".card > .text, .card > .name, .minion > .name")].map((text) => [text, text.title || text.textContent]);
  const places = texts.map(([text, whole]) => where(text, whole));
  texts.forEach(([text, whole], i) => fits.has(places[i]) || fits.set(places[i], fitted(text, whole)));
  texts.forEach(([text, whole], i) => {
    const [size, words] = fits.get(places[i]);
    Object.assign(text, { textContent: words, title: words === whole ? "" : whole });
    text.style.fontSize = size;
  });
}

/** Return the size at which a text fits, "" if it does as it is, and its words, without the last ones if all would not be READABLE. */
function fitted(text, whole) {
  text.textContent = whole;
  const tooLarge = () => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth + 1;
  if (!tooLarge()) return ["", whole];
  let size = parseFloat(getComputedStyle(text).fontSize);
  const least = text.className === "name" ? 3 : READABLE;
  while (size - 0.5 >= least && tooLarge()) text.style.fontSize = `${(size -= 0.5)}px`;
  const words = whole.split(" ");
  while (words.length > 1 && tooLarge()) {
    words.pop();
    text.textContent = `${words.join(" ")} …`;
  }
  return [`${size}px`, text.textContent];
}

const linesOf = (line) => [h("span", {}, line.text), line.then.map((each) => h("span", { class: "then" }, each))];
const logLine = (line) => h("div", { class: `line ${line.who}` }, linesOf(line));

/** Return the number of cards of each cost as bars; those of `top` or more share one. */
function curve(costs, top = 7) {
  const counts = [...Array(top + 1).keys()].map((cost) => costs.filter((each) => Math.min(each, top) === cost).length);
  const most = Math.max(1, ...counts);
  return h("div", { class: "curve", role: "img", "aria-label": `cards by cost: ${counts.map((n, cost) => `${n} of ${cost}`).join(", ")}` },
    counts.map((n, cost) => h("div", {}, n || "", h("i", { style: `height:${(34 * n) / most}px` }), cost < top || top > 7 ? String(cost) : `${cost}+`)));
}
