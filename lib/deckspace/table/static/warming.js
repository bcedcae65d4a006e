// What the lobby shows while the server still compiles the games: a bar, and the minutes that are left.

const LOOK_AGAIN = 2000; // milliseconds between two questions

class Warming {
  constructor(table) {
    this.table = table;
    this.state = null; // null, or what is compiled: done, of, seconds
    this.minutes = Infinity; // as last told: they never rise
    this.bar = h("progress", { "aria-label": "compiled so far" });
    this.text = h("span");
    this.part = h("div", { class: "warming", "data-id": "warming", role: "status" }, this.bar, this.text);
  }

  /** Take the state that comes with a lobby. */
  take(state) {
    this.state = state;
    if (state) this.wait(state);
  }

  /** Take the answer to a later question, and ask for the lobby anew when all is compiled. */
  hear(state) {
    const ends = this.state && !state;
    this.take(state);
    if (ends && this.table.isLobby()) this.table.go(this.table.where);
  }

  wait({ done, of, seconds }) {
    if (of) Object.assign(this.bar, { max: of, value: done });
    if (of) this.minutes = Math.min(this.minutes, Math.max(1, Math.ceil(seconds / 60))); // an estimate, which may rise
    const left = !of ? "this takes one to three minutes" : this.minutes === 1 ? "about a minute left" : `about ${this.minutes} minutes left`;
    this.text.textContent = `The games are being compiled, which is needed only once: ${left}.`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.table.isLobby() && this.table.ask({ type: "warming" }), LOOK_AGAIN);
  }
}
