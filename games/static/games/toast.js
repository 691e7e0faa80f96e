// Short messages above the turn bar; they go by themselves, but stay while they have the focus or the pointer.

import { withChips } from "./chips.js";

const STAY = 5000;

/** Show a text, its tiles as chips; or HTML that the server made. Errors that need action are banners, not toasts. */
export function toast(message, { html = false } = {}) {
  const place = document.getElementById("toasts");
  if (!place || !message) return;
  const element = document.createElement("div");
  element.className = "toast";
  element.setAttribute("role", "status");
  const text = document.createElement("span");
  if (html) text.innerHTML = message;
  else text.append(withChips(String(message)));
  element.append(text);
  place.replaceChildren(element);
  let timer = setTimeout(() => element.remove(), STAY);
  for (const stay of ["focusin", "pointerenter"]) element.addEventListener(stay, () => clearTimeout(timer));
  for (const go of ["focusout", "pointerleave"]) {
    element.addEventListener(go, () => {
      clearTimeout(timer);
      timer = setTimeout(() => element.remove(), STAY);
    });
  }
}

// At a table there is no room for good to say what has succeeded.
for (const said of document.querySelectorAll("#banners .messages .banner-calm")) {
  toast(said.textContent.trim());
  const around = said.parentElement;
  said.remove();
  if (!around.childElementCount) around.remove();
}
