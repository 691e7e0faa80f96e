// Looking closer: pinch, wheel, buttons, a drag on empty cloth, a double tap for the last play.

import { fit, panBy, toLastPlay, zoomAt, zoomBy } from "./board.js";

const pointers = new Map();
let dragged = false;
let lastTap = 0;

const onCloth = (target) => target.closest?.("#board") && !target.closest(".over button, .spots button");

document.addEventListener("pointerdown", (event) => {
  // The other buttons of a mouse open menus, which then keep the end of the press for themselves.
  if (event.button || !onCloth(event.target)) return;
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
