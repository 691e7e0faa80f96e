// News that was read: gone from this page, and remembered in a cookie, so that no page of this browser shows it again.

const YEAR = 365 * 24 * 3600;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-put-away]");
  if (!button) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `notice=${button.dataset.putAway}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  const notice = button.closest(".notice");
  const all = notice.closest(".notices");
  notice.remove();
  if (!all.querySelector(".notice")) all.remove();
  document.querySelector("#main")?.focus({ preventScroll: true });
});
