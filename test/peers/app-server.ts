import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import {
  ANSWER_TOOL,
  type AnswerArguments,
  APP_EXTENSION,
  APP_MIME_TYPE,
  type AppQuestion,
  QUESTION_META,
  QUESTION_VIEW_URI,
} from "../../packages/midcall/src/contracts/app.js";

const html = readFileSync(
  fileURLToPath(new URL("../../packages/midcall/dist/app/question.html", import.meta.url)),
  "utf8",
);

const message = "A table at the Anchor: for how many?";
const requestedSchema = {
  type: "object",
  properties: { people: { type: "integer", title: "People", minimum: 1, maximum: 12 } },
  required: ["people"],
} as const;
const question: AppQuestion = {
  id: "question-1",
  key: "one-time-key-4711",
  tool: "book_table",
  server: "tables",
  message,
  requestedSchema,
  expiresAt: Date.now() + 3_600_000,
};
const ui = { resourceUri: QUESTION_VIEW_URI };
const tools = [
  {
    name: "book_table",
    description: "Books a table, and asks in the View",
    inputSchema: { type: "object" as const },
    _meta: { ui, "ui/resourceUri": QUESTION_VIEW_URI },
  },
  {
    name: "ask_here",
    description: "Asks by an elicitation that the View renders",
    inputSchema: { type: "object" as const },
  },
  {
    name: ANSWER_TOOL,
    description: "Takes the answer of the View",
    inputSchema: { type: "object" as const },
    _meta: { ui: { ...ui, visibility: ["app"] } },
  },
];

const text = (words: string): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: words }],
});

/** A server without midcall's core, written by hand after the contract of the View. */
export interface AppServer extends AsyncDisposable {
  readonly url: string;
  /** The calls of the answer tool. */
  readonly calls: readonly AnswerArguments[];
  /** What came back for the elicitation. */
  readonly elicited: readonly unknown[];
  /** The capabilities of the client, as it sent them with the last call on 2026-07-28. */
  readonly declared: () => unknown;
}

export async function startAppServer(): Promise<AppServer> {
  const calls: AnswerArguments[] = [];
  const elicited: unknown[] = [];
  let answered: AnswerArguments | undefined;
  let declared: unknown;

  const build = (): Server => {
    const server = new Server(
      { name: "tables", version: "1.0.0" },
      {
        capabilities: {
          tools: {},
          resources: {},
          extensions: { [APP_EXTENSION]: { elicitation: {} } },
        },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("resources/list", () => ({
      resources: [{ uri: QUESTION_VIEW_URI, name: "question", mimeType: APP_MIME_TYPE }],
    }));
    server.setRequestHandler("resources/read", () => ({
      contents: [{ uri: QUESTION_VIEW_URI, mimeType: APP_MIME_TYPE, text: html }],
    }));
    server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
      const given = (params.arguments ?? {}) as unknown as AnswerArguments;
      if (params.name === ANSWER_TOOL) {
        calls.push(given);
        const { action } = given;
        const status =
          action === "look" ? (answered ? "answered" : "open") : answered ? "closed" : "received";
        if (action !== "look") answered ??= given;
        return { ...text(JSON.stringify({ status })), structuredContent: { status } };
      }
      if (params.name === "book_table") {
        if (answered) return text(`Booked: ${JSON.stringify(answered)}`);
        return { ...text("The user is being asked."), _meta: { [QUESTION_META]: question } };
      }
      declared = (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[
        "io.modelcontextprotocol/clientCapabilities"
      ];
      const answer = mcpReq.inputResponses?.["people"];
      if (answer) {
        elicited.push(answer);
        return text(`Elicited: ${JSON.stringify(answer)}`);
      }
      const asked = { message, requestedSchema, _meta: { ui } };
      return {
        resultType: "input_required",
        inputRequests: { people: { method: "elicitation/create", params: asked } },
        requestState: "asked",
      } as never;
    });
    return server;
  };

  const { fetch } = createMcpHandler(build);
  const listener = getRequestListener((request) => fetch(request), {
    overrideGlobalObjects: false,
  });
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    calls,
    elicited,
    declared: () => declared,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
