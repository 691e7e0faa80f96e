// Choices that do not go together cannot be chosen: rows that the others rule out go, with what they held.
// Without this script the server says the same when the form is sent.

const form = document.querySelector("[data-new-table]");

/** No more bots than places beside one's own. */
function bots() {
  const select = form.querySelector("[data-bots]");
  const places = Number(form.querySelector("[name=places]:checked")?.value ?? 0);
  if (!select || !places) return;
  for (const option of select.options) option.hidden = option.disabled = Number(option.value) >= places;
  if (Number(select.value) >= places) select.value = String(places - 1);
}

/** A number that does not go together with what is chosen elsewhere is not offered. */
function conflicts() {
  for (const row of form.querySelectorAll("[data-not-with]")) {
    const values = row.dataset.notWithValues.split(" ");
    const chosen = new FormData(form).get(row.dataset.notWith);
    row.hidden = values.includes(chosen);
    for (const field of row.querySelectorAll("input")) field.disabled = row.hidden;
  }
}

function update() {
  bots();
  conflicts();
}

if (form) {
  form.addEventListener("change", update);
  window.addEventListener("pageshow", update);
  update();
}
