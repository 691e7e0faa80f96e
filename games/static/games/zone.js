// The time zone of this device, for the dates that the server writes: kept in a cookie, set anew when it differs.

const YEAR = 365 * 24 * 3600;
const kept = () => document.cookie.match(/(?:^|; )tz=([^;]*)/)?.[1] ?? "";
const written = kept() || "UTC"; // the zone of the times on this page
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone && zone !== kept()) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${zone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  // The first page of a browser tells times of another place: once more, now that the server knows.
  const tells = document.querySelector("time[datetime]");
  if (tells && zone !== written && kept() === zone) location.reload();
}
