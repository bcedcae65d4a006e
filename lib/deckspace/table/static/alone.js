// A page that shows one replay, GAME, without a server. Its address names the step: "game.html#step=37".

class Alone extends Page {
  constructor(element) {
    super(element, h("span", { class: "names" }, document.title), "Unpacking the game …");
    this.part = new Watching(this);
    addEventListener("hashchange", () => this.part.step !== undefined && this.part.jump(this.linked()));
    this.part.open(GAME, this.linked(), "");
    this.hearKeys();
  }

  linked() {
    return Number(new URLSearchParams(location.hash.slice(1)).get("step"));
  }
}

new Alone(document.body);
