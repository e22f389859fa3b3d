import { type CallToolResult, ProtocolError } from "@modelcontextprotocol/client";
import {
  createTestHost,
  type ProtocolVersion,
  type Question,
  type TestHost,
} from "midcall/testing";
import { type Services, startServices } from "../invoices/start-services.js";
import { getToken } from "./get-token.js";
import { createSandbox, empty } from "./sandbox.js";
import type { Scenario } from "./scenarios/scenario.js";
import { createScriptedUser } from "./user/scripted-user.js";
import { startServer, type ServerProcess } from "./server-process.js";

/** A protocol version and a transport. */
export interface Wire {
  readonly protocolVersion: ProtocolVersion;
  readonly transport: "stdio" | "http";
}

/** The transcript of each scenario, by title. */
export type Transcripts = ReadonlyMap<string, readonly string[]>;

const CALL_MS = 30_000;

/** Runs every scenario on one protocol version and transport, with a real server process in its own directory. */
export async function play(
  wire: Wire,
  scenarios: readonly Scenario[],
  file: string,
  onPlayed: (title: string) => void,
): Promise<Transcripts> {
  const root = createSandbox();
  const servers = new Map<string, ServerProcess>();
  const serverFor = async (args: readonly string[] = []): Promise<ServerProcess> => {
    const key = args.join(" ");
    const server =
      servers.get(key) ?? (await startServer({ transport: wire.transport, file, root, args }));
    servers.set(key, server);
    return server;
  };
  let services: Promise<Services> | undefined;
  const freshInvoices = async (): Promise<ServerProcess> => {
    services ??= startServices(root);
    const args = ["--services", (await services).url];
    const file = "../invoices/invoices.js";
    return startServer({ transport: wire.transport, file, root, args, getToken });
  };
  const transcripts = new Map<string, readonly string[]>();
  try {
    for (const scenario of scenarios) {
      await empty(root);
      const isInvoices = scenario.server === "invoices";
      const server = await (isInvoices ? freshInvoices() : serverFor(scenario.serverArgs));
      transcripts.set(scenario.title, await playOne(wire, scenario, server, root));
      if (isInvoices) await server.close();
      onPlayed(scenario.title);
    }
  } finally {
    (await services)?.close();
    await Promise.all([...servers.values()].map((server) => server.close()));
  }
  return transcripts;
}

async function playOne(
  { protocolVersion, transport }: Wire,
  scenario: Scenario,
  server: ServerProcess,
  root: string,
): Promise<string[]> {
  const lines: string[] = [];
  // Only random parts are replaced: the path of the directory and the links.
  const note = (line: string): void => {
    lines.push(
      line
        .replaceAll(root, "<root>")
        .replace(/http:\/\/127(?:\.\d+){3}:\d+\/(link|l|pages\/l)\/[\w-]+/g, "<link>")
        // Local pages require a code, others a sign-in.
        .replace(/\n\nThe page asks for this code: \S+/, ""),
    );
  };
  await scenario.prepare?.(root);
  const exception = scenario.except?.[protocolVersion];
  const isExcepted = exception !== undefined && (exception.over ?? transport) === transport;
  const replies = (isExcepted ? exception : scenario).replies ?? [];
  const scriptedUser = createScriptedUser(replies, note);
  let host: TestHost | undefined;
  try {
    host = await createTestHost({
      protocolVersion,
      connection: server.connect((url) => scriptedUser.comeTo(url)),
      answers: (question) => scriptedUser.answer(question),
      timeoutMs: CALL_MS,
      ...(scenario.capabilities && { capabilities: scenario.capabilities }),
    });
    for (const { tool, args = {} } of scenario.calls) {
      for (;;) {
        note(`call   ${tool} ${JSON.stringify(args)}`);
        const result = await host.callTool(tool, args).then(said, refused);
        const link = linkIn(result);
        // A host that cannot ask shows the result, and its model calls again.
        if (link === undefined || !(await scriptedUser.follow(link))) {
          note(result);
          break;
        }
      }
    }
    await scriptedUser.errandsDone();
  } catch (error) {
    note(`failed ${(error as Error).message}`);
  } finally {
    await host?.close();
  }
  for (const line of (await scenario.effects?.(root)) ?? []) note(`disk   ${line}`);
  return lines;
}

/** The question in the result of a call that waits for its user, with the link to its page. */
function linkIn(result: string): Question | undefined {
  const [, message, url, code] =
    /The user has to answer “([^]*?)” on this page: (\S+)(?: The page asks for this code: ([\w-]+)\.)?/.exec(
      result,
    ) ?? [];
  if (message === undefined) return undefined;
  return {
    mode: "url",
    message: code === undefined ? message : `${message}\n\nThe page asks for this code: ${code}`,
    url: url!,
  } as Question;
}

/**
 * If the host cannot ask, the call ends in a protocol error on 2026-07-28 and in a failed tool result on older
 * versions; the message is the same.
 */
function refused(error: unknown): string {
  if (error instanceof ProtocolError) return `error  ${error.message}`;
  throw error;
}

function said({ content, isError }: CallToolResult): string {
  const words = content
    .map((part) => (part.type === "text" ? part.text : `(${part.type})`))
    .join("\n");
  return `${isError === true ? "error " : "said  "} ${words}`;
}
