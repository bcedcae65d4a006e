// What every page has: a header, a notice, a main part, settings, sounds and movements.

class Page {
  /** Build the page in an element; `head` is shown in the header, `opening` until there is more to see. */
  constructor(element, head, opening) {
    const main = h("main", {}, h("p", { class: "opening" }, opening));
    const notice = h("div", { class: "notice", role: "status", hidden: true });
    const spoken = h("div", { class: "spoken", "aria-live": "polite" });
    this.parts = { main, notice, spoken };
    this.root = h("div", { class: "deckspace", lang: "en", tabindex: "-1", "data-lm-suppress-shortcuts": "true", onkeydown: (event) => this.key(event) },
      h("header", {}, h("strong", {}, "Deckspace"), head), notice, main, spoken);
    this.sounds = new Sounds();
    this.motion = new Motion(this);
    element.append(this.root);
  }

  say(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.hidden = !text;
  }

  /** Return the settings of this browser; `paced` says what happens at the speed. */
  settingsPart(paced) {
    const box = (name, otherwise, text) => h("label", {}, h("input", { type: "checkbox", checked: setting(name, otherwise) === "on", "data-id": name, onchange: (event) => set(name, event.target.checked ? "on" : "off") }), ` ${text}`);
    return h("div", { class: "below" }, h("label", {}, `${paced} `, select("pace", PACES, setting("pace", "600"), (pace) => set("pace", pace))), box("motion", "on", "Animations"), box("sounds", "off", "Sounds"));
  }

  /** The milliseconds between two actions. */
  pace() {
    return Number(setting("pace", "600"));
  }

  /** Let keys work wherever the user has clicked last, if nothing else has the focus; return what undoes it. */
  hearKeys() {
    const listener = (event) => document.body === document.activeElement && this.key(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=range]), select, textarea")) return;
    const { part } = this;
    if (part && part.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

/** Return a setting of this browser. */
function setting(name, otherwise) {
  try {
    return localStorage.getItem(`deckspace-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function set(name, value) {
  try {
    localStorage.setItem(`deckspace-${name}`, value);
  } catch { /* without storage, the settings are as at first */ }
}

// Values that a tab keeps across reloads, invisible to other tabs.
function remember(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch { /* without storage, the match can be continued from the lobby */ }
}

function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
