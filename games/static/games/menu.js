// What a seat may do besides playing comes as one region; the part that can wait lives in the menu.

import { onTable } from "./dom.js";

onTable(() => {
  const place = document.querySelector("[data-own-menu]");
  const fresh = document.querySelector("#r-own [data-to-menu]");
  if (!place) return;
  if (fresh) {
    const open = place.querySelector("details[open]");
    place.replaceChildren(fresh);
    if (open) place.querySelector("details")?.setAttribute("open", "");
  }
});
