import { displayText } from "midcall/form";
import type { Inbox, ResumedCall } from "midcall/client";
import { inspectServerName } from "midcall/client/server-name";
import type { ConnectServer, Connection, ProtocolVersionChoice, Target } from "./connection-types.js";
import type { ServerState, ServerView, ToolView } from "../views/api-types.js";
import type { CallContext } from "../calls/calls.js";
import { ConnectError } from "../../errors.js";
import { RequestError } from "../errors.js";
import type { HeaderMap } from "../../connect/headers.js";
import { tapTransport } from "../../connect/messages/tap-transport.js";
import { secretValues } from "../api/server-headers.js";
import { type Scrubber, createScrubber } from "./mask-message.js";
import { coalesce } from "./coalesce.js";
import { createOutputTail, type OutputTail } from "./output-tail.js";
import { maskUrl, maskWords } from "./secret-names.js";
import { readToolViews } from "../views/tool-views.js";
import { createWireLog, type WireLog } from "./wire-log.js";

/** What is remembered of a server. */
export interface SavedServer {
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  readonly protocolVersion: ProtocolVersionChoice;
}

/** One server of the console, connected or not. */
export interface ConsoleServer {
  readonly saved: SavedServer;
  readonly wire: WireLog;
  readonly output: OutputTail;
  view(): ServerView;
  tools(): readonly ToolView[];
  /** Its questions go by the new name from the next connection on. */
  rename(name: string): void;
  /** Connects, anew where it is connected. Never rejects; the view says what went wrong. */
  connect(protocolVersion?: ProtocolVersionChoice, headers?: HeaderMap): Promise<void>;
  disconnect(): Promise<void>;
  /** @throws RequestError when it is not connected */
  call(name: string, args: Record<string, unknown>, context: CallContext): Promise<unknown>;
}

export interface ConsoleServerOptions {
  readonly saved: SavedServer;
  readonly inbox: Inbox;
  readonly connectServer: ConnectServer;
  onChange(): void;
  /** The connection is over: `lost` by itself, `cancelled` by the person. */
  onEnd(state: "lost" | "cancelled"): void;
  /** Calls that go on after the console was started again. */
  onResumed(calls: readonly ResumedCall[]): void;
}

/** Longer than a person looks at a question, which is 10 minutes at the most. */
const CALL_MS = 15 * 60_000;

const targetView = (target: Target): ServerView["target"] =>
  target.kind === "url"
    ? { kind: "url", url: maskUrl(target.url) }
    : {
        kind: "command",
        command: displayText(target.command),
        args: maskWords(target.args).map((word) => displayText(word)),
      };

/** What is odd about the names a server gives itself. */
function nameWarnings({
  name,
  title = "",
}: {
  name: string;
  title?: string | undefined;
}): string[] {
  const found = [name, title].flatMap((one) => inspectServerName(String(one)));
  return [...new Set(found.map(({ message }) => message))];
}

