// Tap, tap: a tile, then one of the ends that light up. Which ends a tile may join the server has said.

import { hold, letGo } from "./back.js";
import { toWindow } from "./board.js";
import { chip } from "./chips.js";
import { onTable, table, words } from "./dom.js";
import { aim, ghostAt, light, litAt, litEnds, litNear, TOUCH, unlight } from "./lights.js";
import { poseOf } from "./poses.js";
import { isActing } from "./send.js";
import { toast } from "./toast.js";

let chosen = null; // the tile in hand, "9-3"

/** The tile that is chosen, or null. */
export const chosenTile = () => chosen;

const buttonOf = (tile) => document.getElementById(`h${tile}`);
const fresh = () => table()?.dataset.fresh !== "no";
const myTurn = () => document.getElementById("r-hand")?.dataset.myTurn === "yes";
const endsOf = (tile) => buttonOf(tile)?.dataset.ends.split(" ").filter(Boolean) ?? [];

/** Choose a tile: its ends light up. Chosen again it goes back. A tile that does not fit says why. */
export function choose(tile) {
  if (tile === chosen) return putBack();
  if (isActing()) return false;
  const ends = endsOf(tile);
  if (!myTurn() || !fresh()) return refuse(tile, fresh() ? words("notYours") : words("notFresh"));
  if (!ends.length) return refuse(tile, whyNot(tile));
  chosen = tile;
  light(tile, ends);
  show();
  hold("chosen", putBack);
  document.dispatchEvent(new CustomEvent("hand:chosen", { detail: { tile } }));
  return true;
}

/** Let go of the chosen tile. */
export function putBack() {
  if (!chosen) return false;
  const button = buttonOf(chosen);
  chosen = null;
  unlight();
  show();
  letGo("chosen");
  document.dispatchEvent(new CustomEvent("hand:released"));
  if (document.activeElement?.closest?.("#l-ends")) button?.focus();
  return true;
}

function refuse(tile, why) {
  shake(buttonOf(tile), "tile-shake");
  if (why) toast(why);
  document.dispatchEvent(new CustomEvent("hand:refused"));
  return false;
}

function shake(element, name) {
  if (!element) return;
  element.classList.remove(name);
  void element.getBoundingClientRect();
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}

function whyNot(tile) {
  const slot = document.querySelector("#l-slots .slot-next");
  if (slot) return words("footFirst", { tile, number: slot.dataset.number });
  return words("fitsNowhere", { tile });
}

// ---- Laying ----

/** Lay the chosen tile at a lit end; a double that can never get its toes asks first. */
export function lay(id) {
  const place = litAt(id);
  if (!chosen || !place || !fresh()) return false;
  const warning = document.querySelector(`template[data-warning-for="${chosen}"]`);
  if (warning) {
    document.dispatchEvent(new CustomEvent("hand:doomed", { detail: { warning, go: () => send(id) } }));
    return true;
  }
  return send(id);
}

function send(id) {
  const place = litAt(id);
  if (!chosen || !place) return false;
  const tile = chosen;
  const action = `${tile}@${place.end.dataset.at}`;
  document.dispatchEvent(
    new CustomEvent("hand:laid", { detail: { tile, pose: place.pose, near: Number(place.end.dataset.number) } }),
  );
  document.dispatchEvent(new CustomEvent("table:act", { detail: { action } }));
  chosen = null;
  unlight();
  show();
  letGo("chosen");
  return true;
}

/** The bar, the rack and the cloth show whether a tile is chosen. */
function show() {
  for (const tile of document.querySelectorAll(".rack .tile")) {
    const mine = tile.dataset.tile === chosen;
    tile.classList.toggle("tile-chosen", mine);
    tile.setAttribute("aria-pressed", String(mine));
  }
  document.getElementById("layout")?.classList.toggle("choosing", Boolean(chosen));
  const turn = document.querySelector(".turn");
  if (!turn) return;
  turn.classList.toggle("choosing-now", Boolean(chosen));
  turn.querySelector("[data-put-back]").hidden = !chosen;
  const place = turn.querySelector("[data-place]");
  if (!place) return;
  place.hidden = !chosen;
  turn.querySelector("[data-rest]").hidden = Boolean(chosen);
  if (!chosen) return;
  const count = litEnds().length;
  const text = count === 1 ? place.dataset.one : place.dataset.many.replace("{count}", count);
  place.querySelector("[data-text]").textContent = text;
  place.querySelector("[data-chip]").replaceChildren(chip(chosen));
}

// ---- What the viewer does ----

document.addEventListener("click", (event) => {
  const tile = event.target.closest?.(".rack .tile");
  if (tile) return choose(tile.dataset.tile);
  if (event.target.closest?.("[data-put-back]")) return putBack();
  const spot = event.target.closest?.("#l-ends [data-end]");
  if (spot) {
    event.preventDefault();
    atSpot(spot);
  }
});

function atSpot(spot) {
  if (litAt(spot.dataset.end)) return lay(spot.dataset.end);
  if (!chosen) return toast(myTurn() ? words("chooseFirst") : words("notYours"));
  return wrong(document.getElementById(spot.dataset.end));
}

function wrong(end) {
  const slot = document.querySelector("#l-slots .slot-next");
  shake(end, "shake");
  if (slot && slot !== end) toast(words("footWaits", { double: slot.dataset.at }));
  else toast(words("needs", { tile: chosen, number: end.dataset.number }));
  document.dispatchEvent(new CustomEvent("hand:refused"));
  return false;
}

document.addEventListener("board:tap", (event) => {
  if (!chosen) return;
  event.preventDefault();
  const { x, y } = event.detail;
  const near = litNear(x, y, TOUCH + 2) ?? ghostAt(x, y);
  if (near) return lay(near);
  const end = endNear(x, y);
  if (end) return wrong(end);
  putBack();
});

function endNear(x, y) {
  let best = null;
  let least = TOUCH;
  for (const end of document.querySelectorAll("#l-tags .end:not(.is-lit), #l-slots .slot-next:not(.is-lit)")) {
    const pose = poseOf(end.getAttribute("transform"));
    const place = toWindow(pose.x, pose.y);
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) {
      least = distance;
      best = end;
    }
  }
  return best;
}

document.addEventListener("pointermove", (event) => {
  if (chosen && event.pointerType === "mouse" && !event.buttons) aim(litNear(event.clientX, event.clientY, TOUCH + 2));
});

// ---- Keeping up ----

function again() {
  if (!chosen) return;
  const ends = myTurn() ? endsOf(chosen) : [];
  if (ends.length) light(chosen, ends);
  else {
    chosen = null;
    unlight();
    letGo("chosen");
  }
  show();
}

document.addEventListener("board:turned", again);
document.addEventListener("board:ghosts", again);
document.addEventListener("table:stale", () => !fresh() && putBack());
onTable(() => {
  if (!table()) return;
  again();
  show();
});
