import { createElicitation } from "midcall/server";
import { decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { knownHosts } from "../../../src/server/host/known-hosts.js";
import { overridesOf } from "../../../src/server/host/overrides-of.js";
import { isHostsOwn } from "../../../src/server/host/own-answers.js";
import { resolveOverrides } from "../../../src/server/host/resolve-overrides.js";
import { tryOut } from "../lab.js";
import { hostNamed } from "./hosts.js";

describe("the list of known hosts", () => {
  it.each(knownHosts)("has a public source for $name ($does)", ({ product, source, alsoSee }) => {
    expect(product).toMatch(/\S/);
    for (const link of [source, ...(alsoSee ?? [])])
      expect(link).toMatch(
        /^https:\/\/(github\.com\/[\w-]+\/[\w-]+\/(issues|pull)\/\d+|www\.npmjs\.com\/package\/[@\w/-]+\/v\/[\d.]+)$/,
      );
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

describe("an override with a star at the end of its name", () => {
  const named = { name: "acme-*", does: "refuses", withinMs: 100 } as const;
  const isAbout = (name: string | undefined): boolean =>
    overridesOf({ ...hostNamed("x"), name }, "form", [named]).length > 0;

  it("is about the hosts whose names begin so", () => {
    expect(
      ["acme-", "acme-files", "acme", "Acme-files", "my-acme-files", undefined].map(isAbout),
    ).toEqual([...[true, true], ...[false, false, false, false]]);
  });

  it("makes the instant no of such a host an answer of nobody", async () => {
    const said = await tryOut(
      { protocolVersion: "2025-11-25" },
      (ctx) => ctx.elicit("Which?", ["a"]),
      [decline()],
      { hostOverrides: [{ ...named, name: "midcall-test-*" }], now: () => 0 },
    );
    expect(JSON.parse(said)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
  });
});

describe("Copilot CLI where nobody is asked", () => {
  it("declines within 61 ms by itself, which is no answer", () => {
    const host = hostNamed("copilot-cli", { version: "1.0.102", protocolVersion: "2026-07-28" });
    const settings = { hostOverrides: knownHosts, autoDeclineMs: undefined };
    expect(isHostsOwn({ action: "decline" }, "form", 61, host, settings)).toBe(true);
    expect(isHostsOwn({ action: "decline" }, "url", 0, host, settings)).toBe(true);
    expect(isHostsOwn({ action: "decline" }, "form", 1_500, host, settings)).toBe(false);
  });
});

describe("an unusable list of hosts is refused when it is given", () => {
  it.each([
    ["no list", "claude-code", /hostOverrides must be a list/],
    ["a function that returns nothing", () => undefined, /hostOverrides must be a list/],
    ["an entry that is none", [null], /hostOverrides\[0\] must be an object/],
    ["no name", [{ does: "cannot-show" }], /hostOverrides\[0\] needs a name/],
    ["an empty name", [{ name: "", does: "cannot-show" }], /needs a name/],
    [
      "a name that is all names",
      [{ name: "*", does: "cannot-show" }],
      /a "\*" is allowed at its end/,
    ],
    ["a star in a name", [{ name: "a*b", does: "cannot-show" }], /a "\*" is allowed at its end/],
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
