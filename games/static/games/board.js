// What of the cloth is shown: wide or square picture, zoom and pan, and sizes that do not follow the zoom.

import { onTable, svg, table, tween } from "./dom.js";

// The square picture suits a cloth that is not much wider than high.
const SQUARE = matchMedia("(orientation: portrait), (min-width: 900px) and (max-aspect-ratio: 6/5)");
const CLOSEST = 5;
const YOUNG = 0.78;
const REPAIR = 400; // ms in which tiles glide that a repair has moved
const NUMERALS_BELOW = 16; // CSS px of a tile's short side
const TAG_AHEAD = 0.45; // how far ahead of its edge the server puts the anchor of a tag
const TAG_CLEAR = 10.5; // CSS px from the edge to the middle of a tag: its radius and a little air

const picture = () => document.getElementById("layout");
const board = () => document.getElementById("board");
// A board in a closed sheet has no size: there is nothing to show until it is opened.
const visible = () => Boolean(picture() && board()?.clientWidth);
const shape = () => (SQUARE.matches ? "square" : "wide");

// The view: how many times closer than fit, and the middle of what is shown.
let zoom = 1;
let middle = null;
let shown = null; // [x, y, width, height] as drawn just now
let stop = () => {};
let young = true; // in this round the tiles still fit into the middle of the frame

/** A pose that stands in a transform: {x, y, angle}. */
export function poseOf(text) {
  const [x = 0, y = 0, angle = 0] = (text ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y, angle };
}

/** The transform of a pose. */
export const transformOf = ({ x, y, angle }) => `translate(${x} ${y}) rotate(${angle})`;

/** An attribute that holds a value for the wide and one for the square picture, one after the other. */
export const forShape = (pair) => pair?.[shape() === "wide" ? 0 : 1];

/** CSS pixels per unit. */
export function scale() {
  const box = picture().getBoundingClientRect();
  return Math.min(box.width / shown[2], box.height / shown[3]);
}

/** Where a point of the picture is in the window. */
export function toWindow(x, y) {
  const box = picture().getBoundingClientRect();
  const size = scale();
  return {
    x: box.left + box.width / 2 + (x - shown[0] - shown[2] / 2) * size,
    y: box.top + box.height / 2 + (y - shown[1] - shown[3] / 2) * size,
  };
}

/** Which point of the picture is at a place in the window. */
function toPicture(x, y) {
  const box = picture().getBoundingClientRect();
  const size = scale();
  return {
    x: shown[0] + shown[2] / 2 + (x - box.left - box.width / 2) / size,
    y: shown[1] + shown[3] / 2 + (y - box.top - box.height / 2) / size,
  };
}

const frame = () => picture().dataset[shape()].split(" ").map(Number);

/** While a round is young its tiles are shown larger: the middle of the frame, as long as they lie in it. */
function closer([left, top, width, height]) {
  const part = [width * YOUNG, height * YOUNG];
  const box = [left + (width - part[0]) / 2, top + (height - part[1]) / 2, ...part];
  if (!young) return null;
  const pieces = [...picture().querySelectorAll("#l-tiles > g, #l-slots > *, .lit-spot .ghost")];
  young = pieces.every((piece) => {
    const { x, y, angle } = poseOf(piece.getAttribute("transform"));
    const turn = (angle * Math.PI) / 180;
    const reach = [Math.abs(Math.cos(turn)) + 1.1, Math.abs(Math.sin(turn)) + 1.1];
    return (
      x - reach[0] > box[0] && x + reach[0] < box[0] + box[2] && y - reach[1] > box[1] && y + reach[1] < box[1] + box[3]
    );
  });
  return young ? box : null;
}

/** What is to be shown at the present zoom. */
function wanted() {
  const whole = frame();
  const [left, top, width, height] = (zoom <= 1 && closer(whole)) || whole;
  if (zoom <= 1 || !middle) return [left, top, width, height];
  const size = [width / zoom, height / zoom];
  const keep = (value, low, span) => Math.min(low + span, Math.max(low, value));
  middle = { x: keep(middle.x, left, width), y: keep(middle.y, top, height) };
  return [middle.x - size[0] / 2, middle.y - size[1] / 2, ...size];
}

function draw(box) {
  shown = box;
  const layout = picture();
  layout.setAttribute("viewBox", box.map((value) => value.toFixed(3)).join(" "));
  const size = scale();
  layout.style.setProperty("--u", (1 / size).toFixed(5));
  layout.classList.toggle("small", size < NUMERALS_BELOW);
  placeSpots();
}

/** Show what is wanted, gliding there in so many milliseconds. */
function show(milliseconds = 0) {
  stop();
  const from = shown;
  const to = wanted();
  const glide = from && milliseconds && from.some((value, index) => Math.abs(value - to[index]) > 0.001);
  stop = glide
    ? tween(milliseconds, (part) => draw(to.map((value, index) => from[index] + (value - from[index]) * part)), settle)
    : () => {};
  if (!glide) {
    draw(to);
    settle();
  }
  const close = zoom > 1.001;
  board().classList.toggle("close-up", close);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    if (button.dataset.zoom === "fit") button.hidden = !close;
    if (button.dataset.zoom === "out") button.disabled = !close;
    if (button.dataset.zoom === "in") button.disabled = zoom >= CLOSEST;
  }
}

