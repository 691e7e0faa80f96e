// The check of a deal: what stands in the field is worked out here, and each part of the page says what came of it.

import { withChips } from "./chips.js";
import { checkDeal } from "./deal.js";

const field = document.getElementById("deal-data");
const verdict = document.getElementById("verdict");
const putBack = document.querySelector("[data-put-back-data]");

/** Say one of several things that stand ready in an element. */
function say(element, state) {
  if (!element) return;
  element.dataset.state = state;
  for (const word of element.querySelectorAll("[data-when]")) word.hidden = word.dataset.when !== state;
}

/** What the field holds, checked: [{round, order, parts}]; null if it cannot be read. */
function checked() {
  try {
    const value = JSON.parse(field.value);
    const claims = Array.isArray(value) ? value : [value];
    return claims.length ? claims.map((claim) => ({ round: String(claim.round), ...checkDeal(claim) })) : null;
  } catch {
    return null;
  }
}

/** The parts that an element of the page stands for: of a round all, or one of them. */
function partsOf(results, element) {
  const [round, ...name] = element.dataset.check.split(" ");
  const parts = results?.find((result) => result.round === round)?.parts ?? [];
  return name.length ? parts.filter(({ part }) => part === name.join(" ")) : parts;
}

function show() {
  const results = checked();
  const parts = results?.flatMap((result) => result.parts) ?? [];
  const rows = [...document.querySelectorAll("[data-check]")];
  for (const row of rows) {
    const mine = partsOf(results, row);
    const wrong = mine.filter(({ agrees }) => !agrees);
    say(row, mine.length ? (wrong.length ? "differs" : "agrees") : "waiting");
    explain(row, wrong[0]);
  }
  const wrong = parts.some(({ agrees }) => !agrees);
  say(verdict, results ? (wrong ? "differs" : "agrees") : "unreadable");
  const fault = document.querySelector("[data-seed-fault]");
  if (fault) fault.hidden = !parts.some(({ part }) => part === "seed");
  document.querySelector("[data-order]")?.replaceChildren(withChips((results?.[0]?.order ?? []).join(" ")));
  putBack.hidden = field.value === field.defaultValue;
}

/** What is stated and what the seed gives, side by side; what differs in its place is marked. */
function explain(row, wrong) {
  const why = row.querySelector(".check-why");
  if (!why) return;
  why.hidden = !wrong;
  const { stated, expected } = wrong ?? { stated: [], expected: [] };
  why.querySelector("[data-stated]").replaceChildren(...pieces(stated, expected));
  why.querySelector("[data-expected]").replaceChildren(...pieces(expected, stated));
}

function pieces(one, other) {
  return one.flatMap((text, place) => {
    const piece = document.createElement("span");
    piece.append(withChips(text));
    piece.classList.toggle("check-odd", text !== other[place]);
    return [piece, " "];
  });
}

field.addEventListener("input", show);
putBack.addEventListener("click", () => {
  field.value = field.defaultValue;
  field.focus();
  show();
});

// The seal that somebody noted: typed or pasted, with spaces or in capitals.
document.getElementById("noted")?.addEventListener("input", (event) => {
  const typed = event.target.value.replace(/\s/g, "").toLowerCase();
  const said = !typed ? "" : typed === event.target.dataset.seal ? "same" : "other";
  for (const word of document.querySelectorAll("[data-noted]")) word.hidden = word.dataset.noted !== said;
});

// Firefox keeps what was typed over a reload.
show();
