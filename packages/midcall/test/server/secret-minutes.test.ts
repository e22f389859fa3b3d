import {
  Client,
  StreamableHTTPClientTransport,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/client";
import { type ElicitationContext, PageOutcomeError } from "midcall/server";
import type { Question } from "midcall/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { said } from "./lab.js";
import { alice, createSite, type Site } from "./site.js";

/**
 * A person who needs three minutes, and the official client as it comes, which gives a request 60 s. The
 * clock of both is the test's, so that its time limit is the real one.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SECRET = "found after three minutes";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
});
afterEach(() => void vi.useRealTimers());

/** Lets time go by until something has happened, at most ten minutes of it. */
async function until(happened: () => boolean): Promise<void> {
  const from = Date.now();
  while (!happened() && Date.now() - from < 10 * MINUTE) {
    await vi.advanceTimersByTimeAsync(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Setting {
  readonly site: Site;
  readonly client: Client;
  readonly asked: Question[];
  readonly notices: unknown[];
}

async function setUp(
  protocolVersion: "2025-11-25" | "2026-07-28",
  handler: (ctx: ElicitationContext) => unknown,
): Promise<Setting> {
  const site = createSite({ protocolVersion, transport: "http" }, handler, {
    now: () => Date.now(),
  });
  site.pages.clock.now = Date.now();
  const endpoint = site.lab.elicitation.createHandler(site.lab.build);
  const client = new Client(
    { name: "official", version: "1" },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      ...(protocolVersion === "2026-07-28"
        ? { versionNegotiation: { mode: { pin: protocolVersion } } }
        : { supportedProtocolVersions: [protocolVersion] }),
    },
  );
  const asked: Question[] = [];
  const notices: unknown[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params as unknown as Question);
    return params.mode === "url"
      ? { action: "accept" as const }
      : { action: "accept" as const, content: { finished: true } };
  });
  client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
    notices.push(params);
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => endpoint(new Request(url, init), { authInfo: alice }),
    }),
  );
  return { site, client, asked, notices };
}

/** Calls the tool, has the person do the page after three minutes, and tells how and when the call ended. */
async function callFor(
  { site, client, asked }: Setting,
  options?: object,
): Promise<{ said: string; seconds: number }> {
  const from = Date.now();
  let ended: { said: string; seconds: number } | undefined;
  const end = (words: string): void => {
    ended = { said: words, seconds: Math.round((Date.now() - from) / SECOND) };
  };
  client.callTool({ name: "run", arguments: {} }, options).then(
    (result) => end(said(result as never)),
    (error: unknown) => end(String(error)),
  );
  await until(() => ended !== undefined || Date.now() - from >= 3 * MINUTE);
  site.pages.clock.now = Date.now();
  if (ended === undefined) {
    await site.enter(asked[0]!, SECRET);
    await until(() => ended !== undefined);
  }
  return ended!;
}

const use = async (ctx: ElicitationContext): Promise<string> =>
  (await ctx.secret("stripe", { timeoutMs: 9 * MINUTE })).reveal();

describe("a person who needs three minutes, with the unmodified official client", () => {
  it("is waited for on 2026-07-28, and asked now and then whether they have finished", async () => {
    const setting = await setUp("2026-07-28", use);
    const { said, seconds } = await callFor(setting);
    expect(said).toBe(SECRET);
    expect(seconds).toBeGreaterThanOrEqual(180);
    expect(seconds).toBeLessThan(190);
    const [first, ...more] = setting.asked;
    expect(first?.mode).toBe("url");
    expect(more.length).toBeGreaterThan(0);
    expect(more.every(({ message }) => message.startsWith("Finished at"))).toBe(true);
  });

  it("is waited for on 2025-11-25 where the client asks for progress", async () => {
    const setting = await setUp("2025-11-25", use);
    const ended = await callFor(setting, { onprogress: () => {}, resetTimeoutOnProgress: true });
    expect(ended).toEqual({ said: SECRET, seconds: 180 });
    expect(setting.asked).toHaveLength(1);
    expect(setting.notices).toHaveLength(1);
  });

  it("is told the truth in time on 2025-11-25 where it does not, and the next call finds it", async () => {
    const setting = await setUp("2025-11-25", async (ctx) => {
      try {
        return (await ctx.secret("stripe")).reveal();
      } catch (error) {
        if (error instanceof PageOutcomeError) return error.outcome;
        throw error;
      }
    });
    const first = await callFor(setting);
    expect(first).toEqual({ said: expect.stringContaining('call "run" again'), seconds: 55 });
    expect(first.said).toContain(setting.asked[0]!.url);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    await setting.site.enter(setting.asked[0]!, SECRET);
    const second = await callFor(setting);
    expect(second.said).toBe(SECRET);
    expect(second.seconds).toBeLessThan(5);
  });

  it("is told to open the link on 2025-11-25 where the author prefers the error, and to come back", async () => {
    const setting = await setUp("2025-11-25", async (ctx) =>
      (await ctx.secret("stripe", { prefer: "error" })).reveal(),
    );
    const refusal = await setting.client
      .callTool({ name: "run", arguments: {} })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UrlElicitationRequiredError);
    const [link] = (refusal as UrlElicitationRequiredError).elicitations;
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    setting.site.pages.clock.now = Date.now();
    await setting.site.enter(link as never, SECRET);
    await until(() => setting.notices.length > 0);
    expect(setting.notices).toEqual([{ elicitationId: link?.elicitationId }]);
    expect(await callFor(setting)).toEqual({ said: SECRET, seconds: 0 });
  });
});
