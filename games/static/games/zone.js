// The time zone of this device, for the dates that the server writes: kept in a cookie, set anew when it differs.

const YEAR = 365 * 24 * 3600;
const kept = document.cookie.match(/(?:^|; )tz=([^;]*)/)?.[1] ?? "";
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone && zone !== kept) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${zone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
