// Drawings, all made here: signs, pictures of cards, portraits of heroes. A path that begins with "~" is a line.

const SIGNS = {
  anchor: "~M12 7V21M12 3a2 2 0 1 0 .01 0M7 10H17M4 14C5 19 8 21 12 21C16 21 19 19 20 14",
  arrow: "M3 9H12V4L21 12L12 20V15H3Z",
  axe: "M11 2H13V22H11ZM14 3C19 3 21 7 21 10C21 12 19 14 14 13ZM10 3C5 3 3 7 3 10C3 12 5 14 10 13Z",
  bird: "M2 13C6 11 9 6 14 6C17 6 18 8 18 10L22 11L18 13C17 18 12 20 7 20C9 18 9 16 8 14C6 15 4 14 2 13Z",
  bolt: "M13 1L4 14H11L9 23L20 9H13Z",
  bow: "~M6 2C16 4 20 12 18 22M6 2L18 22M3 20L16 8M16 13V8H11",
  bust: "M12 3a4.5 4.5 0 1 0 .01 0ZM3 22C3 16 7 13.5 12 13.5C17 13.5 21 16 21 22Z",
  cards: "M3 5L13 2L15 9V20H4ZM16 5H21V21H16Z",
  cross: "M10 2H14V8H20V12H14V22H10V12H4V8H10Z",
  crown: "M3 20V8L8 12L12 4L16 12L21 8V20Z",
  dagger: "M12 1L15 13H13.5V15H17V17.5H13.5V23H10.5V17.5H7V15H10.5V13H9Z",
  drop: "M12 2C12 2 4 12 4 16A8 7 0 0 0 20 16C20 12 12 2 12 2Z",
  eye: "M1 12C6 4 18 4 23 12C18 20 6 20 1 12ZM12 8a4 4 0 1 0 .01 0Z",
  fish: "M2 12C6 5 13 5 17 10L22 6V18L17 14C13 19 6 19 2 12ZM7 10a1.3 1.3 0 1 0 .01 0Z",
  flame: "M12 1C14 6 19 9 19 15A7 7 0 0 1 5 15C5 11 8 10 8 6C10 7 11 9 11 11C13 9 13 4 12 1Z",
  flask: "M9 1H15V3H14V9L20 19C21 21 20 23 18 23H6C4 23 3 21 4 19L10 9V3H9ZM8 16H16L12.5 10H11.5Z",
  gear: "M9.5 2h5l.7 3 2.6 1.5 3-1 2.4 4.2-2.3 2.1v.4l2.3 2.1-2.4 4.2-3-1-2.6 1.5-.7 3h-5l-.7-3-2.6-1.5-3 1L.8 14.3l2.3-2.1v-.4L.8 9.7 3.2 5.5l3 1L8.8 5zM12 8.5a3.5 3.5 0 1 0 .01 0Z",
  hammer: "M5 3H19V10H14V22H10V10H5Z",
  hat: "M12 1L17 14C20 14.5 22 15.5 22 16.5C22 18 17 19 12 19C7 19 2 18 2 16.5C2 15.5 4 14.5 7 14Z",
  heart: "M12 21C5 16 2 12 2 8A5 5 0 0 1 12 6A5 5 0 0 1 22 8C22 12 19 16 12 21Z",
  helm: "M12 2C7 2 4 6 4 11V20L9 22V14H7V11H17V14H15V22L20 20V11C20 6 17 2 12 2Z",
  hood: "M12 1C6 4 4 10 4 15C4 19 6 22 8 23H16C18 22 20 19 20 15C20 10 18 4 12 1ZM12 8C15 8 16.5 11 16 14C15.5 17 14 18.5 12 18.5C10 18.5 8.5 17 8 14C7.5 11 9 8 12 8Z",
  horns: "M3 2C3 8 6 10 8 10C9 8 15 8 16 10C18 10 21 8 21 2C23 8 21 13 18 14C18 19 15 22 12 22C9 22 6 19 6 14C3 13 1 8 3 2ZM9 14L11 16L8.5 16.5ZM15 14L13 16L15.5 16.5Z",
  leaf: "M4 21C3 10 9 3 21 3C21 15 14 21 7 18L15 9L5.5 19.5Z",
  mute: "~M4 5H20V16H12L8 20V16H4ZM9 8L15 13M15 8L9 13",
  no: "~M12 4a8 8 0 1 0 .01 0M12 1V7M12 17V23M1 12H7M17 12H23M5 19L19 5",
  paw: "M12 12C8 12 5 16 6 19C7 22 10 20 12 20C14 20 17 22 18 19C19 16 16 12 12 12ZM5 8a2.2 2.6 0 1 0 .01 0M10 3a2.2 2.8 0 1 0 .01 0M15 3a2.2 2.8 0 1 0 .01 0M20 8a2.2 2.6 0 1 0 .01 0",
  peace: "~M4 20L16 8M16 8V3H21V8H16M3 15L9 21M3 3L21 21",
  ring: "~M12 3a9 9 0 1 0 .01 0M12 7a5 5 0 1 0 .01 0",
  secret: "~M8 8A4 4 0 1 1 12.5 12C12 13 12 14 12 15M12 19V20",
  shield: "M12 2L21 5V11C21 17 17 21 12 23C7 21 3 17 3 11V5Z",
  skull: "M12 2C6.5 2 3 5.8 3 10.5C3 13.6 4.6 16 7 17.3V21H17V17.3C19.4 16 21 13.6 21 10.5C21 5.8 17.5 2 12 2ZM8.5 9a2.2 2.2 0 1 0 .01 0ZM15.5 9a2.2 2.2 0 1 0 .01 0ZM12 13L10.8 15.5H13.2Z",
  sleep: "~M4 6H11L4 14H11M14 12H20L14 19H20",
  snow: "~M12 2V22M3.3 7L20.7 17M20.7 7L3.3 17M9 3L12 6L15 3M9 21L12 18L15 21",
  spark: "M12 1L14.5 9.5L23 12L14.5 14.5L12 23L9.5 14.5L1 12L9.5 9.5Z",
  star: "M12 1L15 8L23 8.8L17 14.1L18.8 22L12 18L5.2 22L7 14.1L1 8.8L9 8Z",
  sword: "M20 2L22 4L12 14.5L14 16.5L12.5 18L10 15.5L5 21L3 19L8.5 14L6 11.5L7.5 10L9.5 12Z",
  through: "~M2 12H20M15 7L21 12L15 17M9 3V8M9 16V21",
  totem: "M8 1H16V5H20V9H16V13H19V17H16V23H8V17H5V13H8V9H4V5H8ZM10 5h1v2h-1ZM13 5h1v2h-1Z",
  veil: "~M2 12C6 5 18 5 22 12C18 19 6 19 2 12ZM12 9a3 3 0 1 0 .01 0M4 20L20 4",
  wave: "~M12 9a3 3 0 1 0 .01 0M6 5a9.5 9.5 0 0 0 0 14M18 5a9.5 9.5 0 0 1 0 14",
  wind: "~M2 8H15A3 3 0 1 0 12 5M2 12H19A3 3 0 1 1 16 15M2 16H10A3 3 0 1 1 7 19",
  wing: "M2 20C3 9 10 3 22 3C18 6 18 8 19 11C15 10 14 12 14 15C11 13 9 14 8 18C6 17 4 18 2 20Z",
};

