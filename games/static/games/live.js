// Keeps the page at the newest version: a socket that pushes, polls where there is none, the whole stage as a net.

import { replaceTable, shownVersion } from "./apply.js";
import { table } from "./dom.js";
import { post, receive, watchKey } from "./send.js";

const NET = 25000; // even with a socket the page is compared this often
const POLL = 2000; // without one news are asked for this often
const PATIENCE = 6000; // without any contact for longer what is shown may be stale: a slow poll is no reason
const LONGEST = 30000; // between two tries to open the socket
const HIDDEN_LONG = 3000; // after being away for longer the page is compared before anything can be played
const ANSWER = 8000; // a fetch that takes longer is given up
const TOLD = 60000; // so long the page says that it is somebody else's now
const SOON = 500; // what is over sooner needs no banner
const QUIET = 50000; // the server asks every 20 s: a socket that says nothing for longer is open in name only
const NO_SUCH_TABLE = 4404;
const SIGNED_OUT = 4401;

const state = {
  socket: null,
  tries: 0,
  heard: performance.now(), // the last time the server was heard
  wanted: 0, // the highest version heard of
  told: 0, // the highest version that this socket told of
  spoke: 0, // the last time this socket said anything
  fetching: false,
  again: false,
  hiddenAt: 0,
  gone: false, // there is no such table (any more)
  down: false, // the last poll found no server
  handedUntil: 0, // so long the page says that it was somebody else's before
};

const now = () => performance.now();
const open = () => state.socket?.readyState === WebSocket.OPEN;
const running = () => !document.hidden && table() && !state.gone && table().dataset.stage !== "match_over";

// ---- What may be stale ----

function contact() {
  state.heard = now();
  // A server that is back takes sockets again, too.
  if (state.down) connectNow();
  state.down = false;
  show();
}

/** Mark the page as not to be played on until it has caught up. */
function doubt() {
  state.heard = -Infinity;
  show();
}

function show() {
  const root = table();
  if (!root) return;
  const silent = !open() && (state.down || now() - state.heard > PATIENCE);
  const fresh = !silent && state.heard !== -Infinity && state.wanted <= shownVersion();
  const before = root.dataset.fresh !== "no";
  root.dataset.fresh = fresh ? "yes" : "no";
  if (fresh) state.staleSince = null;
  else if ((state.staleSince ??= now()) > now() - SOON) setTimeout(show, SOON);
  banner("viewer", now() < state.handedUntil);
  banner("offline", !navigator.onLine);
  banner("stale", navigator.onLine && !fresh && state.staleSince <= now() - SOON);
  banner("polling", navigator.onLine && fresh && !open() && state.tries > 1);
  if (fresh !== before) document.dispatchEvent(new CustomEvent("table:stale", { detail: { stale: !fresh } }));
}

function banner(name, on) {
  for (const element of document.querySelectorAll(`[data-banner="${name}"]`)) element.hidden = !on;
}

// ---- The whole stage ----

/** Compare with the server: nothing if the page shows the newest version, else the whole stage is put in its place. */
async function fetchStage() {
  if (state.fetching) {
    state.again = true;
    return;
  }
  state.fetching = true;
  try {
    do {
      state.again = false;
      await fetchOnce();
    } while (state.again);
  } catch {
    // No connection: the next try comes with the net, the socket or the network.
  } finally {
    state.fetching = false;
    show();
  }
}

async function fetchOnce() {
  const root = table();
  if (!root || state.gone) return;
  const viewer = root.dataset.viewer;
  const address = `${root.dataset.urlPage}?v=${shownVersion()}&viewer=${viewer}&lang=${document.documentElement.lang}`;
  const signal = AbortSignal.timeout(ANSWER);
  const response = await fetch(address, { credentials: "same-origin", cache: "no-store", signal });
  if (response.status === 404) state.gone = true;
  if (response.status === 200) {
    replaceTable(await response.text());
    if (table().dataset.viewer !== viewer) becomeAnother(viewer);
    suspect(state.socket, shownVersion());
  }
  if (response.ok) {
    state.wanted = Math.max(state.wanted, shownVersion());
    contact();
  }
}

