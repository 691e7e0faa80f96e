// Dragging a tile: onto a lit end to lay it, inside the rack to sort it. A missed drop keeps the tile chosen.

import { chosenTile, choose, lay } from "./choose.js";
import { aim, litEnds, litNear, placeOf } from "./lights.js";
import { moveInHand } from "./sort.js";

const THRESHOLD = 6;
const ABOVE = 44; // a finger must not hide the tile
const REACH = 40; // an end this near draws the tile in
const LARGER = 1.05;

let drag = null;

document.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest?.(".rack .tile");
  if (!tile || event.button || drag) return;
  drag = {
    tile,
    pointer: event.pointerId,
    x0: event.clientX,
    y0: event.clientY,
    above: event.pointerType === "mouse" ? 0 : ABOVE,
    sideways: tile.closest('.rack[data-rows="many"]') && event.pointerType !== "mouse",
    element: null,
    target: null,
  };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const dx = event.clientX - drag.x0;
  const dy = event.clientY - drag.y0;
  if (!drag.element) {
    if (Math.hypot(dx, dy) < THRESHOLD) return;
    // A rack that scrolls sideways keeps that gesture for itself.
    if (drag.sideways && Math.abs(dx) > Math.abs(dy)) {
      drag = null;
      return;
    }
    begin();
  }
  move(event.clientX, event.clientY);
});

function begin() {
  const { tile } = drag;
  const face = tile.querySelector(".face");
  const box = tile.getBoundingClientRect();
  const element = document.createElement("div");
  element.className = "carried";
  element.style.width = `${box.width}px`;
  element.style.height = `${box.height}px`;
  element.append(face.cloneNode(true));
  document.body.append(element);
  Object.assign(drag, { element, width: box.width, height: box.height });
  Object.assign(drag, { grabX: drag.x0 - box.left, grabY: drag.y0 - box.top });
  tile.parentElement.classList.add("lifted");
  try {
    tile.setPointerCapture(drag.pointer);
  } catch {
    // The pointer may be gone already; the drag then ends with the next event.
  }
  if (tile.dataset.ends && chosenTile() !== tile.dataset.tile) choose(tile.dataset.tile);
}

function move(x, y) {
  const { element, width, height, tile } = drag;
  const left = x - drag.grabX;
  const top = y - drag.grabY - drag.above;
  const middle = { x: left + width / 2, y: top + height / 2 };
  // Not the tile's own rack: a push may have put another one in its place.
  const rack = document.getElementById("r-hand")?.getBoundingClientRect();
  const overRack = rack && y > rack.top;
  const ready = chosenTile() === tile.dataset.tile && !overRack;
  drag.target = ready ? litNear(middle.x, middle.y, REACH) ?? litNear(x, y, REACH) : null;
  aim(drag.target);
  aim(drag.target, "drawn-in");
  if (drag.target) {
    const place = placeOf(drag.target);
    element.style.transform = `translate(${place.x - width / 2}px, ${place.y - height / 2}px) scale(0.7)`;
    element.style.opacity = "0"; // its ghost shows the face
    return;
  }
  element.style.opacity = "";
  element.style.transform = `translate(${left}px, ${top}px) scale(${LARGER})`;
  if (overRack) moveInHand(tile.dataset.tile, x, y);
}

function end(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { tile, element, target } = drag;
  const done = drag;
  drag = null;
  if (!element) return;
  // The click that follows a drag is no tap.
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 60);
  aim(null);
  aim(null, "drawn-in");
  if (target && event.type === "pointerup" && litEnds().length && lay(target)) {
    element.remove();
    tile.parentElement.classList.remove("lifted");
    return;
  }
  glideHome(done);
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function glideHome({ tile, element }) {
  const box = (document.getElementById(tile.id) ?? tile).getBoundingClientRect();
  element.classList.add("gliding");
  element.style.opacity = "";
  element.style.transform = `translate(${box.left}px, ${box.top}px)`;
  const land = () => {
    element.remove();
    for (const cell of document.querySelectorAll(".slot-in-rack.lifted")) cell.classList.remove("lifted");
  };
  element.addEventListener("transitionend", land, { once: true });
  setTimeout(land, 320);
}

document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);