function settle() {
  tags();
  numerals();
  document.dispatchEvent(new CustomEvent("board:shown"));
}

/** The buttons of the open ends lie over the picture, each at its end. */
function placeSpots() {
  const ground = board().getBoundingClientRect();
  for (const button of document.querySelectorAll("#l-ends [data-end]")) {
    const point = button.spot ?? poseOf(document.getElementById(button.dataset.end)?.getAttribute("transform"));
    const place = toWindow(point.x, point.y);
    const x = Math.round(place.x - ground.left);
    const y = Math.round(place.y - ground.top);
    button.parentElement.style.transform = `translate(${x}px, ${y}px)`;
  }
}

/** The point of the picture over which an end's button lies; by default its tag. */
export function setSpot(end, point) {
  const button = document.querySelector(`#l-ends [data-end="${end}"]`);
  if (button) button.spot = point;
}

export { placeSpots };

/** A tag keeps its size, so on small tiles it has to stand further away from its edge. */
function tags() {
  const further = Math.max(0, TAG_CLEAR / scale() - TAG_AHEAD);
  for (const end of picture().querySelectorAll(".end[data-angle]")) {
    const tag = end.querySelector(".tag");
    if (!tag) continue;
    const turn = (forShape(end.dataset.angle.split(" ")) * Math.PI) / 180;
    tag.style.translate = `${further * Math.cos(turn)}px ${further * Math.sin(turn)}px`;
  }
}

/** On very small tiles the open half shows its number instead of pips. */
function numerals() {
  const small = picture().classList.contains("small");
  for (const text of picture().querySelectorAll(".half-number")) text.remove();
  for (const tile of picture().querySelectorAll(".numbered-a, .numbered-b")) {
    tile.classList.remove("numbered-a", "numbered-b");
  }
  if (!small) return;
  for (const end of picture().querySelectorAll(".end[data-half]")) {
    const { node, half, number, angle } = end.dataset;
    if (!half || number === "0") continue;
    document.getElementById(`t${node}`)?.classList.add(`numbered-${half}`);
    const turn = (forShape(angle.split(" ")) * Math.PI) / 180;
    const text = svg("text", { class: "half-number", x: -0.96 * Math.cos(turn), y: 0.29 - 0.96 * Math.sin(turn) });
    text.textContent = number;
    end.append(text);
  }
}

// ---- Poses: one picture holds both shapes ----

/** Give every piece the pose of the shape that is shown; moved tiles glide to theirs. */
function pose(moved = []) {
  const key = shape();
  for (const element of picture().querySelectorAll("[data-square]")) {
    element.dataset.wide ??= element.getAttribute("transform");
    const to = element.dataset[key];
    const from = element.getAttribute("transform");
    if (from === to) continue;
    if (moved.includes(Number(element.dataset.node))) glide(element, poseOf(from), poseOf(to), to);
    else element.setAttribute("transform", to);
  }
  for (const path of picture().querySelectorAll("[data-square-d]")) {
    path.dataset.wideD ??= path.getAttribute("d");
    path.setAttribute("d", path.dataset[`${key}D`]);
  }
}

function glide(element, from, to, text) {
  const turn = ((((to.angle - from.angle) % 360) + 540) % 360) - 180;
  tween(
    REPAIR,
    (part) =>
      element.setAttribute(
        "transform",
        transformOf({
          x: from.x + (to.x - from.x) * part,
          y: from.y + (to.y - from.y) * part,
          angle: from.angle + turn * part,
        }),
      ),
    () => element.setAttribute("transform", text),
  );
}

// ---- Zoom and pan ----

/** Zoom by a factor, keeping the point at a place of the window where it is. */
function zoomAt(factor, x, y, milliseconds = 0) {
  const before = toPicture(x, y);
  const next = Math.min(CLOSEST, Math.max(1, zoom * factor));
  const ratio = zoom / next;
  const now = { x: shown[0] + shown[2] / 2, y: shown[1] + shown[3] / 2 };
  middle = { x: before.x + (now.x - before.x) * ratio, y: before.y + (now.y - before.y) * ratio };
  zoom = next;
  show(milliseconds);
}

/** Zoom in the middle of the cloth. */
export function zoomBy(factor) {
  const box = picture().getBoundingClientRect();
  zoomAt(factor, box.left + box.width / 2, box.top + box.height / 2, 180);
}

/** Show everything. */
export function fit() {
  zoom = 1;
  middle = null;
  show(250);
}

/** Move what is shown by CSS pixels. */
export function panBy(x, y) {
  if (zoom <= 1) return;
  const size = scale();
  middle = { x: shown[0] + shown[2] / 2 - x / size, y: shown[1] + shown[3] / 2 - y / size };
  show();
}

