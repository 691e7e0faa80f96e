// The service worker: shows "your turn" while no page of that table is in front, and opens the table at a tap.
// It keeps nothing and answers no requests: pages always come from the server.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isAt = (client, path) => new URL(client.url).pathname === path;

self.addEventListener("push", (event) => event.waitUntil(tell(event.data?.json() ?? {})));

async function tell({ title, body, url, tag, icon }) {
  if (!title || !url?.startsWith("/")) return;
  const seen = (await pages()).some((client) => isAt(client, url) && client.visibilityState === "visible");
  if (seen) return;
  await self.registration.showNotification(title, { body, tag, icon, data: { url } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function open(url) {
  const there = (await pages()).find((client) => isAt(client, url));
  await (there ? there.focus() : self.clients.openWindow(url));
}
