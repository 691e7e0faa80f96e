// Tap, tap: a tile, then one of the ends that light up. Which ends a tile may join the server has said.

import { hold, letGo } from "./back.js";
import { forShape, placeSpots, poseOf, reveal, scale, setSpot, toWindow, transformOf } from "./board.js";
import { chip } from "./chips.js";
import { onTable, svg, table, words } from "./dom.js";
import { toast } from "./toast.js";

const TOUCH = 22; // radius of a touch target in CSS pixels
const TAG_AHEAD = 0.45; // how far the anchor of a tag lies outside of its edge
const GAP = 0.06;

let chosen = null; // the tile in hand, "9-3"
let waiting = false; // a tile was laid and the table has not answered yet
let lit = new Map(); // id of an end → {end, pose, node}

/** The tile that is chosen, or null. */
export const chosenTile = () => chosen;

/** The lit ends, clockwise around the cloth, as [id, {pose, element}]. */
export const litEnds = () => [...lit];

const buttonOf = (tile) => document.getElementById(`h${tile}`);
const fresh = () => table()?.dataset.fresh !== "no";
const myTurn = () => document.getElementById("r-hand")?.dataset.myTurn === "yes";
const endsOf = (tile) => buttonOf(tile)?.dataset.ends.split(" ").filter(Boolean) ?? [];

