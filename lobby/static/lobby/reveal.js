// A password can be made readable while it is typed: a button in its field, in the words of the page.

const words = document.getElementById("reveal-words");

for (const field of document.querySelectorAll("input[data-reveal]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet reveal";
  const say = (shown) => {
    field.type = shown ? "text" : "password";
    button.textContent = shown ? words.dataset.hide : words.dataset.show;
    button.setAttribute("aria-pressed", String(shown));
  };
  const line = document.createElement("span");
  line.className = "reveal-line";
  field.replaceWith(line);
  line.append(field, button);
  button.addEventListener("click", () => {
    say(field.type === "password");
    field.focus();
  });
  // A browser keeps what a text field held: it is a password again when it is sent.
  field.form?.addEventListener("submit", () => say(false));
  say(false);
}
