// The page for pairs, live: links that carry a card, and what a screen reader hears of a new answer.
"use strict";

const form = document.getElementById("card-form");
const field = form.elements.card;
const panel = document.getElementById("panel");
const said = document.getElementById("said");

const LINK = "#card=";
const LONGEST = 1 << 20; // of a card, in bytes

function set(text) {
  field.value = text;
  field.dispatchEvent(new Event("card-set"));
}

// ---- a card in a link -----------------------------------------------------------------------------------------------

async function through(stream, data) {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new RangeError("longer than a card may be");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

async function fromLink() {
  if (!location.hash.startsWith(LINK)) return;
  try {
    set(await unpacked(location.hash.slice(LINK.length)));
  } catch {
    document.getElementById("copied").textContent = panel.dataset.broken;
  }
}

const copy = document.getElementById("copy-link");
if ("CompressionStream" in window) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const link = new URL(`/${LINK}${await packed(field.value)}`, location.href).href;
    const place = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(link);
      place.textContent = copy.dataset.done;
    } catch {
      // Without leave to use the clipboard, as on a page without HTTPS: the link itself, to be copied by hand.
      const own = document.createElement("input");
      own.readOnly = true;
      own.value = link;
      own.setAttribute("aria-label", copy.textContent);
      place.replaceChildren(own);
      own.select();
    }
  });
  addEventListener("load", fromLink);
  addEventListener("hashchange", fromLink);
}

// ---- a new answer ---------------------------------------------------------------------------------------------------

let wanted = false; // whether somebody pressed a button, and did not only go on typing

form.addEventListener("click", (event) => {
  wanted = event.target.closest("button[hx-post]") !== null;
});

document.body.addEventListener("htmx:afterSwap", () => {
  panel.classList.remove("stale");
  const now = panel.querySelector("[data-said]")?.dataset.said || "";
  if (said.textContent !== now) said.textContent = now;
  if (wanted && panel.getBoundingClientRect().top > innerHeight * 0.6) panel.scrollIntoView();
  wanted = false;
});

for (const kind of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.body.addEventListener(kind, (event) => {
    panel.classList.add("stale");
    const told = event.detail.xhr?.response && new DOMParser().parseFromString(event.detail.xhr.response, "text/html");
    said.textContent = told?.querySelector("main p")?.textContent || panel.dataset.failed;
  });
}

// ---- a file ---------------------------------------------------------------------------------------------------------

const file = document.getElementById("file");
file?.addEventListener("change", () => file.files.length && file.form.requestSubmit());