/** Choose a tile: its ends light up. Chosen again it goes back. A tile that does not fit says why. */
export function choose(tile) {
  if (tile === chosen) return putBack();
  if (waiting) return false;
  const ends = endsOf(tile);
  if (!myTurn() || !fresh()) return refuse(tile, fresh() ? words("notYours") : words("notFresh"));
  if (!ends.length) return refuse(tile, whyNot(tile));
  chosen = tile;
  light(ends);
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

// ---- Lighting ----

function light(ends) {
  unlight();
  for (const id of ends) {
    const end = document.getElementById(id);
    if (!end) continue;
    const pose = ghostPose(chosen, end);
    lit.set(id, { end, pose, element: draw(chosen, end, pose) });
  }
  const around = center();
  const angle = ({ pose }) => (Math.atan2(pose.y - around.y, pose.x - around.x) + 2.5 * Math.PI) % (2 * Math.PI);
  lit = new Map([...lit].sort(([, one], [, other]) => angle(one) - angle(other)));
  let wait = 0;
  for (const [id, { end, pose, element }] of lit) {
    end.classList.add("is-lit");
    for (const part of element.querySelectorAll(".grow, .ghost")) {
      part.style.animationDelay = `${Math.min(240, 30 * wait)}ms`;
    }
    wait += 1;
    document.getElementById("l-lit").append(element);
    setSpot(id, pose);
    name(id, true);
  }
  placeSpots();
  reveal([...lit.values()].map(({ pose }) => pose));
  resize();
}

function center() {
  const [x, y, width, height] = document.getElementById("layout").getAttribute("viewBox").split(" ").map(Number);
  return { x: x + width / 2, y: y + height / 2 };
}

function unlight() {
  for (const [id, { end, element }] of lit) {
    end.classList.remove("is-lit");
    element.remove();
    setSpot(id, null);
    name(id, false);
  }
  lit = new Map();
  document.getElementById("l-lit")?.replaceChildren();
  if (document.getElementById("layout")) placeSpots();
}

/** Lit ends are buttons "Play 9-3: Open 3, line 4"; the others keep their plain name. */
function name(id, isLit) {
  const button = document.querySelector(`#l-ends [data-end="${id}"]`);
  if (!button) return;
  const pattern = document.getElementById("l-ends").dataset.play;
  if (!isLit) button.removeAttribute("aria-label");
  else {
    button.setAttribute(
      "aria-label",
      pattern.replace("%(tile)s", chosen).replace("%(end)s", button.textContent.trim()),
    );
  }
}

/** Where the engine would lay the tile; straight ahead until it has said so. */
function ghostPose(tile, end) {
  const said = ghosts()[tile]?.[end.id];
  if (said) return poseOf(forShape(said));
  const place = poseOf(end.getAttribute("transform"));
  if (end.classList.contains("slot")) return place;
  const angle = Number(forShape(end.dataset.angle.split(" ")));
  const [high, low] = tile.split("-");
  const ahead = GAP - TAG_AHEAD + (high === low ? 0.5 : 1);
  const turn = (angle * Math.PI) / 180;
  return {
    x: place.x + ahead * Math.cos(turn),
    y: place.y + ahead * Math.sin(turn),
    angle: high === low ? angle + 90 : angle,
  };
}

function ghosts() {
  try {
    return JSON.parse(document.getElementById("r-ghosts")?.dataset.ghosts || "{}");
  } catch {
    return {};
  }
}

function draw(tile, end, pose) {
  const [high, low] = tile.split("-").map(Number);
  const near = Number(end.dataset.number);
  const far = near === high ? low : high;
  const face = svg("g", { class: "ghost-face" }, svg("use", { href: high === low ? "#td" : "#tf" }));
  if (near) face.append(svg("use", { href: `#p${near}`, x: -0.49 }));
  if (far) face.append(svg("use", { href: `#p${far}`, x: 0.49 }));
  const ghost = svg("g", { class: "ghost", transform: transformOf(pose) }, svg("use", { href: "#tb" }), face);
  const core = svg("g", { class: "core" }, svg("circle", { class: "disc" }), svg("path", { class: "cross" }));
  const rings = [svg("circle", { class: "ring" }), svg("circle", { class: "ring ring-inner" })];
  const grow = svg("g", { class: "grow" }, svg("circle", { class: "soft", r: TOUCH }), core, ...rings);
  const spot = svg("g", { class: "lit", transform: `translate(${pose.x} ${pose.y})` }, svg("g", { class: "px" }, grow));
  return svg("g", { class: "lit-spot", "data-end": end.id }, ghost, spot);
}

/** The disc is 0.42 units, but never smaller than 9 nor larger than 13 pixels. */
function resize() {
  const radius = Math.min(13, Math.max(9, 0.42 * scale()));
  const arm = radius * 0.42;
  for (const { element } of lit.values()) {
    element.querySelector(".disc").setAttribute("r", radius);
    element.querySelector(".cross").setAttribute("d", `M${-arm} 0H${arm}M0 ${-arm}V${arm}`);
    element.querySelector(".ring").setAttribute("r", radius + 6);
    element.querySelector(".ring-inner").setAttribute("r", radius + 3);
  }
}

/** The lit end that is nearest to a place in the window, if it is near enough. */
export function litNear(x, y, reach) {
  let best = null;
  let least = reach;
  for (const [id, { pose }] of lit) {
    const place = toWindow(pose.x, pose.y);
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance <= least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

/** Where a lit end is in the window. */
export function placeOf(id) {
  const { pose } = lit.get(id);
  return toWindow(pose.x, pose.y);
}

/** Mark the one end that the pointer or the focus is at. */
export function aim(id, kind = "aimed") {
  for (const [other, { element }] of lit) element.classList.toggle(kind, other === id);
}

// ---- Laying ----

/** Lay the chosen tile at a lit end; a double that can never get its toes asks first. */
export function lay(id) {
  const place = lit.get(id);
  if (!chosen || !place || !fresh()) return false;
  const warning = document.querySelector(`template[data-warning-for="${chosen}"]`);
  if (warning) {
    document.dispatchEvent(new CustomEvent("hand:doomed", { detail: { warning, go: () => send(id) } }));
    return true;
  }
  return send(id);
}

function send(id) {
  const place = lit.get(id);
  if (!chosen || !place) return false;
  const tile = chosen;
  const action = `${tile}@${place.end.dataset.at}`;
  document.dispatchEvent(
    new CustomEvent("hand:laid", { detail: { tile, pose: place.pose, near: Number(place.end.dataset.number) } }),
  );
  waiting = true;
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
  const text = lit.size === 1 ? place.dataset.one : place.dataset.many.replace("{count}", lit.size);
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
  if (lit.has(spot.dataset.end)) return lay(spot.dataset.end);
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
  const near = litNear(x, y, TOUCH + 2) ?? onGhost(x, y);
  if (near) return lay(near);
  const end = endNear(x, y);
  if (end) return wrong(end);
  putBack();
});

function onGhost(x, y) {
  for (const [id, { element }] of lit) {
    const box = element.querySelector(".ghost use").getBoundingClientRect();
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return id;
  }
  return null;
}

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

for (const kind of ["focusin", "focusout"]) {
  document.addEventListener(kind, (event) => {
    const spot = event.target.closest?.("#l-ends [data-end]");
    if (spot) for (const name of ["focused", "aimed"]) aim(kind === "focusin" ? spot.dataset.end : null, name);
  });
}

// ---- Keeping up ----

function again() {
  if (!chosen) return;
  const ends = myTurn() ? endsOf(chosen) : [];
  if (ends.length) light(ends);
  else {
    chosen = null;
    unlight();
    letGo("chosen");
  }
  show();
}

document.addEventListener("board:shown", () => lit.size && resize());
document.addEventListener("board:turned", again);
document.addEventListener("board:ghosts", again);
document.addEventListener("table:stale", () => !fresh() && putBack());
document.addEventListener("table:refused", () => {
  waiting = false;
});
onTable(() => {
  waiting = false;
  if (!table()) return;
  again();
  show();
});
