import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { testsIn } from "../spec/citations.js";
import { type Sentence, sentencesOf } from "./sentences.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const listed = JSON.parse(read("test/security/sentences.json")) as readonly Sentence[];

/** What is wrong with an entry of the list, if anything. */
function problemOf({ kind, sentence, tests = [] }: Sentence): string | undefined {
  if (kind !== "claim") return tests.length > 0 ? `${sentence} needs no test.` : undefined;
  if (tests.length === 0) return `${sentence} is a claim without a test.`;
  for (const test of tests) {
    const end = test.indexOf(" > ");
    const [file, title] = [test.slice(0, end), test.slice(end + 3)];
    if (!/\.test\.tsx?$/.test(file) || !existsSync(join(root, file))) return `There is no ${file}.`;
    if (!testsIn(file, read(file)).some((running) => running.title === title))
      return `${file} has no test that runs and is called ${JSON.stringify(title)}.`;
  }
  return undefined;
}

describe("SECURITY.md", () => {
  const sentences = sentencesOf(read("SECURITY.md"));

  it("has every sentence of SECURITY.md in the list, and no other", () => {
    expect(sentences.length).toBeGreaterThan(150);
    expect(listed.map(({ sentence }) => sentence)).toEqual(sentences);
  });

  it("names a test that runs for every claim", () => {
    expect(listed.filter(({ kind }) => kind === "claim").length).toBeGreaterThan(80);
    expect(listed.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("says nothing twice", () => {
    const words = sentences.map((sentence) => sentence.toLowerCase().replace(/[^\p{L}\d]+/gu, " "));
    expect(words.filter((sentence, index) => words.indexOf(sentence) !== index)).toEqual([]);
  });

  it("has what each attacker has and wants, what midcall does, and what it cannot do", () => {
    const [, model = ""] = /## Threat model\n([\s\S]*?)\n## /.exec(read("SECURITY.md")) ?? [];
    const sections = model.split("\n### ").slice(1);
    expect(sections.length).toBe(9);
    for (const section of sections) {
      const own = sentencesOf(`### ${section}`);
      const kinds = listed.filter(({ sentence }) => own.includes(sentence)).map(({ kind }) => kind);
      for (const kind of ["attacker", "claim", "limit"]) expect(kinds, section).toContain(kind);
    }
  });
});

describe("the sentences of a page", () => {
  it("end where they end: in paragraphs, items and cells", () => {
    expect(
      sentencesOf(`# Title. Not a sentence.

One sentence, of 2.1 and \`a.b\`, over
two lines. Another (in brackets.) midcall begins one. \`code\` begins a third!

They

- do one thing;
- do another, and say
  so. In two sentences.

- An item by itself.

| head | does. Not this. | cannot     |
| ---- | --------------- | ---------- |
| a    | One. Two        | \`x\` three  |
`),
    ).toEqual([
      "One sentence, of 2.1 and `a.b`, over two lines.",
      "Another (in brackets.)",
      "midcall begins one.",
      "`code` begins a third!",
      "They do one thing.",
      "They do another, and say so.",
      "In two sentences.",
      "An item by itself.",
      "a: One.",
      "a: Two",
      "a: `x` three",
    ]);
  });

  it("is missed when it is new, and so is a claim whose test is gone", () => {
    const page = `${read("SECURITY.md")}\nmidcall is unbreakable.\n`;
    expect(sentencesOf(page).at(-1)).toBe("midcall is unbreakable.");
    const claim = { kind: "claim", sentence: "midcall is unbreakable." } as const;
    const here = "test/security/sentences.test.ts";
    expect(problemOf(claim)).toMatch("without a test");
    expect(problemOf({ ...claim, tests: ["test/none.test.ts > x"] })).toMatch("no test/none");
    expect(problemOf({ ...claim, tests: [`${here} > x`] })).toMatch('called "x"');
    expect(problemOf({ ...claim, tests: [`${here} > says nothing twice`] })).toBeUndefined();
    expect(problemOf({ ...claim, kind: "limit", tests: ["x"] })).toMatch("needs no test");
  });
});
