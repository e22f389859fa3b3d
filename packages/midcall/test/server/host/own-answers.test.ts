import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownHosts } from "../../../src/server/host/known-hosts.js";
import type { HostOverride } from "../../../src/server/host/overrides.js";
import { isHostsOwn } from "../../../src/server/host/own-answers.js";
import { hostNamed } from "./hosts.js";

const refuses: HostOverride = { name: "liar", does: "refuses", withinMs: 250 };
const accepts: HostOverride = { name: "liar", mode: "form", does: "accepts", withinMs: 250 };
const settings = { hostOverrides: [refuses, accepts], autoDeclineMs: undefined };
const liar = hostNamed("liar");

const isOwn = (response: unknown, elapsedMs: number, mode: "form" | "url" = "form"): boolean =>
  isHostsOwn(response, mode, elapsedMs, liar, settings);

describe("an answer is the host's own", () => {
  it.each(["decline", "reject", "cancel"])(
    "when it is a %s that came faster than a user can answer, from a host that is known for it",
    (action) => {
      expect(isOwn({ action }, 0)).toBe(true);
      expect(isOwn({ action }, 75)).toBe(true);
      expect(isOwn({ action }, 249)).toBe(true);
      expect(isOwn({ action }, 250)).toBe(false);
      expect(isHostsOwn({ action }, "form", 0, hostNamed("honest"), settings)).toBe(false);
    },
  );

  it.each([undefined, null, {}])("when it is an accept with the content %j, as fast", (content) => {
    expect(isOwn({ action: "accept", content }, 20)).toBe(true);
    expect(isOwn({ action: "accept", content }, 250)).toBe(false);
    // The entry is about forms: consent to a link has no content.
    expect(isOwn({ action: "accept", content }, 20, "url")).toBe(false);
  });

  it.each([
    { action: "accept", content: { sure: true } },
    { action: "accept", content: [] },
    { action: "maybe" },
    {},
    null,
    undefined,
    "decline",
    [],
  ])("but not when it is %j, however fast", (response) => {
    expect(isOwn(response, 0)).toBe(false);
  });

  it("but not when the clocks of two processes make its time negative or unknown", () => {
    expect(isOwn({ action: "decline" }, -1)).toBe(false);
    expect(isOwn({ action: "decline" }, Number.NaN)).toBe(false);
  });

  it("on every host where the server's author gives one time for all", () => {
    const all = { hostOverrides: [], autoDeclineMs: 60 };
    const host = hostNamed("any");
    expect(isHostsOwn({ action: "decline" }, "form", 59, host, all)).toBe(true);
    expect(isHostsOwn({ action: "cancel" }, "url", 59, host, all)).toBe(true);
    expect(isHostsOwn({ action: "decline" }, "form", 60, host, all)).toBe(false);
    expect(isHostsOwn({ action: "accept", content: {} }, "form", 0, host, all)).toBe(false);
  });

  it("never when it has content, whatever the list says", () => {
    const override = fc.record({
      name: fc.constantFrom("liar", ...knownHosts.map(({ name }) => name)),
      does: fc.constantFrom("refuses" as const, "accepts" as const),
      withinMs: fc.integer({ min: 1, max: 60_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(override, { maxLength: 5 }),
        fc.constantFrom("liar", ...knownHosts.map(({ name }) => name)),
        fc.constantFrom("form" as const, "url" as const),
        fc.nat(60_000),
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }),
        (hostOverrides, name, mode, elapsedMs, content) => {
          const response = { action: "accept", content };
          const all = { hostOverrides, autoDeclineMs: 60_000 };
          return !isHostsOwn(response, mode, elapsedMs, hostNamed(name), all);
        },
      ),
    );
  });
});
