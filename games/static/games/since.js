// What happened since my last turn: marked on the cloth, told in the log and in a pill. The server sends the same
// to everybody; each line and tile carries its ply, and which of them are new to me is decided here.

import { scale } from "./board.js";
import { mySeat, onTable, svg } from "./dom.js";
import { poseOf } from "./poses.js";

const IN_PILL = 3; // more plays than this become a number that opens the list
const lines = () => [...document.querySelectorAll("#r-log > li")];
const plyOf = (element) => Number(element.dataset.ply);
const isAction = (line) => ["play", "draw", "pass"].includes(line.dataset.kind);

/** The ply of my last action, −1 if I had none in this round. */
function myLast() {
  const seat = mySeat();
  const mine = lines().filter((line) => seat && line.dataset.seat === seat && isAction(line));
  return Math.max(-1, ...mine.map(plyOf));
}

function mark() {
  if (!document.getElementById("board")?.clientWidth) return;
  const last = myLast();
  const news = lines().filter((line) => plyOf(line) > last && line.dataset.seat !== mySeat());
  tell(last, news);
  pill(last, news);
  drawMarks(last);
  document.dispatchEvent(new CustomEvent("board:pills"));
}

function tell(last, news) {
  const card = document.querySelector(".log-card");
  if (!card) return;
  const fromMe = last >= 0 && news.length > 0;
  const recent = new Set(fromMe ? news : lines().slice(-6));
  for (const line of lines()) line.classList.toggle("old", !recent.has(line));
  const all = card.classList.contains("log-all") || !fromMe;
  const heading = card.querySelector("h2");
  heading.textContent = all ? heading.dataset.all : heading.dataset.since;
  card.querySelector("[data-log-all]").hidden = recent.size === lines().length || card.classList.contains("log-all");
}

function pill(last, news) {
  const element = document.getElementById("since");
  if (!element) return;
  const plays = news.filter((line) => line.dataset.kind === "play");
  // Before my first turn there is nothing to catch up with but plays.
  element.hidden = !mySeat() || !(last < 0 ? plays : news).length;
  const shown = element.querySelector(".since-plays");
  const count = () => {
    shown.textContent = element.dataset.many.replace("%(count)s", plays.length);
  };
  if (plays.length > IN_PILL) return count();
  shown.replaceChildren(
    ...plays.map((line) => {
      const play = document.createElement("span");
      play.className = "since-play";
      play.append(...[".badge", ".chip"].map((part) => line.querySelector(part)?.cloneNode(true)).filter(Boolean));
      return play;
    }),
  );
  if (element.scrollWidth > element.clientWidth + 1) count();
}

// ---- On the cloth ----

function drawMarks(last) {
  const tiles = [...document.querySelectorAll("#l-tiles > g")];
  const seat = mySeat();
  const plies = tiles.map(plyOf);
  // Somebody who looks on has no turn: for them only the newest play is marked.
  const from = seat ? last : Math.max(...plies, 0) - 1;
  const fresh = tiles.filter((tile) => tile.dataset.seat && tile.dataset.seat !== seat && plyOf(tile) > from);
  document.getElementById("l-halos").replaceChildren(...fresh.map(halo));
  const boxes = tiles.map((tile) => poseOf(tile.getAttribute("transform")));
  document.getElementById("l-badges").replaceChildren(...fresh.map((tile) => byWhom(tile, boxes)));
}

function halo(tile) {
  return svg("use", { class: "halo", href: "#tb", transform: tile.getAttribute("transform") });
}

/** The badge of who laid a tile, beside its long side where more room is. */
function byWhom(tile, others) {
  const size = scale();
  const pixels = size < 20 ? 15 : 19;
  const { x, y, angle } = poseOf(tile.getAttribute("transform"));
  const turn = ((angle + 90) * Math.PI) / 180;
  const away = 0.42 + (pixels * 0.55) / size;
  const places = [1, -1].map((side) => ({ x: x + side * away * Math.cos(turn), y: y + side * away * Math.sin(turn) }));
  const room = (place) =>
    Math.min(9, ...others.filter((o) => o.x !== x || o.y !== y).map((o) => Math.hypot(o.x - place.x, o.y - place.y)));
  const place = room(places[0]) >= room(places[1]) ? places[0] : places[1];
  const radius = pixels * 0.62;
  const half = pixels / 2;
  const badge = svg("use", {
    href: `#badge-${tile.dataset.seat}`, x: -half, y: -half, width: pixels, height: pixels,
  });
  const disc = svg("g", { class: "px" }, svg("circle", { r: radius }), badge);
  return svg("g", { class: "by", transform: `translate(${place.x} ${place.y})` }, disc);
}

document.addEventListener("board:turned", mark);
document.addEventListener("board:shown", mark);
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-log-all]")) return;
  document.querySelector(".log-card").classList.add("log-all");
  mark();
});

// ---- As a sheet: from the menu the whole of it, from the pill what is new ----

let whole = false;
document.addEventListener(
  "click",
  (event) => {
    const opener = event.target.closest?.('[data-sheet="log-sheet"]');
    if (opener) whole = "whole" in opener.dataset;
  },
  { capture: true },
);
document.addEventListener("sheet:opening", (event) => {
  const copy = event.detail.sheet.querySelector("[data-log-copy]");
  if (!copy) return;
  const last = whole ? -1 : myLast();
  const heading = event.detail.sheet.querySelector("h2");
  heading.textContent = (!whole && document.querySelector(".log-card h2")?.textContent) || heading.dataset.all;
  const shown = last < 0 ? lines() : lines().filter((line) => plyOf(line) > last);
  copy.replaceChildren(
    ...shown.map((line) => {
      const twin = line.cloneNode(true);
      twin.removeAttribute("id");
      twin.classList.remove("old");
      return twin;
    }),
  );
});
onTable(mark);
