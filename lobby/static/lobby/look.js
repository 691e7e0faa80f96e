// The lists of the front page, live: asked for again while somebody looks at them, and at once when they come back.
// The choices above them narrow the lists as soon as they are made.

const EVERY = 5000;
const look = () => document.getElementById("front-look");

function ask() {
  if (document.visibilityState === "visible" && navigator.onLine) window.htmx.trigger(look(), "lobby:look");
}

if (look()) {
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());
}

const choices = document.querySelector("[data-narrow]");

choices?.addEventListener("change", () => {
  // What is not chosen does not have to stand in the address.
  for (const select of choices.querySelectorAll("select")) select.disabled = !select.value;
  choices.requestSubmit();
});

// Back from the next page, by the browser's memory: what was left out of the address can be chosen again.
window.addEventListener("pageshow", () => {
  for (const select of choices?.querySelectorAll("select") ?? []) select.disabled = false;
});
