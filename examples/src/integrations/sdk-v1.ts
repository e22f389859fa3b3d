/**
 * The inbox in a host built on the first generation of the official SDK, `@modelcontextprotocol/sdk`
 * 1.x. It speaks 2025-06-18 and 2025-11-25.
 *
 *   node examples/dist/integrations/sdk-v1.js
 *
 * Why `fallbackRequestHandler` and not `setRequestHandler(ElicitRequestSchema, …)`: the typed handler
 * reads each question into its own schemas first. Those drop `pattern` and `uniqueItems`, so that the
 * person is told too late what was wrong; they turn a choice of numbers, or one with `anyOf`, into a field
 * to type in; and they refuse forms with any other `format`, with `oneOf` in a multi-select, or with "or
 * null", which real servers send, before the host hears of them. The fallback gets what was sent, and the
 * inbox makes the most of it.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  CancelledNotificationSchema,
  ElicitationCompleteNotificationSchema,
  ErrorCode,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { answerOrThrow, type Inbox } from "midcall/client";
import { isMain } from "../serve.js";
import { afterLinks } from "./after-links.js";
import { demonstrate, exampleServer } from "./demonstrate.js";

/** Longer than the inbox lets a question be looked at, which is 10 minutes; the SDK's default is one. */
const CALL_MS = 11 * 60_000;

/** Connects a client whose questions the inbox answers. Mount a UI, or give the inbox a callback, before. */
export async function connectSdkV1(
  inbox: Inbox,
  server: string,
  transport: Transport,
): Promise<Client> {
  const elicitation = inbox.capability();
  const client = new Client(
    { name: "v1-host", version: "1.0.0" },
    { capabilities: { elicitation } },
  );
  const firstWithdrawn = withdrawalOfFirst(transport);
  client.fallbackRequestHandler = async ({ id, method, params }, extra) => {
    if (method !== "elicitation/create") {
      throw new McpError(ErrorCode.MethodNotFound, "Method not found");
    }
    if (params?.["mode"] === "url" && !elicitation?.url) {
      throw new McpError(ErrorCode.InvalidParams, "This host did not declare URL mode.");
    }
    // Aborts when the server withdraws the question, and when the connection ends.
    const signal = id === 0 ? AbortSignal.any([extra.signal, firstWithdrawn]) : extra.signal;
    // What no person answered is sent as an error: servers take a cancel for the person's own.
    return { ...answerOrThrow(await inbox.handle(params, { server, signal })) };
  };
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    inbox.complete(server, params.elicitationId),
  );
  await client.connect(transport);
  return client;
}

/**
 * Aborts when the server withdraws its request with the id 0, which is the first question of many servers:
 * the SDK (1.32) tells a handler of every withdrawal but that one. So this listens in before it.
 */
function withdrawalOfFirst(transport: Transport): AbortSignal {
  const first = new AbortController();
  transport.onmessage = (message) => {
    const notice = CancelledNotificationSchema.safeParse(message);
    if (notice.data?.params.requestId === 0) first.abort();
  };
  return first.signal;
}

/** Calls a tool with time for questions, and with the pages that have to be visited before. */
export function callTool(
  client: Client,
  inbox: Inbox,
  server: string,
  name: string,
  args: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<CallToolResult> {
  const call = { method: "tools/call", name };
  return afterLinks(inbox, { server, call, signal }, async () => {
    const options = {
      signal,
      timeout: CALL_MS,
      // A server that says it is alive gets more time; being asked for progress, it knows that it may.
      resetTimeoutOnProgress: true,
      onprogress: () => {},
    };
    const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, options);
    return result as CallToolResult;
  });
}

if (isMain(import.meta.url)) {
  await demonstrate(async (inbox) => {
    const client = await connectSdkV1(inbox, "Guests", new StdioClientTransport(exampleServer()));
    try {
      return await callTool(client, inbox, "Guests", "every_field");
    } finally {
      await client.close();
    }
  });
}
