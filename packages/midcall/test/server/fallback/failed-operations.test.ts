import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createLog, SECRET, text } from "../lab.js";
import { clientOf, type Reply } from "../tasks/requests.js";
import { useVirtualTime } from "../virtual-time.js";

/*
 * A call that asks in a view, and one that goes back and forth between view and host, while one operation of the store fails: each
 * in turn. Whatever the client was told to have been received is used, once.
 */

useVirtualTime();

const ui = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

type How = "has not been done" | "has been done";

/** A store one of whose operations fails, and how many it has had. */
function createFailing(nth: number, how: How) {
  const inner = createMemoryStore();
  let count = 0;
  const guard =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      const fails = ++count === nth;
      if (!fails || how === "has been done") {
        const done = await work(...given);
        if (!fails) return done;
      }
      throw new Error("The store is away.");
    };
  const store: Store = {
    ...inner,
    get: guard((key) => inner.get(key)),
    put: guard((key, value, options) => inner.put(key, value, options)),
    putIfAbsent: guard((key, value, options) => inner.putIfAbsent(key, value, options)),
    delete: guard((key) => inner.delete(key)),
  };
  return { store, hasFailed: () => count >= nth };
}

/** Plays a call to its end, as a client does that tries again. Returns what came of it. */
async function play(ways: readonly ("app" | "native")[], nth: number, how: How) {
  const { store, hasFailed } = createFailing(nth, how);
  const done: string[] = [];
  const elicitation = createElicitation({
    ...{ secret: SECRET, store, logger: createLog(), fallback: ["native", "app"] },
  });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    const run = elicitation.handler(async (ctx) => {
      const said: string[] = [];
      for (const [n, way] of ways.entries()) {
        const answer = await ctx.elicit(`${n}?`, z.object({ v: z.string() }), {
          ...{ key: `${n}`, fallback: [way] },
        });
        const value = answer.action === "accept" ? answer.data.v : answer.action;
        said.push(value);
        // A step that was begun while the store failed is not run again: it tells so, and the call ends.
        await ctx.step(`use ${n}`, () => void done.push(`${n} ${value}`));
      }
      return text(said.join(" "));
    });
    server.registerTool("run", {}, run);
    return server;
  };
  const client = clientOf(build, { user: "ada", extensions: ui });
  const received: string[] = [];
  let twins = 0;
  let more: Record<string, unknown> = {};
  for (let tries = 0; tries < 20; tries++) {
    const { result, error }: Reply = await client.call("run", more);
    const view = (Object(result?.["_meta"]) as Record<string, AppQuestion>)[QUESTION_META];
    if (view !== undefined) {
      more = {};
      const { id, key, message } = view;
      const value = `${message} ${tries}`;
      const given = { id, key, action: "accept", content: { v: value } };
      const answered = await client.send("tools/call", {
        name: "midcall_answer",
        arguments: given,
      });
      if (JSON.stringify(answered).includes('"received"')) received.push(value);
      continue;
    }
    const [asked] = Object.keys(result?.inputRequests ?? {});
    if (asked !== undefined) {
      const { requestState } = result!;
      const inputResponses = {
        [asked]: { action: "accept", content: { v: `${asked}? ${tries}` } },
      };
      more = { requestState, inputResponses };
      continue;
    }
    const words = JSON.stringify(result ?? error);
    if (words.includes("made at the same time")) twins += 1;
    // It tries the same again: what the store has failed in may not have come to anything.
    if (/could not use its store|made at the same time/.test(words)) continue;
    return { words, done, received, twins, hasFailed };
  }
  throw new Error("The call has come to no end.");
}

it.each([
  [["app", "app"], "has not been done"],
  [["app", "app"], "has been done"],
  [["app", "native", "app"], "has not been done"],
  [["app", "native", "app"], "has been done"],
  [["native", "app", "native"], "has not been done"],
  [["native", "app", "native"], "has been done"],
] as const)(
  "a call that asks in %j comes to its end with what was received, whichever operation of the store fails and %s",
  async (ways, how) => {
    let operations = 0;
    for (let nth = 1; ; nth++) {
      const { words, done, received, twins, hasFailed } = await play(ways, nth, how);
      if (!hasFailed()) break;
      operations += 1;
      const of = `operation ${nth}: ${words} ${JSON.stringify(done)}`;
      // There is no other call at which it could go on.
      expect(twins, of).toBe(0);
      // Each answer is used once, and no question has two.
      expect(new Set(done.map((one) => one.slice(0, 1))).size, of).toBe(done.length);
      for (const one of done) expect(one, of).not.toMatch(/unanswered/);
      // Said to be received, or not known to be a step's: nothing is lost without a word.
      if (!words.includes("was started before"))
        for (const value of received.slice(-1)) expect(words, of).toContain(value);
    }
    expect(operations).toBeGreaterThan(20);
  },
);
