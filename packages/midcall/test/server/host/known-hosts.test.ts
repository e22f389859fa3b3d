import { createElicitation } from "midcall/server";
import { describe, expect, it } from "vitest";
import { knownHosts } from "../../../src/server/host/known-hosts.js";
import { resolveOverrides } from "../../../src/server/host/resolve-overrides.js";

describe("the list of known hosts", () => {
  it.each(knownHosts)("has a public report for $name ($does)", ({ product, source, alsoSee }) => {
    expect(product).toMatch(/\S/);
    for (const link of [source, ...(alsoSee ?? [])])
      expect(link).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+\/(issues|pull)\/\d+$/);
  });

  it("says each thing once", () => {
    const entries = knownHosts.map(({ name, mode, does }) => `${name} ${mode} ${does}`);
    expect(new Set(entries).size).toBe(entries.length);
  });

  it("is used as it is, extended, thinned out, replaced, or not used at all", () => {
    const mine = { name: "mine", does: "never-answers" } as const;
    expect(resolveOverrides(undefined)).toBe(knownHosts);
    expect(resolveOverrides((known) => [...known, mine])).toEqual([...knownHosts, mine]);
    expect(resolveOverrides((known) => known.filter(({ name }) => name !== "claude-ai"))).toEqual(
      knownHosts.filter(({ name }) => name !== "claude-ai"),
    );
    expect(resolveOverrides([mine])).toEqual([mine]);
    expect(resolveOverrides([])).toEqual([]);
  });
});

describe("an unusable list of hosts is refused when it is given", () => {
  it.each([
    ["no list", "claude-code", /hostOverrides must be a list/],
    ["a function that returns nothing", () => undefined, /hostOverrides must be a list/],
    ["an entry that is none", [null], /hostOverrides\[0\] must be an object/],
    ["no name", [{ does: "cannot-show" }], /hostOverrides\[0\] needs a name/],
    ["an empty name", [{ name: "", does: "cannot-show" }], /needs a name/],
    ["nothing that it does", [{ name: "a" }], /needs a "does" that is one of refuses, accepts/],
    ["something else that it does", [{ name: "a", does: "lies" }], /needs a "does"/],
    ["no time", [{ name: "a", does: "refuses" }], /needs withinMs/],
    ["a time of nothing", [{ name: "a", does: "accepts", withinMs: 0 }], /needs withinMs/],
    ["no types", [{ name: "a", does: "omits-fields" }], /needs fields/],
    ["a version as text", [{ name: "a", does: "cannot-show", versions: "1.2" }], /compared/],
    ["a version in words", [{ name: "a", does: "cannot-show", versions: { from: "new" } }], /1\.4/],
  ])("%s", (_, hostOverrides, says) => {
    const create = (): unknown => createElicitation({ hostOverrides: hostOverrides as never });
    expect(create).toThrow(expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }) as Error);
    expect(create).toThrow(says);
  });
});
