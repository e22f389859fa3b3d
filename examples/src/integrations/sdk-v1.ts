/**
 * The inbox in a host built on the first generation of the official SDK, `@modelcontextprotocol/sdk` 1.x, which
 * supports 2025-06-18 and 2025-11-25.
 *
 *   node examples/dist/integrations/sdk-v1.js
 *
 * It uses `fallbackRequestHandler` and not `setRequestHandler(ElicitRequestSchema, …)`, because the typed handler
 * parses each question with its own schemas first. Those drop `pattern` and `uniqueItems`, so that the user is told
 * about an error too late; they turn a choice of numbers, or one with `anyOf`, into a text field; and they reject forms
 * that real servers send (with other formats, with `oneOf` in a multi-select, or with "or null") before the host
 * receives them. The fallback receives the original request, which the inbox handles leniently.
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

/** Longer than the inbox shows a question, which is 10 minutes. The SDK's default is one minute. */
const CALL_MS = 11 * 60_000;

/** Connects a client whose questions the inbox answers. Before that, mount a UI or give the inbox a callback. */
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
    // A question that no user answered is answered with an error, because servers read a cancel as the user's own.
    return { ...answerOrThrow(await inbox.handle(params, { server, signal })) };
  };
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    inbox.complete(server, params.elicitationId),
  );
  await client.connect(transport);
  return client;
}

/**
 * Aborts when the server withdraws its request with the id 0, which is the first question of many servers. The SDK
 * (1.32) reports every withdrawal to the handler except this one, so the transport is observed.
 */
function withdrawalOfFirst(transport: Transport): AbortSignal {
  const first = new AbortController();
  transport.onmessage = (message) => {
    const notice = CancelledNotificationSchema.safeParse(message);
    if (notice.data?.params.requestId === 0) first.abort();
  };
  return first.signal;
}

/** Calls a tool with enough time for questions, and asks the user to open required pages first. */
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
      // Progress extends the time limit. The progress token tells the server that it may take longer.
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
