import { protocolVersions } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import {
  accepting,
  answeringForUser,
  changingArguments,
  closing,
  declining,
  guessingKeys,
  inTurn,
  obedient,
  repeating,
  type SimulatedHost,
  walkingAway,
} from "./parts/index.js";
import { createSite } from "./site.js";

const yes = accepting({ confirm: true });
const target = { target: "notes" };

/** The text of a call that ended with a result. */
const textOf = (end: Awaited<ReturnType<SimulatedHost["callTool"]>>): string => {
  if (end.kind !== "result") return JSON.stringify(end);
  const [first] = (end.result["content"] ?? []) as { text?: string }[];
  return first?.text ?? "";
};

/** The requests and notifications that a host has sent, by method. */
const sentBy = ({ wire }: SimulatedHost, method: string): readonly object[] =>
  wire.filter(({ from, message }) => from === "host" && message.method === method);

const responsesOf = ({ wire }: SimulatedHost): readonly object[] =>
  wire
    .filter(({ from, message }) => from === "host" && message.method === undefined)
    .map(({ message }) => message.result ?? message.error ?? {});

describe.each(protocolVersions)("a simulated host on %s", (protocolVersion) => {
  const isRounds = protocolVersion === "2026-07-28";

  it("without defects shows questions to its user, and sends what they answer", async () => {
    const site = createSite();
    await using host = await site.host(
      { protocolVersion },
      inTurn(yes, declining(), closing(), accepting({ name: "Ada" })),
    );
    expect(textOf(await host.callTool("delete", target))).toBe("Deleted notes.");
    expect(textOf(await host.callTool("delete", target))).toBe("Nothing was deleted.");
    await host.callTool("form", target);
    await host.callTool("form", target);
    expect(site.deleted).toEqual(["notes"]);
    expect(site.told.map(({ action }) => action)).toEqual(["yes", "no", "cancel", "accept"]);
    expect(host.deeds.map(({ question }) => question.message)).toEqual([
      "Delete notes?",
      "Delete notes?",
      "Who is notes?",
      "Who is notes?",
    ]);
    expect(host.deeds.every(({ question }) => question.args?.["target"] === "notes")).toBe(true);
  });

  it.each([15, 75])(
    "that declines in %i ms shows nothing; a name on the list tells it",
    async (ms) => {
      const onQuestion = { does: "answers-itself", action: "decline", afterMs: ms } as const;
      const site = createSite();
      await using known = await site.host(
        { protocolVersion, onQuestion, name: "claude-code", version: "2.1.251" },
        yes,
      );
      await known.callTool("form", target);
      expect(site.told).toMatchObject([{ action: "unanswered", reason: "auto-declined" }]);
      expect(textOf(await known.callTool("delete", target))).toMatch(/auto-declined/);
      expect(known.deeds).toEqual([]);

      await using unknown = await site.host({ protocolVersion, onQuestion }, yes);
      await unknown.callTool("form", target);
      expect(site.told.at(-1)).toMatchObject({ action: "decline" });
      expect(site.deleted).toEqual([]);
    },
  );

  it("that cancels or accepts with nothing by itself is not taken for its user", async () => {
    const site = createSite();
    for (const action of ["cancel", "accept"] as const) {
      const onQuestion = { does: "answers-itself", action, afterMs: 40 } as const;
      await using host = await site.host(
        { protocolVersion, onQuestion, name: "codex-mcp-client", version: "0.154.0" },
        yes,
      );
      await host.callTool("form", target);
      expect(site.told.at(-1)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
      await host.callTool("delete", target);
    }
    expect(site.deleted).toEqual([]);
  });

  it("that hangs gives its call up after a minute, and says so to the server or not", async () => {
    for (const notifies of [true, false]) {
      const site = createSite({ timeoutMs: 200 });
      await using host = await site.host(
        {
          protocolVersion,
          onQuestion: { does: "hangs" },
          callTimeout: { ms: 60_000, notifies },
          progress: "ignored",
        },
        yes,
      );
      const start = site.clock.now();
      expect(await host.callTool("delete", target)).toEqual({ kind: "timed-out" });
      expect(site.clock.now() - start).toBe(60_000);
      expect(host.deeds).toEqual([]);
      // On 2026-07-28 no call is under way while its question is open.
      expect(sentBy(host, "notifications/cancelled")).toHaveLength(notifies && !isRounds ? 1 : 0);
      expect(site.deleted).toEqual([]);
    }
  });

  it("whose user walks away gives its call up in the same way", async () => {
    const site = createSite({ timeoutMs: 200 });
    await using host = await site.host({ protocolVersion, progress: "unwanted" }, walkingAway());
    expect(await host.callTool("delete", target)).toEqual({ kind: "timed-out" });
    expect(host.deeds).toHaveLength(1);
    expect(site.deleted).toEqual([]);
  });

  it("that empties what its user has entered has no valid answer to send", async () => {
    const site = createSite({ maxAttempts: 2 });
    await using host = await site.host({ protocolVersion, emptiesAccepts: true }, yes);
    expect(textOf(await host.callTool("delete", target))).toMatch(/no valid answer.*\(invalid\)/);
    await host.callTool("number", target);
    expect(site.told).toMatchObject([{ action: "unanswered", reason: "invalid" }]);
    expect(host.deeds.length).toBeGreaterThan(2);
    expect(site.deleted).toEqual([]);
  });

  it("that reports a cancel as a decline cannot be told from its user", async () => {
    const site = createSite();
    await using host = await site.host({ protocolVersion, cancelIsDecline: true }, closing());
    await host.callTool("form", target);
    expect(site.told).toMatchObject([{ action: "decline" }]);
    expect(host.deeds).toMatchObject([{ act: { does: "closes" } }]);
  });

  it.each([-32601, -32602, -32603])("that has no user interface answers %i", async (code) => {
    const site = createSite();
    await using host = await site.host(
      { protocolVersion, onQuestion: { does: "fails", code } },
      yes,
    );
    const end = await host.callTool("form", target);
    if (isRounds) expect(end).toMatchObject({ kind: "error", code });
    else
      expect(site.told).toMatchObject([
        { action: "unanswered", reason: "unsupported", error: { code } },
      ]);
    expect(host.deeds).toEqual([]);
  });

  it("without the capability is asked nothing", async () => {
    const site = createSite();
    await using host = await site.host({ protocolVersion, declares: "none" }, yes);
    expect(JSON.stringify(await host.callTool("delete", target))).toMatch(
      /has not declared that it can show one/,
    );
    expect(host.deeds).toEqual([]);
    expect(site.deleted).toEqual([]);
  });

  it.each([
    ["bare", true, false],
    ["form", true, false],
    ["url", false, protocolVersion !== "2025-06-18"],
    ["both", true, protocolVersion !== "2025-06-18"],
  ] as const)(
    "that declares elicitation as %s is asked in its modes",
    async (declares, form, url) => {
      const site = createSite();
      await using host = await site.host({ protocolVersion, declares }, accepting({ name: "Ada" }));
      await host.callTool("form", target);
      await host.callTool("link", target);
      const modes = host.deeds.map(({ question }) => question.mode);
      expect(modes).toEqual([...(form ? ["form"] : []), ...(url ? ["url"] : [])]);
    },
  );

  it("that takes progress for life waits for it, and others do not", async () => {
    for (const progress of ["extends", "ignored", "unwanted"] as const) {
      const site = createSite({ timeoutMs: 5_000, keepAliveMs: 20 });
      const host = await site.host({ protocolVersion, progress }, walkingAway());
      const call = host.callTool("delete", target);
      const [asked] = await vi.waitFor(() => {
        expect(sentBy(host, "tools/call")).toHaveLength(1);
        return sentBy(host, "tools/call");
      });
      expect(JSON.stringify(asked).includes("progressToken")).toBe(progress !== "unwanted");
      expect(await call).toEqual({ kind: "timed-out" });
      await host.close();
    }
  });

  it("that answers late is not heard: the call was given up", async () => {
    const site = createSite({ timeoutMs: 30_000 });
    await using host = await site.host(
      { protocolVersion, answersLate: true, progress: "ignored" },
      accepting({ confirm: true }, 90_000),
    );
    expect(await host.callTool("delete", target)).toEqual({ kind: "timed-out" });
    await vi.waitFor(() => {
      if (isRounds) expect(sentBy(host, "tools/call")).toHaveLength(2);
      else
        expect(responsesOf(host)).toContainEqual({ action: "accept", content: { confirm: "Yes" } });
    });
    // On 2026-07-28 the round is a request of its own, which the user has agreed to, and which is still in time.
    if (isRounds) await vi.waitFor(() => expect(site.deleted).toEqual([]));
    else expect(site.deleted).toEqual([]);
  });

  it("that answers questions nobody has asked changes nothing", async () => {
    const site = createSite();
    await using host = await site.host({ protocolVersion, straysAnswers: true }, declining());
    expect(textOf(await host.callTool("delete", target))).toBe("Nothing was deleted.");
    const strays = isRounds
      ? sentBy(host, "tools/call").filter((call) => JSON.stringify(call).includes('"unknown"'))
      : responsesOf(host).filter((sent) => JSON.stringify(sent).includes('"accept"'));
    expect(strays.length).toBeGreaterThan(0);
    expect(site.deleted).toEqual([]);
  });

  it("gives its model results to act on, and the model calls again, or something else", async () => {
    const site = createSite();
    await using host = await site.host({ protocolVersion }, declining());
    const again = await host.run("delete", target, repeating(2));
    expect(again.map(({ name, args }) => [name, args])).toEqual([
      ["delete", target],
      ["delete", target],
      ["delete", target],
    ]);
    const other = { target: "everything" };
    const changed = await host.run("delete", target, changingArguments(other));
    expect(changed.map(({ args }) => args)).toEqual([target, other]);
    expect(await host.run("delete", target, obedient())).toHaveLength(1);

    const forged = await host.run("delete", target, answeringForUser(10));
    expect(forged.some(({ name }) => name === "midcall_answer")).toBe(true);
    expect(forged.at(-1)).toMatchObject({ name: "delete", args: target });
    const guessed = await host.run("delete", target, guessingKeys(["a", "b"]));
    expect(guessed.map(({ name }) => name)).toEqual([
      "delete",
      "midcall_answer",
      "midcall_answer",
      "delete",
    ]);
    expect(site.deleted).toEqual([]);
    expect(host.deeds).toHaveLength(3 + 2 + 1 + 2 + 2);
  });
});

it.each(["2025-06-18", "2025-11-25"] as const)(
  "a yes for no question of the server's is no yes, whatever its id is taken for on %s",
  async (protocolVersion) => {
    const site = createSite();
    await using host = await site.host({ protocolVersion, straysAnswers: true }, walkingAway());
    expect(await host.callTool("delete", target)).toEqual({ kind: "timed-out" });
    expect(responsesOf(host).length).toBeGreaterThan(4);
    // What the server makes of them, it makes before it answers this.
    await host.tools();
    expect(site.told).toEqual([]);
    expect(site.deleted).toEqual([]);
  },
);

it("a simulated host of 2026-07-28 that drops rounds takes the question for the result, and its model calls again", async () => {
  const site = createSite();
  const drops = { protocolVersion: "2026-07-28", onQuestion: { does: "drops-rounds" } } as const;
  await using host = await site.host(drops, yes);
  const turns = await host.run("delete", target, repeating(1));
  expect(turns).toHaveLength(2);
  for (const { end } of turns)
    expect(end).toMatchObject({ kind: "result", result: { resultType: "input_required" } });
  expect(host.deeds).toEqual([]);
  expect(site.deleted).toEqual([]);
});
