import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import { createStateLab, open } from "./state-lab.js";

const INSIDES = "connect ECONNREFUSED 10.0.0.5:6379";

/** A store that fails at one operation, of whatever key that fits. */
function failing(operation: "putIfAbsent" | "get" | "put", about: RegExp): Store {
  const store = createMemoryStore();
  return {
    ...store,
    [operation]: (key: string, ...rest: [never, never]) =>
      about.test(key) ? Promise.reject(new Error(INSIDES)) : store[operation](key, ...rest),
  };
}

describe("a store that fails", () => {
  it.each([
    ["when a state is used", failing("putIfAbsent", /:use:/)],
    ["when a step is claimed", failing("putIfAbsent", /:step:/)],
    ["when a step is recorded", failing("put", /:step:/)],
  ])("%s ends the call without telling the host of the server's insides", async (_, store) => {
    const lab = createStateLab(
      async (ctx) => {
        const answer = await ctx.elicit("Go?", ["yes"]);
        try {
          return String(await ctx.step("act", () => answer.action));
        } catch {
          return "went on";
        }
      },
      { store },
    );
    const { state, responses } = await open(lab, {}, { value: "yes" });
    const reply = await lab.call({ state, responses });
    expect(reply.isError).toBe(true);
    expect(reply.text).toMatch(/^The server could not use its store, .* Try again later\./);
    expect(JSON.stringify(reply)).not.toContain("ECONN");
    expect(lab.logged).toEqual([`midcall: "one": the store failed: Error: ${INSIDES}`]);
    await lab.close();
  });

  const refused = Object.assign(new Error(INSIDES), { code: "ECONNREFUSED" });
  const other = Object.assign(new Error("connect ECONNREFUSED ::1:6379"), { code: "ECONNREFUSED" });
  class ClientError extends Error {}
  const unreadable = Object.defineProperty(new Error(), "message", {
    get: () => {
      throw new Error("no");
    },
  });
  it.each<[string, unknown, string]>([
    [
      "whose causes say why",
      new AggregateError([other, refused]),
      `AggregateError: ${other.message}, ${INSIDES}`,
    ],
    [
      "with a code alone",
      Object.assign(new Error(), { code: "ECONNREFUSED" }),
      "Error: ECONNREFUSED",
    ],
    [
      "whose cause has a code alone",
      new ClientError("", { cause: Object.assign(new AggregateError([]), { code: "ECONNRESET" }) }),
      "ClientError: ECONNRESET",
    ],
    ["with nothing at all", new ClientError(), "ClientError: no message"],
    ["that has no text", Object.create(null), "something was thrown that cannot be shown"],
    ["whose message throws", unreadable, "something was thrown that cannot be shown"],
  ])("tells the log why by an error %s", async (_, error, told) => {
    const store: Store = {
      ...createMemoryStore(),
      putIfAbsent: () => Promise.reject(error as Error),
    };
    const lab = createStateLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, { store });
    const reply = await lab.call({});
    expect(reply.text).toMatch(/^The server could not use its store, /);
    expect(reply.state).toBeUndefined();
    expect(lab.logged).toEqual([`midcall: "one": the store failed: ${told}`]);
    await lab.close();
  });

  it("does not look for reasons without end", async () => {
    const circle = new ClientError();
    circle.cause = circle;
    const store: Store = { ...createMemoryStore(), putIfAbsent: () => Promise.reject(circle) };
    const lab = createStateLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, { store });
    await lab.call({});
    expect(lab.logged).toEqual(['midcall: "one": the store failed: ClientError: no message']);
    await lab.close();
  });
});
