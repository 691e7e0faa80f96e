// Asks, once it is my turn, where the engine would lay each of my tiles; until it has said so ghosts lie straight ahead.

import { onTable, table } from "./dom.js";

let asked = ""; // the position that was asked for

const position = () => {
  const { match, round, ply } = table().dataset;
  return `${match}/${round}/${ply}`;
};

async function ask() {
  const now = position();
  asked = now;
  try {
    const response = await fetch("ghosts/", { credentials: "same-origin", cache: "no-store" });
    if (!response.ok) return;
    const { ply, places } = await response.json();
    const place = document.getElementById("r-ghosts");
    if (!place || position() !== now || String(ply) !== table().dataset.ply) return;
    place.dataset.ghosts = JSON.stringify(places);
    document.dispatchEvent(new CustomEvent("board:ghosts"));
  } catch {
    // Without an answer the ghosts stay straight ahead.
  }
}

onTable((change) => {
  const hand = document.getElementById("r-hand");
  if (!hand) return;
  const playable = hand.dataset.myTurn === "yes" && hand.querySelector('.tile:not([data-ends=""])');
  if (!playable) {
    asked = "";
    delete document.getElementById("r-ghosts")?.dataset.ghosts;
  } else if (change.reload || asked !== position()) {
    // A stage that came anew knows nothing of them.
    delete document.getElementById("r-ghosts")?.dataset.ghosts;
    ask();
  }
});
