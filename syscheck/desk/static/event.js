"use strict";
// Watches whether anything of the event has changed. The page is loaded again only where nobody is reading a part of
// it: no filter is set, no letter is open, nothing is being typed.
(() => {
  const SECONDS = 20;
  const news = document.getElementById("news");
  if (!news || "still" in news.dataset) return;
  let told = false;

  function busy() {
    const fields = Array.from(document.querySelectorAll("#filters input, #filters select"));
    const set = fields.some((f) => f.value !== "" && f.value !== "-1");
    const active = document.activeElement;
    const sorted = document.querySelector("#entries [aria-sort]") !== null;
    const writing = active !== null && active !== document.body;
    return set || sorted || writing || document.querySelector(".letters details[open]") !== null;
  }

  function tell() {
    if (told) return;
    told = true;
    const link = document.createElement("a");
    link.href = location.pathname;
    link.textContent = news.dataset.again;
    news.append(`${news.dataset.text} `, link);
  }

  async function look() {
    if (document.hidden) return;
    let answer;
    try {
      answer = await fetch(news.dataset.address, { headers: { accept: "application/json" }, redirect: "error" });
    } catch {
      return;  // the desk is away, or the sign-in has ended; the next look may go better
    }
    if (!answer.ok) return;
    const { newest } = await answer.json();
    if (newest === news.dataset.newest) return;
    if (busy()) tell();
    else location.reload();
  }

  setInterval(look, SECONDS * 1000);
  document.addEventListener("visibilitychange", look);
})();
