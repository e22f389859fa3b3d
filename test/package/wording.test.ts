import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Turns of phrase that came back most often and are not plain English, with what to write instead. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bbelongs? into\b/i, "belongs in, or: put it in"],
  [/\btakes? the same way\b/i, "is deterministic"],
  [/\bnothing comes of it\b/i, "its result is discarded"],
  [
    /\b(?:is|are|was) no (?:text|number|list|schema|object|elicitation|JSON|URL|Error)\b/i,
    "is not a …",
  ],
  [/\bmust be a text\b/i, "must be a string"],
  [/\bcalled off\b/i, "cancelled"],
  [/\bso many words\b/i, "explicitly"],
  [/\bIn the words of\b/, "Message from"],
  [/\bgoes on (?:with|to|after)\b/i, "continues"],
  [/\bto begin anew\b|\banew\b/i, "again, or: start over"],
  [/\bthe like\b/i, "name the things"],
  [/\bwhoever\b/i, "anyone who, or the person who"],
];

/** Source and prose that people read. */
function filesRead(): string[] {
  const listed = execFileSync("git", ["ls-files", "packages", "docs", "examples", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((path) => /\.(tsx?|md)$/.test(path))
    .filter((path) => !/\/test\/|CHANGELOG|\.changeset|node_modules/.test(path));
}

describe("the English of sources and documents", () => {
  const files = filesRead().map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

  it.each(PATTERNS.map(([pattern, instead]) => ({ pattern, instead })))(
    "does without $pattern: write “$instead”",
    ({ pattern }) => {
      expect(files.length).toBeGreaterThan(300);
      const found = files.flatMap(({ path, text }) =>
        text
          .split("\n")
          .flatMap((line, n) => (pattern.test(line) ? [`${path}:${n + 1}: ${line.trim()}`] : [])),
      );
      expect(found).toEqual([]);
    },
  );
});
