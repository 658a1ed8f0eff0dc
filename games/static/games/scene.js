/* The scene: what was tapped decides what may be tapped next, and the bar says what it would order.

   The ways to answer come with the form; their words come from the server. Without this script the
   same form is filled and sent as any other. */
"use strict";

(() => {
  const HISTORY = new WeakMap();
  const ASKED = new WeakMap();

  const inputsOf = (form) => [...form.querySelectorAll("input[name^=pick-]")];
  const fieldOf = (input) => input.name.slice("pick-".length);
  const told = (form, name) => JSON.parse(form.dataset[name] || "null");
  const cardOf = (value) => value.split(" ")[0];

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

  const isComplete = (way, picks, runs) =>
    Object.entries(way).every(([field, [least]]) => (picks[field]?.length ?? 0) >= least)
    && (!Object.keys(way).some((field) => runs[field]) || Object.keys(picks).length > 0);

  /* Of a field with runs only what goes together may be chosen, and no card in two of them. */
  const isRun = (runs, values) => runs.some(
    (run) => run.length === values.length && values.every((value) => run.includes(value)));

  function bindRun(form, field, runs) {
    const inputs = inputsOf(form).filter((input) => fieldOf(input) === field);
    const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
    const steps = HISTORY.get(form) ?? [];
    const newestFirst = [...inputs].sort((one, other) => steps.indexOf(other) - steps.indexOf(one));
    for (const input of newestFirst) {
      if (!chosen().length || isRun(runs, chosen())) break;
      input.checked = false;
    }
    const elsewhere = new Set(inputsOf(form)
      .filter((input) => input.checked && fieldOf(input) !== field).map((input) => cardOf(input.value)));
    for (const input of inputs) {
      input.disabled = !input.checked
        && (elsewhere.has(cardOf(input.value)) || !isRun(runs, [...chosen(), input.value]));
    }
    return chosen();
  }

  /* A field is bound by what was chosen of the fields before it; what no longer fits is let go. */
  function bind(form, ways, fields, runs) {
    const before = {};
    for (const field of fields) {
      if (runs[field]) {
        const chosen = bindRun(form, field, runs[field]);
        if (chosen.length) before[field] = chosen;
        continue;
      }
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

  const chosenAlong = (input) => {
    input.checked = true;
    input.dataset.along = "yes";
  };

  /* What usually follows is chosen along, where nothing of it was chosen otherwise. */
  function fillUsual(form, picks) {
    const isOf = (usual) => picks[Object.keys(usual)[0]] && Object.entries(picks)
      .every(([field, values]) => values.length === 1 && usual[field] === values[0]);
    const usual = (told(form, "usual") ?? []).find(isOf);
    if (!usual) return false;
    const wanted = inputsOf(form)
      .filter((input) => !input.disabled && !input.checked && usual[fieldOf(input)] === input.value);
    wanted.forEach(chosenAlong);
    return wanted.length > 0;
  }

  /* What leaves no choice is chosen by itself. */
  function fill(form, ways, picks) {
    const open = ways.filter((way) => fits(way, picks));
    if (open.length !== 1) return fillUsual(form, picks);
    let filled = fillUsual(form, picks);
    if (filled) return true;
    for (const [field, [least, , offered]] of Object.entries(open[0])) {
      if (picks[field] || !least || offered.length !== least) continue;
      for (const input of inputsOf(form)) {
        if (fieldOf(input) !== field || !offered.includes(input.value)) continue;
        chosenAlong(input);
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
    return Object.values(labels)[0] ?? "";
  }

  function say(form, order, effect = "") {
    const words = form.querySelector("[data-words]");
    const strong = document.createElement("strong");
    strong.textContent = order;
    words.replaceChildren(strong, ...(effect ? [" ", effect] : []));
    words.removeAttribute("aria-busy");
  }

  /* Asked after a moment's rest: arrow keys walk through many choices. */
  async function preview(form) {
    if (!form.dataset.preview) return say(form, "");
    const body = new URLSearchParams(new FormData(form));
    const asked = body.toString();
    if (ASKED.get(form)?.asked === asked) return;
    form.querySelector("[data-words]").setAttribute("aria-busy", "true");
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
    const [ways, labels, runs] = [told(form, "ways"), told(form, "labels"), told(form, "runs") ?? {}];
    const fields = Object.keys(labels);
    let picks = bind(form, ways, fields, runs);
    if (mayFill && fill(form, ways, picks)) picks = bind(form, ways, fields, runs);
    if (Object.keys(runs).length) picks = bind(form, ways, fields, runs); // a card let go is free elsewhere
    const done = ways.some((way) => fits(way, picks) && isComplete(way, picks, runs));
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

  function letAlongGo(form, but) {
    for (const input of inputsOf(form)) {
      if (input !== but && input.dataset.along) input.checked = false;
      delete input.dataset.along;
    }
  }

  function undo(form) {
    letAlongGo(form, null);
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
    letAlongGo(form, event.target);
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
