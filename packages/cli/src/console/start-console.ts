import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { createAuditTrail, createMemorySink } from "midcall/audit";
import { createFileSink } from "midcall/audit/file";
import { createInbox, type Policy, type ServerRule } from "midcall/client";
import { connectServer as connect } from "../connect/connect-server.js";
import type { ProtocolVersionChoice } from "../connect/protocol-version.js";
import { VERSION } from "../version.js";
import { createApp } from "./app.js";
import { createCalls } from "./calls/calls.js";
import type { ConnectServer, Target } from "./servers/connection.js";
import { ConsoleError } from "./errors.js";
import { createFeed, type Slice } from "./views/feed.js";
import { createGuard } from "./access/guard.js";
import { PAGE_FOLDER, readPageFiles } from "./page-files.js";
import { createPresence } from "./access/presence.js";
import { questionsView } from "./views/questions-view.js";
import { rememberInbox } from "./calls/remember-inbox.js";
import { createServers } from "./servers/servers.js";
import { openStateDir } from "./state-dir.js";

/** Options of {@link startConsole}. */
export interface ConsoleOptions {
  /** Folder for what is remembered. Made if need be. */
  readonly stateDir: string;
  /** The server to begin with; added to those that are remembered. */
  readonly target?: Target | undefined;
  /** What it is called. */
  readonly name?: string | undefined;
  /** The protocol version for it. Default: what was remembered, else `auto`. */
  readonly protocolVersion?: ProtocolVersionChoice | undefined;
  /** Port on 127.0.0.1. Default: any free one. */
  readonly port?: number | undefined;
  /** Told of what went wrong without anybody waiting for it. Never of answers. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** For tests. */
  readonly policy?: Partial<Policy> | undefined;
  readonly graceMs?: number | undefined;
  readonly connectServer?: ConnectServer | undefined;
  readonly pageFolder?: string | undefined;
}

/** A running console. */
export interface RunningConsole {
  /** Where it is, with the token: for the person's eyes. */
  readonly url: string;
  /** The same, good once and for a minute. @param whenOver - called when it is good no more */
  ticketUrl(whenOver?: () => void): string;
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

/** A tab that is reloaded, closed by mistake or opened again is back within this time. */
const GRACE_MS = 20_000;
const CLOSE_MS = 4_000;
const SETTLE_MS = 80;

const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));
/** The same, for when there may be nothing else left to wait for. */
const atMost = (ms: number): Promise<void> =>
  new Promise((done) => void setTimeout(done, ms).unref());

/**
 * Starts the console: a page on this computer, to use MCP servers from and to answer what they ask.
 *
 * @throws ConsoleError when the port is taken, the folder cannot be used, or the page was not built
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const { target, port: wanted = 0, graceMs = GRACE_MS, connectServer = connect } = options;
  const onError = options.onError ?? ((error: unknown) => console.error(describe(error)));
  const state = await openStateDir(options.stateDir);
  const files = await readPageFiles(options.pageFolder ?? PAGE_FOLDER);
  const memory = await rememberInbox(state);
  const savedServers = await state.read("servers.json");

  // There is nobody to tell until everything there is to tell of is made.
  let tell = (_slice: Slice): void => {};
  const touch = (slice: Slice): void => tell(slice);
  let auditSeq = 0;
  const audit = createMemorySink({ limit: 500 });
  const auditFile = createFileSink({ path: join(state.path, "audit.jsonl"), onError });
  const trail = createAuditTrail({
    sink: [
      audit,
      auditFile,
      {
        record() {
          auditSeq += 1;
          touch("auditSeq");
        },
      },
    ],
    onError,
  });
  const calls = createCalls(() => touch("calls"));
  const inbox = createInbox({
    policy: options.policy,
    audit: {
      record(event) {
        trail.record(event);
        const { server, tool, action, reason } = event;
        if (action === "unanswered" && server?.name !== undefined && reason !== undefined) {
          calls.noteUnanswered(server.name, tool, reason);
        }
      },
    },
    persistence: memory,
    urlSafety: { domains: () => import("midcall/client/domains") },
    // The page opens it, from the person's own click; here it is only said that it can be done.
    open: () => {},
    onerror: onError,
  });
  await inbox.ready;
  const servers = createServers({
    inbox,
    calls,
    connectServer,
    saved: savedServers,
    waiting: memory.waiting,
    save: (list) => void state.write("servers.json", list).catch(onError),
    onChange: () => touch("servers"),
  });
  const presence = createPresence(inbox, graceMs);
  const rules = (): Record<string, ServerRule> =>
    Object.fromEntries(
      servers.list().flatMap(({ saved: { name } }) => {
        const rule = inbox.rule(name);
        return rule === "allow" ? [] : [[name, rule]];
      }),
    );
  const feed = createFeed({
    read: {
      servers: () => servers.list().map((server) => server.view()),
      questions: () => questionsView(inbox.getSnapshot()),
      rules,
      calls: () => calls.list(),
      auditSeq: () => auditSeq,
    },
    hello: { version: VERSION, stateDir: state.path },
    presence,
    shown: inbox.markVisible,
  });
  tell = feed.touch;
  inbox.subscribe(() => {
    touch("questions");
    touch("rules");
  });

  const token = randomBytes(32).toString("base64url");
  let port = wanted;
  const guard = createGuard(token, () => port);
  const app = createApp({ servers, calls, inbox, audit, feed, presence }, guard, files, onError);
  const listening = await listen(app.fetch, wanted);
  port = listening.port;

  const first = target && servers.add(target, options.name, options.protocolVersion);
  const wanting = servers.list().filter((server) => {
    return server === first || memory.waiting.has(server.saved.name);
  });
  // A server is told at its connection whether there is somebody to ask, so it waits for the page.
  void presence.first.then(() => {
    for (const server of wanting) {
      void server.connect(server === first ? options.protocolVersion : undefined);
    }
  });

  const origin = `http://127.0.0.1:${port}`;
  // Whoever names a server wants to see its tools first.
  const start = first ? `&server=${first.saved.id}` : "";
  let closing: Promise<void> | undefined;
  return {
    origin,
    token,
    url: `${origin}/#token=${token}${start}`,
    ticketUrl: (whenOver) => `${origin}/#ticket=${guard.ticket(whenOver)}${start}`,
    close: () =>
      (closing ??= (async () => {
        // The inbox writes a moment late: a call that has just ended must not be gone on with.
        await pause(SETTLE_MS);
        memory.freeze();
        feed.close();
        const ended = servers.close();
        await Promise.race([ended, atMost(CLOSE_MS)]);
        presence.stop();
        await listening.close();
        await trail.flush();
        await auditFile.close();
        await state.flush();
      })()),
  };
}

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: "127.0.0.1", port }, (address: AddressInfo) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
      resolve({ port: address.port, close });
    });
    server.once("error", (cause: Error) => {
      reject(
        new ConsoleError(
          `The console cannot listen on 127.0.0.1:${port}: ${cause.message}. Name another port with --port, or leave it out.`,
          { cause },
        ),
      );
    });
  });
}

function describe(error: unknown): string {
  return `midcall console: ${error instanceof Error ? error.message : String(error)}`;
}
