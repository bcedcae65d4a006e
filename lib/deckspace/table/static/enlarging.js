// A card of the hand that is pointed at, by mouse or by keys, is shown enlarged where it hides neither heroes nor minions,
// unless the panel that explains it is beside the board.

const NARROW = 840; // pixels: in a wider table the panel is beside the board (table.css)
const LARGE = 250; // pixels: the height of an enlarged card, where there is room

/** Return left edge, width and height of the enlarged card: within the hand, or reaching above it beside the own hero. */
function placeOfLarge(card, hand, own) {
  const middle = card.left + card.width / 2;
  const [left, right] = [Math.min(...own.map((box) => box.left)), Math.max(...own.map((box) => box.right))];
  for (const height of [LARGE, Math.min(LARGE, hand.height)]) {
    const width = height * 0.72;
    const near = Math.max(hand.left, Math.min(middle - width / 2, hand.right - width));
    const isFree = (x) => x >= hand.left && x + width <= hand.right && (height <= hand.height || x + width < left || x > right);
    const x = [near, middle < (left + right) / 2 ? left - width - 6 : right + 6].find(isFree);
    if (x !== undefined) return [x, width, height];
  }
  return [card.left, card.width, card.height];
}

class Enlarging {
  constructor(root) {
    this.root = root;
    root.addEventListener("mousemove", (event) => event.buttons || this.enlarge(event.target));
    root.addEventListener("mouseleave", () => this.enlarge(root));
    root.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.enlarge(target));
  }

  /** Show an enlarged copy of a card of the hand until something else is pointed at, or the board is drawn again. */
  enlarge(target) {
    const card = target.closest(".hand:not(.draft, .small) > .card:not(.picked)");
    if (card === this.enlarged) return;
    this.enlarged = card;
    this.large?.remove();
    if (!card || this.root.clientWidth > NARROW) return;
    const play = card.closest(".play");
    const box = (each) => each.getBoundingClientRect();
    const [frame, hand] = [play, card.parentNode].map(box);
    const [x, width, height] = placeOfLarge(box(card), hand, [...play.querySelectorAll(".person.me > button")].map(box));
    if (width < 1.1 * box(card).width) return;
    const copy = card.cloneNode(true);
    for (const each of ["data-id", "data-piece"]) copy.removeAttribute(each);
    for (const each of copy.children) each.style.fontSize = "";
    copy.className = "card";
    this.large = h("div", { class: "large", inert: true, "aria-hidden": "true", style: `--w: ${width}px; --h: ${height}px; left: ${x - frame.left}px; bottom: ${frame.bottom - hand.bottom}px` }, copy);
    play.append(this.large);
    fit(this.large);
  }
}
