// The warning before a double is laid that can never get its toes: the first press on an end only opens it.

import { putBack } from "./choose.js";
import { openSheet } from "./sheets.js";

let go = () => {};

document.addEventListener("hand:doomed", (event) => {
  const sheet = document.getElementById("warning");
  go = event.detail.go;
  sheet.querySelector("[data-warning]").replaceChildren(event.detail.warning.content.cloneNode(true));
  openSheet("warning");
});

document.addEventListener("click", (event) => {
  const sheet = event.target.closest?.("#warning");
  if (!sheet) return;
  if (event.target.closest("[data-lay]")) {
    sheet.close();
    go();
  } else if (event.target.closest("[data-put-back-warned]")) {
    sheet.close();
    putBack();
  }
});
