// The pointer: a card of the hand that it points at is shown enlarged; a card, a minion, the hero or the hero power is
// dragged to where it shall go, with an arrow to its target.

const FAR = 8; // pixels that a pointer moves before a click becomes a drag
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

class Drag {
  constructor(table) {
    this.table = table;
    table.root.addEventListener("pointerdown", (event) => this.down(event));
    table.root.addEventListener("click", (event) => this.click(event), true);
    table.root.addEventListener("mousemove", (event) => event.buttons || this.enlarge(event.target));
    table.root.addEventListener("mouseleave", () => this.enlarge(table.root));
    table.root.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.enlarge(target));
  }

  /** After a click with the mouse the board has the focus, so that no key presses the clicked button again. */
  click(event) {
    if (this.swallow) event.stopPropagation();
    else if (event.pointerType === "mouse" && event.target.closest(".match button")) this.table.root.focus({ preventScroll: true });
  }

  /** Show an enlarged copy of a card of the hand until something else is pointed at, or the board is drawn again. */
  enlarge(target) {
    const card = target.closest(".hand:not(.draft, .small) > .card:not(.picked)");
    if (card === this.enlarged) return;
    this.enlarged = card;
    this.large?.remove();
    if (!card) return;
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

  get board() {
    return { match: this.table.board, "locm-match": this.table.locm }[this.table.where];
  }

  down(event) {
    const source = event.target.closest(".hand .lit, .me .lit");
    if (event.button || !source || !this.board) return;
    const start = { id: source.dataset.id, x: event.clientX, y: event.clientY, box: source.getBoundingClientRect() };
    if (event.target.hasPointerCapture && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    const move = (next) => this.move(next, start);
    const end = (next) => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
      if (start.drags) this.drop(next, next.type === "pointerup");
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
  }

  move(event, start) {
    if (!start.drags && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR) {
      start.drags = this.board && this.board.grab(start.id);
      if (start.drags) this.arrow = this.table.root.appendChild(h("div", { class: "arrow", "aria-hidden": "true" }));
    }
    if (start.drags) this.point(start.box, event);
  }

  /** Draw the arrow from the middle of a box to the pointer. */
  point(box, { clientX, clientY }) {
    const root = this.table.root.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - root.left, box.top + box.height / 2 - root.top];
    const [dx, dy] = [clientX - root.left - x, clientY - root.top - y];
    this.arrow.style.cssText = `left: ${x}px; top: ${y}px; width: ${Math.hypot(dx, dy)}px; transform: rotate(${Math.atan2(dy, dx)}rad)`;
  }

  drop({ clientX, clientY }, isDropped) {
    this.arrow.remove();
    const under = isDropped && document.elementFromPoint(clientX, clientY);
    const target = under && under.closest(".target");
    if (target) target.click();
    else if (!under || !this.table.root.contains(under) || !this.board.put(under, clientX)) this.board.cancel();
    this.swallow = true; // the click that follows
    setTimeout(() => { this.swallow = false; }, 0);
  }
}
