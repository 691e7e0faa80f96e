// Tiles fly: mine from the rack, the others' from their seat chips. A double is announced across the tile.

import { scale, toWindow } from "./board.js";
import { calm, mySeat, onTable } from "./dom.js";
import { poseOf } from "./poses.js";

const FLIGHT = 320;
const EASE = "cubic-bezier(.25,.8,.3,1)";
const MOST = 3; // when more plays come at once they are simply there

let sent = null; // my tile under way: {tile, element, landed, pieces}

/** A tile that can be moved over the page; its size is that of a tile in the rack. */
function flyer(face, width) {
  const element = document.createElement("div");
  element.className = "flying";
  element.style.width = `${width}px`;
  element.style.height = `${2 * width}px`;
  const twin = face.cloneNode(true);
  twin.setAttribute("width", width);
  twin.setAttribute("height", 2 * width);
  element.append(twin);
  document.body.append(element);
  return element;
}

const at = ({ x, y, turn, size }, width) =>
  `translate(${x - width / 2}px, ${y - width}px) rotate(${turn}deg) scale(${size})`;

/** Fly an upright tile from one place of the window to a pose on the cloth. `flipped`: its top is the far half. */
function fly(element, width, from, pose, flipped) {
  const place = toWindow(pose.x, pose.y);
  const turn = ((((pose.angle + (flipped ? 90 : -90)) % 360) + 540) % 360) - 180;
  const to = { ...place, turn, size: scale() / width };
  element.style.transform = at(to, width);
  if (calm() || !element.animate) return Promise.resolve();
  const frames = [{ transform: at(from, width) }, { transform: at(to, width) }];
  return element.animate(frames, { duration: FLIGHT, easing: EASE }).finished.catch(() => {});
}

// ---- My own tile: it flies at once and is taken back if the table says no ----

document.addEventListener("hand:laid", (event) => {
  const { tile, pose, near, from } = event.detail;
  const button = document.getElementById(`h${tile}`);
  if (!button) return;
  const box = from ?? button.querySelector(".face").getBoundingClientRect();
  const width = button.clientWidth;
  const element = flyer(button.querySelector(".face"), width);
  const start = { x: box.left + box.width / 2, y: box.top + box.height / 2, turn: 0, size: box.width / width };
  button.classList.add("in-flight");
  const mine = { tile, element, landed: false, pieces: [] };
  sent = mine;
  fly(element, width, start, pose, Number(tile.split("-")[0]) !== near).then(() => {
    mine.landed = true;
    if (mine.pieces.length) settle(mine);
  });
  // If no answer ever comes the tile must not hang there.
  setTimeout(() => sent === mine && takeBack(), 15000);
});

/** The table has laid it: the real tile takes over as soon as the flying one is there. */
function confirm(pieces) {
  const mine = sent;
  sent = null;
  mine.pieces = pieces;
  if (mine.landed) settle(mine);
  else for (const piece of pieces) piece.classList.add("in-flight");
}

function settle({ element, pieces }) {
  element.remove();
  for (const piece of pieces) piece.classList.remove("in-flight");
}

function takeBack() {
  if (!sent) return;
  sent.element.remove();
  document.getElementById(`h${sent.tile}`)?.classList.remove("in-flight");
  sent = null;
}

document.addEventListener("table:refused", takeBack);

// ---- The others' tiles ----

function chipOf(letter) {
  const box = document.querySelector(`#r-seats [data-letter="${letter}"]`)?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2, turn: 0, size: 0.35 };
}

const piecesOf = (tile) => [tile, document.getElementById(`b${tile.dataset.node}`)].filter(Boolean);

function arrive(tile) {
  if (!tile.isConnected) return; // the next stage has come meanwhile
  const { seat } = tile.dataset;
  const from = chipOf(seat);
  if (!from || calm() || document.hidden) return;
  const pieces = piecesOf(tile);
  const width = 44;
  const face = uprightFace(tile);
  const element = flyer(face, width);
  for (const piece of pieces) piece.classList.add("in-flight");
  fly(element, width, from, poseOf(tile.getAttribute("transform")), false).then(() => {
    element.remove();
    for (const piece of pieces) piece.classList.remove("in-flight");
  });
}

/** A laid tile as an upright face with the half at its parent on top. */
function uprightFace(tile) {
  const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  face.setAttribute("class", "face");
  face.setAttribute("viewBox", "-.5 -1 1 2");
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  group.setAttribute("transform", "rotate(90)");
  group.append(...[...tile.children].map((child) => child.cloneNode(true)));
  face.append(group);
  return face;
}

// ---- Chickie! ----

function announceDouble(tile) {
  const ribbon = document.getElementById("ribbon");
  if (!ribbon) return;
  const { x, y } = poseOf(tile.getAttribute("transform"));
  const place = toWindow(x, y);
  const ground = document.getElementById("board").getBoundingClientRect();
  const twin = ribbon.cloneNode(true);
  const half = 74;
  twin.style.left = `${Math.min(ground.width - half, Math.max(half, place.x - ground.left))}px`;
  twin.style.top = `${Math.min(ground.height - 24, Math.max(24, place.y - ground.top))}px`;
  ribbon.replaceWith(twin);
  twin.hidden = false;
  setTimeout(() => {
    twin.hidden = true;
  }, 1300);
  document.dispatchEvent(new CustomEvent("table:chickie"));
}

onTable((change) => {
  const put = (change.put ?? []).filter((element) => element?.matches?.("#l-tiles > g") && element.dataset.seat);
  const others = put.filter((tile) => tile.dataset.seat !== mySeat());
  const own = put.find((tile) => tile.dataset.seat === mySeat());
  if (sent && own) confirm(piecesOf(own));
  else if (sent && (change.reload || put.length)) takeBack();
  if (change.first || change.reload) return;
  if (others.length <= MOST) others.forEach((tile, index) => setTimeout(() => arrive(tile), 140 * index));
  const double = put.findLast?.((tile) => tile.querySelector('use[href="#td"]'));
  if (double) announceDouble(double);
});
