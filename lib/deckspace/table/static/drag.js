// Drag and drop: a card, a minion, the hero or the hero power is pulled to where it is wanted. A card that needs no target
// follows the pointer; from all else an arrow points to it.

const FAR = 8; // pixels that a pointer moves before a click becomes a drag

class Drag {
  constructor(table) {
    this.table = table;
    table.root.addEventListener("pointerdown", (event) => this.down(event));
    table.root.addEventListener("click", (event) => this.click(event), true);
  }

  /** After a click with the mouse the board has the focus, so that no key presses the clicked button again. */
  click(event) {
    if (this.swallow) event.stopPropagation();
    else if (event.pointerType === "mouse" && event.target.closest(".match button")) this.table.root.focus({ preventScroll: true });
  }

  get board() {
    return { match: this.table.board, "locm-match": this.table.locm }[this.table.where];
  }

  down(event) {
    const source = event.target.closest(".hand > .card, .me > :is(.minion, .hero, .power)");
    if (event.button || !source || !this.board) return;
    const start = { id: source.dataset.id, source, x: event.clientX, y: event.clientY, box: source.getBoundingClientRect() };
    if (event.target.hasPointerCapture && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    const move = (next) => this.move(next, start);
    const end = (next) => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
      if (start.drags) this.drop(next, next.type === "pointerup");
      else if (start.pulled && next.type === "pointerup") this.board?.explain(start.id);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
  }

  move(event, start) {
    if (!start.drags && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR) {
      const source = start.source.cloneNode(true);
      start.pulled = !start.source.matches(".lit");
      start.drags = !start.pulled && this.board && this.board.grab(start.id);
      if (start.drags) this.shown = this.table.root.appendChild(this.carries(start) ? this.carried(source, start.box) : h("div", { class: "arrow", "aria-hidden": "true" }));
    }
    if (start.drags) this.point(start.box, event);
  }

  /** Return whether a card follows the pointer: whether it needs no target but a place. */
  carries({ id }) {
    return id.startsWith("hand-") && !this.table.root.querySelector(".target:not(.gap)");
  }

  /** Return the copy of a card that follows the pointer. */
  carried(card, box) {
    const root = this.table.root.getBoundingClientRect();
    for (const each of ["data-id", "data-piece"]) card.removeAttribute(each);
    return h("div", { class: "carried", inert: true, "aria-hidden": "true", style: `--w: ${box.width}px; --h: ${box.height}px; left: ${box.left - root.left}px; top: ${box.top - root.top}px` }, card);
  }

  /** Draw the arrow from the middle of a box to the pointer, or the card below the pointer. */
  point(box, { clientX, clientY }) {
    const root = this.table.root.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - root.left, box.top + box.height / 2 - root.top];
    const [dx, dy] = [clientX - root.left - x, clientY - root.top - y];
    if (this.shown.matches(".carried")) this.shown.style.translate = `${dx}px ${dy}px`;
    else this.shown.style.cssText = `left: ${x}px; top: ${y}px; width: ${Math.hypot(dx, dy)}px; transform: rotate(${Math.atan2(dy, dx)}rad)`;
  }

  drop({ clientX, clientY }, isDropped) {
    this.shown.remove();
    const under = isDropped && document.elementFromPoint(clientX, clientY);
    const target = under && under.closest(".target");
    if (target) target.click();
    else if (!under || !this.table.root.contains(under) || !this.board.put(under, clientX)) this.board.dropped(under);
    this.swallow = true; // the click that follows
    setTimeout(() => { this.swallow = false; }, 0);
  }
}
