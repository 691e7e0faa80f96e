// Times that run: since when somebody is away, how long a turn may still take.

const language = document.documentElement.lang || "en";
const unit = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" });
const [seconds, minutes, hours] = [unit("second"), unit("minute"), unit("hour")];

/** How the server's clock differs from this one, in milliseconds. */
function skew() {
  const table = document.getElementById("table");
  if (!table?.dataset.now) return 0;
  table.clockSkew ??= Date.parse(table.dataset.now) - Date.now();
  return table.clockSkew;
}

function words(milliseconds) {
  const whole = Math.max(0, Math.floor(milliseconds / 1000));
  if (whole < 60) return seconds.format(whole);
  if (whole < 3600) return minutes.format(Math.floor(whole / 60));
  return hours.format(Math.floor(whole / 3600));
}

function clock(milliseconds) {
  const whole = Math.max(0, Math.ceil(milliseconds / 1000));
  if (whole >= 3600) return hours.format(Math.floor(whole / 3600));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function show() {
  const now = Date.now() + skew();
  for (const time of document.querySelectorAll("time[data-since], time[data-until]")) {
    const { since, until } = time.dataset;
    const text = until ? clock(Date.parse(until) - now) : since ? words(now - Date.parse(since)) : "";
    if (time.textContent !== text) time.textContent = text;
  }
}

document.addEventListener("table:changed", show);
setInterval(show, 1000);
show();
