import { describe, expect, it } from "vitest";
import { knownHosts } from "../../../src/server/host/known-hosts.js";
import { omitsField, withNativeModes } from "../../../src/server/host/native-modes.js";
import type { HostOverride } from "../../../src/server/host/overrides.js";
import { hostNamed } from "./hosts.js";

const modesOf = (
  overrides: readonly HostOverride[],
  host = hostNamed("liar"),
): { form: boolean; url: boolean } => {
  const { form, url } = withNativeModes(host, overrides);
  return { form, url };
};

describe("a host may be asked", () => {
  it.each(["never-answers", "cannot-show"] as const)(
    "in no mode that it declares and %s: as if it had not declared it",
    (does) => {
      expect(modesOf([{ name: "liar", does }])).toEqual({ form: false, url: false });
      expect(modesOf([{ name: "liar", mode: "form", does }])).toEqual({ form: false, url: true });
      expect(modesOf([{ name: "liar", mode: "url", does }])).toEqual({ form: true, url: false });
      expect(modesOf([{ name: "other", does }])).toEqual({ form: true, url: true });
    },
  );

  it("in the versions and protocol versions that an entry is not about", () => {
    const entry: HostOverride = {
      name: "liar",
      versions: { from: "1.2", before: "1.4" },
      protocolVersions: ["2026-07-28"],
      does: "never-answers",
    };
    const rounds = { protocolVersion: "2026-07-28" } as const;
    const off = { form: false, url: false };
    const on = { form: true, url: true };
    expect(modesOf([entry], hostNamed("liar", { ...rounds, version: "1.3.9" }))).toEqual(off);
    expect(modesOf([entry], hostNamed("liar", { ...rounds, version: "1.4.0" }))).toEqual(on);
    expect(modesOf([entry], hostNamed("liar", { ...rounds, version: undefined }))).toEqual(on);
    expect(modesOf([entry], hostNamed("liar", { version: "1.3.9" }))).toEqual(on);
  });

  it("in every mode that it declares where it only answers by itself or omits fields", () => {
    expect(
      modesOf([
        { name: "liar", does: "refuses", withinMs: 250 },
        { name: "liar", does: "accepts", withinMs: 250 },
        { name: "liar", does: "omits-fields", fields: ["number"] },
      ]),
    ).toEqual({ form: true, url: true });
  });

  it("in no mode that it does not declare, whatever the list says", () => {
    const host = hostNamed("liar", { form: false, url: false });
    expect(withNativeModes(host, [{ name: "liar", does: "cannot-show" }])).toBe(host);
    for (const { name } of knownHosts) {
      const silent = hostNamed(name, { form: false, url: false });
      expect(modesOf(knownHosts, silent)).toEqual({ form: false, url: false });
    }
  });

  it("while Claude Code declared URL mode, with forms only", () => {
    const at = (version: string): unknown =>
      modesOf(knownHosts, hostNamed("claude-code", { version }));
    expect(at("2.1.87")).toEqual({ form: true, url: false });
    expect(at("2.1.107")).toEqual({ form: true, url: false });
    expect(at("2.1.108")).toEqual({ form: true, url: true });
  });
});

describe("a form for a host that omits fields", () => {
  const form = (...types: string[]): Parameters<typeof omitsField>[1] => ({
    properties: Object.fromEntries(types.map((type, at) => [`f${at}`, { type }])),
  });
  const codex = hostNamed("codex-mcp-client");

  it("is known by the types that are sent", () => {
    expect(omitsField(codex, form("string", "boolean"), knownHosts)).toBe(false);
    for (const type of ["number", "integer", "array"])
      expect(omitsField(codex, form("string", type), knownHosts)).toBe(true);
    expect(omitsField(hostNamed("honest"), form("number", "array"), knownHosts)).toBe(false);
    expect(omitsField(codex, { properties: { odd: {} } }, knownHosts)).toBe(false);
    expect(omitsField(codex, form(), knownHosts)).toBe(false);
  });
});
