// Everything a page sends goes through here: with the token and the version of the moment, and a key of its own, so
// that it may be sent again after a lost answer without being done twice.

import { apply, shownVersion } from "./apply.js";
import { table } from "./dom.js";

const TRIES = [0, 600, 1500, 3000];

/** A key that nobody has used before; works without a secure context, too. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

let ownKey = "";

/** What this page is counted by as long as it looks on; it says nothing about who looks. */
export function watchKey() {
  try {
    ownKey ||= sessionStorage.getItem("chickenfoot.watch") ?? newKey();
    sessionStorage.setItem("chickenfoot.watch", ownKey);
  } catch {
    ownKey ||= newKey();
  }
  return ownKey;
}

const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Post fields to an address of the table once; the response, or an exception when there is no connection. */
export function post(address, fields) {
  fields.set("lang", document.documentElement.lang);
  fields.set("v", shownVersion());
  fields.set("viewer", table()?.dataset.viewer ?? "");
  fields.delete("csrfmiddlewaretoken");
  return fetch(address, {
    method: "POST",
    body: fields,
    headers: { Accept: "application/json", "X-CSRFToken": token(), "X-Quiet": "yes" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(10000),
  });
}

/** Post something that is to be done, again if the connection fails; the answer is applied. True if it was done. */
export async function send(address, fields) {
  fields.set("key", newKey());
  fields.set("watch", watchKey()); // who sits down looks on no longer
  for (const pause of TRIES) {
    await wait(pause);
    let response;
    try {
      response = await post(address, fields);
    } catch {
      document.dispatchEvent(new CustomEvent("table:lost"));
      continue;
    }
    if (response.status < 500) return take(response);
  }
  refused({ code: "no_connection", say: "" });
  return false;
}

async function take(response) {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
    // Not for a script: the page is from before a sign-in or too old for its token. A fresh one is right.
    window.location.reload();
    return false;
  }
  const message = await response.json();
  receive(message);
  if (message.viewer !== undefined) return false; // somebody else has signed in: nothing was done
  if (message.refused) refused(message.refused);
  return response.ok && !message.refused;
}

/** A message from wherever it comes: applied if it leads on from what is shown, else the sign to fetch the whole stage. */
export function receive(message) {
  if (message.viewer !== undefined && message.viewer !== table()?.dataset.viewer) {
    document.dispatchEvent(new CustomEvent("table:other"));
    return;
  }
  // Only from exactly this version: what came after an earlier one and went again (an end that was played on, a turn
  // that is mine once more) is not told, and would stay.
  if (message.v > shownVersion() && message.from === shownVersion()) apply(message);
  document.dispatchEvent(new CustomEvent("table:heard", { detail: { v: message.v } }));
  if (message.v > shownVersion()) document.dispatchEvent(new CustomEvent("table:fetch", { detail: { v: message.v } }));
}

function refused(detail) {
  document.dispatchEvent(new CustomEvent("table:refused", { detail }));
}

let acting = false;

/** Whether an action of mine is on its way and not answered yet. */
export const isActing = () => acting;

document.addEventListener("table:act", async (event) => {
  const form = document.getElementById("act");
  if (acting || !form || table().dataset.fresh === "no") return;
  acting = true;
  const fields = new FormData(form);
  fields.set("action", event.detail.action);
  try {
    await send(form.getAttribute("action"), fields);
  } finally {
    acting = false;
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-live]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.getAttribute("aria-busy") === "true") return;
  button?.setAttribute("aria-busy", "true");
  const address = button?.hasAttribute("formaction") ? button.formAction : form.getAttribute("action"); // a button named "action" hides form.action
  try {
    await send(address, new FormData(form, button));
  } finally {
    button?.removeAttribute("aria-busy");
  }
});
