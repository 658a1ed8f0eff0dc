/* Orders for later: dragged by their grip.

   Without this script their buttons do the same. */
"use strict";

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