const RACES = { BEAST: "paw", DEMON: "horns", DRAGON: "wing", ELEMENTAL: "drop", MECHANICAL: "gear", MURLOC: "fish", PIRATE: "anchor", TOTEM: "totem" };
const CLASSES = { // colour, emblem, headgear
  NEUTRAL: ["#75664d", "star", "bust"], DRUID: ["#7a4b22", "leaf", "horns"], HUNTER: ["#2f6b34", "bow", "hood"], MAGE: ["#2c62a3", "spark", "hat"],
  PALADIN: ["#8f6a10", "hammer", "helm"], PRIEST: ["#66707f", "cross", "hood"], ROGUE: ["#45434f", "dagger", "hood"], SHAMAN: ["#1f4f8c", "bolt", "bust"],
  WARLOCK: ["#653682", "eye", "horns"], WARRIOR: ["#963229", "axe", "helm"],
  CREATURE: ["#77572f", "bust", "bust"], "GREEN ITEM": ["#226b38", "flask", "bust"], "RED ITEM": ["#9c2f2a", "hammer", "bust"], "BLUE ITEM": ["#2a5aa0", "flask", "bust"],
};
const TYPES_OF_CARDS = { SPELL: "spark", WEAPON: "sword", HERO_POWER: "bolt", HERO: "helm", MINION: "bust", CREATURE: "bust", "GREEN ITEM": "flask", "RED ITEM": "hammer", "BLUE ITEM": "flask" };
const SUBJECTS = [["Secret:", "secret"], ["Destroy", "skull"], ["Freeze", "snow"], ["Summon", "totem"], ["damage", "flame"], ["Restore", "heart"], ["Draw", "cards"], ["Armor", "shield"], ["Attack", "sword"]];
const FIGURES = ["helm", "hood", "hat", "bust", "bird", "crown"];

