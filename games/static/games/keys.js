// The keyboard: the hand is one tab stop, arrows move in it and then through the lit ends, single keys do the rest.

import { fit, panBy, zoomBy } from "./board.js";
import { choose, chosenTile, putBack } from "./choose.js";
import { onTable, table } from "./dom.js";
import { litEnds } from "./lights.js";
import { openSheet } from "./sheets.js";
import { sortNext } from "./sort.js";
import { toggleSound } from "./sound.js";

const tiles = () => [...document.querySelectorAll(".rack .tile")];
const spot = (id) => document.querySelector(`#l-ends [data-end="${id}"]`);

// ---- One tab stop ----

let current = null; // id of the tile that Tab comes to

function tabStops() {
  const all = tiles();
  const stop = all.find((tile) => tile.id === current) ?? all[0];
  for (const tile of all) tile.tabIndex = tile === stop ? 0 : -1;
  const lit = new Set(litEnds().map(([id]) => id));
  for (const button of document.querySelectorAll("#l-ends [data-end]")) {
    button.tabIndex = lit.has(button.dataset.end) ? 0 : -1;
  }
}

function focusTile(tile) {
  if (!tile) return;
  current = tile.id;
  tabStops();
  tile.focus();
}

// ---- Arrows ----

const STEP = { ArrowLeft: -1, ArrowRight: 1 };

function arrowInHand(event, tile) {
  const all = tiles();
  const index = all.indexOf(tile);
  if (event.key in STEP) return focusTile(all[(index + STEP[event.key] + all.length) % all.length]);
  if (event.key === "Home") return focusTile(all[0]);
  if (event.key === "End") return focusTile(all.at(-1));
  const box = tile.getBoundingClientRect();
  const down = event.key === "ArrowDown";
  const rows = all.filter((other) => {
    const { top } = other.getBoundingClientRect();
    return down ? top > box.top + 20 : top < box.top - 20;
  });
  const near = (other) => {
    const { left, top } = other.getBoundingClientRect();
    return Math.abs(top - box.top) * 3 + Math.abs(left - box.left);
  };
  focusTile(rows.sort((one, other) => near(one) - near(other))[0]);
}

function arrowAmongEnds(event, id) {
  const ids = litEnds().map(([end]) => end);
  const index = ids.indexOf(id);
  const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  spot(ids[(index + step + ids.length) % ids.length])?.focus();
}

// ---- Single keys ----

const KEYS = {
  d: () => document.querySelector("[data-draw]")?.click(),
  s: () => sortNext(),
  z: () => fit(),
  m: () => toggleSound(),
  "?": () => openSheet("keys"),
  "+": () => zoomBy(1.5),
  "=": () => zoomBy(1.5),
  "-": () => zoomBy(1 / 1.5),
};

const PRESS = ["Enter", " "];
const PAN = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

document.addEventListener("keydown", (event) => {
  if (!table() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.("input, textarea, select") || document.querySelector("dialog:modal")) return;
  const tile = event.target.closest?.(".rack .tile");
  const end = event.target.closest?.("#l-ends [data-end]");
  if (event.key === "Escape") {
    if (!chosenTile()) return;
    const from = chosenTile();
    putBack();
    focusTile(document.getElementById(`h${from}`));
  } else if ((tile || end) && event.repeat && PRESS.includes(event.key)) {
    // A key that is held: it has chosen the tile, and laying it wants a press of its own.
  } else if (tile && (event.key.startsWith("Arrow") || ["Home", "End"].includes(event.key))) {
    arrowInHand(event, tile);
  } else if (tile && PRESS.includes(event.key)) {
    current = tile.id;
    if (choose(tile.dataset.tile) && chosenTile()) {
      tabStops();
      spot(litEnds()[0]?.[0])?.focus();
    }
  } else if (end && event.key.startsWith("Arrow")) {
    arrowAmongEnds(event, end.dataset.end);
  } else if (event.key in PAN && event.target.closest?.("#board")) {
    panBy(...PAN[event.key]);
  } else if (KEYS[event.key.toLowerCase()]) {
    KEYS[event.key.toLowerCase()]();
  } else return;
  event.preventDefault();
});

// ---- Focus survives every push: it stays on its id, else it goes to the turn bar ----

let last = null;

document.addEventListener("focusin", (event) => {
  last = event.target.id || event.target.closest?.("[id]")?.id || null;
  if (event.target.matches?.(".rack .tile")) {
    current = event.target.id;
    tabStops();
  }
});
document.addEventListener("pointerdown", () => {
  last = null;
});
document.addEventListener("hand:chosen", tabStops);
document.addEventListener("hand:released", tabStops);

onTable((change) => {
  tabStops();
  if (!last || change.first || document.activeElement !== document.body) return;
  const same = document.getElementById(last);
  if (same?.matches("button, a, [tabindex]")) same.focus();
  else document.getElementById("main")?.focus();
});
