/* The service worker: notifications, and the tables last looked at when there is no network.

   The view puts SETTINGS before this. Tables hold a hand: they are kept for the member whose pages
   come ("X-Kept-For"), and thrown away with the first page that is for nobody or somebody else. */
"use strict";

const ASSETS = `assets-${SETTINGS.version}`;
const TABLES = "tables";
const OWNER = "/__kept-for";
const MOST_TABLES = 20;
const MATCH = /^\/matches\/[a-z0-9]{4,12}\/$/i;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(ASSETS);
    await cache.addAll([SETTINGS.offline, ...SETTINGS.assets]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name !== ASSETS && name !== TABLES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

/* --- Whose tables these are ------------------------------------------------------------------- */

async function isKept(answer) {
  const owner = answer.headers.get("X-Kept-For");
  if (!owner) return false;
  const cache = await caches.open(TABLES);
  const before = await (await cache.match(OWNER))?.text();
  if (owner === before) return true;
  await caches.delete(TABLES);
  if (owner === "nobody") return false;
  await (await caches.open(TABLES)).put(OWNER, new Response(owner));
  return true;
}

async function keep(url, answer) {
  if (!(await isKept(answer)) || !MATCH.test(url.pathname) || !answer.ok) return;
  const cache = await caches.open(TABLES);
  const address = url.origin + url.pathname;
  await cache.delete(address);
  await cache.put(address, answer);
  const kept = (await cache.keys()).filter((request) => MATCH.test(new URL(request.url).pathname));
  await Promise.all(kept.slice(0, -MOST_TABLES).map((request) => cache.delete(request)));
}

/* --- Pages and what they are made of ---------------------------------------------------------- */

/* A device may call itself online with no way out: what was kept says itself that it is not new. */
async function asKept(answer) {
  const page = (await answer.text()).replace("<html ", "<html data-kept ");
  return new Response(page, { headers: answer.headers });
}

async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.type === "basic") event.waitUntil(keep(url, answer.clone()));
    return answer;
  } catch (error) {
    // An open page that asks for news shall not take an old table for them.
    if (event.request.mode !== "navigate") throw error;
    const kept = await (await caches.open(TABLES)).match(url.origin + url.pathname);
    if (kept) return asKept(kept);
    return (await caches.match(SETTINGS.offline)) ?? Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  if (HASHED.test(new URL(request.url).pathname)) {
    const kept = await cache.match(request);
    if (kept) return kept;
  }
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" || MATCH.test(url.pathname)) event.respondWith(page(event, url));
  else if (url.pathname.startsWith(SETTINGS.static)) event.respondWith(asset(request));
});

/* --- Notifications ---------------------------------------------------------------------------- */

async function showBadge(waiting) {
  if (!self.navigator.setAppBadge) return;
  await (waiting ? self.navigator.setAppBadge(waiting) : self.navigator.clearAppBadge());
}

async function tell(message) {
  await showBadge(message.waiting).catch(() => {});
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some((each) => each.focused && each.url.startsWith(message.url))) return;
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    icon: SETTINGS.icon,
    badge: SETTINGS.badge,
    data: { url: message.url, buttons: message.buttons.map((button) => button.url) },
    actions: message.buttons.map((button, number) => ({ action: String(number), title: button.title })),
  });
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(tell(event.data.json()));
});

/* A button opens the page of its order, which shows it and gives it when it is confirmed there. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, buttons } = event.notification.data;
  const wanted = new URL(event.action === "" ? url : buttons[Number(event.action)], self.location.origin);
  if (wanted.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const open = pages.find((each) => each.url === wanted.href);
    await (open ? open.focus() : self.clients.openWindow(wanted.href));
  })());
});
