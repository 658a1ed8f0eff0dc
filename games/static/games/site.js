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
