import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import * as z from "zod";
import { createLog, type Log, SECRET, text } from "../server/lab.js";
import {
  type Clock,
  createManualClock,
  createSimulatedHost,
  type HostTraits,
  linkTo,
  type SimulatedHost,
  sound,
  type User,
} from "./parts/index.js";

/** What a handler was told of one question. */
export interface Told {
  readonly args: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly reason?: string;
  readonly via?: string;
  readonly data?: unknown;
}

/** A server whose tools act only if their user agrees, and what its author has seen of it. */
export interface Site {
  readonly told: readonly Told[];
  /** The targets that were deleted. */
  readonly deleted: readonly string[];
  readonly log: Log;
  readonly clock: Clock;
  host(traits: Partial<HostTraits>, user: User): Promise<SimulatedHost>;
}

const form = z.object({ name: z.string().optional(), note: z.string().optional() });

/**
 * Tools: `delete`, which asks for a confirmation and then deletes its target; `form`, `number` and `link`, which say what
 * the answer was.
 */
export function createSite(options: ElicitationOptions = {}): Site {
  const told: Told[] = [];
  const deleted: string[] = [];
  const log = createLog();
  const clock = createManualClock();
  const elicitation = createElicitation({
    secret: SECRET,
    logger: log,
    now: clock.now,
    serverName: "site",
    ...options,
  });
  const say = (args: Record<string, unknown>, answer: object): CallToolResult => {
    told.push({ args, ...answer } as Told);
    return text(answer);
  };

  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "site", version: "1.0.0" }));
    const target = z.object({ target: z.string() });
    server.registerTool(
      "delete",
      { inputSchema: target },
      elicitation.handler(async (args, ctx) => {
        const isSure = await ctx.confirm(`Delete ${args.target}?`, { key: "sure" });
        await ctx.step("told", () => void told.push({ args, action: isSure ? "yes" : "no" }));
        if (!isSure) return text("Nothing was deleted.");
        await ctx.step("delete", () => void deleted.push(args.target));
        return text(`Deleted ${args.target}.`);
      }),
    );
    server.registerTool(
      "form",
      { inputSchema: target },
      elicitation.handler(async (args, ctx) =>
        say(args, await ctx.elicit(`Who is ${args.target}?`, form, { key: "who" })),
      ),
    );
    server.registerTool(
      "number",
      { inputSchema: target },
      elicitation.handler(async (args, ctx) =>
        say(
          args,
          await ctx.elicit(`How many ${args.target}?`, z.object({ count: z.int() }), {
            key: "count",
          }),
        ),
      ),
    );
    server.registerTool(
      "link",
      { inputSchema: target },
      elicitation.handler(async (args, ctx) =>
        say(
          args,
          await ctx.elicit(`Connect ${args.target}`, "https://example.com/connect", {
            key: "link",
          }),
        ),
      ),
    );
    return server;
  };

  return {
    told,
    deleted,
    log,
    clock,
    host: (traits, user) =>
      createSimulatedHost({
        link: linkTo(build),
        traits: { ...sound, ...traits },
        user,
        clock,
      }),
  };
}
