/* The offline page: the tables that this device still has, until the service answers again. */
"use strict";

const OWN_ADDRESS = document.currentScript.src;
const ASK_EVERY_MS = 15_000;
let leaving = false;

/* "online" tells of a network, not that the service can be reached, and comes when it likes: to load
   this page again for nothing would swallow the tap on a table. HEAD passes by the service worker. */
async function comeBack() {
  if (!navigator.onLine) return;
  const answer = await fetch(OWN_ADDRESS, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok && !leaving) window.location.reload();
}

window.addEventListener("beforeunload", () => { leaving = true; });
window.addEventListener("online", comeBack);
window.setInterval(comeBack, ASK_EVERY_MS);

(async () => {
  const list = document.getElementById("tables");
  const heading = document.getElementById("tables-heading");
  const cache = await caches.open("tables");
  for (const request of (await cache.keys()).reverse()) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/matches/")) continue;
    const page = new DOMParser().parseFromString(await (await cache.match(request)).text(), "text/html");
    const link = document.createElement("a");
    link.href = pathname;
    link.textContent = page.querySelector("h1")?.textContent.trim() || pathname;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
    heading.hidden = false;
  }
})();
