// What of the cloth is shown: the whole frame or a part of it, and where in the window that is.

import { onTable, table, tween } from "./dom.js";
import { numerals, tags } from "./marks.js";
import { onTurned, pose, poseOf, REPAIR, shape } from "./poses.js";

const CLOSEST = 5;
const YOUNG = 0.78;

const picture = () => document.getElementById("layout");
const board = () => document.getElementById("board");
// A board in a closed sheet has no size: there is nothing to show until it is opened.
const visible = () => Boolean(picture() && board()?.clientWidth);

// The view: how many times closer than fit, and the middle of what is shown.
let zoom = 1;
let middle = null;
let shown = null; // [x, y, width, height] as drawn just now
let stop = () => {};
let young = true; // in this round the tiles still fit into the middle of the frame
let lit = null; // [left, top, right, bottom] of the places lit in this turn

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
    const [west, north, east, south] = around(poseOf(piece.getAttribute("transform")), 1.1);
    return west > box[0] && east < box[0] + box[2] && north > box[1] && south < box[1] + box[3];
  });
  return young ? box : null;
}

/** The box around a tile, with so much room on all sides of its middle line. */
function around({ x, y, angle }, room) {
  const turn = (angle * Math.PI) / 180;
  const reach = [Math.abs(Math.cos(turn)) + room, Math.abs(Math.sin(turn)) + room];
  return [x - reach[0], y - reach[1], x + reach[0], y + reach[1]];
}

/** Places that are lit may lie beyond the frame of the tiles: everything is shown with them until the table changes. */
function withLit([left, top, width, height]) {
  if (!lit) return [left, top, width, height];
  const [west, north] = [Math.min(left, lit[0]), Math.min(top, lit[1])];
  return [west, north, Math.max(left + width, lit[2]) - west, Math.max(top + height, lit[3]) - north];
}

/** What is to be shown at the present zoom. */
function wanted() {
  const whole = frame();
  if (zoom <= 1 || !middle) return withLit(closer(whole) || whole);
  const [left, top, width, height] = whole;
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
  tags(scale());
  numerals(scale());
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

// ---- Zoom and pan: gestures.js says when ----

/** Zoom by a factor, keeping the point at a place of the window where it is. */
export function zoomAt(factor, x, y, milliseconds = 0) {
  const least = young ? 1 / YOUNG : 1;
  const present = Math.max(least, frame()[2] / shown[2]);
  const next = Math.min(CLOSEST, present * factor);
  if (next <= least) {
    zoom = 1;
    middle = null;
  } else {
    const kept = toPicture(x, y);
    const now = { x: shown[0] + shown[2] / 2, y: shown[1] + shown[3] / 2 };
    const ratio = present / next;
    middle = { x: kept.x + (now.x - kept.x) * ratio, y: kept.y + (now.y - kept.y) * ratio };
    zoom = next;
  }
  show(milliseconds);
}

/** Zoom in the middle of the cloth. */
export function zoomBy(factor) {
  if (!visible()) return;
  const box = picture().getBoundingClientRect();
  zoomAt(factor, box.left + box.width / 2, box.top + box.height / 2, 180);
}

/** Show everything. */
export function fit() {
  if (!visible()) return;
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

/** Places were lit at these poses: back to fit when one of them lies outside of what is shown, and further if need be. */
export function reveal(poses) {
  const boxes = poses.map((pose) => around(pose, 0.6));
  if (lit) boxes.push(lit);
  lit = [0, 1, 2, 3].map((side) => Math[side < 2 ? "min" : "max"](...boxes.map((box) => box[side])));
  if (zoom <= 1) return show(250);
  const inside = ({ x, y }) =>
    x > shown[0] && y > shown[1] && x < shown[0] + shown[2] && y < shown[1] + shown[3];
  if (!poses.every(inside)) fit();
}

/** Come closer to the newest tile. */
export function toLastPlay() {
  const tiles = [...picture().querySelectorAll("#l-tiles > g")];
  const last = tiles.reduce((one, other) => (Number(other.dataset.ply) > Number(one.dataset.ply) ? other : one), tiles[0]);
  if (!last) return;
  middle = poseOf(last.getAttribute("transform"));
  zoom = Math.max(zoom, 2.2);
  show(250);
}

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
  lit = null;
  if (visible()) show(change.first || change.reload ? 0 : 250);
  if (watched !== board()) {
    watched = board();
    sizes.disconnect();
    sizes.observe(watched);
  }
});

onTurned(() => {
  if (!picture()) return;
  pose();
  shown = null;
  lit = null;
  if (!visible()) return;
  show();
  document.dispatchEvent(new CustomEvent("board:turned"));
});
