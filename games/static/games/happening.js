/* What has just happened is shown: cards move to where they are now, new ones turn up, the rest is
   swept away, and the new lines of the log are told one by one. Where several phases have closed,
   also on a page that is opened again after days, the tables between lie over the page's own one
   after another. At most six seconds, ended by a tap or a key; nothing moves for who wants less
   motion. */
"use strict";

(() => {
  const MOST_LINES = 6;
  const LONGEST = 6000;
  const LINE = 2500;
  const MOVE = 700;
  const STEP = 1400;
  const PIECES = "svg[role=img], li[class*=-slot], li[class*=-block], [data-piece]";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const logLines = () => [...document.querySelectorAll(".log > li")].reverse()
    .flatMap((round) => [...round.querySelectorAll("p")].map((line) => line.textContent.trim()));

  /* --- The caption --------------------------------------------------------------------------- */

  const caption = document.createElement("p");
  caption.className = "happening";
  caption.setAttribute("role", "status");
  document.body.append(caption);
  let clock = 0;

  function tellLines(lines) {
    clearTimeout(clock);
    const last = lines.slice(-MOST_LINES);
    if (calm.matches) {
      caption.textContent = last.join(" ");
      clock = setTimeout(skip, LONGEST);
      return;
    }
    const each = Math.min(LINE, LONGEST / last.length);
    const next = () => {
      caption.textContent = last.shift() ?? "";
      if (caption.textContent) clock = setTimeout(next, each);
    };
    next();
  }

  /* --- The pieces ---------------------------------------------------------------------------- */

  const table = () => document.querySelector("main .scene figure");

  function pieces(root = table()) {
    const found = new Map();
    const seen = new Map();
    for (const piece of root?.querySelectorAll(PIECES) ?? []) {
      const box = piece.getBoundingClientRect();
      if (!box.width || box.bottom < -200 || box.top > window.innerHeight + 200) continue;
      const name = piece.dataset.piece ?? piece.getAttribute("aria-label") ?? piece.textContent.trim();
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      found.set(`${name} ${count}`, { piece, box });
    }
    return found;
  }

  let moving = [];

  function move(piece, frames, options) {
    const way = piece.animate(frames, { duration: MOVE, easing: "ease-in-out", ...options });
    moving.push(way);
    return way;
  }

  function sweep(ghost, box) {
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("id");
    Object.assign(ghost.style, {
      position: "fixed", left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`,
      height: `${box.height}px`, margin: "0", pointerEvents: "none", zIndex: "5",
    });
    document.body.append(ghost);
    const away = move(ghost, [{ opacity: 1 }, { opacity: 0, transform: "translateY(-3rem) scale(0.8)" }]);
    away.onfinish = () => ghost.remove();
  }

  const ghosts = (found) => {
    for (const one of found.values()) one.ghost = one.piece.cloneNode(true);
    return found;
  };

  function showMoves(before, root) {
    const now = pieces(root);
    for (const [name, { piece, box }] of now) {
      const was = before.get(name)?.box;
      if (!was) {
        move(piece, [{ opacity: 0, transform: "rotateY(90deg)" }, { opacity: 1, transform: "none" }]);
      } else if (Math.hypot(was.left - box.left, was.top - box.top) > 4) {
        const shift = `translate(${was.left - box.left}px, ${was.top - box.top}px)`;
        move(piece, [{ transform: shift }, { transform: "none" }]);
      }
    }
    for (const [name, { ghost, box }] of before) {
      if (!now.has(name) && ghost) sweep(ghost, box);
    }
  }

  /* --- The tables between --------------------------------------------------------------------- */

  let stage = null; // lies over the table while they are shown
  let skips = 0;

  function raise(first) {
    const own = table();
    if (!own) return null;
    const place = own.getBoundingClientRect();
    const home = own.parentElement.getBoundingClientRect();
    stage = document.createElement("div");
    stage.className = "stage";
    stage.inert = true;
    Object.assign(stage.style, {
      left: `${place.left - home.left - own.parentElement.clientLeft}px`,
      top: `${place.top - home.top - own.parentElement.clientTop}px`,
      width: `${place.width}px`, height: `${place.height}px`,
    });
    stage.append(first);
    own.parentElement.append(stage);
    return stage;
  }

  function lower() {
    stage?.remove();
    stage = null;
  }

  const drawn = (html) => {
    const figure = new DOMParser().parseFromString(html, "text/html").querySelector("figure");
    figure?.querySelectorAll("[id]").forEach((each) => each.removeAttribute("id"));
    return figure;
  };

  async function stepsSince(phase) {
    const address = document.querySelector("[data-steps]")?.dataset.steps;
    if (!address) return [];
    try {
      const answer = await fetch(`${address}?since=${phase}`);
      return answer.ok ? (await answer.json()).steps : [];
    } catch {
      return []; // the network is away: the log tells it
    }
  }

  /* From the table that was seen last to the page's own. False if there is nothing between. */
  async function play(since, shown) {
    const [asked, skipsBefore] = [shown && raise(shown), skips];
    const steps = await stepsSince(since);
    if (skips !== skipsBefore) return true;
    const figures = steps.map((step) => drawn(step.table)).filter(Boolean);
    if (!figures.length || figures.length < steps.length) {
      lower();
      return false;
    }
    if (!stage && !raise(figures[0])) return false;
    if (asked) stage.replaceChildren(figures[0]);
    const each = Math.min(STEP, (LONGEST - 2 * MOVE) / steps.length);
    const mine = stage;
    const next = (number) => {
      if (stage !== mine) return;
      const before = ghosts(pieces(stage));
      const lines = steps[number].lines.join(" ");
      if (lines) caption.textContent = lines;
      if (number + 1 < steps.length) {
        stage.replaceChildren(figures[number + 1]);
        showMoves(before, stage);
        clock = setTimeout(() => next(number + 1), each);
      } else {
        lower();
        showMoves(before);
        clock = setTimeout(skip, Math.max(each, LINE / 2));
      }
    };
    clock = setTimeout(() => next(0), MOVE);
    return true;
  }

  function skip() {
    skips += 1;
    clearTimeout(clock);
    caption.textContent = "";
    lower();
    moving.forEach((way) => way.finish());
    moving = [];
  }

  document.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", skip);

  /* --- When the page changes, and when it is opened again after a while ----------------------- */

  let linesBefore = logLines();
  let piecesBefore = null;
  let tableBefore = null;
  const phaseNow = () => Number(document.querySelector("[data-seen]")?.dataset.seen ?? 0);
  let phaseBefore = phaseNow();

  document.addEventListener("page-will-change", () => {
    skip();
    linesBefore = logLines();
    if (calm.matches) return;
    piecesBefore = ghosts(pieces());
    tableBefore = table()?.cloneNode(true);
  });

  document.addEventListener("page-changed", async () => {
    const [moved, since] = [piecesBefore, phaseBefore];
    piecesBefore = null;
    phaseBefore = phaseNow();
    const known = new Map();
    linesBefore.forEach((line) => known.set(line, (known.get(line) ?? 0) + 1));
    const fresh = logLines().filter((line) => {
      const count = known.get(line) ?? 0;
      known.set(line, count - 1);
      return count <= 0;
    });
    linesBefore = logLines();
    remember();
    if (moved && phaseBefore > since + 1 && await play(since, tableBefore)) return;
    if (moved) showMoves(moved);
    if (fresh.length) tellLines(fresh);
  });

  /* The phase that was seen last, here or as the service knows it; null where nothing is new. */
  function remember() {
    const page = document.querySelector("[data-seen]");
    if (!page) return null;
    const key = `seen:${page.dataset.match}`;
    let last = null;
    try {
      last = localStorage.getItem(key);
      localStorage.setItem(key, page.dataset.seen);
    } catch { /* no storage is allowed here */ }
    last ??= page.dataset.unseen ?? page.dataset.seen;
    return last === page.dataset.seen ? null : last;
  }

  async function tellWhatIsNew(since) {
    if (!calm.matches && await play(since)) return;
    const fresh = [...document.querySelectorAll(".log > li.log-new")].reverse()
      .flatMap((round) => [...round.querySelectorAll("p:not(.quiet)")].map((line) => line.textContent.trim()));
    if (fresh.length) tellLines(fresh);
  }

  const seenLast = remember();
  if (seenLast !== null) tellWhatIsNew(seenLast);
})();
