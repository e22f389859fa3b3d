#!/usr/bin/env node
/**
 * Counts the uppercase requirement keywords in every section of the specification pages that
 * `requirements.ts` covers, so that anyone with a checkout of the specification can prove the list
 * complete.
 *
 *   node test/spec/count.mjs <checkout of the specification>            compares with counts.json
 *   node test/spec/count.mjs <checkout of the specification> --write    rewrites counts.json
 *
 * Exit code 0: the numbers agree. 1: they differ (each difference is printed). 2: wrong usage.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Every sentence of these pages is in the list: its numbers must equal the page's. */
const COMPLETE = [
  "2025-06-18/client/elicitation",
  "2025-11-25/client/elicitation",
  "2026-07-28/client/elicitation",
  "2026-07-28/basic/patterns/mrtr",
];

/** Only what concerns elicitation is taken from these: the page's numbers are an upper bound. */
const RELATED = [
  "2025-06-18/basic/lifecycle",
  "2025-11-25/basic/lifecycle",
  "2025-11-25/basic/transports",
  "2025-11-25/schema",
  "2026-07-28/basic/index",
  "2026-07-28/basic/transports/stdio",
  "2026-07-28/basic/transports/streamable-http",
  "2026-07-28/server/utilities/caching",
];

const KEYWORD = /\b(MUST|SHOULD|SHALL)(\s+NOT)?\b|\b(?:REQUIRED|RECOMMENDED)\b/g;
const LEVEL = { SHALL: "MUST", REQUIRED: "MUST", RECOMMENDED: "SHOULD" };

/** The anchor the documentation site gives a heading. */
function slug(heading) {
  return heading
    .replace(/<[^>]*>|`|\*/g, "")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

/** Splits a page at its headings. What stands before the first one has the anchor "". */
function sections(page) {
  const found = [{ anchor: "", text: "" }];
  const taken = new Map();
  let fence = false;
  for (const line of page.replace(/^---\n[\s\S]*?\n---\n/, "").split("\n")) {
    if (/^\s*```/.test(line)) {
      fence = !fence;
      continue;
    }
    if (fence) continue;
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    if (!heading) {
      found.at(-1).text += `${line}\n`;
      continue;
    }
    const base = slug(heading[1]);
    const times = (taken.get(base) ?? 0) + 1;
    taken.set(base, times);
    found.push({ anchor: times === 1 ? base : `${base}-${times}`, text: "" });
  }
  return found;
}

/** Keyword totals of one section by level; inline code and emphasis marks are not text. */
function count(text) {
  const totals = {};
  const prose = text.replace(/`[^`]*`/g, " ").replace(/\*\*|__/g, "");
  for (const [match, verb, not] of prose.matchAll(KEYWORD)) {
    const word = verb ?? match;
    const level = (LEVEL[word] ?? word) + (not ? " NOT" : "");
    totals[level] = (totals[level] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(totals).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countPages(root, pages, keepEmpty) {
  const result = {};
  for (const page of pages) {
    const file = join(root, "docs", "specification", `${page}.mdx`);
    const entries = sections(readFileSync(file, "utf8")).map(({ anchor, text }) => [
      anchor,
      count(text),
    ]);
    result[page] = Object.fromEntries(
      keepEmpty ? entries : entries.filter(([, totals]) => Object.keys(totals).length > 0),
    );
  }
  return result;
}

/** Prints each place where two count files differ, and says whether there was one. */
function report(recorded, actual) {
  let same = true;
  for (const kind of ["complete", "related"]) {
    const pages = new Set([...Object.keys(recorded[kind] ?? {}), ...Object.keys(actual[kind])]);
    for (const page of pages) {
      const before = recorded[kind]?.[page] ?? {};
      const after = actual[kind][page] ?? {};
      for (const anchor of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const [was, is] = [JSON.stringify(before[anchor]), JSON.stringify(after[anchor])];
        if (was === is) continue;
        same = false;
        console.log(`${page}#${anchor}: counts.json says ${was}, the page says ${is}`);
      }
    }
  }
  return same;
}

const [root, ...flags] = process.argv.slice(2);
if (!root || !existsSync(join(root, "docs", "specification"))) {
  console.error("usage: node test/spec/count.mjs <checkout of the specification> [--write]");
  process.exit(2);
}

const actual = {
  complete: countPages(root, COMPLETE, true),
  related: countPages(root, RELATED, false),
};
const file = new URL("./counts.json", import.meta.url);
if (flags.includes("--write")) {
  writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
  console.log("counts.json written");
} else {
  const same = report(JSON.parse(readFileSync(file, "utf8")), actual);
  if (same) console.log("counts.json agrees with the pages");
  process.exit(same ? 0 : 1);
}
