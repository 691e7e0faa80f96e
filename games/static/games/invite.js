// The link of the table: the share sheet where the phone has one, the whole link chosen at a press.

import { onTable } from "./dom.js";

onTable(() => {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("input[data-select]")) event.target.select();
});
