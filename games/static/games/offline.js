/* The offline page: the tables that this device still has. */
"use strict";

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
  window.addEventListener("online", () => window.location.reload());
})();
