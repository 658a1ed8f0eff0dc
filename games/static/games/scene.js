/* The scene: what was tapped decides what may be tapped next, and the bar says what it would order.

   The ways to answer come with the form; their words come from the server. Without this script the
   same form is filled and sent as any other. */
"use strict";

(() => {
  const HISTORY = new WeakMap();
  const ASKED = new WeakMap();

  const inputsOf = (form) => [...form.querySelectorAll("input[name^=pick-]")];
  const fieldOf = (input) => input.name.slice("pick-".length);

  function picked(form) {
    const picks = {};
    for (const input of inputsOf(form)) {
      if (input.checked) (picks[fieldOf(input)] ??= []).push(input.value);
    }
    return picks;
  }

  function fits(way, picks) {
    return Object.entries(picks).every(([field, values]) => {
      const [, most, offered] = way[field] ?? [0, 0, []];
      return values.length <= most && values.every((value) => offered.includes(value));
    });
  }

  const isComplete = (way, picks) =>
    Object.entries(way).every(([field, [least]]) => (picks[field]?.length ?? 0) >= least);

  /* A field is bound by what was chosen of the fields before it; what no longer fits is let go. */
  function bind(form, ways, fields) {
    const before = {};
    for (const field of fields) {
      const open = ways.filter((way) => fits(way, before));
      const inputs = inputsOf(form).filter((input) => fieldOf(input) === field);
      const offered = new Set(open.flatMap((way) => way[field]?.[2] ?? []));
      const most = Math.max(0, ...open.map((way) => way[field]?.[1] ?? 0));
      for (const input of inputs) if (!offered.has(input.value)) input.checked = false;
      const chosen = inputs.filter((input) => input.checked);
      for (const input of inputs) {
        const isFull = input.type === "checkbox" && !input.checked && chosen.length >= most;
        input.disabled = !offered.has(input.value) || isFull;
      }
      if (chosen.length) before[field] = chosen.map((input) => input.value);
    }
    return before;
  }

  /* What leaves no choice is chosen by itself. */
  function fill(form, ways, picks) {
    const open = ways.filter((way) => fits(way, picks));
    if (open.length !== 1) return false;
    let filled = false;
    for (const [field, [least, , offered]] of Object.entries(open[0])) {
      if (picks[field] || !least || offered.length !== least) continue;
      for (const input of inputsOf(form)) {
        if (fieldOf(input) !== field || !offered.includes(input.value)) continue;
        input.checked = true;
        filled = true;
        if (input.type === "radio") break;
      }
    }
    return filled;
  }

  function missing(ways, picks, labels) {
    const open = ways.filter((way) => fits(way, picks));
    for (const [field, label] of Object.entries(labels)) {
      const chosen = picks[field]?.length ?? 0;
      const least = Math.max(0, ...open.map((way) => way[field]?.[0] ?? 0));
      if (chosen < least) return least > 1 ? `${label} · ${chosen}/${least}` : label;
    }
    return "";
  }

  function say(form, order, effect = "") {
    const words = form.querySelector("[data-words]");
    const strong = document.createElement("strong");
    strong.textContent = order;
    words.replaceChildren(strong, ...(effect ? [" ", effect] : []));
  }

  /* Asked after a moment's rest: arrow keys walk through many choices. */
  async function preview(form) {
    if (!form.dataset.preview) return say(form, "");
    const body = new URLSearchParams(new FormData(form));
    const asked = body.toString();
    if (ASKED.get(form)?.asked === asked) return;
    ASKED.get(form)?.stop.abort();
    const stop = new AbortController();
    ASKED.set(form, { asked, stop });
    await new Promise((resume) => setTimeout(resume, 120));
    if (stop.signal.aborted) return;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body, signal: stop.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const { order, effect, refusal } = await answer.json();
      say(form, order ?? refusal, effect);
    } catch (error) {
      if (error.name === "AbortError") return;
      ASKED.delete(form);
      say(form, form.querySelector("[data-words]").dataset.failed);
    }
  }

  function refresh(form, mayFill) {
    const ways = JSON.parse(form.dataset.ways);
    const labels = JSON.parse(form.dataset.labels);
    const fields = Object.keys(labels);
    let picks = bind(form, ways, fields);
    if (mayFill && fill(form, ways, picks)) picks = bind(form, ways, fields);
    const done = ways.some((way) => fits(way, picks) && isComplete(way, picks));
    form.querySelector("[data-send]")?.setAttribute("aria-disabled", String(!done));
    const undo = form.querySelector("[data-undo]");
    if (undo) undo.hidden = !Object.keys(picks).length;
    if (done) {
      preview(form);
    } else {
      ASKED.get(form)?.stop.abort();
      ASKED.delete(form);
      say(form, missing(ways, picks, labels));
    }
  }

  function undo(form) {
    const steps = HISTORY.get(form) ?? [];
    const last = steps.reverse().find((input) => input.checked);
    HISTORY.set(form, steps.reverse().filter((input) => input !== last));
    if (last) last.checked = false;
    else for (const input of inputsOf(form)) input.checked = false;
    refresh(form, false);
    (last ?? inputsOf(form).find((input) => !input.disabled))?.focus();
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-scene]");
    if (!form || !event.target.name.startsWith("pick-")) return;
    form.dataset.touched = "yes";
    const steps = (HISTORY.get(form) ?? []).filter((input) => input !== event.target);
    HISTORY.set(form, [...steps, event.target]);
    refresh(form, true);
  });

  document.addEventListener("reset", (event) => {
    if (!event.target.matches("form[data-scene]")) return;
    event.preventDefault();
    undo(event.target);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-scene]") || !event.submitter?.matches("[data-send]")) return;
    if (event.submitter.getAttribute("aria-disabled") !== "true") return;
    event.preventDefault();
    inputsOf(form).find((input) => !input.disabled && !input.checked)?.focus();
  });

  function prepare() {
    document.querySelectorAll("form[data-scene]").forEach((form) => {
      if (form.dataset.ready) return;
      form.dataset.ready = "yes";
      ASKED.delete(form);
      refresh(form, true);
    });
  }

  prepare();
  document.addEventListener("page-changed", prepare);
  const receipt = document.getElementById("receipt");
  if (receipt?.childElementCount) receipt.focus();
})();
