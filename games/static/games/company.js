/* Sharing a link as this device does; where it cannot, the button stays hidden. */
"use strict";

document.querySelectorAll("button[data-share]").forEach((button) => {
  const shared = { title: button.dataset.shareTitle, url: button.dataset.share };
  button.hidden = !(navigator.canShare && navigator.canShare(shared));
  // Who closes the device's own dialogue again has shared nothing, and that is fine.
  button.addEventListener("click", () => navigator.share(shared).catch(() => undefined));
});
