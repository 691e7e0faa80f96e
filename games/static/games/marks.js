// What names the open ends on the cloth: tags that keep their size, and numerals where pips would be too small.

import { svg } from "./dom.js";
import { forShape } from "./poses.js";

const NUMERALS_BELOW = 16; // CSS px of a tile's short side
const TAG_AHEAD = 0.45; // how far ahead of its edge the server puts the anchor of a tag
const TAG_CLEAR = 10.5; // CSS px from the edge to the middle of a tag: its radius and a little air

const picture = () => document.getElementById("layout");

/** A tag keeps its size, so on small tiles it has to stand further away from its edge. */
export function tags(pixels) {
  const further = Math.max(0, TAG_CLEAR / pixels - TAG_AHEAD);
  for (const end of picture().querySelectorAll(".end[data-angle]")) {
    const tag = end.querySelector(".tag");
    if (!tag) continue;
    const turn = (forShape(end.dataset.angle.split(" ")) * Math.PI) / 180;
    tag.style.translate = `${further * Math.cos(turn)}px ${further * Math.sin(turn)}px`;
  }
}

/** On very small tiles the open half shows its number instead of pips. */
export function numerals(pixels) {
  const small = pixels < NUMERALS_BELOW;
  for (const text of picture().querySelectorAll(".half-number")) text.remove();
  for (const tile of picture().querySelectorAll(".numbered-a, .numbered-b")) {
    tile.classList.remove("numbered-a", "numbered-b");
  }
  if (!small) return;
  for (const end of picture().querySelectorAll(".end[data-half]")) {
    const { node, half, number, angle } = end.dataset;
    if (!half || number === "0") continue;
    document.getElementById(`t${node}`)?.classList.add(`numbered-${half}`);
    const turn = (forShape(angle.split(" ")) * Math.PI) / 180;
    const text = svg("text", { class: "half-number", x: -0.96 * Math.cos(turn), y: 0.29 - 0.96 * Math.sin(turn) });
    text.textContent = number;
    end.append(text);
  }
}