const classOf = (card) => CLASSES[card.class] ? card.class : CLASSES[card.type] ? card.type : "NEUTRAL";

/** Return the markup of a sign in a box of 24 x 24. */
function path(name, attributes = "") {
  const d = SIGNS[name];
  const line = d.startsWith("~");
  return `<path d="${line ? d.slice(1) : d}" ${line ? 'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"' : 'fill="currentColor" fill-rule="evenodd"'} ${attributes}/>`;
}

const drawn = new Map(); // elements by their markup: a copy is faster than parsing

function svg(box, inner, className, fills = "xMidYMid slice") {
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" class="${className}" aria-hidden="true" preserveAspectRatio="${fills}">${inner}</svg>`;
  if (!drawn.has(markup)) {
    const holder = document.createElement("template");
    holder.innerHTML = markup;
    drawn.set(markup, holder.content.firstChild);
  }
  return drawn.get(markup).cloneNode(true);
}

/** Return a sign; with a `meaning` it is read aloud and shown when it is pointed at. */
const sign = (name, meaning, className = "") => h("span", { class: `sign ${className}`, title: meaning, role: meaning && "img", "aria-label": meaning }, svg("0 0 24 24", path(name), ""));

/** Return a number that depends on a text alone. */
const numberOf = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** Return what the picture of a card shows. */
function subject(card) {
  if (RACES[card.race]) return RACES[card.race];
  if (["MINION", "CREATURE"].includes(card.type)) return FIGURES[numberOf(card.name) % FIGURES.length];
  const found = SUBJECTS.find(([word]) => (card.text || "").includes(word));
  return card.type === "SPELL" && found ? found[1] : TYPES_OF_CARDS[card.type] || "star";
}

/** Return the picture of a card: a landscape of its own under the colour of its class, which fills any room, and in it its subject, whole in any room. */
function picture(card) {
  const n = numberOf(card.name);
  const [x, y, hill, far] = [15 + n % 70, 12 + (n >> 4) % 14, 38 + (n >> 7) % 14, 30 + (n >> 10) % 16];
  const [colour] = CLASSES[classOf(card)];
  const drawing = path(subject(card));
  return h("span", { class: "art" }, svg("0 0 100 64", `<rect width="100" height="64" fill="${colour}"/><rect width="100" height="64" fill="hsl(${n % 360} 60% 70%)" opacity=".38"/>
    <circle cx="${x}" cy="${y}" r="${6 + n % 5}" fill="#fff6d8" opacity=".8"/>
    <path d="M0 ${far}Q${20 + n % 30} ${far - 18} 50 ${far}T100 ${far - 6}V64H0Z" fill="${colour}" opacity=".75"/>
    <path d="M0 ${hill}Q25 ${hill - 12} 55 ${hill + 2}T100 ${hill - 4}V64H0Z" fill="#16211f" opacity=".55"/>`, ""),
    svg("0 0 25 26", `<g transform="translate(.6 1.3)" color="#10171a" opacity=".5">${drawing}</g>${drawing}`, "subject", "xMidYMid meet"));
}

/** Return the portrait of a hero of a class. */
function portrait(name) {
  const [colour, emblem, head] = CLASSES[name] || CLASSES.NEUTRAL;
  return svg("0 0 64 64", `<rect width="64" height="64" fill="${colour}"/><path d="M0 0H64V22Q32 44 0 22Z" fill="#fff" opacity=".16"/>
    <path d="M6 64C8 46 20 42 32 42C44 42 56 46 58 64Z" fill="#14201f" opacity=".7"/>
    <g transform="translate(14 10) scale(1.5)" color="#f6e8c8">${path(head)}</g>
    <g transform="translate(23 45) scale(.75)" color="#ffd978">${path(emblem)}</g>`, "portrait");
}
