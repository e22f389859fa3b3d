import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { expect, it } from "vitest";
import * as z from "zod";
import { createLog, SECRET, text } from "./lab.js";
import { clientOf, type Reply } from "./tasks/requests.js";

/* A round that is sent again long after its first use, while a later question of the same call is open. */

const MINUTE = 60_000;

/** A service that pays after a note and a yes. The user has an hour for each question; states live ten minutes longer. */
function createWorld(timeoutMs = 60 * MINUTE) {
  const world = { at: Date.now(), paid: [] as string[] };
  const now = (): number => world.at;
  const elicitation = createElicitation({
    ...{ secret: SECRET, store: createMemoryStore({ now }), now, logger: createLog() },
    ...{ timeoutMs: 60 * MINUTE, stateTtlMs: 10 * MINUTE },
  });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "bank", version: "1.0.0" }));
    server.registerTool(
      "pay",
      { inputSchema: z.object({}) },
      elicitation.handler(async (_args, ctx) => {
        const note = await ctx.elicit("A note?", z.object({ note: z.string() }));
        if (note.action !== "accept") return text(`no note: ${note.action}`);
        const sure = await ctx.elicit(
          `Pay for ${note.data.note}?`,
          z.object({ pay: z.boolean() }),
          { timeoutMs },
        );
        if (sure.action !== "accept" || !sure.data.pay) return text(`not paid: ${sure.action}`);
        await ctx.step("pay", () => void world.paid.push(note.data.note), { writes: true });
        return text("paid");
      }),
    );
    return server;
  };
  const clientWith = (canElicit: boolean) =>
    clientOf(build, { user: "ada", extensions: {}, canElicit });
  const client = clientWith(true);
  const call = (): Promise<Reply> => client.call("pay");
  /** Answers what a round has asked. */
  const answer = (
    { result }: Reply,
    content: object,
    { canElicit = true } = {},
  ): Promise<Reply> => {
    // Nobody reads faster.
    world.at += MINUTE;
    const [key = ""] = Object.keys(result?.inputRequests ?? {});
    const inputResponses = { [key]: { action: "accept", content } };
    const asking = canElicit ? client : clientWith(false);
    return asking.call("pay", { inputResponses, requestState: result?.requestState });
  };
  return { world, call, answer };
}

const said = ({ result, error }: Reply): string =>
  error?.message ??
  (result?.["content"] as { text: string }[] | undefined)?.[0]?.text ??
  Object.values(result?.inputRequests ?? {})[0]!.params.message;

/** Pays, once for each of two states that the same round has ended with. @param copiedAt - when it was sent again, in minutes */
async function fork(copiedAt: number) {
  const { world, call, answer } = createWorld();
  const first = await call();
  const second = await answer(first, { note: "rent" });
  world.at += copiedAt * MINUTE;
  const copy = await answer(first, { note: "rent" });
  return { world, answer, second, copy };
}

it.each([1, 9, 30, 55])(
  "a round that is sent again after %d minutes makes no state that outlives the end of its call",
  async (copiedAt) => {
    const { world, answer, second, copy } = await fork(copiedAt);
    expect(said(copy)).toBe("Pay for rent?");
    expect(said(await answer(second, { pay: true }))).toBe("paid");
    for (const minutes of [0, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]) {
      world.at += minutes * MINUTE;
      await answer(copy, { pay: true });
      expect(world.paid).toEqual(["rent"]);
    }
  },
);

it("the copy may be answered while the first one is not", async () => {
  const { world, answer, second, copy } = await fork(30);
  expect(said(await answer(copy, { pay: true }))).toBe("paid");
  await answer(second, { pay: true });
  expect(world.paid).toEqual(["rent"]);
});

it("a round that is sent again when the time of its question would be over asks nothing", async () => {
  const { world, call, answer } = createWorld(5 * MINUTE);
  const first = await call();
  await answer(first, { note: "rent" });
  world.at += 10 * MINUTE;
  expect(said(await answer(first, { note: "rent" }))).toBe("Pay for rent?");
  world.at += 5 * MINUTE;
  expect(said(await answer(first, { note: "rent" }))).toBe("not paid: unanswered");
  expect(world.paid).toEqual([]);
});

it("a round that is sent again for a host with other capabilities is refused, at once and later", async () => {
  const { world, call, answer } = createWorld();
  const first = await call();
  const second = await answer(first, { note: "rent" });
  const other = await answer(first, { note: "rent" }, { canElicit: false });
  expect(other.error?.code).toBe(-32_602);
  expect(said(await answer(second, { pay: true }))).toBe("paid");
  world.at += 30 * MINUTE;
  expect((await answer(first, { note: "rent" }, { canElicit: false })).error?.code).toBe(-32_602);
  expect(world.paid).toEqual(["rent"]);
});
