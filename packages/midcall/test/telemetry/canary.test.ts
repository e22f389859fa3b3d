import { context } from "@opentelemetry/api";
import fc from "fast-check";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import {
  accept,
  type Answers,
  cancel,
  createTestHost,
  decline,
  type ProtocolVersion,
  protocolVersions,
} from "midcall/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { createLog, SECRET, text } from "../server/lab.js";
import { AsyncContexts, createSdk } from "./lab.js";
import { scaled } from "../../../../test/night.js";

const CANARY = "CANARY7f3a";
/** The canary in every spelling it could leave in. */
const SIGHTINGS = [
  CANARY,
  CANARY.toLowerCase(),
  Buffer.from(CANARY).toString("base64").slice(0, -2),
];

beforeAll(() => void context.setGlobalContextManager(new AsyncContexts()));
afterAll(() => context.disable());

/** What a server shows, gets and throws, with the canary in it. */
interface Run {
  readonly protocolVersion: ProtocolVersion;
  readonly words: string;
  readonly answer: "accept" | "invalid" | "decline" | "cancel";
  readonly kind: "form" | "url" | "confirm";
  readonly end: "result" | "isError" | "throws" | "step";
  readonly method: "tool" | "prompt" | "resource";
}

const words = fc
  .tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }))
  .map(([before, after]) => `${before}${CANARY}${after}`);

const runs: fc.Arbitrary<Run> = fc.record({
  protocolVersion: fc.constantFrom(...protocolVersions),
  words,
  answer: fc.constantFrom("accept", "invalid", "decline", "cancel"),
  kind: fc.constantFrom("form", "url", "confirm"),
  end: fc.constantFrom("result", "isError", "throws", "step"),
  method: fc.constantFrom("tool", "prompt", "resource"),
});

async function ask(ctx: ElicitationContext, { kind, words: message }: Run): Promise<unknown> {
  if (kind === "confirm") return ctx.confirm(message);
  const url = `https://pay.example/${encodeURIComponent(message)}?k=${CANARY}#${CANARY}`;
  if (kind === "url") return ctx.elicit(message, url, { whenUnavailable: "continue" });
  return ctx.elicit(message, z.object({ city: z.string().meta({ title: message }) }));
}

async function handle(ctx: ElicitationContext, run: Run): Promise<string> {
  const found = await ctx.step("look", () => run.words);
  await ask(ctx, run);
  if (run.end === "throws") throw Object.assign(new Error(found), { name: found, code: found });
  if (run.end === "step")
    await ctx.step("act", () => {
      throw new Error(found);
    });
  return found;
}

function answersOf({ answer, kind, words: value }: Run): Answers {
  if (answer === "decline") return [decline()];
  if (answer === "cancel") return [cancel()];
  if (kind === "url") return [accept()];
  const given = kind === "confirm" ? { confirm: answer === "accept" } : { city: value };
  const wrong = kind === "confirm" ? { confirm: value } : { city: { value } };
  return answer === "invalid" ? [accept(wrong as never), accept(given)] : [accept(given)];
}

async function play(run: Run): Promise<{ readonly exported: string; readonly spans: number }> {
  const { telemetry, everything, spans } = createSdk();
  const logger = createLog();
  const store = createMemoryStore();
  const elicitation = createElicitation({ secret: SECRET, logger, store, telemetry });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    server.registerTool(
      "run",
      { inputSchema: z.object({ about: z.string() }) },
      elicitation.handler(async (_, ctx) => ({
        ...text(await handle(ctx, run)),
        ...(run.end === "isError" && { isError: true }),
      })),
    );
    server.registerPrompt(
      "run",
      { argsSchema: z.object({ about: z.string() }) },
      elicitation.handler(async (_, ctx) => {
        const content = { type: "text" as const, text: await handle(ctx, run) };
        return { messages: [{ role: "user" as const, content }] };
      }),
    );
    server.registerResource(
      "run",
      new ResourceTemplate("lab://{+path}", { list: undefined }),
      {},
      elicitation.handler(async (uri, _, ctx) => ({
        contents: [{ uri: uri.href, text: await handle(ctx, run) }],
      })),
    );
    return server;
  };
  const { protocolVersion } = run;
  await using host = await createTestHost({
    timeoutMs: 3_600_000,
    protocolVersion,
    build,
    answers: answersOf(run),
  });
  const about = { about: run.words };
  const calls = {
    tool: () => host.callTool("run", about),
    prompt: () => host.getPrompt("run", about),
    resource: () => host.readResource(`lab://${CANARY}/x`),
  };
  await calls[run.method]().catch(() => {});
  return { exported: await everything(), spans: spans().length };
}

const RUNS = scaled(20, 500);

it("no message, answer, URL, argument or error is in a span or a metric", async () => {
  let spans = 0;
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const played = await play(run);
      expect(played.spans).toBeGreaterThan(0);
      spans += played.spans;
      expect(played.exported).toContain("mcp.server.operation.duration");
      for (const sighting of SIGHTINGS) expect(played.exported).not.toContain(sighting);
    }),
    { numRuns: RUNS },
  );
  expect(spans).toBeGreaterThan(RUNS);
});
