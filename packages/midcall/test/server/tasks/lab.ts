import { McpServer } from "@modelcontextprotocol/server";
import { accept, createInbox, type Inbox } from "midcall/client";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
} from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { connect, type Connected, SECRET, text } from "../../client/lab.js";

export const named = (name: string) => accept({ name });

export type Tools = Record<string, (ctx: ElicitationContext) => unknown>;

/** Servers of the replicas in turn: one per request, so that each request reaches another replica than the last one. */
export function replicas(
  tools: Tools,
  {
    count = 2,
    store = createMemoryStore(),
    task = true,
    ...options
  }: Omit<ElicitationOptions, "store"> & {
    count?: number;
    task?: true | "after-input";
    store?: Store | "none";
  } = {},
): { build: () => McpServer; buildAt: (replica: number) => McpServer } {
  const logger = { warn: () => {}, error: () => {} };
  const made = Array.from({ length: count }, () =>
    createElicitation({
      ...{ secret: SECRET, logger, ...options },
      ...(store !== "none" && { store }),
    }),
  );
  const buildAt = (replica: number): McpServer => {
    const elicitation = made[replica]!;
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    for (const [name, handler] of Object.entries(tools)) {
      server.registerTool(
        name,
        {},
        elicitation.handler(async (ctx) => text(await handler(ctx)), { task }),
      );
    }
    return server;
  };
  let turn = 0;
  return { buildAt, build: () => buildAt(turn++ % count) };
}

export function connectTo(inbox: Inbox, build: () => McpServer): Promise<Connected> {
  return connect(inbox, { protocolVersion: "2026-07-28", transport: "http" }, build);
}

export function mounted(): Inbox {
  const inbox = createInbox();
  inbox.mount();
  return inbox;
}
