// The name somebody plays under: remembered in this browser, not lost half typed, and told beside its field what is
// wrong with it.

import { memory, onTable } from "./dom.js";

const KEY = "chickenfoot.name";
let draft = null;
let sent = null; // the form that was sent last

function fill() {
  for (const field of document.querySelectorAll("[data-my-name]")) {
    if (draft !== null) field.value = draft;
    else if (!field.value) field.value = memory.get(KEY) ?? "";
  }
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-my-name]")) draft = event.target.value;
});

document.addEventListener(
  "submit",
  (event) => {
    sent = event.target;
    const name = event.target.querySelector?.("[data-my-name]")?.value.trim();
    if (name) memory.set(KEY, name);
  },
  { capture: true },
);

// A name that does not go is said beside its field and stays there until it is mended; a toast would be gone too soon.
window.addEventListener(
  "table:refused",
  (event) => {
    const { code, say } = event.detail;
    const field = code.startsWith("name_") && sent?.isConnected && sent.querySelector("input[name=name]");
    if (!field) return;
    event.stopPropagation();
    sent.closest("details")?.setAttribute("open", "");
    sent.querySelector(".error")?.remove();
    const error = document.createElement("p");
    error.className = "error";
    error.id = `${field.id}-error`;
    error.setAttribute("role", "alert");
    error.innerHTML = say; // a sentence of the server, its names escaped
    (field.closest(".field-line") ?? field).after(error);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", error.id);
    field.focus();
  },
  { capture: true },
);

document.addEventListener("input", (event) => {
  if (event.target.name !== "name") return;
  event.target.removeAttribute("aria-invalid");
  event.target.form?.querySelector(".error")?.remove();
});

onTable(fill);
fill();
