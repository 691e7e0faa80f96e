// Light, dark, or as the device: shown at once, kept by the server in a cookie.

const root = document.documentElement;

function show() {
  for (const button of document.querySelectorAll("[data-theme-form] button")) {
    button.setAttribute("aria-pressed", String(button.value === (root.dataset.theme ?? "")));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-theme-form]") || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  show();
  const body = new FormData(form, event.submitter);
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
});

document.addEventListener("table:changed", show);
show();
