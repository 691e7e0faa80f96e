// Small helpers that every module shares.

const SVG = "http://www.w3.org/2000/svg";

/** The table's root element; null on pages without one. It is replaced when the stage changes. */
export const table = () => document.getElementById("table");

/** My seat's letter, "" for a watcher. */
export const mySeat = () => table()?.dataset.seat ?? "";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A sentence of the page (an attribute of #words) with its places filled in: {tile}, {number}. */
export function words(name, parts = {}) {
  const text = document.getElementById("words")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (place, key) => parts[key] ?? place);
}

/** Whether the viewer asked for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Call `draw` with 0…1 for so many milliseconds; at once with 1 where less motion is wanted. */
export function tween(milliseconds, draw, done = () => {}) {
  if (calm() || document.hidden) {
    draw(1);
    done();
    return () => {};
  }
  const begin = performance.now();
  let frame = requestAnimationFrame(function step(now) {
    const part = Math.min(1, Math.max(0, (now - begin) / milliseconds));
    draw(part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
    if (part < 1) frame = requestAnimationFrame(step);
    else done();
  });
  return () => cancelAnimationFrame(frame);
}

/** What a browser remembers for this page, or nothing where it keeps nothing. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  },
};

/** Run `react` when the table was changed by a push, an answer or a reload, and once now. */
export function onTable(react) {
  document.addEventListener("table:changed", (event) => react(event.detail ?? {}));
  if (table()) react({ first: true });
}
