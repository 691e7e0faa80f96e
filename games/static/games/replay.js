// Stepping through a round that is over. A position is one request, and none once it is known; the controls stay in
// place, only what differs is put in.

import { fit, zoomBy } from "./board.js";
import { memory } from "./dom.js";

const KNOWN = 80; // positions kept
const ANSWER = 8000; // ms; a request that takes longer is given up
const SETTLE = 80; // ms the slider has to rest before what it points to is fetched
const PACES = { "½": 2400, 1: 1200, 2: 600, 4: 300 }; // ms a position stays while the replay plays
const PACE_KEY = "chickenfoot.replay-pace";

const scrub = document.getElementById("scrub");
const range = document.getElementById("scrub-at");
const play = scrub.querySelector("[data-play]");
const pacer = scrub.querySelector("[data-pace]");
const copier = document.querySelector("[data-link]");
const trouble = document.getElementById("replay-trouble");
const last = Number(scrub.dataset.last);
const within = (place) => Math.min(last, Math.max(0, place));

let at = Number(scrub.dataset.at); // the position that is shown
let target = at; // the one that is wanted
let heading = 1;
let busy = false;
let playing = 0; // the timer of the next step
let settling = 0;

// ---- Fetching ----

const known = new Map();

function fetched(place) {
  if (!known.has(place)) {
    const address = `${scrub.dataset.url}${place}/?lang=${document.documentElement.lang}`;
    const asked = fetch(address, { signal: AbortSignal.timeout(ANSWER) }).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    asked.catch(() => known.delete(place));
    known.set(place, asked);
    if (known.size > KNOWN) known.delete(known.keys().next().value);
  }
  return known.get(place);
}

/** Show the wanted position, and if another one is wanted meanwhile, that one. */
async function go() {
  if (busy) return;
  busy = true;
  try {
    while (at !== target) {
      const place = target;
      show(await fetched(place), place);
    }
    trouble.hidden = true;
    if (within(at + heading) !== at && !navigator.connection?.saveData) fetched(at + heading);
  } catch {
    target = at;
    pause();
    controls();
    trouble.hidden = false;
  } finally {
    busy = false;
  }
}

function jump(place) {
  const to = within(place);
  if (to !== target) heading = to < target ? -1 : 1;
  target = to;
  clearTimeout(settling);
  controls();
  return go();
}

// ---- Showing ----

function show(html, place) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const before = at;
  at = place;
  const cloth = document.getElementById("layout");
  const newer = fresh.content.getElementById("layout");
  Object.assign(cloth.dataset, { wide: newer.dataset.wide, square: newer.dataset.square });
  cloth.replaceChildren(...newer.childNodes);
  for (const part of [...fresh.content.children]) {
    if (part !== newer) document.getElementById(part.id)?.replaceWith(part);
  }
  noteAddress();
  if (!playing || PACES[pacer.dataset.pace] > 1000) tell();
  // Only what one step forward lays comes flying; a jump is simply there.
  const laid = at === before + 1 ? cloth.querySelector(`#l-tiles > [data-ply="${before}"]`) : null;
  document.dispatchEvent(new CustomEvent("table:changed", { detail: { put: laid ? [laid] : [] } }));
  document.dispatchEvent(new CustomEvent("board:pills"));
  controls();
}

/** The address follows. Some browsers allow only so many changes in half a minute, and a held key makes more. */
function noteAddress() {
  try {
    history.replaceState(history.state, "", `?at=${at}`);
  } catch {
    // The next step tries again.
  }
}

/** For readers: what happened, in one sentence. A quick replay would only pile them up. */
function tell() {
  document.getElementById("say").textContent = document.getElementById("replay-said").textContent.trim();
}

const PLACES = { first: () => 0, back: () => target - 1, next: () => target + 1, last: () => last };

/** The controls show the wanted position, before it has come. */
function controls() {
  range.value = target;
  scrub.querySelector("[data-now]").textContent = target;
  for (const link of scrub.querySelectorAll("[data-to]")) {
    const place = within(PLACES[link.dataset.to]());
    const idle = place === target;
    link.toggleAttribute("href", !idle);
    if (!idle) link.href = `?at=${place}`;
    if (idle) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  copier.dataset.copy = `${copier.dataset.link}?at=${target}`;
}

// ---- Playing ----

function pause() {
  clearTimeout(playing);
  playing = 0;
  told();
}

function start() {
  playing = setTimeout(step, target === last ? 0 : PACES[pacer.dataset.pace] / 2, target === last);
  told();
}

async function step(again = false) {
  const mine = playing;
  await jump(again === true ? 0 : target + 1);
  if (playing !== mine) return; // paused meanwhile, and perhaps begun anew
  if (target === last) pause();
  else playing = setTimeout(step, PACES[pacer.dataset.pace]);
}

const toggle = () => (playing ? pause() : start());

function told() {
  const word = playing ? play.dataset.pauseWord : play.dataset.playWord;
  play.setAttribute("aria-pressed", String(Boolean(playing)));
  play.title = word;
  play.querySelector("[data-play-said]").textContent = word;
}

function pace(name) {
  pacer.dataset.pace = name in PACES ? name : "1";
  pacer.querySelector("[data-pace-said]").textContent = `${pacer.dataset.pace}×`;
}

pacer.addEventListener("click", () => {
  const names = ["½", "1", "2", "4"];
  pace(names[(names.indexOf(pacer.dataset.pace) + 1) % names.length]);
  memory.set(PACE_KEY, pacer.dataset.pace);
});

// ---- What asks for a position ----

play.addEventListener("click", toggle);

scrub.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  jump(PLACES[link.dataset.to]());
});

scrub.addEventListener("submit", (event) => event.preventDefault());

range.addEventListener("input", () => {
  pause();
  target = Number(range.value);
  heading = target < at ? -1 : 1;
  controls();
  clearTimeout(settling);
  settling = setTimeout(go, SETTLE);
});

range.addEventListener("change", () => jump(Number(range.value)));

const KEYS = {
  ArrowLeft: () => jump(target - 1),
  ArrowRight: () => jump(target + 1),
  Home: () => jump(0),
  End: () => jump(last),
};
const ZOOM = { "+": () => zoomBy(1.5), "=": () => zoomBy(1.5), "-": () => zoomBy(1 / 1.5), z: () => fit() };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const from = event.target;
  if (from.closest?.("dialog, select, textarea, input:not([type=range])")) return;
  if (event.key === " ") {
    // A button that has the focus is what the space bar presses.
    if (from.closest?.("a, button, summary")) return;
    toggle();
  } else if (event.key in KEYS) {
    pause();
    KEYS[event.key]();
  } else if (event.key.toLowerCase() in ZOOM) ZOOM[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});

// A page from the browser's memory may have been left while it played.
window.addEventListener("pagehide", pause);

pace(memory.get(PACE_KEY) ?? "1");
range.max = last;
controls();
