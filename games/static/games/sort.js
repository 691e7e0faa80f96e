// The order of my hand: by number, by value, or as I put the tiles by hand. Kept across reloads.

import { memory, onTable, table } from "./dom.js";
import { toast } from "./toast.js";

const MODE = "chickenfoot.sort";
const ORDER = "chickenfoot.order";

const hand = () => document.querySelector("[data-hand]");
const cells = () => [...(hand()?.children ?? [])];
const tileOf = (cell) => cell.dataset.tile;
const mode = () => memory.get(MODE) ?? "number";

/** Which round this order is for: another round is another hand. */
function here() {
  const { code, match, round } = table().dataset;
  return `${code}/${match}/${round}`;
}

function storedOrder() {
  try {
    const stored = JSON.parse(memory.get(ORDER) ?? "{}");
    return stored.of === here() ? stored.tiles : [];
  } catch {
    return [];
  }
}

const storeOrder = () => memory.set(ORDER, JSON.stringify({ of: here(), tiles: cells().map(tileOf) }));

const compare = {
  number: ([a, b], [c, d]) => c - a || d - b,
  value: ([a, b], [c, d]) => c + d - (a + b) || c - a,
};

function sorted() {
  const numbers = (cell) => tileOf(cell).split("-").map(Number);
  if (mode() !== "hand") {
    return cells().sort((one, other) => compare[mode()](numbers(one), numbers(other)));
  }
  const order = storedOrder();
  const place = (cell) => (order.includes(tileOf(cell)) ? order.indexOf(tileOf(cell)) : order.length);
  return cells().sort((one, other) => place(one) - place(other));
}

function apply() {
  if (!hand()) return;
  const before = cells();
  const after = sorted();
  if (before.some((cell, index) => cell !== after[index])) {
    const focus = document.activeElement;
    hand().append(...after);
    if (hand().contains(focus)) focus.focus();
  }
  rows();
}

/** How many rows a rack needs decides how large its tiles are. */
function rows() {
  const rack = document.getElementById("r-hand");
  const count = cells().length;
  const wide = matchMedia("(min-width: 900px) and (min-height: 480px)").matches;
  const [full, small, many] = wide ? [10, 13, 16] : [14, 14, 24];
  rack.dataset.rows = count > many ? "many" : count > small ? "small" : count > full ? "full" : "few";
}

/** By number, then by value, then by number again. */
export function sortNext() {
  const next = mode() === "number" ? "value" : "number";
  memory.set(MODE, next);
  apply();
  const button = document.querySelector("[data-sort]");
  if (button) toast(next === "number" ? button.dataset.saidNumber : button.dataset.saidValue);
}

/** Put a tile where it is held over the rack; from then on the order is the one made by hand. */
export function moveInHand(tile, x, y) {
  const own = cells().find((cell) => tileOf(cell) === tile);
  const under = document.elementsFromPoint(x, y).map((element) => element.closest?.(".slot-in-rack"));
  const target = under.find((cell) => cell && cell !== own && hand().contains(cell));
  if (!own || !target) return;
  const order = cells();
  if (order.indexOf(own) < order.indexOf(target)) target.after(own);
  else target.before(own);
  memory.set(MODE, "hand");
  storeOrder();
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-sort]")) sortNext();
});
window.addEventListener("resize", () => hand() && rows());
onTable(apply);
