import { McpServer } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { createElicitation } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import * as z from "zod";
import { scaled } from "../../../../../test/night.js";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createLog, SECRET, text } from "../lab.js";
import { clientOf, type Reply } from "../tasks/requests.js";

/*
 * A call whose questions go back and forth between the host and a view, on replicas that share a store. Its client makes the call again,
 * sends old rounds again, alone and at once, and answers old questions. Whatever it does, each question of a call has one answer.
 */

const ui = {
  "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
};

type Act =
  | { readonly do: "call"; readonly times: number }
  | { readonly do: "answer"; readonly which: number; readonly times: number }
  | { readonly do: "again"; readonly which: number; readonly times: number };

const which = fc.nat({ max: 9 });
const times = fc.constantFrom(1, 1, 1, 2);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("call" as const), times }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("answer" as const), which, times }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("again" as const), which, times }) },
);

/** An open question, as the client knows it. */
type Open = (value: number) => Promise<unknown>;

function createWorld(where: readonly ("native" | "app")[]) {
  const inner = createMemoryStore();
  const places = new Set<string>();
  const store: Store = {
    ...inner,
    async putIfAbsent(key, value, options) {
      const isNew = await inner.putIfAbsent(key, value, options);
      if (isNew && key.startsWith("midcall:open:")) places.add(key);
      return isNew;
    },
    delete(key) {
      places.delete(key);
      return inner.delete(key);
    },
  };
  /** What each question of each call was answered with, as its handler was told, and what its steps have done. */
  const told = new Map<string, Set<number>>();
  const done: string[] = [];
  const ended = new Set<string>();
  let calls = 0;
  const elicitations = [0, 1].map(() =>
    createElicitation({
      ...{ secret: SECRET, store, logger: createLog() },
      fallback: ["native", "app"],
    }),
  );
  let turn = 0;
  const build = (): McpServer => {
    const elicitation = elicitations[turn++ % 2]!;
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    server.registerTool(
      "run",
      {},
      elicitation.handler(async (ctx) => {
        const id = await ctx.step("id", () => `call ${calls++}`);
        for (const [n, way] of where.entries()) {
          const answer = await ctx.elicit(`${n}?`, z.object({ v: z.number() }), {
            ...{ key: `${n}`, fallback: [way] },
          });
          const value = answer.action === "accept" ? answer.data.v : -1;
          const of = `${id} ${n}`;
          told.set(of, (told.get(of) ?? new Set()).add(value));
          await ctx.step(`use ${value}`, () => void done.push(of));
        }
        ended.add(id);
        return text(id);
      }),
    );
    return server;
  };
  const client = clientOf(build, { user: "ada", extensions: ui });
  const open: Open[] = [];
  const sent: (() => Promise<void>)[] = [];
  const take = ({ result }: Reply): void => {
    const view = (result?.["_meta"] as Record<string, unknown> | undefined)?.[QUESTION_META];
    if (view !== undefined) {
      const { id, key } = view as AppQuestion;
      open.push((v) => {
        const given = { id, key, action: "accept", content: { v } };
        return client.send("tools/call", { name: "midcall_answer", arguments: given });
      });
    }
    for (const key of Object.keys(result?.inputRequests ?? {})) {
      open.push((v) => {
        const inputResponses = { [key]: { action: "accept", content: { v } } };
        const round = { requestState: result!.requestState, inputResponses };
        const send = async (): Promise<void> => take(await client.call("run", round));
        sent.push(send);
        return send();
      });
    }
  };
  const call = async (): Promise<void> => take(await client.call("run"));
  return { call, open, sent, told, done, ended, places, begun: () => calls };
}

it("a call that moves between host and view uses one answer to each question, whatever is sent again", async () => {
  const ways = fc.array(fc.constantFrom("native" as const, "app" as const), {
    ...{ minLength: 2, maxLength: 4 },
  });
  let finished = 0;
  await fc.assert(
    fc.asyncProperty(ways, fc.array(act, { minLength: 8, maxLength: 24 }), async (where, acts) => {
      const { call, open, sent, told, done, ended, places, begun } = createWorld(where);
      let value = 0;
      await call();
      for (const { do: what, ...how } of acts) {
        const list = what === "answer" ? open : sent;
        const one =
          what === "call" ? call : list[list.length - 1 - (how as { which: number }).which];
        // The last ones are the likely ones.
        const doIt = one ?? list.at(-1) ?? call;
        await Promise.all(Array.from({ length: how.times }, () => doIt(value++)));
      }
      for (const [of, values] of told) expect([of, values.size]).toEqual([of, 1]);
      expect(new Set(done).size).toBe(done.length);
      // Whatever is counted is a call that is not over.
      expect(places.size).toBeLessThanOrEqual(begun() - ended.size);
      finished += ended.size;
    }),
    { numRuns: scaled(60, 2_000) },
  );
  expect(finished).toBeGreaterThan(10);
});
