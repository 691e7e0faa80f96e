// What the site has to say to everybody. News that was read is gone from this page, and a cookie keeps it from every
// other one; a page that stays open for long asks again, so that maintenance reaches people in the middle of a match.

const YEAR = 365 * 24 * 3600;
const ASK_EVERY = 5 * 60 * 1000;

function putAway(number) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `notice=${number}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-put-away]");
  if (!button) return;
  putAway(button.dataset.putAway);
  button.closest(".notice").remove();
  document.querySelector("#main")?.focus({ preventScroll: true });
});

async function askAgain() {
  const shown = document.querySelector("[data-notices]");
  if (!shown || document.visibilityState !== "visible") return;
  const answer = await fetch(shown.dataset.notices);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-notices]");
  if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}

// Without a connection there is nothing new; the next time there may be.
setInterval(() => askAgain().catch(() => {}), ASK_EVERY);
