import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { collectCitations } from "./citations.js";
import type { Requirement } from "./requirement.js";
import { enforced, requirements } from "./requirements.js";

type Totals = Readonly<Record<string, number>>;
type Pages = Readonly<Record<string, Readonly<Record<string, Totals>>>>;

const root = fileURLToPath(new URL("../../", import.meta.url));
const counts = JSON.parse(readFileSync(new URL("./counts.json", import.meta.url), "utf8")) as {
  readonly complete: Pages;
  readonly related: Pages;
};
const citations = collectCitations(root);
const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

const address = ({ revision, page }: Requirement): string => `${revision}/${page}`;
const describeOne = ({ id, role, level, text, url }: Requirement): string =>
  `${id} (${role} ${level}) ${text} ${url}`;
const isEnforced = ({ issue }: Requirement): boolean => enforced.includes(issue);

/** How many keywords of each level the list accounts for, by page and section. */
function listed(): Record<string, Record<string, Record<string, number>>> {
  const totals: Record<string, Record<string, Record<string, number>>> = {};
  for (const requirement of requirements) {
    if (requirement.continues) continue;
    const page = (totals[address(requirement)] ??= {});
    const section = (page[requirement.section] ??= {});
    section[requirement.level] = (section[requirement.level] ?? 0) + 1;
  }
  return totals;
}

describe("the list of requirements", () => {
  it("has one well-formed id and address for each entry", () => {
    expect(byId.size).toBe(requirements.length);
    for (const { id, url, revision, page, section, text } of requirements) {
      expect(id).toMatch(/^[A-Z]{3,5}-(25A|25B|26)-\d\d$/);
      const { pathname, hash } = new URL(url);
      expect(pathname).toBe(`/specification/${revision}/${page}`);
      expect(hash).toBe(section === "" ? "" : `#${section}`);
      expect(section, id).toMatch(/^[a-z0-9-]*$/);
      expect(text, id).toMatch(/^[A-Z0-9].{9,99}\.$/);
    }
  });

  it("numbers the entries of a page from 1 without gaps, in page order", () => {
    const numbers = new Map<string, number>();
    for (const { id } of requirements) {
      const prefix = id.slice(0, id.lastIndexOf("-"));
      const next = (numbers.get(prefix) ?? 0) + 1;
      expect(id).toBe(`${prefix}-${String(next).padStart(2, "0")}`);
      numbers.set(prefix, next);
    }
  });

  it("accounts for every keyword of the elicitation and multi-round-trip pages", () => {
    const mine = listed();
    for (const [page, sections] of Object.entries(counts.complete)) {
      const expected = Object.fromEntries(
        Object.entries(sections).filter(([, totals]) => Object.keys(totals).length > 0),
      );
      expect(mine[page], page).toEqual(expected);
      expect(Object.keys(mine[page] ?? {}), `order of sections on ${page}`).toEqual(
        Object.keys(expected),
      );
    }
  });

  it("takes no more from a related page than the page says", () => {
    const complete = new Set(Object.keys(counts.complete));
    for (const [page, sections] of Object.entries(listed())) {
      if (complete.has(page)) continue;
      for (const [section, totals] of Object.entries(sections))
        for (const [level, total] of Object.entries(totals))
          expect(counts.related[page]?.[section]?.[level], `${page}#${section} ${level}`).toSatisfy(
            (available: number | undefined) => available !== undefined && total <= available,
          );
    }
  });

  it("hangs a further item only on an entry of the same section and level", () => {
    for (const [index, entry] of requirements.entries()) {
      if (!entry.continues) continue;
      const owner = requirements
        .slice(0, index)
        .findLast((candidate) => !candidate.continues && candidate.level === entry.level);
      expect(owner && [address(owner), owner.section], entry.id).toEqual([
        address(entry),
        entry.section,
      ]);
    }
  });
});

describe("citations", () => {
  it("name requirements that exist", () => {
    const unknown = citations
      .filter(({ id }) => !byId.has(id))
      .map(({ id, file, line }) => `${file}:${line} cites ${id}`);
    expect(unknown).toEqual([]);
  });

  it("cover every requirement of the parts that are built", () => {
    const cited = new Set(citations.map(({ id }) => id));
    const missing = requirements
      .filter((requirement) => isEnforced(requirement) && requirement.answered === "test")
      .filter(({ id }) => !cited.has(id))
      .map(describeOne);
    expect(missing).toEqual([]);
  });

  it("are still to come for the parts that are not built, and that is said aloud", () => {
    const cited = new Set(citations.map(({ id }) => id));
    const pending = requirements.filter(
      (requirement) => !isEnforced(requirement) && !cited.has(requirement.id),
    );
    const parts = [...new Set(pending.map(({ issue }) => issue))].map(
      (part) => `${part} ${pending.filter(({ issue }) => issue === part).length}`,
    );
    if (parts.length > 0) console.info(`requirements pending: ${parts.join(", ")}`);
    expect(pending.filter(isEnforced)).toEqual([]);
  });
});

describe("requirements that only people can meet", () => {
  it("have the heading in the documents that tells them how", () => {
    const missing = requirements
      .filter(isEnforced)
      .flatMap(({ id, doc }) => (doc === undefined ? [] : [{ id, doc }]))
      .filter(({ doc: { file, heading } }) => {
        const path = `${root}${file}`;
        const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
        return !lines.some(
          (line) => line.replace(/^#+\s+/, "") === heading && line.startsWith("#"),
        );
      })
      .map(({ id, doc: { file, heading } }) => `${id}: ${file} has no heading "${heading}"`);
    expect(missing).toEqual([]);
  });
});
