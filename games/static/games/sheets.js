// Sheets and dialogs: a button opens one, Esc, the back gesture, a press beside it or its own button close it.

import { hold, letGo } from "./back.js";

const opened = new Map(); // id → the dialog that is open

/** Open the dialog with this id. */
export function openSheet(id) {
  const sheet = document.getElementById(id);
  if (!sheet || sheet.open) return;
  document.dispatchEvent(new CustomEvent("sheet:opening", { detail: { sheet } }));
  sheet.showModal();
  opened.set(id, sheet);
  hold(id, () => sheet.open && sheet.close());
  sheet.addEventListener("close", () => gone(id), { once: true });
}

function gone(id) {
  opened.delete(id);
  letGo(id);
}

// A sheet that is read stays open when its stage comes anew; a question does not, and nothing does in another stage.
document.addEventListener("table:changed", ({ detail }) => {
  for (const [id, sheet] of [...opened]) {
    if (sheet.isConnected) continue;
    const again = sheet.open && detail.sameStage && !("once" in sheet.dataset) && document.getElementById(id);
    if (again) openSheet(id);
    else gone(id);
  }
});

// What was pressed: the click that opened a sheet may end on it, and is no press beside it.
let pressed = null;
document.addEventListener("pointerdown", (event) => (pressed = event.target), { capture: true });

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-sheet]");
  if (opener) {
    opener.closest("dialog[open]")?.close();
    openSheet(opener.dataset.sheet);
    return;
  }
  const closer = event.target.closest?.("[data-close]");
  if (closer) {
    // A button that also sends something is sent first.
    setTimeout(() => closer.closest("dialog")?.close());
    return;
  }
  if (event.target.matches?.("dialog[open]") && pressed === event.target && beside(event)) event.target.close();
});

function beside(event) {
  const box = event.target.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return (x || y) && (x < box.left || x > box.right || y < box.top || y > box.bottom);
}

// ---- Asking before something that cannot be taken back: <button data-confirm="…"> ----

let agreed = null;

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("button[data-confirm]");
    const dialog = document.getElementById("confirm");
    if (!button || !dialog || agreed === button) return;
    event.preventDefault();
    event.stopPropagation();
    button.closest("dialog[open]")?.close();
    dialog.querySelector("[data-question]").textContent = button.dataset.confirm;
    const yes = dialog.querySelector("[data-yes]");
    yes.textContent = button.dataset.confirmYes || button.textContent.trim();
    yes.onclick = () => {
      dialog.close();
      agreed = asItIsNow(button);
      agreed?.click();
      agreed = null;
    };
    openSheet("confirm");
  },
  { capture: true },
);

/** A button, or the one that a push has put in its place while the question was open. */
function asItIsNow(button) {
  if (button.isConnected) return button;
  const same = (other) =>
    other.dataset.confirm === button.dataset.confirm &&
    other.value === button.value &&
    other.getAttribute("formaction") === button.getAttribute("formaction");
  return [...document.querySelectorAll("button[data-confirm]")].find(same);
}
