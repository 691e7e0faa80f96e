// The back gesture undoes what is open (a sheet, a chosen tile) before it leaves the page.

const open = []; // {name, undo}, the newest last
let guarded = false; // an entry of the history stands for what is open
let ours = 0; // steps back that we take ourselves

function guard() {
  if (guarded) return;
  history.pushState({ guard: true }, "");
  guarded = true;
}

/** Something is open that "back" should undo first. */
export function hold(name, undo) {
  const entry = open.find((one) => one.name === name);
  if (entry) entry.undo = undo;
  else open.push({ name, undo });
  guard();
}

/** It was closed in another way. */
export function letGo(name) {
  const index = open.findIndex((one) => one.name === name);
  if (index < 0) return;
  open.splice(index, 1);
  if (!open.length && guarded) {
    guarded = false;
    ours += 1;
    history.back();
  }
}

window.addEventListener("popstate", () => {
  if (ours) {
    ours -= 1;
    // Something may have been opened while our own step back was under way.
    if (open.length) guard();
    return;
  }
  if (!guarded) return;
  guarded = false;
  open.pop()?.undo();
  if (open.length) guard();
});

// A page that was loaded anew on such an entry (reloaded with a sheet open, or come back to) has nothing open.
if (history.state?.guard) {
  ours += 1;
  history.back();
}
