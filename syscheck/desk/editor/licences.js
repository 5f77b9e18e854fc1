// Gathers the licences of what is bundled into ../static/editor.LICENSES.txt.

import {readFileSync, writeFileSync} from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const bundled = Object.entries(lock.packages).filter(([path, known]) => path && !known.dev && !path.endsWith("/htmx.org"));
const parts = bundled.map(([path, known]) => {
  const text = readFileSync(`${path}/LICENSE`, "utf8").trim();
  return `${path.replace("node_modules/", "")} ${known.version}\n\n${text}\n`;
});
writeFileSync("../static/editor.LICENSES.txt", parts.join(`\n${"-".repeat(80)}\n\n`));
