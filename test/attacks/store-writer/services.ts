import { McpServer } from "@modelcontextprotocol/server";
import { createCustomIdentity, createPages, type Pages } from "midcall/pages";
import {
  createElicitation,
  type ElicitationContext,
  type HttpHandler,
  type ServerElicitation,
} from "midcall/server";
import type { Store } from "midcall/store";
import { createVault } from "midcall/vault";
import * as z from "zod";
import { MARK, type Truth } from "./truth.js";

const SECRET = "one secret of two services, which is long enough";
export const SERVICES = ["production", "sandbox"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** A process that serves a service. */
export interface Replica {
  readonly service: ServiceName;
  readonly elicitation: ServerElicitation;
  readonly handler: HttpHandler;
  readonly pages: Pages;
}

const schema = {
  type: "object",
  properties: { value: { type: "string", title: "Value" } },
  required: ["value"],
} as const;

/** Names a call, as its arguments do. */
export const callName = (service: string, user: string, call: string): string =>
  `${service} ${user} ${call}`;

/** The steps, questions and results of one call, each of them noted and checked. */
async function work(
  ctx: ElicitationContext,
  truth: Truth,
  name: string,
  options: { readonly fallback?: readonly ["page"]; readonly link?: boolean },
): Promise<string> {
  truth.must(truth.called.has(name), `a handler runs that nobody has called: ${name}`);
  const step = async (key: string): Promise<void> => {
    const value = await ctx.step(`${MARK} step ${key}`, () => truth.make(name, "step"));
    truth.must(
      truth.isMade(name, value),
      `a step has the result ${JSON.stringify(value)}: ${name}`,
    );
  };
  const ask = async (number: number): Promise<string> => {
    const question = `${MARK} question ${number} of ${name}`;
    truth.asked.add(question);
    const answer = await ctx.elicit(question, schema, {
      ...{ timeoutMs: 60_000, key: `${MARK} key ${number}` },
      ...(options.fallback && { fallback: options.fallback }),
    });
    if (answer.action === "unanswered") return "nobody";
    const { value } = (answer.action === "accept" ? answer.data : {}) as { value?: unknown };
    truth.must(
      truth.isGiven(question, value),
      `${question} has the answer ${answer.action} ${JSON.stringify(value)}`,
    );
    return String(value);
  };
  await step("first");
  const said = [await ask(1)];
  await ctx.mcpReq?.notify?.({
    method: "notifications/progress",
    params: {
      ...{ progressToken: ctx.mcpReq._meta?.progressToken ?? "none", progress: 1 },
      message: truth.make(name, "progress"),
    },
  });
  if (options.link === true) {
    const elicitationId = `${MARK}-link-${name.replaceAll(" ", "-")}`;
    const question = `${MARK} link of ${name}`;
    truth.asked.add(question);
    const url = new URL("https://pay.example.com/now");
    const answer = await ctx.elicit(question, url, { elicitationId, timeoutMs: 60_000 });
    if (answer.action === "accept" && answer.completed)
      truth.must(truth.ended.has(elicitationId), `a link has ended that has not: ${name}`);
  }
  await step("second");
  said.push(await ask(2));
  return truth.make(name, "result");
}

export function createReplica(service: ServiceName, store: Store, truth: Truth): Replica {
  const logger = { warn: () => {}, error: () => {} };
  const baseUrl = `https://${service}.example.org/ask`;
  const pages = createPages({
    ...{ baseUrl, secret: `${SECRET}, of the pages`, store, logger, review: "never" },
    identify: createCustomIdentity((request) => request.headers.get("x-user") ?? undefined),
    limits: { perAddress: Infinity },
    vault: createVault({ store, secret: `${SECRET}, of the vault` }),
  });
  const elicitation = createElicitation({
    ...{ secret: SECRET, serverName: service, store, logger, pages },
    ...{
      fallback: ["native", "app", "relay", "page"],
      timeoutMs: 60_000,
      stateTtlMs: 60_000,
      holdMs: 200,
    },
    principal: ({ http }) => http?.req?.headers.get("x-user") ?? undefined,
  });
  const tool = (options: Parameters<typeof work>[3]) =>
    [
      { inputSchema: z.looseObject({}) },
      async (args: Record<string, unknown>, ctx: ElicitationContext) => ({
        content: [
          {
            type: "text" as const,
            text: await work(
              ctx,
              truth,
              callName(service, String(args["user"]), String(args["call"])),
              options,
            ),
          },
        ],
      }),
    ] as const;
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: service, version: "1.0.0" }));
    const [config, run] = tool({});
    server.registerTool("run", config, elicitation.handler(run));
    server.registerTool("task", config, elicitation.handler(run, { task: true }));
    server.registerTool("link", config, elicitation.handler(tool({ link: true })[1]));
    server.registerTool("page", config, elicitation.handler(tool({ fallback: ["page"] })[1]));
    return server;
  };
  const handler = elicitation.createHandler(build, { sessions: "shared", sessionLeaseMs: 500 });
  return { service, elicitation, handler, pages };
}
