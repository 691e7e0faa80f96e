// What a seat may do besides playing comes as one region; the part that can wait lives in the menu.

import { onTable } from "./dom.js";

onTable(() => {
  const place = document.querySelector("[data-own-menu]");
  const fresh = document.querySelector("#r-own [data-to-menu]");
  if (!place || !fresh) return;
  const open = place.querySelector("details[open]");
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("formaction") : null;
  place.replaceChildren(fresh);
  if (open) place.querySelector("details")?.setAttribute("open", "");
  if (focused) place.querySelector(`[formaction="${focused}"]`)?.focus();
});
