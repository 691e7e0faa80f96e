// Small menus that are <details>: one at a time, closed by Esc or a press beside it, kept open when a push replaces
// the part of the page they are in.

const drops = () => document.querySelectorAll("details.drop[open]");
let kept = null; // the id of the one that is open
let field = null; // the id of the field in it that was written in last

document.addEventListener(
  "toggle",
  (event) => {
    const drop = event.target;
    if (!drop.matches?.("details.drop")) return;
    if (drop.open) {
      kept = drop.id;
      for (const other of drops()) if (other !== drop) other.open = false;
    } else if (kept === drop.id && drop.isConnected) {
      kept = null;
    }
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  for (const drop of drops()) {
    const done = event.target.closest?.(".drop-menu button:not([type=button])");
    if (!drop.contains(event.target) || done) close(drop);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const drop of drops()) {
    close(drop);
    drop.querySelector("summary").focus();
  }
});

function close(drop) {
  // What a button sends is read before its form goes out of sight.
  setTimeout(() => (drop.open = false));
}

document.addEventListener("focusin", (event) => {
  if (event.target.closest?.(".drop")) field = event.target.matches(".drop-menu input") ? event.target.id : null;
});

document.addEventListener("table:changed", () => {
  const drop = kept && document.getElementById(kept);
  if (!drop || drop.open) return;
  const writing = field && drop.querySelector(`#${CSS.escape(field)}`);
  drop.open = true;
  writing?.focus({ preventScroll: true });
});
