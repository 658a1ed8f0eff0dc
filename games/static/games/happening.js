/* What has just happened is shown: cards move to where they are now, new ones turn up, the rest is
   swept away, and the new lines of the log are told one by one. At most six seconds, ended by a tap
   or a key; nothing moves for who wants less motion. */
"use strict";

(() => {
  const MOST_LINES = 6;
  const LONGEST = 6000;
  const LINE = 2500;
  const MOVE = 700;
  const PIECES = "main figure svg[role=img], main figure li[class*=-slot], main figure li[class*=-block], main [data-piece]";
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

  function pieces() {
    const found = new Map();
    const seen = new Map();
    for (const piece of document.querySelectorAll(PIECES)) {
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

  function showMoves(before) {
    const now = pieces();
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

  function skip() {
    clearTimeout(clock);
    caption.textContent = "";
    moving.forEach((way) => way.finish());
    moving = [];
  }

  document.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", skip);

  /* --- When the page changes, and when it is opened again after a while ----------------------- */

  let linesBefore = logLines();
  let piecesBefore = null;

  document.addEventListener("page-will-change", () => {
    skip();
    linesBefore = logLines();
    if (calm.matches) return;
    piecesBefore = pieces();
    for (const one of piecesBefore.values()) one.ghost = one.piece.cloneNode(true);
  });

  document.addEventListener("page-changed", () => {
    if (piecesBefore) showMoves(piecesBefore);
    piecesBefore = null;
    const known = new Map();
    linesBefore.forEach((line) => known.set(line, (known.get(line) ?? 0) + 1));
    const fresh = logLines().filter((line) => {
      const count = known.get(line) ?? 0;
      known.set(line, count - 1);
      return count <= 0;
    });
    if (fresh.length) tellLines(fresh);
    linesBefore = logLines();
    remember();
  });

  function remember() {
    const table = document.querySelector("[data-seen]");
    if (!table) return false;
    const key = `seen:${table.dataset.match}`;
    try {
      const last = localStorage.getItem(key);
      localStorage.setItem(key, table.dataset.seen);
      return last !== null && last !== table.dataset.seen;
    } catch {
      return false; // no storage is allowed here
    }
  }

  if (remember()) {
    const fresh = [...document.querySelectorAll(".log > li.log-new")].reverse()
      .flatMap((round) => [...round.querySelectorAll("p:not(.quiet)")].map((line) => line.textContent.trim()));
    if (fresh.length) tellLines(fresh);
  }
})();
