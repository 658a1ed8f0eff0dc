/* Keys: n to the next decision, j and k through a list, ? for help. None while somebody types. */
"use strict";

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
