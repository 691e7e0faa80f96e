// Where things lie: one picture holds the wide and the square shape of a layout, and one of them is shown.

import { tween } from "./dom.js";

/** How long tiles glide that a repair has moved, in milliseconds. */
export const REPAIR = 400;

// The square picture suits a cloth that is not much wider than high.
const SQUARE = matchMedia("(orientation: portrait), (min-width: 900px) and (max-aspect-ratio: 6/5)");

/** Which of the two is shown: "wide" or "square". */
export const shape = () => (SQUARE.matches ? "square" : "wide");

/** Run `react` when the other shape is to be shown. */
export const onTurned = (react) => SQUARE.addEventListener("change", react);

/** A pose that stands in a transform: {x, y, angle}. */
export function poseOf(text) {
  const [x = 0, y = 0, angle = 0] = (text ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
  return { x, y, angle };
}

/** The transform of a pose. */
export const transformOf = ({ x, y, angle }) => `translate(${x} ${y}) rotate(${angle})`;

/** An attribute that holds a value for the wide and one for the square picture, one after the other. */
export const forShape = (pair) => pair?.[shape() === "wide" ? 0 : 1];

/** Give every piece the pose of the shape that is shown; moved tiles glide to theirs. */
export function pose(moved = []) {
  const key = shape();
  for (const element of document.querySelectorAll("#layout [data-square]")) {
    element.dataset.wide ??= element.getAttribute("transform");
    const to = element.dataset[key];
    const from = element.getAttribute("transform");
    if (from === to) continue;
    if (moved.includes(Number(element.dataset.node))) glide(element, poseOf(from), poseOf(to), to);
    else element.setAttribute("transform", to);
  }
  for (const path of document.querySelectorAll("#layout [data-square-d]")) {
    path.dataset.wideD ??= path.getAttribute("d");
    path.setAttribute("d", path.dataset[`${key}D`]);
  }
}

function glide(element, from, to, text) {
  const turn = ((((to.angle - from.angle) % 360) + 540) % 360) - 180;
  tween(
    REPAIR,
    (part) =>
      element.setAttribute(
        "transform",
        transformOf({
          x: from.x + (to.x - from.x) * part,
          y: from.y + (to.y - from.y) * part,
          angle: from.angle + turn * part,
        }),
      ),
    () => element.setAttribute("transform", text),
  );
}
