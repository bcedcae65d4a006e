// Why something that was tried is not possible: from what the page shows, and only if that is certain.

const NO_REASON = "Not possible now.";
const [ROOM, ROOM_FOR_SECRETS, ROOM_IN_LANE] = [7, 5, 3];

const short = (name, cost, { mana }) => `${name} costs ${cost} mana; you have ${mana}.`;
const arrived = (name) => `${name} has just arrived: it can attack next turn.`;
const attacked = (name) => `${name} has already attacked this turn.`;
const noTarget = (name, source) => `${name} is no target for ${source}.`;

// --- Hearthstone ---

/** Return why nothing can be begun with a card of the hand, the hero power, the hero or a minion. */
function whyNot(view, id) {
  if (!view.yours) return "It is the opponent's turn.";
  if (view.choice) return "First choose one of these cards.";
  const { me } = view;
  if (id === "me-power" && !me.power) return "You have no hero power.";
  if (id === "me-power") return me.power.used ? "Your hero power has been used this turn." : whyNotPlayed(view, me.power);
  const [where, place] = id.split("-");
  return where === "hand" ? whyNotPlayed(view, me.hand[place]) : whyNotAttacking(characterOf(view, id));
}

/** Return why a card or the hero power cannot be used; its text says on what conditions it can. */
function whyNotPlayed({ me, cards }, { key, cost }) {
  const { name, type, text } = cards[key];
  const space = /there is space on your side( and )?| and there is space on your side/;
  if (cost > me.mana) return short(name, cost, me);
  if (me.board.length === ROOM && (type === "MINION" || space.test(text))) return "Your board is full.";
  if (me.secrets.includes(key)) return `Your Secret ${name} is already in play.`;
  if (me.secrets.length === ROOM_FOR_SECRETS && text.startsWith("Secret:")) return "You have five Secrets already.";
  const condition = (text.match(/Playable only if ([^.]*)\./) || ["", ""])[1].replace(space, "");
  if (condition) return `Playable only if ${condition}.`;
  return type === "SPELL" || type === "HERO_POWER" ? `There is no target for ${name}.` : NO_REASON;
}

function whyNotAttacking(one) {
  if (one.cant_attack) return `${one.name} cannot attack.`;
  if (one.attack <= 0) return `${one.name} has no attack.`;
  if (one.frozen) return `${one.name} is frozen: it cannot attack this turn.`;
  if (one.sleeping) return arrived(one.name);
  return one.can_attack ? `There is nothing that ${one.name} may attack.` : attacked(one.name);
}

/** Return the hero or minion with this id, and whether it is the user's own. */
function characterOf({ me, foe }, id) {
  if (id.endsWith("-hero")) return id === "me-hero" ? { ...me.hero, name: "Your hero", mine: true } : { ...foe.hero, name: "The enemy hero" };
  const is = (one) => `minion-${one.place}` === id;
  return me.board.some(is) ? { ...me.board.find(is), mine: true } : foe.board.find(is);
}

/** Return why the chosen action (a Picking of board.js) cannot be aimed at a hero or minion. */
function whyNotAt(view, picking, id) {
  if (picking.asks !== "target") return picking.asks === "at" ? "First choose a place: a +." : "First choose one of the two.";
  const one = characterOf(view, id);
  const [{ kind, source }] = picking.moves;
  if (kind === ATTACK && one.mine) return whyNot(view, id);
  if (!one.mine && one.stealth) return `${one.name} has Stealth: it cannot be chosen.`;
  if (!one.mine && one.immune) return `${one.name} is immune: it cannot be chosen.`;
  if (kind === ATTACK) return whyNotAttacked(view, characterOf(view, picking.source), one);
  const card = view.cards[kind === POWER ? view.me.power.key : view.me.hand[source].key];
  return one.elusive && card.type !== "MINION" ? `${one.name} cannot be chosen by spells or hero powers.` : noTarget(one.name, card.name);
}

function whyNotAttacked({ foe }, attacker, one) {
  const guards = foe.board.some((each) => each.taunt && !each.stealth && !each.immune);
  if (guards && !one.taunt) return "A minion with Taunt must be attacked first.";
  return attacker.spares_heroes && one.class ? `${attacker.name} cannot attack heroes this turn.` : NO_REASON;
}

// --- Legends of Code and Magic ---

/** Return why nothing can be begun with a card of the hand or a creature. */
function whyNotInLocm({ yours, me, foe, cards }, id) {
  if (!yours) return "It is the opponent's turn.";
  const [where, i] = id.split("-");
  if (where === "hand") {
    const { name, cost, type } = cards[me.hand[i].card];
    const side = type === "GREEN ITEM" ? me : foe;
    if (cost > me.mana) return short(name, cost, me);
    if (type === "CREATURE" && me.board.length === 2 * ROOM_IN_LANE) return "Both of your lanes are full.";
    return type !== "CREATURE" && !side.board.length ? `There is no target for ${name}.` : NO_REASON;
  }
  const one = me.board[i];
  if (!one) return "";
  return one.has_attacked ? attacked(one.name) : one.can_attack ? NO_REASON : arrived(one.name);
}

/** Return why the selected source of an action cannot be aimed at a player, a creature or a lane. */
function whyNotAtInLocm(view, source, id) {
  const { me, foe, cards } = view;
  const [[from, i], [who, what]] = [source, id].map((each) => each.split("-"));
  const one = what === "player" ? { name: who === "me" ? "Your side" : "The enemy player" } : (who === "me" ? me : foe).board[what];
  if (from === "me") {
    const { name, lane } = me.board[i];
    if (who === "me") return whyNotInLocm(view, id);
    if (one.lane !== undefined && one.lane !== lane) return `${name} attacks only in its own lane.`;
    const guards = foe.board.some((each) => each.lane === lane && each.keywords.includes("Guard"));
    return guards ? "A creature with Guard must be attacked first." : NO_REASON;
  }
  const { name, type } = cards[me.hand[i].card];
  if (who === "lane") return type === "CREATURE" ? "This lane is full." : "";
  return type === "CREATURE" ? "Choose a lane, not a target." : noTarget(one.name, name);
}