export function createConsoleServer(options: ConsoleServerOptions): ConsoleServer {
  const { inbox, connectServer, onChange } = options;
  let { saved } = options;
  let state: ServerState = "idle";
  let problem: string | undefined;
  let connection: Connection | undefined;
  let tools: readonly ToolView[] = [];
  let toolsSeq = 0;
  let attempt: AbortController | undefined;
  let settled: Promise<void> = Promise.resolve();
  let headers: HeaderMap = {};
  let inHeaders = createScrubber();
  const said = createScrubber();
  const answered: Scrubber = {
    add: said.add,
    scrub: (text) => said.scrub(inHeaders.scrub(text)),
  };
  const output = createOutputTail(answered, onChange);
  const wire = createWireLog({
    answered,
    protocolVersion: () =>
      connection?.protocolVersion ??
      (saved.protocolVersion === "auto" ? "" : saved.protocolVersion),
    onChange,
  });

  const become = (next: ServerState, why?: string): void => {
    state = next;
    problem = why;
    onChange();
  };
  const setTools = (next: readonly ToolView[]): void => {
    tools = next;
    toolsSeq += 1;
    onChange();
  };

  /** Ends whatever there is; what is over stays over even if closing takes long. */
  const leave = async (): Promise<void> => {
    attempt?.abort(new Error("Not wanted any more."));
    attempt = undefined;
    const last = connection;
    connection = undefined;
    if (last) options.onEnd("cancelled");
    await last?.close().catch(() => {});
    await settled;
  };

  /** @returns reads the tools, as a change of them does */
  const watch = (made: Connection, mine: AbortController): (() => Promise<void>) => {
    const { client } = made;
    const before = client.onclose;
    client.onclose = () => {
      before?.call(client);
      if (attempt !== mine || state !== "ready") return;
      const gone = connection;
      connection = undefined;
      attempt = undefined;
      become(
        "ended",
        saved.target.kind === "command"
          ? "The server has ended by itself. Its last words may tell why."
          : "The connection to the server was lost: it cannot be reached, or has forgotten this session. Connect to it again once it runs.",
      );
      options.onEnd("lost");
      void gone?.close().catch(() => {});
    };
    const read = coalesce(async () => {
      const next = await readToolViews(made, mine.signal);
      if (attempt === mine) setTools(next);
    });
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      read().catch(() => {});
    });
    return read;
  };

  const open = async (mine: AbortController): Promise<void> => {
    let made: Connection | undefined;
    let attempts = 0;
    try {
      made = await connectServer({
        target: saved.target,
        server: saved.name,
        protocolVersion: saved.protocolVersion,
        inbox,
        headers,
        wrapTransport: (transport) => {
          attempts += 1;
          if (attempts > 1)
            output.add("\n(Started once more, as a server of an older protocol version.)\n");
          return tapTransport(transport, wire.note);
        },
        onStderr: output.add,
        signal: mine.signal,
      });
      if (attempt !== mine) throw new Error("Not wanted any more.");
      connection = made;
      await watch(made, mine)();
      if (attempt !== mine) throw new Error("Not wanted any more.");
      become("ready");
      options.onResumed(await made.attachment.resume());
    } catch (error) {
      await made?.close().catch(() => {});
      if (attempt !== mine) return;
      attempt = undefined;
      connection = undefined;
      become("failed", problemOf(error));
    }
  };
  /** Why there is no connection: without what is masked elsewhere, and in the words of a page. */
  const problemOf = (error: unknown): string => {
    let text = String((error as Error).message);
    if (saved.target.kind === "url") {
      const { url } = saved.target;
      const shown = maskUrl(url);
      text = text.replaceAll(url, shown);
      if (error instanceof ConnectError && error.problem === "unauthorized") {
        const status = /\(HTTP \d+\)/.exec(text)?.[0] ?? "";
        text =
          Object.keys(headers).length > 0
            ? `${shown} does not accept the header it was given ${status}.`
            : `${shown} wants to know who you are ${status}. If you have a token for it, add it as a header.`;
      }
    }
    // What it said is shown below.
    text = inHeaders.scrub(text).replace(/ It said:$/, "");
    return displayText(text.slice(0, 8_000), { lines: true });
  };

  return {
    get saved() {
      return saved;
    },
    wire,
    output,
    view: () => ({
      id: saved.id,
      name: saved.name,
      target: targetView(saved.target),
      headers: Object.keys(headers),
      protocolVersion: saved.protocolVersion,
      state,
      problem,
      toolsSeq,
      wireSeq: wire.seq,
      outputSeq: output.seq,
      ...(connection &&
        state === "ready" && {
          negotiated: connection.protocolVersion,
          info: connection.serverInfo && {
            name: displayText(String(connection.serverInfo.name).slice(0, 200)),
            version: displayText(String(connection.serverInfo.version).slice(0, 100)),
            warnings: nameWarnings(connection.serverInfo),
          },
          toolCount: tools.length,
        }),
    }),
    tools: () => tools,
    rename(name) {
      saved = { ...saved, name };
      onChange();
    },
    async connect(protocolVersion = saved.protocolVersion, given) {
      saved = { ...saved, protocolVersion };
      if (given) {
        headers = given;
        inHeaders = createScrubber();
        inHeaders.add(secretValues(given));
      }
      become("connecting");
      const left = leave();
      const mine = new AbortController();
      // Two at once: the later one counts.
      attempt = mine;
      await left;
      if (attempt !== mine) return;
      settled = open(mine);
      await settled;
    },
    async disconnect() {
      become("idle");
      await leave();
    },
    async call(name, args, { signal, onProgress }) {
      if (!connection || state !== "ready") {
        throw new RequestError(409, `${saved.name} is not connected. Connect it first.`);
      }
      return connection.client.callTool(
        { name, arguments: args },
        { signal, onprogress: onProgress, timeout: CALL_MS, resetTimeoutOnProgress: true },
      );
    },
  };
}
