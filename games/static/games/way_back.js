// The arrow in the head of a page: back to the page of this site that one came from. Without scripts, in browsers that
// do not tell where one was (the Navigation API is young), and from elsewhere, it leads where its address says.

// What a path lies in: of /t/CODE/m/2/ it is /t/CODE/m/.
const folder = (path) => path.replace(/[^/]*\/?$/, "");

// From a place on the page, another round, or the same form after a wrong password one wants out, not to and fro.
function isBeside(url) {
  const { pathname } = new URL(url);
  if (pathname === location.pathname) return true;
  return folder(pathname) === folder(location.pathname) && folder(pathname) !== "/";
}

function cameFrom() {
  const { navigation } = window;
  const before = navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
  return before.findLast((entry) => entry.url && !isBeside(entry.url));
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest?.("[data-way-back]")) return;
  const entry = cameFrom();
  if (!entry) return;
  event.preventDefault();
  window.navigation.traverseTo(entry.key);
});
