import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { expect, it } from "vitest";
import * as z from "zod";
import { createLog, SECRET, text } from "./lab.js";
import { clientOf, type Reply } from "./tasks/requests.js";

/* A question with a key whose words have changed is open, and another branch gets its answer. */

function createWorld() {
  const world = { at: Date.now(), files: 3, applied: [] as string[] };
  const now = (): number => world.at;
  const elicitation = createElicitation({
    ...{ secret: SECRET, store: createMemoryStore({ now }), now, logger: createLog() },
  });
  const client = clientOf(
    () => {
      const server = elicitation.attach(new McpServer({ name: "files", version: "1.0.0" }));
      server.registerTool(
        "clean",
        { inputSchema: z.object({}) },
        elicitation.handler(async (_args, ctx) => {
          const go = z.object({ go: z.boolean() });
          const [sure] = await Promise.all([
            ctx.elicit(`Delete ${world.files} files?`, go, { key: "sure" }),
            (async () => {
              const label = await ctx.elicit("Which label?", z.object({ l: z.string() }), {
                key: "label",
              });
              const apply = (): void => void world.applied.push(label.action);
              await ctx.step("apply", apply, { writes: true });
            })(),
          ]);
          return text(sure.action);
        }),
      );
      return server;
    },
    { user: "ada", extensions: {} },
  );
  const round = (before: Reply | undefined, inputResponses: object = {}): Promise<Reply> => {
    // Nobody reads faster.
    world.at += 60_000;
    const { requestState } = before?.result ?? {};
    return client.call("clean", requestState === undefined ? {} : { inputResponses, requestState });
  };
  return { world, round };
}

const accepted = (content: object) => ({ action: "accept", content });
const asked = ({ result }: Reply): string[] => Object.keys(result?.inputRequests ?? {});

it.each([
  ["no answer", {}],
  ["an answer that its schema refuses", { sure: accepted({ go: "maybe" }) }],
])(
  "while it has %s to its new words, no step begins in any later round",
  async (_, answers: object) => {
    const { world, round } = createWorld();
    let reply = await round(undefined);
    reply = await round(reply, { sure: accepted({ go: true }) });
    world.files = 300;
    reply = await round(reply);
    expect(asked(reply).sort()).toEqual(["label", "sure"]);
    reply = await round(reply, { label: accepted({ l: "red" }), ...answers });
    expect(asked(reply)).toEqual(["sure"]);
    expect(world.applied).toEqual([]);
    reply = await round(reply);
    expect(world.applied).toEqual([]);
    reply = await round(reply, { sure: accepted({ go: true }) });
    expect(reply.result?.["content"]).toEqual([{ type: "text", text: "accept" }]);
    expect(world.applied).toEqual(["accept"]);
  },
);
