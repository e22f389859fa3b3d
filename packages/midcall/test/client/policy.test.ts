import fc from "fast-check";
import { createInbox } from "midcall/client";
import { OptionError } from "../../src/contracts/errors.js";
import { describe, expect, it } from "vitest";
import { createBuckets, resolvePolicy } from "../../src/client/inbox/policy.js";

describe("the policy", () => {
  it("fills in defaults, also for undefined", () => {
    expect(resolvePolicy({ perServer: 3, total: undefined })).toEqual({
      rule: "allow",
      concurrent: 1,
      perServer: 3,
      held: 20,
      total: 100,
      burst: 20,
      perMinute: 20,
      timeoutMs: 600_000,
      secrets: "warn",
    });
  });

  it.each([
    { concurrent: 0 },
    { perServer: -1 },
    { timeoutMs: NaN },
    { burst: "20" },
    { rule: "maybe" },
    { secrets: "hide" },
  ])("refuses %j when the inbox is made", (policy) => {
    expect(() => createInbox({ policy: policy as never })).toThrow(OptionError);
  });

  it.each(["yes", true, null])("is beside open, which cannot be %j", (open) => {
    expect(() => createInbox({ open: open as never })).toThrow(
      expect.objectContaining({
        code: "ERR_MIDCALL_OPTION",
        message: "open must be a function.",
      }),
    );
  });

  it("refuses a rule that is none, which would else let everything through", () => {
    const inbox = createInbox();
    inbox.setRule("A", "block");
    expect(() => inbox.setRule("A", "deny" as never)).toThrow(OptionError);
    expect(inbox.rule("A")).toBe("block");
  });
});

describe("the token bucket", () => {
  it("gives a burst, then as many as the minute refills, per server", () => {
    let time = 0;
    const { take } = createBuckets({ burst: 3, perMinute: 6 }, () => time);
    const taken = (server: string): number => {
      for (let count = 0; ; count++) if (!take(server)) return count;
    };
    expect(taken("A")).toBe(3);
    expect(taken("B")).toBe(3);
    time += 20_000;
    expect(taken("A")).toBe(2);
    time += 3_600_000;
    expect(taken("A")).toBe(3);
    time -= 7_200_000;
    expect(taken("A")).toBe(0);
  });

  it("is full again for the server that was filled, and for no other", () => {
    const { take, fill } = createBuckets({ burst: 1, perMinute: 1 }, () => 0);
    expect([take("A"), take("B"), take("A"), take("B")]).toEqual([true, true, false, false]);
    fill("A");
    expect([take("A"), take("B")]).toEqual([true, false]);
  });

  it("never gives more than burst + refill, however it is asked", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (waits) => {
        let time = 0;
        const { take } = createBuckets({ burst: 5, perMinute: 30 }, () => time);
        let given = 0;
        for (const wait of waits) {
          time += wait;
          if (take("A")) given++;
        }
        expect(given).toBeLessThanOrEqual(5 + (time / 60_000) * 30 + 1e-6);
      }),
    );
  });
});