/** Back to fit when one of these points lies outside of what is shown. */
export function reveal(points) {
  const inside = ({ x, y }) =>
    x > shown[0] && y > shown[1] && x < shown[0] + shown[2] && y < shown[1] + shown[3];
  if (zoom > 1 && !points.every(inside)) fit();
}

function toLastPlay() {
  const tiles = [...picture().querySelectorAll("#l-tiles > g")];
  const last = tiles.reduce((one, other) => (Number(other.dataset.ply) > Number(one.dataset.ply) ? other : one), tiles[0]);
  if (!last) return;
  middle = poseOf(last.getAttribute("transform"));
  zoom = Math.max(zoom, 2.2);
  show(250);
}

const pointers = new Map();
let dragged = false;
let lastTap = 0;

const onCloth = (target) => target.closest?.("#board") && !target.closest(".over button, .spots button");

document.addEventListener("pointerdown", (event) => {
  if (!onCloth(event.target)) return;
  if (!pointers.size) dragged = false;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY });
});

document.addEventListener("pointermove", (event) => {
  const point = pointers.get(event.pointerId);
  if (!point) return;
  const before = [...pointers.values()].map(({ x, y }) => ({ x, y }));
  const dx = event.clientX - point.x;
  const dy = event.clientY - point.y;
  point.x = event.clientX;
  point.y = event.clientY;
  if (Math.hypot(point.x - point.x0, point.y - point.y0) > 6) dragged = true;
  if (!dragged) return;
  if (pointers.size === 2) pinch(before, [...pointers.values()]);
  else if (pointers.size === 1) panBy(dx, dy);
});

function pinch([a, b], [c, d]) {
  const span = (p, q) => Math.hypot(p.x - q.x, p.y - q.y);
  const mid = (p, q) => ({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
  const from = mid(a, b);
  const to = mid(c, d);
  zoomAt(span(c, d) / Math.max(1, span(a, b)), from.x, from.y);
  panBy(to.x - from.x, to.y - from.y);
}

function lift(event) {
  if (!pointers.delete(event.pointerId) || pointers.size || dragged || event.type !== "pointerup") return;
  // A tap on the cloth, not a pan: choose.js says what it means.
  const tap = new CustomEvent("board:tap", { cancelable: true, detail: { x: event.clientX, y: event.clientY } });
  const free = document.dispatchEvent(tap);
  if (free && event.timeStamp - lastTap < 320) toLastPlay();
  lastTap = free ? event.timeStamp : 0;
}

document.addEventListener("pointerup", lift);
document.addEventListener("pointercancel", lift);

document.addEventListener(
  "wheel",
  (event) => {
    if (!event.target.closest?.("#board")) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.clientX, event.clientY);
  },
  { passive: false },
);

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (!button) return;
  if (button.dataset.zoom === "fit") fit();
  else zoomBy(button.dataset.zoom === "in" ? 1.5 : 1 / 1.5);
});

// ---- Keeping up ----

/** The picture leaves room for the pills above it, however many rows they need; beside them it needs none. */
function room() {
  const top = board().getBoundingClientRect().top;
  const pills = [...board().querySelectorAll("#since, .board-pills .pills > *")].filter(
    (pill) => pill.offsetParent && getComputedStyle(pill).position !== "absolute",
  );
  const lowest = Math.max(0, ...pills.map((pill) => pill.getBoundingClientRect().bottom - top));
  const stacked = matchMedia("(orientation: portrait) and (max-width: 899px)").matches;
  const over = stacked && lowest > 50 ? `${Math.round(lowest + 12)}px` : "";
  if (picture().style.getPropertyValue("--over") === over) return;
  picture().style.setProperty("--over", over);
  if (shown) show();
}

document.addEventListener("board:pills", () => visible() && room());

const sizes = new ResizeObserver(() => {
  if (!visible()) return;
  const below = window.innerHeight - board().getBoundingClientRect().bottom;
  document.documentElement.style.setProperty("--below-board", `${Math.max(0, Math.round(below))}px`);
  show();
});
let watched = null;
let round = null;

onTable((change) => {
  if (!picture() || !board()) {
    watched = null;
    return;
  }
  const { match, round: number } = table().dataset;
  if (round !== `${match}/${number}`) {
    round = `${match}/${number}`;
    zoom = 1;
    middle = null;
    shown = null;
    young = true;
  }
  pose(change.moved);
  if (change.moved?.length) setTimeout(() => visible() && settle(), REPAIR + 40);
  if (visible()) show(change.first || change.reload ? 0 : 250);
  if (watched !== board()) {
    watched = board();
    sizes.disconnect();
    sizes.observe(watched);
  }
});

SQUARE.addEventListener("change", () => {
  if (!picture()) return;
  pose();
  shown = null;
  if (!visible()) return;
  show();
  document.dispatchEvent(new CustomEvent("board:turned"));
});
