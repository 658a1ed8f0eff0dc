/* What is nicer with a script. Everything on the site works without it. */
"use strict";

(() => {
  const each = (root, selector, act) => root.querySelectorAll(selector).forEach(act);

  /* --- Deadlines: how long until then, kept true while the page is open --------------------- */

  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const UNITS = [["day", 86400, 2], ["hour", 3600, 2], ["minute", 60, 1]];

  function remaining(until) {
    const seconds = (until - Date.now()) / 1000;
    for (const [unit, size, least] of UNITS) {
      if (Math.abs(seconds) >= size * least * 0.99) return relative.format(Math.round(seconds / size), unit);
    }
    return relative.format(Math.trunc(seconds), "second");
  }

  function refreshDeadlines() {
    each(document, "time[data-remaining]", (time) => {
      const until = Date.parse(time.dateTime);
      time.textContent = remaining(until);
      time.closest(".deadline")?.classList.toggle("deadline-near", until - Date.now() < 7200000);
    });
  }

  /* --- The typed order ---------------------------------------------------------------------- */

  const prepared = new WeakSet();

  function prepareOrderForms(root) {
    const eachNew = (selector, act) => each(root, selector, (found) => {
      if (prepared.has(found)) return;
      prepared.add(found);
      act(found);
    });
    eachNew("form[data-typed]", (form) =>
      form.addEventListener("input", () => { form.dataset.touched = "yes"; }));
    eachNew("[data-example]", (button) =>
      button.addEventListener("click", () => {
        const box = document.getElementById("order-text");
        box.value = button.dataset.example;
        box.dispatchEvent(new Event("input", { bubbles: true }));
        box.focus();
      }));
  }

  document.addEventListener("page-changed", () => {
    prepareOrderForms(document);
    refreshDeadlines();
  });

  /* --- The browser's time zone, offered where the form has none yet ---------------------------- */

  function guessZone(root) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    each(root, "select[data-guess-zone]", (select) => {
      if (select.value === "UTC" && [...select.options].some((option) => option.value === zone)) {
        select.value = zone;
      }
    });
  }

  /* --- Replay by keys; copying a link ------------------------------------------------------------ */

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select")) return;
    document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
  });

  each(document, "button[data-copy]", (button) => {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
      button.textContent = button.dataset.copied;
    });
  });

  /* --- What the page tells, said aloud: a live region speaks of what comes into it later ------- */

  function announce() {
    const told = [...document.querySelectorAll("[data-told]:not([autofocus])")];
    document.getElementById("announcer").textContent = told.map((one) => one.textContent).join(" ");
  }

  setTimeout(announce, 300);
  prepareOrderForms(document);
  guessZone(document);
  refreshDeadlines();
  setInterval(refreshDeadlines, 30000);
})();

/* Keys: n to the next decision, j and k through a list, ? for help. None while somebody types. */
(() => {
  const typing = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

  function step(by) {
    const rows = [...document.querySelectorAll("main a[data-row]")];
    if (!rows.length) return;
    const at = rows.indexOf(document.activeElement);
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
    rows[next].focus();
  }

  async function showHelp(link) {
    let help = document.getElementById("shortcut-help");
    if (!help) {
      const answer = await fetch(link.href);
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      help = document.createElement("dialog");
      help.id = "shortcut-help";
      help.append(document.importNode(page.querySelector("main .prose-page"), true));
      const heading = help.querySelector("h1");
      heading.id = "shortcut-heading";
      help.setAttribute("aria-labelledby", heading.id);
      help.addEventListener("click", () => help.close());
      document.body.append(help);
    }
    if (!help.open) help.showModal();
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest?.(typing) || document.querySelector("dialog[open]")) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "n") document.querySelector("[data-shortcut=n]")?.click();
    else if (event.key === "?") {
      const link = document.querySelector("[data-shortcut='?']");
      if (link) showHelp(link);
    }
  });
})();

/* The site as an app: the service worker, the badge, and a word when the network is away. */
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
  const isAway = () => !navigator.onLine || "kept" in document.documentElement.dataset;

  function showAway() {
    if (!isAway()) {
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
    delete document.documentElement.dataset.kept;
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
