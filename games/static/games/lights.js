// The lit ends: the ghost of the tile where it would lie, and a disc to press.

import { placeSpots, reveal, scale, setSpot, toWindow } from "./board.js";
import { svg } from "./dom.js";
import { forShape, poseOf, transformOf } from "./poses.js";

/** Radius of a touch target in CSS pixels. */
export const TOUCH = 22;
const TAG_AHEAD = 0.45; // how far the anchor of a tag lies outside of its edge
const GAP = 0.06;

let lit = new Map(); // id of an end → {end, pose, element}

/** The lit ends, clockwise around the cloth, as [id, {end, pose, element}]. */
export const litEnds = () => [...lit];

/** What is lit at an end, if it is. */
export const litAt = (id) => lit.get(id);

/** Light the ends that a tile may join, clockwise around the cloth. */
export function light(tile, ends) {
  unlight();
  for (const id of ends) {
    const end = document.getElementById(id);
    if (!end) continue;
    const pose = ghostPose(tile, end);
    lit.set(id, { end, pose, element: draw(tile, end, pose) });
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
    name(id, tile);
  }
  placeSpots();
  reveal([...lit.values()].map(({ pose }) => pose));
  resize();
  makeRoom();
}

/** What lies over a lit place fades and lets a press through, until the ends are dark again. */
function makeRoom() {
  const places = [...lit.values()].map(({ pose }) => toWindow(pose.x, pose.y));
  for (const control of document.querySelectorAll(".board .zoom, .board .pill")) {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const over = ({ x, y }) => x > left - TOUCH && x < right + TOUCH && y > top - TOUCH && y < bottom + TOUCH;
    control.classList.toggle("makes-room", places.some(over));
  }
}

function center() {
  const [x, y, width, height] = document.getElementById("layout").getAttribute("viewBox").split(" ").map(Number);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Darken all of them. */
export function unlight() {
  for (const [id, { end, element }] of lit) {
    end.classList.remove("is-lit");
    element.remove();
    setSpot(id, null);
    name(id, null);
  }
  lit = new Map();
  document.getElementById("l-lit")?.replaceChildren();
  if (document.getElementById("layout")) placeSpots();
  makeRoom();
}

/** Lit ends are buttons "Play 9-3: Open 3, line 4"; the others keep their plain name. */
function name(id, tile) {
  const button = document.querySelector(`#l-ends [data-end="${id}"]`);
  if (!button) return;
  const pattern = document.getElementById("l-ends").dataset.play;
  if (!tile) button.removeAttribute("aria-label");
  else {
    button.setAttribute(
      "aria-label",
      pattern.replace("%(tile)s", tile).replace("%(end)s", button.textContent.trim()),
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

/** The lit end whose ghost lies at a place in the window. */
export function ghostAt(x, y) {
  for (const [id, { element }] of lit) {
    const box = element.querySelector(".ghost use").getBoundingClientRect();
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return id;
  }
  return null;
}

for (const kind of ["focusin", "focusout"]) {
  document.addEventListener(kind, (event) => {
    const spot = event.target.closest?.("#l-ends [data-end]");
    if (spot) for (const name of ["focused", "aimed"]) aim(kind === "focusin" ? spot.dataset.end : null, name);
  });
}

document.addEventListener("board:shown", () => {
  if (!lit.size) return;
  resize();
  makeRoom();
});
