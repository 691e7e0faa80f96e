// Tiles and badges inside sentences, as the server draws them.

/** A tile chip for "9-3". */
export function chip(tile) {
  const [first, second] = tile.split("-");
  const element = document.createElement("span");
  element.className = first === second ? "chip chip-double" : "chip";
  const parts = [
    ["b", first],
    ["i", "-"],
    ["b", second],
  ];
  for (const [tag, text] of parts) {
    const part = document.createElement(tag);
    part.textContent = text;
    element.append(part);
  }
  return element;
}

/** A text whose tiles are chips. */
export function withChips(text) {
  const fragment = document.createDocumentFragment();
  for (const part of text.split(/(\b\d{1,2}-\d{1,2}\b)/)) {
    fragment.append(/^\d+-\d+$/.test(part) ? chip(part) : part);
  }
  return fragment;
}
