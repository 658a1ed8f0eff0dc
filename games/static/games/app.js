/* The site as an app: what the service worker does, the badge, and a word when the network is away. */
"use strict";

(() => {
  const { worker, away } = document.currentScript.dataset;

  if ("serviceWorker" in navigator) {
    window.addEventListener("load", () => navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}));
  }

  function showBadge() {
    const waiting = Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
    if (navigator.setAppBadge) (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
  }

  /* --- Without a network ------------------------------------------------------------------------ */

  let note = null;

  function showAway() {
    if (navigator.onLine) {
      note?.remove();
      note = null;
      return;
    }
    if (note?.isConnected) return;
    note = document.createElement("p");
    note.className = "note note-warning";
    note.setAttribute("role", "status");
    note.tabIndex = -1;
    document.getElementById("main")?.prepend(note);
    note.textContent = away;
  }

  window.addEventListener("offline", showAway);
  window.addEventListener("online", () => {
    showAway();
    document.dispatchEvent(new CustomEvent("look"));
  });
  document.addEventListener("page-changed", () => {
    showAway();
    showBadge();
  });
  document.addEventListener("submit", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    showAway();
    note?.focus();
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showAway);
  else showAway();
  showBadge();
})();
