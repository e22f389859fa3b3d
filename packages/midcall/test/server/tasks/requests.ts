import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";

type Json = Record<string, unknown>;

export interface Reply {
  readonly result?: Json & {
    readonly taskId: string;
    readonly status: string;
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Record<string, { readonly params: { readonly message: string } }>;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

const NAMES = "io.modelcontextprotocol";

/** Sends requests as a client does that declares the extension, each to the server that `build` returns. */
export function clientOf(
  build: () => McpServer,
  {
    user,
    extensions = { [`${NAMES}/tasks`]: {} } as Json,
    canElicit = true,
  }: { user?: string; extensions?: Json; canElicit?: boolean } = {},
) {
  const handler = createMcpHandler(build);
  let id = 0;
  const send = async (method: string, params: Json, server = handler): Promise<Reply> => {
    const name = params["taskId"] ?? params["name"];
    const response = await server.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": method,
          ...(typeof name === "string" && { "mcp-name": name }),
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: ++id,
          method,
          params: {
            ...params,
            _meta: {
              [`${NAMES}/protocolVersion`]: "2026-07-28",
              [`${NAMES}/clientInfo`]: { name: "raw", version: "1.0.0" },
              [`${NAMES}/clientCapabilities`]: {
                ...(canElicit && { elicitation: { form: {} } }),
                extensions,
              },
            },
          },
        }),
      }),
      user === undefined
        ? {}
        : { authInfo: { token: "t", clientId: "c", scopes: [], extra: { sub: user } } },
    );
    const body = await response.text();
    const line = body.split("\n").find((one) => one.startsWith("data: {"));
    return JSON.parse(line?.slice("data: ".length) ?? body) as Reply;
  };
  const get = (taskId: string): Promise<Reply> => send("tasks/get", { taskId });
  return {
    send,
    get,
    call: (name: string, more: Json = {}) => send("tools/call", { name, arguments: {}, ...more }),
    cancel: (taskId: string) => send("tasks/cancel", { taskId }),
    update: (taskId: string, inputResponses: Json) =>
      send("tasks/update", { taskId, inputResponses }),
    /** Asks for the task until it is so. */
    async until(taskId: string, isSo: (result: NonNullable<Reply["result"]>) => boolean) {
      for (;;) {
        const { result } = await get(taskId);
        if (result !== undefined && isSo(result)) return result;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

/** The key of the open question with this message. */
export function keyOf({ inputRequests = {} }: NonNullable<Reply["result"]>, message: string) {
  return Object.entries(inputRequests).find(([, { params }]) =>
    params.message.includes(message),
  )?.[0];
}

export const accepted = (name: unknown) => ({ action: "accept", content: { name } });
