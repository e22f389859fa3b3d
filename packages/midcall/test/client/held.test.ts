import { accept, createInbox, decline, type Inbox, type InboxOptions } from "midcall/client";
import { type AuditTrailEvent } from "midcall/audit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildServer, color, connect, nextShown, said, until, wires } from "./lab.js";

const ask = { message: "Which?", requestedSchema: color };
const reasonOf = (result: unknown): unknown =>
  (result as { content?: Record<string, unknown> }).content?.["midcall/cannotAsk"];

function mounted(policy: InboxOptions["policy"], more: InboxOptions = {}): Inbox {
  const inbox = createInbox({ policy, ...more });
  inbox.mount();
  return inbox;
}

/** Asks a number of questions, and collects the results. */
async function flood(inbox: Inbox, count: number, server = "A"): Promise<unknown[]> {
  await inbox.ready;
  const results: unknown[] = [];
  for (let nr = 0; nr < count; nr++) {
    void inbox.handle(ask, { server }).then((result) => results.push(result));
  }
  await until(() => {
    const { showing, waiting, held } = inbox.getSnapshot();
    const open = [...showing, ...waiting].filter((one) => one.server === server).length;
    const back = held.find((one) => one.server === server)?.count ?? 0;
    return open + back + results.length >= count;
  });
  return results;
}

describe("questions over a limit", () => {
  it("are held back, and nothing of them is shown", async () => {
    const inbox = mounted({ burst: 2 });
    const results = await flood(inbox, 5);
    const { showing, waiting, held } = inbox.getSnapshot();
    expect([showing.length, waiting.length]).toEqual([1, 1]);
    expect(held).toEqual([{ server: "A", count: 3, reason: "rate-limit" }]);
    expect(results).toEqual([]);
  });

  it("are held back, too, if too many are open at once", async () => {
    const inbox = mounted({ perServer: 2 });
    await flood(inbox, 3);
    expect(inbox.getSnapshot().held).toEqual([{ server: "A", count: 1, reason: "queue-full" }]);
  });

  it("are shown in turn once the user asks for them, and answered like any other", async () => {
    const inbox = mounted({ burst: 1 });
    const results = await flood(inbox, 4);
    inbox.showHeld("A");
    expect(inbox.getSnapshot().held).toEqual([]);
    for (let nr = 0; nr < 4; nr++) {
      inbox.respond(inbox.getSnapshot().showing[0]!.id, accept({ color: "red" }));
    }
    await until(() => results.length === 4);
    expect(results).toEqual(Array(4).fill({ action: "accept", content: { color: "red" } }));
  });

  it("give the server a fresh limit once they are shown, and other servers none", async () => {
    const inbox = mounted({ burst: 1, concurrent: 10 });
    await flood(inbox, 2, "A");
    await flood(inbox, 2, "B");
    inbox.showHeld("A");
    await flood(inbox, 1, "A");
    await flood(inbox, 1, "B");
    expect(inbox.getSnapshot().held).toEqual([{ server: "B", count: 2, reason: "rate-limit" }]);
  });

  it("are refused, without an answer of the user, when the user refuses them", async () => {
    const events: AuditTrailEvent[] = [];
    const inbox = mounted({ burst: 1 }, { audit: { record: (event) => void events.push(event) } });
    const results = await flood(inbox, 3);
    inbox.refuseHeld("A");
    await until(() => results.length === 2);
    expect(results.map(reasonOf)).toEqual(["rate-limit", "rate-limit"]);
    expect(events.map(({ action, via, policy }) => [action, via, policy])).toEqual(
      Array(2).fill(["unanswered", "ui", ["held:rate-limit"]]),
    );
    expect(inbox.getSnapshot().showing).toHaveLength(1);
  });

  /** A clock that is moved by hand. */
  const stopClock = (): void => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it("are refused when nobody shows them in time", async () => {
    stopClock();
    const inbox = mounted({ burst: 1, timeoutMs: 1_000 });
    const results = await flood(inbox, 2);
    await vi.advanceTimersByTimeAsync(999);
    expect(results).toEqual([]);
    vi.advanceTimersByTime(1);
    await until(() => results.length === 1);
    expect(results.map(reasonOf)).toEqual(["rate-limit"]);
  });

  it("are not refused after they were shown, however long that takes", async () => {
    stopClock();
    const inbox = mounted({ burst: 1, timeoutMs: 1_000 });
    const results = await flood(inbox, 2);
    inbox.showHeld("A");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(results).toEqual([]);
  });

  it("end when the server withdraws them, is blocked, or the UI is gone", async () => {
    const inbox = mounted({ burst: 1 });
    await flood(inbox, 1);
    const abort = new AbortController();
    const withdrawn = inbox.handle(ask, { server: "A", signal: abort.signal });
    await until(() => inbox.getSnapshot().held.length === 1);
    abort.abort();
    expect(reasonOf(await withdrawn)).toBe("withdrawn");
    expect(inbox.getSnapshot().held).toEqual([]);
    const results = await flood(inbox, 1);
    inbox.setRule("A", "block");
    await until(() => results.length === 1);
    expect(results.map(reasonOf)).toEqual(["blocked"]);
  });

  it("are refused at once where no UI could show them", async () => {
    const onElicitation = vi.fn(() => new Promise<never>(() => {}));
    const inbox = createInbox({ onElicitation, policy: { burst: 1 } });
    const results = await flood(inbox, 2);
    expect(results.map(reasonOf)).toEqual(["rate-limit"]);
  });

  it("are refused when too many are held back, and never more than `total` are open", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          burst: fc.integer({ min: 1, max: 8 }),
          perServer: fc.integer({ min: 1, max: 8 }),
          held: fc.integer({ min: 1, max: 8 }),
          total: fc.integer({ min: 1, max: 20 }),
        }),
        fc.array(fc.constantFrom("A", "B", "show A", "refuse B", "answer"), { maxLength: 60 }),
        async (policy, steps) => {
          const inbox = mounted(policy);
          await inbox.ready;
          for (const step of steps) {
            if (step === "show A") inbox.showHeld("A");
            else if (step === "refuse B") inbox.refuseHeld("B");
            else if (step === "answer") {
              const [shown] = inbox.getSnapshot().showing;
              if (shown) inbox.respond(shown.id, decline());
            } else void inbox.handle(ask, { server: step });
            await Promise.resolve();
            const { showing, waiting, held } = inbox.getSnapshot();
            const back = held.reduce((sum, { count }) => sum + count, 0);
            expect(showing.length + waiting.length + back).toBeLessThanOrEqual(policy.total);
            for (const { count } of held) expect(count).toBeLessThanOrEqual(policy.held);
          }
        },
      ),
    );
  });
});

