import fc from "fast-check";
import { createMemoryStore } from "midcall/store";
import type { ElicitationOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { defects, hostTraits, models, users } from "./parts/arbitraries.js";
import { accepting, obedient, sound, walkingAway } from "./parts/index.js";
import { createSite, type Site } from "./site.js";
import { liesIn } from "./truth.js";

const RUNS = scaled(15, 700);
const GUESSES = scaled(1000, 100_000);

/** A server that asks in these ways. */
const siteWith = (...fallback: readonly string[]): Site =>
  createSite({ fallback, store: createMemoryStore() } as ElicitationOptions);

/** A host that hides `_meta` from its model, as it has to; whether it renders views is drawn. */
const hidingMeta = fc.option(
  fc.record({
    meta: fc.constantFrom("hidden" as const, "dropped" as const),
    hidesTools: fc.boolean(),
    messages: fc.boolean(),
  }),
  { nil: undefined },
);

const ways = fc.constantFrom(["native", "app"], ["native", "app", "relay"], ["app"], ["relay"]);

describe("with other ways to ask, an author sees the truth, and nothing happens that a user has not agreed to", () => {
  it.each(Object.entries(defects))(`on ${RUNS} hosts with the defect: %s`, async (_, defect) => {
    await fc.assert(
      fc.asyncProperty(
        hostTraits({ apps: hidingMeta, ...defect }),
        users,
        models,
        fc.constantFrom("delete", "form", "number"),
        ways,
        async (traits, user, model, tool, fallback) => {
          const site = siteWith(...fallback);
          await using host = await site.host(traits, user);
          await host.run(tool, { target: "notes" }, model);
          await host.settled();
          expect(liesIn(site, host)).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe("a user behind a host that does not ask is asked by a view", () => {
  it.each([
    ["declares nothing", { declares: "none" }],
    [
      "declines by itself",
      {
        name: "claude-code",
        onQuestion: { does: "answers-itself", action: "decline", afterMs: 40 },
      },
    ],
    ["has no user interface", { onQuestion: { does: "fails", code: -32_601 } }],
  ] as const)("that %s, and their answer reaches the handler", async (_, traits) => {
    for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
      const site = siteWith("native", "app");
      const apps = { meta: "hidden", hidesTools: true, messages: true } as const;
      await using host = await site.host(
        { ...sound, ...traits, protocolVersion, apps },
        accepting({ name: "Ada" }),
      );
      await host.run("form", { target: "notes" }, obedient());
      // A host of 2026-07-28 that fails tells the server nothing. Its model calls again.
      if (host.deeds.length === 0) {
        await site.clock.pass(2_000);
        await host.run("form", { target: "notes" }, obedient());
      }
      expect(host.deeds).toMatchObject([{ question: { where: "app" } }]);
      expect(site.told).toMatchObject([{ action: "accept", via: "app", data: { name: "Ada" } }]);
    }
  });
});

describe("a model that guesses keys", () => {
  it("never gets a confirmation through, however often it tries", async () => {
    const site = siteWith("app");
    const apps = { meta: "hidden", hidesTools: false, messages: true } as const;
    await using host = await site.host({ declares: "none", apps }, walkingAway());
    const target = { target: "notes" };
    const first = await host.callTool("delete", target);
    const ids = JSON.stringify(first).match(/[\w-]{8,}/g) ?? [];
    const keys = fc.sample(fc.base64String({ minLength: 1, maxLength: 44 }), GUESSES);
    for (const [at, key] of keys.entries())
      await host.callTool("midcall_answer", {
        id: ids[at % ids.length] ?? key,
        key,
        action: "accept",
        content: { confirm: true },
      });
    await host.callTool("delete", target);
    expect(site.deleted).toEqual([]);
  });
});
