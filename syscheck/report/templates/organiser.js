"use strict";
(() => {
  const find = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  const table = document.getElementById("entries");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const tokens = new Map(rows.map((row) => [row, new Set(row.dataset.f.split(" "))]));
  let texts;  // what a row says, gathered when somebody searches
  const words = (row) => plain(Array.from(row.cells, (cell) => cell.textContent).join(" ").replace(/\s+/g, " "));

  const search = document.getElementById("search");
  const choices = find("#filters select[data-filter]");
  const shown = document.getElementById("shown");

  function filter() {
    const phrase = plain(search.value.trim().replace(/\s+/g, " "));
    // A number is looked for as a whole: “Pair 1” is not Pair 10.
    const edge = (digit, look) => (/\d/.test(digit ?? "") ? look : "");
    const wished = new RegExp(
      edge(phrase[0], "(?<!\\d)") + phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + edge(phrase.at(-1), "(?!\\d)")
    );
    const wanted = choices.map((c) => c.value).filter(Boolean);
    if (phrase && !texts) texts = new Map(rows.map((row) => [row, words(row)]));
    let n = 0;
    for (const row of rows) {
      const has = tokens.get(row);
      const fits = wanted.every((t) => has.has(t)) && (!phrase || wished.test(texts.get(row)));
      if (row.hidden === fits) row.hidden = !fits;
      n += fits;
    }
    shown.textContent = shown.dataset.text.replace("[n]", n).replace("[all]", rows.length);
    shown.classList.toggle("noprint", n === rows.length);  // a part must not be read as the whole on paper
  }

  const headers = Array.from(table.tHead.rows[0].cells);
  const order = document.getElementById("order");

  function sort(column, direction) {
    const numeric = headers[column]?.dataset.kind === "number";
    let sorted = rows;
    if (column >= 0) {
      const key = (row) => {
        const cell = row.cells[column];
        if (numeric) return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
        return (cell.querySelector("bdi") ?? cell).textContent.trim() || null;
      };
      const compare = numeric ? (a, b) => a - b : collator.compare;
      const sign = direction === "descending" ? -1 : 1;
      // What has no value comes last either way; what is alike stays as it was on the page.
      sorted = rows.map((row) => [key(row), row]).sort(([a], [b]) =>
        a === null || b === null ? (a === null) - (b === null) : sign * compare(a, b)
      ).map(([, row]) => row);
    }
    headers.forEach((h, n) => {
      if (n === column) h.setAttribute("aria-sort", direction);
      else h.removeAttribute("aria-sort");
    });
    order.value = column;
    const all = document.createDocumentFragment();
    sorted.forEach((row) => all.append(row));
    body.append(all);
  }

  const other = (column) => headers[column]?.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";

  headers.forEach((header, n) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => sort(n, other(n)));
  });
  order.addEventListener("change", () => sort(Number(order.value), "ascending"));
  document.getElementById("turn").addEventListener("click", () => {
    if (Number(order.value) >= 0) sort(Number(order.value), other(Number(order.value)));
  });

  search.addEventListener("input", filter);
  choices.forEach((c) => c.addEventListener("change", filter));
  function clear() {
    search.value = "";
    choices.forEach((c) => { c.value = ""; });
  }
  document.getElementById("clear").addEventListener("click", () => {
    clear();
    sort(-1, "ascending");
    filter();
    search.focus();
  });

  find("a[data-token]").forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    clear();
    choices[0].value = link.dataset.token;
    filter();
    const heading = document.getElementById("all");
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }));
  find("a[data-row]").forEach((link) => link.addEventListener("click", () => {
    clear();
    filter();  // the row may be hidden
  }));

  function copied(button) {
    const before = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = before; }, 2500);
  }
  function asText(element) {
    if (element.tagName === "TEXTAREA") return element.value;
    const line = (row) => Array.from(row.cells, (c) => c.innerText.trim().replace(/\s+/g, " ")).join("\t");
    return Array.from(element.rows, line).join("\n") + "\n";
  }
  async function copy(button) {
    const element = document.getElementById(button.dataset.copy);
    const text = asText(element);
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // an older browser, or one that does not trust a file
      const area = document.createElement("textarea");
      area.value = text;
      button.after(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      button.focus();
      if (!done) return;
    }
    copied(button);
  }
  find("button[data-copy]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  });

  document.getElementById("filters").hidden = false;
  filter();
})();
