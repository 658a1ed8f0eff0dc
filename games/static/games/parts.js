/* Forms of a part of the page: sent behind it, and what comes back takes the part's place.

   Without this script, or when something goes wrong, they lead to the whole page. */
"use strict";

(() => {
  const sending = new WeakSet();

  function bodyOf(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.append(button.name, button.value);
    return body;
  }

  /* The focus stays where it was, unless the part says where it belongs now. */
  function focusIn(part, before, button) {
    const same = before?.id ? part.querySelector(`#${CSS.escape(before.id)}`)
      : [...part.querySelectorAll("button")].find((one) => button && one.name === button.name && one.value === button.value);
    (part.querySelector("[autofocus]") ?? same)?.focus({ preventScroll: true });
  }

  function put(form, text, button) {
    const before = document.activeElement;
    const fresh = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
    const part = document.importNode(fresh, true);
    form.closest(form.dataset.part).replaceWith(part);
    focusIn(part, before, button);
    const told = part.querySelector("[data-told]");
    const announcer = document.getElementById("announcer");
    if (told && announcer) announcer.textContent = told.textContent;
  }

  /* Another place in the same page would not be asked for anew by itself. */
  function go(address) {
    const to = new URL(address, location.href);
    if (to.pathname !== location.pathname) return location.assign(to);
    location.hash = to.hash;
    location.reload();
  }

  async function send(form, button) {
    const body = bodyOf(form, button);
    const address = form.getAttribute("action");
    sending.add(form);
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { "X-Part": "yes" } });
      const next = answer.headers.get("X-Next-Page");
      if (next) return go(next);
      if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
      put(form, await answer.text(), button);
    } catch {
      delete form.dataset.part;
      if (form.isConnected) form.requestSubmit(button?.isConnected ? button : undefined);
    } finally {
      sending.delete(form);
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form[data-part]")) return;
    event.preventDefault();
    if (!sending.has(form)) send(form, event.submitter);
  });
})();

/* Orders for later, dragged by their grip; without a script their buttons do the same. */
(() => {
  const cardsOf = (list) => [...list.querySelectorAll(".later-card")];

  /* The card goes where the finger is: before the first card whose middle lies below it. */
  function follow(card, y) {
    const list = card.parentElement;
    const below = cardsOf(list).find((other) => {
      const box = other.getBoundingClientRect();
      return other !== card && y < box.top + box.height / 2;
    });
    if (below) below.before(card);
    else list.append(card);
  }

  function save(form) {
    form.elements.sequence.value = cardsOf(form).map((card) => card.dataset.place).join(",");
    const send = document.createElement("button");
    send.name = "do";
    send.value = "sort";
    send.hidden = true;
    form.append(send);
    send.click();
    send.remove();
  }

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest("[data-grip]");
    if (!grip) return;
    event.preventDefault();
    const card = grip.closest(".later-card");
    const form = grip.closest("form");
    const before = cardsOf(form);
    const move = (moved) => follow(card, moved.clientY);
    const held = new AbortController();
    const drop = () => {
      held.abort();
      card.classList.remove("later-held");
      if (cardsOf(form).some((one, place) => one !== before[place])) save(form);
    };
    card.classList.add("later-held");
    // On the document: a card that is put elsewhere loses what it had captured.
    for (const [kind, act] of [["pointermove", move], ["pointerup", drop], ["pointercancel", drop]]) {
      document.addEventListener(kind, act, { signal: held.signal });
    }
  });
})();
