// One polite region says each thing that happens, one sentence each; reactions appear beside the seat.

import { onTable, words } from "./dom.js";
import { toast } from "./toast.js";

const BUBBLE = 4000;

onTable((change) => {
  const say = document.getElementById("say");
  // The end of a round comes as another stage; its heading says how it ended.
  const ended = change.reload && !change.sameStage && document.querySelector("#table .end-words h1");
  if (say && ended) say.textContent = ended.textContent.trim();
  if (change.first || change.reload) return;
  const lines = change.log ?? [];
  if (!lines.length) return;
  if (say) say.textContent = lines.map((line) => line.textContent.trim()).join(" ");
  for (const line of lines) if (line.dataset.kind === "react") bubble(line);
});

document.addEventListener("table:refused", (event) => {
  const { code, say } = event.detail;
  if (code === "no_connection") toast(words("notSent"));
  else toast(say, { html: true });
});

function bubble(line) {
  const seat = document.querySelector(`#r-seats [data-letter="${line.dataset.seat}"]`);
  if (!seat) return;
  const element = document.createElement("span");
  element.className = "bubble";
  element.textContent = line.dataset.reaction || line.textContent.trim();
  element.setAttribute("aria-hidden", "true");
  for (const old of seat.querySelectorAll(".bubble")) old.remove();
  seat.append(element);
  setTimeout(() => element.remove(), BUBBLE);
}
