// The name somebody plays under, remembered in this browser, and a name half typed that a push must not lose.

import { memory, onTable } from "./dom.js";

const KEY = "chickenfoot.name";
let draft = null;

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
    const name = event.target.querySelector?.("[data-my-name]")?.value.trim();
    if (name) memory.set(KEY, name);
  },
  { capture: true },
);

onTable(fill);
fill();
