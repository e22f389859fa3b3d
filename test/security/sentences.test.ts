import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { testFiles, testsIn } from "../spec/citations.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The claims of SECURITY.md that an attack proves, in its words. */
const listed = JSON.parse(read("test/security/sentences.json")) as readonly {
  readonly sentence: string;
  /** The titles of the attacks, in whatever file they are. */
  readonly tests: readonly string[];
}[];

/** A title without the ids that it cites, and without its numbers, which depend on how often something is tried. */
const plain = (title: string): string =>
  title.replace(/ \[[A-Z]+-\d\d[^\]]*\]/g, "").replace(/(?:…|\$\{[^{}]*\}|\b\d[\d,]*) ?/g, "");

/** Of each title the longest part that stands in a source without any escapes. */
const wanted = listed
  .flatMap(({ tests }) => tests.map((title) => plain(title).split(/["'`\\]/)))
  .map((parts) => parts.reduce((longest, part) => (part.length > longest.length ? part : longest)));

/** The titles of the tests that run. Files that have none of the attacks are not parsed. */
const running = new Set(
  testFiles(root)
    .map((file) => [file, read(file)] as const)
    .filter(([, source]) => {
      const text = plain(source);
      return wanted.some((part) => text.includes(part));
    })
    .flatMap(([file, source]) => testsIn(file, source).map(({ title }) => plain(title))),
);

describe("the claims of SECURITY.md that attacks prove", () => {
  it("stand in SECURITY.md", () => {
    const page = read("SECURITY.md").replace(/\s+/g, " ");
    expect(listed.filter(({ sentence }) => !page.includes(sentence))).toEqual([]);
  });

  it("name attacks that exist and run", () => {
    expect(listed.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const missing = listed.flatMap(({ tests }) =>
      tests.filter((title) => !running.has(plain(title))),
    );
    expect(missing).toEqual([]);
  });
});
