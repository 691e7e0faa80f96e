// Copy and share, also where the page has no secure context (a phone in the home network).

const DONE = 2000;

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  field.readOnly = true;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  const worked = document.execCommand("copy");
  field.remove();
  return worked;
}

/** For two seconds a button says that it worked. */
function done(button) {
  if (button.classList.contains("button-done")) return;
  const before = [...button.childNodes];
  const width = button.offsetWidth;
  button.style.minWidth = `${width}px`;
  button.classList.add("button-done");
  const word = document.createElement("span");
  word.textContent = button.dataset.done ?? "✓";
  button.replaceChildren(word);
  button.setAttribute("aria-live", "polite");
  setTimeout(() => {
    button.classList.remove("button-done");
    button.replaceChildren(...before);
  }, DONE);
}

document.addEventListener("click", async (event) => {
  const copier = event.target.closest?.("[data-copy]");
  if (copier) {
    const field = document.getElementById(copier.dataset.copyFrom ?? "");
    if (await copy(copier.dataset.copy || field?.value || location.href)) done(copier);
    else field?.select?.();
    return;
  }
  const sharer = event.target.closest?.("[data-share]");
  if (!sharer) return;
  const { share: url, title, text } = sharer.dataset;
  if (!navigator.share) {
    if (await copy(url)) done(sharer);
    return;
  }
  try {
    await navigator.share({ url, title, text });
  } catch {
    // Whoever closes the share sheet has decided; there is nothing to say.
  }
});
