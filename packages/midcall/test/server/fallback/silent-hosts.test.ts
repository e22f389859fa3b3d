import { createMemoryStore } from "midcall/store";
import { accept, type TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createSilentHosts } from "../../../src/server/fallback/saved/silent-hosts.js";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { createLab, said, text, wires } from "../lab.js";
import { SealedStore } from "../../../src/server/state/sealed-store.js";
import { createSealer } from "../../../src/server/state/sealer.js";
import { SECRET } from "../lab.js";

const schema = z.object({ city: z.string() });
const pipes = wires.filter(
  ({ protocolVersion, transport }) => transport === "stdio" && protocolVersion !== "2026-07-28",
);

/** A server on the user's machine, and a host that shows its first question and never answers it. */
function createDesk() {
  const opened: string[] = [];
  let skipped = 0;
  const lab = createLab(
    async (ctx) => {
      const where = await ctx.elicit("Where to?", schema);
      return text([where.action, where.via]);
    },
    {
      openBrowser: async (url) => void opened.push(url),
      keepAliveMs: 50,
      now: () => Date.now() + skipped,
    },
  );
  return { lab, opened, skip: (ms: number) => void (skipped += ms) };
}

/** Makes the call, and gives it up when its question has been in the host for a time. */
async function giveUp(host: TestHost, waits: () => void): Promise<void> {
  const before = host.questions.length;
  const givesUp = new AbortController();
  const call = host.client.callTool(
    { name: "run", arguments: {} },
    { signal: givesUp.signal, timeout: 80_000 },
  );
  const end = expect(call).rejects.toThrow();
  await expect.poll(() => host.questions.length).toBe(before + 1);
  waits();
  givesUp.abort();
  await end;
}

const never = (): Promise<never> => new Promise(() => {});

describe.each(pipes)("a host that never answers, on $protocolVersion", (wire) => {
  it("is not asked the same again: the user is asked on a page", async () => {
    const { lab, opened, skip } = createDesk();
    await using host = await lab.host({ ...wire, answers: never, timeoutMs: 80_000 });
    await giveUp(host, () => skip(60_000));
    expect(opened).toEqual([]);
    const again = host.callTool("run");
    await expect.poll(() => opened.length).toBe(1);
    const browser = new Browser({});
    await browser.press(await openAndLook(browser, opened[0]!), "answer", { f0: "Oslo" });
    expect(said(await again)).toBe('["accept","page"]');
    expect(host.questions).toHaveLength(1);
  });

  it("is asked again if it has passed on an answer of its user's before", async () => {
    const { lab, opened, skip } = createDesk();
    const answers = [accept({ city: "Oslo" }), never, accept({ city: "Rome" })];
    await using host = await lab.host({ ...wire, answers, timeoutMs: 80_000 });
    await host.callTool("run");
    await giveUp(host, () => skip(60_000));
    expect(said(await host.callTool("run"))).toBe('["accept","native"]');
    expect(opened).toEqual([]);
  });

  it("is asked again if its user may have stopped the call", async () => {
    const { lab, opened, skip } = createDesk();
    const answers = [never, accept({ city: "Rome" })];
    await using host = await lab.host({ ...wire, answers, timeoutMs: 80_000 });
    await giveUp(host, () => skip(5_000));
    expect(said(await host.callTool("run"))).toBe('["accept","native"]');
    expect(opened).toEqual([]);
  });
});

describe("what is remembered of silent hosts", () => {
  const host = { name: "x", version: "1" } as never;
  const call = { owner: "ann", user: "ann", place: "midcall:call:1" };
  const sealed = (store = createMemoryStore()): SealedStore =>
    new SealedStore(store, createSealer(SECRET));
  const silence = { kind: "unanswered", reason: "disconnected" } as const;

  it("is about one call of one host, ends with an answer, and expires", async () => {
    let time = 0;
    const hosts = createSilentHosts(sealed(createMemoryStore({ now: () => time })));
    await hosts.ended(host, call, silence, 60_000);
    expect(await hosts.isSilent(host, call)).toBe(true);
    expect(await hosts.isSilent(host, { ...call, place: "midcall:call:2" })).toBe(false);
    expect(await hosts.isSilent({ name: "y", version: "1" } as never, call)).toBe(false);
    time += 600_001;
    expect(await hosts.isSilent(host, call)).toBe(false);
    await hosts.ended(host, call, silence, 60_000);
    await hosts.ended(host, { ...call, place: "midcall:call:2" }, { kind: "decline" }, 60_000);
    expect(await hosts.isSilent(host, call)).toBe(false);
  });

  it.each(["auto-declined", "invalid", "unsupported", "blocked"] as const)(
    "does not count %s as silence, nor as an answer",
    async (reason) => {
      const hosts = createSilentHosts(sealed());
      await hosts.ended(host, call, { kind: "unanswered", reason }, 60_000);
      expect(await hosts.isSilent(host, call)).toBe(false);
      await hosts.ended(host, call, silence, 60_000);
      await hosts.ended(host, call, { kind: "unanswered", reason }, 60_000);
      expect(await hosts.isSilent(host, call)).toBe(true);
    },
  );
});