describe.each(wires)("calls that the user starts by hand on $era over $transport", (wire) => {
  const chatty = buildServer({
    run: async (ctx) => {
      for (let nr = 0; nr < 6; nr++) await ctx.elicit(`Which, ${nr}?`, color);
      return "done";
    },
  });

  it.each([
    ["user", 0],
    ["model", 3],
  ] as const)("of a %s: %i of six questions are held back", async (startedBy, expected) => {
    const inbox = mounted({ burst: 3, perMinute: 0.001 });
    await using host = await connect(inbox, wire, chatty, { startedBy });
    const result = host.client.callTool({ name: "run" });
    let held = 0;
    for (let nr = 0; nr < 6; nr++) {
      const asked = await until(() => {
        const snapshot = inbox.getSnapshot();
        return snapshot.showing[0] ?? snapshot.held[0];
      });
      if ("count" in asked) {
        held += 1;
        // Shows it without a fresh limit for the next.
        inbox.showHeld("Lab");
        await nextShown(inbox);
      }
      const [shown] = inbox.getSnapshot().showing;
      expect(shown!.ownCall).toBe(startedBy === "user");
      inbox.respond(shown!.id, accept({ color: "red" }));
    }
    expect(said(await result)).toBe("done");
    expect(held > 0).toBe(expected > 0);
  });
});

describe("a server of 2025 that floods the user during a call of theirs", () => {
  const flooding = buildServer({
    run: async (ctx) => {
      await Promise.all(
        Array.from({ length: 60 }, (_, nr) =>
          ctx.elicit(`Which, ${nr}?`, color, { key: `q${nr}` }).catch(() => {}),
        ),
      );
      return "done";
    },
  });

  it("has its first 50 questions counted as theirs, and the rest is held back", async () => {
    const wire = wires.find(({ protocolVersion }) => protocolVersion === "2025-11-25")!;
    const inbox = mounted({ burst: 1, perMinute: 0.001, total: 200, held: 100 });
    await using host = await connect(inbox, wire, flooding, { startedBy: "user" });
    const stop = new AbortController();
    const result = host.client.callTool({ name: "run" }, { signal: stop.signal }).catch(() => {});
    await until(() => {
      const { showing, waiting, held } = inbox.getSnapshot();
      return showing.length + waiting.length + (held[0]?.count ?? 0) === 60;
    });
    const { showing, waiting, held } = inbox.getSnapshot();
    expect([...showing, ...waiting].filter(({ ownCall }) => ownCall)).toHaveLength(50);
    expect(held[0]!.count).toBeGreaterThanOrEqual(9);
    stop.abort();
    await result;
  });
});
