/* "Notify me on this device": asks the browser, and tells the site where it can be reached. */
"use strict";

(() => {
  const part = document.querySelector("[data-push]");
  if (!part || !("serviceWorker" in navigator) || !("PushManager" in window) || !window.Notification) return;
  const form = part.querySelector("form");
  const said = part.querySelector("[data-push-said]");
  const say = (name) => { said.textContent = part.dataset[name]; };

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));

  function nameOfThisBrowser() {
    const brands = (navigator.userAgentData?.brands ?? []).map((each) => each.brand);
    const known = ["Edge", "Opera", "Firefox", "Chrome", "Safari"];
    const browser = brands.find((each) => /Edge|Opera|Chrome|Brave/.test(each))
      ?? known.find((each) => navigator.userAgent.includes(each)) ?? "";
    return [browser, navigator.userAgentData?.platform ?? navigator.platform].filter(Boolean).join(", ").slice(0, 60);
  }

  async function hand(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    const body = new FormData(form);
    Object.entries({ endpoint, ...keys, name: nameOfThisBrowser() }).forEach(([name, value]) => body.set(name, value));
    const answer = await fetch(part.dataset.url, { method: "POST", body });
    if (!answer.ok) throw new Error(String(answer.status));
  }

  async function subscribe() {
    if (await Notification.requestPermission() !== "granted") return say("denied");
    const registration = await navigator.serviceWorker.ready;
    // One under another key of the site's would never be reached again.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    await hand(await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(part.dataset.key),
    }));
    say("added");
    window.location.reload();
  }

  part.querySelector("[data-push-none]").hidden = true;
  form.hidden = "known" in part.dataset && Notification.permission === "granted";
  if (form.hidden) say("added");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => say("failed"));
  });
})();
