import type { Client } from "@modelcontextprotocol/client";
import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { recordTransport, type TranscriptEntry } from "../../src/testing/transcript.js";
import { said, text } from "../client/lab.js";

export const old = { protocolVersion: "2025-11-25" } as const;
export const modern = { protocolVersion: "2026-07-28" } as const;
/** The protocol versions with URL mode. */
export const linking = [old, modern] as const;

export const link = (url: unknown = "https://login.example.com/start?x=1", more: object = {}) => ({
  mode: "url",
  message: "Open?",
  url,
  elicitationId: "link-1",
  ...more,
});

const anything = {
  "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
} as const;

interface Carrier {
  readonly action?: unknown;
  readonly content?: { readonly "midcall/cannotAsk"?: unknown };
  readonly data?: { readonly "midcall/cannotAsk"?: unknown };
  readonly code?: number;
}

/** What came back; `{ unanswered: reason }` where no person answered: a marked error on 2025, a marked cancel later. */
function understood(answer: Carrier): object {
  const isError = answer.action === undefined;
  const unanswered = (isError ? answer.data : answer.content)?.["midcall/cannotAsk"];
  if (unanswered !== undefined) return { unanswered };
  return isError ? { code: answer.code } : answer;
}

/**
 * A server whose tool `run` asks exactly these params, whatever they are, and says what came back: one
 * after the other on 2025, in one round on 2026-07-28.
 */
export function asking(...questions: readonly object[]): () => McpServer {
  return () => {
    const server = new McpServer({ name: "Your Trusted Bank", version: "1.0.0" });
    server.registerTool("run", {}, async (ctx: ServerContext) => {
      if (ctx.mcpReq.envelope !== undefined) {
        const responses = ctx.mcpReq.inputResponses as Record<string, Carrier> | undefined;
        if (responses) return text(questions.map((_, nr) => understood(responses[`q${nr}`]!)));
        const requests = questions.map((params, nr) => [
          `q${nr}`,
          { method: "elicitation/create", params },
        ]);
        return inputRequired({ inputRequests: Object.fromEntries(requests) as never });
      }
      const answers: unknown[] = [];
      for (const params of questions) {
        const sending = ctx.mcpReq.send(
          { method: "elicitation/create", params } as never,
          anything,
        );
        const answer = (await sending.catch((error: unknown) => error)) as Carrier;
        answers.push(understood(answer));
      }
      return text(answers);
    });
    return server;
  };
}

/**
 * Resolves when whatever has begun in this process has come to its end: no message takes so many turns of the event loop.
 * For what must not happen, so that there is no event to wait for.
 */
export async function nothingMore(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Calls `run` and gives the answers the server got. */
export async function run(client: Client): Promise<unknown> {
  return JSON.parse(said(await client.callTool({ name: "run" })));
}

/** Every message of the connections made after this call. */
export function tap(target: Client): TranscriptEntry[] {
  const transcript: TranscriptEntry[] = [];
  const connectTo = target.connect.bind(target);
  target.connect = (transport, options) => {
    recordTransport(transport, transcript);
    return connectTo(transport, options);
  };
  return transcript;
}

interface SentRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The requests a client has sent. */
export function requestsIn(transcript: readonly TranscriptEntry[], method?: string): SentRequest[] {
  return transcript
    .filter(({ direction, message }) => direction === "sent" && "id" in message)
    .map(({ message }) => message as unknown as SentRequest)
    .filter((message) => message.method && (!method || message.method === method));
}
