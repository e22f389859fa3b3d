import { createElicitation, type ElicitationOptions, type ServerElicitation } from "midcall/server";
import { McpServer } from "@modelcontextprotocol/server";
import { accept, createTestHost, type TestHost } from "midcall/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog, said, SECRET, text } from "../../packages/midcall/test/server/lab.js";
import { openStore } from "./open-store.js";
import { tally } from "./tally.js";

/*
 * A payment page: the author's elicitationId is the number of the order, which others know. The end of the visit must
 * count for the person who paid, and for nobody else.
 */

const PROTOCOL_VERSIONS = ["2025-11-25", "2026-07-28"] as const;
const ID = "order-17";
/** How long a visit may take. Only the clock of these tests comes to it. */
const VISIT_MS = 60_000;
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
});
afterEach(() => vi.useRealTimers());

/** What comes of it, if need be when the time of the visit is over. */
async function outcomeOf<T>(result: Promise<T>): Promise<T> {
  let isThere = false;
  const done = (): void => void (isThere = true);
  result.then(done, done);
  while (!isThere) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(100);
  }
  return result;
}

interface Service {
  readonly elicitation: ServerElicitation;
  call(sub: string): Promise<string>;
  /** Resolves when the person has agreed to open the link, with what the call says in the end. */
  asked(sub: string): Promise<{ readonly result: Promise<string> }>;
}

function serve(
  protocolVersion: (typeof PROTOCOL_VERSIONS)[number],
  options: ElicitationOptions = {},
): Service {
  const elicitation = createElicitation({ secret: SECRET, logger: createLog(), ...options });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "shop", version: "1" }));
    server.registerTool(
      "pay",
      {},
      elicitation.handler(async (ctx) => {
        const link = "https://pay.example/17";
        const answer = await ctx.elicit("Pay?", link, { elicitationId: ID, timeoutMs: VISIT_MS });
        return text(answer.action === "accept" ? "paid" : answer.action);
      }),
    );
    return server;
  };
  const handler = elicitation.createHandler(build);
  const host = (sub: string, onAsked: () => void = () => {}): Promise<TestHost> => {
    const authInfo = { token: "t", clientId: "app", scopes: [], extra: { sub } };
    const answers = (): ReturnType<typeof accept> => (onAsked(), accept());
    return createTestHost({ protocolVersion, handler, authInfo, answers, timeoutMs: HOUR_MS });
  };
  return {
    elicitation,
    async call(sub) {
      await using opened = await host(sub);
      return said(await outcomeOf(opened.callTool("pay")));
    },
    async asked(sub) {
      let onAsked = (): void => {};
      const asked = new Promise<void>((resolve) => (onAsked = resolve));
      const opened = await host(sub, () => onAsked());
      const result = opened.callTool("pay").then(said);
      void result.finally(() => opened.close()).catch(() => {});
      await asked;
      return {
        get result() {
          return outcomeOf(result);
        },
      };
    },
  };
}

it.each(PROTOCOL_VERSIONS)(
  "gives a stranger no end that came before anybody was asked, on %s",
  async (protocolVersion) => {
    const { elicitation, call } = serve(protocolVersion);
    await elicitation.complete(ID);
    expect(await call("mallory")).toBe("unanswered");
    const named = serve(protocolVersion);
    await named.elicitation.complete(ID, { principal: "alice" });
    expect(await named.call("mallory")).not.toBe("paid");
    expect(await named.call("alice")).toBe("paid");
    tally("ends of others' visits that were asked for", 2);
  },
);

it.each(PROTOCOL_VERSIONS)(
  "gives the end to the person it names, whoever was faster to ask, on %s",
  async (protocolVersion) => {
    const { elicitation, call, asked } = serve(protocolVersion);
    const mallory = await asked("mallory");
    await elicitation.complete(ID, { principal: "alice" });
    expect(await mallory.result).toBe("unanswered");
    expect(await call("alice")).toBe("paid");
    expect(await call("mallory")).toMatch(/another user's interaction/);
    tally("interactions asked for before their person", 2);
  },
);

it.each(PROTOCOL_VERSIONS)(
  "gives an end to whoever was asked first where nobody is named, on %s",
  async (protocolVersion) => {
    const { elicitation, call, asked } = serve(protocolVersion);
    const alice = await asked("alice");
    expect(await call("mallory")).toMatch(/another user's interaction/);
    await elicitation.complete(ID);
    expect(await alice.result).toBe("paid");
    expect(await call("mallory")).toMatch(/another user's interaction/);
    tally("interactions of others that were asked for", 2);
  },
);

it.each(PROTOCOL_VERSIONS)(
  "keeps the ends of two services with one store apart, on %s",
  async (protocolVersion) => {
    const store = openStore();
    const [shop, other] = [
      serve(protocolVersion, { store }),
      serve(protocolVersion, { store, serverName: "other" }),
    ];
    const alice = await other.asked("alice");
    await other.elicitation.complete(ID);
    expect(await alice.result).toBe("paid");
    expect(await shop.call("alice")).not.toBe("paid");
    tally("ends at another service with the same store", 1);
  },
);

it.each(PROTOCOL_VERSIONS)(
  "takes no end that somebody with the store has written, on %s",
  async (protocolVersion) => {
    const store = openStore();
    const { elicitation, asked } = serve(protocolVersion, { store });
    // What there is to copy: an end of another visit, and the claim of this one.
    await elicitation.complete("order-16", { principal: "alice" });
    const claim = `midcall:url-asker:${ID}`;
    const forged = ["1", "{}", await store.get("midcall:url-done:order-16"), "the claim"];
    for (const value of forged) {
      await store.delete(claim);
      const alice = await asked("alice");
      const written = value === "the claim" ? await store.get(claim) : value;
      await store.put(`midcall:url-done:${ID}`, written!);
      await store.publish(`midcall:url-done:${ID}`, "1");
      expect([value, await alice.result]).toEqual([value, "unanswered"]);
      await store.delete(`midcall:url-done:${ID}`);
    }
    tally("ends written by somebody with the store", forged.length);
  },
);

it("refuses a person that is no text", async () => {
  const { elicitation } = serve("2025-11-25");
  for (const principal of ["", null, {}, 1])
    await expect(elicitation.complete(ID, { principal: principal as string })).rejects.toThrow(
      /principal must be/,
    );
});
