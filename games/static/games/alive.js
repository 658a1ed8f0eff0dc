/* News while a page is open: parts of it change, and focus, scroll and what is being chosen stay.

   A stream says that something may have changed; without one the page asks now and then. In both
   cases what is shown comes from the page's own address. Others listen on the document for
   "page-will-change" and "page-changed". */
"use strict";

(() => {
  const live = document.querySelector("[data-live]");
  if (!live || !window.fetch || !window.DOMParser) return;

  const ASK = 10000; // without a stream
  const ASK_SELDOM = 50000; // with one: what it lost is found so
  const STREAM_AGAIN = 60000;
  const tell = (name) => document.dispatchEvent(new CustomEvent(name));

  /* --- Making what is there like what is wanted, keeping every node that can be kept ---------- */

  let keptForm = null; // half chosen, and as legal as before
  let keptAs = null;

  const alike = (one, other) => one.nodeName === other.nodeName && (one.id || "") === (other.id || "");

  function counterpart(from, fresh) {
    let similar = null;
    for (let old = from; old; old = old.nextSibling) {
      if (old.isEqualNode(fresh)) return old;
      if (!similar && old !== keptForm && alike(old, fresh)
        && (fresh.nodeType !== 1 || old.getAttribute("class") === fresh.getAttribute("class"))) similar = old;
    }
    return similar ?? (from && from !== keptForm && alike(from, fresh) ? from : null);
  }

  function likenAttributes(old, fresh) {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.nodeName === "INPUT" && old.type !== "file") {
      old.value = fresh.value;
      old.checked = fresh.checked;
    }
  }

  function liken(old, fresh) {
    if (old.nodeType !== 1) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    likenAttributes(old, fresh);
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const found = next === keptAs ? keptForm : counterpart(at, next);
      if (!found) {
        old.insertBefore(document.importNode(next, true), at);
        continue;
      }
      if (found === at) at = at.nextSibling;
      else old.insertBefore(found, at);
      if (found !== keptForm && !found.isEqualNode(next)) liken(found, next);
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }

  /* --- A half-chosen order stays while it is legal ---------------------------------------------- */

  const touchedForm = () => document.querySelector("form[data-touched]")
    ?? (document.getElementById("order-error") && document.querySelector("form[data-typed]"));
  const kind = (form) => `${form.getAttribute("action")} ${"scene" in form.dataset} ${"typed" in form.dataset}`;
  const phase = (form) => form.querySelector("[name=phase]")?.value;

  function carry(form, page) {
    const fresh = [...page.querySelectorAll("main form")].find((each) => kind(each) === kind(form));
    if (!fresh) return false;
    if (phase(fresh) === phase(form)) {
      [keptForm, keptAs] = [form, fresh];
      return true;
    }
    if (page.querySelector("[data-live]")?.dataset.asks !== live.dataset.asks) return false;
    const chosen = [...form.querySelectorAll("input:checked, textarea")];
    const places = chosen.map((box) => fresh.querySelector(
      box.nodeName === "TEXTAREA" ? `textarea[name="${box.name}"]`
        : `input[name="${box.name}"][value="${CSS.escape(box.value)}"]:not([disabled])`));
    if (!chosen.length || places.some((place) => !place)) return false;
    places.forEach((place, index) => {
      if (place.nodeName === "TEXTAREA") place.textContent = chosen[index].value;
      else place.setAttribute("checked", "");
    });
    fresh.dataset.touched = "yes";
    return true;
  }

  /* --- The page as it is now ---------------------------------------------------------------------- */

  function fetchWhatIsNew(page) {
    for (const each of page.querySelectorAll("link[rel=stylesheet], script[src]")) {
      const name = each.hasAttribute("src") ? "src" : "href";
      const address = each.getAttribute(name);
      if (document.querySelector(`[${name}="${CSS.escape(address)}"]`)) continue;
      const wanted = document.createElement(each.nodeName);
      for (const attribute of each.attributes) wanted.setAttribute(attribute.name, attribute.value);
      document.head.append(wanted);
    }
  }

  async function refresh(whatever = false) {
    const answer = await fetch(live.dataset.live);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    fetchWhatIsNew(page);
    const form = touchedForm();
    const notice = document.getElementById("moved-notice");
    if (form && !whatever && !carry(form, page)) {
      if (notice) notice.hidden = false;
      return;
    }
    show(page);
  }

  function replaceWhole(page, part) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (old && fresh) old.replaceWith(document.importNode(fresh, true));
  }

  function show(page) {
    const focused = document.activeElement;
    tell("page-will-change");
    const hasMovedOn = document.querySelector("[data-seen]")?.dataset.seen !== page.querySelector("[data-seen]")?.dataset.seen;
    // Another question has another shape: what would only be pushed about is put there anew.
    if (hasMovedOn && !keptForm) replaceWhole(page, ".columns > div:first-child");
    for (const part of ["header.site-header", "main"]) {
      liken(document.querySelector(part), page.querySelector(part));
    }
    document.title = page.title;
    [keptForm, keptAs] = [null, null];
    if (focused?.id && !focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
    tell("page-changed");
  }

  /* --- Asking, when told to and now and then ------------------------------------------------------ */

  let lookedAt = Date.now();
  let isLooking = false;
  let mustLook = false;
  let hasTalk = false; // the pulse does not tell of it

  async function hasMoved() {
    const pulse = document.getElementById("pulse");
    if (!pulse) return true;
    const answer = await fetch(pulse.dataset.pulse);
    if (!answer.ok || answer.headers.get("X-Moved") === "1") return answer.ok;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    pulse.replaceChildren(...[...page.body.childNodes].map((each) => document.importNode(each, true)));
    tell("page-changed");
    return false;
  }

  async function look() {
    mustLook = isLooking;
    if (isLooking) return;
    isLooking = true;
    lookedAt = Date.now();
    try {
      const all = hasTalk;
      hasTalk = false;
      if (all || await hasMoved()) await refresh();
    } catch { /* the network is away: later */ }
    isLooking = false;
    if (mustLook) look();
  }

  let stream = null;
  let streamEndedAt = -STREAM_AGAIN;

  function listen() {
    if (!window.EventSource || !live.dataset.events || stream) return;
    if (Date.now() - streamEndedAt < STREAM_AGAIN) return;
    stream = new EventSource(live.dataset.events);
    let isFirst = true;
    stream.onopen = () => {
      // What happened before the page began to listen, or while it had lost its stream.
      if (!isFirst || Date.now() - performance.timeOrigin > 5000) look();
      isFirst = false;
    };
    stream.onmessage = (event) => {
      hasTalk ||= event.data.includes("t");
      look();
    };
    stream.onerror = () => {
      if (stream?.readyState !== EventSource.CLOSED) return; // it tries again by itself
      stream = null;
      streamEndedAt = Date.now();
    };
  }

  function stopListening() {
    stream?.close();
    stream = null;
  }

  const hears = () => stream?.readyState === 1;

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stopListening(); // six streams would use up a browser's connections
    listen();
    look();
  });
  window.addEventListener("pagehide", stopListening);
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    listen();
    look();
  });
  document.addEventListener("look", look);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#moved-notice button")) return;
    refresh(true);
  });

  setInterval(() => {
    if (document.hidden) return;
    listen();
    if (document.getElementById("pulse") && Date.now() - lookedAt >= (hears() ? ASK_SELDOM : ASK)) look();
  }, 2000);
  if (!document.hidden) listen();
})();
