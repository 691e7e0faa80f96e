// Brings the page from the version it shows to a later one: everything is put by id, so twice is as good as once.

import { table } from "./dom.js";

const SVG_LAYERS = "links slots bodies tiles tags".split(" ");

/** The version that the page shows. */
export const shownVersion = () => Number(table()?.dataset.v ?? 0);

/** Apply a message; true if the page shows something new, false if it was an old one. */
export function apply(message) {
  const root = table();
  if (!root || message.v <= shownVersion()) return false;
  const change = { v: message.v, ply: message.ply, put: [], moved: [], log: [], regions: [], reload: false };
  const regions = Object.entries(message.regions ?? {}).filter(([id]) => document.getElementById(id));
  // What is read of them is read first: in between, each would have the whole page laid out anew.
  const held = regions.map(([id]) => hold(document.getElementById(id)));
  regions.forEach(([id, html], index) => replaceRegion(id, html, held[index]));
  change.regions = regions.map(([id]) => id);
  for (const step of message.layout ?? []) applyStep(step, change);
  for (const html of message.log ?? []) appendLine(html, change);
  notePosition(root, message);
  document.dispatchEvent(new CustomEvent("table:changed", { detail: change }));
  return true;
}

/** Put a freshly fetched stage in the place of the one that is shown; false if it is older than that. */
export function replaceTable(html) {
  const coming = elementOf(html);
  const old = table();
  if (!coming || !old || Number(coming.dataset.v) < shownVersion()) return false;
  const kept = holdFocus(old);
  const scroll = [window.scrollX, window.scrollY];
  const sameStage = coming.dataset.stage === old.dataset.stage;
  const fresh = swapIn(old, html);
  if (sameStage) window.scrollTo(...scroll);
  else window.scrollTo(0, 0);
  giveFocus(kept, fresh);
  const change = { v: shownVersion(), ply: Number(fresh.dataset.ply), put: [], moved: [], log: [], regions: [] };
  document.dispatchEvent(new CustomEvent("table:changed", { detail: { ...change, reload: true, sameStage } }));
  return true;
}

/** Let htmx put a partial in the place of an element; what stands there then, found by the same id. */
function swapIn(old, html) {
  const id = old.id;
  window.htmx.swap(old, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0, ignoreTitle: true });
  return document.getElementById(id);
}

function elementOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

function svgElementOf(html) {
  return elementOf(`<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`).firstElementChild;
}

const scrolling = (part) => [...part.querySelectorAll("[data-hand]"), part];

/** What a part that is about to go hands on: the focus, and how far it was scrolled. */
function hold(part) {
  return { focus: holdFocus(part), scroll: scrolling(part).map((inner) => [inner.scrollLeft, inner.scrollTop]) };
}

function replaceRegion(id, html, held) {
  const fresh = swapIn(document.getElementById(id), html);
  scrolling(fresh).forEach((inner, index) => {
    const [left, top] = held.scroll[index] ?? [0, 0];
    if (left || top) [inner.scrollLeft, inner.scrollTop] = [left, top];
  });
  giveFocus(held.focus, fresh);
}

/** What has the focus inside of a part that is about to go, and what was being written there. */
function holdFocus(part) {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return null;
  const { id, name, value } = active;
  const writing = active.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  return { id, name, text: writing ? value : null, selection: writing ? active.selectionStart : null };
}

function giveFocus(kept, fresh) {
  if (!kept) return;
  const byName = kept.name && kept.text !== null ? fresh.querySelector(`[name="${CSS.escape(kept.name)}"]`) : null;
  const target = (kept.id && document.getElementById(kept.id)) || byName;
  if (!target) {
    document.getElementById("main")?.focus({ preventScroll: true });
    return;
  }
  target.focus({ preventScroll: true });
  if (kept.text !== null && "value" in target) {
    target.value = kept.text;
    target.setSelectionRange?.(kept.selection, kept.selection);
  }
}

function applyStep(step, change) {
  for (const [layer, html] of step.put ?? []) change.put.push(put(layer, html));
  for (const id of step.gone ?? []) document.getElementById(id)?.remove();
  for (const [node, wide, square] of step.moved ?? []) {
    move(node, wide, square);
    change.moved.push(node);
  }
  if (step.frame) {
    const picture = document.getElementById("layout");
    [picture.dataset.wide, picture.dataset.square] = step.frame;
  }
}

function put(layer, html) {
  const fresh = SVG_LAYERS.includes(layer) ? svgElementOf(html) : elementOf(html);
  const old = document.getElementById(fresh.id);
  const kept = old ? holdFocus(old) : null;
  if (old) old.replaceWith(fresh);
  else document.getElementById(`l-${layer}`)?.append(fresh);
  giveFocus(kept, fresh);
  return fresh;
}

function move(node, wide, square) {
  for (const piece of document.querySelectorAll(`#l-bodies [data-node="${node}"], #l-tiles [data-node="${node}"]`)) {
    piece.dataset.wide = wide;
    piece.dataset.square = square;
  }
}

function appendLine(html, change) {
  const line = elementOf(html);
  if (document.getElementById(line.id)) return;
  document.getElementById("r-log")?.append(line);
  change.log.push(line);
}

function notePosition(root, message) {
  for (const name of ["v", "match", "round", "ply", "turn"]) {
    if (message[name] === undefined) continue;
    root.dataset[name] = message[name];
    const field = document.querySelector(`#act input[name="${name}"]`);
    if (field) field.value = message[name];
  }
}
