// Asking this browser to tell "your turn": what it can, what it may, on and off.

const box = document.querySelector("[data-push]");
const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

/** Show the words of one state: insecure, unsupported, denied, off, on, failed. */
function show(state) {
  for (const part of box.querySelectorAll("[data-push-when]")) {
    part.hidden = !part.dataset.pushWhen.split(" ").includes(state);
  }
}

function possible() {
  if (!window.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "";
}

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.pushManager.getSubscription();
}

async function post(address, fields) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set("viewer", box.dataset.viewer);
  const response = await fetch(address, { method: "POST", body, headers: { "X-CSRFToken": token() } });
  if (!response.ok) throw new Error(String(response.status));
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return show(possible() || "off");
  await navigator.serviceWorker.register(box.dataset.worker, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be another person's, or of an older key
  const options = { userVisibleOnly: true, applicationServerKey: box.dataset.key };
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  await post(box.dataset.on, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  show("on");
}

async function turnOff() {
  const now = await subscription();
  await post(box.dataset.off, { endpoint: now?.endpoint ?? "" });
  await now?.unsubscribe();
  show("off");
}

async function press(button, work) {
  button.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch {
    show("failed");
  } finally {
    button.removeAttribute("aria-busy");
  }
}

async function begin() {
  const hindered = possible();
  if (hindered) return show(hindered);
  show(box.dataset.here === "yes" && (await subscription()) ? "on" : "off");
}

if (box) {
  for (const button of box.querySelectorAll("[data-push-on]")) {
    button.addEventListener("click", () => press(button, turnOn));
  }
  for (const button of box.querySelectorAll("[data-push-off]")) {
    button.addEventListener("click", () => press(button, turnOff));
  }
  begin().catch(() => show("unsupported"));
}
