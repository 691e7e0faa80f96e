// "Your turn" where people look when the table is not in front: in the title and the favicon, and a nudge a minute.

import { onTable, words } from "./dom.js";
import { play } from "./sound.js";

const MINUTE = 60000;

let mine = false;
let timer = 0;
let title = document.title;

const asked = () => {
  const bar = document.getElementById("r-bar");
  return Boolean(bar && !["", "stand_in"].includes(bar.dataset.kind));
};

function show() {
  const icon = document.getElementById("favicon");
  if (icon) {
    icon.dataset.plain ??= icon.getAttribute("href");
    icon.setAttribute("href", mine ? icon.dataset.turn : icon.dataset.plain);
  }
  document.title = mine ? `● ${words("yourTurn")} · ${title}` : title;
}

function nudge() {
  play("turn");
  const bar = document.querySelector(".turn");
  bar?.animate?.([{ filter: "brightness(1.15)" }, { filter: "none" }], { duration: 700 });
}

onTable((change) => {
  if (!document.title.startsWith("●")) title = document.title;
  const now = asked();
  if (now === mine) return;
  mine = now;
  clearInterval(timer);
  if (mine) {
    timer = setInterval(nudge, MINUTE);
    if (!change.first) document.dispatchEvent(new CustomEvent("turn:mine"));
  }
  show();
});