/** Somebody else has signed in in another tab: the socket is still the old person's; whose page it is now is said once. */
function becomeAnother(before) {
  // Who was nobody and sits down needs no banner.
  if (before || state.handedUntil) state.handedUntil = now() + TOLD;
  show();
  giveUp();
}

/** A socket that does not tell what was found without it is open in name only. */
function suspect(socket, version) {
  setTimeout(() => state.socket === socket && open() && state.told < version && giveUp(), POLL);
}

// ---- The socket ----

function connect() {
  clearTimeout(state.timer);
  const root = table();
  if (!root || state.gone || (state.socket && state.socket.readyState <= WebSocket.OPEN)) return;
  const address = new URL(root.dataset.urlWs, window.location.href);
  address.protocol = window.location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({
    lang: document.documentElement.lang,
    v: shownVersion(),
    watch: watchKey(),
  });
  const socket = new WebSocket(address);
  state.socket = socket;
  state.told = shownVersion();
  state.spoke = now();
  const again = state.tries > 0;
  socket.addEventListener("open", () => {
    contact();
    state.steady = setTimeout(() => (state.tries = 0), 5000);
    if (again) fetchStage();
  });
  socket.addEventListener("message", (event) => {
    state.spoke = now();
    contact();
    const message = JSON.parse(event.data);
    if (message.ping) {
      socket.send('{"here":1}');
      return;
    }
    state.told = message.v;
    receive(message);
  });
  socket.addEventListener("close", (event) => {
    if (event.code === NO_SUCH_TABLE) state.gone = true;
    if (event.code === SIGNED_OUT) fetchStage();
    if (state.socket === socket) lost();
  });
}

function lost() {
  state.socket = null;
  clearTimeout(state.steady);
  state.tries += 1;
  reconnect();
  poll();
}

/** Leave the socket to itself: without a network it may take a minute to close, and the next one need not wait. */
function giveUp() {
  const socket = state.socket;
  if (!socket) return;
  lost();
  socket.close();
}

function reconnect() {
  const longest = Math.min(LONGEST, 500 * 2 ** Math.min(state.tries - 1, 10));
  clearTimeout(state.timer);
  state.timer = setTimeout(connect, longest * (0.5 + Math.random() / 2));
}

function connectNow() {
  state.tries = Math.min(state.tries, 1);
  connect();
}

// ---- Polls ----

let polling = false;

async function poll() {
  if (polling || open() || !running()) return;
  polling = true;
  try {
    const fields = new FormData();
    fields.set("watch", watchKey());
    const response = await post(table().dataset.urlNews, fields);
    if (response.status === 200) receive(await response.json());
    if (response.ok) contact();
    else if (response.status === 404) state.gone = true;
  } catch {
    // No connection; `show` says so once it lasts.
    state.down = true;
  } finally {
    polling = false;
    show();
  }
}

// ---- When ----

document.addEventListener("table:heard", (event) => {
  state.wanted = Math.max(state.wanted, event.detail.v);
  contact();
});
document.addEventListener("table:fetch", ({ detail }) => {
  // Of several servers the one that answered a POST may not know what this page shows. The socket's server does, and
  // is about to push it.
  if (!open() || state.told >= detail.v) fetchStage();
  else setTimeout(() => shownVersion() < detail.v && fetchStage(), SOON);
});
document.addEventListener("table:other", fetchStage);
document.addEventListener("table:lost", show);
document.addEventListener("table:changed", show);

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    state.hiddenAt = now();
    return;
  }
  if (now() - state.hiddenAt > HIDDEN_LONG) doubt();
  fetchStage();
  connectNow();
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  doubt();
  fetchStage();
  connectNow();
});
window.addEventListener("online", () => {
  fetchStage();
  connectNow();
});
window.addEventListener("offline", show);
window.addEventListener("pagehide", () => state.socket?.close());

if (table()) {
  connect();
  setInterval(() => {
    if (open() && now() - state.spoke > QUIET) giveUp();
    show();
    poll();
  }, POLL);
  setInterval(() => !document.hidden && fetchStage(), NET);
  show();
}
