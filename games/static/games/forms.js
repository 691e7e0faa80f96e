// Forms everywhere: the CSRF token of the moment (another tab may have changed it), busy buttons, no double submit.

const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.getAttribute("method") !== "post") return;
    const field = form.querySelector("input[name=csrfmiddlewaretoken]");
    if (field && token()) field.value = token();
  },
  { capture: true },
);

// At the window, so that it comes after every module that sends a form by itself.
window.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  event.submitter?.setAttribute("aria-busy", "true");
});

// Coming back to a page from the browser's memory: its buttons work again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
});

// After a page that was open too long: back to it, as fresh as it is now.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-back-and-reload]")) return;
  if (document.referrer.startsWith(`${location.origin}/`)) location.replace(document.referrer);
  else history.back();
});
